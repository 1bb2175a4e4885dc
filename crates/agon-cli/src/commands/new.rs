//! `agon new`: the files of a new bot.

use crate::args::NewArgs;
use crate::files::{self, with_game};
use crate::report::{me, shell_word};
use crate::{Done, usage};
use agon_bots::{
    Api, Language, STARTER, example_languages, examples, missing_for_new_bot, new_bot_from,
    original_languages,
};
use agon_core::Contest;
use agon_games::Visitor;
use std::io::Write;
use std::path::Path;

pub fn run(args: NewArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    with_game(&args.game, New { args: &args, out })?
}

/// What `--ci` adds: the path inside the bot's folder, and the text.
const CI_FILES: [(&str, &str); 2] = [
    (".github/workflows/test.yml", include_str!("../../templates/test.yml")),
    ("tests/first.agonscene", include_str!("../../templates/first.agonscene")),
];

struct New<'a> {
    args: &'a NewArgs,
    out: &'a mut dyn Write,
}

impl Visitor for New<'_> {
    type Out = anyhow::Result<Done>;
    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        let New { args, out } = self;
        let wanted = Language::from_word(&args.lang);
        let language = wanted.filter(|wanted| Language::with_starter().any(|l| l == *wanted));
        let Some(language) = language else {
            let (lang, known) = (&args.lang, words(Language::with_starter()));
            return Err(usage(format!("unsupported language `{lang}`; choose one of {known}")));
        };
        let folder = &args.folder;
        refuse_what_is_there(folder)?;
        let name = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        let api = args.api.as_deref().map(|api| match api {
            "original" => Api::Original,
            _ => Api::Agon,
        });
        let bot = new_bot_from::<G>(&args.from, language, api, &name)
            .ok_or_else(|| usage(no_bot::<G>(&args.from, language, api)))?;
        for (file, bytes) in &bot {
            files::write(&folder.join(file), bytes)?;
        }
        if args.ci {
            for (file, text) in CI_FILES {
                let text = text.replace("{game}", G::INFO.id);
                files::write(&folder.join(file), text.as_bytes())?;
            }
        }
        let (me, game) = (me(), G::INFO.id);
        let folder = folder.display().to_string();
        let word = shell_word(&folder);
        let opponent = G::bots().get(1).or(G::bots().first()).map_or("nothing", |bot| bot.name);
        writeln!(out, "{folder}: a bot for {} in {}.", G::INFO.title, language.title())?;
        writeln!(out, "Play:   {me} play {game} {word} builtin:{opponent}")?;
        writeln!(out, "Check:  {me} bot check {word}")?;
        if args.ci {
            writeln!(out, "Test:   {me} bot test {word}")?;
            writeln!(out, "CI:     {folder}/{} says how to set it up", CI_FILES[0].0)?;
        }
        writeln!(out, "Read:   {folder}/README.md")?;
        for missing in missing_for_new_bot::<G>(language, api) {
            writeln!(out, "Beware: it cannot run here yet. {missing}.")?;
        }
        Ok(Done::Well)
    }
}

/// Why there is no such bot: the example is unknown, or does not exist in the language or for the interface.
fn no_bot<G: Contest>(example: &str, language: Language, api: Option<Api>) -> String {
    let (title, known) = (G::INFO.title, examples::<G>());
    if !known.iter().any(|name| name == example) {
        let known = known.join(", ");
        return format!("{title} has no example `{example}` to begin with; choose one of {known}");
    }
    let languages = match example {
        STARTER => original_languages::<G>(),
        _ => example_languages::<G>(example, api),
    };
    let place = match api {
        Some(Api::Original) => "for the contest's own interface in",
        _ => "in",
    };
    let choice = match languages[..] {
        [] => "leave out `--api original` for a bot with Agon's own kit".to_owned(),
        [one] => format!("choose {}", one.word()),
        _ => format!("choose one of {}", words(languages.iter().copied())),
    };
    let example = if example == STARTER { example.to_owned() } else { format!("`{example}`") };
    format!("{title} has no {example} {place} {language}; {choice}")
}

fn words(languages: impl IntoIterator<Item = Language>) -> String {
    languages.into_iter().map(Language::word).collect::<Vec<_>>().join(", ")
}

/// Refuses a folder with files in it: nothing is overwritten.
pub(super) fn refuse_what_is_there(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    if folder.is_file() {
        return Err(usage(format!("{shown} is a file: name a new folder")));
    }
    let is_empty = std::fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if is_empty {
        return Ok(());
    }
    Err(usage(format!("{shown} is not empty: name a new folder")))
}
