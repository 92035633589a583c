//! Applies the operator's exceptions to the table of [`crate::guard::address`].
//!
//! Exceptions are an exact address and port, an exact host and port, and a name that is mapped to an exact address.
//! There are no ranges, and no exception disables the guard. The proxy's own address is always refused.

use std::collections::{HashMap, HashSet};
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use url::Host;

use crate::error::Refusal;
use crate::guard::address;
use crate::guard::host_text;
use crate::guard::interfaces::Interfaces;
use crate::guard::target::Target;

/// An exact pair that may be fetched from: `--allow-address HOST:PORT`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AllowedAddress {
    /// Name (lower case) or address.
    pub host: Host<String>,
    /// Port.
    pub port: u16,
}

/// A name with a port, and its replacement address: `--resolve NAME:PORT:ADDRESS:PORT`.
///
/// `http://` before the address replaces TLS by plain HTTP, which only loopback may do: such a request never leaves the
/// machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// Host name, lower case.
    pub name: String,
    /// Port as in the URL.
    pub port: u16,
    /// The address to dial.
    pub address: SocketAddr,
    /// True if the address is sent plain HTTP even for an `https` URL.
    pub without_tls: bool,
}

impl FromStr for AllowedAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (host, port) = text.rsplit_once(':').ok_or("no port")?;
            Ok::<_, String>(Self { host: host_text::host(host)?, port: host_text::port(port)? })
        };
        let wrong =
            |why| format!("`{text}` is not HOST:PORT, such as 127.0.0.1:9000, [::1]:9000 or wiki.test:80: {why}");
        read().map_err(wrong)
    }
}

impl FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (name, rest) = text.split_once(':').ok_or("no port")?;
            let (port, address) = rest.split_once(':').ok_or("no address")?;
            let (without_tls, address) = match address.strip_prefix("http://") {
                Some(address) => (true, address),
                None => (false, address),
            };
            let has_sign = address.contains('+');
            let address: Option<SocketAddr> = address.parse().ok().filter(|_| !has_sign);
            let address = address.ok_or("ADDRESS:PORT is not an address and a port")?;
            if without_tls && !address.ip().is_loopback() {
                return Err("only an address of this machine (loopback) may follow http://".to_owned());
            }
            Ok::<_, String>(Self { name: host_text::name(name)?, port: host_text::port(port)?, address, without_tls })
        };
        let wrong = |why| format!("`{text}` is not NAME:PORT:ADDRESS:PORT, such as wiki.test:80:127.0.0.1:9000: {why}");
        read().map_err(wrong)
    }
}

/// Holds the rules of one running proxy.
#[derive(Debug)]
pub(crate) struct Rules {
    sockets: HashSet<SocketAddr>,
    names: HashSet<(String, u16)>,
    mapped: HashMap<(String, u16), (SocketAddr, bool)>,
    own_names: HashSet<String>,
    listening: Option<SocketAddr>,
    interfaces: Interfaces,
}

impl Rules {
    pub(crate) fn new(
        allowed: &[AllowedAddress],
        mappings: &[Mapping],
        own_names: &[String],
        listening: Option<SocketAddr>,
        interfaces: Interfaces,
    ) -> Self {
        let mut rules = Self {
            sockets: HashSet::new(),
            names: HashSet::new(),
            mapped: HashMap::new(),
            own_names: HashSet::new(),
            listening,
            interfaces,
        };
        for AllowedAddress { host, port } in allowed {
            match host {
                Host::Domain(name) => drop(rules.names.insert((name.clone(), *port))),
                Host::Ipv4(ip) => drop(rules.sockets.insert(SocketAddr::new(IpAddr::V4(*ip), *port))),
                Host::Ipv6(ip) => drop(rules.sockets.insert(SocketAddr::new(IpAddr::V6(*ip), *port))),
            }
        }
        rules.mapped = mappings.iter().map(|m| ((m.name.clone(), m.port), (m.address, m.without_tls))).collect();
        rules.own_names = own_names.iter().map(|name| name.to_ascii_lowercase()).collect();
        rules
    }

    /// Refuses targets that need no lookup: the proxy's own names, and ports that no rule allows.
    pub(crate) fn judge_target(&self, target: &Target) -> Result<(), Refusal> {
        let key = key(target);
        if self.own_names.contains(&key.0) || self.own_names.contains(&target.authority()) {
            return Err(Refusal::OwnAddress);
        }
        let port = target.port();
        let known = address::PORTS.contains(&port)
            || self.names.contains(&key)
            || self.mapped.contains_key(&key)
            || self.sockets.iter().any(|socket| socket.port() == port);
        if known { Ok(()) } else { Err(Refusal::Port) }
    }

    /// Checks an address that is about to be dialed for the target.
    pub(crate) fn judge_socket(&self, target: &Target, socket: SocketAddr) -> Result<(), Refusal> {
        if self.is_own(socket) {
            return Err(Refusal::OwnAddress);
        }
        let allowed =
            self.sockets.contains(&socket) || self.names.contains(&key(target)) || self.mapped(target) == Some(socket);
        if allowed {
            return Ok(());
        }
        address::judge(socket.ip(), socket.port())?;
        if self.interfaces.contains(socket.ip())? {
            return Err(Refusal::OwnAddress);
        }
        Ok(())
    }

    /// Returns the address to which the operator has mapped the target's name.
    pub(crate) fn mapped(&self, target: &Target) -> Option<SocketAddr> {
        self.mapped.get(&key(target)).map(|(address, _)| *address)
    }

    /// Returns true if the target's connection has TLS: that of an `https` URL, except for a mapping without it.
    pub(crate) fn has_tls(&self, target: &Target) -> bool {
        target.is_https() && !self.mapped.get(&key(target)).is_some_and(|(_, without_tls)| *without_tls)
    }

    /// Returns true if the operator has named or mapped a matching host, on any port.
    pub(crate) fn name_any(&self, is_such: impl Fn(&str) -> bool) -> bool {
        let mut names = self.names.iter().chain(self.mapped.keys());
        names.any(|(name, _)| is_such(name))
    }

    /// Returns true if the operator has named exactly this host and port: such hosts are the operator's own.
    pub(crate) fn is_named(&self, target: &Target) -> bool {
        let key = key(target);
        let literal = match target.host() {
            Host::Ipv4(ip) => self.sockets.contains(&SocketAddr::new(IpAddr::V4(*ip), key.1)),
            Host::Ipv6(ip) => self.sockets.contains(&SocketAddr::new(IpAddr::V6(*ip), key.1)),
            Host::Domain(_) => false,
        };
        literal || self.names.contains(&key) || self.mapped.contains_key(&key)
    }

    /// Returns true if the proxy listens on the socket. If it listens on all addresses of the machine, all of them
    /// count.
    fn is_own(&self, socket: SocketAddr) -> bool {
        let Some(listening) = self.listening else { return false };
        let ip = socket.ip().to_canonical();
        let is_every = listening.ip().is_unspecified();
        socket.port() == listening.port()
            && (ip == listening.ip().to_canonical()
                || ip.is_unspecified()
                || (is_every && (ip.is_loopback() || self.interfaces.contains(ip) != Ok(false))))
    }
}

fn key(target: &Target) -> (String, u16) {
    (target.host_name().to_owned(), target.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(allowed: &[&str], mapped: &[&str], listening: &str) -> Rules {
        let allowed: Vec<_> = allowed.iter().map(|text| text.parse().expect("a pair")).collect();
        let mapped: Vec<_> = mapped.iter().map(|text| text.parse().expect("a mapping")).collect();
        Rules::new(
            &allowed,
            &mapped,
            &["salticid.example".to_owned()],
            Some(listening.parse().expect("an address")),
            Interfaces::new(|| Ok(vec!["93.184.215.20".parse().expect("an address")]), std::time::Duration::ZERO),
        )
    }

    fn judged(rules: &Rules, url: &str, socket: &str) -> Result<(), Refusal> {
        let target = Target::parse(url, 2_083)?;
        rules.judge_target(&target)?;
        rules.judge_socket(&target, socket.parse().expect("an address"))
    }

    #[test]
    fn an_allowed_pair_opens_that_pair_and_nothing_beside_it() {
        let allowed = ["127.0.0.1:9000", "wiki.test:81", "dot.test.:81", "[::1]:9001"];
        let rules = rules(&allowed, &["map.test:80:127.0.0.1:9002"], "127.0.0.1:8181");
        for (url, socket, passes) in [
            ("http://127.0.0.1:9000/", "127.0.0.1:9000", true),
            ("http://127.0.0.1:9001/", "127.0.0.1:9001", false),
            ("http://127.0.0.2:9000/", "127.0.0.2:9000", false),
            ("http://127.0.0.1:80/", "127.0.0.1:80", false),
            ("http://[::1]:9001/", "[::1]:9001", true),
            ("http://[::1]:9000/", "[::1]:9000", false),
            ("http://wiki.test:81/", "10.0.0.1:81", true),
            ("http://WIKI.test.:81/", "10.0.0.1:81", true),
            ("http://wiki.test:80/", "10.0.0.1:80", false),
            ("http://dot.test:81/", "10.0.0.1:81", true),
            ("http://dot.test.:81/", "10.0.0.1:81", true),
            ("http://other.test:81/", "10.0.0.1:81", false),
            ("http://map.test/", "127.0.0.1:9002", true),
            ("http://map.test/", "127.0.0.1:80", false),
            ("http://other.test/", "127.0.0.1:9002", false),
        ] {
            assert_eq!(judged(&rules, url, socket).is_ok(), passes, "{url} at {socket}");
        }
    }

    #[test]
    fn our_own_address_is_refused_even_when_it_was_allowed() {
        let one = rules(&["127.0.0.1:8181"], &["map.test:80:127.0.0.1:8181"], "127.0.0.1:8181");
        for (url, socket) in [
            ("http://127.0.0.1:8181/", "127.0.0.1:8181"),
            ("http://[::ffff:127.0.0.1]:8181/", "[::ffff:127.0.0.1]:8181"),
            ("http://map.test/", "127.0.0.1:8181"),
            ("http://0.0.0.0:8181/", "0.0.0.0:8181"),
            ("https://salticid.example/", "93.184.215.14:443"),
        ] {
            assert_eq!(judged(&one, url, socket), Err(Refusal::OwnAddress), "{url}");
        }
        let every = rules(&["127.0.0.1:8181", "127.0.0.7:8181"], &[], "0.0.0.0:8181");
        assert_eq!(judged(&every, "http://127.0.0.1:8181/", "127.0.0.1:8181"), Err(Refusal::OwnAddress));
        assert_eq!(judged(&every, "http://127.0.0.7:8181/", "127.0.0.7:8181"), Err(Refusal::OwnAddress));
    }

    #[test]
    fn the_machines_own_public_addresses_are_refused_on_every_port_except_an_allowed_pair() {
        for listening in ["127.0.0.1:8181", "0.0.0.0:8181", "[::]:8181"] {
            let rules = rules(&["93.184.215.20:9000", "93.184.215.20:8181"], &[], listening);
            for (socket, judged_as) in [
                ("93.184.215.20:80", Err(Refusal::OwnAddress)),
                ("93.184.215.20:443", Err(Refusal::OwnAddress)),
                ("93.184.215.20:8080", Err(Refusal::OwnAddress)),
                ("[::ffff:93.184.215.20]:80", Err(Refusal::OwnAddress)),
                ("93.184.215.20:9000", Ok(())),
                ("93.184.215.21:80", Ok(())),
            ] {
                let verdict = judged(&rules, &format!("http://{socket}/"), socket);
                assert_eq!(verdict, judged_as, "{socket} at {listening}");
                let named = judged(&rules, "http://name.example/", socket);
                assert_eq!(named.is_ok(), judged_as.is_ok(), "{socket} by name");
            }
            // Listening on every address, the proxy itself has the allowed pair.
            let every = !listening.starts_with("127");
            let verdict = judged(&rules, "http://93.184.215.20:8181/", "93.184.215.20:8181");
            assert_eq!(verdict.is_err(), every, "{listening}");
        }
    }

    #[test]
    fn flags_that_are_not_exact_pairs_are_refused() {
        for text in [
            "",
            "127.0.0.1",
            "127.0.0.1:",
            ":80",
            "127.0.0.1:x",
            "127.0.0.1:70000",
            "10.0.0.0/8:80",
            "*:80",
            "a b:80",
            "127.0.0.1:+80",
            "127.1:80",
            "%31.test:80",
            "a,b:80",
            "127.0.0.1:0",
        ] {
            assert!(text.parse::<AllowedAddress>().is_err(), "{text}");
        }
        for text in [
            "",
            "wiki.test:80",
            "wiki.test:80:127.0.0.1",
            "127.0.0.1:80:127.0.0.1:80",
            "wiki.test:x:127.0.0.1:80",
            "wiki.test:80:host:80",
            "*:80:127.0.0.1:80",
            "wiki.test:+80:127.0.0.1:80",
            "wiki.test:80:127.0.0.1:+80",
            "wiki..test:80:127.0.0.1:80",
            "wiki.test:443:https://127.0.0.1:80",
            "wiki.test:443:http://127.0.0.1:80/",
            "wiki.test:443:http://10.0.0.1:80",
            "wiki.test:443:http://93.184.215.14:80",
            "wiki.test:443:http://localhost:80",
        ] {
            assert!(text.parse::<Mapping>().is_err(), "{text}");
        }
        for (text, without_tls) in [("wiki.test:80:[::1]:9000", false), ("wiki.test:443:http://127.0.0.1:9000", true)] {
            assert_eq!(text.parse::<Mapping>().map(|mapping| mapping.without_tls), Ok(without_tls), "{text}");
        }
    }
}
