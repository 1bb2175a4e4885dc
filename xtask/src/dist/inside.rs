//! What a program consists of: a list of licences to read, and a list for programs (CycloneDX).

use anyhow::Context;
use serde_json::{Value, json};

/// A library in the program.
pub struct Package {
    pub name: String,
    pub version: String,
    pub licence: String,
    pub authors: Vec<String>,
}

/// The libraries from outside among `used`, with what cargo knows about them.
pub fn packages(metadata: &Value, used: &[(String, String)]) -> anyhow::Result<Vec<Package>> {
    let known = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut packages = Vec::new();
    for (name, version) in used {
        let is_it = |package: &&Value| {
            package["name"] == name.as_str() && package["version"] == version.as_str()
        };
        let package = known.iter().find(is_it);
        let package = package.with_context(|| format!("cargo does not know {name} {version}"))?;
        // Agon's own crates come from no registry.
        if package["source"].is_null() {
            continue;
        }
        let authors = package["authors"].as_array().into_iter().flatten().map(text).collect();
        let (name, version) = (name.clone(), version.clone());
        packages.push(Package { name, version, licence: text(&package["license"]), authors });
    }
    Ok(packages)
}

/// The licences as a page.
pub fn licences(packages: &[Package]) -> String {
    let mut page = "# Libraries in this program\n\nTheir sources are on crates.io.\n\n\
                    | library | version | licence | authors |\n|---|---|---|---|\n"
        .to_owned();
    for Package { name, version, licence, authors } in packages {
        let authors = authors.join(", ").replace('|', "/");
        page.push_str(&format!("| {name} | {version} | {licence} | {authors} |\n"));
    }
    page
}

/// The libraries as a bill of materials in CycloneDX 1.5.
pub fn sbom(version: &str, packages: &[Package]) -> String {
    let part = |package: &Package| {
        let Package { name, version, licence, .. } = package;
        json!({
            "type": "library",
            "name": name,
            "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": licence.replace('/', " OR ") }],
        })
    };
    let parts: Vec<Value> = packages.iter().map(part).collect();
    let whole = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "agon", "version": version } },
        "components": parts,
    });
    format!("{whole:#}\n")
}
