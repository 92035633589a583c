//! Decides which socket addresses may be dialed, by the table of special-purpose addresses (crate `address_guard`) and
//! the web ports.
//!
//! The module `rules` applies the operator's exceptions. No names are looked up here.

use std::net::{IpAddr, Ipv6Addr};

use crate::error::Refusal;

/// The ports that are allowed unless the operator names another.
pub const PORTS: [u16; 4] = [80, 443, 8080, 8443];

/// Checks a socket address.
///
/// # Errors
/// [`Refusal::Address`] with the kind of network, or [`Refusal::Port`] for a public address with a port not in
/// [`PORTS`].
pub fn judge(ip: IpAddr, port: u16) -> Result<(), Refusal> {
    match address_guard::special_address(ip) {
        Some(kind) => Err(Refusal::Address(kind)),
        None if PORTS.contains(&port) => Ok(()),
        None => Err(Refusal::Port),
    }
}

/// Returns the key of an address for limits: of IPv6 the first 64 bits, because one machine may have all the others.
pub(crate) fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
        ip @ IpAddr::V4(_) => ip,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_an_ipv4_address_or_the_first_half_of_an_ipv6_address() {
        for (address, key) in [
            ("93.184.215.14", "93.184.215.14"),
            ("::ffff:93.184.215.14", "93.184.215.14"),
            ("2600:1:2:3:4:5:6:7", "2600:1:2:3::"),
        ] {
            let key: IpAddr = key.parse().expect("a literal");
            assert_eq!(network(address.parse().expect("a literal")), key);
        }
    }

    #[test]
    fn a_special_address_is_refused_with_its_kind_whatever_its_port() {
        let loopback = "127.0.0.1".parse().expect("a literal");
        for port in [80, 6379] {
            assert_eq!(judge(loopback, port), Err(Refusal::Address("loopback")));
        }
    }

    #[test]
    fn only_the_four_web_ports_pass() {
        let public = "93.184.215.14".parse().expect("a literal");
        for port in PORTS {
            assert_eq!(judge(public, port), Ok(()));
        }
        for port in [0, 22, 25, 79, 81, 442, 444, 6379, 8079, 8081, 8442, 8444, 65535] {
            assert_eq!(judge(public, port), Err(Refusal::Port), "{port}");
        }
    }
}
