//! The description of the interface, tried out by Schemathesis: no request that follows it, or nearly does,
//! makes the server fail.

use super::client::{IDLE_BOT, ServerProcess, competitor};
use crate::{Scratch, new_command};
use serde_json::json;

/// Requests per address in the ordinary tests, and with `--long`.
fn examples() -> &'static str {
    match std::env::var("AGON_TEST_EFFORT").as_deref() {
        Ok("long") => "300",
        _ => "4",
    }
}

#[test]
fn schemathesis_finds_no_failure_of_the_server() {
    let here = Scratch::new("serve-described");
    let config = here.write("agon.toml", "sign_up = \"open\"\nscrimmages_per_hour = 1000\n");
    let server = ServerProcess::start(&here, &["--config", config.to_str().unwrap()]);
    let port = server.port;
    let organiser = server.organiser();
    let ada = competitor(&server, &organiser, "ada");
    ada.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200);
    let body = json!({ "name": "Schemathesis", "scopes": ["read", "play", "manage"] });
    let token = organiser.post(port, "/api/v1/me/tokens", &body).expect(200).json();
    let token = token["token"].as_str().unwrap();
    let python = std::env::var("AGON_PYTHON").unwrap_or_else(|_| "/usr/bin/python3".into());
    let mut command = new_command(&python);
    command.args(["-m", "schemathesis.cli", "run"]);
    command.arg(format!("http://127.0.0.1:{port}/api/v1/openapi.json"));
    // One thread: Python 3.11 can fail when two of them parse sources, as hypothesis does ("AST constructor
    // recursion depth mismatch").
    command.args([
        "--checks",
        "not_a_server_error",
        "--max-examples",
        examples(),
        "--workers",
        "1",
    ]);
    command.args(["--phases", "examples,coverage,fuzzing", "--no-shrink", "--seed", "7"]);
    command.args([
        "--request-timeout",
        "60",
        "--suppress-health-check",
        "all",
        "--warnings",
        "off",
    ]);
    command.arg("--header").arg(format!("Authorization: Bearer {token}"));
    // A stream does not end; the others would erase the account or revoke the token that asks.
    command.args(["--exclude-path", "/api/v1/feed", "--exclude-path", "/api/v1/accounts/{id}"]);
    command.args(["--exclude-path", "/api/v1/me/tokens/{id}"]);
    let output = command.current_dir(here.path(".")).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        !errors.contains("No module named"),
        "{python} has no schemathesis; `cargo xtask test` makes a Python with it in AGON_PYTHON"
    );
    assert!(output.status.success(), "{told}\n{errors}");
    assert!(told.contains("not_a_server_error") || told.contains("No issues found"), "{told}");
    organiser.get(port, "/readyz").expect(200);
}
