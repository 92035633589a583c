//! Every limit and default of the engine in one file: unit, reason, source.
//!
//! Not covered: the proxy's limits, which are in `crates/proxy`.

/// Maximum length of a URL that is followed, in bytes: old browsers accepted no more, and longer ones are traps (Pant
/// §2.4).
pub const URL_BYTES: usize = 2_083;
/// Maximum length of a host name, in bytes (RFC 1035 §2.3.4, in its written form).
pub const HOST_BYTES: usize = 253;
/// Maximum number of path segments of a URL that is followed: deeper ones are nearly always generated.
pub const URL_SEGMENTS: usize = 20;
/// Maximum number of consecutive repetitions of a path segment: `/a/a/a` is a link that was resolved against itself.
pub const SEGMENT_REPEATS: usize = 2;
/// Number of query variants of one path above which they are delayed: the path may be a sorter, a filter, or
/// `page?id=…`.
pub const QUERY_VARIANTS: usize = 50;
/// Priority factor of further variants until the crawl knows whether they are copies.
pub const VARIANT_FACTOR: f64 = 0.25;
/// Number of pages read of one path before its variants are judged as copies or not.
pub const VARIANTS_READ: u32 = 10;
/// Number of copies on a host from which its links are delayed: a print version or two do not make a mirror.
pub const MIN_COPIES: u32 = 5;
/// Minimum priority factor for links to a host with many copies.
pub const COPIES_FACTOR_LEAST: f64 = 0.1;
/// Maximum number of paths whose query variants are stored, twice over: at most 8 MB (200 bytes of variants and 40 of
/// bookkeeping each).
pub const VARIANT_PATHS: usize = 16_384;
/// Priority factor of a calendar page: links with at least a quarter of its score precede it.
pub const CALENDAR_FACTOR: f64 = 0.25;

/// Maximum number of bytes read of a page. Batsakis §3.1 takes pages up to 100 KB; today's pages are larger, so that
/// limit applies to their text ([`BODY_TEXT_BYTES`]).
pub const PAGE_BYTES: usize = 2 * 1024 * 1024;
/// Maximum number of bytes of a document, such as a PDF file, that is read like a page.
pub const DOCUMENT_BYTES: usize = 10 * 1024 * 1024;
/// Maximum number of bytes of visible text of a page: 100 KB, Batsakis §3.1.
pub const BODY_TEXT_BYTES: usize = 100 * 1024;
/// Characters of visible text below which a page built by scripts counts as one without text.
pub const SHELL_TEXT_CHARS: usize = 200;
/// Number of open elements at which parsing of a page stops: each end tag may be compared with all of them.
pub const OPEN_ELEMENTS: usize = 512;
/// Maximum number of documents that a crawl lists.
pub const DOCUMENTS: usize = 20_000;
/// Maximum number of links of one page, in document order.
pub const PAGE_LINKS: usize = 6_000;
/// Maximum number of links in the data of an application's shell, beside its other links.
pub const DATA_LINKS: usize = 200;
/// Maximum number of strings in that data that may be addresses.
pub const DATA_MENTIONS: usize = 1_000;
/// Maximum number of bytes of that data, and of the strings in it that are data themselves.
pub const SCRIPT_DATA_BYTES: usize = 1024 * 1024;
/// Maximum number of open brackets in that data; what is deeper is not read.
pub const DATA_DEPTH: usize = 256;
/// Maximum total length of the URLs of one page's links, in bytes: a long `<base>` makes each short reference a long
/// URL.
pub const PAGE_LINK_BYTES: usize = 256 * 1024;
/// Number of bytes of a page that are searched for a charset declaration (HTML standard, "prescan a byte stream").
pub const CHARSET_PRESCAN_BYTES: usize = 1_024;
/// Maximum number of charset declarations of a page that are tried: a browser takes the first one that it knows.
pub const CHARSET_LABELS: usize = 4;
/// Longest delay in seconds of a refresh that counts as a redirect; a slower one is a link. A person reads the page
/// meanwhile.
pub const REFRESH_REDIRECT_SECONDS: u32 = 10;
/// Maximum length of a title, in characters.
pub const TITLE_CHARS: usize = 300;
/// Maximum length of a heading, in characters.
pub const HEADING_CHARS: usize = 300;
/// Maximum number of headings of a page, in document order; headings may be nested.
pub const PAGE_HEADINGS: usize = 1_000;
/// Maximum number of ranges of bold text of a page, in document order.
pub const PAGE_BOLD: usize = 10_000;
/// Maximum length of an unresolved link reference, in bytes: twice that of a URL, since resolving may shorten it.
pub const HREF_BYTES: usize = 2 * URL_BYTES;
/// Maximum number of bytes of an attribute that are searched for the label of a link without text.
pub const LABEL_BYTES: usize = 4 * ANCHOR_CHARS;
/// Maximum length of an anchor text, in characters.
pub const ANCHOR_CHARS: usize = 300;
/// Maximum length of a link context, in characters.
pub const CONTEXT_CHARS: usize = 400;
/// Maximum number of bytes of a page's text used to detect its language; more do not improve accuracy.
pub const LANGUAGE_SAMPLE_BYTES: usize = 1024;
/// Maximum number of lines of a page's text from which the sample is taken.
pub const LANGUAGE_SAMPLE_LINES: usize = 400;
/// Minimum length of a line that counts as running text for language detection, in bytes.
pub const LANGUAGE_LINE_BYTES: usize = 80;
/// Maximum number of bytes of one line in the sample.
pub const LANGUAGE_LINE_MAX_BYTES: usize = 256;
/// Minimum length of a text for language detection, in bytes; for shorter ones `<html lang>` is more reliable.
pub const LANGUAGE_SAMPLE_MIN_BYTES: usize = 120;
/// Maximum length of a token, in characters: longer ones are data, not words.
pub const TOKEN_CHARS: usize = 40;
/// Maximum number of cached stems per language; a full cache is cleared.
pub const STEM_MEMO: usize = 100_000;

/// Maximum length of an address with tracking parameters that is stored beside its canonical URL, in bytes.
pub const ORIGINAL_BYTES: usize = 512;
/// Maximum number of addresses with tracking parameters that are stored beside a canonical URL.
pub const PAGE_ADDRESSES: usize = 16;
/// Maximum number of bytes of a robots.txt that are parsed: RFC 9309 §2.5 requires at least 500 KiB.
pub const ROBOTS_BYTES: usize = 500 * 1024;
/// Maximum memory for the robots.txt rules of all hosts, in bytes: five thousand hosts with files of ordinary length.
pub const ROBOTS_KEPT_BYTES: usize = 64 * 1024 * 1024;
/// Memory for a rule besides its pattern, in bytes.
pub const ROBOTS_RULE_COST: usize = 48;
/// Maximum work of rule matching in one step of a crawl, in the unit of `engine::robots::RobotsPolicy::work`; the next
/// step examines the rest of the frontier. A unit takes at most 80 ns, so a step takes at most a third of a second. A
/// file of a hundred patterns with stars reaches the limit after 1,700 pages.
pub const ROBOTS_STEP_WORK: u64 = 4_000_000;
/// Maximum number of redirects followed for a robots.txt: RFC 9309 §2.3.1.2 requires at least five.
pub const ROBOTS_REDIRECTS: u32 = 5;
/// Age in milliseconds at which a robots.txt is fetched again: RFC 9309 §2.4 allows at most 24 hours.
pub const ROBOTS_AGE_MS: u64 = 24 * 60 * 60 * 1_000;
/// Maximum number of redirects followed for a page.
pub const PAGE_REDIRECTS: u32 = 5;

/// Minimum delay between two fetches from one site, in milliseconds.
pub const DELAY_MIN_MS: u64 = 1_000;
/// Maximum delay of the adaptive rule, in milliseconds.
pub const DELAY_MAX_MS: u64 = 30_000;
/// Factor of the adaptive delay on the duration of the last fetch: a slow host gets fewer requests.
pub const DELAY_FACTOR: u64 = 5;
/// Maximum `Crawl-delay` that is honored, in milliseconds; a longer one is reduced to this.
pub const CRAWL_DELAY_MAX_MS: u64 = 300_000;
/// Maximum `Retry-After` that is honored, in milliseconds; a longer one is reduced to this.
pub const RETRY_AFTER_MAX_MS: u64 = 300_000;
/// Maximum number of requests for a page that the host answers with 429 or 503.
pub const TRIES: u32 = 3;
/// Delay before a page is requested again after a 429 or 503 without `Retry-After`, in milliseconds.
pub const RETRY_MS: u64 = 10_000;

/// The latest valid time, in milliseconds since 1970: the year 142,000. Later times of clocks and saved events are
/// reduced to it.
pub const LAST_MS: u64 = 1 << 52;
/// Milliseconds after which a busy site is checked again if it serves the robots.txt of another site.
pub const BUSY_SITE_MS: u64 = 100;

/// Default maximum number of requests in flight, over all hosts.
pub const IN_FLIGHT: u32 = 16;
/// Milliseconds within which a host that is not ready counts as ready soon: a slot may wait for its links. On webs
/// without delays, no slot waits for a host that rests.
pub const WAIT_MS: u64 = 5_000;
/// Number of pages from which the rate of discovery is estimated.
pub const DISCOVERY_PAGES: u32 = 60;
/// Number of pages, each with one better link, that the estimate assumes before the first page: a crawl discovers
/// better links at its start.
pub const DISCOVERY_PRIOR: u32 = 30;
/// Weight of the rate of discovery: larger values leave more slots free (`BENCHMARKS.md#parallel-fetches`).
pub const DISCOVERY_WEIGHT: f64 = 2.0;
/// The same on hosts that need no delay. The better link is ready as soon as the fetch of another page ends, so
/// waiting costs hardly any time.
pub const DISCOVERY_WEIGHT_LOCAL: f64 = 50.0;
/// Number of better links from which a link is not worth a page, so that a large frontier is not counted for every
/// choice.
pub const WORTH_RANK: usize = 10_000;
/// Assumed duration of a fetch before the first one has ended, in milliseconds.
pub const FETCH_MS: u64 = 500;
/// Number of last fetches from whose mean duration the time limit of a speed follows; older ones count less.
pub const FETCHES: u64 = 32;
/// Longest duration of a fetch that counts, in milliseconds: the proxy ends a fetch then.
pub const FETCH_MOST_MS: u64 = 30_000;
/// Minimum time of a slot between two requests for the time limit of a speed, in milliseconds: a local source answers
/// faster.
pub const SLOT_MIN_MS: u64 = 20;
/// Maximum number of URLs in the frontier; the best are kept (Pant §2.1).
pub const FRONTIER_URLS: usize = 50_000;
/// Link distance from the seeds beyond which links are not followed.
pub const DEPTH: u32 = 20;
/// Maximum number of pages of one site, so that it does not use up a crawl of the web.
pub const HOST_PAGES: u32 = 5_000;
/// Maximum number of seeds of a crawl.
pub const SEEDS: usize = 1_000;
/// Maximum number of requests of a revisit: its pages are the seeds of a crawl.
pub const REVISIT_REQUESTS: usize = SEEDS;
/// Maximum number of days by which a revisit advances the demo web.
pub const REVISIT_DAYS: u32 = 3_650;
/// Maximum length of a query, in characters.
pub const QUERY_CHARS: usize = 1_000;
/// Maximum number of pages of a crawl.
pub const PAGES: u32 = 1_000_000;
/// Default number of pages of a crawl: some minutes of a polite crawl.
pub const PAGES_DEFAULT: u32 = 200;
/// Largest seed number of random numbers in forms and comparisons: 2⁵³ − 1, up to which a browser's numbers are exact.
pub const RNG_SEED: u64 = (1 << 53) - 1;
/// Maximum number of requests in flight that a plan may set.
pub const IN_FLIGHT_MAX: u32 = 64;
/// Maximum size of the frontier that a plan may set.
pub const FRONTIER_URLS_MAX: usize = 1_000_000;
/// Maximum link distance that a plan may set.
pub const DEPTH_MAX: u32 = 1_000;
/// Maximum window of the rule of host diversity; Pant §2.1 and Evolving §3.1 name 100.
pub const HOST_WINDOW_MAX: usize = 10_000;
/// Default host diversity of crawls of live sites: no host twice in a row. Larger windows find less
/// (`docs/benchmarks/crawl-quality.md`); Pant §2.1 names 100.
pub const LIVE_HOST_WINDOW: usize = 2;
/// Number of pages of a site from which its links count less with each further page, where site diversity is on
/// (`BENCHMARKS.md#hostile-sites`).
pub const SITE_SHARE_PAGES: u32 = 40;
/// Maximum memory for the URLs that a crawl knows, fetched or not, in bytes: some 300,000 URLs of ordinary length.
/// Further links are refused.
pub const KNOWN_URL_BYTES: usize = 48_000_000;
/// Memory for a known URL besides its text, in bytes.
pub const KNOWN_URL_COST: usize = 100;
/// Number of sites among which the memory for known URLs is shared: once so many sites are crawled, the links to one
/// site may use this part of what the others leave. With fewer sites the part is larger.
pub const KNOWN_URL_SITES: usize = 8;
/// Default relevance threshold of the harvest rate: pages of at least this relevance count.
pub const GOOD_RELEVANCE: f64 = 0.1;
/// The weight of a word in the title (Evolving §2.1.4).
pub const TITLE_WEIGHT: u32 = 3;
/// The weight of a word in a heading (Evolving §2.1.4).
pub const HEADING_WEIGHT: u32 = 2;
/// The weight of a word in bold text (Evolving §2.1.4).
pub const BOLD_WEIGHT: u32 = 2;
/// Number of pages of a host after which all its block counts are halved, so that they adapt when the crawl reaches
/// another section.
pub const TEMPLATE_PAGES: u32 = 16;
/// Minimum number of earlier pages of a host with a block before the block counts as template.
pub const TEMPLATE_REPEATS: u32 = 2;
/// Maximum number of stored blocks of one page, in document order.
pub const TEMPLATE_PAGE_BLOCKS: usize = 4_096;
/// Maximum number of stored blocks of all hosts: some 5 MB. Above it the least recently read host is dropped.
pub const TEMPLATE_BLOCKS: usize = 500_000;
/// Number of pages in the window of the windowed average relevance (Pant §4.2).
pub const WINDOW_PAGES: usize = 50;
/// Number of successive words in a shingle (Broder 1997 takes 4 to 10; shorter shingles match more pages).
pub const SHINGLE_WORDS: usize = 4;
/// Number of stored hashes of a page's shingles, four bytes each: two estimates of the Jaccard coefficient in three are
/// within 0.05 of it.
pub const SKETCH_HASHES: usize = 64;
/// Number of hashes that index a page: one in ten thousand pairs that share nine in ten shingles is missed.
pub const SKETCH_HANDLES: usize = 4;
/// Maximum number of pages indexed under one hash.
pub const SKETCHES_PER_HANDLE: usize = 32;
/// Minimum number of shingles of a page for comparison: some twenty words.
pub const MIN_SHINGLES: usize = 20;
/// Number of pages without content with which a host begins before it is excluded.
pub const UNREADABLE_PAGES: u32 = 3;
/// Default share of the page limit for pages without content. Further ones do not count as pages.
pub const UNREADABLE_SHARE: f64 = 0.1;
/// Jaccard coefficient from which a page repeats another.
pub const NEAR_DUPLICATE: f64 = 0.9;
/// Maximum number of related words and senses that a person can exclude.
pub const EXCLUDED_WORDS: usize = 1_000;
/// Minimum similarity of a link's word to a word of the query, by word vectors, that is shown in an explanation:
/// unrelated words rarely reach it.
pub const WORD_MATCH_FROM: f64 = 0.3;
/// Maximum number of such pairs that are shown.
pub const WORD_MATCHES: usize = 6;
/// Minimum similarity, by word vectors, of a word that a search of the Library finds in place of a typed one. Below it,
/// words only share the subject: `doctor` is similar to `physician` (.85) and `medic` (.78), `river` to `headwat`
/// (.66), `bank` to `riverbank` (.63).
pub const SIMILAR_WORD: f64 = 0.7;

/// Maximum number of similar words for each word of a search.
pub const SIMILAR_WORDS: usize = 5;

/// Minimum similarity of a displayed related term: that of terms two steps apart in the lexicon.
pub const RELATED_SHOWN_FROM: f64 = 0.25;
/// Maximum number of displayed terms related to one sense of a word.
pub const RELATED_SHOWN: usize = 40;
/// Maximum number of words that judged pages add to the topic, the heaviest ones: relevance feedback works well with
/// twenty to fifty.
pub const FEEDBACK_WORDS: usize = 40;
/// Maximum number of judged pages that a crawl begins with, the latest ones.
pub const JUDGED_PAGES: usize = 100;
/// Maximum number of known pages that a crawl does not fetch again: their fingerprints take 1.6 MB.
pub const KNOWN_PAGES: usize = 100_000;
/// Maximum number of characters of a note on a page or a topic.
pub const NOTE_CHARS: usize = 10_000;
/// Maximum number of tags of a page.
pub const TAGS: usize = 20;
/// Maximum number of characters of a tag.
pub const TAG_CHARS: usize = 60;
/// Maximum weight that a person can give to a word.
pub const WORD_WEIGHT_MAX: f64 = 10.0;
/// Maximum length of a word or phrase that a person can boost or exclude, in characters.
pub const WORD_CHARS: usize = 100;
/// Maximum number of bytes of cached pages, without their text, whose links can be scored again: some thousands of
/// pages.
pub const PAGE_CACHE_BYTES: usize = 16 * 1024 * 1024;
/// Number of pages whose links are scored again at a time; responses are handled in between.
pub const RERANK_PAGES: usize = 50;
/// Number of links at the top of the frontier in the report on a change.
pub const STEERED_TOP: usize = 100;
/// Number of URLs in the frontier that a preview of other parameters scores.
pub const PREVIEW_URLS: usize = 500;
/// Maximum number of pages that a strategy sees in a preview, the latest ones in a longer crawl. The worker is blocked
/// meanwhile, and a preview should take a few hundredths of a second; `cargo bench -p engine --bench ahead` measures
/// it.
pub const PREVIEW_PAGES: usize = 250;
/// The same as [`PREVIEW_URLS`] in a crawl of more than [`PREVIEW_PAGES`] pages.
pub const PREVIEW_URLS_LONG: usize = 100;
/// Maximum number of pages that score one of these URLs in such a crawl: a link on every page would otherwise require
/// all pages.
pub const PREVIEW_MENTIONS: u32 = 3;
/// Number of displayed words that a page shares with the topic: a topic learned from examples has hundreds.
pub const MATCHED_WORDS: usize = 20;
/// Minimum number of pages between two reports of a strategy's model tables; in a long crawl a tenth of its pages so
/// far.
pub const MODEL_TABLE_PAGES: usize = 25;
/// Maximum number of rows of a model table.
pub const MODEL_TABLE_ROWS: usize = 50;
/// Maximum number of unreadable examples whose reason is stored.
pub const UNREAD_SHOWN: usize = 50;
/// Maximum number of earlier pages in a page's reported neighborhood, in either direction: enough for a map.
pub const LINKED_SHOWN: usize = 64;
/// Maximum length of the snippet of a page, in characters.
pub const SNIPPET_CHARS: usize = 240;
/// Maximum number of displayed passages with the words that matched: a screen or two.
pub const PASSAGES: usize = 12;
/// Maximum length of a passage, in characters.
pub const PASSAGE_CHARS: usize = 420;
/// Maximum number of bytes of a page's text that are searched for the words of the snippet.
pub const SNIPPET_BYTES: usize = 20 * 1024;
/// Maximum length of an entity tag, in bytes; longer ones are dropped.
pub const ETAG_BYTES: usize = 256;
/// Maximum length of a media type in a message, in characters.
pub const MEDIA_TYPE_CHARS: usize = 80;
/// Maximum number of rounds of the power iteration of PageRank; it converges long before.
pub const PAGERANK_ROUNDS: usize = 200;
/// Total change of all ranks at which the power iteration ends.
pub const PAGERANK_CHANGE: f64 = 1e-12;
/// Maximum number of rounds of the power iteration of HITS; each visits every link.
pub const HITS_ROUNDS: usize = 1_000;
/// Total change of all hubs at which the power iteration of HITS ends.
pub const HITS_CHANGE: f64 = 1e-12;
/// Number of heaviest words of a page that intelligent crawling uses as evidence.
pub const INTEREST_WORDS: usize = 100;
/// Maximum number of query words in a spider's net, the heaviest ones, and of learned words that a family of spiders
/// keeps.
pub const SPIDER_WORDS: usize = 50;
/// Maximum number of pages of earlier crawls in a plan: enough for the fifty best and for a contrast class.
pub const PAST_PAGES: usize = 300;
/// Maximum number of bytes that are read of such a page's text: 600 KB in all, which every snapshot contains.
pub const PAST_TEXT_BYTES: usize = 2_000;
/// Maximum number of families that start at links of another strategy, after a switch to spiders: as many as
/// `MySpiders` began with.
pub const SPIDER_FAMILIES: usize = 10;

/// Maximum number of bytes of a lexicon: WordNet takes less than a sixth of it.
pub const LEXICON_BYTES: usize = 16 * 1024 * 1024;
/// Maximum number of lemmas of a lexicon; WordNet 3.0 has 147,306.
pub const LEXICON_LEMMAS: usize = 500_000;
/// Maximum number of synsets of a lexicon; WordNet 3.0 has 117,659. Below 2²⁴, so that an ancestor and its distance fit
/// into four bytes.
pub const LEXICON_SYNSETS: usize = 500_000;
/// Maximum number of senses, is-a edges or exceptions of a lexicon; WordNet 3.0 has 206,941 senses.
pub const LEXICON_LINKS: usize = 2_000_000;
/// Maximum number of stored ancestors of all synsets together, four bytes each; WordNet 3.0 has less than a quarter of
/// that.
pub const LEXICON_ANCESTORS: usize = 4_000_000;
/// Maximum number of stems in a table of word vectors.
pub const WORD_VECTORS: usize = 200_000;
/// Maximum number of dimensions of a word vector: those of the model that the vectors come from.
pub const WORD_VECTOR_DIMENSIONS: usize = 384;
/// Maximum length of a path from a synset to a root, in edges; WordNet 3.0's is 19.
pub const LEXICON_DEPTH: u8 = 63;
/// Maximum length of a lemma, in bytes; WordNet 3.0's longest has 71.
pub const LEMMA_BYTES: usize = 96;
/// Maximum number of senses of one term for similarity, the most frequent ones; WordNet 3.0's "break" has 75.
pub const TERM_SENSES: usize = 128;
/// Minimum number of letters of a base form if the inflected form is a lemma as well: `links` is also `link`, but `gas`
/// is not `ga`.
pub const BASE_LETTERS: usize = 4;
/// Maximum number of words of a collocation in a text; 99 in 100 collocations of WordNet are that short.
pub const COLLOCATION_WORDS: usize = 4;
/// Maximum number of synsets visited for the neighbors of one sense: general senses then take milliseconds.
pub const RELATED_SYNSETS: usize = 10_000;

/// Maximum number of bytes of a bookmark file: some 50,000 bookmarks without icons.
pub const BOOKMARK_BYTES: usize = 10 * 1024 * 1024;
/// Maximum number of bookmarks and folders of one file.
pub const BOOKMARKS: usize = 50_000;
/// Depth at which the folders of a bookmark file are merged into the folder above: nested folders are stored and freed
/// recursively.
pub const BOOKMARK_DEPTH: usize = 32;
/// Maximum number of entries of a bookmark, trail or URL file that are listed because they cannot be crawled; the rest
/// is counted.
pub const LISTED_PROBLEMS: usize = 1_000;

/// Maximum number of pages that one provider of seeds finds: more than a person looks through.
pub const SEEDS_FOUND: usize = 50;
/// Time in milliseconds for which a start without seeds waits for further providers although it has enough pages: the
/// quick services answer within it, and the first page, which follows robots.txt after a second, is to be read within
/// one and a half seconds.
pub const SEED_START_MS: u64 = 400;
/// Maximum time in seconds for which the providers of a start without seeds are searched: a person waits for the first
/// of them.
pub const SEED_START_S: u32 = 5;
/// Maximum time in seconds of a search for seeds with a provider that a person chose: several requests, with delays
/// between them, over a slow network.
pub const SEED_SEARCH_S: u32 = 45;
/// The number of seeds of a start without seeds: about one page of search results.
pub const SEED_STARTS: usize = 10;
/// The number of found pages at which a start begins before all providers have answered: two articles of Wikipedia,
/// which keep the crawl busy until then.
pub const SEED_EARLY_STARTS: usize = 2;
/// The least budget in pages of a crawl that begins before all providers have answered: a shorter one could end before.
pub const SEED_EARLY_BUDGET: u32 = 40;
/// Maximum number of further pages that a start hands to the crawl, to replace seeds that cannot be read.
pub const SEED_SPARES: usize = 20;
/// The time in milliseconds from the first request during which spare seeds replace seeds that cannot be read: later
/// ones find the crawl under way.
pub const SEED_SPARES_MS: u64 = 60_000;
/// Maximum number of requests of one provider of seeds, robots.txt and redirects included: a search is not a crawl.
pub const SEED_FETCHES: u32 = 12;
/// Maximum number of bytes of a response that are read for seeds, decompressed: a tenth of a sitemap's limit, which few
/// exceed.
pub const SEED_ANSWER_BYTES: usize = 5 * 1024 * 1024;
/// Maximum number of bytes of JSON that are read for seeds: ten results take some ten thousand.
pub const SEED_JSON_BYTES: usize = 1024 * 1024;
/// Maximum number of characters of a query that are sent to a service.
pub const SEED_QUERY_CHARS: usize = 300;
/// Maximum number of characters of a service's own error message that are shown.
pub const SEED_ERROR_CHARS: usize = 200;
/// Maximum number of stored links among the candidates of one provider of seeds.
pub const SEED_LINKS: usize = 1_000;
/// Maximum number of bytes of a pasted text that are searched for addresses.
pub const SEED_TEXT_BYTES: usize = 1024 * 1024;
/// Maximum number of skipped items that are listed one by one.
pub const SEED_WARNINGS: usize = 10;
/// Maximum number of sitemaps that a search for seeds reads of one site, in addition to the index that names them.
pub const SEED_SITEMAPS: usize = 4;
/// Maximum number of addresses of one sitemap or feed: the limit of the protocol (sitemaps.org, protocol 0.9).
pub const SITEMAP_ADDRESSES: usize = 50_000;
/// Maximum number of bytes of a title or summary in a feed, which may be malicious HTML.
pub const LISTED_TEXT_BYTES: usize = 2 * 1024;
/// Maximum number of stored lists on other hosts, in case the site has moved there.
pub const SEED_LISTS_ELSEWHERE: usize = 100;
/// Maximum number of feeds of one site that a search for seeds reads.
pub const SEED_FEEDS: usize = 2;
/// Element depth at which parsing of a sitemap or feed stops: valid ones have five levels.
pub const XML_DEPTH: usize = 64;
/// Number of parser events after which parsing of a sitemap or feed stops: those of a sitemap with 50,000 addresses.
pub const XML_EVENTS: usize = 500_000;
/// Maximum delay between two requests of a search for seeds, in milliseconds: a site that demands a longer one gets no
/// further request.
pub const SEED_DELAY_MAX_MS: u64 = 10_000;
/// Maximum time in milliseconds for which a service is not asked because its limiter demanded that: daily limits are
/// the slowest, and a wrong number must not exclude a service for good.
pub const SEED_PAUSE_MAX_MS: u64 = 24 * 60 * 60 * 1_000;

/// Maximum number of topics of a taxonomy: each is a class of some classifier, and Chakrabarti's crawls used fewer.
pub const TAXONOMY_TOPICS: usize = 200;
/// Maximum number of example pages of a taxonomy: all are fetched, politely, before the crawl starts.
pub const TAXONOMY_EXAMPLES: usize = 2_000;
/// Maximum length of the words of a topic, in bytes: about 4,000 words.
pub const TOPIC_WORDS_BYTES: usize = 32 * 1024;
/// Maximum depth of a taxonomy; its topmost topics have depth 1.
pub const TAXONOMY_DEPTH: usize = 8;

/// Maximum number of bytes of a file of trails, as for a bookmark file.
pub const TRAILS_BYTES: usize = 10 * 1024 * 1024;
/// Maximum number of pages and trails of one file, as for a bookmark file.
pub const TRAIL_ENTRIES: usize = 50_000;
/// Maximum number of different pages of trails: all are fetched, politely, before the crawl starts.
pub const TRAINING_PAGES: usize = 5_000;

/// Maximum number of pages of a context graph without its good pages: about that of the larger graph in Tsay, Fig. 11
/// (1,148).
pub const CONTEXT_PAGES: usize = 1_200;
/// Link distance from the good pages up to which a context graph grows: N of Tsay §4.
pub const CONTEXT_DISTANCE: usize = 4;

/// Number of layers: S of Batsakis §3.4.1.
pub const LAYERS: usize = 4;
/// Number of folds in cross-validation over trails: a person can wait for five trainings.
pub const TRAIL_FOLDS: usize = 5;
/// Maximum number of links of a training page that leave the trails and serve as negative examples: enough to represent
/// menus and text.
pub const UNFOLLOWED_LINKS: usize = 32;
/// Number of words in the name of a cluster.
pub const CLUSTER_WORDS: usize = 6;
/// Number of example pages of a cluster.
pub const CLUSTER_EXAMPLES: usize = 5;
/// Number of displayed words for and against a class.
pub const CLASS_WORDS: usize = 15;
/// Maximum size of a model file in bytes: far above that of a model of 5,000 pages.
pub const MODEL_BYTES: usize = 128 * 1024 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_the_documented_numbers() {
        for (limit, promised) in [
            (URL_BYTES, 2_083),
            (URL_SEGMENTS, 20),
            (SEGMENT_REPEATS, 2),
            (QUERY_VARIANTS, 50),
            (PAGE_LINKS, 6_000),
            (DATA_LINKS, 200),
            (DEPTH as usize, 20),
            (OPEN_ELEMENTS, 512),
            (CHARSET_PRESCAN_BYTES, 1_024),
            (ROBOTS_BYTES, 512_000),
            (ROBOTS_REDIRECTS as usize, 5),
            (BOOKMARK_BYTES, 10_485_760),
            (BOOKMARKS, 50_000),
        ] {
            assert_eq!(limit, promised);
        }
        let times = [ROBOTS_AGE_MS, DELAY_MIN_MS, DELAY_MAX_MS, DELAY_FACTOR, CRAWL_DELAY_MAX_MS];
        assert_eq!(times, [86_400_000, 1_000, 30_000, 5, 300_000]);
    }
}
