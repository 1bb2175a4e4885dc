//! Builds what the program carries for bots besides files of the repository: the Java kit (by Maven)
//! and the native modules of the games (by cargo). If one of them cannot be built here, the program is
//! built without it and knows why.

use std::fmt::Write;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;
use std::{env, io};

const JAR: &str = "agon-java.jar";
const OLDEST_JAVA: u32 = 17;
/// How many jars of older sources are kept, so that switching between branches is quick.
const KEPT_JARS: usize = 4;

/// A native module: the name of its file and where it is, or why it could not be built.
type Module = (String, Result<PathBuf, String>);

fn main() {
    let variable = |name| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let out = variable("OUT_DIR");
    let root = variable("CARGO_MANIFEST_DIR").join("../..");
    let root = root.canonicalize().unwrap_or(root);
    // Shared by the builds of all profiles and systems: <target>/PROFILE/build/PACKAGE/out is four folders
    // down, <target>/SYSTEM/PROFILE/build/PACKAGE/out five.
    let depth = if env::var("TARGET") == env::var("HOST") { 4 } else { 5 };
    let made = out.ancestors().nth(depth).unwrap_or(&out).join("kits");
    // The registry of games: it changes when a game is added, perhaps with a kit of its own.
    watch(&root.join("crates/agon-games"));
    let kit = java_kit(&root, &made).and_then(|jar| {
        let beside = jars_beside(&jar);
        let libraries: Result<Vec<_>, _> = beside.iter().map(|jar| carried(jar, &out)).collect();
        Ok((carried(&jar, &out)?, libraries?))
    });
    let (kit, libraries) = match kit {
        Ok((jar, libraries)) => (Ok(jar), libraries),
        Err(why) => {
            println!("cargo::warning=Agon is built without its Java kit: {why}");
            (Err(why), Vec::new())
        }
    };
    let modules: Vec<Module> = native_folders(&root)
        .into_iter()
        .map(|folder| {
            let (file, built) = native_module(&root, &folder, &made);
            (file, built.and_then(|path| carried(&path, &out)))
        })
        .collect();
    for (file, built) in &modules {
        if let Err(why) = built {
            println!("cargo::warning=Agon is built without {file}: {why}");
        }
    }
    fs::write(out.join("embedded.rs"), embedded(&kit, &libraries, &modules))
        .expect("OUT_DIR is writable");
}

/// The Rust text that embeds what was built.
fn embedded(kit: &Result<PathBuf, String>, libraries: &[PathBuf], modules: &[Module]) -> String {
    let bytes = |built: &Result<PathBuf, String>| match built {
        Ok(path) => format!("Ok(include_bytes!({path:?}))"),
        Err(why) => format!("Err({why:?})"),
    };
    let mut text = format!(
        "/// The Java kit, or why this program was built without it.\n\
         pub(crate) static JAVA_KIT: Embedded = {};\n\
         /// The jars of libraries beside the kit, by their names.\n\
         pub(crate) static JAVA_LIBRARIES: &[(&str, &[u8])] = &[\n",
        bytes(kit)
    );
    for path in libraries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        writeln!(text, "({name:?}, include_bytes!({path:?})),").expect("a String takes any text");
    }
    text.push_str(
        "];\n\
         /// The native modules by the names of their files.\n\
         pub(crate) static NATIVE_MODULES: &[(&str, Embedded)] = &[\n",
    );
    for (file, built) in modules {
        writeln!(text, "({file:?}, {}),", bytes(built)).expect("a String takes any text");
    }
    text + "];\n"
}

/// Copies a file into cargo's output folder, where no later build replaces it while this one compiles.
fn carried(file: &Path, out: &Path) -> Result<PathBuf, String> {
    let copy = out.join(file.file_name().unwrap_or_default());
    fs::copy(file, &copy).map_err(|why| format!("cannot copy {}: {why}", file.display()))?;
    Ok(copy)
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// The Java kit: the jar that `cargo xtask java` made, or one that Maven makes now.
fn java_kit(root: &Path, made: &Path) -> Result<PathBuf, String> {
    println!("cargo::rerun-if-env-changed=AGON_WITHOUT_JAVA");
    if env::var_os("AGON_WITHOUT_JAVA").is_some_and(|value| value == "1") {
        return Err("AGON_WITHOUT_JAVA=1 was set".into());
    }
    let sdk = root.join("sdk/java");
    let mut sources = vec![sdk.join("pom.xml"), sdk.join("src/main")];
    sources.extend(folders(&root.join("games")).map(|game| game.join("original/java/main")));
    sources.retain(|path| path.exists());
    sources.iter().for_each(|path| watch(path));
    watch(&sdk.join("kit"));
    let newest = sources.iter().filter_map(|path| newest_in(path)).max();
    let ready = sdk.join("kit").join(JAR);
    if modified(&ready).is_some() && modified(&ready) >= newest {
        return Ok(ready);
    }
    check_jdk()?;
    let jars = made.join("java");
    let file = |why: io::Error| format!("cannot write {}: {why}", jars.display());
    fs::create_dir_all(&jars).map_err(file)?;
    // Builds of two profiles, or of two checkouts that share their target folder, may run at the same time.
    let lock = File::create(jars.join("lock")).map_err(file)?;
    lock.lock().map_err(file)?;
    let mut hasher = DefaultHasher::new();
    sources.iter().for_each(|path| fingerprint(root, path, &mut hasher));
    let folder = jars.join(format!("{:016x}", hasher.finish()));
    let jar = folder.join(JAR);
    if !jar.is_file() {
        keep_newest(&jars, KEPT_JARS);
        // Without the network if everything is there, which is quick and the same every time.
        maven(&sdk, &folder, &["--offline"]).or_else(|_| maven(&sdk, &folder, ONLINE))?;
        let _ = fs::remove_dir_all(folder.join("maven"));
    }
    Ok(jar)
}

/// The jars of libraries that Maven puts beside the kit.
fn jars_beside(kit: &Path) -> Vec<PathBuf> {
    let entries = kit.parent().map(fs::read_dir).into_iter().flatten().flatten().flatten();
    let is_library =
        |path: &PathBuf| path != kit && path.extension().is_some_and(|end| end == "jar");
    let mut jars: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_library).collect();
    jars.sort();
    jars
}

/// Hashes the names and contents of all files below a path.
fn fingerprint(root: &Path, path: &Path, hasher: &mut DefaultHasher) {
    if path.is_dir() {
        let mut below: Vec<PathBuf> =
            fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        below.sort();
        below.iter().for_each(|path| fingerprint(root, path, hasher));
    } else {
        path.strip_prefix(root).unwrap_or(path).hash(hasher);
        fs::read(path).unwrap_or_default().hash(hasher);
    }
}

/// Removes all folders but the newest ones.
fn keep_newest(parent: &Path, count: usize) {
    let mut old: Vec<PathBuf> = folders(parent).collect();
    old.sort_by_key(|folder| std::cmp::Reverse(modified(folder)));
    for folder in old.iter().skip(count) {
        let _ = fs::remove_dir_all(folder);
    }
}

/// Seconds that Maven waits for a host that does not answer, in both generations of its transport.
const ONLINE: &[&str] = &["-Dmaven.wagon.rto=20000", "-Daether.connector.connectTimeout=20000"];

fn check_jdk() -> Result<(), String> {
    let none = || format!("no JDK {OLDEST_JAVA} or newer was found (javac)");
    let answer = Command::new("javac").arg("--version").output().map_err(|_| none())?;
    let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
    let version = answer.trim().strip_prefix("javac ").ok_or_else(none)?;
    let major = version.split(['.', '-', '+']).next().and_then(|major| major.parse().ok());
    if major.is_none_or(|major: u32| major < OLDEST_JAVA) {
        return Err(format!("javac is version {version}, and {OLDEST_JAVA} or newer is needed"));
    }
    Ok(())
}

fn maven(sdk: &Path, folder: &Path, more: &[&str]) -> Result<(), String> {
    let run = Command::new("mvn")
        .args(["--quiet", "--batch-mode", "-Dstyle.color=never"])
        .args(["-Dmaven.test.skip=true", "-Dagon.strict=-nowarn"])
        .args(more)
        .arg(format!("-Dagon.target={}", folder.join("maven").display()))
        .arg(format!("-Dagon.jar={}", folder.join(JAR).display()))
        .arg(format!("-Dagon.libraries={}", folder.display()))
        .arg("package")
        .current_dir(sdk)
        .stdin(Stdio::null())
        .output()
        .map_err(|_| "Maven (mvn) was not found".to_owned())?;
    if run.status.success() {
        return Ok(());
    }
    let output = String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned();
    if ["could not be resolved", "Could not resolve"].iter().any(|words| output.contains(words)) {
        return Err("Maven cannot fetch its plugins and libraries: is there a network?".into());
    }
    let mut faults = output.lines().filter_map(|line| line.strip_prefix("[ERROR] "));
    Err(format!("Maven failed: {}", faults.next().unwrap_or("it says nothing").trim()))
}

/// The packages of the games' native modules.
fn native_folders(root: &Path) -> Vec<PathBuf> {
    let natives = folders(&root.join("games")).map(|game| game.join("original/native"));
    natives.filter(|folder| folder.join("Cargo.toml").is_file()).collect()
}

/// How native modules are compiled: the same for every profile of the program, so that all of them share one.
const NATIVE_PROFILE: [&str; 4] = [
    "profile.dev.opt-level=2",
    "profile.dev.package.pyo3.opt-level=2",
    "profile.dev.debug=false",
    "profile.dev.strip='symbols'",
];

/// Builds a native module in a target folder of its own, because the other one is locked.
fn native_module(root: &Path, folder: &Path, made: &Path) -> Module {
    watch(folder);
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.split('"').next());
    let package = name.unwrap_or_default().to_owned();
    let (prefix, suffix) = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("windows") => ("", ".dll"),
        Ok("macos") => ("lib", ".dylib"),
        _ => ("lib", ".so"),
    };
    let stem = format!("{prefix}{}", package.replace('-', "_"));
    let file = format!("{stem}{suffix}");
    println!("cargo::rerun-if-env-changed=AGON_WITHOUT_NATIVE");
    if env::var_os("AGON_WITHOUT_NATIVE").is_some_and(|value| value == "1") {
        return (file, Err("AGON_WITHOUT_NATIVE=1 was set".into()));
    }
    let mut built = made.join("native");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "--package", &package, "--target-dir"]).arg(&built);
    cargo.args(NATIVE_PROFILE.iter().flat_map(|setting| ["--config", setting]));
    cargo.current_dir(root).stdin(Stdio::null());
    if let (Ok(target), Ok(host)) = (env::var("TARGET"), env::var("HOST"))
        && target != host
    {
        cargo.args(["--target", &target]);
        built.push(target);
    }
    built.push("debug");
    for wrapper in ["RUSTC_WORKSPACE_WRAPPER", "CLIPPY_ARGS"] {
        cargo.env_remove(wrapper);
    }
    let run = cargo.output();
    watch_sources(&built.join(format!("{stem}.d")));
    let result = match run {
        Ok(run) if run.status.success() => Ok(built.join(&file)),
        Ok(run) => {
            let output = String::from_utf8_lossy(&run.stderr).into_owned();
            let fault = output.lines().find(|line| line.contains("error"));
            Err(format!("cargo failed: {}", fault.unwrap_or("it says nothing").trim()))
        }
        Err(why) => Err(format!("cargo cannot be started: {why}")),
    };
    (file, result)
}

/// Watches the files that cargo lists as the sources of what it has built.
fn watch_sources(list: &Path) {
    let text = fs::read_to_string(list).unwrap_or_default();
    let text = text.replace("\\ ", "\0");
    for source in text.split_whitespace().skip(1) {
        watch(Path::new(&source.replace('\0', " ")));
    }
}

fn folders(path: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.into_iter()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

fn newest_in(path: &Path) -> Option<SystemTime> {
    if !path.is_dir() {
        return modified(path);
    }
    // The folder's own time, too: it changes when a file is removed.
    let below = fs::read_dir(path).ok()?.flatten().filter_map(|entry| newest_in(&entry.path()));
    below.max().max(modified(path))
}
