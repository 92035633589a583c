//! What is on the screen, and how far a start has come: small enough to be copied.

/// What is on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The form, not the crawl.
    pub asking: bool,
    /// How far a start has come.
    pub start: Start,
    /// A start was asked for on the form, not by an address.
    pub by_person: bool,
    /// The result that is unfolded.
    pub open: Option<u32>,
    /// Selector of the form's field that gets the focus when it is drawn.
    pub point: Option<&'static str>,
}

/// How far a start has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Nobody asked for one.
    #[default]
    No,
    /// It was asked for and waits for the worker, or for news of the proxy.
    Wanted,
    /// The plan was sent; the worker judges it.
    Sent,
}
