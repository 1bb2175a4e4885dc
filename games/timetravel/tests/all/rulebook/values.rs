//! R3: the values at every level.

use agon_timetravel::BuildingKind::*;
use agon_timetravel::UnitKind::*;

#[test]
fn r3_values_of_the_appendix() {
    let row = |value: &dyn Fn(u8) -> i64| -> Vec<i64> { (0..=8).map(value).collect() };
    let cost = |kind: agon_timetravel::UnitKind| row(&|level| kind.stats().cost(level));
    let hp = |kind: agon_timetravel::UnitKind| row(&|level| kind.stats().hp(level));
    let armor = |kind: agon_timetravel::UnitKind| row(&|level| kind.stats().armor(level));
    assert_eq!(cost(Pig), [80, 84, 88, 92, 97, 102, 107, 112, 118]);
    assert_eq!(cost(Spearman), [181, 190, 199, 209, 220, 231, 242, 254, 267]);
    assert_eq!(cost(Artillery), [177, 185, 195, 204, 215, 225, 237, 249, 261]);
    assert_eq!(cost(Cavalry), [120, 126, 132, 138, 145, 153, 160, 168, 177]);
    assert_eq!(cost(Engineer), [75, 78, 82, 86, 91, 95, 100, 105, 110]);
    assert_eq!(cost(Artist), cost(Engineer));
    assert_eq!(hp(Pig), [1400, 1609, 1851, 2129, 2448, 2815, 3238, 3724, 4282]);
    assert_eq!(hp(Engineer), [500, 575, 661, 760, 874, 1005, 1156, 1330, 1529]);
    assert_eq!(hp(Artist), hp(Engineer));
    assert_eq!(hp(Spearman), [2000, 2300, 2644, 3041, 3498, 4022, 4626, 5320, 6118]);
    assert_eq!(hp(Artillery), [1800, 2070, 2380, 2737, 3148, 3620, 4163, 4788, 5506]);
    assert_eq!(hp(Cavalry), [1500, 1724, 1983, 2281, 2623, 3017, 3469, 3990, 4588]);
    assert_eq!(armor(Pig), [100, 114, 132, 152, 174, 201, 231, 266, 305]);
    assert_eq!(armor(Engineer), [20, 23, 26, 30, 34, 40, 46, 53, 61]);
    assert_eq!(armor(Spearman), [160, 184, 211, 243, 279, 321, 370, 425, 489]);
    assert_eq!(armor(Artillery), [25, 28, 33, 38, 43, 50, 57, 66, 76]);
    assert_eq!(armor(Cavalry), [50, 57, 66, 76, 87, 100, 115, 133, 152]);
    let cost = |kind: agon_timetravel::BuildingKind| row(&|level| kind.stats().cost(level));
    let hp = |kind: agon_timetravel::BuildingKind| row(&|level| kind.stats().hp(level));
    assert_eq!(cost(School), [400, 420, 441, 463, 486, 510, 536, 562, 590]);
    assert_eq!(cost(Farm), [300, 315, 330, 347, 364, 382, 402, 422, 443]);
    assert_eq!(hp(School), [3500, 4024, 4628, 5323, 6121, 7039, 8095, 9310, 10706]);
    assert_eq!(hp(Farm), [3000, 3449, 3967, 4562, 5247, 6034, 6939, 7980, 9177]);
    assert_eq!(hp(Bunker), [5000, 5750, 6612, 7604, 8745, 10056, 11565, 13300, 15295]);
    assert_eq!(row(&|level| Farm.stats().food(level)), [20, 23, 26, 30, 34, 40, 46, 53, 61]);
    assert_eq!(row(&|level| Bunker.stats().armor(level)), armor(Pig));
}

#[test]
fn r3_damage_is_rounded_down_or_up_c6() {
    let row = |kind: agon_timetravel::UnitKind, up| -> Vec<i64> {
        (0..=8).map(|level| kind.stats().damage(level, up)).collect()
    };
    assert_eq!(row(Spearman, false), [450, 517, 595, 684, 787, 905, 1040, 1197, 1376]);
    assert_eq!(row(Spearman, true), [450, 518, 596, 685, 788, 906, 1041, 1198, 1377]);
    assert_eq!(row(Artillery, false), [750, 862, 991, 1140, 1311, 1508, 1734, 1995, 2294]);
    assert_eq!(row(Artillery, true), [750, 863, 992, 1141, 1312, 1509, 1735, 1996, 2295]);
    assert_eq!(row(Cavalry, false), [280, 322, 370, 425, 489, 563, 647, 744, 856]);
    assert_eq!(row(Cavalry, true), [280, 322, 371, 426, 490, 564, 648, 745, 857]);
}

/// `floor(base * (numerator / denominator)^level)` in integers of any size.
fn exact(base: u64, numerator: u64, denominator: u64, level: u32) -> u128 {
    // Long multiplication and long division by small factors, in base 10^9.
    const LIMB: u64 = 1_000_000_000;
    let mut digits = vec![base];
    for _ in 0..level {
        let mut carry = 0;
        for digit in &mut digits {
            let product = *digit * numerator + carry;
            (*digit, carry) = (product % LIMB, product / LIMB);
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    for _ in 0..level {
        let mut rest = 0;
        for digit in digits.iter_mut().rev() {
            let dividend = rest * LIMB + *digit;
            (*digit, rest) = (dividend / denominator, dividend % denominator);
        }
    }
    digits.iter().rev().fold(0, |number, &digit| number * u128::from(LIMB) + u128::from(digit))
}

#[test]
fn r3_doubles_are_exact_but_for_six_values() {
    let mut wrong = Vec::new();
    for kind in agon_timetravel::UnitKind::ALL {
        let stats = kind.stats();
        for level in 0..=120 {
            let scaled = |base: i64, n, d| exact(base as u64, n, d, level.into()) as i64;
            assert_eq!(stats.cost(level), scaled(stats.cost(0), 21, 20), "{kind} {level}");
            for (value, base) in [
                (stats.hp(level), stats.hp(0)),
                (stats.armor(level), stats.armor(0)),
                (stats.damage(level, false), stats.damage(0, false)),
            ] {
                if value != scaled(base, 23, 20) {
                    wrong.push((base, level, value));
                }
            }
        }
    }
    for kind in agon_timetravel::BuildingKind::ALL {
        let stats = kind.stats();
        for level in 0..=120 {
            let scaled = |base: i64, n, d| exact(base as u64, n, d, level.into()) as i64;
            assert_eq!(stats.cost(level), scaled(stats.cost(0), 21, 20), "{kind} {level}");
            for (value, base) in [
                (stats.hp(level), stats.hp(0)),
                (stats.armor(level), stats.armor(0)),
                (stats.food(level), stats.food(0)),
            ] {
                if value != scaled(base, 23, 20) {
                    wrong.push((base, level, value));
                }
            }
        }
    }
    wrong.sort_unstable();
    wrong.dedup();
    let six = [
        (100, 1, 114),
        (1400, 1, 1609),
        (1500, 1, 1724),
        (2000, 2, 2644),
        (3000, 1, 3449),
        (3500, 1, 4024),
    ];
    assert_eq!(wrong, six);
}

#[test]
fn r3_type_ids() {
    let names = ["Cavalry", "Artillery", "Spearman", "Artist", "Pig", "Engineer"];
    for (id, name) in names.into_iter().enumerate() {
        let kind = agon_timetravel::UnitKind::from_type_id(id as u32).unwrap();
        assert_eq!((kind.to_string().as_str(), kind.type_id()), (name, id as u32));
    }
    for (id, name) in ["Farm", "Barracks", "School", "Gallery", "Bunker"].into_iter().enumerate() {
        let id = id as u32 + 6;
        let kind = agon_timetravel::BuildingKind::from_type_id(id).unwrap();
        assert_eq!((kind.to_string().as_str(), kind.type_id()), (name, id));
    }
    assert_eq!(agon_timetravel::UnitKind::from_type_id(6), None);
    assert_eq!(agon_timetravel::BuildingKind::from_type_id(5), None);
    assert_eq!(agon_timetravel::BuildingKind::from_type_id(11), None);
    assert_eq!(agon_timetravel::UnitKind::from_type_id(u32::MAX), None);
}
