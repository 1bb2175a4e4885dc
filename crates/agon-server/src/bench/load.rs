//! A small client that asks the same question again and again over kept connections.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Requests per second and the 99th percentile of their duration.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rate {
    pub per_second: f64,
    pub p99_ms: f64,
}

/// A question.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub address: SocketAddr,
    pub path: String,
    pub cookie: Option<String>,
}

impl Question {
    fn request(&self) -> Vec<u8> {
        let cookie =
            self.cookie.as_ref().map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
        format!("GET {} HTTP/1.1\r\nhost: bench\r\n{cookie}\r\n", self.path).into_bytes()
    }

    /// The body of one answer.
    pub async fn ask(&self) -> io::Result<Vec<u8>> {
        let mut connection = Connection::open(self.address).await?;
        connection.ask(&self.request()).await
    }

    /// Asks over some connections for a while.
    pub async fn load(&self, connections: usize, time: Duration) -> io::Result<Rate> {
        let start = Instant::now();
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..connections {
            let (question, request) = (self.clone(), self.request());
            tasks.spawn(async move {
                let mut connection = Connection::open(question.address).await?;
                let mut times = Vec::new();
                while start.elapsed() < time {
                    let asked = Instant::now();
                    connection.ask(&request).await?;
                    times.push(asked.elapsed());
                }
                Ok::<Vec<Duration>, io::Error>(times)
            });
        }
        let mut times = Vec::new();
        while let Some(ended) = tasks.join_next().await {
            times.extend(ended.map_err(io::Error::other)??);
        }
        let seconds = start.elapsed().as_secs_f64();
        times.sort_unstable();
        let p99 = times.get(times.len().saturating_sub(1) * 99 / 100).copied().unwrap_or_default();
        Ok(Rate { per_second: times.len() as f64 / seconds, p99_ms: p99.as_secs_f64() * 1000.0 })
    }

    /// Opens a stream and reads its header; the stream stays open as long as what is returned.
    pub async fn follow(&self) -> io::Result<TcpStream> {
        let mut connection = Connection::open(self.address).await?;
        connection.stream.write_all(&self.request()).await?;
        while connection.head_end().is_none() {
            connection.read_more().await?;
        }
        Ok(connection.stream)
    }
}

struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    async fn open(address: SocketAddr) -> io::Result<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, read: Vec::with_capacity(1 << 16) })
    }

    async fn read_more(&mut self) -> io::Result<()> {
        match self.stream.read_buf(&mut self.read).await? {
            0 => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server hung up")),
            _ => Ok(()),
        }
    }

    fn head_end(&self) -> Option<usize> {
        self.read.windows(4).position(|four| four == b"\r\n\r\n").map(|end| end + 4)
    }

    async fn ask(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        self.stream.write_all(request).await?;
        let head = loop {
            match self.head_end() {
                Some(end) => break end,
                None => self.read_more().await?,
            }
        };
        let text = String::from_utf8_lossy(&self.read[..head]).to_ascii_lowercase();
        if !text.starts_with("http/1.1 200") {
            let line = text.lines().next().unwrap_or_default().to_owned();
            return Err(io::Error::other(format!("the server answered {line}")));
        }
        let length =
            text.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        let length: usize =
            length.ok_or_else(|| io::Error::other("the answer has no content-length"))?;
        while self.read.len() < head + length {
            self.read_more().await?;
        }
        let body = self.read[head..head + length].to_vec();
        self.read.drain(..head + length);
        Ok(body)
    }
}
