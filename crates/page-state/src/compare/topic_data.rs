//! Determines the data of a comparison's topics and web that strategies and measures need.

use super::draft::Draft;
use protocol::SourceKind;
use protocol::compare::TopicForm;
use types::compare::SeedUse;
use types::measures::{self, Measure};
use types::strategy;

/// Describes the data that all topics have, and those of the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may be there together")]
pub struct TopicData {
    /// Every topic has trails.
    pub trails: bool,
    /// Every topic has examples.
    pub examples: bool,
    /// Every topic has a query.
    pub query: bool,
    /// Every topic has relevant pages.
    pub relevant: bool,
    /// Every topic has target pages: relevant pages that are neither seeds nor examples of any crawl.
    pub targets: bool,
    /// The whole web is known, because it is not live.
    pub web: bool,
    /// The use of seeds.
    pub seeds: SeedUse,
}

impl TopicData {
    /// Returns the data of the topics in the form, for a source of this kind.
    pub fn new(draft: &Draft, kind: SourceKind) -> Self {
        let is_demo = kind == SourceKind::Demo;
        let typed = &draft.form.typed;
        let any = is_demo && !draft.form.topics.is_empty() || !typed.is_empty();
        // The demo web has all data of its topics.
        let all = |of: fn(&TopicForm) -> bool| (is_demo && !any) || any && typed.iter().all(of);
        Self {
            trails: draft.form.has_trails || all(|topic| topic.beyond.trails > 0),
            examples: draft.form.has_taxonomy || all(|topic| topic.beyond.examples > 0),
            // A topic whose fields are being filled in counts as having a query, because the form cannot be sent
            // without one.
            query: typed.iter().all(|topic| topic.is_typed() || !topic.query.trim().is_empty()),
            relevant: all(TopicForm::has_relevant),
            targets: all(|topic| topic.beyond.targets > 0),
            web: matches!(kind, SourceKind::Demo | SourceKind::Recorded),
            seeds: draft.form.seeds,
        }
    }

    /// Returns the reason that a strategy with these needs cannot run; `None` if it can.
    pub fn missing_for_strategy(self, needs: &strategy::Needs) -> Option<&'static str> {
        if needs.trails && !self.trails {
            Some("needs trails")
        } else if needs.taxonomy && !self.examples && !self.query {
            Some("needs examples or a query")
        } else if needs.query && !self.query {
            Some("needs a query")
        } else {
            None
        }
    }

    /// Returns the given measures that can be computed.
    pub fn computable(self, measures: &[Measure]) -> impl Iterator<Item = Measure> {
        let measures = measures.iter().copied();
        measures.filter(move |measure| self.missing_for_measure(measure.needs()).is_none())
    }

    /// Returns the reason that a measure with these needs cannot be computed; `None` if it can.
    pub fn missing_for_measure(self, needs: measures::Needs) -> Option<&'static str> {
        use measures::Needs;
        let by_words = matches!(needs, Needs::RelevantWords | Needs::SeedWords | Needs::ExampleWords | Needs::Links);
        let (is_there, missing) = match needs {
            Needs::Relevant | Needs::RelevantWords => (self.relevant, "needs relevance judgments"),
            Needs::Targets => (self.targets, "needs target pages"),
            Needs::Query => (self.query, "needs a query for each topic"),
            Needs::ExampleWords => (self.examples, "needs examples for each topic"),
            Needs::Halves => (self.seeds == SeedUse::Halves, "set “Seeds per topic” to “Two halves”"),
            Needs::Nothing | Needs::SeedWords | Needs::Links => (true, ""),
        };
        if !is_there {
            return Some(missing);
        }
        (by_words && !self.web).then_some("needs all pages before the crawl, which live sites do not offer")
    }
}
