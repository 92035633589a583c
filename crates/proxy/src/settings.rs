//! Holds all settings of a proxy.
//!
//! The program creates them from its flags ([`crate::args`]); other programs and tests create them directly. The
//! resolver, the TLS configuration and the limits have no flags, because they only change in tests. No setting disables
//! the guard.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use crate::guard::caller::{AllowedOrigin, PublicHost};
use crate::guard::connect;
use crate::guard::forward::ForwardProxy;
use crate::guard::interfaces::{self, ListInterfaces};
use crate::guard::resolve::{Resolve, SystemResolver};
use crate::guard::rules::{AllowedAddress, Mapping};
use crate::headers::RequestHeader;
use crate::limits::Limits;

/// The default port of the proxy.
pub const DEFAULT_PORT: u16 = 8181;

/// Holds the settings of one proxy. `Settings::default()` serves the demo web and the public web to its own page on
/// localhost.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address to listen on; port 0 takes any free port.
    pub listen: SocketAddr,
    /// The folder of the built app.
    pub dist: Option<PathBuf>,
    /// Exact addresses that may be fetched from although they are not public.
    pub allowed_addresses: Vec<AllowedAddress>,
    /// Names that are mapped to an exact address.
    pub mappings: Vec<Mapping>,
    /// The hosts of the demo web are served.
    pub demo_web: bool,
    /// Origins of other pages that may use the proxy.
    pub allowed_origins: Vec<AllowedOrigin>,
    /// Further names of the proxy.
    pub hosts: Vec<PublicHost>,
    /// The token that lets a caller fetch that is not a page.
    pub token: Option<String>,
    /// A page about the operator, for the User-Agent.
    pub contact: Option<String>,
    /// Further headers of requests, for a program that fetches for its own person; the proxy has none.
    pub request_headers: Vec<RequestHeader>,
    /// Hosts without rates and limits by address, by name and non-default port, for a program that fetches for its own
    /// person, whose hosts they are; the proxy has none.
    pub own_hosts: BTreeSet<String>,
    /// The HTTP proxy through which all hosts are reached; the proxy itself uses none.
    pub forward_proxy: Option<ForwardProxy>,
    /// Limits of time, size and number.
    pub limits: Limits,
    /// Resolves names to addresses.
    pub resolver: Arc<dyn Resolve>,
    /// Lists the addresses of the machine, which are never fetched.
    pub interfaces: ListInterfaces,
    /// The TLS configuration towards hosts, with the trusted issuers.
    pub tls: Arc<rustls::ClientConfig>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, DEFAULT_PORT).into(),
            dist: None,
            allowed_addresses: Vec::new(),
            mappings: Vec::new(),
            demo_web: true,
            allowed_origins: Vec::new(),
            hosts: Vec::new(),
            token: None,
            contact: None,
            request_headers: Vec::new(),
            own_hosts: BTreeSet::new(),
            forward_proxy: None,
            limits: Limits::default(),
            resolver: Arc::new(SystemResolver),
            interfaces: interfaces::system_interfaces,
            tls: connect::public_tls(),
        }
    }
}
