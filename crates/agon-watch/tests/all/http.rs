//! A minimal HTTP client for the tests.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }
}

pub fn get(port: u16, path: &str) -> Answer {
    get_as(port, path, "127.0.0.1")
}

pub fn get_as(port: u16, path: &str, host: &str) -> Answer {
    let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    talk(port, head.as_bytes())
}

pub fn post(port: u16, path: &str, body: &[u8]) -> Answer {
    post_as(port, path, body, "application/json")
}

pub fn post_as(port: u16, path: &str, body: &[u8], kind: &str) -> Answer {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: {kind}\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    talk(port, &[head.as_bytes(), body].concat())
}

/// Sends a file, as the page does.
pub fn upload(port: u16, path: &str, body: &[u8]) -> Answer {
    post_as(port, path, body, "application/octet-stream")
}

/// Sends a request with more headers, each with its line break.
pub fn ask_with(port: u16, first: &str, headers: &str) -> Answer {
    let head = format!("{first} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n{headers}\r\n");
    talk(port, head.as_bytes())
}

/// Sends a request and returns the connection without reading the response.
pub fn ask_and_never_read(port: u16, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").unwrap();
    stream
}

pub fn talk(port: u16, question: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(question).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head, body: bytes[end + 4..].to_vec() }
}
