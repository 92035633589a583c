//! A crawl of 10,000 pages of which a fifth of all answers is spoiled (time-outs, resets, 5xx, cut bodies, wrong types), and the same
//! web to its end: what became of every URL.
//!
//! `cargo bench -p salticid-lab --bench faults`. One demo web has fewer pages than that, so several stand side by side. The account is
//! kept from the events, commands and notes, not from the crawl's counters. Exits with an error where a URL is lost, comes twice, or
//! ended otherwise than its fault explains.

#[path = "../tests/support/mod.rs"]
mod support;

use demo_web::DemoWebSpec;
use std::process::ExitCode;
use std::time::Instant;
use support::{Account, CombinedDemoWebs, Faulty, audited, plan};
use types::report::EndReason;

/// Seed numbers of the webs.
const WORLDS: [u64; 4] = [1, 2, 3, 4];
const PAGES: u32 = 10_000;
/// More than there are: the crawl ends where no link is left.
const ALL: u32 = 1_000_000;
const PERCENT: u64 = 20;
const SEED: u64 = 1;

fn main() -> ExitCode {
    // Cargo's test runner starts benchmarks as well, without this word.
    if !std::env::args().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let worlds = CombinedDemoWebs::of(&WORLDS.map(DemoWebSpec::from));
    println!(
        "{} demo webs, {} planned pages",
        WORLDS.len(),
        worlds.pages()
    );
    let web = Faulty {
        web: &worlds,
        percent: PERCENT,
        seed: SEED,
    };
    let goals = [
        (PAGES, EndReason::BudgetSpent),
        (ALL, EndReason::FrontierEmpty),
    ];
    let fine = goals.map(|(pages, end)| {
        let start = Instant::now();
        let account = audited(plan(&worlds, pages), &web);
        print(&account, start.elapsed().as_secs_f64());
        holds(&account, end)
    });
    if fine == [true, true] {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns whether the crawl ended as it should, with everything accounted for; says what is wrong.
fn holds(account: &Account, end: EndReason) -> bool {
    let mut complaints = account.complaints();
    if account.end != Some(end) {
        complaints.push(format!("the end is {:?}, not {end:?}", account.end));
    }
    if account.pages() < PAGES {
        complaints.push(format!("{} pages, fewer than {PAGES}", account.pages()));
    }
    if end == EndReason::FrontierEmpty && account.waiting > 0 {
        complaints.push(format!(
            "{} URLs wait though the crawl is at its end",
            account.waiting
        ));
    }
    for line in complaints.iter().take(20) {
        println!("  ! {line}");
    }
    complaints.is_empty()
}

fn print(account: &Account, seconds: f64) {
    let end = account.end.map_or("none", EndReason::code);
    println!(
        "\ncrawl to {} pages in {seconds:.1} s, end: {end}",
        account.pages()
    );
    println!(
        "  ordered {} ({} pages, {} robots.txt), answered {}, robots.txt left when the last page was done {}",
        account.pages_ordered + account.robots_ordered,
        account.pages_ordered,
        account.robots_ordered,
        account.answered,
        account.left
    );
    println!(
        "  pages spoiled {}: {:?}",
        account.faults(),
        account.injected
    );
    println!("  URLs met {}", account.met);
    println!("  told as pages {}: {:?}", account.pages(), account.done);
    println!(
        "  refused {}: {:?}",
        account.refused.values().sum::<u32>(),
        account.refused
    );
    println!(
        "  led elsewhere {}, asked again {}",
        account.moved, account.again
    );
    println!("  still waiting {}", account.waiting);
    println!(
        "  lost {}, twice {}, otherwise wrong {}",
        account.lost.len(),
        account.twice.len(),
        account.wrong.len()
    );
}
