//! Reports spiders to people: the list of all and the history of one.
//!
//! Times are page numbers: that of the last page read.

use super::agents::{Death, Moment, Spider, Stage, number};
use super::colony::Colony;
use crate::count;
use crate::graph::UrlId;
use crate::strategy::Survey;
use crate::text::TermId;
use types::report;
use types::report::{
    Cell, Energy, Keyword, ModelTable, SpiderHistory, SpiderState, UNSPELLED, Weights,
};

fn record_of(page: UrlId, survey: &Survey<'_>) -> Option<u32> {
    (survey.record)(page).map(|record| record.n)
}

/// Returns pages done at a time.
fn pages_at(moment: Moment, survey: &Survey<'_>) -> u32 {
    moment
        .and_then(|page| record_of(page, survey))
        .unwrap_or_default()
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
    fn state(&self, survey: &Survey<'_>) -> SpiderState {
        if let Some((_, death)) = self.died {
            return SpiderState::Dead(death.sentence().to_owned());
        }
        let pending = self.pending.as_ref();
        // The last offered link is taken if it is no longer in the frontier.
        let in_flight = pending.filter(|pending| {
            pending.stage != Stage::Waits && survey.frontier.get(pending.id).is_none()
        });
        let url = in_flight.and_then(|pending| survey.urls.get(pending.id));
        url.map_or(SpiderState::Thinking, |url| {
            SpiderState::Fetching(url.clone())
        })
    }
}

impl Colony {
    pub(super) fn tell_spiders(&self, survey: &Survey<'_>) -> Vec<report::Spider> {
        let spiders = self.memory.agents.spiders.iter().enumerate();
        spiders
            .map(|(at, spider)| report::Spider {
                id: number(at),
                parent: spider.parent.map(number),
                born: pages_at(spider.born, survey),
                died: spider.died.map(|(moment, _)| pages_at(moment, survey)),
                state: spider.state(survey),
                energy: self.rules.life.map(|life| Energy {
                    has: spider.energy,
                    full: life.theta,
                }),
                pages: count(spider.visited.len()),
                waiting: count(spider.own.len()),
                last: spider
                    .visited
                    .last()
                    .and_then(|page| record_of(*page, survey)),
                best: spider
                    .best
                    .and_then(|(page, relevance)| Some((record_of(page, survey)?, relevance))),
            })
            .collect()
    }

    pub(super) fn tell_stats(&self) -> report::PopulationStats {
        let agents = &self.memory.agents;
        let energies = agents.living.iter().map(|at| agents.spiders[*at].energy);
        report::PopulationStats {
            living: count(agents.living.len()),
            energy: energies.fold(0.0, |sum, energy| sum + energy),
        }
    }

    pub(super) fn history_of(&self, id: u32, survey: &Survey<'_>) -> Option<SpiderHistory> {
        let at = (id as usize).checked_sub(1)?;
        let spider = self.memory.agents.spiders.get(at)?;
        let course = spider.course.iter();
        Some(SpiderHistory {
            id,
            keywords: self.keywords(spider, at, survey),
            energy: course
                .map(|(moment, energy)| (pages_at(*moment, survey), *energy))
                .collect(),
            visited: spider
                .visited
                .iter()
                .filter_map(|page| record_of(*page, survey))
                .collect(),
            weights: (self.rules.mind.is_some() && !spider.net.is_none())
                .then(|| self.weights(spider)),
            children: spider.children.iter().map(|child| number(*child)).collect(),
        })
    }

    /// Returns the sources and uses of energy, if spiders have energy.
    pub(super) fn tell_energy(&self) -> Vec<ModelTable> {
        if self.rules.life.is_none() {
            return Vec::new();
        }
        let ledger = self.memory.agents.ledger;
        let rows = [
            ("given to founders", ledger.endowed),
            ("gained from pages", ledger.gained),
            ("paid for pages", -ledger.paid),
            ("forgiven to the last spider", ledger.spared),
            ("lost with dead spiders", -ledger.buried),
            ("held by living spiders", self.tell_stats().energy),
        ];
        let rows =
            rows.map(|(what, energy)| vec![Cell::Text(what.to_owned()), Cell::Number(energy)]);
        let help =
            "Sources and uses of the spiders' energy; the last line is the sum of those above.";
        vec![ModelTable::new("Energy", help, &["", "energy"], rows)]
    }

    fn word(&self, term: TermId) -> String {
        let spelled = self.memory.spelled.get(&term);
        spelled.map_or_else(|| UNSPELLED.to_owned(), Clone::clone)
    }

    fn keywords(&self, spider: &Spider, at: usize, survey: &Survey<'_>) -> Vec<Keyword> {
        let family = std::iter::successors(Some(at), |at| self.memory.agents.spiders[*at].parent);
        let founder = family.last().unwrap_or(at);
        let asked = spider.words.asked.iter().map(|(term, weight)| Keyword {
            word: self.word(*term),
            learned: 0,
            by: number(founder),
            weight: *weight,
        });
        let learned = spider.words.learned.iter().map(|word| Keyword {
            word: self.word(word.term),
            learned: pages_at(Some(word.from), survey),
            by: number(word.by),
            weight: word.weight,
        });
        asked.chain(learned).collect()
    }

    fn weights(&self, spider: &Spider) -> Weights {
        let terms = spider.words.terms();
        let words = terms.iter().map(|term| self.word(*term));
        Weights {
            inputs: words.chain(["bias".to_owned()]).collect(),
            layers: spider.net.weights(&terms),
        }
    }
}
