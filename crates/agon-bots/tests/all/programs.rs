//! Real programs in the real sandbox: well-behaved and hostile ones.

use crate::table::{Came, bot_file, options, play, polite};
use agon_core::Seat;
use agon_mars::Mars;
use agon_runner::IncidentKind;
use agon_timetravel::TimeTravel;

fn hostile(mode: &str) -> String {
    let text = include_str!("../bots/hostile.py").replace("@MODE@", mode);
    bot_file(&format!("{mode}.py"), &text)
}

#[test]
fn a_plain_program_and_one_with_the_kit_play_each_other() {
    let kit = bot_file("kit.py", include_str!("../bots/kit.py"));
    let Came { outcome, reports, replay } = play::<Mars>(&polite(), &kit, &options());
    for report in &reports {
        assert!(report.incidents.is_empty(), "{report:?}");
        assert_eq!(report.turns, 200);
        assert!(report.seconds > 0.0 && report.sandbox.is_some());
    }
    assert_eq!(outcome.reason.code, "time_bank", "neither does anything");
    assert!(replay.header.seats[1].hash.as_ref().unwrap().starts_with("sha256:"));
    let body = String::from_utf8_lossy(replay.body());
    for words in ["printed before anything else", "round 200", "a note"] {
        assert!(body.contains(words), "the replay should have the log line {words:?}");
    }
}

/// The hostile bot's match ends, its opponent plays undisturbed, and the reason is spelled out.
fn is_harmless(mode: &str, kind: IncidentKind, says: &str) {
    let came = play::<Mars>(&hostile(mode), &polite(), &options());
    judge(mode, &came, kind, says);
}

fn judge(mode: &str, came: &Came, kind: IncidentKind, says: &str) {
    let [report, other] = &came.reports[..] else { panic!("two reports") };
    assert!(other.incidents.is_empty(), "{mode} harmed its opponent: {other:?}");
    let incident = report.incidents.first().unwrap_or_else(|| panic!("{mode}: {report:?}"));
    assert_eq!(incident.kind, kind, "{mode}: {incident:?}");
    assert!(
        incident.sentence.contains(says),
        "{mode}: {:?} should say {says:?}",
        incident.sentence
    );
}

#[test]
fn hostile_talk_is_harmless() {
    is_harmless("noise", IncidentKind::Protocol, "not JSON");
    is_harmless("deep_json", IncidentKind::Protocol, "does not match the protocol");
    is_harmless("endless_line", IncidentKind::Protocol, "longer than 1048576 bytes");
    is_harmless("flood", IncidentKind::Flood, "said more than 16 MiB");
    is_harmless("flood_stderr", IncidentKind::Flood, "wrote to its log more than 64 MiB");
}

#[test]
fn hostile_ends_are_harmless() {
    is_harmless("exits", IncidentKind::Exited, "ended with exit code 7 in its turn of round 4");
    is_harmless("crashes", IncidentKind::Exited, "killed by signal 11 (segmentation fault)");
    is_harmless(
        "memory",
        IncidentKind::OutOfMemory,
        "it took more memory than the limit of 256 MiB (peak 2",
    );
    let came = play::<Mars>(&hostile("exits"), &polite(), &options());
    assert_eq!(came.outcome.winner(), Some(Seat(1)));
    assert_eq!(came.reports[0].last_words.as_deref(), Some("cannot go on"));
}

#[test]
fn hostile_silence_is_harmless() {
    let modes = [
        "silent",
        "half_a_line",
        "stops_itself",
        "never_reads",
        "closes_stdin",
        "closes_stdout",
        "forks",
    ];
    for mode in modes {
        let came = play::<TimeTravel>(&hostile(mode), &polite(), &options());
        assert_eq!(came.outcome.winner(), Some(Seat(1)), "{mode}");
        let [report, other] = &came.reports[..] else { panic!("two reports") };
        assert!(other.incidents.is_empty(), "{mode} harmed its opponent: {other:?}");
        let kind = report.incidents[0].kind;
        let fits = matches!(kind, IncidentKind::OutOfTime | IncidentKind::Exited);
        assert!(fits, "{mode}: {:?}", report.incidents);
    }
}

#[test]
fn a_bot_that_hangs_up_is_gone() {
    let mut options = options();
    options.sandbox = agon_sandbox::Sandbox::choose(agon_sandbox::Choice::Off);
    let came = play::<TimeTravel>(&hostile("closes_stdout"), &polite(), &options);
    assert_eq!(came.outcome.winner(), Some(Seat(1)));
    let incident = &came.reports[0].incidents[0];
    assert_eq!(incident.kind, IncidentKind::Exited);
    assert!(
        incident.sentence.contains("closed its standard input or output in its turn"),
        "{incident:?}"
    );
}

/// With every sandbox, the bot loses and the match has a result.
#[test]
fn a_bot_that_the_system_cannot_execute_loses() {
    use agon_sandbox::{Choice, Sandbox};
    use std::os::unix::fs::PermissionsExt;
    let broken = bot_file("broken", "\x7fELF and nothing else");
    std::fs::set_permissions(&broken, std::fs::Permissions::from_mode(0o755)).unwrap();
    for choice in [Choice::Auto, Choice::Landlock, Choice::Off] {
        let mut options = options();
        options.sandbox = Sandbox::choose(choice);
        let came = play::<Mars>(&broken, "builtin:nothing", &options);
        assert_eq!(came.outcome.winner(), Some(Seat(1)), "{choice:?}: {:?}", came.reports);
        assert_eq!(came.reports[0].incidents.len(), 1, "{choice:?}: {:?}", came.reports);
    }
}

#[test]
fn a_bot_cannot_kill_other_processes() {
    let came = play::<Mars>(&hostile("kills_everybody"), &polite(), &options());
    assert!(came.reports[1].incidents.is_empty(), "{:?}", came.reports[1]);
    assert_eq!(came.reports[1].turns, 200);
}

/// A second answer to a turn is dropped, and an answer in advance is made without having seen the turn.
#[test]
fn thinking_on_others_time_and_answering_twice_win_nothing() {
    for mode in ["thinks_meanwhile", "answers_twice"] {
        let came = play::<Mars>(&hostile(mode), &polite(), &options());
        for report in &came.reports {
            assert!(report.incidents.is_empty(), "{mode}: {report:?}");
            assert_eq!(report.turns, 200);
        }
    }
}

/// A bot that computes during others' turns is frozen from then on.
#[test]
fn pondering_is_seen_and_ended() {
    let ponders = bot_file("ponders.py", include_str!("../bots/ponders.py"));
    let slow = bot_file("slow.py", include_str!("../bots/slow.py"));
    let came = play::<Mars>(&ponders, &slow, &options());
    let words = came.log();
    let stood: Vec<u64> = words
        .split("stood still for ")
        .skip(1)
        .map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>())
        .map(|digits| digits.parse().unwrap())
        .collect();
    // The opponent takes 100 ms for each of its first turns.
    assert!(stood[4..18].iter().all(|&ms| ms >= 90), "it goes on pondering: {stood:?}");
}
