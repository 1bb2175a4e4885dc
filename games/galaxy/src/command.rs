//! The calls of an agent, the replies, and every reason why a command was not carried out.
//!
//! A [`Call`] is a command as bots write it: names may be unknown, and numbers may be absurd. When it
//! is queued it becomes an [`Order`]: names are looked up, and numbers fit into 32 bits.

use crate::constants::{ACTIONS_PER_TURN, MAX_PATH};
use crate::map::{Galaxy, Name, SystemId};
use agon_core::StateHasher;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the three commands of a command turn. `None` stands for the `null` that a bot of the
/// original interface could write in place of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Call {
    /// Do nothing; a capture in progress is cancelled.
    NoAction,
    /// Fly through the wormhole to this system.
    Move(Option<String>),
    /// Take all stored energy of the own system.
    Refuel,
    /// Spend this energy to raise the capture cost of the own system.
    Fortify(i64),
    /// From the next command turn on, spend this energy on every scan.
    SetScan(i64),
    /// Begin to capture the system, spending this energy.
    Capture(i64),
    /// Go on with the capture begun before.
    ContinueCapture,
    /// Send a torpedo along a path.
    Shoot {
        /// The systems to pass, one wormhole after the other; the last is the target.
        path: Vec<Option<String>>,
        /// The energy to spend.
        energy: i64,
    },
    /// No command at all: the `null` (or unknown object) of the original interface. It costs this
    /// action, or the whole turn, depending on the rules.
    Null,
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It will be carried out in this action (1 to 3) of the command turn.
    Queued(u8),
    /// The action is used up, but as NoAction.
    Void {
        /// Which action of the command turn (1 to 3).
        action: u8,
        /// Why.
        why: Invalid,
    },
    /// It was not accepted and uses up nothing.
    Refused(Invalid),
}

/// Why a command was refused, voided or lost.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error,
)]
#[serde(rename_all = "snake_case")]
pub enum Invalid {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// There is no agent of this number.
    #[error("there is no agent {actor}: Blue is 0, Red is 1")]
    NoSuchAgent {
        /// The number given.
        actor: u32,
    },
    /// The agent has ended this command turn already.
    #[error("your command turn has ended: the next one begins after the three actions")]
    TurnEnded,
    /// R4 Only three commands belong to a command turn.
    #[error("three commands are queued already: a command turn has three actions")]
    ThreeQueued,
    /// R4 A null in place of a command.
    #[error("null is not a command")]
    Null,
    /// R4 A negative energy.
    #[error("{energy} energy cannot be spent: the number is negative")]
    Negative {
        /// The energy given.
        energy: i64,
    },
    /// R7 There is no such wormhole.
    #[error("no wormhole leads from {from} to the destination of the move")]
    NoWormhole {
        /// Where the agent is.
        from: Name,
    },
    /// R7 The move costs more than the agent has.
    #[error("the wormhole from {from} to {to} costs {cost}, the agent has {has}")]
    MoveTooDear {
        /// Where the agent is.
        from: Name,
        /// Where it wants to go.
        to: Name,
        /// The cost after this action's fluctuation.
        cost: i32,
        /// The agent's energy.
        has: i32,
    },
    /// R7 A move from a system to itself, under rules that do not allow it.
    #[error("the agent is in {system} already")]
    AlreadyThere {
        /// The system.
        system: Name,
    },
    /// R7 Refuel and Fortify need the agent's own system.
    #[error("{system} does not belong to the agent")]
    NotOwner {
        /// The system.
        system: Name,
    },
    /// R7, R8 Capturing one's own system.
    #[error("{system} belongs to the agent already")]
    AlreadyOwner {
        /// The system.
        system: Name,
    },
    /// R7 More energy than the agent has.
    #[error("the command spends {needs} energy, the agent has {has}")]
    NotEnoughEnergy {
        /// The agent's energy.
        has: i32,
        /// The energy of the command.
        needs: i32,
    },
    /// R7 An unaffordable Fortify: without effect, but reported as a Fortify.
    #[error("the fortification spends {needs} energy, the agent has {has}")]
    FortifyTooDear {
        /// The agent's energy.
        has: i32,
        /// The energy of the command.
        needs: i32,
    },
    /// R7 Nothing to continue.
    #[error("no capture is in progress")]
    NoCapture,
    /// R8 The opponent's capture in the same action wiped out the one in progress.
    #[error("the opponent has just captured {system}")]
    Overtaken {
        /// The system.
        system: Name,
    },
    /// R9 A torpedo in a system without wormholes: its energy is spent.
    #[error("no wormhole leaves {system}: the torpedo is lost with its energy")]
    Stranded {
        /// The system.
        system: Name,
    },
}

/// A command as the rules carry it out.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Nothing.
    #[default]
    NoAction,
    /// To this system; `None` if no system has the name that was given.
    Move(Option<SystemId>),
    /// Take the stored energy.
    Refuel,
    /// Spend energy on the capture cost.
    Fortify(i32),
    /// Set the scan energy.
    SetScan(i32),
    /// Begin a capture.
    Capture(i32),
    /// Go on with a capture.
    ContinueCapture,
    /// Fire a torpedo along hops kept beside the order.
    Shoot {
        /// The energy.
        energy: i32,
        /// Where its hops are.
        hops: Hops,
    },
}

/// A range of a list of hops.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Hops {
    first: u16,
    count: u16,
}

impl Hops {
    /// The range from `first` to the end of `list`.
    pub(crate) fn since(first: usize, list: &[Hop]) -> Hops {
        Hops { first: first as u16, count: (list.len() - first) as u16 }
    }

    /// The hops themselves.
    pub fn of(self, list: &[Hop]) -> &[Hop] {
        let first = usize::from(self.first);
        &list[first..first + usize::from(self.count)]
    }

    /// The hops themselves, to be changed.
    pub(crate) fn of_mut(self, list: &mut [Hop]) -> &mut [Hop] {
        let first = usize::from(self.first);
        &mut list[first..first + usize::from(self.count)]
    }

    pub(crate) fn word(self) -> u64 {
        u64::from(self.first) << 16 | u64::from(self.count)
    }
}

/// One entry of a torpedo's path; `None` if no system has the name that was given.
pub type Hop = Option<SystemId>;

/// The commands of one agent for one command turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    /// A plain array, because it is copied in one go; NoAction where none was given.
    orders: [Order; ACTIONS_PER_TURN],
    given: u8,
    hops: Vec<Hop>,
    has_null: bool,
}

impl Commands {
    /// How many commands there are.
    pub fn len(&self) -> usize {
        self.given.into()
    }

    /// Whether there is none yet.
    pub fn is_empty(&self) -> bool {
        self.given == 0
    }

    /// Whether no further command fits.
    pub fn is_full(&self) -> bool {
        self.len() == ACTIONS_PER_TURN
    }

    /// R4 The command of the `step`-th action (from 0); NoAction where none was given.
    pub fn order(&self, step: usize) -> Order {
        self.orders.get(step).copied().unwrap_or_default()
    }

    /// The hops that the orders refer to.
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// Whether one of them is a null.
    pub fn has_null(&self) -> bool {
        self.has_null
    }

    /// Forgets all commands.
    pub fn clear(&mut self) {
        self.orders = Default::default();
        self.given = 0;
        self.hops.clear();
        self.has_null = false;
    }

    /// Copies `other` into the existing buffers.
    pub fn copy_from(&mut self, other: &Commands) {
        self.orders = other.orders;
        self.given = other.given;
        self.hops.clone_from(&other.hops);
        self.has_null = other.has_null;
    }

    /// Adds the commands to a fingerprint.
    pub(crate) fn hash_into(&self, hasher: &mut StateHasher) {
        hasher.word((self.len() as u64) << 1 | u64::from(self.has_null));
        for order in &self.orders[..self.len()] {
            let (kind, number) = match *order {
                Order::NoAction => (0, 0),
                Order::Move(to) => (1, hop_word(to)),
                Order::Refuel => (2, 0),
                Order::Fortify(energy) => (3, energy as u64),
                Order::SetScan(energy) => (4, energy as u64),
                Order::Capture(energy) => (5, energy as u64),
                Order::ContinueCapture => (6, 0),
                Order::Shoot { energy, hops } => (7, (energy as u64) << 32 | hops.word()),
            };
            hasher.word(kind).word(number);
        }
        for &hop in &self.hops {
            hasher.word(hop_word(hop));
        }
    }

    /// R4 Adds one command; returns the reason if it counts as NoAction. There must be room.
    pub(crate) fn push(&mut self, call: &Call, galaxy: &Galaxy) -> Result<(), Invalid> {
        let order = self.resolve(call, galaxy);
        self.orders[self.len()] = order.unwrap_or_default();
        self.given += 1;
        self.has_null |= *call == Call::Null;
        order.map(|_| ())
    }

    fn resolve(&mut self, call: &Call, galaxy: &Galaxy) -> Result<Order, Invalid> {
        let find = |name: &Option<String>| name.as_deref().and_then(|name| galaxy.find(name));
        Ok(match call {
            Call::NoAction => Order::NoAction,
            Call::Move(to) => Order::Move(find(to)),
            Call::Refuel => Order::Refuel,
            Call::Fortify(energy) => Order::Fortify(spendable(*energy)?),
            Call::SetScan(energy) => Order::SetScan(spendable(*energy)?),
            Call::Capture(energy) => Order::Capture(spendable(*energy)?),
            Call::ContinueCapture => Order::ContinueCapture,
            Call::Shoot { path, energy } => {
                let energy = spendable(*energy)?;
                let first = self.hops.len();
                self.hops.extend(path.iter().take(MAX_PATH).map(find));
                Order::Shoot { energy, hops: Hops::since(first, &self.hops) }
            }
            Call::Null => return Err(Invalid::Null),
        })
    }
}

fn hop_word(hop: Hop) -> u64 {
    hop.map_or(u64::MAX, |system| u64::from(system.0))
}

/// R4 Commands with negative energy become NoAction. A number beyond 32 bits becomes the largest
/// 32-bit number, which is also more than any agent has.
fn spendable(energy: i64) -> Result<i32, Invalid> {
    if energy < 0 {
        return Err(Invalid::Negative { energy });
    }
    Ok(i32::try_from(energy).unwrap_or(i32::MAX))
}

/// An order in the notation of the handout, such as `Shoot([B, C],7)`.
pub struct Notation<'a> {
    /// The order.
    pub order: Order,
    /// The hops it refers to.
    pub hops: &'a [Hop],
    /// Where the names are.
    pub galaxy: &'a Galaxy,
}

impl fmt::Display for Notation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |hop: Hop| hop.map_or("?", |id| self.galaxy.name(id).as_str());
        match self.order {
            Order::NoAction => f.write_str("NoAction()"),
            Order::Move(to) => write!(f, "Move({})", name(to)),
            Order::Refuel => f.write_str("Refuel()"),
            Order::Fortify(energy) => write!(f, "Fortify({energy})"),
            Order::SetScan(energy) => write!(f, "SetScan({energy})"),
            Order::Capture(energy) => write!(f, "Capture({energy})"),
            Order::ContinueCapture => f.write_str("ContinueCapture()"),
            Order::Shoot { energy, hops } => {
                f.write_str("Shoot([")?;
                for (i, hop) in hops.of(self.hops).iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    write!(f, "{comma}{}", name(*hop))?;
                }
                write!(f, "],{energy})")
            }
        }
    }
}
