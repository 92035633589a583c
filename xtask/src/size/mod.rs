//! Measures what a browser downloads: compresses the files of a folder, prints their sizes and checks the limits.
//!
//! The copies (`.br`, `.gz`) are for servers that send precompressed files; others ignore them.

use crate::files::{files_below, name_in};
use crate::join::JOINED;
use anyhow::{Result, ensure};
use fs_err as fs;
use std::io::Write as _;
use std::path::Path;

/// The extensions that are worth compressing; images and archives are compressed already.
const COMPRESSED: [&str; 7] = ["html", "js", "css", "wasm", "svg", "json", "bin"];
/// The extension of files that are sent as they are, and count as they are.
const PACKED: &str = "gz";

/// The sums of the table: what a browser has downloaded when something has come true. The limits are the newest
/// measurements with a tenth to spare. The page is larger since 2026-12-01: layout of results, shortcuts, tour and
/// requests to the extension are part of its state and effects, no longer of the views that are loaded with a screen.
const SUMS: [Sum; 3] = [
    Sum { when: When::Paint, title: "before the first paint", goal: 120_000, limit: 16_700 },
    Sum { when: When::Page, title: "with the page's program", goal: 250_000, limit: 438_000 },
    Sum { when: When::Worker, title: "with the worker: all", goal: 500_000, limit: 1_263_500 },
];

/// The goal for everything until the first page of the demo web is shown: the sums, the chunks of [`DEMO_WEB_CHUNKS`],
/// and the small ones that several share.
const DEMO_WEB_GOAL: usize = 600_000;
/// The chunks that a crawl of the demo web loads. The larger ones that several share have no names, and are left out.
const DEMO_WEB_CHUNKS: [&str; 2] = ["crawl", "demo"];

/// The most that a chunk of this name may have, as Brotli, in bytes: the measurements of 2026-11-25
/// (`docs/benchmarks/downloads.md`) with a tenth to spare. Page and worker may both have a chunk of a name; the limit
/// is that of the larger one.
const CHUNK_LIMITS: [(&str, usize); 9] = [
    ("compare", 223_700),
    ("crawl", 224_600),
    // The reader of documents, since 2026-11-29. Most of it are the tables of characters of PDF files.
    ("documents", 630_000),
    // Larger since 2026-11-28: outlines and metadata of pages, exports of topics and documents, damaged recordings,
    // judgments in files of crawls, odd recordings and lists of URLs.
    ("library", 262_000),
    ("adaptive", 54_500),
    ("trained", 47_600),
    // Larger since 2026-11-28: nine more services, citations, learned ranks, damaged and relative feeds, kept pauses,
    // early starts, the languages of queries.
    ("seeds", 90_000),
    ("train", 56_700),
    // Larger since 2026-11-27: it trains from judged pages and their saved bodies.
    ("training", 62_000),
];
/// The most that any other chunk may have, as Brotli, in bytes: the largest of them with a tenth to spare.
const OTHER_CHUNK_LIMIT: usize = 86_700;
/// The most that another file may have that is fetched on demand, as it is sent, in bytes: the lexicon is by far the
/// largest.
const ON_DEMAND_LIMIT: usize = 3_000_000;

/// Everything that a browser has downloaded at some moment, as brotli, in bytes.
struct Sum {
    when: When,
    title: &'static str,
    /// The size to aim for.
    goal: usize,
    /// The size above which tests fail.
    limit: usize,
}

/// One file of the app, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Size {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

impl Size {
    fn add(self, other: Self) -> Self {
        Self { raw: self.raw + other.raw, gzip: self.gzip + other.gzip, brotli: self.brotli + other.brotli }
    }
}

/// Writes the compressed copies and gives the sizes, file by file.
pub(crate) fn compress(folder: &Path) -> Result<Sizes> {
    let mut sizes = Vec::new();
    for file in files_below(folder)? {
        let extension = file.extension().unwrap_or_default().to_string_lossy();
        let bytes = fs::read(&file)?;
        let raw = bytes.len();
        let size = match &*extension {
            PACKED => Size { raw, gzip: raw, brotli: raw },
            extension if COMPRESSED.contains(&extension) => write_copies(&file, &bytes)?,
            _ => continue,
        };
        sizes.push((name_in(folder, &file), size));
    }
    Ok(Sizes(sizes))
}

fn write_copies(file: &Path, bytes: &[u8]) -> Result<Size> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(bytes)?;
    let gzip = gzip.finish()?;
    let mut brotli = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
    brotli::BrotliCompress(&mut &*bytes, &mut brotli, &settings)?;
    for (end, copy) in [(".gz", &gzip), (".br", &brotli)] {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        fs::write(name, copy)?;
    }
    Ok(Size { raw: bytes.len(), gzip: gzip.len(), brotli: brotli.len() })
}

/// The time at which a browser requests a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum When {
    /// Before anything can be seen: the page paints its box from these alone.
    Paint,
    /// Right after: the page's program.
    Page,
    /// While the person looks at the page: the worker.
    Worker,
    /// Only when something needs it.
    OnDemand,
}

/// Returns the last segment of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns true for a chunk of a program, by the name that wasm-split gave it, and for the small ones together.
fn is_chunk(path: &str) -> bool {
    let name = last(path);
    name.starts_with("chunk_") || name.starts_with("split_") || name == JOINED
}

/// Returns the name by which the code declares a chunk; `None` for code that several chunks share, and for other files.
fn chunk_name(file: &str) -> Option<&str> {
    last(file).strip_prefix("split_")?.strip_suffix(".wasm")
}

/// Returns the most that a chunk may have, as Brotli, in bytes.
fn chunk_limit(file: &str) -> usize {
    let known = CHUNK_LIMITS.iter().find(|(name, _)| Some(*name) == chunk_name(file));
    known.map_or(OTHER_CHUNK_LIMIT, |(_, limit)| *limit)
}

fn when(name: &str) -> When {
    let is_top = !name.contains('/');
    match name.rsplit('.').next() {
        Some("wasm") if is_chunk(name) => When::OnDemand,
        Some("js" | "wasm") if name.starts_with("worker-") => When::Worker,
        Some("js" | "wasm") if name.starts_with("app") => When::Page,
        Some("html" | "css") if is_top => When::Paint,
        _ => When::OnDemand,
    }
}

/// The sizes of a folder's files, by name.
pub(crate) struct Sizes(Vec<(String, Size)>);

impl Sizes {
    fn requested(&self, when_asked: When) -> impl Iterator<Item = &(String, Size)> {
        self.0.iter().filter(move |(name, _)| when(name) == when_asked)
    }

    /// Returns the files requested by then.
    fn until(&self, moment: When) -> Size {
        let asked = self.0.iter().filter(|(name, _)| when(name) <= moment);
        asked.fold(Size::default(), |sum, (_, size)| sum.add(*size))
    }

    /// Returns the files requested until the first page of the demo web is shown.
    fn until_demo_web(&self) -> Size {
        let is_loaded = |name: &str| match chunk_name(name) {
            Some(chunk) => DEMO_WEB_CHUNKS.contains(&chunk),
            None => last(name) == JOINED,
        };
        let chunks = self.0.iter().filter(|(name, _)| is_loaded(name));
        chunks.fold(self.until(When::Worker), |sum, (_, size)| sum.add(*size))
    }

    /// Returns the table for people, with the goals.
    pub(crate) fn table(&self) -> String {
        let mut text = format!("{:<36} {:>10} {:>10} {:>10}\n", "bytes", "raw", "gzip", "brotli");
        for sum in SUMS {
            for (name, size) in self.requested(sum.when) {
                text.push_str(&row(name, *size, ""));
            }
            let marks = format!("  limit {}, goal {}", sum.limit, sum.goal);
            text.push_str(&row(&format!("= {}", sum.title), self.until(sum.when), &marks));
        }
        text.push_str(&row(
            "= with the first page of the demo web",
            self.until_demo_web(),
            &format!("  goal {DEMO_WEB_GOAL}"),
        ));
        for (name, size) in self.requested(When::OnDemand) {
            text.push_str(&row(&format!("{name} (on demand)"), *size, ""));
        }
        text
    }

    /// Fails where a sum, or a file that is fetched on demand, passes its limit.
    pub(crate) fn check(&self) -> Result<()> {
        let on_demand = self.requested(When::OnDemand).map(|(name, size)| {
            let in_chunk = ("on demand, in one chunk", size.brotli, chunk_limit(name));
            if is_chunk(name) { in_chunk } else { ("on demand, in one file", size.brotli, ON_DEMAND_LIMIT) }
        });
        let sums = SUMS.iter().map(|sum| (sum.title, self.until(sum.when).brotli, sum.limit));
        for (what, brotli, limit) in on_demand.chain(sums) {
            ensure!(
                brotli <= limit,
                "what a browser downloads {what} has {brotli} bytes, the limit is {limit}: make it smaller, or raise \
                the limit in xtask/src/size/mod.rs with a reason"
            );
        }
        Ok(())
    }
}

fn row(name: &str, size: Size, marks: &str) -> String {
    let Size { raw, gzip, brotli } = size;
    format!("{name:<36} {raw:>10} {gzip:>10} {brotli:>10}{marks}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(sizes: &[(&str, usize)]) -> Sizes {
        let size = |brotli| Size { raw: 2 * brotli, gzip: 1, brotli };
        let named = sizes.iter().map(|(name, brotli)| ((*name).to_owned(), size(*brotli)));
        Sizes(named.collect())
    }

    #[test]
    fn files_are_sorted_by_when_the_browser_asks_for_them() {
        let cases = [
            ("index.html", When::Paint),
            ("app-1.css", When::Paint),
            ("app_start-1.js", When::Page),
            ("worker-1_loader.js", When::Worker),
            ("worker-1/worker_bg.wasm", When::Worker),
            ("worker-1/__wasm_split.js", When::Worker),
            ("worker-1/split_compare.wasm", When::OnDemand),
            ("worker-1/chunk_7.wasm", When::OnDemand),
            ("worker-1/chunks.wasm", When::OnDemand),
            ("app-1/app_bg.wasm", When::Page),
            ("app-1/snippets/salticid-1/inline0.js", When::Page),
            ("app-1/split_compare.wasm", When::OnDemand),
            ("layout-1/layout_bg.wasm", When::OnDemand),
            ("layout-1_loader.js", When::OnDemand),
            ("service_worker.js", When::OnDemand),
            ("vendor/uplot-1.6.32/uPlot.iife.min.js", When::OnDemand),
            ("icon.svg", When::OnDemand),
            ("lexicon/words-1.lex.gz", When::OnDemand),
        ];
        for (name, expected) in cases {
            assert_eq!(when(name), expected, "{name}");
        }
    }

    #[test]
    fn the_sums_grow_and_leave_out_what_is_fetched_on_demand() {
        let sizes = sizes(&[
            ("index.html", 10),
            ("app_start-1.js", 7),
            ("worker-1_loader.js", 5),
            ("app-1/split_crawl.wasm", 3),
            ("worker-1/split_demo.wasm", 2),
            ("worker-1/chunks.wasm", 4),
            ("worker-1/chunk_7.wasm", 100),
            ("worker-1/split_compare.wasm", 50),
            ("x/x.lex.gz", 1000),
        ]);
        let sums = SUMS.map(|sum| sizes.until(sum.when).brotli);
        assert_eq!(sums, [10, 17, 22]);
        assert_eq!(sizes.until_demo_web().brotli, 31);
        for goal in [120_000, 250_000, 500_000, 600_000] {
            let (table, goal) = (sizes.table(), format!("goal {goal}\n"));
            assert!(table.contains(&goal), "{table}");
        }
    }

    #[test]
    fn what_is_beyond_its_limit_is_told_by_name() {
        for (file, limit, name) in [
            ("index.html", 16_700, "before the first paint"),
            ("worker-1/split_compare.wasm", 223_700, "in one chunk"),
            ("app-1/split_train.wasm", 56_700, "in one chunk"),
            ("worker-1/chunk_7.wasm", 86_700, "in one chunk"),
            ("lexicon/words.lex.gz", 3_000_000, "on demand"),
        ] {
            assert!(sizes(&[(file, limit)]).check().is_ok(), "{file}");
            let failure = sizes(&[(file, limit + 1)]).check();
            let message = failure.map_or_else(|failure| failure.to_string(), |()| String::new());
            let bytes = (limit + 1).to_string();
            assert!(message.contains(name) && message.contains(&bytes), "{message}");
        }
    }
}
