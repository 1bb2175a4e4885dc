//! Starting: the first organiser, the lock, the configuration.

use super::client::{Person, ServerProcess, competitor};
use crate::Scratch;
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let here = Scratch::new("serve-lock");
    let server = ServerProcess::start(&here, &[]);
    here.run(&["serve", "--data", "data", "--listen", "127.0.0.1:0"])
        .expect(2, &["data is used by another agon server", "--data"]);
    let port = server.port.to_string();
    here.run(&["serve", "--data", "other", "--listen", &format!("127.0.0.1:{port}")])
        .expect(1, &["cannot listen on 127.0.0.1:"]);
}

#[test]
fn a_wrong_configuration_is_a_sentence_with_its_line() {
    let here = Scratch::new("serve-config");
    let config = here.write("agon.toml", "workers = 2\nlissten = \"127.0.0.1:1\"\n");
    let config = config.to_str().unwrap();
    here.run(&["serve", "--config", config]).expect(2, &["agon.toml", "line 2", "lissten"]);
    here.run(&["serve", "--config", "missing.toml"]).expect(2, &["cannot read missing.toml"]);
    here.run(&["serve", "--listen", "nowhere"]).expect(2, &["--listen"]);
    assert_eq!(here.files(), ["agon.toml"]);
}

#[test]
fn the_server_stops_in_spite_of_open_streams_and_games_that_do_not_end() {
    let here = Scratch::new("serve-stop");
    let config = here.write("agon.toml", "drain_seconds = 0\nupload_mib = 1\n");
    let more = ["--config", config.to_str().unwrap()];
    let server = ServerProcess::start(&here, &more);
    let mode = std::fs::metadata(here.path("data")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "the data is for this user only");
    let organiser = server.organiser();
    let ada = competitor(&server, &organiser, "ada");
    let large = ada.upload(server.port, "cup", "bot.py", &vec![b'#'; 2 << 20]).expect(413).json();
    assert!(large["detail"].as_str().unwrap().contains("larger than 1 MiB"), "{large}");
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    write!(stream, "GET /api/v1/feed HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    // The bot is not ready for half a minute; its first game has begun when its build is done.
    let sleeper = b"import time\ntime.sleep(600)\n";
    let id = ada.upload(server.port, "cup", "bot.py", sleeper).expect(200).json()["id"].clone();
    let submission = format!("/api/v1/submissions/{id}");
    ada.wait_for(server.port, &submission, |found| found["state"] == "validating");
    assert_eq!(server.stop(), Some(0));
    // The game is played again after the next start.
    let server = ServerProcess::start_again(&here, &more);
    let found = ada.get(server.port, &submission).expect(200).json();
    assert_eq!(found["state"], "validating", "{found}");
}

#[test]
fn the_first_link_works_once_and_a_restart_voids_it() {
    let here = Scratch::new("serve-first");
    let server = ServerProcess::start(&here, &[]);
    let old = server.first_token.clone().unwrap();
    server.kill();
    let server = ServerProcess::start(&here, &[]);
    let body = |token: &str, login: &str| {
        let password = "very secret";
        json!({ "token": token, "login": login, "name": "x", "password": password })
    };
    let path = "/api/v1/first-organiser";
    let visitor = Person::visitor();
    visitor.post(server.port, path, &body(&old, "eve")).expect(422);
    server.organiser();
    let token = server.first_token.clone().unwrap();
    visitor.post(server.port, path, &body(&token, "eve")).expect(422);
    // The session of a killed server goes on.
    let person = Person::log_in(server.port, "org", "very secret");
    server.kill();
    let server = ServerProcess::start_again(&here, &[]);
    assert_eq!(person.get(server.port, "/api/v1/me").expect(200).json()["login"], "org");
}

#[test]
fn a_header_that_never_ends_and_a_silent_connection_are_closed() {
    let here = Scratch::new("serve-slow");
    let server = ServerProcess::start(&here, &[]);
    let mut slow = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    write!(slow, "GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ").unwrap();
    let mut silent = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    // Others are served in the meantime, and both are closed by the server.
    Person::visitor().get(server.port, "/healthz").expect(200);
    for stream in [&mut slow, &mut silent] {
        stream.set_read_timeout(Some(std::time::Duration::from_secs(120))).unwrap();
        let mut answer = Vec::new();
        std::io::Read::read_to_end(stream, &mut answer).unwrap();
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{answer:?}");
    }
}
