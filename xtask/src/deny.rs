//! Holds all dependencies, direct and indirect, to `deny.toml`: licences, wildcards, sources. The file is
//! in the format of cargo-deny, which reads the same facts but takes over a minute to build.

use crate::{metadata, root};
use anyhow::{Context, bail};
use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};
use toml::Table;

/// How the source of a crate from the usual registry ends.
const REGISTRY: &str = "/crates.io-index";

/// Checks the dependencies of the workspace.
pub fn run() -> anyhow::Result<()> {
    let rules =
        std::fs::read_to_string(root().join("deny.toml")).context("cannot read deny.toml")?;
    let faults = check(&rules, &metadata()?)?;
    if !faults.is_empty() {
        bail!("{} dependencies are against deny.toml\n  {}", faults.len(), faults.join("\n  "));
    }
    Ok(())
}

/// Every fault of the packages that `cargo metadata` lists.
fn check(rules: &str, metadata: &Value) -> anyhow::Result<Vec<String>> {
    let rules: Table = rules.parse().context("cannot read deny.toml")?;
    let setting =
        |section: &str, key: &str| rules.get(section).and_then(|section| section.get(key));
    let denies =
        |section: &str, key: &str| match setting(section, key).and_then(|value| value.as_str()) {
            Some("deny") => Ok(true),
            Some("allow") | None => Ok(false),
            Some(other) => {
                bail!("deny.toml: {section}.{key} is `{other}`; xtask knows `deny` and `allow`")
            }
        };
    let (wildcards, registries, gits) = (
        denies("bans", "wildcards")?,
        denies("sources", "unknown-registry")?,
        denies("sources", "unknown-git")?,
    );
    let allowed = setting("licenses", "allow").and_then(|value| value.as_array());
    let allowed: Vec<Licensee> = allowed
        .context("deny.toml allows no licences: licenses.allow is missing")?
        .iter()
        .map(|name| Ok(Licensee::parse(name.as_str().unwrap_or_default())?))
        .collect::<anyhow::Result<_>>()
        .context("deny.toml: licenses.allow names an unknown licence")?;

    let mut faults = Vec::new();
    for package in metadata["packages"].as_array().context("cargo metadata lists no packages")? {
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        let source = text(&package["source"]);
        if registries && source.contains("registry+") && !source.ends_with(REGISTRY) {
            faults.push(format!("{name} comes from another registry: {source}"));
        }
        if gits && source.starts_with("git+") {
            faults.push(format!("{name} comes from a git repository: {source}"));
        }
        for used in package["dependencies"].as_array().into_iter().flatten() {
            if wildcards && used["req"] == "*" && used["path"].is_null() {
                faults
                    .push(format!("{name} uses any version of {}: name one", text(&used["name"])));
            }
        }
        match Expression::parse_mode(text(&package["license"]), ParseMode::LAX) {
            Err(_) => faults.push(format!("{name} names no licence in `license`")),
            Ok(licence)
                if !licence.evaluate(|one| allowed.iter().any(|ours| ours.satisfies(one))) =>
            {
                faults.push(format!("{name} has the licence {licence}, which is not allowed"));
            }
            Ok(_) => {}
        }
    }
    Ok(faults)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const RULES: &str = "\
[licenses]\nallow = [\"MIT\", \"Apache-2.0 WITH LLVM-exception\", \"Unicode-3.0\"]\n\
[bans]\nwildcards = \"deny\"\n[sources]\nunknown-registry = \"deny\"\nunknown-git = \"deny\"\n";

    fn faults(license: Value, source: &str, req: &str, path: Value) -> Vec<String> {
        let used = json!({"name": "b", "req": req, "path": path});
        let package = json!({"name": "a", "version": "1.0.0", "license": license, "source": source,
            "dependencies": [used]});
        check(RULES, &json!({"packages": [package]})).unwrap()
    }

    #[test]
    fn licences_are_read_as_expressions() {
        let of =
            |licence: &str| faults(json!(licence), "registry+x/crates.io-index", "1", json!(null));
        for good in [
            "MIT",
            "MIT OR GPL-3.0-only",
            "GPL-3.0-only/MIT",
            "(MIT OR Zlib) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert_eq!(of(good), [""; 0], "{good}");
        }
        for bad in ["GPL-3.0-only", "MIT AND Zlib", "Apache-2.0", "", "mine"] {
            assert_eq!(of(bad).len(), 1, "{bad}");
        }
        assert_eq!(
            faults(json!(null), "", "1", json!(null)),
            ["a 1.0.0 names no licence in `license`"]
        );
    }

    #[test]
    fn sources_and_wildcards_are_refused() {
        let of = |source, req, path| faults(json!("MIT"), source, req, path).join("\n");
        assert_eq!(of("", "*", json!("../b")), "");
        assert!(of("", "*", json!(null)).contains("any version of b"));
        assert!(of("git+ssh://x/a", "1", json!(null)).contains("git repository"));
        assert!(of("registry+https://x/index", "1", json!(null)).contains("another registry"));
        assert!(of("sparse+registry+https://x/", "1", json!(null)).contains("another registry"));
    }

    #[test]
    fn an_unknown_setting_is_refused() {
        let rules = RULES.replace("wildcards = \"deny\"", "wildcards = \"warn\"");
        assert!(check(&rules, &json!({"packages": []})).is_err());
    }
}
