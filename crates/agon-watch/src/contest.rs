//! The page of the contest server with its files, embedded compressed. The server gets them from the program
//! that starts it.

/// All files: the address on the server, and the gzipped content.
pub const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/contest.in"));

/// The address of the page itself.
pub const PAGE: &str = "/contest.html";
