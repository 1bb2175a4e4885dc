//! smoke
use agon_sandbox::*;
use std::time::{Duration, Instant};
fn soon(s: u64) -> Option<Instant> {
    Some(Instant::now() + Duration::from_secs(s))
}
fn try_all(choice: Choice) {
    let t = Instant::now();
    let sandbox = Sandbox::choose(choice).unwrap();
    println!("{:?} {} {:?}", choice, sandbox.describe(), t.elapsed());
    let mut job = Job::new("/usr/bin/python3.11");
    job.limits.forks = sandbox.holds_families();
    job.args = vec!["-c".into(), "import os,sys\nprint(os.getuid(), os.getcwd(), dict(os.environ), flush=True)\ntry:\n print(os.listdir('/'), os.listdir('/proc/self/fd'), os.listdir(os.environ['HOME']), flush=True)\nexcept Exception as e: print(e, flush=True)\nsys.stderr.write('log\\n')\nfor l in sys.stdin:\n  sys.stdout.write(l); sys.stdout.flush()\nsys.exit(3)".into()];
    job.env = vec![("A".into(), "b".into())];
    let t = Instant::now();
    let mut j = sandbox.spawn(&job).unwrap();
    println!("spawn {:?}", t.elapsed());
    for _ in 0..2 {
        println!("{}", String::from_utf8_lossy(j.wire.line(10000, soon(10)).unwrap()));
    }
    println!("first answers {:?}", t.elapsed());
    let t = Instant::now();
    for _ in 0..1000 {
        j.wire.send(b"hello\n", soon(5)).unwrap();
        assert_eq!(j.wire.line(100, soon(5)).unwrap(), b"hello");
    }
    println!(
        "1000 pings {:?} log {:?} cpu {:?} mem {:?}",
        t.elapsed(),
        j.wire.take_log(),
        j.cpu_time(),
        j.memory_peak()
    );
    let t = Instant::now();
    for _ in 0..20 {
        j.freeze();
        j.thaw();
    }
    println!("20 freezes {:?}", t.elapsed());
    j.wire.close_input();
    println!("{:?} {:?}", j.wait(soon(5).unwrap()), t.elapsed());
    let t = Instant::now();
    let mut j = sandbox.spawn(&job).unwrap();
    let t2 = Instant::now();
    println!("{:?} {:?} {:?}", j.kill(), t.elapsed(), t2.elapsed());
}
#[test]
fn bwrap() {
    try_all(Choice::Auto)
}
#[test]
fn landlock() {
    try_all(Choice::Landlock)
}
#[test]
fn off() {
    try_all(Choice::Off)
}
