//! The trails that a person shows: kept at every change, read from files and written into them.
//!
//! What the page orders is done in its order, one after the other, so that a change is never overtaken by the one before it. One tab has the
//! trails, by a lock; another one is told what is kept and gets them when that one leaves. Left out on purpose: editing, which is the
//! page's.

mod files;

use super::lock::{self, Lock};
use super::shelf::Shelf;
use super::store::StoreError;
use crate::protocol::ToPage;
use crate::protocol::trails::{Kept, TrailsNews, TrailsOrder};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Keeps the trails of one page of the app.
pub(super) struct TrailKeeper {
    shelf: Rc<Shelf>,
    post: Rc<dyn Fn(&ToPage)>,
    /// The trails are this tab's as long as it is held.
    lock: RefCell<Option<Lock>>,
    /// How often the trails were asked for or left: a wait for the lock from before the latest time is void.
    turns: Cell<u32>,
    waiting: RefCell<VecDeque<TrailsOrder>>,
    is_working: Cell<bool>,
}

impl TrailKeeper {
    pub(super) fn new(shelf: &Rc<Shelf>, post: &Rc<dyn Fn(&ToPage)>) -> Rc<Self> {
        Rc::new(Self {
            shelf: Rc::clone(shelf),
            post: Rc::clone(post),
            lock: RefCell::default(),
            turns: Cell::new(0),
            waiting: RefCell::default(),
            is_working: Cell::new(false),
        })
    }

    /// Carries out an order after those before it, beside whatever else the worker does.
    pub(super) fn obey(self: &Rc<Self>, order: TrailsOrder) {
        self.waiting.borrow_mut().push_back(order);
        if self.is_working.replace(true) {
            return;
        }
        let keeper = Rc::clone(self);
        spawn_local(async move {
            while let Some(order) = keeper.next() {
                keeper.carry_out(order).await;
            }
            keeper.is_working.set(false);
        });
    }

    fn next(&self) -> Option<TrailsOrder> {
        self.waiting.borrow_mut().pop_front()
    }

    fn tell(&self, news: TrailsNews) {
        (self.post)(&ToPage::Trails(Box::new(news)));
    }

    async fn carry_out(self: &Rc<Self>, order: TrailsOrder) {
        let news = match order {
            TrailsOrder::Open => return self.open().await,
            TrailsOrder::Leave => {
                self.turns.set(self.turns.get() + 1);
                self.lock.take();
                return;
            }
            TrailsOrder::Keep {
                edit,
                put,
                gone,
                order,
            } => {
                let saved = if self.lock.borrow().is_some() {
                    let store = self.shelf.store().await;
                    match store {
                        Ok(store) => store.keep_trails(&put, &gone, &order).await,
                        Err(error) => Err(error),
                    }
                } else {
                    Err(StoreError::Elsewhere)
                };
                let saved = saved.map_err(|error| error.to_string());
                TrailsNews::Saved { edit, saved }
            }
            TrailsOrder::ReadFile { name, file } => TrailsNews::Read {
                name,
                into: None,
                read: files::read(&file).await,
            },
            TrailsOrder::ReadList { text, into } => TrailsNews::Read {
                name: String::new(),
                into,
                read: files::list(&text),
            },
            TrailsOrder::Write { trails, kind } => TrailsNews::Written {
                kind,
                text: files::write(trails, kind),
            },
        };
        self.tell(news);
    }

    /// Takes the trails for this tab and tells them; where another tab has them, tells them and waits.
    async fn open(self: &Rc<Self>) {
        self.turns.set(self.turns.get() + 1);
        if self.lock.borrow().is_none() {
            let lock = lock::take_trails(false).await;
            *self.lock.borrow_mut() = lock;
        }
        let elsewhere = self.lock.borrow().is_none();
        self.tell_kept(elsewhere).await;
        if !elsewhere {
            return;
        }
        let (keeper, turn) = (Rc::clone(self), self.turns.get());
        spawn_local(async move {
            let lock = lock::take_trails(true).await;
            if keeper.turns.get() == turn {
                *keeper.lock.borrow_mut() = lock;
                keeper.tell_kept(false).await;
            }
        });
    }

    async fn tell_kept(&self, elsewhere: bool) {
        let kept = match self.shelf.store().await {
            Ok(store) => store.trails().await,
            Err(error) => Err(error),
        };
        let kept = kept.map(|kept| Kept { elsewhere, ..kept });
        self.tell(TrailsNews::Trails(kept.map_err(|error| error.to_string())));
    }
}
