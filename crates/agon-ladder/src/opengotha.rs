//! The file format of OpenGotha, which programs for Go tournaments exchange: players, games, byes,
//! and the parameters that make it compute the same McMahon scores.

use crate::mcmahon::{Criterion, Event, Idle};
use std::fmt::Write;

/// The rounds a file can hold.
const MOST_ROUNDS: usize = 20;

/// A tournament as an OpenGotha file. `name_of` gives the entrants' names; `rounds` is the planned
/// number. `None` if the tournament is longer than the format allows.
///
/// Start scores become grades: nought is 30 kyu, one is 29 kyu, and so on, with the bar at the top.
pub fn write(
    title: &str,
    event: &Event,
    rounds: u32,
    placement: &[Criterion],
    name_of: impl Fn(u32) -> String,
) -> Option<String> {
    if rounds as usize > MOST_ROUNDS {
        return None;
    }
    let names = |id: u32| one_line(&name_of(id));
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.push_str("<Tournament dataVersion=\"201\">\n<Players>\n");
    for entrant in &event.entrants {
        let there = |round: usize| {
            let idle = event.rounds.get(round).map_or(&[][..], |r| &r.idle);
            let away = |idle: &Idle| matches!(idle, Idle::Absent | Idle::Withdrawn | Idle::Missing);
            !idle.iter().any(|(id, idle)| *id == entrant.id && away(idle))
        };
        let bits = (0..MOST_ROUNDS).map(|round| if there(round) { '1' } else { '0' });
        let grade = grade(entrant.start);
        let _ = writeln!(
            xml,
            "<Player agaExpirationDate=\"\" agaId=\"\" club=\"\" country=\"\" egfPin=\"\" \
             ffgLicence=\"\" ffgLicenceStatus=\"\" firstName=\"\" grade=\"{grade}\" name=\"{}\" \
             participating=\"{}\" rank=\"{grade}\" rating=\"{}\" ratingOrigin=\"MAN\" \
             registeringStatus=\"FIN\" smmsCorrection=\"0\"/>",
            escape(&names(entrant.id)),
            bits.collect::<String>(),
            i64::from(entrant.start) * 100 - 900,
        );
    }
    xml.push_str("</Players>\n<Games>\n");
    for (number, round) in event.rounds.iter().enumerate() {
        for (table, meeting) in round.meetings.iter().enumerate() {
            // The first seat is Black, who moves first in Go.
            let result = match meeting.result {
                None => "RESULT_UNKNOWN",
                Some((2, 0)) => "RESULT_BLACKWINS",
                Some((0, 2)) => "RESULT_WHITEWINS",
                Some((0, 0)) => "RESULT_BOTHLOSE",
                Some(_) => "RESULT_EQUAL",
            };
            let _ = writeln!(
                xml,
                "<Game blackPlayer=\"{}\" handicap=\"0\" knownColor=\"true\" result=\"{result}\" \
                 roundNumber=\"{}\" tableNumber=\"{}\" whitePlayer=\"{}\"/>",
                key(&names(meeting.first)),
                number + 1,
                table + 1,
                key(&names(meeting.second)),
            );
        }
    }
    xml.push_str("</Games>\n<ByePlayers>\n");
    for (number, round) in event.rounds.iter().enumerate() {
        for (id, _) in
            round.idle.iter().filter(|(_, idle)| matches!(idle, Idle::Bye | Idle::House(_)))
        {
            let player = key(&names(*id));
            let _ =
                writeln!(xml, "<ByePlayer player=\"{player}\" roundNumber=\"{}\"/>", number + 1);
        }
    }
    xml.push_str("</ByePlayers>\n<TournamentParameterSet>\n");
    let bar = grade(event.entrants.iter().map(|e| e.start).max().unwrap_or(0));
    let title = escape(&one_line(title));
    let _ = writeln!(
        xml,
        "<GeneralParameterSet bInternet=\"false\" basicTime=\"1\" beginDate=\"2000-01-01\" \
         complementaryTimeSystem=\"SUDDENDEATH\" director=\"\" endDate=\"2000-01-01\" \
         genMMBar=\"{bar}\" genMMFloor=\"30K\" genMMS2ValueAbsent=\"1\" genMMS2ValueBye=\"2\" \
         genMMZero=\"30K\" genNBW2ValueAbsent=\"0\" genNBW2ValueBye=\"2\" \
         genRoundDownNBWMMS=\"true\" komi=\"0.0\" location=\"\" name=\"{title}\" \
         numberOfCategories=\"1\" numberOfRounds=\"{rounds}\" shortName=\"{}\" size=\"19\"/>",
        key(&title)
    );
    xml.push_str(
        "<HandicapParameterSet hdBasedOnMMS=\"false\" hdCeiling=\"0\" hdCorrection=\"0\" \
         hdNoHdRankThreshold=\"30K\"/>\n<PlacementParameterSet>\n<PlacementCriteria>\n",
    );
    let known = placement.iter().filter_map(|criterion| gotha_name(*criterion));
    for (number, name) in known.chain(std::iter::repeat("NULL")).take(6).enumerate() {
        let _ = writeln!(xml, "<PlacementCriterion name=\"{name}\" number=\"{}\"/>", number + 1);
    }
    xml.push_str("</PlacementCriteria>\n</PlacementParameterSet>\n");
    xml.push_str("</TournamentParameterSet>\n</Tournament>\n");
    Some(xml)
}

/// A start score as a Go grade.
fn grade(start: u32) -> String {
    if start < 30 { format!("{}K", 30 - start) } else { format!("{}D", (start - 29).min(9)) }
}

fn gotha_name(criterion: Criterion) -> Option<&'static str> {
    Some(match criterion {
        Criterion::Mms => "MMS",
        Criterion::Wins => "NBW",
        Criterion::Sos => "SOSM",
        Criterion::Sos1 => "SOSMM1",
        Criterion::Sos2 => "SOSMM2",
        Criterion::Sosos => "SOSOSM",
        Criterion::Sodos => "SODOSM",
        Criterion::Cuss => "CUSSM",
        Criterion::Dc => "SDC",
        Criterion::GamePoints | Criterion::Seed => return None,
    })
}

/// How the format refers to a player: the name in capitals without blanks.
fn key(name: &str) -> String {
    escape(&name.split_whitespace().collect::<String>().to_uppercase())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}
