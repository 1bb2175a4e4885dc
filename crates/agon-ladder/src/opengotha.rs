//! Writer for the file format of OpenGotha, which Go tournament programs exchange: players, games, byes,
//! and the parameters with which OpenGotha computes the same McMahon scores.
//!
//! OpenGotha reads a file only if both names of every player are non-empty and all parameter sets are
//! present; it refers to players by both names in capitals without blanks.

use crate::mcmahon::{Criterion, Event, Idle};
use std::fmt::Write;

/// The format's maximum number of rounds.
const MAX_ROUNDS: usize = 20;

/// A tournament as an OpenGotha file. `name_of` gives an entrant's name; its number becomes the first
/// name. `rounds` is the planned number. `None` if the tournament is longer than the format allows.
///
/// Start scores become grades: 0 is 30 kyu, 1 is 29 kyu, and so on, with the bar at the top.
pub fn write(
    title: &str,
    event: &Event,
    rounds: u32,
    placement: &[Criterion],
    name_of: impl Fn(u32) -> String,
) -> Option<String> {
    if rounds as usize > MAX_ROUNDS {
        return None;
    }
    let key_of = |id: u32| key(&format!("{}#{id}", name_of(id)));
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.push_str("<Tournament dataVersion=\"201\">\n<Players>\n");
    players(&mut xml, event, &name_of);
    xml.push_str("</Players>\n<Games>\n");
    games(&mut xml, event, &key_of);
    xml.push_str("</Games>\n<ByePlayers>\n");
    byes(&mut xml, event, &key_of);
    xml.push_str("</ByePlayers>\n<TournamentParameterSet>\n");
    let bar = grade(event.entrants.iter().map(|entrant| entrant.start).max().unwrap_or(0));
    parameters(&mut xml, &one_line(title), rounds, &bar, placement);
    xml.push_str("</TournamentParameterSet>\n</Tournament>\n");
    Some(xml)
}

fn players(xml: &mut String, event: &Event, name_of: &dyn Fn(u32) -> String) {
    for entrant in &event.entrants {
        let there = |round: usize| {
            let idle = event.rounds.get(round).map_or(&[][..], |r| &r.idle);
            // A missing entrant scores 0, like an unpaired one that participates.
            let away = |idle: &Idle| matches!(idle, Idle::Absent | Idle::Withdrawn);
            !idle.iter().any(|(id, idle)| *id == entrant.id && away(idle))
        };
        let bits = (0..MAX_ROUNDS).map(|round| if there(round) { '1' } else { '0' });
        let grade = grade(entrant.start);
        let _ = writeln!(
            xml,
            "<Player agaExpirationDate=\"\" agaId=\"\" club=\"\" country=\"\" egfPin=\"\" \
             ffgLicence=\"\" ffgLicenceStatus=\"\" firstName=\"#{}\" grade=\"{grade}\" name=\"{}\" \
             participating=\"{}\" rank=\"{grade}\" rating=\"{}\" ratingOrigin=\"MAN\" \
             registeringStatus=\"FIN\" smmsCorrection=\"0\"/>",
            entrant.id,
            escape(&one_line(&name_of(entrant.id))),
            bits.collect::<String>(),
            i64::from(entrant.start) * 100 - 900,
        );
    }
}

fn games(xml: &mut String, event: &Event, key_of: &dyn Fn(u32) -> String) {
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
                key_of(meeting.first),
                number + 1,
                table + 1,
                key_of(meeting.second),
            );
        }
    }
}

fn byes(xml: &mut String, event: &Event, key_of: &dyn Fn(u32) -> String) {
    // A win against the house bot scores like a bye; a loss scores 0, like being unpaired.
    let is_bye = |idle: &Idle| matches!(idle, Idle::Bye | Idle::House(2));
    for (number, round) in event.rounds.iter().enumerate() {
        for (id, _) in round.idle.iter().filter(|(_, idle)| is_bye(idle)) {
            let (player, number) = (key_of(*id), number + 1);
            let _ = writeln!(xml, "<ByePlayer player=\"{player}\" roundNumber=\"{number}\"/>");
        }
    }
}

/// The parameter sets: scores, placement and further pairings, as close to our own rules as the format
/// allows (slip in the first round, fold later, the middle floats).
fn parameters(xml: &mut String, title: &str, rounds: u32, bar: &str, placement: &[Criterion]) {
    let _ = writeln!(
        xml,
        "<GeneralParameterSet bInternet=\"false\" basicTime=\"1\" beginDate=\"2000-01-01\" \
         canByoYomiTime=\"0\" complementaryTimeSystem=\"SUDDENDEATH\" director=\"\" \
         endDate=\"2000-01-01\" fischerTime=\"0\" genMMBar=\"{bar}\" genMMFloor=\"30K\" \
         genMMS2ValueAbsent=\"1\" genMMS2ValueBye=\"2\" genMMZero=\"30K\" \
         genNBW2ValueAbsent=\"0\" genNBW2ValueBye=\"2\" genRoundDownNBWMMS=\"true\" komi=\"0.0\" \
         location=\"\" name=\"{}\" nbMovesCanTime=\"0\" numberOfCategories=\"1\" \
         numberOfRounds=\"{rounds}\" shortName=\"{}\" size=\"19\" stdByoYomiTime=\"0\"/>",
        escape(title),
        key(title)
    );
    xml.push_str(
        "<HandicapParameterSet hdBasedOnMMS=\"false\" hdCeiling=\"0\" hdCorrection=\"0\" \
         hdNoHdRankThreshold=\"30K\"/>\n<PlacementParameterSet>\n<PlacementCriteria>\n",
    );
    let known = placement.iter().filter_map(|criterion| gotha_name(*criterion));
    for (number, name) in known.chain(std::iter::repeat("NULL")).take(6).enumerate() {
        let _ = writeln!(xml, "<PlacementCriterion name=\"{name}\" number=\"{}\"/>", number + 1);
    }
    xml.push_str("</PlacementCriteria>\n</PlacementParameterSet>\n<PairingParameterSet");
    for (name, value) in PAIRING {
        let _ = write!(xml, " {name}=\"{value}\"");
    }
    xml.push_str("/>\n");
}

/// Pairing parameters; large numbers are weights.
const PAIRING: [(&str, &str); 26] = [
    ("paiBaAvoidDuplGame", "500000000000000"),
    ("paiBaBalanceWB", "1000000"),
    ("paiBaDeterministic", "true"),
    ("paiBaRandom", "0"),
    ("paiMaAdditionalPlacementCritSystem1", "Rating"),
    ("paiMaAdditionalPlacementCritSystem2", "NULL"),
    ("paiMaAvoidMixingCategories", "0"),
    ("paiMaCompensateDUDD", "true"),
    ("paiMaDUDDLowerMode", "MID"),
    ("paiMaDUDDUpperMode", "MID"),
    ("paiMaDUDDWeight", "100000000"),
    ("paiMaLastRoundForSeedSystem1", "1"),
    ("paiMaMaximizeSeeding", "5000000"),
    ("paiMaMinimizeScoreDifference", "100000000000"),
    ("paiMaSeedSystem1", "SPLITANDSLIP"),
    ("paiMaSeedSystem2", "SPLITANDFOLD"),
    ("paiSeAvoidSameGeo", "0"),
    ("paiSeBarThresholdActive", "false"),
    ("paiSeDefSecCrit", "0"),
    ("paiSeMinimizeHandicap", "0"),
    ("paiSeNbWinsThresholdActive", "false"),
    ("paiSePreferMMSDiffRatherThanSameClub", "0"),
    ("paiSePreferMMSDiffRatherThanSameClubsGroup", "0"),
    ("paiSePreferMMSDiffRatherThanSameCountry", "0"),
    ("paiSeRankThreshold", "9D"),
    ("paiStandardNX1Factor", "0.5"),
];

/// A start score as a Go grade.
fn grade(start: u32) -> String {
    if start < 30 { format!("{}K", 30 - start) } else { format!("{}D", (start - 29).min(9)) }
}

fn gotha_name(criterion: Criterion) -> Option<&'static str> {
    Some(match criterion {
        Criterion::Mms => "MMS",
        Criterion::Wins => "NBW",
        Criterion::Sos => "SOSM",
        Criterion::Sos1 => "SOSM-1",
        Criterion::Sos2 => "SOSM-2",
        Criterion::Sosos => "SOSOSM",
        Criterion::Sodos => "SODOSM",
        Criterion::Cuss => "CUSSM",
        Criterion::Dc => "SDC",
        Criterion::GamePoints | Criterion::Seed => return None,
    })
}

/// The format's reference to a player: the name in capitals without blanks.
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
