//! Group 15, second half: archives that write outside of their folder, and archive bombs.

use crate::harness::new_folder;
use agon_sandbox::{ArchiveLimits, unpack};
use agon_testkit::Effort;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;
use zip::write::SimpleFileOptions;

const LIMITS: ArchiveLimits = ArchiveLimits { bytes: 1 << 20, files: 50, depth: 6 };

/// One entry of an archive.
enum Entry<'a> {
    File(&'a str, &'a [u8], u32),
    Symlink(&'a str, &'a str),
    Hardlink(&'a str, &'a str),
    Pipe(&'a str),
    Device(&'a str),
    Folder(&'a str),
}

use Entry::{Device, File, Folder, Hardlink, Pipe, Symlink};

fn tar(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for entry in entries {
        let mut header = tar::Header::new_ustar();
        header.set_mode(0o644);
        let (name, kind, content): (&str, tar::EntryType, &[u8]) = match *entry {
            File(name, content, mode) => {
                header.set_mode(mode);
                (name, tar::EntryType::Regular, content)
            }
            Symlink(name, target) => {
                header.set_link_name(target).unwrap();
                (name, tar::EntryType::Symlink, b"")
            }
            Hardlink(name, target) => {
                header.set_link_name(target).unwrap();
                (name, tar::EntryType::Link, b"")
            }
            Pipe(name) => (name, tar::EntryType::Fifo, b""),
            Device(name) => (name, tar::EntryType::Block, b""),
            Folder(name) => (name, tar::EntryType::Directory, b""),
        };
        header.set_entry_type(kind);
        header.set_size(content.len() as u64);
        // Written directly, because the library refuses the names that an attacker would use.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        tar.append(&header, content).unwrap();
    }
    tar.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let options = SimpleFileOptions::default();
        match *entry {
            File(name, content, mode) => {
                zip.start_file(name, options.unix_permissions(mode)).unwrap();
                zip.write_all(content).unwrap();
            }
            Symlink(name, target) => zip.add_symlink(name, target, options).unwrap(),
            Folder(name) => zip.add_directory(name, options).unwrap(),
            Hardlink(..) | Pipe(_) | Device(_) => unreachable!("zip files have no such entries"),
        }
    }
    zip.finish().unwrap().into_inner()
}

fn target() -> PathBuf {
    new_folder("archive").join("bot")
}

/// Checks that the archive is refused with this message and that no file remains.
fn assert_refused(archive: &[u8], message: &str) {
    let target = target();
    let fault = unpack(archive, &target, &LIMITS).unwrap_err().to_string();
    assert!(fault.contains(message), "{fault}, not {message}");
    assert!(!target.exists(), "files remain");
}

#[test]
fn valid_archives_are_unpacked() {
    let long = "folder/".repeat(4) + &"n".repeat(60);
    let entries = [
        File("bot.py", b"print('hello')", 0o644),
        File("./tools/run", b"#!/bin/sh", 0o755),
        File(&long, b"deep", 0o600),
    ];
    for archive in [tar(&entries), gzip(&tar(&entries)), zip(&entries)] {
        let target = target();
        unpack(&archive, &target, &LIMITS).unwrap();
        assert_eq!(fs::read(target.join("bot.py")).unwrap(), b"print('hello')");
        assert_eq!(fs::read(target.join(&long)).unwrap(), b"deep");
        let mode =
            |name: &str| fs::metadata(target.join(name)).unwrap().permissions().mode() & 0o7777;
        assert_eq!((mode("bot.py"), mode("tools/run"), mode(&long)), (0o644, 0o755, 0o644));
    }
}

#[test]
fn names_outside_of_the_folder_are_refused() {
    for name in ["../evil", "a/../../evil", "/etc/evil", "a\\..\\..\\evil", "a/b/c/d/e/f/g/h"] {
        let message =
            if name.len() > 12 && name.contains('g') { "too deep" } else { "not a valid path" };
        for archive in [tar(&[File(name, b"x", 0o644)]), zip(&[File(name, b"x", 0o644)])] {
            assert_refused(&archive, message);
        }
    }
}

#[test]
fn links_and_special_files_are_refused() {
    assert_refused(&tar(&[Symlink("bot", "/etc/passwd")]), "`bot` is a link");
    assert_refused(&tar(&[Symlink("d", "/tmp"), File("d/evil", b"x", 0o644)]), "`d` is a link");
    assert_refused(&tar(&[Hardlink("bot", "/etc/passwd")]), "`bot` is a link");
    assert_refused(&zip(&[Symlink("bot", "/etc/passwd")]), "`bot` is a link");
    assert_refused(&tar(&[Pipe("bot")]), "`bot` is not a regular file");
    assert_refused(&tar(&[Device("bot")]), "`bot` is not a regular file");
    // A file whose mode says that it is a device.
    let mut device = zip(&[File("bot", b"x", 0o644)]);
    let mode = (0o060_644_u32 << 16).to_le_bytes();
    let directory = device.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    device[directory + 38..directory + 42].copy_from_slice(&mode);
    assert_refused(&device, "`bot` is not a regular file");
}

#[test]
fn archive_bombs_are_refused_by_their_unpacked_size() {
    let zeros = vec![0; 2 << 20];
    let bomb = [File("zeros", &zeros, 0o644)];
    for archive in [tar(&bomb), gzip(&tar(&bomb)), zip(&bomb)] {
        assert_refused(&archive, "larger than 1 MiB in total");
    }
    let names: Vec<String> = (0..60).map(|number| format!("f{number}")).collect();
    let many: Vec<Entry<'_>> = names.iter().map(|name| File(name, b"", 0o644)).collect();
    for archive in [tar(&many), zip(&many)] {
        assert_refused(&archive, "more than 50 files");
    }
}

#[test]
fn a_zip_file_that_is_cut_off_is_told_so() {
    let whole = zip(&[File("bot.py", b"import agon", 0o644)]);
    assert_refused(&whole[..whole.len() / 2], "not a zip file, or it is cut off");
    assert_refused(b"PK and nothing else", "not a zip file, or it is cut off");
}

#[test]
fn the_same_name_twice_is_refused() {
    assert_refused(&tar(&[File("a", b"1", 0o644), File("a", b"2", 0o644)]), "`a` occurs twice");
    let inside = [File("a", b"1", 0o644), File("a/b", b"2", 0o644)];
    let folder = [File("a", b"1", 0o644), Folder("a/")];
    for entries in [&inside, &folder] {
        assert_refused(&tar(entries), "occurs twice");
        assert_refused(&zip(entries), "occurs twice");
    }
}

/// Folders that no entry names are counted: 30 files could make 180 folders.
#[test]
fn folders_are_counted() {
    let names: Vec<String> = (0..30).map(|number| format!("{number}/b/c/d/e/f")).collect();
    let deep: Vec<Entry<'_>> = names.iter().map(|name| File(name, b"", 0o644)).collect();
    let folders: Vec<String> = (0..60).map(|number| format!("d{number}/")).collect();
    let empty: Vec<Entry<'_>> = folders.iter().map(|name| Folder(name)).collect();
    for entries in [&deep, &empty] {
        for archive in [tar(entries), gzip(&tar(entries)), zip(entries)] {
            assert_refused(&archive, "more than 50 files and folders");
        }
    }
}

#[test]
fn names_cannot_hide_what_they_are() {
    for name in ["a\u{1b}[2Jb", "a\nb", "a\u{202e}yp.tob", "a\u{200b}b"] {
        for archive in [tar(&[File(name, b"x", 0o644)]), zip(&[File(name, b"x", 0o644)])] {
            let fault = unpack(&archive, &target(), &LIMITS).unwrap_err().to_string();
            assert!(fault.contains("is not a valid path"), "{fault}");
            assert!(!fault.contains(|c: char| c.is_control() || c == '\u{202e}'), "{fault:?}");
        }
    }
    let target = target();
    unpack(&tar(&[File("Grüße/机器人.py", b"x", 0o644)]), &target, &LIMITS).unwrap();
    assert!(target.join("Grüße/机器人.py").is_file());
}

/// Anything can be in an archive: it is unpacked within the limits, or refused and nothing remains.
#[test]
fn fuzz_archives() {
    let entries = [File("bot.py", &[7; 3000], 0o644), Folder("d/"), File("d/run", b"#!", 0o755)];
    let samples = [tar(&entries), gzip(&tar(&entries)), zip(&entries)];
    let place = new_folder("archive-fuzz");
    let time = Effort::asked().time(Duration::from_secs(3));
    bolero::check!().with_test_time(time).for_each(|input: &[u8]| {
        let Some((&first, changes)) = input.split_first() else { return };
        let mut archive = samples[usize::from(first) % 3].clone();
        for change in changes.chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % archive.len();
            archive[at] = change[2];
        }
        let target = place.join("bot");
        match unpack(&archive, &target, &LIMITS) {
            Ok(()) => {
                agon_sandbox::inspect(&target, &LIMITS).expect("the limits hold");
                fs::remove_dir_all(&target).unwrap();
            }
            Err(fault) => assert!(fault.to_string().len() > 10 && !target.exists(), "{fault}"),
        }
        let beside = fs::read_dir(&place).unwrap().count();
        assert_eq!(beside, 0, "nothing is written beside the folder");
    });
}

#[test]
fn other_files_and_damaged_archives_are_refused() {
    assert_refused(b"", "neither a zip file nor a tar file");
    assert_refused(b"print('hello')", "neither a zip file nor a tar file");
    assert_refused(b"PK\x03\x04 and then nothing", "cut off");
    assert_refused(&[0x1f, 0x8b, 0, 0, 0], "damaged");
    let whole = tar(&[File("a", &[7; 5000], 0o644)]);
    assert_refused(&whole[..3000], "damaged");
}
