//! Bots that think apart from the runner think at the same time, and the match does not depend on which is
//! faster.

use agon_core::{Contest, GameMap, Outcome, Profile, Turn, Why};
use agon_galaxy::{Call, Galaxy, GalaxyCommander, View};
use agon_runner::{Ended, Match, Player, Program, Report, Seating, Trouble, play_match};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A bot that tells its opponent that it is thinking, and does not move before it has heard the same.
struct Waits {
    is_apart: bool,
    tell: Sender<()>,
    hear: Receiver<()>,
    has_met: Arc<Mutex<u32>>,
}

impl Program<GalaxyCommander> for Waits {
    fn turn(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, GalaxyCommander>,
    ) -> Result<Ended, Trouble> {
        if self.is_apart {
            let _ = self.tell.send(());
            if self.hear.recv_timeout(Duration::from_secs(20)).is_ok() {
                *self.has_met.lock().unwrap() += 1;
            }
        }
        let energy = i64::from(view.action % 5);
        for call in [Call::Refuel, Call::Capture(energy), Call::ContinueCapture] {
            turn.call(&call).expect("a turn has three commands");
        }
        Ok(Ended { why: Why::Done, seconds: 0.0 })
    }

    fn thinks_apart(&self) -> bool {
        self.is_apart
    }

    fn over(self: Box<Self>, _: &Outcome) -> Report {
        Report::default()
    }
}

/// Two bots, each holding the other's ends of two channels.
fn pair(is_apart: bool) -> ([Player<GalaxyCommander>; 2], Arc<Mutex<u32>>) {
    let has_met = Arc::new(Mutex::new(0));
    let ((to_red, from_blue), (to_blue, from_red)) = (channel(), channel());
    let player = |name: &str, tell: Sender<()>, hear: Receiver<()>| {
        let seat = Mutex::new(Some((tell, hear)));
        let has_met = Arc::clone(&has_met);
        let sit = move |_: &Seating<'_>| {
            let (tell, hear) = seat.lock().unwrap().take().expect("it sits down once");
            let program = Waits { is_apart, tell, hear, has_met: Arc::clone(&has_met) };
            Ok(Box::new(program) as Box<dyn Program<GalaxyCommander>>)
        };
        Player { name: name.into(), hash: None, sit: Box::new(sit) }
    };
    let players = [player("blue", to_red, from_red), player("red", to_blue, from_blue)];
    (players, has_met)
}

fn replay(is_apart: bool) -> (Vec<u8>, u32) {
    let (players, has_met) = pair(is_apart);
    let map = Galaxy::parse(GalaxyCommander::own_maps()[0].text).unwrap();
    let spec = Match {
        setup: GalaxyCommander::new_setup(map, Profile::Handbook, 2).unwrap(),
        map: "default".into(),
        rules: Profile::Handbook,
        seed: 5,
        players: players.iter().collect(),
        tournament: false,
        engine: "tests",
        date: None,
    };
    let played = play_match(&spec, true, &mut |_| {}).unwrap();
    let met = *has_met.lock().unwrap();
    (played.replay.expect("it was recorded").to_bytes(), met)
}

#[test]
fn bots_in_processes_of_their_own_think_at_the_same_time() {
    let (together, met) = replay(true);
    assert_eq!(met, 200, "each of 100 turns has both bots thinking at once");
    let (one_by_one, _) = replay(false);
    assert!(together == one_by_one, "the replay depends on how the bots were asked");
}
