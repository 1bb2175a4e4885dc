//! Journals: what they keep, repair and refuse.

use crate::support::{Scratch, open, options, stage};
use agon_compete::{
    Control, Job, JournalFault, Keep, NamedBot, Run, RunFault, RunOptions, read_journal,
};
use agon_runner::Stop;
use std::io::Write;

fn jobs(n: u64) -> impl Iterator<Item = Job> + Send {
    (1..=n).map(|seed| Job {
        key: format!("g{seed}"),
        map: String::new(),
        seed,
        seats: vec![(seed % 2) as usize, (1 - seed % 2) as usize],
    })
}

const BOTS: [&str; 2] = ["builtin:trivial", "builtin:nothing"];

#[test]
fn recorded_games_are_not_played_again() {
    let here = Scratch::new("kept");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    let mut reported = 0;
    run.play(jobs(4), |game| {
        assert_eq!(game.seats.len(), 2);
        reported += 1;
        Control::Continue
    })
    .unwrap();
    assert_eq!(reported, 4);
    drop(run);
    let mut again = stage();
    let mut run = open(&mut again, &BOTS, &here.0, &stop).unwrap();
    let mut news = Vec::new();
    run.play(jobs(6), |game| {
        news.push(game.game.clone());
        Control::Continue
    })
    .unwrap();
    news.sort();
    assert_eq!(news, ["g5", "g6"]);
    let contents = read_journal(&here.0).unwrap();
    assert_eq!((contents.games.len(), contents.bots.len()), (6, 2));
    assert_eq!(contents.order.len(), 6);
}

#[test]
fn an_incomplete_line_is_removed_and_its_game_played_again() {
    let here = Scratch::new("cut");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    run.play(jobs(3), |_| Control::Continue).unwrap();
    let before = run.journal.contents().games.clone();
    drop(run);
    let path = here.0.join("journal.jsonl");
    let whole = std::fs::read(&path).unwrap();
    for cut in [1, 40, 200] {
        std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let mut again = stage();
        let mut run = open(&mut again, &BOTS, &here.0, &stop).unwrap();
        assert!(run.journal.cut_off > 0);
        assert_eq!(run.journal.contents().games.len(), 2);
        run.play(jobs(3), |_| Control::Continue).unwrap();
        for (key, game) in &run.journal.contents().games {
            let was = &before[key];
            assert_eq!(
                (&game.ranks, game.state),
                (&was.ranks, was.state),
                "a replayed game differs"
            );
        }
    }
}

#[test]
fn damaged_and_foreign_journals_are_refused() {
    let here = Scratch::new("damage");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    run.play(jobs(2), |_| Control::Continue).unwrap();
    let mut second = stage();
    let busy = open(&mut second, &BOTS, &here.0, &stop).err().unwrap();
    assert!(matches!(busy, RunFault::Journal(JournalFault::InUse { .. })), "{busy}");
    drop(run);
    let mut other = stage();
    let error =
        open(&mut other, &["builtin:greedy", "builtin:nothing"], &here.0, &stop).err().unwrap();
    let error = error.to_string();
    assert!(
        error.contains("another run") && error.contains("words was") && error.contains("--fresh")
    );
    let path = here.0.join("journal.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(2, "{\"what\":\"nonsense\"}");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let mut third = stage();
    let error = open(&mut third, &BOTS, &here.0, &stop).err().unwrap().to_string();
    assert!(error.contains("line 3") && error.contains("nonsense"), "{error}");
    for foreign in ["hello\n", "{\"what\":\"void\",\"game\":\"a\",\"why\":\"b\",\"attempt\":1}\n"] {
        std::fs::write(&path, foreign).unwrap();
        assert!(read_journal(&here.0).is_err());
    }
    assert!(read_journal(&here.0.join("nowhere")).unwrap_err().to_string().contains("cannot read"));
}

#[test]
fn a_changed_bot_is_refused() {
    let here = Scratch::new("changed");
    std::fs::create_dir_all(&here.0).unwrap();
    let bot = here.0.join("mine.bot");
    std::fs::write(&bot, "builtin:trivial").unwrap();
    let word = bot.to_string_lossy().into_owned();
    let words = [word.as_str(), "builtin:nothing"];
    let run = here.0.join("run");
    let stop = Stop::new();
    let mut first = stage();
    drop(open(&mut first, &words, &run, &stop).unwrap());
    std::fs::write(&bot, "builtin:greedy").unwrap();
    let mut second = stage();
    let error = open(&mut second, &words, &run, &stop).err().unwrap().to_string();
    assert!(error.contains("the bot mine has changed since this run began"), "{error}");
}

#[test]
fn an_unwritable_replay_stops_the_run_without_a_result() {
    let here = Scratch::new("full");
    std::fs::create_dir_all(&here.0).unwrap();
    // A file in place of the replay folder has the effect of a full disk.
    std::fs::write(here.0.join("replays"), "in the way").unwrap();
    let stop = Stop::new();
    let mut first = stage();
    let entrants = NamedBot::enter_all(&mut first, &BOTS.map(|word| (None, word.to_owned())));
    let options = RunOptions { keep: Keep::All, ..options(&here.0, &stop) };
    let mut run = Run::open(&mut first, entrants, "test", serde_json::json!({}), &options).unwrap();
    let error = run.play(jobs(2), |_| panic!("the game was reported")).unwrap_err().to_string();
    assert!(error.contains("cannot write the replay"), "{error}");
    assert!(run.journal.contents().games.is_empty());
    std::fs::remove_file(here.0.join("replays")).unwrap();
    run.play(jobs(2), |_| Control::Continue).unwrap();
    assert!(
        run.game("g1").unwrap().replay.as_ref().is_some_and(|name| here.0.join(name).is_file())
    );
}

#[test]
fn a_device_is_refused_as_a_journal() {
    let here = Scratch::new("device");
    std::fs::create_dir_all(&here.0).unwrap();
    std::os::unix::fs::symlink("/dev/full", here.0.join("journal.jsonl")).unwrap();
    let stop = Stop::new();
    let mut first = stage();
    let error = open(&mut first, &BOTS, &here.0, &stop).err().unwrap().to_string();
    assert!(error.contains("not a journal") && error.contains("not a file"), "{error}");
}

#[test]
fn a_journal_with_an_incomplete_first_line_is_started_over() {
    let here = Scratch::new("first");
    std::fs::create_dir_all(&here.0).unwrap();
    let mut file = std::fs::File::create(here.0.join("journal.jsonl")).unwrap();
    file.write_all(b"{\"what\":\"begin\",\"for").unwrap();
    let stop = Stop::new();
    let mut first = stage();
    let run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    assert!(run.journal.contents().games.is_empty() && run.journal.cut_off > 0);
    drop(run);
    assert!(read_journal(&here.0).unwrap().begin.is_some());
}
