//! The attack suite: hostile programs against the real sandbox, as root and as an ordinary user.
//!
//! Every test is one way to cheat, harm or annoy. The attacker says on its output what it achieved; the test
//! looks at that and at the world outside. Numbers in comments are the groups of attacks that every sandbox
//! for bots has to stand.

mod archives;
mod bombs;
mod building;
mod choosing;
mod disk;
mod leftovers;
mod network;
mod ordinary;
mod pipes;
mod processes;
mod runtimes;
mod snoop;
mod waits;
mod yard;
