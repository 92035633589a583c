//! The proxy under load: 200 callers, 20,000 fetches, then 500 connections that hang, then answers that nobody collects.
//!
//! `cargo bench -p salticid-proxy`. The proxy is the real program in a process of its own, so that its memory can be
//! read; the host it fetches from is in this one and is allowed by exact pair, like any host that an operator names.
//! Exits with an error where a goal is missed. Left out: hosts beyond loopback, and TLS. Memory is read from Linux's
//! `/proc`; elsewhere those goals are left out.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1::{self as client, SendRequest};
use hyper::server::conn::http1 as server;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

const CALLERS: usize = 200;
const WARM_UP: usize = 4_000;
const FETCHES: usize = 20_000;
const HANGING: usize = 500;
/// Bytes by which the proxy may grow after the warm-up.
const GROWTH: u64 = 10_000_000;
/// Within this a new request is answered while others hang.
const SOON: Duration = Duration::from_secs(1);
/// Resident bytes that the proxy may reach when everything it may hold is held: the budget, and a quarter for the rest.
const FULL: u64 = 320 * 1024 * 1024;
const LARGE: usize = 8 * 1024 * 1024;

#[tokio::main]
async fn main() -> Outcome {
    // Cargo's test runner starts benchmarks as well, without this word.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let host = host().await?;
    let proxy = Program::start(host)?;
    fetch_all(&proxy, host, WARM_UP).await?;
    let warm = proxy.memory();
    let begun = Instant::now();
    let slowest = fetch_all(&proxy, host, FETCHES).await?;
    let rate = f64::from(u32::try_from(FETCHES)?) / begun.elapsed().as_secs_f64();
    println!(
        "{FETCHES} fetches by {CALLERS} callers: {rate:.0} a second, slowest {slowest:.0?}, no error"
    );
    let grown = proxy
        .memory()
        .zip(warm)
        .map(|(now, then)| (now, now.saturating_sub(then)));
    if let Some((now, grown)) = grown {
        println!(
            "memory {}, grown by {} since {WARM_UP} fetches",
            mb(now),
            mb(grown)
        );
        goal(grown < GROWTH, "memory grows under load")?;
    }
    let soon = beside_hanging(&proxy, host).await?;
    println!("a new request beside {HANGING} connections that hang: slowest of 20 {soon:.0?}");
    goal(soon < SOON, "a new request waits too long")?;
    let (held, full) = uncollected(&proxy, host).await?;
    println!(
        "{held} answers of 8 MiB held for nobody: memory {}",
        full.map_or_else(String::new, mb)
    );
    goal(
        full.is_none_or(|full| full < FULL),
        "held answers take too much memory",
    )?;
    let after = fetch_all(&proxy, host, CALLERS).await?;
    println!("{CALLERS} fetches after that: slowest {after:.0?}, no error");
    Ok(())
}

fn goal(reached: bool, missed: &str) -> Outcome {
    if reached { Ok(()) } else { Err(missed.into()) }
}

fn mb(bytes: u64) -> String {
    format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10)
}

/// The proxy in a process of its own, ended with this value.
struct Program {
    child: Child,
    address: SocketAddr,
}

impl Program {
    fn start(host: SocketAddr) -> Outcome<Self> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_salticid-proxy"))
            .args([
                "--listen",
                "127.0.0.1:0",
                "--allow-address",
                &host.to_string(),
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        let said = child.stdout.take().ok_or("no output")?;
        BufReader::new(said).read_line(&mut line)?;
        let address = line
            .split("//")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let address = address.ok_or("no address")?.parse()?;
        Ok(Self { child, address })
    }

    /// Resident bytes.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1_024)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A host whose pages are known by their path: `/page/N` and `/large`.
async fn host() -> Outcome<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let answer = service_fn(|request: Request<Incoming>| async move {
                Ok::<_, std::convert::Infallible>(page(request.uri().path()))
            });
            tokio::spawn(server::Builder::new().serve_connection(TokioIo::new(stream), answer));
        }
    });
    Ok(address)
}

fn page(path: &str) -> Response<Full<Bytes>> {
    Response::new(Full::new(
        match path.strip_prefix("/page/").and_then(|n| n.parse().ok()) {
            Some(number) => body(number).into(),
            None => vec![b'a'; LARGE].into(),
        },
    ))
}

/// 2 to 60 kB that name their page.
fn body(number: usize) -> Vec<u8> {
    let text = format!("<p>This is page {number}.</p>\n");
    text.repeat(80 + number * 7 % 2_000).into_bytes()
}

/// A connection to the proxy, kept like a browser's.
async fn connect(proxy: SocketAddr) -> Outcome<SendRequest<Full<Bytes>>> {
    let stream = TcpStream::connect(proxy).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = client::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

/// Sends one request as the proxy's own page does, and gives the code of a refusal, and the body.
async fn ask(
    sender: &mut SendRequest<Full<Bytes>>,
    proxy: SocketAddr,
    method: &str,
    path: &str,
    body: String,
) -> Outcome<(String, Bytes)> {
    sender.ready().await?;
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", proxy.to_string())
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/json")
        .body(Full::from(body))?;
    let response = sender.send_request(request).await?;
    let code = response.headers().get("x-proxy-error").cloned();
    let code = code.map_or_else(String::new, |code| {
        String::from_utf8_lossy(code.as_bytes()).into()
    });
    Ok((code, response.into_body().collect().await?.to_bytes()))
}

/// Fetches so many pages with all callers at once, compares every byte, and gives the longest time that one took.
async fn fetch_all(proxy: &Program, host: SocketAddr, fetches: usize) -> Outcome<Duration> {
    let (next, proxy) = (Arc::new(AtomicUsize::new(0)), proxy.address);
    let mut callers = JoinSet::new();
    for _ in 0..CALLERS {
        let next = Arc::clone(&next);
        callers.spawn(async move {
            let (mut slowest, mut sender) = (Duration::ZERO, connect(proxy).await?);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= fetches {
                    return Ok::<_, Box<dyn Error + Send + Sync>>(slowest);
                }
                let begun = Instant::now();
                let path = format!("/fetch?url=http://{host}/page/{number}");
                let (code, said) = ask(&mut sender, proxy, "GET", &path, String::new()).await?;
                goal(
                    code.is_empty(),
                    &format!("page {number} is refused: {code}"),
                )?;
                goal(
                    said == body(number),
                    &format!("page {number} is not itself"),
                )?;
                slowest = slowest.max(begun.elapsed());
            }
        });
    }
    let mut slowest = Duration::ZERO;
    while let Some(caller) = callers.join_next().await {
        slowest = slowest.max(caller??);
    }
    Ok(slowest)
}

/// Opens connections with half a head each, and gives the longest time that a new caller's fetch takes beside them.
async fn beside_hanging(proxy: &Program, host: SocketAddr) -> Outcome<Duration> {
    let mut hanging = Vec::new();
    for _ in 0..HANGING {
        let mut stream = TcpStream::connect(proxy.address).await?;
        stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await?;
        hanging.push(stream);
    }
    let mut slowest = Duration::ZERO;
    for number in 0..20 {
        let begun = Instant::now();
        let mut sender = connect(proxy.address).await?;
        let path = format!("/fetch?url=http://{host}/page/{number}");
        let (code, said) = ask(&mut sender, proxy.address, "GET", &path, String::new()).await?;
        goal(
            code.is_empty() && said == body(number),
            "a page is not itself",
        )?;
        slowest = slowest.max(begun.elapsed());
    }
    for stream in &hanging {
        let mut byte = [0];
        let open = stream
            .try_read(&mut byte)
            .is_err_and(|e| e.kind() == std::io::ErrorKind::WouldBlock);
        goal(open, "a connection ended before the measurement did")?;
    }
    Ok(slowest)
}

/// Asks for large answers under tickets until the proxy has no more room, and gives their number and the memory then.
async fn uncollected(proxy: &Program, host: SocketAddr) -> Outcome<(usize, Option<u64>)> {
    let mut sender = connect(proxy.address).await?;
    let mut highest = None;
    let mut tickets = Vec::new();
    let call = format!("{{\"urls\":[\"http://{host}/large\"],\"patience_ms\":1}}");
    let path = format!("/fetch?url=http://{host}/large");
    loop {
        let (_, frames) = ask(
            &mut sender,
            proxy.address,
            "POST",
            "/fetch-many",
            call.clone(),
        )
        .await?;
        tickets.extend(ticket(&frames));
        let (code, _) = ask(&mut sender, proxy.address, "GET", &path, String::new()).await?;
        highest = highest.max(proxy.memory());
        if code == "busy" {
            break;
        }
        goal(tickets.len() < 128, "tickets are not bounded by memory")?;
    }
    let held = collect(&mut sender, proxy.address, &tickets).await?;
    Ok((held, highest))
}

/// The ticket in a frame, if there is one.
fn ticket(frame: &[u8]) -> Option<String> {
    let length = u32::from_be_bytes(*frame.first_chunk()?);
    let head = frame.get(4..4 + usize::try_from(length).ok()?)?;
    let head: serde_json::Value = serde_json::from_slice(head).ok()?;
    head.get("ticket")?.as_str().map(str::to_owned)
}

/// Collects the tickets, so that nothing is held, and gives the number of whole answers.
async fn collect(
    sender: &mut SendRequest<Full<Bytes>>,
    proxy: SocketAddr,
    tickets: &[String],
) -> Outcome<usize> {
    let call = serde_json::json!({ "tickets": tickets }).to_string();
    let (_, frames) = ask(sender, proxy, "POST", "/fetch-many", call).await?;
    Ok(frames.len() / LARGE)
}
