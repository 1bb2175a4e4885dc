//! The examples in `deploy`: NATS with keys and certificates, manifests, units.

use super::client::{IDLE_BOT, ServerProcess, ask_games, competitor_with_bot};
use super::workers::WorkerProcess;
use crate::{Scratch, new_command};
use agon_testservers::{Nats, Trial, not_refused};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Public key and seed of four users; they are used in these tests only.
const SERVER: [&str; 2] = [
    "UBIWI74RKA7MARW6P2VWDON3IDJR5JLQADLQ6I5MY5YNXDAXL7Z2AVNU",
    "SUAGOZMN2MK4PEPXDQVF2CIV6QFL464J7MSJEDR4FT3X73T34P6XGWVNEQ",
];
const WORKER: [&str; 2] = [
    "UBKLSS24DVIKFD2XRDVLX3VY4BJZYKFBG7WOV7VNMED5B25DSNKVS4LK",
    "SUANAUQFNBRBCN7HRG3ECD5ZUEH4WMVZI26YKFWXIKKRTWIYLVNIICOOY4",
];
/// A worker with a key of its own.
const HALL1: [&str; 2] = [
    "UDJHJUOKWDUTPUBGJU4WM6T4LAAOCPCR6COP3VXVTFZJSUQIEFXEQUK5",
    "SUAA5UHVVPJNUROWNHJIQ2LLORMYFYGWGXPPAZME6OEZ44YVV4Z7BEEKEI",
];
const SIMULATE: [&str; 2] = [
    "UBKLYMFJGVRBQV6C3LGXFQGSBDPDNOABGSAUJQDNPFMKSW7WWSMTAATN",
    "SUALDW3YB7DK3KFAEGZQTPCS3CD25IULCKYM5XXIIOGIBJV2AP2PGG3YNQ",
];

fn deploy(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(file)
}

fn openssl(folder: &Path, line: &str) {
    let made = new_command("openssl").args(line.split(' ')).current_dir(folder).output().unwrap();
    assert!(made.status.success(), "{line}: {}", String::from_utf8_lossy(&made.stderr));
}

/// Makes `ca.pem`, `cert.pem` and `key.pem` for 127.0.0.1 in a folder.
fn make_certificates(folder: &Path) {
    std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\n").unwrap();
    let new = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(folder, &format!("req -x509 {new} -keyout ca.key -out ca.pem -subj /CN=tests -days 2"));
    openssl(folder, &format!("req {new} -keyout key.pem -out cert.csr -subj /CN=nats"));
    let ca = "-CA ca.pem -CAkey ca.key -CAcreateserial";
    openssl(folder, &format!("x509 -req -in cert.csr {ca} -out cert.pem -days 2 -extfile names"));
}

/// NATS as `deploy/nats.conf` sets it up, with keys and certificates of this test.
fn secured(here: &Scratch) -> Nats {
    let folder = here.path(".").canonicalize().unwrap();
    make_certificates(&folder);
    let text = std::fs::read_to_string(deploy("nats.conf")).unwrap();
    // Address and folder are the test's own.
    let (_, rest) = text.split_once("\ntls {").unwrap();
    let mut rest = format!("tls {{{}", with_all_users(rest))
        .replace("/etc/nats/", &format!("{}/", folder.display()));
    for (name, [public, seed]) in
        [("server", SERVER), ("worker", WORKER), ("hall1", HALL1), ("simulate", SIMULATE)]
    {
        rest = rest.replace(&format!("{}_PUBLIC_KEY", name.to_uppercase()), public);
        here.write(&format!("{name}.nk"), format!("{seed}\n"));
    }
    assert!(!rest.contains("PUBLIC_KEY"), "{rest}");
    Nats::start_with(|_| rest)
}

/// The configuration with the users that are comments there.
fn with_all_users(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("    # ") {
        Some(user) if user.starts_with(['{', '}', ' ']) => format!("    {user}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn workers_with_their_own_key_do_what_workers_do_and_no_more() {
    let here = Scratch::new("deploy-nats");
    let nats = secured(&here);
    let url = format!("tls://127.0.0.1:{}", nats.port());
    let text = format!(
        "nats = {url:?}\nnats_credentials = \"server.nk\"\nnats_ca = \"ca.pem\"\nworkers = 0\n\
         lease_seconds = 2\n"
    );
    let config = here.write("agon.toml", text);
    let config = ["--config", config.to_str().unwrap()];
    // With the worker's key no server can be started, and without a key nothing.
    let serve = ["serve", "--data", "wrong", "--listen", "127.0.0.1:0"];
    let worker_key = std::fs::read_to_string(here.path("agon.toml")).unwrap();
    let worker_key = here.write("wrong.toml", worker_key.replace("server.nk", "worker.nk"));
    here.run(&[&serve[..], &["--config", worker_key.to_str().unwrap()]].concat())
        .expect(1, &["cannot use JetStream of NATS at tls://", "permissions"]);
    here.run(&["worker", "--nats", &url, "--ca", "ca.pem"])
        .expect(1, &["cannot connect to NATS at tls://"]);
    here.run(&["worker", "--nats", &url, "--credentials", "worker.nk"])
        .expect(1, &["cannot connect to NATS at tls://"]);
    here.run(&["worker", "--nats", &url, "--ca", "missing.pem"]).expect(2, &["missing.pem"]);

    let server = ServerProcess::start(&here, &config);
    let organiser = server.organiser();
    let more = ["--credentials", "worker.nk", "--ca", "ca.pem", "--drain-seconds", "0"];
    let first = WorkerProcess::start(&here, &url, &more);
    let (ada, opponent) = competitor_with_bot(&server, &organiser, IDLE_BOT);
    let body = json!({ "opponents": [{ "team": opponent }], "games": 2 });
    let asked = ask_games(&ada, server.port, &body);
    let path = format!("/api/v1/matches/{}", asked["match"]);
    ada.wait_for(server.port, &path, |found| found["state"] == "finished");
    ada.get(server.port, &format!("{path}/games/2/replay")).expect(200);
    assert_eq!(first.stop(), Some(0));
    // A worker with a key of its own plays a match and simulations, which have a key of their own, too.
    let more = ["--name", "hall1", "--credentials", "hall1.nk", "--ca", "ca.pem"];
    let second =
        WorkerProcess::start(&here, &url, &[&more[..], &["--drain-seconds", "0"]].concat());
    assert_eq!(second.name, "hall1");
    let asked = ask_games(&ada, server.port, &body);
    let path = format!("/api/v1/matches/{}", asked["match"]);
    ada.wait_for(server.port, &path, |found| found["state"] == "finished");
    let words = ["simulate", "galaxy", "builtin:greedy", "builtin:random", "-n", "4"];
    let local = here.run(&words).expect(0, &[]).out;
    let words = [&words[..], &["--on", &url, "--ca", "ca.pem", "--credentials"]].concat();
    let remote = here.run(&[&words[..], &["simulate.nk"]].concat()).expect(0, &[]).out;
    assert_eq!(local, remote);
    nats_refuses_what_is_not_a_users_work(&here, &url);
    assert_eq!(second.stop(), Some(0));
    let desired = "/api/v1/workers/desired";
    // The server may not have noticed yet that its only worker is gone.
    let quiet = json!({ "slots": 0, "connected_slots": 0, "waiting": 0, "running": 0 });
    organiser.wait_for(server.port, desired, |desired| *desired == quiet);
    ask_games(&ada, server.port, &body);
    let is_asked_for = |desired: &Value| {
        let number = |key: &str| desired[key].as_u64().unwrap();
        number("slots") > 0 && number("waiting") + number("running") == 2
    };
    organiser.wait_for(server.port, desired, is_asked_for);
    ada.get(server.port, desired).expect(403);
    assert_eq!(server.stop(), Some(0));
}

/// What no key but that of the servers may do, and what only one worker may hear.
fn nats_refuses_what_is_not_a_users_work(here: &Scratch, url: &str) {
    use Trial::{Publish, Subscribe};
    let for_servers_only = [
        // Jobs are made, changed and read by servers only; workers pull them one by one.
        Publish("agon.jobs.any.made-up"),
        Publish("$JS.API.STREAM.DELETE.agon-jobs"),
        Publish("$JS.API.STREAM.PURGE.agon-jobs"),
        Publish("$JS.API.STREAM.UPDATE.agon-jobs"),
        Publish("$JS.API.STREAM.MSG.GET.agon-jobs"),
        Publish("$JS.API.CONSUMER.CREATE.agon-jobs.own"),
        Subscribe("agon.jobs.>"),
        // Results are read by servers only.
        Publish("$JS.API.CONSUMER.MSG.NEXT.agon-results.servers"),
        Publish("$JS.ACK.agon-results.servers.1.1.1.1.0"),
        Subscribe("agon.results.>"),
        // Only servers answer workers, command them, and talk to each other.
        Subscribe("agon.ask"),
        Subscribe("agon.server.*"),
        Subscribe("_INBOX.server.>"),
        Publish("agon.worker.hall2"),
        Publish("agon.changed"),
        Subscribe("agon.changed"),
        Subscribe(">"),
    ];
    let of_other_workers = [
        Subscribe("_INBOX.worker.hall2.>"),
        Subscribe("_INBOX.worker.>"),
        Subscribe("agon.worker.hall2"),
        Subscribe("agon.worker.*"),
    ];
    let of_simulations =
        [Subscribe("agon.simulate"), Subscribe("agon.simulate.*"), Subscribe("_INBOX.simulate.>")];
    let of_workers =
        [Publish("agon.ask"), Publish("agon.results.made-up"), Publish("agon.server.x")];
    let ca = here.path("ca.pem");
    for (seed, trials) in [
        (WORKER[1], [&for_servers_only[..], &of_simulations].concat()),
        (HALL1[1], [&for_servers_only[..], &of_simulations, &of_other_workers].concat()),
        (SIMULATE[1], [&for_servers_only[..], &of_workers, &of_other_workers].concat()),
    ] {
        assert_eq!(not_refused(url, seed, &ca, &trials), Vec::<String>::new());
    }
}

#[test]
fn a_worker_that_does_not_fit_is_refused_with_a_sentence() {
    let here = Scratch::new("deploy-refused");
    here.run(&["worker", "--nats", "http://x"])
        .expect(2, &["cannot read `http://x` as an address of NATS"]);
    here.run(&["worker", "--nats", "nats://127.0.0.1:1"])
        .expect(1, &["cannot connect to NATS at nats://127.0.0.1:1"]);
    here.run(&["worker"]).expect(2, &["--nats"]);
    here.run(&["worker", "--nats", "nats://x", "--name", "hall.1"])
        .expect(2, &["a worker's name has 1 to 60 letters (a to z), digits and `_`"]);
    let plain = Nats::start();
    let url = plain.url();
    here.run(&["worker", "--nats", &url, "--credentials", "missing.nk"]).expect(2, &["missing.nk"]);
    // The machine of this test is not as fast as the reference.
    let text = format!("nats = {url:?}\nworkers = 0\nreference_speed = 1000000.0\n");
    let config = here.write("agon.toml", text);
    let server = ServerProcess::start(&here, &["--config", config.to_str().unwrap()]);
    here.run(&["worker", "--nats", &url])
        .expect(1, &["the reference speed of this machine is", "more than 10 % off the 1000000"]);
    assert_eq!(server.stop(), Some(0));
    here.run(&[
        "serve",
        "--data",
        "data",
        "--listen",
        "127.0.0.1:0",
        "--nats",
        "nats://127.0.0.1:1",
    ])
    .expect(1, &["cannot connect to NATS at nats://127.0.0.1:1"]);
    here.run(&["serve", "--data", "data", "--listen", "127.0.0.1:0", "--nats", "localhost"])
        .expect(2, &["`nats` is `localhost`"]);
}

#[test]
fn manifests_follow_their_schemas_and_name_flags_that_exist() {
    let python = std::env::var("AGON_PYTHON").expect("`cargo xtask test` sets AGON_PYTHON");
    // `cargo xtask test` makes another one beside it, with the schemas.
    let tools = Path::new(&python).ancestors().nth(3).expect("it is in tools/python/bin");
    let python = tools.join("manifests/bin/python");
    let manifests = ["kubernetes/serve.yaml", "kubernetes/worker.yaml"].map(deploy);
    let checked = new_command(&python)
        .args(["-m", "kubernetes_validate", "--strict"])
        .args(&manifests)
        .output()
        .unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let print = "import json, sys, yaml\n\
                 print(json.dumps([x for f in sys.argv[1:] for x in yaml.safe_load_all(open(f))]))";
    let read = new_command(&python)
        .args(["-c", print])
        .args(&manifests)
        .arg(deploy("compose.yaml"))
        .output()
        .unwrap();
    let documents: Value = serde_json::from_slice(&read.stdout).unwrap();
    let mut lines = Vec::new();
    for document in documents.as_array().unwrap() {
        for container in
            document["spec"]["template"]["spec"]["containers"].as_array().into_iter().flatten()
        {
            lines.push(container["args"].clone());
        }
        for name in ["server", "worker"] {
            lines.extend(document["services"].get(name).map(|service| service["command"].clone()));
        }
    }
    let words = |line: &Value| -> Vec<String> {
        line.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    let mut lines: Vec<Vec<String>> = lines.iter().map(words).collect();
    for unit in ["agon.service", "agon-worker.service"] {
        let text = std::fs::read_to_string(deploy(unit)).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
        lines.push(line.split(' ').skip(1).map(str::to_owned).collect());
    }
    assert_eq!(lines.len(), 6);
    let here = Scratch::new("deploy-flags");
    for line in lines {
        let help = here.run(&[&line[0], "--help"]).expect(0, &[]).out;
        for flag in line.iter().filter(|word| word.starts_with("--")) {
            assert!(
                help.contains(&format!("{flag} ")) || help.contains(&format!("{flag}\n")),
                "{flag}"
            );
        }
    }
}
