//! Implements the listening socket: bounded connections, time limits for slow callers, and an orderly shutdown.
//!
//! hyper is used directly, because `axum::serve` gives no access to its header time-out, which is off without a timer.
//! TLS towards callers is not supported; deployments use a reverse proxy.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

use crate::fetch::Fetcher;
use crate::guard::caller::Callers;
use crate::limits::Limits;
use crate::memory::MemoryBudget;
use crate::pages::Pages;
use crate::routes::{self, Peer, Shared};
use crate::settings::Settings;
use crate::tickets::Tickets;

/// A proxy with its address, ready to run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    limits: Limits,
}

impl Server {
    /// Binds the address and prepares the service.
    ///
    /// # Errors
    /// Fails if the address is in use or does not belong to this machine.
    pub async fn bind(settings: Settings) -> io::Result<Self> {
        let listener = TcpListener::bind(settings.listen).await?;
        let address = listener.local_addr()?;
        let limits = settings.limits.clone();
        Ok(Self { listener, address, router: routes::router(Arc::new(shared(settings, address))), limits })
    }

    /// Returns the bound address with its actual port.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` completes, then lets open calls finish, for a bounded time.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let open = Arc::new(Semaphore::new(self.limits.connections));
        let graceful = GracefulShutdown::new();
        // Dropping the set closes the remaining connections.
        let mut calls = JoinSet::new();
        tokio::pin!(stop);
        loop {
            let (stream, peer, permit) = tokio::select! {
                next = accept(&self.listener, &open) => next,
                () = &mut stop => break,
            };
            while calls.try_join_next().is_some() {}
            let connection = builder(&self.limits).serve_connection(
                TokioIo::new(impatient(stream, &self.limits)),
                TowerToHyperService::new(self.router.clone().layer(Extension(Peer(peer)))),
            );
            let watched = graceful.watch(connection);
            calls.spawn(async move {
                // A broken connection only concerns its caller.
                let _ = watched.await;
                drop(permit);
            });
        }
        drop(self.listener);
        let _ = timeout(self.limits.shutdown, graceful.shutdown()).await;
    }
}

/// Waits for a free connection slot, then for a connection.
async fn accept(listener: &TcpListener, open: &Arc<Semaphore>) -> (TcpStream, IpAddr, Option<OwnedSemaphorePermit>) {
    loop {
        // The semaphore is never closed, so a permit is always granted.
        let permit = Arc::clone(open).acquire_owned().await.ok();
        match listener.accept().await {
            Ok((stream, peer)) => {
                let _ = stream.set_nodelay(true);
                return (stream, peer.ip(), permit);
            }
            // The process may be out of file descriptors, so other connections must end first.
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
        }
    }
}

/// Returns a stream that fails if the caller reads nothing of its response for too long. hyper limits the reading of
/// requests.
fn impatient(stream: TcpStream, limits: &Limits) -> Pin<Box<TimeoutStream<TcpStream>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.reader));
    Box::pin(stream)
}

fn builder(limits: &Limits) -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.caller).max_buf_size(limits.header_bytes);
    builder
}

fn shared(settings: Settings, listening: SocketAddr) -> Shared {
    let fetcher = Arc::new(Fetcher::new(&settings, Some(listening)));
    Shared {
        tickets: Tickets::new(&settings.limits, &fetcher.memory),
        pages: Pages::new(settings.dist, &fetcher.memory, &settings.limits),
        fetcher,
        callers: Callers::new(listening, &settings.hosts, &settings.allowed_origins, settings.token),
        texts: MemoryBudget::new(settings.limits.batch_memory),
    }
}
