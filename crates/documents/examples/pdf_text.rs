//! Writes the text of PDF files, and a line about each: milliseconds, class or pages, links, title.
//!
//! Usage: `pdf_text OUT FILE…`. `checks/run.sh` measures with it.
#![allow(clippy::print_stdout, reason = "it is a program")]

use documents::Limits;
use documents::pdf::read;
use std::path::Path;
use std::time::Instant;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let out = arguments.next().unwrap_or_default();
    for path in arguments {
        let bytes = fs::read(&path)?;
        let start = Instant::now();
        let text = read(&bytes, &Limits::default());
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        let name = Path::new(&path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (class, links, title) = match &text {
            Ok(text) => (text.page_count.to_string(), text.links.len(), text.title.replace(['\t', '\n'], " ")),
            Err(class) => (format!("{class:?}"), 0, String::new()),
        };
        fs::write(Path::new(&out).join(name + ".txt"), text.map(|text| text.pages.join("\n\n")).unwrap_or_default())?;
        println!("{path}\t{}\t{ms:.1}\t{class}\t{links}\t{title}", bytes.len());
    }
    Ok(())
}
