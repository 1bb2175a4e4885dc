//! The page, as `build.rs` has built it.

/// The page itself; it names `./app.js` and `./app.css`.
pub const INDEX: &str = include_str!(concat!(env!("OUT_DIR"), "/index.html"));
/// All its programs.
pub const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/app.js"));
/// All its styles.
pub const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/app.css"));
