//! Small drawn positions for testing single rules.

use agon_core::{Actor, Contest, End, Event, Game, LegalCall, Now, Outcome, Spent, Why};
use agon_homerun::{Call, HomeRun, Location, Reply, Rules, Team, View};

/// A drawn position being played.
pub struct Lab {
    pub game: HomeRun,
}

/// A drawn position in the rules of the handbook.
pub fn lab(drawing: &str) -> Lab {
    lab_of(Rules::handbook(), drawing)
}

/// A drawn position.
pub fn lab_of(rules: Rules, drawing: &str) -> Lab {
    let game = HomeRun::from_drawing(drawing, rules, 1).unwrap();
    Lab { game }
}

impl Lab {
    /// The unit whose turn it is.
    pub fn actor(&self) -> Actor {
        match self.game.now() {
            Now::Turn(actors) => actors[0],
            Now::Over(outcome) => panic!("the game is over: {}", outcome.reason.sentence),
        }
    }

    pub fn outcome(&self) -> Outcome {
        match self.game.now() {
            Now::Over(outcome) => outcome,
            Now::Turn(_) => panic!("the game goes on"),
        }
    }

    pub fn is_over(&self) -> bool {
        matches!(self.game.now(), Now::Over(_))
    }

    /// What the unit whose turn it is sees.
    pub fn view(&self) -> View {
        self.view_of(self.actor())
    }

    pub fn view_of(&self, actor: Actor) -> View {
        let mut view = View::default();
        self.game.view(actor, &mut view);
        view
    }

    pub fn at(&self) -> (i32, i32) {
        let Location { x, y } = self.view().me.at;
        (x, y)
    }

    /// The unit whose turn it is makes a call.
    pub fn say(&mut self, call: Call) -> Reply {
        self.game.call(self.actor(), &call)
    }

    /// The same, and it must be carried out.
    pub fn order(&mut self, call: Call) -> &mut Lab {
        let reply = self.say(call.clone());
        assert!(!matches!(reply, Reply::Refused(_)), "{call:?}: {reply:?}");
        self
    }

    pub fn end(&mut self) -> &mut Lab {
        self.end_by(Why::Done, 0)
    }

    pub fn end_by(&mut self, why: Why, energy: u64) -> &mut Lab {
        let spent = Spent { seconds: 0.0, energy };
        self.game.end(self.actor(), End { why, spent });
        self
    }

    /// All units yield until it is the turn of the unit at (x, y).
    pub fn turn_at(&mut self, x: i32, y: i32) -> &mut Lab {
        for _ in 0..200 {
            if self.at() == (x, y) {
                return self;
            }
            self.end();
        }
        panic!("no unit at ({x}, {y}) ever has its turn");
    }

    /// All units yield until a round begins.
    pub fn round(&mut self, round: u32) -> &mut Lab {
        while !self.is_over() && self.game.round() < round {
            self.end();
        }
        self
    }

    /// Reputation and points of a team, as its headquarters reads them in its turn.
    pub fn purse(&self, team: Team) -> (f32, f32) {
        let view = self.view_of(Actor([0, 3][team.index()]));
        (view.reputation, view.points)
    }

    /// What the unit whose turn it is may order.
    pub fn legal_calls(&self) -> Vec<LegalCall<Call>> {
        let mut list = Vec::new();
        self.game.legal_calls(self.actor(), &mut list);
        list
    }

    /// Plays, yields until the next round begins, and returns the events.
    pub fn events(&mut self, play: impl FnOnce(&mut Lab)) -> Vec<Event> {
        let (before, first, round) = (self.game.clone(), self.actor(), self.game.round());
        play(self);
        self.round(round + 1);
        self.game.events(&before, &[first], &[])
    }

    #[track_caller]
    pub fn expect(&self, drawing: &str) {
        let rows = drawing.lines().map(|row| row.split_whitespace().collect::<Vec<_>>());
        let rows = rows.filter(|row| !row.is_empty()).map(|row| row.join(" "));
        let wanted = rows.collect::<Vec<_>>().join("\n");
        assert_eq!(self.game.drawing(), wanted);
    }
}
