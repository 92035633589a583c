//! The tab: the page that draws and the worker that crawls. Compiled to WebAssembly only.
//!
//! Two binaries share this library: `app` (feature `ui`) paints before the engine is there, `worker` (feature `crawler`) holds
//! the engine. They speak [`protocol`] and nothing else.

#[cfg(feature = "ui")]
pub mod page;
pub mod protocol;
#[cfg(feature = "crawler")]
pub mod worker;
