//! Which crate may use which. The picture is in ARCHITECTURE.md; here it is enforced.

/// Every crate and the crates of ours that it may use.
pub const ARROWS: &[(&str, &[&str])] = &[
    ("agon-core", &[]),
    ("agon-asterobots", &["agon-core"]),
    ("agon-galaxy", &["agon-core"]),
    ("agon-homerun", &["agon-core"]),
    ("agon-mars", &["agon-core"]),
    ("agon-timetravel", &["agon-core"]),
    ("agon-replay", &["agon-core"]),
    ("agon-protocol", &["agon-core"]),
    ("agon-mars-python", &["agon-core", "agon-mars", "agon-protocol"]),
    ("agon-conformance", &["agon-core"]),
    ("agon-ladder", &[]),
    ("agon-runner", &["agon-core", "agon-replay"]),
    ("agon-sandbox", &[]),
    ("agon-bots", &["agon-core", "agon-protocol", "agon-runner", "agon-sandbox"]),
    ("agon-timetravel-wire", &["agon-core", "agon-runner", "agon-timetravel"]),
    ("agon-compete", &["agon-core", "agon-ladder", "agon-replay", "agon-runner"]),
    (
        "agon-bench",
        &["agon-bots", "agon-core", "agon-protocol", "agon-replay", "agon-runner", "agon-sandbox"],
    ),
    (
        "agon-testkit",
        &["agon-conformance", "agon-core", "agon-protocol", "agon-replay", "agon-runner"],
    ),
    ("agon-watch", &["agon-core", "agon-games", "agon-replay", "agon-runner"]),
    (
        "agon-games",
        &[
            "agon-asterobots",
            "agon-core",
            "agon-galaxy",
            "agon-homerun",
            "agon-mars",
            "agon-timetravel",
        ],
    ),
    (
        "agon-cli",
        &[
            "agon-bench",
            "agon-bots",
            "agon-compete",
            "agon-conformance",
            "agon-core",
            "agon-games",
            "agon-protocol",
            "agon-ladder",
            "agon-replay",
            "agon-runner",
            "agon-sandbox",
            "agon-timetravel-wire",
            "agon-watch",
        ],
    ),
    ("xtask", &[]),
];

/// Crates from outside that a game (and the core) may use: pure Rust, no operating system.
pub const GAME_MAY_USE: &[&str] =
    &["arrayvec", "schemars", "serde", "serde_json", "sha2", "thiserror"];

/// Crates that are held to [`GAME_MAY_USE`].
pub fn is_pure(name: &str) -> bool {
    name == "agon-core"
        || ARROWS.iter().any(|(user, _)| *user == name)
            && ARROWS.iter().any(|(user, used)| *user == "agon-games" && used.contains(&name))
}
