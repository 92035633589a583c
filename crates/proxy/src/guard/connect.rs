//! Opens a connection to a checked URL: looks up once, checks every address, dials exactly the checked address.
//!
//! Only the socket address is checked, so an IP literal, a mapped name and a name from DNS take the same path, and a
//! change of DNS between check and use has no effect. The name in the TLS handshake is that of the URL. There is no
//! connection pool: the crawler sends one request per host in some seconds, and TLS sessions are resumed by the shared
//! configuration.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsConnector;
use url::Host;

use crate::error::Refusal;
use crate::guard::forward::ForwardProxy;
use crate::guard::resolve::Resolve;
use crate::guard::rules::Rules;
use crate::guard::target::Target;

/// The most addresses of a name that are tried.
const TRIED: usize = 4;

/// An open connection, with TLS or without.
pub(crate) trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Connection for T {}

/// Opens connections that the rules allow.
pub(crate) struct Connector {
    pub(crate) rules: Rules,
    pub(crate) resolver: Arc<dyn Resolve>,
    pub(crate) tls: Arc<ClientConfig>,
    pub(crate) forward_proxy: Option<ForwardProxy>,
    pub(crate) limit: Duration,
}

/// The checked addresses of a target, and the time that is left to connect to one of them.
#[derive(Debug)]
pub(crate) struct Route {
    addresses: Vec<SocketAddr>,
    left: Duration,
}

impl Route {
    /// Returns the addresses that may be dialed.
    pub(crate) fn addresses(&self) -> Vec<IpAddr> {
        self.addresses.iter().map(SocketAddr::ip).collect()
    }
}

impl Connector {
    /// Resolves and checks the target. If one of its addresses is refused, the name is refused. A forward proxy
    /// resolves names itself.
    pub(crate) async fn route(&self, target: &Target) -> Result<Route, Refusal> {
        let begun = Instant::now();
        if self.forward_proxy.is_some() && matches!(target.host(), Host::Domain(_)) {
            return Ok(Route { addresses: Vec::new(), left: self.limit });
        }
        let found = timeout(self.limit, self.addresses(target)).await;
        let mut addresses = found.unwrap_or(Err(Refusal::ConnectTimeout))?;
        for address in &addresses {
            self.rules.judge_socket(target, *address)?;
        }
        addresses.truncate(TRIED);
        Ok(Route { addresses, left: self.limit.saturating_sub(begun.elapsed()) })
    }

    /// Connects and does the TLS handshake, within the time that the lookup left. Returns the dialed address as well,
    /// unless that is the forward proxy's.
    pub(crate) async fn connect(
        &self,
        target: &Target,
        route: &Route,
    ) -> Result<(Box<dyn Connection>, Option<IpAddr>), Refusal> {
        let open = async {
            let (stream, address) = if let Some(proxy) = &self.forward_proxy {
                (proxy.connect(target, self.rules.has_tls(target)).await?, None)
            } else {
                let (stream, address) = self.dial(target, route).await?;
                (stream, Some(address))
            };
            Ok((self.secure(target, stream).await?, address))
        };
        timeout(route.left, open).await.unwrap_or(Err(Refusal::ConnectTimeout))
    }

    async fn addresses(&self, target: &Target) -> Result<Vec<SocketAddr>, Refusal> {
        self.rules.judge_target(target)?;
        match (self.rules.mapped(target), target.host()) {
            (Some(address), _) => Ok(vec![address]),
            (None, Host::Ipv4(ip)) => Ok(vec![SocketAddr::new(IpAddr::V4(*ip), target.port())]),
            (None, Host::Ipv6(ip)) => Ok(vec![SocketAddr::new(IpAddr::V6(*ip), target.port())]),
            (None, Host::Domain(name)) => self.look_up(name, target.port()).await,
        }
    }

    async fn look_up(&self, name: &str, port: u16) -> Result<Vec<SocketAddr>, Refusal> {
        let found = self.resolver.lookup(name).await.map_err(|_| Refusal::Dns)?;
        if found.is_empty() {
            return Err(Refusal::Dns);
        }
        Ok(found.into_iter().map(|ip| SocketAddr::new(ip, port)).collect())
    }

    /// Tries the addresses in order, each for its share of the time, so that an unreachable first one does not use all
    /// of it.
    async fn dial(&self, target: &Target, route: &Route) -> Result<(TcpStream, IpAddr), Refusal> {
        let tried = u32::try_from(route.addresses.len().max(1)).unwrap_or(1);
        let mut refusal = Refusal::Connect;
        for address in &route.addresses {
            // Checked again: while the fetch waited for its slot, the machine may have got the address.
            self.rules.judge_socket(target, *address)?;
            match timeout(route.left / tried, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok((stream, address.ip())),
                Ok(Err(_)) => refusal = Refusal::Connect,
                Err(_) => refusal = Refusal::ConnectTimeout,
            }
        }
        Err(refusal)
    }

    async fn secure(&self, target: &Target, stream: TcpStream) -> Result<Box<dyn Connection>, Refusal> {
        if !self.rules.has_tls(target) {
            return Ok(Box::new(stream));
        }
        let name = match target.host() {
            Host::Domain(_) => ServerName::try_from(target.host_name().to_owned()).map_err(|_| Refusal::Tls)?,
            Host::Ipv4(ip) => ServerName::IpAddress(IpAddr::V4(*ip).into()),
            Host::Ipv6(ip) => ServerName::IpAddress(IpAddr::V6(*ip).into()),
        };
        let wire = TlsConnector::from(Arc::clone(&self.tls)).connect(name, stream).await;
        Ok(Box::new(wire.map_err(|_| Refusal::Tls)?))
    }
}

/// Returns the TLS configuration: ring for the ciphers, and Mozilla's list of issuers, which is compiled in.
pub(crate) fn public_tls() -> Arc<ClientConfig> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    Arc::new(
        ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring serves the protocol versions that rustls calls safe")
            .with_root_certificates(roots)
            .with_no_client_auth(),
    )
}
