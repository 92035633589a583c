//! Decides who may ask the proxy and what it may reach: callers and their origins, URLs, names, networks, sockets.

pub mod address;
pub(crate) mod caller;
pub(crate) mod connect;
pub(crate) mod forward;
mod host_text;
pub mod interfaces;
pub mod resolve;
pub(crate) mod rules;
pub mod target;
