//! The other side of the coin: what honest bots are written in runs, with threads and in both jails.

use crate::yard::{PATIENCE, both, new_folder, run, start};
use agon_sandbox::{How, Job, Sandbox};
use std::fs;
use std::path::Path;
use std::time::Instant;

fn real(program: &str) -> Job {
    Job::new(
        Path::new(program).canonicalize().unwrap_or_else(|_| panic!("the tests need {program}")),
    )
}

fn assert_echoes(sandbox: &Sandbox, job: &Job) {
    let mut bot = start(sandbox, job);
    let deadline = Instant::now() + PATIENCE;
    for word in ["one", "two", "three"] {
        bot.wire.send(format!("{word}\n").as_bytes(), Some(deadline)).unwrap();
        let answer = crate::yard::line(&mut bot);
        assert_eq!(answer, word, "{}", sandbox.describe());
    }
    bot.wire.close_input();
    let exit = bot.wait(deadline).unwrap();
    bot.wire.catch_up();
    assert_eq!(exit.how, How::Code(0), "{}", bot.wire.log().text());
}

#[test]
fn python_runs() {
    let mut job = real("/usr/bin/python3");
    let program = "import sys, threading, json, random, asyncio\n\
                   def echo():\n  for line in sys.stdin:\n    print(line, end='', flush=True)\n\
                   asyncio.run(asyncio.sleep(0))\n\
                   t = threading.Thread(target=echo); t.start(); t.join()";
    job.args = vec!["-c".into(), program.into()];
    both().into_iter().for_each(|sandbox| assert_echoes(sandbox, &job));
}

#[test]
fn java_runs() {
    let folder = new_folder("java");
    let source = "import java.io.*;\n\
                  public class Echo {\n\
                  static void echo() {\n\
                  try { var in = new BufferedReader(new InputStreamReader(System.in));\n\
                  for (String s; (s = in.readLine()) != null; ) System.out.println(s);\n\
                  } catch (IOException e) {} }\n\
                  public static void main(String[] a) throws Exception {\n\
                  Thread t = new Thread(Echo::echo); t.start(); t.join(); } }";
    fs::write(folder.join("Echo.java"), source).unwrap();
    let mut javac = real("/usr/bin/javac");
    javac.args = ["-J-Xmx128m", "Echo.java"].map(Into::into).into();
    javac.writable = vec![folder.clone()];
    javac.dir = folder.clone();
    let report = run(&crate::yard::BUBBLEWRAP, &javac);
    assert_eq!(report.exit.how, How::Code(0), "{report:#?}");
    let mut job = real("/usr/bin/java");
    job.args = vec!["-Xmx128m".into(), "-cp".into(), folder.clone().into(), "Echo".into()];
    job.readable = vec![folder];
    both().into_iter().for_each(|sandbox| assert_echoes(sandbox, &job));
}

#[test]
fn node_runs() {
    let mut job = real("/usr/bin/node");
    let program = "const rl = require('readline').createInterface({input: process.stdin});\n\
                   rl.on('line', line => console.log(line));";
    job.args = vec!["-e".into(), program.into()];
    both().into_iter().for_each(|sandbox| assert_echoes(sandbox, &job));
}

#[test]
fn a_program_of_ones_own_runs() {
    let folder = new_folder("own");
    let source = "#include <iostream>\n#include <thread>\nint main() { std::thread([] { std::string s;\n\
                  while (std::getline(std::cin, s)) std::cout << s << std::endl; }).join(); }";
    fs::write(folder.join("echo.cpp"), source).unwrap();
    let mut compiler = real("/usr/bin/g++");
    compiler.args = ["-O1", "-pthread", "-o", "echo", "echo.cpp"].map(Into::into).into();
    compiler.env = vec![("PATH".into(), "/usr/bin:/bin".into())];
    compiler.writable = vec![folder.clone()];
    compiler.dir = folder.clone();
    let report = run(&crate::yard::BUBBLEWRAP, &compiler);
    assert_eq!(report.exit.how, How::Code(0), "{report:#?}");
    let mut job = Job::new(folder.join("echo"));
    job.readable = vec![folder];
    both().into_iter().for_each(|sandbox| assert_echoes(sandbox, &job));
}
