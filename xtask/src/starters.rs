//! Type checks of the starters and the other examples that `agon new` copies, with the types and helpers of
//! their games: mypy in its strict mode for Python, the TypeScript compiler for JavaScript.

use crate::{root, target};
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Checks the examples of all games and the kit for Python. `python` is one that has mypy.
pub fn check(python: &Path) -> anyhow::Result<()> {
    let sdk = root().join("sdk");
    let folder = target().join("tools/starters");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let kit = folder.join("node_modules/agon");
    copy(&sdk.join("js"), &["package.json", "index.js", "index.d.ts"], &kit)?;
    let kit = sdk.join("python/src");
    let mypy = |place: &Path, what: &str| {
        let mut command = Command::new(python);
        command.args(["-m", "mypy", "--strict", "--no-error-summary", "--cache-dir"]);
        command.arg(target().join("tools/mypy")).arg(what);
        passes(command.current_dir(place).env("MYPYPATH", &kit))
    };
    for module in ["agon", "agon_breakpoint.py", "agon_debug.py"] {
        mypy(&kit, module).context("the kit for Python")?;
    }
    for entry in fs::read_dir(root().join("games"))? {
        let game = entry?.path();
        if !game.join("starters/bot.py").is_file() {
            continue;
        }
        let id = game.file_name().context("a game has a name")?.to_string_lossy().into_owned();
        let bot = folder.join(&id);
        let examples = examples(&game.join("starters"))?;
        copy(
            &game.join("starters"),
            &examples.iter().map(String::as_str).collect::<Vec<_>>(),
            &bot,
        )?;
        let names = [format!("{id}_types.py"), format!("{id}_types.d.ts")];
        copy(&game.join("types"), &names.each_ref().map(String::as_str), &bot)?;
        if game.join("helpers").is_dir() {
            let names = [format!("{id}_helpers.py"), format!("{id}_helpers.js")];
            copy(&game.join("helpers"), &names.each_ref().map(String::as_str), &bot)?;
        }
        mypy(&bot, ".").with_context(|| format!("the examples of {id} in Python"))?;
    }
    scripts(&folder).context("the examples in JavaScript")
}

/// The names of the examples in Python and JavaScript: the starter and all others.
fn examples(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".py") || name.ends_with(".js") {
            names.push(name);
        }
    }
    Ok(names)
}

/// Checks all files of JavaScript and all declarations at once.
fn scripts(folder: &Path) -> anyhow::Result<()> {
    let options = serde_json::json!({
        "compilerOptions": {
            "allowJs": true, "checkJs": true, "module": "nodenext", "noEmit": true,
            "noImplicitAny": false, "strict": true, "target": "es2022", "types": [],
        },
        "include": ["*/*.js", "*/*.d.ts"],
    });
    fs::write(folder.join("tsconfig.json"), options.to_string())?;
    let compiler = root().join("web/node_modules/typescript/bin/tsc");
    passes(Command::new("node").arg(compiler).args(["--project", "."]).current_dir(folder))
}

fn copy(from: &Path, names: &[&str], to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for name in names {
        let source: PathBuf = from.join(name);
        fs::copy(&source, to.join(name))
            .with_context(|| format!("cannot copy {}", source.display()))?;
    }
    Ok(())
}

/// Runs a checker; what it printed is the error if it fails.
fn passes(command: &mut Command) -> anyhow::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot start {name}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    bail!("{}", String::from_utf8_lossy(&said).trim_end());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_check_says_what_the_checker_said() {
        let failed = passes(Command::new("sh").args(["-c", "echo wrong; exit 1"]));
        assert_eq!(failed.unwrap_err().to_string(), "wrong");
        passes(&mut Command::new("true")).unwrap();
    }
}
