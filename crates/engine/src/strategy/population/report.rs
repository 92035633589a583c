//! Describes spiders for display: the list of all and the history of one. Times are numbers of fetched pages.

use super::agents::{Death, FetchStage, PageTime, Spider, number};
use super::past_pages::{Label, PastPages};
use super::strategy::PopulationStrategy;
use crate::count;
use crate::strategy::prelude::*;
use crate::text::TermId;
use types::report;
use types::report::{Energy, Keyword, RELEVANT_CLASS, SpiderHistory, SpiderState, UNSPELLED, Weights};
use types::url::CanonicalUrl;

fn record_of(page: UrlId, overview: &CrawlOverview<'_>) -> Option<u32> {
    (overview.record)(page).map(|record| record.n)
}

/// Returns the number of pages fetched at a time.
fn pages_at(time: PageTime, overview: &CrawlOverview<'_>) -> u32 {
    time.and_then(|page| record_of(page, overview)).unwrap_or_default()
}

impl Death {
    fn sentence(self) -> &'static str {
        match self {
            Self::Starved => "It starved: its pages gave less energy than they cost.",
            Self::Stranded => "It had no links left.",
        }
    }
}

impl Spider {
    fn state(&self, overview: &CrawlOverview<'_>) -> SpiderState {
        if let Some((_, death)) = self.died {
            return SpiderState::Dead(death.sentence().to_owned());
        }
        let pending = self.pending.as_ref();
        // The last offered link is taken if it is no longer in the frontier.
        let in_flight =
            pending.filter(|pending| pending.stage != FetchStage::Waits && overview.frontier.get(pending.id).is_none());
        let url = in_flight.and_then(|pending| overview.urls.get(pending.id));
        url.map_or(SpiderState::Idle, |url| SpiderState::Fetching(url.clone()))
    }
}

impl Population for PopulationStrategy {
    /// Recomputes σ of the links in the frontier, without learning, gains or costs.
    fn rescore(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        self.rescore_links(page, links, context)
    }

    fn released(&mut self) -> Vec<UrlId> {
        std::mem::take(&mut self.state.agents.released)
    }

    fn more_seeds(&mut self) -> Vec<CanonicalUrl> {
        let past_pages = self.past_pages.as_mut();
        past_pages.map(PastPages::chosen).unwrap_or_default()
    }

    fn agents(&self, overview: &CrawlOverview<'_>) -> Vec<report::Spider> {
        let spiders = self.state.agents.spiders.iter().enumerate();
        spiders
            .map(|(at, spider)| report::Spider {
                id: number(at),
                parent: spider.parent.map(number),
                born: pages_at(spider.born, overview),
                died: spider.died.map(|(time, _)| pages_at(time, overview)),
                state: spider.state(overview),
                energy: self
                    .rules
                    .energy
                    .map(|energy_rules| Energy { current: spider.energy, cloning_threshold: energy_rules.theta }),
                pages: count(spider.visited.len()),
                frontier_size: count(spider.links.len()),
                last: spider.visited.last().and_then(|page| record_of(*page, overview)),
                best: spider.best.and_then(|(page, relevance)| Some((record_of(page, overview)?, relevance))),
            })
            .collect()
    }

    fn summary(&self) -> report::PopulationStats {
        let agents = &self.state.agents;
        let energies = agents.living.iter().map(|at| agents.spiders[*at].energy);
        report::PopulationStats {
            living: count(agents.living.len()),
            born: count(agents.spiders.len()),
            energy: energies.fold(0.0, |sum, energy| sum + energy),
        }
    }

    fn history(&self, id: u32, overview: &CrawlOverview<'_>) -> Option<SpiderHistory> {
        let at = (id as usize).checked_sub(1)?;
        let spider = self.state.agents.spiders.get(at)?;
        let energy_history = spider.energy_history.iter();
        Some(SpiderHistory {
            id,
            keywords: self.keywords(spider, at, overview),
            energy: energy_history.map(|(time, energy)| (pages_at(*time, overview), *energy)).collect(),
            visited: spider.visited.iter().filter_map(|page| record_of(*page, overview)).collect(),
            weights: (self.rules.estimation.is_some() && !spider.net.is_none()).then(|| self.weights(spider)),
            children: spider.children.iter().map(|child| number(*child)).collect(),
        })
    }

    fn agent_of(&self, url: UrlId) -> Option<u32> {
        let agents = &self.state.agents;
        let at = agents.readers.get(&url).or_else(|| agents.owners.get(&url))?;
        Some(number(*at))
    }
}

impl Report for PopulationStrategy {
    /// Returns the probability that a page is on topic, by the classifier of the seeds.
    fn predictions(&self, page: UrlId) -> Vec<PagePrediction> {
        let label = self.past_pages.as_ref().and_then(|past_pages| past_pages.label(page));
        let shares = label.map(|Label { probability, .. }| {
            vec![(RELEVANT_CLASS.to_owned(), probability), ("other".to_owned(), 1.0 - probability)]
        });
        shares.into_iter().map(|shares| PagePrediction::shares("Similar to your seeds", shares)).collect()
    }

    fn tables(&self, overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        self.energy_balance().into_iter().chain(self.community(overview)).collect()
    }
}

impl PopulationStrategy {
    /// Returns the sources and uses of energy, if spiders have energy.
    fn energy_balance(&self) -> Option<ModelTable> {
        self.rules.energy?;
        let account = self.state.agents.account;
        let rows = [
            ("Start energy", account.endowed),
            ("From relevant pages", account.gained),
            ("Cost of fetches", -account.paid),
            ("Debt of the last spider, canceled", account.forgiven),
            ("Balance of dead spiders, removed", -account.buried),
            ("Energy of living spiders", self.summary().energy),
        ];
        let rows = rows.map(|(what, energy)| vec![Cell::Text(what.to_owned()), Cell::Number(energy)]);
        let help = "Sources and uses of the spiders' energy. The last row is the sum of the rows above.";
        Some(ModelTable::new("Energy balance", help, &["", "Energy"], rows))
    }

    /// Returns the topic community, if a page belongs to it.
    fn community(&self, overview: &CrawlOverview<'_>) -> Option<ModelTable> {
        let community = self.past_pages.as_ref().map(PastPages::community).unwrap_or_default();
        let rows = community.iter().map(|(page, decision)| vec![overview.cell(*page), Cell::Number(*decision)]);
        let help = "Pages that a classifier trained on your seeds marks as on topic.";
        (!community.is_empty()).then(|| ModelTable::new("Topic community", help, &["Page", "Score"], rows))
    }

    fn word(&self, term: TermId) -> String {
        let spelled = self.state.spelled.get(&term);
        spelled.map_or_else(|| UNSPELLED.to_owned(), Clone::clone)
    }

    fn keywords(&self, spider: &Spider, at: usize, overview: &CrawlOverview<'_>) -> Vec<Keyword> {
        let family = std::iter::successors(Some(at), |at| self.state.agents.spiders[*at].parent);
        let founder = family.last().unwrap_or(at);
        let query_terms = spider.words.query_terms.iter().map(|(term, weight)| Keyword {
            word: self.word(*term),
            learned: 0,
            by: number(founder),
            weight: *weight,
        });
        let learned = spider.words.learned.iter().map(|word| Keyword {
            word: self.word(word.term),
            learned: pages_at(Some(word.from), overview),
            by: number(word.by),
            weight: word.weight,
        });
        query_terms.chain(learned).collect()
    }

    fn weights(&self, spider: &Spider) -> Weights {
        let terms = spider.words.terms();
        let words = terms.iter().map(|term| self.word(*term));
        Weights { inputs: words.chain(["bias".to_owned()]).collect(), layers: spider.net.weights(&terms) }
    }
}
