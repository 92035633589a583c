//! The map of a web that is at hand: which page links to which, for measures by links and for what could have been found at best.
//!
//! The whole web is read for it, once in the worker's life, in slices. Left out on purpose: live sites, of which nobody knows the whole.

use super::Comparer;
use super::run::{Cut, Run};
use super::web::Web;
use crate::protocol::compare::{CompareNews, Now};
use crate::worker::clock;
use demo_web::truth::Truth;
use engine::eval::{Survey, WebMap};
use engine::fetch::{FetchId, Order, Purpose};
use engine::url::CanonicalUrl;
use std::sync::Arc;

/// Milliseconds between two words about how far it is.
const WORD_MS: f64 = 250.0;

impl Comparer {
    /// The map of a web; none where it is not at hand.
    pub(super) async fn map(&self, run: &Run, web: &Web) -> Result<Option<Arc<WebMap>>, Cut> {
        let urls = match web {
            Web::Live(_) => return Ok(None),
            Web::Demo(demo) => {
                let truth = Truth::of(demo);
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
        let mut survey = Survey::of(urls);
        let mut told = clock::precise();
        while let Some(url) = survey.next_url() {
            let order = Order {
                id: FetchId(0),
                url: url.clone(),
                exact: None,
                purpose: Purpose::Page,
            };
            if let Some(Ok(answer)) = web.reply(&order, 0).map(|reply| reply.outcome) {
                survey.add(&url, &answer);
            }
            if clock::precise() - told > WORD_MS {
                told = clock::precise();
                self.tell_of_map(run, survey.progress());
            }
            run.breathe().await?;
        }
        let map = Arc::new(survey.map());
        self.mapped.replace(Some((name, Arc::clone(&map))));
        Ok(Some(map))
    }

    fn tell_of_map(&self, run: &Run, (at, of): (usize, usize)) {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        if self.is_open(run) {
            self.tell(CompareNews::Now(Now {
                pages: count(at),
                of: count(of),
                ..Now::default()
            }));
        }
    }
}
