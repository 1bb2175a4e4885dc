//! Runs the games on arm64, under qemu: they must play and verify as on x86-64. `agon-figures` has them and
//! little else, so that building and emulating it is quick.

use super::agon::Agon;
use super::evidence;
use crate::dist::Optimised;
use crate::figures::{SIGNATURE_GAMES, Signature};
use crate::{cargo, needs, target};
use std::fs;

const SYSTEM: &str = "aarch64-unknown-linux-gnu";
const LINKER: (&str, &str) =
    ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
/// Where Debian keeps the C library of arm64.
const LIBRARIES: &str = "/usr/aarch64-linux-gnu";
/// Levels of bots that play quickly; those of the signatures play better.
const LEVELS: [&str; 2] = ["novice", "random"];

/// Compares the behaviour signatures, then verifies replays of each game that `here` wrote.
pub fn run(here: &Agon, replays: usize, optimised: Optimised) -> anyhow::Result<()> {
    needs::install_for_arm64()?;
    let mut words = vec!["build", "--quiet", "--package", "agon-figures", "--target", SYSTEM];
    words.extend(optimised.option());
    cargo(&words, &[LINKER])?;
    let program = target().join(SYSTEM).join(optimised.folder()).join("agon-figures");
    let figures = Agon {
        system: "Linux on arm64",
        program: std::path::absolute(program)?,
        emulator: vec![needs::QEMU.into(), "-L".into(), LIBRARIES.into()],
        environment: Vec::new(),
    };
    let folder = std::path::absolute(target().join("tools/arm64"))?;
    fs::create_dir_all(&folder)?;
    let signatures = figures.run(&folder, &["signatures", SIGNATURE_GAMES])?;
    evidence::compare(figures.system, &Signature::parse_all(&signatures)?)?;
    for game in evidence::games(here, &folder)? {
        evidence::record(here, &game, LEVELS, replays, &folder, &game.id)?;
        let verified = evidence::verify_with(&figures, &["verify"], &folder.join(&game.id))?;
        println!("{}: verified {verified} replays of {}", figures.system, game.id);
    }
    Ok(())
}
