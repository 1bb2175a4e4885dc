//! R3.1, R3.2, R3.4 Galaxies: built-in and generated ones, files and their faults, and the picture.

use agon_core::{Contest, GameMap, Profile, Rng, Wishes};
use agon_galaxy::{Galaxy, GalaxyCommander, Rules, Setup, SystemId, ZeroCosts, random_galaxy};

#[test]
fn r3_1_the_default_galaxy() {
    let own = GalaxyCommander::own_maps();
    assert_eq!(own[0].name, "default");
    assert!(own.len() > 6);
    assert_eq!(
        own[0].text,
        "A:1,3,0,5,[C,E],[1,2]
B:2,5,0,5,[C,D,G],[1,2,4]
C:3,10,0,5,[F,B,G],[1,2,3]
D:1,2,0,5,[E,F],[1,2]
E:1,7,0,5,[G,A,C,F],[1,2,3,4]
F:7,10,0,5,[B,A],[1,2]
G:10,20,0,5,[D],[1]
"
    );
}

#[test]
fn r3_2_generated_galaxies_are_as_large_as_the_originals() {
    // The originals of 400 games had 8.99, 23.5 and 58.4 wormholes on average.
    for (n, expected) in [(5, 9.0), (10, 23.5), (20, 58.3)] {
        let count = |seed| random_galaxy(n, &mut Rng::new(seed)).ends().len();
        let mean = (0..400).map(|seed| count(seed) as f64).sum::<f64>() / 400.0;
        assert!((mean - expected).abs() < expected * 0.03, "{n}: {mean}");
    }
}

#[test]
fn r3_2_numbers_of_generated_galaxies() {
    for n in [1, 2, 3, 7, 40, 500] {
        let galaxy = random_galaxy(n, &mut Rng::new(n.into()));
        assert_eq!(galaxy.len(), n as usize);
        assert_eq!(galaxy.name(SystemId(n as u16 - 1)).as_str(), format!("S{}", n - 1));
        for system in galaxy.systems() {
            let i = system.index();
            let (g, most) = (galaxy.generators()[i], galaxy.max_generators()[i]);
            assert!((0..20).contains(&most) && (0..=most).contains(&g));
            let cost = galaxy.capture_costs()[i];
            assert!((1.max(g - 5)..=1.max(g + 5)).contains(&cost));
            let ends = galaxy.neighbours(system);
            assert!(ends.is_sorted() && !ends.contains(&system));
        }
        assert!(galaxy.travel_costs().iter().all(|cost| (1..10).contains(cost)));
    }
}

#[test]
fn r3_2_generated_wormholes_are_free_only_where_the_rules_say_so() {
    let costs = |seed, zero_cost| {
        let mut rules = Rules::handbook();
        rules.generated_zero_cost = zero_cost;
        let galaxy = random_galaxy(20, &mut Rng::new(seed));
        Setup::new(galaxy, rules).unwrap().map().travel_costs().to_vec()
    };
    let mut free = 0;
    let mut all = 0;
    for seed in 0..50 {
        let never = costs(seed, ZeroCosts::Never);
        let possible = costs(seed, ZeroCosts::Possible);
        assert!(never.iter().all(|&cost| cost >= 1));
        assert!(never.iter().zip(&possible).all(|(&n, &p)| n == p.max(1)));
        free += possible.iter().filter(|&&cost| cost == 0).count();
        all += possible.len();
    }
    assert!((all / 13..all / 8).contains(&free), "{free} of {all}: about a tenth");
    // A setup that is read back, and a galaxy that was given, are taken as they are.
    let galaxy = random_galaxy(20, &mut Rng::new(1));
    let setup = GalaxyCommander::new_setup(galaxy, Profile::Original, 2).unwrap();
    let text = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
    let given = Galaxy::parse("A:1,1,0,1,[A],[0]").unwrap();
    let setup = GalaxyCommander::new_setup(given, Profile::Handbook, 2).unwrap();
    assert_eq!(setup.map().travel_costs(), [0]);
}

#[test]
fn r3_2_wishes() {
    let generate = |words: &[&str]| {
        let known = GalaxyCommander::INFO.map_wishes;
        let wishes = Wishes::parse(words.iter().copied(), known)?;
        <GalaxyCommander as Contest>::Map::generate(&wishes, 3)
    };
    assert_eq!(generate(&["systems=500"]).unwrap().len(), 500);
    assert_eq!(generate(&[]).unwrap().len(), 20);
    for bad in ["systems=0", "systems=501", "systems=many", "size=3"] {
        generate(&[bad]).unwrap_err();
    }
}

#[test]
fn r3_4_files_are_read_and_written() {
    let text = "a heading, which has no colon\n\n A : 5, 10, 7, 5, [ B , A ] , [ 1, 2 ]\r\nB:0,0,0,1,[A],[0]";
    let galaxy = Galaxy::parse(text).unwrap();
    assert_eq!(galaxy.to_text(), "A:5,10,0,5,[B,A],[1,2]\nB:0,0,0,1,[A],[0]\n");
    assert_eq!(Galaxy::parse(&galaxy.to_text()).unwrap(), galaxy);
    let alone = random_galaxy(1, &mut Rng::new(1));
    assert_eq!(Galaxy::parse(&alone.to_text()).unwrap(), alone);
}

#[test]
fn r3_4_what_is_wrong_with_a_file_is_said_with_its_line() {
    let long = "x".repeat(33);
    let cases = [
        ("", "the galaxy has no system"),
        (
            "A:5,10,0,5,[A],[1]\nA:5,10,0,5,[A],[1]",
            "line 2: the name `A` is taken already by line 1",
        ),
        ("A:5,10,0,5,[B],[1]", "line 1: system A has a wormhole to `B`, which is not a system"),
        ("\n\nA:5,10,0,5,[A,A],[1,1]", "line 3: system A has two wormholes to A"),
        ("A:5,10,0,5,[A],[1,2]", "line 1: system A has 1 wormholes but 2 costs"),
        ("A:5,10,0,5,[A],[1]\nB:5,10,0,5,[],[]", "line 2: system B has no wormhole"),
        ("A:5,10,0,5,[A],[1]\nB:5,10,0,5,[A],[1]", "line 2: system B cannot be reached from A"),
        ("A:5,10,0,5,[B],[1]\nB:5,10,0,5,[B],[1]", "line 2: no way leads from system B to A"),
        ("A:5,10,0,5,[A],[-1]", "line 1: the wormhole from A to A costs -1"),
        ("A:5,10,0,5,[A],[1000000001]", "line 1: the wormhole from A to A costs 1000000001"),
        ("A:5,10,0,0,[A],[1]", "line 1: system A costs 0 to capture"),
        ("A:-5,10,0,5,[A],[1]", "line 1: system A has -5 of at most 10 generators"),
        ("A:5,x,0,5,[A],[1]", "line 1: the maximum generator count is `x`"),
        ("A:5,10,99999999999,5,[A],[1]", "line 1: the stored energy is `99999999999`"),
        ("A:5,10,0,5,A,1", "line 1: `A:5,10,0,5,A,1` is not a system"),
        ("A:5,10,0,5,[A],[1]]", "is not a system: write NAME:"),
        ("A:5,10,5,[A],[1]", "is not a system: write NAME:"),
        (":5,10,0,5,[A],[1]", "line 1: a system has no name"),
        ("A B:5,10,0,5,[A],[1]", "line 1: `A B` is not a name"),
        (&format!("{long}:5,10,0,5,[A],[1]"), "is too long: a name has at most 32 bytes"),
    ];
    for (text, expected) in cases {
        let fault = Galaxy::parse(text).unwrap_err();
        assert!(fault.0.contains(expected), "{text:?} gave: {fault}");
    }
    let many: String =
        (0..1001).map(|i| format!("S{i}:1,1,0,1,[S{}],[1]\n", (i + 1) % 1001)).collect();
    assert!(Galaxy::parse(&many).unwrap_err().0.contains("at most 1000 are possible"));
}

#[test]
fn unplayable_setups_are_refused_when_read() {
    let setup = GalaxyCommander::new_setup(
        Galaxy::parse(crate::rulebook::scene::PAIR).unwrap(),
        Profile::Original,
        2,
    );
    let good = serde_json::to_value(setup.unwrap()).unwrap();
    serde_json::from_value::<Setup>(good.clone()).unwrap();
    let mut broken = good.clone();
    broken["map"][1]["wormholes"][0][0] = "Z".into();
    let fault = serde_json::from_value::<Setup>(broken).unwrap_err();
    assert!(
        fault.to_string().starts_with("system 2 of the list: system B has a wormhole to `Z`"),
        "{fault}"
    );
    let mut endless = good;
    endless["rules"]["actions"] = 4_000_000_000u32.into();
    serde_json::from_value::<Setup>(endless).unwrap_err();
}

/// Pairs of wormholes that cross in the picture.
fn crossings(galaxy: &Galaxy) -> usize {
    let place = |s: SystemId| {
        let p = galaxy.layout()[s.index()];
        (i64::from(p.x), i64::from(p.y))
    };
    let mut lines: Vec<(SystemId, SystemId)> = Vec::new();
    for from in galaxy.systems() {
        let ends = galaxy.neighbours(from).iter();
        lines.extend(ends.map(|&to| (from.min(to), from.max(to))).filter(|(a, b)| a != b));
    }
    lines.sort();
    lines.dedup();
    let side = |a: SystemId, b: SystemId, c: SystemId| {
        let ((ax, ay), (bx, by), (cx, cy)) = (place(a), place(b), place(c));
        ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).signum()
    };
    let crosses = |(a, b): (SystemId, SystemId), (c, d): (SystemId, SystemId)| {
        a != c
            && a != d
            && b != c
            && b != d
            && side(a, b, c) != side(a, b, d)
            && side(c, d, a) != side(c, d, b)
    };
    let pairs = |i: usize| lines[i + 1..].iter().filter(|&&l| crosses(lines[i], l)).count();
    (0..lines.len()).map(pairs).sum()
}

#[test]
fn our_galaxies_are_drawn_with_few_crossings() {
    for own in GalaxyCommander::own_maps() {
        let galaxy = Galaxy::parse(own.text).unwrap();
        let found = crossings(&galaxy);
        println!("{}: {found} crossings, {} wormholes", own.name, galaxy.ends().len());
        assert!(found <= galaxy.len(), "{} has {found} crossings", own.name);
    }
}

#[test]
fn pictures_are_stable_and_readable() {
    for (n, seed) in [(1, 1), (2, 1), (5, 2), (20, 3), (40, 4), (120, 5)] {
        let make = || random_galaxy(n, &mut Rng::new(seed));
        let (galaxy, again) = (make(), make());
        assert_eq!(galaxy.layout(), again.layout());
        let places = galaxy.layout();
        assert_eq!(places.len(), n as usize);
        assert!(places.iter().all(|p| p.x <= 1000 && p.y <= 1000));
        let mut nearest = i32::MAX;
        for (i, a) in places.iter().enumerate() {
            for b in &places[..i] {
                let (dx, dy) = (i32::from(a.x) - i32::from(b.x), i32::from(a.y) - i32::from(b.y));
                nearest = nearest.min(dx * dx + dy * dy);
            }
        }
        println!(
            "{n} systems: {} crossings, nearest {}",
            crossings(&galaxy),
            f64::from(nearest).sqrt()
        );
        // No two systems on top of each other, as long as there is room for all.
        assert!(n == 1 || f64::from(nearest).sqrt() > 300.0 / f64::from(n), "{n}: {nearest}");
    }
}

#[test]
fn drawings_name_every_system() {
    for own in GalaxyCommander::own_maps() {
        let galaxy = Galaxy::parse(own.text).unwrap();
        let drawing = galaxy.draw(false);
        let picture = &drawing[..drawing.find("\n\n").unwrap_or(drawing.len())];
        for system in galaxy.systems() {
            assert!(drawing.contains(galaxy.name(system).as_str()), "{}\n{picture}", own.name);
        }
    }
}
