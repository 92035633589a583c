//! The proxy of Salticid as a library: fetches public pages for its own page only, serves the built app and the demo web.
//!
//! A browser tab may not read other sites; this process reads them for it, and because everything on the machine can
//! reach a process on localhost, most of this crate is about refusing. [`guard::address`] is the table of networks, [`guard::target`]
//! what a URL must be, and the connector judges every socket address before it dials. Not covered: following
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

pub mod args;
mod client;
pub mod decode;
mod demo;
mod error;
mod fetch;
mod fetch_many;
mod frames;
pub mod guard;
pub mod headers;
pub mod limits;
mod log;
mod media;
mod memory;
mod pages;
mod routes;
mod server;
mod settings;
mod slots;
mod tickets;

pub use client::{Client, ClientResponse};
pub use error::Refusal;
pub use fetch_many::Batch;
pub use guard::caller::{AllowedOrigin, PublicHost};
pub use guard::rules::{AllowedAddress, Mapping};
pub use limits::Limits;
pub use pages::APP_POLICY;
pub use server::Server;
pub use settings::{DEFAULT_PORT, Settings};
