//! Journals: what they keep, repair and refuse.

use crate::support::{Scratch, entries, league, open, options, play, stage};
use agon_compete::{Entry, next};
use agon_runner::Stop;
use agon_runs::{
    Candidate, JournalFault, Keep, Run, RunFault, RunOptions, load_all, move_aside, read_journal,
};
use std::io::Write;

const BOTS: [&str; 2] = ["builtin:trivial", "builtin:nothing"];

#[test]
fn recorded_games_are_not_played_again() {
    let here = Scratch::new("kept");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    assert_eq!(play(&mut run, 4).unwrap().len(), 4);
    drop(run);
    let mut again = stage();
    let mut run = open(&mut again, &BOTS, &here.0, &stop).unwrap();
    let mut news = play(&mut run, 6).unwrap();
    news.sort();
    assert_eq!(news, ["g5", "g6"]);
    drop(run);
    let history = read_journal(&here.0).unwrap();
    assert_eq!((history.ended_games(), history.entrants().len()), (6, 2));
    let drawn = entries(&here.0).iter().position(|entry| matches!(entry, Entry::Draw(_)));
    let played = entries(&here.0).iter().position(|entry| matches!(entry, Entry::Played(_)));
    assert!(drawn < played, "games are drawn before they are played");
}

#[test]
fn an_incomplete_line_is_removed_and_its_game_played_again() {
    let here = Scratch::new("cut");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    play(&mut run, 3).unwrap();
    let result = |run: &Run<'_>, key: &str| {
        let game = run.history().game(key).unwrap().played.clone().unwrap();
        (game.ranks, game.state)
    };
    let before = ["g1", "g2", "g3"].map(|key| result(&run, key));
    drop(run);
    let path = here.0.join("journal.jsonl");
    let whole = std::fs::read(&path).unwrap();
    for cut in [1, 40, 200] {
        std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let mut again = stage();
        let mut run = open(&mut again, &BOTS, &here.0, &stop).unwrap();
        assert!(run.journal.cut_off > 0);
        assert_eq!(run.history().ended_games(), 2);
        assert_eq!(play(&mut run, 3).unwrap().len(), 1);
        let after = ["g1", "g2", "g3"].map(|key| result(&run, key));
        assert_eq!(after, before, "a replayed game differs");
    }
}

#[test]
fn damaged_and_foreign_journals_are_refused() {
    let here = Scratch::new("damage");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    play(&mut run, 2).unwrap();
    let mut second = stage();
    let busy = open(&mut second, &BOTS, &here.0, &stop).err().unwrap();
    assert!(matches!(busy, RunFault::Journal(JournalFault::InUse { .. })), "{busy}");
    let busy = move_aside(&here.0).unwrap_err();
    assert!(matches!(busy, JournalFault::InUse { .. }), "a new run respects the lock: {busy}");
    assert_eq!(read_journal(&here.0).unwrap().ended_games(), 2, "reading needs no lock");
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
    let damaged = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        read_journal(&here.0).unwrap_err().to_string()
    };
    let error = damaged("\"what\":\"entered\"", "\"what\":\"nonsense\"");
    assert!(error.contains("line 2") && error.contains("nonsense"), "{error}");
    let error = damaged("\"ranks\":[1,2]", "\"ranks\":[]");
    assert!(error.contains("0 ranks for 2 seats"), "{error}");
    let error = damaged("\"attempt\":1,\"seats\":[1,2]", "\"attempt\":1,\"seats\":[2,1]");
    assert!(error.contains("differ from those that were drawn"), "{error}");
    let error = damaged("\"format\":2", "\"format\":3");
    assert!(error.contains("it has format 3"), "{error}");
    for foreign in ["hello\n", "{\"what\":\"void\",\"game\":\"a\",\"why\":\"b\",\"attempt\":1}\n"] {
        std::fs::write(&path, foreign).unwrap();
        assert!(read_journal(&here.0).is_err());
    }
    assert!(read_journal(&here.0.join("nowhere")).unwrap_err().to_string().contains("cannot read"));
}

#[test]
fn a_changed_bot_is_refused_before_anything_is_written() {
    let here = Scratch::new("changed");
    std::fs::create_dir_all(&here.0).unwrap();
    let bot = here.0.join("mine.bot");
    std::fs::write(&bot, "builtin:trivial").unwrap();
    let word = bot.to_string_lossy().into_owned();
    let words = [word.as_str(), "builtin:nothing"];
    let folder = here.0.join("run");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &words, &folder, &stop).unwrap();
    assert!(!folder.exists(), "opening writes nothing");
    play(&mut run, 1).unwrap();
    drop(run);
    let before = std::fs::read(folder.join("journal.jsonl")).unwrap();
    std::fs::write(&bot, "builtin:greedy").unwrap();
    let mut second = stage();
    let error = open(&mut second, &words, &folder, &stop).err().unwrap().to_string();
    assert!(error.contains("the bot mine has changed since this run began"), "{error}");
    assert_eq!(std::fs::read(folder.join("journal.jsonl")).unwrap(), before);
}

#[test]
fn an_unwritable_replay_stops_the_run_without_a_result() {
    let here = Scratch::new("full");
    std::fs::create_dir_all(&here.0).unwrap();
    // A file in place of the replay folder has the effect of a full disk.
    std::fs::write(here.0.join("replays"), "in the way").unwrap();
    let stop = Stop::new();
    let mut first = stage();
    let words = BOTS.map(str::to_owned);
    let loaded = load_all(&mut first, &words);
    let options = RunOptions { keep: Keep::All, ..options(&here.0, &stop) };
    let mut run = Run::open(&mut first, "test", serde_json::json!({}), &options).unwrap();
    for (word, bot) in words.iter().zip(loaded) {
        run.enter(Candidate::new(word, word, bot.unwrap())).unwrap();
    }
    let error = play(&mut run, 2).unwrap_err().to_string();
    assert!(error.contains("cannot write the replay"), "{error}");
    assert_eq!(run.history().ended_games(), 0);
    std::fs::remove_file(here.0.join("replays")).unwrap();
    play(&mut run, 2).unwrap();
    let replay = run.history().game("g1").unwrap().played.as_ref().unwrap().replay.clone();
    assert!(here.0.join(replay.unwrap()).is_file());
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
    drop(file);
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    assert!(run.journal.cut_off > 0);
    play(&mut run, 1).unwrap();
    drop(run);
    assert_eq!(read_journal(&here.0).unwrap().ended_games(), 1);
}

/// A journal of format 1 with one finished game.
fn format_1(kind: &str) -> String {
    let begin = serde_json::json!({
        "what": "begin", "format": 1, "kind": kind, "game": "galaxy", "version": 1,
        "rules": "handbook", "engine": "tests", "plan": { "words": BOTS }, "date": "then", "build": "b1",
    });
    let bot = |name: &str| {
        let word = format!("builtin:{name}");
        serde_json::json!({ "what": "bot", "name": name, "word": word, "hash": null })
    };
    let game = serde_json::json!({
        "what": "played", "game": "g1", "map": "m", "seed": 1, "seats": ["trivial", "nothing"],
        "ranks": [1, 2], "scores": [1.0, 0.0], "reason": "r", "sentence": "s", "rounds": 3,
        "state": agon_core::StateHash(7), "faults": [null, null], "dead": [false, false],
        "seconds": 0.5, "replay": null,
    });
    [begin, bot("trivial"), bot("nothing"), game].map(|line| format!("{line}\n")).concat()
}

#[test]
fn journals_of_format_1_are_shown_converted_or_refused() {
    let here = Scratch::new("old");
    std::fs::create_dir_all(&here.0).unwrap();
    let path = here.0.join("journal.jsonl");
    std::fs::write(&path, format_1("test")).unwrap();
    let history = read_journal(&here.0).unwrap();
    assert_eq!((history.ended_games(), history.entrants().len()), (1, 2));
    let stop = Stop::new();
    let mut first = stage();
    let error = open(&mut first, &BOTS, &here.0, &stop).err().unwrap().to_string();
    assert!(error.contains("format 1") && error.contains("cannot be resumed"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format_1("test"), "nothing was written");
    // A league goes on; the old file is kept.
    std::fs::write(&path, format_1("league")).unwrap();
    let mut second = stage();
    let words = BOTS.map(str::to_owned);
    let loaded = load_all(&mut second, &words);
    let plan = serde_json::json!({ "words": BOTS });
    let mut run = Run::open(&mut second, "league", plan, &options(&here.0, &stop)).unwrap();
    for (word, bot) in words.iter().zip(loaded) {
        let name = agon_compete::short_name(word);
        run.enter(Candidate::new(&name, word, bot.unwrap())).unwrap();
    }
    assert_eq!(play(&mut run, 3).unwrap().len(), 2);
    assert!(next(&league(3), run.history()).finished);
    drop(run);
    let kept = std::fs::read_to_string(here.0.join("journal-format1.jsonl")).unwrap();
    assert_eq!(kept, format_1("league"));
    assert_eq!(read_journal(&here.0).unwrap().ended_games(), 3);
}
