//! Java bots of Asterobots, Galaxy Commander and Time Travel, from sources and jars, in real matches.

use crate::table::{Came, bot_file, options, play};
use crate::timetravel_original::type_lines;
use agon_asterobots::Asterobots;
use agon_bots::{BotFault, GameApis, game_of, player};
use agon_core::{Contest, Seat};
use agon_galaxy::GalaxyCommander;
use agon_runner::{IncidentKind, Report};
use agon_timetravel::TimeTravel;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn example<G: Contest>(name: &str) -> String {
    let examples = root().join("games").join(G::INFO.id).join("original/java/examples");
    examples.join(name).display().to_string()
}

fn kinds(report: &Report) -> Vec<IncidentKind> {
    report.incidents.iter().map(|incident| incident.kind).collect()
}

/// What a bot has logged is in the body of the replay.
fn says(came: &Came, words: &str) -> bool {
    String::from_utf8_lossy(came.replay.body()).contains(words)
}

fn refusal<G: Contest>(word: &str) -> String {
    match player::<G>(word, &options()) {
        Err(fault @ BotFault::Compile(_)) => fault.to_string(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("{word} should not compile"),
    }
}

#[test]
fn asterobots_examples_play_and_a_draft_counts_when_time_is_up() {
    let (settler, first) = (example::<Asterobots>("settler"), example::<Asterobots>("firststeps"));
    let came = play::<Asterobots>(&settler, &first, &options());
    let [settler, first] = &came.reports[..] else { panic!("two reports") };
    // On an overloaded machine it may be late as well.
    assert!(kinds(settler).iter().all(|k| *k == IncidentKind::OutOfTime), "{settler:?}");
    assert!(settler.turns > 50, "{settler:?}");
    assert_eq!(came.outcome.winner(), Some(Seat(0)), "{:?}", came.outcome);
    // It was late in every fiftieth round and played on afterwards.
    let late = kinds(first);
    assert!(!late.is_empty() && late.iter().all(|k| *k == IncidentKind::OutOfTime), "{first:?}");
    assert!(says(&came, "Round 50: thinking too long."));
}

/// The contest handed out these libraries with its package.
#[test]
fn asterobots_bots_use_the_contests_libraries() {
    const BOT: &str = r#"
        import com.google.common.collect.ImmutableList;
        import java.util.*;
        import net.javachallenge.api.*;
        import net.javachallenge.api.command.*;
        import org.apache.commons.lang.StringUtils;
        import scala.Tuple2;
        import scala.collection.JavaConversions;
        import scala.collection.Seq;
        public class Librarian extends ComputerPlayer {
            public String getName() { return StringUtils.capitalize("librarian"); }
            public TrianglePoint selectVein(Game game) { return null; }
            public List<Command> selectActions(Game game) {
                Seq<Integer> scala = JavaConversions.asScalaBuffer(ImmutableList.of(3, 1, 2)).toList();
                Tuple2<Integer, String> pair =
                    new Tuple2<Integer, String>(scala.length(), scala.mkString("-"));
                if (game.getRound() == 1) Logger.log(StringUtils.reverse("says ") + pair);
                return new ArrayList<>();
            }
        }
    "#;
    let bot = bot_file("Librarian.java", BOT);
    let came = play::<Asterobots>(&bot, "builtin:sample", &options());
    assert!(came.reports[0].incidents.is_empty(), "{:?}", came.reports[0]);
    assert!(says(&came, " syas(3,3-1-2)"));
}

/// A squad's destination is a vein's place, but another object: bots compare them with `==`.
#[test]
fn asterobots_places_are_not_one_object() {
    const BOT: &str = r#"
        import java.util.*;
        import net.javachallenge.api.*;
        import net.javachallenge.api.command.*;
        public class Identity extends ComputerPlayer {
            static Map<TrianglePoint, TrianglePoint> before = new HashMap<>();
            public String getName() { return "identity"; }
            public TrianglePoint selectVein(Game game) {
                return game.getField().getVeins(-1).get(0).getLocation();
            }
            public List<Command> selectActions(Game game) {
                Field field = game.getField();
                for (Squad squad : field.getSquads()) {
                    Vein to = field.getVein(squad.getDestinationLocation());
                    boolean isOne = squad.getDestinationLocation() == to.getLocation();
                    boolean isEqual = squad.getDestinationLocation().equals(to.getLocation());
                    Logger.log("one object: " + isOne + " equal: " + isEqual);
                }
                for (Vein vein : field.getVeins()) {
                    TrianglePoint known = before.put(vein.getLocation(), vein.getLocation());
                    if (known != null && known != vein.getLocation()) Logger.log("moved");
                }
                Vein mine = field.getVeins(game.getMyPlayerId()).get(0);
                Vein other = field.getVeinsOfOtherOwnersOrderedByDistance(mine).get(0);
                return List.of(Commands.launch(1, mine.getLocation(), other.getLocation()));
            }
        }
    "#;
    let bot = bot_file("Identity.java", BOT);
    let came = play::<Asterobots>(&bot, "builtin:sample", &options());
    assert!(came.reports[0].incidents.is_empty(), "{:?}", came.reports[0]);
    assert!(says(&came, "one object: false equal: true"));
    assert!(!says(&came, "one object: true") && !says(&came, "moved"));
}

/// Agents may put systems of their own into the arrays that they are given.
#[test]
fn galaxy_arrays_hold_systems_of_the_agents_own() {
    let example = example::<GalaxyCommander>("defaultagent/DefaultAgent.java");
    let agent = std::fs::read_to_string(example).unwrap();
    let change = "SystemState[] all = g.getSystems(); all[0] = (SystemState) java.lang.reflect.Proxy
        .newProxyInstance(getClass().getClassLoader(), new Class<?>[] {SystemState.class}, (p, m, a) -> null);
        System.out.println(\"stored in \" + all.getClass().getComponentType().getName());";
    let method = "getCommandTurnGrading(GalaxyState g, int energyLevel) {";
    assert!(agent.contains(method));
    let agent = agent.replace(method, &format!("{method} {change}"));
    let bot = bot_file("DefaultAgent.java", &format!("package cs228hw4.game;\n{agent}"));
    let came = play::<GalaxyCommander>(&bot, "builtin:greedy", &options());
    assert!(says(&came, "stored in edu.iastate.cs228.game.SystemState"));
    assert!(came.reports[0].incidents.is_empty(), "{:?}", came.reports[0]);
}

/// The contest's whole client in one folder, with what it needed to reach its server.
#[test]
fn a_timetravel_client_folder_in_java_plays() {
    let folder = PathBuf::from(bot_file("README", "a client")).parent().unwrap().to_owned();
    let painter = PathBuf::from(example::<TimeTravel>("painter")).join("AI.java");
    std::fs::copy(painter, folder.join("AI.java")).unwrap();
    for name in ["BaseAI", "Building", "Client", "Main", "Unit", "UnitType"] {
        let text = format!("import com.sun.jna.Library;\nclass {name} {{ the contest's own }}\n");
        std::fs::write(folder.join(format!("{name}.java")), text).unwrap();
    }
    std::fs::write(folder.join("libclient.so"), [0x7f, b'E', b'L', b'F']).unwrap();
    let word = folder.display().to_string();
    let games = [GameApis::of::<GalaxyCommander>(), GameApis::of::<TimeTravel>()];
    assert_eq!(game_of(&word, &games).unwrap(), Some("timetravel"));
    let came = play::<TimeTravel>(&word, "builtin:nothing", &options());
    assert!(came.reports[0].incidents.is_empty(), "{:?}", came.reports[0]);
    assert!(says(&came, "I am player 0 of a map up to (10, 10)."));
}

#[test]
fn galaxy_example_plays_the_same_match_again() {
    let agent = example::<GalaxyCommander>("defaultagent/DefaultAgent.java");
    let [once, again] =
        [(), ()].map(|()| play::<GalaxyCommander>(&agent, "builtin:greedy", &options()));
    assert!(once.reports.iter().all(|r| r.incidents.is_empty()), "{:?}", once.reports);
    assert_eq!(once.reports[0].turns, 100);
    assert_eq!(once.outcome, again.outcome);
}

#[test]
fn timetravel_example_plays() {
    let painter = example::<TimeTravel>("painter");
    let came = play::<TimeTravel>(&painter, &painter, &options());
    assert!(came.reports.iter().all(|r| r.incidents.is_empty()), "{:?}", came.reports);
    assert!(says(&came, "I am player 1 of a map up to (10, 10)."));
}

/// The kit's numbers are those of the rules.
#[test]
fn timetravel_types_are_those_of_the_rules() {
    const BOT: &str = r#"
        class AI extends BaseAI {
            public String username() { return ""; }
            public String password() { return ""; }
            public void init() {
                for (UnitType t : unitTypes) {
                    System.out.println(t.getName() + " " + t.getObjectID()
                        + " " + t.getPrice() + " " + t.getHunger()
                        + " " + t.getTrainTime() + " " + t.getHp() + " " + t.getArmor()
                        + " " + t.getMoves() + " "
                        + t.getActions() + " " + t.getAttackCost() + " " + t.getDamage()
                        + " " + t.getMinRange() + " "
                        + t.getMaxRange() + " " + t.getTrainerID() + " at 7: " + effUnitPrice(t, 7) + " "
                        + effUnitMaxHP(t, 7) + " " + effUnitArmor(t, 7) + " " + effDamage(t, 7));
                }
                for (BuildingType t : buildingTypes) {
                    System.out.println(t.getName() + " " + t.getObjectID()
                        + " " + t.getPrice() + " " + t.getFood()
                        + " " + t.getPastBuildTime() + " " + t.getPresentBuildTime()
                        + " " + t.getFutureBuildTime()
                        + " " + t.getHp() + " " + t.getArmor() + " " + t.getAllowPaint() + " at 7: "
                        + effBuildingPrice(t, 7) + " " + effBuildingMaxHP(t, 7)
                        + " " + effBuildingArmor(t, 7) + " "
                        + effFood(t, 7));
                }
            }
            public boolean run() { return true; }
        }
    "#;
    let came = play::<TimeTravel>(&bot_file("AI.java", BOT), "builtin:random", &options());
    for line in type_lines() {
        assert!(says(&came, &line), "{line}");
    }
}

#[test]
fn packages_copies_of_the_kit_and_jars() {
    let folder = PathBuf::from(bot_file("README", "packages below")).parent().unwrap().to_owned();
    let package = folder.join("src/net/javachallenge/players/deep");
    let copy = folder.join("src/net/javachallenge/api");
    for dir in [&package, &copy] {
        std::fs::create_dir_all(dir).unwrap();
    }
    let bot = "package net.javachallenge.players.deep;\nimport com.google.common.collect.Lists;\n\
               import net.javachallenge.api.*;\nimport net.javachallenge.api.command.*;\n\
               public class Deep extends ComputerPlayer {\n\
               public String getName() { return Helper.NAME; }\n\
               public TrianglePoint selectVein(Game g) { return null; }\n\
               public java.util.List<Command> selectActions(Game g) { return Lists.newArrayList(); } }\n";
    std::fs::write(package.join("Deep.java"), bot).unwrap();
    let helper = "package net.javachallenge.players.deep;\nclass Helper { static String NAME = \"deep\"; }\n";
    std::fs::write(package.join("Helper.java"), helper).unwrap();
    // A copy of the kit's own class that does not compile.
    std::fs::write(copy.join("Make.java"), "package net.javachallenge.api;\nclass Make { !")
        .unwrap();
    let word = folder.display().to_string();
    let jar = jar_of(&folder, &["Deep.java", "Helper.java"].map(|name| package.join(name)));
    let came = play::<Asterobots>(&word, &jar, &options());
    for report in &came.reports {
        assert!(report.incidents.is_empty(), "{:?}", report.incidents);
        assert!(report.turns > 100);
    }
}

/// A jar with the classes of some sources, made with the JDK's own tools.
fn jar_of(folder: &Path, sources: &[PathBuf]) -> String {
    let run = |command: &mut Command| {
        let status = command.status().unwrap();
        assert!(status.success(), "{command:?} ended with {status}");
    };
    let kit = PathBuf::from(bot_file("agon-java.jar", ""));
    std::fs::write(&kit, agon_bots::java_kit().unwrap()).unwrap();
    let (classes, jar) = (folder.join("made"), PathBuf::from(bot_file("deep.jar", "")));
    run(Command::new("javac").arg("-cp").arg(&kit).arg("-d").arg(&classes).args(sources));
    run(Command::new("jar")
        .arg("--create")
        .arg("--file")
        .arg(&jar)
        .arg("-C")
        .args([classes.as_os_str(), ".".as_ref()]));
    std::fs::remove_dir_all(&classes).unwrap();
    jar.display().to_string()
}

#[test]
fn one_bot_of_several_in_a_jar_plays_if_it_is_named() {
    let folder = PathBuf::from(bot_file("README", "two bots")).parent().unwrap().to_owned();
    for name in ["Deep", "Helper"] {
        let bot = format!(
            "package two;\nimport net.javachallenge.api.*;\nimport net.javachallenge.api.command.*;\n\
             public class {name} extends ComputerPlayer {{\n\
             public String getName() {{ return \"{name}\"; }}\n\
             public TrianglePoint selectVein(Game g) {{\n\
             System.out.println(\"I am {name}\");\nreturn null; }}\n\
             public java.util.List<Command> selectActions(Game g) {{\n\
             return new java.util.ArrayList<>(); }} }}\n"
        );
        std::fs::write(folder.join(format!("{name}.java")), bot).unwrap();
    }
    let jar = jar_of(&folder, &["Deep.java", "Helper.java"].map(|name| folder.join(name)));
    let games = [GameApis::of::<GalaxyCommander>(), GameApis::of::<Asterobots>()];
    assert_eq!(game_of(&jar, &games).unwrap(), Some(Asterobots::INFO.id));
    let fault = refusal::<Asterobots>(&jar);
    assert!(fault.contains("there is more than one bot: two.Deep, two.Helper."), "{fault}");
    assert!(fault.contains("put `#two.Deep` behind the name of the file"), "{fault}");
    let fault = refusal::<Asterobots>(&format!("{jar}#Nope"));
    let sentence = "there is no class Nope that plays; the bots here are two.Deep, two.Helper";
    assert!(fault.contains(sentence), "{fault}");
    let came = play::<Asterobots>(&format!("{jar}#two.Helper"), "builtin:nothing", &options());
    assert!(says(&came, "I am Helper") && !says(&came, "I am Deep"));
    let folder = folder.display().to_string();
    let came = play::<Asterobots>(&format!("{folder}#two.Deep"), "builtin:nothing", &options());
    assert!(says(&came, "I am Deep") && !says(&came, "I am Helper"));
}

/// A client as a team kept it: its Java part in a folder of its own, with copies of the contest's classes and
/// the sources of the native library beside it. The same as a jar.
#[test]
fn a_client_of_time_travel_is_found_in_a_subfolder_and_in_a_jar() {
    let folder = PathBuf::from(bot_file("README", "a client")).parent().unwrap().to_owned();
    let files = [
        (
            "java/AI.java",
            "public class AI\n  extends  BaseAI {\n\
             public String username() { return \"us\"; }\n\
             public String password() { return \"pw\"; }\n\
             public void init() { System.out.println(\"I am a client\"); }\n\
             public boolean run() { return true; }\n}\n",
        ),
        ("java/Client.java", "interface Client { int networkLoop(int socket); }\n"),
        ("java/BaseAI.java", "public abstract class BaseAI { !"),
        ("library/network.cpp", "#include \"network.h\"\n"),
    ];
    for (name, text) in files {
        std::fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.join(name), text).unwrap();
    }
    let jar = jar_of(&folder, &["java/AI.java", "java/Client.java"].map(|name| folder.join(name)));
    let games = [GameApis::of::<Asterobots>(), GameApis::of::<TimeTravel>()];
    for word in [folder.display().to_string(), jar] {
        assert_eq!(game_of(&word, &games).unwrap(), Some(TimeTravel::INFO.id), "{word}");
        let came = play::<TimeTravel>(&word, "builtin:nothing", &options());
        assert!(came.reports[0].incidents.is_empty(), "{:?}", came.reports[0]);
        assert!(says(&came, "I am a client"), "{word}");
    }
}

#[test]
fn what_does_not_compile_is_explained() {
    let broken = bot_file("Bad.java", "import net.javachallenge.api.*;\nclass Bad { int x = ; }\n");
    let fault = refusal::<Asterobots>(&broken);
    assert!(fault.contains("Bad.java:2: illegal start of expression"), "{fault}");
    let empty = bot_file("Empty.java", "class Empty { } // edu.iastate.cs228.game\n");
    let fault = refusal::<GalaxyCommander>(&empty);
    assert!(
        fault.contains("there is no class that implements edu.iastate.cs228.game.Agent"),
        "{fault}"
    );
    // The Mars contest had no Java interface, so a Java bot speaks the protocol unless it claims otherwise.
    let mars = bot_file("Mars.java", "class Mars { }");
    let fault = player::<agon_mars::Mars>(&format!("original:{mars}"), &options()).err().unwrap();
    assert!(matches!(fault, BotFault::NoOriginal { .. }), "{fault}");
    assert!(fault.to_string().contains("mars has no such interface"), "{fault}");
}

#[test]
fn exceptions_exits_and_memory_are_reported_as_the_bots_incidents() {
    const BOT: &str = r#"
        import java.util.*;
        import net.javachallenge.api.*;
        import net.javachallenge.api.command.*;
        public class Wild extends ComputerPlayer {
            static final List<Object> hoard = new ArrayList<>();
            public String getName() { throw new IllegalStateException(); }
            public TrianglePoint selectVein(Game game) { throw new IllegalStateException("undecided"); }
            public List<Command> selectActions(Game game) {
                if (game.getRound() == 3) throw new UnsupportedOperationException("not in round 3");
                if (game.getRound() == 4) while (true) hoard.add(new long[1 << 20]);
                hoard.clear();
                if (game.getRound() == 7) System.exit(3);
                return null;
            }
        }
    "#;
    // Filling the memory may take longer than a second on a busy machine.
    let mut patient = options();
    patient.patience.clock = false;
    let came = play::<Asterobots>(&bot_file("Wild.java", BOT), "builtin:sample", &patient);
    let report = &came.reports[0];
    let sentences: Vec<&str> = report.incidents.iter().map(|i| i.sentence.as_str()).collect();
    let all = sentences.join("\n");
    for words in [
        "java.lang.IllegalStateException: undecided",
        "its turn in round 3 was cut short: java.lang.UnsupportedOperationException: not in round 3",
        "its turn in round 4 was cut short: java.lang.OutOfMemoryError",
        "exit code 3 in its turn of round 7",
    ] {
        assert!(all.contains(words), "{words:?} in\n{all}");
    }
    assert!(came.reports[1].incidents.is_empty(), "{:?}", came.reports[1]);
}
