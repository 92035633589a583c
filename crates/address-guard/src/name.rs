//! Classifies host names that do not denote a host of the public internet, and hosts that are written as addresses.
//!
//! Sources: RFC 6761 (special-use names), RFC 6762 §3 and appendix G (`.local`, names in common private use), RFC 8375
//! (`home.arpa`), RFC 7686 (`.onion`), RFC 9476 (`.alt`), ICANN's reservation of `.internal` (2024) and its refusal to
//! delegate `.corp`, `.home` and `.mail` (2018). Some public names are known to resolve to local addresses: the name of
//! a common router, and those of services for developers, which resolve to the address in the name or to loopback.

use crate::special_address;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Describes the name of a device or of a local network.
const LOCAL: &str = "a name of a local network";
/// Describes a name that no public name server knows.
const RESERVED: &str = "a reserved name";
/// Describes a public name that resolves to addresses of the device or of a local network.
const LOCAL_ADDRESS: &str = "a name of local addresses";

/// Domains with their descriptions; they hold for every name below the domain.
const DOMAINS: [(&str, &str); 22] = [
    ("localhost", "loopback"),
    ("localdomain", LOCAL),
    ("local", LOCAL),
    ("home.arpa", LOCAL),
    ("internal", LOCAL),
    ("intranet", LOCAL),
    ("private", LOCAL),
    ("corp", LOCAL),
    ("home", LOCAL),
    ("lan", LOCAL),
    ("mail", LOCAL),
    ("test", RESERVED),
    ("example", RESERVED),
    ("invalid", RESERVED),
    ("onion", RESERVED),
    ("alt", RESERVED),
    ("arpa", RESERVED),
    ("fritz.box", LOCAL),
    ("localtest.me", LOCAL_ADDRESS),
    ("lvh.me", LOCAL_ADDRESS),
    ("nip.io", LOCAL_ADDRESS),
    ("sslip.io", LOCAL_ADDRESS),
];

/// Returns the kind of a host that cannot be on the public internet, as a noun phrase; `None` for all others. `host` is
/// spelled as the WHATWG URL parser spells it (an IPv6 address in brackets); case and a final dot do not matter.
pub fn special_host(host: &str) -> Option<&'static str> {
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    if let Some(ip) = literal(&host) {
        return special_address(ip);
    }
    if !host.contains('.') {
        return Some(if host == "localhost" { "loopback" } else { LOCAL });
    }
    let found = DOMAINS.iter().find(|(domain, _)| is_below(&host, domain));
    found.map(|(_, kind)| *kind)
}

/// Returns true for the domain itself and every name below it.
fn is_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn literal(host: &str) -> Option<IpAddr> {
    let bracketed = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    match bracketed {
        Some(host) => host.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => host.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_blocks_the_same_domains_in_rendered_pages() {
        let script = include_str!("../../../extension/rendering.js");
        let (_, list) = script.split_once("LOCAL_DOMAINS = [").expect("it has the list");
        let (list, _) = list.split_once("];").expect("the list ends");
        let blocked: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
        assert_eq!(blocked, DOMAINS.map(|(domain, _)| domain));
    }

    #[test]
    fn literal_addresses_are_checked_by_the_table() {
        for (host, kind) in [
            ("127.0.0.1", Some("loopback")),
            ("127.9.9.9.", Some("loopback")),
            ("[::1]", Some("loopback")),
            ("[::ffff:7f00:1]", Some("loopback")),
            ("10.1.2.3", Some("a private network")),
            ("192.168.178.1", Some("a private network")),
            ("169.254.169.254", Some("link-local")),
            ("[fe80::1]", Some("not global unicast")),
            ("[fd00::1]", Some("not global unicast")),
            ("0.0.0.0", Some("this network")),
            ("93.184.215.14", None),
            ("[2606:4700::1111]", None),
        ] {
            assert_eq!(special_host(host), kind, "{host}");
        }
    }

    #[test]
    fn local_names_are_special_at_any_depth_and_in_any_spelling() {
        for host in [
            "localhost",
            "LOCALHOST.",
            "app.localhost",
            "printer.local",
            "metadata.google.internal",
            "router.home.arpa",
            "nas.lan",
            "wiki.corp",
            "wiki.intranet",
            "localhost.localdomain",
            "fritz.box",
            "nas.fritz.box",
            "app.localtest.me",
            "lvh.me",
            "192-168-0-1.nip.io",
            "www.127.0.0.1.sslip.io",
            "router",
            "intranet",
            "site.test",
            "a.b.example",
            "x.invalid",
        ] {
            assert!(special_host(host).is_some(), "{host}");
        }
    }

    #[test]
    fn domains_match_only_at_label_boundaries() {
        for (domain, kind) in DOMAINS {
            let below = format!("a.b.{domain}");
            assert_eq!(special_host(&below), Some(kind), "{below}");
            let alike = format!("not{domain}.org");
            assert_eq!(special_host(&alike), None, "{alike}");
            let longer = format!("a.x{}", domain.replace('.', "-"));
            assert_eq!(special_host(&longer), None, "{longer}");
        }
    }

    #[test]
    fn public_names_are_not_special() {
        for host in [
            "en.wikipedia.org",
            "example.org",
            "local.example.com",
            "localhost.example.com",
            "internal.co",
            "xn--bcher-kva.example.net",
            "box.com",
            "example.me",
            "itch.io",
            "notlvh.me",
        ] {
            assert_eq!(special_host(host), None, "{host}");
        }
    }

    #[test]
    fn invalid_host_text_is_special() {
        for host in ["", ".", "[", "[::1", "::1"] {
            assert!(special_host(host).is_some(), "{host:?}");
        }
    }
}
