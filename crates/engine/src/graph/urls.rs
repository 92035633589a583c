//! The table of known URLs: numbers each canonical URL once. It is also the seen set of the crawl (Pant §2.1).

use serde::{Deserialize, Serialize, Serializer};
#[expect(clippy::disallowed_types, reason = "looked up by key, never iterated: its order decides nothing")]
use std::collections::HashMap;
use types::limits;
use types::url::{CanonicalUrl, UrlProblem};

/// The number of a host (scheme, name and port), in the order of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HostId(pub u32);

/// The number of a site ([`CanonicalUrl::site`]), in the order of discovery. Its hosts get one request at a time
/// together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SiteId(pub u32);

/// The number of a known URL, in the order of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UrlId(pub u32);

#[expect(clippy::disallowed_types, reason = "looked up by key, never iterated: its order decides nothing")]
type Index<K, V> = HashMap<K, V, xxhash_rust::xxh3::Xxh3DefaultBuilder>;

/// All URLs, hosts and sites that a crawl has discovered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "Saved")]
pub struct Urls {
    known: Vec<(CanonicalUrl, HostId)>,
    hosts: Vec<(Box<str>, SiteId)>,
    /// The memory for the URLs of each site, in bytes.
    sites: Vec<usize>,
    bytes: usize,
    by_fingerprint: Index<u128, UrlId>,
    by_host: Index<Box<str>, HostId>,
    by_site: Index<Box<str>, SiteId>,
}

/// The snapshot; the indexes are rebuilt from it. Hosts are stored separately, since a robots.txt redirect can number a
/// host before any of its URLs.
#[derive(Deserialize)]
struct Saved {
    hosts: Vec<Box<str>>,
    urls: Vec<CanonicalUrl>,
}

impl Urls {
    /// Returns the number of known URLs.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns true if nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns the number of a URL, which is added if it is unknown; `None` if the table is full
    /// ([`limits::KNOWN_URL_BYTES`]).
    pub fn learn(&mut self, url: &CanonicalUrl) -> Option<UrlId> {
        self.learn_link(url, 1)
    }

    /// Returns the number of a link's target, as [`Urls::learn`] does; `None` also if its site has used up its part of
    /// the table, in a crawl of this number of sites ([`limits::KNOWN_URL_SITES`]).
    pub fn learn_link(&mut self, url: &CanonicalUrl, sites: usize) -> Option<UrlId> {
        let fingerprint = url.fingerprint();
        if let Some(id) = self.by_fingerprint.get(&fingerprint) {
            return Some(*id);
        }
        let cost = url.as_str().len() + limits::KNOWN_URL_COST;
        let left = limits::KNOWN_URL_BYTES.checked_sub(self.bytes + cost)?;
        let site = self.by_site.get(url.site());
        let used = cost + site.map_or(0, |site| self.sites[site.0 as usize]);
        // The site's own bytes are not part of what others leave.
        if used > (left + used) / sites.clamp(1, limits::KNOWN_URL_SITES) {
            return None;
        }
        let id = UrlId(crate::count(self.known.len()));
        let host = self.learn_host(url);
        let SiteId(site) = self.site(host);
        self.sites[site as usize] += cost;
        self.bytes += cost;
        self.known.push((url.clone(), host));
        self.by_fingerprint.insert(fingerprint, id);
        Some(id)
    }

    /// Returns the number of a URL if it is known.
    pub fn find(&self, url: &CanonicalUrl) -> Option<UrlId> {
        self.by_fingerprint.get(&url.fingerprint()).copied()
    }

    /// Returns the URL of a number; `None` if this table did not assign it.
    pub fn get(&self, id: UrlId) -> Option<&CanonicalUrl> {
        self.known.get(id.0 as usize).map(|(url, _)| url)
    }

    /// Returns the URL of a number that this table assigned.
    pub fn url(&self, id: UrlId) -> &CanonicalUrl {
        &self.known[id.0 as usize].0
    }

    /// Returns the host of a URL.
    pub fn host_of(&self, id: UrlId) -> HostId {
        self.known[id.0 as usize].1
    }

    /// Returns scheme, name and port of a host.
    pub fn host_key(&self, host: HostId) -> &str {
        &self.hosts[host.0 as usize].0
    }

    /// Returns the site of a host.
    pub fn site(&self, host: HostId) -> SiteId {
        self.hosts[host.0 as usize].1
    }

    /// Returns the site of a URL.
    pub fn site_of(&self, id: UrlId) -> SiteId {
        self.site(self.host_of(id))
    }

    /// Returns the number of known hosts.
    pub(crate) fn hosts_len(&self) -> usize {
        self.hosts.len()
    }

    /// Returns the number of a URL's host, which is added if it is unknown.
    pub(crate) fn learn_host(&mut self, url: &CanonicalUrl) -> HostId {
        let key = url.host_key();
        if let Some(host) = self.by_host.get(key) {
            return *host;
        }
        let host = HostId(crate::count(self.hosts.len()));
        let site = self.learn_site(url.site());
        self.hosts.push((key.into(), site));
        self.by_host.insert(key.into(), host);
        host
    }

    fn learn_site(&mut self, name: &str) -> SiteId {
        if let Some(site) = self.by_site.get(name) {
            return *site;
        }
        let site = SiteId(crate::count(self.sites.len()));
        self.sites.push(0);
        self.by_site.insert(name.into(), site);
        site
    }
}

impl TryFrom<Saved> for Urls {
    type Error = UrlProblem;
    fn try_from(saved: Saved) -> Result<Self, UrlProblem> {
        let mut urls = Self::default();
        for key in &saved.hosts {
            let home = CanonicalUrl::try_from(format!("{key}/"))?;
            if home.host_key() != &**key {
                return Err(UrlProblem::unreadable(key));
            }
            urls.learn_host(&home);
        }
        for url in &saved.urls {
            urls.learn(url);
        }
        Ok(urls)
    }
}

/// Writes the fields of `Saved` in their order.
impl Serialize for Urls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let urls: Vec<_> = self.known.iter().map(|(url, _)| url).collect();
        let hosts: Vec<_> = self.hosts.iter().map(|(key, _)| key).collect();
        (hosts, urls).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> CanonicalUrl {
        CanonicalUrl::parse(text).expect("a URL")
    }

    #[test]
    fn a_restored_table_keeps_the_numbers_of_urls_and_hosts() {
        let mut urls = Urls::default();
        urls.learn(&url("http://a.test/1"));
        urls.learn_host(&url("https://robots.test:8443"));
        urls.learn(&url("http://b.test/"));
        urls.learn(&url("http://a.test/2"));
        let bytes = postcard::to_stdvec(&urls).expect("a table can be written");
        let again: Urls = postcard::from_bytes(&bytes).expect("and read");
        assert_eq!((again.len(), again.hosts_len()), (3, 3));
        for id in (0..3).map(UrlId) {
            assert_eq!(again.url(id), urls.url(id));
            assert_eq!(again.host_of(id), urls.host_of(id));
        }
        for id in (0..3).map(HostId) {
            assert_eq!(again.host_key(id), urls.host_key(id));
            assert_eq!(again.site(id), urls.site(id));
        }
    }

    #[test]
    fn hosts_of_one_domain_are_one_site() {
        let mut urls = Urls::default();
        let hosts = ["http://a.test", "https://www.a.test:8443", "http://a.test:81", "http://b.test"];
        let hosts = hosts.map(|host| urls.learn_host(&url(host)));
        let sites = hosts.map(|host| urls.site(host));
        assert_eq!(sites, [0, 0, 0, 1].map(SiteId));
    }

    #[test]
    fn links_to_one_site_leave_room_for_those_to_others() {
        let mut urls = Urls::default();
        let long = "x".repeat(limits::URL_BYTES - 40);
        let fill = |urls: &mut Urls, site: usize| {
            let link = |n: u32| url(&format!("http://{site}.test/{n}/{long}"));
            (0..u32::MAX).find(|n| urls.learn_link(&link(*n), limits::KNOWN_URL_SITES).is_none())
        };
        for site in 0..12 {
            assert!(fill(&mut urls, site).is_some_and(|learned| learned > 600));
        }
    }

    #[test]
    fn an_invalid_saved_host_is_rejected() {
        for key in ["", "http://", "ftp://a.test", "http://a.test/", "http://a b", "http://u@a.test", "http://a.test?"]
        {
            let saved = (vec![key], Vec::<String>::new());
            let bytes = postcard::to_stdvec(&saved).expect("it can be written");
            assert!(postcard::from_bytes::<Urls>(&bytes).is_err(), "{key}");
        }
    }
}
