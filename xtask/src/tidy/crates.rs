//! Which crate may use which, and which dependencies the documentation names. The picture is in
//! ARCHITECTURE.md; here it is enforced.

use super::Tree;
use super::games::Folder;
use crate::metadata;
use anyhow::Context;
use serde_json::Value;

/// Every crate of the platform and the crates of the platform that it may use.
const PLATFORM: &[(&str, &[&str])] = &[
    ("agon-core", &[]),
    ("agon-replay", &["agon-core"]),
    ("agon-protocol", &["agon-core"]),
    ("agon-conformance", &["agon-core"]),
    ("agon-ladder", &[]),
    ("agon-runner", &["agon-core", "agon-replay"]),
    ("agon-sandbox", &[]),
    ("agon-bots", &["agon-core", "agon-protocol", "agon-runner", "agon-sandbox"]),
    ("agon-expect", &["agon-core"]),
    ("agon-compete", &["agon-core", "agon-expect", "agon-ladder"]),
    ("agon-runs", &["agon-compete", "agon-core", "agon-replay", "agon-runner"]),
    (
        "agon-bench",
        &[
            "agon-bots",
            "agon-core",
            "agon-figures",
            "agon-protocol",
            "agon-replay",
            "agon-runner",
            "agon-sandbox",
        ],
    ),
    (
        "agon-testkit",
        &["agon-conformance", "agon-core", "agon-protocol", "agon-replay", "agon-runner"],
    ),
    ("agon-http", &[]),
    (
        "agon-watch",
        &[
            "agon-compete",
            "agon-core",
            "agon-games",
            "agon-http",
            "agon-replay",
            "agon-runner",
            "agon-runs",
        ],
    ),
    ("agon-similar", &[]),
    ("agon-store", &[]),
    ("agon-testservers", &[]),
    ("agon-server", &["agon-compete", "agon-core", "agon-http", "agon-similar", "agon-store"]),
    (
        "agon-worker",
        &[
            "agon-bots",
            "agon-compete",
            "agon-core",
            "agon-games",
            "agon-replay",
            "agon-runner",
            "agon-runs",
            "agon-sandbox",
            "agon-server",
            "agon-store",
        ],
    ),
    (REGISTRY, &["agon-core", "agon-runner"]),
    ("agon-figures", &["agon-core", "agon-games", "agon-replay", "agon-runner"]),
    (
        PROGRAM,
        &[
            "agon-bench",
            "agon-bots",
            "agon-compete",
            "agon-conformance",
            "agon-core",
            "agon-expect",
            "agon-games",
            "agon-protocol",
            "agon-ladder",
            "agon-replay",
            "agon-runner",
            "agon-runs",
            "agon-sandbox",
            "agon-server",
            "agon-watch",
            "agon-worker",
        ],
    ),
    ("xtask", &[]),
];

/// The crate that lists the games, and may therefore use all their crates.
const REGISTRY: &str = "agon-games";
/// The program.
const PROGRAM: &str = "agon-cli";
/// What a game's rules may use of the platform.
const RULES_MAY_USE: &[&str] = &["agon-core"];
/// What the further crates of a game may use of the platform, besides the game's rules.
const MORE_MAY_USE: &[&str] = &["agon-core", "agon-protocol", "agon-runner"];
/// Crates from outside that rules and the core may use: pure Rust, no operating system.
const PURE: &[&str] = &["arrayvec", "schemars", "serde", "serde_json", "sha2", "thiserror"];

/// Every crate that uses what it may not use.
pub fn check(tree: &Tree, games: &[Folder]) -> anyhow::Result<Vec<String>> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let documented = tree.read("docs/dependencies.md")?;
    let ours = packages.iter().filter(|package| package["source"].is_null());
    Ok(ours.flat_map(|package| check_one(package, games, &documented)).collect())
}

/// What a crate is, and with it what it may use.
enum Part<'a> {
    Platform(&'static [&'static str]),
    Rules,
    More(&'a Folder),
}

impl<'a> Part<'a> {
    fn of(name: &str, games: &'a [Folder]) -> Option<Self> {
        if games.iter().any(|game| game.package.as_deref() == Some(name)) {
            return Some(Self::Rules);
        }
        if let Some(game) = games.iter().find(|game| has(&game.more_packages, name)) {
            return Some(Self::More(game));
        }
        PLATFORM.iter().find(|(user, _)| *user == name).map(|(_, may)| Self::Platform(may))
    }

    fn may_use(&self, user: &str, used: &str, games: &[Folder]) -> bool {
        let is_game =
            |game: &Folder| game.package.as_deref() == Some(used) || has(&game.more_packages, used);
        match self {
            Self::Platform(may) => {
                may.contains(&used) || user == REGISTRY && games.iter().any(is_game)
            }
            Self::Rules => RULES_MAY_USE.contains(&used),
            Self::More(game) => {
                MORE_MAY_USE.contains(&used) || game.package.as_deref() == Some(used)
            }
        }
    }

    fn is_pure(&self, name: &str) -> bool {
        matches!(self, Self::Rules) || name == "agon-core"
    }
}

fn has(packages: &[String], name: &str) -> bool {
    packages.iter().any(|package| package == name)
}

fn check_one(package: &Value, games: &[Folder], documented: &str) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let Some(part) = Part::of(name, games) else {
        return vec![format!("{name} is missing in xtask/src/tidy/crates.rs: say what it may use")];
    };
    let mut faults = Vec::new();
    for used in package["dependencies"].as_array().into_iter().flatten() {
        let dependency = used["name"].as_str().unwrap_or_default();
        let (ours, normal) = (used["path"].is_string(), used["kind"].is_null());
        if ours && normal && !part.may_use(name, dependency, games) {
            faults.push(format!("{name} uses {dependency}, against the arrows of ARCHITECTURE.md"));
        }
        if !ours && !documented.contains(&format!("`{dependency}`")) {
            faults.push(format!(
                "{name} uses {dependency}, which docs/dependencies.md does not name"
            ));
        }
        if !ours && normal && part.is_pure(name) && !PURE.contains(&dependency) {
            faults.push(format!("{name} is pure and may not use {dependency}"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Faults of a crate with dependencies: ours start with `agon-`, `dev:` marks those of tests.
    fn faults(name: &str, uses: &[&str]) -> Vec<String> {
        let dependency = |used: &&str| {
            let (kind, used) =
                used.strip_prefix("dev:").map_or((None, *used), |used| (Some("dev"), used));
            let path = used.starts_with("agon-").then_some("somewhere");
            json!({"name": used, "kind": kind, "path": path})
        };
        let uses: Vec<Value> = uses.iter().map(dependency).collect();
        let game = |id: &str| Folder {
            id: id.to_owned(),
            package: Some(format!("agon-{id}")),
            title: None,
            more_packages: vec![format!("agon-{id}-wire")],
        };
        let package = json!({"name": name, "dependencies": uses});
        check_one(&package, &[game("chess"), game("go")], "`serde` `tokio`")
    }

    #[test]
    fn arrows_point_one_way() {
        assert_eq!(faults("agon-runner", &["agon-core", "agon-replay", "dev:agon-chess"]), [""; 0]);
        assert_eq!(faults("agon-runner", &["agon-bots"]).len(), 1);
        assert_eq!(faults("agon-bots", &["agon-chess"]).len(), 1);
        assert_eq!(faults("agon-unknown", &[]).len(), 1);
    }

    #[test]
    fn crates_of_games_are_found_by_their_folders() {
        assert_eq!(
            faults("agon-games", &["agon-core", "agon-chess", "agon-go", "agon-go-wire"]),
            [""; 0]
        );
        assert_eq!(faults("agon-chess", &["agon-core", "serde"]), [""; 0]);
        assert_eq!(faults("agon-chess", &["agon-go"]).len(), 1);
        assert_eq!(faults("agon-chess", &["agon-runner"]).len(), 1);
        assert_eq!(faults("agon-chess-wire", &["agon-runner", "agon-chess", "tokio"]), [""; 0]);
        assert_eq!(faults("agon-chess-wire", &["agon-go"]).len(), 1);
    }

    #[test]
    fn rules_are_pure_and_dependencies_documented() {
        assert_eq!(faults("agon-chess", &["tokio"]), ["agon-chess is pure and may not use tokio"]);
        assert_eq!(faults("agon-core", &["tokio"]).len(), 1);
        assert_eq!(faults("agon-runner", &["tokio"]), [""; 0]);
        assert_eq!(faults("agon-runner", &["dev:rand"]).len(), 1);
    }
}
