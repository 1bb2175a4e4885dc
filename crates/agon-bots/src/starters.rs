//! New bots: the files that `agon new` writes for a game and a language.

use crate::kits::Kit;
use crate::language::Language;
use agon_core::Contest;
use rust_embed::RustEmbed;
use std::path::PathBuf;

#[derive(RustEmbed)]
#[folder = "../../games"]
#[include = "*/starters/*"]
#[include = "*/original/*/starter/*"]
struct Starters;

/// The languages that a new bot can be written in.
pub const STARTER_LANGUAGES: [Language; 5] =
    [Language::Python, Language::Cpp, Language::Js, Language::Rust, Language::Java];

/// A file of a new bot: its name inside the bot's folder, and what is in it.
pub type NewFile = (PathBuf, Vec<u8>);

/// The files of a new bot that plays a legal game at once. `None` if there is no starter for this
/// game in this language.
pub fn new_bot<G: Contest>(language: Language, name: &str) -> Option<Vec<NewFile>> {
    let game = G::INFO.id;
    let shape = Shape::of(language, game)?;
    let starter = format!("{game}/starters/bot.{}", shape.ending);
    let mut files = vec![(PathBuf::from(shape.source), Starters::get(&starter)?.data.into_owned())];
    let fill = filler::<G>(language, name, &shape);
    files.push(("README.md".into(), fill(include_str!("../templates/README.md"))));
    files.push(("agon.toml".into(), fill(include_str!("../templates/agon.toml"))));
    match language {
        Language::Cpp => files.extend(kit(Kit::Cpp, "")),
        Language::Rust => {
            files.push(("Cargo.toml".into(), fill(include_str!("../templates/Cargo.toml.txt"))));
            files.extend(kit(Kit::Rust, "agon-bot/"));
        }
        _ => {}
    }
    Some(files)
}

/// The files of a new bot for the interface of the game's contest, where that is not the usual one of
/// the language. `None` if there is no such starter.
pub fn new_original_bot<G: Contest>(language: Language, name: &str) -> Option<Vec<NewFile>> {
    let shape = Shape::of_original(language, G::INFO.id)?;
    let mut files = Vec::new();
    for (source, _) in shape.files {
        let starter = format!("{}/original/{}/starter/{source}", G::INFO.id, language.word());
        files.push((PathBuf::from(source), Starters::get(&starter)?.data.into_owned()));
    }
    let fill = filler::<G>(language, name, &shape);
    files.push(("README.md".into(), fill(include_str!("../templates/README.md"))));
    let manifest = concat!(include_str!("../templates/agon.toml"), "api = \"original\"\n");
    files.push(("agon.toml".into(), fill(manifest)));
    Some(files)
}

/// Fills the templates of a bot.
fn filler<G: Contest>(language: Language, name: &str, shape: &Shape) -> impl Fn(&str) -> Vec<u8> {
    let name = tame(name);
    let package = package(&name);
    let bots = G::bots();
    let weak = bots.get(1).or(bots.first()).map_or("nothing", |bot| bot.name);
    let strong = bots.last().map_or("nothing", |bot| bot.name);
    let table: String =
        shape.files.iter().map(|(file, what)| format!("| {file} | {what} |\n")).collect();
    let Shape { notes, entry, source, .. } = *shape;
    move |template| {
        let words = [
            ("{name}", name.as_str()),
            ("{package}", package.as_str()),
            ("{game}", G::INFO.id),
            ("{title}", G::INFO.title),
            ("{language}", language.word()),
            ("{language_name}", language.title()),
            ("{language_notes}", notes),
            ("{entry}", entry),
            ("{source}", source),
            ("{weak}", weak),
            ("{strong}", strong),
            ("{files}\n", table.as_str()),
        ];
        words
            .iter()
            .fold(template.to_owned(), |text, (key, word)| text.replace(key, word))
            .into_bytes()
    }
}

/// How a bot of a language is laid out.
struct Shape {
    ending: &'static str,
    source: &'static str,
    entry: &'static str,
    files: &'static [(&'static str, &'static str)],
    notes: &'static str,
}

impl Shape {
    fn of(language: Language, game: &str) -> Option<Shape> {
        Some(match language {
            Language::Java => return Shape::of_java(game),
            Language::Python => Shape {
                ending: "py",
                source: "bot.py",
                entry: "bot.py",
                files: &[("bot.py", "the bot; files beside it can be imported")],
                notes: "Agon gives the package `agon` to the bot when it starts it. To have it in your \
                        editor too: `pip install ./sdk/python` in Agon's sources.",
            },
            Language::Cpp => Shape {
                ending: "cpp",
                source: "bot.cpp",
                entry: "bot.cpp",
                files: &[
                    ("bot.cpp", "the bot; all .cpp files of this folder are compiled together"),
                    ("agon.hpp", "the kit, a single header"),
                ],
                notes: "Agon compiles the bot when it has changed, with `g++ -std=c++17 -O2`. By hand: \
                        `g++ -std=c++17 -O2 -Wall bot.cpp -o /tmp/bot`.",
            },
            Language::Js => Shape {
                ending: "js",
                source: "bot.js",
                entry: "bot.js",
                files: &[("bot.js", "the bot; files beside it can be required")],
                notes: "Agon gives the package `agon` to the bot when it starts it. To have it in your \
                        editor too: `npm install PATH/sdk/js`, where PATH has Agon's sources.",
            },
            Language::Rust => Shape {
                ending: "rs",
                source: "src/main.rs",
                entry: "Cargo.toml",
                files: &[
                    ("src/main.rs", "the bot"),
                    ("Cargo.toml", "the project"),
                    ("agon-bot/", "the kit, a crate without dependencies"),
                ],
                notes: "Agon builds the bot when it has changed, with `cargo build --release --offline`. \
                        Other crates must lie in this folder too (`cargo vendor`): there is no network.",
            },
            Language::Exec => return None,
        })
    }

    /// Bots of contests whose language has a kit of our own as well.
    fn of_original(language: Language, game: &str) -> Option<Shape> {
        let (source, files): (_, &[_]) = match (game, language) {
            ("timetravel", Language::Cpp) => {
                ("AI.cpp", &[("AI.cpp", "the bot"), ("AI.h", "its class, a `BaseAI`")])
            }
            ("timetravel", Language::Python) => ("AI.py", &[("AI.py", "the bot, a `BaseAI`")]),
            _ => return None,
        };
        Some(Shape {
            ending: "",
            source,
            entry: source,
            files,
            notes: "The interface is that of the original contest: games/timetravel/original/guide.md describes it. \
                    Agon gives its classes to the bot.",
        })
    }

    /// Java bots are those of the contests, and each contest had its own name for them.
    fn of_java(game: &str) -> Option<Shape> {
        let (source, files): (_, &[_]) = match game {
            "asterobots" => ("MyPlayer.java", &[("MyPlayer.java", "the bot, a `ComputerPlayer`")]),
            "galaxy" => ("MyAgent.java", &[("MyAgent.java", "the bot, an `Agent`")]),
            "homerun" => ("UnitPlayer.java", &[("UnitPlayer.java", "the bot: one for every unit")]),
            "timetravel" => ("AI.java", &[("AI.java", "the bot, a `BaseAI`")]),
            _ => return None,
        };
        Some(Shape {
            ending: "java",
            source,
            entry: source,
            files,
            notes: "The interface is that of the original contest: docs/kits/java.md and \
                    games/GAME/original/guide.md describe it. Agon compiles the bot when it has \
                    changed; all .java and .jar files of this folder belong to it. For your editor: \
                    sdk/java/kit/agon-java.jar in Agon's sources, made by `cargo xtask java`.",
        })
    }
}

fn kit(kit: Kit, within: &str) -> impl Iterator<Item = NewFile> {
    kit.files().into_iter().map(move |(name, data)| (format!("{within}{name}").into(), data))
}

/// A name without signs that would mean something in a file.
fn tame(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    if name.is_empty() { "bot".into() } else { name }
}

/// A name as cargo allows it for a package.
fn package(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    // A package must not begin with a digit, nor be called like the kit.
    format!("bot-{}", name.trim_matches('-'))
}
