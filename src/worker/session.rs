//! One page and its worker: hello, then orders. At most one crawl runs.
//!
//! Nothing is answered before the page has said who it is, and nothing at all where it is of another build.

use super::driver::Driver;
use super::fetch::{Demo, Direct, Fetcher, Proxy};
use super::topics;
use crate::protocol::{Example, Hello, Problem, Source, ToPage, ToWorker};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::Crawl;
use engine::event::EventKind;
use engine::plan::{CheckedPlan, Plan};
use engine::strategy::{self, Assets, Info};
use engine::url::ScopeRule;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

/// What the worker is to one page.
pub struct Session {
    post: Rc<dyn Fn(&ToPage)>,
    demo: Rc<DemoWeb>,
    is_greeted: Cell<bool>,
    driver: RefCell<Option<Rc<Driver>>>,
    /// Orders to start so far: an answer about the proxy that comes after a later one is void.
    starts: Cell<u32>,
    /// A crawl is about to begin, and its source is being looked for.
    is_checking: Cell<bool>,
}

impl Session {
    /// A session that posts its messages by `post`.
    pub fn new(post: Rc<dyn Fn(&ToPage)>) -> Rc<Self> {
        Rc::new(Self {
            post,
            demo: Rc::new(DemoWeb::new(DEFAULT_SEED)),
            is_greeted: Cell::new(false),
            driver: RefCell::default(),
            starts: Cell::new(0),
            is_checking: Cell::new(false),
        })
    }

    /// Says who the worker is and what it can do.
    pub fn greet(&self) {
        (self.post)(&ToPage::Hello {
            hello: Hello::own(),
            strategies: strategy::LIST
                .iter()
                .map(|entry| Info::from(*entry))
                .collect(),
            examples: self.demo.topics().iter().map(example).collect(),
        });
    }

    /// Takes a message of the page: a [`ToWorker`] as a structured clone.
    pub fn receive(self: &Rc<Self>, message: JsValue) {
        let Ok(message) = serde_wasm_bindgen::from_value(message) else {
            return;
        };
        match message {
            ToWorker::Hello(hello) => self.is_greeted.set(hello == Hello::own()),
            order if self.is_greeted.get() => self.obey(order),
            _ => {}
        }
    }

    fn obey(self: &Rc<Self>, order: ToWorker) {
        match order {
            ToWorker::Start { plan, source, stay } => self.start(*plan, source, stay),
            ToWorker::ReadTopics { name, file } => {
                let post = Rc::clone(&self.post);
                spawn_local(async move {
                    let read = topics::read(&file).await;
                    post(&ToPage::TopicsRead { name, read });
                });
            }
            ToWorker::WriteTopics { taxonomy, kind } => {
                let text = topics::write(&taxonomy, kind);
                (self.post)(&ToPage::TopicsWritten { kind, text });
            }
            ToWorker::Pause => self.tell_crawl(EventKind::Paused),
            ToWorker::Resume => self.tell_crawl(EventKind::Resumed),
            ToWorker::Stop => self.stop(),
            ToWorker::Hello(_) => {}
        }
    }

    fn stop(&self) {
        if self.is_checking.replace(false) {
            self.starts.set(self.starts.get() + 1);
            return self.refuse(Vec::new());
        }
        self.tell_crawl(EventKind::Stopped);
    }

    fn tell_crawl(&self, kind: EventKind) {
        if let Some(driver) = &*self.driver.borrow() {
            driver.step(kind);
        }
    }

    fn start(self: &Rc<Self>, plan: Plan, source: Source, stay: bool) {
        self.starts.set(self.starts.get() + 1);
        self.is_checking.set(false);
        if let Some(driver) = self.driver.borrow_mut().take() {
            driver.abandon();
        }
        match self.checked(plan, source, stay) {
            Ok(plan) => self.begin(plan, source),
            Err(problems) => self.refuse(problems),
        }
    }

    fn checked(&self, plan: Plan, source: Source, stay: bool) -> Result<CheckedPlan, Vec<Problem>> {
        let mut checked = plan.check(&Assets::default()).map_err(|errors| {
            errors
                .iter()
                .map(|error| problem(&error.field(), error.to_string()))
                .collect::<Vec<_>>()
        })?;
        if source == Source::Demo {
            self.only_demo_hosts(&checked)?;
        }
        if stay {
            let hosts = checked.seeds.iter().map(|seed| seed.authority().parse());
            let rules: Vec<ScopeRule> = hosts.filter_map(Result::ok).collect();
            checked.plan.scope.allow.extend(rules);
        }
        Ok(checked)
    }

    /// The built-in web answers for its own hosts alone: a seed elsewhere would only ever fail.
    fn only_demo_hosts(&self, plan: &CheckedPlan) -> Result<(), Vec<Problem>> {
        let strangers = plan
            .seeds
            .iter()
            .filter(|seed| !self.demo.has_host(seed.host()));
        let problems: Vec<Problem> = strangers
            .map(|seed| {
                problem(
                    "source",
                    format!("{seed} is not in the built-in web: choose another source, or start from one of its examples"),
                )
            })
            .collect();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems)
        }
    }

    /// Begins once the source is known to be there.
    fn begin(self: &Rc<Self>, plan: CheckedPlan, source: Source) {
        match source {
            Source::Demo => self.run(plan, Fetcher::Demo(Demo::new(Rc::clone(&self.demo)))),
            Source::Direct => self.run(plan, Fetcher::Direct(Direct::default())),
            Source::Proxy => self.run_by_proxy(plan),
        }
    }

    fn run_by_proxy(self: &Rc<Self>, plan: CheckedPlan) {
        let start = self.starts.get();
        self.is_checking.set(true);
        let session = Rc::clone(self);
        spawn_local(async move {
            let proxy = Proxy::at("");
            let found = proxy.check().await;
            if session.starts.get() != start {
                return;
            }
            session.is_checking.set(false);
            match found {
                Ok(()) => session.run(plan, Fetcher::Proxy(proxy)),
                Err(sentence) => session.refuse(vec![problem("source", sentence)]),
            }
        });
    }

    fn run(&self, plan: CheckedPlan, fetcher: Fetcher) {
        let driver = Driver::new(Crawl::new(plan), fetcher, Rc::clone(&self.post));
        *self.driver.borrow_mut() = Some(Rc::clone(&driver));
        (self.post)(&ToPage::Started);
        driver.step(EventKind::Seeded);
    }

    fn refuse(&self, problems: Vec<Problem>) {
        (self.post)(&ToPage::Refused(problems));
    }
}

fn problem(field: &str, message: String) -> Problem {
    Problem {
        field: field.to_owned(),
        message,
    }
}

fn example(topic: &demo_web::Topic) -> Example {
    Example {
        title: topic.title.to_owned(),
        query: topic.query.to_owned(),
        seeds: topic.seeds.clone(),
        examples: topic.examples.clone(),
    }
}
