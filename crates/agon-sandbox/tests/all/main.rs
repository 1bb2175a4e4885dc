//! The attack suite: hostile programs against the real sandbox, as root and as an ordinary user.
//!
//! Each test is one attack. The attacker prints what it achieved; the test checks that and the state of the
//! machine. The numbers of groups in the files refer to one list of attacks on sandboxes for bots.

mod archives;
mod bombs;
mod building;
mod choosing;
mod clock;
mod collusion;
mod debugging;
mod disk;
mod harness;
mod hooks;
mod layers;
mod leftovers;
mod network;
mod ordinary;
mod pipes;
mod processes;
mod runtimes;
mod snoop;
mod waits;
