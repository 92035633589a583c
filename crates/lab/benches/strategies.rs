//! Measures the cost of each strategy in a short and a long crawl: `SALTICID_WEB=FILE.warc.gz SALTICID_TOPIC=FILE#NAME
//! cargo bench -p salticid-lab --bench strategies`.
//!
//! Every crawl is a separate process, `salticid-lab crawl`, so that its memory can be measured; the fastest of several
//! runs counts.

use engine::strategy::LIST;
use std::process::Command;

/// The numbers of pages of the two crawls.
const PAGES: [u32; 2] = [500, 4_000];
const RUNS: usize = 3;

fn main() {
    let (Ok(web), Ok(topic)) = (std::env::var("SALTICID_WEB"), std::env::var("SALTICID_TOPIC")) else {
        println!("name a web with SALTICID_WEB=FILE.warc.gz and a topic with SALTICID_TOPIC=FILE#NAME");
        return;
    };
    let [short, long] = PAGES;
    println!("| strategy | {short} pages | {long} pages | cost a page, long to short | memory |");
    println!("| --- | --- | --- | --- | --- |");
    for entry in LIST {
        let [of_short, of_long] = PAGES.map(|pages| best(&web, &topic, entry.id, pages));
        println!(
            "| `{}` | {:.0} | {:.0} | {:.2} | {:.0} MB |",
            entry.id,
            of_short.speed,
            of_long.speed,
            of_short.speed / of_long.speed,
            of_long.memory
        );
    }
}

/// The measured values of a crawl.
struct Said {
    /// The number of pages per second.
    speed: f64,
    /// The peak memory in megabytes.
    memory: f64,
}

/// Returns the fastest run.
fn best(web: &str, topic: &str, strategy: &str, pages: u32) -> Said {
    let runs = (0..RUNS).map(|_| crawl(web, topic, strategy, pages));
    let fastest = runs.max_by(|a, b| a.speed.total_cmp(&b.speed));
    fastest.expect("there is at least one run")
}

fn crawl(web: &str, topic: &str, strategy: &str, pages: u32) -> Said {
    let pages = pages.to_string();
    let arguments =
        ["crawl", "--web", web, "--topic", topic, "--strategy", strategy, "--pages", &pages, "--log", "/dev/null"];
    let run = Command::new(env!("CARGO_BIN_EXE_salticid-lab")).args(arguments).output();
    let output = String::from_utf8_lossy(&run.expect("the lab can be run").stderr).into_owned();
    let number = |unit: &str| {
        let before = output.split(unit).next().filter(|before| before.len() < output.len());
        let word = before.and_then(|before| before.split_whitespace().last());
        word.and_then(|word| word.parse().ok()).unwrap_or(f64::NAN)
    };
    assert!(output.contains("pages a second"), "{strategy}: {output}");
    Said { speed: number(" pages a second"), memory: number(" MB of memory") }
}
