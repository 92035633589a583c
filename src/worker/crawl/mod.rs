//! Runs one crawl: its driver, its messages to the page, and its storage.
//!
//! This layer does not distinguish the person's crawl from a look-ahead or the training of a model; services do.

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
