//! The demo web, made in this thread: the same bytes as through the proxy, with no network at all.

use super::{Reply, elapsed_ms, failure, wait};
use crate::worker::clock;
use demo_web::{DemoWeb, Failure as Broken, Outcome, Response};
use engine::fetch::{Failure, Order};
use std::rc::Rc;

/// The web that is built in.
pub struct Demo {
    web: Rc<DemoWeb>,
}

impl Demo {
    /// A source over this web.
    pub fn new(web: Rc<DemoWeb>) -> Self {
        Self { web }
    }

    /// Answers as the web's hosts would, the slow ones slowly.
    pub(super) async fn fetch(&self, order: &Order) -> Result<Reply, Failure> {
        let began = clock::precise();
        let Some(answer) = self.web.answer(order.address()) else {
            return Err(failure(
                "not-in-demo-web",
                "This host is not in the built-in web. Choose another source to crawl other sites.",
            ));
        };
        if answer.delay_ms > 0 {
            wait(answer.delay_ms).await;
        }
        match answer.outcome {
            Outcome::Response(response) => Ok(reply(response, began)),
            Outcome::Failure(broken) => Err(why(broken)),
        }
    }
}

fn reply(response: Response, began: f64) -> Reply {
    Reply {
        status: response.status,
        headers: response.headers,
        body: response.body,
        elapsed_ms: elapsed_ms(began),
    }
}

fn why(broken: Broken) -> Failure {
    match broken {
        Broken::Reset => failure(
            "reset",
            "The host closed the connection without an answer. It may work later.",
        ),
        Broken::TimedOut => failure(
            "timed-out",
            "The host did not answer in time. It may work later.",
        ),
    }
}
