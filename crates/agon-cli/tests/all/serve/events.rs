//! What organisers decide about an event while it goes on: settings, phases, pages, deadlines.

use super::client::{Answer, IDLE_BOT, Person, ServerProcess, competitor};
use crate::Scratch;
use serde_json::{Value, json};

/// Changes the event `cup` as it is now.
fn patch(person: &Person, port: u16, body: &Value) -> Answer {
    let read = person.get(port, "/api/v1/events/cup").expect(200);
    let tag = read.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    patch_if(person, port, body, &format!("if-match: {tag}\r\n"))
}

fn patch_if(person: &Person, port: u16, body: &Value, condition: &str) -> Answer {
    let bytes = body.to_string().into_bytes();
    let path = "/api/v1/events/cup";
    person.ask(port, "PATCH", path, "application/json", &bytes, condition).expect("an answer")
}

fn detail(answer: &Answer) -> String {
    answer.json()["detail"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn an_event_is_changed_announced_frozen_and_extended() {
    let here = Scratch::new("serve-events");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    let ada = competitor(&server, &organiser, "ada");
    let eve = competitor(&server, &organiser, "eve");

    // Settings: unknown keys and values are refused with a sentence, and no change is lost.
    let title = json!({ "title": "The great cup" });
    patch_if(&organiser, port, &title, "").expect(428);
    patch_if(&organiser, port, &title, "if-match: \"old\"\r\n").expect(412);
    for (settings, words) in [
        (json!({ "colour": "red" }), "there is no field `colour`"),
        (json!({ "time_zone": "Mars/Olympus" }), "unknown time zone `Mars/Olympus`"),
        (json!({ "submissions": { "languages": ["latin"] } }), "unknown language `latin`"),
        (json!({ "submissions": { "addresses": ["hall"] } }), "`hall` is no address"),
        (json!({ "team_members": 0 }), "`team_members` is 0"),
        (
            json!({ "team_members": -1 }),
            "`team_members` is the number -1, but must be a whole number from 0 to 4294967295",
        ),
    ] {
        let answer = patch(&organiser, port, &json!({ "settings": settings })).expect(422);
        assert!(detail(&answer).contains(words), "{}", detail(&answer));
    }
    let limits =
        json!({ "languages": ["python"], "sources_only": true, "per_hour": 2, "max_kib": 1 });
    let change = json!({
        "title": "The great cup",
        "settings": { "time_zone": "Europe/Berlin", "team_members": 1, "submissions": limits },
        "timeline": { "frozen": "2100-11-20T18:00" },
    });
    let changed = patch(&organiser, port, &change).expect(200).json();
    assert_eq!(changed["title"], "The great cup");
    assert_eq!(changed["timeline"][0]["local"], "2100-11-20 18:00:00 CET");
    // What a change leaves out stays.
    let loose = json!({ "settings": { "submissions": { "clock": "loose" } } });
    let changed = patch(&organiser, port, &loose).expect(200).json();
    let kept = &changed["settings"]["submissions"];
    assert_eq!((&kept["max_kib"], &kept["sources_only"]), (&json!(1), &json!(true)), "{kept}");
    let wrong = json!({ "timeline": { "finals": "2099-01-01T00:00Z" } });
    let answer = patch(&organiser, port, &wrong).expect(422);
    assert!(detail(&answer).contains("must begin after the phase frozen"), "{}", detail(&answer));

    // The limit of members holds, and submissions are told their limits before and after.
    let code = ada.get(port, "/api/v1/events/cup/my-team").expect(200).json()["join_code"].clone();
    let body = json!({ "login": "bob", "name": "bob", "role": "competitor" });
    let made = organiser.post(port, "/api/v1/accounts", &body).expect(200).json();
    let bob = Person::log_in(port, "bob", made["password"].as_str().unwrap());
    let answer = bob.post(port, "/api/v1/events/cup/join", &json!({ "code": code })).expect(409);
    assert!(detail(&answer).contains("at most 1 members"), "{}", detail(&answer));
    let limits = ada.get(port, "/api/v1/events/cup/submission-limits").expect(200).json();
    assert_eq!((&limits["left"], &limits["max_bytes"]), (&json!(2), &json!(1024)), "{limits}");
    let large = ada.upload(port, "cup", "bot.py", &[b'#'; 2000]).expect(413);
    assert!(detail(&large).contains("larger than 1 KiB"), "{}", detail(&large));
    let sent = ada.upload(port, "cup", "bot.py&label=calm", IDLE_BOT.as_bytes()).expect(200).json();
    assert_eq!((&sent["label"], &sent["limits"]["left"]), (&json!("calm"), &json!(1)), "{sent}");
    let other = ada.upload(port, "cup", "Bot.java", b"class Bot {").expect(200).json();
    let third = ada.upload(port, "cup", "bot.py", b"pass").expect(409);
    assert!(detail(&third).contains("2 versions in an hour"), "{}", detail(&third));
    let path = format!("/api/v1/submissions/{}", other["id"]);
    let rejected = ada.wait_for(port, &path, |found| found["state"] == "rejected");
    let reason = rejected["reason"].as_str().unwrap();
    assert!(reason.contains("accepts bots in python; this one is in Java"), "{reason}");
    // A rejected version is tried again when its cause is gone.
    ada.upload(port, "cup", "Bot.java", b"class Bot {").expect(409);
    let all = json!({ "settings": { "submissions": { "languages": [], "per_hour": 9 } } });
    patch(&organiser, port, &all).expect(200);
    let again = ada.upload(port, "cup", "other.txt", b"class Bot {").expect(200).json();
    assert_eq!((&again["id"], &again["state"]), (&other["id"], &json!("received")), "{again}");
    assert_eq!((&again["name"], &again["number"]), (&json!("other.txt"), &json!(2)), "{again}");
    let own = format!("/api/v1/submissions/{}", sent["id"]);
    ada.wait_for(port, &own, |found| found["state"] == "valid");
    ada.put(port, &format!("{own}/label"), &json!({ "label": "calmer" })).expect(204);
    eve.put(port, &format!("{own}/label"), &json!({ "label": "mine" })).expect(404);
    assert_eq!(ada.get(port, &own).expect(200).json()["label"], "calmer");

    // Teams: until the freeze they change themselves; staff exclude and reinstate them.
    let renamed = json!({ "name": "Calm bots", "new_join_code": true });
    let patch_team = |person: &Person, path: &str, body: &Value| {
        let bytes = body.to_string().into_bytes();
        person.ask(port, "PATCH", path, "application/json", &bytes, "").expect("an answer")
    };
    let mine = patch_team(&ada, "/api/v1/events/cup/my-team", &renamed).expect(200).json();
    assert_eq!(mine["team"]["name"], "Calm bots");
    assert_ne!(mine["join_code"], code);
    let taken = json!({ "name": "team  EVE" });
    patch_team(&ada, "/api/v1/events/cup/my-team", &taken).expect(409);
    let path = format!("/api/v1/teams/{}", mine["team"]["id"]);
    let out = json!({ "state": "disqualified", "reason": "Copied code" });
    patch_team(&ada, &path, &out).expect(403);
    patch_team(&organiser, &path, &json!({ "state": "disqualified" })).expect(422);
    patch_team(&organiser, &path, &json!({ "tags": ["newcomer"] })).expect(422);
    patch_team(&organiser, &path, &out).expect(204);
    let mine = ada.get(port, "/api/v1/events/cup/my-team").expect(200).json();
    assert_eq!(
        (&mine["team"]["state"], &mine["reason"]),
        (&json!("disqualified"), &json!("Copied code"))
    );
    let all = eve.get(port, "/api/v1/events/cup/teams").expect(200).json().to_string();
    assert!(all.contains("disqualified") && !all.contains("Copied code"), "{all}");
    assert_eq!(mine["team"]["can_play"], false, "{mine}");
    let left = ada.post(port, "/api/v1/events/cup/leave", &json!({})).expect(409);
    assert!(detail(&left).contains("cannot leave it"), "{}", detail(&left));
    let sent = ada.upload(port, "cup", "bot.py", b"pass").expect(409);
    assert!(detail(&sent).contains("is disqualified (Copied code)"), "{}", detail(&sent));
    patch_team(&organiser, &path, &json!({ "state": "active" })).expect(204);

    // Pages: the handbook has versions, an announcement reaches visitors.
    let page = json!({ "after": 0, "body": "# Rules", "notice": "First version" });
    organiser.post(port, "/api/v1/events/cup/handbook", &page).expect(200);
    organiser.post(port, "/api/v1/events/cup/handbook", &page).expect(409);
    let page = json!({ "after": 1, "body": "# New rules", "notice": "Rule 3" });
    organiser.post(port, "/api/v1/events/cup/handbook", &page).expect(200);
    let read = eve.get(port, "/api/v1/events/cup/handbook?version=1").expect(200).json();
    assert_eq!(
        (&read["body"], &read["notices"][0]["notice"]),
        (&json!("# Rules"), &json!("Rule 3"))
    );
    let news = json!({ "title": "Pizza", "body": "In the **hall**." });
    eve.post(port, "/api/v1/events/cup/announcements", &news).expect(403);
    organiser.post(port, "/api/v1/events/cup/announcements", &news).expect(200);
    let read = Person::visitor().get(port, "/api/v1/events/cup/announcements").expect(200).json();
    assert_eq!(read["announcements"][0]["title"], "Pizza", "{read}");

    // A downtime moves the phases to come.
    let downtimes = "/api/v1/events/cup/downtimes";
    let down =
        json!({ "from": "2001-01-01T00:00Z", "until": "2026-01-01T01:00Z", "reason": "power" });
    let early = organiser.post(port, downtimes, &down).expect(422);
    assert!(detail(&early).contains("before the event was made"), "{}", detail(&early));
    // One that begins after the event was made.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let until = jiff::Timestamp::now();
    let from = until - std::time::Duration::from_secs(1);
    let down = json!({ "from": from.to_string(), "until": until.to_string(), "reason": "power" });
    let moved = organiser.post(port, downtimes, &down).expect(200).json();
    assert_eq!(moved["timeline"][0]["local"], "2100-11-20 18:00:01 CET");
    organiser.post(port, downtimes, &down).expect(409);

    // The freeze acts by the clock; one team has an extension.
    let frozen = json!({ "timeline": { "frozen": "2026-01-02T00:00Z" } });
    let late = patch(&organiser, port, &frozen).expect(200).json();
    assert_eq!(late["phase"], "frozen", "a time in the past acts at once");
    organiser.put(port, "/api/v1/events/cup/phase", &json!({ "phase": "frozen" })).expect(204);
    eve.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(409);
    let team = eve.get(port, "/api/v1/events/cup/my-team").expect(200).json();
    let path = format!("/api/v1/teams/{}/extensions", team["team"]["id"]);
    let later = json!({ "until": "2100-01-01T00:00Z", "reason": "A broken laptop" });
    ada.post(port, &path, &later).expect(403);
    organiser.post(port, &path, &later).expect(204);
    let limits = eve.get(port, "/api/v1/events/cup/submission-limits").expect(200).json();
    assert_eq!(limits["extended"], "A broken laptop", "{limits}");
    eve.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200);
    let again = ada.post(port, &format!("{own}/activate"), &json!({})).expect(409);
    assert!(detail(&again).contains("in the phase frozen"), "{}", detail(&again));
    eve.post(port, "/api/v1/events/cup/leave", &json!({})).expect(409);
    let why = json!({ "reason": "We have to leave" });
    eve.post(port, "/api/v1/events/cup/withdraw", &why).expect(204);
    eve.post(port, "/api/v1/events/cup/withdraw", &why).expect(409);
    let extended = eve.upload(port, "cup", "bot.py", b"pass").expect(409);
    assert!(detail(&extended).contains("withdrawn"), "{}", detail(&extended));
}
