//! Locks crawls, comparisons and the trails for one worker with Web Locks. The browser releases the lock of a worker
//! that was terminated.
//!
//! Without Web Locks, locks have no effect, so two tabs could write the same crawl; the page warns of this. Browsers
//! only offer Web Locks to pages from HTTPS or localhost.

use super::database::SavedItem;
use futures_channel::oneshot;
use js_sys::{Array, Function, Promise, Reflect};
use protocol::object::object;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen]
extern "C" {
    /// `LockManager`, which web-sys offers only with unstable APIs enabled.
    type LockManager;

    #[wasm_bindgen(method, catch)]
    fn request(this: &LockManager, name: &str, options: &JsValue, callback: &Function) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn query(this: &LockManager) -> Result<Promise, JsValue>;
}

/// The prefix of a crawl's id in the name of its lock.
const PREFIX: &str = "salticid-crawl-";
/// The prefix of a comparison's id in the name of its lock.
const COMPARISON: &str = "salticid-comparison-";
/// The name of the trails' lock.
const TRAILS: &str = "salticid-trails";

/// A lock that is held until this is dropped, or until another script of this origin steals it. The default has no
/// effect.
#[derive(Default)]
pub(crate) struct Lock {
    release: Option<Function>,
    is_stolen: Rc<Cell<bool>>,
}

impl Lock {
    /// Returns true once another script has stolen the lock: another worker may write.
    pub(crate) fn is_stolen(&self) -> bool {
        self.is_stolen.get()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(release) = &self.release {
            // Resolving an own promise cannot fail.
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// Locks a crawl; `None` if another worker has it. With `wait`, waits until that one releases it.
pub(crate) async fn take(id: &str, wait: bool) -> Option<Lock> {
    take_named(&format!("{PREFIX}{id}"), wait).await
}

/// Locks the trails; `None` if another worker has them. With `wait`, waits until that one releases them.
pub(crate) async fn take_trails(wait: bool) -> Option<Lock> {
    take_named(TRAILS, wait).await
}

/// Locks a comparison; `None` if another worker has it.
pub(crate) async fn take_comparison(id: &str) -> Option<Lock> {
    take_named(&format!("{COMPARISON}{id}"), false).await
}

/// Locks an item; `None` if another worker has it. Models and topics need no lock.
pub(crate) async fn take_item(item: SavedItem, id: &str) -> Option<Lock> {
    match item {
        SavedItem::Crawl => take(id, false).await,
        SavedItem::Comparison => take_comparison(id).await,
        SavedItem::Model | SavedItem::Subject => Some(Lock::default()),
    }
}

async fn take_named(name: &str, wait: bool) -> Option<Lock> {
    let Some(manager) = manager() else {
        return Some(Lock::default());
    };
    let (send, granted) = oneshot::channel::<Option<Function>>();
    let callback = Closure::once_into_js(move |lock: JsValue| hold(&lock, send));
    let options = object([("ifAvailable", (!wait).into())]);
    let Ok(released) = manager.request(name, &options, callback.unchecked_ref()) else {
        return Some(Lock::default());
    };
    let is_stolen = Rc::new(Cell::new(false));
    let stolen = Rc::clone(&is_stolen);
    spawn_local(async move { stolen.set(JsFuture::from(released).await.is_err()) });
    let release = granted.await.ok().flatten();
    release.map(|release| Lock { release: Some(release), is_stolen })
}

/// Returns the ids of all locked crawls, by this worker or another.
pub(crate) async fn held() -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let Some(Ok(asked)) = manager().map(|manager| manager.query()) else {
        return ids;
    };
    let state = JsFuture::from(asked).await.unwrap_or_default();
    let held = Reflect::get(&state, &"held".into()).unwrap_or_default();
    for lock in Array::from(&held) {
        let name = Reflect::get(&lock, &"name".into()).unwrap_or_default().as_string().unwrap_or_default();
        ids.extend(name.strip_prefix(PREFIX).map(str::to_owned));
    }
    ids
}

/// Called by the browser with the lock, or with null. The lock is held until the returned promise resolves: at once if
/// nobody waits for it any longer.
fn hold(lock: &JsValue, send: oneshot::Sender<Option<Function>>) -> JsValue {
    let mut release = None;
    let held = if lock.is_null() {
        JsValue::UNDEFINED
    } else {
        Promise::new(&mut |resolve, _| release = Some(resolve)).into()
    };
    if let Err(Some(release)) = send.send(release) {
        // Resolving an own promise cannot fail.
        let _ = release.call0(&JsValue::NULL);
    }
    held
}

fn manager() -> Option<LockManager> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    locks.is_object().then(|| locks.unchecked_into())
}
