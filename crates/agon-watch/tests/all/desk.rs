//! A person at a desk: orders, undo, refusals, passing, standing orders, the clock, and what is hidden.

use crate::http;
use agon_core::{Chance, Contest, Game, Profile, Seat, Spot};
use agon_mars::Mars;
use agon_runner::{Match, Played, Player, built_in};
use agon_watch::desk::{self, Answer, Desk, DeskScribe, Pass, Phase, Request, Stand, State};
use agon_watch::{LiveFilm, Server, live_head};
use serde_json::{Value, json};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Plays a match on a thread of its own with a person on the first seat; `person` acts at the desk.
fn with_person(clock: bool, person: impl FnOnce(&Desk)) -> Played<Mars> {
    let map = agon_core::GameMap::parse(Mars::own_maps()[0].text).unwrap();
    let setup = Mars::new_setup(map, Profile::Handbook, 2).unwrap();
    let desk = Desk::new::<Mars>(Seat(0));
    let names = ["human".to_owned(), "builtin:random".to_owned()];
    desk.describe(live_head::<Mars>("crossing", None, Profile::Handbook, &names));
    thread::scope(|scope| {
        let shared = Arc::clone(&desk);
        let playing = scope.spawn(move || {
            let players: [Player<Mars>; 2] =
                [desk::player(Arc::clone(&shared), clock), built_in("builtin:random").unwrap()];
            let spec = Match {
                setup: setup.clone(),
                map: "crossing".into(),
                rules: Profile::Handbook,
                seed: 3,
                players: players.iter().collect(),
                tournament: false,
                engine: "test",
                date: None,
            };
            let desks = [shared];
            let first = Mars::new(&setup, Chance::seeded(3));
            let mut scribe = DeskScribe::new(&first, &desks);
            let film = LiveFilm::new::<Mars>("crossing", 3, Profile::Handbook, &names);
            film.play_along(&spec, true, &mut scribe, &mut |_| {}).unwrap()
        });
        let _closing = CloseInPanic(&desk);
        person(&desk);
        playing.join().unwrap()
    })
}

/// Gives the seat up if a check of the person fails; otherwise the match would wait for the person.
struct CloseInPanic<'a>(&'a Desk);

impl Drop for CloseInPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

/// Waits until the person is asked, or the match is over.
fn asked(desk: &Desk) -> State {
    let mut state = desk.state();
    while state.phase == Phase::Waiting {
        state = desk.wait(state.version, Duration::from_secs(60));
    }
    state
}

fn pass_to_the_end(desk: &Desk) {
    let turn = asked(desk).turn;
    assert_eq!(desk.ask(turn, Request::Pass(Pass::default())), Answer::default());
    assert_eq!(asked(desk).phase, Phase::Over);
}

/// The first legal order of a name.
fn legal(state: &State, name: &str) -> Value {
    let calls = state.legal.as_array().unwrap().iter().map(|entry| &entry["call"]);
    calls.into_iter().find(|call| call.get(name).is_some()).unwrap().clone()
}

#[test]
fn orders_are_drafted_taken_back_and_recorded() {
    let played = with_person(false, |desk| {
        let first = asked(desk);
        let spawn = legal(&first, "spawn");
        let give = |order: &Value| desk.ask(first.turn, Request::Order(order.clone()));
        assert_eq!(give(&spawn).refusal, None);
        let state = asked(desk);
        assert_eq!((state.draft.len(), state.can_undo), (1, true));
        assert_ne!(state.frame["board"]["robots"], json!({}));
        assert!(give(&spawn).refusal.is_some(), "the tile is used");
        let wrong = give(&json!({"dance": 1})).refusal.unwrap();
        assert!(wrong.starts_with("this is not an order of the game"), "{wrong}");
        assert_eq!(desk.ask(first.turn, Request::Undo), Answer::default());
        assert!(asked(desk).draft.is_empty());
        assert!(desk.ask(first.turn, Request::Undo).refusal.is_some());
        assert_eq!(give(&spawn).refusal, None);
        assert_eq!(desk.ask(first.turn, Request::End), Answer::default());
        assert_eq!(
            desk.ask(first.turn, Request::End).refusal.map(|why| why.contains("turn")),
            Some(true)
        );
        let second = asked(desk);
        assert_eq!((second.turn, second.round), (first.turn + 1, 2));
        assert_eq!(second.frame["board"]["robots"].as_object().unwrap().len(), 1);
        pass_to_the_end(desk);
    });
    let replay = played.replay.unwrap();
    // The refused orders and the one that was taken back are not recorded.
    let orders = agon_replay::Playback::<Mars>::open(&replay).unwrap().run(&mut ());
    assert!(orders.is_ok());
    assert_eq!(played.outcome.standings.len(), 2);
}

#[test]
fn passing_stops_after_turns_and_at_contact() {
    with_person(false, |desk| {
        let turn = asked(desk).turn;
        let until = Pass { turns: Some(4), ..Pass::default() };
        desk.ask(turn, Request::Pass(until));
        assert_eq!(asked(desk).round, 5);
        let nothing = desk.ask(turn + 1, Request::Pass(Pass { turns: Some(0), ..Pass::default() }));
        assert!(nothing.refusal.is_some());
        pass_to_the_end(desk);
        assert_eq!(desk.state().verdict.map(|verdict| verdict.standings.len()), Some(2));
    });
}

#[test]
fn standing_orders_are_given_while_they_are_legal() {
    with_person(false, |desk| {
        let state = asked(desk);
        let spawn = legal(&state, "spawn");
        let stand = Stand { call: spawn, all: false, ends: false };
        assert_eq!(desk.ask(state.turn, Request::Stand(stand)).refusal, None);
        desk.ask(state.turn, Request::End);
        let next = asked(desk);
        // The robot still stands on the tile, so the order is skipped, and the person is told.
        assert!(
            next.notices.iter().any(|notice| notice.starts_with("standing order spawn")),
            "{next:?}"
        );
        let id = next.standing[0].id;
        desk.ask(next.turn, Request::Forget(id));
        assert!(desk.state().standing.is_empty());
        pass_to_the_end(desk);
    });
}

#[test]
fn a_person_who_gives_up_loses() {
    let played = with_person(false, |desk| {
        let turn = asked(desk).turn;
        desk.ask(turn, Request::GiveUp);
    });
    assert_eq!(played.outcome.winner(), Some(Seat(1)));
}

#[test]
fn the_clock_of_the_rules_is_told() {
    with_person(true, |desk| {
        let left = asked(desk).seconds_left.unwrap();
        assert!(left > 0.0 && left <= 210.0, "{left}");
        pass_to_the_end(desk);
    });
}

#[test]
fn legal_calls_say_where_they_belong() {
    with_person(false, |desk| {
        let state = asked(desk);
        let spawn = state
            .legal
            .as_array()
            .unwrap()
            .iter()
            .find(|entry| entry["call"].get("spawn").is_some());
        let entry = spawn.unwrap();
        let at = [&entry["call"]["spawn"]["row"], &entry["call"]["spawn"]["col"]];
        let tile: Vec<i32> = at.iter().map(|at| at.as_i64().unwrap() as i32).collect();
        assert_eq!(entry["by"], json!(Spot::Tile(tile)));
        pass_to_the_end(desk);
    });
}

#[test]
fn a_secret_link_plays_its_own_seats_only() {
    let server = Server::start(0, std::env::temp_dir()).unwrap();
    let port = server.url().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    let [blue, red] = [0, 1].map(|seat| Desk::new::<Mars>(Seat(seat)));
    let link = server.seat(vec![blue], None).unwrap();
    let other = server.seat(vec![red], None).unwrap();
    let secret = link.strip_prefix("/#/play/").unwrap();
    assert_eq!(secret.len(), 32);
    assert_ne!(link, other);
    let path = format!("/api/play/{secret}");
    assert_eq!(http::get(port, &path).json()["seat"], 0);
    assert_eq!(http::get(port, &format!("{path}?seat=1")).status, 403);
    assert_eq!(http::get(port, "/api/play/00000000000000000000000000000000").status, 404);
    assert_eq!(http::get(port, "/api/play/x").status, 404);
    let end = json!({"seat": 0, "turn": 1, "request": "end"}).to_string();
    let answer: Value = http::post(port, &path, end.as_bytes()).json();
    assert_eq!(answer["refusal"], "it is not your turn, or that turn is over");
    let foreign = http::ask_with(port, &format!("GET {path}"), "origin: http://evil.example\r\n");
    assert_eq!(foreign.status, 403);
    assert_eq!(http::post_as(port, &path, b"x=1", "text/plain").status, 415);
}

#[test]
fn other_machines_reach_nothing_but_their_seats() {
    let server = Server::start(0, std::env::temp_dir()).unwrap();
    let link = server.seat(vec![Desk::new::<Mars>(Seat(0))], None).unwrap();
    let port = server.open_lan().unwrap().port();
    let host = format!("192.168.7.7:{port}");
    let secret = link.strip_prefix("/#/play/").unwrap();
    assert_eq!(http::get_as(port, &format!("/api/play/{secret}"), &host).status, 200);
    assert_eq!(http::get_as(port, "/", &host).status, 200);
    for hidden in ["/api/films", "/api/games", "/api/films/0"] {
        assert_eq!(http::get_as(port, hidden, &host).status, 404, "{hidden}");
    }
    assert_eq!(http::get_as(port, "/", "evil.example").status, 403);
}
