//! What `build.rs` built for bots and embedded in this program: the Java kit and the games' native modules.

use crate::runtime::Missing;
use std::borrow::Cow;

/// A file's bytes, or why it could not be built.
type Embedded = Result<&'static [u8], &'static str>;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The variable that names a finished Java kit, which is used instead of the program's own.
const KIT_VARIABLE: &str = "AGON_JAVA_KIT";

/// Something that this program carries for bots, or should carry.
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// Its size in bytes, or what to do because it is missing.
    pub bytes: Result<usize, Missing>,
}

/// Everything that is built together with this program for bots.
pub fn parts() -> Vec<Part> {
    let kit = Part { name: "Java kit", bytes: java_kit().map(|jar| jar.len()) };
    let module = |&(name, module): &(&'static str, Embedded)| {
        let remedy = |why| {
            format!("this program was built without it ({why}): put that right and build again")
        };
        let missing = |why| Missing { what: name, remedy: remedy(why).into() };
        Part { name, bytes: module.map(<[u8]>::len).map_err(missing) }
    };
    std::iter::once(kit).chain(NATIVE_MODULES.iter().map(module)).collect()
}

/// The jar of the Java kit: the one that `$AGON_JAVA_KIT` names, or the one that this program carries.
pub fn java_kit() -> Result<Cow<'static, [u8]>, Missing> {
    let missing = |remedy: String| Missing { what: "Agon's Java kit", remedy: remedy.into() };
    let named = std::env::var_os(KIT_VARIABLE).filter(|path| !path.is_empty());
    match (named, JAVA_KIT) {
        (Some(path), _) => std::fs::read(&path).map(Cow::Owned).map_err(|why| {
            let path = path.to_string_lossy();
            missing(format!("{KIT_VARIABLE} names {path}, which cannot be read ({why})"))
        }),
        (None, Ok(jar)) => Ok(Cow::Borrowed(jar)),
        (None, Err(why)) => Err(missing(format!(
            "this program was built without it ({why}); install a JDK 17 and Maven (on Debian: \
             openjdk-17-jdk-headless, maven), run `cargo xtask java` and build again, or name a finished \
             agon-java.jar in {KIT_VARIABLE}"
        ))),
    }
}

/// The jars of libraries that only some contests handed out, by their names.
pub(crate) fn java_libraries() -> impl Iterator<Item = (String, Vec<u8>)> {
    JAVA_LIBRARIES.iter().map(|(name, jar)| ((*name).to_owned(), jar.to_vec()))
}

/// A native module by the name of its file.
pub(crate) fn native_module(file: &str) -> Embedded {
    let found = NATIVE_MODULES.iter().find(|(name, _)| *name == file);
    found.map_or(Err("its sources were not there"), |(_, module)| *module)
}
