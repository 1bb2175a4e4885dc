//! Which rows of which tables belong to an event, and what their numbers refer to.

use Refers::{Document, Object, Path, TeamPath, To};

/// What a column refers to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Refers {
    /// It has the number of a row of this table.
    To(&'static str),
    /// It has a key such as `run/7/1/r1.p1.g1`: the name of a table and the number of a row.
    Path,
    /// It has a key that starts with the number of a team.
    TeamPath,
    /// It has words such as `grading 3 team 5`: names of tables and numbers of rows.
    Object,
    /// It has a JSON document with numbers of teams, matches, runs and submissions.
    Document,
    /// It refers to no row.
    Nothing,
}

/// A table, as far as it belongs to an event.
#[derive(Clone, Debug)]
pub struct Part {
    /// The table.
    pub table: &'static str,
    /// The condition for the rows of an event, with `?` for its number.
    pub of_event: &'static str,
    /// The order of the rows of a table without numbers.
    pub order: &'static str,
    /// The columns that refer to other rows.
    pub refers: &'static [(&'static str, Refers)],
    /// Columns that stay behind: secrets, and what belongs to the server.
    pub left_out: &'static [&'static str],
}

const fn part(
    table: &'static str,
    of_event: &'static str,
    order: &'static str,
    refers: &'static [(&'static str, Refers)],
) -> Part {
    Part { table, of_event, order, refers, left_out: &[] }
}

const OF_EVENT: &str = "event = ?";
const OF_TEAM: &str = "team IN (SELECT id FROM team WHERE event = ?)";
const OF_RUN: &str = "run IN (SELECT id FROM run WHERE event = ?)";
const OF_MATCH: &str = "match IN (SELECT id FROM match WHERE event = ?)";
const OF_GRADING: &str = "grading IN (SELECT id FROM grading WHERE event = ?)";
const OF_SCRIMMAGE: &str = "scrimmage IN (SELECT id FROM scrimmage WHERE event = ?)";
const OF_JOB: &str = "event = ? OR team IN (SELECT id FROM team WHERE event = ?) \
    OR run IN (SELECT id FROM run WHERE event = ?)";
const AUDITED: &str = "object IN (SELECT 'event ' || id FROM event WHERE id = ?) \
    OR object IN (SELECT 'team ' || id FROM team WHERE event = ?) \
    OR object IN (SELECT 'run ' || id FROM run WHERE event = ?) \
    OR object IN (SELECT 'match ' || id FROM match WHERE event = ?) \
    OR object IN (SELECT 'question ' || id FROM question WHERE event = ?) \
    OR object IN (SELECT 'raffle ' || id FROM raffle WHERE event = ?) \
    OR object IN (SELECT 'grading ' || id FROM grading WHERE event = ?) \
    OR object IN (SELECT 'grading ' || g.id || ' team ' || t.id FROM grading g \
        JOIN team t ON t.event = g.event WHERE g.event = ?) \
    OR object IN (SELECT 'submission ' || s.id FROM submission s JOIN team t ON t.id = s.team \
        WHERE t.event = ?)";

const EVENT: (&str, Refers) = ("event", To("event"));
const TEAM: (&str, Refers) = ("team", To("team"));
const SUBMISSION: (&str, Refers) = ("submission", To("submission"));
const RUN: (&str, Refers) = ("run", To("run"));
const MATCH: (&str, Refers) = ("match", To("match"));
const GRADING: (&str, Refers) = ("grading", To("grading"));
const ACCOUNT: (&str, Refers) = ("account", To(super::ACCOUNTS));

/// The tables of an event; a table comes after those that its foreign keys name. Not in it: what belongs to
/// people (sessions, tokens) and to the server (workers, alerts, the feed, answers to requests).
pub const PARTS: [Part; 31] = [
    part("event", "id = ?", "id", &[]),
    part("phase_time", OF_EVENT, "at_ms, phase", &[EVENT]),
    part("downtime", OF_EVENT, "id", &[EVENT, ACCOUNT]),
    part("handbook", OF_EVENT, "version", &[EVENT, ACCOUNT]),
    part("announcement", OF_EVENT, "id", &[EVENT, ACCOUNT]),
    Part {
        // A join code lets people into the team; the imported team gets another one.
        left_out: &["join_code"],
        ..part("team", OF_EVENT, "id", &[EVENT, ("active_submission", To("submission"))])
    },
    part("member", OF_EVENT, "joined_ms, account", &[EVENT, ACCOUNT, TEAM]),
    part("extension", OF_TEAM, "id", &[TEAM, ACCOUNT]),
    part("submission", OF_TEAM, "id", &[TEAM, ACCOUNT]),
    part("activation", OF_TEAM, "id", &[TEAM, SUBMISSION]),
    part("run", OF_EVENT, "id", &[EVENT]),
    part("run_entry", OF_RUN, "run, seq", &[RUN, ("body", Document)]),
    part("run_entrant", OF_RUN, "run, number", &[RUN, TEAM, SUBMISSION]),
    part("tally", OF_RUN, "run, map, seats, ranks", &[RUN]),
    part("tally_change", OF_RUN, "run, at_ms, map, seats, ranks", &[RUN]),
    part("ladder", OF_EVENT, "event", &[EVENT, RUN]),
    part("rating_point", OF_EVENT, "version, team", &[EVENT, TEAM]),
    part("match", OF_EVENT, "id", &[EVENT, RUN, ("requested_by", To("team")), ("key", Path)]),
    part("seat", OF_MATCH, "match, seat", &[MATCH, TEAM, SUBMISSION]),
    part("game", OF_MATCH, "match, number", &[MATCH]),
    Part {
        left_out: &["token", "delivery"],
        ..part("job", OF_JOB, "id", &[EVENT, TEAM, RUN, ("key", Path)])
    },
    part("scrimmage", OF_EVENT, "id", &[EVENT, TEAM, MATCH, ("key", TeamPath)]),
    part(
        "scrimmage_side",
        OF_SCRIMMAGE,
        "scrimmage, side",
        &[("scrimmage", To("scrimmage")), TEAM, SUBMISSION],
    ),
    part("question", OF_EVENT, "id", &[EVENT, TEAM, ACCOUNT, MATCH]),
    part("grading", OF_EVENT, "id", &[EVENT, RUN, ACCOUNT]),
    part("grading_extension", OF_GRADING, "grading, team", &[GRADING, TEAM, ACCOUNT]),
    part("manual_mark", OF_GRADING, "grading, team, task", &[GRADING, TEAM, SUBMISSION, ACCOUNT]),
    part("source_comment", OF_GRADING, "id", &[GRADING, SUBMISSION, ACCOUNT]),
    part("raffle", OF_EVENT, "id", &[EVENT, TEAM, ("outcome", Document)]),
    part("event_freeze", OF_EVENT, "switch", &[EVENT, ACCOUNT]),
    part("audit", AUDITED, "id", &[ACCOUNT, ("object", Object)]),
];
