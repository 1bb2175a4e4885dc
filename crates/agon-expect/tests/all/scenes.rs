//! Scene files.

use agon_expect::{Position, Scene};

#[test]
fn a_scene_is_read() {
    let text = "game = \"a\"\nmap = \"b\"\nexpect = [\"won against c in at least 2 of 3\"]";
    let scene = Scene::parse(text).unwrap();
    assert_eq!(scene.position(), Ok(Position::Start { game: "a", map: Some("b") }));
    assert_eq!((scene.seed, scene.rounds), (1, None));
    let text =
        "replay = \"a.agonreplay\"\nat = 7\nseats = [\"recorded\", \"bot\"]\nexpect = [\"won\"]";
    let scene = Scene::parse(text).unwrap();
    assert_eq!(scene.position(), Ok(Position::Moment { replay: "a.agonreplay", at: 7 }));
    let one = Scene::parse("game = \"a\"\nexpect = \"won\"").unwrap();
    let list = Scene::parse("game = \"a\"\nexpect = [\"won\"]").unwrap();
    assert_eq!(one, list);
}

#[test]
fn a_scene_that_cannot_be_played_is_refused() {
    let expect = "expect = [\"no refusals\"]";
    for (text, sentence) in [
        ("expect = [\"won\"]", "names neither a `game` nor a `replay`"),
        ("game = \"a\"", "the scene expects nothing"),
        ("game = \"a\"\nexpect = [\"luck\"]", "`luck` is not a condition"),
        ("game = \"a\"\nexpect = \"luck\"", "`luck` is not a condition"),
        ("game = \"a\"\nexpect = 3", "expected a list of expectations, such as [\"won\"]"),
        (&format!("game = \"a\"\ncolour = 3\n{expect}"), "unknown field `colour`"),
        (&format!("replay = \"a\"\n{expect}"), "`replay` needs `at = ROUND`"),
        (&format!("game = \"a\"\nat = 3\n{expect}"), "`at` needs `replay = FILE`"),
        (&format!("replay = \"a\"\nat = 3\nmap = \"b\"\n{expect}"), "leave out `map`"),
        (&format!("replay = \"a\"\nat = 3\n{expect}"), "needs `seats`"),
        (&format!("game = \"a\"\nseats = [\"b\", \"c\"]\n{expect}"), "must contain \"bot\" once"),
        (&format!("game = \"a\"\nseats = [\"bot\", \"recorded\"]\n{expect}"), "needs a `replay`"),
        (&format!("game = \"a\"\nrounds = 0\n{expect}"), "`rounds` must be at least 1"),
        ("game = \"a\"\nrounds = 5\nexpect = [\"won\"]", "`won` needs the result of the match"),
    ] {
        let why = Scene::parse(text).unwrap_err();
        assert!(why.contains(sentence), "{text}: {why}");
    }
}
