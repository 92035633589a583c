//! Tree frontier: reinforcement learning that values only a few waiting links, drawn from the leaves of a regression
//! tree.
//!
//! The crawl is a Markov decision process: the state is the crawled graph, an action is a link from a read page to an
//! unread one, the reward is 1 for a relevant page and 0 for any other. A link is described by features of its path and
//! of its own texts ([`ENTRY`] lists them). A regression tree ([`super::reward_tree`]) sorts fetched and waiting links
//! by features into leaves of similar rewards. For each choice one representative of each leaf is drawn at random. A
//! Q-function values only these, and the one with the largest value is next. A choice thus takes time proportional to
//! the number of leaves and not to the frontier. At first, random representatives are chosen with a probability that
//! falls from 1 to 0.
//!
//! As in the paper: decision process, tree, drawing, discount, and features. The similarity of the link's context
//! stands for the estimate of the paper's classifier. An unknown site has a share of ½, as in the authors' program.
//!
//! The following differs:
//! - The paper's reward is a neural network (`KwBiLSTM`) that is trained on hundreds of labeled pages before the
//!   crawl, with keywords extended by word2vec. Here a page is relevant if its similarity to the query reaches a
//!   threshold, or if the person says so. Features of texts are similarities to the query, not counts of keywords.
//! - The linking page counts with its similarity, which says more than whether it reaches the threshold.
//! - The paper takes seeds as relevant. Here a path may be without a relevant page: its reciprocal distance is 0.
//! - The paper's Q-function is a double deep Q-network with a replay memory, for crawls of tens of thousands of pages.
//!   Here it is linear and fitted by least squares ([`super::q_function`]): a crawl of a few hundred pages determines
//!   nine weights but no network, and the contribution of each feature can be displayed. The value of the best next
//!   link is that of its fetch, and is not maximized again with later weights.
//! - The paper's tree begins with the seeds as relevant experience. Here it may have no reward for long, and one leaf
//!   whose only representative is a random link: on an encyclopedia such a crawl is a random walk. The leaves of a
//!   small tree therefore draw several links each, [`REPRESENTATIVES`] in all.
//! - Before the first reward the value is the mean of the features, where the paper has random weights.
//! - The paper's leaves hold a link as often as it was found. Here a link found again keeps the features with the
//!   larger value, even while its page is being fetched.
//! - A site has at most the share of picks that host diversity gives it, in place of the fixed maximum of pages.
//! - A failed page is no experience.
//! - If no leaf draws a link whose host is ready, the link with the highest priority is next, so that slow hosts do not
//!   stop a crawl.
//!
//! The displayed priority is the Q-value without its constant, which all links share. It is computed when a link is
//! found, and again for the whole frontier when the crawl has grown by a tenth. The Q-value takes the share of relevant
//! pages of a link's site at the time of the choice; the tree takes that of the time when the link was found, so that a
//! link and its experience belong to the same leaf. In the tree, the target of a redirect keeps all features of the
//! link, also those of its first site.
//!
//! Source: TRES (Kontogiannis, Kelesis, Pollatos, Giannakopoulos and Paliouras, "Tree-based Focused Web Crawling with
//! Reinforcement Learning", arXiv 2112.07620) and its authors' program.

use super::q_function::{Features, QFunction};
use super::reward_tree::{Condition, RewardTree, are_shares, is_share};
use crate::graph::SiteId;
use crate::learning::Draw;
use crate::strategy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::limits;

const RELEVANT: Param<f64> = Param::share(
    "relevant",
    "Relevance threshold",
    limits::GOOD_RELEVANCE,
    "Minimum relevance of a page that counts as relevant.",
);
const DISCOUNT: Param<f64> = Param::real(
    "discount",
    "Discount (γ)",
    0.0..=0.99,
    0.99,
    "Weight of a relevant page one fetch later; 0 counts only the next page.",
);
const EXPLORATION: Param<f64> = Param::share(
    "exploration",
    "Exploration",
    0.1,
    "Share of the page limit during which random links are tried, less and less often.",
);
const SMALLEST: Param<usize> =
    Param::whole("leaf", "Smallest leaf", 1..=50, 5, "Minimum number of fetched links on each side of a split.");
const REPRESENTATIVES: Param<usize> = Param::whole(
    "representatives",
    "Links per choice",
    1..=256,
    32,
    "Number of links drawn for each choice, at least one of each leaf; 1 draws one, as in the paper.",
);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "tree-frontier",
    title: "Tree frontier (TRES)",
    description: "Sorts links by a tree of rewards, and follows the one with the largest learned value among random \
        links of its leaves.",
    family: Family::Classics,
    source: "TRES",
    params: declare![RELEVANT, DISCOUNT, EXPLORATION, SMALLEST, REPRESENTATIVES],
    needs: Needs::QUERY,
    scores_pages_independently: false,
    parts: &PARTS,
    make: |inputs| Box::new(TreeFrontier::new(inputs)),
};

/// The features of a link, in the order of [`Features`].
const PARTS: [ScorePart; 8] = [
    ScorePart::PAGE,
    ScorePart {
        name: "distance",
        title: "Distance",
        help: "reciprocal of the number of links from the closest relevant page on the path",
    },
    ScorePart { name: "path", title: "Path", help: "share of relevant pages on the path" },
    ScorePart { name: "address", title: "URL", help: "similarity of the words of the URL to your query" },
    ScorePart::ANCHOR,
    ScorePart { name: "context", title: "Nearby words", help: "similarity of the words near the link to your query" },
    ScorePart { name: "site", title: "Site", help: "share of relevant pages of the link's site so far" },
    ScorePart { name: "unknown", title: "Unknown site", help: "no page of the link's site was read" },
];
/// The features that depend on the site.
const SITE: std::ops::Range<usize> = 6..8;
/// The share of relevant pages of an unknown site.
const UNKNOWN_SHARE: f64 = 0.5;

struct TreeFrontier {
    relevant: f64,
    discount: f64,
    /// The number of fetched links during which random representatives are chosen.
    exploration: f64,
    smallest: usize,
    representatives: usize,
    /// The links of the last page, between [`Strategy::score`] and [`Strategy::revise`].
    offered: BTreeSet<UrlId>,
    state: TreeState,
}

/// The saved state.
#[derive(Serialize, Deserialize)]
struct TreeState {
    tree: RewardTree,
    q: QFunction,
    draw: Draw,
    /// The paths to the pages read, each including its page.
    paths: BTreeMap<UrlId, Path>,
    sites: BTreeMap<SiteId, SiteRecord>,
    /// The last fetch of a link, until the next choice.
    open: Option<Transition>,
    /// The number of fetched links.
    fetched: u32,
    refresh: Refresh,
    /// True while pages are replayed after a restart.
    is_catching_up: bool,
    /// The ratings of pages.
    judged: BTreeMap<UrlId, bool>,
}

/// A path from a seed to a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Path {
    pages: u32,
    relevant: u32,
    /// The number of links from the closest relevant page to a link of the last page; 0 without a relevant page.
    distance: u32,
}

/// The pages of a site that were read.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct SiteRecord {
    pages: u32,
    relevant: u32,
}

/// The fetch of a link.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Transition {
    features: Features,
    reward: f64,
}

impl Path {
    /// Returns the path that continues to a page.
    fn then(self, is_relevant: bool) -> Self {
        let further = if self.distance == 0 { 0 } else { self.distance.saturating_add(1) };
        Self {
            pages: self.pages.saturating_add(1),
            relevant: self.relevant.saturating_add(u32::from(is_relevant)),
            distance: if is_relevant { 1 } else { further },
        }
    }

    fn reciprocal_distance(self) -> f64 {
        if self.distance == 0 { 0.0 } else { 1.0 / f64::from(self.distance) }
    }

    fn share(self) -> f64 {
        f64::from(self.relevant) / f64::from(self.pages.max(1))
    }

    fn is_valid(self) -> bool {
        self.relevant <= self.pages
    }
}

impl SiteRecord {
    fn count(&mut self, is_relevant: bool) {
        self.pages = self.pages.saturating_add(1);
        self.relevant = self.relevant.saturating_add(u32::from(is_relevant));
    }

    fn share(self) -> f64 {
        f64::from(self.relevant) / f64::from(self.pages.max(1))
    }

    fn is_valid(self) -> bool {
        self.relevant <= self.pages
    }
}

impl Transition {
    fn is_valid(&self) -> bool {
        are_shares(&self.features) && is_share(self.reward)
    }
}

impl TreeState {
    fn new(draw: Draw) -> Self {
        Self {
            tree: RewardTree::default(),
            q: QFunction::default(),
            draw,
            paths: BTreeMap::new(),
            sites: BTreeMap::new(),
            open: None,
            fetched: 0,
            refresh: Refresh::every(25),
            is_catching_up: false,
            judged: BTreeMap::new(),
        }
    }

    /// Returns true if this version could have written the state.
    fn is_valid(&self) -> bool {
        self.tree.is_valid()
            && self.q.is_valid()
            && self.open.iter().all(Transition::is_valid)
            && self.paths.values().copied().all(Path::is_valid)
            && self.sites.values().copied().all(SiteRecord::is_valid)
    }

    /// Returns the features with what is known about the site now.
    fn updated(&self, mut features: Features, site: SiteId) -> Features {
        let of_site = match self.sites.get(&site) {
            Some(site) => [site.share(), 0.0],
            None => [UNKNOWN_SHARE, 1.0],
        };
        features[SITE].copy_from_slice(&of_site);
        features
    }

    fn link_score(&self, features: &Features) -> Score {
        Score::with_parts(self.q.value(features), self.q.parts(features).to_vec())
    }

    /// Returns the representative with the largest Q-value, reduced by the rules of traps and host diversity; the first
    /// of equals.
    fn best(&self, representatives: &[UrlId], frontier: &Frontier) -> Option<(UrlId, Features)> {
        let valued = representatives.iter().filter_map(|id| {
            let waiting = frontier.get(*id)?;
            let features = self.updated(self.tree.get(*id)?.features, waiting.site);
            let share = waiting.factor * frontier.site_factor(waiting.site);
            let value = Score::new(self.q.value(&features)).shared(share).first;
            value.is_finite().then_some((value, (*id, features)))
        });
        let best = valued.reduce(|best, next| if next.0.total_cmp(&best.0).is_gt() { next } else { best });
        best.map(|(_, best)| best)
    }
}

impl TreeFrontier {
    fn new(inputs: &StrategyInputs<'_>) -> Self {
        let StrategyInputs { settings, plan, .. } = inputs;
        Self {
            relevant: settings.get(&RELEVANT),
            discount: settings.get(&DISCOUNT),
            exploration: settings.get(&EXPLORATION) * f64::from(plan.pages),
            smallest: settings.get(&SMALLEST),
            representatives: settings.get(&REPRESENTATIVES),
            offered: BTreeSet::new(),
            state: TreeState::new(Draw::new(plan.rng_seed)),
        }
    }

    /// Counts a page, and learns from the link through which it was fetched.
    fn read(&mut self, page: &PageView<'_>, site: SiteId) {
        let state = &mut self.state;
        let link = state.tree.remove(page.id);
        if state.paths.contains_key(&page.id) {
            return;
        }
        let judged = state.judged.get(&page.id).copied();
        let is_relevant = judged.unwrap_or(page.relevance >= self.relevant);
        // Before the page is counted, so that it is no evidence for itself.
        let features = link.map(|link| (link.features, state.updated(link.features, site)));
        let from = link.map(|link| link.from).or(page.parent);
        let path = from.and_then(|from| state.paths.get(&from).copied()).unwrap_or_default();
        state.paths.insert(page.id, path.then(is_relevant));
        state.sites.entry(site).or_default().count(is_relevant);
        if let Some((found, features)) = features {
            self.learn(found, Transition { features, reward: f64::from(u8::from(is_relevant)) });
        }
    }

    /// Learns from the fetch of a link. An earlier fetch without a choice since then, as in a replay, was followed by
    /// this one. `found` are the features that it had in the tree: the experience belongs to the leaf of the link.
    fn learn(&mut self, found: Features, transition: Transition) {
        self.close(&transition.features);
        self.state.tree.add_experience(found, transition.reward, self.smallest);
        self.state.open = Some(transition);
        self.state.fetched = self.state.fetched.saturating_add(1);
    }

    /// Updates the Q-function with the last fetch, after which the best link has these features.
    fn close(&mut self, next: &Features) {
        if let Some(Transition { features, reward }) = self.state.open.take() {
            self.state.q.learn(&features, reward, Some(next), self.discount);
        }
    }

    /// Returns the features of a link.
    fn features(&self, page: &PageView<'_>, view: &LinkView<'_>, context: &mut Context<'_>) -> Features {
        let path = self.state.paths.get(&page.id).copied().unwrap_or_default();
        let judged = self.state.judged.get(&page.id).map(|good| f64::from(u8::from(*good)));
        let address: Vec<_> = view.link.url.tokens().collect();
        let features = [
            judged.unwrap_or(page.relevance),
            path.reciprocal_distance(),
            path.share(),
            context.similarity(&address.join(" ")),
            context.similarity(&view.link.anchor),
            context.similarity(&view.link.context),
            0.0,
            0.0,
        ];
        // NaN becomes 0.
        let features = features.map(|feature| if feature > 0.0 { feature.min(1.0) } else { 0.0 });
        self.state.updated(features, context.urls.site_of(view.id))
    }

    /// Adds a link of a page to the tree and returns its score. If it waits already, the features with the larger value
    /// count.
    fn offer(&mut self, page: &PageView<'_>, view: &LinkView<'_>, context: &mut Context<'_>) -> Score {
        let features = self.features(page, view, context);
        let state = &mut self.state;
        let known = state.tree.get(view.id).map(|link| link.features);
        let known = known.map(|known| state.updated(known, context.urls.site_of(view.id)));
        let value = state.q.value(&features);
        if let Some(known) = known.filter(|known| state.q.value(known).total_cmp(&value).is_ge()) {
            return state.link_score(&known);
        }
        // A replay also shows the links to pages that were read.
        if !state.paths.contains_key(&view.id) {
            state.tree.insert(view.id, features, page.id);
        }
        state.link_score(&features)
    }

    /// Returns the probability of a random choice.
    fn epsilon(&self) -> f64 {
        let fetched = f64::from(self.state.fetched);
        if fetched >= self.exploration { 0.0 } else { 1.0 - fetched / self.exploration }
    }

    /// Returns a representative whose host is ready: the best, or a random one. `is_any_recent` also admits hosts that
    /// host diversity excludes.
    fn representative(&mut self, frontier: &Frontier, is_any_recent: bool) -> Option<UrlId> {
        let is_ready = |site| {
            if is_any_recent { frontier.is_site_ready(site) } else { frontier.is_site_due(site) }
        };
        let is_link = |waiting: &FrontierEntry| is_ready(waiting.site);
        let state = &mut self.state;
        let representatives = state
            .tree
            .representatives(self.representatives, &mut state.draw, |id| frontier.get(id).is_some_and(is_link));
        let (_, next) = state.best(&representatives, frontier)?;
        self.close(&next);
        let epsilon = self.epsilon();
        let state = &mut self.state;
        if epsilon > 0.0 && state.draw.share() < epsilon {
            return representatives.get(state.draw.below(representatives.len())).copied();
        }
        state.best(&representatives, frontier).map(|(id, _)| id)
    }
}

impl Strategy for TreeFrontier {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        self.read(page, context.urls.site_of(page.id));
        self.offered = links.iter().map(|view| view.id).collect();
        links.iter().map(|view| Some(self.offer(page, view, context))).collect()
    }

    fn revise(&mut self, _page: &PageView<'_>, frontier: &Frontier, context: &mut Context<'_>) -> Vec<(UrlId, Score)> {
        let offered = std::mem::take(&mut self.offered);
        let state = &mut self.state;
        let is_caught_up = std::mem::take(&mut state.is_catching_up);
        // The number of pages since the last restart; `context.pages_read` also counts pages that a replay has yet to
        // show.
        let is_due = state.refresh.is_due(crate::count(state.paths.len()));
        if !is_due && !is_caught_up {
            return Vec::new();
        }
        // Replayed pages put back links that have left the frontier. The links of the last page have yet to enter it,
        // and a link that is being fetched needs its features when its page is read.
        let is_busy = |id: UrlId| {
            let is_known = usize::try_from(id.0).is_ok_and(|at| at < context.urls.len());
            is_known && frontier.is_site_busy(context.urls.site_of(id))
        };
        state.tree.retain(|id| frontier.get(id).is_some() || offered.contains(&id) || is_busy(id));
        let waiting = state.tree.links().filter(|(id, _)| frontier.get(*id).is_some());
        let score = |features| state.link_score(&features);
        waiting.map(|(id, link)| (id, score(state.updated(link.features, context.urls.site_of(id))))).collect()
    }

    /// Keeps the score, which already is that of the better features.
    fn on_rediscovery(&self, _waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        RediscoveryDecision::Rescore(new.clone())
    }

    /// Picks seeds, targets of redirects and links that are requested again before all other links.
    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        let best = frontier.best()?;
        let waiting = frontier.get(best)?;
        if waiting.priority_reason().is_some() {
            return Some(best);
        }
        // If the best link is on a host that host diversity excludes, all ready hosts are.
        let is_any_recent = !frontier.is_site_due(waiting.site);
        self.representative(frontier, is_any_recent).or(Some(best))
    }

    fn on_url_change(&mut self, change: UrlChange) {
        let tree = &mut self.state.tree;
        match change {
            UrlChange::Lost(url) | UrlChange::Dropped(url) => drop(tree.remove(url)),
            UrlChange::Redirected { from, to } => {
                let link = tree.remove(from).filter(|_| !self.state.paths.contains_key(&to));
                if let Some(link) = link.filter(|_| tree.get(to).is_none()) {
                    tree.insert(to, link.features, link.from);
                }
            }
        }
    }

    fn on_judgment(&mut self, page: &PageView<'_>, good: Option<bool>) {
        match good {
            Some(good) => self.state.judged.insert(page.id, good),
            None => self.state.judged.remove(&page.id),
        };
    }

    /// Keeps the ratings; everything else is learned again from the replayed pages.
    fn restart(&mut self) -> RestartMode {
        let judged = std::mem::take(&mut self.state.judged);
        self.state = TreeState { judged, is_catching_up: true, ..TreeState::new(self.state.draw.clone()) };
        RestartMode::ReplayTrained
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.state)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read: Option<TreeState> = read_saved(saved);
        read.filter(TreeState::is_valid).map(|state| self.state = state).is_some()
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl Report for TreeFrontier {
    fn tables(&self, _overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        let leaves = self.state.tree.leaves().into_iter().map(|(conditions, leaf)| {
            let mean = leaf.mean_reward().map_or_else(|| Cell::Text("–".to_owned()), Cell::Number);
            let counts = [f64::from(leaf.pages), leaf.waiting() as f64].map(Cell::Number);
            [Cell::Text(described(&conditions)), mean].into_iter().chain(counts).collect()
        });
        let (weights, _) = self.state.q.weights();
        let weights = PARTS.iter().zip(weights).map(|(part, weight)| {
            vec![Cell::Text(part.title.to_owned()), Cell::Text(part.help.to_owned()), Cell::Number(*weight)]
        });
        vec![
            ModelTable::new(
                "Leaves",
                "Groups of links with similar rewards. For each choice, random links of each group are valued.",
                &["Links", "Share of relevant pages", "Pages", "Links in the frontier"],
                leaves,
            ),
            ModelTable::new(
                "Weights",
                "The value of a link is the sum of its features times these weights, learned from the pages so far.",
                &["Feature", "Meaning", "Weight"],
                weights,
            ),
        ]
    }
}

/// Returns the conditions of a leaf as a sentence: “Link text > 0.25, Path ≤ 0.5”.
fn described(conditions: &[Condition]) -> String {
    let text = |(feature, threshold, is_larger): &Condition| {
        let title = PARTS.get(*feature).map_or("", |part| part.title);
        format!("{title} {} {threshold:.2}", if *is_larger { ">" } else { "≤" })
    };
    let texts: Vec<String> = conditions.iter().map(text).collect();
    if texts.is_empty() { "all".to_owned() } else { texts.join(", ") }
}

#[cfg(test)]
#[path = "tree_frontier_tests.rs"]
mod tests;
