//! The tab: the page that draws and the worker that crawls. Compiled to WebAssembly only.
//!
//! Three binaries share this library: `app` (feature `ui`) paints before the engine is there, `worker` (feature `crawler`) holds
//! the engine, `layout` (feature `layout`) lays the map out. They speak [`protocol`] and nothing else.

#[cfg(feature = "bench")]
pub mod bench;
#[cfg(any(feature = "crawler", feature = "ui"))]
mod chunk;
#[cfg(feature = "layout")]
pub mod layout;
mod object;
#[cfg(feature = "ui")]
pub mod page;
pub mod protocol;
#[cfg(feature = "crawler")]
pub mod worker;
