//! The worker crawls the demo web: the same session and driver as in the app, in a dedicated worker of a real browser.
#![cfg(feature = "crawler")]

use engine::event::EndReason;
use engine::plan::Plan;
use engine::report::{Note, PageRecord, Phase};
use gloo_timers::future::TimeoutFuture;
use salticid::protocol::{Batch, Hello, Problem, Source, ToPage, ToWorker};
use salticid::worker::Session;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A page that writes down what the worker says.
struct Page {
    session: Rc<Session>,
    heard: Rc<RefCell<Vec<ToPage>>>,
}

impl Page {
    fn silent() -> Self {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let write = Rc::clone(&heard);
        let session = Session::new(Rc::new(move |message: &ToPage| {
            write.borrow_mut().push(message.clone());
        }));
        Self { session, heard }
    }

    fn greeted() -> Self {
        let page = Self::silent();
        page.say(&ToWorker::Hello(Hello::own()));
        page
    }

    fn say(&self, message: &ToWorker) {
        self.session
            .receive(serde_wasm_bindgen::to_value(message).expect("messages are plain data"));
    }

    fn start(&self, plan: Plan, source: Source) {
        let plan = Box::new(plan);
        self.say(&ToWorker::Start {
            plan,
            source,
            stay: false,
        });
    }

    fn batches(&self) -> Vec<Batch> {
        let batch = |message: &ToPage| match message {
            ToPage::Batch(batch) => Some((**batch).clone()),
            _ => None,
        };
        self.heard.borrow().iter().filter_map(batch).collect()
    }

    fn records(&self) -> Vec<PageRecord> {
        let notes = self.batches().into_iter().flat_map(|batch| batch.notes);
        notes
            .filter_map(|note| match note {
                Note::Page(record) => Some(*record),
                _ => None,
            })
            .collect()
    }

    fn problems(&self) -> Option<Vec<Problem>> {
        let problems = |message: &ToPage| match message {
            ToPage::Refused(problems) => Some(problems.clone()),
            _ => None,
        };
        self.heard.borrow().iter().find_map(problems)
    }

    fn phase(&self) -> Phase {
        self.batches()
            .last()
            .map(|batch| batch.progress.phase)
            .unwrap_or_default()
    }

    /// Lets the worker run until something holds; a test that waits in vain ends at the runner's time limit.
    async fn until(&self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            TimeoutFuture::new(5).await;
        }
    }
}

fn demo_plan(pages: u32) -> Plan {
    Plan {
        query: "dengue fever".to_owned(),
        seeds: vec!["http://portal.test/".to_owned()],
        pages,
        ..Plan::default()
    }
}

fn example_plan(page: &Page, pages: u32) -> Plan {
    page.session.greet();
    let heard = page.heard.borrow();
    let Some(ToPage::Hello { examples, .. }) = heard.last() else {
        panic!("greet says hello");
    };
    Plan {
        query: examples[0].query.clone(),
        seeds: examples[0].seeds.clone(),
        pages,
        ..Plan::default()
    }
}

#[wasm_bindgen_test]
async fn a_crawl_of_the_demo_web_spends_its_budget() {
    let page = Page::greeted();
    let plan = example_plan(&page, 200);
    page.start(plan, Source::Demo);
    page.until(|page| matches!(page.phase(), Phase::Ended(_)))
        .await;
    assert_eq!(page.phase(), Phase::Ended(EndReason::BudgetSpent));
    let numbers: Vec<u32> = page.records().iter().map(|record| record.n).collect();
    assert_eq!(numbers, (1..=200).collect::<Vec<_>>());
    assert!(page.records().iter().any(|record| record.relevance > 0.2));
}

#[wasm_bindgen_test]
async fn a_plan_that_cannot_be_carried_out_is_refused_by_field() {
    let page = Page::greeted();
    page.start(
        Plan {
            query: String::new(),
            ..demo_plan(0)
        },
        Source::Demo,
    );
    let fields: Vec<String> = page
        .problems()
        .expect("a refusal")
        .into_iter()
        .map(|problem| problem.field)
        .collect();
    assert_eq!(fields, ["query", "pages"]);
}
