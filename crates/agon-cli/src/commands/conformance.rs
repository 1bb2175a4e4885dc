//! `agon conformance`: replays recorded games of other engines.

use crate::Done;
use crate::args::ConformanceArgs;
use crate::files::with_game;
use crate::report::count;
use agon_conformance::{FileReport, check_file, find_recordings};
use agon_core::TestSupport;
use agon_games::Visitor;
use anyhow::{Context, bail};
use std::io::Write;
use std::path::Path;

pub fn run(args: ConformanceArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let files = find_recordings(&args.paths).context("cannot search for recordings")?;
    if files.is_empty() {
        with_game(&args.game, CheckRecording(Path::new("")))?; // report an unknown game first
        bail!("no recordings (*.jsonl, *.jsonl.gz) found in the given paths");
    }
    let (mut steps, mut differences) = (0, 0);
    for file in &files {
        for report in with_game(&args.game, CheckRecording(file))? {
            let rules = report.profile.map_or("?".into(), |profile| profile.to_string());
            steps += report.steps;
            match &report.fault {
                None => writeln!(
                    out,
                    "ok    {} ({rules}, {})",
                    report.path.display(),
                    count(report.steps, "step")
                )?,
                Some(fault) => {
                    differences += 1;
                    writeln!(out, "DIFF  {} ({rules}): {fault}", report.path.display())?;
                }
            }
        }
        out.flush()?;
    }
    let (traces, steps) = (count(files.len() as u64, "trace"), count(steps, "step"));
    writeln!(out, "{traces}, {steps}, {}", count(differences, "difference"))?;
    Ok(if differences == 0 { Done::Well } else { Done::Badly })
}

struct CheckRecording<'a>(&'a Path);

impl Visitor for CheckRecording<'_> {
    type Out = Vec<FileReport>;
    fn visit<G: TestSupport>(self) -> Vec<FileReport> {
        check_file::<G>(self.0)
    }
}
