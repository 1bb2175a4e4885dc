//! Tests of the server over HTTP, with real matches, one of them with a slow bot.

mod desk;
mod http;
mod library;
mod limits;
mod terminal;

use agon_core::{Bot, Chance, Contest, Game, GameMap, Profile, Seat, Stopped, Turn};
use agon_mars::Mars;
use agon_runner::{Match, Player, built_in, play_match, play_match_tapped};
use agon_watch::{Audience, LiveFilm, RecordFilm, Server, film_of, page};
use flate2::read::GzDecoder;
use http::{get, post};
use serde_json::{Value, json};
use std::io::Read;
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

/// A bot that thinks for 3 ms and gives no orders.
struct Slow;

impl Bot<Mars> for Slow {
    fn turn(&mut self, _: &<Mars as Game>::View, _: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        std::thread::sleep(Duration::from_millis(3));
        Ok(())
    }
}

fn spec<'a>(players: Vec<&'a Player<Mars>>) -> Match<'a, Mars> {
    let map = <Mars as Contest>::Map::parse(Mars::own_maps()[0].text).unwrap();
    Match {
        setup: Mars::new_setup(map, Profile::Handbook, 2).unwrap(),
        map: "crossing".into(),
        rules: Profile::Handbook,
        seed: 1,
        players,
        tournament: false,
        engine: "test",
        date: None,
    }
}

fn server(name: &str) -> (Server, u16) {
    let folder = std::env::temp_dir().join(format!("agon-watch-{}-{name}", std::process::id()));
    let server = Server::start(0, folder).unwrap();
    let port = server.url().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    (server, port)
}

fn replay() -> Vec<u8> {
    replay_with_seed(1)
}

fn replay_with_seed(seed: u64) -> Vec<u8> {
    let bot = built_in::<Mars>("builtin:greedy").unwrap();
    let spec = Match { seed, ..spec(vec![&bot, &bot]) };
    play_match(&spec, true, &mut |_| {}).unwrap().replay.unwrap().to_bytes()
}

#[test]
fn a_match_is_watched_while_it_is_played_and_a_slow_reader_does_not_delay_it() {
    let (server, port) = server("live");
    let slow = Player::of_bots("slow", |_, _| Box::new(Slow) as Box<dyn Bot<Mars>>);
    let spec = spec(vec![&slow, &slow]);
    let film = LiveFilm::new::<Mars>("crossing", 1, Profile::Handbook, &["a".into(), "b".into()]);
    assert!(server.show(film.film()).ends_with("#/film/0"));
    // This client sends a request and never reads the response.
    let stalled = http::ask_and_never_read(port, "/api/films/0/chunks/0");
    let watcher = std::thread::spawn(move || {
        let (mut seen, mut looks, mut early) = (0, 0, false);
        loop {
            let news: Value = get(port, &format!("/api/films/0?from={seen}")).json();
            let frames = news["frames"].as_u64().unwrap();
            assert!(frames >= seen);
            let added = news["rounds"].as_array().unwrap().len() as u64;
            assert_eq!(news["from"].as_u64().unwrap() + added, frames);
            early |= frames < 401;
            (seen, looks) = (frames, looks + 1);
            if news["done"] == true {
                assert!(news["verdict"]["sentence"].as_str().unwrap().len() > 5);
                return (seen, looks, early);
            }
        }
    });
    let start = Instant::now();
    film.play(&spec, false, &mut |_| {}).unwrap();
    let played = start.elapsed();
    let (seen, looks, early) = watcher.join().unwrap();
    assert_eq!(seen, 401);
    assert!(early && looks > 3, "the match was seen {looks} times");
    assert!(played < Duration::from_secs(60), "{played:?}");
    drop(stalled);
}

#[test]
fn files_become_films_and_films_become_pages() {
    let (_server, port) = server("files");
    let bytes = replay();
    let opened: Value = http::upload(port, "/api/films?name=a.agonreplay", &bytes).json();
    let film = format!("/api/films/{}", opened["film"].as_str().unwrap());
    let mut summary: Value = get(port, &film).json();
    while summary["done"] != true {
        let frames = summary["frames"].as_u64().unwrap();
        summary = get(port, &format!("{film}?from={frames}")).json();
    }
    assert_eq!(summary["frames"], 401);
    let chunk = get(port, &format!("{film}/chunks/8"));
    assert!(chunk.head.contains("content-encoding: gzip"), "{}", chunk.head);
    assert_eq!(get(port, &format!("{film}/chunks/9")).status, 404);
    assert_eq!(get(port, "/api/films/7").status, 404);
    let kept = get(port, &format!("{film}/page"));
    assert!(kept.head.contains("attachment"), "{}", kept.head);
    assert!(kept.text().contains("id=\"chunk-8\""));
    for (name, body) in [("x.txt", &b"nothing"[..]), ("x.agonreplay", &bytes[..99]), ("x", b"")] {
        let refused = http::upload(port, &format!("/api/films?name={name}"), body);
        assert_eq!(refused.status, 422);
        let said: Value = refused.json();
        assert!(said["error"].as_str().unwrap().len() > 20, "{said}");
    }
}

#[test]
fn requests_for_other_host_names_are_refused() {
    let (_server, port) = server("host");
    assert_eq!(http::get_as(port, "/api/games", "evil.example").status, 403);
    assert_eq!(http::get_as(port, "/api/games", &format!("localhost:{port}")).status, 200);
    // A form of another site cannot save maps: the body must be JSON.
    let form = http::post_as(port, "/api/maps/mars/save", b"text=1", "text/plain");
    assert_eq!(form.status, 415);
}

#[test]
fn maps_are_generated_checked_saved_and_played() {
    let (_server, port) = server("maps");
    let games: Value = get(port, "/api/games").json();
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let made: Value = post(port, &format!("/api/maps/{id}/new"), br#"{"seed": 3}"#).json();
        // Several games have files with the same extension.
        let name = format!("made-{id}");
        let drawn = json!({"text": made["text"], "name": name, "seed": 1}).to_string();
        let judged: Value = post(port, &format!("/api/maps/{id}/check"), drawn.as_bytes()).json();
        assert_eq!(judged["text"], made["text"], "{id}");
        assert!(judged["drawing"].as_str().unwrap().lines().count() > 3, "{id}: {judged}");
        let saved: Value = post(port, &format!("/api/maps/{id}/save"), drawn.as_bytes()).json();
        let path = saved["path"].as_str().unwrap_or_else(|| panic!("{id}: {saved}"));
        assert_eq!(std::fs::read_to_string(path).unwrap(), made["text"].as_str().unwrap());
        let played: Value = post(port, &format!("/api/maps/{id}/play"), drawn.as_bytes()).json();
        assert!(played["film"].is_u64(), "{id}: {played}");
        let broken = json!({"text": "nonsense", "name": "../x"}).to_string();
        let judged: Value = post(port, &format!("/api/maps/{id}/check"), broken.as_bytes()).json();
        assert!(judged["fault"].as_str().unwrap().len() > 10, "{id}: {judged}");
        let outside = json!({"text": made["text"], "name": "../x"}).to_string();
        let refused = post(port, &format!("/api/maps/{id}/save"), outside.as_bytes());
        assert_eq!(refused.status, 422);
    }
    assert_eq!(post(port, "/api/maps/chess/new", b"{}").status, 404);
}

#[test]
fn data_in_a_page_cannot_close_its_script_element() {
    let film = film_of("a.agonreplay", &replay()).unwrap();
    while !film.length().1 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let page = page::standalone(&film);
    let scripts = page.matches("<script").count();
    assert_eq!(scripts, page.matches("</script>").count());
    // The whole match, and what each of the two seats sees.
    let films = 3 * (1 + 9);
    assert_eq!(scripts, films + 1, "one for each head and each chunk, one for the program");
}

#[test]
fn every_frame_of_a_film_has_the_text_drawing_of_its_position() {
    let film = film_of("a.agonreplay", &replay()).unwrap();
    while !film.length().1 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut chunk = String::new();
    GzDecoder::new(&film.chunk(0).unwrap()[..]).read_to_string(&mut chunk).unwrap();
    let frames: Vec<Value> = serde_json::from_str(&chunk).unwrap();
    let lines: Vec<&str> =
        frames[0]["text"].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
    let player = built_in::<Mars>("builtin:greedy").unwrap();
    let start = Mars::new(&spec(vec![&player, &player]).setup, Chance::seeded(1)).draw(false);
    assert_eq!(lines.join("\n"), start.trim_end_matches('\n'));
    // A difference names the lines that changed, not the whole drawing.
    let changed = frames[1]["text"].as_object().unwrap();
    assert!(!changed.is_empty() && changed.len() < lines.len(), "{changed:?}");
}

/// All frames of a film of the server, and its summary.
fn frames_of(port: u16, film: &str) -> (Vec<Value>, Value) {
    let mut summary: Value = get(port, &format!("/api/films/{film}")).json();
    while summary["done"] != true {
        let frames = summary["frames"].as_u64().unwrap();
        summary = get(port, &format!("/api/films/{film}?from={frames}")).json();
    }
    let summary: Value = get(port, &format!("/api/films/{film}")).json();
    let mut frames: Vec<Value> = Vec::new();
    for number in 0..summary["frames"].as_u64().unwrap().div_ceil(50) {
        let packed = get(port, &format!("/api/films/{film}/chunks/{number}")).body;
        let mut chunk = String::new();
        GzDecoder::new(&packed[..]).read_to_string(&mut chunk).unwrap();
        for (i, entry) in serde_json::from_str::<Vec<Value>>(&chunk).unwrap().iter().enumerate() {
            let mut frame = if i == 0 { Value::Null } else { frames[frames.len() - 1].clone() };
            if i == 0 {
                frame = entry.clone()
            } else {
                agon_replay::delta::apply(&mut frame, entry)
            }
            frames.push(frame);
        }
    }
    (frames, summary)
}

#[test]
fn a_match_is_shown_as_one_seat_sees_it() {
    let (_server, port) = server("seats");
    let opened: Value = http::upload(port, "/api/films?name=a.agonreplay", &replay()).json();
    let address = opened["film"].as_str().unwrap();
    let (whole, _) = frames_of(port, address);
    for (seat, team) in ["blue", "red"].into_iter().enumerate() {
        let (seen, summary) = frames_of(port, &format!("{address}-{seat}"));
        assert_eq!(summary["head"]["seen_by"], seat);
        assert_eq!(summary["address"], format!("{address}-{seat}"));
        assert_eq!(seen.len(), whole.len());
        let (mut hidden, mut orders) = (0, 0);
        for (seen, whole) in seen.iter().zip(&whole) {
            let robots = whole["board"]["robots"].as_object().unwrap();
            for (name, robot) in robots {
                let at = |axis: &str| robot[axis].as_u64().unwrap() as usize;
                let tile =
                    whole["board"]["seen"][at("row")].as_str().unwrap().as_bytes()[at("col")];
                let is_seen = robot["team"] == team || (tile - b'0') & (1 << seat) != 0;
                assert_eq!(seen["board"]["robots"].get(name).is_some(), is_seen, "{name}");
                hidden += usize::from(!is_seen);
            }
            let given = |frame: &Value| -> Vec<Value> {
                let all = frame["orders"].as_array().unwrap().iter();
                all.filter(|order| order[0] == seat).cloned().collect()
            };
            assert_eq!(seen["orders"].as_array().unwrap(), &given(whole));
            orders += given(whole).len();
        }
        assert!(hidden > 100 && orders > 100, "{hidden} robots hidden, {orders} orders");
        // The charts have gaps where the seat does not know the opponent's number.
        let gauges = summary["head"]["gauges"].as_array().unwrap();
        let metal = gauges.iter().position(|gauge| gauge["name"] == "metal").unwrap();
        assert!(summary["lines"][metal][1 - seat][9].is_null(), "{}", summary["lines"][metal]);
        assert!(summary["lines"][metal][seat][9].is_number());
    }
    let listed: Value = get(port, "/api/films").json();
    assert_eq!(listed.as_array().unwrap().len(), 1, "films of seats are not matches of their own");
    let refused = get(port, &format!("/api/films/{address}-7"));
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("there is no seat 7: the match has 2 seats"),
        "{}",
        refused.text()
    );
    assert_eq!(get(port, &format!("/api/films/{address}-x")).status, 404);
}

/// Says something in every turn.
struct Talker;

impl Bot<Mars> for Talker {
    fn turn(&mut self, _: &<Mars as Game>::View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        turn.note(&agon_core::Note::Log("thinks of roses".into()));
        Ok(())
    }
}

/// The replay of a match and its record, as a tap sees it.
fn tapped() -> (Vec<u8>, Vec<u8>) {
    let talker = Player::of_bots("talker", |_, _| Box::new(Talker) as Box<dyn Bot<Mars>>);
    let greedy = built_in::<Mars>("builtin:greedy").unwrap();
    let record = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&record);
    let tap = move |header: &agon_replay::Header| -> agon_replay::Tap {
        let head = format!("{}\n", serde_json::to_string(header).unwrap()).into_bytes();
        let seen = Arc::clone(&seen);
        Box::new(move |body| *seen.lock().unwrap() = [&head[..], body].concat())
    };
    let spec = spec(vec![&talker, &greedy]);
    let played = play_match_tapped(&spec, 0, &tap, &mut (), &mut |_| {}).unwrap();
    let record = record.lock().unwrap().clone();
    (played.replay.unwrap().to_bytes(), record)
}

fn chunks(film: &agon_watch::Film) -> Vec<Vec<u8>> {
    (0..film.chunks()).map(|number| film.chunk(number).unwrap().to_vec()).collect()
}

#[test]
fn a_film_of_a_record_that_arrives_in_parts_is_the_film_of_the_replay() {
    let (replay, record) = tapped();
    for seen_by in [None, Some(Seat(1))] {
        let whole = agon_watch::whole_film("test", &replay, seen_by).unwrap();
        // Parts end anywhere, also inside of the header, the setup and single entries.
        for size in [7, 4000, record.len()] {
            let (sender, parts) = mpsc::channel();
            let audience = Audience { notes: vec![true, true], seen_by };
            let made = RecordFilm::start(parts, audience, Some("one".into()));
            record.chunks(size).for_each(|part| drop(sender.send(part.to_vec())));
            let film = until(|| made.film().filter(|film| film.length().1).cloned());
            let summary = film.summary(0);
            assert_eq!(summary["verdict"], whole.summary(0)["verdict"]);
            assert_eq!(
                (&summary["head"]["take"], &summary["fault"]),
                (&json!("one"), &Value::Null)
            );
            assert!(chunks(&film) == chunks(&whole), "parts of {size} bytes, {seen_by:?}");
        }
    }
}

#[test]
fn a_film_of_a_record_shows_only_the_notes_that_its_audience_may_read() {
    let (_, record) = tapped();
    for (notes, is_shown) in
        [(vec![true, false], true), (vec![false, true], false), (vec![], false)]
    {
        let (sender, parts) = mpsc::channel();
        let audience = Audience { notes: notes.clone(), seen_by: None };
        let made = RecordFilm::start(parts, audience, None);
        // Half of a game: the film waits for more.
        sender.send(record[..record.len() / 2].to_vec()).unwrap();
        let film = until(|| made.film().filter(|film| film.length().0 > 20).cloned());
        assert!(!film.length().1);
        let mut text = String::new();
        GzDecoder::new(&chunks(&film)[0][..]).read_to_string(&mut text).unwrap();
        assert_eq!(text.contains("roses"), is_shown, "{notes:?}");
    }
}

#[track_caller]
fn until<T>(found: impl Fn() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(Instant::now() < end, "it takes too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}
