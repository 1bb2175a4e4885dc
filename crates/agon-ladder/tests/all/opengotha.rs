//! The OpenGotha file, read back the way OpenGotha reads it.

use agon_ladder::mcmahon::{
    Criterion, Entrant, Event, Idle, Meeting, Round, Rules, pair_round, standings,
};
use agon_ladder::opengotha::write;
use std::collections::BTreeMap;

type Attributes = BTreeMap<String, String>;

/// Strict reader for the subset of XML in these files: elements in order, with their attributes.
fn read(xml: &str) -> Vec<(String, Attributes)> {
    let mut rest =
        xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").expect("an XML declaration");
    let (mut open, mut found) = (Vec::new(), Vec::new());
    while let Some(start) = rest.find('<') {
        assert!(rest[..start].trim().is_empty(), "no text between elements: {rest:.40}");
        let end = start + rest[start..].find('>').expect("every element ends");
        let inside = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "elements are closed in their order");
            continue;
        }
        let (inside, is_empty) = match inside.strip_suffix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        found.push((name.to_owned(), read_attributes(attributes)));
        if !is_empty {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "everything is closed: {open:?}");
    found
}

fn read_attributes(mut text: &str) -> Attributes {
    let mut found = Attributes::new();
    while !text.is_empty() {
        let (name, rest) = text.split_once("=\"").expect("a name and a value");
        let (value, rest) = rest.split_once('"').expect("the value's end");
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "{name}");
        assert!(found.insert(name.to_owned(), plain(value)).is_none(), "{name} twice");
        text = rest.strip_prefix(' ').unwrap_or(rest);
    }
    found
}

/// Decodes the entities of a value.
fn plain(text: &str) -> String {
    assert!(!text.contains('<'), "{text}");
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (entity, rest) = part.split_once(';').expect("an entity ends");
        out.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            other => panic!("unknown entity {other}"),
        });
        out.push_str(rest);
    }
    out
}

/// A grade as a number: 30 kyu is 0.
fn rank(grade: &str) -> i64 {
    let (number, kind) = grade.split_at(grade.len() - 1);
    let number: i64 = number.parse().unwrap();
    if kind == "K" { 30 - number } else { 29 + number }
}

/// McMahon scores in half points by player key, as OpenGotha computes them from its file.
fn scores(file: &[(String, Attributes)]) -> BTreeMap<String, i64> {
    let all =
        |name: &str| file.iter().filter(move |e| e.0 == name).map(|e| &e.1).collect::<Vec<_>>();
    let [general] = all("GeneralParameterSet")[..] else { panic!("one set of parameters") };
    let number = |name: &str| general[name].parse::<i64>().unwrap();
    let (floor, bar) = (rank(&general["genMMFloor"]), rank(&general["genMMBar"]));
    let mut sums = BTreeMap::new();
    for player in all("Player") {
        assert!(!player["name"].is_empty() && !player["firstName"].is_empty(), "both are needed");
        assert!(player["country"].is_empty() && player["club"].is_empty());
        let key = format!("{}{}", player["name"], player["firstName"]);
        let key = key.replace(' ', "").to_uppercase();
        let start = 2 * (rank(&player["rank"]).clamp(floor, bar) - rank(&general["genMMZero"]));
        let away = player["participating"].chars().filter(|c| *c == '0').count() as i64;
        let byes = all("ByePlayer").iter().filter(|bye| bye["player"] == key).count() as i64;
        let idle = away * number("genMMS2ValueAbsent") + byes * number("genMMS2ValueBye");
        assert_eq!(general["genRoundDownNBWMMS"], "true");
        assert!(sums.insert(key, start + idle / 2 * 2).is_none(), "two players of one name");
    }
    for game in all("Game") {
        let (black, white) = match game["result"].as_str() {
            "RESULT_BLACKWINS" => (2, 0),
            "RESULT_WHITEWINS" => (0, 2),
            "RESULT_EQUAL" => (1, 1),
            "RESULT_BOTHLOSE" | "RESULT_UNKNOWN" => (0, 0),
            other => panic!("unknown result {other}"),
        };
        assert_eq!((game["handicap"].as_str(), game["knownColor"].as_str()), ("0", "true"));
        *sums.get_mut(&game["blackPlayer"]).expect("a player") += black;
        *sums.get_mut(&game["whitePlayer"]).expect("a player") += white;
    }
    sums
}

/// Seven entrants, four rounds, with byes, an absence and a withdrawal.
fn event() -> Event {
    let starts = [2, 2, 2, 1, 1, 0, 0];
    let entrants = (1..).zip(starts).map(|(id, start)| Entrant::new(id, id, start)).collect();
    let mut event = Event { entrants, ..Event::default() };
    let rules = Rules { rounds: 4, ..Rules::default() };
    for round in 1..=4 {
        if round == 3 {
            event.entrants[3].withdrawn = Some(3);
        }
        let away: &[u32] = if round == 2 { &[7] } else { &[] };
        let draw = pair_round(&event, &rules, away);
        let result = |first: u32, second: u32| match (first + 2 * second + round) % 4 {
            0 => (2, 0),
            1 => (0, 2),
            2 => (1, 1),
            _ => (0, 0),
        };
        let meetings = draw.pairings.iter().map(|p| {
            let result = Some(result(p.first, p.second));
            Meeting { first: p.first, second: p.second, result, games: (0, 0) }
        });
        event.rounds.push(Round { meetings: meetings.collect(), idle: draw.idle.clone() });
    }
    event
}

#[test]
fn opengotha_computes_the_same_scores_from_our_file() {
    let event = event();
    let idle: Vec<Idle> = event.rounds.iter().flat_map(|round| &round.idle).map(|i| i.1).collect();
    assert!([Idle::Bye, Idle::Absent, Idle::Withdrawn].iter().all(|one| idle.contains(one)));
    let name = |id: u32| format!("Team <{id}> & \"co\"\n");
    let xml = write("Cup 'A' & more", &event, 4, &Criterion::DEFAULT, name).unwrap();
    let file = read(&xml);
    let scores = scores(&file);
    for row in standings(&event, &[Criterion::Mms]) {
        let key = format!("TEAM<{0}>&\"CO\"#{0}", row.id);
        assert_eq!(scores[&key], (2.0 * row.values[0]) as i64, "{key}: {xml}");
    }
}

/// OpenGotha rejects a file that lacks any of these elements.
#[test]
fn all_required_elements_are_present() {
    let name = |id: u32| id.to_string();
    let every = [Criterion::Sos1, Criterion::Sos2, Criterion::Dc, Criterion::Seed, Criterion::Cuss];
    let file = read(&write("", &event(), 4, &every, name).unwrap());
    let sets = [
        ("Tournament", 1),
        ("Players", 1),
        ("Player", 7),
        ("Games", 1),
        ("ByePlayers", 1),
        ("TournamentParameterSet", 1),
        ("GeneralParameterSet", 1),
        ("HandicapParameterSet", 1),
        ("PlacementParameterSet", 1),
        ("PlacementCriterion", 6),
        ("PairingParameterSet", 1),
    ];
    for (set, times) in sets {
        assert_eq!(file.iter().filter(|element| element.0 == set).count(), times, "{set}");
    }
    let names = file.iter().filter(|e| e.0 == "PlacementCriterion").map(|e| e.1["name"].as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["SOSM-1", "SOSM-2", "SDC", "CUSSM", "NULL", "NULL"]);
    assert!(
        write("x", &event(), 21, &Criterion::DEFAULT, name).is_none(),
        "more rounds than the format allows"
    );
}
