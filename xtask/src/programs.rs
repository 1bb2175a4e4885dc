//! Runs the Rust tests. Cargo builds the test programs; xtask runs them, because cargo runs one after the
//! other and leaves the processor idle while tests wait for bots and clocks.

use crate::{cargo, cargo_command, politely};
use anyhow::{Context, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::Instant;

/// Crates whose tests start processes or read the clock. Their test programs run one after the other; those
/// of all other crates only compute, and run beside them at the lowest priority.
const WAITING: &[&str] =
    &["agon-bench", "agon-bots", "agon-cli", "agon-runs", "agon-sandbox", "agon-watch"];
/// Makes a test program print a line with its time for each test. Only unstable options do.
const WITH_TIMES: [&str; 3] = ["-Z", "unstable-options", "--report-time"];
/// The variable that lets the test programs of a stable compiler take unstable options. Bots do not see it.
const UNSTABLE_OPTIONS: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");
/// Runs a command and prints the processor time of the shell, and of the command with all its processes.
const WITH_PROCESSOR_TIME: &str = r#""$@"; status=$?; times; exit $status"#;
/// Number of tests in the list of the slowest.
const SLOWEST_TESTS: usize = 25;

/// A test program that cargo has built.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    package: String,
    /// `all` for the tests in `tests/all`, the name of the crate for its unit tests.
    target: String,
    pub path: PathBuf,
    folder: PathBuf,
}

impl Program {
    /// Crates inside a game's folder that are not its rules serve the contest's own bots: they wait, too.
    fn is_waiting(&self) -> bool {
        let inside_game = |folder: &Path| folder.join("../Cargo.toml").is_file();
        WAITING.contains(&self.package.as_str()) || inside_game(&self.folder)
    }
}

/// What a test program, or several, achieved.
#[derive(Debug, Default)]
struct Tally {
    passed: u64,
    /// Tests that failed at first and passed when they were repeated.
    unsteady: Vec<String>,
    /// How long each test took that passed at once.
    times: Vec<TestTime>,
}

/// How long a test took, beside the others of its program.
#[derive(Clone, Debug, PartialEq)]
struct TestTime {
    seconds: f64,
    /// Package, target and name of the test.
    test: String,
}

/// Who compiles the crates of the workspace.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// The compiler, as in every other build: quick if the crates are built already.
    Plain,
    /// Clippy's compiler, whose every warning is an error. It makes the same programs, so that a fresh
    /// checkout compiles each crate once for its lints and for its tests.
    Clippy,
}

impl Compiler {
    /// What `cargo clippy` sets, for commands of cargo that build programs.
    pub fn environment(self) -> anyhow::Result<Vec<(String, String)>> {
        if self == Self::Plain {
            return Ok(Vec::new());
        }
        let rustc = Command::new("rustc").args(["--print", "sysroot"]).output();
        let sysroot = String::from_utf8(rustc.context("cannot start rustc")?.stdout)?;
        let driver = Path::new(sysroot.trim()).join("bin/clippy-driver");
        if !driver.is_file() {
            bail!("there is no {}: `rustup component add clippy` installs it", driver.display());
        }
        let driver = driver.to_string_lossy().into_owned();
        let strict = "-Dwarnings__CLIPPY_HACKERY__".to_owned();
        Ok(vec![("RUSTC_WORKSPACE_WRAPPER".into(), driver), ("CLIPPY_ARGS".into(), strict)])
    }
}

/// Builds the tests of the chosen packages (`--workspace`, or `--package` and a name each).
pub fn build(selection: &[&str], compiler: Compiler) -> anyhow::Result<Vec<Program>> {
    let start = Instant::now();
    let words = ["test", "--no-run", "--quiet", "--message-format=json-render-diagnostics"];
    let mut command = cargo_command(&[&words[..], selection].concat());
    command.envs(compiler.environment()?).stderr(Stdio::inherit());
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("building the tests ended with {}", output.status);
    }
    let programs = programs(&String::from_utf8(output.stdout)?)?;
    println!("built {} test programs, {:.0} s", programs.len(), start.elapsed().as_secs_f64());
    Ok(programs)
}

/// Runs test programs. Examples in the documentation are left out: [`examples`] runs them.
pub fn run(programs: &[Program], environment: &[(&str, &str)]) -> anyhow::Result<()> {
    let (waiting, computing): (Vec<&Program>, Vec<&Program>) =
        programs.iter().partition(|program| program.is_waiting());
    let whole = Mutex::new((Vec::new(), Tally::default()));
    let lane = |programs: Vec<&Program>, polite: bool| {
        for program in programs {
            let result = run_one(program, polite, environment);
            let (failures, tally) = &mut *whole.lock().expect("no lane panics");
            match result {
                Ok(mut own) => {
                    tally.passed += own.passed;
                    tally.unsteady.append(&mut own.unsteady);
                    tally.times.append(&mut own.times);
                }
                Err(failure) => failures.push(format!("{failure:#}")),
            }
        }
    };
    std::thread::scope(|scope| {
        let polite = !waiting.is_empty();
        scope.spawn(|| lane(waiting, false));
        lane(computing, polite);
    });
    let (failures, Tally { passed, unsteady, times }) = whole.into_inner().expect("no lane panics");
    println!("the slowest tests:");
    for TestTime { seconds, test } in slowest(times) {
        println!("{seconds:7.1} s  {test}");
    }
    for test in unsteady {
        println!("UNSTEADY, passed when repeated: {test}");
    }
    if !failures.is_empty() {
        bail!("{} test programs failed: {}", failures.len(), failures.join(", "));
    }
    println!("{passed} passed, 0 failed");
    Ok(())
}

/// Runs the examples in the documentation of the whole workspace.
pub fn examples(compiler: Compiler) -> anyhow::Result<()> {
    let environment = compiler.environment()?;
    let environment: Vec<(&str, &str)> =
        environment.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    cargo(&["test", "--workspace", "--doc", "--quiet"], &environment)
}

/// The test programs among cargo's messages, one JSON value per line.
pub fn programs(messages: &str) -> anyhow::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for line in messages.lines() {
        let message: Value = serde_json::from_str(line).context("cargo printed no JSON")?;
        let is_test =
            message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
        let (Some(path), Some(manifest), true) =
            (message["executable"].as_str(), message["manifest_path"].as_str(), is_test)
        else {
            continue;
        };
        let folder = Path::new(manifest).parent().context("a manifest is in a folder")?.to_owned();
        programs.push(Program {
            package: package_name(&folder)?,
            target: message["target"]["name"].as_str().unwrap_or_default().to_owned(),
            path: path.into(),
            folder,
        });
    }
    programs.sort_by(|a, b| (&a.package, &a.target).cmp(&(&b.package, &b.target)));
    Ok(programs)
}

fn package_name(folder: &Path) -> anyhow::Result<String> {
    let manifest = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest)
        .with_context(|| format!("cannot read {}", manifest.display()))?;
    let table: toml::Table = text.parse().with_context(|| format!("{}", manifest.display()))?;
    let name = table.get("package").and_then(|package| package.get("name")?.as_str());
    Ok(name.with_context(|| format!("{} names no package", manifest.display()))?.to_owned())
}

/// The slowest tests, the slowest first.
fn slowest(mut times: Vec<TestTime>) -> Vec<TestTime> {
    times.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    times.truncate(SLOWEST_TESTS);
    times
}

/// Runs one program and prints a line; if it fails, also what it printed, without the passed tests. The
/// failed tests of a program that waits are repeated once, one at a time, because another program may have
/// held the processor; a fault of Agon fails again.
fn run_one(program: &Program, polite: bool, environment: &[(&str, &str)]) -> anyhow::Result<Tally> {
    let name = format!("{} {}", program.package, program.target);
    let start = Instant::now();
    let (status, said) = start_one(program, polite, environment, &[])?;
    let (seconds, passed) = (start.elapsed().as_secs_f64(), passed_tests(&said));
    let times = said.lines().filter_map(passed_test);
    let times =
        times.map(|(test, seconds)| TestTime { seconds, test: format!("{name} {test}") }).collect();
    if status.success() {
        let computed = processor_seconds(&said).unwrap_or(f64::NAN);
        println!("{name}: {passed} tests, {seconds:.0} s, {computed:.0} s of processor time");
        return Ok(Tally { passed, unsteady: Vec::new(), times });
    }
    println!("{name}: FAILED after {seconds:.0} s");
    said.lines().filter(|line| passed_test(line).is_none()).for_each(|line| println!("{line}"));
    let failed = failed_tests(&said);
    if program.is_waiting() && !failed.is_empty() {
        let words = [&["--test-threads=1", "--exact"], &failed[..]].concat();
        let (status, said) = start_one(program, false, environment, &words)?;
        println!("{name}: {} failed tests repeated\n{said}", failed.len());
        if status.success() {
            let unsteady = failed.iter().map(|test| format!("{name} {test}")).collect();
            return Ok(Tally { passed: passed + passed_tests(&said), unsteady, times });
        }
    }
    bail!("{name} ({status})");
}

/// Runs one program with these arguments. Returns its status and everything it printed.
fn start_one(
    program: &Program,
    polite: bool,
    environment: &[(&str, &str)],
    words: &[&str],
) -> anyhow::Result<(ExitStatus, String)> {
    let mut command = if polite { politely("sh") } else { Command::new("sh") };
    command.args(["-c", WITH_PROCESSOR_TIME, "sh"]).arg(&program.path);
    // As cargo runs it: in its package's folder, which it may also ask for.
    command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
    let output = command
        .args(WITH_TIMES)
        .args(words)
        .envs(environment.iter().copied().chain([UNSTABLE_OPTIONS]))
        .output()
        .with_context(|| format!("cannot start {}", program.path.display()))?;
    let said = [output.stdout, output.stderr].concat();
    Ok((output.status, String::from_utf8_lossy(&said).into_owned()))
}

/// The names in the list of failures at the end of what a test program printed.
fn failed_tests(said: &str) -> Vec<&str> {
    let (_, list) = said.rsplit_once("failures:\n").unwrap_or_default();
    list.lines().map_while(|line| line.strip_prefix("    ")).collect()
}

/// Name and seconds in a line such as `test serve::day::bots_play ... ok <1.250s>`.
fn passed_test(line: &str) -> Option<(&str, f64)> {
    let (test, time) = line.strip_prefix("test ")?.split_once(" ... ok <")?;
    Some((test, time.strip_suffix("s>")?.parse().ok()?))
}

/// The sum of the last line that [`WITH_PROCESSOR_TIME`] prints, such as `1m2.500s 0m3.250s`: in the program,
/// and in the system for it.
fn processor_seconds(said: &str) -> Option<f64> {
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let sum = |line: &str| {
        let (own, system) = line.split_once(' ')?;
        Some(seconds(own)? + seconds(system)?)
    };
    said.lines().rev().find_map(sum)
}

/// The number in a line such as `test result: ok. 12 passed; 0 failed; ...`.
fn passed_tests(said: &str) -> u64 {
    let line = said.lines().rev().find_map(|line| line.strip_prefix("test result: "));
    let number =
        line.and_then(|line| line.split_once(". ")?.1.split_once(" passed")?.0.parse().ok());
    number.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn passed_tests_are_counted() {
        let said =
            "\nrunning 12 tests\n............\ntest result: ok. 12 passed; 0 failed; 1 ignored\n";
        assert_eq!((passed_tests(said), passed_tests("nothing")), (12, 0));
    }

    #[test]
    fn the_processor_time_is_that_of_all_processes_of_a_command() {
        let said = "test result: ok\n0m0.010s 0m0.020s\n1m2.500s 0m3.250s\n0 errors\n";
        assert_eq!(processor_seconds(said), Some(65.75));
        assert_eq!(processor_seconds("nothing 3s"), None);
        let busy = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        let mut command = Command::new("sh");
        command.args(["-c", WITH_PROCESSOR_TIME, "sh", "sh", "-c", &format!("{busy}; exit 7")]);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(7));
        let seconds = processor_seconds(&String::from_utf8(output.stdout).unwrap());
        assert!(seconds.unwrap() > 0.0, "{seconds:?}");
    }

    #[test]
    fn the_slowest_tests_come_first() {
        assert_eq!(passed_test("test a::b ... ok <1.250s>"), Some(("a::b", 1.25)));
        for other in ["test a::b ... FAILED <1.250s>", "test result: ok. 12 passed", "a ... ok"] {
            assert_eq!(passed_test(other), None);
        }
        let time = |number: usize| TestTime { seconds: number as f64, test: number.to_string() };
        let found = slowest((0..SLOWEST_TESTS + 5).map(time).collect());
        let (first, last) = (SLOWEST_TESTS + 4, 5);
        assert_eq!((&found[0], found.last().unwrap()), (&time(first), &time(last)));
    }

    /// This test program is a real one: it knows the options, and its lines have the expected form.
    #[test]
    fn a_test_program_tells_the_times_of_its_tests() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(WITH_TIMES).args(["--exact", "programs::tests::passed_tests_are_counted"]);
        let said = command.envs([UNSTABLE_OPTIONS]).output().unwrap().stdout;
        let said = String::from_utf8(said).unwrap();
        let found: Vec<&str> = said.lines().filter_map(passed_test).map(|(test, _)| test).collect();
        assert_eq!(found, ["programs::tests::passed_tests_are_counted"], "{said}");
    }

    /// A folder with a crate, and the message of cargo that its test program is built.
    fn built(folder: &Path, package: &str, script: &str) -> String {
        std::fs::create_dir_all(folder).unwrap();
        let manifest = folder.join("Cargo.toml");
        std::fs::write(&manifest, format!("[package]\nname = \"{package}\"\n")).unwrap();
        let program = folder.join("program");
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        let allowed = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, allowed).unwrap();
        json!({"reason": "compiler-artifact", "profile": {"test": true}, "target": {"name": "all"},
            "manifest_path": manifest, "executable": program})
        .to_string()
    }

    #[test]
    fn test_programs_are_found_and_sorted_into_lanes() {
        let root = tempfile::tempdir().unwrap();
        let messages = [
            built(&root.path().join("crates/agon-core"), "agon-core", ""),
            built(&root.path().join("crates/agon-bots"), "agon-bots", ""),
            built(&root.path().join("games/chess"), "agon-chess", ""),
            built(&root.path().join("games/chess/wire"), "agon-chess-wire", ""),
            json!({"reason": "compiler-artifact", "profile": {"test": false}, "executable": "/x",
                "manifest_path": "/x/Cargo.toml"})
            .to_string(),
            json!({"reason": "build-finished", "success": true}).to_string(),
        ];
        let found = programs(&messages.join("\n")).unwrap();
        let lanes: Vec<(&str, bool)> =
            found.iter().map(|program| (program.package.as_str(), program.is_waiting())).collect();
        let expected = [
            ("agon-bots", true),
            ("agon-chess", false),
            ("agon-chess-wire", true),
            ("agon-core", false),
        ];
        assert_eq!(lanes, expected);
    }

    #[test]
    fn a_program_runs_in_its_folder_and_its_failure_is_told() {
        let root = tempfile::tempdir().unwrap();
        let run = |script: &str| {
            let message = built(root.path(), "agon-core", script);
            run_one(&programs(&message).unwrap()[0], true, &[("EFFORT", "quick")])
        };
        run(
            "test \"$CARGO_MANIFEST_DIR\" = \"$PWD\" && test -f Cargo.toml && test $EFFORT = quick",
        )
        .unwrap();
        let failure = run("exit 3").unwrap_err().to_string();
        assert!(failure.contains("agon-core all") && failure.contains('3'), "{failure}");
    }

    #[test]
    fn only_tests_that_wait_are_repeated() {
        let root = tempfile::tempdir().unwrap();
        let run = |package: &str, later: &str| {
            // The second run has arguments after the common ones.
            let common = WITH_TIMES.join(" ");
            let script = format!(
                "test \"$*\" = '{common} --test-threads=1 --exact a::b c' && {later}\n\
                 echo 'test d ... ok <2.500s>'\n\
                 printf 'failures:\\n\\nfailures:\\n    a::b\\n    c\\n\\n'\n\
                 echo 'test result: FAILED. 7 passed; 2 failed'\n\
                 exit 1"
            );
            run_one(&programs(&built(root.path(), package, &script)).unwrap()[0], false, &[])
        };
        let well = "echo 'test result: ok. 2 passed; 0 failed' && exit";
        let tally = run("agon-bots", well).unwrap();
        assert_eq!((tally.passed, tally.unsteady.len()), (9, 2));
        assert_eq!(tally.times, [TestTime { seconds: 2.5, test: "agon-bots all d".into() }]);
        assert_eq!(tally.unsteady[0], "agon-bots all a::b");
        run("agon-bots", "exit 1").unwrap_err();
        run("agon-core", well).unwrap_err();
    }
}
