//! The contests' regulations: `agon bot check --regulations`, and what a competition makes of a violation.

use crate::Done;
use crate::bots::{BotArgs, refused};
use crate::report::grouped;
use agon_bots::{Admission, Inspection, inspect};
use agon_compete::Inspected;
use agon_core::{ClockRule, Conduct, Contest, Enforcement, LOOSE_FACTOR, Occasion};
use agon_games::Visitor;
use agon_runs::EntryFault;
use std::io::Write;

pub(super) struct Regulate<'a> {
    pub bot: &'a str,
    pub allow: &'a [String],
    pub run: &'a BotArgs,
    pub out: &'a mut dyn Write,
}

impl Visitor for Regulate<'_> {
    type Out = anyhow::Result<Done>;

    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        let options = self.run.options(&[self.bot.to_owned()]);
        let found = inspect::<G>(self.bot, self.allow, &options).map_err(refused)?;
        tell::<G>(&found, self.out)
    }
}

fn tell<G: Contest>(found: &Inspection, out: &mut dyn Write) -> anyhow::Result<Done> {
    let (name, title) = (&found.name, G::INFO.title);
    if G::REGULATIONS.paragraphs.is_empty() {
        writeln!(out, "{name}: the handbook of {title} forbids nothing in a bot's program.")?;
        return Ok(Done::Well);
    }
    writeln!(out, "{name} and the regulations of {title}\n")?;
    for paragraph in G::REGULATIONS.paragraphs {
        writeln!(out, "  {}: {}", paragraph.place, paragraph.says)?;
        for violation in &found.violations {
            if paragraph.bans.contains(&violation.ban) {
                writeln!(out, "    - {}: {violation}", violation.ban)?;
            }
        }
    }
    writeln!(out)?;
    for (occasion, word) in [
        (Occasion::League, "leagues"),
        (Occasion::Tournament, "tournaments"),
        (Occasion::Grading, "gradings"),
    ] {
        writeln!(out, "  {word:12} {}", policy(G::REGULATIONS.conduct(occasion)))?;
    }
    writeln!(out)?;
    if found.enters_tournaments == Some(false) {
        writeln!(
            out,
            "It stays out of tournaments, by its own choice, and is graded all the same."
        )?;
    }
    match (found.language, found.is_read, found.violations.len()) {
        (None, ..) => writeln!(out, "It comes with Agon and is not checked.")?,
        (Some(language), false, _) => writeln!(
            out,
            "Its program was not read: Agon reads Python, and Java that is written for the contest, not {}.",
            language.title()
        )?,
        (_, true, 0) => writeln!(out, "It violates none of them.")?,
        (_, true, count) => {
            let s = if count == 1 { "" } else { "s" };
            writeln!(out, "{} violation{s}.", grouped(count as u64))?;
            return Ok(Done::Badly);
        }
    }
    Ok(Done::Well)
}

/// The same for a competition that begins; none if it treats bots as a contest without regulations does.
pub(super) fn policy_sentence(conduct: Conduct) -> Option<String> {
    let plain = Conduct { regulations: Enforcement::Off, clock: ClockRule::Strict };
    (conduct != plain).then(|| format!("The contest's regulations: {}.", policy(conduct)))
}

/// How a kind of competition treats violations and the clock, unless its file says otherwise.
fn policy(conduct: Conduct) -> String {
    let regulations = match conduct.regulations {
        Enforcement::Enforce => "a violation keeps a bot out",
        Enforcement::Report => "violations are reported",
        Enforcement::Off => "programs are not read",
    };
    let clock = match conduct.clock {
        ClockRule::Strict => "the clock is strict".to_owned(),
        ClockRule::Loose => format!("the clock is loose ({LOOSE_FACTOR} times the limits)"),
        ClockRule::Off => "there is no clock".to_owned(),
    };
    format!("{regulations}; {clock}")
}

/// What an admission means for a competition.
pub(super) fn verdict(found: Admission, conduct: Conduct) -> Result<Option<Inspected>, EntryFault> {
    let Admission { ruling, stays_out, is_read } = found;
    agon_compete::verdict(ruling, stays_out, is_read, conduct).map_err(EntryFault::Barred)
}
