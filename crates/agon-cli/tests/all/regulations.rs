//! The contests' regulations: `agon bot check --regulations`, tournaments, leagues and gradings.

use crate::{Scratch, journal};

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

/// A bot that violates the regulations of Galaxy Commander in its first line.
const THREADED: &str = "import agon, threading\nagon.run(lambda turn: None)\n";

/// The examples of the documentation in the language of a code block.
fn documented(language: &str) -> Vec<String> {
    let text = include_str!("../../../../docs/regulations.md");
    let blocks = text.split("```").skip(1).step_by(2);
    blocks
        .filter_map(|block| block.strip_prefix(&format!("{language}\n")))
        .map(String::from)
        .collect()
}

#[test]
fn the_documented_tournament_keeps_one_bot_out_and_waives_for_another() {
    let here = Scratch::new("regulations-cup");
    std::fs::create_dir_all(here.path("event/bots")).unwrap();
    for bot in ["ada", "bob"] {
        here.write(&format!("event/bots/{bot}.py"), THREADED);
    }
    here.write("event/cup.toml", &documented("toml")[0]);
    let barred = "bob does not take part: it violates the contest's regulations (threads: bob.py:1: imports \
                  threading).";
    let waived = "ada violates the contest's regulations (threads): ada.py:1: imports threading. Waived: it \
                  loads its opening book in a thread, agreed on 3 May.";
    here.run(&["tournament", "event/cup.toml", "--dry-run"]).expect(0, &[barred, "3 entrants"]);
    let words = ["tournament", "event/cup.toml", "--replays", "none"];
    here.run(&words).expect(
        0,
        &[
            "The contest's regulations: a violation keeps a bot out; the clock is loose (2 times",
            barred,
            waived,
        ],
    );
    let report = std::fs::read_to_string(here.path("runs/cup/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["rejected"][0]["name"], "bob");
    assert_eq!(report["conduct"]["clock"], "loose");
    assert_eq!(report["standings"].as_array().unwrap().len(), 3);
    assert_eq!(journal(&here, "runs/cup", "begin")[0]["plan"]["clock"], "loose");
    assert_eq!(journal(&here, "runs/cup", "inspected")[0]["remarks"][0]["ban"], "threads");
    // The clock of a run is fixed; what is forgiven is not, but a bot cannot join a round robin late.
    let fixed = [&words[..], &["--clock", "strict"]].concat();
    here.run(&fixed).expect(2, &["belongs to another run (clock was \"loose\", now \"strict\")"]);
    here.run(&[&words[..], &["--waive", "bob=agreed"]].concat()).expect(0, &[barred]);
    let fresh = ["--fresh", "--regulations", "report", "--waive", "bob:threads=agreed as well"];
    here.run(&[&words[..], &fresh].concat()).expect(
        0,
        &[
            waived,
            "bob violates the contest's regulations (threads): bob.py:1",
            "Waived: agreed as well.",
        ],
    );
}

#[test]
fn leagues_enforce_and_gradings_report_as_galaxys_handbook_says() {
    let here = Scratch::new("regulations-league");
    std::fs::create_dir(here.path("bots")).unwrap();
    here.write("bots/ada.py", THREADED);
    let config = "game = \"galaxy\"\nbots = [\"builtin:greedy\", \"builtin:random\"]\n";
    here.write("bots/league.toml", config);
    let words = ["league", "bots", "--replays", "none", "--games"];
    let play = |games: &str, more: &[&str]| here.run(&[&words[..], &[games], more].concat());
    play("2", &[]).expect(
        0,
        &["ada cannot play: it violates the contest's regulations (threads: ada.py:1: imports threading)"],
    );
    here.write("bots/league.toml", format!("{config}regulations = \"report\"\n"));
    let remark = "violates the contest's regulations (threads): ada.py:1: imports threading.";
    play("6", &[]).expect(0, &["ada@", remark]);
    play("7", &["--no-clock"]).expect(2, &["clock was \"strict\", now \"off\""]);
    here.write(
        "rubric.toml",
        "game = \"galaxy\"\n[[task]]\nname = \"plays\"\nopponent = \"builtin:nothing\"\nneed = \
         \"faults == 0\"\npoints = 1\n",
    );
    let grade = ["grade", "rubric.toml", "bots/ada.py", "--replays", "none"];
    let loose = "violations are reported; the clock is loose (2 times the limits).";
    here.run(&grade).expect(0, &[loose, "1 of 1", "ada@", remark]);
    let student = std::fs::read_to_string(here.path("runs/rubric/reports/ada.md")).unwrap();
    assert!(student.contains(loose) && student.contains(&format!("ada {remark}")), "{student}");
    // Stricter from now on: the submission no longer plays, and its report says why.
    here.run(&[&grade[..], &["--regulations", "enforce"]].concat())
        .expect(0, &["ada could not play: it violates the contest's regulations", "0 of 1"]);
}

/// An agent of Galaxy Commander that does nothing, in a package (empty for none).
pub fn galaxy_agent(package: &str, name: &str, enters: bool) -> String {
    let package = if package.is_empty() { String::new() } else { format!("package {package};\n") };
    format!(
        "{package}import edu.iastate.cs228.game.*;\nimport java.awt.Color;\n\
         public class {name} implements Agent {{\n\
         public String getFirstName() {{ return \"B\"; }}\n\
         public String getLastName() {{ return \"B\"; }}\n\
         public String getStuID() {{ return \"1\"; }}\n\
         public String getUsername() {{ return \"b\"; }}\n\
         public String getAgentName() {{ return \"{name}\"; }}\n\
         public java.io.File getAgentImage() {{ return null; }}\n\
         public boolean inTournament() {{ return {enters}; }}\n\
         public AgentAction[] getCommandTurnGrading(GalaxyState g, int e) {{ return null; }}\n\
         public AgentAction[] getCommandTurnTournament(GalaxyState g, int e) {{ return null; }}\n\
         public void setColor(Color c) {{ }}\n\
         public void setOpponentColor(Color c) {{ }}\n}}\n"
    )
}

#[test]
fn an_agent_that_stays_out_of_tournaments_is_listed_and_graded() {
    let here = Scratch::new("regulations-agents");
    for (name, enters) in [("Plays", true), ("Stays", false)] {
        let source = galaxy_agent("cs228hw4.game", name, enters);
        std::fs::create_dir_all(here.path("event").join(name)).unwrap();
        here.write(&format!("event/{name}/{name}.java"), source);
    }
    here.write(
        "event/class.toml",
        "game = \"galaxy\"\nformat = \"single\"\ngames = 1\nbots = [\"Plays\", \
         \"Stays\", \"builtin:random\"]\n",
    );
    let why = "Stays does not take part: it stays out of tournaments by its own choice: its \
               inTournament() is false.";
    here.run(&["tournament", "event/class.toml", "--replays", "none"])
        .expect(0, &[why, "2 entrants", "Plays"]);
    here.write(
        "event/homework.toml",
        "game = \"galaxy\"\n[[task]]\nname = \"plays\"\nopponent = \"builtin:nothing\"\nswap = false\n\
         need = \"rounds >= 1\"\npoints = 3\n",
    );
    let grade = ["grade", "event/homework.toml", "Stays", "--replays", "none"];
    here.run(&grade).expect(0, &["Stays", "3 of 3"]);
}

#[test]
fn wrong_words_about_the_regulations_are_explained() {
    let here = Scratch::new("regulations-usage");
    here.write(
        "cup.toml",
        "game = \"galaxy\"\nformat = \"swiss\"\nbots = [\"builtin:random\", \"builtin:greedy\"]\n\
         waivers = [{ bot = \"random\", reason = \" \" }]\n",
    );
    let cases: &[(&[&str], &str)] = &[
        (&["--regulations", "maybe"], "expected one of `enforce`, `report`, `off`"),
        (&["--clock", "slow"], "expected one of `strict`, `loose`, `off`"),
        (&["--clock", "loose", "--no-clock"], "cannot be used with"),
        (&["--waive", "ada"], "a waiver is BOT=REASON or BOT:WORD=REASON"),
        (&["--waive", "ada:thread=agreed"], "unknown variant `thread`"),
        (&[], "a waiver needs a written reason"),
    ];
    for (words, expected) in cases {
        here.run(&[&["tournament", "cup.toml"][..], words].concat()).expect(2, &[expected]);
    }
}

/// Two bots of one folder are two entrants. The program of a bot is its whole folder, so a violation in it
/// keeps both out.
#[test]
fn one_bot_of_several_is_named_in_a_competition() {
    let here = Scratch::new("regulations-several");
    std::fs::create_dir_all(here.path("event/two")).unwrap();
    let write = |name: &str, body: &str| {
        let code = format!(
            "package two;\nimport net.javachallenge.api.*;\n\
             import net.javachallenge.api.command.*;\n\
             public class {name} extends ComputerPlayer {{\n\
             public String getName() {{ return \"{name}\"; }}\n\
             public TrianglePoint selectVein(Game g) {{ return null; }}\n\
             public java.util.List<Command> selectActions(Game g) {{ {body}\n\
             return new java.util.ArrayList<>(); }} }}\n"
        );
        here.write(&format!("event/two/{name}.java"), code);
    };
    write("Calm", "");
    write("Busy", "");
    here.write(
        "event/cup.toml",
        "game = \"asterobots\"\nformat = \"round-robin\"\ngames = 1\n\
         bots = [\"two#two.Calm\", \"two#two.Busy\"]\n",
    );
    let preview = ["tournament", "event/cup.toml", "--dry-run"];
    here.run(&preview).expect(0, &["2 entrants", "Calm", "Busy"]);
    write("Busy", "getClass().getDeclaredFields();");
    let barred = "it violates the contest's regulations (reflection: two.Busy";
    here.run(&preview).expect(2, &["fewer than two bots", barred]);
}
