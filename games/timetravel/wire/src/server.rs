//! Listening: one thread for each of the two ports, and one for every connection.

use crate::client::{Role, serve};
use crate::hall::{GAME_NUMBER, Hall};
use crate::seat::{Chronicle, Chronicler, RemoteSeat};
use agon_core::{MatchInfo, Scribe};
use agon_runner::{
    ClientLimits, ListenFault, Player, Program, RemoteSeats, Report, Seating, Trouble,
};
use agon_timetravel::{GameLog, TimeTravel};
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// More connections than one game needs. One more closes the oldest that has not joined.
const MAX_CONNECTIONS: usize = 32;
/// How often a listening thread checks whether the server is closed.
const ACCEPT_INTERVAL: Duration = Duration::from_millis(20);
/// How many pairs of ports are tried to find two free ones in a row.
const MAX_PORT_PAIRS: usize = 50;
const TAKEN_ADVICE: &str = "the contest's clients need this port and the one before or behind it, so end \
                            the program that uses them, or name another pair";
const NO_SECOND_PORT: ListenFault = ListenFault::BadAddress(
    "the contest's clients need two ports in a row: name a port below 65535",
);

/// Listens for clients of the contest and seats them in one match.
pub struct Server {
    hall: Arc<Hall>,
    chronicle: Arc<Mutex<Chronicle>>,
    address: SocketAddr,
}

impl Server {
    /// Listens on this port and the next one (port 0: on two free ports) for the clients of one match.
    /// `seats` has the names of the other players, and `None` where a client plays.
    pub fn listen(address: SocketAddr, seats: Vec<Option<String>>) -> Result<Server, ListenFault> {
        let (first, second) = match address.port() {
            0 => free_pair(address.ip())?,
            u16::MAX => return Err(NO_SECOND_PORT),
            port => (bind(address)?, bind(SocketAddr::new(address.ip(), port + 1))?),
        };
        let taken = |why| taken(address, why);
        let address = first.local_addr().map_err(taken)?;
        let hall = Arc::new(Hall::new(seats));
        for (listener, role) in [(first, Role::Redirector), (second, Role::Game)] {
            listener.set_nonblocking(true).map_err(taken)?;
            let hall = hall.clone();
            thread::spawn(move || accept(&listener, role, &hall));
        }
        Ok(Server { hall, chronicle: Arc::default(), address })
    }
}

impl RemoteSeats<TimeTravel> for Server {
    fn address(&self) -> SocketAddr {
        self.address
    }

    /// Clients get the free seats in the order in which they join.
    fn player(&self, limits: ClientLimits) -> Player<TimeTravel> {
        let (hall, chronicle) = (self.hall.clone(), self.chronicle.clone());
        let address = self.address;
        let sit = move |seating: &Seating<'_>| {
            let joined = hall.next_guest(limits.join);
            let (guest, hear) = joined.ok_or_else(|| missing(&hall, address, limits.join))?;
            let seat = RemoteSeat {
                hall: hall.clone(),
                chronicle: chronicle.clone(),
                guest,
                hear,
                seat: seating.seat,
                limits,
                is_gone: false,
                report: Report::default(),
            };
            Ok(Box::new(seat) as Box<dyn Program<TimeTravel>>)
        };
        Player { name: "remote".into(), hash: None, sit: Box::new(sit) }
    }

    /// Writes the log that clients ask for.
    fn scribe(&self, game: &TimeTravel, info: &MatchInfo) -> Box<dyn Scribe<TimeTravel>> {
        Box::new(Chronicler::new(self.chronicle.clone(), GameLog::new(game, info)))
    }

    fn instructions(&self, clients: usize) -> String {
        let (address, ip) = (self.address, self.address.ip());
        let who = if clients == 1 { "a client".to_owned() } else { format!("{clients} clients") };
        let first = format!("Waiting for {who} at {address} and the next port: ./client {ip}");
        if clients == 1 {
            return first;
        }
        format!(
            "{first}\nStart the second with the number of the game: ./client {ip} {GAME_NUMBER}"
        )
    }
}

/// Closes the connections and frees the ports.
impl Drop for Server {
    fn drop(&mut self) {
        self.hall.close();
    }
}

/// Why a match cannot begin: which clients have joined, and how to start the next.
fn missing(hall: &Hall, address: SocketAddr, patience: Duration) -> Trouble {
    let seconds = patience.as_secs();
    let (names, needed) = hall.clients();
    if names.is_empty() {
        return Trouble(format!("no client has joined the game at {address} within {seconds} s"));
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Trouble(format!(
        "only {} of {needed} clients joined the game at {address} within {seconds} s: {}; start the other \
         one with `./client {} {GAME_NUMBER}`",
        names.len(),
        names.join(", "),
        address.ip()
    ))
}

fn taken(address: SocketAddr, why: io::Error) -> ListenFault {
    ListenFault::Taken { address, why, advice: TAKEN_ADVICE }
}

fn bind(address: SocketAddr) -> Result<TcpListener, ListenFault> {
    TcpListener::bind(address).map_err(|why| taken(address, why))
}

/// Two free ports in a row.
fn free_pair(ip: IpAddr) -> Result<(TcpListener, TcpListener), ListenFault> {
    let any = SocketAddr::new(ip, 0);
    let mut fault = NO_SECOND_PORT;
    for _ in 0..MAX_PORT_PAIRS {
        let first = bind(any)?;
        let port = first.local_addr().map_err(|why| taken(any, why))?.port();
        let Some(next) = port.checked_add(1) else { continue };
        match bind(SocketAddr::new(ip, next)) {
            Ok(second) => return Ok((first, second)),
            Err(busy) => fault = busy,
        }
    }
    Err(fault)
}

fn accept(listener: &TcpListener, role: Role, hall: &Arc<Hall>) {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    while !hall.is_closed() {
        let accepted = listener.accept().and_then(|(stream, _)| {
            stream.set_nonblocking(false)?;
            Ok((stream.try_clone()?, stream))
        });
        let Ok((copy, stream)) = accepted else {
            thread::sleep(ACCEPT_INTERVAL);
            continue;
        };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        hall.admit(number, copy, MAX_CONNECTIONS);
        let shared = hall.clone();
        let started = thread::Builder::new().spawn(move || {
            serve(stream, number, role, &shared);
            shared.dismiss(number);
        });
        if started.is_err() {
            hall.dismiss(number);
        }
    }
}
