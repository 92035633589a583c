//! The proxy of Salticid as a library: fetches public pages for its own page only, serves the built app and the demo web.
//!
//! A browser tab may not read other sites; this process reads them for it, and because everything on the machine can
//! reach a process on localhost, most of this crate is about refusing. [`address`] is the table of networks, [`target`]
//! what a URL must be, and the connector judges every socket address before it dials. Left out on purpose: following
//! redirects, cookies, credentials, caching, and politeness towards hosts, which are the crawler's or nobody's.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! let server = salticid_proxy::Server::bind(salticid_proxy::Settings::default()).await?;
//! println!("http://{}/", server.local_addr());
//! server.run(std::future::pending()).await;
//! # Ok(())
//! # }
//! ```

pub mod address;
pub mod args;
mod caller;
mod client;
mod connect;
mod decode;
mod demo;
mod error;
mod fetch;
mod fetch_many;
mod frames;
pub mod headers;
pub mod limits;
mod log;
mod memory;
mod pages;
pub mod resolve;
mod routes;
mod rules;
mod server;
mod settings;
mod slots;
pub mod target;
mod tickets;

pub use caller::{AllowedOrigin, OwnName};
pub use client::{Client, Page};
pub use error::Refusal;
pub use fetch_many::Batch;
pub use limits::Limits;
pub use pages::APP_POLICY;
pub use rules::{AllowedAddress, Mapping};
pub use server::Server;
pub use settings::{DEFAULT_PORT, Settings};
