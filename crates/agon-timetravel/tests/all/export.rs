//! R15: the original server's game log.

use agon_core::{Chance, Contest, End, Game, MatchInfo, Now, Profile};
use agon_timetravel::*;

/// Plays a match of orders that a game allows and writes its log.
fn log_of(names: [&str; 2], turns: u32) -> String {
    let map = Map::parse(TimeTravel::own_maps()[0].text).unwrap();
    let rules = Rules {
        turn_limit: turns,
        ..Rules::handbook()
    };
    let mut game = TimeTravel::new(&Setup::new(map, rules).unwrap(), Chance::seeded(0));
    let info = MatchInfo {
        map: "classic".into(),
        bots: names.map(str::to_owned).into(),
    };
    let mut log = game.exporter(&info).unwrap();
    let mut rng = agon_core::Rng::new(9);
    loop {
        let actor = match game.now() {
            Now::Over(outcome) => return String::from_utf8(log.finish(&game, &outcome)).unwrap(),
            Now::Turn(actors) => actors[0],
        };
        for _ in 0..30 {
            let call = game.wild_call(actor, &mut rng);
            let reply = game.call(actor, &call);
            log.call(&game, actor, &call, &reply);
        }
        game.end(actor, End::DONE);
        log.end(&game, actor, &End::DONE);
    }
}

#[test]
fn r15_the_lines_of_a_log() {
    let log = log_of(["Shell \"AI\"", "other"], 60);
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 1 + 2 * 61 + 1);
    assert_eq!(lines[0], r#"("ident" ("Shell \"AI\"" "other") () -1)"#);
    assert!(lines[1].starts_with(r#"("changed" ("game" 0 (0 0 0) (0 0 0) 10 10 10) ("UnitType" "#));
    for kind in [
        "UnitType",
        "BuildingType",
        "Portal",
        "Terrain",
        "Unit",
        "Building",
    ] {
        assert!(lines[1].contains(&format!("(\"{kind}\" (")), "{kind}");
    }
    assert!(lines[1].contains(
        "(2 \"Spearman\" 181 5 3 2000 160 4 1 1 450 0 2 7 0 1.150000 1.150000 1.050000 1.150000 5 5)"
    ));
    assert!(lines[1].contains(
        "(8 \"School\" 400 0 12 8 5 3500 100 5 0 2 2 0 0 1.150000 1.150000 1.050000 1.150000)"
    ));
    for pair in lines[3..lines.len() - 1].chunks(2) {
        assert!(pair[0].starts_with("(\"changed\" (\"game\" "));
        assert!(pair[1].starts_with("(\"animations\""));
        assert!(!pair[0].contains("Terrain"));
    }
    for line in &lines {
        let depth = line.chars().fold(0, |depth, c| match c {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        });
        assert_eq!(depth, 0, "{line}");
    }
    let last = lines[lines.len() - 1];
    assert!(last.starts_with("(\"game-over\" 1 "), "{last}");
    let animations = lines.join("");
    for word in ["move", "paint", "train"] {
        assert!(animations.contains(&format!("(\"{word}\" ")), "{word}");
    }
}

#[test]
fn both_profiles_can_be_exported() {
    for profile in Profile::ALL {
        let map = Map::parse(TimeTravel::own_maps()[1].text).unwrap();
        let setup = TimeTravel::setup(map, profile, 2).unwrap();
        let game = TimeTravel::new(&setup, Chance::seeded(0));
        let info = MatchInfo {
            map: String::new(),
            bots: Vec::new(),
        };
        assert!(game.exporter(&info).is_some());
    }
}
