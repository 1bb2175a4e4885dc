//! The attack suite: hostile programs against the real sandbox, as root and as an ordinary user.
//!
//! Each test is one attack. The attacker prints what it achieved; the test checks that and the state of the
//! machine. The numbers of groups in the files refer to one list of attacks on sandboxes for bots.
//! `portable` has what every system promises; the attacks are written for Linux.

#[cfg(target_os = "linux")]
mod archives;
#[cfg(target_os = "linux")]
mod bombs;
#[cfg(target_os = "linux")]
mod building;
#[cfg(target_os = "linux")]
mod choosing;
#[cfg(target_os = "linux")]
mod clock;
#[cfg(target_os = "linux")]
mod collusion;
#[cfg(target_os = "linux")]
mod debugging;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod harness;
#[cfg(target_os = "linux")]
mod hooks;
#[cfg(target_os = "linux")]
mod layers;
#[cfg(target_os = "linux")]
mod leftovers;
#[cfg(target_os = "linux")]
mod network;
#[cfg(target_os = "linux")]
mod ordinary;
#[cfg(target_os = "linux")]
mod pipes;
mod portable;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod runtimes;
#[cfg(target_os = "linux")]
mod snoop;
#[cfg(target_os = "linux")]
mod waits;
