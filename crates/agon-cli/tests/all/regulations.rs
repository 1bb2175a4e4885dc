//! `agon bot check --regulations`.

use crate::Scratch;

#[test]
fn violations_are_listed_under_the_paragraph_that_forbids_them() {
    let here = Scratch::new("regulations");
    here.write(
        "learned.py",
        "import numpy\nimport pandas\nfrom src.player import Player\nclass BotPlayer(Player):\n    pass\n",
    );
    let check = ["bot", "check", "learned.py", "--regulations"];
    here.run(&check).expect(
        1,
        &[
            "learned and the regulations of Mars Makeover",
            "Allowed Packages: a bot may import",
            "    - packages: learned.py:2: imports pandas",
            "tournaments  a violation keeps a bot out; the clock is strict",
            "1 violation.",
        ],
    );
    here.run(&[&check[..], &["--allow", "pandas"]].concat())
        .expect(0, &["It violates none of them."]);
    here.run(&["bot", "check", "learned.py", "--allow", "pandas"]).expect(2, &["--regulations"]);
}

#[test]
fn what_is_not_read_and_what_is_not_forbidden_is_said() {
    let here = Scratch::new("regulations-unread");
    here.write("bot.cpp", "int main() {}\n");
    let check =
        |game: &str| here.run(&["bot", "check", "bot.cpp", "--game", game, "--regulations"]);
    check("galaxy").expect(
        0,
        &[
            "gradings     violations are reported; the clock is loose (2 times the limits)",
            "not C++.",
        ],
    );
    check("timetravel").expect(0, &["forbids nothing in a bot's program"]);
}
