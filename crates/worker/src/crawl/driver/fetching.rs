//! Fetches the pages of a crawl, unless their responses are known or they must not be fetched.

use super::CrawlObserver;
use crate::sources::{Fetcher, SourceResponse};
use engine::crawl::Crawl;
use engine::event::Command;
use engine::fetch::{FetchRequest, FetchResponse, Purpose};
use protocol::Suspect;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use types::failure::Failure;
use types::page_class::PageClass;
use types::plan::Plan;
use types::report::{FetchOutcome, PageRecord};

/// The requests of a crawl.
pub(super) struct Fetching {
    /// The fetcher, which is replaced when a crawl that has ended is changed or continued.
    fetcher: RefCell<Rc<Fetcher>>,
    /// Pages that are not fetched because they crashed workers.
    suspects: RefCell<Vec<Suspect>>,
    /// Requests of a paused crawl that were in flight when it was saved. They are repeated when the person resumes it.
    pub(super) held: RefCell<Vec<Command>>,
    /// The pages that wait to be rendered, one at a time, in their order of arrival.
    to_render: RefCell<VecDeque<(FetchRequest, SourceResponse)>>,
    /// A page is being rendered.
    is_rendering: Cell<bool>,
    /// The number of pages that were rendered, or will be.
    rendered: Cell<u32>,
}

impl Fetching {
    pub(super) fn new(fetcher: Fetcher, crawl: &Crawl) -> Self {
        let failed = |page: &PageRecord| matches!(&page.outcome, FetchOutcome::Failed(code, _) if code == "rendering");
        let rendered = crawl.pages().iter().filter(|page| page.fetch.is_rendered || failed(page)).count();
        Self {
            fetcher: RefCell::new(Rc::new(fetcher)),
            suspects: RefCell::default(),
            held: RefCell::default(),
            to_render: RefCell::default(),
            is_rendering: Cell::new(false),
            rendered: Cell::new(engine::count(rendered)),
        }
    }

    pub(super) fn fetcher(&self) -> Rc<Fetcher> {
        Rc::clone(&self.fetcher.borrow())
    }

    pub(super) fn set_fetcher(&self, fetcher: Fetcher) {
        self.fetcher.replace(Rc::new(fetcher));
    }

    /// Excludes pages: they are not fetched and fail with this reason.
    pub(super) fn exclude(&self, suspects: Vec<Suspect>) {
        self.suspects.replace(suspects);
    }

    /// Fetches a page; `None` if the fetcher was replaced in the meantime: the response belongs to the time before the
    /// crawl ended.
    pub(super) async fn fetch(
        &self,
        fetcher: Rc<Fetcher>,
        request: &FetchRequest,
        observer: &dyn CrawlObserver,
    ) -> Option<Result<SourceResponse, Failure>> {
        let excluded =
            { self.suspects.borrow().iter().find(|suspect| suspect.url == request.address()).map(Suspect::failure) };
        let result = match excluded {
            Some(failure) => Err(failure),
            None => fetcher.fetch_if(request, &observer.validators(request)).await,
        };
        Rc::ptr_eq(&fetcher, &self.fetcher.borrow()).then_some(result)
    }

    /// Returns whether a page must be rendered: it needs JavaScript, and the plan's share of rendered pages is not used
    /// up.
    pub(super) fn must_render(&self, request: &FetchRequest, response: &FetchResponse, plan: &Plan) -> bool {
        // Without links, as in a revisit, there are no more pages than seeds.
        let pages = if plan.depth == 0 { plan.pages.min(engine::count(plan.seeds.len())) } else { plan.pages };
        let needs_script = response.document().is_some_and(|page| page.class == Some(PageClass::NeedsScript));
        needs_script
            && !response.is_rendered
            && request.purpose == Purpose::Page
            && self.rendered.get() < self.fetcher().render_limit(pages)
    }

    /// Adds a page to those that wait to be rendered.
    pub(super) fn queue_to_render(&self, request: FetchRequest, fetched: SourceResponse) {
        self.rendered.update(|rendered| rendered + 1);
        self.to_render.borrow_mut().push_back((request, fetched));
    }

    /// Takes the next page to render, unless one is being rendered. The caller passes it to [`Self::render`].
    pub(super) fn next_to_render(&self) -> Option<(FetchRequest, SourceResponse)> {
        let next = if self.is_rendering.get() { None } else { self.to_render.borrow_mut().pop_front() };
        self.is_rendering.set(self.is_rendering.get() || next.is_some());
        next
    }

    /// Renders a page; `None` if the fetcher was replaced in the meantime.
    pub(super) async fn render(
        &self,
        request: &FetchRequest,
        fetched: SourceResponse,
    ) -> Option<Result<SourceResponse, Failure>> {
        let source = self.fetcher();
        let result = source.render(request, fetched).await;
        self.is_rendering.set(false);
        Rc::ptr_eq(&source, &self.fetcher.borrow()).then_some(result)
    }

    /// Cancels all requests.
    pub(super) fn abort(&self) {
        self.fetcher.borrow().abort();
        self.held.borrow_mut().clear();
        self.to_render.borrow_mut().clear();
    }
}
