//! Small games for tests: galaxies as text, commands in the handout's notation, outcomes of chance
//! chosen by the test.

use agon_core::{
    Chance, Contest, End, Event, Game, GameMap, LegalCall, MatchInfo, TestSupport, Why,
};
use agon_galaxy::{
    Agent, Call, Galaxy, GalaxyCommander, Moment, Rules, Setup, Side, SystemId, View,
};

/// Two systems next to each other.
pub const PAIR: &str = "A:5,10,0,6,[B],[1]\nB:5,10,0,6,[A],[1]\n";

/// Everything that is decided before a game begins.
pub struct Table {
    galaxy: Galaxy,
    rules: Rules,
    chance: Chance,
}

/// A game being played.
pub struct Played {
    pub game: GalaxyCommander,
}

impl Table {
    /// A galaxy, rules, and where Blue and Red start.
    pub fn new(galaxy: &str, rules: Rules, blue: &str, red: &str) -> Table {
        let galaxy = Galaxy::parse(galaxy).unwrap();
        let mut chance = Chance::recorded();
        for start in [blue, red] {
            chance.record(galaxy.find(start).unwrap().0.into());
        }
        Table { galaxy, rules, chance }
    }

    /// An action in which no travel cost changes, and then these outcomes are drawn.
    pub fn calm(mut self, outcomes: &[i64]) -> Table {
        for _ in 0..self.galaxy.ends().len() {
            self.chance.record(0);
        }
        outcomes.iter().for_each(|&o| self.chance.record(o));
        self
    }

    /// A command turn of three calm actions without further outcomes.
    pub fn calm_turn(self) -> Table {
        self.calm(&[]).calm(&[]).calm(&[])
    }

    /// An action in which the travel costs change like this, and then these outcomes are drawn.
    pub fn changes(mut self, changes: &[i64], outcomes: &[i64]) -> Table {
        assert_eq!(changes.len(), self.galaxy.ends().len());
        let all = changes.iter().chain(outcomes);
        all.for_each(|&o| self.chance.record(o));
        self
    }

    /// Begins to play.
    pub fn begin(self) -> Played {
        let setup = Setup::new(self.galaxy, self.rules).unwrap();
        Played { game: GalaxyCommander::new(&setup, self.chance) }
    }

    /// Plays one command turn.
    pub fn play(self, blue: &str, red: &str) -> Played {
        let mut played = self.begin();
        played.turn(blue, red);
        played
    }
}

impl Played {
    /// Plays one command turn with commands like `Capture(2); Move(B)`.
    pub fn turn(&mut self, blue: &str, red: &str) {
        for (side, commands) in Side::BOTH.into_iter().zip([blue, red]) {
            for command in commands.split(';').map(str::trim) {
                if !command.is_empty() {
                    self.game.call(side.actor(), &call(command));
                }
            }
            self.game.end(side.actor(), End::DONE);
        }
        self.game.invariants().unwrap();
    }

    /// Plays a command turn in which one side's program fails.
    pub fn failing_turn(&mut self, failing: Side, why: Why, other: &str) {
        for side in Side::BOTH {
            let end = if side == failing {
                End::because(why)
            } else {
                for command in other.split(';').map(str::trim) {
                    self.game.call(side.actor(), &call(command));
                }
                End::DONE
            };
            self.game.end(side.actor(), end);
        }
    }

    pub fn id(&self, system: &str) -> SystemId {
        self.game.galaxy().find(system).unwrap()
    }

    /// One system in the handout's notation, without its wormholes: `Blue,4,10,3,6`.
    pub fn system(&self, name: &str) -> String {
        let (id, planes) = (self.id(name), self.game.planes());
        format!(
            "{},{},{},{},{}",
            planes.owner(id),
            planes.generators(id),
            self.game.galaxy().max_generators()[id.index()],
            planes.store(id),
            planes.capture_cost(id)
        )
    }

    pub fn owner(&self, name: &str) -> String {
        self.game.planes().owner(self.id(name)).to_string()
    }

    pub fn blue(&self) -> &Agent {
        self.game.agent(Side::Blue)
    }

    pub fn red(&self) -> &Agent {
        self.game.agent(Side::Red)
    }

    /// Both agents after the `step`-th action (from 1) of the last command turn.
    pub fn moment(&self, step: usize) -> &Moment {
        &self.game.trail().moments()[step - 1]
    }

    /// The commands of one side in the last turn as they took effect.
    pub fn effective(&self, side: Side) -> Vec<String> {
        let text = tell_actions(&self.game, side);
        text.into_iter().map(|action| action.0).collect()
    }

    /// Why the commands of one side in the last turn were lost; empty if they were not.
    pub fn lost(&self, side: Side) -> Vec<String> {
        tell_actions(&self.game, side).into_iter().map(|action| action.1).collect()
    }

    /// The names of the systems a side sees.
    pub fn sees(&self, side: Side) -> Vec<String> {
        let mut view = View::default();
        self.game.view(side.actor(), &mut view);
        view.systems.iter().map(|s| s.name.to_string()).collect()
    }

    /// What a side may command now.
    pub fn legal_calls(&self, side: Side) -> Vec<LegalCall<Call>> {
        let mut list = Vec::new();
        self.game.legal_calls(side.actor(), &mut list);
        list
    }

    /// Plays one command turn and returns its events.
    pub fn events(&mut self, blue: &str, red: &str) -> Vec<Event> {
        let before = self.game.clone();
        self.turn(blue, red);
        self.game.events(&before, &Side::BOTH.map(Side::actor), &[])
    }

    pub fn view(&self, side: Side) -> View {
        let mut view = View::default();
        self.game.view(side.actor(), &mut view);
        view
    }
}

fn tell_actions(game: &GalaxyCommander, side: Side) -> Vec<(String, String)> {
    let of = |moment: &Moment| {
        let report = &moment.reports[side.index()];
        let notation = agon_galaxy::Notation {
            order: report.effective(),
            hops: game.trail().hops(),
            galaxy: game.galaxy(),
        };
        let lost = report.lost.map_or(String::new(), |why| why.to_string());
        (notation.to_string(), lost)
    };
    game.trail().moments().iter().map(of).collect()
}

/// What the text mode prints when both sides have given these commands.
pub fn told(played: &Played, blue: &str, red: &str) -> String {
    let mut game = played.game.clone();
    for (side, commands) in Side::BOTH.into_iter().zip([blue, red]) {
        for command in commands.split(';').map(str::trim).filter(|c| !c.is_empty()) {
            game.call(side.actor(), &call(command));
        }
    }
    let info =
        MatchInfo { map: "test".into(), bots: vec!["DefaultAgent".into(), "DefaultAgent".into()] };
    let first = game.tell(Side::Blue.actor(), End::DONE, &info);
    game.end(Side::Blue.actor(), End::DONE);
    first + &game.tell(Side::Red.actor(), End::DONE, &info)
}

/// A command in the handout's notation; `null` stands for itself, also among names.
pub fn call(text: &str) -> Call {
    let Some((kind, rest)) = text.split_once('(') else {
        return match text {
            "null" => Call::Null,
            _ => panic!("`{text}` is not a command"),
        };
    };
    let inside = rest.strip_suffix(')').unwrap();
    let name = |name: &str| (name != "null").then(|| name.to_owned());
    match kind {
        "NoAction" => Call::NoAction,
        "Move" => Call::Move(name(inside)),
        "Refuel" => Call::Refuel,
        "Fortify" => Call::Fortify(inside.parse().unwrap()),
        "SetScan" => Call::SetScan(inside.parse().unwrap()),
        "Capture" => Call::Capture(inside.parse().unwrap()),
        "ContinueCapture" => Call::ContinueCapture,
        "Shoot" => {
            let (path, energy) = inside.strip_prefix('[').unwrap().split_once("],").unwrap();
            let names = path.split(',').map(str::trim).filter(|n| !n.is_empty());
            Call::Shoot { path: names.map(name).collect(), energy: energy.parse().unwrap() }
        }
        _ => panic!("`{text}` is not a command"),
    }
}
