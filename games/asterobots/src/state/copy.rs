//! Copying a position. Planners do it all the time, so a copy into a position at hand allocates
//! nothing and leaves the shared map alone.

use super::{Asterobots, Ways};
use std::sync::Arc;

impl Clone for Asterobots {
    fn clone(&self) -> Asterobots {
        Asterobots {
            map: Arc::clone(&self.map),
            rules: self.rules,
            players: self.players.clone(),
            veins: self.veins.clone(),
            squads: self.squads.clone(),
            ways: self.ways.clone(),
            launches: self.launches,
            trades: self.trades,
            next_serial: self.next_serial,
            buy_prices: self.buy_prices,
            round: self.round,
            current: self.current,
            selections: self.selections,
            pick: self.pick,
            listed: self.listed,
            finish: self.finish.clone(),
            movers: Vec::new(),
        }
    }

    fn clone_from(&mut self, other: &Asterobots) {
        // Taken apart, so that a field added later cannot be forgotten here.
        let Asterobots {
            map,
            rules,
            players,
            veins,
            squads,
            ways,
            launches,
            trades,
            next_serial,
            buy_prices,
            round,
            current,
            selections,
            pick,
            listed,
            finish,
            movers: _,
        } = other;
        if !Arc::ptr_eq(&self.map, map) {
            self.map = Arc::clone(map);
        }
        self.rules = *rules;
        self.players.clone_from(players);
        self.veins.clone_from(veins);
        self.squads.clone_from(squads);
        self.ways.clone_from(ways);
        self.launches = *launches;
        self.trades = *trades;
        self.next_serial = *next_serial;
        self.buy_prices = *buy_prices;
        self.round = *round;
        self.current = *current;
        self.selections = *selections;
        self.pick = *pick;
        self.listed = *listed;
        self.finish.clone_from(finish);
        self.movers.clear();
    }
}

impl Clone for Ways {
    fn clone(&self) -> Ways {
        Ways { steps: self.steps.clone(), spare: Vec::new(), limit: self.limit }
    }

    fn clone_from(&mut self, other: &Ways) {
        self.steps.clone_from(&other.steps);
        self.spare.clear();
        self.limit = other.limit;
    }
}
