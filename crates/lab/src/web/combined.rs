//! Combines several demo webs into one, for large crawls. Each gets separate host names, because all demo webs have the
//! same hosts, and none is a subdomain, because politeness goes by site.
//!
//! `asthma-guide.test` of the web with seed 7 becomes `asthma-guide-w7.test`, in any size. Names are inserted into the
//! bytes, because all charsets of the demo web encode them as ASCII.

use super::{Demo, RecordedResponse, Web};
use demo_web::{DemoWeb, DemoWebSpec};
use types::url::CanonicalUrl;

/// Demo webs by their seeds.
pub struct CombinedDemoWebs {
    worlds: Vec<World>,
}

struct World {
    seed: u64,
    /// The part between a host's name and `.test`, such as `-w7`.
    mark: String,
    web: Demo,
    seeds: Vec<String>,
    pages: usize,
}

impl CombinedDemoWebs {
    /// Combines these webs.
    pub fn new(webs: &[DemoWebSpec]) -> Self {
        let worlds = webs.iter().map(|&spec| World::new(spec));
        Self { worlds: worlds.collect() }
    }

    /// Returns the start pages of all topics of all webs.
    pub fn seeds(&self) -> Vec<String> {
        let seeds = self.worlds.iter().flat_map(|world| &world.seeds);
        seeds.cloned().collect()
    }

    /// Returns the planned pages without the endless traps.
    pub fn pages(&self) -> usize {
        self.worlds.iter().map(|world| world.pages).sum()
    }
}

/// Returns the part between a host's name and `.test` in the web with this seed.
fn mark(seed: u64) -> String {
    format!("-w{seed}")
}

/// Returns an address of the web with this seed in the combined web.
pub(crate) fn address(url: &str, seed: u64) -> String {
    url.replace(".test", &format!("{}.test", mark(seed)))
}

impl World {
    fn new(spec: DemoWebSpec) -> Self {
        let plan = DemoWeb::sized(spec);
        let mut seeds: Vec<String> = plan.topics().iter().flat_map(|topic| topic.seeds.clone()).collect();
        seeds.sort_unstable();
        seeds.dedup();
        let seeds = seeds.iter().map(|seed| address(seed, spec.seed));
        Self {
            seeds: seeds.collect(),
            pages: plan.page_count(),
            web: Demo::new(spec),
            mark: mark(spec.seed),
            seed: spec.seed,
        }
    }

    fn urls(&self) -> Vec<String> {
        let urls = self.web.urls().into_iter();
        urls.map(|url| address(url.as_str(), self.seed)).collect()
    }

    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let marked = format!("{}.test", self.mark);
        let (before, after) = url.split_once(&marked)?;
        let mut reply = self.web.response(&format!("{before}.test{after}"))?;
        if let Ok(response) = &mut reply.outcome {
            response.body = replaced(&response.body, b".test", marked.as_bytes());
            for (_, value) in &mut response.headers {
                *value = value.replace(".test", &marked);
            }
        }
        Some(reply)
    }
}

impl Web for CombinedDemoWebs {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        self.worlds.iter().find_map(|world| world.response(url))
    }

    fn urls(&self) -> Vec<CanonicalUrl> {
        let urls = self.worlds.iter().flat_map(World::urls);
        urls.filter_map(|url| CanonicalUrl::parse(&url).ok()).collect()
    }
}

/// Returns the bytes with every `name` replaced by `marked`.
pub(crate) fn replaced(bytes: &[u8], name: &[u8], marked: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 8);
    let mut rest = bytes;
    while let Some(byte) = rest.first() {
        if let Some(after) = rest.strip_prefix(name) {
            out.extend_from_slice(marked);
            rest = after;
        } else {
            out.push(*byte);
            rest = &rest[1..];
        }
    }
    out
}
