//! Where pages come from: one file a source, one way to ask all of them.
//!
//! A source answers an order with status, headers and body, or says in a sentence why it cannot. Redirects are the
//! engine's, so that robots.txt, scope and the number of hops are looked at every time; where the browser leaves no choice but to
//! follow one (`direct`), it is told as a redirect all the same.

mod answers;
mod demo;
mod direct;
pub mod frames;
mod ledger;
pub(super) mod lifeline;
mod proxy;
mod recorded;
pub(super) mod stream;

pub use demo::Demo;
pub use direct::Direct;
pub use proxy::Proxy;
pub use recorded::Recorded;

use crate::worker::clock;
use engine::fetch::{Failure, FailureKind, Order};
use gloo_timers::future::TimeoutFuture;

/// An answer as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    /// Header names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body, codings undone; at most a little over what the engine reads.
    pub body: Vec<u8>,
    /// Milliseconds from the order to the last byte.
    pub elapsed_ms: u32,
}

/// A source of pages.
pub enum Fetcher {
    /// The web that is built in.
    Demo(Demo),
    /// The sites themselves.
    Direct(Direct),
    /// The proxy that serves the app.
    Proxy(Proxy),
    /// A file of recorded pages.
    Recorded(Recorded),
}

impl Fetcher {
    /// Fetches what an order asks for.
    pub async fn fetch(&self, order: &Order) -> Result<Reply, Failure> {
        match self {
            Self::Demo(demo) => demo.fetch(order).await,
            Self::Direct(direct) => direct.fetch(order).await,
            Self::Proxy(proxy) => proxy.fetch(order).await,
            Self::Recorded(recorded) => recorded.fetch(order),
        }
    }

    /// True where a page cannot be had again at will.
    pub fn is_worth_keeping(&self) -> bool {
        !matches!(self, Self::Demo(_))
    }

    /// Ends all that is under way.
    pub fn abort(&self) {
        match self {
            Self::Demo(_) | Self::Recorded(_) => {}
            Self::Direct(direct) => direct.abort(),
            Self::Proxy(proxy) => proxy.abort(),
        }
    }

    /// What keeps this source from answering right now, in a sentence that says what to do.
    pub fn trouble(&self) -> Option<String> {
        match self {
            Self::Demo(_) | Self::Direct(_) | Self::Recorded(_) => None,
            Self::Proxy(proxy) => proxy.trouble(),
        }
    }
}

fn failure(code: &str, message: &str) -> Failure {
    Failure {
        code: code.to_owned(),
        message: message.to_owned(),
        kind: FailureKind::of(code),
    }
}

/// Milliseconds since a time of [`clock::precise`].
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a fetch takes more than nothing and less than 49 days"
)]
fn elapsed_ms(since: f64) -> u32 {
    (clock::precise() - since).max(0.0) as u32
}

async fn wait(ms: u32) {
    TimeoutFuture::new(ms).await;
}
