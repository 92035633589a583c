//! One crawl under way: its driver, what the page is told of it, and how it is kept.
//!
//! This layer does not know which crawl is the person's and which one serves a look ahead or the training of a model: that is
//! for the services to say.

pub(crate) mod batches;
pub(crate) mod driver;
pub(crate) mod follower;
pub(crate) mod journal_writer;
pub(crate) mod live_view;
pub(crate) mod restore;
pub(crate) mod timeline;

use crate::protocol::ToPage;
use std::rc::Rc;

/// Posts a message to the page.
pub(crate) type Post = Rc<dyn Fn(&ToPage)>;
