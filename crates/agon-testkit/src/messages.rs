//! Messages to and from a bot in another process: they are read back unchanged.

use crate::properties::{any_setup, for_seeds, play_wildly};
use agon_core::{Actor, Chance, Now, Rng, TestSupport};
use agon_protocol::{Format, FromBot, IncrementalJsonWriter, ToBot};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// Views, replies and calls of wild games, as messages in both formats, are read back unchanged.
pub fn messages_round_trip<G: TestSupport>() {
    for_seeds(8, |seed| wild_messages::<G>(seed, &mut |_| {}));
}

/// Plays a wild game and shows every message in it, as a line of JSON; each has been
/// written and read back in both formats, and one `IncrementalJsonWriter` has written them all.
pub fn wild_messages<G: TestSupport>(seed: u64, show: &mut dyn FnMut(&[u8])) {
    let mut rng = Rng::new(seed);
    let (setup, ..) = any_setup::<G>(&mut rng);
    let mut game = G::new(&setup, Chance::seeded(seed));
    let mut writer = IncrementalJsonWriter::default();
    for _ in 0..20 {
        play_wildly(&mut game, &mut rng, 4, |game, actor, call| {
            let said = FromBot::Call { turn: seed, call: call.clone(), look: true };
            show(&travel(&said));
            let reply = Some(game.call(actor, call));
            let refused = reply.as_ref().and_then(G::refusal);
            let told = ToBot::<G::View, _>::Reply { turn: seed, reply, refused, view: None };
            show(&travel(&told));
        });
        match game.now() {
            Now::Turn(actors) => actors.iter().for_each(|&who| {
                let message = turn(&game, who);
                let line = travel(&message);
                assert!(writer.write(&message) == line, "incremental JSON differs for {message:?}");
                show(&line);
            }),
            Now::Over(result) => {
                let rank = result.standings[0].rank;
                show(&travel(&ToBot::<G::View, G::Reply>::Over { seat: 0, rank, result }));
                return;
            }
        }
    }
}

fn turn<G: TestSupport>(game: &G, actor: Actor) -> ToBot<G::View, G::Reply> {
    let mut view = G::View::default();
    game.view(actor, &mut view);
    let allowance = game.allowance(actor);
    ToBot::Turn {
        turn: 1,
        actor: actor.0,
        round: game.round(),
        seconds: allowance.seconds,
        energy: allowance.energy,
        view,
    }
}

/// Writes and reads a message in both formats; returns the line of JSON. Views need not be comparable, so
/// the message that was read is written again, and the bytes are compared.
fn travel<M: Serialize + DeserializeOwned + Debug>(message: &M) -> Vec<u8> {
    let [json, msgpack] = [Format::Json, Format::Msgpack].map(|format| {
        let written = write(format, message);
        let (bytes, next) = format.split(&written, 0).expect("it is short").expect("it is whole");
        assert_eq!(next, written.len());
        let again: M = format.read(bytes).unwrap_or_else(|fault| panic!("{message:?}: {fault}"));
        assert!(write(format, &again) == written, "{message:?} came back as {again:?}");
        write(Format::Json, &again)
    });
    assert!(json == msgpack, "{message:?} is told differently in the two formats");
    json
}

fn write(format: Format, message: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    format.write(message, &mut bytes);
    bytes
}
