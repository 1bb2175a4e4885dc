//! The invented contests of the demo: one event per game. Names and texts are in a file, so that this program
//! knows no game; a game that the file does not have gets an event with plain names.

use agon_games::GAMES;
use serde::Deserialize;
use serde_json::{Value, json};

/// The events, as data.
const FILE: &str = include_str!("../../../templates/demo.json");

/// Teams with a bot in each event.
pub const TEAMS: usize = 8;

/// An event.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    /// The game, which also names the event.
    pub game: String,
    pub title: String,
    pub zone: String,
    pub place: String,
    pub maps: Vec<String>,
    pub divisions: Vec<String>,
    pub teams: Vec<CastTeam>,
    /// A team that withdraws without a bot.
    pub latecomer: String,
    /// Seats of the ladder's games.
    pub seats: usize,
    /// Formats of the tournaments.
    pub tournaments: Vec<String>,
    pub question: String,
    pub answer: String,
}

/// A team with a bot.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastTeam {
    pub name: String,
    /// `builtin:NAME`, or the language of a starter: `python` or `js`.
    pub bot: String,
}

/// The events, in the order of the games.
pub fn casts() -> anyhow::Result<Vec<Cast>> {
    let known: Vec<Cast> = serde_json::from_str(FILE)?;
    let find = |id: &str| known.iter().find(|cast| cast.game == id).cloned();
    Ok(GAMES
        .iter()
        .map(|info| find(info.id).unwrap_or_else(|| plain(info.id, info.seats.0)))
        .collect())
}

/// An event of a game that the file does not have.
fn plain(game: &str, seats: usize) -> Cast {
    let bots = ["python", "js", "builtin:random", "builtin:nothing"];
    let team = |(number, bot): (usize, &&str)| CastTeam {
        name: format!("Team {}", number + 1),
        bot: (*bot).to_owned(),
    };
    Cast {
        game: game.to_owned(),
        title: format!("The {game} cup"),
        zone: "UTC".into(),
        place: "the lecture hall".into(),
        maps: Vec::new(),
        divisions: vec!["newcomers".into(), "veterans".into()],
        teams: bots.iter().cycle().take(TEAMS).enumerate().map(team).collect(),
        latecomer: "Team Late".into(),
        seats: seats.max(2),
        tournaments: vec![if seats > 2 { "pods".into() } else { "swiss".into() }],
        question: "When do the finals begin?".into(),
        answer: "At the time of the timeline.".into(),
    }
}

/// Title and plan of a tournament.
pub fn tournament(format: &str) -> (&'static str, Value) {
    let (title, more) = match format {
        "single" => ("Sprint finals, single elimination", json!({ "third_place": true })),
        "double" => ("Midterm cup, double elimination", json!({})),
        "round-robin" => ("Class tournament, round robin", json!({})),
        "mcmahon" => (
            "Midnight tournament, McMahon",
            json!({ "rounds": 3, "bar": 2, "bands": { "rank_of": 2 } }),
        ),
        "pods" => ("Qualification at tables of four", json!({ "rounds": 3, "table": 4 })),
        _ => ("Weekly Swiss", json!({ "rounds": 3 })),
    };
    let mut plan = json!({ "format": format, "games": 1 });
    for (key, value) in more.as_object().into_iter().flatten() {
        plan[key] = value.clone();
    }
    (title, plan)
}

/// Login names and names of the organisers.
pub const STAFF: [(&str, &str, &str); 2] =
    [("olga", "Olga Organiser", "organiser"), ("stan", "Stan Staff", "staff")];

/// Login names and names of the competitors; each team of an event has two of them.
pub const PEOPLE: [(&str, &str); 18] = [
    ("ada", "Ada Lindqvist"),
    ("ben", "Ben Okafor"),
    ("chen", "Chen Yifei"),
    ("dora", "Dora Novak"),
    ("emil", "Emil Hansen"),
    ("fatma", "Fatma Yilmaz"),
    ("gus", "Gus Peterson"),
    ("hana", "Hana Sato"),
    ("ivo", "Ivo Petrov"),
    ("june", "June Adeyemi"),
    ("karl", "Karl Weber"),
    ("lucia", "Lucia Ferrer"),
    ("mika", "Mika Virtanen"),
    ("nora", "Nora Brandt"),
    ("omar", "Omar Haddad"),
    ("pia", "Pia Rossi"),
    ("quinn", "Quinn Murphy"),
    ("rosa", "Rosa Alvarez"),
];

/// The handbook page of an event.
pub fn handbook(cast: &Cast, game_title: &str, version: i64) -> String {
    let Cast { title, place, zone, divisions, maps, .. } = cast;
    let divisions = divisions.join("* and *");
    let limit = match version {
        1 => "A team may ask for 30 scrimmages in an hour.",
        _ => "A team may ask for 30 scrimmages in an hour. Staff bots are always there to play.",
    };
    let maps = maps.iter().map(|map| format!("- `{map}`")).collect::<Vec<String>>().join("\n");
    format!(
        "# {title}\n\nWe play **{game_title}** in {place}. All times are in the time zone {zone}.\n\n\
         ## Who may take part\n\nTeams of up to four people. The divisions are *{divisions}*.\n\n\
         ## How it goes\n\n1. Form a team, or join one with its code.\n2. Hand in a bot. It is built and \
         plays one game; then it is valid.\n3. Ask other teams for scrimmages. The ladder plays by \
         itself.\n4. At the freeze the newest valid version of each team is fixed. The finals follow.\n\n\
         {limit}\n\n## Maps\n\n{maps}\n\n## Questions\n\nAsk staff on the page of the event. A result \
         can be disputed until the prizes are handed out.\n"
    )
}

/// Titles and texts of the announcements, oldest first.
pub fn announcements(cast: &Cast) -> [(String, String); 3] {
    let place = &cast.place;
    [
        (
            "Welcome".into(),
            format!("The event is open. You find us in {place}; the handbook has the rules."),
        ),
        (
            "The ladder has begun".into(),
            "A round is drawn every few minutes. Every team with a valid bot plays.".into(),
        ),
        (
            "Pizza at 19:00".into(),
            "There is a *vegetarian* one too. Uploads stay open while you eat.".into(),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_an_event_that_the_file_describes() {
        let casts = casts().unwrap();
        assert_eq!(casts.len(), GAMES.len());
        for (cast, info) in casts.iter().zip(GAMES) {
            assert_eq!(cast.game, info.id);
            assert_eq!((cast.teams.len(), cast.divisions.len()), (TEAMS, 2), "{}", cast.game);
            assert_ne!(cast.teams[0].name, "Team 1", "{} is missing in the file", cast.game);
        }
        assert_eq!(plain("chess", 2).teams.len(), TEAMS);
    }
}
