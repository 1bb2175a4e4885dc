//! A server process and a person who talks to it.

use crate::{Scratch, new_command};
use agon_testservers::Postgres;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long a test waits for a build or a game on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A bot that plays no calls, for games that should be short.
pub const IDLE_BOT: &str = "import agon\n\ndef play(turn):\n    pass\n\nagon.run(play)\n";

/// A running server; it is killed when dropped.
pub struct ServerProcess {
    child: Child,
    pub port: u16,
    /// The token of the first organiser's link.
    pub first_token: Option<String>,
}

impl ServerProcess {
    /// Starts a new server on the folder `data` in `here`: it prints the link for the first organiser.
    pub fn start(here: &Scratch, more: &[&str]) -> ServerProcess {
        let (mut server, mut lines) = ServerProcess::spawn(here, more);
        let link = lines.next().unwrap().unwrap();
        let token = link.rsplit_once("#/first-organiser/").expect("a link").1;
        server.first_token = Some(token.to_owned());
        keep_open(lines);
        server
    }

    /// Starts a server on a folder that has an organiser.
    pub fn start_again(here: &Scratch, more: &[&str]) -> ServerProcess {
        let (server, lines) = ServerProcess::spawn(here, more);
        keep_open(lines);
        server
    }

    /// Starts the program and waits for its first line, which means that it is ready.
    fn spawn(here: &Scratch, more: &[&str]) -> (ServerProcess, Lines<BufReader<ChildStdout>>) {
        ServerProcess::launch(here.command(&ServerProcess::words("data", more)))
    }

    /// Starts a small demo and waits until it is filled; returns what it has printed.
    pub fn start_demo(here: &Scratch, data: &str) -> (ServerProcess, Vec<String>) {
        let words = ServerProcess::words(data, &["--demo=small"]);
        let (server, mut lines) = ServerProcess::launch(here.command(&words));
        let mut told = Vec::new();
        while !told.last().is_some_and(|line: &String| line.starts_with("All events are filled")) {
            told.push(lines.next().expect("the demo goes on").unwrap());
        }
        keep_open(lines);
        (server, told)
    }

    /// The command line of a server on a data folder.
    pub fn words<'a>(data: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let mut words = vec!["serve", "--data", data, "--listen", "127.0.0.1:0"];
        words.extend_from_slice(more);
        words
    }

    /// Starts a server by a command of one's own, on data that may be new.
    pub fn start_by(command: Command) -> ServerProcess {
        let (mut server, lines) = ServerProcess::launch(command);
        let (sender, receiver) = mpsc::channel();
        // Reads all lines, so that the server never waits for its reader.
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        if !server.has_organiser() {
            let link = receiver.recv_timeout(PATIENCE).expect("a link");
            let token = link.rsplit_once("#/first-organiser/").expect("a link").1;
            server.first_token = Some(token.to_owned());
        }
        server
    }

    fn has_organiser(&self) -> bool {
        let info = Person::visitor().get(self.port, "/api/v1/server").expect(200).json();
        info["needs_organiser"] == false
    }

    fn launch(mut command: Command) -> (ServerProcess, Lines<BufReader<ChildStdout>>) {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let ready = lines.next().unwrap().unwrap();
        let port = ready.split("127.0.0.1:").nth(1).unwrap();
        let port = port.split(' ').next().unwrap().parse().unwrap();
        (ServerProcess { child, port, first_token: None }, lines)
    }

    /// Kills the server as a power cut would.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks the server to stop and returns its exit code.
    pub fn stop(mut self) -> Option<i32> {
        self.signal("-TERM");
        self.child.wait().unwrap().code()
    }

    /// Sends a signal, such as `-STOP`.
    pub fn signal(&self, signal: &str) {
        let id = self.id().to_string();
        assert!(new_command("kill").args([signal, &id]).status().unwrap().success());
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The value of a counter at `/metrics`; 0 if it was never counted.
    pub fn metric(&self, name: &str) -> f64 {
        let answer = Person::visitor().get(self.port, "/metrics").expect(200);
        let text = String::from_utf8(answer.body).unwrap();
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        value.unwrap_or(0.0)
    }

    /// The first organiser, logged in.
    pub fn organiser(&self) -> Person {
        let token = self.first_token.as_deref().expect("the server printed a link");
        let body = json!({ "token": token, "login": "org", "name": "Organiser", "password": "very secret" });
        let answer = Person::visitor().post(self.port, "/api/v1/first-organiser", &body);
        Person { cookie: Some(answer.expect(200).cookie()) }
    }
}

/// Runs a test on a server with SQLite and on one with PostgreSQL: a folder and further arguments.
pub fn on_both(name: &str, test: impl Fn(&Scratch, &[&str])) {
    test(&Scratch::new(&format!("{name}-sqlite")), &[]);
    let here = Scratch::new(&format!("{name}-postgres"));
    let database = Postgres::shared().new_database();
    let config = here.write("agon.toml", format!("database = {database:?}\n"));
    test(&here, &["--config", config.to_str().unwrap()]);
}

/// Reads the rest of the output, so that the server never waits for its reader.
fn keep_open(lines: Lines<BufReader<ChildStdout>>) {
    std::thread::spawn(move || lines.for_each(drop));
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}\n{}", self.head, String::from_utf8_lossy(&self.body));
        self
    }

    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    fn cookie(&self) -> String {
        let line = self.head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        line.and_then(|line| line.split(';').next()).expect("a session cookie").to_owned()
    }
}

/// A client of the server: a visitor, or a person with a session.
#[derive(Clone)]
pub struct Person {
    cookie: Option<String>,
}

impl Person {
    pub fn visitor() -> Person {
        Person { cookie: None }
    }

    /// Logs in.
    pub fn log_in(port: u16, login: &str, password: &str) -> Person {
        let body = json!({ "login": login, "password": password });
        let answer = Person::visitor().post(port, "/api/v1/sessions", &body).expect(200);
        Person { cookie: Some(answer.cookie()) }
    }

    pub fn get(&self, port: u16, path: &str) -> Answer {
        self.ask(port, "GET", path, "application/json", &[], "").expect("the server answers")
    }

    pub fn post(&self, port: u16, path: &str, body: &Value) -> Answer {
        self.send(port, "POST", path, body)
    }

    pub fn put(&self, port: u16, path: &str, body: &Value) -> Answer {
        self.send(port, "PUT", path, body)
    }

    fn send(&self, port: u16, method: &str, path: &str, body: &Value) -> Answer {
        let bytes = body.to_string().into_bytes();
        self.ask(port, method, path, "application/json", &bytes, "").expect("the server answers")
    }

    /// The first line of a response whose end is not waited for.
    pub fn first_line(&self, port: u16, path: &str) -> String {
        let cookie =
            self.cookie.as_ref().map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n{cookie}\r\n").unwrap();
        BufReader::new(stream).lines().next().unwrap().unwrap()
    }

    /// The lines of the stream of news from the beginning, until the server ends it.
    pub fn follow(&self, port: u16) -> impl Iterator<Item = String> + use<> {
        let cookie =
            self.cookie.as_ref().map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let head = "GET /api/v1/feed?after=0 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n";
        write!(stream, "{head}{cookie}\r\n").unwrap();
        BufReader::new(stream).lines().map(Result::unwrap)
    }

    /// The topics and bodies of all news that this person may see, up to one that contains a text.
    pub fn news_until(&self, port: u16, last: &str) -> Vec<(String, Value)> {
        let (mut news, mut topic) = (Vec::new(), String::new());
        for line in self.follow(port) {
            if let Some(word) = line.strip_prefix("event: ") {
                word.clone_into(&mut topic);
            } else if let Some(body) = line.strip_prefix("data: ") {
                news.push((topic.clone(), serde_json::from_str(body).unwrap()));
                if body.contains(last) {
                    break;
                }
            }
        }
        news
    }

    pub fn upload(&self, port: u16, event: &str, name: &str, bytes: &[u8]) -> Answer {
        let path = format!("/api/v1/events/{event}/submissions?name={name}");
        let answer = self.ask(port, "POST", &path, "application/octet-stream", bytes, "");
        answer.expect("the server answers")
    }

    /// Makes a request with further header lines; `None` if the server goes away.
    pub fn ask(
        &self,
        port: u16,
        method: &str,
        path: &str,
        kind: &str,
        body: &[u8],
        more: &str,
    ) -> Option<Answer> {
        let cookie =
            self.cookie.as_ref().map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n{cookie}{more}\
             content-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        stream.write_all(&[head.as_bytes(), body].concat()).ok()?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).ok()?;
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let body = bytes[end + 4..].to_vec();
        // A response that was cut off by a kill does not count.
        let length =
            head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        if length.is_some_and(|length: usize| length != body.len()) {
            return None;
        }
        Some(Answer { status, head, body })
    }

    /// Asks until the answer is as wanted.
    #[track_caller]
    pub fn wait_for(&self, port: u16, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let value = self.get(port, path).expect(200).json();
            if wanted(&value) {
                return value;
            }
            assert!(start.elapsed() < PATIENCE, "{path} is still {value}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

/// A competitor with a team in the open event `cup`, which is made if it is missing.
pub fn competitor(server: &ServerProcess, organiser: &Person, name: &str) -> Person {
    let port = server.port;
    let body = json!({ "slug": "cup", "title": "The cup", "game": "mars" });
    if organiser.get(port, "/api/v1/events/cup").status == 404 {
        organiser.post(port, "/api/v1/events", &body).expect(200);
        organiser.put(port, "/api/v1/events/cup/phase", &json!({ "phase": "open" })).expect(204);
    }
    let body = json!({ "login": name, "name": name, "role": "competitor" });
    let made = organiser.post(port, "/api/v1/accounts", &body).expect(200).json();
    let person = Person::log_in(port, name, made["password"].as_str().unwrap());
    let body = json!({ "name": format!("Team {name}") });
    person.post(port, "/api/v1/events/cup/teams", &body).expect(200);
    person
}

/// A competitor with a team and a valid bot, and the number of a built-in team.
pub fn competitor_with_bot(
    server: &ServerProcess,
    organiser: &Person,
    bot: &str,
) -> (Person, Value) {
    let ada = competitor(server, organiser, "ada");
    let sent = ada.upload(server.port, "cup", "bot.py", bot.as_bytes()).expect(200).json();
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    ada.wait_for(server.port, &path, |found| found["state"] == "valid");
    let teams = organiser.get(server.port, "/api/v1/events/cup/teams").expect(200).json();
    let teams = teams["teams"].as_array().unwrap();
    let staff = teams.iter().find(|team| team["staff"] == true).unwrap();
    (ada, staff["id"].clone())
}

/// Asks for a scrimmage; returns it.
pub fn ask_games(person: &Person, port: u16, body: &Value) -> Value {
    let asked = person.post(port, "/api/v1/events/cup/scrimmages", body).expect(200).json();
    asked["scrimmage"].clone()
}
