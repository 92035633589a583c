//! The first line as the query of `/fetch`, the rest as the body of `/fetch-many`: what is taken is one http(s) URL
//! without a user name, read once and the same ever after, and an address in it is judged as the standard library
//! would.
#![no_main]

use libfuzzer_sys::fuzz_target;
use salticid_fuzz::first_line;
use salticid_proxy::guard::address::{PORTS, judge};
use salticid_proxy::guard::target::Target;
use salticid_proxy::{AllowedAddress, Batch, Limits, Mapping};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::Host;

/// Networks that the standard library knows for private.
fn is_private(ip: Ipv4Addr) -> bool {
    ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_unspecified()
        || ip.is_multicast()
        || ip.is_broadcast()
        || ip.is_documentation()
}

fn is_private_6(ip: Ipv6Addr) -> bool {
    let mapped = ip.to_ipv4_mapped().is_some_and(is_private);
    mapped
        || ip.is_loopback()
        || ip.is_unspecified()
        || ip.is_multicast()
        || ip.is_unique_local()
        || ip.is_unicast_link_local()
}

fn check(target: &Target, limit: usize) {
    let text = target.as_str();
    let scheme = if target.is_https() { "https" } else { "http" };
    assert_eq!(text, format!("{scheme}://{}{}", target.authority(), target.path_and_query()));
    assert!(!target.authority().contains(['@', '/', '?', '#', '\\']));
    let line = target.path_and_query();
    assert!(line.starts_with('/') && line.bytes().all(|byte| byte.is_ascii_graphic()), "{line:?}");
    if text.len() <= limit {
        let again = Target::parse(text, limit).expect("what was taken is taken again");
        assert_eq!((again.as_str(), again.host(), again.port()), (text, target.host(), target.port()));
    }
    let (ip, private) = match *target.host() {
        Host::Ipv4(ip) => (IpAddr::V4(ip), is_private(ip)),
        Host::Ipv6(ip) => (IpAddr::V6(ip), is_private_6(ip)),
        Host::Domain(ref name) => {
            assert!(name.parse::<IpAddr>().is_err(), "{name} is an address");
            return;
        }
    };
    let judged = judge(ip, target.port());
    assert!(!(private && judged.is_ok()), "{ip}");
    assert!(judged.is_err() || PORTS.contains(&target.port()));
}

fuzz_target!(|input: &[u8]| {
    let (query, body) = first_line(input);
    let query = String::from_utf8_lossy(query);
    let limits = Limits::default();
    let asked = [Target::from_query(Some(&query), limits.url_bytes), Target::parse(&query, limits.url_bytes)];
    for target in asked.iter().flatten() {
        check(target, limits.url_bytes);
        if let Some(next) = target.resolve(&String::from_utf8_lossy(body)) {
            let _ = Target::parse(&next, limits.url_bytes).map(|next| check(&next, limits.url_bytes));
        }
    }
    if let Ok(batch) = Batch::parse(body, &limits) {
        assert!(batch.urls.len() <= limits.batch && batch.tickets.len() <= limits.tickets);
        let targets = batch.urls.iter().map(|url| Target::parse(url, limits.url_bytes));
        for target in targets.flatten() {
            check(&target, limits.url_bytes);
        }
    }
    let _ = (query.parse::<AllowedAddress>(), query.parse::<Mapping>());
});
