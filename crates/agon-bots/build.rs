//! The Java kit is made by another tool, after this crate may already have been built: look again.

fn main() {
    println!("cargo:rerun-if-changed=../../sdk/java/kit");
}
