//! Steering: changes that a person makes while a crawl runs. Each change is an event, so that a resumed or replayed
//! crawl is the same.
//!
//! Not covered: the execution of changes (in the engine); pausing and stopping, which are separate events.

use crate::limits;
use crate::page_class::PageClass;
use crate::plan::{PAGES, Plan, PlanError, SPEED, Speed};
use crate::spec::StrategySpec;
use crate::text::joined;
use crate::url::{CanonicalUrl, ScopeRule};
use serde::{Deserialize, Serialize};

/// A change of a running crawl. Seeds and rules are texts (`Steering<String, String>`) until they are parsed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Steering<Seed = CanonicalUrl, Rule = ScopeRule> {
    /// Rates a page that was read as relevant or not relevant, or removes the rating: the topic vector moves toward the
    /// page or away from it (Rocchio 1971), and the frontier is scored again.
    Judged {
        /// The page.
        url: CanonicalUrl,
        /// The person's rating.
        good: Option<bool>,
    },
    /// Changes the weight of a word: above 1 boosts it, 0 excludes it, 1 removes an earlier change. The frontier is
    /// scored again.
    Word {
        /// One or several words. Other spellings and inflected forms of a query word, or of a word changed earlier,
        /// refer to that word.
        word: String,
        /// The weight, in 0..=[`limits::WORD_WEIGHT_MAX`].
        weight: f64,
    },
    /// Adds seeds, by their whole addresses ([`CanonicalUrl::whole`]). A scope that is limited to some hosts admits
    /// their hosts, too. A crawl that ended with an empty frontier resumes.
    Seeds(Vec<Seed>),
    /// Adds what the search for seeds found after the crawl had begun: seeds, as [`Steering::Seeds`] does, and spare
    /// seeds, which follow those of the plan. Seeds that could not be read and had no spare one get one now.
    FoundSeeds {
        /// Further seeds.
        seeds: Vec<Seed>,
        /// Further spare seeds.
        spares: Vec<Seed>,
    },
    /// Adds a spare seed of the plan in place of a seed that could not be read. Only the crawl itself makes this
    /// change.
    SpareSeed(Seed),
    /// Stops following URLs that the rule covers, and refuses their frontier entries.
    Drop(Rule),
    /// Excludes a host that begins with pages without content. Only the crawl itself makes this change.
    Unreadable(Rule, PageClass),
    /// Removes a rule of [`Steering::Drop`] or [`Steering::Unreadable`]: URLs that it refused may be found again.
    Admit(Rule),
    /// Sets the total number of pages; a crawl that reached its page limit resumes.
    Budget(u32),
    /// Sets the choice between time and pages.
    Speed(Speed),
    /// Sets another strategy, or other parameters of the same one. The frontier is scored again by the cached pages.
    Strategy(StrategySpec),
}

/// The effect of a change on the frontier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontierChange {
    /// Number of links that were scored again.
    pub rescored: u32,
    /// Number of links that entered the best [`limits::STEERED_TOP`].
    pub new_in_top: u32,
    /// Number of links that the change added.
    pub added: u32,
    /// Number of links that the change removed.
    pub removed: u32,
}

impl<Seed, Rule> Steering<Seed, Rule> {
    /// Returns the form field that shows the errors of this change; a strategy's parameters have fields of their own.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Judged { .. } => "judged",
            Self::Word { .. } => "word",
            Self::Seeds(_) | Self::FoundSeeds { .. } | Self::SpareSeed(_) => "seeds",
            Self::Drop(_) | Self::Unreadable(..) | Self::Admit(_) => "rule",
            Self::Budget(_) => PAGES.name,
            Self::Speed(_) => SPEED.name,
            Self::Strategy(_) => "strategy",
        }
    }
}

impl Steering {
    /// Applies the change to the plan of a crawl, if it concerns the plan. Word changes do so only if the strategy uses
    /// related words (`uses_lexicon`).
    pub fn apply(&self, plan: &mut Plan, uses_lexicon: bool) {
        match self {
            Self::Seeds(seeds) => add_seeds(plan, seeds),
            Self::FoundSeeds { seeds, spares } => {
                add_seeds(plan, seeds);
                plan.spare_seeds.extend(spares.iter().map(ToString::to_string));
            }
            Self::SpareSeed(seed) => add_seeds(plan, std::slice::from_ref(seed)),
            Self::Drop(rule) | Self::Unreadable(rule, _) => plan.scope.deny.push(rule.clone()),
            Self::Admit(rule) => plan.scope.deny.retain(|denied| denied != rule),
            Self::Budget(pages) => plan.pages = *pages,
            Self::Speed(speed) => plan.speed = *speed,
            Self::Strategy(spec) => plan.strategy.clone_from(spec),
            Self::Word { word, weight } if uses_lexicon => {
                plan.excluded.retain(|excluded| excluded != word);
                if *weight <= 0.0 {
                    plan.excluded.push(word.clone());
                }
            }
            Self::Judged { .. } | Self::Word { .. } => {}
        }
    }

    /// Returns true if both set the same thing, so that this change replaces the earlier one.
    pub fn replaces(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::Judged { url, .. }, Self::Judged { url: other, .. }) => url == other,
            (Self::Word { word, .. }, Self::Word { word: other, .. }) => is_same_word(word, other),
            (
                Self::Drop(rule) | Self::Unreadable(rule, _) | Self::Admit(rule),
                Self::Drop(other) | Self::Unreadable(other, _) | Self::Admit(other),
            ) => rule == other,
            (Self::Budget(_), Self::Budget(_))
            | (Self::Speed(_), Self::Speed(_))
            | (Self::Strategy(_), Self::Strategy(_)) => true,
            _ => false,
        }
    }

    /// Returns the change that undoes this one; `None` if there is none. `before` is the strategy before it, if known.
    pub fn inverse(&self, before: Option<StrategySpec>) -> Option<Self> {
        match self {
            Self::Judged { url, good } => good.map(|_| Self::Judged { url: url.clone(), good: None }),
            Self::Word { word, weight } => (!is_usual(*weight)).then(|| Self::Word { word: word.clone(), weight: 1.0 }),
            Self::Drop(rule) | Self::Unreadable(rule, _) => Some(Self::Admit(rule.clone())),
            Self::Strategy(_) => before.map(Self::Strategy),
            Self::Admit(_)
            | Self::Seeds(_)
            | Self::FoundSeeds { .. }
            | Self::SpareSeed(_)
            | Self::Budget(_)
            | Self::Speed(_) => None,
        }
    }

    /// Returns the change with its seeds and rules as text.
    pub fn to_texts(&self) -> Steering<String, String> {
        let texts = |urls: Vec<CanonicalUrl>| urls.iter().map(ToString::to_string).collect();
        match self.clone() {
            Self::Judged { url, good } => Steering::Judged { url, good },
            Self::Word { word, weight } => Steering::Word { word, weight },
            Self::Seeds(seeds) => Steering::Seeds(texts(seeds)),
            Self::FoundSeeds { seeds, spares } => Steering::FoundSeeds { seeds: texts(seeds), spares: texts(spares) },
            Self::SpareSeed(seed) => Steering::SpareSeed(seed.to_string()),
            Self::Drop(rule) => Steering::Drop(rule.to_string()),
            Self::Unreadable(rule, class) => Steering::Unreadable(rule.to_string(), class),
            Self::Admit(rule) => Steering::Admit(rule.to_string()),
            Self::Budget(pages) => Steering::Budget(pages),
            Self::Speed(speed) => Steering::Speed(speed),
            Self::Strategy(spec) => Steering::Strategy(spec),
        }
    }
}

/// Adds seeds to a plan, each once, and their hosts to a scope that is limited to some hosts.
fn add_seeds(plan: &mut Plan, seeds: &[CanonicalUrl]) {
    let strangers = seeds.iter().filter(|seed| !plan.scope.reaches(seed));
    let hosts: Vec<ScopeRule> = strangers.map(ScopeRule::host_of).collect();
    plan.scope.allow.extend(hosts);
    for seed in seeds {
        if plan.seeds.iter().all(|known| known != seed.as_str()) {
            plan.seeds.push(seed.to_string());
        }
    }
}

/// Returns true for two spellings of one word that differ only in case. The crawl also matches inflected forms, and
/// reports each word in the spelling that occurred first.
pub fn is_same_word(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Returns true for the default weight of a word.
pub fn is_usual(weight: f64) -> bool {
    (weight - 1.0).abs() < f64::EPSILON
}

/// The reason why a change of a running crawl was rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SteeringError {
    /// The crawl has not started, or has ended for good.
    #[error("the crawl is not running, so it cannot be changed: start one")]
    NotRunning,
    /// Only the crawl itself makes this change.
    #[error(
        "only the crawl decides that a host has no content or that a seed is replaced: exclude the host, or add seeds"
    )]
    Automatic,
    /// The page was not read in this crawl.
    #[error("{0} was not read in this crawl: rate one of its results")]
    NotRead(CanonicalUrl),
    /// The text has no word that distinguishes pages.
    #[error("“{0}” has only common words: enter a word specific to your topic")]
    OnlyCommonWords(String),
    /// The word is too long.
    #[error("give at most {limit} characters", limit = limits::WORD_CHARS)]
    WordTooLong,
    /// The weight is out of its range.
    #[error("a word's weight can be from 0 to {limit}, not {0}", limit = limits::WORD_WEIGHT_MAX)]
    Weight(f64),
    /// The crawl ended with this number of pages, which the new budget does not exceed.
    #[error("{0} pages are already fetched: give a higher limit")]
    BudgetTooSmall(usize),
    /// There is no seed.
    #[error("give at least one seed")]
    NoSeeds,
    /// The rule to add exists already, or the rule to remove does not exist.
    #[error("the crawl has {} rule “{rule}”", if *.is_there { "already a" } else { "no" })]
    Rule {
        /// The rule.
        rule: String,
        /// True if the rule exists already.
        is_there: bool,
    },
    /// The plan would not be valid.
    #[error("{}", joined(.0))]
    Plan(Vec<PlanError>),
    /// The strategy must learn from examples before a crawl starts.
    #[error("“{0}” trains on examples before a crawl: start a new crawl with it")]
    NeedsExamples(String),
    /// The parameter only applies during training, which is over.
    #[error("“{0}” only applies during training: start a new crawl to change it")]
    TrainingOnly(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> ScopeRule {
        text.parse().expect("a rule")
    }

    #[test]
    fn a_change_and_its_inverse_leave_the_plan_as_it_was() {
        let word = |weight| Steering::Word { word: "fox".to_owned(), weight };
        let plan = Plan::default();
        for change in [Steering::Drop(rule("a.test")), word(0.0), Steering::Strategy("breadth-first".into())] {
            let mut changed = plan.clone();
            change.apply(&mut changed, true);
            assert_ne!(changed, plan, "{change:?}");
            let inverse = change.inverse(Some(plan.strategy.clone()));
            let inverse = inverse.expect("it can be taken back");
            assert!(inverse.replaces(&change));
            assert_eq!(inverse.field(), change.field());
            inverse.apply(&mut changed, true);
            assert_eq!(changed, plan, "{change:?}");
        }
        let seed = CanonicalUrl::parse("http://a.test/").expect("a URL");
        for last in [
            Steering::Admit(rule("a.test")),
            Steering::Budget(70),
            Steering::Seeds(vec![seed.clone()]),
            Steering::FoundSeeds { seeds: vec![seed.clone()], spares: Vec::new() },
            Steering::SpareSeed(seed),
            word(1.0),
            Steering::Strategy("fish-search".into()),
        ] {
            assert_eq!(last.inverse(None), None, "{last:?}");
        }
    }

    #[test]
    fn every_setting_that_can_change_in_a_running_crawl_has_a_change() {
        let changes: [Steering; 2] = [Steering::Budget(7), Steering::Speed(Speed::Fast)];
        for setting in crate::settings::settings() {
            let usual = (setting.get)(&Plan::default());
            let is_changed = changes.iter().any(|change| {
                let mut plan = Plan::default();
                change.apply(&mut plan, false);
                change.field() == setting.name && (setting.get)(&plan) != usual
            });
            assert_eq!(is_changed, setting.is_live, "{}: `Steering` needs a variant, and this test", setting.name);
        }
    }

    #[test]
    fn seeds_outside_the_scope_add_their_hosts_to_it() {
        let mut plan = Plan::default();
        plan.scope.allow.push(rule("a.test"));
        let seeds = ["http://a.test/x", "http://b.test/y"];
        let seeds = seeds.map(|seed| CanonicalUrl::parse(seed).expect("a URL"));
        Steering::Seeds(seeds.to_vec()).apply(&mut plan, false);
        assert_eq!(plan.seeds, ["http://a.test/x", "http://b.test/y"]);
        assert_eq!(plan.scope.allow, [rule("a.test"), rule("b.test")]);
    }

    #[test]
    fn words_change_the_plan_only_for_strategies_with_the_lexicon() {
        let excluded: Steering = Steering::Word { word: "fox".to_owned(), weight: 0.0 };
        let mut plan = Plan::default();
        excluded.apply(&mut plan, false);
        assert_eq!(plan, Plan::default());
        excluded.apply(&mut plan, true);
        assert_eq!(plan.excluded, ["fox"]);
    }
}
