//! Parses host names and ports in flags, which must be exact.
//!
//! The URL standard accepts many spellings of a name (`%65vil.com`, full-width letters) and characters that no host
//! name has. In a flag such a text is a mistake or an attack, so it is refused with the correct form.

use std::net::Ipv4Addr;

use url::Host;

/// The most bytes of a host name (RFC 1035 §2.3.4, in its text form), and of a label.
const NAME: usize = 253;
const LABEL: usize = 63;

/// Parses a host name in canonical form, except for upper case and a final dot; returns it in lower case and without
/// the dot. An address is rejected.
pub(crate) fn name(text: &str) -> Result<String, String> {
    let text = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
    match Host::parse(&text) {
        Ok(Host::Domain(name)) if name == text && is_plain(&name) => Ok(name),
        Ok(Host::Domain(name)) if is_plain(&name) => Err(format!("write the name in its canonical form, `{name}`")),
        Ok(Host::Ipv4(_) | Host::Ipv6(_)) => Err("an address is not a name".to_owned()),
        _ => Err("a name has labels of letters, digits, `-` and `_` between single dots".to_owned()),
    }
}

/// Parses a name, an IPv4 address in its usual form, or an IPv6 address in brackets.
pub(crate) fn host(text: &str) -> Result<Host<String>, String> {
    if let Ok(ip) = text.parse::<Ipv4Addr>() {
        return Ok(Host::Ipv4(ip));
    }
    match Host::parse(text) {
        Ok(Host::Ipv6(ip)) => Ok(Host::Ipv6(ip)),
        Ok(Host::Ipv4(ip)) => Err(format!("write the address in its usual form, `{ip}`")),
        _ => name(text).map(Host::Domain),
    }
}

/// Parses a port from 1 to 65535 in digits only, without sign or spaces.
pub(crate) fn port(text: &str) -> Result<u16, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let port = text.parse().ok().filter(|port| digits && *port > 0);
    port.ok_or_else(|| "a port is a number from 1 to 65535".to_owned())
}

fn is_plain(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_label = |label: &str| !label.is_empty() && label.len() <= LABEL && label.bytes().all(is_plain);
    name.len() <= NAME && name.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusual_names_are_read_and_only_case_and_a_final_dot_are_changed() {
        for (text, read) in [
            ("crawler.example.org", "crawler.example.org"),
            ("Crawler.Example.ORG", "crawler.example.org"),
            ("crawler.example.org.", "crawler.example.org"),
            ("localhost", "localhost"),
            ("a", "a"),
            ("3com.example", "3com.example"),
            ("my_host.lan", "my_host.lan"),
            ("a--b.example", "a--b.example"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ] {
            assert_eq!(name(text).as_deref(), Ok(read), "{text}");
        }
        let longest = format!("{}.{}.example", "a".repeat(63), "b".repeat(63));
        assert!(name(&longest).is_ok());
    }

    #[test]
    fn names_that_are_written_oddly_are_refused_with_what_to_write() {
        for (text, expected) in [
            ("évil.com", "`xn--vil-9la.com`"),
            ("%65vil.com", "`evil.com`"),
            ("ｅvil.com", "`evil.com`"),
            ("evil。com", "`evil.com`"),
            ("evil\u{ad}.com", "`evil.com`"),
            ("a,b", "letters"),
            ("a b", "letters"),
            (" a", "letters"),
            ("a..b", "letters"),
            (".a", "letters"),
            ("a..", "letters"),
            ("", "letters"),
            (".", "letters"),
            ("*.example.org", "letters"),
            ("a/b", "letters"),
            ("user@a", "letters"),
            ("a!b", "letters"),
            ("10.0.0.1", "an address"),
            ("0x7f.1", "an address"),
            ("[::1]", "an address"),
        ] {
            let refused = name(text).expect_err(text);
            assert!(refused.contains(expected), "{text}: {refused}");
        }
        assert!(name(&"a".repeat(64)).is_err());
        assert!(name(&["a".repeat(63).as_str(); 5].join(".")).is_err());
    }

    #[test]
    fn a_port_is_digits_alone() {
        assert_eq!((port("80"), port("65535")), (Ok(80), Ok(65_535)));
        for text in ["", "+80", "-80", " 80", "80 ", "0", "65536", "8x", "８０"] {
            assert!(port(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_address_is_read_in_its_usual_form() {
        assert_eq!(host("127.0.0.1"), Ok(Host::Ipv4(Ipv4Addr::LOCALHOST)));
        assert!(matches!(host("[0:0::1]"), Ok(Host::Ipv6(_))));
        for text in ["127.1", "2130706433", "0x7f.0.0.1", "１２７.0.0.1"] {
            let refused = host(text).expect_err(text);
            assert!(refused.contains("`127.0.0.1`"), "{text}: {refused}");
        }
    }
}
