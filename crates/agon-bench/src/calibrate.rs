//! Measures the machine: the reference for all ratios.

use crate::clock::rate;
use crate::{Effort, median};
use agon_core::Rng;
use serde::Serialize;
use std::hint::black_box;
use std::io::{Read, Write};
use std::time::Instant;

/// The figures of the machine.
#[derive(Clone, Debug, Serialize)]
pub struct Calibration {
    /// Processor cores this process may use.
    pub cores: usize,
    /// Copying 16 kB within the cache, in GB/s.
    pub memcpy_16k_gb_s: f64,
    /// Copying 512 kB, in GB/s.
    pub memcpy_512k_gb_s: f64,
    /// Copying 64 MB, in GB/s.
    pub memcpy_64m_gb_s: f64,
    /// Time for one 64-bit random number, in ns.
    pub rng_ns: f64,
    /// Round trip of 64 bytes through pipes to another thread, median wall time in microseconds.
    pub pipe_round_trip_us: f64,
}

/// Measures the machine.
pub fn calibrate(effort: Effort) -> Calibration {
    let mut rng = Rng::new(1);
    let numbers = rate(effort, || {
        for _ in 0..4096 {
            black_box(rng.next_u64());
        }
        4096
    });
    Calibration {
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        memcpy_16k_gb_s: memcpy(effort, 16 << 10),
        memcpy_512k_gb_s: memcpy(effort, 512 << 10),
        memcpy_64m_gb_s: memcpy(effort, 64 << 20),
        rng_ns: 1e9 / numbers,
        pipe_round_trip_us: pipe_round_trip().unwrap_or(f64::NAN) * 1e6,
    }
}

fn memcpy(effort: Effort, size: usize) -> f64 {
    let from = vec![1u8; size];
    let mut to = vec![0u8; size];
    let rounds = ((1 << 20) / size).max(1);
    let bytes = rate(effort, || {
        for _ in 0..rounds {
            black_box(&mut to).copy_from_slice(black_box(&from));
        }
        (rounds * size) as u64
    });
    bytes / 1e9
}

/// Median seconds of a round trip through two pipes.
fn pipe_round_trip() -> std::io::Result<f64> {
    const TRIPS: usize = 2000;
    let (mut there_read, mut there_write) = std::io::pipe()?;
    let (mut back_read, mut back_write) = std::io::pipe()?;
    let echo = std::thread::spawn(move || {
        let mut message = [0; 64];
        while there_read.read_exact(&mut message).is_ok() && back_write.write_all(&message).is_ok()
        {
        }
    });
    let mut message = [7; 64];
    let mut times = Vec::with_capacity(TRIPS);
    for _ in 0..TRIPS {
        let start = Instant::now();
        there_write.write_all(&message)?;
        back_read.read_exact(&mut message)?;
        times.push(start.elapsed().as_secs_f64());
    }
    drop(there_write);
    let _ = echo.join();
    Ok(median(times))
}
