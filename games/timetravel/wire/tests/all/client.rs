//! A client of the contest, written from the protocol's description: frames, expressions, logging in and
//! joining a game.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Atom(String),
    List(Vec<Node>),
}

impl Node {
    pub fn read(text: &str) -> Node {
        let mut signs = text.chars().peekable();
        Node::next(&mut signs)
    }

    fn next(signs: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Node {
        let mut atom = String::new();
        match signs.next().expect("an expression") {
            '(' => {
                let mut list = Vec::new();
                loop {
                    match signs.peek().expect("a list has an end") {
                        ')' => break,
                        ' ' => {}
                        _ => {
                            list.push(Node::next(signs));
                            continue;
                        }
                    }
                    signs.next();
                }
                signs.next();
                return Node::List(list);
            }
            '"' => loop {
                match signs.next().expect("a string has an end") {
                    '"' => break,
                    '\\' => atom.extend(signs.next()),
                    sign => atom.push(sign),
                }
            },
            first => {
                atom.push(first);
                while let Some(sign) = signs.next_if(|sign| !" ()".contains(*sign)) {
                    atom.push(sign);
                }
            }
        }
        Node::Atom(atom)
    }

    pub fn list(&self) -> &[Node] {
        match self {
            Node::List(list) => list,
            Node::Atom(atom) => panic!("{atom} is not a list"),
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Node::Atom(atom) => atom,
            Node::List(list) => panic!("{list:?} is not an atom"),
        }
    }

    pub fn number(&self) -> i64 {
        self.text().parse().unwrap_or_else(|_| panic!("{self:?} is not a number"))
    }

    /// The first word of a list.
    pub fn head(&self) -> &str {
        self.list()[0].text()
    }

    /// A group of a status, without its name.
    pub fn group(&self, name: &str) -> &[Node] {
        self.list()[1..].iter().find(|group| group.head() == name).map_or(&[], |g| &g.list()[1..])
    }
}

/// A connection to one of the two servers.
pub struct Client {
    stream: TcpStream,
}

impl Client {
    /// Connects, and agrees on no compression.
    pub fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut client = Client { stream };
        let codes = client.hear().unwrap();
        assert_eq!(codes, "n", "the server offers no compression");
        client.say("n");
        client
    }

    pub fn say(&mut self, text: &str) {
        self.say_bytes(format!("n{text}").as_bytes());
    }

    pub fn say_bytes(&mut self, payload: &[u8]) {
        let mut frame = (payload.len() as u32).to_be_bytes().to_vec();
        frame.extend_from_slice(payload);
        // The server may have closed the connection; the next `hear` notices it.
        let _ = self.stream.write_all(&frame);
    }

    /// The next message; `None` when the server has closed the connection.
    pub fn hear(&mut self) -> Option<String> {
        let mut length = [0; 4];
        self.stream.read_exact(&mut length).ok()?;
        let mut payload = vec![0; u32::from_be_bytes(length) as usize];
        self.stream.read_exact(&mut payload).ok()?;
        assert_eq!(payload.remove(0), b'n', "the payload is not compressed");
        Some(String::from_utf8(payload).unwrap())
    }

    /// Sends a message and returns the answer.
    pub fn ask(&mut self, text: &str) -> String {
        self.say(text);
        self.hear().unwrap_or_else(|| panic!("no answer to {text}"))
    }

    /// Reads messages up to the first one with this name.
    pub fn wait_for(&mut self, name: &str) -> Node {
        loop {
            let node = Node::read(&self.hear().unwrap_or_else(|| panic!("no message {name}")));
            if node.head() == name {
                return node;
            }
        }
    }

    /// Logs in.
    pub fn log_in(address: SocketAddr) -> Client {
        let mut client = Client::connect(address);
        let answer = client.ask("(login \"Shell AI\" \"password\")");
        assert_eq!(answer, "(\"login-accepted\" 1.000000)");
        client
    }

    /// Acts as a client that was started without a number: it creates the game and joins it.
    pub fn create(address: SocketAddr) -> Client {
        let mut redirector = Client::log_in(address);
        let answer = redirector.ask("(start-game)");
        assert_eq!(answer, "(\"game-number\" 0 (\"server\" 0 \"127.0.0.1\"))");
        let mut client = Client::log_in(game_port(address));
        client.say("(create-game 0)");
        client.say("(join-game 0)");
        assert_eq!(client.wait_for("ident").list()[3].number(), 0);
        client
    }

    /// Acts as a client that was started with the number of a game: it joins and starts it.
    pub fn join(address: SocketAddr) -> Client {
        let mut redirector = Client::log_in(address);
        assert_eq!(redirector.ask("(join-game 0)"), "(\"server\" 0 \"127.0.0.1\")");
        let mut client = Client::log_in(game_port(address));
        client.say("(join-game 0)");
        client.say("(game-start)");
        assert_eq!(client.wait_for("ident").list()[3].number(), 1);
        client
    }
}

/// The game's port: the redirector's plus one.
pub fn game_port(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip(), address.port() + 1)
}
