//! `agon play --listen`: network clients of the original contest connect and play.

use crate::{Run, Scratch};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;

#[test]
fn invalid_uses_of_listen_are_explained() {
    let here = Scratch::new("listen");
    let play = |words: &[&str]| {
        let mut all = vec!["play"];
        all.extend_from_slice(words);
        here.run(&all)
    };
    let local = "127.0.0.1:0";
    play(&["timetravel", "remote", "builtin:nothing"])
        .expect(2, &["`remote` is a client that connects: add its address"]);
    play(&["timetravel", "--listen", local]).expect(2, &["name `remote` for the seat of each"]);
    play(&["timetravel", "--listen", "19000", "remote", "builtin:nothing"])
        .expect(2, &["`19000` is not an address and port"]);
    play(&["timetravel", "--listen", "0.0.0.0:19000", "remote", "builtin:nothing"])
        .expect(2, &["other machines can reach 0.0.0.0:19000", "--expose"]);
    play(&["timetravel", "--listen", "127.0.0.1:65535", "remote", "builtin:nothing"])
        .expect(2, &["two ports in a row"]);
    play(&["mars", "--listen", local, "remote", "builtin:nothing"])
        .expect(2, &["Mars Makeover has no clients that connect"]);
    play(&["timetravel", "--listen", local, "--games", "2", "remote", "builtin:nothing"])
        .expect(2, &["--games"]);
    let taken = TcpListener::bind(local).unwrap();
    let address = taken.local_addr().unwrap().to_string();
    play(&["timetravel", "--listen", &address, "remote", "builtin:nothing"])
        .expect(1, &["cannot listen at 127.0.0.1:"]);
    let words = ["timetravel", "--listen", local, "remote", "builtin:nothing"];
    play(&[&words[..], &["--start-seconds", "1"]].concat())
        .expect(1, &["no client has joined the game at 127.0.0.1:", "no result"]);
    assert!(here.files().is_empty());
}

/// Sends a frame.
fn send(stream: &mut TcpStream, text: &str) {
    let mut frame = (text.len() as u32 + 1).to_be_bytes().to_vec();
    frame.push(b'n');
    frame.extend_from_slice(text.as_bytes());
    stream.write_all(&frame).unwrap();
}

fn receive(stream: &mut TcpStream) -> String {
    let mut length = [0; 4];
    stream.read_exact(&mut length).unwrap();
    let mut payload = vec![0; u32::from_be_bytes(length) as usize];
    stream.read_exact(&mut payload).unwrap();
    String::from_utf8(payload.split_off(1)).unwrap()
}

#[test]
fn a_network_client_plays_a_match() {
    let here = Scratch::new("client");
    let words = [
        "play",
        "timetravel",
        "--listen",
        "127.0.0.1:0",
        "builtin:builder",
        "remote",
        "--seed",
        "3",
    ];
    let mut command = here.command(&words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut agon = command.spawn().unwrap();
    let mut line = String::new();
    let mut stderr = BufReader::new(agon.stderr.take().unwrap());
    stderr.read_line(&mut line).unwrap();
    let address = line.strip_prefix("Waiting for a client at ").expect(&line);
    let address: std::net::SocketAddr = address.split(' ').next().unwrap().parse().unwrap();
    let mut stream = TcpStream::connect((address.ip(), address.port() + 1)).unwrap();
    assert_eq!(receive(&mut stream), "n");
    for text in ["n", "(login \"Shell AI\" \"password\")", "(join-game 0)", "(game-start)"] {
        send(&mut stream, text);
    }
    assert_eq!(receive(&mut stream), "(\"login-accepted\" 1.000000)");
    assert_eq!(receive(&mut stream), "(\"ident\" (\"builtin:builder\" \"Shell AI\") () 1)");
    let over = loop {
        let message = receive(&mut stream);
        if let Some(status) = message.strip_prefix("(\"status\" (\"game\" ") {
            let turn: u32 = status.split(' ').next().unwrap().parse().unwrap();
            if turn % 2 == 1 {
                send(&mut stream, "(end-turn)");
            }
        } else if message.starts_with("(\"game-over\"") {
            break message;
        }
    };
    assert_eq!(over, "(\"game-over\" 0 \"builtin:builder\" 0)");
    drop(stream);
    drop(stderr);
    let run = Run::of(agon.wait_with_output().unwrap());
    run.expect(0, &["(builtin:builder) wins", "remote", "Replay: "]);
}
