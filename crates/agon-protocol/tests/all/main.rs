//! All integration tests of the protocol in one binary.

mod documents;
mod explain;
mod messages;
mod schemas;
mod wire;
mod writers;
