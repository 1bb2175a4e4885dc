//! A machine that is overloaded, really: who wanted to compute and could not has not lost.

use crate::table::{ROOM, bot_file, first_match, options, player_of, polite};
use agon_core::Seat;
use agon_runner::{IncidentKind, Trouble, play_match};
use agon_timetravel::TimeTravel;
use std::process::{Child, Command, Stdio};

/// Keeps a processor busy for a minute at most.
const HOG: &str = "
import time
end = time.monotonic() + 60
while time.monotonic() < end:
    pass
";

/// A bot. What it does in its turn comes in place of the mark.
const BOT: &str = "
import json, os, sys, time
print(json.dumps({'type': 'ready'}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'turn':
        @WORK@
        print(json.dumps({'type': 'done', 'turn': message['turn']}), flush=True)
";

/// Programs that keep a processor busy; they end with the test. Each has a session of its own, because
/// kernels that group processes by session would otherwise let all of them together have as much as the
/// bot.
struct Hogs(Vec<Child>);

impl Hogs {
    fn new(number: usize) -> Hogs {
        let start = |_| {
            let mut hog = Command::new("setsid");
            hog.args(["python3", "-c", HOG])
                .stdin(Stdio::null())
                .spawn()
                .expect("the tests need python3")
        };
        Hogs((0..number).map(start).collect())
    }
}

impl Drop for Hogs {
    fn drop(&mut self) {
        for hog in &mut self.0 {
            let _ = hog.kill();
            let _ = hog.wait();
        }
    }
}

/// A bot that would need `work` in each turn of five seconds.
fn bot(name: &str, work: &str) -> String {
    bot_file(name, &BOT.replace("@WORK@", work))
}

#[test]
fn a_loss_is_void_on_an_overloaded_machine_but_not_after_sleeping() {
    ROOM.alone(lose_by_waiting_and_by_sleeping);
}

fn lose_by_waiting_and_by_sleeping() {
    let computes = bot("computes.py", "[0 for _ in iter(lambda: time.process_time() < 4, False)]");
    let sleeps = bot("sleeps.py", "time.sleep(60)");
    // Four for each processor: a bot may not choose its own.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let _hogs = Hogs::new(4 * processors);
    let options = options();
    let play = |word: &str| {
        let players = [word, &polite()].map(|word| player_of::<TimeTravel>(word, &options));
        play_match(&first_match(&players), false, &mut |_| {})
    };
    let Err(Trouble(why)) = play(&computes) else { panic!("this was a fair match?") };
    assert!(why.contains("overloaded: in round 0 a bot's program had to wait"), "{why}");
    let slept = play(&sleeps).expect("sleeping is not waiting for a processor");
    assert_eq!(slept.outcome.winner(), Some(Seat(1)));
    assert_eq!(slept.reports[0].incidents[0].kind, IncidentKind::OutOfTime);
}

#[test]
fn a_bot_that_keeps_the_engine_busy_has_lost() {
    ROOM.alone(|| {
        // The engine runs on the bot's processor, and each byte wakes it.
        let drips = bot("drips.py", "while True: os.write(2, b'a')");
        let options = options();
        let players = [&*drips, &polite()].map(|word| player_of::<TimeTravel>(word, &options));
        let played = play_match(&first_match(&players), false, &mut |_| {});
        let played = played.expect("no other program was in its way");
        assert_eq!(played.outcome.winner(), Some(Seat(1)));
        assert_eq!(played.reports[0].incidents[0].kind, IncidentKind::OutOfTime);
    });
}
