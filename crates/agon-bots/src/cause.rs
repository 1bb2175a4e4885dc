//! Finds the cause of a program's end in its log: the line of a traceback that says what happened, and where.
//!
//! Every language writes its own story. The first line of a report should name the cause, so this module
//! knows how each of them tells it. Paths in the log are already those of the bot's author.

/// The longest message of a cause, in characters; the place comes after it.
const MAX_CHARS: usize = 200;

/// What ended a program, in one line; `None` if its log has no story that is known.
pub(crate) fn cause(log: &str) -> Option<String> {
    let lines: Vec<&str> = log.lines().collect();
    let stories = [python, cpp, rust, go, java, javascript, shell];
    let cause = stories.iter().find_map(|story| story(&lines))?;
    Some(short(&cause, 2 * MAX_CHARS))
}

/// A text of limited length.
fn short(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A line with the place behind it. A long line is cut, so that the place can be read.
fn at(what: &str, place: Option<String>) -> String {
    let what = short(what.trim(), MAX_CHARS);
    place.map_or_else(|| what.clone(), |place| format!("{what} ({place})"))
}

/// `NameError: name 'x' is not defined` at the end of a traceback, below `File "bot.py", line 7`.
fn python(lines: &[&str]) -> Option<String> {
    let is_place =
        |line: &&&str| line.trim_start().starts_with("File \"") && line.contains(", line ");
    let last = lines.iter().rposition(|line| is_place(&line))?;
    let what = lines[last..].iter().find(|line| {
        let name = line.split(':').next().unwrap_or("");
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        !name.is_empty() && name.chars().all(is_name) && !line.starts_with(' ')
    })?;
    // The innermost place in the author's own files, not in those of Python and of the kit.
    let own = lines[..=last].iter().rev().filter(|line| is_place(line)).find_map(|line| {
        let (file, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
        let number = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        let is_own = !file.starts_with(['/', '<']) && !file.starts_with("agon/");
        is_own.then(|| format!("{file}, line {number}"))
    });
    Some(at(what, own))
}

/// `terminate called after throwing an instance of 'std::out_of_range'`, then `what():  ...`.
fn cpp(lines: &[&str]) -> Option<String> {
    let first = lines.iter().rposition(|line| line.starts_with("terminate called "))?;
    let kind = lines[first].split('\'').nth(1).unwrap_or("an exception");
    let what = lines[first..].iter().find_map(|line| line.trim_start().strip_prefix("what():"));
    Some(match what {
        Some(what) => format!("{kind} was not caught: {}", what.trim()),
        None => format!("{kind} was not caught"),
    })
}

/// `thread 'main' panicked at src/main.rs:5:10:`, then the message.
fn rust(lines: &[&str]) -> Option<String> {
    let first = lines
        .iter()
        .rposition(|line| line.contains("' panicked at ") || line.contains(") panicked at "))?;
    let place = lines[first].split(" panicked at ").nth(1)?.trim_end_matches(':');
    Some(at(&format!("it panicked: {}", lines.get(first + 1)?.trim()), Some(place.to_owned())))
}

/// `panic: runtime error: ...` or `fatal error: ...`, then places such as `bot.go:12 +0x1d`.
fn go(lines: &[&str]) -> Option<String> {
    let is_first = |line: &&str| line.starts_with("panic: ") || line.starts_with("fatal error: ");
    let first = lines.iter().rposition(is_first)?;
    let own = lines[first..].iter().find_map(|line| {
        let place = line.strip_prefix('\t')?.split(' ').next()?;
        // Go names the standard library and the kit by their packages.
        let file = place.rsplit('/').next()?;
        let is_own = file.contains(".go:") && place.matches('/').count() <= 1;
        (is_own && !place.starts_with(['/', '.']) && !is_of_runtime(place)).then(|| file.to_owned())
    });
    Some(at(lines[first], own))
}

fn is_of_runtime(place: &str) -> bool {
    ["runtime/", "agon@", "agon/", "testing/"].iter().any(|package| place.starts_with(package))
}

/// `Exception in thread "main" java.lang.NullPointerException: ...`, then `at Bot.main(Bot.java:3)`.
/// The kit's last line says where a bot called `System.exit`.
fn java(lines: &[&str]) -> Option<String> {
    if let Some(last) = lines.last().filter(|line| line.starts_with("it called System.exit")) {
        return Some((*last).to_owned());
    }
    let is_first = |line: &&str| {
        let name = line.split([':', ' ']).next().unwrap_or("");
        line.starts_with("Exception in thread ")
            || line.starts_with("Caused by: ")
            || (name.contains('.') && (name.ends_with("Exception") || name.ends_with("Error")))
    };
    let first = lines.iter().rposition(is_first)?;
    let what = lines[first].rsplit("\" ").next()?.trim_start_matches("Caused by: ");
    let own = lines[first..].iter().find_map(|line| {
        let call = line.trim_start().strip_prefix("at ")?;
        let (method, place) = call.split_once('(')?;
        let is_own = !["java.", "jdk.", "agon.", "java.base/", "sun."]
            .iter()
            .any(|package| method.starts_with(package));
        is_own.then(|| place.trim_end_matches(')').to_owned())
    });
    Some(at(what, own))
}

/// `ReferenceError: x is not defined`, then `at play (bot.js:3:1)`; a syntax error has its place above.
fn javascript(lines: &[&str]) -> Option<String> {
    let is_first = |line: &&str| {
        let name = line.split(':').next().unwrap_or("").trim_start_matches("Uncaught ");
        let name = name.split(" [").next().unwrap_or("");
        name.ends_with("Error") && name.chars().all(char::is_alphanumeric)
    };
    let first = lines.iter().rposition(is_first)?;
    let is_own =
        |place: &str| place.contains(".js:") || place.contains(".mjs:") || place.contains(".cjs:");
    let below = lines[first..].iter().find_map(|line| {
        let call = line.trim_start().strip_prefix("at ")?;
        let place = call.rsplit('(').next()?.trim_end_matches(')').trim_start_matches("file://");
        (is_own(place) && !["/", "node:", "agon/"].iter().any(|other| place.starts_with(other)))
            .then(|| place.to_owned())
    });
    let above = || {
        let place = lines[..first].iter().rev().find(|line| is_own(line) && !line.contains(' '))?;
        let place = place.trim_start_matches("file://");
        (!place.starts_with('/')).then(|| place.to_owned())
    };
    Some(at(lines[first], below.or_else(above)))
}

/// `bot.sh: line 3: jq: command not found`, `env: 'deno': No such file or directory`.
fn shell(lines: &[&str]) -> Option<String> {
    let endings = ["not found", "No such file or directory", "Permission denied"];
    let is_it = |line: &&&str| endings.iter().any(|ending| line.ends_with(ending));
    let line = lines.iter().rev().find(is_it)?.trim();
    // A first line such as `#!/usr/bin/env python3` that ends with CR LF names a program `python3\r`.
    let is_windows = line.contains("\\r'") || line.contains('\r');
    let advice = "; its lines end as on Windows: save it with Unix line breaks (LF)";
    Some(if is_windows { format!("{line}{advice}") } else { line.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(log: &str, expected: &str) {
        assert_eq!(cause(log).as_deref(), Some(expected), "{log}");
    }

    #[test]
    fn every_language_tells_its_cause() {
        says(
            "Traceback (most recent call last):\n  File \"bot.py\", line 3, in <module>\n    \
             agon.run(play)\n  File \"agon/_run.py\", line 9, in run\n    x\n\
             NameError: name 'x' is not defined\n",
            "NameError: name 'x' is not defined (bot.py, line 3)",
        );
        says(
            "  File \"lib/a.py\", line 12\n    def f(\n         ^\nSyntaxError: '(' was never closed",
            "SyntaxError: '(' was never closed (lib/a.py, line 12)",
        );
        says(
            "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::at\n",
            "std::out_of_range was not caught: vector::at",
        );
        says(
            "\nthread 'main' (7) panicked at src/main.rs:5:10:\nindex out of bounds\nnote: run with",
            "it panicked: index out of bounds (src/main.rs:5:10)",
        );
        says(
            "panic: runtime error: index out of range [5]\n\ngoroutine 1 [running]:\nruntime.x()\n\t\
             runtime/panic.go:7 +0x1\nmain.play(...)\n\tbot/bot.go:12 +0x1d\n",
            "panic: runtime error: index out of range [5] (bot.go:12)",
        );
        says(
            "Exception in thread \"main\" java.lang.IllegalStateException: no\n\t\
             at java.base/x.y(Z.java:1)\n\tat Bot.main(Bot.java:3)\n",
            "java.lang.IllegalStateException: no (Bot.java:3)",
        );
        says(
            "java.lang.IllegalStateException: in an earlier turn\n\tat Bot.play(Bot.java:3)\n\
             it called System.exit (Bot.java:8)\n",
            "it called System.exit (Bot.java:8)",
        );
        says(
            "bot.js:3\nfoo();\n^\n\nReferenceError: foo is not defined\n    \
             at Object.<anonymous> (bot.js:3:1)\n",
            "ReferenceError: foo is not defined (bot.js:3:1)",
        );
        says(
            "bot.js:4\nconst = 1;\n      ^\n\nSyntaxError: Unexpected token '='\n    \
             at wrapSafe (node:internal:1)\n",
            "SyntaxError: Unexpected token '=' (bot.js:4)",
        );
        says("bot: line 2: jq: command not found\n", "bot: line 2: jq: command not found");
        says(
            "/usr/bin/env: 'python3\\r': No such file or directory\n",
            "/usr/bin/env: 'python3\\r': No such file or directory; its lines end as on Windows: save it \
             with Unix line breaks (LF)",
        );
        let long = "x".repeat(300);
        says(
            &format!("  File \"bot.py\", line 3, in play\nValueError: {long}\n"),
            &format!("ValueError: {}... (bot.py, line 3)", &long[..188]),
        );
        assert_eq!(cause("cannot go on\n"), None);
        assert_eq!(cause(""), None);
    }
}
