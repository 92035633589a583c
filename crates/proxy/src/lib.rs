//! Implements the proxy of Salticid: fetches public pages for its own page only, serves the built app and the demo web.
//!
//! A browser tab may not read other sites, so this process reads them for it. Everything on the machine can reach a
//! process on localhost, so most of this crate refuses requests. [`guard::address`] is the table of networks,
//! [`guard::target`] checks URLs, and the connector checks every socket address before it dials. The proxy does not
//! follow redirects, use cookies or credentials, or cache responses. The crawler is responsible for politeness towards
//! hosts.
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
pub mod program;
mod routes;
mod server;
mod settings;
mod slots;
mod strict;
mod tickets;

pub use client::{Client, ClientResponse};
pub use error::Refusal;
pub use fetch_many::Batch;
pub use guard::caller::{AllowedOrigin, PublicHost};
pub use guard::forward::ForwardProxy;
pub use guard::rules::{AllowedAddress, Mapping};
pub use headers::RequestHeader;
pub use limits::Limits;
pub use pages::APP_POLICY;
pub use server::Server;
pub use settings::{DEFAULT_PORT, Settings};
