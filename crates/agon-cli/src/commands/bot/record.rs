//! `agon bot record`: makes a scene of a position in a replay.

use crate::args::RecordArgs;
use crate::commands::runs::folder_of;
use crate::files::{self, with_game};
use crate::report::{me, shell_word};
use crate::turns::seat_named;
use crate::{Done, usage};
use agon_core::Contest;
use agon_expect::{EXTENSION, RECORDED, Scene, THE_BOT};
use agon_games::Visitor;
use agon_replay::Replay;
use agon_runner::{FeedFault, Moment, position_at};
use anyhow::Context;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

pub fn run(args: &RecordArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let bytes = files::read(&args.replay)?;
    let shown = args.replay.display().to_string();
    let replay = Replay::from_bytes(&bytes).with_context(|| shown.clone())?;
    let taken = with_game(&replay.header.game, TakeSeat { args, replay: &replay })?;
    let seat = taken.with_context(|| shown)?;
    let scene_path = args.output.clone().unwrap_or_else(|| {
        PathBuf::from(files::stem(&args.replay)).with_added_extension(EXTENSION)
    });
    if scene_path.exists() {
        return Err(usage(format!(
            "{} is already there: name another file with -o",
            scene_path.display()
        )));
    }
    let folder = folder_of(&scene_path);
    let copy = folder.join(args.replay.file_name().unwrap_or_default());
    let text = text_of(args, &replay, seat, &folder)?;
    // A file of the same name with other bytes belongs to another scene.
    if !copy.exists() {
        files::write(&copy, &bytes)?;
    } else if files::read(&copy)? != bytes {
        return Err(usage(format!(
            "{} is already there and differs from the replay: rename one of them",
            copy.display()
        )));
    }
    files::write(&scene_path, text.as_bytes())?;
    let path = scene_path.display().to_string();
    writeln!(out, "{path}: round {} of {}.", args.at, copy.display())?;
    writeln!(out, "Test:   {} bot test {}", me(), shell_word(&path))?;
    Ok(Done::Well)
}

/// The scene as a file.
fn text_of(
    args: &RecordArgs,
    replay: &Replay,
    seat: usize,
    folder: &Path,
) -> anyhow::Result<String> {
    let name = args.replay.file_name().unwrap_or_default().to_string_lossy();
    let mut text = format!("game = {}\nreplay = {}\n", quoted(&replay.header.game), quoted(&name));
    let _ = writeln!(text, "at = {}", args.at);
    if let Some(rounds) = args.rounds {
        let _ = writeln!(text, "rounds = {rounds}");
    }
    if let Some(bot) = &args.bot {
        let _ = writeln!(text, "bot = {}", quoted(&beside(folder, bot)));
    }
    let seats: Vec<String> = (0..replay.header.seats.len())
        .map(|index| quoted(if index == seat { THE_BOT } else { RECORDED }))
        .collect();
    let _ = writeln!(text, "seats = [{}]", seats.join(", "));
    let mut expect: Vec<String> = args.expect.iter().map(ToString::to_string).collect();
    if expect.is_empty() {
        expect = vec!["no faults".into(), "no refusals".into()];
    }
    let lines: String = expect.iter().map(|line| format!("    {},\n", quoted(line))).collect();
    let _ = writeln!(text, "expect = [\n{lines}]");
    Scene::parse(&text).map_err(usage)?;
    Ok(text)
}

/// A text as a TOML string. JSON's escapes are also TOML's.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A bot named on the command line, as a scene in `folder` names it.
fn beside(folder: &Path, bot: &str) -> String {
    let absolute = |path: &Path| path.canonicalize().ok();
    match (absolute(folder), absolute(Path::new(bot))) {
        (Some(from), Some(to)) => relative(&from, &to).display().to_string(),
        _ => bot.to_owned(),
    }
}

/// The path from a folder to a file; both are absolute.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}

/// Finds the seat, and checks that the replay has the position.
struct TakeSeat<'a> {
    args: &'a RecordArgs,
    replay: &'a Replay,
}

impl Visitor for TakeSeat<'_> {
    type Out = anyhow::Result<usize>;

    fn visit<G: Contest>(self) -> anyhow::Result<usize> {
        let TakeSeat { args, replay } = self;
        let seat = match &args.seat {
            Some(name) => seat_named::<G>(name, replay.header.seats.len())?.index(),
            None => 0,
        };
        match position_at::<G>(replay, Moment { round: args.at, seat: None }) {
            Ok(_) => Ok(seat),
            Err(fault @ (FeedFault::NoSuchMoment { .. } | FeedFault::TooEarly { .. })) => {
                Err(usage(fault.to_string()))
            }
            Err(other) => Err(other.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_lead_from_the_folder_to_the_file() {
        let path = |from, to| relative(Path::new(from), Path::new(to)).display().to_string();
        assert_eq!(path("/a/b", "/a/b/c.py"), "c.py");
        assert_eq!(path("/a/b/tests", "/a/b"), "..");
        assert_eq!(path("/a/b/tests", "/a/d/e.py"), "../../d/e.py");
    }
}
