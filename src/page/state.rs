//! The state of the page, in one place, and everything that changes it.
//!
//! Each part is shared by pointer and replaced when it changes, so that a component that reads one part is drawn anew for
//! that part alone.

use super::address::CrawlAddress;
use super::catalog::{Catalog, Proxy, Worker};
use super::compare::{self, Desk};
use super::form::{Form, Order};
use super::library::{Act, Library};
use super::live::Live;
use super::models::{self, Models};
pub use super::part::Part;
use super::ranking::{Hold, Ranking};
use super::recovery::Recovery;
use super::related::Related;
pub use super::screen::{Screen, Start, View};
use super::seeds::{self, Finder};
use super::sights::Sights;
use super::steer::{self, Steer};
use super::train::{self, Train};
use crate::protocol::watch::Sight;
use crate::protocol::{Hello, Opened, Problem, ProxyAddress, RelatedTo, ToPage};
use std::rc::Rc;
use yew::{AttrValue, Reducible};

/// Everything that the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// What there is to choose from.
    pub catalog: Part<Catalog>,
    /// What was typed.
    pub form: Part<Form>,
    /// The search for seeds.
    pub seeds: Part<Finder>,
    /// What is related to the words of the form.
    pub related: Part<Related>,
    /// The crawl's counts.
    pub live: Part<Live>,
    /// Its pages.
    pub ranking: Part<Ranking>,
    /// What is seen of it besides.
    pub sights: Part<Sights>,
    /// What is typed to steer it.
    pub steer: Part<Steer>,
    /// The crawls that are kept.
    pub library: Part<Library>,
    /// The trails to learn from.
    pub train: Part<Train>,
    /// What was learned from them.
    pub models: Part<Models>,
    /// Comparisons.
    pub compare: Part<Desk>,
    /// What is on the screen.
    pub screen: Screen,
    /// What is to be taken up again.
    pub recovery: Recovery,
    /// The order that the worker judges.
    sent: Option<Order>,
}

/// What changes the state.
pub enum Action {
    /// The worker spoke.
    Said(Vec<ToPage>),
    /// A worker is being loaded.
    Loading,
    /// The worker broke.
    Broken(String),
    /// How it stands with the proxy of the form.
    Proxy(Proxy),
    /// News of the proxy at this address; none for the one that this page came from.
    Found(Option<ProxyAddress>, Proxy),
    /// Something was typed or chosen; the problem of this field is forgotten.
    Edit(AttrValue, Box<dyn FnOnce(&mut Form)>),
    /// Related words were asked for, or none are to be shown.
    Relate(Option<RelatedTo>),
    /// A fold of the related words opens or closes.
    Unfold(String),
    /// An address was opened.
    Opened(Box<Form>, bool),
    /// The worker was asked to open the crawl that is wanted.
    Asked,
    /// The crawl's address names it.
    Named(String),
    /// A start was asked for.
    Start,
    /// The plan cannot be made.
    Refused(Vec<Problem>),
    /// The crawl was sent off, and has this address.
    Sent(Box<Order>, Box<CrawlAddress>),
    /// The person wants the form.
    Ask,
    /// The form's field that this selector finds gets the focus.
    Point(&'static str),
    /// The person wants back to the crawl.
    Back,
    /// A hold on the results begins or ends.
    Hold(Hold, bool),
    /// What waits takes its place.
    Settle,
    /// A page's details are opened, or none.
    Open(Option<u32>),
    /// Another view of the crawl is chosen.
    View(View),
    /// A spider's story is opened, or none.
    Spider(Option<u32>),
    /// Something is done about seeds.
    Seeds(seeds::Act),
    /// Something was done in the Library.
    Library(Act),
    /// Something was done in the reader or to the trails.
    Train(train::Act),
    /// Something was typed or chosen for the next model; the problem of this field is forgotten.
    Teach(AttrValue, Box<dyn FnOnce(&mut Form)>),
    /// Something was done to models.
    Models(models::Act),
    /// Something was done to comparisons.
    Compare(compare::Act),
    /// Something was done to steer the crawl.
    Steer(steer::Act),
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = Rc::unwrap_or_clone(self);
        next.act(action);
        Rc::new(next)
    }
}

impl State {
    /// The state at the beginning; `typed` is what was typed into the box before the page's program had arrived, `proxy` the address of
    /// the proxy elsewhere that answered last.
    pub fn new(typed: &str, proxy: Option<String>) -> Self {
        let mut state = Self {
            screen: Screen {
                asking: true,
                ..Screen::default()
            },
            ..Self::default()
        };
        state.form.change(|form| {
            form.touched = !typed.is_empty();
            typed.clone_into(&mut form.query);
            form.proxy = proxy;
        });
        state
    }

    /// Carries out one action.
    pub fn act(&mut self, action: Action) {
        // Long since it has one arm an action, most of them one line; all that changes the state is seen at one place.
        match action {
            Action::Said(messages) => messages.into_iter().for_each(|message| self.hear(message)),
            Action::Loading => {
                // What only the old worker had is gone with it.
                if self.library.web.is_some() || self.library.reading.is_some() {
                    self.library
                        .change(|library| (library.web, library.reading) = (None, None));
                }
                self.recovery.restart = false;
                self.recovery.asked = false;
                self.catalog
                    .change(|catalog| catalog.worker = Worker::Loading);
            }
            Action::Broken(message) => self.break_down(message),
            Action::Proxy(proxy) => self.catalog.change(|catalog| catalog.proxy = proxy),
            // Another address may have been typed meanwhile.
            Action::Found(address, _) if self.form.proxy_address() != Ok(address.clone()) => {}
            Action::Found(_, proxy) => {
                self.form
                    .change(|form| form.problems.retain(|problem| problem.field != "proxy"));
                self.catalog.change(|catalog| catalog.proxy = proxy);
            }
            Action::Edit(field, how) => {
                self.leave_seeking(&field);
                self.form.change(|form| form.edit(&field, how));
                if field == "strategy" {
                    let models = self.models.clone();
                    self.form.change(|form| form.choose_model(&models));
                }
                self.settle_model();
            }
            Action::Teach(field, how) => {
                self.models.change(|models| models.form.edit(&field, how));
            }
            Action::Seeds(act) => self.seek(act),
            Action::Models(act) => self.models.change(|models| models.act(act)),
            Action::Compare(act) => self.compare.change(|desk| desk.act(act)),
            Action::Steer(act) => self.steer.change(|steer| steer.act(act)),
            Action::Relate(None) if self.related.to.is_none() => {}
            Action::Relate(to) => self.related.change(|related| related.ask(to)),
            Action::Unfold(fold) => self.related.change(|related| related.unfold(fold)),
            // The crawl that is here: it only comes into view again.
            Action::Opened(form, _) if self.is_here(form.opened.id.as_deref()) => {
                self.form.change(|old| old.opened = form.opened);
                self.screen.asking = false;
            }
            Action::Opened(form, start) => {
                self.take_form(*form);
                self.settle_model();
                self.screen.asking = true;
                self.screen.by_person = false;
                self.address_opened(start);
                self.tell_strange_params();
            }
            Action::Asked => self.recovery.asked = true,
            Action::Named(id) => self.form.change(|form| form.opened.id = Some(id)),
            Action::Start => {
                // What is still wrong is told anew, and gets the focus anew.
                self.form.change(|form| form.problems.clear());
                self.screen.by_person = self.screen.asking;
                self.screen.start = Start::Wanted;
            }
            Action::Refused(problems) => self.refuse(problems),
            Action::Sent(order, address) => self.send_off(*order, *address),
            Action::Ask => self.screen.asking = true,
            Action::Point(id) => self.screen.point = Some(id),
            Action::Back => self.screen.asking = self.live.order.is_none(),
            Action::Hold(why, on) if self.ranking.is_held(why) == on => {}
            Action::Hold(why, on) => self.ranking.change(|ranking| ranking.hold(why, on)),
            Action::Library(act) => self.library.change(|library| library.act(act)),
            Action::Train(act) => {
                let source = self.form.full_source(&self.catalog);
                self.train.change(|train| train.act(act, source));
            }
            Action::Settle => self.ranking.change(Ranking::settle),
            Action::View(view) => self.screen.view = view,
            Action::Spider(spider) => self.screen.spider = spider,
            Action::Open(open) => {
                self.screen.open = open;
                self.ranking
                    .change(|ranking| ranking.hold(Hold::Open, open.is_some()));
            }
        }
    }

    fn hear(&mut self, message: ToPage) {
        // Long for the same reason: one arm a message.
        match message {
            ToPage::Hello { hello, .. } if hello != Hello::own() => {
                self.catalog
                    .change(|catalog| catalog.worker = Worker::Stranger(hello));
            }
            ToPage::Hello {
                strategies,
                providers,
                examples,
                ..
            } => {
                self.catalog.change(|catalog| {
                    catalog.strategies = strategies;
                    catalog.providers = providers;
                    catalog.examples = examples;
                    catalog.worker = Worker::Ready;
                });
                let catalog = self.catalog.clone();
                self.models
                    .change(|models| models.offer(&catalog.strategies));
                self.fill_example();
                self.tell_strange_params();
            }
            ToPage::TopicsRead { name, read } => {
                self.form.change(|form| form.take_topics(name, read));
            }
            ToPage::TopicsWritten { kind, text } => {
                self.form
                    .change(|form| form.written = Some((kind, text.into())));
            }
            ToPage::Refused(problems) => {
                self.related.change(|related| related.loading = None);
                self.refuse(problems);
            }
            ToPage::Loading { got, all } => self
                .related
                .change(|related| related.loading = Some((got, all))),
            ToPage::Related { to, words } => {
                self.related.change(|related| related.take(&to, words));
            }
            ToPage::Panicked { message } => self.break_down(message),
            ToPage::Started => self.begin(),
            ToPage::Kept(kept) => self.live.change(|live| match kept {
                Ok(id) => live.id = Some(id),
                Err(sentence) => live.unkept = Some(sentence),
            }),
            ToPage::Opened(opened) => self.take_up(*opened),
            ToPage::NotOpened { id, code, message } => self.not_opened(id, &code, message),
            ToPage::Library(news) => self.library.change(|library| library.hear(*news)),
            ToPage::Read { number, read } => {
                self.train.change(|train| train.take(number, read));
            }
            ToPage::Seeds(news) => self.hear_seeds(*news),
            ToPage::Why(text) => self.live.change(|live| live.text = Some(Rc::from(text))),
            ToPage::Models(news) => {
                self.models.change(|models| models.hear(*news));
                self.settle_model();
                self.tell_strange_params();
            }
            ToPage::Compare(news) => self.compare.change(|desk| desk.hear(*news)),
            ToPage::Ahead(ahead) => self.train.change(|train| train.hear_ahead(*ahead)),
            ToPage::Doubts(news) => self.train.change(|train| train.hear_doubts(*news)),
            ToPage::Trails(news) => self.train.change(|train| train.hear(*news)),
            ToPage::NotSteered(refused) => {
                self.related.change(|related| related.loading = None);
                self.steer.change(|steer| steer.refused(*refused));
            }
            ToPage::Previewed(previewed) => {
                self.related.change(|related| related.loading = None);
                self.steer.change(|steer| steer.previewed(*previewed));
            }
            ToPage::Reading(url) => self.recovery.reads(url),
            ToPage::Batch(batch) => {
                let mut batch = batch;
                let sight = std::mem::take(&mut batch.sight);
                if sight != Sight::default() {
                    self.see(sight);
                }
                let (mut pages, known) = (Vec::new(), self.live.steered.list().len());
                self.live.change(|live| pages = live.take(*batch));
                self.hear_steered(known);
                if !pages.is_empty() {
                    self.ranking
                        .change(|ranking| pages.into_iter().for_each(|page| ranking.take(page)));
                }
            }
        }
    }

    /// Takes in what is seen of the crawl; the story of a spider that is gone is closed.
    fn see(&mut self, sight: Sight) {
        let anew = sight.anew;
        self.sights.change(|sights| sights.take(sight));
        let spider = self.screen.spider;
        if anew && spider.is_some_and(|id| self.sights.spider(id).is_none()) {
            self.screen.spider = None;
        }
    }

    /// Changes that were made empty the fields that they were typed in; `known` of them were told before.
    fn hear_steered(&mut self, known: usize) {
        let live = self.live.clone();
        let new = live.steered.list().get(known..).unwrap_or_default();
        if !new.is_empty() {
            self.related.change(|related| related.loading = None);
            self.steer.change(|steer| {
                for (_, steering) in new {
                    steer.made(steering, &live);
                }
            });
        }
    }

    /// Takes another form in the place of the one that is there, which keeps its proxy where the new one says nothing of any.
    fn take_form(&mut self, form: Form) {
        let before = self.form.proxy_address();
        self.form.change(|old| {
            let proxy = form.proxy.clone().or_else(|| old.proxy.take());
            *old = Form { proxy, ..form };
        });
        if self.form.proxy_address() != before {
            self.catalog
                .change(|catalog| catalog.proxy = Proxy::Unknown);
        }
    }

    /// Finds the models of the form and of the crawl among those that are kept; the words of the form's come with it.
    fn settle_model(&mut self) {
        let models = self.models.clone();
        if self.form.needs_model() {
            self.form.change(|form| form.settle_model(&models));
        }
        if let Some(card) = self.live.model_among(&models) {
            self.live.change(|live| live.is_by(card));
        }
        self.fill_example();
    }

    /// A crawl with a setting that the strategy does not have would be another one than its address says: it waits for the person.
    fn tell_strange_params(&mut self) {
        let before = self.form.problems.len();
        let catalog = self.catalog.clone();
        self.form.change(|form| form.tell_strange_params(&catalog));
        if self.form.problems.len() > before && self.screen.start == Start::Wanted {
            self.screen.start = Start::No;
            self.screen.asking = true;
        }
    }

    /// The words of the chosen model, or the first example, stand in the query's box until something is typed there; where topics say what is
    /// looked for, nothing does.
    fn fill_example(&mut self) {
        let Some(example) = self.catalog.examples.first() else {
            return;
        };
        let query = match &self.form.taught {
            _ if self.form.needs_no_words(&self.catalog) => "",
            Some(card) if !card.query.is_empty() => &card.query,
            _ => &example.query,
        };
        if !self.form.touched && self.form.query != query {
            let query = query.to_owned();
            self.form.change(|form| form.query = query);
        }
    }

    pub(super) fn refuse(&mut self, problems: Vec<Problem>) {
        self.screen.start = Start::No;
        self.screen.asking = true;
        self.form.change(|form| form.take_problems(problems));
    }

    fn send_off(&mut self, order: Order, address: CrawlAddress) {
        self.form.change(|form| {
            form.problems.clear();
            form.opened = address;
        });
        self.screen.start = Start::Sent;
        self.sent = Some(order);
    }

    /// The worker accepted the plan: the crawl before it is over and forgotten. Where two starts went out before it answered, it
    /// accepts twice, and the second time nothing was sent since: the pages before it are of the crawl that is over all the same.
    fn begin(&mut self) {
        if let Some(order) = self.sent.take().or_else(|| self.live.order.clone()) {
            self.live.change(|live| *live = Live::begin(order));
            let live = self.live.clone();
            self.steer.change(|steer| *steer = Steer::of(&live));
            self.ranking.change(|ranking| *ranking = Ranking::default());
            self.sights.change(|sights| *sights = Sights::default());
            self.related.change(|related| related.loading = None);
            self.screen = Screen::default();
        }
    }

    /// What an opened address asks for: a crawl that is kept, a start, or neither.
    fn address_opened(&mut self, start: bool) {
        match self.form.opened.id.clone() {
            Some(id) if self.live.id.as_ref() != Some(&id) => {
                self.recovery.want(&id);
                self.recovery.or_start = start;
                self.screen.start = Start::No;
            }
            Some(_) => self.screen.start = Start::No,
            None => self.screen.start = if start { Start::Wanted } else { Start::No },
        }
    }

    /// A crawl that is kept takes the place of what was there.
    fn take_up(&mut self, opened: Opened) {
        self.recovery.done();
        // An address with an id need not say more: the settings are the plan's.
        let form = Form::from_plan(&opened.plan, &opened.source, opened.stay);
        let known = self.form.opened.clone();
        self.take_form(Form {
            opened: known,
            ..form
        });
        let order = Order {
            plan: opened.plan,
            source: opened.source,
            stay: opened.stay,
            model: None,
        };
        self.live.change(|live| {
            *live = Live {
                id: Some(opened.id),
                elsewhere: opened.elsewhere,
                steered: steer::Changes::since(opened.first),
                is_catching_up: true,
                ..Live::begin(order)
            };
        });
        let live = self.live.clone();
        self.steer.change(|steer| *steer = Steer::of(&live));
        self.ranking.change(|ranking| *ranking = Ranking::default());
        self.sights.change(|sights| *sights = Sights::default());
        self.screen = Screen::default();
        self.settle_model();
    }

    fn is_here(&self, id: Option<&str>) -> bool {
        id.is_some() && id == self.live.id.as_deref()
    }

    fn not_opened(&mut self, id: String, code: &str, message: String) {
        let start = self.recovery.or_start && code == "no-such-crawl";
        self.recovery.done();
        self.form.change(|form| form.opened.id = None);
        if start {
            self.screen.start = Start::Wanted;
        } else {
            self.library
                .change(|library| library.cannot_open(id, message.clone()));
            self.catalog.change(|catalog| catalog.lost = Some(message));
        }
    }
}
