//! `agon conformance`: recorded games, and the report of differences.

use crate::{Scratch, game_file};

#[test]
fn recordings_match_and_are_counted() {
    let here = Scratch::new("conformance");
    let one = game_file("mars/golden/handbook_transform.jsonl.gz");
    here.run(&["conformance", "mars", &one]).expect(0, &["ok ", "1 trace, ", " 0 differences"]);
    let refused = game_file("mars/golden/handbook_map_refused.jsonl.gz");
    here.run(&["conformance", "mars", &refused]).expect(0, &["1 trace, 0 steps, 0 differences"]);
}

#[test]
fn unreadable_recordings_are_reported_as_differences() {
    let here = Scratch::new("difference");
    here.write("not-json.jsonl", "hello\n");
    here.write("empty.jsonl", "");
    here.write("other.jsonl", "{\"game\":\"chess\"}\n");
    here.write("notes.txt", "not a recording");
    let run =
        here.run(&["conformance", "mars", "."]).expect(1, &["3 traces, 0 steps, 3 differences"]);
    for expected in ["line 1 is not JSON", "the file is empty", "recording of \"chess\""] {
        assert!(run.out.contains(expected), "{}", run.out);
    }
    here.run(&["conformance", "mars", "absent.jsonl"]).expect(1, &["cannot read absent.jsonl"]);
    std::fs::create_dir(here.path("none")).unwrap();
    here.run(&["conformance", "mars", "none"]).expect(1, &["no recordings"]);
}
