//! Wraps the browser's document, files, focus, storage and formats. This lowest layer of the page knows nothing of
//! crawls.

pub(crate) mod clipboard;
pub mod date;
pub(crate) mod document;
pub(crate) mod extension;
pub(crate) mod files;
pub(crate) mod focus;
pub(crate) mod fullscreen;
mod head;
pub mod href;
pub(crate) mod offline;
pub(crate) mod sticky;
pub(crate) mod storage;
pub(crate) mod tab;
pub(crate) mod theme;
pub(crate) mod typed;
pub(crate) mod vendor;
pub(crate) mod view;
pub(crate) mod worker;
