//! Builds the link map of a local web, for measures by links and for the best possible result.
//!
//! The whole web is read once per worker, in slices. Live sites have no map, because their pages are not all known.

use super::CompareService;
use super::run::{ComparisonRun, Interruption};
use super::web::Web;
use crate::protocol::compare::{CompareEvent, TrialProgress};
use crate::worker::browser::clock;
use demo_web::GroundTruth;
use engine::count;
use engine::fetch::FetchRequest;
use evaluation::measures::{WebMap, WebMapBuilder};
use std::sync::Arc;
use types::url::CanonicalUrl;

/// Milliseconds between two reports of progress.
const WORD_MS: f64 = 250.0;

impl CompareService {
    /// Returns the map of a web; `None` for live sites.
    pub(super) async fn map(&self, run: &ComparisonRun, web: &Web) -> Result<Option<Arc<WebMap>>, Interruption> {
        let urls = match web {
            Web::Live(_) => return Ok(None),
            Web::Demo(demo) => {
                let truth = GroundTruth::new(demo);
                let urls = truth.pages().map(CanonicalUrl::parse);
                urls.filter_map(Result::ok).collect::<Vec<_>>()
            }
            Web::Recorded(recording) => recording.urls().cloned().collect(),
        };
        let name = run.web_name();
        let known = self.mapped.borrow().clone();
        if let Some((_, map)) = known.filter(|(own, _)| *own == name) {
            return Ok(Some(map));
        }
        let mut survey = WebMapBuilder::of(urls);
        let mut reported_at = clock::precise();
        while let Some(url) = survey.next_url() {
            let request = FetchRequest::page(url.clone());
            if let Some(Ok(answer)) = web.reply(&request, 0).map(|reply| reply.outcome) {
                survey.add(&url, &answer);
            }
            if clock::precise() - reported_at > WORD_MS {
                reported_at = clock::precise();
                self.report_map(run, survey.progress());
            }
            run.yield_now().await?;
        }
        let map = Arc::new(survey.map());
        self.mapped.replace(Some((name, Arc::clone(&map))));
        Ok(Some(map))
    }

    fn report_map(&self, run: &ComparisonRun, (at, of): (usize, usize)) {
        if self.is_open(run) {
            self.send(CompareEvent::Progress(TrialProgress {
                pages: count(at),
                of: count(of),
                ..TrialProgress::default()
            }));
        }
    }
}
