//! Classifies special-purpose IP addresses by one table.
//!
//! The table follows the IANA special-purpose registries (RFC 6890 and its updates) and adds the platform address of a
//! large cloud (168.63.129.16). For IPv6 the rule is inverted: only global unicast (`2000::/3`, RFC 4291 §2.4) passes,
//! except its special blocks. An IPv4 address inside an IPv6 address is checked as the IPv4 address that the packet
//! will reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A refused IPv4 block: first address, prefix length, and kind of network.
type Block4 = (Ipv4Addr, u32, &'static str);
/// A refused IPv6 block: first address, prefix length, and kind of network.
type Block6 = (Ipv6Addr, u32, &'static str);

const REFUSED_4: [Block4; 19] = [
    (Ipv4Addr::UNSPECIFIED, 8, "this network"),
    (Ipv4Addr::new(10, 0, 0, 0), 8, "a private network"),
    (Ipv4Addr::new(100, 64, 0, 0), 10, "a carrier's shared network"),
    (Ipv4Addr::new(127, 0, 0, 0), 8, "loopback"),
    (Ipv4Addr::new(168, 63, 129, 16), 32, "a cloud metadata service"),
    (Ipv4Addr::new(169, 254, 0, 0), 16, "link-local"),
    (Ipv4Addr::new(172, 16, 0, 0), 12, "a private network"),
    (Ipv4Addr::new(192, 0, 0, 0), 24, "protocol assignments"),
    (Ipv4Addr::new(192, 0, 2, 0), 24, "documentation"),
    (Ipv4Addr::new(192, 31, 196, 0), 24, "anycast name service"),
    (Ipv4Addr::new(192, 52, 193, 0), 24, "multicast relays"),
    (Ipv4Addr::new(192, 88, 99, 0), 24, "relays to IPv6"),
    (Ipv4Addr::new(192, 168, 0, 0), 16, "a private network"),
    (Ipv4Addr::new(192, 175, 48, 0), 24, "anycast name service"),
    (Ipv4Addr::new(198, 18, 0, 0), 15, "benchmarking"),
    (Ipv4Addr::new(198, 51, 100, 0), 24, "documentation"),
    (Ipv4Addr::new(203, 0, 113, 0), 24, "documentation"),
    (Ipv4Addr::new(224, 0, 0, 0), 4, "multicast"),
    (Ipv4Addr::new(240, 0, 0, 0), 4, "reserved"),
];

const REFUSED_6: [Block6; 5] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, "protocol assignments"),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32, "documentation"),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, "relays to IPv4"),
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48, "anycast name service"),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, "documentation"),
];

/// Returns the kind of network to which a special-purpose address belongs, as a noun phrase; `None` for an address of
/// the public internet.
pub fn special_address(ip: IpAddr) -> Option<&'static str> {
    match ip {
        IpAddr::V4(ip) => refused_4(ip),
        IpAddr::V6(ip) => refused_6(ip),
    }
}

fn refused_4(ip: Ipv4Addr) -> Option<&'static str> {
    REFUSED_4.iter().find(|(net, prefix, _)| (ip.to_bits() ^ net.to_bits()) >> (32 - prefix) == 0).map(|block| block.2)
}

fn refused_6(ip: Ipv6Addr) -> Option<&'static str> {
    match inner_4(ip) {
        Some(Inner::Whole(inner)) => return refused_4(inner),
        Some(Inner::Tunnel(inner)) if refused_4(inner).is_some() => return refused_4(inner),
        _ => {}
    }
    if ip.to_bits() >> 125 != 1 {
        return Some("not global unicast");
    }
    REFUSED_6.iter().find(|(net, prefix, _)| (ip.to_bits() ^ net.to_bits()) >> (128 - prefix) == 0).map(|block| block.2)
}

/// An IPv4 address inside an IPv6 one.
enum Inner {
    /// The address is only a notation of the IPv4 address, which alone is checked.
    Whole(Ipv4Addr),
    /// The packet goes to an IPv6 network, which may forward it to the IPv4 address: both are checked.
    Tunnel(Ipv4Addr),
}

/// Finds the IPv4 address: mapped (RFC 4291 §2.5.5.2), compatible (§2.5.5.1), translated (RFC 2765 §2.1), NAT64
/// (RFC 6052 §2.1, RFC 8215), 6to4 (RFC 3056 §2), Teredo (RFC 4380 §4, the client's, inverted), ISATAP (RFC 5214 §6.1).
fn inner_4(ip: Ipv6Addr) -> Option<Inner> {
    let four = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    Some(match ip.segments() {
        // Loopback has one name in each version.
        [0, 0, 0, 0, 0, 0, 0, 1] => Inner::Whole(Ipv4Addr::LOCALHOST),
        [0, 0, 0, 0, 0, 0xffff, a, b] | [0x64, 0xff9b, 0, 0, 0, 0, a, b] => Inner::Whole(four(a, b)),
        [0, 0, 0, 0, 0 | 0xffff, 0, a, b]
        | [0x64, 0xff9b, 1, _, _, _, a, b]
        | [0x2002, a, b, ..]
        | [_, _, _, _, 0 | 0x0200, 0x5efe, a, b] => Inner::Tunnel(four(a, b)),
        [0x2001, 0, .., a, b] => Inner::Tunnel(four(!a, !b)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First and last address of every refused block, the reason, and the public neighbors on both sides, if any.
    const IPV4: [(&str, &str, &str, &[&str]); 19] = [
        ("0.0.0.0", "0.255.255.255", "this network", &["1.0.0.0"]),
        ("10.0.0.0", "10.255.255.255", "a private network", &["9.255.255.255", "11.0.0.0"]),
        ("100.64.0.0", "100.127.255.255", "a carrier's shared network", &["100.63.255.255", "100.128.0.0"]),
        ("127.0.0.0", "127.255.255.255", "loopback", &["126.255.255.255", "128.0.0.0"]),
        ("168.63.129.16", "168.63.129.16", "a cloud metadata service", &["168.63.129.15", "168.63.129.17"]),
        ("169.254.0.0", "169.254.255.255", "link-local", &["169.253.255.255", "169.255.0.0"]),
        ("172.16.0.0", "172.31.255.255", "a private network", &["172.15.255.255", "172.32.0.0"]),
        ("192.0.0.0", "192.0.0.255", "protocol assignments", &["191.255.255.255", "192.0.1.0"]),
        ("192.0.2.0", "192.0.2.255", "documentation", &["192.0.1.255", "192.0.3.0"]),
        ("192.31.196.0", "192.31.196.255", "anycast name service", &["192.31.195.255", "192.31.197.0"]),
        ("192.52.193.0", "192.52.193.255", "multicast relays", &["192.52.192.255", "192.52.194.0"]),
        ("192.88.99.0", "192.88.99.255", "relays to IPv6", &["192.88.98.255", "192.88.100.0"]),
        ("192.168.0.0", "192.168.255.255", "a private network", &["192.167.255.255", "192.169.0.0"]),
        ("192.175.48.0", "192.175.48.255", "anycast name service", &["192.175.47.255", "192.175.49.0"]),
        ("198.18.0.0", "198.19.255.255", "benchmarking", &["198.17.255.255", "198.20.0.0"]),
        ("198.51.100.0", "198.51.100.255", "documentation", &["198.51.99.255", "198.51.101.0"]),
        ("203.0.113.0", "203.0.113.255", "documentation", &["203.0.112.255", "203.0.114.0"]),
        ("224.0.0.0", "239.255.255.255", "multicast", &["223.255.255.255"]),
        ("240.0.0.0", "255.255.255.255", "reserved", &[]),
    ];

    /// First and last address of every refused block of global unicast, the reason, and its public neighbors. In
    /// `2001::` and `2002::` the address carries a public IPv4 address.
    const IPV6: [(&str, &str, &str, &[&str]); 5] = [
        (
            "2001::f7f7:f7f7",
            "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
            "protocol assignments",
            &["2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"],
        ),
        (
            "2001:db8::",
            "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
            "documentation",
            &["2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"],
        ),
        (
            "2002:808:808::",
            "2002:dfff:ffff:ffff:ffff:ffff:ffff:ffff",
            "relays to IPv4",
            &["2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"],
        ),
        (
            "2620:4f:8000::",
            "2620:4f:8000:ffff:ffff:ffff:ffff:ffff",
            "anycast name service",
            &["2620:4f:7fff:ffff:ffff:ffff:ffff:ffff", "2620:4f:8001::"],
        ),
        (
            "3fff::",
            "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
            "documentation",
            &["3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"],
        ),
    ];

    const NOT_GLOBAL_UNICAST: [&str; 13] = [
        "::8.8.8.8",
        "::ffff:0:8.8.8.8",
        "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "4000::",
        "64:ff9b:1::808:808",
        "64:ff9b::1:808:808",
        "100::1",
        "5f00::1",
        "fc00::1",
        "fdff::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
    ];

    fn judged(address: &str) -> Option<&'static str> {
        special_address(address.parse().expect("a literal in a table"))
    }

    #[test]
    fn special_blocks_are_refused_exactly_to_their_bounds() {
        for (first, last, reason, neighbors) in IPV4.into_iter().chain(IPV6) {
            assert_eq!(judged(first), Some(reason), "{first}");
            assert_eq!(judged(last), Some(reason), "{last}");
            for neighbor in neighbors {
                assert_eq!(judged(neighbor), None, "{neighbor}");
            }
        }
    }

    #[test]
    fn only_global_unicast_ipv6_addresses_are_public() {
        assert_eq!(judged("::1"), Some("loopback"));
        for address in NOT_GLOBAL_UNICAST {
            assert_eq!(judged(address), Some("not global unicast"), "{address}");
        }
        for address in ["2000::", "2606:4700::1111", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"] {
            assert_eq!(judged(address), None, "{address}");
        }
    }

    /// Returns the forms in which an IPv6 address carries an IPv4 address, and the expected result if the IPv4 address
    /// is public.
    fn carriers(ip: Ipv4Addr) -> [(String, Option<&'static str>); 10] {
        let [a, b, c, d] = ip.octets();
        let (high, low) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
        [
            (format!("::ffff:{ip}"), None),
            (format!("64:ff9b::{ip}"), None),
            (format!("2606:4700::5efe:{ip}"), None),
            (format!("2606:4700::200:5efe:{ip}"), None),
            (format!("::{ip}"), Some("not global unicast")),
            (format!("::ffff:0:{ip}"), Some("not global unicast")),
            (format!("64:ff9b:1::{ip}"), Some("not global unicast")),
            (format!("fe80::5efe:{ip}"), Some("not global unicast")),
            (format!("2002:{high:x}:{low:x}::1"), Some("relays to IPv4")),
            (format!("2001:0:808:808::{:x}:{:x}", !high, !low), Some("protocol assignments")),
        ]
    }

    #[test]
    fn an_ipv4_address_inside_an_ipv6_address_is_checked_as_ipv4() {
        for (first, last, reason, neighbors) in IPV4 {
            for address in [first, last] {
                for (carrier, _) in carriers(address.parse().expect("a literal in a table")) {
                    assert_eq!(judged(&carrier), Some(reason), "{carrier}");
                }
            }
            for neighbor in neighbors {
                for (carrier, expected) in carriers(neighbor.parse().expect("a literal in a table")) {
                    assert_eq!(judged(&carrier), expected, "{carrier}");
                }
            }
        }
    }
}
