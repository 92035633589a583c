//! The program's log: one line for every refusal, and nothing that a caller sends makes it two.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running program, ended with the test, and its address.
struct Program {
    child: Child,
    address: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start() -> Program {
    let mut child = Command::new(env!("CARGO_BIN_EXE_salticid-proxy"))
        .args(["--listen", "127.0.0.1:0", "--contact", "https://example.org/us"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut first).expect("it says where it listens");
    let address =
        first.split_once("http://").and_then(|(_, rest)| rest.split_once('/')).expect("an address").0.to_owned();
    Program { child, address }
}

/// Sends a request and returns the answer.
fn ask(address: &str, method: &str, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let limit = Some(Duration::from_secs(20));
    stream.set_read_timeout(limit).expect("a time limit");
    let request = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\n{headers}connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).expect("it answers");
    String::from_utf8_lossy(&reply).into_owned()
}

#[test]
fn every_refusal_is_one_line_with_its_code_and_nothing_private() {
    let mut program = start();
    let own = "sec-fetch-site: same-origin\r\n";
    let calls = [
        ("GET", "/fetch?url=http://127.0.0.1/secret?key=1", own, "address"),
        ("GET", "/fetch?url=http://a.example:22/secret", own, "port"),
        ("GET", "/fetch?url=no%0Arefused%20code=forged%0A", own, "bad-url"),
        ("GET", "/fetch?url=http://127.0.0.1/", "", "forbidden-site"),
        ("GET", "/\u{9b}2Jforged", own, "not-found"),
        ("GET", "/healthz", "origin: null\r\n", "forbidden-origin"),
        ("PUT", "/fetch", own, "method"),
    ];
    for (method, path, headers, code) in calls {
        let reply = ask(&program.address, method, path, headers);
        assert!(reply.contains(&format!("x-proxy-error: {code}\r\n")), "{path}: {reply}");
    }
    let stderr = program.child.stderr.take().expect("piped");
    let mut stderr = BufReader::new(stderr);
    let mut log = String::new();
    for _ in &calls {
        stderr.read_line(&mut log).expect("UTF-8");
    }
    drop(program);
    stderr.read_to_string(&mut log).expect("UTF-8");
    let lines: Vec<_> = log.lines().collect();
    assert_eq!(lines.len(), calls.len(), "{log}");
    for (line, (.., code)) in lines.iter().zip(calls) {
        assert!(line.starts_with(&format!("refused code={code} ")), "{line}");
        assert!(!line.contains("secret"), "{line}");
        assert!(line.bytes().all(|b| b == b' ' || b.is_ascii_graphic()), "{line}");
    }
}

/// A pipe takes 64 KiB and then holds up whoever writes to it, as a terminal does that is stopped.
#[test]
fn a_log_that_nobody_reads_holds_up_no_call() {
    let program = start();
    let path = format!("/{}", "%01".repeat(200));
    for _ in 0..1_500 {
        let reply = ask(&program.address, "GET", &path, "");
        assert!(reply.contains("x-proxy-error: not-found\r\n"), "{reply}");
    }
}
