//! Tests the server over a socket with a minimal client.

use super::*;
use crate::web::Recording;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use tokio::sync::oneshot;

const FILE: &[u8] =
    b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/x?y=1\r\nContent-Length: 79\r\n\r\n\
HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=gbk\r\nX-Robots-Tag: a\r\n\r\nin a\n\r\n\r\n\
WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://b.test/\r\nContent-Length: 44\r\n\r\n\
HTTP/1.1 302 Found\r\nLocation: /next\r\n\r\nin b\n\r\n\r\n";

/// Serves the file, sends each request, stops the server, and returns the responses.
fn ask(questions: &'static [&'static str]) -> Vec<String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel::<()>();
        let web = Arc::new(Recording::read(FILE.to_vec(), &archive::limits::WarcLimits::NATIVE).unwrap());
        let server = tokio::spawn(serve(listener, web, async move { ended.await.unwrap_or(()) }));
        let asked =
            tokio::task::spawn_blocking(move || questions.iter().map(|question| ask_one(address, question)).collect());
        let answers = asked.await.unwrap();
        end.send(()).unwrap();
        server.await.unwrap().unwrap();
        answers
    })
}

fn ask_one(address: SocketAddr, question: &str) -> String {
    let mut socket = TcpStream::connect(address).unwrap();
    write!(socket, "{question}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_answers_by_the_host_header_with_the_recorded_status_headers_and_body() {
    let answers = ask(&["GET /x?y=1 HTTP/1.1\r\nHost: a.test", "GET / HTTP/1.1\r\nHost: b.test"]);
    assert!(answers[0].starts_with("HTTP/1.1 200"), "{}", answers[0]);
    assert!(answers[0].contains("content-type: text/html; charset=gbk\r\n"));
    assert!(answers[0].contains("x-robots-tag: a\r\n") && answers[0].ends_with("in a\n"));
    assert!(answers[1].starts_with("HTTP/1.1 302"), "recorded by https: {}", answers[1]);
    assert!(answers[1].contains("location: /next\r\n") && answers[1].ends_with("in b\n"));
}

#[test]
fn an_absolute_target_goes_before_the_host_header() {
    let answers = ask(&["GET http://a.test/x?y=1 HTTP/1.1\r\nHost: other.test"]);
    assert!(answers[0].ends_with("in a\n"), "{}", answers[0]);
}

#[test]
fn a_head_request_gets_no_body() {
    let answers = ask(&["HEAD /x?y=1 HTTP/1.1\r\nHost: a.test"]);
    assert!(answers[0].starts_with("HTTP/1.1 200") && answers[0].ends_with("\r\n\r\n"), "{}", answers[0]);
}

#[test]
fn unrecorded_urls_are_a_404_and_invalid_requests_are_reported() {
    for (answer, status) in ask(&[
        "GET /x HTTP/1.1\r\nHost: a.test",
        "GET /robots.txt HTTP/1.1\r\nHost: a.test",
        "GET / HTTP/1.1\r\nHost: nowhere.test",
        "GET / HTTP/1.1\r\nHost: not a host",
        "GET / HTTP/1.0",
        "POST / HTTP/1.1\r\nHost: a.test",
    ])
    .iter()
    .zip([404, 404, 404, 404, 400, 405])
    {
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")) || answer.starts_with(&format!("HTTP/1.0 {status}")),
            "{status}: {answer}"
        );
    }
}
