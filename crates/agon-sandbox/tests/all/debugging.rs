//! What a jail opens for a debugger, and that it opens nothing else.

use crate::harness::{BUBBLEWRAP, LANDLOCK, OFF, both_jails, line, script, start};
use agon_sandbox::{DebugAccess, DebugFault, Job, Sandbox, TERMINAL_VARIABLE};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

/// A program with a port for its debugger; the facts that it reports, and the answer to a caller.
fn listen(sandbox: &Sandbox) -> (Vec<String>, String) {
    let port = sandbox.debug_port(0, false).unwrap();
    let outside = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let number = |listener: &TcpListener| listener.local_addr().unwrap().port();
    let other = number(&TcpListener::bind(("127.0.0.1", 0)).unwrap());
    let words = [port.number(), other, number(&outside)].map(|port| port.to_string());
    let mut job = script("listen.py", &words.each_ref().map(String::as_str));
    let number = port.number();
    job.debug = Some(DebugAccess::Port(port));
    let mut jailed = start(sandbox, &job);
    let facts = (0..7).map(|_| line(&mut jailed)).collect();
    assert!(TcpStream::connect(("127.0.0.1", other)).is_err(), "the other port is not open");
    let mut call = TcpStream::connect(("127.0.0.1", number)).unwrap();
    call.write_all(b"hello").unwrap();
    let mut answer = String::new();
    call.read_to_string(&mut answer).unwrap();
    outside.set_nonblocking(true).unwrap();
    assert!(outside.accept().is_err(), "the program cannot call");
    (facts, answer)
}

#[test]
fn a_debugger_is_reached_on_its_port_and_the_program_reaches_nothing() {
    let denied = ["udp=EPERM", "raw=EPERM", "unix=EPERM", "netlink=EPERM"];
    // In a network of its own, the program may listen on any port; no other one leads outside.
    let (facts, answer) = listen(&BUBBLEWRAP);
    assert_eq!(facts, [&["listens=ok", "other=ok", "calls=EPERM"], &denied[..]].concat());
    assert_eq!(answer, "heard hello");
    let (facts, answer) = listen(&LANDLOCK);
    assert_eq!(facts, [&["listens=ok", "other=EACCES", "calls=EPERM"], &denied[..]].concat());
    assert_eq!(answer, "heard hello");
}

#[test]
fn two_callers_are_served_and_the_port_is_closed_with_the_jail() {
    let port = BUBBLEWRAP.debug_port(0, false).unwrap();
    let number = port.number();
    let mut job = Job::new("/usr/bin/python3");
    let server = "import socket, sys\n\
                  server = socket.create_server(('127.0.0.1', int(sys.argv[1])))\n\
                  first, _ = server.accept()\nsecond, _ = server.accept()\n\
                  second.sendall(b'second'); first.sendall(b'first')\n\
                  print('served', flush=True)\nsys.stdin.read()\n";
    job.args = ["-I", "-c", server, &number.to_string()].map(Into::into).into();
    job.debug = Some(DebugAccess::Port(port));
    let mut jailed = start(&BUBBLEWRAP, &job);
    // The jail is called before the program listens, too.
    let call = || TcpStream::connect(("127.0.0.1", number)).unwrap();
    let callers = [call(), call()];
    assert_eq!(line(&mut jailed), "served");
    jailed.kill();
    let mut answers: Vec<String> = callers
        .into_iter()
        .map(|mut caller| {
            let mut answer = String::new();
            caller.read_to_string(&mut answer).unwrap();
            answer
        })
        .collect();
    answers.sort();
    assert_eq!(answers, ["first", "second"]);
}

#[test]
fn a_terminal_is_a_pair_of_pipes() {
    for sandbox in both_jails().into_iter().chain([&*OFF]) {
        let mut job = Job::new("/usr/bin/python3");
        let program = format!(
            "import os\n\
             read, write = (int(n) for n in os.environ['{TERMINAL_VARIABLE}'].split(','))\n\
             os.write(write, b'heard ' + os.read(read, 100))\n\
             print(os.isatty(read))\n"
        );
        job.args = ["-I", "-c", &program].map(Into::into).into();
        job.debug = Some(DebugAccess::Terminal);
        let mut jailed = start(sandbox, &job);
        let mut terminal = jailed.terminal.take().unwrap();
        terminal.input.write_all(b"hello").unwrap();
        let mut said = String::new();
        terminal.output.read_to_string(&mut said).unwrap();
        assert_eq!((said.as_str(), &*line(&mut jailed)), ("heard hello", "False"));
    }
}

#[test]
fn a_debugger_that_traces_needs_bubblewrap_and_a_port_that_is_free() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let number = taken.local_addr().unwrap().port();
    for sandbox in [&*BUBBLEWRAP, &*LANDLOCK, &*OFF] {
        let fault = sandbox.debug_port(number, false).unwrap_err().to_string();
        assert!(fault.starts_with(&format!("cannot open port {number} on 127.0.0.1")), "{fault}");
    }
    assert!(BUBBLEWRAP.debug_port(0, true).is_ok());
    assert!(matches!(LANDLOCK.debug_port(0, true), Err(DebugFault::NeedsBubblewrap)));
    assert!(matches!(OFF.debug_port(0, true), Err(DebugFault::NeedsBubblewrap)));
}
