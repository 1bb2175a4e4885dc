//! What the contests' regulations forbid, found in small bots of our own.

use crate::table::{bot_file, options};
use agon_asterobots::Asterobots;
use agon_bots::{BotFault, Inspection, admit, inspect};
use agon_core::{Ban, ConductSettings, Contest, Enforcement, Occasion, Violation, Waiver};
use agon_galaxy::GalaxyCommander;
use agon_homerun::HomeRun;
use agon_mars::Mars;
use agon_timetravel::TimeTravel;
use std::path::Path;

fn inspected<G: Contest>(word: &str) -> Inspection {
    let found: Result<Inspection, BotFault> = inspect::<G>(word, &[], &options());
    found.unwrap_or_else(|fault| panic!("{word}: {fault}"))
}

/// The violations as text, each after its ban.
fn lines(violations: &[Violation]) -> Vec<String> {
    violations.iter().map(|violation| format!("{}: {violation}", violation.ban)).collect()
}

/// An agent of Galaxy Commander; `members` begin in line 5.
fn agent(in_tournament: bool, members: &str) -> String {
    let source = format!(
        "package cs228hw4.game;\nimport edu.iastate.cs228.game.*;\nimport java.awt.Color;\n\
         public class Busy implements Agent {{\n{members}\n\
         public String getFirstName() {{ return \"B\"; }}\n\
         public String getLastName() {{ return \"B\"; }}\n\
         public String getStuID() {{ return \"1\"; }}\n\
         public String getUsername() {{ return \"b\"; }}\n\
         public String getAgentName() {{ return \"Busy\"; }}\n\
         public java.io.File getAgentImage() {{ return null; }}\n\
         public boolean inTournament() {{ return {in_tournament}; }}\n\
         public AgentAction[] getCommandTurnGrading(GalaxyState g, int e) {{ return null; }}\n\
         public AgentAction[] getCommandTurnTournament(GalaxyState g, int e) {{ return null; }}\n\
         public void setColor(Color c) {{ }}\n\
         public void setOpponentColor(Color c) {{ }}\n}}\n"
    );
    bot_file("Busy.java", &source)
}

#[test]
fn galaxys_condition_is_found_by_class_method_and_line() {
    let word = agent(
        false,
        "void a() { new Thread(); }\n\
         void b() throws Exception { Class.forName(\"x\"); }\n\
         void c() throws Exception { new java.net.ServerSocket(); }\n\
         native void d();\n\
         void e() { System.exit(3); }",
    );
    let found = inspected::<GalaxyCommander>(&word);
    assert_eq!(
        lines(&found.violations),
        [
            "threads: cs228hw4.game.Busy.a, Busy.java:5: uses java.lang.Thread",
            "reflection: cs228hw4.game.Busy.b, Busy.java:6: uses java.lang.Class.forName",
            "network: cs228hw4.game.Busy.c, Busy.java:7: uses java.net.ServerSocket",
            "native-code: cs228hw4.game.Busy.d, Busy.java: is a native method",
            "privileges: cs228hw4.game.Busy.e, Busy.java:9: uses java.lang.System.exit",
        ]
    );
    assert_eq!(found.enters_tournaments, Some(false));
    let eager = inspected::<GalaxyCommander>(&agent(true, ""));
    assert_eq!((eager.violations, eager.enters_tournaments), (vec![], Some(true)));
}

#[test]
fn a_competition_decides_by_the_handbook_and_by_its_own_file() {
    let word = agent(false, "void a() { new Thread(); }");
    let admit = |occasion: Occasion, settings: &ConductSettings| {
        admit::<GalaxyCommander>(&word, "ada", settings, occasion, &options()).unwrap()
    };
    let handbook = ConductSettings::default();
    let league = admit(Occasion::League, &handbook);
    assert!(!league.is_admitted() && !league.stays_out);
    let graded = admit(Occasion::Grading, &handbook);
    assert!(graded.is_admitted() && graded.ruling.standing.len() == 1);
    let reason = "computes while the map loads".to_owned();
    let waiver = Waiver { bot: "ada".into(), ban: Some(Ban::Threads), reason: reason.clone() };
    let waived = ConductSettings { waivers: vec![waiver], ..ConductSettings::default() };
    let league = admit(Occasion::League, &waived);
    assert!(league.is_admitted());
    assert_eq!(league.ruling.waived[0].1, reason);
    // It may play, but says that it does not want to.
    let tournament = admit(Occasion::Tournament, &waived);
    assert!(tournament.ruling.is_admitted && tournament.stays_out && !tournament.is_admitted());
    let off = ConductSettings { regulations: Some(Enforcement::Off), ..handbook };
    assert!(!admit(Occasion::Grading, &off).is_read);
}

#[test]
fn asterobots_forbids_reflection_and_other_programs() {
    let source = "import net.javachallenge.api.*;\nimport net.javachallenge.api.command.*;\n\
        public class Chatty extends ComputerPlayer {\n\
        public String getName() { return \"Chatty\"; }\n\
        public TrianglePoint selectVein(Game g) { g.getClass().getDeclaredFields(); return null; }\n\
        public java.util.List<Command> selectActions(Game g) {\n\
        try { new ProcessBuilder(\"ls\").start(); } catch (java.io.IOException e) { }\n\
        new Thread();\n\
        return new java.util.ArrayList<Command>(); } }\n";
    let found = inspected::<Asterobots>(&bot_file("Chatty.java", source));
    assert_eq!(
        lines(&found.violations),
        [
            "reflection: Chatty.selectVein, Chatty.java:5: uses java.lang.Class.getDeclaredFields",
            "programs: Chatty.selectActions, Chatty.java:7: uses java.lang.ProcessBuilder",
            "programs: Chatty.selectActions, Chatty.java:7: uses java.lang.ProcessBuilder.start",
        ]
    );
    assert_eq!(found.enters_tournaments, None);
}

#[test]
fn home_run_forbids_static_variables_and_most_of_the_library() {
    let source = "package mine;\nimport aic2023.user.*;\npublic class UnitPlayer {\n\
        static int shared;\n\
        public void run(UnitController uc) {\n\
        new java.io.File(\"a\");\nuc.yield();\n} }\n";
    let found = inspected::<HomeRun>(&bot_file("UnitPlayer.java", source));
    let all = lines(&found.violations).join("\n");
    for part in [
        "closed: mine.UnitPlayer: the static variable `shared`",
        "mine.UnitPlayer.run, line 6: java.io.File",
    ] {
        assert!(all.contains(part), "no {part:?} in\n{all}");
    }
    assert!(found.violations.iter().all(|violation| violation.ban == Ban::Closed), "{all}");
}

#[test]
fn mars_allows_the_packages_of_its_handbook() {
    let source = "import numpy as np, pandas.io\nfrom src.player import Player\nfrom scipy import sparse\n\
        import json, os.path, agon\nimport importlib\n\
        class BotPlayer(Player):\n    def play_turn(self, state):\n        import torch\n        \
        importlib.import_module('sklearn.svm')\n        importlib.import_module(self.name)\n";
    let word = bot_file("learned.py", source);
    let found = inspected::<Mars>(&word);
    assert_eq!(
        lines(&found.violations),
        [
            "packages: learned.py:1: imports pandas.io",
            "packages: BotPlayer.play_turn, learned.py:8: imports torch",
            "packages: BotPlayer.play_turn, learned.py:9: imports sklearn.svm",
            "packages: BotPlayer.play_turn, learned.py:10: \
             calls importlib.import_module with a computed name",
        ]
    );
    let allowed = ["pandas", "torch", "sklearn"].map(String::from);
    let found = inspect::<Mars>(&word, &allowed, &options()).unwrap();
    assert_eq!(found.violations.len(), 1, "{:?}", found.violations);
}

#[test]
fn a_file_that_python_cannot_read_is_a_violation() {
    let found = inspected::<Mars>(&bot_file("old.py", "# BotPlayer\nimport os\nprint 'hello'\n"));
    let all = lines(&found.violations).join("\n");
    assert!(all.starts_with("packages: old.py:3: cannot be read"), "{all}");
}

#[test]
fn python_bots_are_held_to_the_regulations_of_java_contests() {
    let source = "import threading\nfrom urllib.parse import quote\nimport urllib.request, ctypes, os\n\
        def turn():\n    os.system('ls')\n    open('notes')\n    __import__('gc')\n";
    let found = inspected::<GalaxyCommander>(&bot_file("bot.py", source));
    assert_eq!(
        lines(&found.violations),
        [
            "threads: bot.py:1: imports threading",
            "network: bot.py:3: imports urllib.request",
            "native-code: bot.py:3: imports ctypes",
            "privileges: turn, bot.py:5: calls os.system",
            "privileges: turn, bot.py:6: calls open",
            "reflection: turn, bot.py:7: imports gc",
        ]
    );
}

#[test]
fn the_examples_of_the_contests_keep_the_regulations() {
    fn check<G: Contest>(example: &str) {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(G::INFO.id);
        let word = games.join("original").join(example).display().to_string();
        let found = inspected::<G>(&word);
        assert!(found.is_read);
        assert_eq!(lines(&found.violations), Vec::<String>::new(), "{word}");
    }
    check::<Asterobots>("java/examples/settler");
    check::<GalaxyCommander>("java/examples/defaultagent");
    check::<HomeRun>("java/examples/slugger");
    check::<Mars>("python/examples/prospector.py");
    check::<TimeTravel>("java/examples/painter");
}

#[test]
fn other_languages_and_built_in_bots_are_not_read() {
    let cpp = inspected::<Mars>(&bot_file("bot.cpp", "int main() {}\n"));
    assert!(!cpp.is_read && cpp.language.is_some_and(|language| language.word() == "cpp"));
    let own = inspected::<Mars>("builtin:greedy");
    assert!(!own.is_read && own.language.is_none());
}
