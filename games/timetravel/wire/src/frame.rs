//! Frames: a length of four bytes, big-endian, then the payload, whose first byte names its compression. The
//! server offers none, so clients may not compress.

use std::io::{self, Read, Write};
use std::net::TcpStream;

/// The code of a payload that is not compressed.
const PLAIN: u8 = b'n';
/// The longest payload that is read; clients send short messages.
const MAX_PAYLOAD_BYTES: usize = 64 << 10;

/// Sends a text.
pub fn send(to: &mut impl Write, text: &str) -> io::Result<()> {
    let mut frame = Vec::with_capacity(text.len() + 5);
    frame.extend_from_slice(&(text.len() as u32 + 1).to_be_bytes());
    frame.push(PLAIN);
    frame.extend_from_slice(text.as_bytes());
    to.write_all(&frame)
}

/// A received frame.
pub enum Frame {
    /// A text.
    Text(String),
    /// A payload that is compressed or not UTF-8.
    Strange,
    /// Longer than the limit. It is not read, so no later frame can be read either.
    TooLong,
}

/// Waits for the next frame.
pub fn receive(from: &mut TcpStream) -> io::Result<Frame> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    // The contest's client writes length and payload separately, and its system sends the second only when
    // the first is acknowledged. Without a quick acknowledgement every order takes 40 ms. Only Linux has it.
    #[cfg(target_os = "linux")]
    std::os::linux::net::TcpStreamExt::set_quickack(from, true)?;
    let length = u32::from_be_bytes(length) as usize;
    if length > MAX_PAYLOAD_BYTES {
        return Ok(Frame::TooLong);
    }
    let mut payload = vec![0; length];
    from.read_exact(&mut payload)?;
    let text = match payload.split_first() {
        Some((&PLAIN, text)) => String::from_utf8(text.to_vec()).ok(),
        _ => None,
    };
    Ok(text.map_or(Frame::Strange, Frame::Text))
}
