//! New bots in the style of an original contest: what `agon new --api original` writes.

use crate::language::Language;
use crate::starters::NewFile;
use agon_core::Contest;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../sdk/timetravel-original"]
#[include = "*/starter/*"]
struct TimeTravel;

/// The files of a new bot for the interface of the game's contest, which plays a legal game at once.
/// `None` if there is no such starter for this game in this language.
pub fn new_original_bot<G: Contest>(language: Language, name: &str) -> Option<Vec<NewFile>> {
    let (sources, entry) = match (G::INFO.id, language) {
        ("timetravel", Language::Cpp) => (&["AI.h", "AI.cpp"][..], "AI.cpp"),
        ("timetravel", Language::Python) => (&["AI.py"][..], "AI.py"),
        _ => return None,
    };
    let mut files = Vec::new();
    for &source in sources {
        let text = TimeTravel::get(&format!("{}/starter/{source}", language.word()))?;
        files.push((source.into(), text.data.into_owned()));
    }
    let is_plain = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let bots = G::bots();
    let words = [
        ("{name}", name.as_str()),
        ("{game}", G::INFO.id),
        ("{title}", G::INFO.title),
        ("{language_name}", language.title()),
        ("{source}", entry),
        ("{weak}", bots.get(1).or(bots.first()).map_or("nothing", |bot| bot.name)),
        ("{strong}", bots.last().map_or("nothing", |bot| bot.name)),
    ];
    let readme = include_str!("../templates/README-original.md").to_owned();
    let readme = words.iter().fold(readme, |text, (key, word)| text.replace(key, word));
    files.push(("README.md".into(), readme.into_bytes()));
    let (game, language) = (G::INFO.id, language.word());
    let manifest = format!(
        "name = \"{name}\"\ngame = \"{game}\"\nlanguage = \"{language}\"\napi = \"original\"\n\
         entry = \"{entry}\"\n"
    );
    files.push(("agon.toml".into(), manifest.into_bytes()));
    Some(files)
}
