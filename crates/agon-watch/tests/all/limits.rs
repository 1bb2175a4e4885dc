//! What the server refuses, and what it does while other clients are slow, greedy or hostile.

use crate::http::{ask_with, get, post, post_as, talk, upload};
use crate::{replay, server};
use agon_replay::Replay;
use agon_testkit::Effort;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

#[test]
fn requests_of_other_sites_are_refused() {
    let (_server, port) = server("origin");
    let ask = |first: &str, headers: &str| ask_with(port, first, headers).status;
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"] {
        let headers = format!("origin: {origin}\r\n");
        assert_eq!(ask("GET /api/games", &headers), 403, "{origin}");
    }
    for own in ["127.0.0.1", "localhost"] {
        assert_eq!(ask("GET /api/games", &format!("origin: http://{own}:{port}\r\n")), 200);
    }
    for site in ["cross-site", "same-site"] {
        let headers = format!("sec-fetch-site: {site}\r\n");
        assert_eq!(ask("GET /api/games", &headers), 403, "{site}");
        assert_eq!(ask("GET /", &headers), 200, "a link may open the page");
    }
    assert_eq!(ask("GET /api/games", "sec-fetch-site: same-origin\r\n"), 200);
    // A form can send these types without asking first.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        assert_eq!(post_as(port, "/api/films?name=x", &replay(), kind).status, 415, "{kind}");
    }
    let answer = get(port, "/api/games");
    assert!(answer.head.contains("cross-origin-resource-policy: same-origin"), "{}", answer.head);
}

#[test]
fn large_bodies_are_refused_before_they_are_sent() {
    let (_server, port) = server("bodies");
    let kind = "content-type: application/octet-stream\r\n";
    let announced = |bytes: u64| format!("{kind}content-length: {bytes}\r\n");
    let refused = ask_with(port, "POST /api/films?name=x", &announced(100 << 20));
    assert_eq!(refused.status, 413, "{}", refused.text());
    assert!(refused.text().contains("larger than 64 MiB"), "{}", refused.text());
    let chunked = format!("{kind}transfer-encoding: chunked\r\n");
    assert_eq!(ask_with(port, "POST /api/films?name=x", &chunked).status, 411);
    let json = vec![b' '; 5 << 20];
    let head = format!(
        "POST /api/maps/mars/check HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        json.len()
    );
    assert_eq!(talk(port, head.as_bytes()).status, 413);
}

/// Bodies that never arrive hold places in the queue, but not for long, and other requests do not wait.
#[test]
fn unfinished_uploads_are_given_up() {
    let (_server, port) = server("unfinished");
    let begin = |_| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(
            stream,
            "POST /api/films?name=x HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 60000000\r\n\
             content-type: application/octet-stream\r\n\r\nagon"
        )
        .unwrap();
        stream
    };
    let unfinished: Vec<TcpStream> = (0..3).map(begin).collect();
    assert_eq!(get(port, "/api/games").status, 200);
    // Small files fit beside two of them; the first is given up after its time.
    assert_eq!(upload(port, "/api/films?name=a.agonreplay", &replay()).status, 200);
    let mut answer = [0; 12];
    unfinished[0].set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    (&unfinished[0]).read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
}

#[test]
fn silent_connections_make_room_for_others() {
    let (_server, port) = server("silent");
    let connect = |text: &'static str| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let mut first = connect("GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ");
    let others: Vec<TcpStream> = (0..300).map(|_| connect("GET / HTT")).collect();
    for _ in 0..5 {
        assert_eq!(get(port, "/api/games").status, 200);
    }
    // The connection that was silent for the longest time is closed.
    let mut rest = Vec::new();
    let closed = first.read_to_end(&mut rest);
    assert!(closed.is_err() || !rest.starts_with(b"HTTP/1.1 200"), "{closed:?}");
    drop(others);
}

/// A small file that unpacks to a huge one is refused, and other requests do not wait meanwhile.
#[test]
fn a_bomb_is_refused() {
    let (_server, port) = server("bomb");
    let sound = Replay::from_bytes(&replay()).unwrap();
    let bomb = sound.with_body(vec![0; 80 << 20]).to_bytes();
    assert!(bomb.len() < 100_000, "{} bytes", bomb.len());
    let refused = upload(port, "/api/films?name=bomb.agonreplay", &bomb);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("unpacks to more than 64 MiB"), "{}", refused.text());
}

/// Any request gets an answer with a sensible status, and the server goes on.
#[test]
fn fuzz_requests() {
    let (_server, port) = server("fuzz");
    let sound = replay();
    let paths = [
        "/",
        "/api/films",
        "/api/films/0",
        "/api/films/x/page",
        "/api/films/0/chunks/0",
        "/api/films/0123456789abcdef",
        "/api/library",
        "/api/runs/x",
        "/api/stills/0123456789abcdef",
        "/api/games",
        "/api/maps/mars/own/crossing",
        "/api/maps/mars/new",
        "/api/maps/galaxy/check",
        "/api/maps/homerun/save",
        "/api/maps/%2e%2e/play",
        "/api/films?from=-1",
    ];
    let bodies: [Vec<u8>; 5] = [
        sound.clone(),
        json!({"text": "x", "rules": "handbook", "name": "../x", "seed": u64::MAX})
            .to_string()
            .into(),
        json!({"wishes": ["size=9999999x1", "size=0x0"], "seed": 1}).to_string().into(),
        b"[".repeat(5000),
        Vec::new(),
    ];
    let time = Effort::asked().time(Duration::from_secs(3));
    bolero::check!().with_test_time(time).for_each(|input: &[u8]| {
        let [method, path, kind, body, rest @ ..] = input else { return };
        let mut bytes = bodies[usize::from(*body) % bodies.len()].clone();
        let changes = rest.chunks_exact(3).take(if bytes.is_empty() { 0 } else { 64 });
        for change in changes {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
            bytes[at] = change[2];
        }
        let method = ["GET", "POST", "PUT", "HEAD", "DELETE"][usize::from(*method) % 5];
        let path = paths[usize::from(*path) % paths.len()];
        let kind = ["application/json", "application/octet-stream", "x"][usize::from(*kind) % 3];
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\
             content-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            bytes.len()
        );
        let answer = talk(port, &[head.as_bytes(), &bytes].concat());
        assert!((200..500).contains(&answer.status) && answer.status != 408, "{}", answer.head);
    });
    assert_eq!(post(port, "/api/maps/mars/new", br#"{"seed": 3}"#).status, 200);
}
