//! `agon new`: a bot to begin with.

use crate::args::NewArgs;
use crate::files::{self, with_game};
use crate::report::me;
use crate::{Done, usage};
use agon_bots::{Language, STARTER_LANGUAGES, new_bot, new_original_bot};
use agon_core::Contest;
use agon_games::Visitor;
use std::io::Write;
use std::path::Path;

pub fn run(args: NewArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    with_game(&args.game, New { args: &args, out })?
}

struct New<'a> {
    args: &'a NewArgs,
    out: &'a mut dyn Write,
}

impl Visitor for New<'_> {
    type Out = anyhow::Result<Done>;
    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        let New { args, out } = self;
        let known: Vec<&str> = STARTER_LANGUAGES.iter().map(|language| language.word()).collect();
        let language = Language::from_word(&args.lang).filter(|l| STARTER_LANGUAGES.contains(l));
        let Some(language) = language else {
            let (lang, known) = (&args.lang, known.join(", "));
            return Err(usage(format!("no bot can be begun in `{lang}`: choose one of {known}")));
        };
        let folder = &args.folder;
        refuse_what_is_there(folder)?;
        let name = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        let bot = match args.api.as_str() {
            // Java bots are written for the contests' own interfaces anyway.
            "original" if language != Language::Java => new_original_bot::<G>(language, &name).ok_or_else(|| {
                let title = G::INFO.title;
                usage(format!(
                    "there is no starter for the contest's own interface of {title} in {language}: \
                     there are those of timetravel in cpp and python"
                ))
            })?,
            _ => new_bot::<G>(language, &name).ok_or_else(|| {
                let has_one = |language: &&Language| new_bot::<G>(**language, &name).is_some();
                let others = STARTER_LANGUAGES.iter().filter(has_one).map(|l| l.word());
                let (title, others) = (G::INFO.title, others.collect::<Vec<_>>().join(", "));
                usage(format!(
                    "there is no starter for {title} in {language}: choose one of {others}"
                ))
            })?,
        };
        for (file, bytes) in &bot {
            files::write(&folder.join(file), bytes)?;
        }
        let (me, game, folder) = (me(), G::INFO.id, folder.display());
        let opponent = G::bots().get(1).or(G::bots().first()).map_or("nothing", |bot| bot.name);
        writeln!(out, "{folder}: a bot for {} in {}.", G::INFO.title, language.title())?;
        writeln!(out, "Play:   {me} play {game} {folder} builtin:{opponent}")?;
        writeln!(out, "Check:  {me} bot check {folder}")?;
        writeln!(out, "Read:   {folder}/README.md")?;
        Ok(Done::Well)
    }
}

/// Nobody's files are overwritten.
fn refuse_what_is_there(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    if folder.is_file() {
        return Err(usage(format!("{shown} is a file: name a new folder for the bot")));
    }
    let is_empty = std::fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if is_empty {
        return Ok(());
    }
    Err(usage(format!("{shown} is not empty: name a new folder for the bot")))
}
