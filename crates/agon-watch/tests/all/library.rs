//! Folders of replays and runs; addresses by content.

use crate::http::{get, post, upload};
use crate::{replay_with_seed, server};
use agon_compete::{
    Begin, Draw, DrawnGame, Entered, EntrantId, Entry, FORMAT, Meeting, Played, Role,
};
use agon_core::{Profile, StateHash};
use agon_watch::content_address;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("agon-library-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_folder_is_listed_and_follows_its_files() {
    let folder = folder("list");
    let (first, second) = (replay_with_seed(1), replay_with_seed(2));
    fs::create_dir(folder.join("deeper")).unwrap();
    fs::write(folder.join("a.agonreplay"), &first).unwrap();
    fs::write(folder.join("deeper/b.agonreplay"), &second).unwrap();
    fs::write(folder.join("cut.agonreplay"), &first[..60]).unwrap();
    fs::write(folder.join("notes.txt"), "not a replay").unwrap();
    let (server, port) = server("list");
    assert_eq!(get(port, "/api/library").json(), Value::Null);
    assert!(server.show_all(vec![folder.clone()]).ends_with("#/matches"));
    let listing = get(port, "/api/library").json();
    let rows = listing["matches"].as_array().unwrap();
    assert_eq!(rows.len(), 3, "{listing}");
    let row =
        |file: &str| rows.iter().find(|row| row["file"].as_str().unwrap().ends_with(file)).unwrap();
    assert_eq!(row("b.agonreplay")["id"], content_address(&second));
    assert_eq!(row("b.agonreplay")["seed"], 2);
    assert_eq!(
        row("a.agonreplay")["seats"],
        json!([["blue", "builtin:greedy"], ["red", "builtin:greedy"]])
    );
    assert_eq!(row("a.agonreplay")["faults"], 0);
    assert_eq!(row("a.agonreplay")["ranks"].as_array().unwrap().len(), 2);
    assert!(row("cut.agonreplay")["fault"].as_str().unwrap().contains("cut off"));
    // A small picture of a replay is its last position.
    let still = get(port, &format!("/api/stills/{}", content_address(&first))).json();
    assert!(still["board"]["result"].is_string(), "{still}");
    assert_eq!(get(port, "/api/stills/0123456789abcdef").status, 404);
    // New files appear, and deleted ones are gone.
    fs::remove_file(folder.join("cut.agonreplay")).unwrap();
    fs::write(folder.join("c.agonreplay"), replay_with_seed(3)).unwrap();
    let again = get(port, "/api/library").json();
    let seeds: Vec<u64> = again["matches"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["seed"].as_u64())
        .collect();
    assert_eq!(seeds, [1, 3, 2]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_film_is_found_by_its_content_after_a_restart() {
    let folder = folder("restart");
    let bytes = replay_with_seed(1);
    fs::write(folder.join("any-name.agonreplay"), &bytes).unwrap();
    let (_first, port) = server("restart-1");
    let opened = upload(port, "/api/films?name=other.agonreplay", &bytes).json();
    let address = opened["film"].as_str().unwrap().to_owned();
    assert_eq!(address, content_address(&bytes));
    // The same replay is not kept twice.
    assert_eq!(upload(port, "/api/films?name=again.agonreplay", &bytes).json()["film"], address);
    assert_eq!(get(port, "/api/films").json().as_array().unwrap().len(), 1);
    let (second, port) = server("restart-2");
    let absent = get(port, &format!("/api/films/{address}"));
    assert_eq!(absent.status, 404);
    assert!(absent.text().contains("agon watch"), "{}", absent.text());
    second.show_all(vec![folder.clone()]);
    let found = get(port, &format!("/api/films/{address}")).json();
    assert_eq!(found["address"], address);
    assert_eq!(found["head"]["source"], "any-name.agonreplay");
    fs::remove_dir_all(folder).unwrap();
}

/// A journal with one game, whose replay has this path.
fn write_journal(folder: &Path, replay: &str) {
    let begin = Begin {
        kind: "league".into(),
        game: "mars".into(),
        version: 1,
        rules: Profile::Handbook,
        engine: "test".into(),
        plan: json!({"league": "mars"}),
        date: "2026-11-16 08:00 UTC".into(),
        build: None,
    };
    let entered = |number, name: &str| {
        let (name, word) = (name.to_owned(), "builtin:greedy".to_owned());
        let role = Role::Player;
        Entry::Entered(Entered {
            number: EntrantId(number),
            name,
            word,
            role,
            ..Entered::default()
        })
    };
    let seats = vec![EntrantId(1), EntrantId(2)];
    let drawn = DrawnGame { key: "g1".into(), map: String::new(), seed: 1, seats: seats.clone() };
    let meeting = Meeting {
        key: "m1".into(),
        entrants: seats.clone(),
        games: vec![drawn],
        ..Meeting::default()
    };
    let draw =
        Draw { round: 1, title: "Batch 1".into(), meetings: vec![meeting], ..Draw::default() };
    let played = Played {
        game: "g1".into(),
        attempt: 1,
        seats,
        map: "crossing".into(),
        seed: 1,
        ranks: vec![2, 1],
        scores: vec![10.0, 20.0],
        most: None,
        reason: "tiles".into(),
        sentence: "red owns 20 tiles, blue 10".into(),
        rounds: 200,
        state: StateHash(7),
        orders: None,
        faults: vec![None, Some("it ended with exit code 1".into())],
        dead: vec![false, false],
        silent: vec![false, false],
        seconds: 0.1,
        replay: Some(replay.into()),
    };
    let entries = [
        Entry::Begin { format: FORMAT, begin },
        entered(1, "alpha"),
        entered(2, "beta"),
        Entry::Draw(draw),
        Entry::Played(played),
    ];
    let lines: Vec<String> =
        entries.iter().map(|entry| serde_json::to_string(entry).unwrap() + "\n").collect();
    fs::write(folder.join("journal.jsonl"), lines.concat()).unwrap();
}

#[test]
fn the_folder_of_a_run_opens_as_the_run() {
    let folder = folder("run");
    let bytes = replay_with_seed(1);
    fs::create_dir(folder.join("replays")).unwrap();
    fs::write(folder.join("replays/g1.agonreplay"), &bytes).unwrap();
    write_journal(&folder, "replays/g1.agonreplay");
    let (server, port) = server("run");
    let url = server.show_all(vec![folder.clone()]);
    let id = url.rsplit_once("#/run/").unwrap().1;
    let listing = get(port, "/api/library").json();
    assert_eq!(listing["runs"][0]["id"], id);
    assert_eq!(listing["runs"][0]["games"], 1);
    let run = get(port, &format!("/api/runs/{id}")).json();
    assert_eq!(run["kind"], "league");
    assert_eq!(run["games"][0]["film"], content_address(&bytes), "{run}");
    assert_eq!(run["games"][0]["seats"], json!(["alpha", "beta"]));
    assert_eq!(run["ratings"]["rows"][0][1], "beta");
    assert_eq!(run["cross"]["names"], json!(["beta", "alpha"]));
    assert_eq!(run["cross"]["cells"][0][1], json!({"points": 1.0, "games": 1}));
    assert_eq!(get(port, "/api/runs/0123").status, 404);
    // A path that leaves the folder of the run is not followed.
    let secret = folder.with_extension("secret");
    fs::write(&secret, &bytes).unwrap();
    write_journal(&folder, &format!("../{}", secret.file_name().unwrap().to_string_lossy()));
    let run = get(port, &format!("/api/runs/{id}")).json();
    assert_eq!(run["games"][0]["film"], Value::Null);
    // A damaged journal is reported in the list and as a run.
    let journal = folder.join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap() + "nonsense\n";
    fs::write(&journal, text).unwrap();
    let listing = get(port, "/api/library").json();
    assert!(listing["runs"][0]["fault"].as_str().unwrap().contains("line 6"), "{listing}");
    assert_eq!(get(port, &format!("/api/runs/{id}")).status, 422);
    fs::remove_dir_all(folder).unwrap();
    fs::remove_file(secret).unwrap();
}

#[test]
fn a_map_file_is_replaced_only_on_request() {
    let (_server, port) = server("replace");
    let made = |seed: u64| {
        let asked = json!({"seed": seed}).to_string();
        post(port, "/api/maps/mars/new", asked.as_bytes()).json()["text"].clone()
    };
    let save = |text: &Value, replace: bool| {
        let body = json!({"text": text, "name": "one", "replace": replace}).to_string();
        post(port, "/api/maps/mars/save", body.as_bytes())
    };
    let (first, second) = (made(3), made(4));
    assert_eq!(save(&first, false).status, 200);
    assert_eq!(save(&first, false).status, 200, "the same map is there already");
    let refused = save(&second, false);
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("exists"), "{}", refused.text());
    let saved = save(&second, true).json();
    let path = saved["path"].as_str().unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), second.as_str().unwrap());
}

#[test]
fn chosen_bots_play() {
    let (_server, port) = server("chosen");
    let text = post(port, "/api/maps/asterobots/new", br#"{"seed": 3}"#).json()["text"].clone();
    let play = |bots: Value| {
        let body = json!({"text": text, "name": "made", "seed": 1, "bots": bots}).to_string();
        post(port, "/api/maps/asterobots/play", body.as_bytes())
    };
    let film = play(json!(["builtin:sample", "builtin:greedy", "builtin:sample"])).json();
    let head = get(port, &format!("/api/films/{}", film["film"])).json()["head"].clone();
    let bots: Vec<&str> =
        head["seats"].as_array().unwrap().iter().map(|seat| seat[1].as_str().unwrap()).collect();
    assert_eq!(bots, ["builtin:sample", "builtin:greedy", "builtin:sample"]);
    for (bots, said) in [
        (json!(["builtin:greedy"]), "seats"),
        (json!(["builtin:absent", "builtin:greedy"]), "absent"),
        (json!(["bots/a.py", "builtin:greedy"]), "plays no others"),
    ] {
        let refused = play(bots);
        assert_eq!(refused.status, 422);
        assert!(refused.text().contains(said), "{}", refused.text());
    }
}
