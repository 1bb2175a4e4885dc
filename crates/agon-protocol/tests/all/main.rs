//! All integration tests of the protocol in one binary.

mod documents;
mod messages;
mod pen;
mod schemas;
mod wire;
