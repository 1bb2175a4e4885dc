//! Java bots from their sources, as the contests had them, in the real sandbox.

use crate::table::{bot_file, first_match, options, play, play_out, player_of};
use agon_bots::player;
use agon_core::{Actor, Chance, Contest, End, Game, GameMap, Profile, Scribe};
use agon_homerun::{Call, HomeRun, Reply};
use agon_runner::{IncidentKind, Match, Player};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A bot in the game's folder.
fn bundled(path: &str) -> String {
    format!("{}/../../games/homerun/original/java/{path}", env!("CARGO_MANIFEST_DIR"))
}

fn unit_player(members: &str) -> String {
    let source = format!(
        "package mine;\nimport aic2023.user.*;\nimport java.util.*;\n\
         public class UnitPlayer {{\n{members}\n}}\n"
    );
    bot_file("Any.java", &source)
}

#[test]
fn the_examples_play_and_a_match_repeats() {
    let [null, demo, slugger] =
        ["nullplayer", "demoplayer", "slugger"].map(|name| bundled(&format!("examples/{name}")));
    let first = play::<HomeRun>(&slugger, &demo, &options());
    for report in &first.reports {
        assert!(report.incidents.is_empty(), "{:?}", report.incidents);
        assert!(report.turns > 500, "{} turns", report.turns);
    }
    let again = play::<HomeRun>(&slugger, &demo, &options());
    assert_eq!(first.outcome, again.outcome);
    // Everything but the seconds is the same; so is the energy, which decides where a turn is cut.
    assert_eq!(orders(&first.replay), orders(&again.replay));

    let idle = play::<HomeRun>(&demo, &null, &options());
    assert_eq!(idle.outcome.standings[0].rank, 1, "{:?}", idle.outcome);
    assert!(idle.reports[1].incidents.is_empty(), "{:?}", idle.reports[1].incidents);
}

/// Every order and the energy of every turn.
fn orders(replay: &agon_replay::Replay) -> Vec<String> {
    struct Log(Vec<String>);
    impl Scribe<HomeRun> for Log {
        fn call(&mut self, _: &HomeRun, actor: Actor, call: &Call, reply: &Reply) {
            self.0.push(format!("{actor:?} {call:?} {reply:?}"));
        }
        fn end(&mut self, _: &HomeRun, actor: Actor, end: &End) {
            self.0.push(format!("{actor:?} {:?} {}", end.why, end.spent.energy));
        }
    }
    let mut log = Log(Vec::new());
    agon_replay::Playback::<HomeRun>::open(replay).unwrap().run(&mut log).unwrap();
    log.0
}

/// Asks the game every question that a unit has printed.
#[derive(Default)]
struct Auditor {
    asked: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Scribe<HomeRun> for Auditor {
    fn call(&mut self, game: &HomeRun, actor: Actor, call: &Call, reply: &Reply) {
        match (call, reply) {
            (Call::Print(Some(line)), _) => {
                if let Err(fault) = self.compare(game, actor, line) {
                    self.wrong.push(format!("{line}: {fault}"));
                }
            }
            // Only the game decides which unit may be scheduled.
            (Call::Schedule(_), _) => {}
            (order, Reply::Refused(why)) => self.wrong.push(format!("{order:?}: {why}")),
            _ => {}
        }
    }

    fn end(&mut self, _: &HomeRun, _: Actor, _: &End) {}
}

impl Auditor {
    fn compare(&mut self, game: &HomeRun, actor: Actor, line: &str) -> Result<(), String> {
        let line: Value = serde_json::from_str(line).map_err(|fault| fault.to_string())?;
        let question: Call =
            serde_json::from_value(line["call"].clone()).map_err(|fault| fault.to_string())?;
        let kind = line["kind"].as_str().unwrap_or_default();
        let name = line["call"].as_str().map(str::to_owned);
        let name = name.or_else(|| line["call"].as_object()?.keys().next().cloned());
        *self.asked.entry(name.unwrap_or_default()).or_default() += 1;
        let reply = game.clone().call(actor, &question);
        let mut right = match &reply {
            Reply::Refused(_) => refused(kind, &question),
            reply => serde_json::to_value(reply).unwrap()[kind].clone(),
        };
        if let (Call::SenseObjects(..), Some(places)) = (&question, right.as_array_mut()) {
            places.truncate(40);
        }
        let penalty = HomeRun::penalty(&reply);
        if exact(&right) != exact(&line["answer"]) || line["penalty"] != json!(penalty) {
            return Err(format!("the game answers {right} with a penalty of {penalty}"));
        }
        Ok(())
    }
}

/// What the contest's interface returns where there is no answer.
fn refused(kind: &str, question: &Call) -> Value {
    match kind {
        "is" => json!(matches!(question, Call::IsOutOfMap(None))),
        "number" => json!(-1),
        "units" | "places" => json!([]),
        _ => Value::Null,
    }
}

/// Numbers as the 32 bits that they have in the game, compared exactly.
fn exact(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!((number.as_f64().unwrap() as f32).to_bits()),
        Value::Array(list) => list.iter().map(exact).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), exact(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn the_kit_answers_as_the_game_does() {
    let auditor = player::<HomeRun>(&bundled("test/bots/auditor"), &options()).unwrap();
    for rules in Profile::ALL {
        let own = HomeRun::own_maps().iter().find(|map| map.name == "OwnFords").unwrap();
        let map = <HomeRun as Contest>::Map::parse(own.text).unwrap();
        let spec = Match {
            setup: HomeRun::new_setup(map, rules, 2).unwrap(),
            map: own.name.into(),
            rules,
            seed: 7,
            players: vec![&auditor, &auditor],
            tournament: false,
            engine: "tests",
            date: None,
        };
        let mut game = HomeRun::new(&spec.setup, Chance::seeded(spec.seed));
        let mut scribe = Auditor::default();
        agon_runner::play(&spec, &mut game, &mut scribe, &mut |_| {}).unwrap();
        let wrong: Vec<_> = scribe.wrong.iter().take(5).collect();
        assert!(wrong.is_empty(), "{} wrong answers: {wrong:#?}", scribe.wrong.len());
        assert_eq!(scribe.asked.len(), 23, "{:?}", scribe.asked);
        assert!(scribe.asked.values().all(|&times| times > 100), "{:?}", scribe.asked);
    }
}

#[test]
fn a_bot_that_may_not_play_is_told_why_and_where() {
    let told = |members: &str| {
        let Err(fault) = player::<HomeRun>(&unit_player(members), &options()) else {
            panic!("{members} should be refused");
        };
        fault.to_string()
    };
    let run = "public void run(UnitController uc) {\n";
    let message = told(&format!("{run} new Random();\n}}"));
    assert!(message.contains("mine.UnitPlayer.run, line 6: java.util.Random"), "{message}");
    let message = told(&format!("static int shared; {run} }}"));
    assert!(message.contains("the static variable `shared` cannot be used"), "{message}");
    let message = told(&format!("{run} uc.fly();\n}}"));
    assert!(message.contains("Any.java:6: cannot find symbol"), "{message}");
    assert!(!message.contains("/builds/"), "names as in the bot's own folder: {message}");
}

#[test]
fn a_failing_unit_ends_alone() {
    let bot = unit_player(
        "public void run(UnitController uc) {\n\
         if (uc.getType() == UnitType.HQ) { uc.recruitUnit(UnitType.CATCHER, Direction.NORTH); \
         uc.println(\"one\"); while (true) uc.yield(); }\n\
         while (uc.getRound() < 20) ;\n\
         throw new NoSuchElementException(\"out of luck\");\n}",
    );
    let null = bundled("examples/nullplayer");
    let came = play::<HomeRun>(&bot, &null, &options());
    let [report, _] = &came.reports[..] else { panic!("two reports") };
    assert_eq!(report.incidents.len(), 1, "{:?}", report.incidents);
    let incident = &report.incidents[0];
    assert_eq!(incident.kind, IncidentKind::Exception);
    assert_eq!(incident.round, 20, "it spins, is stopped, and sees the round change");
    let says = "java.util.NoSuchElementException: out of luck\n    at mine.UnitPlayer.run, line 8";
    assert!(incident.sentence.contains(says), "{}", incident.sentence);
    // Its headquarters has played on to the end: 1500 turns, and 21 of the catcher.
    assert_eq!(report.turns, 1500 + 21);
}

/// The processes of this machine that have a word in their command line.
fn processes(word: &str) -> BTreeSet<u32> {
    let numbers = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let number: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let line = std::fs::read(format!("/proc/{number}/cmdline")).ok()?;
        String::from_utf8_lossy(&line).contains(word).then_some(number)
    });
    numbers.collect()
}

/// A bot under a name that shows in the command line of its machine, against one that does nothing.
fn named(name: &str, members: &str) -> [Player<HomeRun>; 2] {
    let source = std::fs::read_to_string(unit_player(members)).unwrap();
    let word = bot_file(&format!("{name}.java"), &source);
    [word.as_str(), "builtin:nothing"].map(|word| player_of::<HomeRun>(word, &options()))
}

#[test]
fn a_process_plays_several_matches_without_keeping_state() {
    // The bot stores what it can and prints what is still there.
    let members = "\
        int turns; int[] seen = new int[3]; HashMap<Object, Integer> map = new HashMap<>();\n\
        public void run(UnitController uc) { while (true) {\n\
        map.put(new Location(), turns); map.put(Direction.values()[turns % 9], turns); seen[turns % 3]++;\n\
        String all = turns + \" \" + map + Arrays.toString(seen) + uc.read(7) + Math.random();\n\
        if (turns < 20) uc.println(all);\n\
        uc.write(7, uc.read(7) + 1); turns++;\n\
        if (uc.getType() == UnitType.HQ && uc.canRecruitUnit(UnitType.CATCHER, Direction.NORTH))\n\
        uc.recruitUnit(UnitType.CATCHER, Direction.NORTH);\n\
        Direction d = Direction.values()[(int) (Math.random() * 9)]; if (uc.canMove(d)) uc.move(d);\n\
        uc.yield(); } }";
    let players = named("Revenant", members);
    let match_of = |players: &[Player<HomeRun>; 2]| {
        let came = play_out(&first_match(players));
        came.is_clean();
        (orders(&came.replay), processes("Revenant"))
    };
    let (first, machine) = match_of(&players);
    assert!(!machine.is_empty(), "it waits for another match");
    for _ in 0..2 {
        let (again, same_machine) = match_of(&players);
        assert_eq!(machine, same_machine);
        assert_eq!(first, again, "the same seed is the same match, whatever was played before");
    }
    let (fresh, two_machines) = match_of(&named("Revenant", members));
    assert_eq!(first, fresh);
    assert!(two_machines.len() > machine.len(), "another player has its own");
    drop(players);
    assert!(processes("Revenant").is_disjoint(&machine), "it ends with its player");
}

#[test]
fn a_process_with_an_incident_plays_no_second_match() {
    let run = "public void run(UnitController uc) { while (true) {";
    let fails = "if (uc.getRound() == 3) throw new IllegalStateException();";
    let players = named("Thrower", &format!("{run} {fails} uc.yield(); }} }}"));
    play_out(&first_match(&players));
    assert_eq!(processes("Thrower"), BTreeSet::new());
}

#[test]
fn no_unit_closes_the_log_of_the_others() {
    let run = "public void run(UnitController uc) { while (true) {";
    let closes = "if (uc.getRound() == 3) System.err.close(); System.err.println(uc.getRound());";
    let players = named("Closer", &format!("{run} {closes} uc.yield(); }} }}"));
    for _ in 0..2 {
        let came = play_out(&first_match(&players));
        came.is_clean();
        let words = came.reports[0].last_words.as_deref().unwrap_or_default();
        assert!(words.ends_with("1499"), "{words}");
    }
    assert!(!processes("Closer").is_empty(), "it waits for another match");
}

#[test]
fn a_hopeless_pattern_ends_with_the_energy() {
    let members = "public void run(UnitController uc) {\n\
        \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\".matches(\"(a+)+\\\\1b\"); }";
    let came = play::<HomeRun>(&unit_player(members), &bundled("examples/nullplayer"), &options());
    let [report, _] = &came.reports[..] else { panic!("two reports") };
    assert!(report.incidents.is_empty(), "{:?}", report.incidents);
    assert_eq!(report.turns, 1500, "its headquarters is stopped in every round");
}
