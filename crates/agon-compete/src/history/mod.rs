//! The state of a run: a fold of its log. The only place where entries are checked.
//!
//! A result belongs to those who were drawn for it: [`History::apply`] refuses a game that was not drawn, and
//! a result whose seats, seed or attempt differ from the draw. Applying an entry costs about the same however
//! long the log is; only rulings that change a result count everything again.

mod check;
mod game;
mod standing;

pub use game::Game;
pub use standing::Standing;

use crate::compare::Count;
use crate::{
    Action, Begin, Entered, EntrantId, Entry, Inspected, Job, Meeting, Played, Role, Ruling,
};
use agon_ladder::mcmahon::Idle;
use standing::Standings;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Why an entry does not fit the log: a full sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// How an entrant left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The first round without it.
    pub round: u32,
    /// Whether it was disqualified.
    pub disqualified: bool,
    /// Whether its open games are forfeited.
    pub at_once: bool,
}

/// Why an entrant plays no games for now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The reason.
    pub why: String,
    /// Whether its files are missing.
    pub missing: bool,
}

/// An entrant and what has been decided about it.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// As it was entered.
    pub entered: Entered,
    /// Its current display name.
    pub name: String,
    /// Whether it was entered before the first draw.
    pub on_time: bool,
    /// The first round that it can be drawn for: no round that was drawn when it entered.
    pub enters: u32,
    /// What reading its program has shown; none if the run does not read it.
    pub inspected: Option<Inspected>,
    /// Why it is set aside.
    pub aside: Option<Aside>,
    /// Whether and how it has left.
    pub left: Option<Left>,
    /// The rounds it misses.
    pub absent: BTreeSet<u32>,
}

impl Entrant {
    /// Its permanent number.
    pub fn id(&self) -> EntrantId {
        self.entered.number
    }

    /// Whether it can be drawn for a game of this round.
    pub fn can_play(&self, round: u32) -> bool {
        self.aside.is_none() && !self.has_left(round)
    }

    /// Why its open games are not played, to be said after its name; none if they are.
    pub fn absence(&self) -> Option<&str> {
        match (&self.aside, self.left) {
            (Some(aside), _) => Some(&aside.why),
            (None, Some(left)) if left.at_once && left.disqualified => Some("is disqualified"),
            (None, Some(left)) if left.at_once => Some("has withdrawn"),
            _ => None,
        }
    }

    /// Whether it has left before this round.
    pub fn has_left(&self, round: u32) -> bool {
        self.left.is_some_and(|left| left.round <= round)
    }
}

/// A drawn meeting and the indices of its games.
#[derive(Clone, Debug)]
pub struct DrawnMeeting {
    /// As it was drawn; further games are in `games` only.
    pub meeting: Meeting,
    /// The round.
    pub round: u32,
    /// Indices of all its games.
    pub games: Vec<usize>,
}

/// A drawn round.
#[derive(Clone, Debug)]
pub struct DrawnRound {
    /// Number from 1.
    pub number: u32,
    /// Title.
    pub title: String,
    /// Indices of its meetings.
    pub meetings: std::ops::Range<usize>,
    /// Entrants without a meeting.
    pub idle: Vec<(EntrantId, Idle)>,
    /// The seeds of a bracket that begins here.
    pub seeds: Vec<EntrantId>,
}

/// The state of a run.
#[derive(Clone, Debug, Default)]
pub struct History {
    begin: Option<Begin>,
    build: Option<String>,
    entrants: Vec<Entrant>,
    rejected: BTreeMap<String, String>,
    games: Vec<Game>,
    keys: BTreeMap<String, usize>,
    open: BTreeSet<usize>,
    ended: Vec<usize>,
    meetings: Vec<DrawnMeeting>,
    meeting_keys: BTreeMap<String, usize>,
    rounds: Vec<DrawnRound>,
    settled: BTreeMap<usize, EntrantId>,
    rulings: Vec<Ruling>,
    voids: Vec<(String, String)>,
    standings: Standings,
    count: Option<Count>,
}

impl History {
    /// The history of a whole log.
    pub fn of(entries: impl IntoIterator<Item = Entry>) -> Result<History, Refusal> {
        let mut history = History::default();
        entries.into_iter().try_for_each(|entry| history.apply(entry))?;
        Ok(history)
    }

    /// Adds an entry to the log, or refuses it and changes nothing.
    pub fn apply(&mut self, entry: Entry) -> Result<(), Refusal> {
        self.check(&entry)?;
        match entry {
            Entry::Begin { begin, .. } => {
                self.build.clone_from(&begin.build);
                self.count = Count::of_plan(&begin);
                self.begin = Some(begin);
            }
            Entry::Build { build, .. } => self.build = Some(build),
            Entry::Entered(entered) => self.enter(entered),
            Entry::Rejected { name, why: Some(why) } => drop(self.rejected.insert(name, why)),
            Entry::Rejected { name, why: None } => drop(self.rejected.remove(&name)),
            Entry::Inspected { entrant, found } => {
                self.entrant_mut(entrant).inspected = Some(found);
            }
            Entry::Aside { entrant, why, missing } => {
                self.entrant_mut(entrant).aside = Some(Aside { why, missing });
            }
            Entry::Back { entrant } => {
                let turns = self.fewest_turns();
                self.entrant_mut(entrant).aside = None;
                self.standings.forgive(entrant);
                self.standings.catch_up(entrant, turns);
            }
            Entry::Draw(draw) => {
                let crate::Draw { round: number, title, meetings, idle, seeds, settled } = draw;
                for (key, winner) in settled {
                    self.settled.entry(self.meeting_keys[&key]).or_insert(winner);
                }
                let first = self.meetings.len();
                for meeting in meetings {
                    self.add_meeting(meeting, number);
                }
                let meetings = first..self.meetings.len();
                self.rounds.push(DrawnRound { number, title, meetings, idle, seeds });
            }
            Entry::More { meeting, games } => {
                let meeting = self.meeting_keys[&meeting];
                games.into_iter().for_each(|game| self.add_game(game, meeting));
            }
            Entry::Played(played) => {
                self.end(&played.game.clone(), |game| game.played = Some(played))
            }
            Entry::Void { game, why, .. } => {
                self.games[self.keys[&game]].voids += 1;
                self.voids.push((game, why));
            }
            Entry::Dropped { game, by, why } => self.end(&game, |game| {
                game.dropped = Some(why);
                game.forfeits.extend(by);
            }),
            Entry::Ruling(ruling) => self.rule(ruling),
        }
        Ok(())
    }

    fn enter(&mut self, entered: Entered) {
        self.rejected.remove(&entered.name);
        self.rejected.remove(crate::names::base_name(&entered.name));
        let predecessor = self
            .entrants
            .iter()
            .rev()
            .find(|other| entered.team.is_some() && other.entered.team == entered.team);
        let turns = match predecessor {
            Some(other) => self.standings.turns(other.id()),
            None => self.fewest_turns(),
        };
        self.standings.enter(turns);
        self.entrants.push(Entrant {
            name: entered.name.clone(),
            enters: entered.joins.unwrap_or(1).max(self.next_round()),
            entered,
            on_time: self.rounds.is_empty(),
            inspected: None,
            aside: None,
            left: None,
            absent: BTreeSet::new(),
        });
    }

    fn add_meeting(&mut self, mut meeting: Meeting, round: u32) {
        let index = self.meetings.len();
        let games = std::mem::take(&mut meeting.games);
        meeting.entrants.iter().for_each(|entrant| self.standings.take_turn(*entrant));
        self.meeting_keys.insert(meeting.key.clone(), index);
        self.meetings.push(DrawnMeeting { meeting, round, games: Vec::new() });
        games.into_iter().for_each(|game| self.add_game(game, index));
    }

    fn add_game(&mut self, drawn: crate::DrawnGame, meeting: usize) {
        let index = self.games.len();
        self.keys.insert(drawn.key.clone(), index);
        self.open.insert(index);
        self.meetings[meeting].games.push(index);
        let round = self.meetings[meeting].round;
        self.games.push(Game::new(drawn, round));
    }

    fn end(&mut self, key: &str, change: impl FnOnce(&mut Game)) {
        let index = self.keys[key];
        change(&mut self.games[index]);
        self.open.remove(&index);
        self.ended.push(index);
        self.standings.add(&self.games[index]);
        if let Some(mut count) = self.count.take() {
            count.add_complete_units(self);
            self.count = Some(count);
        }
    }

    fn rule(&mut self, ruling: Ruling) {
        match &ruling.action {
            Action::Withdraw { entrant, round } => self.leave(*entrant, *round, false),
            Action::Disqualify { entrant, round } => self.leave(*entrant, *round, true),
            Action::Reinstate { entrant } => self.entrant_mut(*entrant).left = None,
            Action::Absent { entrant, round } => {
                self.entrant_mut(*entrant).absent.insert(*round);
            }
            Action::Correct { game, ranks } => {
                let index = self.keys[game];
                self.games[index].corrected = Some(ranks.clone());
                self.count_again();
            }
            Action::Forfeit { game, entrant } => {
                let index = self.keys[game];
                let game = &mut self.games[index];
                game.corrected = None;
                game.forfeits.push(*entrant);
                if self.open.remove(&index) {
                    self.games[index].dropped = Some(ruling.why.clone());
                    self.ended.push(index);
                }
                self.count_again();
            }
            Action::Rerun { games } => {
                for game in games {
                    let index = self.keys[game];
                    self.games[index].rerun();
                    self.open.insert(index);
                    self.ended.retain(|ended| *ended != index);
                }
                self.count_again();
            }
            Action::Advance { meeting, entrant } => {
                self.settled.insert(self.meeting_keys[meeting], *entrant);
            }
            Action::Enter { .. } | Action::Stop => {}
            Action::Rename { entrant, name } => self.entrant_mut(*entrant).name.clone_from(name),
        }
        self.rulings.push(ruling);
    }

    fn leave(&mut self, entrant: EntrantId, round: Option<u32>, disqualified: bool) {
        let next = self.next_round();
        let at_once = round.is_none_or(|round| round < next);
        let round = round.unwrap_or(next).max(next);
        self.entrant_mut(entrant).left = Some(Left { round, disqualified, at_once });
    }

    /// A ruling has changed a result: counts all games again.
    fn count_again(&mut self) {
        self.standings.clear();
        self.ended.iter().for_each(|&index| self.standings.add(&self.games[index]));
        self.count = self.begin.as_ref().and_then(Count::of_plan);
        if let Some(mut count) = self.count.take() {
            count.add_complete_units(self);
            self.count = Some(count);
        }
    }

    fn entrant_mut(&mut self, entrant: EntrantId) -> &mut Entrant {
        &mut self.entrants[entrant.0 as usize - 1]
    }

    /// The run's parameters.
    pub fn begin(&self) -> Option<&Begin> {
        self.begin.as_ref()
    }

    /// The build of the program that wrote last.
    pub fn build(&self) -> Option<&str> {
        self.build.as_deref()
    }

    /// All entrants by number.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The entrants that compete.
    pub fn players(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants.iter().filter(|entrant| entrant.entered.role == Role::Player)
    }

    /// The entrant with this number.
    pub fn entrant(&self, entrant: EntrantId) -> Option<&Entrant> {
        self.entrants.get((entrant.0 as usize).checked_sub(1)?)
    }

    /// The entrant that was entered under this name.
    pub fn entered_as(&self, name: &str) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.entered.name == name)
    }

    /// The entrant with this name now, or that was entered under it.
    pub fn named(&self, name: &str) -> Option<&Entrant> {
        let now = self.entrants.iter().find(|entrant| entrant.name == name);
        now.or_else(|| self.entered_as(name))
    }

    /// An entrant's display name.
    pub fn name(&self, entrant: EntrantId) -> String {
        self.entrant(entrant).map_or(entrant.to_string(), |entrant| entrant.name.clone())
    }

    /// Bots that could not take part, with reasons.
    pub fn rejected(&self) -> &BTreeMap<String, String> {
        &self.rejected
    }

    /// All drawn games, in the order of the draws.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// A drawn game by key.
    pub fn game(&self, key: &str) -> Option<&Game> {
        Some(&self.games[*self.keys.get(key)?])
    }

    /// Games that have a result of the current attempt, in the order in which they ended.
    pub fn ended(&self) -> impl Iterator<Item = &Game> {
        self.ended.iter().map(|&index| &self.games[index])
    }

    /// Results that count, in the order in which the games ended.
    pub fn results(&self) -> impl Iterator<Item = (&Played, Vec<u8>)> {
        self.ended().filter_map(|game| Some((game.played.as_ref()?, game.ranks()?)))
    }

    /// Number of games that were played or dropped.
    pub fn ended_games(&self) -> usize {
        self.ended.len()
    }

    /// The games to play now, in the order of the draws.
    pub fn jobs(&self) -> Vec<Job> {
        let job = |&index: &usize| {
            let Game { drawn, attempt, .. } = &self.games[index];
            Job { game: drawn.clone(), attempt: *attempt }
        };
        self.open.iter().map(job).collect()
    }

    /// The games that have to be played.
    pub fn open(&self) -> impl Iterator<Item = &Game> {
        self.open.iter().map(|&index| &self.games[index])
    }

    /// All drawn meetings.
    pub fn meetings(&self) -> &[DrawnMeeting] {
        &self.meetings
    }

    /// A drawn meeting by key.
    pub fn meeting(&self, key: &str) -> Option<&DrawnMeeting> {
        Some(&self.meetings[*self.meeting_keys.get(key)?])
    }

    /// The games of a meeting, in the order in which they were drawn.
    pub fn games_of(&self, meeting: &DrawnMeeting) -> impl Iterator<Item = &Game> {
        meeting.games.iter().map(|&index| &self.games[index])
    }

    /// The drawn rounds.
    pub fn rounds(&self) -> &[DrawnRound] {
        &self.rounds
    }

    /// The meetings of a round.
    pub fn meetings_of(&self, round: &DrawnRound) -> &[DrawnMeeting] {
        &self.meetings[round.meetings.clone()]
    }

    /// Number of the round that is drawn next.
    pub fn next_round(&self) -> u32 {
        self.rounds.len() as u32 + 1
    }

    /// The winner of an elimination match that a later draw or a ruling relies on.
    pub fn settled(&self, meeting: &str) -> Option<EntrantId> {
        self.settled.get(self.meeting_keys.get(meeting)?).copied()
    }

    /// The rulings in order.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    /// Why the organisers have stopped the run; none if they have not.
    pub fn stopped(&self) -> Option<&str> {
        let stop = self.rulings.iter().find(|ruling| ruling.action == Action::Stop);
        stop.map(|ruling| ruling.why.trim_end_matches('.'))
    }

    /// The names of the entrants that are disqualified.
    pub(crate) fn disqualified_names(&self) -> BTreeSet<&str> {
        let disqualified = |entrant: &&Entrant| entrant.left.is_some_and(|left| left.disqualified);
        self.entrants.iter().filter(disqualified).map(|entrant| entrant.name.as_str()).collect()
    }

    /// The rulings as sentences. Those about entrants that have left name the round from which they act.
    pub fn ruling_sentences(&self) -> Vec<String> {
        let sentence = |ruling: &Ruling| {
            let mut ruling = ruling.clone();
            if let Action::Withdraw { entrant, round } | Action::Disqualify { entrant, round } =
                &mut ruling.action
            {
                let left = self.entrant(*entrant).and_then(|entrant| entrant.left);
                *round = left.map(|left| left.round).or(*round);
            }
            ruling.sentence(&|id| self.name(id))
        };
        self.rulings.iter().map(sentence).collect()
    }

    /// Void attempts in order: key and reason.
    pub fn voids(&self) -> &[(String, String)] {
        &self.voids
    }

    /// An entrant's record so far.
    pub fn standing(&self, entrant: EntrantId) -> &Standing {
        self.standings.get(entrant)
    }

    /// Number of meetings that an entrant was drawn for. A later version of a team goes on from its
    /// predecessor's number, and others that come in from the fewest of those that play: coming late gives
    /// no right to catch up.
    pub fn turns(&self, entrant: EntrantId) -> u32 {
        self.standings.turns(entrant)
    }

    /// The fewest turns among the entrants that play.
    fn fewest_turns(&self) -> u32 {
        let next = self.next_round();
        let playing = self.players().filter(|entrant| entrant.can_play(next));
        playing.map(|entrant| self.standings.turns(entrant.id())).min().unwrap_or(0)
    }

    /// Number of games with a result in which both sat at the table.
    pub fn met(&self, a: EntrantId, b: EntrantId) -> u32 {
        self.standings.met(a, b)
    }

    /// The units of a comparison counted so far.
    pub(crate) fn count(&self) -> Option<&Count> {
        self.count.as_ref()
    }
}
