//! Disguised copies are found with their passages; independent programs on the same starter are not.

use agon_similar::{SourceFile, compare};

fn program(path: &str, text: &str) -> Vec<SourceFile> {
    vec![SourceFile { path: path.into(), text: text.into() }]
}

const STARTER: &str = r#"
import agon

def play(turn):
    view = turn.view
    for unit in view["units"]:
        if unit["owner"] == view["me"]:
            turn.call({"type": "move", "unit": unit["id"], "direction": "up"})

agon.run(play)
"#;

/// A whole bot of one author.
const BOT: &str = r#"
def closest(unit, places):
    best = None
    for place in places:
        distance = abs(unit["x"] - place["x"]) + abs(unit["y"] - place["y"])
        if best is None or distance < best[0]:
            best = (distance, place)
    return best

def danger(unit, enemies):
    total = 0
    for enemy in enemies:
        step = closest(unit, [enemy])
        if step[0] < 4:
            total += enemy["power"] * (4 - step[0])
    return total

def target(unit, view):
    options = [mine for mine in view["mines"] if not mine["taken"]]
    options.sort(key=lambda mine: (danger(unit, view["enemies"]), mine["yield"]))
    return options[0] if options else None
"#;

/// The same bot with other names, comments and layout, and its functions in another order.
const COPY: &str = r#"
# Entirely my own work.
def aim(robot, world):
    # Take what is left.
    list_of = [m for m in world["mines"]
               if not m["taken"]]
    list_of.sort(key=lambda m: (risk(robot, world["enemies"]), m["yield"]))
    return list_of[0] if list_of else None


def near(robot, spots):
    top = None
    for spot in spots:
        away = abs(robot["x"] - spot["x"]) + abs(robot["y"] - spot["y"])
        if top is None or away < top[0]: top = (away, spot)
    return top


def risk(robot, foes):
    amount = 0   # no risk yet
    for foe in foes:
        walk = near(robot, [foe])
        if walk[0] < 9:
            amount += foe["power"] * (9 - walk[0])
    return amount
"#;

/// Another author's bot for the same game.
const OTHER: &str = r#"
class Plan:
    def __init__(self):
        self.queue = []
        self.round = 0

    def update(self, view):
        self.round += 1
        while self.queue and self.queue[0].until < self.round:
            self.queue.pop(0)
        return len(self.queue)

    def add(self, order, rounds):
        order.until = self.round + rounds
        self.queue.append(order)
        return self

def wave(grid, start):
    seen = {start: 0}
    todo = [start]
    while todo:
        here = todo.pop(0)
        for there in grid.neighbours(here):
            if there not in seen and grid.free(there):
                seen[there] = seen[here] + 1
                todo.append(there)
    return seen
"#;

#[test]
fn other_names_comments_and_order_do_not_hide_a_copy() {
    let programs = [program("a.py", BOT), program("b.py", OTHER), program("c.py", COPY)];
    let pairs = compare(&programs, &[]);
    assert_eq!(pairs.len(), 1, "{pairs:#?}");
    assert_eq!((pairs[0].a, pairs[0].b), (0, 2));
    assert!(pairs[0].share > 0.9, "{}", pairs[0].share);
    // The function `closest` of the one is `near` of the other.
    let closest =
        pairs[0].passages.iter().find(|passage| passage.a.first <= 3 && passage.a.last >= 3);
    let closest = closest.expect("a passage with `closest`");
    assert!(closest.b.first <= 13 && closest.b.last >= 15, "{closest:?}");
    assert_eq!((closest.a.file.as_str(), closest.b.file.as_str()), ("a.py", "c.py"));
}

#[test]
fn independent_bots_on_the_same_starter_are_not_similar() {
    let with_starter = |bot: &str| program("bot.py", &format!("{STARTER}{bot}"));
    let bots = [with_starter(BOT), with_starter(OTHER)];
    assert!(compare(&bots, &program("bot.py", STARTER)).is_empty());
    // The starters themselves are not similar either, but a copied bot is.
    let unchanged = [with_starter(""), with_starter("# mine\n")];
    assert!(compare(&unchanged, &program("bot.py", STARTER)).is_empty());
    let copied = [with_starter(BOT), with_starter(COPY)];
    let pairs = compare(&copied, &program("bot.py", STARTER));
    assert!(pairs[0].share > 0.9, "{pairs:?}");
    let first_own = STARTER.lines().count() as u32;
    assert!(pairs[0].passages.iter().all(|passage| passage.a.first >= first_own), "{pairs:#?}");
}

#[test]
fn every_language_is_read_and_languages_do_not_mix() {
    let body = |open: &str, close: &str| {
        let line = |n: usize| {
            format!("x{n} = f{n}(a[{n}], b) + g(c{n}, d * {n}) - h[{n}][i] / (j + {n});\n")
        };
        let lines: String = (0..6).map(line).collect();
        format!("{open}{lines}{close}")
    };
    for path in ["A.java", "a.c", "a.cpp", "a.js", "a.ts", "a.rs", "a.go"] {
        let one = program(path, &body("{\n", "}\n"));
        let other = program(path, &body("/* other */ {\n", "} // end\n").replace('x', "yy"));
        let pairs = compare(&[one, other], &[]);
        assert_eq!(pairs.len(), 1, "{path}");
        assert!(pairs[0].share > 0.9, "{path}: {}", pairs[0].share);
    }
    let mixed = [program("a.java", &body("{", "}")), program("a.rs", &body("{", "}"))];
    assert!(compare(&mixed, &[]).is_empty());
    assert!(compare(&[program("a.txt", BOT), program("b.txt", BOT)], &[]).is_empty());
}

#[test]
fn the_same_programs_give_the_same_report() {
    let programs = [program("a.py", BOT), program("b.py", COPY), program("c.py", BOT)];
    let first = compare(&programs, &[]);
    assert_eq!(first, compare(&programs, &[]));
    assert_eq!(first.len(), 3);
    assert!(first.iter().all(|pair| pair.share == 1.0), "{first:?}");
}
