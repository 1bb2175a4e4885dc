//! `docs/tutorial.md`: its files are written and its commands are run, in order, in an empty folder.

use crate::{Run, Scratch};

/// One step of the tutorial.
enum Step<'a> {
    Write { file: &'a str, text: String },
    Run { words: Vec<&'a str>, output: Vec<&'a str> },
}

/// Blocks of `console` have commands (`$ agon ...`) with their output; a block of `python` below a line
/// `<!-- file: NAME -->` is that file. A line `...` stands for left-out output.
fn steps(text: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let (mut lines, mut file) = (text.lines(), None);
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("<!-- file: ") {
            file = name.strip_suffix(" -->");
        } else if line == "```python" {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let file =
                file.take().expect("a block of Python has a line with its file's name above it");
            steps.push(Step::Write { file, text: code.join("\n") + "\n" });
        } else if line == "```console" {
            for line in lines.by_ref().take_while(|line| *line != "```") {
                if let Some(command) = line.strip_prefix("$ agon ") {
                    let words = command.split(" #").next().unwrap_or_default().split_whitespace();
                    steps.push(Step::Run { words: words.collect(), output: Vec::new() });
                } else if let Some(Step::Run { output, .. }) = steps.last_mut() {
                    output.push(line);
                }
            }
        }
    }
    steps
}

/// Whether a line says the same: all words without digits. Times, sizes and counts depend on the machine.
fn without_figures(line: &str) -> String {
    line.split_whitespace()
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
        .filter(|word| !["ms", "s", "us", "kB", "MB"].contains(word))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn every_command_of_the_tutorial_works_as_written() {
    let here = Scratch::new("tutorial");
    let text = include_str!("../../../../docs/tutorial.md");
    let mut commands = 0;
    for step in steps(text) {
        match step {
            Step::Write { file, text } => drop(here.write(file, text)),
            Step::Run { words, output } => {
                commands += 1;
                let mut command = here.command(&words);
                command.env("AGON_CACHE", here.path("cache"));
                let run = Run::of(command.output().unwrap()).expect(0, &[]);
                let printed: Vec<String> = run.out.lines().map(without_figures).collect();
                for line in output.into_iter().filter(|line| *line != "...") {
                    let wanted = without_figures(line);
                    assert!(
                        printed.contains(&wanted),
                        "agon {}: the tutorial shows\n{line}\nbut the program printed\n{}\n{}",
                        words.join(" "),
                        run.out,
                        run.err
                    );
                }
            }
        }
    }
    assert!(commands >= 6, "only {commands} commands were found");
}
