//! Holds the view for a class: two strategies crawl the demo web from the same seeds, beside each other, page by page.
//!
//! Each side has a worker of its own, whose crawl processes a page for each step ([`Pace::Stepwise`]). A step goes to
//! both sides at once, as soon as both have done the page before, so that neither is ahead by more than one page. Both
//! crawls are saved like any crawl. Leaving the view ends the workers.
//!
//! Only the demo web is crawled: two crawls of live sites would send a host two requests at a time.

mod sentence;
mod side;

pub use side::ClassSide;

use crate::catalog::{Catalog, Worker};
use crate::crawl_address::CrawlAddress;
use crate::effect::{Effect, Timer};
use crate::form::{Form, StartRequest, StrategyInput, param_key, problem};
use crate::library::{Library, subjects};
use crate::pace;
use crate::route::Route;
use crate::worker::WorkerAction;
use crate::{Action, State};
use protocol::pace::{Pace, Paces};
use protocol::subjects::SubjectSummary;
use protocol::watch::WatchedViews;
use protocol::{Problem, Source, SourceKind, ToPage, ToWorker};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::plan::{IN_FLIGHT, PAGES, Plan};
use types::spec::{AUTOMATIC_STRATEGY, DEFAULT_STRATEGY};

/// The paces to choose from, the slowest first. A faster one is hard to follow from the back of a room.
pub const PACES: [Pace; 5] =
    [Pace::PerSecond(1), Pace::PerSecond(2), Pace::PerSecond(4), Pace::PerSecond(8), Pace::Max];
/// The pace of an address that names none.
const DEFAULT_PACE: Pace = Pace::PerSecond(2);
/// The settings of an address that names none. With one fetch at a time, each page follows from all pages before it.
const DEFAULTS: [(&str, &str); 2] = [(PAGES.name, "60"), (IN_FLIGHT.name, "1")];
/// The names of the strategies in the address, and of their problems.
pub const SIDES: [&str; 2] = ["left", "right"];
/// The field of problems with the parameters of a link.
const PARAMS: &str = "address";
/// The names of the pace and of the picture in the address.
const PACE: &str = "pace";
const PICTURE: &str = "picture";

/// The picture that both sides show of their crawls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Picture {
    /// The map beside the tree.
    #[default]
    MapAndTree,
    /// The map.
    Map,
    /// The families of spiders, or the branches of a crawl without spiders.
    Tree,
}

impl Picture {
    /// All pictures, in the order of their buttons.
    pub const ALL: [Self; 3] = [Self::MapAndTree, Self::Map, Self::Tree];

    /// Returns the label.
    pub fn title(self) -> &'static str {
        match self {
            Self::MapAndTree => "Map and tree",
            Self::Map => "Map",
            Self::Tree => "Tree",
        }
    }

    /// Returns the name in the address.
    fn name(self) -> &'static str {
        match self {
            Self::MapAndTree => "map-and-tree",
            Self::Map => "map",
            Self::Tree => "tree",
        }
    }
}

/// The state of both crawls together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassRun {
    /// Nothing was started.
    #[default]
    Setup,
    /// A start was requested, and waits for the list of strategies.
    Wanted,
    /// Both sides crawl, or have ended.
    Running,
    /// No side gets a step.
    Paused,
}

/// Holds the view for a class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassState {
    /// The plan that both crawls share, apart from their strategies.
    pub form: Form,
    /// The ids of the strategies, left and right.
    pub strategies: [String; 2],
    /// The pace of both crawls.
    pub pace: Pace,
    /// The picture that both sides show.
    pub picture: Picture,
    /// The two crawls.
    pub sides: [ClassSide; 2],
    /// The state of both together.
    pub run: ClassRun,
    /// The feedback on the copied link.
    pub notice: &'static str,
    /// The time between two steps is not over.
    is_resting: bool,
}

impl Default for ClassState {
    fn default() -> Self {
        Self::from_address("").0
    }
}

/// An action in the view for a class.
pub enum ClassAction {
    /// Changes the settings, for the next start.
    Edit(Box<dyn FnOnce(&mut ClassState)>),
    /// Starts both crawls, or starts them again.
    Start,
    /// Pauses both crawls, or resumes them.
    Pause(bool),
    /// An action on the view of a side's crawl. Only the explained page and the filter by an origin can be chosen.
    Inside(usize, Box<Action>),
    /// An event of a side's worker.
    Worker(usize, WorkerAction),
    /// The link was copied, or the browser blocked that.
    Copied(bool),
}

/// Returns the fragment of the address of the view with these strategies and their changed parameters, this query and
/// these seeds; without them, with the usual ones.
pub fn link(
    strategies: Option<[&StrategyInput; 2]>,
    query: Option<&str>,
    seeds: &[String],
    catalog: &Catalog,
) -> String {
    let mut rest = BTreeMap::new();
    for (side, strategy) in SIDES.into_iter().zip(strategies.into_iter().flatten()) {
        let id = strategy.id.as_deref().unwrap_or(AUTOMATIC_STRATEGY);
        rest.insert(side.to_owned(), id.to_owned());
        let params = catalog.strategy(id).map(|info| info.params.as_slice()).unwrap_or_default();
        let changed = strategy.changed_params(id, params);
        rest.extend(changed.map(|(param, text)| (format!("{side}.{}", param.name), text.clone())));
    }
    let address =
        CrawlAddress { query: query.map(str::to_owned), seeds: seeds.to_vec(), rest, ..CrawlAddress::default() };
    format!("#/class?{}", address.write())
}

/// Returns the link that shows the strategy of a crawl of the demo web, with its parameters, beside the automatic one;
/// `None` for other sources, crawls without a query and strategies that need training.
pub fn link_of_crawl(plan: &Plan, source: &Source, catalog: &Catalog) -> Option<String> {
    let info = catalog.strategy(&plan.strategy.id)?;
    if *source != Source::Demo || info.needs.training() || plan.query.trim().is_empty() {
        return None;
    }
    let crawled = StrategyInput::of(&plan.strategy);
    let [usual, automatic] = [DEFAULT_STRATEGY, AUTOMATIC_STRATEGY].map(|id| StrategyInput::of(&id.into()));
    let sides = if info.id == AUTOMATIC_STRATEGY { [&usual, &crawled] } else { [&crawled, &automatic] };
    Some(link(Some(sides), Some(&plan.query), &plan.seeds, catalog))
}

/// Returns the suggested queries, each with a label: those of the demo web's topics, then those of the Library's topics
/// with a crawl of the demo web.
pub fn suggestions<'a>(catalog: &'a Catalog, library: &'a Library) -> Vec<(&'a str, &'a str)> {
    let known = catalog.examples.iter().map(|example| (example.query.as_str(), example.title.as_str()));
    let mut suggested: Vec<(&str, &str)> = known.collect();
    let Some(Ok(contents)) = &library.contents else {
        return suggested;
    };
    for SubjectSummary { subject, .. } in library.topics() {
        if subjects::crawls_of(subject, contents).all(|crawl| crawl.source != Source::Demo) {
            continue;
        }
        for query in &subject.queries {
            if suggested.iter().all(|(known, _)| known != query) {
                suggested.push((query, &subject.name));
            }
        }
    }
    suggested
}

impl ClassAction {
    /// Creates a change of the settings.
    pub fn edit(change: impl FnOnce(&mut ClassState) + 'static) -> Action {
        Action::Class(Self::Edit(Box::new(change)))
    }
}

impl ClassState {
    /// Parses the query of an address; returns whether it requests a start.
    fn from_address(query: &str) -> (Self, bool) {
        let mut address = CrawlAddress::read(query);
        let start = std::mem::take(&mut address.start);
        let mut take = |name: &str| address.rest.remove(name);
        let [left, right] = SIDES.map(&mut take);
        let strategies = [left.unwrap_or(DEFAULT_STRATEGY.into()), right.unwrap_or(AUTOMATIC_STRATEGY.into())];
        let pace = take(PACE).and_then(|text| pace::parse(&text));
        // A pace that is not offered becomes the next faster one.
        let pace = pace.and_then(|pace| PACES.into_iter().find(|one| one.interval_ms() <= pace.interval_ms()));
        let picture = take(PICTURE);
        let mut params = BTreeMap::new();
        address.rest.retain(|name, value| {
            let Some((side, param)) = name.split_once('.') else { return true };
            let Some(at) = SIDES.iter().position(|one| *one == side) else { return true };
            params.insert(param_key(&strategies[at], param), std::mem::take(value));
            false
        });
        let picture = Picture::ALL.into_iter().find(|one| Some(one.name()) == picture.as_deref());
        let mut form = Form::from_address(address);
        form.strategy.params.extend(params);
        form.query.is_touched = !form.query.text.is_empty();
        form.source.kind.get_or_insert(SourceKind::Demo);
        for (name, value) in DEFAULTS {
            form.settings.entry(name).or_insert_with(|| value.to_owned());
        }
        let class = Self {
            form,
            strategies,
            pace: pace.unwrap_or(DEFAULT_PACE),
            picture: picture.unwrap_or_default(),
            sides: Default::default(),
            run: ClassRun::default(),
            notice: "",
            is_resting: false,
        };
        (class, start)
    }

    /// Returns the fragment of the address that opens and starts the same view.
    pub fn address(&self) -> String {
        let mut address = CrawlAddress { strategy: None, start: true, ..self.form.address() };
        address.rest.retain(|name, _| !name.starts_with("params."));
        for (side, id) in SIDES.into_iter().zip(&self.strategies) {
            address.rest.insert(side.to_owned(), id.clone());
            let params = self.form.strategy.params.iter();
            let set = params.filter_map(|(key, text)| Some((key.strip_prefix(&param_key(id, ""))?, text)));
            address.rest.extend(set.map(|(param, text)| (format!("{side}.{param}"), text.clone())));
        }
        address.rest.insert(PACE.to_owned(), pace::name(self.pace));
        address.rest.insert(PICTURE.to_owned(), self.picture.name().to_owned());
        format!("#/class?{}", address.write())
    }

    /// Returns whether both crawls have ended.
    pub fn is_over(&self) -> bool {
        self.is_under_way() && self.sides.iter().all(ClassSide::is_over)
    }

    /// Returns whether the crawls were started.
    pub fn is_under_way(&self) -> bool {
        matches!(self.run, ClassRun::Running | ClassRun::Paused)
    }

    /// Returns the messages that start the crawl of a side, in order.
    fn first_messages(&self, side: usize) -> Vec<ToWorker> {
        let Some(StartRequest { plan, source, stay, .. }) = self.sides[side].request.clone() else {
            return Vec::new();
        };
        vec![
            ToWorker::Pace(Paces { local: Pace::Stepwise, live: Pace::Stepwise }),
            ToWorker::Watch(WatchedViews { spiders: true, ..WatchedViews::default() }),
            ToWorker::Start { plan: Box::new(plan), source, stay, model: None, topic: None },
        ]
    }

    /// Returns the effects of the next step of both sides, as soon as it is due.
    fn step(&mut self) -> Vec<Effect> {
        if self.run != ClassRun::Running || self.is_resting {
            return Vec::new();
        }
        let going = || (0..SIDES.len()).filter(|side| !self.sides[*side].is_over());
        if !going().all(|side| self.sides[side].awaits_step()) {
            return Vec::new();
        }
        let stepping: Vec<usize> = going().collect();
        let mut effects = Vec::new();
        for at in stepping {
            let side = &mut self.sides[at];
            side.allowed = side.crawl.live.progress.pages + 1;
            effects.push(Effect::SendToSide(at, ToWorker::Step));
        }
        let pause = self.pace.interval_ms();
        if !effects.is_empty() && pause > 0.0 {
            self.is_resting = true;
            effects.push(Effect::SetTimer(Timer::ClassStep, types::to_u32(pause)));
        }
        effects
    }
}

impl State {
    /// Opens the view at an address of its own, or ends its crawls when it is left.
    pub(super) fn visit_class(&mut self) {
        if self.location.route() != Route::Class {
            if self.class.run != ClassRun::Setup {
                self.class.change(ClassState::end);
                self.effects.push(Effect::EndSides);
            }
            return;
        }
        // An address without parameters changes nothing, nor does the one that a start has written.
        let is_known = self.class.is_under_way() && self.class.address() == self.location.fragment;
        if self.location.query().is_empty() || is_known {
            return;
        }
        let (mut class, start) = ClassState::from_address(self.location.query());
        if start && class.form.problems.is_empty() {
            class.run = ClassRun::Wanted;
        }
        if self.class.is_under_way() {
            self.effects.push(Effect::EndSides);
        }
        self.class = Rc::new(class).into();
    }

    pub(super) fn apply_class(&mut self, action: ClassAction) {
        match action {
            ClassAction::Edit(change) => {
                let before = (self.class.pace, self.class.picture);
                self.class.change(|class| {
                    class.form.problems.clear();
                    class.notice = "";
                    change(class);
                });
                // The other settings apply from the next start.
                if self.class.is_under_way() && (self.class.pace, self.class.picture) != before {
                    self.write_class_address();
                }
            }
            ClassAction::Start => self.class.change(|class| class.run = ClassRun::Wanted),
            ClassAction::Pause(is_paused) => self.class.change(|class| {
                class.run = if is_paused { ClassRun::Paused } else { ClassRun::Running };
            }),
            ClassAction::Inside(side, action) => self.class.change(|class| class.sides[side].act(&action)),
            ClassAction::Worker(side, action) => self.on_side(side, action),
            ClassAction::Copied(is_copied) => self.class.change(|class| {
                class.notice = if is_copied {
                    "Link copied."
                } else {
                    "The browser blocked copying. Start the crawls, then copy the address of this page."
                };
            }),
        }
    }

    /// Ends the time between two steps.
    pub(super) fn rest_is_over(&mut self) {
        self.class.change(|class| class.is_resting = false);
    }

    /// Continues a start or sends the next step, as soon as both can be done.
    pub(super) fn proceed_class(&mut self) {
        if self.location.route() != Route::Class {
            return;
        }
        // A person who empties the field types another query.
        let is_missing = self.class.form.query.text.trim().is_empty() && !self.class.form.query.is_touched;
        if self.catalog.worker == Worker::Ready && is_missing {
            let first = self.catalog.examples.first().map(|example| example.query.clone());
            if let Some(query) = first {
                self.class.change(|class| class.form.query.text = query);
            }
        }
        if self.class.run == ClassRun::Wanted && self.catalog.worker == Worker::Ready {
            self.start_class();
        }
        if self.class.run == ClassRun::Running {
            let effects = self.class.change(ClassState::step);
            self.effects.extend(effects);
        }
    }

    /// Starts both crawls in new workers, or shows the problems.
    fn start_class(&mut self) {
        let requests = self.class_requests();
        self.class.change(ClassState::end);
        match requests {
            Ok(requests) => {
                self.class.change(|class| {
                    class.sides = requests.map(|request| ClassSide { request: Some(request), ..ClassSide::default() });
                    class.run = ClassRun::Running;
                });
                self.write_class_address();
                self.effects.push(Effect::StartSides);
            }
            Err(problems) => {
                self.class.change(|class| {
                    if problems.iter().any(|one| one.field == PARAMS) {
                        // Only a link can have set them, so the next start is without them.
                        class.form.strategy.params.clear();
                    }
                    class.form.problems = problems;
                });
                self.effects.push(Effect::EndSides);
            }
        }
    }

    /// Replaces the app's address by that of the view.
    fn write_class_address(&mut self) {
        let fragment = self.class.address();
        if self.location.fragment != fragment {
            self.set_location(fragment.clone());
            self.effects.push(Effect::ReplaceAddress(fragment, false));
        }
    }

    /// Returns the requests of both sides, which differ only in their strategies, or the problems by field.
    fn class_requests(&self) -> Result<[StartRequest; 2], Vec<Problem>> {
        let (class, catalog) = (&self.class, &self.catalog);
        let mut problems = Vec::new();
        if class.form.source(catalog) != SourceKind::Demo {
            let message = "Two crawls at once would send live sites two requests at a time: choose the demo web.";
            problems.push(problem("source", message.to_owned()));
        }
        for (name, id) in SIDES.into_iter().zip(&class.strategies) {
            if catalog.strategy(id).is_none_or(|info| info.needs.training()) {
                problems.push(problem(name, "Choose a strategy that needs no training.".to_owned()));
            }
        }
        let [left, right] = &class.strategies;
        if left == right {
            problems.push(problem("right", "Choose two different strategies.".to_owned()));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let request = |id: &String| {
            let mut form = Form { problems: Vec::new(), ..class.form.clone() };
            form.strategy.id = Some(id.clone());
            form.report_unknown_params(catalog);
            if !form.problems.is_empty() {
                return Err(form.problems);
            }
            let start = form.start_request(catalog);
            start.map_err(|problems| problems.into_iter().map(|one| in_class(id, one, catalog)).collect())
        };
        Ok([request(left)?, request(right)?])
    }

    /// Handles an event of a side's worker.
    fn on_side(&mut self, side: usize, action: WorkerAction) {
        let (messages, problem) = match action {
            WorkerAction::Messages(messages) => (messages, None),
            WorkerAction::Broken(message) => (Vec::new(), Some(message)),
            WorkerAction::VersionMismatch(_) => {
                let sentence = "This page and its crawler are different builds. Reload the page to update both.";
                (Vec::new(), Some(sentence.to_owned()))
            }
            WorkerAction::Restart | WorkerAction::LoadChunks | WorkerAction::Loading => return,
        };
        for message in messages {
            if let ToPage::Catalog { .. } = message {
                let first = self.class.first_messages(side).into_iter();
                self.effects.extend(first.map(|message| Effect::SendToSide(side, message)));
            } else {
                self.class.change(|class| class.sides[side].on_message(message, &self.catalog));
            }
        }
        if problem.is_some() {
            self.class.change(|class| class.sides[side].problem = problem);
        }
    }
}

/// Returns the problem of a crawl as one of the view, in which parameters have no fields.
fn in_class(strategy: &str, one: Problem, catalog: &Catalog) -> Problem {
    if !one.field.starts_with("params.") {
        return one;
    }
    let text = catalog.problem_text(strategy, &one);
    problem(PARAMS, format!("{text} Start again to use the defaults."))
}

impl ClassState {
    /// Forgets the crawls, and keeps the settings.
    fn end(&mut self) {
        self.sides = Default::default();
        (self.run, self.is_resting) = (ClassRun::Setup, false);
    }
}
