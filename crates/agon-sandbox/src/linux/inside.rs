//! Sockets in the network of a jail, which has no connection to the machine's.
//!
//! A socket belongs to the network in which it was made, whichever process uses it. So a child process enters
//! the network of the jail, makes a socket there, and sends it back to the engine. The engine itself cannot
//! enter: an ordinary user must first enter the jail's user namespace, which a process with several threads
//! may not do.

use super::handle::wait_for;
use super::start::{ChildSetup, start};
use rustix::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socket, socketpair,
};
use rustix::process::Pid;
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The request for the user namespace that owns a namespace (`NS_GET_USERNS`).
const GET_USER_NAMESPACE: libc::c_ulong = 0xb701;
/// How often a port on which nothing listens yet is tried again.
const RETRY: Duration = Duration::from_millis(20);

/// The network of a jail.
#[derive(Debug)]
pub(crate) struct Inside {
    network: OwnedFd,
    /// The user namespace that owns it, if that is not the engine's own.
    users: Option<OwnedFd>,
}

impl Inside {
    /// The network of the jail with this first process.
    pub fn of(first: Pid, as_root: bool) -> io::Result<Inside> {
        let path = format!("/proc/{}/ns/net", first.as_raw_nonzero());
        let network: OwnedFd = std::fs::File::open(path)?.into();
        let users = if as_root { None } else { Some(owner(&network)?) };
        Ok(Inside { network, users })
    }

    /// A connection to a port in the jail. Waits until the program listens there; fails if it has ended.
    pub fn connect(&self, port: u16, first: &OwnedFd) -> io::Result<TcpStream> {
        let socket = self.socket()?;
        let address = SocketAddrV4::new(Ipv4Addr::LOCALHOST, port);
        loop {
            match rustix::net::connect(&socket, &address) {
                Ok(()) => return Ok(socket.into()),
                Err(Errno::CONNREFUSED | Errno::NETUNREACH | Errno::INTR) => {
                    if wait_for(first, Some(Instant::now() + RETRY)) {
                        return Err(io::ErrorKind::ConnectionRefused.into());
                    }
                }
                Err(fault) => return Err(fault.into()),
            }
        }
    }

    /// A new TCP socket in the jail's network.
    fn socket(&self) -> io::Result<OwnedFd> {
        let (ours, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
        let visit = Visit {
            network: self.network.try_clone()?,
            users: self.users.as_ref().map(OwnedFd::try_clone).transpose()?,
            reply: theirs,
        };
        let mut command = Command::new("/usr/bin/true");
        command.env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let setup = ChildSetup { visit: Some(visit), ..ChildSetup::default() };
        let mut child = start(command, setup)?;
        let _ = child.wait();
        receive_file(&ours)
    }
}

/// What a child process needs to make a socket in a jail; prepared before the fork.
pub(crate) struct Visit {
    network: OwnedFd,
    users: Option<OwnedFd>,
    reply: OwnedFd,
}

impl Visit {
    /// Enters the jail's network and sends a socket of it back; runs between `fork` and `exec`.
    pub fn send_socket(&self) -> io::Result<()> {
        if let Some(users) = &self.users {
            move_into_link_name_space(users.as_fd(), Some(LinkNameSpaceType::User))?;
        }
        move_into_link_name_space(self.network.as_fd(), Some(LinkNameSpaceType::Network))?;
        let made = socket(AddressFamily::INET, SocketType::STREAM, None)?;
        let files = [made.as_fd()];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&files));
        sendmsg(&self.reply, &[IoSlice::new(b"1")], &mut control, SendFlags::empty())?;
        Ok(())
    }
}

/// The file that comes with the next message.
fn receive_file(from: &OwnedFd) -> io::Result<OwnedFd> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    recvmsg(from, &mut [IoSliceMut::new(&mut byte)], &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let mut files = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut files) => files.next(),
        _ => None,
    });
    files.next().ok_or_else(|| io::Error::other("no socket came from the jail's network"))
}

/// The user namespace that owns a network.
fn owner(network: &OwnedFd) -> io::Result<OwnedFd> {
    // SAFETY: the request takes no argument and returns a new open file or an error.
    #[allow(unsafe_code)]
    let file = unsafe { libc::ioctl(network.as_raw_fd(), GET_USER_NAMESPACE) };
    if file < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel has just made this file for us.
    #[allow(unsafe_code)]
    Ok(unsafe { OwnedFd::from_raw_fd(file) })
}
