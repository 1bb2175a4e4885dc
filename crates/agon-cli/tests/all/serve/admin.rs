//! `agon admin`: the shell beside a running server.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor, on_both};
use crate::Scratch;
use agon_testservers::Postgres;
use serde_json::{Value, json};

/// Runs `agon admin` on the server's data.
fn admin(here: &Scratch, more: &[&str], words: &[&str]) -> crate::Run {
    here.run(&[&["admin", "--data", "data"], more, words].concat())
}

#[test]
fn accounts_are_made_reset_exported_and_erased_from_the_shell() {
    on_both("admin-users", |here, more| {
        let server = ServerProcess::start(here, more);
        let port = server.port;
        let organiser = server.organiser();
        let people = here.write("people.csv", "login,name,student_number\nada,Ada L.,17\nbob,,\n");
        let made = admin(here, more, &["user", "import", people.to_str().unwrap()]).expect(0, &[]);
        let lines: Vec<&str> = made.out.lines().collect();
        assert_eq!((lines[0], lines.len()), ("login,password", 3), "{}", made.out);
        let (login, password) = lines[1].split_once(',').unwrap();
        assert_eq!(login, "ada");
        let ada = Person::log_in(port, "ada", password);
        // All or none: bob exists.
        let people = here.write("more.csv", "login\neve\nbob\n");
        admin(here, more, &["user", "import", people.to_str().unwrap()])
            .expect(1, &["no account of", "`bob` is taken"]);
        admin(here, more, &["user", "export", "eve"]).expect(1, &["there is no account `eve`"]);
        admin(here, more, &["user", "create", "helper", "--role", "staff"])
            .expect(0, &["password"]);
        admin(here, more, &["user", "create", "x", "--role", "king"]).expect(1, &["unknown role"]);

        let about = admin(here, more, &["user", "export", "ada"]).expect(0, &[]);
        let about: Value = serde_json::from_str(&about.out).unwrap();
        assert_eq!(about["account"]["student_number"], "17");
        assert_eq!(about["sessions"].as_array().unwrap().len(), 1, "{about}");
        assert!(!about.to_string().contains("argon2"), "{about}");

        let link = admin(here, more, &["user", "reset", "ada"]).expect(0, &["/#/reset/"]).out;
        let token = link.trim().rsplit_once('/').unwrap().1;
        let body = json!({ "token": token, "password": "another one" });
        Person::visitor().post(port, "/api/v1/password-reset", &body).expect(204);
        ada.get(port, "/api/v1/me").expect(401);
        let ada = Person::log_in(port, "ada", "another one");
        admin(here, more, &["user", "erase", "ada"]).expect(2, &["--yes"]);
        admin(here, more, &["user", "erase", "ada", "--yes"]).expect(0, &[]);
        ada.get(port, "/api/v1/me").expect(401);
        let all = organiser.get(port, "/api/v1/accounts").expect(200).json().to_string();
        assert!(!all.contains("Ada L."), "{all}");
    });
}

#[test]
fn a_bot_from_a_usb_stick_counts_from_when_it_arrived() {
    let here = Scratch::new("admin-submit");
    let server = ServerProcess::start(&here, &[]);
    let (port, organiser) = (server.port, server.organiser());
    let ada = competitor(&server, &organiser, "ada");
    organiser.put(port, "/api/v1/events/cup/phase", &json!({ "phase": "frozen" })).expect(204);
    let bot = here.write("stick.py", IDLE_BOT);
    let hand_in = |event: &str, team: &str, at: &str| {
        let words = ["submit", event, team, bot.to_str().unwrap(), "--at", at];
        admin(&here, &[], &[&words[..], &["--why", "the hall has no network"]].concat())
    };
    let morning = "2026-01-01T09:00Z";
    hand_in("mug", "Team ada", morning).expect(1, &["there is no event `mug`"]);
    hand_in("cup", "Team Bob", morning).expect(1, &["there is no team `Team Bob`"]);
    hand_in("cup", "Team ada", "9 a.m.").expect(1, &["`9 a.m.` is no time"]);
    hand_in("cup", "Team ada", "2999-01-01T09:00Z").expect(1, &["in the future"]);
    std::fs::write(&bot, "").unwrap();
    hand_in("cup", "Team ada", morning).expect(1, &["stick.py has 0 bytes"]);
    std::fs::write(&bot, IDLE_BOT).unwrap();
    hand_in("cup", "team ADA", morning).expect(0, &["Version 1 of team ADA is received"]);
    let path = "/api/v1/events/cup/submissions";
    let versions = ada.wait_for(port, path, |versions| versions[0]["state"] == "valid");
    assert_eq!(versions[0]["received_ms"], 1_767_258_000_000_i64, "{versions}");
    let team = ada.get(port, "/api/v1/events/cup/my-team").expect(200).json();
    assert_eq!(team["active_submission"], versions[0]["id"], "{team}");
}

#[test]
fn invite_codes_make_one_account_each() {
    let here = Scratch::new("admin-invite");
    let keys = "sign_up = \"invite\"\nsign_up_consent = \"I agree to the privacy notice.\"\n";
    let config = here.write("agon.toml", keys);
    let more = ["--config", config.to_str().unwrap()];
    let server = ServerProcess::start(&here, &more);
    let codes = admin(&here, &more, &["invite", "--count", "2"]).expect(0, &[]).out;
    let codes: Vec<&str> = codes.lines().collect();
    assert_eq!(codes.len(), 2);
    let sign_up = |login: &str, invite: Option<&str>| {
        let body = json!({ "login": login, "name": "x", "password": "long enough", "invite": invite,
            "consent": true });
        Person::visitor().post(server.port, "/api/v1/sign-up", &body)
    };
    // The server asks for consent, and keeps when it was given.
    let about = Person::visitor().get(server.port, "/api/v1/server").expect(200).json();
    assert_eq!(about["consent"], "I agree to the privacy notice.");
    let body =
        json!({ "login": "ada", "name": "x", "password": "long enough", "invite": codes[0] });
    let refused = Person::visitor().post(server.port, "/api/v1/sign-up", &body).expect(422).json();
    assert!(refused["detail"].as_str().unwrap().contains("your agreement"), "{refused}");
    sign_up("ada", None).expect(422);
    sign_up("ada", Some("guess")).expect(422);
    sign_up("ada", Some(&format!(" {} ", codes[0].to_uppercase()))).expect(200);
    let told = admin(&here, &more, &["user", "export", "ada"]).expect(0, &[]).out;
    let told: Value = serde_json::from_str(&told).unwrap();
    assert!(told.to_string().contains("\"consent_ms\":1"), "{told}");
    sign_up("eve", Some(codes[0])).expect(422);
    sign_up("eve", Some(codes[1])).expect(200);
}

#[test]
fn a_backup_under_load_restores_and_moves_between_databases() {
    on_both("admin-backup", |here, more| {
        let server = ServerProcess::start(here, more);
        let organiser = server.organiser();
        let ada = competitor(&server, &organiser, "ada");
        let sent = ada.upload(server.port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200).json();
        let submission = format!("/api/v1/submissions/{}", sent["id"]);
        ada.wait_for(server.port, &submission, |found| found["state"] == "valid");
        let teams = organiser.get(server.port, "/api/v1/events/cup/teams").expect(200).json();
        let opponent = teams["teams"][0]["id"].clone();
        // Games are requested and played while the backup is made.
        let ask = || {
            let body = json!({ "opponents": [{ "team": opponent }], "games": 2 });
            ada.post(server.port, "/api/v1/events/cup/scrimmages", &body).expect(200).json()["scrimmage"]
                ["match"]
                .clone()
        };
        let before: Vec<Value> = (0..4).map(|_| ask()).collect();
        std::thread::scope(|scope| {
            let load = scope.spawn(|| (0..8).map(|_| ask()).collect::<Vec<Value>>());
            admin(here, more, &["backup", "copy"]).expect(0, &["blobs", "restore copy"]);
            load.join().unwrap();
        });
        admin(here, more, &["backup", "copy"]).expect(1, &["copy", "name a new folder"]);
        admin(here, more, &["migrate", "--to", "sqlite"])
            .expect(2, &["is used by another agon server"]);
        server.kill();

        // The copy is a server of its own: it finishes the games that were under way.
        std::fs::rename(here.path("data"), here.path("old")).unwrap();
        std::fs::rename(here.path("copy"), here.path("data")).unwrap();
        let server = ServerProcess::start_again(here, &[]);
        for id in &before {
            let path = format!("/api/v1/matches/{id}");
            let found = ada.wait_for(server.port, &path, |found| found["state"] == "finished");
            assert_eq!(found["games"].as_array().unwrap().len(), 2);
            ada.get(server.port, &format!("{path}/games/1/replay")).expect(200);
        }
        assert_eq!(server.stop(), Some(0));

        // From SQLite to PostgreSQL.
        let database = Postgres::shared().new_database();
        here.run(&["admin", "--data", "data", "migrate", "--to", &database]).expect(0, &["rows"]);
        let config = here.write("moved.toml", format!("database = {database:?}\n"));
        let server = ServerProcess::start_again(here, &["--config", config.to_str().unwrap()]);
        let found =
            ada.get(server.port, &format!("/api/v1/matches/{}", before[0])).expect(200).json();
        assert_eq!(found["state"], "finished");
    });
}

#[test]
fn an_erased_person_stays_erased_when_an_older_backup_is_restored() {
    on_both("admin-erased", |here, more| {
        let server = ServerProcess::start(here, more);
        let organiser = server.organiser();
        for name in ["ada", "eve"] {
            competitor(&server, &organiser, name);
        }
        admin(here, more, &["backup", "copy"]).expect(0, &["rows"]);
        let accounts = |port: u16, person: &Person| {
            let all = person.get(port, "/api/v1/accounts").expect(200).json();
            let login = |account: &Value| account["login"].as_str().unwrap().to_owned();
            all["accounts"].as_array().unwrap().iter().map(login).collect::<Vec<String>>()
        };
        // An account of a later day gets a number that the restored server gives to another person.
        admin(here, more, &["user", "create", "late"]).expect(0, &[]);
        for login in ["ada", "late"] {
            admin(here, more, &["user", "erase", login, "--yes"]).expect(0, &[]);
        }
        server.kill();
        let list = std::fs::read_to_string(here.path("data.erased")).unwrap();
        assert_eq!(list.lines().count(), 2, "{list}");
        assert!(!list.contains("ada"), "{list}");
        // The data is lost; the list is not.
        std::fs::remove_dir_all(here.path("data")).unwrap();
        let new = match more.is_empty() {
            true => String::new(),
            false => format!("database = {:?}\n", Postgres::shared().new_database()),
        };
        let config = here.write("new.toml", new);
        let new = ["--config", config.to_str().unwrap()];
        let nothing = admin(here, &new, &["restore", "nowhere"]);
        nothing.expect(1, &["nowhere", "no agon.db"]);
        admin(here, &new, &["restore", "copy"]).expect(0, &["1 account that was erased"]);
        // The backup says where the list of its server is: another folder name finds it, too.
        let elsewhere = ["admin", "--data", "elsewhere", "restore", "copy"];
        here.run(&elsewhere).expect(0, &["1 account that was erased"]);
        admin(here, &new, &["restore", "copy"]).expect(1, &["is not empty"]);
        let server = ServerProcess::start_again(here, &new);
        assert_eq!(accounts(server.port, &organiser), ["org", "deleted-2", "eve"]);
        admin(here, &new, &["user", "create", "new"]).expect(0, &[]);
        server.kill();
        let server = ServerProcess::start_again(here, &new);
        assert_eq!(accounts(server.port, &organiser), ["org", "deleted-2", "eve", "new"]);
        // The folder of a backup can be used as it is, too.
        server.kill();
        if more.is_empty() {
            std::fs::remove_dir_all(here.path("data")).unwrap();
            std::fs::rename(here.path("copy"), here.path("data")).unwrap();
            let server = ServerProcess::start_again(here, &[]);
            assert_eq!(accounts(server.port, &organiser), ["org", "deleted-2", "eve"]);
        }
    });
}

#[test]
fn a_missing_data_folder_is_named_with_what_to_do() {
    let here = Scratch::new("admin-no-data");
    admin(&here, &[], &["user", "export", "ada"])
        .expect(2, &["no server's data in data", "--data", "agon serve"]);
}
