//! A whole event as one file: written, checked, and put into this or another server.
//!
//! The file is a tar archive, compressed with zstd: `event.json` says what it is, `tables/NAME.jsonl` have
//! the rows, `blobs/ADDRESS` the uploads and replays. docs/serve/event-archive.md describes it.

use super::Admin;
use crate::admin::Engine;
use crate::app::now;
use crate::blobs::{address, is_address};
use crate::secrets::random_text;
use crate::serve::ServeFault;
use agon_compete::{Entry, History};
use agon_store::archive::{ImportEvent, Imported, PARTS, Table};
use agon_store::{Fault, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The name of the format.
const FORMAT: &str = "agon-event";
/// The version of the format. A change of a table of an event raises it, unless older archives still fit.
pub const ARCHIVE_VERSION: u32 = 1;
/// The first file of an archive.
const MANIFEST: &str = "event.json";
/// Letters of a join code.
const JOIN_LETTERS: usize = 10;
/// How strongly tables are compressed; replays are compressed already.
const ZSTD_LEVEL: i32 = 3;

/// What an archive says about itself.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: String,
    version: u32,
    /// Name and version of the program that wrote it.
    engine: String,
    /// The event's name in addresses.
    event: String,
    /// When it was written, in milliseconds since 1970.
    exported_ms: i64,
    tables: Vec<TableSum>,
    /// Number of blobs.
    blobs: usize,
}

/// A table of an archive.
#[derive(Debug, Serialize, Deserialize)]
struct TableSum {
    name: String,
    rows: usize,
    /// SHA-256 of its file.
    sha256: String,
}

/// What was written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Number of rows.
    pub rows: usize,
    /// Number of blobs.
    pub blobs: usize,
}

fn refused(sentence: impl Into<String>) -> ServeFault {
    Fault::from(Refusal::Invalid(sentence.into())).into()
}

impl Admin {
    /// Writes everything of an event, as it is at one moment, into a new file.
    pub async fn export_event(
        &self,
        event: &str,
        file: &Path,
        engine: &str,
    ) -> Result<Exported, ServeFault> {
        let event = self.event(event).await?;
        let tables = self.store.event_tables(event.id).await?;
        let fault = |error: io::Error| refused(format!("cannot write {}: {error}", file.display()));
        let texts: Vec<(String, String)> =
            tables.iter().map(|table| (table.name.clone(), lines(table))).collect();
        let sum = |(table, (_, text)): (&Table, &(String, String))| TableSum {
            name: table.name.clone(),
            rows: table.rows.len(),
            sha256: address(text.as_bytes()),
        };
        let addresses = blobs_of(&tables);
        let manifest = Manifest {
            format: FORMAT.into(),
            version: ARCHIVE_VERSION,
            engine: engine.to_owned(),
            event: event.slug,
            exported_ms: now(),
            tables: tables.iter().zip(&texts).map(sum).collect(),
            blobs: addresses.len(),
        };
        let blobs = self.blobs().await?;
        let target = File::create_new(file).map_err(fault)?;
        let written = async {
            let mut packer = zstd::Encoder::new(target, ZSTD_LEVEL)?;
            packer.include_checksum(true)?;
            let mut archive = tar::Builder::new(packer);
            let head = serde_json::to_string_pretty(&manifest).expect("plain data");
            add(&mut archive, MANIFEST, head.as_bytes())?;
            for (name, text) in &texts {
                add(&mut archive, &table_file(name), text.as_bytes())?;
            }
            for blob in &addresses {
                let bytes = blobs.get(blob).await.map_err(|error| {
                    io::Error::new(error.kind(), format!("the blob {blob}: {error}"))
                })?;
                add(&mut archive, &blob_file(blob), &bytes)?;
            }
            archive.into_inner()?.finish()?.sync_all()
        };
        if let Err(error) = written.await {
            // Half an archive is refused by the import; it is not kept either.
            let _ = std::fs::remove_file(file);
            return Err(fault(error));
        }
        let rows = tables.iter().map(|table| table.rows.len()).sum();
        Ok(Exported { rows, blobs: addresses.len() })
    }

    /// Puts the event of a file into this server, under its own name in addresses or another one. The file is
    /// checked to its end before anything is changed; then all of the event comes in, or nothing.
    pub async fn import_event(
        &self,
        file: &Path,
        slug: Option<String>,
        engine: &Engine,
    ) -> Result<Imported, ServeFault> {
        let name = file.display();
        let broken = |why: String| refused(format!("{name} cannot be imported: {why}"));
        let (tables, blobs) = check(file).map_err(broken)?;
        check_meaning(&tables, engine).map_err(broken)?;
        let own = tables.iter().find(|table| table.name == "event");
        let own = own.and_then(|table| table.texts("slug").next()).unwrap_or_default();
        let wanted = slug.as_deref().unwrap_or(own);
        if self.store.event(wanted).await?.is_some() {
            let sentence = format!(
                "there is already an event with the address `{wanted}`; import it under another one with \
                 --as ADDRESS"
            );
            return Err(Fault::from(Refusal::Conflict(sentence)).into());
        }
        // The blobs first: rows that name them come after them, as on a running server.
        let store = self.blobs().await?;
        let mut archive = open(file).map_err(broken)?;
        for entry in archive.entries().map_err(|error| broken(error.to_string()))? {
            let (part, bytes) = whole(entry).map_err(|error| broken(error.to_string()))?;
            if part.strip_prefix("blobs/").is_some_and(|blob| blobs.contains(blob)) {
                store.put(bytes).await.map_err(ServeFault::Blobs)?;
            }
        }
        let teams =
            tables.iter().find(|table| table.name == "team").map_or(0, |table| table.rows.len());
        let join_codes = (0..teams).map(|_| random_text(JOIN_LETTERS)).collect();
        Ok(self.store.change(ImportEvent { tables, slug, join_codes, now: now() }).await?)
    }
}

fn table_file(name: &str) -> String {
    format!("tables/{name}.jsonl")
}

fn blob_file(address: &str) -> String {
    format!("blobs/{address}")
}

fn add(archive: &mut tar::Builder<impl io::Write>, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o600);
    archive.append_data(&mut header, name, bytes)
}

/// A table as text: a line with the names of the columns, then a line per row.
fn lines(table: &Table) -> String {
    let columns = table.columns.iter().map(|name| Value::from(name.as_str())).collect();
    let mut text = String::new();
    for row in std::iter::once(&columns).chain(&table.rows) {
        text.push_str(&serde_json::to_string(row).expect("plain data"));
        text.push('\n');
    }
    text
}

/// Reads what [`lines`] wrote.
fn table(name: &str, text: &[u8]) -> Result<Table, String> {
    let wrong = |error: serde_json::Error| format!("its table {name} is damaged: {error}");
    let mut lines = serde_json::Deserializer::from_slice(text).into_iter::<Vec<Value>>();
    let head = lines.next().ok_or_else(|| format!("its table {name} is empty"))?.map_err(wrong)?;
    let column = |value: &Value| value.as_str().map(str::to_owned);
    let columns = head.iter().map(column).collect::<Option<Vec<String>>>();
    let columns = columns.ok_or_else(|| format!("its table {name} has no names of columns"))?;
    let rows = lines.collect::<Result<_, _>>().map_err(wrong)?;
    Ok(Table { name: name.to_owned(), columns, rows })
}

/// The addresses of all blobs that the rows name.
fn blobs_of(tables: &[Table]) -> BTreeSet<String> {
    let named = tables.iter().flat_map(|table| match table.name.as_str() {
        "submission" => table.texts("source").collect::<Vec<&str>>(),
        "game" => table.texts("replay").collect(),
        _ => Vec::new(),
    });
    named.filter(|source| !source.starts_with("builtin:")).map(str::to_owned).collect()
}

type Unpacked = tar::Archive<zstd::Decoder<'static, io::BufReader<File>>>;

fn open(file: &Path) -> Result<Unpacked, String> {
    let opened = File::open(file).map_err(|error| error.to_string())?;
    let unpacked = zstd::Decoder::new(opened).map_err(|error| error.to_string())?;
    Ok(tar::Archive::new(unpacked))
}

/// Whether a file begins as all that zstd has compressed.
fn is_packed(file: &Path) -> bool {
    let mut start = [0; 4];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && u32::from_le_bytes(start) == zstd::zstd_safe::MAGICNUMBER
}

/// The name and the bytes of a file of the archive.
fn whole(entry: io::Result<tar::Entry<'_, impl Read>>) -> io::Result<(String, Vec<u8>)> {
    let mut entry = entry?;
    let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    Ok((name, bytes))
}

/// Reads an archive to its end: the tables, and the addresses of the blobs. The error is a sentence.
fn check(file: &Path) -> Result<(Vec<Table>, BTreeSet<String>), String> {
    let damaged = |error: io::Error| format!("it is damaged or cut off ({error})");
    let mut archive = open(file)?;
    let foreign = || "it is not an archive that `agon admin event export` wrote".to_owned();
    let mut entries = archive.entries().map_err(|_| foreign())?;
    let (name, head) = match entries.next().map(whole) {
        Some(Ok(first)) => first,
        Some(Err(error)) if is_packed(file) => return Err(damaged(error)),
        _ => return Err(foreign()),
    };
    if name != MANIFEST {
        return Err(foreign());
    }
    let manifest = manifest(&head)?;
    let mut sums: BTreeMap<String, &TableSum> = BTreeMap::new();
    for sum in &manifest.tables {
        sums.insert(table_file(&sum.name), sum);
    }
    let (mut tables, mut blobs) = (Vec::new(), BTreeSet::new());
    for entry in entries {
        let (name, bytes) = whole(entry).map_err(damaged)?;
        let sum = address(&bytes);
        if let Some(known) = sums.remove(&name) {
            let table = table(&known.name, &bytes)?;
            if known.sha256 != sum || known.rows != table.rows.len() {
                return Err(format!("its table {} was changed", known.name));
            }
            tables.push(table);
        } else if name == blob_file(&sum) {
            blobs.insert(sum);
        } else {
            return Err(format!("its file {name} is unknown or damaged"));
        }
    }
    // The checksum of the compression is behind the last file.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(damaged)?;
    if let Some(missing) = sums.keys().next() {
        return Err(format!("it has no {missing}"));
    }
    let named = blobs_of(&tables);
    if let Some(missing) = named.iter().find(|named| !blobs.contains(*named)) {
        return Err(format!("it has no {}", blob_file(missing)));
    }
    if blobs.len() != manifest.blobs || blobs != named {
        return Err("it has blobs that no row names".into());
    }
    Ok((tables, blobs))
}

fn manifest(head: &[u8]) -> Result<Manifest, String> {
    let keys: Value = serde_json::from_slice(head).unwrap_or_default();
    if keys["format"] != FORMAT {
        return Err(format!("its {MANIFEST} does not say that it is an event"));
    }
    let version = keys["version"].as_u64().unwrap_or_default();
    if version > u64::from(ARCHIVE_VERSION) {
        let engine = keys["engine"].as_str().unwrap_or("a newer program");
        return Err(format!(
            "{engine} wrote it in version {version} of the format, and this program reads up to version \
             {ARCHIVE_VERSION}; import it with that program or a newer one"
        ));
    }
    serde_json::from_value(keys).map_err(|error| format!("its {MANIFEST} is damaged: {error}"))
}

/// Checks what the database does not know: the game, and that the logs of the runs can be read.
fn check_meaning(tables: &[Table], engine: &Engine) -> Result<(), String> {
    let find = |name: &str| {
        let known = || PARTS.iter().any(|part| part.table == name);
        debug_assert!(known(), "{name}");
        let table = tables.iter().find(|table| table.name == name);
        table.ok_or_else(|| format!("it has no table {name}"))
    };
    let game = find("event")?.texts("game").next().unwrap_or_default();
    if !engine.games.iter().any(|known| known.id == game) {
        return Err(format!("this program has no game `{game}`"));
    }
    let is_bad = |source: &&str| !is_address(source) && !source.starts_with("builtin:");
    if let Some(bad) = find("submission")?.texts("source").find(is_bad) {
        return Err(format!("`{bad}` is not the address of an upload"));
    }
    let (runs, entries) = (find("run")?, find("run_entry")?);
    let place = |table: &Table, name: &str| {
        table.column(name).ok_or_else(|| format!("its table {} has no column {name}", table.name))
    };
    let mut logs: BTreeMap<i64, History> = BTreeMap::new();
    let mut lengths: BTreeMap<i64, i64> = BTreeMap::new();
    let (run, body) = (place(entries, "run")?, place(entries, "body")?);
    for row in &entries.rows {
        let id = row.get(run).and_then(Value::as_i64).unwrap_or_default();
        let text = row.get(body).and_then(Value::as_str).unwrap_or_default();
        let wrong = |why: String| format!("the log of run {id} is damaged: {why}");
        let entry: Entry = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let log = logs.entry(id).or_default();
        log.apply(entry).map_err(|refusal| wrong(refusal.0))?;
        *lengths.entry(id).or_default() += 1;
    }
    let (id, length) = (place(runs, "id")?, place(runs, "length")?);
    for row in &runs.rows {
        let number = |place: usize| row.get(place).and_then(Value::as_i64).unwrap_or_default();
        if lengths.get(&number(id)).copied().unwrap_or_default() != number(length) {
            return Err(format!("the log of run {} is not complete", number(id)));
        }
    }
    Ok(())
}
