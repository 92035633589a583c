//! Holds the state and performs the effects of actions: it alone knows the worker, storage, files to save, the
//! extension, timers and the address.

use super::proxy;
use super::worker_link;
use crate::dispatch::input_file;
use crate::dom::worker::PageWorker;
use crate::dom::{clipboard, extension, files, storage, tab};
use crate::widgets::chart::picture::picture;
use gloo_timers::callback::Timeout;
use js_sys::Array;
use page_state::catalog::ProxyAction;
use page_state::class::{ClassAction, SIDES};
use page_state::compare::CompareAction;
use page_state::effect::{Effect, FileData, Timer};
use page_state::file_content::FileContent;
use page_state::library::LibraryAction;
use page_state::train::TrainAction;
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::ToWorker;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, History};
use yew::prelude::*;

/// The milliseconds in which the worker of a side saves the end of its crawl.
const TIME_TO_STOP_MS: u32 = 2_000;

/// Holds the state, the worker and the timers.
pub(super) struct Executor {
    state: RefCell<State>,
    redraw: UseForceUpdateHandle,
    worker: RefCell<Option<PageWorker>>,
    /// The workers of the view for a class.
    sides: RefCell<[Option<PageWorker>; SIDES.len()]>,
    /// The number of their starts and ends: messages of earlier ones may still be delivered.
    side_starts: Cell<u32>,
    /// The time of the worker's latest message, in milliseconds since 1970.
    pub(super) last_message: Cell<f64>,
    timers: RefCell<BTreeMap<Timer, Timeout>>,
}

impl Executor {
    pub(super) fn new(state: State, redraw: UseForceUpdateHandle) -> Self {
        Self {
            state: RefCell::new(state),
            redraw,
            worker: RefCell::default(),
            sides: RefCell::default(),
            side_starts: Cell::default(),
            last_message: Cell::new(0.0),
            timers: RefCell::default(),
        }
    }

    /// Returns the state.
    pub(super) fn state(&self) -> State {
        self.state.borrow().clone()
    }

    /// Applies an action and performs its effects. Changes by the worker are drawn in a separate task, because a large
    /// message and its drawing would otherwise be one long task.
    pub(super) fn dispatch(self: &Rc<Self>, action: Action) {
        let by_worker = matches!(action, Action::Worker(_) | Action::Class(ClassAction::Worker(..)));
        let is_drawn = !matches!(action, Action::Perform(_));
        let effects = {
            let mut state = self.state.borrow_mut();
            state.now = js_sys::Date::now();
            state.apply(action)
        };
        let redraw = self.redraw.clone();
        if by_worker {
            Timeout::new(0, move || redraw.force_update()).forget();
        } else if is_drawn {
            redraw.force_update();
        }
        for effect in effects {
            self.perform(effect);
        }
    }

    fn perform(self: &Rc<Self>, effect: Effect) {
        match effect {
            Effect::Send(message) => {
                let result = self.worker.borrow().as_ref().map(|worker| worker.send(&message));
                if let Some(Err(message)) = result {
                    self.dispatch(Action::Worker(WorkerAction::Broken(message)));
                }
            }
            Effect::RestartWorker => self.start_worker(),
            Effect::StartSides => self.start_sides(),
            Effect::EndSides => self.end_sides(),
            Effect::SendToSide(side, message) => {
                let result = self.sides.borrow()[side].as_ref().map(|worker| worker.send(&message));
                if let Some(Err(message)) = result {
                    self.dispatch(Action::Class(ClassAction::Worker(side, WorkerAction::Broken(message))));
                }
            }
            Effect::Open(fragment) => tab::open(&fragment),
            Effect::ReplaceAddress(fragment, is_step) => replace_address(&fragment, is_step),
            Effect::Save(name, content) => self.save(name, content),
            Effect::Store(key, text) => storage::write(key, Some(&text)),
            Effect::StoreInSession(key, text) => {
                if let Some(session) = storage::session() {
                    // If the browser stores nothing, this is reported when the address is opened again.
                    let _ = session.set_item(key, &text);
                }
            }
            Effect::SetTimer(timer, ms) => {
                let executor = Rc::clone(self);
                let timeout = Timeout::new(ms, move || executor.dispatch(Action::Timeout(timer)));
                self.timers.borrow_mut().insert(timer, timeout);
            }
            Effect::Copy(text) => {
                self.answer(async move { Action::Copied(clipboard::copy(&text).await.is_some()) });
            }
            Effect::PersistStorage => {
                self.answer(async { Action::Library(LibraryAction::Persisted(storage::request_persistence().await)) });
            }
            Effect::CheckProxy(address, cause) => self.answer(async move {
                let found = proxy::probe(address.as_ref(), cause).await;
                Action::Proxy(ProxyAction::Found(address, found))
            }),
            Effect::RequestAccess(cause) => {
                let access = extension::request_access();
                self.answer(async move { Action::AccessAnswered(cause, access.await) });
            }
            Effect::Record(request) => {
                let recording = extension::record(request);
                self.answer(async { Action::Train(TrainAction::Recorded(recording.await)) });
            }
            Effect::ImportBrowsing(file) => {
                let text = extension::browsing_file(file);
                self.answer(async move {
                    let text = text.await.map(|text| Array::of1(&text.into()));
                    match text.and_then(|text| File::new_with_str_sequence(&text, file.name()).ok()) {
                        Some(file) => Action::File(FileContent::Trails, input_file(file), false),
                        None => Action::Train(TrainAction::ReportError(file.problem().to_owned())),
                    }
                });
            }
        }
    }

    /// Dispatches the action with which an effect is answered later.
    fn answer(self: &Rc<Self>, action: impl Future<Output = Action> + 'static) {
        let executor = Rc::clone(self);
        spawn_local(async move { executor.dispatch(action.await) });
    }

    /// Starts a worker in place of the old one.
    pub(super) fn start_worker(self: &Rc<Self>) {
        self.dispatch(Action::Worker(WorkerAction::Loading));
        let executor = Rc::clone(self);
        let on_event = Callback::from(move |event| {
            if let WorkerAction::Messages(_) = event {
                executor.last_message.set(js_sys::Date::now());
            }
            executor.dispatch(Action::Worker(event));
        });
        // The old worker is terminated before the new one starts.
        self.worker.borrow_mut().take();
        match worker_link::start(on_event) {
            Ok(worker) => *self.worker.borrow_mut() = Some(worker),
            Err(message) => self.dispatch(Action::Worker(WorkerAction::Broken(message))),
        }
    }

    /// Starts the workers of the view for a class in place of the old ones.
    fn start_sides(self: &Rc<Self>) {
        self.end_sides();
        let start = self.side_starts.get();
        for side in 0..SIDES.len() {
            let executor = Rc::clone(self);
            let on_event = Callback::from(move |event| {
                if executor.side_starts.get() == start {
                    executor.dispatch(Action::Class(ClassAction::Worker(side, event)));
                }
            });
            match worker_link::start(on_event) {
                Ok(worker) => self.sides.borrow_mut()[side] = Some(worker),
                Err(message) => self.dispatch(Action::Class(ClassAction::Worker(side, WorkerAction::Broken(message)))),
            }
        }
    }

    /// Stops both crawls, so that no update of their topic continues them, and terminates their workers soon after.
    fn end_sides(&self) {
        self.side_starts.set(self.side_starts.get() + 1);
        for worker in self.sides.take().into_iter().flatten() {
            if worker.send(&ToWorker::Stop).is_ok() {
                Timeout::new(TIME_TO_STOP_MS, move || drop(worker)).forget();
            }
        }
    }

    /// Terminates the workers and the timers.
    pub(super) fn stop(&self) {
        self.worker.borrow_mut().take();
        self.end_sides();
        self.timers.borrow_mut().clear();
    }

    /// Saves a file. A failed download needs no message, because the missing file is obvious, except for a picture that
    /// cannot be made.
    fn save(self: &Rc<Self>, name: String, content: FileData) {
        match content {
            FileData::Blob(file) => drop(files::save(&name, &file)),
            FileData::Text(text) => files::save_text(&name, &text),
            FileData::Picture(drawing) => {
                let executor = Rc::clone(self);
                spawn_local(async move {
                    if picture(&drawing).await.and_then(|file| files::save(&name, &file).ok()).is_none() {
                        let sentence = "The browser could not create this file. Choose another format.".to_owned();
                        executor.dispatch(Action::Compare(CompareAction::ReportError(sentence)));
                    }
                });
            }
        }
    }
}

/// The states of history entries: for the form before a start, and for the crawl after it. Entries of followed links
/// have none.
const FORM: &str = "form";
const CRAWL: &str = "crawl";

fn replace_address(fragment: &str, is_step: bool) {
    if let Some(history) = history() {
        // If the browser refuses (too many changes), the old address stays.
        let _ = if is_step {
            history
                .replace_state(&FORM.into(), "")
                .and_then(|()| history.push_state_with_url(&CRAWL.into(), "", Some(fragment)))
        } else {
            history.replace_state_with_url(&CRAWL.into(), "", Some(fragment))
        };
    }
}

/// Returns true for the history entry of the form that started a crawl, false for that of a crawl, `None` for others.
pub(super) fn is_form_entry() -> Option<bool> {
    match history()?.state().ok()?.as_string()?.as_str() {
        FORM => Some(true),
        CRAWL => Some(false),
        _ => None,
    }
}

fn history() -> Option<History> {
    web_sys::window().and_then(|window| window.history().ok())
}

/// Returns the fragment of the window's address.
pub(super) fn fragment() -> String {
    let window = web_sys::window();
    window.and_then(|window| window.location().hash().ok()).unwrap_or_default()
}
