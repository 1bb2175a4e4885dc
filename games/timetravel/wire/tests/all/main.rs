//! Real connections: whole games, invalid messages, and misbehaving clients.

mod client;

use agon_core::{Chance, Contest, Game, GameMap, MatchInfo, Profile, Seat};
use agon_runner::{
    ClientLimits, IncidentKind, ListenFault, Match, Played, Player, RemoteSeats, Trouble, built_in,
    play_match_along,
};
use agon_timetravel::TimeTravel;
use agon_timetravel_wire::Server;
use client::{Client, Node, game_port};
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

const LOCAL: &str = "127.0.0.1:0";

/// A match in its own thread.
type Playing = JoinHandle<Result<Played<TimeTravel>, Trouble>>;

/// Starts a match of two players, of whom `remote` is a client; the server waits `seconds` for clients.
fn begin(words: [&'static str; 2], seconds: u64) -> (SocketAddr, Playing) {
    let (join, whole_match) = (Duration::from_secs(seconds), Duration::MAX);
    begin_within(words, ClientLimits { join, clock: false, whole_match })
}

/// Starts a match with these limits for its clients.
fn begin_within(words: [&'static str; 2], limits: ClientLimits) -> (SocketAddr, Playing) {
    let seats = words.map(|word| (word != "remote").then(|| word.to_owned())).into();
    let server = Server::listen(LOCAL.parse().unwrap(), seats).unwrap();
    let address = server.address();
    let playing = thread::spawn(move || {
        let player = |word: &str| -> Player<TimeTravel> {
            match word {
                "remote" => server.player(limits),
                word => built_in(word).unwrap(),
            }
        };
        let players = words.map(player);
        let map = <TimeTravel as Contest>::Map::parse(TimeTravel::own_maps()[0].text).unwrap();
        let spec = Match {
            setup: TimeTravel::new_setup(map, Profile::Handbook, 2).unwrap(),
            map: "first".into(),
            rules: Profile::Handbook,
            seed: 1,
            players: players.iter().collect(),
            tournament: false,
            engine: "tests",
            date: None,
        };
        let start = TimeTravel::new(&spec.setup, Chance::seeded(1));
        let info = MatchInfo { map: "first".into(), bots: words.map(str::to_owned).into() };
        let mut scribe = server.scribe(&start, &info);
        play_match_along(&spec, true, &mut *scribe, &mut |_| {})
    });
    (address, playing)
}

fn came(playing: Playing) -> Played<TimeTravel> {
    playing.join().unwrap().unwrap()
}

/// Plays as the client: in each of its turns all its artists paint where they stand, and its galleries train
/// more of them. Returns the `game-over` message, and the number of its own turns and of the opponent's.
fn paint(client: &mut Client, me: i64) -> (Node, [u32; 2]) {
    let mut turns = [0, 0];
    loop {
        let node = Node::read(&client.hear().expect("the game goes on"));
        match node.head() {
            "status" => {
                let turn = node.group("game")[0].number();
                turns[usize::from(turn % 2 != me)] += 1;
                if turn % 2 == me {
                    give_orders(client, me, &node);
                    client.say("(end-turn)");
                }
            }
            "game-over" => return (node, turns),
            "animations" | "ident" => {}
            other => panic!("unexpected message {other}: {node:?}"),
        }
    }
}

fn give_orders(client: &mut Client, me: i64, status: &Node) {
    const ARTIST: i64 = 3;
    const GALLERY: i64 = 9;
    let rows = |kind: &str| -> Vec<Vec<i64>> {
        let row = |row: &Node| row.list().iter().map(Node::number).collect();
        status.group(kind).iter().map(row).collect()
    };
    let mut eaters = [0; 3];
    for unit in rows("Unit").into_iter().filter(|unit| unit[7] == me) {
        eaters[unit[3] as usize] += 1;
        if unit[6] == ARTIST && unit[8] > 0 {
            client.say(&format!("(game-paint {} {} {})", unit[0], unit[1], unit[2]));
        }
    }
    let gold = &status.group("game")[1 + me as usize];
    for building in rows("Building").into_iter().filter(|b| b[7] == me) {
        let z = building[3] as usize;
        let is_idle = building[6] == GALLERY && building[8] < 0 && building[11] == 1;
        if is_idle && eaters[z] < 6 && gold.list()[z].number() >= 90 {
            client.say(&format!("(game-train {} {ARTIST})", building[0]));
        }
    }
}

#[test]
fn a_client_plays_a_whole_game_and_gets_its_log() {
    let (address, playing) = begin(["remote", "builtin:nothing"], 60);
    let mut client = Client::create(address);
    let (over, turns) = paint(&mut client, 0);
    assert_eq!(over.list()[1..], ["0", "Shell AI", "0"].map(|text| Node::Atom(text.into())));
    // The client gets a status for its own turns and for the opponent's.
    assert_eq!(turns, [250, 250]);
    let log = Node::read(&client.ask("(request-log 0)"));
    assert_eq!((log.head(), log.list()[1].text()), ("log", "0"));
    let lines: Vec<Node> = log.list()[2].text().lines().map(Node::read).collect();
    assert_eq!(lines[0].head(), "ident");
    assert_eq!(lines.iter().filter(|line| line.head() == "changed").count(), 501);
    let happened = lines.iter().filter(|line| line.head() == "animations");
    let paintings = happened.flat_map(|line| &line.list()[1..]).filter(|a| a.head() == "paint");
    assert!(paintings.count() >= 750);
    assert_eq!(lines.last(), Some(&over));
    drop(client);
    let played = came(playing);
    assert_eq!(played.outcome.winner(), Some(Seat(0)));
    assert!(played.reports[0].incidents.is_empty(), "{:?}", played.reports[0]);
    assert_eq!(played.reports[0].turns, 250);
}

#[test]
fn two_clients_play_each_other() {
    let (address, playing) = begin(["remote", "remote"], 60);
    let mut first = Client::create(address);
    let mut second = Client::join(address);
    let second = thread::spawn(move || paint(&mut second, 1));
    let (over, _) = paint(&mut first, 0);
    assert_eq!(over, second.join().unwrap().0);
    drop(first);
    let played = came(playing);
    let winner = played.outcome.winner().unwrap().index() as i64;
    assert_eq!(over.list()[3].number(), winner);
}

/// Sends each message and compares its answer.
fn answers(client: &mut Client, dialogue: &[(&str, &str)]) {
    for (said, answer) in dialogue {
        assert_eq!(client.ask(said), *answer, "{said}");
    }
}

#[test]
fn misuse_gets_the_documented_answers() {
    let (address, playing) = begin(["builtin:nothing", "remote"], 60);
    let mut client = Client::connect(address);
    answers(
        &mut client,
        &[
            ("(start-game)", r#"("start-game-denied" "log in first")"#),
            ("(login me)", r#"("argument-count" ("login" "me") (3))"#),
            ("(login me pw)", r#"("login-accepted" 1.000000)"#),
            ("(whoami)", r#"("whoami" "me")"#),
            ("(ping)", r#"("ping")"#),
            ("(join-game 7)", r#"("join-game-denied" "there is no game 7; the only one is 0")"#),
            ("(game-move 1 2 3)", r#"("invalid-expression" ("game-move" 1 2 3))"#),
            ("hello", r#"("invalid-expression" "hello")"#),
            ("()", r#"("malformed-statement" ())"#),
            ("((a) 1)", r#"("malformed-statement" (("a") 1))"#),
            ("(login", r#"("malformed-message" "(login")"#),
        ],
    );
    let mut client = Client::log_in(game_port(address));
    answers(
        &mut client,
        &[
            ("(end-turn)", r#"("end-turn-denied" "join a game first")"#),
            ("(game-warp 20)", r#"("game-warp-denied" "join a game first")"#),
            (
                "(create-game x)",
                r#"("create-game-denied" "there is no game \"x\"; the only one is 0")"#,
            ),
            (
                "(join-game 0 spectator)",
                r#"("join-game-denied" "there is no place for spectators")"#,
            ),
            ("(request-log 0)", r#"("request-log-denied" "the game is not over")"#),
            ("(join-game 0)", r#"("ident" ("builtin:nothing" "Shell AI") () 1)"#),
        ],
    );
    let status = client.wait_for("status");
    assert_eq!((status.group("game")[0].number(), status.group("Building").len()), (1, 18));
    client.wait_for("animations");
    // The client is player 1. Unit 35 is its engineer in the far past, in building 32, its school.
    let ours = status.group("Unit").iter().find(|unit| unit.list()[0].number() == 35).unwrap();
    let [x, y] = [1, 2].map(|at| ours.list()[at].number());
    let far = format!(
        r#"("game-move-denied" "unit 35 cannot step to ({}, {y}): it is 9 tiles away, not 1")"#,
        x + 9
    );
    let move_far = format!("(game-move 35 {} {y})", x + 9);
    let paint_school = format!("(game-paint 35 {x} {y})");
    answers(
        &mut client,
        &[
            (&move_far, &far),
            ("(game-move 35 1)", r#"("argument-count" ("game-move" 35 1) (4))"#),
            ("(game-build 35)", r#"("argument-count" ("game-build" 35) (4 5))"#),
            ("(game-move 35 a 1)", r#"("game-move-denied" "the arguments must be whole numbers")"#),
            (
                "(game-move 35 (1) 1)",
                r#"("game-move-denied" "the arguments must be whole numbers")"#,
            ),
            ("(game-move -1 0 0)", r#"("game-move-denied" "there is no object -1")"#),
            ("(game-move 9999 0 0)", r#"("game-move-denied" "there is no object 9999")"#),
            ("(game-move 32 0 0)", r#"("game-move-denied" "object 32 is not a unit")"#),
            ("(game-move 20 0 0)", r#"("game-move-denied" "object 20 is not yours")"#),
            ("(game-attack 35 99 -99)", r#"("game-attack-denied" "(99, -99) is outside the map")"#),
            (
                "(game-paint 35 999999999999 0)",
                r#"("game-paint-denied" "(2147483647, 0) is outside the map")"#,
            ),
            (
                &paint_school,
                r#"("game-paint-denied" "building 32 is a School, which cannot be painted")"#,
            ),
            ("(game-build 35 99 99 6)", r#"("game-build-denied" "(99, 99) is outside the map")"#),
            ("(game-warp 35)", r#"("game-warp-denied" "unit 35 does not stand on a portal")"#),
            ("(game-train 32 99)", r#"("game-train-denied" "99 is not a type of unit")"#),
            (
                "(game-train 32 4)",
                r#"("game-train-denied" "building 32 is a School, which does not train a Pig")"#,
            ),
            ("(game-train 35 5)", r#"("game-train-denied" "object 35 is not a building")"#),
            ("(game-cancel 11)", r#"("game-cancel-denied" "object 11 is not yours")"#),
            ("(game-chat \"a \\\"b\\\"\")", r#"("says" "Shell AI" "a \"b\"")"#),
            ("(game-start 1)", r#"("argument-count" ("game-start" 1) (1))"#),
            ("(login a b)", r#"("login-denied" "you are playing already")"#),
            ("(join-game 0)", r#"("join-game-denied" "you are playing already")"#),
            ("(winner 1)", r#"("invalid-expression" ("winner" 1))"#),
        ],
    );
    client.say("(game-start)");
    answers(&mut client, &[("(game-start)", r#"("game-start-denied" "already begun")"#)]);
    client.say_bytes(b"zsomething compressed");
    client.say_bytes(b"n\xff\xfe");
    client.say_bytes(b"");
    for _ in 0..3 {
        let answer = client.hear().unwrap();
        assert_eq!(answer, r#"("malformed-message" "a frame that is compressed, or no text")"#);
    }
    client.say("(leave-game)");
    let played = came(playing);
    assert_eq!(played.outcome.winner(), Some(Seat(0)));
    assert_eq!(played.reports[1].incidents[0].kind, IncidentKind::Exited);
}

/// Orders take effect at once, and only in the client's own turn.
#[test]
fn clients_give_orders_only_in_their_own_turn() {
    let (address, playing) = begin(["remote", "remote"], 60);
    let mut first = Client::create(address);
    assert_eq!(first.ask("(game-start)"), r#"("game-start-denied" "Game is not full")"#);
    assert_eq!(first.ask("(game-status)"), r#"("game-status-denied" "the game has not begun")"#);
    let mut second = Client::join(address);
    assert_eq!(first.wait_for("ident").list()[1].list().len(), 2);
    let artist = |status: &Node| -> Vec<i64> {
        let unit = status.group("Unit").iter().find(|unit| unit.list()[0].number() == 21);
        unit.unwrap().list().iter().map(Node::number).collect()
    };
    let before = artist(&first.wait_for("status"));
    first.wait_for("animations");
    let paint = format!("(game-paint 21 {} {})", before[1], before[2]);
    let not_now = |name: &str| format!("(\"{name}-denied\" \"it is not your turn\")");
    assert_eq!(second.ask(&paint), not_now("game-paint"));
    assert_eq!(second.ask("(end-turn)"), not_now("end-turn"));
    first.say(&paint);
    first.say("(game-status)");
    let status = first.wait_for("status");
    let gold: Vec<i64> = status.group("game")[1].list().iter().map(Node::number).collect();
    assert_eq!((before[8], artist(&status)[8], gold[0]), (1, 0, 5));
    first.wait_for("animations");
    first.say("(end-turn)");
    let theirs = second.wait_for("status");
    assert_eq!((theirs.group("game")[0].number(), first.wait_for("status")), (1, theirs));
    let happened = first.wait_for("animations");
    assert!(happened.list()[1..].iter().any(|animation| animation.head() == "paint"));
    for name in ["game-paint 21 0 0", "game-cancel 11", "end-turn"] {
        let denied = not_now(name.split(' ').next().unwrap());
        assert_eq!(first.ask(&format!("({name})")), denied);
    }
    first.say("(game-status)");
    assert_eq!(first.wait_for("status").group("game")[0].number(), 1);
    first.say("(game-chat hello)");
    assert_eq!(second.wait_for("says").list()[2].text(), "hello");
    second.say("(leave-game)");
    assert_eq!(first.wait_for("game-over").list()[3].number(), 0);
    drop(first);
    assert_eq!(came(playing).outcome.winner(), Some(Seat(0)));
}

#[test]
fn bad_connections_do_not_disturb_the_game() {
    let (address, playing) = begin(["remote", "builtin:nothing"], 60);
    // Silence, noise, a huge length, half a frame, a frame that is too long.
    let silent = TcpStream::connect(address).unwrap();
    for noise in [&b"GET / HTTP/1.1\r\n\r\n"[..], &[0xff; 64], &[0, 0, 0, 9, b'n', b'('], &[]] {
        let mut stream = TcpStream::connect(game_port(address)).unwrap();
        stream.write_all(noise).unwrap();
    }
    let mut long = Client::log_in(address);
    long.say(&"(".repeat(100_000));
    assert_eq!(long.hear().unwrap(), r#"("malformed-message" "a frame that is too long")"#);
    assert_eq!(long.hear(), None);
    let mut client = Client::create(address);
    let mut late = Client::log_in(game_port(address));
    assert_eq!(late.ask("(join-game 0)"), r#"("join-game-denied" "the game is full")"#);
    // The client closes its connection in the middle of its turn.
    client.wait_for("status");
    drop((client, late, silent));
    let played = came(playing);
    assert_eq!(played.outcome.winner(), Some(Seat(1)));
    let incident = &played.reports[0].incidents[0];
    assert_eq!(incident.sentence, "it closed its connection");
}

/// A client is given up when its turns took longer than a bot has for a match. A second turn does not begin.
#[test]
fn the_limit_of_a_match_holds_for_clients() {
    let join = Duration::from_secs(60);
    let limits = ClientLimits { join, clock: true, whole_match: Duration::from_nanos(1) };
    let (address, playing) = begin_within(["remote", "builtin:nothing"], limits);
    let mut client = Client::create(address);
    client.wait_for("status");
    client.say("(end-turn)");
    assert_eq!(client.wait_for("game-over").list()[3].number(), 1);
    drop(client);
    let played = came(playing);
    assert_eq!(played.outcome.winner(), Some(Seat(1)));
    let incident = &played.reports[0].incidents[0];
    assert_eq!(incident.kind, IncidentKind::OutOfTime);
    assert!(
        incident.sentence.starts_with("its turns took more than the 0.000000001 s that a bot has")
    );
}

/// One client has joined, the other one is missing: the message names the first and how to start the second.
#[test]
fn a_missing_client_is_not_mistaken_for_none() {
    let (address, playing) = begin(["remote", "remote"], 1);
    let _first = Client::create(address);
    let trouble = playing.join().unwrap().err().unwrap().0;
    let expected = format!(
        "only 1 of 2 clients joined the game at {address} within 1 s: `Shell AI`; start the other one with \
         `./client 127.0.0.1 0`"
    );
    assert_eq!(trouble, expected);
}

#[test]
fn without_a_client_or_a_free_port_there_is_no_result() {
    let (address, playing) = begin(["remote", "builtin:nothing"], 1);
    let trouble = playing.join().unwrap().err().unwrap().0;
    assert_eq!(trouble, format!("no client has joined the game at {address} within 1 s"));
    let taken = TcpListener::bind(LOCAL).unwrap();
    let address = taken.local_addr().unwrap();
    let fault = Server::listen(address, vec![None, None]).err().unwrap();
    let sentence = fault.to_string();
    assert!(matches!(fault, ListenFault::Taken { .. }), "{sentence}");
    assert!(sentence.starts_with(&format!("cannot listen at {address}: ")), "{sentence}");
    let last = SocketAddr::new(address.ip(), u16::MAX);
    let fault = Server::listen(last, vec![None, None]).err().unwrap();
    assert!(matches!(fault, ListenFault::BadAddress(_)));
}

/// Connections that never say anything are closed when others need their places.
#[test]
fn idle_connections_make_room_for_a_player() {
    let (address, playing) = begin(["remote", "builtin:nothing"], 60);
    let connect = |at: SocketAddr| (0..40).map(move |_| TcpStream::connect(at).unwrap());
    let idle: Vec<TcpStream> = connect(address).chain(connect(game_port(address))).collect();
    // A client that has logged in and floods without joining is closed, too.
    let mut flood = Client::log_in(game_port(address));
    for _ in 0..400 {
        flood.say("(ping)");
    }
    while flood.hear().is_some() {}
    let mut client = Client::create(address);
    client.wait_for("status");
    // The player stays, however many others come.
    let more: Vec<TcpStream> = connect(game_port(address)).collect();
    client.say("(game-status)");
    client.wait_for("status");
    client.say("(leave-game)");
    assert_eq!(came(playing).outcome.winner(), Some(Seat(1)));
    drop((idle, more));
}

#[test]
fn a_flood_of_chats_does_not_disconnect_the_other_player() {
    let (address, playing) = begin(["remote", "remote"], 60);
    let mut first = Client::create(address);
    let mut second = Client::join(address);
    let text = "x".repeat(200);
    for _ in 0..1_100 {
        second.say(&format!("(game-chat {text})"));
    }
    let denied = second.wait_for("game-chat-denied");
    assert_eq!(denied.list()[1].text(), "you have said enough");
    // The other client has read nothing meanwhile, and still plays.
    first.wait_for("status");
    first.say("(leave-game)");
    assert_eq!(second.wait_for("game-over").list()[3].number(), 1);
    drop(second);
    assert_eq!(came(playing).outcome.winner(), Some(Seat(1)));
}
