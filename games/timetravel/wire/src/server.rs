//! Listening: two ports, a thread for each, and one for every connection.

use crate::client::{Role, serve};
use crate::hall::Hall;
use crate::seat::{Chronicle, Chronicler, RemoteSeat};
use agon_core::{Game, MatchInfo, Scribe};
use agon_runner::{Player, Program, Report, Seating, Trouble};
use agon_timetravel::{GameLog, TimeTravel};
use std::any::Any;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// More connections than a game can ever need.
const CONNECTIONS: usize = 32;
/// How often it is looked whether to go on listening.
const NAP: Duration = Duration::from_millis(20);
/// How often two free ports in a row are looked for.
const TRIES: usize = 50;

/// Why nobody can connect. Each reads as a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum ListenFault {
    #[error(
        "cannot listen at {address}: {why}; the contest's clients need this port and the one before or \
         behind it, so end what uses them, or name another pair"
    )]
    Taken { address: SocketAddr, why: io::Error },
    #[error("the contest's clients need two ports in a row: name one below 65535")]
    NoSecondPort,
}

/// Listens for clients of the contest and lets them play one match.
pub struct Server {
    hall: Arc<Hall>,
    chronicle: Arc<Mutex<Chronicle>>,
    address: SocketAddr,
}

impl Server {
    /// Listens at this address and on the port behind it (port 0: on two that are free) for the clients
    /// of one match. `seats` has the names of the other players, and nothing where a client is due.
    pub fn listen(address: SocketAddr, seats: Vec<Option<String>>) -> Result<Server, ListenFault> {
        let (first, second) = match address.port() {
            0 => free_pair(address.ip())?,
            u16::MAX => return Err(ListenFault::NoSecondPort),
            port => (bind(address)?, bind(SocketAddr::new(address.ip(), port + 1))?),
        };
        let taken = |why| ListenFault::Taken { address, why };
        let address = first.local_addr().map_err(taken)?;
        let hall = Arc::new(Hall::new(seats));
        for (listener, role) in [(first, Role::Redirector), (second, Role::Game)] {
            listener.set_nonblocking(true).map_err(taken)?;
            let hall = hall.clone();
            thread::spawn(move || accept(&listener, role, &hall));
        }
        Ok(Server { hall, chronicle: Arc::default(), address })
    }

    /// Where clients connect first.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The player who sits at the other end of a connection: whoever joins first has the first such
    /// seat. `None` unless the game is Time Travel.
    pub fn player<G: Game>(&self, patience: Duration, clock: bool) -> Option<Player<G>> {
        let (hall, chronicle) = (self.hall.clone(), self.chronicle.clone());
        let address = self.address;
        let sit = move |seating: &Seating<'_>| {
            let (guest, hear) = hall.next_guest(patience).ok_or_else(|| {
                let seconds = patience.as_secs();
                Trouble(format!("nobody has joined the game at {address} within {seconds} s"))
            })?;
            let seat = RemoteSeat {
                hall: hall.clone(),
                chronicle: chronicle.clone(),
                guest,
                hear,
                seat: seating.seat,
                clock,
                is_gone: false,
                report: Report::default(),
            };
            Ok(Box::new(seat) as Box<dyn Program<TimeTravel>>)
        };
        let player = Player { name: "remote".into(), hash: None, sit: Box::new(sit) };
        recast(player)
    }

    /// Who writes the log that clients ask for, from the first position on. `None` unless the game is
    /// Time Travel.
    pub fn scribe<G: Game>(&self, game: &G, info: &MatchInfo) -> Option<Box<dyn Scribe<G>>> {
        let game = (game as &dyn Any).downcast_ref::<TimeTravel>()?;
        let log = GameLog::new(game, info);
        let scribe: Box<dyn Scribe<TimeTravel>> =
            Box::new(Chronicler::new(self.chronicle.clone(), log));
        recast(scribe)
    }
}

/// Nobody is let in any more, and the ports are free again.
impl Drop for Server {
    fn drop(&mut self) {
        self.hall.close();
    }
}

/// Something as what it is, if it is that.
fn recast<A: 'static, B: 'static>(thing: A) -> Option<B> {
    (Box::new(thing) as Box<dyn Any>).downcast().ok().map(|thing| *thing)
}

fn bind(address: SocketAddr) -> Result<TcpListener, ListenFault> {
    TcpListener::bind(address).map_err(|why| ListenFault::Taken { address, why })
}

/// Two free ports in a row.
fn free_pair(ip: IpAddr) -> Result<(TcpListener, TcpListener), ListenFault> {
    let any = SocketAddr::new(ip, 0);
    let mut fault = ListenFault::NoSecondPort;
    for _ in 0..TRIES {
        let first = bind(any)?;
        let port =
            first.local_addr().map_err(|why| ListenFault::Taken { address: any, why })?.port();
        let Some(next) = port.checked_add(1) else { continue };
        match bind(SocketAddr::new(ip, next)) {
            Ok(second) => return Ok((first, second)),
            Err(taken) => fault = taken,
        }
    }
    Err(fault)
}

fn accept(listener: &TcpListener, role: Role, hall: &Arc<Hall>) {
    while !hall.is_closed() {
        match listener.accept() {
            Ok((stream, _)) if hall.admit(CONNECTIONS) => {
                let hall = hall.clone();
                thread::spawn(move || {
                    if stream.set_nonblocking(false).is_ok() {
                        serve(stream, role, &hall);
                    }
                    hall.dismiss();
                });
            }
            // One too many, or somebody who has gone already.
            Ok(_) => {}
            Err(_) => thread::sleep(NAP),
        }
    }
}
