//! Resolves names to addresses with the system's resolver, behind a trait so that tests can replace it.
//!
//! There is no cache: every fetch resolves once and dials the result. The system has its own cache.

use std::fmt::Debug;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// The result of a lookup: the addresses of the name, in the order to try them.
pub type Lookup<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// A resolver of names. It is called exactly once for every fetch of a named host.
pub trait Resolve: Debug + Send + Sync {
    /// Looks up a name. An empty list and an error both mean that the host does not exist.
    fn lookup<'a>(&'a self, name: &'a str) -> Lookup<'a>;
}

/// The resolver of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn lookup<'a>(&'a self, name: &'a str) -> Lookup<'a> {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|found| found.ip()).collect()) })
    }
}
