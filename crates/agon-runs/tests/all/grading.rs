//! Grading: conditions, marks, and repeatability.

use crate::support::{Scratch, options, stage};
use agon_compete::grade::{Condition, Marks, Rubric, SeatFacts};
use agon_compete::{EntrantId, Plan, Played, Report, report, short_name};
use agon_core::StateHash;
use agon_runner::Stop;
use agon_runs::{Run, Submission, enter_grading, load_all};

fn game() -> Played {
    Played {
        game: "g".into(),
        map: "m".into(),
        seed: 1,
        attempt: 1,
        seats: vec![EntrantId(1), EntrantId(2)],
        ranks: vec![1, 2],
        scores: vec![30.0, 10.0],
        most: Some(40.0),
        reason: "r".into(),
        sentence: "s".into(),
        rounds: 7,
        state: StateHash(1),
        orders: None,
        faults: vec![None, Some("late".into())],
        dead: vec![false, false],
        silent: vec![false, false],
        seconds: 0.1,
        replay: None,
    }
}

#[test]
fn conditions_read_what_games_report() {
    let check = |text: &str, game: &Played, seat| {
        text.parse::<Condition>().unwrap().check(&SeatFacts { game, seat })
    };
    let holds = |text: &str, seat| check(text, &game(), seat).is_ok();
    for text in ["won", "score >= 30", "share == 0.75", "share > 0.5", "margin >= 20", "rank <= 1"]
    {
        assert!(holds(text, 0), "{text}");
        assert!(!holds(text, 1), "{text}");
    }
    assert!(holds("faults == 0", 0) && !holds("faults == 0", 1) && holds("rounds < 8", 1));
    assert!(!holds("won and faults == 1", 0) && holds("won and rounds >= 7", 0));
    let why = check("share >= 1", &game(), 0).unwrap_err();
    assert_eq!(why, "share is 0.75, wanted share >= 1");
    let silent = Played { most: None, ..game() };
    let why = check("share >= 1", &silent, 0).unwrap_err();
    assert!(why.contains("does not report"));
    for (bad, expected) in [
        ("", "not a condition"),
        ("luck > 3", "unknown measure `luck`"),
        ("score > many", "not a number"),
        ("score", "not a condition"),
    ] {
        assert!(bad.parse::<Condition>().unwrap_err().contains(expected), "{bad}");
    }
}

const RUBRIC: &str = r#"
game = "galaxy"
[[task]]
name = "all systems"
opponent = "builtin:nothing"
games = 2
need = "share >= 1"
points = 6
[[task]]
name = "half of them"
opponent = "builtin:trivial"
seeds = [5, 9]
need = "share > 0.5"
enough = "proportional"
points = 4
"#;

fn graded(here: &Scratch, words: &[&str], stop_after: Option<usize>) -> Vec<Marks> {
    let rubric = Rubric::parse(RUBRIC).unwrap();
    let stop = Stop::new();
    let mut stage = stage();
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let loaded = load_all(&mut stage, &words);
    let submissions: Vec<Submission> =
        words.iter().zip(loaded).map(|(word, bot)| (short_name(word), word.clone(), bot)).collect();
    let tasks: Vec<String> = rubric.tasks.iter().map(|task| task.opponent.clone()).collect();
    let opponents: Vec<_> =
        load_all(&mut stage, &tasks).into_iter().map(|bot| bot.unwrap()).collect();
    let plan = serde_json::json!({ "rubric": rubric });
    let options = options(&here.0, &stop);
    let mut run = Run::open(&mut stage, "grade", plan, &options).unwrap();
    enter_grading(&mut run, &rubric, &submissions, &opponents).unwrap();
    let mut games = 0;
    let plan = Plan::Grade(rubric);
    run.play(&plan, &mut |_, _| {
        games += 1;
        if Some(games) == stop_after {
            stop.ask();
        }
    })
    .unwrap();
    match report(&plan, run.history()) {
        Report::Grade(marks) => marks,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_submission_gets_the_same_marks_again() {
    let words = ["builtin:greedy", "builtin:random", "no-such-bot", "panics"];
    let (one, two) = (Scratch::new("marks"), Scratch::new("marks-again"));
    let marks = graded(&one, &words, None);
    let cut = graded(&two, &words, Some(4));
    assert!(cut.len() < words.len(), "unfinished submissions are omitted");
    assert_eq!(graded(&two, &words, None), marks);
    let of = |name: &str| marks.iter().find(|marks| marks.name == name).unwrap();
    assert_eq!(of("greedy").most, 10.0);
    assert!(of("greedy").points > of("random").points);
    assert!(of("no-such-bot").broken.as_ref().unwrap().contains("no-such-bot"));
    assert_eq!(of("no-such-bot").points, 0.0);
    let panics = of("panics");
    assert_eq!((panics.points, panics.faults), (0.0, 8));
    assert!(panics.first_fault.as_ref().unwrap().contains("panicked"));
    assert!(panics.marks[0].why[0].0.contains("share is"));
    assert!(panics.marks[0].worst_sentence.as_ref().unwrap().contains("seed"));
}

#[test]
fn bad_rubrics_are_refused_with_the_reason() {
    for (from, to, expected) in [
        ("[[task]]", "[[job]]", "job"),
        ("points = 6", "points = -1", "points must be"),
        ("games = 2", "games = 0", "games must be at least 1"),
        ("share >= 1", "luck >= 1", "unknown measure"),
        ("enough = \"proportional\"", "enough = { share = 2.0 }", "between 0 and 1"),
        ("seeds = [5, 9]", "sedes = [5]", "sedes"),
    ] {
        let error = Rubric::parse(&RUBRIC.replace(from, to)).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    assert!(Rubric::parse("game = \"galaxy\"\ntask = []").unwrap_err().contains("no [[task]]"));
}
