//! Bots of the Time Travel contest in C++ and Python: their own files and our kit in place of the
//! contest's.

use super::{PROGRAM, Workbench};
use crate::compile::{Recipe, compile};
use crate::kits::{Kit, Unpacked};
use crate::options::BotFault;
use crate::runtimes::{self, Runtime};
use agon_sandbox::Job;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Files of the contest's client that the kit has as well. A bot's folder often holds all of it.
const CLIENT: [&str; 12] = [
    "BaseAI.cpp",
    "BaseAI.h",
    "game.cpp",
    "game.h",
    "getters.cpp",
    "getters.h",
    "main.cpp",
    "network.cpp",
    "network.h",
    "structures.h",
    "wrappers.cpp",
    "wrappers.h",
];
/// The kit's sources that do not depend on the bot.
const LIBRARY: [&str; 6] = ["BaseAI", "board", "game", "getters", "host", "wrappers"];

/// Compiles a bot whose sources are its arguments. As in 2009 first, then as today; and if the bot's
/// own BaseAI or wrappers are there, with those at last: somebody may have added to them. (Theirs may
/// end a function without a return, which only unoptimised code survives.)
const SCRIPT: &str = r#"
mkdir -p aside
for file in $CLIENT sexp
do if [ -e "$HOME_DIR/$file" ]; then mv "$HOME_DIR/$file" aside/; fi; done
link() {
    "$CXX" "$@" -w -fpermissive -pthread -I "$HOME_DIR" -I . -I "$KIT" -o agon-program "$KIT/main.cpp" \
        "$LIB/board.o" "$LIB/game.o" "$LIB/getters.o" "$LIB/host.o"
}
link -std=gnu++98 -O2 "$@" "$LIB/BaseAI.o" "$LIB/wrappers.o" 2> said && exit 0
link -std=gnu++17 -O2 "$@" "$LIB/BaseAI.o" "$LIB/wrappers.o" 2> /dev/null && exit 0
if [ -e aside/BaseAI.h ] && [ -e aside/BaseAI.cpp ] && [ -e aside/wrappers.h ] && [ -e aside/wrappers.cpp ]
then
    for file in BaseAI.cpp BaseAI.h wrappers.cpp wrappers.h
    do mv "aside/$file" "$HOME_DIR/"; done
    link -std=gnu++98 -O0 "$@" "$HOME_DIR/BaseAI.cpp" "$HOME_DIR/wrappers.cpp" 2> /dev/null && exit 0
fi
cat said >&2
exit 1
"#;

impl Workbench<'_> {
    /// Sources in C++, compiled with the kit's.
    pub(super) fn timetravel_cpp(&self) -> Result<Job, BotFault> {
        if self.found.build.is_some() {
            return self.exec();
        }
        let gxx = runtimes::gxx()?;
        let kit = Kit::TimeTravelCpp.unpack(&self.options.cache)?;
        let library = self.timetravel_library(&gxx, &kit)?;
        let home = self.found.entry.parent().unwrap_or(Path::new("")).to_owned();
        let is_client = |name: &OsString| {
            let path = Path::new(name);
            CLIENT.iter().any(|client| path == home.join(client))
                || path.starts_with(home.join("sexp"))
        };
        let home_dir = if home.as_os_str().is_empty() { Path::new(".") } else { &home };
        let mut recipe = self.recipe("/bin/sh".into(), format!("{} {}", gxx.version, kit.hash));
        recipe.args = ["-c", SCRIPT, "sh"].map(OsString::from).into();
        let sources = self.files(&["cpp", "cc", "cxx", "c"]);
        recipe.args.extend(sources.into_iter().filter(|name| !is_client(name)));
        recipe.env = vec![
            ("CXX".into(), gxx.program.into()),
            ("CLIENT".into(), CLIENT.join(" ").into()),
            ("HOME_DIR".into(), home_dir.into()),
            ("KIT".into(), kit.dir.clone().into()),
            ("LIB".into(), library.clone().into()),
        ];
        recipe.readable = gxx.readable;
        recipe.readable.extend([kit.dir, library]);
        let dir = compile(recipe, self.sandbox, &self.options.cache)?;
        Ok(self.job(&dir, dir.join(PROGRAM), &[]))
    }

    /// The kit's own objects, made once for all bots.
    fn timetravel_library(&self, gxx: &Runtime, kit: &Unpacked) -> Result<PathBuf, BotFault> {
        let mut args: Vec<OsString> = ["-std=c++17", "-O2", "-c"].map(Into::into).into();
        args.extend(LIBRARY.iter().map(|name| OsString::from(format!("{name}.cpp"))));
        let recipe = Recipe {
            name: "Time Travel's C++ kit".into(),
            sources: kit.dir.clone(),
            hash: kit.hash.clone(),
            with: gxx.version.clone(),
            program: gxx.program.clone(),
            args,
            env: Vec::new(),
            readable: gxx.readable.clone(),
            makes: "host.o".into(),
        };
        Ok(compile(recipe, self.sandbox, &self.options.cache)?)
    }

    /// Sources in Python: the kit's host loads them, and its modules come before theirs.
    pub(super) fn timetravel_python(&self) -> Result<Job, BotFault> {
        let host = Kit::TimeTravelPython.unpack(&self.options.cache)?.dir;
        let mut job = self.python()?;
        let bot = job.args.pop().unwrap_or_default();
        job.args.extend([host.join("host.py").into_os_string(), bot]);
        job.readable.push(host);
        Ok(job)
    }
}
