//! Bots of the Time Travel contest in C++ and Python, from sources, in real matches: the examples, whole
//! client folders, and every call misused.

use crate::table::{bot_file, first_match, options, player_of};
use agon_bots::{Api, BotFault, GameApis, Language, find, new_bot, player};
use agon_core::{Actor, Chance, Contest, End, Game, GameMap, Note, Outcome, Profile, Scribe, Seat};
use agon_runner::{IncidentKind, Match, Report};
use agon_timetravel::{BuildingKind, Call, Reply, TimeTravel, UnitKind};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the first seat's bot has done: its calls and the lines of its log, in order.
#[derive(Default)]
struct CallDiary {
    calls: Vec<Call>,
    log: Vec<String>,
}

impl Scribe<TimeTravel> for CallDiary {
    fn call(&mut self, game: &TimeTravel, actor: Actor, call: &Call, _reply: &Reply) {
        if game.seat(actor) == Seat(0) {
            self.calls.push(call.clone());
        }
    }

    fn end(&mut self, _game: &TimeTravel, _actor: Actor, _end: &End) {}

    fn note(&mut self, game: &TimeTravel, actor: Actor, note: &Note) {
        if let (Seat(0), Note::Log(line)) = (game.seat(actor), note) {
            self.log.push(line.clone());
        }
    }
}

/// The result of a match.
struct ContestMatch {
    diary: CallDiary,
    outcome: Outcome,
    reports: Vec<Report>,
}

fn play_by(bots: [&str; 2], rules: Profile) -> ContestMatch {
    let mut options = options();
    // These bots are tried for what they do, not for how fast they do it.
    options.patience.clock = false;
    let players = bots.map(|word| player_of::<TimeTravel>(word, &options));
    let map = <TimeTravel as Contest>::Map::parse(TimeTravel::own_maps()[0].text).unwrap();
    let setup = TimeTravel::new_setup(map, rules, 2).unwrap();
    let spec = Match { rules, setup, ..first_match(&players) };
    let mut diary = CallDiary::default();
    let mut game = TimeTravel::new(&spec.setup, Chance::seeded(spec.seed));
    let ending = agon_runner::play(&spec, &mut game, &mut diary, &mut |_| {}).unwrap();
    ContestMatch { diary, outcome: ending.outcome, reports: ending.reports }
}

fn play(bot: &str, opponent: &str) -> ContestMatch {
    play_by([bot, opponent], Profile::Handbook)
}

fn kit(path: &str) -> String {
    format!("{}/../../games/timetravel/original/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(bot_file("readme", "")).parent().unwrap().to_owned();
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A bot in C++ with these bodies of `init` and `run`.
fn cpp(members: &str, init: &str, run: &str) -> String {
    format!(
        "#include \"BaseAI.h\"\n#include \"game.h\"\n#include <climits>\nusing namespace std;\n\
         class AI: public BaseAI {{ public:\n{members}\n\
         const char* username() {{ return \"Shell AI\"; }}\n\
         const char* password() {{ return \"password\"; }}\n\
         void init() {{ {init} }}\nbool run() {{ {run} }} }};\n"
    )
}

/// The same as a folder, of which only `AI.cpp` and `AI.h` are the bot's.
fn cpp_folder(members: &str, init: &str, run: &str) -> PathBuf {
    folder(&[("AI.h", &cpp(members, init, run)), ("AI.cpp", "#include \"AI.h\"\n// AI::run\n")])
}

fn python(methods: &str) -> String {
    format!("from BaseAI import BaseAI\nfrom GameObject import *\n\n\nclass AI(BaseAI):\n{methods}")
}

#[test]
fn the_examples_play_the_same_game_in_both_languages() {
    let [cpp, python] = ["cpp/examples/painter", "python/examples/painter"].map(kit);
    let first = play(&cpp, "builtin:random");
    let second = play(&python, "builtin:random");
    for (came, name) in [(&first, "C++"), (&second, "Python")] {
        assert!(came.reports[0].incidents.is_empty(), "{name}: {:?}", came.reports[0]);
        assert_eq!(came.diary.log[0], "I am player 0 of a map up to (10, 10).");
        assert_eq!(came.outcome.winner(), Some(Seat(0)), "{name}: {:?}", came.outcome);
    }
    assert!(first.diary.calls.len() > 1000, "{} calls", first.diary.calls.len());
    assert_eq!(first.diary.calls, second.diary.calls);
    assert_eq!(first.diary.log, second.diary.log);
    let both = play(&cpp, &format!("{python}/AI.py"));
    assert!(both.reports.iter().all(|report| report.incidents.is_empty()), "{:?}", both.reports);
}

/// Every new bot plays a legal game at once, and better than one that does nothing.
#[test]
fn starters_win() {
    let new = |word: &str| {
        let language = Language::from_word(word).unwrap();
        new_bot::<TimeTravel>(language, Some(Api::Original), "a \"new\" bot")
    };
    for language in ["cpp", "python"] {
        let files = new(language).unwrap();
        let folder = folder(&[]);
        for (name, bytes) in files {
            std::fs::write(folder.join(name), bytes).unwrap();
        }
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(readme.contains("Time Travel") && !readme.contains('{'), "{readme}");
        let came = play(&shown(&folder), "builtin:nothing");
        assert!(came.reports[0].incidents.is_empty(), "{language}: {:?}", came.reports[0]);
        assert!(came.diary.calls.len() > 1000, "{language}: {} calls", came.diary.calls.len());
        assert_eq!(came.outcome.winner(), Some(Seat(0)), "{language}: {:?}", came.outcome);
    }
    assert!(new("rust").is_none());
}

/// What the rules say about every type, as the bots of these tests print it.
pub fn type_lines() -> Vec<String> {
    let mut lines = Vec::new();
    for kind in UnitKind::ALL {
        let t = kind.stats();
        let mut line = format!("{} {} {} {} ", t.name, kind.type_id(), t.cost(0), t.hunger);
        write!(line, "{} {} {} {} {} ", t.train_turns, t.hp(0), t.armor(0), t.moves, t.actions)
            .unwrap();
        write!(line, "{} {} {} ", t.attack_moves, t.damage(0, false), t.range_min).unwrap();
        write!(line, "{} {} at 7: ", t.range_max, t.trained_by.type_id()).unwrap();
        write!(line, "{} {} {} {}", t.cost(7), t.hp(7), t.armor(7), t.damage(7, false)).unwrap();
        lines.push(line);
    }
    for kind in BuildingKind::ALL {
        let t = kind.stats();
        let [far_past, past, present] = t.build_turns;
        let mut line = format!("{} {} {} {} ", t.name, kind.type_id(), t.cost(0), t.food(0));
        write!(line, "{far_past} {past} {present} {} {} ", t.hp(0), t.armor(0)).unwrap();
        write!(line, "{} at 7: {} {} ", u8::from(t.paintable), t.cost(7), t.hp(7)).unwrap();
        write!(line, "{} {}", t.armor(7), t.food(7)).unwrap();
        lines.push(line);
    }
    lines
}

const CPP_TYPES: &str = r#"
    for (size_t i = 0; i < unitTypes.size(); i++) {
        UnitType t = unitTypes[i];
        cout << t.name() << " " << t.objectID() << " " << t.price() << " " << t.hunger() << " "
             << t.trainTime() << " " << t.hp() << " " << t.armor() << " " << t.moves() << " "
             << t.actions() << " " << t.attackCost() << " " << t.damage() << " " << t.minRange() << " "
             << t.maxRange() << " " << t.trainerID() << " at 7: " << effUnitPrice(t, 7) << " "
             << effUnitMaxHP(t, 7) << " " << effUnitArmor(t, 7) << " " << effDamage(t, 7) << endl;
    }
    for (size_t i = 0; i < buildingTypes.size(); i++) {
        BuildingType t = buildingTypes[i];
        cout << t.name() << " " << t.objectID() << " " << t.price() << " " << t.food() << " "
             << t.pastBuildTime() << " " << t.presentBuildTime() << " " << t.futureBuildTime() << " "
             << t.hp() << " " << t.armor() << " " << t.allowPaint() << " at 7: "
             << effBuildingPrice(t, 7) << " " << effBuildingMaxHP(t, 7) << " "
             << effBuildingArmor(t, 7) << " " << effFood(t, 7) << endl;
    }
"#;

const PYTHON_TYPES: &str = r#"
    def init(self):
        for t in self.unitTypes:
            print(t.getName(), t.getObjectID(), t.getPrice(), t.getHunger(), t.getTrainTime(), t.getHp(),
                  t.getArmor(), t.getMoves(), t.getActions(), t.getAttackCost(), t.getDamage(),
                  t.getMinRange(), t.getMaxRange(), t.getTrainerID(), "at 7:", self.effUnitPrice(t, 7),
                  self.effUnitMaxHP(t, 7), self.effUnitArmor(t, 7), self.effDamage(t, 7))
        for t in self.buildingTypes:
            print(t.getName(), t.getObjectID(), t.getPrice(), t.getFood(), t.getPastBuildTime(),
                  t.getPresentBuildTime(), t.getFutureBuildTime(), t.getHp(), t.getArmor(),
                  t.getAllowPaint(), "at 7:", self.effBuildingPrice(t, 7), self.effBuildingMaxHP(t, 7),
                  self.effBuildingArmor(t, 7), self.effFood(t, 7))

    def run(self):
        return True
"#;

#[test]
fn types_are_those_of_the_rules() {
    let cpp = shown(&cpp_folder("", CPP_TYPES, "return true;"));
    let python = bot_file("AI.py", &python(PYTHON_TYPES));
    for bot in [cpp, python] {
        assert_eq!(play(&bot, "builtin:nothing").diary.log, type_lines());
        // The original program rounds damage up and builds schools faster.
        let log = play_by([&bot, "builtin:nothing"], Profile::Original).diary.log;
        assert!(
            log[0].ends_with(" 745") && log[8].starts_with("School 8 400 0 12 8 4 "),
            "{log:?}"
        );
    }
}

/// What both bots of the next tests do with unit 20, their engineer in the far past, and with building
/// 11, the school it stands in. Unit 35 and building 26 are the enemy's.
fn denials(x: i32, y: i32) -> Vec<String> {
    let far = format!("unit 20 cannot step to ({}, {y}): it is 5 tiles away, not 1", x + 5);
    let denied: [(&str, &str); 13] = [
        ("move", &far),
        ("attack", "(99, 99) is outside the map"),
        ("attack", "unit 20 cannot reach (0, 0): it is {away} tiles away, its range is 0"),
        ("paint", "(99, 99) is outside the map"),
        ("paint", "building 11 is a School, which cannot be painted"),
        ("build", "(99, 99) is outside the map"),
        ("warp", "unit 20 does not stand on a portal"),
        ("move", "object 35 is not yours"),
        ("train", "building 11 is a School, which does not train a Pig"),
        ("train", "there are 0 gold in the far past, this costs 75"),
        ("cancel", "building 11 is complete and trains nothing: there is nothing to cancel"),
        ("train", "object 26 is not yours"),
        ("cancel", "object 26 is not yours"),
    ];
    let away = (x.abs() + y.abs()).to_string();
    let lines =
        |(verb, why): (&str, &str)| [format!("game-{verb}-denied"), why.replace("{away}", &away)];
    denied.into_iter().flat_map(lines).collect()
}

/// Where the first player's engineer of the far past stands on the first map.
fn engineer() -> (i32, i32) {
    let map = <TimeTravel as Contest>::Map::parse(TimeTravel::own_maps()[0].text).unwrap();
    let setup = TimeTravel::new_setup(map, Profile::Handbook, 2).unwrap();
    let position = TimeTravel::new(&setup, Chance::seeded(1)).position();
    let unit = position.units.iter().find(|unit| unit.id == 20).unwrap();
    (unit.x, unit.y)
}

#[test]
fn misuse_in_cpp_gets_the_documented_answers() {
    const RUN: &str = r#"
        Unit e = units[0], enemy = units[6];
        Building school = buildings[0], theirs = buildings[9];
        UnitType pig = unitTypes[4], maker = unitTypes[5];
        BuildingType farm = buildingTypes[0];
        if (turnNumber() == 2) {
            cout << "kept: " << (kept.x() == e.x() && kept.y() == e.y() && kept.moves() == 2) << endl;
            throw runtime_error("on purpose");
        }
        if (runs++ == 1) {
            cout << "seen: " << e.moves() << endl;
            endTurn();
            e.move(0, 0);
            getStatus();
            return true;
        }
        kept = e;
        bool all = e.move(e.x() + 5, e.y()) & e.attack(99, 99) & e.attack(0, 0) & e.paint(99, 99)
            & e.paint(e.x(), e.y()) & e.build(99, 99, farm) & e.warp() & enemy.move(0, 0)
            & school.train(pig) & school.train(maker) & school.cancel() & theirs.train(pig)
            & theirs.cancel();
        int step = canMove(e.x() + 1, e.y(), 0) ? 1 : -1;
        e.move(e.x() + step, e.y());
        cout << "all: " << all << ", moves: " << e.moves() << endl;
        all = Unit().move(0, 0) & Unit().attack(0, 0) & Unit().paint(0, 0) & Unit().warp()
            & Unit().build(0, 0, farm) & e.build(0, 0, BuildingType()) & Building().train(pig)
            & school.train(UnitType()) & Building().cancel();
        cout << "all: " << all << Unit().x() << Unit().hp() << "<" << UnitType().name() << ">"
             << BuildingType().armorExp() << Portal().fee() << Terrain().blocksMove() << endl;
        cout << "none: " << (getUnit(-1) == NULL) << (getUnit(9999) == NULL) << (getBuilding(-1) == NULL)
             << (getPortal(99) == NULL) << (getTerrain(INT_MAX) == NULL) << (getUnitType(6) == NULL)
             << (getBuildingType(INT_MIN) == NULL) << (getTypeFromUnit(Unit()).ptr == NULL)
             << (getTypeFromBuilding(Building()).ptr == NULL) << endl;
        cout << "gold: " << getGold(-1, 0) << getGold(2, 0) << getGold(0, 3) << getGold(0, INT_MIN) << endl;
        cout << "far: " << canMove(99, 99, 0) << canMove(0, 0, 7) << canBuild(99, 0, 0) << canBuild(0, -11, 0)
             << " " << hunger(7, 0) << foodProduced(0, 7) << effDamage(UnitType(), 3) << endl;
        cout << "levels: " << effUnitPrice(pig, -1) << " " << effFood(farm, 1) << " "
             << (effUnitMaxHP(pig, INT_MAX) == INT_MAX) << " " << artWorth(0, 2) << endl;
        cout << "net: " << open_server_connection("localhost", "19000") << createGame() << joinGame(1)
             << serverLogin(0, "", "") << networkLoop(0) << endl;
        return false;
    "#;
    let verbs = ["move", "attack", "paint", "warp", "build"];
    let mut expected: Vec<String> = vec!["all: 1, moves: 2".into()];
    let mut deny = |verb: &str, why: &str| {
        expected.extend([format!("game-{verb}-denied"), why.to_owned()]);
    };
    verbs.iter().for_each(|verb| deny(verb, "there is no such unit"));
    deny("build", "there is no such type of building");
    deny("train", "there is no such building");
    deny("train", "there is no such type of unit");
    deny("cancel", "there is no such building");
    expected.extend(
        ["all: 100<>000", "none: 111111111", "gold: 0000", "far: 1100 000"].map(str::to_owned),
    );
    expected.extend(["levels: 76 23 1 15", "net: -1-1-100"].map(str::to_owned));
    let (x, y) = engineer();
    expected.extend(denials(x, y));
    let late = ["seen: 1", "game-move-denied", "it is not your turn", "end-turn-denied"];
    expected.extend(late.map(str::to_owned));
    let last = ["it is not your turn", "kept: 1", "exception: on purpose"];
    expected.extend(last.map(str::to_owned));
    let bot = cpp_folder("int runs; Unit kept;", "runs = 0;", RUN);
    std::fs::write(bot.join("util.h"), "#include <stdexcept>\n").unwrap();
    let header = std::fs::read_to_string(bot.join("AI.h")).unwrap();
    std::fs::write(bot.join("AI.h"), format!("#include \"util.h\"\n{header}")).unwrap();
    let came = play(&shown(&bot), "builtin:nothing");
    assert_eq!(came.diary.log, expected);
    // An exception is a failed turn, and that loses the match.
    let kinds: Vec<_> = came.reports[0].incidents.iter().map(|incident| incident.kind).collect();
    assert_eq!((kinds, came.outcome.winner()), (vec![IncidentKind::Exception], Some(Seat(1))));
}

#[test]
fn misuse_in_python_gets_the_documented_answers() {
    const BOT: &str = r#"
    runs = 0

    def run(self):
        e, enemy = self.units[0], self.units[6]
        school, theirs = self.buildings[0], self.buildings[9]
        pig, maker, farm = self.unitTypes[4], self.unitTypes[5], self.buildingTypes[0]
        if self.turnNumber() == 2:
            print("kept:", self.kept.getMoves(), self.kept is not e, self.kept.getX() == e.getX())
            self.ghost(e).getX()
        self.runs += 1
        if self.runs == 2:
            print("seen:", e.getMoves())
            return 1
        self.kept = e
        all = [e.move(e.getX() + 5, e.getY()), e.attack(99, 99), e.attack(0, 0), e.paint(99, 99),
               e.paint(e.getX(), e.getY()), e.build(99, 99, farm), e.warp(), enemy.move(0, 0),
               school.train(pig), school.train(maker), school.cancel(), theirs.train(pig), theirs.cancel()]
        step = 1 if self.canMove(e.getX() + 1, e.getY(), 0) else -1
        e.move(e.getX() + step + 2**32, e.getY())
        print("all:", all == [True] * 13, "moves:", e.getMoves())
        for wrong in (lambda: e.build(0, 0, None), lambda: e.build(0, 0, pig), lambda: school.train(None),
                      lambda: school.train("Pig"), lambda: e.move(None, 0), lambda: e.attack(0, "1"),
                      lambda: e.paint(1.5, 0), lambda: e.build(0, 2.0, farm), lambda: self.ghost(e).warp(),
                      lambda: self.ghost(e).move(0, 0), lambda: self.ghost(e).build(0, 0, farm),
                      lambda: self.ghost(school).train(pig), lambda: self.ghost(school).cancel(),
                      lambda: e.build(0, 0, self.ghost(farm))):
            try:
                wrong()
            except Exception as fault:
                print(type(fault).__name__, end=" ")
        print()
        print("gold:", self.getGold(-1, 0), self.getGold(2, 0), self.getGold(0, 3), self.getGold(0, None))
        print("far:", self.canMove(99, 99, 0), self.canBuild(99, 0, 0), self.hunger(7, 0),
              self.foodProduced(0, 7))
        print("levels:", self.effUnitPrice(pig, -1), self.effFood(farm, 1), self.artWorth(0, 2))
        return 0

    def ghost(self, thing):
        """An object of an earlier turn that is gone."""
        ghost = type(thing)(thing.ptr)
        ghost.ID, ghost.iteration = 9999, -1
        return ghost
"#;
    let types = "TypeError TypeError TypeError TypeError ";
    let numbers = "ArgumentError ArgumentError ArgumentError ArgumentError ";
    let ghosts = "ExistentialError ".repeat(6);
    let mut expected = vec!["all: True moves: 2".into(), format!("{types}{numbers}{ghosts}")];
    expected
        .extend(["gold: 0 0 0 0", "far: True False 0 0", "levels: 76 23 15"].map(str::to_owned));
    let (x, y) = engineer();
    expected.extend(denials(x, y));
    expected.extend(["seen: 1", "kept: 2 True True"].map(str::to_owned));
    let came = play(&bot_file("AI.py", &python(BOT)), "builtin:nothing");
    let log = &came.diary.log;
    assert_eq!(log[..expected.len()], expected);
    let said = "ExistentialError.ExistentialError: Object does not exist anymore.";
    assert_eq!(log.last().unwrap(), said);
    assert_eq!(came.reports[0].incidents[0].kind, IncidentKind::Exception);
    assert_eq!(came.outcome.winner(), Some(Seat(1)));
}

/// What a bot sees of the kit is C++ as it was in 2009, without a warning.
#[test]
fn the_headers_are_cpp_98() {
    let example = kit("cpp/examples/painter");
    let strict = ["-std=c++98", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"];
    let files = ["AI.cpp", "../../getters.cpp", "../../wrappers.cpp", "../../BaseAI.cpp"];
    let files = files.map(|file| format!("{example}/{file}"));
    let run = Command::new("g++").args(strict).args(["-I", &kit("cpp")]).args(files).output();
    let run = run.unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// Folders with the contest's whole client, whose files do not compile here.
#[test]
fn the_contests_own_files_are_ignored() {
    let run = "cout << helper() << units.size() << endl; return true;";
    let text = cpp("int helper();", "", run).replace("#include \"game.h\"", "#include \"util.h\"");
    let mut files = vec![("AI.h", text.as_str()), ("util.h", "extern int seven;\n")];
    files.push(("AI.cpp", "#include \"AI.h\"\nint AI::helper() { return seven; } // AI::run\n"));
    files.push(("util.cpp", "#include \"util.h\"\nint seven = 7;\n"));
    for name in ["BaseAI.h", "game.cpp", "main.cpp", "network.cpp", "sexp/sexp.c", "structures.h"] {
        files.push((name, "#error this is the contest's own\n"));
    }
    let all = folder(&files);
    for word in [shown(&all), shown(&all.join("AI.cpp"))] {
        let came = play(&word, "builtin:nothing");
        assert!(came.reports[0].incidents.is_empty(), "{:?}", came.reports[0]);
        assert_eq!((came.diary.log[0].as_str(), came.diary.log.len()), ("712", 250));
    }
    let files = [
        (
            "AI.py",
            &*python("    def run(self):\n        print(len(self.units))\n        return True\n"),
        ),
        ("BaseAI.py", "raise SystemExit('the contest has its own')\n"),
        ("GameObject.py", "import library\n"),
        ("library.py", "from ctypes import *\nlibrary = CDLL('./libclient.so')\n"),
        ("main.py", "print 'Python 2'\n"),
    ];
    let came = play(&shown(&folder(&files)), "builtin:nothing");
    assert!(came.reports[0].incidents.is_empty(), "{:?}", came.reports[0]);
    assert_eq!((came.diary.log[0].as_str(), came.diary.log.len()), ("12", 250));
}

/// A bot with an extended BaseAI is compiled with its own; the rest is the kit's.
#[test]
fn an_extended_base_is_used_if_the_kits_does_not_compile() {
    let read = |name: &str| std::fs::read_to_string(kit(&format!("cpp/{name}"))).unwrap();
    let header = read("BaseAI.h").replace("int maxX();", "int maxX();\n    int added();");
    let base = read("BaseAI.cpp") + "\nint BaseAI::added() { return 41 + maxX() / 10; }\n";
    let files = [
        ("AI.h", &*cpp("", "", "cout << added() << endl; return true;")),
        ("AI.cpp", "#include \"AI.h\"\n// AI::run\n"),
        ("BaseAI.h", &header),
        ("BaseAI.cpp", &base),
        ("wrappers.h", &read("wrappers.h")),
        ("wrappers.cpp", &read("wrappers.cpp")),
    ];
    let came = play(&shown(&folder(&files)), "builtin:nothing");
    assert_eq!(came.diary.log[0], "42", "{:?}", came.reports[0]);
}

/// Of a client of the contest's earlier kit, whose fields have other names: with its own base and without.
#[test]
fn clients_of_the_earlier_kit_compile() {
    let read = |name: &str| std::fs::read_to_string(kit(&format!("cpp/{name}"))).unwrap();
    let run = "UnitType t = unitTypes[1];
        cout << t.minrange() << t.maxrange() << t.traintime() << t.attackcost() << t.canpaint()
             << terrains[0].blockmove() << terrains[0].blockbuild() REACH << endl;
        return true;";
    let bare = [
        ("AI.h", &*cpp("", "", &run.replace("REACH", ""))),
        ("AI.cpp", "#include \"AI.h\"\n// AI::run\n"),
    ];
    let came = play(&shown(&folder(&bare)), "builtin:nothing");
    assert_eq!(came.diary.log[0], "3452011", "{:?}", came.reports[0]);
    let header =
        read("wrappers.h").replace("UnitType(_UnitType*", "int reach();\n    UnitType(_UnitType*");
    let more = "\nint UnitType::reach() { return ptr->maxrange - ptr->minrange; }\n";
    let whole = [
        ("AI.h", &*cpp("", "", &run.replace("REACH", "<< t.reach()"))),
        bare[1],
        ("BaseAI.h", &read("BaseAI.h")),
        ("BaseAI.cpp", &read("BaseAI.cpp")),
        ("wrappers.h", &header),
        ("wrappers.cpp", &(read("wrappers.cpp") + more)),
        ("structures.h", "#error the kit has its own\n"),
    ];
    let came = play(&shown(&folder(&whole)), "builtin:nothing");
    assert_eq!(came.diary.log[0], "34520111", "{:?}", came.reports[0]);
}

/// A bot that needs its own base is told what is wrong with that base, not what the kit's base lacks.
#[test]
fn the_errors_of_the_last_attempt_are_shown() {
    let read = |name: &str| std::fs::read_to_string(kit(&format!("cpp/{name}"))).unwrap();
    let header = read("BaseAI.h").replace("int maxX();", "int maxX();\n    int added();");
    let base = read("BaseAI.cpp") + "\nint BaseAI::added() { return fly(); }\n";
    let files = [
        ("AI.h", &*cpp("", "", "cout << added() << endl; return true;")),
        ("AI.cpp", "#include \"AI.h\"\n// AI::run\n"),
        ("BaseAI.h", &header),
        ("BaseAI.cpp", &base),
        ("wrappers.h", &read("wrappers.h")),
        ("wrappers.cpp", &read("wrappers.cpp")),
    ];
    let fault =
        player::<TimeTravel>(&shown(&folder(&files)), &options()).err().unwrap().to_string();
    assert!(fault.contains("with the bot's own BaseAI and wrappers, as C++98:"), "{fault}");
    assert!(fault.contains("BaseAI.cpp:") && fault.contains("fly"), "{fault}");
    assert!(!fault.contains("added’ was not declared"), "{fault}");
}

#[test]
fn bots_are_recognised_and_faults_are_explained() {
    let word = |word: &str| find(word, GameApis::of::<TimeTravel>(), "").unwrap();
    for language in ["cpp", "python"] {
        let found = word(&kit(&format!("{language}/examples/painter")));
        assert_eq!((found.api, found.language.word()), (Api::Original, language));
    }
    assert_eq!(word(&kit("python/examples/painter/AI.py")).name, "painter");
    let ours = format!("{}/../../games/timetravel/starters/solid.cpp", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(word(&ours).api, Api::Agon);
    // Written in the C++ of today it is compiled as such; what does not compile is shown.
    let modern = cpp_folder("", "", "for (auto& unit : units) cout << unit.x(); return true;");
    assert!(play(&shown(&modern), "builtin:nothing").reports[0].incidents.is_empty());
    let broken = cpp_folder("", "", "return units[0].fly();");
    let fault = match player::<TimeTravel>(&shown(&broken), &options()) {
        Err(fault @ BotFault::Compile(_)) => fault.to_string(),
        other => panic!("{:?}", other.map(|_| ())),
    };
    assert!(fault.contains("AI.h:") && fault.contains("has no member named"), "{fault}");
    let old = python("    def run(self):\n        exec 'x = 1'\n        return 1\n");
    let came = play(&bot_file("AI.py", &old), "builtin:nothing");
    let words = came.reports[0].last_words.as_ref().unwrap();
    assert!(
        words.contains("line 7") && words.contains("games/timetravel/original/guide.md"),
        "{words}"
    );
    assert_eq!(came.outcome.winner(), Some(Seat(1)));
}

/// As bots were written in 2009, over two files.
#[test]
fn python_2_is_understood() {
    let bot = "import helper\nfrom BaseAI import BaseAI\nclass AI(BaseAI):\n\
               \tdef run(self):\n\
               \t\tif self.turnNumber() > 0: return True\n\
               \t\tprint \"units\", len(self.units), 7 / 2, -7 / 2, 7 / 2.0\n\
               \t\tprint 'no', ; print 'break'\n\
               \x20               x = 9\n\
               \t\tx /= 2\n\
               \t\tprint (\"%d of %d\") % (x, helper.last(range(5)))\n\
               \t\treturn True\n";
    let helper = "import sys\ndef last(items):\n\ttry:\n\t\traise ValueError, 'none'\n\
                  \texcept (KeyError, ValueError), e:\n\t\tprint >>sys.stderr, 'caught', e\n\
                  \tkinds = {1: 2}\n\tprint kinds.has_key(1), kinds.keys()[0], 1 <> 2\n\
                  \treturn map(lambda i: i * 2, items)[-1]\n";
    let came = play(&shown(&folder(&[("AI.py", bot), ("helper.py", helper)])), "builtin:nothing");
    let expected = ["units 12 3 -4 3.5", "no break", "caught none", "True 1 True", "4 of 8"];
    assert_eq!(came.diary.log, expected, "{:?}", came.reports[0]);
    assert!(came.reports[0].incidents.is_empty(), "{:?}", came.reports[0]);
}
