//! Random URLs: no text makes the parser panic, and no spelling of an address is judged otherwise than the address.

use std::net::{IpAddr, Ipv4Addr};

use proptest::prelude::*;
use salticid_proxy::guard::address::judge;
use salticid_proxy::guard::target::Target;
use url::Host;

const LIMIT: usize = 2_083;

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(2002),
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,60}", scheme in "(http|https|ftp|)(:|)(//|/|)") {
        if let Ok(target) = Target::parse(&format!("{scheme}{text}"), LIMIT) {
            prop_assert!(target.as_str().starts_with("http"));
            prop_assert!(!target.authority().contains('@'));
            prop_assert!(target.path_and_query().starts_with('/'));
        }
    }

    #[test]
    fn every_spelling_of_an_ipv4_address_is_judged_as_the_address(bits: u32) {
        let ip = Ipv4Addr::from(bits);
        let [a, b, c, d] = ip.octets();
        let low = u32::from(u16::from_be_bytes([c, d]));
        for spelling in [
            format!("{ip}"), format!("{bits}"), format!("{bits:#x}"), format!("0{bits:o}"), format!("{a}.{b}.{low}"),
            format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"), format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"), format!("{ip}."),
        ] {
            let target = Target::parse(&format!("http://{spelling}/"), LIMIT).expect("a spelling that browsers take");
            prop_assert_eq!(target.host(), &Host::<String>::Ipv4(ip));
        }
        let mapped = Target::parse(&format!("http://[::ffff:{ip}]/"), LIMIT).expect("a mapped address");
        let Host::Ipv6(inner) = mapped.host() else { panic!("an IPv6 literal") };
        prop_assert_eq!(judge(IpAddr::V6(*inner), 80), judge(IpAddr::V4(ip), 80));
    }
}
