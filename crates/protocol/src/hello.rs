//! Defines the handshake, which has the same form in every version: an object `{ Hello: { hello: { protocol, build } }
//! }`. So a version understands that of every other one, however that one writes its messages.

use crate::object::object;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The version of the messages, which increases with every change.
pub const PROTOCOL: u32 = 33;

/// The build of this binary. Page and worker of one build have the same value.
pub const BUILD: &str = match option_env!("SALTICID_BUILD") {
    Some(build) => build,
    None => env!("CARGO_PKG_VERSION"),
};

/// The identity of the sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// The sender's [`PROTOCOL`].
    pub protocol: u32,
    /// The sender's [`BUILD`].
    pub build: String,
}

impl Hello {
    /// Returns the `Hello` of this binary.
    pub fn of_this_build() -> Self {
        Self { protocol: PROTOCOL, build: BUILD.to_owned() }
    }

    /// Returns the object to be posted.
    pub fn written(&self) -> JsValue {
        let fields = [("protocol", self.protocol.into()), ("build", self.build.as_str().into())];
        object([("Hello", object([("hello", object(fields))]))])
    }

    /// Reads what was posted; `None` if it is not a `Hello`.
    pub fn read(posted: &JsValue) -> Option<Self> {
        let part = |value: &JsValue, name: &str| Reflect::get(value, &name.into()).ok();
        let hello = part(&part(posted, "Hello")?, "hello")?;
        Some(Self {
            protocol: types::to_u32(part(&hello, "protocol")?.as_f64()?),
            build: part(&hello, "build")?.as_string()?,
        })
    }
}
