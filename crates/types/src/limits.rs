//! Every limit and default of the engine in one file: unit, reason, source.
//!
//! Not covered: the proxy's limits, which guard a socket and stand in `crates/proxy`.

/// Longest URL that is followed, in bytes: what the longest-lived browsers took; longer ones are traps (Pant §2.4).
pub const URL_BYTES: usize = 2_083;
/// Longest host name, in bytes: what the name system can hold (RFC 1035 §2.3.4, in its written form).
pub const HOST_BYTES: usize = 253;
/// Most path segments of a URL that is followed: deeper ones are nearly always generated.
pub const URL_SEGMENTS: usize = 20;
/// The maximum repetition of a path segment in a row: `/a/a/a` is a link that was resolved against itself.
pub const SEGMENT_REPEATS: usize = 2;
/// Query variants of one path from which they wait: what lists more may be a sorter, a filter, or `page?id=…`.
pub const QUERY_VARIANTS: usize = 50;
/// The priority factor of further variants, until it is known whether they repeat each other.
pub const VARIANT_FACTOR: f64 = 0.25;
/// Pages read of one path from which it is known whether its variants repeat each other.
pub const VARIANTS_READ: u32 = 10;
/// Copies of a host from which its links wait: a print version or two are no mirror.
pub const COPIES_AT_LEAST: u32 = 5;
/// Least factor on the links of a host of copies.
pub const COPIES_FACTOR_LEAST: f64 = 0.1;
/// Paths with queries whose variants are remembered, twice over: 8 MB at the very most (200 bytes of variants and 40 of bookkeeping each).
pub const VARIANT_PATHS: usize = 16_384;
/// The priority factor of a calendar's page: it waits until nothing a quarter as good is left, and is still fetched.
pub const CALENDAR_FACTOR: f64 = 0.25;

/// Most bytes of a page that are read: Batsakis §3.1 takes pages up to 100 KB; today's pages are larger, so the text is
/// capped at that size ([`BODY_TEXT_BYTES`]) and the markup at this one.
pub const PAGE_BYTES: usize = 2 * 1024 * 1024;
/// Most bytes of visible text that are kept of a page: 100 KB, Batsakis §3.1.
pub const BODY_TEXT_BYTES: usize = 100 * 1024;
/// Characters of visible text below which a page that is built by scripts counts as one that has no text without JavaScript.
pub const SHELL_TEXT_CHARS: usize = 200;
/// Bytes fed to the HTML parser at a time; between two pieces depth and node count are looked at.
pub const PARSE_PIECE_BYTES: usize = 4 * 1024;
/// Depth of the element tree at which parsing stops: html5ever is quadratic in depth.
pub const PARSE_DEPTH: usize = 512;
/// Node count at which parsing stops.
pub const PARSE_NODES: usize = 200_000;
/// Work of building a page's tree at which parsing stops, in looks at the name of an element: a tenth of a second natively. Of 3,810
/// pages of documentation and encyclopedias the costliest, which is larger than [`PAGE_BYTES`], takes half of it.
pub const PARSE_WORK: u64 = 10_000_000;
/// Comparisons of attribute names at which parsing stops: html5ever compares each attribute of a tag with those before it, and
/// does some three thousand million comparisons a second. A comment of 10,000 words counts as a quarter of this.
pub const ATTRIBUTE_COMPARISONS: u64 = 200_000_000;
/// Most links taken from one page, in the order of the page.
pub const PAGE_LINKS: usize = 6_000;
/// Bytes of a page in which a charset declaration is looked for (HTML standard, "prescan a byte stream").
pub const CHARSET_PRESCAN_BYTES: usize = 1_024;
/// Longest title that is kept, in characters.
pub const TITLE_CHARS: usize = 300;
/// Longest heading that is kept, in characters.
pub const HEADING_CHARS: usize = 300;
/// Most headings that are kept of a page, in its order: one text may stand in headings within headings.
pub const PAGE_HEADINGS: usize = 1_000;
/// Most ranges of bold text that are kept of a page, in its order.
pub const PAGE_BOLD: usize = 10_000;
/// Longest reference of a link that is resolved, in bytes: twice an address that is followed, since resolving may shorten it.
pub const HREF_BYTES: usize = 2 * URL_BYTES;
/// Bytes of an attribute in which the label of a link without text is looked for.
pub const LABEL_BYTES: usize = 4 * ANCHOR_CHARS;
/// Longest anchor text that is kept, in characters.
pub const ANCHOR_CHARS: usize = 300;
/// Longest link context that is kept, in characters.
pub const CONTEXT_CHARS: usize = 400;
/// Bytes of a page's text used to detect its language; more do not improve accuracy.
pub const LANGUAGE_SAMPLE_BYTES: usize = 1024;
/// Lines of a page's text among which the sample is taken.
pub const LANGUAGE_SAMPLE_LINES: usize = 400;
/// Shortest line that counts as running text for language detection, in bytes.
pub const LANGUAGE_LINE_BYTES: usize = 80;
/// Most bytes that one line gives to the sample.
pub const LANGUAGE_LINE_MAX_BYTES: usize = 256;
/// Shortest text for language detection, in bytes; for shorter ones `<html lang>` is more reliable.
pub const LANGUAGE_SAMPLE_MIN_BYTES: usize = 120;
/// Longest token that is kept, in characters: longer ones are data, not words.
pub const TOKEN_CHARS: usize = 40;
/// Words of one language whose stems are remembered: past it the memory starts anew, so that no page can fill it.
pub const STEM_MEMO: usize = 100_000;

/// Most bytes of a robots.txt that are parsed: RFC 9309 §2.5 asks for 500 KiB at least.
pub const ROBOTS_BYTES: usize = 500 * 1024;
/// Rules of a group whose patterns have a star within: each is looked for along the whole address of every page that is asked for, and
/// large sites have some hundreds. Of further ones the part before the star holds where they forbid, and none where they allow.
pub const ROBOTS_STARS: usize = 500;
/// Stars within one pattern: what follows each one is looked for, and real patterns have three or four. A pattern with more is cut
/// behind the last of these where it forbids, and left out where it allows.
pub const ROBOTS_PATTERN_STARS: usize = 16;
/// Work of matching rules in one step of a crawl, in the unit of `engine::robots::RobotsPolicy::work`: the rest of the frontier is looked at in the next
/// step. A unit takes at most some 80 ns, so a step takes a third of a second at worst. A file of a hundred patterns comes to it after 300 pages.
pub const ROBOTS_STEP_WORK: u64 = 4_000_000;
/// Most redirects followed for a robots.txt: RFC 9309 §2.3.1.2 asks for five at least.
pub const ROBOTS_REDIRECTS: u32 = 5;
/// Age in milliseconds at which a robots.txt is fetched again: RFC 9309 §2.4 allows 24 hours at most.
pub const ROBOTS_AGE_MS: u64 = 24 * 60 * 60 * 1_000;
/// Most redirects followed for a page.
pub const PAGE_REDIRECTS: u32 = 5;

/// Shortest delay between two fetches from one host, in milliseconds.
pub const DELAY_MIN_MS: u64 = 1_000;
/// Longest delay that the adaptive rule may choose, in milliseconds.
pub const DELAY_MAX_MS: u64 = 30_000;
/// The adaptive delay is this many times the last fetch's time: a slow host is asked less often.
pub const DELAY_FACTOR: u64 = 5;
/// Longest `Crawl-delay` that is honored, in milliseconds; a longer one is cut to this.
pub const CRAWL_DELAY_MAX_MS: u64 = 300_000;
/// Longest `Retry-After` that is honored, in milliseconds; a longer one is cut to this.
pub const RETRY_AFTER_MAX_MS: u64 = 300_000;
/// The maximum number of requests for a page answered with 429 or 503.
pub const TRIES: u32 = 3;
/// Delay before a page answered with 429 or 503 without `Retry-After` is asked for again, in milliseconds.
pub const RETRY_MS: u64 = 10_000;

/// Latest time that is believed, in milliseconds since 1970: the year 142,000. Clocks and saved events that say more are cut to it.
pub const LAST_MS: u64 = 1 << 52;
/// When a host is looked at again that another host's robots.txt stands on and that is busy, in milliseconds.
pub const BUSY_HOST_MS: u64 = 100;

/// Fetches under way at once, over all hosts.
pub const IN_FLIGHT: u32 = 16;
/// URLs that wait in the frontier at most; the best are kept (Pant §2.1).
pub const FRONTIER_URLS: usize = 50_000;
/// Link distance from the seeds beyond which links are not followed.
pub const DEPTH: u32 = 20;
/// Pages of one host at most: a crawl of the web must not be eaten by one site.
pub const HOST_PAGES: u32 = 5_000;
/// Seeds of a crawl at most.
pub const SEEDS: usize = 1_000;
/// Most requests of a revisit: its pages are the seeds of a crawl.
pub const REVISIT_REQUESTS: usize = SEEDS;
/// Most days by which a revisit advances the demo web.
pub const REVISIT_DAYS: u32 = 3_650;
/// Longest query, in characters.
pub const QUERY_CHARS: usize = 1_000;
/// Pages of a crawl at most.
pub const PAGES: u32 = 1_000_000;
/// Pages of a crawl where nothing is said: some minutes of a polite crawl.
pub const PAGES_DEFAULT: u32 = 200;
/// Largest seed number of random numbers that a form or a comparison takes: 2⁵³ − 1, up to which a browser's numbers are exact.
pub const RNG_SEED: u64 = (1 << 53) - 1;
/// Fetches under way at once that a plan may ask for at most.
pub const IN_FLIGHT_MAX: u32 = 64;
/// URLs that a plan may let wait at most.
pub const FRONTIER_URLS_MAX: usize = 1_000_000;
/// Link distance that a plan may allow at most.
pub const DEPTH_MAX: u32 = 1_000;
/// Largest window of the rule of host diversity; Pant §2.1 and Evolving §3.1 speak of 100.
pub const HOST_WINDOW_MAX: usize = 10_000;
/// The rule of host diversity of crawls of live sites, where nothing is said: no host twice in a row. Larger windows find less
/// (`docs/benchmarks/crawl-quality.md`); Pant §2.1 speaks of 100.
pub const LIVE_HOST_WINDOW: usize = 2;
/// URLs that a crawl knows at most, fetched or not: some 150 MB. Links beyond are not taken in.
pub const KNOWN_URLS: u32 = 1_000_000;
/// Relevance from which a page counts as harvested, where a plan does not say otherwise.
pub const GOOD_RELEVANCE: f64 = 0.1;
/// The weight of a word in the title (Evolving §2.1.4).
pub const TITLE_WEIGHT: u32 = 3;
/// The weight of a word in a heading (Evolving §2.1.4).
pub const HEADING_WEIGHT: u32 = 2;
/// The weight of a word in bold text (Evolving §2.1.4).
pub const BOLD_WEIGHT: u32 = 2;
/// Pages of a host after which all counts of its blocks are halved, so that they follow the crawl to another section.
pub const TEMPLATE_PAGES: u32 = 16;
/// Earlier pages of a host that must carry a block before it can be part of the template.
pub const TEMPLATE_REPEATS: u32 = 2;
/// Blocks of one page that are remembered, in its order.
pub const TEMPLATE_PAGE_BLOCKS: usize = 4_096;
/// Blocks of all hosts that are remembered: some 5 MB. Past it the host that was read longest ago is forgotten.
pub const TEMPLATE_BLOCKS: usize = 500_000;
/// Pages in the window of the windowed average relevance (Pant §4.2).
pub const WINDOW_PAGES: usize = 50;
/// Words in a row that make a shingle (Broder 1997 takes 4 to 10; fewer find more).
pub const SHINGLE_WORDS: usize = 4;
/// Hashes kept of a page's shingles, four bytes each: the estimate of the Jaccard coefficient is within 0.05 of it, twice in three times.
pub const SKETCH_HASHES: usize = 64;
/// Hashes by which a page that is alike is found: of a pair that shares nine in ten shingles one in ten thousand is missed.
pub const SKETCH_HANDLES: usize = 4;
/// Pages found by one hash at most.
pub const SKETCHES_A_HANDLE: usize = 32;
/// Shingles of a page below which it is not compared: some twenty words.
pub const SHINGLES_AT_LEAST: usize = 20;
/// Jaccard coefficient from which a page repeats another.
pub const NEAR_DUPLICATE: f64 = 0.9;
/// Related words and senses that a person can exclude.
pub const EXCLUDED_WORDS: usize = 1_000;
/// Least similarity of a term that is shown as related: what is two steps away in the lexicon.
pub const RELATED_SHOWN_FROM: f64 = 0.25;
/// Terms that are shown as related to one sense of a word.
pub const RELATED_SHOWN: usize = 40;
/// Words that judged pages add to the topic at most: the heaviest, as relevance feedback does well with some twenty to fifty.
pub const FEEDBACK_WORDS: usize = 40;
/// Most times that a word can be made to count by a person.
pub const WORD_WEIGHT_MAX: f64 = 10.0;
/// Longest word or phrase that a person can boost or exclude, in characters.
pub const WORD_CHARS: usize = 100;
/// Bytes of pages read that are remembered, without their text, so that links can be scored again: some thousands of pages.
pub const PAGE_CACHE_BYTES: usize = 16 * 1024 * 1024;
/// Pages whose links are scored again at a time; between two times answers are taken in.
pub const RERANK_PAGES: usize = 50;
/// Links at the top of the frontier that the effect of a change is told by.
pub const STEERED_TOP: usize = 100;
/// URLs that wait of which a look ahead asks what other parameters would make of them.
pub const PREVIEW_URLS: usize = 500;
/// Pages of which a strategy sees all in a look ahead, and the latest ones in a longer crawl: nothing else is done meanwhile, and a look should take
/// some hundredths of a second. `cargo bench -p engine --bench ahead` says what it takes.
pub const PREVIEW_PAGES: usize = 250;
/// The same as [`PREVIEW_URLS`] in a crawl of more than [`PREVIEW_PAGES`] pages.
pub const PREVIEW_URLS_LONG: usize = 100;
/// Pages that say in such a crawl what one of these URLs is worth: what stands on every page would have all of them looked at.
pub const PREVIEW_MENTIONS: u32 = 3;
/// Words shown of those that a page shares with the topic: a topic learned from examples has hundreds.
pub const MATCHED_WORDS: usize = 20;
/// Minimum number of pages between two reports of a strategy's model tables; in a long crawl a tenth of the pages so far.
pub const MODEL_TABLE_PAGES: usize = 25;
/// Maximum number of rows of a model table.
pub const MODEL_TABLE_ROWS: usize = 50;
/// Examples that could not be read, of which the reason is kept.
pub const UNREAD_SHOWN: usize = 50;
/// Earlier pages of a page's neighborhood that are told with it, in either direction: enough for a map.
pub const LINKED_SHOWN: usize = 64;
/// Length of the snippet shown of a page, in characters.
pub const SNIPPET_CHARS: usize = 240;
/// Passages of a page's text that are shown with the words that matched: a screen or two.
pub const PASSAGES: usize = 12;
/// Length of a passage, in characters.
pub const PASSAGE_CHARS: usize = 420;
/// Bytes of a page's text in which words for the snippet are looked for.
pub const SNIPPET_BYTES: usize = 20 * 1024;
/// Longest entity tag that is kept, in bytes; of a longer one nothing is known.
pub const ETAG_BYTES: usize = 256;
/// Longest media type in a message, in characters.
pub const MEDIA_TYPE_CHARS: usize = 80;
/// Rounds of the power iteration of PageRank at most; it converges long before.
pub const PAGERANK_ROUNDS: usize = 200;
/// Change of all ranks together at which the power iteration ends.
pub const PAGERANK_CHANGE: f64 = 1e-12;
/// Rounds of the power iteration of HITS at most; each costs one look at every link.
pub const HITS_ROUNDS: usize = 1_000;
/// Change of all hubs together at which the power iteration of HITS ends.
pub const HITS_CHANGE: f64 = 1e-12;
/// Words of a page that intelligent crawling takes for evidence: the heaviest ones.
pub const INTEREST_WORDS: usize = 100;
/// Words of the query that go into a spider's net, the heaviest, and words that a family of spiders keeps of those it learned.
pub const SPIDER_WORDS: usize = 50;
/// Pages of earlier crawls that a plan may hold: enough for the fifty best and for others to tell them from.
pub const PAST_PAGES: usize = 300;
/// Bytes of the text of such a page that are read: 600 KB in all, since every snapshot holds them.
pub const PAST_TEXT_BYTES: usize = 2_000;
/// Families that links found by another strategy may found, where the person switches to spiders: as many as `MySpiders` began with.
pub const SPIDER_FAMILIES: usize = 10;

/// Most bytes of a lexicon that are read: WordNet's nouns and verbs take less than a sixth of it.
pub const LEXICON_BYTES: usize = 16 * 1024 * 1024;
/// Most lemmas of a lexicon; WordNet 3.0 has 125,231 over nouns and verbs.
pub const LEXICON_LEMMAS: usize = 500_000;
/// Most synsets of a lexicon; WordNet 3.0 has 95,882. Below 2²⁴, so that an ancestor and its distance fit into four bytes.
pub const LEXICON_SYNSETS: usize = 500_000;
/// Most senses, is-a edges or exceptions of a lexicon; WordNet 3.0 has 171,359 senses.
pub const LEXICON_LINKS: usize = 2_000_000;
/// Most ancestors that are looked at for all synsets together, four bytes each; WordNet 3.0 has less than a quarter of that.
pub const LEXICON_ANCESTORS: usize = 4_000_000;
/// Longest way from a synset to a root, in edges; WordNet 3.0's is 19.
pub const LEXICON_DEPTH: u8 = 63;
/// Longest lemma, in bytes; WordNet 3.0's longest noun or verb has 71.
pub const LEMMA_BYTES: usize = 96;
/// Most senses of one term that similarity looks at, the most frequent ones; the richest verb of WordNet 3.0 has 59.
pub const TERM_SENSES: usize = 128;
/// Letters from which the base of a form that is a lemma itself is taken too: `links` is `link` as well, but `gas` is not `ga`.
pub const BASE_LETTERS: usize = 4;
/// Most words of a collocation that is looked for in a text; of WordNet's collocations all but one in a hundred are that short.
pub const COLLOCATION_WORDS: usize = 4;
/// Most synsets that are walked through for the neighbors of one sense: keeps general senses within milliseconds.
pub const RELATED_SYNSETS: usize = 10_000;

/// Most bytes of a bookmark file that are read: some 50,000 bookmarks without icons.
pub const BOOKMARK_BYTES: usize = 10 * 1024 * 1024;
/// Most bookmarks and folders taken from one file.
pub const BOOKMARKS: usize = 50_000;
/// Depth at which the folders of a bookmark file are merged into the one above them: a tree is stored and freed level within level.
pub const BOOKMARK_DEPTH: usize = 32;
/// Entries of a file of bookmarks, trails or URLs that cannot be crawled and are listed one by one; more are counted.
pub const LISTED_PROBLEMS: usize = 1_000;

/// Pages that one provider of seeds finds at most: more than a person looks through.
pub const SEEDS_FOUND: usize = 50;
/// Requests that one provider of seeds sends at most, robots.txt and redirects included: a search is no crawl.
pub const SEED_FETCHES: u32 = 12;
/// Most bytes of an answer that are read for seeds, gzip undone: a tenth of what a sitemap may have, and more than nearly all do.
pub const SEED_ANSWER_BYTES: usize = 5 * 1024 * 1024;
/// Most bytes of JSON that are read for seeds: ten results have some ten thousand.
pub const SEED_JSON_BYTES: usize = 1024 * 1024;
/// Most bytes of a pasted text that are read for addresses.
pub const SEED_TEXT_BYTES: usize = 1024 * 1024;
/// Things that were left out and are named one by one.
pub const SEED_WARNINGS: usize = 10;
/// Sitemaps that a search for seeds reads of one site, beside the index that names them.
pub const SEED_SITEMAPS: usize = 4;
/// Addresses taken from one sitemap or feed: those that the protocol allows in one (sitemaps.org, protocol 0.9).
pub const SITEMAP_ADDRESSES: usize = 50_000;
/// Bytes of a title or a summary in a feed that are read: they may be HTML, which costs more than its size where it is made to.
pub const LISTED_TEXT_BYTES: usize = 2 * 1024;
/// Lists on other hosts that are remembered, in case the site turns out to be there.
pub const SEED_LISTS_ELSEWHERE: usize = 100;
/// Maximum number of feeds of one site that a search for seeds reads.
pub const SEED_FEEDS: usize = 2;
/// Depth of elements at which the reading of a sitemap or feed stops: theirs is five.
pub const XML_DEPTH: usize = 64;
/// Pieces of markup and text after which the reading of a sitemap or feed stops: those of a sitemap with 50,000 addresses.
pub const XML_EVENTS: usize = 500_000;
/// Longest pause between two requests of a search for seeds, in milliseconds: a site that wishes for more is not asked again.
pub const SEED_DELAY_MAX_MS: u64 = 10_000;

/// Topics of a taxonomy at most: each is a class of some classifier, and Chakrabarti's crawls used fewer.
pub const TAXONOMY_TOPICS: usize = 200;
/// Example pages of a taxonomy at most: they are all fetched, politely, before the crawl starts.
pub const TAXONOMY_EXAMPLES: usize = 2_000;
/// Longest words of a topic, in bytes: about 4,000 words.
pub const TOPIC_WORDS_BYTES: usize = 32 * 1024;
/// Depth of a taxonomy at most, its topmost topics being at depth 1.
pub const TAXONOMY_DEPTH: usize = 8;

/// Most bytes of a file of trails that are read, as of a bookmark file.
pub const TRAILS_BYTES: usize = 10 * 1024 * 1024;
/// Most pages and trails taken from one file, as from a bookmark file.
pub const TRAIL_ENTRIES: usize = 50_000;
/// Different pages of trails at most: they are all fetched, politely, before the crawl starts.
pub const TRAINING_PAGES: usize = 5_000;

/// Pages of a context graph at most, beside the good pages: about as many as the larger of the two graphs in Tsay, Fig. 11 (1,148).
pub const CONTEXT_PAGES: usize = 1_200;
/// Link distance from the good pages up to which a context graph is grown: N of Tsay §4.
pub const CONTEXT_DISTANCE: usize = 4;

/// Number of layers: S of Batsakis §3.4.1.
pub const LAYERS: usize = 4;
/// Parts into which trails are divided to see how well a model does on trails that it has not seen: five trainings are quick enough to wait for.
pub const TRAIL_FOLDS: usize = 5;
/// Links of a training page that lead nowhere on the trails, kept as examples of such: enough to show a page's menus and texts.
pub const UNFOLLOWED_LINKS: usize = 32;
/// Words by which a cluster is named.
pub const CLUSTER_WORDS: usize = 6;
/// Pages that are named as examples of a cluster.
pub const CLUSTER_EXAMPLES: usize = 5;
/// Words that are shown for and against a class.
pub const CLASS_WORDS: usize = 15;
/// Bytes of a file of a model: far above one of 5,000 pages.
pub const MODEL_BYTES: usize = 128 * 1024 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_that_the_documentation_promises_are_these() {
        for (limit, promised) in [
            (URL_BYTES, 2_083),
            (URL_SEGMENTS, 20),
            (SEGMENT_REPEATS, 2),
            (QUERY_VARIANTS, 50),
            (PAGE_LINKS, 6_000),
            (DEPTH as usize, 20),
            (PARSE_DEPTH, 512),
            (PARSE_NODES, 200_000),
            (usize::try_from(PARSE_WORK).unwrap_or_default(), 10_000_000),
            (PARSE_PIECE_BYTES, 4_096),
            (CHARSET_PRESCAN_BYTES, 1_024),
            (ROBOTS_BYTES, 512_000),
            (ROBOTS_REDIRECTS as usize, 5),
            (BOOKMARK_BYTES, 10_485_760),
            (BOOKMARKS, 50_000),
        ] {
            assert_eq!(limit, promised);
        }
        let times = [
            ROBOTS_AGE_MS,
            DELAY_MIN_MS,
            DELAY_MAX_MS,
            DELAY_FACTOR,
            CRAWL_DELAY_MAX_MS,
        ];
        assert_eq!(times, [86_400_000, 1_000, 30_000, 5, 300_000]);
    }
}
