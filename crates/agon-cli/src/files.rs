//! Finds maps and replays by name; errors name the file.

use crate::usage;
use agon_core::{Contest, GameMap, Wishes};
use agon_games::{GAMES, Visitor};
use agon_replay::Replay;
use anyhow::{Context, bail};
use std::fs;
use std::io::Write;
use std::path::Path;

/// Maximum size of a map or replay file: 256 MiB.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Visits a game by its id; the error for an unknown id lists the games.
pub fn with_game<V: Visitor>(id: &str, visitor: V) -> anyhow::Result<V::Out> {
    agon_games::visit(id, visitor).ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|info| info.id).collect();
        let (id, known) = (agon_core::safe_line(id), known.join(", "));
        usage(format!("there is no game `{id}`: choose one of {known}"))
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
    Replay::from_bytes(&read(path)?).with_context(|| path.display().to_string())
}

/// A map and its name.
pub struct NamedMap<G: Contest> {
    /// The name.
    pub name: String,
    /// The map.
    pub map: G::Map,
}

/// Source of the maps of matches.
pub enum MapSource<G: Contest> {
    /// One map for all matches.
    Fixed(NamedMap<G>),
    /// A new random map for every seed.
    Random(Wishes),
}

impl<G: Contest> MapSource<G> {
    /// The map named by a specifier: a built-in map, `random[:key=value,...]`, or a file.
    pub fn find(word: Option<&str>) -> anyhow::Result<MapSource<G>> {
        let ours = G::own_maps();
        let word = word.unwrap_or(ours[0].name);
        if let Some(wishes) = word.strip_prefix("random")
            && (wishes.is_empty() || wishes.starts_with(':'))
        {
            let words = wishes.trim_start_matches(':').split(',').filter(|w| !w.is_empty());
            let wishes = Wishes::parse(words, G::INFO.map_wishes);
            return Ok(MapSource::Random(wishes.map_err(|fault| usage(fault.to_string()))?));
        }
        if let Some(own) = ours.iter().find(|own| own.name == word) {
            let map =
                G::Map::parse(own.text).with_context(|| format!("built-in map {}", own.name))?;
            return Ok(MapSource::Fixed(NamedMap { name: word.into(), map }));
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

    /// The map of the match with this seed.
    pub fn map(&self, seed: u64) -> anyhow::Result<NamedMap<G>> {
        match self {
            MapSource::Fixed(NamedMap { name, map }) => {
                Ok(NamedMap { name: name.clone(), map: map.clone() })
            }
            MapSource::Random(wishes) => {
                let map = G::Map::generate(wishes, seed).map_err(|f| usage(f.to_string()))?;
                Ok(NamedMap { name: format!("random-{seed}"), map })
            }
        }
    }
}

/// Reads a map file.
pub fn read_map<G: Contest>(path: &Path) -> anyhow::Result<G::Map> {
    let bytes = read(path)?;
    let text = std::str::from_utf8(&bytes)
        .with_context(|| format!("{} is not a text file", path.display()))?;
    G::Map::parse(text).with_context(|| path.display().to_string())
}

/// A file's name without folder and extension.
pub fn stem(path: &Path) -> String {
    agon_core::safe_line(&path.file_stem().unwrap_or_default().to_string_lossy()).into_owned()
}
