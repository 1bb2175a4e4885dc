//! Group 15, second half: code of a bot that runs while the bot is built, for every builder that allows it.
//!
//! These builders take seconds to minutes, so the tests run with `cargo xtask attack` only.

use crate::harness::{BUBBLEWRAP, Report, new_folder, not_tried, programs, run};
use agon_sandbox::{How, Job};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MIB: u64 = 1 << 20;
/// Where a hook writes what it achieved, in the work folder.
const FACTS: &str = "facts";

/// A work folder, and a file of another bot beside it.
fn folders() -> (PathBuf, PathBuf) {
    let secret = new_folder("secret").join("bot.py");
    fs::write(&secret, "the secret of another bot").unwrap();
    (new_folder("project"), secret)
}

/// The command line of the hook.
fn hook(project: &Path, secret: &Path) -> String {
    let (hook, engine) = (programs().join("hook.py"), std::process::id());
    let facts = project.join(FACTS);
    format!("/usr/bin/python3 {} {} {engine} {}", hook.display(), secret.display(), facts.display())
}

/// Runs a shell command in the project, as a bot is built.
fn build(project: &Path, command: &str, readable: Vec<PathBuf>, path: &str) -> Report {
    let mut job = Job::new("/bin/sh");
    job.args = vec!["-c".into(), command.into()];
    job.env = vec![
        ("PATH".into(), format!("{path}/usr/bin:/bin").into()),
        ("CARGO_HOME".into(), "/tmp/cargo".into()),
    ];
    job.readable = readable;
    job.readable.push(programs().to_owned());
    job.work = Some(project.to_owned());
    job.dir = project.to_owned();
    job.limits.memory = 2048 * MIB;
    job.limits.processes = 128;
    job.limits.disk = 1024 * MIB;
    job.limits.file_size = 256 * MIB;
    job.limits.open_files = 1024;
    job.limits.locks = true;
    run(&BUBBLEWRAP, &job)
}

/// The hook ran `times` times and achieved nothing.
fn assert_contained(project: &Path, report: &Report, times: usize) {
    assert_eq!(report.exit.how, How::Code(0), "{report:#?}");
    let facts = fs::read_to_string(project.join(FACTS)).unwrap_or_default();
    for what in
        ["secret", "passwd", "network", "local-socket", "compiler", "library", "engine", "folder"]
    {
        let wanted = format!("{what}=refused: ");
        let refused = facts.lines().filter(|line| line.starts_with(&wanted)).count();
        assert_eq!(refused, times, "{what}: {facts}");
    }
    let children = crate::harness::descendants(std::process::id());
    let burning = children.iter().filter_map(|pid| fs::read(format!("/proc/{pid}/cmdline")).ok());
    let project = project.display().to_string();
    let mut left = burning.filter(|line| String::from_utf8_lossy(line).contains(&project));
    assert_eq!(left.next(), None, "a process of the hook is left");
}

#[test]
#[ignore = "runs with cargo xtask attack"]
fn a_build_script_and_a_procedural_macro_of_cargo_are_jailed() {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).current_dir("/").output();
    let Some(sysroot) = sysroot.ok().filter(|output| output.status.success()) else {
        return not_tried(&BUBBLEWRAP, "this user has no Rust compiler");
    };
    let sysroot = PathBuf::from(String::from_utf8(sysroot.stdout).unwrap().trim());
    let (project, secret) = folders();
    let words = hook(&project, &secret);
    let words: Vec<String> = words.split(' ').map(|word| format!("{word:?}")).collect();
    let call = format!(
        "std::process::Command::new({}).args([{}]).status().unwrap();",
        words[0],
        words[1..].join(", ")
    );
    let files = [
        (
            "Cargo.toml",
            "[package]\nname = \"bot\"\nversion = \"1.0.0\"\nedition = \"2021\"\n\
             [dependencies]\nevil = { path = \"evil\" }\n"
                .to_owned(),
        ),
        ("build.rs", format!("fn main() {{ {call} }}")),
        ("src/main.rs", "evil::run!(); fn main() {}".to_owned()),
        (
            "evil/Cargo.toml",
            "[package]\nname = \"evil\"\nversion = \"1.0.0\"\nedition = \"2021\"\n\
             [lib]\nproc-macro = true\n"
                .to_owned(),
        ),
        (
            "evil/src/lib.rs",
            format!(
                "#[proc_macro] pub fn run(_: proc_macro::TokenStream) -> proc_macro::TokenStream {{ \
                 {call} proc_macro::TokenStream::new() }}"
            ),
        ),
    ];
    for folder in ["src", "evil/src"] {
        fs::create_dir_all(project.join(folder)).unwrap();
    }
    for (name, text) in files {
        fs::write(project.join(name), text).unwrap();
    }
    let path = format!("{}:", sysroot.join("bin").display());
    let command = "cargo build --release --offline --quiet && rm -rf target";
    let report = build(&project, command, vec![sysroot], &path);
    assert_contained(&project, &report, 2);
}

#[test]
#[ignore = "runs with cargo xtask attack"]
fn a_script_of_an_npm_package_is_jailed() {
    if !Path::new("/usr/bin/npm").exists() {
        return not_tried(&BUBBLEWRAP, "npm is not installed");
    }
    let (project, secret) = folders();
    let hook = hook(&project, &secret);
    let package = format!(
        "{{\"name\": \"bot\", \"version\": \"1.0.0\", \"scripts\": {{\"preinstall\": \"{hook}\"}}}}"
    );
    fs::write(project.join("package.json"), package).unwrap();
    let command = "HOME=/tmp npm install --offline --no-audit --no-fund --loglevel=error";
    let readable = ["/usr/share/nodejs", "/etc/npmrc"].map(PathBuf::from);
    let readable = readable.into_iter().filter(|path| path.exists() && !path.starts_with("/usr"));
    let report = build(&project, command, readable.collect(), "");
    assert_contained(&project, &report, 1);
}

#[test]
#[ignore = "runs with cargo xtask attack"]
fn an_agent_that_maven_loads_is_jailed() {
    if !Path::new("/usr/bin/mvn").exists() {
        return not_tried(&BUBBLEWRAP, "Maven is not installed");
    }
    let (project, secret) = folders();
    let words = hook(&project, &secret);
    let words: Vec<String> = words.split(' ').map(|word| format!("{word:?}")).collect();
    let agent = format!(
        "public class Agent {{ public static void premain(String words) throws Exception {{ \
         new ProcessBuilder({}).start().waitFor(); }} }}",
        words.join(", ")
    );
    fs::write(project.join("Agent.java"), agent).unwrap();
    fs::write(project.join("manifest"), "Premain-Class: Agent\n").unwrap();
    fs::create_dir(project.join(".mvn")).unwrap();
    let flag = format!("-javaagent:{}", project.join("agent.jar").display());
    fs::write(project.join(".mvn/jvm.config"), flag).unwrap();
    let pom = "<project><modelVersion>4.0.0</modelVersion><groupId>bot</groupId>\
               <artifactId>bot</artifactId><version>1</version></project>";
    fs::write(project.join("pom.xml"), pom).unwrap();
    let java = Path::new("/usr/bin/javac").canonicalize().expect("the tests need a JDK");
    let home = java.ancestors().nth(2).unwrap().display();
    let command = format!(
        "export HOME=/tmp JAVA_HOME={home}; {home}/bin/javac -J-Xmx128m -proc:none Agent.java && \
         {home}/bin/jar cfm agent.jar manifest Agent.class && mvn --offline --version"
    );
    let readable = ["/etc/maven", "/etc/java"].map(PathBuf::from);
    let readable = readable.into_iter().filter(|path| path.exists());
    let report = build(&project, &command, readable.collect(), "");
    assert_contained(&project, &report, 1);
}
