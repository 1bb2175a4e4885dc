//! What two programs of different systems must agree on: signatures, replays, and what `verify` says.

use super::agon::Agon;
use crate::figures::{Signature, compare_signatures};
use anyhow::{Context, bail};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

/// A game, as `agon games --json` describes it.
pub struct GameFacts {
    pub id: String,
    /// The largest number of seats.
    pub seats: usize,
}

/// The games of a program.
pub fn games(agon: &Agon, folder: &Path) -> anyhow::Result<Vec<GameFacts>> {
    let text = agon.run(folder, &["games", "--json"])?;
    let value: Value = serde_json::from_str(&text).context("`agon games --json`")?;
    let facts = |game: &Value| {
        Some(GameFacts {
            id: game["id"].as_str()?.into(),
            seats: usize::try_from(game["seats"][1].as_u64()?).ok()?,
        })
    };
    let games = value["games"].as_array().context("`agon games --json` lists no games")?;
    games.iter().map(|game| facts(game).context("a game without id or seats")).collect()
}

/// Compares behaviour signatures that a program of another system printed with `games/*/figures.json`.
pub fn compare(system: &str, signatures: &[Signature]) -> anyhow::Result<()> {
    compare_signatures(signatures, false).with_context(|| format!("the games on {system}"))?;
    if signatures.is_empty() {
        bail!("the program of {system} printed no signature");
    }
    println!("{system}: {} behaviour signatures are those of x86-64", signatures.len());
    Ok(())
}

/// The behaviour signatures of all games, by an `agon` program.
pub fn signatures(agon: &Agon, folder: &Path) -> anyhow::Result<Vec<Signature>> {
    let text = agon.run(folder, &["bench", "--signature", "--quick", "--json"])?;
    let read = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        Some(Signature {
            game: value["game"].as_str()?.into(),
            version: value["version"].as_u64()?,
            signature: value["signature"].as_str()?.into(),
        })
    };
    let of = |line| read(line).with_context(|| format!("`{line}` is no signature"));
    text.lines().map(of).collect()
}

/// Plays matches between two levels of built-in bots and writes their replays into `folder/name`, which is
/// made anew.
pub fn record(
    agon: &Agon,
    game: &GameFacts,
    levels: [&str; 2],
    matches: usize,
    folder: &Path,
    name: &str,
) -> anyhow::Result<Vec<PathBuf>> {
    let place = folder.join(name);
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    fs::create_dir_all(&place)?;
    let matches = matches.to_string();
    let bots = levels.map(|level| format!("builtin:{level}"));
    let mut words = vec!["play", &game.id];
    words.extend((0..game.seats).map(|seat| bots[seat % 2].as_str()));
    words.extend(["--games", &matches, "--seed", "1000", "--json", "--replay", name]);
    agon.run(folder, &words)?;
    let replays = replays_in(&place)?;
    if replays.len().to_string() != matches {
        bail!("{} wrote {} replays of {matches} matches", agon.system, replays.len());
    }
    Ok(replays)
}

fn replays_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files: Vec<PathBuf> = entries.collect::<anyhow::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "agonreplay"));
    files.sort();
    Ok(files)
}

/// Lets `agon` verify all replays of a folder, and returns how many there are.
pub fn verify(agon: &Agon, folder: &Path) -> anyhow::Result<usize> {
    verify_with(agon, &["replay", "verify"], folder)
}

/// The same for a program that verifies with these words; on all cores.
pub fn verify_with(agon: &Agon, command: &[&str], folder: &Path) -> anyhow::Result<usize> {
    let replays = replays_in(folder)?;
    let names: Vec<_> = replays.iter().filter_map(|file| file.file_name()).collect();
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let share = names.len().div_ceil(cores).max(1);
    let verified: anyhow::Result<Vec<usize>> = thread::scope(|scope| {
        let part = |names: &[_]| {
            let mut words: Vec<&OsStr> = command.iter().map(OsStr::new).collect();
            words.extend_from_slice(names);
            scope.spawn(move || {
                let said = agon.run(folder, &words)?;
                Ok(said.lines().filter(|line| line.contains(": verified")).count())
            })
        };
        let parts: Vec<_> = names.chunks(share).map(part).collect();
        parts.into_iter().map(|part| part.join().expect("verifying does not panic")).collect()
    });
    let verified: usize = verified?.into_iter().sum();
    if verified != names.len() || names.is_empty() {
        bail!("{} verified {verified} of {} replays", agon.system, names.len());
    }
    Ok(verified)
}

/// Compares the replays of two folders byte by byte, apart from the minute in which a match was played.
pub fn compare_replays(ours: &Path, theirs: &Path) -> anyhow::Result<usize> {
    let (left, right) = (replays_in(ours)?, replays_in(theirs)?);
    if left.len() != right.len() {
        bail!("{} replays here and {} there", left.len(), right.len());
    }
    for (left, right) in left.iter().zip(&right) {
        if left.file_name() != right.file_name() {
            bail!("{} is called {} there", left.display(), right.display());
        }
        if dateless(&fs::read(left)?)? != dateless(&fs::read(right)?)? {
            bail!("{} and {} differ", left.display(), right.display());
        }
    }
    Ok(left.len())
}

/// The fingerprint of the bot in the first seat of a replay.
pub fn fingerprint(folder: &Path, name: &str) -> anyhow::Result<String> {
    let bytes = fs::read(folder.join(name).with_extension("agonreplay"))?;
    let header = bytes.split(|&byte| byte == b'\n').nth(1).context("a replay without a header")?;
    let header: Value = serde_json::from_slice(header)?;
    let hash = header["seats"][0]["hash"].as_str();
    Ok(hash.context("a bot without a fingerprint")?.to_owned())
}

/// A replay with the date taken out of its header line.
fn dateless(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut lines = bytes.splitn(3, |&byte| byte == b'\n');
    let (Some(magic), Some(header), Some(body)) = (lines.next(), lines.next(), lines.next()) else {
        bail!("a replay without two lines of header");
    };
    let header = std::str::from_utf8(header)?;
    let (before, rest) = header.split_once("\"date\":\"").context("a replay without a date")?;
    let (_, after) = rest.split_once('"').context("a date without an end")?;
    Ok([magic, b"\n", before.as_bytes(), after.as_bytes(), b"\n", body].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replays_are_compared_apart_from_their_dates() {
        let here = tempfile::tempdir().unwrap();
        let write = |folder: &str, text: &str| {
            fs::create_dir_all(here.path().join(folder)).unwrap();
            fs::write(here.path().join(folder).join("a.agonreplay"), text).unwrap();
        };
        let compare = || compare_replays(&here.path().join("l"), &here.path().join("r"));
        write("l", "magic\n{\"seed\":1,\"date\":\"today\",\"lot\":3}\nbody\nmore");
        write("r", "magic\n{\"seed\":1,\"date\":\"tomorrow\",\"lot\":3}\nbody\nmore");
        assert_eq!(compare().unwrap(), 1);
        write("r", "magic\n{\"seed\":2,\"date\":\"tomorrow\",\"lot\":3}\nbody\nmore");
        assert!(compare().unwrap_err().to_string().ends_with("differ"));
        write("r", "magic\n{\"seed\":1,\"date\":\"tomorrow\",\"lot\":3}\nbody\nless");
        assert!(compare().unwrap_err().to_string().ends_with("differ"));
        write("r", "magic\n");
        assert!(compare().is_err());
    }
}
