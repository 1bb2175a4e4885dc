//! Positions drawn as text; orders and replies written as short lines.
//!
//! A picture has one word per tile: `.` land, `#` rock, a number for a deposit, `+` and `-` for
//! the bases of blue and red. A letter behind it is a robot: `E`, `M` and `T` are blue's explorer,
//! miner and terraformer, `e`, `m` and `t` red's. A picture to start from can only have robots on
//! bases of their team: they are built in round 1, blue's first, each team's in reading order, and
//! the game then stands at the beginning of round 2. Small pictures lie in the top left corner of a
//! map of rock.

use agon_core::{
    Actor, Chance, Contest, Deed, End, Event, Game, Now, Profile, Spent, TestSupport, Why,
};
use agon_mars::{
    Call, Cell, Direction, Map, Mars, Reply, RobotId, RobotInfo, RobotType, Rules, Setup, Team,
    Tile, TileKind, View,
};

/// The rules of a profile, with asymmetric maps allowed so that drawings can be small.
pub fn rules(profile: Profile) -> Rules {
    Rules { asymmetric_maps: true, ..Rules::of(profile) }
}

/// Runs a test in both profiles; the profile is printed when one of them fails.
pub fn in_both(test: impl Fn(Profile)) {
    for profile in Profile::ALL {
        println!("profile {profile}");
        test(profile);
    }
}

/// A game on a drawn map.
pub struct Board {
    pub game: Mars,
    /// The orders that were given, with their answers.
    deeds: Vec<Deed<Mars>>,
    height: usize,
    width: usize,
}

impl Board {
    /// The game on a drawn map in a profile.
    pub fn drawn(profile: Profile, picture: &str) -> Board {
        Board::with(rules(profile), picture)
    }

    /// The game on a drawn map with chosen rules.
    pub fn with(rules: Rules, picture: &str) -> Board {
        let rows = words(picture);
        let (height, width) = (rows.len(), rows[0].len());
        let side = |drawn: usize| drawn.max(16);
        let mut tiles = vec![Tile::ROCK; side(height) * side(width)];
        let mut robots = Vec::new();
        for (r, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), width, "row {r} of the picture");
            for (c, word) in row.iter().enumerate() {
                let (ground, robot) = split(word);
                tiles[r * side(width) + c] = tile(ground);
                robots.extend(robot.map(|(team, kind)| (team, kind, r as i32, c as i32)));
            }
        }
        let map = Map::new(side(height), side(width), &tiles).expect("a drawn map is valid");
        let setup = Setup::new(map, rules).expect("drawn maps need no symmetry");
        let game = Mars::new(&setup, Chance::seeded(0));
        let mut board = Board { game, deeds: Vec::new(), height, width };
        if !robots.is_empty() {
            board.build(&robots);
        }
        board
    }

    fn build(&mut self, robots: &[(Team, RobotType, i32, i32)]) {
        for team in Team::BOTH {
            for &(_, kind, row, col) in robots.iter().filter(|robot| robot.0 == team) {
                let kind = Some(kind);
                let reply = self.call(team, &Call::Spawn { kind, row, col });
                assert!(matches!(reply, Reply::Spawned(_)), "({row}, {col}): {reply:?}");
            }
            self.game.end(team.actor(), End::DONE);
        }
    }

    fn call(&mut self, team: Team, call: &Call) -> Reply {
        let (allowed, before) = (self.game.allows(team.actor(), call), self.game.hash());
        let reply = self.game.call(team.actor(), call);
        assert_eq!(allowed, Mars::accepted(&reply), "{call:?}: {reply:?}");
        if !allowed || !Mars::is_order(call) {
            assert_eq!(before, self.game.hash(), "{call:?}: {reply:?}");
        }
        self.game.invariants().expect("the position is sound");
        if Mars::is_order(call) {
            let (actor, call, reply) = (team.actor(), call.clone(), reply.clone());
            self.deeds.push(Deed { actor, call, reply });
        }
        reply
    }

    /// Plays lines like `blue: 1 moves right => at 0 2`. Without an expected answer the order must
    /// be carried out.
    pub fn play(&mut self, script: &str) {
        // A long reply may be on its own line.
        let script: Vec<&str> = script.split_whitespace().collect();
        let script = script.join(" ").replace(" blue:", "\nblue:").replace(" red:", "\nred:");
        for line in script.lines() {
            let (said, expected) = match line.split_once("=>") {
                Some((said, expected)) => (said, Some(expected.trim())),
                None => (line, None),
            };
            let (team, said) = said.split_once(':').expect("a line begins with a team");
            let team = team_named(team.trim());
            let said: Vec<&str> = said.split_whitespace().collect();
            if let Some(end) = end(&said) {
                assert_eq!(self.game.team_on_turn(), team, "{line}");
                self.game.end(team.actor(), end);
                self.game.invariants().expect("the position is sound");
                continue;
            }
            let call = call(&said).unwrap_or_else(|| panic!("cannot read `{line}`"));
            let reply = self.call(team, &call);
            match expected {
                None => assert!(Mars::accepted(&reply), "{line}: {reply:?}"),
                Some(text) => assert_eq!(answer(&reply, text.starts_with('"')), text, "{line}"),
            }
        }
    }

    /// Plays a script of one turn; returns its events.
    pub fn events_of(&mut self, script: &str) -> Vec<Event> {
        let before = self.game.clone();
        self.deeds.clear();
        self.play(script);
        self.game.events(&before, &[before.team_on_turn().actor()], &self.deeds)
    }

    /// The legal calls of a team, as lines of a script.
    pub fn legal(&self, team: Team) -> Vec<String> {
        let mut list = Vec::new();
        self.game.legal_calls(team.actor(), &mut list);
        assert!(list.iter().all(|legal| legal.open.is_empty()), "{list:?}");
        list.iter().map(|legal| order(&legal.call)).collect()
    }

    /// Ends this many turns of alternating teams.
    pub fn pass(&mut self, turns: usize) {
        for _ in 0..turns {
            let team = self.game.team_on_turn();
            self.game.end(team.actor(), End::DONE);
        }
    }

    /// Ends the current turn for a reason, after so many seconds.
    pub fn end(&mut self, why: Why, seconds: f64) {
        let spent = Spent { seconds, energy: 0 };
        let team = self.game.team_on_turn();
        self.game.end(team.actor(), End { why, spent });
    }

    /// Asserts that the board equals the picture.
    #[track_caller]
    pub fn expect(&self, picture: &str) {
        let width = self.game.map().width();
        let word = |row: usize, col: usize| {
            let cell = (row * width + col) as Cell;
            let tile = self.game.map().tile(cell);
            let robot = self.game.robot_at(cell);
            let robot = robot.map(|(team, robot)| (team, robot.kind));
            written(tile.kind, self.game.terraform(cell), tile.mining, robot)
        };
        self.compare(picture, word);
    }

    /// Asserts that a team's view equals the picture: `?` is hidden, own tiles are positive.
    #[track_caller]
    pub fn sees(&self, team: Team, picture: &str) {
        let view = self.view(team);
        let word = |row: usize, col: usize| {
            let robot = view.robot_at(row as i32, col as i32);
            let robot = robot.map(|info| (info.team, info.kind));
            let place = (row, col);
            let kind = match view.tiles[place] {
                b'T' => TileKind::Terraformable,
                b'M' => TileKind::Mining,
                b'I' => TileKind::Impassable,
                _ => {
                    assert_eq!((view.terraform[place], view.mining[place], robot), (0, 0, None));
                    return "?".to_owned();
                }
            };
            written(kind, view.terraform[place], view.mining[place], robot)
        };
        self.compare(picture, word);
    }

    #[track_caller]
    fn compare(&self, picture: &str, word: impl Fn(usize, usize) -> String) {
        let expected: Vec<Vec<String>> =
            words(picture).into_iter().map(|row| row.into_iter().map(full).collect()).collect();
        let got: Vec<Vec<String>> = (0..self.height)
            .map(|row| (0..self.width).map(|col| word(row, col)).collect())
            .collect();
        let text = |rows: &[Vec<String>]| {
            let line = |row: &Vec<String>| row.iter().map(|w| format!("{w:>5}")).collect();
            rows.iter().map(line).collect::<Vec<String>>().join("\n")
        };
        assert!(expected == got, "expected\n{}\ngot\n{}", text(&expected), text(&got));
    }

    /// Asserts the living robots, one per line: `1 blue explorer at 0 1 battery 120 moved acted`.
    #[track_caller]
    pub fn robots(&self, list: &str) {
        let width = self.game.map().width();
        let got: Vec<String> = Team::BOTH
            .iter()
            .flat_map(|&team| {
                let robots = self.game.team(team).robots.iter();
                robots.map(move |robot| describe(&robot.info(team, width)))
            })
            .collect();
        let lines = list.lines().map(str::trim).filter(|l| !l.is_empty());
        assert_eq!(lines.collect::<Vec<_>>(), got);
    }

    /// Metal of blue and red.
    pub fn metal(&self) -> [i32; 2] {
        Team::BOTH.map(|team| self.game.team(team).metal)
    }

    /// Tiles of blue and red.
    pub fn tiles(&self) -> [u16; 2] {
        Team::BOTH.map(|team| self.game.team(team).tiles)
    }

    /// Time banks of blue and red.
    pub fn banks(&self) -> [f64; 2] {
        Team::BOTH.map(|team| self.game.team(team).bank_s)
    }

    /// A team's view.
    pub fn view(&self, team: Team) -> View {
        let mut view = View::default();
        self.game.view(team.actor(), &mut view);
        view
    }

    /// The result: `red by timeout`; `undecided` while the game runs.
    pub fn result(&self) -> String {
        match self.game.now() {
            Now::Turn(_) => "undecided".into(),
            Now::Over(outcome) => {
                let winner = outcome.winner().expect("there are no draws");
                let team = Team::of(Actor(winner.0.into())).expect("a seat is a team");
                format!("{team} by {}", outcome.reason.code)
            }
        }
    }
}

fn words(picture: &str) -> Vec<Vec<&str>> {
    let rows = picture.lines().map(|line| line.split_whitespace().collect());
    rows.filter(|row: &Vec<&str>| !row.is_empty()).collect()
}

/// Splits `+E` into the ground `+` and the robot `E`.
fn split(word: &str) -> (&str, Option<(Team, RobotType)>) {
    let letter = word.chars().last().unwrap_or('.');
    let kind = match letter.to_ascii_lowercase() {
        'e' => RobotType::Explorer,
        'm' => RobotType::Miner,
        't' => RobotType::Terraformer,
        _ => return (word, None),
    };
    let team = if letter.is_ascii_uppercase() { Team::Blue } else { Team::Red };
    (&word[..word.len() - 1], Some((team, kind)))
}

fn tile(ground: &str) -> Tile {
    match ground {
        "." => Tile::LAND,
        "#" => Tile::ROCK,
        "+" => Tile::base(Team::Blue),
        "-" => Tile::base(Team::Red),
        number => Tile::deposit(number.parse().expect("a deposit is a number")),
    }
}

/// A word of a picture with its number: `+E` is short for `+5E`.
fn full(word: &str) -> String {
    let (ground, _) = split(word);
    match ground {
        "+" | "-" => format!("{ground}5{}", &word[1..]),
        _ => word.to_owned(),
    }
}

fn written(kind: TileKind, terraform: i8, mining: u8, robot: Option<(Team, RobotType)>) -> String {
    let ground = match kind {
        TileKind::Impassable => "#".to_owned(),
        TileKind::Mining => mining.to_string(),
        TileKind::Terraformable if terraform == 0 => ".".to_owned(),
        TileKind::Terraformable => format!("{terraform:+}"),
    };
    let letter = robot.map(|(team, kind)| match team {
        Team::Blue => kind.word()[..1].to_uppercase(),
        Team::Red => kind.word()[..1].to_owned(),
    });
    ground + &letter.unwrap_or_default()
}

fn describe(robot: &RobotInfo) -> String {
    let RobotInfo { name, team, kind, row, col, battery, moved, acted, action_cost } = robot;
    assert_eq!(*action_cost, kind.action_cost());
    let flag = |set: bool, word: &'static str| if set { word } else { "" };
    format!(
        "{} {team} {} at {row} {col} battery {battery}{}{}",
        name.0,
        kind.word(),
        flag(*moved, " moved"),
        flag(*acted, " acted")
    )
}

fn team_named(word: &str) -> Team {
    *Team::BOTH.iter().find(|t| t.word() == word).unwrap_or_else(|| panic!("no team `{word}`"))
}

const DIRECTIONS: [&str; 8] =
    ["up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left"];

fn direction(word: &str) -> Option<Direction> {
    if word == "nowhere" {
        return None;
    }
    let place = DIRECTIONS.iter().position(|known| *known == word);
    Some(Direction::ALL[place.unwrap_or_else(|| panic!("no direction `{word}`"))])
}

fn kind(word: &str) -> Option<RobotType> {
    if word == "nothing" {
        return None;
    }
    let found = RobotType::ALL.into_iter().find(|kind| kind.word() == word);
    Some(found.unwrap_or_else(|| panic!("no robot type `{word}`")))
}

fn end(said: &[&str]) -> Option<End> {
    let (why, seconds) = match said {
        ["ends"] => (Why::Done, 0.0),
        ["ends", "after", seconds] => (Why::Done, seconds.parse().expect("seconds")),
        ["fails", "after", seconds] => (Why::Failed, seconds.parse().expect("seconds")),
        ["runs", "out", "of", "time"] => (Why::OutOfTime, 0.0),
        ["is", "gone"] => (Why::Gone, 0.0),
        ["finishes"] => (Why::Finished, 0.0),
        ["pauses"] => (Why::Paused, 0.0),
        _ => return None,
    };
    Some(End { why, spent: Spent { seconds, energy: 0 } })
}

fn call(said: &[&str]) -> Option<Call> {
    let number = |word: &str| word.parse::<i32>().expect("rows and columns are numbers");
    let robot = |word: &str| RobotId(word.parse().expect("robots are numbers"));
    Some(match *said {
        ["spawn", k, "at", r, c] => Call::Spawn { kind: kind(k), row: number(r), col: number(c) },
        [id, "moves", d] => Call::Move { robot: robot(id), direction: direction(d) },
        [id, "acts"] => Call::Act { robot: robot(id) },
        [id, "becomes", k] => Call::Transform { robot: robot(id), kind: kind(k) },
        ["can", "spawn", k, "at", r, c] => {
            Call::CanSpawn { kind: kind(k), row: number(r), col: number(c) }
        }
        ["can", id, "move", d] => Call::CanMove { robot: robot(id), direction: direction(d) },
        ["can", id, "act"] => Call::CanAct { robot: robot(id) },
        ["can", id, "become", k] => Call::CanTransform { robot: robot(id), kind: kind(k) },
        ["way", "from", r0, c0, "to", r1, c1, ref rest @ ..] => Call::Path {
            from: (number(r0), number(c0)),
            to: (number(r1), number(c1)),
            avoid_robots: !through(rest)?,
        },
        ["home", "of", id, ref rest @ ..] => {
            Call::PathToBase { robot: robot(id), avoid_robots: !through(rest)? }
        }
        ["who", "is", "at", r, c] => Call::RobotAt { row: number(r), col: number(c) },
        _ => return None,
    })
}

/// An order as a line of a script.
fn order(call: &Call) -> String {
    let kind = |kind: Option<RobotType>| kind.map_or("nothing", RobotType::word);
    match *call {
        Call::Spawn { kind: k, row, col } => format!("spawn {} at {row} {col}", kind(k)),
        Call::Move { robot, direction } => {
            let direction = direction.map_or("nowhere", |way| DIRECTIONS[way as usize]);
            format!("{} moves {direction}", robot.0)
        }
        Call::Act { robot } => format!("{} acts", robot.0),
        Call::Transform { robot, kind: k } => format!("{} becomes {}", robot.0, kind(k)),
        _ => panic!("{call:?} is a question"),
    }
}

fn through(rest: &[&str]) -> Option<bool> {
    match rest {
        [] => Some(false),
        ["through", "robots"] => Some(true),
        _ => None,
    }
}

/// A reply as a short line; a refusal as its name, or as its sentence in quotes.
fn answer(reply: &Reply, in_full: bool) -> String {
    match reply {
        Reply::Spawned(robot) | Reply::Transformed(robot) => robot.name.to_string(),
        Reply::Moved { row, col } => format!("at {row} {col}"),
        Reply::AlreadyMoved => "has moved".into(),
        Reply::Rammed { victim } => format!("rams {}", victim.name),
        Reply::Explored { tiles } => {
            let places = tiles.iter().map(|(row, col)| format!(" {row},{col}"));
            format!("sees{}", places.collect::<String>())
        }
        Reply::Mined { metal } => format!("mines {metal}"),
        Reply::Terraformed { value, .. } => format!("tile is {value}"),
        Reply::Can(can) => if *can { "yes" } else { "no" }.into(),
        Reply::Way { direction: Some(way), steps } => {
            format!("{} {steps}", DIRECTIONS[*way as usize])
        }
        Reply::Way { direction: None, steps: 0 } => "here".into(),
        Reply::Way { direction: None, steps } => {
            assert_eq!(*steps, -1);
            "no way".into()
        }
        Reply::Robot(None) => "none".into(),
        Reply::Robot(Some(robot)) => describe(robot),
        Reply::Refused(why) if in_full => format!("\"{why}\""),
        Reply::Refused(why) => {
            let debug = format!("{why:?}");
            let name = debug.split([' ', '{']).next().unwrap_or_default();
            format!("refused {name}")
        }
    }
}
