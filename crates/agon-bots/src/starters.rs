//! New bots: the files that `agon new` writes for a game and a language.
//!
//! A new bot is a copy of one of the game's examples in `games/GAME/starters`. `bot.EXT` is the starter; the
//! name of every other file, such as `solid.EXT`, is the name of an example.

use crate::api::Api;
use crate::embedded::java_kit;
use crate::kits::{game_file, game_folder, general_starter};
use crate::languages::{Language, Starter};
use crate::manifest::MAX_NAME_CHARS;
use crate::runtime::Missing;
use agon_core::{Contest, OriginalApi, OriginalHost};
use std::path::{Path, PathBuf};

/// The example that `agon new` copies unless it is told another one: the shortest bot that plays legally.
pub const STARTER: &str = "starter";

/// The folder of a game's examples, and the name of the starter's files in it.
const FOLDER: &str = "starters";
const STARTER_STEM: &str = "bot";

const README: &str = include_str!("../templates/README.md");
const MANIFEST: &str = include_str!("../templates/agon.toml");

/// What the author of a bot with a kit reads after the game's manual, and of a bot without one.
const READ_KIT: &str =
    "* the kit: docs/kits.md has the reference for all languages, with the same names in each
* below the kit: docs/protocol.md, lines of JSON on standard input and output";
const READ_PROTOCOL: &str =
    "* the protocol: docs/protocol.md, lines of JSON on standard input and output";

const ABOUT_TYPES: &str = "the types of the game's view, for the compiler or the editor";

const ABOUT_HELPERS: &str = "functions for this game: coordinates, distances, neighbours";

/// A file of the game that a new bot gets beside its source.
struct Aid {
    name: String,
    about: &'static str,
    bytes: Vec<u8>,
}

/// A file of a new bot: its name inside the bot's folder, and what is in it.
pub type NewFile = (PathBuf, Vec<u8>);

/// The files of a new bot that plays a legal game at once. Without `api` it uses the interface that is usual
/// for the game and the language. `None` if there is no starter: no original interface, or no new bots in
/// this language.
pub fn new_bot<G: Contest>(
    language: Language,
    api: Option<Api>,
    name: &str,
) -> Option<Vec<NewFile>> {
    new_bot_from::<G>(STARTER, language, api, name)
}

/// The files of a new bot that is a copy of one of the game's examples. `None` if the example does not exist
/// in this language or for this interface.
pub fn new_bot_from<G: Contest>(
    example: &str,
    language: Language,
    api: Option<Api>,
    name: &str,
) -> Option<Vec<NewFile>> {
    if !examples::<G>().iter().any(|known| known == example) {
        return None;
    }
    let bot = NewBot::of::<G>(example, language, name)?;
    match (api, new_api::<G>(language, api)) {
        (_, Some(original)) => bot.original(original),
        (Some(Api::Original), None) => None,
        _ => bot.agon(),
    }
}

/// What a new bot would need to run and this machine or this program does not have.
pub fn missing_for_new_bot<G: Contest>(language: Language, api: Option<Api>) -> Vec<Missing> {
    let runtime = language.runtime().and_then(Result::err);
    let is_hosted = new_api::<G>(language, api)
        .is_some_and(|original| matches!(original.host, OriginalHost::Java { .. }));
    let kit = if is_hosted { java_kit().err() } else { None };
    runtime.into_iter().chain(kit).collect()
}

/// The original interface that a new bot uses; `None` if it uses Agon's own.
fn new_api<G: Contest>(language: Language, api: Option<Api>) -> Option<&'static OriginalApi> {
    let wants_original = match api {
        Some(api) => api == Api::Original,
        None => language.definition().prefers_original,
    };
    original_api::<G>(language).filter(|_| wants_original)
}

/// The names of a game's examples in any language, the starter first.
pub fn examples<G: Contest>() -> Vec<String> {
    let files = game_folder(G::INFO.id, FOLDER);
    let stem = |file: &String| Some(Path::new(file).file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = files.iter().filter_map(stem).collect();
    // Java names the file after the class.
    names.retain(|name| !name.eq_ignore_ascii_case(STARTER_STEM));
    names.sort();
    names.dedup();
    names.insert(0, STARTER.to_owned());
    names
}

/// The languages in which an example exists, for the interface that is wanted.
pub fn example_languages<G: Contest>(example: &str, api: Option<Api>) -> Vec<Language> {
    let exists =
        |&language: &Language| new_bot_from::<G>(example, language, api, STARTER).is_some();
    Language::with_starter().filter(exists).collect()
}

/// The languages in which a new bot for the original contest can be begun.
pub fn original_languages<G: Contest>() -> Vec<Language> {
    Language::with_starter().filter(|&language| original_api::<G>(language).is_some()).collect()
}

/// The original interface in this language, if it has a starter.
fn original_api<G: Contest>(language: Language) -> Option<&'static OriginalApi> {
    let has_starter =
        |api: &&OriginalApi| api.language == language.word() && !api.starter.is_empty();
    G::ORIGINAL_APIS.iter().find(has_starter)
}

/// What the files of a new bot are filled with.
struct NewBot {
    language: Language,
    starter: &'static Starter,
    example: String,
    name: String,
    game: &'static str,
    title: &'static str,
    weak_bot: &'static str,
    strong_bot: &'static str,
}

impl NewBot {
    fn of<G: Contest>(example: &str, language: Language, name: &str) -> Option<NewBot> {
        let bots = G::bots();
        Some(NewBot {
            language,
            starter: language.definition().starter.as_ref()?,
            example: example.to_owned(),
            name: tame(name),
            game: G::INFO.id,
            title: G::INFO.title,
            weak_bot: bots.get(1).or(bots.first()).map_or("nothing", |bot| bot.name),
            strong_bot: bots.last().map_or("nothing", |bot| bot.name),
        })
    }

    /// A bot that is written with the kit, or speaks the protocol.
    fn agon(&self) -> Option<Vec<NewFile>> {
        let starter = self.starter;
        let source = match self.is_starter() {
            false => game_file(self.game, &self.example_file(starter.template)?)?,
            true => game_file(self.game, &format!("{FOLDER}/{}", starter.template))
                .or_else(|| general_starter(self.language.word(), starter.template))?,
        };
        let aids = self.aids();
        let mut page = Page {
            source: starter.source,
            entry: starter.entry,
            files: starter.files.iter().map(|&(name, about)| (name.to_owned(), about)).collect(),
            notes: starter.notes.to_owned(),
            reading: match self.language.definition().run_call {
                "" => READ_PROTOCOL,
                _ => READ_KIT,
            },
        };
        page.files.extend(aids.iter().map(|aid| (aid.name.clone(), aid.about)));
        let mut files = vec![
            (starter.source.into(), source),
            ("README.md".into(), self.fill(README, &page)),
            ("agon.toml".into(), self.fill(MANIFEST, &page)),
        ];
        files.extend(aids.into_iter().map(|aid| (aid.name.into(), aid.bytes)));
        if let Some((name, template)) = starter.project {
            files.push((name.into(), self.fill(template, &page)));
        }
        if let (Some(folder), Some(kit)) = (starter.kit_folder, self.language.definition().kit) {
            let within = |(name, data)| (PathBuf::from(format!("{folder}{name}")), data);
            files.extend(kit().into_iter().map(within));
        }
        Some(files)
    }

    fn is_starter(&self) -> bool {
        self.example == STARTER
    }

    /// The example's file that replaces a file of the starter: the same ending, the example's name.
    fn example_file(&self, of_starter: &str) -> Option<String> {
        let ending = Path::new(of_starter).extension()?.to_str()?;
        Some(format!("{FOLDER}/{}.{ending}", self.example))
    }

    /// The types of the game's view, and the helpers that the game has for this language.
    fn aids(&self) -> Vec<Aid> {
        let Some((ending, folder)) = self.starter.types else { return Vec::new() };
        // Declarations have no code.
        let code = if ending == "d.ts" { "js" } else { ending };
        let kinds = [("types", ending, ABOUT_TYPES), ("helpers", code, ABOUT_HELPERS)];
        let aid = |(kind, ending, about): (&str, &str, &'static str)| {
            let name = format!("{}_{kind}.{ending}", self.game);
            let bytes = game_file(self.game, &format!("{kind}/{name}"))?;
            Some(Aid { name: format!("{folder}{name}"), about, bytes })
        };
        kinds.into_iter().filter_map(aid).collect()
    }

    /// A bot that is written for the original contest.
    fn original(&self, api: &OriginalApi) -> Option<Vec<NewFile>> {
        let mut files = Vec::new();
        for file in api.starter {
            let path = match self.is_starter() {
                true => file.path.to_owned(),
                // An example is one file; it replaces a starter that is one file.
                false if api.starter.len() == 1 && file.path.starts_with(FOLDER) => {
                    self.example_file(file.path)?
                }
                false => return None,
            };
            files.push((PathBuf::from(file.name), game_file(self.game, &path)?));
        }
        let entry = api.starter.first()?.name;
        let guide = api.guide;
        let notes = self.starter.original_notes;
        let page = Page {
            source: entry,
            entry,
            files: api.starter.iter().map(|file| (file.name.to_owned(), file.about)).collect(),
            notes: format!(
                "{guide} describes the interface, which is that of the original contest. {notes}"
            ),
            reading: READ_KIT,
        };
        files.push(("README.md".into(), self.fill(README, &page)));
        let manifest = format!("{MANIFEST}api = \"original\"\n");
        files.push(("agon.toml".into(), self.fill(&manifest, &page)));
        Some(files)
    }

    /// Replaces the words in braces of a template.
    fn fill(&self, template: &str, page: &Page) -> Vec<u8> {
        let row = |(file, about): &(String, &str)| format!("| {file} | {about} |\n");
        let table: String = page.files.iter().map(row).collect();
        let package = package(&self.name);
        let words = [
            ("{name}", self.name.as_str()),
            ("{package}", &package),
            ("{game}", self.game),
            ("{title}", self.title),
            ("{language}", self.language.word()),
            ("{language_name}", self.language.title()),
            ("{language_notes}", &page.notes),
            ("{reading}", page.reading),
            ("{entry}", page.entry),
            ("{source}", page.source),
            ("{weak}", self.weak_bot),
            ("{strong}", self.strong_bot),
            ("{files}\n", &table),
        ];
        let fill = |text: String, (key, word): &(&str, &str)| text.replace(key, word);
        words.iter().fold(template.to_owned(), fill).into_bytes()
    }
}

/// What differs between a language's own starter and that of an original contest.
struct Page {
    source: &'static str,
    entry: &'static str,
    files: Vec<(String, &'static str)>,
    notes: String,
    /// What to read after the game's manual.
    reading: &'static str,
}

/// A name without characters that have a meaning in the files.
fn tame(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    let name = name.chars().map(|c| if is_plain(c) { c } else { '_' });
    let name: String = name.take(MAX_NAME_CHARS).collect();
    if name.trim().is_empty() { "bot".into() } else { name }
}

/// A name as package managers allow it. The prefix keeps it from beginning with a digit and from being the
/// kit's.
fn package(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    format!("bot-{}", name.trim_matches('-'))
}
