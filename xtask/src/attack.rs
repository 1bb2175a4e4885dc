//! `cargo xtask attack`: the hostile programs of `agon-sandbox`, all of them, against both jails, as root and
//! as an ordinary user; and the table of what they achieve, in `docs/security.md`.
//!
//! The attacks are the tests of `agon-sandbox`. A module is a group, a failed test is an attack that
//! succeeds, and the tests write to a file which jail they tried and what is contained only in part.

use crate::{cargo_output, programs, root, target};
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::Command;

const DOCUMENT: &str = "docs/security.md";
const MARKER: &str = "<!-- attacks: made by `cargo xtask attack` -->";
const END: &str = "<!-- end -->";
/// The user id of `nobody`.
const NOBODY_UID: u32 = 65534;
/// The variable with the path of the file to which the tests write what they tried.
const REPORT: &str = "AGON_ATTACK_REPORT";
/// Tests that other tests run, or that run all tests again as an ordinary user.
const NO_ATTACKS: [&str; 3] = ["choosing::print_", "engine_to_be_killed", "ordinary::"];

/// The modules of the tests and the names of the groups, in the order of the table.
const GROUPS: &[(&str, &str)] = &[
    ("snoop", "reading and changing files, processes and secrets of others"),
    ("network", "the network and sockets"),
    ("debugging", "misuse of what is opened for a debugger"),
    ("processes", "other processes, dangerous system calls, processor time"),
    ("bombs", "too many processes, too much memory"),
    ("disk", "filling the disk: bytes, files, depth, removed files"),
    ("clock", "computing in others' turns, imitating an overloaded machine"),
    ("collusion", "talking to another bot through shared files"),
    ("pipes", "misuse of the pipes: floods, silence, half a line"),
    ("leftovers", "staying after the end"),
    ("building", "compilers: foreign files, endless sources, bombs, output"),
    ("hooks", "code that runs while a bot is built: cargo, npm, Maven"),
    ("archives", "archives: slip, bombs, links, devices, counts"),
    ("layers", "each layer of the jail by itself"),
];

/// The columns: the user that runs Agon, and the jail.
const COLUMNS: [(&str, &str); 4] =
    [("root", "bubblewrap"), ("root", "landlock"), ("user", "bubblewrap"), ("user", "landlock")];

pub fn run() -> anyhow::Result<()> {
    let words = ["test", "--no-run", "--quiet", "--message-format=json-render-diagnostics"];
    let selection = ["--package", "agon-sandbox", "--test", "all"];
    let messages = cargo_output(&[&words[..], &selection].concat())?;
    let suite = programs::programs(&messages)?.pop().context("cargo built no test program")?.path;
    let folder = target().join("attack");
    fs::create_dir_all(&folder)?;
    if fs::metadata(&folder)?.uid() != 0 {
        println!("{}", table(&[("user", attack(Command::new(&suite), &folder.join("user"))?)]));
        bail!("this is the half of an ordinary user; root runs both halves and writes {DOCUMENT}");
    }
    let as_root = attack(Command::new(&suite), &folder.join("root"))?;
    let as_user = attack_as_user(&suite)?;
    let table = table(&[("root", as_root), ("user", as_user)]);
    println!("{table}");
    let path = root().join(DOCUMENT);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {DOCUMENT}"))?;
    fs::write(&path, replace(&text, &table)?)?;
    if table.contains("**not") {
        bail!("an attack succeeds");
    }
    Ok(())
}

/// What one run of the suite showed.
#[derive(Debug, Default)]
struct Run {
    /// The tests and whether they passed.
    tests: BTreeMap<String, bool>,
    /// Test, jail, verdict, and a sentence.
    told: Vec<[String; 4]>,
}

/// Runs the suite; the tests write to the file `report`.
fn attack(mut suite: Command, report: &Path) -> anyhow::Result<Run> {
    let _ = fs::remove_file(report);
    suite.arg("--include-ignored").args(NO_ATTACKS.iter().flat_map(|name| ["--skip", name]));
    let output = suite.env(REPORT, report).output().context("cannot start the suite")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let run = read(&said, &fs::read_to_string(report).unwrap_or_default());
    if run.tests.is_empty() {
        bail!("the suite ran no test: {said}{}", String::from_utf8_lossy(&output.stderr));
    }
    if !output.status.success() {
        println!("{said}");
    }
    Ok(run)
}

/// Runs the suite as `nobody`, in a folder which that user can read.
fn attack_as_user(suite: &Path) -> anyhow::Result<Run> {
    let folder = std::env::temp_dir().join(format!("agon-attack-{}", std::process::id()));
    let home = folder.join("home");
    fs::create_dir_all(&home)?;
    let copy = folder.join("suite");
    fs::copy(suite, &copy)?;
    for path in [&folder, &copy] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    chown(&home, Some(NOBODY_UID), Some(NOBODY_UID))?;
    let user = NOBODY_UID.to_string();
    let mut command = Command::new("setpriv");
    command.args(["--reuid", &user, "--regid", &user, "--clear-groups", "--"]).arg(&copy);
    command.env("TMPDIR", &home).env("HOME", &home).current_dir("/");
    let run = attack(command, &home.join("report"));
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    run
}

/// Reads the lines `test NAME ... ok` of a test program, and the file that the tests wrote.
fn read(said: &str, report: &str) -> Run {
    let mut run = Run::default();
    for line in said.lines().filter_map(|line| line.strip_prefix("test ")) {
        let Some((name, result)) = line.split_once(" ... ") else { continue };
        // The name of a test that is expected to panic or is ignored has more words.
        let name = name.split(' ').next().unwrap_or_default();
        if matches!(result, "ok" | "FAILED") {
            run.tests.insert(name.to_owned(), result == "ok");
        }
    }
    for line in report.lines() {
        let fields: Vec<String> = line.splitn(4, '\t').map(str::to_owned).collect();
        run.told.extend(<[String; 4]>::try_from(fields).ok());
    }
    run
}

fn table(runs: &[(&str, Run)]) -> String {
    let mut table = String::from("\n| attack |");
    for (who, jail) in COLUMNS {
        let _ = write!(table, " {who}, {jail} |");
    }
    table += "\n|---|---|---|---|---|\n";
    let mut notes: Vec<String> = Vec::new();
    for (module, title) in GROUPS {
        let _ = write!(table, "| {title} |");
        for (who, jail) in COLUMNS {
            let run = runs.iter().find(|(name, _)| *name == who);
            let cell = run.map_or_else(String::new, |(_, run)| cell(run, module, jail, &mut notes));
            let _ = write!(table, " {cell} |");
        }
        table.push('\n');
    }
    for (number, note) in notes.iter().enumerate() {
        let gap = if number == 0 { "\n" } else { "" };
        let _ = writeln!(table, "{gap}{}. {note}.", number + 1);
    }
    table + "\n"
}

/// The result of a group in one jail: `contained (7)`, `partly (6) 1`, `**not**: names`.
fn cell(run: &Run, module: &str, jail: &str, notes: &mut Vec<String>) -> String {
    let prefix = format!("{module}::");
    let told = |what: &str| {
        let of_jail = run.told.iter().filter(move |told| told[1] == jail);
        let mine: Vec<&[String; 4]> =
            of_jail.filter(|told| told[0].starts_with(&prefix) && told[2] == what).collect();
        mine
    };
    // Attacks on the readers of archives need no jail.
    let tells_nothing = |test: &str| !run.told.iter().any(|told| told[0] == test);
    let tests: Vec<(&String, &bool)> = run
        .tests
        .iter()
        .filter(|(test, _)| test.starts_with(&prefix))
        .filter(|(test, _)| {
            let is_tried = told("tried").iter().any(|told| told[0] == **test);
            is_tried || (module == "archives" && tells_nothing(test))
        })
        .collect();
    let failed: Vec<String> = tests
        .iter()
        .filter(|(_, passed)| !**passed)
        .map(|(test, _)| test.trim_start_matches(&prefix).replace('_', " "))
        .collect();
    if !failed.is_empty() {
        return format!("**not**: {}", failed.join("; "));
    }
    let count = tests.len();
    let mut remarks = |what: &str| -> String {
        let mut numbers: Vec<usize> = Vec::new();
        for [_, _, _, sentence] in told(what) {
            let sentence =
                format!("{}: {sentence}", if what == "partly" { "Partly" } else { "Not tried" });
            let known = notes.iter().position(|note| *note == sentence);
            let number = known.unwrap_or_else(|| {
                notes.push(sentence);
                notes.len() - 1
            });
            numbers.push(number + 1);
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers.iter().map(|number| format!(" [{number}]")).collect()
    };
    let (partly, not_tried) = (remarks("partly"), remarks("not tried"));
    match (count, partly.is_empty()) {
        (0, _) if not_tried.is_empty() => "does not apply".into(),
        (0, _) => format!("not tried{not_tried}"),
        (_, true) => format!("contained ({count}){not_tried}"),
        (_, false) => format!("partly ({count}){partly}{not_tried}"),
    }
}

/// The document with another table.
fn replace(text: &str, table: &str) -> anyhow::Result<String> {
    let (before, rest) =
        text.split_once(MARKER).with_context(|| format!("{DOCUMENT} lacks `{MARKER}`"))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("{DOCUMENT} lacks `{END}`"))?;
    Ok(format!("{before}{MARKER}\n{table}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "running 5 tests\n\
        test disk::a_full_disk ... ok\n\
        test bombs::a_fork_bomb ... FAILED\n\
        test bombs::a_memory_bomb ... ok\n\
        test clock::a_chain ... ok\n\
        test archives::a_slip ... ok\n\
        test hooks::cargo - should panic ... ok\n";
    const REPORT_FILE: &str = "disk::a_full_disk\tbubblewrap\ttried\t\n\
        bombs::a_fork_bomb\tbubblewrap\ttried\t\n\
        bombs::a_memory_bomb\tlandlock\ttried\t\n\
        clock::a_chain\tbubblewrap\ttried\t\n\
        clock::a_chain\tbubblewrap\tpartly\tfor 40 ms\n\
        hooks::cargo\tbubblewrap\tnot tried\tno compiler\n";

    #[test]
    fn the_table_tells_contained_partly_and_not() {
        let table = table(&[("user", read(SAID, REPORT_FILE))]);
        let row = |start: &str| {
            let line = table.lines().find(|line| line.contains(start)).unwrap();
            line.split('|').skip(4).take(2).map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(row("filling the disk"), ["contained (1)", "does not apply"]);
        assert_eq!(row("too many processes"), ["**not**: a fork bomb", "contained (1)"]);
        assert_eq!(row("imitating"), ["partly (1) [1]", "does not apply"]);
        assert_eq!(row("archives"), ["contained (1)", "contained (1)"]);
        assert_eq!(row("cargo"), ["not tried [2]", "does not apply"]);
        assert!(
            table.contains("\n\n1. Partly: for 40 ms.\n2. Not tried: no compiler.\n"),
            "{table}"
        );
    }

    #[test]
    fn only_the_table_of_the_document_changes() {
        let text = format!("words\n{MARKER}\nold\n{END}\nmore words\n");
        let new = replace(&text, "\nnew\n\n").unwrap();
        assert_eq!(new, format!("words\n{MARKER}\n\nnew\n\n{END}\nmore words\n"));
        assert!(replace("words", "new").is_err());
    }

    /// Every module with attacks is a group, so that no attack is missing in the table.
    #[test]
    fn every_module_of_attacks_is_a_group() {
        let helpers = ["choosing", "harness", "main", "ordinary", "portable", "runtimes", "waits"];
        let folder = root().join("crates/agon-sandbox/tests/all");
        let mut modules: Vec<std::path::PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        modules.sort();
        for module in modules {
            let name = module.file_stem().unwrap().to_str().unwrap();
            let is_group = GROUPS.iter().any(|(group, _)| *group == name);
            assert!(is_group || helpers.contains(&name), "{name} is not a group of the table");
        }
    }
}
