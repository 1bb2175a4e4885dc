//! Starting: the first organiser, the lock, the configuration.

use super::client::{Person, ServerProcess};
use crate::Scratch;
use serde_json::json;

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
