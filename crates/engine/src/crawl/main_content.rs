//! Extracts the main content of a page: its blocks without those that the host repeats on its pages (the template).
//!
//! A block is a line of a page's text: the innermost element that breaks lines. It belongs to the template if at least
//! two earlier pages of the host contain it, and at least half of them do. Comparing whole blocks costs one hash each;
//! the paper compares their shingles, which also finds nearly equal blocks. The counts of a host, including its page
//! count, are halved at 16 pages and after every eight more, so that they follow the crawl to another section of the
//! host. A page that consists of template blocks only is read whole. Not covered: the first two pages of a host; visual
//! cues, which need a browser's layout.
//!
//! Source: Evolving §2.1.4, "Tree matching": "the text in main content blocks are usually quite different across
//! different pages of the same template, but the nonmain content blocks are often quite similar in different pages."

use crate::graph::HostId;
use crate::html::Document;
use crate::topic::Fields;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::limits;
use xxhash_rust::xxh3::xxh3_64;

/// The blocks of the hosts' pages so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Templates {
    hosts: BTreeMap<HostId, HostBlocks>,
    /// Pages of all hosts so far.
    pages: u32,
}

/// The blocks of one host's pages.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct HostBlocks {
    /// The number of pages that contain each block, by the block's hash.
    counts: BTreeMap<u32, u8>,
    /// Pages counted; halved with the counts.
    pages: u32,
    /// The number of the host's latest page, counted over all hosts.
    latest: u32,
}

impl Templates {
    /// Returns the main content of a page, compared with earlier pages of its host, and stores the page's blocks.
    pub(super) fn main_content<'a>(&mut self, host: HostId, document: &'a Document) -> Fields<'a> {
        let known = self.hosts.entry(host).or_default();
        let fields = Fields::main(document, |block| !known.is_template(hash(block)));
        self.pages = self.pages.saturating_add(1);
        known.latest = self.pages;
        known.count(&document.body);
        self.forget();
        fields
    }

    /// Evicts the least recently read hosts while there are too many blocks.
    fn forget(&mut self) {
        let kept = |hosts: &BTreeMap<_, HostBlocks>| -> usize { hosts.values().map(|known| known.counts.len()).sum() };
        while kept(&self.hosts) > limits::TEMPLATE_BLOCKS {
            let oldest = self.hosts.iter().min_by_key(|(_, known)| known.latest);
            let Some(host) = oldest.map(|(host, _)| *host) else {
                return;
            };
            self.hosts.remove(&host);
        }
    }
}

impl HostBlocks {
    fn is_template(&self, block: u32) -> bool {
        let count = u32::from(self.counts.get(&block).copied().unwrap_or_default());
        count >= limits::TEMPLATE_REPEATS && 2 * count >= self.pages
    }

    /// Counts each distinct block of a page once.
    fn count(&mut self, text: &str) {
        let blocks = text.split('\n').take(limits::TEMPLATE_PAGE_BLOCKS);
        let blocks: BTreeSet<u32> = blocks.map(hash).collect();
        for block in blocks {
            let count = self.counts.entry(block).or_default();
            *count = count.saturating_add(1);
        }
        self.pages = self.pages.saturating_add(1);
        if self.pages >= limits::TEMPLATE_PAGES {
            self.pages /= 2;
            self.counts.retain(|_, count| {
                *count /= 2;
                *count > 0
            });
        }
    }
}

/// Returns the upper half of a block's hash.
fn hash(block: &str) -> u32 {
    u32::try_from(xxh3_64(block.as_bytes()) >> 32).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(blocks: &[&str]) -> Document {
        Document { body: blocks.join("\n"), ..Document::default() }
    }

    /// Reads pages of one host; returns the main content of the last one, line by line.
    fn main(templates: &mut Templates, pages: &[Document]) -> Vec<String> {
        let (last, earlier) = pages.split_last().expect("a page");
        for page in earlier {
            templates.main_content(HostId(1), page);
        }
        let fields = templates.main_content(HostId(1), last);
        fields.body().lines().map(str::to_owned).collect()
    }

    #[test]
    fn blocks_of_two_earlier_pages_are_the_template() {
        let pages = ["spiders", "mites", "ticks"].map(|own| page(&["Home", own, "Imprint"]));
        for (n, expected) in
            [(1, vec!["Home", "spiders", "Imprint"]), (2, vec!["Home", "mites", "Imprint"]), (3, vec!["ticks"])]
        {
            assert_eq!(main(&mut Templates::default(), &pages[..n]), expected, "{n} pages");
        }
    }

    /// Of six earlier pages "rare" is on two, a third, and "half" on three.
    #[test]
    fn a_block_on_fewer_than_half_of_the_pages_is_content() {
        let pages = [
            page(&["rare", "half", "a"]),
            page(&["rare", "half", "b"]),
            page(&["half", "c"]),
            page(&["d"]),
            page(&["e"]),
            page(&["f"]),
            page(&["rare", "half", "g"]),
        ];
        assert_eq!(main(&mut Templates::default(), &pages), ["rare", "g"]);
    }

    #[test]
    fn a_repeated_block_of_a_page_counts_once() {
        let pages = [page(&["more", "more", "more"]), page(&["a"]), page(&["more", "b"])];
        assert_eq!(main(&mut Templates::default(), &pages), ["more", "b"]);
    }

    #[test]
    fn other_hosts_have_other_templates() {
        let mut templates = Templates::default();
        for host in [2, 3, 4] {
            templates.main_content(HostId(host), &page(&["Home", "x"]));
        }
        assert_eq!(main(&mut templates, &[page(&["Home", "x"])]), ["Home", "x"]);
    }

    #[test]
    fn a_page_of_template_blocks_only_is_read_whole() {
        let pages = [page(&["a", "b"]), page(&["a", "b"]), page(&["a", "b"])];
        assert_eq!(main(&mut Templates::default(), &pages), ["a", "b"]);
    }

    /// After 16 pages with "old" the counts are 8 of 8; eight pages without it make that 8 of 16, halved to 4 of 8, and
    /// one more page 4 of 9.
    #[test]
    fn the_template_follows_the_crawl_to_another_section() {
        let old = std::iter::repeat_n(page(&["old", "a"]), 16);
        let new = std::iter::repeat_n(page(&["new", "b"]), 8);
        let last = page(&["old", "c"]);
        let mut pages: Vec<Document> = old.chain(new).chain([last.clone()]).collect();
        assert_eq!(main(&mut Templates::default(), &pages), ["c"]);
        pages.push(last);
        pages.insert(24, page(&["d"]));
        pages.truncate(26);
        assert_eq!(main(&mut Templates::default(), &pages), ["old", "c"]);
    }

    #[test]
    fn the_number_of_stored_blocks_is_limited() {
        let mut templates = Templates::default();
        let lines = |host: u32| (0..limits::TEMPLATE_PAGE_BLOCKS + 9).map(move |n| format!("{host} {n}"));
        for host in 0..130 {
            let blocks: Vec<String> = lines(host).collect();
            let document = Document { body: blocks.join("\n"), ..Document::default() };
            templates.main_content(HostId(host), &document);
        }
        // 122 × 4,096 = 499,712.
        assert_eq!(templates.hosts.len(), 122);
        assert_eq!(templates.hosts.keys().next(), Some(&HostId(8)));
    }
}
