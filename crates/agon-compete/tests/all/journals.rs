//! Journals: what they keep, what they mend, what they refuse.

use crate::hall::{Scratch, open, stage, wanted};
use agon_compete::{Control, Job, JournalFault, Keep, Named, Run, RunFault, Wanted, read_journal};
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
fn games_are_kept_and_never_played_twice() {
    let here = Scratch::new("kept");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    let mut heard = 0;
    run.play(jobs(4), |game| {
        assert_eq!(game.seats.len(), 2);
        heard += 1;
        Control::GoOn
    })
    .unwrap();
    assert_eq!(heard, 4);
    drop(run);
    let mut again = stage();
    let mut run = open(&mut again, &BOTS, &here.0, &stop).unwrap();
    let mut news = Vec::new();
    run.play(jobs(6), |game| {
        news.push(game.game.clone());
        Control::GoOn
    })
    .unwrap();
    news.sort();
    assert_eq!(news, ["g5", "g6"]);
    let contents = read_journal(&here.0).unwrap();
    assert_eq!((contents.games.len(), contents.bots.len()), (6, 2));
    assert_eq!(contents.order.len(), 6);
}

#[test]
fn a_line_that_was_cut_off_is_dropped_and_its_game_played_again() {
    let here = Scratch::new("cut");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    run.play(jobs(3), |_| Control::GoOn).unwrap();
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
        run.play(jobs(3), |_| Control::GoOn).unwrap();
        for (key, game) in &run.journal.contents().games {
            let was = &before[key];
            assert_eq!((&game.ranks, game.state), (&was.ranks, was.state), "the same game again");
        }
    }
}

#[test]
fn damage_and_strangers_are_refused_in_sentences() {
    let here = Scratch::new("damage");
    let stop = Stop::new();
    let mut first = stage();
    let mut run = open(&mut first, &BOTS, &here.0, &stop).unwrap();
    run.play(jobs(2), |_| Control::GoOn).unwrap();
    let mut second = stage();
    let busy = open(&mut second, &BOTS, &here.0, &stop).err().unwrap();
    assert!(matches!(busy, RunFault::Journal(JournalFault::InUse { .. })), "{busy}");
    drop(run);
    let mut other = stage();
    let told =
        open(&mut other, &["builtin:greedy", "builtin:nothing"], &here.0, &stop).err().unwrap();
    let told = told.to_string();
    assert!(told.contains("another run") && told.contains("words was") && told.contains("--fresh"));
    let path = here.0.join("journal.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(2, "{\"what\":\"nonsense\"}");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let mut third = stage();
    let told = open(&mut third, &BOTS, &here.0, &stop).err().unwrap().to_string();
    assert!(told.contains("line 3") && told.contains("nonsense"), "{told}");
    for foreign in ["hello\n", "{\"what\":\"void\",\"game\":\"a\",\"why\":\"b\",\"attempt\":1}\n"] {
        std::fs::write(&path, foreign).unwrap();
        assert!(read_journal(&here.0).is_err());
    }
    assert!(read_journal(&here.0.join("nowhere")).unwrap_err().to_string().contains("cannot read"));
}

#[test]
fn another_bot_under_the_same_name_is_refused() {
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
    let told = open(&mut second, &words, &run, &stop).err().unwrap().to_string();
    assert!(told.contains("the bot mine is not the one this run began with"), "{told}");
}

#[test]
fn a_replay_that_cannot_be_written_stops_the_run_and_is_no_result() {
    let here = Scratch::new("full");
    std::fs::create_dir_all(&here.0).unwrap();
    // Where the folder of replays should be there is a file: as good as a full disk.
    std::fs::write(here.0.join("replays"), "in the way").unwrap();
    let stop = Stop::new();
    let mut first = stage();
    let entrants = Named::enter_all(&mut first, &BOTS.map(|word| (None, word.to_owned())));
    let wanted = Wanted { keep: Keep::All, ..wanted(&here.0, &stop) };
    let mut run = Run::open(&mut first, entrants, "test", serde_json::json!({}), &wanted).unwrap();
    let told = run.play(jobs(2), |_| panic!("nobody hears of it")).unwrap_err().to_string();
    assert!(told.contains("cannot write the replay"), "{told}");
    assert!(run.journal.contents().games.is_empty());
    std::fs::remove_file(here.0.join("replays")).unwrap();
    run.play(jobs(2), |_| Control::GoOn).unwrap();
    assert!(
        run.game("g1").unwrap().replay.as_ref().is_some_and(|name| here.0.join(name).is_file())
    );
}

#[test]
fn a_device_is_no_journal() {
    let here = Scratch::new("device");
    std::fs::create_dir_all(&here.0).unwrap();
    std::os::unix::fs::symlink("/dev/full", here.0.join("journal.jsonl")).unwrap();
    let stop = Stop::new();
    let mut first = stage();
    let told = open(&mut first, &BOTS, &here.0, &stop).err().unwrap().to_string();
    assert!(told.contains("not a journal") && told.contains("not a file"), "{told}");
}

#[test]
fn a_journal_that_ends_in_the_middle_of_its_first_line_begins_anew() {
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
