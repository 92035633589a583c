//! Reads saved crawls (`.salticid`) that the app or the job on Spark exports: the crawl is rebuilt from its plan, its
//! snapshot and its events.
//!
//! Pages and their bodies, which the file also contains, are not read.

use crate::assets;
use archive::bundle::{Bundle, CrawlMetadata, values};
use engine::crawl::{CheckedPlan, Crawl};
use engine::journal;
use types::text::joined;

/// Returns the crawl of a file.
///
/// # Errors
/// The reason that it cannot be rebuilt, in a sentence.
pub fn read(file: &[u8]) -> Result<Crawl, String> {
    let bundle = Bundle::open(file).map_err(|error| error.to_string())?;
    let section = |name: &str| {
        let section = bundle.read_section(name).transpose();
        section.map_err(|error| error.to_string())
    };
    let card = section("card")?.ok_or("the file has no card: export the crawl again")?;
    let card: CrawlMetadata = journal::unseal(&card).map_err(|error| error.to_string())?;
    let assets = assets::load_for_plan(&card.plan);
    let mut crawl = match section("snapshot")? {
        Some(snapshot) => journal::open(&snapshot, &assets).map_err(|error| error.to_string())?,
        None => Crawl::new(CheckedPlan::new(card.plan, &assets).map_err(|errors| joined(&errors))?),
    };
    let events = section("events")?.unwrap_or_default();
    let events = values(&events).ok_or("the events are cut short: export the crawl again")?;
    for (_, log) in events {
        let (events, damage) = journal::read(log);
        if let Some(error) = damage {
            return Err(error.to_string());
        }
        journal::replay(&mut crawl, events);
    }
    Ok(crawl)
}
