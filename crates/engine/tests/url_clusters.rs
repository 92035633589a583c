//! Tests that clusters weigh more than the text of the address, as the paper says (DBSCAN §3), under both scalings of
//! its eq. 3.

use crate::support::{Drive, plan};
use demo_web::DemoWeb;
use engine::html::EncodingRs;
use types::plan::Plan;
use types::spec::{ParamValue, StrategySpec};

/// The share of clusters in the score of an address.
const OMEGA: f64 = 0.7;
/// The number of the first page for which clusters exist: they are computed every 100 pages.
const FIRST: u32 = 150;
const PAGES: u32 = 300;

/// Returns the means of `ω · S_urls` and `(1 − ω) · S_content` over the picked links of a crawl on each of the first
/// topics.
fn means(web: &DemoWeb, scale: &str) -> [f64; 2] {
    let mut values: Vec<[f64; 2]> = Vec::new();
    for topic in &web.topics()[..3] {
        let params =
            [("scale".to_owned(), ParamValue::Word(scale.to_owned())), ("omega".to_owned(), ParamValue::Number(OMEGA))];
        let plan = Plan {
            in_flight: 1,
            query: topic.query.to_owned(),
            seeds: topic.seeds.clone(),
            strategy: StrategySpec::new("url-clusters", params),
            ..plan(web, "url-clusters", PAGES)
        };
        let pages = Drive::begin(plan, web, &EncodingRs).finish();
        let picked = pages.iter().filter(|page| page.n > FIRST);
        values.extend(picked.map(|page| match page.discovery.parts[..] {
            [_, clusters, address] => [OMEGA * clusters, (1.0 - OMEGA) * address],
            _ => panic!("{} has no score", page.url),
        }));
    }
    let n = values.len() as f64;
    [0, 1].map(|part| values.iter().map(|value| value[part]).sum::<f64>() / n)
}

#[test]
fn clusters_contribute_more_to_the_score_than_the_text_of_the_address() {
    let web = DemoWeb::new(2);
    for scale in ["mean", "largest"] {
        let [clusters, address] = means(&web, scale);
        assert!(address > 0.0 && clusters > 5.0 * address, "{scale}: {clusters}, {address}");
    }
}
