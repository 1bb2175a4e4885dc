//! Writes the registry from the dependencies of this crate: one line of `Cargo.toml` makes a game known.
//!
//! A dependency on a folder `../../games/GAME` is a game; its crate exports the position as `TheGame`. A
//! dependency on `../../games/GAME/wire` listens for clients of the contest and exports `Server`. Games are
//! listed to people in the order of the lines.

use std::{env, fs, path::PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    let manifest = fs::read_to_string("Cargo.toml").expect("the crate has a manifest");
    let folders: Vec<(&str, &str)> = manifest.lines().filter_map(dependency).collect();
    let mut registry = String::from("registry! {\n");
    for (package, folder) in &folders {
        if folder.contains('/') {
            continue;
        }
        registry += &format!("    {}::TheGame", package.replace('-', "_"));
        if let Some((wire, _)) =
            folders.iter().find(|(_, other)| *other == format!("{folder}/wire"))
        {
            registry += &format!(" => {}::Server", wire.replace('-', "_"));
        }
        registry += ",\n";
    }
    registry += "}\n";
    let out =
        PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("registry.rs");
    fs::write(out, registry).expect("cargo's output folder can be written");
}

/// The package and the folder below `games/` of a line such as `agon-chess = { path = "../../games/chess" }`.
fn dependency(line: &str) -> Option<(&str, &str)> {
    let (package, source) = line.split_once(" = { path = \"../../games/")?;
    Some((package, source.split_once('"')?.0))
}
