//! Crawls 10,000 pages of a web in which a fifth of all responses is faulty (time-outs, resets, 5xx, truncated bodies, wrong types),
//! and the same web to its end, and accounts for every URL.
//!
//! `cargo bench -p salticid-lab --bench faults`. One demo web has fewer pages than that, so several are combined. The account is built
//! from events, commands and notifications, not from the crawl's counters. Exits with an error if a URL is lost, occurs twice, or
//! ended in a way that its fault does not explain.

#[path = "../tests/support/mod.rs"]
mod support;

use demo_web::DemoWebSpec;
use std::process::ExitCode;
use std::time::Instant;
use support::{Account, CombinedDemoWebs, Faulty, audited, plan};
use types::report::EndReason;

/// The random seeds of the webs.
const WORLDS: [u64; 4] = [1, 2, 3, 4];
const PAGES: u32 = 10_000;
/// More pages than exist, so that the crawl ends when the frontier is empty.
const ALL: u32 = 1_000_000;
const PERCENT: u64 = 20;
const SEED: u64 = 1;

fn main() -> ExitCode {
    // Cargo's test runner also starts benchmarks, but without this argument.
    if !std::env::args().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let worlds = CombinedDemoWebs::of(&WORLDS.map(DemoWebSpec::from));
    println!("{} demo webs, {} planned pages", WORLDS.len(), worlds.pages());
    let web = Faulty { web: &worlds, percent: PERCENT, seed: SEED };
    let goals = [(PAGES, EndReason::BudgetSpent), (ALL, EndReason::FrontierEmpty)];
    let fine = goals.map(|(pages, end)| {
        let start = Instant::now();
        let account = audited(plan(&worlds, pages), &web);
        print(&account, start.elapsed().as_secs_f64());
        holds(&account, end)
    });
    if fine == [true, true] { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns true if the crawl ended as expected and every URL is accounted for; prints the errors.
fn holds(account: &Account, end: EndReason) -> bool {
    let mut complaints = account.complaints();
    if account.end != Some(end) {
        complaints.push(format!("the end is {:?}, not {end:?}", account.end));
    }
    if account.pages() < PAGES {
        complaints.push(format!("{} pages, fewer than {PAGES}", account.pages()));
    }
    if end == EndReason::FrontierEmpty && account.waiting > 0 {
        complaints.push(format!("{} URLs wait though the crawl is at its end", account.waiting));
    }
    for line in complaints.iter().take(20) {
        println!("  ! {line}");
    }
    complaints.is_empty()
}

fn print(account: &Account, seconds: f64) {
    let end = account.end.map_or("none", EndReason::code);
    println!("\ncrawl to {} pages in {seconds:.1} s, end: {end}", account.pages());
    println!(
        "  ordered {} ({} pages, {} robots.txt), answered {}, robots.txt left when the last page was done {}",
        account.pages_ordered + account.robots_ordered,
        account.pages_ordered,
        account.robots_ordered,
        account.answered,
        account.left
    );
    println!("  pages spoiled {}: {:?}", account.faults(), account.injected);
    println!("  URLs met {}", account.met);
    println!("  told as pages {}: {:?}", account.pages(), account.done);
    println!("  refused {}: {:?}", account.refused.values().sum::<u32>(), account.refused);
    println!("  led elsewhere {}, asked again {}", account.moved, account.again);
    println!("  still waiting {}", account.waiting);
    println!("  lost {}, twice {}, otherwise wrong {}", account.lost.len(), account.twice.len(), account.wrong.len());
}
