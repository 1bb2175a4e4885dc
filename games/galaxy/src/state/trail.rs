//! The effects of the commands of the last command turn.

use super::Agent;
use crate::command::{Hop, Hops, Invalid, Order};
use crate::constants::ACTIONS_PER_TURN;
use crate::map::SystemId;

/// The effect of one agent's command in one action.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The command as it was carried out or lost; a torpedo's hops are those that it really followed,
    /// kept in [`Trail::hops`].
    pub order: Order,
    /// Why it was lost, if it was.
    pub lost: Option<Invalid>,
    /// The system it captured.
    pub captured: Option<SystemId>,
    /// Where its torpedo went off, and the damage.
    pub blast: Option<(SystemId, i32)>,
    /// Systems its torpedo passed before it went off.
    pub flown: u16,
}

impl Report {
    /// R7 The command as it took effect: NoAction when it was lost. (The original reports an
    /// unaffordable Fortify as a Fortify.)
    pub fn effective(&self) -> Order {
        match self.lost {
            None | Some(Invalid::FortifyTooDear { .. }) => self.order,
            Some(_) => Order::NoAction,
        }
    }
}

/// One action of the past.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Both agents after it.
    pub agents: [Agent; 2],
    /// The effects of their commands.
    pub reports: [Report; 2],
}

/// The actions of the last command turn, for frames and the text mode. The rules never read it.
/// (What the systems looked like after each action is in [`Planes`](super::Planes).)
#[derive(Debug)]
pub struct Trail {
    /// A plain array, because it is copied in one go.
    moments: [Moment; ACTIONS_PER_TURN],
    played: u8,
    hops: Vec<Hop>,
}

impl Trail {
    /// The trail before the first action.
    pub(super) fn new(agents: [Agent; 2]) -> Trail {
        let nothing = Moment { agents, reports: Default::default() };
        Trail { moments: [nothing; ACTIONS_PER_TURN], played: 0, hops: Vec::new() }
    }

    /// A copy, given a copy of the hops.
    #[inline(always)]
    pub(super) fn copy_with(&self, hops: Vec<Hop>) -> Trail {
        Trail { hops, ..*self }
    }

    /// Copies `other` into the existing buffer.
    pub(super) fn copy_from(&mut self, other: &Trail) {
        self.moments = other.moments;
        self.played = other.played;
        self.hops.clone_from(&other.hops);
    }

    pub(crate) fn clear(&mut self) {
        self.played = 0;
        self.hops.clear();
    }

    pub(crate) fn push(&mut self, moment: Moment) {
        self.moments[usize::from(self.played)] = moment;
        self.played += 1;
    }

    /// Keeps a torpedo's hops.
    pub(crate) fn keep_hops(&mut self, hops: &[Hop]) -> Hops {
        let first = self.hops.len();
        self.hops.extend_from_slice(hops);
        Hops::since(first, &self.hops)
    }

    /// Kept hops, to be replaced by a random walk.
    pub(crate) fn hops_mut(&mut self, hops: Hops) -> &mut [Hop] {
        hops.of_mut(&mut self.hops)
    }

    /// The actions, oldest first.
    pub fn moments(&self) -> &[Moment] {
        &self.moments[..self.played.into()]
    }

    /// The hops that the reports refer to.
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }
}
