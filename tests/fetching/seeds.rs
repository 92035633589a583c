//! Tests that the worker finds seeds, and shows a page's text with its words, during a crawl and
//! after it.

use flate2::write::GzEncoder;
use flate2::{Compress, Compression, FlushCompress};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Function, Reflect, Uint8Array};
use protocol::reader::{PageRequest, ReaderRequest};
use protocol::seeds::{SeedSearch, SeedsEvent, SeedsRequest};
use protocol::why::{PageText, TextUnavailable, WhyRequest};
use protocol::{ProxyAddress, Source, ToPage, ToWorker};
use std::io::Write;
use types::plan::Plan;
use types::report::{PageRecord, Phase};
use types::seeds::{FoundSeed, Pauses};
use types::url::CanonicalUrl;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;

use crate::fakes::fetch::FakeFetch;
use crate::fakes::script::run;
use crate::fakes::session::Page;

fn seed_search(number: u32, providers: &[&str], query: &str) -> SeedSearch {
    SeedSearch {
        number,
        providers: providers.iter().map(|id| (*id).to_owned()).collect(),
        query: query.to_owned(),
        source: Source::Demo,
        ..SeedSearch::default()
    }
}

fn find(page: &Page, seed_search: SeedSearch) {
    page.say(&ToWorker::Seeds(SeedsRequest::Find(Box::new(seed_search))));
}

fn seeds(message: &ToPage) -> Option<SeedsEvent> {
    match message {
        ToPage::Seeds(news) => Some((**news).clone()),
        _ => None,
    }
}

/// Returns the answer of a provider.
fn answer_of(news: &[SeedsEvent], id: &str) -> Result<Vec<String>, String> {
    let mut answers = news.iter().filter_map(|one| one.answer.as_ref());
    answers.find(|answer| answer.provider == id).map(|answer| answer.found.clone()).expect("it answered")
}

/// Returns the answer of the provider that a message is about.
fn told(news: &SeedsEvent) -> Result<Vec<String>, String> {
    news.answer.clone().expect("a provider answered").found
}

/// Returns all messages up to the last one of its search.
async fn answers(page: &Page) -> Vec<SeedsEvent> {
    page.until(|message| seeds(message).filter(|news| news.left == 0)).await;
    page.all(seeds)
}

#[wasm_bindgen_test]
async fn every_provider_of_a_seed_search_reports_separately() {
    let page = Page::new();
    let wanted = SeedSearch {
        text: "http://portal.test/".to_owned(),
        ..seed_search(7, &["demo-search", "pasted", "no-such"], "chess endgames")
    };
    find(&page, wanted);
    let news = answers(&page).await;
    assert_eq!(news.len(), 3);
    assert!(news.iter().all(|one| one.number == 7));
    assert_eq!(answer_of(&news, "demo-search"), Ok(Vec::new()));
    assert_eq!(answer_of(&news, "pasted"), Ok(Vec::new()));
    let unknown = answer_of(&news, "no-such").expect_err("none");
    assert!(unknown.contains("no seed source"), "{unknown}");
    let count = |id: &str| {
        let of = |found: &&FoundSeed| found.providers.iter().any(|own| own == id);
        news[2].seeds.iter().filter(of).count()
    };
    assert_eq!((count("demo-search"), count("pasted")), (10, 1));
}

#[wasm_bindgen_test]
async fn results_of_services_are_merged_and_timeouts_are_reported() {
    let _services = FakeFetch::install(include_str!("../fakes/services.js"));
    let page = Page::new();
    let services = ["wikipedia", "wikidata", "hacker-news", "marginalia", "crossref"];
    let wanted = SeedSearch { source: Source::Direct, for_start: true, ..seed_search(1, &services, "jumping spiders") };
    find(&page, wanted);
    let news = answers(&page).await;
    let why = |id: &str| answer_of(&news, id).err();
    assert_eq!((why("wikipedia"), why("marginalia")), (None, None));
    let late = why("hacker-news").unwrap_or_default();
    assert!(late.contains("No response within 5 seconds"), "{late}");
    let refused = why("crossref").unwrap_or_default();
    assert!(refused.contains("in a few minutes"), "{refused}");
    let none = why("wikidata").unwrap_or_default();
    assert!(none.contains("No results"), "{none}");
    let last = news.last().expect("five answers");
    assert_eq!((last.answer.as_ref().map(|answer| &*answer.provider), last.left), (Some("hacker-news"), 0));
    assert_eq!(last.starts, Some(3), "fewer than ten pages");
    let urls: Vec<&str> = (last.seeds.iter()).map(|found| found.seed.url.as_str()).collect();
    assert_eq!(
        urls,
        [
            "https://www.spiders.example.org/",
            "https://en.wikipedia.org/wiki/Jumping_spider",
            "https://bread.example.org/",
        ]
    );
    assert_eq!(last.seeds[0].providers, ["wikipedia", "marginalia"]);
}

#[wasm_bindgen_test]
async fn an_announced_search_requests_one_robots_txt_and_its_query_goes_to_no_service() {
    let _services = FakeFetch::install(
        "self.asked = []; self.fetch = async ({ url }) => { self.asked.push(url); return new Response('', {
            headers: { 'content-type': 'text/plain' } }); };",
    );
    let page = Page::new();
    let search =
        SeedSearch { source: Source::Direct, for_start: true, ..seed_search(1, &["wikipedia", "crossref"], "j") };
    let expect = |query: &str| {
        let search = SeedSearch { query: query.to_owned(), ..search.clone() };
        page.say(&ToWorker::Seeds(SeedsRequest::Expect(Box::new(search))));
    };
    expect("j");
    expect("jumping");
    let asked = || Array::from(&run("return self.asked")).join("\n").as_string().unwrap_or_default();
    TimeoutFuture::new(50).await;
    assert_eq!(asked(), "https://en.wikipedia.org/robots.txt");
    find(&page, SeedSearch { query: "jumping spiders".to_owned(), ..search.clone() });
    answers(&page).await;
    assert_eq!(asked().matches("robots.txt").count(), 1, "it is known: {}", asked());
    page.say(&ToWorker::Seeds(SeedsRequest::Stop));
}

#[wasm_bindgen_test]
async fn a_later_seed_search_replaces_an_earlier_one() {
    let page = Page::new();
    find(&page, seed_search(1, &["demo-search"], "jazz"));
    find(&page, seed_search(2, &["demo-search"], "chess"));
    let news = answers(&page).await;
    assert_eq!(news.iter().map(|one| one.number).collect::<Vec<_>>(), [2]);
}

#[wasm_bindgen_test]
async fn pages_of_earlier_crawls_of_the_same_source_are_found() {
    let page = Page::new();
    page.start(30).await;
    let pages = page.finished().await;
    let best = pages.iter().max_by(|one, other| one.relevance.total_cmp(&other.relevance));
    let title = best.map(|page| page.text.title.clone()).expect("pages were read");
    page.forget();
    find(&page, seed_search(1, &["library"], &title));
    let news = answers(&page).await;
    let mut found = news[0].seeds.iter();
    assert!(found.any(|found| found.seed.title == title));
    page.forget();
    let live = SeedSearch { source: Source::Direct, ..seed_search(2, &["library"], &title) };
    find(&page, live);
    let news = answers(&page).await;
    let none = answer_of(&news, "library").expect_err("the demo web is not the web");
    assert!(none.contains("in your Library"), "{none}");
}

/// Makes the database of this worker never open; returns the function that ends this.
const LOCKED: &str = "
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = () => ({});
    return () => { IDBFactory.prototype.open = open; };
";

#[wasm_bindgen_test]
async fn a_slow_library_is_left_out_after_the_time_limit_of_a_start() {
    let end: Function = run(LOCKED).unchecked_into();
    let page = Page::new();
    let wanted = SeedSearch { for_start: true, ..seed_search(1, &["library", "demo-search"], "chess endgames") };
    find(&page, wanted);
    let news = answers(&page).await;
    end.call0(&JsValue::NULL).expect("it runs");
    let last = news.last().expect("both answered");
    let late = answer_of(&news, "library").expect_err("the Library is slow");
    assert!(last.answer.as_ref().is_some_and(|answer| answer.provider == "library"), "{last:?}");
    assert!(late.contains("No response within 5 seconds"), "{late}");
    assert_eq!(last.seeds.len(), 10);
}

#[wasm_bindgen_test]
async fn bookmarks_are_read_from_a_file() {
    let page = Page::new();
    let text = b"<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF='http://a.test/jazz'>Jazz</A></DL>";
    let parts = Array::of1(&Uint8Array::from(&text[..]).into());
    let file = Blob::new_with_u8_array_sequence(&parts).expect("a file");
    page.say(&ToWorker::Seeds(SeedsRequest::FindInFile {
        seed_search: Box::new(seed_search(1, &["bookmarks"], "jazz")),
        file,
    }));
    let news = answers(&page).await;
    let found = &news[0].seeds[0].seed;
    assert_eq!(found.url.as_str(), "http://a.test/jazz");
}

#[wasm_bindgen_test]
async fn a_proxy_search_without_a_proxy_reports_a_remedy() {
    let page = Page::new();
    let nowhere = ProxyAddress::read("http://127.0.0.1:9", false).expect("an address");
    let wanted = SeedSearch { source: Source::ProxyAt(nowhere), ..seed_search(1, &["wikipedia"], "jazz") };
    find(&page, wanted);
    let news = answers(&page).await;
    let none = answer_of(&news, "wikipedia").expect_err("there is no proxy");
    assert!(none.contains("Connect"), "{none}");
}

/// Makes the check of the proxy never end; the number of checks is in `self.checks`.
const UNCHECKED_PROXY: &str = "
    const proxy = self.fetch;
    self.checks = 0;
    self.fetch = (request) => {
      if (!request.url.endsWith('/healthz')) return proxy(request);
      self.checks += 1;
      return new Promise(() => {});
    };
";

#[wasm_bindgen_test]
async fn the_first_requests_of_a_search_do_not_wait_for_the_check_of_the_proxy() {
    let _proxy = FakeFetch::install(include_str!("../fakes/proxy.js"));
    let _unchecked = FakeFetch::install(UNCHECKED_PROXY);
    let page = Page::new();
    let wanted = SeedSearch { source: Source::Proxy, ..seed_search(1, &["wikidata", "hacker-news"], "jazz") };
    find(&page, wanted);
    answers(&page).await;
    let sent = run("return self.saw.calls.flatMap((call) => call.urls).map((url) => new URL(url).hostname).join()");
    let sent = sent.as_string().unwrap_or_default();
    assert!(sent.contains("query.wikidata.org") && sent.contains("hn.algolia.com"), "{sent}");
    assert!(run("return self.checks").as_f64() == Some(1.0), "one check for all providers");
}

/// Allows no further request for a minute; the number of requests is in `self.asked`.
const LIMITED: &str = "
    self.asked = 0;
    self.fetch = async () => {
      self.asked += 1;
      return new Response('', { status: 429, headers: { 'retry-after': '60' } });
    };
";

#[wasm_bindgen_test]
async fn a_service_that_demanded_a_pause_is_not_asked_after_a_reload() {
    let _limited = FakeFetch::install(LIMITED);
    let wanted = SeedSearch { source: Source::Direct, ..seed_search(1, &["hacker-news"], "jazz") };
    let page = Page::new();
    find(&page, wanted.clone());
    let refused = told(&answers(&page).await[0]).expect_err("it limits requests");
    assert!(refused.contains("429"), "{refused}");
    let demanded = |message: &ToPage| match message {
        ToPage::SeedPauses(pauses) => Some(pauses.clone()),
        _ => None,
    };
    let pauses = page.all(demanded).pop().expect("the page stores it");

    let page = Page::new();
    find(&page, SeedSearch { pauses, ..wanted.clone() });
    let resting = told(&answers(&page).await[0]).expect_err("it is not asked");
    assert!(resting.contains("was not asked again"), "{resting}");
    assert!(run("return self.asked").as_f64() == Some(1.0));
    let mut over = Pauses::default();
    over.begin("hn.algolia.com".to_owned(), 60, 0);

    let page = Page::new();
    find(&page, SeedSearch { pauses: over, ..wanted });
    answers(&page).await;
    assert!(run("return self.asked").as_f64() == Some(2.0), "a pause that is over counts no more");
}

fn why(record: &PageRecord, source: Source) -> WhyRequest {
    WhyRequest {
        n: record.n,
        crawl: None,
        url: record.url.clone(),
        source,
        words: record.words.iter().map(|(word, _)| word.clone()).collect(),
        stemming: true,
        language: record.text.language.clone(),
        again: false,
    }
}

async fn text(page: &Page, request: WhyRequest) -> PageText {
    page.forget();
    page.say(&ToWorker::Why(Box::new(request)));
    let text = |message: &ToPage| match message {
        ToPage::Why(text) => Some((**text).clone()),
        _ => None,
    };
    page.until(text).await
}

#[wasm_bindgen_test]
async fn a_page_of_the_demo_web_is_read_again_and_its_words_are_marked() {
    let page = Page::new();
    page.start(30).await;
    let pages = page.finished().await;
    let mut latest = pages.iter().rev();
    let record = latest.find(|page| !page.words.is_empty());
    let record = record.expect("a page with the words");
    let told = text(&page, why(record, Source::Demo)).await;
    assert_eq!((told.n, &told.url, told.is_new), (record.n, &record.url, false));
    let passages = told.text.expect("it is at hand").passages;
    let marked = passages.iter().map(|passage| passage.marks.len());
    assert!(marked.sum::<usize>() > 0, "{passages:?}");
    for passage in &passages {
        let places = passage.marks.iter();
        let inside = |(from, to): &(u32, u32)| passage.text.get(*from as usize..*to as usize).is_some();
        assert!(places.into_iter().all(inside));
    }
}

#[wasm_bindgen_test]
async fn a_page_without_a_saved_text_is_not_fetched_unasked() {
    let page = Page::new();
    let url = CanonicalUrl::parse("http://127.0.0.1:9/").expect("a URL");
    let request = WhyRequest {
        n: 1,
        crawl: Some("no such crawl".into()),
        url,
        source: Source::Direct,
        words: vec!["jazz".into()],
        stemming: true,
        language: None,
        again: false,
    };
    let told = text(&page, request.clone()).await;
    assert_eq!(told.text, Err(TextUnavailable::NotKept));
    let told = text(&page, WhyRequest { again: true, ..request }).await;
    assert!(
        matches!(told.text, Err(TextUnavailable::Failed(sentence)) if sentence.contains("not on the public internet"))
    );
}

/// With sites as the source, no host of this device gets a request: from the search for seeds, the reader, a crawl, or
/// the training of a model.
#[wasm_bindgen_test]
async fn no_part_of_the_worker_directly_requests_a_private_host() {
    let _sites = FakeFetch::install(include_str!("../fakes/sites.js"));
    let page = Page::new();
    let address = "http://127.0.0.1:9/reboot?now=1".to_owned();
    let wanted = SeedSearch {
        source: Source::Direct,
        addresses: ["site", "searxng"].map(|id| (id.to_owned(), address.clone())).into(),
        ..seed_search(1, &["site", "searxng"], "spiders")
    };
    find(&page, wanted);
    for news in answers(&page).await {
        let none = told(&news).expect_err("nothing is asked");
        assert!(none.contains("public internet"), "{none}");
    }
    page.say(&ToWorker::Reader(ReaderRequest::Read(PageRequest {
        number: 1,
        address: address.clone(),
        source: Source::Direct,
        kept_will_do: false,
    })));
    let read = |message: &ToPage| match message {
        ToPage::Read { read, .. } => Some(read.clone()),
        _ => None,
    };
    let unread = page.until(read).await.expect_err("nothing is asked");
    assert!(unread.contains("public internet"), "{unread:?}");
    page.say(&ToWorker::Start {
        plan: Box::new(Plan { query: "spiders".to_owned(), seeds: vec![address], ..Plan::default() }),
        source: Source::Direct,
        stay: false,
        model: None,
        topic: None,
    });
    let ended = |message: &ToPage| match message {
        ToPage::Batch(batch) if matches!(batch.progress.phase, Phase::Ended(_)) => Some(()),
        _ => None,
    };
    page.until(ended).await;
    let refused = |message: &ToPage| match message {
        ToPage::Batch(batch) => batch.progress.refusals.get("address").copied(),
        _ => None,
    };
    assert_eq!(page.all(refused).last(), Some(&1), "the seed is refused");
    assert!(run("return self.saw.asked.length").as_f64() == Some(0.0));
}

/// The first half of a gzip file of this text.
fn half_packed(text: &str) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::best());
    file.write_all(text.as_bytes()).expect("memory");
    let file = file.finish().expect("memory");
    file[..file.len() / 2].to_vec()
}

#[wasm_bindgen_test]
async fn every_complete_entry_of_a_truncated_gzip_list_is_a_seed() {
    let address = |n: u32| format!("http://garden.site.org/spiders/{:08x}", n.wrapping_mul(2_654_435_761));
    for (number, line) in [
        (20, |address: &str| format!("<url><loc>{address}</loc></url>")),
        (5_000, |address: &str| format!("<url><loc>{address}</loc></url>")),
        (20, |address: &str| format!("{address}\n")),
        (5_000, |address: &str| format!("{address}\n")),
    ] as [(u32, fn(&str) -> String); 4]
    {
        let addresses: Vec<String> = (0..number).map(address).collect();
        let lines: String = addresses.iter().map(|address| line(address)).collect();
        let head = if lines.starts_with('<') { "<urlset>" } else { "" };
        let news = found_in(&half_packed(&format!("{head}{lines}"))).await;
        let told = told(&news).expect("its beginning is read");
        assert!(news.seeds.len() > 1, "{} seeds", news.seeds.len());
        for FoundSeed { seed, .. } in &news.seeds {
            assert!(addresses.iter().any(|address| address == seed.url.as_str()), "{}", seed.url);
        }
        assert!(told.iter().any(|one| one.contains("Only the beginning")), "{told:?}");
    }
}

/// Caches append comments to what they serve, also to compressed files.
#[wasm_bindgen_test]
async fn a_comment_behind_a_gzip_sitemap_costs_nothing() {
    let mut file = GzEncoder::new(Vec::new(), Compression::best());
    write!(file, "<urlset>{ENTRY}</urlset>").expect("memory");
    let file = [&file.finish().expect("memory")[..], b"<!-- cached page -->"].concat();
    let news = found_in(&file).await;
    told(&news).expect("it is read");
    let seeds: Vec<&str> = news.seeds.iter().map(|found| found.seed.url.as_str()).collect();
    assert_eq!(seeds, ["http://garden.site.org/spiders"]);
}

/// A gzip file without a proper end: parts of its text, each repeated. No reader may reach its end.
fn packed(parts: &[(&str, usize)]) -> Vec<u8> {
    let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    for (text, times) in parts {
        let mut packed = Vec::with_capacity(text.len() + 1_024);
        // After a full flush nothing refers to what came before: the bytes can be repeated.
        Compress::new(Compression::best(), false)
            .compress_vec(text.as_bytes(), &mut packed, FlushCompress::Full)
            .expect("it has room");
        file.extend(packed.repeat(*times));
    }
    file
}

/// Sets the site's sitemap, and returns the seeds found in it.
async fn found_in(sitemap: &[u8]) -> SeedsEvent {
    let _site = FakeFetch::install(include_str!("../fakes/sitemap.js"));
    let bytes = Uint8Array::from(sitemap);
    Reflect::set(&js_sys::global(), &"sitemap".into(), &bytes).expect("a global can be set");
    let page = Page::new();
    let wanted = SeedSearch {
        source: Source::Direct,
        addresses: [("site".to_owned(), "http://garden.site.org/sitemap.xml.gz".to_owned())].into(),
        ..seed_search(1, &["site"], "spiders")
    };
    find(&page, wanted);
    answers(&page).await.remove(0)
}

const ENTRY: &str = "<url><loc>http://garden.site.org/spiders</loc></url>";

#[wasm_bindgen_test]
async fn a_gigabyte_gzip_sitemap_is_unpacked_up_to_five_megabytes() {
    let zeros = " ".repeat(1024 * 1024);
    let bomb = packed(&[(&format!("<urlset>{ENTRY}"), 1), (&zeros, 1_000)]);
    assert!(bomb.len() > 800_000, "{} bytes", bomb.len());
    let news = found_in(&bomb).await;
    told(&news).expect("the entry before the spaces counts");
    assert_eq!(news.seeds.len(), 1);
    let count = |name: &str| run(&format!("return self.counted.{name}")).as_f64();
    let (written, largest) = (count("written"), count("largest"));
    // Deflate expands a byte to at most 1,032.
    assert!(
        written.is_some_and(|written| written > 0.0 && written < 40_000.0),
        "{written:?} packed bytes were unpacked"
    );
    assert!(largest.is_some_and(|largest| largest <= 4_096.0), "{largest:?} packed bytes were written at once");
    let taken = count("taken");
    assert!(taken.is_some_and(|taken| taken < 8_000_000.0), "{taken:?} bytes were taken");
}

#[wasm_bindgen_test]
async fn a_gzip_sitemap_with_a_million_pages_is_truncated_with_a_notice() {
    let page = |n| format!("<url><loc>http://garden.site.org/spiders/{n}</loc></url>");
    let pages: Vec<String> = (0..1_000).map(page).collect();
    let pages = pages.concat();
    let news = found_in(&packed(&[("<urlset>", 1), (&pages, 1_000)])).await;
    let told = told(&news).expect("its first pages are seeds");
    assert!(!news.seeds.is_empty());
    assert!(told.iter().any(|one| one.contains("Only the beginning")), "{told:?}");
}
