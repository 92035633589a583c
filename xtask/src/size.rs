//! What a browser downloads: compressed copies beside the files of a folder, and the table of their sizes.
//!
//! The copies (`.br`, `.gz`) are for servers that send precompressed files; others ignore them.

use crate::failure::{Failure, Outcome};
use crate::fingerprint::files_below;
use crate::post_build::{read, write};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// The extensions that are worth compressing; images and archives are compressed already.
const COMPRESSED: [&str; 7] = ["html", "js", "css", "wasm", "svg", "json", "bin"];

/// One file of the app, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Size {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

impl Size {
    fn add(self, other: Self) -> Self {
        Self {
            raw: self.raw + other.raw,
            gzip: self.gzip + other.gzip,
            brotli: self.brotli + other.brotli,
        }
    }
}

/// Writes the compressed copies and gives the table.
pub(crate) fn compress(dir: &Path) -> Outcome<String> {
    let mut sizes = Vec::new();
    for file in files_below(dir)? {
        let extension = file
            .extension()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !COMPRESSED.contains(&extension.as_str()) {
            continue;
        }
        let bytes = read(&file)?;
        let size = write_copies(&file, &bytes)?;
        let name = file
            .strip_prefix(dir)
            .unwrap_or(&file)
            .to_string_lossy()
            .replace('\\', "/");
        sizes.push((name, size));
    }
    Ok(table(&sizes))
}

fn write_copies(file: &Path, bytes: &[u8]) -> Outcome<Size> {
    let failed = || Failure::file("compress", file);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(bytes).map_err(failed())?;
    let gzip = gzip.finish().map_err(failed())?;
    let mut brotli = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &*bytes, &mut brotli, &settings).map_err(failed())?;
    for (end, copy) in [("gz", &gzip), ("br", &brotli)] {
        let mut name = file.as_os_str().to_owned();
        name.push(format!(".{end}"));
        write(Path::new(&name), copy)?;
    }
    Ok(Size {
        raw: bytes.len(),
        gzip: gzip.len(),
        brotli: brotli.len(),
    })
}

/// When a browser asks for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// Before anything can be seen.
    First,
    /// While the person looks at the page: the worker.
    Next,
    /// Only when something needs it.
    OnDemand,
}

fn when(name: &str) -> When {
    let top = !name.contains('/');
    match name.rsplit('.').next() {
        Some("html" | "css" | "js" | "wasm") if top && name.starts_with("worker") => When::Next,
        Some("html" | "css" | "js" | "wasm") if top => When::First,
        _ => When::OnDemand,
    }
}

fn table(sizes: &[(String, Size)]) -> String {
    let mut text = format!(
        "{:<44} {:>12} {:>12} {:>12}\n",
        "bytes", "raw", "gzip", "brotli"
    );
    let mut whole = Size::default();
    for (group, title) in [
        (When::First, "before the first paint"),
        (When::Next, "with the worker"),
    ] {
        for (name, size) in sizes.iter().filter(|(name, _)| when(name) == group) {
            text.push_str(&row(name, *size));
            whole = whole.add(*size);
        }
        text.push_str(&row(&format!("= {title}"), whole));
    }
    for (name, size) in sizes
        .iter()
        .filter(|(name, _)| when(name) == When::OnDemand)
    {
        text.push_str(&row(&format!("{name} (on demand)"), *size));
    }
    text
}

fn row(name: &str, size: Size) -> String {
    let mut row = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        row,
        "{name:<44} {:>12} {:>12} {:>12}",
        size.raw, size.gzip, size.brotli
    );
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sorted_by_when_the_browser_asks_for_them() {
        let cases = [
            ("index.html", When::First),
            ("app-1_bg.wasm", When::First),
            ("app_start-1.js", When::First),
            ("worker-1_bg.wasm", When::Next),
            ("icon.svg", When::OnDemand),
            ("data/words.bin", When::OnDemand),
        ];
        for (name, expected) in cases {
            assert_eq!(when(name), expected, "{name}");
        }
    }

    #[test]
    fn the_sums_leave_out_what_is_fetched_on_demand() {
        let size = |raw| Size {
            raw,
            gzip: 1,
            brotli: 1,
        };
        let sizes = [("index.html", 10), ("worker-1.js", 5), ("data/x.bin", 1000)]
            .map(|(n, raw)| (n.to_owned(), size(raw)));
        let table = table(&sizes);
        let sums: Vec<_> = table.lines().filter(|line| line.starts_with('=')).collect();
        assert!(
            sums[0].contains(" 10 ") && sums[1].contains(" 15 "),
            "{table}"
        );
    }
}
