//! Hand-made positions.

use agon_core::{Actor, Contest, End, Game, TestSupport};
use agon_timetravel::*;

/// Builds a position; each object gets the next id.
pub struct Scene {
    pub position: Position,
    pub rules: Rules,
}

impl Scene {
    /// An empty board with the rules of the handbook; player 0 is on turn.
    pub fn handbook() -> Scene {
        Scene::with(Rules::handbook())
    }

    /// An empty board with the rules of the original program.
    pub fn original() -> Scene {
        Scene::with(Rules::original())
    }

    pub fn with(rules: Rules) -> Scene {
        let mut position = Position { current: Some(0), next_id: 11, ..Position::default() };
        position.gold = [[10_000; 3]; 2];
        Scene { position, rules }
    }

    fn id(&mut self) -> Id {
        self.position.next_id += 1;
        self.position.next_id - 1
    }

    /// A unit with all its hit points, moves and actions.
    pub fn unit(&mut self, owner: u8, kind: UnitKind, level: u8, at: (i32, i32, u8)) -> Id {
        let stats = kind.stats();
        let (id, (x, y, z)) = (self.id(), at);
        let (hp, actions, moves) = (stats.hp(level), stats.actions, stats.moves);
        let unit = UnitRecord { id, x, y, z, hp, level, kind, owner, actions, moves };
        self.position.units.push(unit);
        id
    }

    /// A complete building.
    pub fn building(&mut self, owner: u8, kind: BuildingKind, level: u8, at: (i32, i32, u8)) -> Id {
        let (id, (x, y, z)) = (self.id(), at);
        self.position.buildings.push(BuildingRecord {
            id,
            x,
            y,
            z,
            hp: kind.stats().hp(level),
            level,
            kind,
            owner,
            training: None,
            progress: 0,
            linked: false,
            complete: true,
        });
        id
    }

    /// An unfinished building with `hp` hit points.
    pub fn site(
        &mut self,
        owner: u8,
        kind: BuildingKind,
        level: u8,
        at: (i32, i32, u8),
        hp: i64,
    ) -> Id {
        let id = self.building(owner, kind, level, at);
        let site = self.position.buildings.last_mut().unwrap();
        (site.complete, site.hp) = (false, hp);
        id
    }

    pub fn portal(&mut self, at: (i32, i32, u8), direction: i8, fee: u32) -> Id {
        let (id, (x, y, z)) = (self.id(), at);
        self.position.portals.push(PortalRecord { id, x, y, z, direction, fee });
        id
    }

    pub fn terrain(&mut self, at: (i32, i32, u8), blocks_move: bool, blocks_build: bool) -> Id {
        let (id, (x, y, z)) = (self.id(), at);
        let terrain = TerrainRecord { id, x, y, z, blocks_move, blocks_build };
        self.position.terrain.edit().push(terrain);
        id
    }

    /// Adds a farm for each player in a corner, so that neither player is eliminated.
    pub fn homes(mut self) -> Scene {
        self.building(0, BuildingKind::Farm, 0, (9, 9, 0));
        self.building(1, BuildingKind::Farm, 0, (-10, -10, 0));
        self
    }

    /// The game in this position.
    pub fn play(&self) -> TimeTravel {
        TimeTravel::at(&self.position, self.rules).unwrap()
    }
}

/// Shorthands for orders and lookups.
pub trait Orders {
    fn order(&mut self, player: u32, call: Call) -> Reply;
    fn end_turn(&mut self);
    fn hp(&self, id: Id) -> i64;
    fn exists(&self, id: Id) -> bool;

    fn done(&mut self, player: u32, call: Call) -> Reply {
        let reply = self.order(player, call.clone());
        assert!(!matches!(reply, Reply::Refused(_)), "{call:?}: {reply:?}");
        reply
    }

    fn refused(&mut self, player: u32, call: Call) -> Invalid {
        match self.order(player, call.clone()) {
            Reply::Refused(why) => why,
            reply => panic!("{call:?} was carried out: {reply:?}"),
        }
    }
}

impl Orders for TimeTravel {
    fn order(&mut self, player: u32, call: Call) -> Reply {
        let allowed = self.allows(Actor(player), &call);
        let reply = self.call(Actor(player), &call);
        assert_eq!(allowed, TimeTravel::accepted(&reply), "{call:?}");
        self.invariants().unwrap();
        reply
    }

    fn end_turn(&mut self) {
        let player = self.current().unwrap();
        self.end(player.actor(), End::DONE);
        self.invariants().unwrap();
    }

    fn hp(&self, id: Id) -> i64 {
        let unit = self.unit(id).map(|unit| unit.hp);
        unit.or(self.building(id).map(|building| building.hp)).unwrap()
    }

    fn exists(&self, id: Id) -> bool {
        self.unit(id).is_some() || self.building(id).is_some()
    }
}

pub fn step(unit: Id, x: i32, y: i32) -> Call {
    Call::Move { unit, x, y }
}

pub fn attack(unit: Id, x: i32, y: i32) -> Call {
    Call::Attack { unit, x, y }
}

pub fn paint(unit: Id, x: i32, y: i32) -> Call {
    Call::Paint { unit, x, y }
}

pub fn build(unit: Id, x: i32, y: i32, kind: BuildingKind) -> Call {
    Call::Build { unit, x, y, kind: Some(kind) }
}

pub fn go_on(unit: Id, x: i32, y: i32) -> Call {
    Call::Build { unit, x, y, kind: None }
}

pub fn warp(unit: Id) -> Call {
    Call::Warp { unit }
}

pub fn train(building: Id, kind: UnitKind) -> Call {
    Call::Train { building, kind }
}

pub fn cancel(building: Id) -> Call {
    Call::Cancel { building }
}
