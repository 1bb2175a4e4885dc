//! The page that `build.rs` built, embedded in the program.

/// The HTML page; it refers to `./app.js` and `./app.css`.
pub const INDEX: &str = include_str!(concat!(env!("OUT_DIR"), "/index.html"));
/// All scripts.
pub const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/app.js"));
/// All styles.
pub const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/app.css"));
