//! The usual language runtimes work in both jails, with threads.

use crate::harness::{TIMEOUT, both_jails, new_folder, run, start};
use agon_sandbox::{How, Job, Sandbox};
use std::fs;
use std::path::Path;
use std::time::Instant;

fn job_of(program: &str) -> Job {
    Job::new(
        Path::new(program).canonicalize().unwrap_or_else(|_| panic!("the tests need {program}")),
    )
}

fn assert_echoes(sandbox: &Sandbox, job: &Job) {
    let mut bot = start(sandbox, job);
    let deadline = Instant::now() + TIMEOUT;
    for word in ["one", "two", "three"] {
        bot.wire.send(format!("{word}\n").as_bytes(), Some(deadline)).unwrap();
        let answer = crate::harness::line(&mut bot);
        assert_eq!(answer, word, "{}", sandbox.describe());
    }
    bot.wire.close_input();
    let exit = bot.wait(deadline).unwrap();
    bot.wire.catch_up();
    assert_eq!(exit.how, How::Code(0), "{}", bot.wire.log().text());
}

#[test]
fn python_runs() {
    let mut job = job_of("/usr/bin/python3");
    let program = "import sys, threading, json, random, asyncio\n\
                   def echo():\n  for line in sys.stdin:\n    print(line, end='', flush=True)\n\
                   asyncio.run(asyncio.sleep(0))\n\
                   t = threading.Thread(target=echo); t.start(); t.join()";
    job.args = vec!["-c".into(), program.into()];
    both_jails().into_iter().for_each(|sandbox| assert_echoes(sandbox, &job));
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
    let mut javac = job_of("/usr/bin/javac");
    javac.args = ["-J-Xmx128m", "Echo.java"].map(Into::into).into();
    javac.writable = vec![folder.clone()];
    javac.dir = folder.clone();
    let report = run(&crate::harness::BUBBLEWRAP, &javac);
    assert_eq!(report.exit.how, How::Code(0), "{report:#?}");
    let mut job = job_of("/usr/bin/java");
    job.args = vec!["-Xmx128m".into(), "-cp".into(), folder.clone().into(), "Echo".into()];
    job.readable = vec![folder];
    both_jails().into_iter().for_each(|sandbox| assert_echoes(sandbox, &job));
}

#[test]
fn node_runs() {
    let mut job = job_of("/usr/bin/node");
    let program = "const rl = require('readline').createInterface({input: process.stdin});\n\
                   rl.on('line', line => console.log(line));";
    job.args = vec!["-e".into(), program.into()];
    both_jails().into_iter().for_each(|sandbox| assert_echoes(sandbox, &job));
}

#[test]
fn a_compiled_program_runs() {
    let folder = new_folder("own");
    let source = "#include <iostream>\n#include <thread>\nint main() { std::thread([] { std::string s;\n\
                  while (std::getline(std::cin, s)) std::cout << s << std::endl; }).join(); }";
    fs::write(folder.join("echo.cpp"), source).unwrap();
    let mut compiler = job_of("/usr/bin/g++");
    compiler.args = ["-O1", "-pthread", "-o", "echo", "echo.cpp"].map(Into::into).into();
    compiler.env = vec![("PATH".into(), "/usr/bin:/bin".into())];
    compiler.writable = vec![folder.clone()];
    compiler.dir = folder.clone();
    let report = run(&crate::harness::BUBBLEWRAP, &compiler);
    assert_eq!(report.exit.how, How::Code(0), "{report:#?}");
    let mut job = Job::new(folder.join("echo"));
    job.readable = vec![folder];
    both_jails().into_iter().for_each(|sandbox| assert_echoes(sandbox, &job));
}
