//! R15: the original server's game log.

use agon_core::{Actor, Chance, Contest, Game, GameMap, MatchInfo, Now, Profile, Turn, Why};
use agon_timetravel::{Map, TimeTravel, View};

/// Plays a match of two built-in bots and writes its log.
fn log_of(profile: Profile, bots: [&str; 2], names: [&str; 2]) -> String {
    let map = Map::parse(TimeTravel::own_maps()[0].text).unwrap();
    let setup = TimeTravel::new_setup(map, profile, 2).unwrap();
    let mut game = TimeTravel::new(&setup, Chance::seeded(0));
    let info = MatchInfo { map: "classic".into(), bots: names.map(str::to_owned).into() };
    let mut log = game.exporter(&info).unwrap();
    let make = |(seat, name): (usize, &&str)| {
        let bot = TimeTravel::bots().iter().find(|bot| bot.name == *name);
        (bot.unwrap().make)(Actor(seat as u32), seat as u64)
    };
    let mut bots: Vec<_> = bots.iter().enumerate().map(make).collect();
    let mut view = View::default();
    loop {
        let actor = match game.now() {
            Now::Over(outcome) => return String::from_utf8(log.finish(&game, &outcome)).unwrap(),
            Now::Turn(actors) => actors[0],
        };
        game.view(actor, &mut view);
        let mut turn = Turn::open(&mut game, actor, &mut *log);
        bots[actor.0 as usize].turn(&view, &mut turn).unwrap();
        turn.close(Why::Done, 0.0);
    }
}

#[test]
fn r15_a_log_has_the_originals_lines() {
    let names = ["Shell \"AI\"", "other"];
    let log = log_of(Profile::Handbook, ["expert", "solid"], names);
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[0], r#"("ident" ("Shell \"AI\"" "other") () -1)"#);
    assert!(lines[1].starts_with(r#"("changed" ("game" 0 (0 0 0) (0 0 0) 10 10 10) ("UnitType" "#));
    for kind in ["UnitType", "BuildingType", "Portal", "Terrain", "Unit", "Building"] {
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
    let last = lines[lines.len() - 1];
    assert_eq!(last, r#"("game-over" 0 "Shell \"AI\"" 0)"#);
    let words = ["move", "paint", "train", "build", "attack", "hurt", "remove", "add"];
    for word in words {
        assert!(log.contains(&format!("(\"{word}\" ")), "{word}");
    }
}

#[test]
fn r15_every_line_is_an_s_expression() {
    for profile in Profile::ALL {
        let log = log_of(profile, ["random", "nothing"], ["(", ")"]);
        assert_eq!(log.lines().count(), 1 + 2 * 501 + 1);
        for line in log.lines() {
            let (mut depth, mut quoted) = (0, false);
            for c in line.chars() {
                match c {
                    '"' => quoted = !quoted,
                    '(' if !quoted => depth += 1,
                    ')' if !quoted => depth -= 1,
                    _ => {}
                }
            }
            assert!(depth == 0 && !quoted, "{line}");
        }
    }
}
