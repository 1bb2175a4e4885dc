//! Java: bots of the original contests, compiled and hosted by Agon's Java kit, and programs that speak the
//! protocol themselves.

use super::{Definition, Starter};
use crate::beneath::Folder;
use crate::cache::CacheFault;
use crate::compile::{Recipe, compile};
use crate::debug::{Access, Debugger};
use crate::embedded;
use crate::host::Host;
use crate::kits::{self, Kit, KitFile, UnpackedKit};
use crate::options::{BotFault, Options};
use crate::runtime::{Runtime, Toolchain, ask, on_path, outside_system};
use crate::sources::Sources;
use crate::start::{Launch, Workbench};
use agon_core::{OriginalApi, OriginalHost};
use agon_sandbox::Job;
use rust_embed::RustEmbed;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The sources of the contests' Java interfaces, for [`java_handout`].
#[derive(RustEmbed)]
#[folder = "../../games"]
#[include = "*/original/java/main/*"]
struct JavaSources;

/// The sources of what the helpers of several games share, for [`java_handout`].
#[derive(RustEmbed)]
#[folder = "../../sdk/java/src/main/java"]
#[include = "agon/helpers/*"]
struct SharedJavaSources;

pub(super) static JAVA: Definition = Definition {
    word: "java",
    aliases: &[],
    title: "Java",
    endings: &["java", "jar"],
    entries: &["Bot.java", "bot.java"],
    sources_of_file: Sources::Alone,
    compiles_folder: true,
    has_package_folders: true,
    prefers_original: true,
    toolchain: Some(Toolchain {
        name: "a JDK, Java 17 or newer",
        remedy: "install one (on Debian: openjdk-17-jdk-headless)",
        search,
        library_report: None,
        found: OnceLock::new(),
    }),
    commands: &["java", "javac"],
    run_call: "",
    names_place: false,
    kit: Some(kit),
    start,
    start_original: Some(start_original),
    debugger: &JDWP,
    starter: Some(Starter {
        template: "Bot.java",
        source: "Bot.java",
        entry: "Bot.java",
        project: None,
        kit_folder: None,
        types: None,
        files: &[("Bot.java", "the bot; all .java files of this folder are compiled together")],
        notes: "There is no kit for this game in Java: the bot speaks the protocol itself, lines of JSON. \
                Agon compiles it when it has changed; .jar files of this folder, such as a reader of JSON, \
                are on its class path.",
        original_notes: "Agon compiles the bot when it has changed; all .java and .jar files of this folder \
                         belong to it. Distances, neighbours and ways are in the package agon.helpers \
                         (docs/kits/java.md). For your editor: `agon kit java -o agon.jar` writes the \
                         classes and their documentation.",
    }),
};

static JDWP: Debugger = Debugger {
    name: "jdwp",
    access: Access::Port { usual: 5005, traces: false },
    attach: with_jdwp,
    advice: "Java starts when a debugger attaches to it: `jdb -attach 127.0.0.1:{port}` or an editor.",
    tools: &[],
};

/// Flags for every Java process: one processor is enough for the collector, and no statistics files.
const FLAGS: [&str; 2] = ["-XX:+UseSerialGC", "-XX:-UsePerfData"];
/// Uses only the quick compiler, for programs that end soon.
const QUICK_COMPILER: &str = "-XX:TieredStopAtLevel=1";
/// Raises the thresholds of the optimising compiler to eight times the default. Matches are short; a bot that
/// computes a lot still reaches them within milliseconds, and the kit's own code never does.
const LATE_OPTIMISER: [&str; 4] = [
    "-XX:Tier4InvocationThreshold=40000",
    "-XX:Tier4MinInvocationThreshold=4800",
    "-XX:Tier4CompileThreshold=120000",
    "-XX:Tier4BackEdgeThreshold=320000",
];
/// Threads and processes of a Java program. A metered bot has one thread per unit.
const MAX_THREADS: u32 = 4096;
/// Processor time that the Java machine may use between its bot's turns in one match, for compiling and
/// collecting. Stopping and continuing the process at every turn would cost more than the bot could gain.
const HOUSEKEEPING: Duration = Duration::from_secs(3);
/// The kit's own jar.
const KIT_JAR: &str = "agon-java.jar";
/// The jar that [`java_handout`] makes.
const HANDOUT_JAR: &str = "handout.jar";
/// The jar that the kit's compiler makes.
const BOT_JAR: &str = "agon-bot.jar";

fn search() -> Option<Runtime> {
    let javac = on_path("javac").or_else(in_usual_places)?;
    // A JDK has a file with its version; asking the compiler would start a Java machine each time.
    let release =
        std::fs::read_to_string(javac.parent()?.parent()?.join("release")).unwrap_or_default();
    let version = match version_in(&release) {
        Some(version) => version,
        None => ask(&javac, &["--version"])?.trim().strip_prefix("javac ")?.to_owned(),
    };
    let major: u32 = version.split(['.', '-', '+']).next()?.parse().ok()?;
    let program = javac.parent()?.join(format!("java{EXE_SUFFIX}"));
    let readable = outside_system([javac.parent()?.parent()?.to_owned()]);
    (major >= 17).then(|| Runtime { program, version: format!("Java {version}"), readable })
}

/// The compiler of the JDK that `$JAVA_HOME` names, or of the newest one in the folders that installers use.
fn in_usual_places() -> Option<PathBuf> {
    const MACOS: [&str; 2] = ["/Library/Java/JavaVirtualMachines", "/opt/homebrew/opt"];
    const WINDOWS: [&str; 5] = ["Java", "Eclipse Adoptium", "Microsoft", "Zulu", "BellSoft"];
    let javac = |home: PathBuf| {
        let insides = ["bin", "Contents/Home/bin"].map(|inside| home.join(inside));
        insides
            .map(|bin| bin.join(format!("javac{EXE_SUFFIX}")))
            .into_iter()
            .find(|file| file.is_file())
    };
    if let Some(found) = std::env::var_os("JAVA_HOME").and_then(|home| javac(home.into())) {
        return Some(found);
    }
    let programs = std::env::var_os("ProgramFiles").map(PathBuf::from);
    let places: Vec<PathBuf> = match std::env::consts::OS {
        "macos" => MACOS.map(PathBuf::from).into(),
        "windows" => {
            WINDOWS.iter().filter_map(|name| Some(programs.as_ref()?.join(name))).collect()
        }
        _ => Vec::new(),
    };
    let homes = places.iter().filter_map(|place| std::fs::read_dir(place).ok()).flatten().flatten();
    let mut found: Vec<PathBuf> = homes.filter_map(|home| javac(home.path())).collect();
    // `jdk-21.0.5` comes after `jdk-17.0.9`.
    found.sort();
    found.pop()
}

/// The version in a JDK's `release` file.
fn version_in(release: &str) -> Option<String> {
    let value = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    Some(value.strip_suffix('"')?.to_owned()).filter(|version| !version.is_empty())
}

fn kit() -> Vec<KitFile> {
    let jar = embedded::java_kit().ok().map(|jar| (KIT_JAR.to_owned(), jar.into_owned()));
    jar.into_iter().chain(embedded::java_libraries()).collect()
}

/// A bot that speaks the protocol itself: its entry has the `main` method.
fn start(bench: &Workbench<'_>) -> Result<Launch, BotFault> {
    let Runtime { program, version, readable } = bench.runtime()?;
    let by_entry = || class_of(&bench.snapshot.dir, &bench.found.entry);
    let class = bench.found.class.clone().unwrap_or_else(by_entry);
    let jars = bench.files(&["jar"]);
    let class_path = |dir: &Path| {
        let mut path = OsString::from(dir);
        for jar in &jars {
            path.push(if cfg!(windows) { ";" } else { ":" });
            path.push(dir.join(jar));
        }
        path
    };
    let mut recipe = bench.recipe(program.with_file_name(format!("javac{EXE_SUFFIX}")), version);
    recipe.args = FLAGS.iter().map(|flag| format!("-J{flag}").into()).collect();
    recipe.args.push(format!("-J{QUICK_COMPILER}").into());
    if bench.is_debugged {
        recipe.args.push("-g".into());
    }
    recipe.args.extend(["-encoding", "UTF-8", "-d", ".", "-cp"].map(OsString::from));
    recipe.args.push(class_path(Path::new(".")));
    recipe.args.extend(sources(bench));
    recipe.makes = PathBuf::from(format!("{}.class", class.replace('.', "/")));
    recipe.readable = readable.clone();
    let dir = compile(recipe, bench.sandbox, &bench.options.cache)?;
    let mut args: Vec<OsString> = FLAGS.map(OsString::from).into();
    args.extend([heap_flag(bench), "-cp".into(), class_path(&dir), class.into()]);
    let mut job = bench.job(&dir, program, args);
    job.readable.extend(readable);
    Ok(hosted(job, false))
}

/// The full name of the class in a source file: its package and the file's name.
fn class_of(dir: &Path, entry: &Path) -> String {
    let name = entry.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = Folder::open(dir).map(|folder| folder.text(entry)).unwrap_or_default();
    match declared_package(&text) {
        Some(package) => format!("{package}.{name}"),
        None => name,
    }
}

/// The package that a source file declares; `None` for Java's unnamed package. Only comments come before the
/// declaration in a file with classes.
pub(crate) fn declared_package(text: &str) -> Option<String> {
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        let comment = rest.strip_prefix("//").map(|after| (after, "\n"));
        let comment = comment.or_else(|| rest.strip_prefix("/*").map(|after| (after, "*/")));
        let Some((after, end)) = comment else { break };
        rest = after.split_once(end)?.1;
    }
    let name = rest.strip_prefix("package")?.split_once(';')?.0;
    if !name.starts_with(char::is_whitespace) {
        return None;
    }
    Some(name.split_whitespace().collect())
}

/// A bot of an original contest: the kit compiles and checks sources, or classes in a jar, and hosts them.
fn start_original(bench: &Workbench<'_>, api: &OriginalApi) -> Result<Launch, BotFault> {
    let OriginalHost::Java { is_metered, libraries } = api.host else {
        return Err(bench.no_original());
    };
    let Runtime { program, version, readable } = bench.runtime()?;
    let (kit, jar) = unpack_kit(&|name| libraries.contains(&name), bench.options)?;
    let game = bench.found.game;
    let flags = |more: &[&str]| FLAGS.iter().chain(more).map(OsString::from).collect::<Vec<_>>();
    let kit_command = |what: &str| [OsString::from("-jar"), jar.clone(), what.into(), game.into()];
    let mut recipe = bench.recipe(program.clone(), format!("{version} {}", kit.hash));
    recipe.args = flags(&[QUICK_COMPILER]);
    recipe.args.extend(kit_command("build"));
    recipe.args.push(BOT_JAR.into());
    recipe.args.extend(sources(bench));
    recipe.args.extend(bench.files(&["jar"]));
    recipe.args.extend(bot_class(bench));
    recipe.makes = BOT_JAR.into();
    recipe.readable = readable.clone();
    recipe.readable.push(kit.dir.clone());
    let dir = compile(recipe, bench.sandbox, &bench.options.cache)?;
    // A metered bot cannot compute for long, so that optimising it does not pay.
    let mut args = if is_metered { flags(&[QUICK_COMPILER]) } else { flags(&LATE_OPTIMISER) };
    args.push(heap_flag(bench));
    args.extend(kit_command("play"));
    args.push(dir.join(BOT_JAR).into_os_string());
    args.extend(bot_class(bench));
    let mut job = bench.job(&dir, program, args);
    job.readable.extend(readable);
    job.readable.push(kit.dir);
    Ok(hosted(job, is_metered))
}

/// `quiet` keeps the agent's message from the standard output, which belongs to Agon.
fn with_jdwp(_: &Workbench<'_>, job: &mut Job, port: u16) -> Result<(), BotFault> {
    let options = "transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1";
    job.args.insert(0, format!("-agentlib:jdwp={options}:{port}").into());
    Ok(())
}

/// Unpacks the kit with the libraries that are wanted; also returns the path of its own jar.
fn unpack_kit(
    is_wanted: &dyn Fn(&str) -> bool,
    options: &Options,
) -> Result<(UnpackedKit, OsString), BotFault> {
    embedded::java_kit()?;
    let files = kit().into_iter().filter(|(name, _)| name == KIT_JAR || is_wanted(name)).collect();
    let kit = Kit::new(files).unpack(&options.cache)?;
    let jar = kit.dir.join(KIT_JAR).into_os_string();
    Ok((kit, jar))
}

/// A jar such as the contests handed out, for these games: their interfaces and the helpers as classes,
/// sources and documentation, the libraries that came with them, and a command line that starts `program`,
/// Agon.
pub fn java_handout(
    games: &[&str],
    program: &Path,
    options: &Options,
) -> Result<Vec<u8>, BotFault> {
    let sandbox = options.sandbox.as_ref().map_err(Clone::clone)?;
    let toolchain = JAVA.toolchain.as_ref().expect("Java has a toolchain");
    let Runtime { program: java, version, readable } = toolchain.find()?;
    let (kit, jar) = unpack_kit(&|_| true, options)?;
    let mut sources = kits::embedded::<JavaSources>("");
    sources.extend(kits::embedded::<SharedJavaSources>("shared/"));
    let sources = Kit::new(sources).unpack(&options.cache)?;
    let mut args: Vec<OsString> = FLAGS.iter().chain(&[QUICK_COMPILER]).map(Into::into).collect();
    args.extend(["-jar".into(), jar, "handout".into(), games.join(",").into(), HANDOUT_JAR.into()]);
    args.extend([program.into(), ".".into()]);
    let recipe = Recipe {
        name: "the jar for contestants".to_owned(),
        sources: sources.dir,
        hash: sources.hash,
        with: format!("{version} {}", kit.hash),
        program: java,
        args,
        env: Vec::new(),
        readable: readable.into_iter().chain([kit.dir]).collect(),
        announce: None,
        makes: HANDOUT_JAR.into(),
    };
    let made = compile(recipe, sandbox, &options.cache)?.join(HANDOUT_JAR);
    std::fs::read(&made).map_err(|why| CacheFault { path: made, why }.into())
}

/// The heap gets 5/8 of the bot's memory; the rest is for what Java needs besides.
fn heap_flag(bench: &Workbench<'_>) -> OsString {
    format!("-Xmx{}m", (bench.options.memory >> 20) * 5 / 8).into()
}

/// The bot's sources without its unit tests, which do not compile without their library, and without the
/// description of a module: bots are on the class path, where modules do not see the contest's interface.
pub(crate) fn sources(bench: &Workbench<'_>) -> Vec<OsString> {
    let is_test = |name: &OsString| {
        let text = Folder::open(&bench.snapshot.dir).map(|folder| folder.text(Path::new(name)));
        text.unwrap_or_default().lines().any(|line| {
            let import = line.trim().strip_prefix("import ").unwrap_or_default();
            let package = import.trim_start().trim_start_matches("static ");
            package.starts_with("org.junit.") || package.starts_with("junit.framework.")
        })
    };
    let mut names = bench.files(&["java"]);
    let is_module = |name: &OsString| Path::new(name).ends_with("module-info.java");
    names.retain(|name| !is_module(name) && !is_test(name));
    names
}

/// The class that plays, if the bot's author has chosen it by its name or by naming a file.
pub(crate) fn bot_class(bench: &Workbench<'_>) -> Vec<OsString> {
    if let Some(class) = &bench.found.class {
        return vec!["--bot".into(), class.into()];
    }
    // With its ending, so that the kit can tell it from the name of a class.
    match bench.found.entry.file_name() {
        Some(name) if bench.found.is_entry_named => vec!["--bot".into(), name.into()],
        _ => Vec::new(),
    }
}

fn hosted(mut job: Job, is_metered: bool) -> Launch {
    job.limits.processes = MAX_THREADS;
    let host = Host {
        counts_energy: is_metered,
        // A metered turn ends when its energy does.
        names_place: !is_metered,
        // The metering kit isolates matches from each other, so its process can be used again.
        plays_again: is_metered,
        computes_by_turns: is_metered,
        housekeeping: HOUSEKEEPING,
        ..Host::default()
    };
    Launch { job, host }
}

#[cfg(test)]
mod tests {
    use super::{declared_package, version_in};

    #[test]
    fn the_version_is_in_the_release_file() {
        let release =
            "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\nJAVA_VERSION_DATE=\"2025\"\n";
        assert_eq!(version_in(release).as_deref(), Some("17.0.15"));
        assert_eq!(version_in("JAVA_VERSION=\"\"\n"), None);
        assert_eq!(version_in(""), None);
    }

    #[test]
    fn the_package_is_declared_after_comments() {
        for (text, package) in [
            ("package cs228hw4.game;\nclass Bot {}", Some("cs228hw4.game")),
            ("\u{feff}package  team . deep ;class Bot {}", Some("team.deep")),
            ("// package old;\n\n/* package older;\n */ package team;", Some("team")),
            ("/* package old; */\nclass Bot {}", None),
            ("import team.Helper;\n// package late;", None),
            ("packages.of(1);", None),
            ("package team", None),
            ("/* without end", None),
            ("", None),
        ] {
            assert_eq!(declared_package(text).as_deref(), package, "{text}");
        }
    }
}
