//! Frames: four bytes of length, big end first, then the payload, whose first byte says how the rest is
//! compressed. We offer no compression, so nobody may use any.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::linux::net::TcpStreamExt;

/// The code of a payload that is not compressed.
const PLAIN: u8 = b'n';
/// The longest payload that is read. What a client says is short.
const LONGEST: usize = 64 << 10;

/// Sends a text.
pub fn send(to: &mut impl Write, text: &str) -> io::Result<()> {
    let mut frame = Vec::with_capacity(text.len() + 5);
    frame.extend_from_slice(&(text.len() as u32 + 1).to_be_bytes());
    frame.push(PLAIN);
    frame.extend_from_slice(text.as_bytes());
    to.write_all(&frame)
}

/// What came.
pub enum Frame {
    /// A text.
    Text(String),
    /// A payload that is compressed, or no text.
    Strange,
    /// Longer than anything a client says: it is not read, so nothing behind it can be.
    TooLong,
}

/// Waits for the next frame.
pub fn receive(from: &mut TcpStream) -> io::Result<Frame> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    // The contest's client writes lengths and payloads apart, and its system sends the second when it
    // hears that the first has arrived. Unless told so at once, that takes 40 ms for every order.
    from.set_quickack(true)?;
    let length = u32::from_be_bytes(length) as usize;
    if length > LONGEST {
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
