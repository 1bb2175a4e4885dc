//! R4: the generator compared with the original's maps, and map files that are refused.

use agon_core::{Chance, Contest, Game, GameMap, Profile, Wishes};
use agon_timetravel::map::{Draw, Portal, generate_with};
use agon_timetravel::{Cell, Map, Player, TimeTravel};
use serde_json::Value;

/// The generator of Python's `random`: MT19937, seeded from a small number.
struct Mersenne {
    state: [u32; 624],
    next: usize,
}

impl Mersenne {
    fn seeded(seed: u32) -> Mersenne {
        let mut state = [0u32; 624];
        state[0] = 19_650_218;
        for i in 1..624 {
            let last = state[i - 1];
            state[i] = 1_812_433_253u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(i as u32);
        }
        // Python seeds by an array; here it holds only the seed.
        let mix = |state: &mut [u32; 624], i: usize, factor: u32, add: u32| {
            let last = state[i - 1];
            let stirred = (last ^ (last >> 30)).wrapping_mul(factor);
            state[i] = (state[i] ^ stirred).wrapping_add(add);
            if i == 623 {
                state[0] = state[623];
                1
            } else {
                i + 1
            }
        };
        let mut i = 1;
        for _ in 0..624 {
            i = mix(&mut state, i, 1_664_525, seed);
        }
        for _ in 0..623 {
            i = mix(&mut state, i, 1_566_083_941, (i as u32).wrapping_neg());
        }
        state[0] = 0x8000_0000;
        Mersenne { state, next: 624 }
    }

    fn next_u32(&mut self) -> u32 {
        if self.next == 624 {
            for i in 0..624 {
                let y = (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % 624] & 0x7fff_ffff);
                let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[i] = self.state[(i + 397) % 624] ^ (y >> 1) ^ odd;
            }
            self.next = 0;
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    fn random(&mut self) -> f64 {
        let high = f64::from(self.next_u32() >> 5);
        let low = f64::from(self.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }
}

impl Draw for Mersenne {
    fn draw(&mut self, low: i32, high: i32) -> i32 {
        low + (self.random() * f64::from(high - low + 1)) as i32
    }
}

#[test]
fn mersenne_generates_pythons_numbers() {
    // The first numbers of Python's random.seed(1).
    let mut random = Mersenne::seeded(1);
    assert_eq!(random.random(), 0.134_364_244_112_401_22);
    assert_eq!(random.random(), 0.847_433_736_937_232_7);
}

/// An object of a map: id, x, y, z and, for portals, the direction.
type Object = Vec<i64>;

/// The objects of a recorded map, reduced to one per tile, and whether any was dropped: the original can put
/// two on (0, 0).
fn once(value: &Value) -> (Vec<Object>, bool) {
    let all: Vec<Object> = serde_json::from_value(value.clone()).unwrap();
    let mut kept: Vec<Object> = Vec::new();
    for object in &all {
        if !kept.iter().any(|other| other[1..4] == object[1..4]) {
            kept.push(object.clone());
        }
    }
    let twice = kept.len() < all.len();
    (kept, twice)
}

/// The objects without their ids.
fn places(objects: &[Object]) -> Vec<&[i64]> {
    objects.iter().map(|object| &object[1..]).collect()
}

#[test]
fn r4_recorded_seeds_generate_the_recorded_maps() {
    let maps: Vec<Value> = serde_json::from_str(include_str!("generated_maps.json")).unwrap();
    assert_eq!(maps.len(), 12);
    for recorded in maps {
        let seed = recorded["seed"].as_u64().unwrap() as u32;
        let map = generate_with(&mut Mersenne::seeded(seed), 11, 4).unwrap();
        let (portals, portal_twice) = once(&recorded["portals"]);
        let (terrain, rock_twice) = once(&recorded["terrain"]);
        let start: (i32, i32) = serde_json::from_value(recorded["start"].clone()).unwrap();
        assert_eq!(map.start(), start, "seed {seed}");
        let object = |id: u32, cell: Cell| -> Object {
            let (x, y, z) = cell.place();
            vec![id.into(), x.into(), y.into(), z.into()]
        };
        let with_direction = |portal: &Portal| {
            let mut object = object(portal.id, portal.cell);
            object.push(portal.direction.into());
            object
        };
        let ours: Vec<Object> = map.portals().iter().map(with_direction).collect();
        let mut rocks: Vec<Object> = map.terrain().iter().map(|t| object(t.id, t.cell)).collect();
        rocks.sort_unstable();
        assert_eq!(places(&ours), places(&portals), "seed {seed}");
        assert_eq!(places(&rocks), places(&terrain), "seed {seed}");
        if !portal_twice && !rock_twice {
            assert_eq!((ours, rocks), (portals, terrain), "ids of seed {seed}");
        }
    }
}

#[test]
fn r4_generated_maps_have_the_contests_numbers_and_are_valid() {
    let mut in_the_middle = 0;
    for seed in 0..3000 {
        let map = Map::generate(&Wishes::default(), seed).unwrap();
        let (x, y) = map.start();
        assert!((0..=8).contains(&x) && (0..=4).contains(&y) && x + y >= 5);
        let middle = map.portals().len() < 32 || map.terrain().len() < 74;
        in_the_middle += usize::from(middle);
        assert!(map.portals().len() >= 30 && map.terrain().len() >= 70);
        // Generated maps pass the checks of map files (symmetry, a path to the enemy and so on).
        if seed < 200 {
            assert_eq!(Map::parse(&map.to_text()).unwrap(), map);
        }
    }
    assert!(in_the_middle > 100, "only {in_the_middle} of 3000 have an object on (0, 0)");
}

#[test]
fn r4_the_generator_follows_options_or_refuses_them() {
    let wish = |words: &[&str]| {
        Wishes::parse(words.iter().copied(), TimeTravel::INFO.map_wishes)
            .and_then(|wishes| Map::generate(&wishes, 7))
    };
    let map = wish(&["rocks=0", "portals=1"]).unwrap();
    assert!(map.portals().len() <= 8 && map.terrain().len() <= 2);
    assert!(wish(&["rocks=30", "portals=6"]).is_ok());
    for bad in [["rocks=61"], ["portals=0"], ["portals=x"]] {
        assert!(wish(&bad).unwrap_err().to_string().contains("is not possible"));
    }
    // The generator ends for the largest options, too.
    for words in [["rocks=60", "portals=8"], ["rocks=60", "portals=1"]] {
        if let Err(fault) = wish(&words) {
            assert!(fault.to_string().len() > 20);
        }
    }
}

#[test]
fn invalid_map_files_are_refused_with_the_reason() {
    let file = |start: &str, portals: &str, terrain: &str| {
        format!(r#"{{"size":10,"start":{start},"portals":[{portals}],"terrain":[{terrain}]}}"#)
    };
    let fault = |text: &str| Map::parse(text).unwrap_err().to_string();
    let start = r#"{"x":5,"y":3}"#;
    let says = |text: String, part: &str| {
        let fault = fault(&text);
        assert!(fault.contains(part), "{text}: {fault}");
    };
    Map::parse(&file(start, "", "")).unwrap();
    says("{".into(), "line 1");
    says(file(start, "", "[1,2]"), "line 1");
    says(file(start, "", "").replace("10", "12"), "size is 12");
    says(file(start, "", "[11,0,0,true,true]"), "(11, 0, 0) is outside");
    says(file(start, "", "[1,0,3,true,true]"), "(1, 0, 3) is outside");
    says(file(r#"{"x":10,"y":3}"#, "", ""), "leaves the map");
    says(file(r#"{"x":400,"y":3}"#, "", ""), "outside the map");
    says(file(r#"{"x":-1,"y":-3}"#, "", ""), "both players start on");
    says(file(start, "", "[5,3,1,true,true]"), "on a player's start");
    says(file(start, "", "[1,2,0,true,true],[1,2,0,true,true]"), "on another object");
    says(file(start, "", "[0,0,0,true,true],[0,0,0,true,false]"), "on another object");
    says(file(start, "", &["[0,0,0,true,true]"; 3].join(",")), "only on (0, 0) may two equal");
    says(file(start, "[0,0,0,1],[0,0,1,-1]", "[0,0,1,true,true]"), "move it or leave it out");
    says(file(start, "", "[1,2,0,true,true]"), "no equal at (-1, -2, 0)");
    says(file(start, "", "[1,2,0,true,true],[-1,-2,0,true,false]"), "no equal");
    says(file(start, "[0,0,0,-1]", ""), "leads to no period");
    says(file(start, "[0,0,0,2]", ""), "leads to no period");
    says(file(start, "[0,0,0,1]", ""), "no portal leads back");
    let both = "[1,2,0,1],[1,2,1,-1]";
    says(file(start, both, ""), "no equal at (-1, -2, 0)");
    Map::parse(&file(start, "[0,0,0,1],[0,0,1,-1]", "")).unwrap();
    // A wall of rock from edge to edge in all three periods.
    let wall: Vec<String> =
        (-10..=10).flat_map(|x| (0..3).map(move |z| format!("[{x},0,{z},true,true]"))).collect();
    says(file(start, "", &wall.join(",")), "no way leads");
    let swamp = wall.join(",").replace("true,true", "false,true");
    Map::parse(&file(start, "", &swamp)).unwrap();
}

/// R4 The middle is its own image, so the contest's generator put two equal objects there.
#[test]
fn r4_two_equal_objects_may_lie_on_the_middle() {
    let text = r#"{"size":10,"start":{"x":5,"y":3},
        "portals":[[0,0,1,1],[0,0,1,1],[0,0,2,-1],[0,0,2,-1]],
        "terrain":[[0,0,0,true,true],[0,0,0,true,true]]}"#;
    let map = Map::parse(text).unwrap();
    let ids = map.portals().iter().map(|p| p.id).chain(map.terrain().iter().map(|t| t.id));
    let ids: Vec<_> = ids.collect();
    assert!(ids.windows(2).all(|pair| pair[1] == pair[0] + 1), "{ids:?}");
    let first = Cell::new(0, 0, 1).unwrap();
    assert_eq!(map.portal_at(first), Some(0), "of two portals the first is used");
    assert_eq!(Map::parse(&map.to_text()).unwrap(), map);
    let setup = TimeTravel::new_setup(map, Profile::Original, 2).unwrap();
    let position = TimeTravel::new(&setup, Chance::seeded(1)).position();
    assert_eq!((position.portals.len(), position.terrain.len()), (4, 2));
}

#[test]
fn bundled_maps_are_valid_and_in_canonical_form() {
    assert!(TimeTravel::own_maps().len() >= 6);
    for own in TimeTravel::own_maps() {
        let map = Map::parse(own.text).unwrap();
        assert_eq!(map.to_text(), own.text, "{} is not in canonical form", own.name);
        for player in Player::BOTH {
            assert_eq!(map.start_buildings(player).len(), 3);
        }
        assert!(map.portals().len() >= 30, "{}", own.name);
    }
}
