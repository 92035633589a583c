//! Shared parts of the proxy tests: a proxy in this process, a configurable host on loopback, and a caller that writes
//! plain HTTP. The guard stays on: hosts on loopback are allowed by exact pair.

pub(crate) mod degenerate;
pub(crate) mod packing;

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use salticid_proxy::guard::resolve::{Lookup, Resolve};
use salticid_proxy::{Limits, Mapping, Server, Settings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

/// The longest wait for an expected event, so that a bug fails a test instead of hanging it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// An answer as it came over the wire.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// Returns the code of a refusal, checked to be the same in the header and in the JSON.
    pub(crate) fn code(&self) -> &str {
        let code = self.header("x-proxy-error");
        if !code.is_empty() {
            let json: serde_json::Value = serde_json::from_slice(&self.body).expect("a refusal is JSON");
            assert_eq!(json["code"], code);
            assert!(json["message"].as_str().is_some_and(|message| message.len() > 10));
        }
        code
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// A proxy that runs until the test ends.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
}

/// A name's address for the whole test, and a count of how often it was asked for.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) answers: Vec<Vec<IpAddr>>,
    pub(crate) asked: AtomicUsize,
}

impl Resolve for Names {
    /// Gives the next answer each time, the last one for ever.
    fn lookup<'a>(&'a self, _name: &'a str) -> Lookup<'a> {
        let number = self.asked.fetch_add(1, Ordering::SeqCst);
        let answer = self.answers.get(number).or(self.answers.last()).cloned();
        Box::pin(async move { answer.ok_or_else(|| std::io::Error::other("no such name")) })
    }
}

/// Settings on a free port, with these hosts allowed by exact pair.
pub(crate) fn settings(hosts: &[SocketAddr]) -> Settings {
    Settings {
        listen: ([127, 0, 0, 1], 0).into(),
        allowed_addresses: hosts.iter().map(|host| host.to_string().parse().expect("a pair")).collect(),
        ..Settings::default()
    }
}

/// Settings with these limits, and without the demo web, which takes longer to build than such a test to run.
pub(crate) fn limited(limits: Limits, hosts: &[SocketAddr]) -> Settings {
    Settings { limits, demo_web: false, ..settings(hosts) }
}

/// Fetches from a host that answers with these pieces, waits until the proxy has left it, and gives the answer.
pub(crate) async fn fetched(pieces: Vec<Piece>, limits: Limits) -> Reply {
    let host = Host::start(move |_| pieces.clone()).await;
    let proxy = Proxy::start(limited(limits, &[host.address])).await;
    let reply = proxy.fetch(&host.url("/")).await;
    host.left().await;
    reply
}

pub(crate) fn bytes(text: &str) -> Piece {
    Piece::Bytes(text.as_bytes().to_vec())
}

pub(crate) fn map(name: &str, address: SocketAddr) -> Mapping {
    Mapping { name: name.to_owned(), port: 80, address, without_tls: false }
}

impl Proxy {
    pub(crate) async fn start(settings: Settings) -> Self {
        let server = Server::bind(settings).await.expect("a free port");
        let address = server.local_addr();
        tokio::spawn(server.run(std::future::pending()));
        Self { address }
    }

    /// Fetches as the proxy's own page does.
    pub(crate) async fn fetch(&self, url: &str) -> Reply {
        self.fetch_with(url, "").await
    }

    pub(crate) async fn fetch_with(&self, url: &str, headers: &str) -> Reply {
        let encoded: String = url::form_urlencoded::byte_serialize(url.as_bytes()).collect();
        self.ask("GET", &format!("/fetch?url={encoded}"), &format!("sec-fetch-site: same-origin\r\n{headers}")).await
    }

    /// Sends one request without a body and reads the answer to its end.
    pub(crate) async fn ask(&self, method: &str, path: &str, headers: &str) -> Reply {
        let host = if headers.contains("host:") { String::new() } else { format!("host: {}\r\n", self.address) };
        let request = format!("{method} {path} HTTP/1.1\r\n{host}{headers}connection: close\r\n\r\n");
        let mut stream = TcpStream::connect(self.address).await.expect("the proxy listens");
        stream.write_all(request.as_bytes()).await.expect("the proxy reads");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.expect("the proxy answers");
        reply(&bytes)
    }

    /// Sends a body as the proxy's own page does, with further headers, and reads the answer to its end.
    pub(crate) async fn post(&self, path: &str, headers: &str, body: &str) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.expect("the proxy listens");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nsec-fetch-site: same-origin\r\n{headers}content-length: {}\r\n\
             connection: close\r\n\r\n",
            self.address,
            body.len()
        );
        // A body that is too large is refused while it is still being written, so the write may fail.
        let (mut read, mut write) = stream.split();
        let mut bytes = Vec::new();
        let (_, read) = tokio::join!(
            async {
                let _ = write.write_all(head.as_bytes()).await;
                write.write_all(body.as_bytes()).await
            },
            read.read_to_end(&mut bytes)
        );
        let _ = read;
        reply(&bytes)
    }

    /// Opens a batch as the proxy's own page does; frames are read one by one.
    pub(crate) async fn batch(&self, json: &serde_json::Value) -> Frames {
        let body = json.to_string();
        let request = format!(
            "POST /fetch-many HTTP/1.1\r\nhost: {}\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.expect("the proxy listens");
        stream.write_all(request.as_bytes()).await.expect("the proxy reads");
        Frames { stream, wire: Vec::new(), bytes: Vec::new(), head: false, ended: false }
    }
}

/// The frames of a batch as they arrive.
pub(crate) struct Frames {
    stream: TcpStream,
    wire: Vec<u8>,
    bytes: Vec<u8>,
    head: bool,
    ended: bool,
}

impl Frames {
    /// Returns the next frame; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<(serde_json::Value, Vec<u8>)> {
        let head = self.part().await?;
        let body = self.part().await.expect("a body follows a head");
        Some((serde_json::from_slice(&head).expect("a head is JSON"), body))
    }

    pub(crate) async fn rest(mut self) -> Vec<(serde_json::Value, Vec<u8>)> {
        let mut frames = Vec::new();
        while let Some(frame) = self.next().await {
            frames.push(frame);
        }
        frames
    }

    async fn part(&mut self) -> Option<Vec<u8>> {
        loop {
            if let Some(length) = self.bytes.first_chunk::<4>() {
                let end = 4 + u32::from_be_bytes(*length) as usize;
                if self.bytes.len() >= end {
                    let part = self.bytes[4..end].to_vec();
                    self.bytes.drain(..end);
                    return Some(part);
                }
            }
            if self.ended || !self.more().await {
                assert!(self.bytes.is_empty(), "the stream ends between frames");
                return None;
            }
        }
    }

    /// Reads more of the stream and takes the chunked coding off.
    async fn more(&mut self) -> bool {
        let mut piece = vec![0; 16 * 1024];
        let read = timeout(PATIENCE, self.stream.read(&mut piece)).await;
        let read = read.expect("the proxy goes on").unwrap_or(0);
        self.wire.extend_from_slice(&piece[..read]);
        if !self.head {
            let Some(end) = find(&self.wire, b"\r\n\r\n") else {
                return read > 0;
            };
            assert!(self.wire.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&self.wire));
            self.wire.drain(..end + 4);
            self.head = true;
        }
        while let Some((chunk, used)) = chunk(&self.wire) {
            self.ended |= chunk.is_empty();
            self.bytes.extend_from_slice(&chunk);
            self.wire.drain(..used);
        }
        read > 0
    }
}

fn chunk(wire: &[u8]) -> Option<(Vec<u8>, usize)> {
    let line = find(wire, b"\r\n")?;
    let size = usize::from_str_radix(std::str::from_utf8(&wire[..line]).expect("a size"), 16).expect("a size");
    let end = line + 2 + size;
    (wire.len() >= end + 2).then(|| (wire[line + 2..end].to_vec(), end + 2))
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

fn reply(bytes: &[u8]) -> Reply {
    let end = find(bytes, b"\r\n\r\n").unwrap_or_else(|| panic!("no head in {:?}", String::from_utf8_lossy(bytes)));
    let head = std::str::from_utf8(&bytes[..end]).expect("a head is text");
    let mut lines = head.split("\r\n");
    let status =
        lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok()).expect("a status");
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    Reply { status, headers, body: bytes[end + 4..].to_vec() }
}

/// A host on loopback. It answers every request with the pieces that `answer` returns for its head, and reports the
/// requests.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    asked: mpsc::UnboundedReceiver<String>,
    open: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

/// A piece of an answer: bytes to send, or a wait that only ends with the connection.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    Bytes(Vec<u8>),
    Wait(Duration),
    /// The same bytes again and again until the connection ends.
    Flood(Vec<u8>),
    /// Until the test opens the gate.
    Until(Arc<Notify>),
    Forever,
}

impl Host {
    pub(crate) async fn start(answer: impl Fn(&str) -> Vec<Piece> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it listens");
        let (tell, asked) = mpsc::unbounded_channel();
        let open = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let (answer, counter, highest) = (Arc::new(answer), Arc::clone(&open), Arc::clone(&most));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, tell, counter) = (Arc::clone(&answer), tell.clone(), Arc::clone(&counter));
                highest.fetch_max(counter.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::spawn(async move {
                    serve(stream, &*answer, &tell).await;
                    counter.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Self { address, asked, open, most }
    }

    /// Returns the largest number of connections that were open at once.
    pub(crate) fn most_open(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }

    /// Returns a host that always says the same.
    pub(crate) async fn saying(text: &str) -> Self {
        let bytes = text.as_bytes().to_vec();
        Self::start(move |_| vec![Piece::Bytes(bytes.clone())]).await
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the head of the next request that came; waits for it.
    pub(crate) async fn asked(&mut self) -> String {
        let asked = timeout(PATIENCE, self.asked.recv()).await;
        asked.expect("the proxy asks the host").expect("the host lives")
    }

    /// Returns true if no request came that was not taken yet.
    pub(crate) fn is_unasked(&mut self) -> bool {
        self.asked.try_recv().is_err()
    }

    /// Waits until no connection is open.
    pub(crate) async fn left(&self) {
        let left = async {
            while self.open.load(Ordering::SeqCst) > 0 {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, left).await.expect("the proxy leaves the host");
    }
}

async fn serve(
    mut stream: TcpStream,
    answer: &(impl Fn(&str) -> Vec<Piece> + ?Sized),
    tell: &mpsc::UnboundedSender<String>,
) {
    let mut head = Vec::new();
    while find(&head, b"\r\n\r\n").is_none() {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let pieces = answer(&head);
    // The receiver may be gone: the test has ended.
    let _ = tell.send(head);
    for piece in pieces {
        match piece {
            Piece::Bytes(bytes) => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
            Piece::Wait(time) => tokio::time::sleep(time).await,
            Piece::Flood(bytes) => while stream.write_all(&bytes).await.is_ok() {},
            Piece::Until(gate) => {
                tokio::select! {
                    () = gate.notified() => {}
                    _ = stream.read_u8() => return,
                }
            }
            Piece::Forever => {
                let _ = stream.read_u8().await;
                return;
            }
        }
    }
}

/// Returns an answer of status 200 with a length.
pub(crate) fn ok(headers: &str, body: &[u8]) -> Vec<Piece> {
    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
    vec![Piece::Bytes([head.as_bytes(), body].concat())]
}
