//! The map maker's requests: list, generate, check, save and play maps. The games do the work.

use crate::LiveFilm;
use crate::limits::LOAD_TIMEOUT;
use crate::refusal::{Refusal, busy, unprocessable};
use crate::state::{LoadBot, ServerState};
use agon_core::{Chance, Contest, GameMap, MapFault, Profile, Wishes};
use agon_games::{GAMES, Visitor};
use agon_runner::{Match, Player, built_in};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path as FilePath;
use std::sync::Arc;
use std::{fs, thread};

fn with_game<V: Visitor>(id: &str, visitor: V) -> Result<V::Out, Refusal> {
    let absent = || Refusal(StatusCode::NOT_FOUND, format!("there is no game `{id}`"));
    agon_games::visit(id, visitor).ok_or_else(absent)
}

/// All games, with their maps and bots.
pub(crate) async fn games() -> Json<Value> {
    let games = GAMES.iter().filter_map(|info| agon_games::visit(info.id, About));
    Json(games.collect())
}

struct About;

impl Visitor for About {
    type Out = Value;
    fn visit<G: Contest>(self) -> Value {
        let info = G::INFO;
        json!({
            "id": info.id,
            "title": info.title,
            "about": info.about,
            "seats": info.seats,
            "extension": info.map_extension,
            "maps": G::own_maps().iter().map(|own| own.name).collect::<Vec<_>>(),
            "wishes": info.map_wishes,
            "bots": G::bots().iter().map(|bot| (bot.name, bot.about)).collect::<Vec<_>>(),
            // By seat: the pair that plays if no bots are chosen.
            "best": (0..info.seats.1).map(best::<G>).collect::<Vec<_>>(),
            "seat_names": info.seat_names,
        })
    }
}

/// The file of a map that comes with the game.
pub(crate) async fn own(
    Path((game, name)): Path<(String, String)>,
) -> Result<Json<Value>, Refusal> {
    let text = with_game(&game, Own(&name))?;
    let absent = || Refusal(StatusCode::NOT_FOUND, format!("{game} has no map `{name}`"));
    text.map(|text| Json(json!({"text": text}))).ok_or_else(absent)
}

struct Own<'a>(&'a str);

impl Visitor for Own<'_> {
    type Out = Option<&'static str>;
    fn visit<G: Contest>(self) -> Self::Out {
        G::own_maps().iter().find(|own| own.name == self.0).map(|own| own.text)
    }
}

/// What the generator is asked for.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    wishes: Vec<String>,
    #[serde(default)]
    seed: u64,
}

/// A map from the generator, as [`picture`] describes it.
pub(crate) async fn new(
    State(state): State<Arc<ServerState>>,
    Path(game): Path<String>,
    Json(wanted): Json<Wanted>,
) -> Result<Json<Value>, Refusal> {
    let drawn = state.work.compute(move || with_game(&game, New(wanted))).await?;
    Ok(Json(drawn?.map_err(unprocessable)?))
}

struct New(Wanted);

impl Visitor for New {
    type Out = Result<Value, MapFault>;
    fn visit<G: Contest>(self) -> Self::Out {
        let words = self.0.wishes.iter().map(String::as_str);
        let wishes = Wishes::parse(words, G::INFO.map_wishes)?;
        picture::<G>(G::Map::generate(&wishes, self.0.seed)?, Profile::default())
    }
}

/// A map as the page sends it.
#[derive(Deserialize)]
pub(crate) struct Drawn {
    text: String,
    #[serde(default)]
    rules: Profile,
    #[serde(default)]
    name: String,
    #[serde(default)]
    seed: u64,
    /// Whether saving may replace a file.
    #[serde(default)]
    replace: bool,
    /// The bots by seat: `builtin:NAME`, or a file or folder; empty for the best built-in bots.
    #[serde(default)]
    bots: Vec<String>,
}

/// The verdict of `agon maps GAME check`: [`picture`] for a valid map, else `fault`.
pub(crate) async fn check(
    State(state): State<Arc<ServerState>>,
    Path(game): Path<String>,
    Json(drawn): Json<Drawn>,
) -> Result<Json<Value>, Refusal> {
    let verdict = state.work.compute(move || with_game(&game, Check(&drawn))).await?;
    Ok(Json(verdict?.unwrap_or_else(|fault| json!({"fault": fault.to_string()}))))
}

struct Check<'a>(&'a Drawn);

impl Visitor for Check<'_> {
    type Out = Result<Value, MapFault>;
    fn visit<G: Contest>(self) -> Self::Out {
        picture::<G>(G::Map::parse(&self.0.text)?, self.0.rules)
    }
}

/// A valid map: a sentence about it, its file, its text drawing, and the board before the first turn.
fn picture<G: Contest>(map: G::Map, rules: Profile) -> Result<Value, MapFault> {
    let (about, text, drawing) = (map.describe(), map.to_text(), map.draw(false));
    let setup = G::new_setup(map, rules, G::INFO.seats.0)
        .map_err(|fault| MapFault(format!("{fault} (required by the {rules} rules)")))?;
    let board = G::new(&setup, Chance::seeded(0)).frame(&[], &[]);
    Ok(json!({"about": about, "text": text, "drawing": drawing, "board": board}))
}

/// Saves a map into the folder of maps. A file with another map is replaced only if the page asks for that.
pub(crate) async fn save(
    State(state): State<Arc<ServerState>>,
    Path(game): Path<String>,
    Json(drawn): Json<Drawn>,
) -> Result<Json<Value>, Refusal> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if drawn.name.is_empty() || drawn.name.len() > 60 || !drawn.name.chars().all(is_plain) {
        return Err(unprocessable("a map's name has 1 to 60 letters, digits, `-` and `_`"));
    }
    let drawn = Arc::new(drawn);
    let (id, checked) = (game.clone(), drawn.clone());
    let checked = state.work.compute(move || with_game(&id, Check(&checked))).await?;
    let checked = checked?.map_err(unprocessable)?;
    let text = checked["text"].as_str().unwrap_or_default();
    let extension = GAMES.iter().find(|info| info.id == game).map_or("", |info| info.map_extension);
    let path = state.maps.join(format!("{}.{extension}", drawn.name));
    let written = fs::create_dir_all(&state.maps)
        .and_then(|()| write_map(&path, text.as_bytes(), drawn.replace));
    written.map_err(|e| match e.kind() {
        ErrorKind::AlreadyExists => {
            let sentence = format!("{} exists and contains another map", path.display());
            Refusal(StatusCode::CONFLICT, sentence)
        }
        _ => unprocessable(format!("cannot write {}: {e}", path.display())),
    })?;
    Ok(Json(json!({"path": path.display().to_string()})))
}

fn write_map(path: &FilePath, text: &[u8], replace: bool) -> io::Result<()> {
    if replace || fs::read(path).is_ok_and(|there| there == text) {
        return fs::write(path, text);
    }
    File::create_new(path)?.write_all(text)
}

/// Starts a match of bots on a map; its film can be watched while they play.
pub(crate) async fn play(
    State(state): State<Arc<ServerState>>,
    Path(game): Path<String>,
    Json(drawn): Json<Drawn>,
) -> Result<Json<Value>, Refusal> {
    let place = Box::new(state.work.film().await?);
    let load = state.load_bot.get().cloned();
    let started =
        state.work.compute(move || with_game(&game, Play { drawn: &drawn, busy: place, load }));
    // A bot that is compiled is cached: the next request finds it ready.
    let late = |_| busy("a bot is still being built: try again in a moment");
    let film = tokio::time::timeout(LOAD_TIMEOUT, started).await.map_err(late)??;
    Ok(Json(json!({"film": state.add(film?.map_err(unprocessable)?.film())})))
}

struct Play<'a> {
    drawn: &'a Drawn,
    /// Dropped when the match is over.
    busy: Box<dyn Send>,
    load: Option<Arc<LoadBot>>,
}

impl Visitor for Play<'_> {
    type Out = Result<LiveFilm, MapFault>;
    fn visit<G: Contest>(self) -> Self::Out {
        let Play { drawn: Drawn { text, rules, name, seed, bots, .. }, busy, load } = self;
        let (least, most) = G::INFO.seats;
        let seats = if bots.is_empty() { least } else { bots.len() };
        if !(least..=most).contains(&seats) {
            let sentence = format!("{} has {least} to {most} seats, not {seats}", G::INFO.title);
            return Err(MapFault(sentence));
        }
        let setup = G::new_setup(G::Map::parse(text)?, *rules, seats)?;
        let bot = |seat: usize| match bots.get(seat) {
            Some(word) => word.clone(),
            None => format!("builtin:{}", best::<G>(seat)),
        };
        let players: Result<Vec<Player<G>>, MapFault> =
            (0..seats).map(|seat| player::<G>(&bot(seat), load.as_deref())).collect();
        let players = players?;
        let bots: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        let live = LiveFilm::new::<G>(name, *seed, *rules, &bots);
        let (shared, seed, rules, map) = (live.share(), *seed, *rules, name.clone());
        thread::spawn(move || {
            let _busy = busy;
            let players = players.iter().collect();
            let (tournament, engine, date) = (false, "agon", None);
            let spec = Match { setup, map, rules, seed, players, tournament, engine, date };
            shared.play(&spec, false, &mut |_| {})
        });
        Ok(live)
    }
}

/// The player that a word names.
fn player<G: Contest>(word: &str, load: Option<&LoadBot>) -> Result<Player<G>, MapFault> {
    if word.starts_with("builtin:") {
        return built_in::<G>(word).map_err(|fault| MapFault(fault.to_string()));
    }
    let Some(load) = load else {
        return Err(MapFault(format!(
            "`{word}` is not a built-in bot, and this page plays no others"
        )));
    };
    let loaded = load(G::INFO.id, word).map_err(MapFault)?.downcast::<Player<G>>();
    loaded.map(|player| *player).map_err(|_| MapFault(format!("`{word}` plays another game")))
}

/// The best built-in bot for the first seat, the second best for the others. Games list them worst first.
fn best<G: Contest>(seat: usize) -> &'static str {
    let bots = G::bots();
    bots[bots.len().saturating_sub(1 + seat.min(1))].name
}
