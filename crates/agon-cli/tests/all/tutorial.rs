//! `docs/tutorial.md` and `docs/howto/test-a-bot.md`: their files are written and their commands are run, in
//! order, in an empty folder.

use crate::{Run, Scratch};

/// One step of a page.
pub enum Step<'a> {
    Write {
        file: &'a str,
        text: String,
    },
    Run {
        /// What is before the prompt's `$`: a person; empty for the reader.
        who: &'a str,
        words: Vec<String>,
        code: i32,
        output: Vec<&'a str>,
    },
}

/// Marks a command that fails.
const FAILS: &str = " # exit code 1";

/// Blocks of `console` have commands (`$ agon ...`) with their output; a block of `python` or `toml` below a
/// line `<!-- file: NAME -->` is that file. A line `...` stands for left-out output. A prompt may name a
/// person: `ada$ agon ...`.
pub fn steps(text: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let (mut lines, mut file) = (text.lines(), None);
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("<!-- file: ") {
            file = name.strip_suffix(" -->");
        } else if line == "```python" || line == "```toml" {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let file =
                file.take().expect("a block of code has a line with its file's name above it");
            steps.push(Step::Write { file, text: code.join("\n") + "\n" });
        } else if line == "```console" {
            for line in lines.by_ref().take_while(|line| *line != "```") {
                let command = line.split_once("$ agon ");
                if let Some((who, command)) = command.filter(|(who, _)| !who.contains(' ')) {
                    let code = i32::from(command.ends_with(FAILS));
                    let words = split(command.split(" #").next().unwrap_or_default());
                    steps.push(Step::Run { who, words, code, output: Vec::new() });
                } else if let Some(Step::Run { output, .. }) = steps.last_mut() {
                    output.push(line);
                }
            }
        }
    }
    steps
}

/// The words of a command; quotation marks keep blanks inside a word.
fn split(command: &str) -> Vec<String> {
    let (mut words, mut is_quoted) = (vec![String::new()], false);
    for c in command.trim().chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// Whether a line says the same: all words without digits. Times, sizes and counts depend on the machine.
fn without_figures(line: &str) -> String {
    line.split_whitespace()
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
        .filter(|word| !["ms", "s", "us", "kB", "MB", "MiB"].contains(word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Runs all commands of a page; returns their number.
fn follow(name: &str, text: &str) -> usize {
    let here = Scratch::new(name);
    let mut commands = 0;
    for step in steps(text) {
        match step {
            Step::Write { file, text } => drop(here.write(file, text)),
            Step::Run { words, code, output, .. } => {
                commands += 1;
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let mut command = here.command(&words);
                command.env("AGON_CACHE", here.path("cache"));
                let run = Run::of(command.output().unwrap()).expect(code, &[]);
                let printed: Vec<String> = run.out.lines().map(without_figures).collect();
                for line in output.into_iter().filter(|line| *line != "...") {
                    let wanted = without_figures(line);
                    assert!(
                        printed.contains(&wanted),
                        "agon {}: the page shows\n{line}\nbut the program printed\n{}\n{}",
                        words.join(" "),
                        run.out,
                        run.err
                    );
                }
            }
        }
    }
    commands
}

#[test]
fn every_command_of_the_tutorial_works_as_written() {
    let commands = follow("tutorial", include_str!("../../../../docs/tutorial.md"));
    assert!(commands >= 6, "only {commands} commands were found");
}

#[test]
fn every_command_of_the_page_about_tests_works_as_written() {
    let commands = follow("howto-test", include_str!("../../../../docs/howto/test-a-bot.md"));
    assert!(commands >= 8, "only {commands} commands were found");
}
