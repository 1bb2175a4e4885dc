//! Which tournaments an entrant can still enter after the first draw.

use super::{Field, Format, Plan};
use crate::{History, next};

/// Why no entrant can enter any more, as a sentence; `None` if one can.
pub fn late_fault(plan: &Plan, history: &History) -> Option<String> {
    let drawn = history.rounds().len() as u32;
    if drawn == 0 {
        return None;
    }
    let title = plan.format.title();
    if next(&crate::Plan::Tournament(Box::new(plan.clone())), history).finished {
        return Some("the tournament has ended".into());
    }
    match plan.format {
        Format::Single | Format::Double => Some(format!(
            "the bracket of the {title} is drawn and has no free place; late entries are possible in all \
             formats without a bracket"
        )),
        Format::Swiss | Format::Mcmahon | Format::Pods => {
            let rounds = plan.rounds_for(Field::of(plan, history).on_time().len());
            (drawn >= rounds).then(|| match rounds {
                1 => "the only round is drawn".to_owned(),
                rounds => format!("the last of the {rounds} rounds is drawn"),
            })
        }
        Format::RoundRobin | Format::Arena | Format::Gauntlet => None,
    }
}
