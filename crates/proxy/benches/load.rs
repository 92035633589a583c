//! Tests the proxy under load: 200 callers and 20,000 fetches, 500 hanging connections, uncollected responses,
//! degenerate compressed bodies beside good pages, and uncollected responses again.
//!
//! `cargo bench -p salticid-proxy`. The proxy is the real program in a separate process, so that its memory can be
//! measured. The host from which it fetches is in this process and is allowed by exact pair, like any host that an
//! operator names. Exits with an error if a goal is missed. Hosts beyond loopback and TLS are not covered. Memory is
//! read from Linux's `/proc`; on other systems those goals are skipped.

#[path = "../tests/common/degenerate.rs"]
mod degenerate;

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1::{self as client, SendRequest};
use hyper::header::HeaderValue;
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
/// The most bytes by which the proxy may grow after the warm-up.
const GROWTH: u64 = 10_000_000;
/// The time within which a new request gets a response while others hang.
const SOON: Duration = Duration::from_secs(1);
/// The most resident bytes of the proxy at full load: the budget, and a quarter for the rest.
const FULL: u64 = 320 * 1024 * 1024;
const LARGE: usize = 8 * 1024 * 1024;
/// The number of hosts with degenerate bodies, of concurrent bodies of each, and of good pages fetched meanwhile.
const HOSTILE: usize = 16;
const BODIES_A_HOST: usize = 2;
const GOOD: usize = 500;
/// The most resident bytes during and after all of this, as promised.
const PROMISED: u64 = 360 * 1024 * 1024;

#[tokio::main]
async fn main() -> Outcome {
    // Cargo's test runner also starts benchmarks, but without this argument.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    // The bodies are created before the measurements, because that occupies the host's threads for a second.
    degenerate_bodies();
    let host = host().await?;
    let mut hosts = vec![host];
    for _ in 0..HOSTILE {
        hosts.push(self::host().await?);
    }
    let proxy = Program::start(&hosts)?;
    fetch_all(&proxy, host, WARM_UP).await?;
    let warm = proxy.memory();
    let begun = Instant::now();
    let slowest = fetch_all(&proxy, host, FETCHES).await?;
    let rate = f64::from(u32::try_from(FETCHES)?) / begun.elapsed().as_secs_f64();
    println!("{FETCHES} fetches by {CALLERS} callers: {rate:.0} a second, slowest {slowest:.0?}, no error");
    let grown = proxy.memory().zip(warm).map(|(now, then)| (now, now.saturating_sub(then)));
    if let Some((now, grown)) = grown {
        println!("memory {}, grown by {} since {WARM_UP} fetches", mb(now), mb(grown));
        goal(grown < GROWTH, "memory grows under load")?;
    }
    let soon = beside_hanging(&proxy, host).await?;
    println!("a new request beside {HANGING} connections that hang: slowest of 20 {soon:.0?}");
    goal(soon < SOON, "a new request waits too long")?;
    let (held, full) = uncollected(&proxy, host).await?;
    println!("{held} answers of 8 MiB held for nobody: memory {}", full.map_or_else(String::new, mb));
    goal(full.is_none_or(|full| full < FULL), "held answers take too much memory")?;
    let after = fetch_all(&proxy, host, CALLERS).await?;
    println!("{CALLERS} fetches after that: slowest {after:.0?}, no error");
    report_degenerate(&proxy, &hosts).await?;
    let (held, full) = uncollected(&proxy, host).await?;
    println!("{held} answers of 8 MiB held after all that: memory {}", full.map_or_else(String::new, mb));
    goal(full.is_none_or(|full| full < PROMISED), "everything together takes more memory than is promised")
}

/// Fetches good pages while every hostile host sends degenerate bodies all the time.
async fn report_degenerate(proxy: &Program, hosts: &[SocketAddr]) -> Outcome {
    let mut hostile = JoinSet::new();
    let sent = Arc::new(AtomicUsize::new(0));
    for (number, host) in hosts[1..].iter().cycle().take(HOSTILE * BODIES_A_HOST).enumerate() {
        let (host, proxy, sent) = (*host, proxy.address, Arc::clone(&sent));
        hostile.spawn(async move {
            let mut sender = connect(proxy).await?;
            loop {
                let kind = number % degenerate_bodies().len();
                let path = format!("/fetch?url=http://{host}/degenerate/{kind}");
                let (code, _) = ask(&mut sender, proxy, "GET", &path, String::new()).await?;
                goal(code == "decoding-work", &format!("body {kind}: {code}"))?;
                sent.fetch_add(1, Ordering::Relaxed);
            }
            #[allow(unreachable_code, reason = "names the type of the task")]
            Ok::<(), Box<dyn Error + Send + Sync>>(())
        });
    }
    let (mut times, mut highest) = (Vec::new(), None);
    let mut sender = connect(proxy.address).await?;
    for number in 0..GOOD {
        let begun = Instant::now();
        let path = format!("/fetch?url=http://{}/packed/{number}", hosts[0]);
        let (code, output) = ask(&mut sender, proxy.address, "GET", &path, String::new()).await?;
        goal(code.is_empty() && output == body(number), "a good page is not itself")?;
        times.push(begun.elapsed());
        highest = highest.max(proxy.memory());
    }
    if let Some(ended) = hostile.try_join_next() {
        ended??;
    }
    times.sort_unstable();
    let [middle, most, all] = [GOOD / 2, GOOD * 99 / 100, GOOD - 1].map(|at| times[at]);
    println!(
        "{GOOD} good pages beside {} degenerate bodies from {HOSTILE} hosts, {} at once: p50 {middle:.0?}, p99 \
        {most:.0?}, slowest {all:.0?}, memory {}",
        sent.load(Ordering::Relaxed),
        HOSTILE * BODIES_A_HOST,
        highest.map_or_else(String::new, mb)
    );
    goal(all < SOON, "a good page waits for degenerate bodies")?;
    goal(highest.is_none_or(|highest| highest < PROMISED), "decoding takes too much memory")
}

/// Returns each kind of degenerate body, in the largest accepted size or compressed twice, with its encoding.
fn degenerate_bodies() -> &'static [(&'static str, Vec<u8>)] {
    static BODIES: OnceLock<Vec<(&str, Vec<u8>)>> = OnceLock::new();
    BODIES.get_or_init(|| {
        let large = 4 * 1024 * 1024 - 2_000;
        let members = degenerate::empty_members(2 * large);
        let fixed = degenerate::empty_fixed_blocks(large);
        vec![
            ("gzip, gzip", degenerate::gzip(&members)),
            ("gzip", degenerate::empty_members(large)),
            ("deflate, gzip", degenerate::gzip(&fixed)),
            ("deflate", fixed),
            ("deflate", degenerate::empty_dynamic_blocks(large)),
            ("deflate", degenerate::empty_blocks_of_long_codes(large)),
            ("br", degenerate::small_metablocks(large)),
            ("br", degenerate::metablocks_of_many_trees(large)),
        ]
    })
}

fn goal(reached: bool, missed: &str) -> Outcome {
    if reached { Ok(()) } else { Err(missed.into()) }
}

fn mb(bytes: u64) -> String {
    format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10)
}

/// The proxy in a separate process, which is terminated when this value is dropped.
struct Program {
    child: Child,
    address: SocketAddr,
}

impl Program {
    fn start(hosts: &[SocketAddr]) -> Outcome<Self> {
        let allowed = hosts.iter().map(|host| format!("--allow-address={host}"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_salticid-proxy"))
            .arg("--listen=127.0.0.1:0")
            .args(allowed)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().ok_or("no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let address = line.split("//").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.ok_or("no address")?.parse()?;
        Ok(Self { child, address })
    }

    /// Returns the resident bytes.
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

/// Starts a host with the pages `/page/N`, `/packed/N`, `/degenerate/N` and `/large`.
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
    let (kind, number) = path.trim_start_matches('/').split_once('/').unwrap_or((path, ""));
    let number = number.parse().unwrap_or_default();
    let (encoding, media_type, body) = match kind {
        "page" => ("identity", "text/html", body(number)),
        "packed" => ("gzip", "text/html", degenerate::gzip(&body(number))),
        "degenerate" => {
            let (encoding, body) = &degenerate_bodies()[number];
            (*encoding, "text/html", body.clone())
        }
        _ => ("identity", "text/plain", vec![b'a'; LARGE]),
    };
    let mut response = Response::new(Full::from(body));
    let headers = response.headers_mut();
    headers.insert("content-encoding", HeaderValue::from_static(encoding));
    headers.insert("content-type", HeaderValue::from_static(media_type));
    response
}

/// Returns 2 to 60 kB that identify their page.
fn body(number: usize) -> Vec<u8> {
    let text = format!("<p>This is page {number}.</p>\n");
    text.repeat(80 + number * 7 % 2_000).into_bytes()
}

/// Opens a connection to the proxy, which is kept alive like a browser's.
async fn connect(proxy: SocketAddr) -> Outcome<SendRequest<Full<Bytes>>> {
    let stream = TcpStream::connect(proxy).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = client::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

/// Sends one request as the proxy's own page does; returns the code of a refusal, and the body.
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
    let code = code.map_or_else(String::new, |code| String::from_utf8_lossy(code.as_bytes()).into());
    Ok((code, response.into_body().collect().await?.to_bytes()))
}

/// Fetches this many pages with all callers concurrently, compares every byte, and returns the longest time of a fetch.
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
                let (code, output) = ask(&mut sender, proxy, "GET", &path, String::new()).await?;
                goal(code.is_empty(), &format!("page {number} is refused: {code}"))?;
                goal(output == body(number), &format!("page {number} is not itself"))?;
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

/// Opens connections with an incomplete head each; returns the longest time of a new caller's fetch meanwhile.
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
        let (code, output) = ask(&mut sender, proxy.address, "GET", &path, String::new()).await?;
        goal(code.is_empty() && output == body(number), "a page is not itself")?;
        slowest = slowest.max(begun.elapsed());
    }
    for stream in &hanging {
        let mut byte = [0];
        let open = stream.try_read(&mut byte).is_err_and(|e| e.kind() == std::io::ErrorKind::WouldBlock);
        goal(open, "a connection ended before the measurement did")?;
    }
    Ok(slowest)
}

/// Requests large responses under tickets until the proxy has no memory left; returns their number and the memory at
/// that time.
async fn uncollected(proxy: &Program, host: SocketAddr) -> Outcome<(usize, Option<u64>)> {
    let mut sender = connect(proxy.address).await?;
    let mut highest = None;
    let mut tickets = Vec::new();
    let call = format!("{{\"urls\":[\"http://{host}/large\"],\"patience_ms\":1}}");
    let path = format!("/fetch?url=http://{host}/large");
    loop {
        let (_, frames) = ask(&mut sender, proxy.address, "POST", "/fetch-many", call.clone()).await?;
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

/// Returns the ticket in a frame, if there is one.
fn ticket(frame: &[u8]) -> Option<String> {
    let length = u32::from_be_bytes(*frame.first_chunk()?);
    let head = frame.get(4..4 + usize::try_from(length).ok()?)?;
    let head: serde_json::Value = serde_json::from_slice(head).ok()?;
    head.get("ticket")?.as_str().map(str::to_owned)
}

/// Collects the tickets, so that no memory is held; returns the number of complete responses.
async fn collect(sender: &mut SendRequest<Full<Bytes>>, proxy: SocketAddr, tickets: &[String]) -> Outcome<usize> {
    let call = serde_json::json!({ "tickets": tickets }).to_string();
    let (_, frames) = ask(sender, proxy, "POST", "/fetch-many", call).await?;
    Ok(frames.len() / LARGE)
}
