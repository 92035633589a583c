//! One crawl, one worker, and the trails as well: a Web Lock that the browser takes back when its worker is gone, however that came about.
//!
//! A browser without locks gets one that holds nothing: two of its tabs can then write one crawl, which no browser of the last years does.
//! Left out on purpose: locks of the database, which it has itself.

use futures_channel::oneshot;
use js_sys::{Array, Function, Object, Promise, Reflect};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// `LockManager`, which web-sys has only behind a flag of the compiler.
    type LockManager;

    #[wasm_bindgen(method, catch)]
    fn request(
        this: &LockManager,
        name: &str,
        options: &JsValue,
        callback: &Function,
    ) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn query(this: &LockManager) -> Result<Promise, JsValue>;
}

/// What stands before a crawl's id in the name of its lock.
const PREFIX: &str = "salticid-crawl-";
/// What stands before a comparison's id in the name of its lock.
const COMPARISON: &str = "salticid-comparison-";
/// The name of the lock of the trails to learn from.
const TRAILS: &str = "salticid-trails";

/// A lock that is held until this is dropped.
pub(super) struct Lock {
    release: Option<Function>,
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(release) = &self.release {
            // It resolves a promise of our own, which cannot fail.
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// The lock of a crawl; `None` where another worker holds it. `wait` waits until that one lets go.
pub(super) async fn take(id: &str, wait: bool) -> Option<Lock> {
    take_named(&format!("{PREFIX}{id}"), wait).await
}

/// The lock of the trails; `None` where another worker holds it. `wait` waits until that one lets go.
pub(super) async fn take_trails(wait: bool) -> Option<Lock> {
    take_named(TRAILS, wait).await
}

/// The lock of a comparison; `None` where another worker holds it.
pub(super) async fn take_comparison(id: &str) -> Option<Lock> {
    take_named(&format!("{COMPARISON}{id}"), false).await
}

async fn take_named(name: &str, wait: bool) -> Option<Lock> {
    let Some(manager) = manager() else {
        return Some(Lock { release: None });
    };
    let (send, granted) = oneshot::channel::<Option<Function>>();
    let send = Rc::new(RefCell::new(Some(send)));
    let callback = Closure::once(move |lock: JsValue| hold(&lock, &send));
    let options = Object::new();
    let set = Reflect::set(&options, &"ifAvailable".into(), &JsValue::from(!wait));
    let asked =
        set.and_then(|_| manager.request(name, &options, callback.as_ref().unchecked_ref()));
    let Ok(released) = asked else {
        return Some(Lock { release: None });
    };
    // The callback has to live until it was called.
    let granted = granted.await.ok().flatten();
    drop((callback, released));
    granted.map(|release| Lock {
        release: Some(release),
    })
}

/// The ids of all crawls whose lock is held, by this worker or another.
pub(super) async fn held() -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let Some(Ok(asked)) = manager().map(|manager| manager.query()) else {
        return ids;
    };
    let state = JsFuture::from(asked).await.unwrap_or_default();
    let held = Reflect::get(&state, &"held".into()).unwrap_or_default();
    for lock in Array::from(&held) {
        let name = Reflect::get(&lock, &"name".into()).unwrap_or_default();
        let name = name.as_string().unwrap_or_default();
        ids.extend(name.strip_prefix(PREFIX).map(str::to_owned));
    }
    ids
}

/// What the browser calls with the lock, or with null: the lock is held until the promise that is given back is resolved.
fn hold(lock: &JsValue, send: &RefCell<Option<oneshot::Sender<Option<Function>>>>) -> JsValue {
    let mut release = None;
    let held = if lock.is_null() {
        JsValue::UNDEFINED
    } else {
        Promise::new(&mut |resolve, _| release = Some(resolve)).into()
    };
    if let Some(send) = send.take() {
        let _ = send.send(release);
    }
    held
}

fn manager() -> Option<LockManager> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    locks.is_object().then(|| locks.unchecked_into())
}
