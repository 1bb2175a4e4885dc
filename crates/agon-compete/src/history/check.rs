//! What makes an entry fit the log before it.

use super::game::rank_fault;
use super::{Entrant, Game, History, Refusal};
use crate::{Action, Draw, DrawnGame, Entered, EntrantId, Entry, Meeting, Played};
use std::collections::BTreeSet;

type Checked<T = ()> = Result<T, Refusal>;

fn refuse<T>(sentence: impl Into<String>) -> Checked<T> {
    Err(Refusal(sentence.into()))
}

impl History {
    /// Whether [`History::apply`] would accept an entry.
    pub fn check(&self, entry: &Entry) -> Checked {
        match (entry, &self.begin) {
            (Entry::Begin { .. }, None) => return Ok(()),
            (Entry::Begin { .. }, Some(_)) => return refuse("it has a second `begin` entry"),
            (_, None) => return refuse("its first line is not a `begin` entry"),
            _ => {}
        }
        let goes_on = matches!(
            entry,
            Entry::Entered(_) | Entry::Draw(_) | Entry::More { .. } | Entry::Played(_)
        );
        if goes_on {
            self.check_not_stopped()?;
        }
        match entry {
            Entry::Begin { .. } | Entry::Build { .. } | Entry::Rejected { .. } => Ok(()),
            Entry::Entered(entered) => self.check_entered(entered),
            Entry::Inspected { entrant, .. }
            | Entry::Aside { entrant, .. }
            | Entry::Back { entrant } => self.known(*entrant).map(|_| ()),
            Entry::Draw(draw) => self.check_draw(draw),
            Entry::More { meeting, games } => {
                let Some(drawn) = self.meeting(meeting) else {
                    return refuse(format!("meeting {meeting} was not drawn"));
                };
                if drawn.meeting.walkover.is_some() {
                    return refuse(format!("meeting {meeting} was decided without games"));
                }
                let mut keys = BTreeSet::new();
                games.iter().try_for_each(|game| self.check_drawn(game, &drawn.meeting, &mut keys))
            }
            Entry::Played(played) => self.check_played(played),
            Entry::Void { game, attempt, .. } => self.open_game(game, *attempt).map(|_| ()),
            Entry::Dropped { game, by, .. } => {
                let drawn = &self.open_game(game, self.attempt_of(game)?)?.drawn;
                match by.iter().find(|entrant| !drawn.seats.contains(entrant)) {
                    Some(entrant) => refuse(format!("{entrant} does not play game {game}")),
                    None => Ok(()),
                }
            }
            Entry::Ruling(ruling) => self.check_ruling(&ruling.action),
        }
    }

    fn check_not_stopped(&self) -> Checked {
        match self.stopped() {
            Some(why) => refuse(format!(
                "nothing more is drawn or played in this run, because it was stopped: {why}"
            )),
            None => Ok(()),
        }
    }

    fn known(&self, entrant: EntrantId) -> Checked<&Entrant> {
        let known = self.entrant(entrant);
        known.ok_or_else(|| Refusal(format!("{entrant} has not been entered")))
    }

    fn check_entered(&self, entered: &Entered) -> Checked {
        let next = self.entrants.len() as u32 + 1;
        if entered.number != EntrantId(next) {
            return refuse(format!("{} enters as number {next}", entered.number));
        }
        self.check_name(&entered.name, None)
    }

    fn check_name(&self, name: &str, of: Option<EntrantId>) -> Checked {
        let taken = |entrant: &&Entrant| entrant.name == name || entrant.entered.name == name;
        let mut others = self.entrants.iter().filter(|entrant| Some(entrant.id()) != of);
        if name.trim().is_empty() {
            refuse("an entrant's name must not be empty")
        } else if others.any(|entrant| taken(&entrant)) {
            refuse(format!("the name `{name}` is taken"))
        } else {
            Ok(())
        }
    }

    fn check_draw(&self, draw: &Draw) -> Checked {
        let next = self.next_round();
        if draw.round != next {
            return refuse(format!("round {} is drawn, but round {next} is next", draw.round));
        }
        let (mut meetings, mut keys) = (BTreeSet::new(), BTreeSet::new());
        for meeting in &draw.meetings {
            let key = &meeting.key;
            if self.meeting_keys.contains_key(key) || !meetings.insert(key) {
                return refuse(format!("meeting {key} is drawn twice"));
            }
            for entrant in &meeting.entrants {
                let known = self.known(*entrant)?;
                if meeting.walkover.is_none() && !known.can_play(draw.round) {
                    return refuse(format!("{} has left and is drawn for {key}", known.name));
                }
            }
            match meeting.walkover {
                Some(winner) if !meeting.entrants.contains(&winner) => {
                    return refuse(format!("{winner} does not take part in meeting {key}"));
                }
                Some(_) if !meeting.games.is_empty() => {
                    return refuse(format!("meeting {key} has a winner and games"));
                }
                _ => {}
            }
            for game in &meeting.games {
                self.check_drawn(game, meeting, &mut keys)?;
            }
        }
        draw.idle.iter().try_for_each(|(entrant, _)| self.known(*entrant).map(|_| ()))?;
        for (key, winner) in &draw.settled {
            match self.meeting(key) {
                Some(drawn) if drawn.meeting.entrants.contains(winner) => {}
                _ => return refuse(format!("{winner} cannot win meeting {key}")),
            }
        }
        Ok(())
    }

    fn check_drawn<'g>(
        &self,
        game: &'g DrawnGame,
        meeting: &Meeting,
        keys: &mut BTreeSet<&'g str>,
    ) -> Checked {
        let key = &game.key;
        if self.keys.contains_key(key) || !keys.insert(key) {
            return refuse(format!("game {key} is drawn twice"));
        }
        if game.seats.is_empty() {
            return refuse(format!("game {key} has no seats"));
        }
        match game.seats.iter().find(|seat| !meeting.entrants.contains(seat)) {
            Some(other) => refuse(format!("{other} does not take part in meeting {}", meeting.key)),
            None => Ok(()),
        }
    }

    fn attempt_of(&self, key: &str) -> Checked<u32> {
        let game = self.game(key);
        game.map(|game| game.attempt).ok_or_else(|| Refusal(format!("game {key} was not drawn")))
    }

    fn open_game(&self, key: &str, attempt: u32) -> Checked<&Game> {
        let current = self.attempt_of(key)?;
        let game = &self.games[self.keys[key]];
        if attempt != current {
            return refuse(format!("game {key} is in attempt {current}, not {attempt}"));
        }
        if !game.is_open() {
            return refuse(format!("game {key} already has a result"));
        }
        Ok(game)
    }

    fn check_played(&self, played: &Played) -> Checked {
        let key = &played.game;
        let drawn = &self.open_game(key, played.attempt)?.drawn;
        if played.seats != drawn.seats || played.seed != drawn.seed {
            return refuse(format!(
                "the seats or the seed of game {key} differ from those that were drawn"
            ));
        }
        let seats = drawn.seats.len();
        if let Some(fault) = rank_fault(&played.ranks, seats) {
            return refuse(format!("game {key}: {fault}"));
        }
        let Played { scores, faults, dead, silent, .. } = played;
        if [scores.len(), faults.len(), dead.len(), silent.len()] != [seats; 4] {
            return refuse(format!(
                "game {key} needs a score, a fault, `dead` and `silent` for each of its {seats} seats"
            ));
        }
        Ok(())
    }

    fn check_ruling(&self, action: &Action) -> Checked {
        let finished = |key: &String| match self.game(key) {
            None => refuse(format!("there is no game {key}")),
            Some(game) if game.is_open() => refuse(format!("game {key} has not been played")),
            Some(game) => Ok(game),
        };
        match action {
            Action::Withdraw { entrant, .. } | Action::Disqualify { entrant, .. } => {
                let known = self.known(*entrant)?;
                match known.left {
                    Some(_) => refuse(format!("{} has already left", known.name)),
                    None => Ok(()),
                }
            }
            Action::Reinstate { entrant } => {
                let known = self.known(*entrant)?;
                match known.left {
                    Some(_) => Ok(()),
                    None => refuse(format!("{} has not left", known.name)),
                }
            }
            Action::Absent { entrant, round } => {
                self.check_not_stopped()?;
                let (known, next) = (self.known(*entrant)?, self.next_round());
                if *round < next {
                    let name = &known.name;
                    return refuse(format!(
                        "{name} cannot be absent in round {round}: it has been drawn; round {next} is next"
                    ));
                }
                Ok(())
            }
            Action::Correct { game, ranks } => {
                match rank_fault(ranks, finished(game)?.drawn.seats.len()) {
                    Some(fault) => refuse(format!("the correction of game {game}: {fault}")),
                    None => Ok(()),
                }
            }
            Action::Forfeit { game, entrant } => match self.game(game) {
                None => refuse(format!("there is no game {game}")),
                Some(known) if known.drawn.seats.contains(entrant) => Ok(()),
                Some(_) => refuse(format!("{} does not play game {game}", self.name(*entrant))),
            },
            Action::Rerun { games } => {
                self.check_not_stopped()?;
                let mut seen = BTreeSet::new();
                if games.is_empty() || !games.iter().all(|game| seen.insert(game)) {
                    return refuse("a rerun names games, each of them once");
                }
                games.iter().try_for_each(|game| finished(game).map(|_| ()))
            }
            Action::Advance { meeting, entrant } => match self.meeting(meeting) {
                None => refuse(format!("there is no meeting {meeting}")),
                Some(drawn) if !drawn.meeting.entrants.contains(entrant) => {
                    let name = self.name(*entrant);
                    refuse(format!("{name} does not take part in meeting {meeting}"))
                }
                Some(_) if !meeting.contains(".n") => {
                    refuse(format!("meeting {meeting} is not an elimination match"))
                }
                Some(_) if self.settled(meeting).is_some() => refuse(format!(
                    "the winner of meeting {meeting} has already been drawn for a later round"
                )),
                Some(_) => Ok(()),
            },
            Action::Enter { entrant } => {
                self.check_not_stopped()?;
                let known = self.known(*entrant)?;
                match known.on_time {
                    true => refuse(format!("{} takes part from the beginning", known.name)),
                    false => Ok(()),
                }
            }
            Action::Rename { entrant, name } => {
                self.known(*entrant)?;
                self.check_name(name, Some(*entrant))
            }
            Action::Stop => self.check_not_stopped(),
        }
    }
}
