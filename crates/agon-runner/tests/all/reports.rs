//! The report on a program's incidents.

use agon_runner::{IncidentKind, Report};

#[test]
fn a_repeated_incident_is_told_once_with_a_count() {
    let mut report = Report::default();
    let mut add = |round: u32, what: &str| {
        report.add(round, IncidentKind::Protocol, format!("its turn in round {round} {what}"));
    };
    for round in 1..=150 {
        add(round, "failed");
    }
    add(151, "was odd");
    let told: Vec<String> = report.incidents.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["its turn in round 1 failed (150 times)", "its turn in round 151 was odd"]);
    assert_eq!((report.more_incidents, report.incident_count()), (0, 151));
    for number in 0..200 {
        report.add(1, IncidentKind::Exception, format!("KeyError: {number}"));
    }
    assert_eq!((report.incidents.len(), report.more_incidents), (Report::MAX_INCIDENTS, 102));
}
