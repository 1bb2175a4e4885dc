//! Turns a match into the frames that a viewer draws: the board of the game, and around it the data that
//! all games have in common (seats on turn, orders, notes, time and energy spent).

use crate::{Playback, ReplayFault, delta};
use agon_core::{
    Actor, Contest, Deed, End, Event, EventKind, FramePer, Note, Now, Scribe, Seat, Why,
};
use serde::Serialize;
use serde_json::{Value, json};

/// The parts that frames of all games have.
#[derive(Debug, Serialize)]
struct Frame<B: Serialize> {
    /// The round that was played; `None` before the first turn.
    round: Option<u32>,
    /// The seats that had a turn.
    seats: Vec<u8>,
    /// Time and energy spent, by seat.
    spent: Vec<Cost>,
    /// Turns that the bot did not end itself: seat, actor, reason.
    ends: Vec<Value>,
    /// Orders: seat, actor, call, and the reply; or null and the reason of the refusal.
    orders: Vec<Value>,
    /// Notes of bots: seat, actor, note.
    notes: Vec<Value>,
    /// Events worth showing to a spectator.
    events: Vec<Event>,
    /// The game's board.
    board: B,
    /// The turns of one seat after the other, if the frame has several seats that moved one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepFrame>,
}

/// The turns of one seat inside of a frame.
#[derive(Debug, Serialize)]
struct StepFrame {
    seat: Seat,
    /// The patch that turns the frame's board into the board after these turns, as JSON text: a patch has
    /// members that frames must not have, and a viewer parses it only if it shows the step.
    patch: String,
}

impl StepFrame {
    /// `board` and `after` are the boards as JSON text.
    fn new(seat: Seat, board: &str, after: &str) -> StepFrame {
        let patch = delta::diff_texts(board, after).unwrap_or_else(|| json!({}));
        StepFrame { seat, patch: patch.to_string() }
    }
}

/// Time and energy that one seat spent since the last frame.
#[derive(Clone, Debug, Default, Serialize)]
struct Cost {
    seconds: f64,
    energy: u64,
    /// Number of turns; more than one if every unit has its own.
    turns: u32,
}

/// Plays the replay and passes every frame to `show`: first the position before the first turn, then one
/// frame per turn or round, as the game's `INFO.frame_per` says. The frames have no steps.
pub fn frames<G: Contest>(
    playback: &mut Playback<'_, G>,
    show: &mut dyn FnMut(Value),
) -> Result<(), ReplayFault> {
    let mut show = |_: &G, frame| show(frame);
    let mut maker = FrameMaker::new(&playback.game, &mut show);
    playback.run(&mut maker).map(|_| ())
}

/// The frame of a position from another program's replay, which has no orders of Agon. `steps` are the
/// boards after each seat's turns, if the replay has them.
pub fn foreign_frame(board: Value, steps: &[(Seat, Value)]) -> Value {
    let round = board.get("round").and_then(Value::as_i64).filter(|&round| round >= 0);
    let text = if steps.is_empty() { String::new() } else { board.to_string() };
    let step = |(seat, after): &(Seat, Value)| StepFrame::new(*seat, &text, &after.to_string());
    let steps: Vec<StepFrame> = steps.iter().map(step).collect();
    let mut frame = json!({"round": round, "seats": [], "spent": [], "ends": [], "orders": [],
        "notes": [], "events": [], "board": board});
    if !steps.is_empty() {
        frame["steps"] = json!(steps);
    }
    frame
}

/// What follows a turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Due {
    /// Another turn of the same frame and seat.
    Turn,
    /// The turns of another seat, in the same frame.
    Step,
    Frame,
}

/// Decides when a frame is due: after every turn (of all actors that move together) or every round, as the
/// game's `INFO.frame_per` says.
pub struct Beat {
    /// The actors of the current turn that have not ended it yet.
    pending: Vec<Actor>,
    round: u32,
}

impl Beat {
    /// Starts at this position.
    pub fn new<G: Contest>(game: &G) -> Beat {
        Beat { pending: actors_to_move(game), round: game.round() }
    }

    /// Whether a frame is due after this actor's turn; `game` is the position after it.
    pub fn is_due<G: Contest>(&mut self, game: &G, actor: Actor) -> bool {
        self.after(game, actor) == Due::Frame
    }

    fn after<G: Contest>(&mut self, game: &G, actor: Actor) -> Due {
        self.pending.retain(|&other| other != actor);
        if !self.pending.is_empty() {
            return Due::Turn;
        }
        self.pending = actors_to_move(game);
        let is_new_round = game.round() != self.round;
        self.round = game.round();
        let seat = game.seat(actor);
        match G::INFO.frame_per {
            FramePer::Turn => Due::Frame,
            FramePer::Round if is_new_round || self.pending.is_empty() => Due::Frame,
            FramePer::Round if self.pending.iter().all(|&next| game.seat(next) != seat) => {
                Due::Step
            }
            FramePer::Round => Due::Turn,
        }
    }
}

fn actors_to_move<G: Contest>(game: &G) -> Vec<Actor> {
    match game.now() {
        Now::Turn(actors) => actors.to_vec(),
        Now::Over(_) => Vec::new(),
    }
}

/// A scribe that makes frames while a match or a replay is played.
pub struct FrameMaker<'a, G: Contest> {
    show: &'a mut dyn FnMut(&G, Value),
    beat: Beat,
    ended: Vec<Actor>,
    deeds: Vec<Deed<G>>,
    spent: Vec<Cost>,
    ends: Vec<Value>,
    notes: Vec<Value>,
    round: u32,
    /// Whether frames have steps.
    has_steps: bool,
    /// The seats whose turns of this frame are over, and the boards after them as JSON text.
    steps: Vec<(Seat, String)>,
    /// How many actors and deeds belong to these steps.
    in_steps: (usize, usize),
    /// The position of the frame before.
    before: G,
    /// The last seat that led alone.
    leader: Option<Seat>,
    /// The seat whose knowledge the frames show; `None` shows everything.
    seen_by: Option<Seat>,
}

impl<'a, G: Contest> FrameMaker<'a, G> {
    /// Hands the position before the first turn to `show`, and from then on every position that has a
    /// frame, each with its frame.
    pub fn new(game: &G, show: &'a mut dyn FnMut(&G, Value)) -> FrameMaker<'a, G> {
        FrameMaker::seen_by(None, game, show)
    }

    /// The same with what the player of one seat knows: its board, its own orders, notes and costs, and the
    /// events that it notices.
    pub fn seen_by(
        seen_by: Option<Seat>,
        game: &G,
        show: &'a mut dyn FnMut(&G, Value),
    ) -> FrameMaker<'a, G> {
        let mut maker = FrameMaker {
            show,
            beat: Beat::new(game),
            ended: vec![],
            deeds: vec![],
            spent: vec![],
            ends: vec![],
            notes: vec![],
            round: game.round(),
            has_steps: false,
            steps: vec![],
            in_steps: (0, 0),
            before: game.clone(),
            leader: None,
            seen_by,
        };
        maker.show(game);
        maker
    }

    /// Adds to each frame of several seats that moved one after the other the boards after each seat's turns.
    pub fn with_steps(self) -> FrameMaker<'a, G> {
        FrameMaker { has_steps: true, ..self }
    }

    /// The board with what these actors did.
    fn board(&self, game: &G, ended: &[Actor], deeds: &[Deed<G>]) -> G::Frame {
        match self.seen_by {
            None => game.frame(ended, deeds),
            Some(seat) => game.seat_frame(seat, ended, deeds),
        }
    }

    /// Keeps the board after the turns of a seat.
    fn add_step(&mut self, game: &G) {
        let (ended, deeds) = (&self.ended[self.in_steps.0..], &self.deeds[self.in_steps.1..]);
        let Some(&last) = ended.last() else { return };
        let board = text_of(&self.board(game, ended, deeds));
        self.steps.push((game.seat(last), board));
        self.in_steps = (self.ended.len(), self.deeds.len());
    }

    fn show(&mut self, game: &G) {
        if !self.steps.is_empty() {
            self.add_step(game);
        }
        let steps = std::mem::take(&mut self.steps);
        self.in_steps = (0, 0);
        let mut seats: Vec<u8> = self.ended.iter().map(|&actor| game.seat(actor).0).collect();
        seats.sort_unstable();
        seats.dedup();
        let order = |deed: &Deed<G>| {
            let seat = game.seat(deed.actor);
            match G::refusal(&deed.reply) {
                Some(why) => json!([seat, deed.actor, deed.call, null, why]),
                None => json!([seat, deed.actor, deed.call, deed.reply]),
            }
        };
        let is_shown = |seat: Seat| self.seen_by.is_none_or(|viewer| viewer == seat);
        let shown = self.deeds.iter().filter(|deed| is_shown(game.seat(deed.actor)));
        let orders = shown.map(order).collect();
        let board = self.board(game, &self.ended, &self.deeds);
        let text = if steps.is_empty() { String::new() } else { text_of(&board) };
        let board = serde_json::to_value(board).expect("frames are plain data with text keys");
        let mut events = game.events(&self.before, &self.ended, &self.deeds);
        if let Some(seat) = self.seen_by {
            events.retain(|event| game.notices(seat, event));
        }
        let refused = refusals(game, &self.deeds).into_iter();
        events.extend(refused.filter(|event| event.by.is_none_or(is_shown)));
        // A seat that sees a part of the board cannot know which one leads.
        if self.seen_by.is_none() {
            events.extend(self.lead_change(&board));
        }
        let frame = Frame {
            round: (!self.ended.is_empty()).then_some(self.round),
            seats,
            spent: std::mem::take(&mut self.spent),
            ends: std::mem::take(&mut self.ends),
            orders,
            notes: std::mem::take(&mut self.notes),
            events,
            steps: steps.iter().map(|(seat, after)| StepFrame::new(*seat, &text, after)).collect(),
            board,
        };
        (self.show)(
            game,
            serde_json::to_value(frame).expect("frames are plain data with text keys"),
        );
        self.ended.clear();
        self.deeds.clear();
        self.round = game.round();
        self.before.clone_from(game);
    }

    /// The event that a new seat is the only leader by the game's first gauge.
    fn lead_change(&mut self, board: &Value) -> Option<Event> {
        let gauge = G::GAUGES.first()?;
        let score =
            |seat: usize| board.pointer(&gauge.path.replace("{}", &seat.to_string()))?.as_f64();
        let scores: Vec<(usize, f64)> =
            (0..G::INFO.seats.1).filter_map(|seat| Some((seat, score(seat)?))).collect();
        let best = scores.iter().map(|&(_, score)| score).max_by(f64::total_cmp)?;
        let mut leaders = scores.iter().filter(|&&(_, score)| score == best);
        let (seat, None) = (leaders.next()?.0, leaders.next()) else { return None };
        let leader = Seat(seat as u8);
        if self.leader.replace(leader) == Some(leader) {
            return None;
        }
        let sentence =
            format!("{} takes the lead: {best} {}", G::INFO.seat_names[seat], gauge.name);
        Some(Event::new(EventKind::LeadChange, sentence).by(leader))
    }

    fn record_end(&mut self, game: &G, actor: Actor, end: &End) {
        let seat = game.seat(actor).index();
        if self.spent.len() <= seat {
            self.spent.resize(seat + 1, Cost::default());
        }
        self.ended.push(actor);
        if self.seen_by.is_some_and(|viewer| viewer.index() != seat) {
            return;
        }
        let cost = &mut self.spent[seat];
        cost.seconds += end.spent.seconds;
        cost.energy += end.spent.energy;
        cost.turns += 1;
        if end.why != Why::Done {
            self.ends.push(json!([seat, actor, end.why]));
        }
    }
}

fn text_of<B: Serialize>(board: &B) -> String {
    serde_json::to_string(board).expect("frames are plain data with text keys")
}

/// One event for each seat whose orders were refused: how many, and the first reason.
fn refusals<G: Contest>(game: &G, deeds: &[Deed<G>]) -> Vec<Event> {
    let mut refused: Vec<(Seat, usize, String)> = Vec::new();
    for deed in deeds {
        let Some(why) = G::refusal(&deed.reply) else { continue };
        let seat = game.seat(deed.actor);
        match refused.iter_mut().find(|(known, ..)| *known == seat) {
            Some((_, count, _)) => *count += 1,
            None => refused.push((seat, 1, why)),
        }
    }
    let events = refused.into_iter().map(|(seat, count, why)| {
        let name = G::INFO.seat_names[seat.index()];
        let sentence = match count {
            1 => format!("an order of {name} was refused: {why}"),
            _ => format!("{count} orders of {name} were refused, the first one: {why}"),
        };
        Event::new(EventKind::Refusal, sentence.trim_end_matches('.')).by(seat)
    });
    events.collect()
}

impl<G: Contest> Scribe<G> for FrameMaker<'_, G> {
    fn call(&mut self, _game: &G, actor: Actor, call: &G::Call, reply: &G::Reply) {
        if G::is_order(call) {
            self.deeds.push(Deed { actor, call: call.clone(), reply: reply.clone() });
        }
    }

    fn note(&mut self, game: &G, actor: Actor, note: &Note) {
        if self.seen_by.is_some_and(|viewer| viewer != game.seat(actor)) {
            return;
        }
        self.notes.push(json!([game.seat(actor), actor, note]));
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        self.record_end(game, actor, end);
        match self.beat.after(game, actor) {
            Due::Turn => {}
            Due::Step if self.has_steps => self.add_step(game),
            Due::Step => {}
            Due::Frame => self.show(game),
        }
    }
}
