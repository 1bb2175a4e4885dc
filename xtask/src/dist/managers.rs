//! The files that package managers read: Homebrew, Scoop and winget.

use serde_json::json;

/// Their names.
pub const FILES: [&str; 3] = ["agon.json", "agon.rb", "agon.winget.yaml"];

/// The name and the text of each file. `url` is the folder of the release, `sums` has the files' names and
/// checksums.
pub fn files(version: &str, url: &str, sums: &[(String, String)]) -> Vec<(&'static str, String)> {
    let url = url.trim_end_matches('/');
    let of = |system: &str, ending: &str| {
        let name = format!("agon-{version}-{system}.{ending}");
        let sum = sums.iter().find(|(file, _)| *file == name)?.1.clone();
        Some((format!("{url}/{name}"), sum, format!("agon-{version}-{system}")))
    };
    let mut files = Vec::new();
    let brew: Vec<_> = BREW_SYSTEMS
        .iter()
        .filter_map(|(system, block)| Some((of(system, "tar.gz")?, *block)))
        .map(|((url, sum, _), (os, processor))| {
            format!(
                "  on_{os} do\n    on_{processor} do\n      url \"{url}\"\n      sha256 \"{sum}\"\n    \
                 end\n  end\n"
            )
        })
        .collect();
    if !brew.is_empty() {
        files.push((FILES[1], formula(version, url, &brew.concat())));
    }
    if let Some((url, sum, folder)) = of("x86_64-pc-windows-gnu", "zip") {
        let scoop = json!({
            "version": version,
            "description": DESCRIPTION,
            "license": "MIT OR Apache-2.0",
            "homepage": url.rsplit_once('/').map_or(url.as_str(), |(folder, _)| folder),
            "architecture": { "64bit": { "url": url, "hash": sum, "extract_dir": folder } },
            "bin": "agon.exe",
        });
        files.push((FILES[0], format!("{scoop:#}\n")));
        files.push((FILES[2], winget(version, &url, &sum, &folder)));
    }
    files
}

const DESCRIPTION: &str = "AI bots play programming-contest games";

/// The systems of Homebrew, and what it calls them.
const BREW_SYSTEMS: [(&str, (&str, &str)); 4] = [
    ("aarch64-apple-darwin", ("macos", "arm")),
    ("x86_64-apple-darwin", ("macos", "intel")),
    ("aarch64-unknown-linux-gnu", ("linux", "arm")),
    ("x86_64-unknown-linux-gnu", ("linux", "intel")),
];

fn formula(version: &str, url: &str, systems: &str) -> String {
    format!(
        "class Agon < Formula\n  desc \"{DESCRIPTION}\"\n  homepage \"{url}\"\n  version \"{version}\"\n  \
         license any_of: [\"MIT\", \"Apache-2.0\"]\n\n{systems}\n  def install\n    \
         bin.install \"agon\"\n    man1.install Dir[\"man/*.1\"]\n    \
         bash_completion.install \"completions/agon.bash\" => \"agon\"\n    \
         fish_completion.install \"completions/agon.fish\"\n    \
         zsh_completion.install \"completions/_agon\"\n  end\n\n  test do\n    \
         system bin/\"agon\", \"games\"\n  end\nend\n"
    )
}

fn winget(version: &str, url: &str, sum: &str, folder: &str) -> String {
    let sum = sum.to_uppercase();
    format!(
        "PackageIdentifier: Agon.Agon\nPackageVersion: {version}\nPackageLocale: en-US\n\
         Publisher: The Agon developers\nPackageName: Agon\nLicense: MIT OR Apache-2.0\n\
         ShortDescription: {DESCRIPTION}\nInstallers:\n- Architecture: x64\n  InstallerType: zip\n  \
         InstallerUrl: {url}\n  InstallerSha256: {sum}\n  NestedInstallerType: portable\n  \
         NestedInstallerFiles:\n  - RelativeFilePath: {folder}\\agon.exe\n    \
         PortableCommandAlias: agon\nManifestType: singleton\nManifestVersion: 1.6.0\n"
    )
}
