//! Every route of the interface on the objects of one team, as another team and as a visitor ask for them.

use super::client::Person;
use super::routes::{ROUTES, described_routes};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Whose things a route shows or changes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// All people read the same.
    Public,
    /// The caller's own things; there is nothing of other teams in the answer.
    Mine,
    /// A thing of one team: others cannot read or change it.
    Own,
    /// Only staff.
    Staff,
    /// It acts on the caller's own account or team, and can name no thing of another team.
    Caller,
}

/// The kind of every route. A new route needs a line here.
const KINDS: [(Kind, &[&str]); 5] = [
    (
        Kind::Public,
        &[
            "GET /api/v1/server",
            "GET /api/v1/events",
            "GET /api/v1/events/{event}",
            "GET /api/v1/events/{event}/announcements",
            "GET /api/v1/events/{event}/cross-table",
            "GET /api/v1/events/{event}/form",
            "GET /api/v1/events/{event}/handbook",
            "GET /api/v1/events/{event}/head-to-head",
            "GET /api/v1/events/{event}/ladder",
            "GET /api/v1/events/{event}/leaderboard",
            "GET /api/v1/events/{event}/playing",
            "GET /api/v1/events/{event}/raffles",
            "GET /api/v1/events/{event}/runs",
            "GET /api/v1/events/{event}/starters/{language}",
            "GET /api/v1/events/{event}/switches",
            "GET /api/v1/events/{event}/teams",
            "GET /api/v1/events/{event}/teams/{id}/compare",
            "GET /api/v1/events/{event}/teams/{id}/record",
            "GET /api/v1/runs/{id}",
            "GET /api/v1/runs/{id}/ratings",
            "GET /api/v1/runs/{id}/report",
            "GET /api/v1/runs/{id}/rounds",
            "GET /api/v1/runs/{id}/why",
        ],
    ),
    (
        Kind::Mine,
        &[
            "GET /api/v1/feed",
            "GET /api/v1/me",
            "GET /api/v1/me/tokens",
            "GET /api/v1/sessions",
            "GET /api/v1/events/{event}/gradings",
            "GET /api/v1/events/{event}/matches",
            "GET /api/v1/events/{event}/my-grades",
            "GET /api/v1/events/{event}/my-team",
            "GET /api/v1/events/{event}/questions",
            "GET /api/v1/events/{event}/scrimmages",
            "GET /api/v1/events/{event}/submission-limits",
            "GET /api/v1/events/{event}/submissions",
            "GET /api/v1/gradings/{id}",
        ],
    ),
    (
        Kind::Own,
        &[
            "GET /api/v1/matches/{id}",
            "GET /api/v1/matches/{id}/games/{number}/film",
            "GET /api/v1/matches/{id}/games/{number}/film/chunks/{chunk}",
            "GET /api/v1/matches/{id}/games/{number}/replay",
            "GET /api/v1/scrimmages/{id}",
            "GET /api/v1/submissions/{id}",
            "GET /api/v1/submissions/{id}/file",
            "GET /api/v1/submissions/{id}/files",
            "GET /api/v1/submissions/{id}/source",
            "POST /api/v1/matches/{id}/rematch",
            "POST /api/v1/scrimmages/{id}/answer",
            "POST /api/v1/submissions/{id}/activate",
            "PUT /api/v1/submissions/{id}/label",
            "DELETE /api/v1/accounts/{id}",
            "DELETE /api/v1/me/tokens/{id}",
            "DELETE /api/v1/sessions/{id}",
        ],
    ),
    (
        Kind::Staff,
        &[
            "GET /api/v1/accounts",
            "GET /api/v1/console/alerts",
            "GET /api/v1/console/audit",
            "GET /api/v1/console/failures",
            "GET /api/v1/console/queue",
            "GET /api/v1/console/workers",
            "GET /api/v1/events/{event}/search",
            "GET /api/v1/events/{event}/similar",
            "GET /api/v1/events/{event}/staff-bots",
            "GET /api/v1/gradings/{id}/gradebook",
            "GET /api/v1/gradings/{id}/results",
            "GET /api/v1/queue",
            "GET /api/v1/runs/{id}/log",
            "GET /api/v1/workers/desired",
            "DELETE /api/v1/source-comments/{id}",
            "PATCH /api/v1/events/{event}",
            "PATCH /api/v1/teams/{id}",
            "POST /api/v1/accounts",
            "POST /api/v1/accounts/{id}/reset-link",
            "POST /api/v1/console/jobs",
            "POST /api/v1/console/workers/readmit",
            "POST /api/v1/events",
            "POST /api/v1/events/{event}/announcements",
            "POST /api/v1/events/{event}/downtimes",
            "POST /api/v1/events/{event}/gradings",
            "POST /api/v1/events/{event}/handbook",
            "POST /api/v1/events/{event}/raffles",
            "POST /api/v1/events/{event}/runs",
            "POST /api/v1/events/{event}/staff-bots",
            "POST /api/v1/gradings/{id}/collect",
            "POST /api/v1/gradings/{id}/comments",
            "POST /api/v1/gradings/{id}/extensions",
            "POST /api/v1/gradings/{id}/regrade",
            "POST /api/v1/jobs/{id}/requeue",
            "POST /api/v1/jobs/{id}/void",
            "POST /api/v1/matches/{id}/restore",
            "POST /api/v1/matches/{id}/void",
            "POST /api/v1/questions/{id}/answer",
            "POST /api/v1/raffles/{id}/draw",
            "POST /api/v1/runs/{id}/rounds/{number}/release",
            "POST /api/v1/runs/{id}/rounds/{number}/start",
            "POST /api/v1/runs/{id}/rulings",
            "POST /api/v1/staff-bots/{id}/submissions",
            "POST /api/v1/teams/{id}/extensions",
            "PUT /api/v1/events/{event}/ladder",
            "PUT /api/v1/events/{event}/phase",
            "PUT /api/v1/events/{event}/switches",
            "PUT /api/v1/gradings/{id}",
            "PUT /api/v1/gradings/{id}/marks",
            "PUT /api/v1/gradings/{id}/released",
            "PUT /api/v1/runs/{id}/public",
            "PUT /api/v1/source-comments/{id}",
            "PUT /api/v1/staff-bots/{id}/hidden",
        ],
    ),
    (
        Kind::Caller,
        &[
            "DELETE /api/v1/sessions/current",
            "PATCH /api/v1/events/{event}/my-team",
            "POST /api/v1/events/{event}/join",
            "POST /api/v1/events/{event}/leave",
            "POST /api/v1/events/{event}/questions",
            "POST /api/v1/events/{event}/scrimmages",
            "POST /api/v1/events/{event}/submissions",
            "POST /api/v1/events/{event}/teams",
            "POST /api/v1/events/{event}/withdraw",
            "POST /api/v1/first-organiser",
            "POST /api/v1/me/password",
            "POST /api/v1/me/tokens",
            "POST /api/v1/password-reset",
            "POST /api/v1/sessions",
            "POST /api/v1/sign-up",
            "PUT /api/v1/events/{event}/my-team/scrimmages",
        ],
    ),
];

/// A team and its things.
pub struct Owner<'a> {
    pub person: &'a Person,
    pub team: i64,
    /// The numbers of its things, by the part of the address that names their kind.
    pub things: BTreeMap<&'static str, Vec<Value>>,
    /// Texts that no other team may read anywhere.
    pub secrets: Vec<String>,
}

/// What of a public answer does not depend on the reader: `last` has the matches that this reader may see.
fn for_all(body: &str) -> Value {
    let mut answer = serde_json::from_str(body).unwrap_or_else(|_| json!(body));
    if let Some(keys) = answer.as_object_mut() {
        keys.remove("last");
    }
    answer
}

/// Walks all routes of the event `cup`. `other` is a member of the other team; the organiser only looks what
/// it may see.
pub fn walk(port: u16, owner: &Owner<'_>, other: (&Person, i64), organiser: &Person) {
    let kinds: BTreeMap<&str, Kind> = KINDS
        .iter()
        .flat_map(|(kind, routes)| routes.iter().map(move |route| (*route, *kind)))
        .collect();
    let known: BTreeSet<String> = kinds.keys().map(|route| (*route).to_owned()).collect();
    assert_eq!(known, described_routes(port), "every route needs its kind in `KINDS`");
    let visitor = Person::visitor();
    let before = things_of(port, owner);
    for (method, route, body) in ROUTES {
        let key = format!("{method} {}", route.split('?').next().unwrap());
        let kind = kinds[key.as_str()];
        let part = if route.contains("{event}/teams/") { "teams" } else { part_of(route) };
        let nothing = vec![json!(0)];
        let numbers = match route.contains("{id}") {
            true => owner.things.get(part).unwrap_or_else(|| panic!("{key}: nothing to ask for")),
            false => &nothing,
        };
        for number in numbers {
            let path = route.replace("{event}", "cup").replace("{id}", &number.to_string());
            let path = path.replace("{number}", "1").replace("{chunk}", "0");
            let path = path.replace("{language}", "python");
            let ask = |person: &Person, more: &str| ask(person, port, (method, &path, body), more);
            match kind {
                Kind::Public => {
                    let [own, theirs, shown] =
                        [owner.person, other.0, &visitor].map(|person| ask(person, ""));
                    assert_eq!((own.0, for_all(&own.1)), (theirs.0, for_all(&theirs.1)), "{key}");
                    assert_eq!((own.0, for_all(&own.1)), (shown.0, for_all(&shown.1)), "{key}");
                    owner.check_secrets(&key, &shown.1);
                }
                Kind::Mine if path.ends_with("/feed") => {}
                Kind::Mine => {
                    for person in [other.0, &visitor] {
                        let (status, body) = ask(person, "");
                        assert!([200, 401, 404].contains(&status), "{key}: {status}");
                        owner.check_secrets(&key, &body);
                    }
                }
                Kind::Own => {
                    if *method == "GET" {
                        assert_eq!(ask(owner.person, "").0, 200, "{key}: {path} is its own");
                        // A competitor cannot look through the eyes of another team.
                        let view = format!("x-agon-view-as: {}\r\n", owner.team);
                        assert_eq!(ask(other.0, &view).0, 403, "{key}");
                    }
                    for person in [other.0, &visitor] {
                        let (status, body) = ask(person, "");
                        assert!([401, 403, 404].contains(&status), "{key}: {path}: {status}");
                        owner.check_secrets(&key, &body);
                    }
                }
                Kind::Staff => {
                    for person in [owner.person, other.0, &visitor] {
                        let (status, body) = ask(person, "");
                        assert!(
                            [401, 403, 404].contains(&status),
                            "{key}: {path}: {status} {body}"
                        );
                    }
                }
                Kind::Caller => {}
            }
        }
    }
    assert_eq!(things_of(port, owner), before, "what others tried has changed nothing");
    feeds_tell_only_what_is_ones_own(port, owner, other, organiser);
}

/// The part of an address that names the kind of a thing: `matches` in `/api/v1/matches/{id}`.
fn part_of(route: &str) -> &str {
    route.split('/').nth(3).unwrap_or_default()
}

/// The status and the text of an answer.
fn ask(
    person: &Person,
    port: u16,
    (method, path, body): (&str, &str, &str),
    more: &str,
) -> (u16, String) {
    let is_upload = body == "upload";
    let kind = if is_upload { "application/octet-stream" } else { "application/json" };
    let path = if is_upload { format!("{path}?name=bot.py") } else { path.to_owned() };
    let body = body.replace("PHASE", "over");
    let answer = person.ask(port, method, &path, kind, body.as_bytes(), more).unwrap();
    (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
}

/// What the owner reads about its own things.
fn things_of(port: u16, owner: &Owner<'_>) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for part in ["submissions", "matches", "scrimmages"] {
        for number in &owner.things[part] {
            let path = format!("/api/v1/{part}/{number}");
            let answer = owner.person.get(port, &path).expect(200);
            all.insert(path, String::from_utf8_lossy(&answer.body).into_owned());
        }
    }
    for path in ["my-team", "questions", "my-grades", "scrimmages"] {
        let path = format!("/api/v1/events/cup/{path}");
        let answer = owner.person.get(port, &path).expect(200);
        all.insert(path, String::from_utf8_lossy(&answer.body).into_owned());
    }
    for secret in &owner.secrets {
        let is_read = all.values().any(|text| text.contains(secret));
        assert!(is_read, "`{secret}` is a secret that its owner can read: {all:#?}");
    }
    all
}

impl Owner<'_> {
    fn check_secrets(&self, key: &str, text: &str) {
        for secret in &self.secrets {
            assert!(!text.contains(secret), "{key} tells `{secret}`: {text}");
        }
    }
}

/// The stream of news of another team, and of a visitor, from the beginning to now.
fn feeds_tell_only_what_is_ones_own(
    port: u16,
    owner: &Owner<'_>,
    (other, team): (&Person, i64),
    organiser: &Person,
) {
    let end = json!({ "title": "The end of the walk", "body": "Good night." });
    organiser.post(port, "/api/v1/events/cup/announcements", &end).expect(200);
    let path = format!("/api/v1/events/cup/matches?limit=200&team={team}");
    let page = other.get(port, &path).expect(200).json();
    let matches = page["matches"].as_array().unwrap().iter();
    let matches: BTreeSet<i64> = matches.map(|one| one["id"].as_i64().unwrap()).collect();
    for (person, is_visitor) in [(other, false), (&Person::visitor(), true)] {
        let news = person.news_until(port, "The end of the walk");
        assert!(news.iter().any(|(topic, _)| topic == "phase"), "public news are there");
        for (topic, body) in news {
            owner.check_secrets("GET /api/v1/feed", &body.to_string());
            let is_of_team = ["submission", "grading", "extension"].contains(&topic.as_str());
            let is_own = match topic.as_str() {
                _ if is_of_team => body["team"] == team,
                "match" => matches.contains(&body["match"].as_i64().unwrap()),
                "scrimmage" => !owner.things["scrimmages"].contains(&body["scrimmage"]),
                "question" => !owner.things["questions"].contains(&body["question"]),
                "alert" | "dead_job" => false,
                _ => continue,
            };
            assert!(is_own && !is_visitor, "{topic}: {body}");
        }
    }
}
