//! Finds maps and replays by name; errors name the file.

use crate::{newer, usage};
use agon_core::{Contest, GameMap};
use agon_games::{GAMES, Visitor};
use agon_replay::Replay;
use agon_runs::{MapSource, NamedMap};
use anyhow::{Context, bail};
use std::fs;
use std::io::Write;
use std::path::Path;

/// Maximum size of a map or replay file: 256 MiB.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Visits a game by its id; the error for an unknown id lists the games.
pub fn with_game<V: Visitor>(id: &str, visitor: V) -> anyhow::Result<V::Out> {
    agon_games::visit(id, visitor).ok_or_else(|| no_game(id))
}

/// The error for an unknown game.
pub fn no_game(id: &str) -> anyhow::Error {
    let known: Vec<&str> = GAMES.iter().map(|info| info.id).collect();
    let meant = agon_protocol::nearest(id, known.iter().copied());
    let id = agon_core::safe_line(id);
    usage(match meant {
        Some(meant) => format!("there is no game `{id}`; did you mean `{meant}`?"),
        None => format!("there is no game `{id}`: choose one of {}", known.join(", ")),
    })
}

/// Reads a file of bounded size.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let size = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    if size.is_dir() {
        bail!("{} is a folder, not a file", path.display());
    }
    if size.len() > MAX_FILE_BYTES {
        bail!("{} is larger than 256 MiB, the limit for maps and replays", path.display());
    }
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file atomically: under a temporary name first, then renamed.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    }
    if path.is_dir() {
        bail!("cannot write {}: it is a folder", path.display());
    }
    // Write to a device or pipe instead of replacing it by a file.
    if path.exists() && !path.is_file() {
        let device = fs::OpenOptions::new().write(true).open(path);
        return device.and_then(|mut device| device.write_all(bytes)).with_context(cannot);
    }
    let mut name = path.file_name().with_context(cannot)?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let result = fs::File::create(&part)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, path));
    if result.is_err() {
        let _ = fs::remove_file(&part);
    }
    result.with_context(cannot)
}

/// Reads a replay.
pub fn read_replay(path: &Path) -> anyhow::Result<Replay> {
    let replay = Replay::from_bytes(&read(path)?);
    newer::remember(&replay, path);
    replay.with_context(|| path.display().to_string())
}

/// The maps named by a specifier: a built-in map, `random[:key=value,...]`, or a file.
pub fn find_maps<G: Contest>(word: Option<&str>) -> anyhow::Result<MapSource<G>> {
    let ours = G::own_maps();
    let word = word.unwrap_or(ours[0].name);
    if let Some(source) = MapSource::of_game(word).map_err(usage)? {
        return Ok(source);
    }
    let path = Path::new(word);
    if !path.exists() {
        let names: Vec<&str> = ours.iter().map(|own| own.name).collect();
        return Err(usage(format!(
            "there is no map `{word}`: choose one of {}, random, or a map file",
            names.join(", ")
        )));
    }
    Ok(MapSource::Fixed(NamedMap { name: stem(path), map: read_map::<G>(path)? }))
}

/// Reads a map file.
pub fn read_map<G: Contest>(path: &Path) -> anyhow::Result<G::Map> {
    let bytes = read(path)?;
    let text = std::str::from_utf8(&bytes)
        .with_context(|| format!("{} is not a text file", path.display()))?;
    G::Map::parse(text).with_context(|| path.display().to_string())
}

/// A bot or map that a file names: a path relative to the file's folder `base` if it exists, else the word.
pub fn resolve(base: &Path, word: &str) -> String {
    // One bot of a jar with several is named FILE#CLASS.
    let file = word.rsplit_once('#').map_or(word, |(file, _)| file);
    let exists = |path: &str| base.join(path).exists();
    let is_path = !word.contains(':') && (exists(word) || exists(file));
    if is_path { base.join(word).to_string_lossy().into_owned() } else { word.to_owned() }
}

/// A file's name without folder and extension.
pub fn stem(path: &Path) -> String {
    agon_core::safe_line(&path.file_stem().unwrap_or_default().to_string_lossy()).into_owned()
}
