//! A match that failed on Agon's side is played again, with no other match beside it.

use agon_runner::{ATTEMPTS, Room, Trouble};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[test]
fn a_spoiled_match_is_played_again_alone() {
    let (room, inside) = (Room::new(), AtomicUsize::new(0));
    let play = |number: u32| {
        let tried = Cell::new(0);
        let one = || {
            let others = inside.fetch_add(1, Ordering::SeqCst);
            tried.set(tried.get() + 1);
            assert!(tried.get() == 1 || others == 0, "it has the room to itself");
            thread::yield_now();
            inside.fetch_sub(1, Ordering::SeqCst);
            let spoiled = number.is_multiple_of(3) && tried.get() < ATTEMPTS;
            if spoiled { Err(Trouble("a storm".into())) } else { Ok(tried.get()) }
        };
        let mut heard = 0;
        let played = room.play(one, |_, _| heard += 1);
        let tries = if number.is_multiple_of(3) { ATTEMPTS } else { 1 };
        assert_eq!((played, heard), (Ok(tries), tries - 1));
    };
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..50).for_each(&play));
        }
    });
}

#[test]
fn what_never_goes_well_is_given_up() {
    let mut heard = Vec::new();
    let played = Room::new().play(
        || Err::<(), _>(Trouble("a flood".into())),
        |trouble, attempt| heard.push((trouble.clone(), attempt)),
    );
    assert_eq!(played, Err(Trouble("a flood".into())));
    assert_eq!(heard.iter().map(|(_, attempt)| *attempt).collect::<Vec<_>>(), [1, 2, 3]);
}
