//! The spacing of requests to one host.

use serde::{Deserialize, Serialize};

/// The rule by which a crawl spaces its requests to one host. The source of the pages says which.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Politeness {
    /// [`crate::limits::DELAY_FACTOR`] times the duration of the last fetch, between [`crate::limits::DELAY_MIN_MS`] and
    /// [`crate::limits::DELAY_MAX_MS`].
    #[default]
    Adaptive,
    /// No delay: for recorded and generated webs, which have no server.
    Replay,
    /// As [`Self::Adaptive`], but without a delay for these host names, which the source generates itself.
    AdaptiveExcept(Vec<String>),
}

impl Politeness {
    /// Returns true if requests to a host, given by scheme, name and non-default port, need a delay.
    pub fn has_delay(&self, host_key: &str) -> bool {
        let name = host_key.split("://").nth(1).unwrap_or(host_key);
        match self {
            Self::Adaptive => true,
            Self::Replay => false,
            Self::AdaptiveExcept(hosts) => !hosts.iter().any(|host| host == name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Politeness;

    #[test]
    fn only_the_named_hosts_on_their_default_port_have_no_delay() {
        let except = Politeness::AdaptiveExcept(vec!["guide.test".to_owned(), "search.test".to_owned()]);
        for (host_key, has_delay) in [
            ("http://guide.test", false),
            ("https://search.test", false),
            ("http://guide.test:8080", true),
            ("http://www.guide.test", true),
            ("http://lab.test", true),
            ("http://test", true),
            ("https://test.example.org", true),
        ] {
            assert_eq!(except.has_delay(host_key), has_delay, "{host_key}");
            assert!(Politeness::Adaptive.has_delay(host_key) && !Politeness::Replay.has_delay(host_key));
        }
    }
}
