//! Converts messages to what is posted: an array of the message as postcard bytes, followed by its attachments.
//!
//! Attachments are values of the browser, such as files and typed arrays (`#[serde(with = "attachment")]`). The bytes
//! have their indices. Bytes, typed arrays and canvases are moved to the receiver; files are shared.
//!
//! The format does not describe itself, so messages never leave the build that wrote them. Their types must not use
//! `flatten`, `untagged` or `skip_serializing_if`; `tests/messages.rs` checks all of them.

use js_sys::{Array, ArrayBuffer, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, OffscreenCanvas};

thread_local! {
    /// The array of the message that is being serialized or deserialized.
    static ATTACHMENTS: RefCell<Array> = RefCell::default();
}

/// Serializes or deserializes a message with these attachments, which begin at index 1. Returns the result, and the
/// attachments with those that were added.
pub fn with_attachments<T>(parts: Array, serde: impl FnOnce() -> T) -> (T, Array) {
    ATTACHMENTS.set(parts);
    (serde(), ATTACHMENTS.take())
}

/// Serializes a message.
///
/// # Errors
/// Returns an error if the message contains a type that postcard does not support.
pub fn written<T: Serialize>(message: &T) -> Result<Array, postcard::Error> {
    let parts = Array::of1(&JsValue::NULL);
    let (bytes, parts) = with_attachments(parts, || postcard::to_allocvec(message));
    parts.set(0, Uint8Array::from(&*bytes?).into());
    Ok(parts)
}

/// Deserializes a message.
///
/// # Errors
/// Returns an error for all that [`written`] does not return for this type in this build.
pub fn read<T: DeserializeOwned>(posted: &JsValue) -> Result<T, postcard::Error> {
    let parts = posted.dyn_ref::<Array>().cloned().unwrap_or_default();
    let bytes = parts.get(0).dyn_into::<Uint8Array>();
    let bytes = bytes.map_or_else(|_| Vec::new(), |bytes| bytes.to_vec());
    match with_attachments(parts, || postcard::take_from_bytes(&bytes)).0? {
        (message, []) => Ok(message),
        _ => Err(postcard::Error::DeserializeBadEncoding),
    }
}

/// Posts a message by a function that takes the message and the list of its moved parts.
///
/// # Errors
/// Returns the exception of the browser or the error of [`written`].
pub fn post<T: Serialize>(
    message: &T,
    post: impl FnOnce(&JsValue, &JsValue) -> Result<(), JsValue>,
) -> Result<(), JsValue> {
    let parts = written(message).map_err(|error| js_sys::Error::new(&error.to_string()))?;
    let moved: Array = parts.iter().filter_map(moved).collect();
    post(&parts, &moved)
}

/// Posts a message of a worker to its owner, the page or worker that started it. A message that cannot be serialized is
/// a bug, and is thrown so that the console shows it.
pub fn post_to_owner<T: Serialize>(message: &T) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let posted = post(message, |message, moved| scope.post_message_with_transfer(message, moved));
    if let Err(error) = posted {
        wasm_bindgen::throw_val(error);
    }
}

/// Returns the object that must be transferred to move a part; `None` for a file.
fn moved(part: JsValue) -> Option<JsValue> {
    if ArrayBuffer::is_view(&part) {
        return Some(part.unchecked_into::<Uint8Array>().buffer().into());
    }
    part.is_instance_of::<OffscreenCanvas>().then_some(part)
}

/// Serializes a value of the browser as the index of an attachment.
pub mod attachment {
    use super::ATTACHMENTS;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use wasm_bindgen::{JsCast, JsValue};

    /// Adds the value to the attachments of the message.
    pub fn serialize<T: AsRef<JsValue>, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        let count = ATTACHMENTS.with_borrow(|attachments| attachments.push(value.as_ref()));
        serializer.serialize_u32(count - 1)
    }

    /// Takes the attachment of an index.
    pub fn deserialize<'de, T: JsCast, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let index = u32::deserialize(deserializer)?;
        let value = ATTACHMENTS.with_borrow(|attachments| attachments.get(index));
        value.dyn_into().map_err(|_| D::Error::custom("the attachment is missing"))
    }
}
