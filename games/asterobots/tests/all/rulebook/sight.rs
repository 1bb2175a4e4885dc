//! R3, R14 and R16: questions, views and frames.

use super::scene::*;
use agon_asterobots::*;
use agon_core::*;

#[test]
fn r3_questions_are_free_and_stay_inside_the_field() {
    let mut t = duel(Rules::handbook());
    let before = t.game.hash();
    assert_eq!(t.say(Call::Distance { from: A, to: F }), Reply::Distance(15));
    let Reply::Path(path) = t.say(Call::Path { from: C, to: T }) else { panic!("a path") };
    assert_eq!(path.len() as i64, C.distance(T) + 1);
    let far = Point::new(i32::MIN, i32::MAX);
    let outside = Reply::Refused(Invalid::OutsideField { at: far });
    assert_eq!(t.say(Call::Path { from: far, to: A }), outside);
    assert_eq!(t.say(Call::Distance { from: A, to: far }), outside);
    assert_eq!(t.game.hash(), before);
}

#[test]
fn r14_all_players_see_everything() {
    let mut t = duel(rich(Rules::handbook()));
    t.yes(launch(9, A, C));
    t.yes(offer(GAS, 1, 2));
    t.end();
    let mut views = [Default::default(), Default::default()];
    t.game.view(Actor(0), &mut views[0]);
    t.game.view(Actor(1), &mut views[1]);
    let mut as_json = views.map(|v| serde_json::to_value(v).unwrap());
    assert_eq!(as_json[1]["commands_left"], 100);
    for json in &mut as_json {
        json["me"] = 0.into();
        json["commands_left"] = 0.into();
    }
    assert_eq!(as_json[0], as_json[1]);
    let squad = &as_json[0]["squads"][0];
    assert_eq!(squad["path"][0], serde_json::json!([-5, 0]));
    assert_eq!(squad["path"].as_array().unwrap().len(), 6);
    assert_eq!(as_json[0]["veins"].as_array().unwrap().len(), 8);
    assert_eq!(as_json[0]["trades"][0]["price"], 2);
}

#[test]
fn r16_a_frame_has_the_whole_screen() {
    let mut t = duel(rich(Rules::handbook()));
    let call = launch(9, A, C);
    let reply = t.say(call.clone());
    let deed = Deed { actor: Actor(0), call, reply };
    t.end();
    let frame = t.game.frame(&[Actor(0)], &[deed]);
    assert_eq!((frame.phase, frame.round, frame.player), (Phase::Main, 1, Some(0)));
    assert_eq!(frame.stage.vertices.len(), 150);
    assert_eq!((frame.stage.edges.len(), frame.stage.tiles.len()), (210, 61));
    let squad = &frame.squads[&0];
    assert_eq!((squad.step, squad.path.len(), squad.robots), (1, 7, 9));
    let vein = frame.veins.iter().find(|v| v.owner == Owner::player(0)).unwrap();
    assert_eq!(frame.stage.names[usize::from(vein.vertex)], T);
    assert_eq!(frame.players[0].robots, 110);
    assert_eq!(frame.players[0].estimated_funds, t.game.total_money(0));
    assert_eq!(frame.events.len(), 1);
    assert!(serde_json::to_string(&frame).is_ok());
    assert!(t.game.draw(true).contains("player 1"));
    let before = table(2, Rules::handbook()).game.frame(&[], &[]);
    assert_eq!((before.phase, before.round, before.player), (Phase::Select, 0, None));
}
