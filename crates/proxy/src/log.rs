//! One line on standard error for every refusal: code and host, so that an operator sees what the guard does.
//!
//! Left out on purpose: paths and queries of fetched URLs, bodies and tokens, which may be private.

use crate::error::Refusal;
use crate::target::Target;

/// Writes the line of a refused or failed fetch; `None` where the URL was not even readable.
pub(crate) fn refused(refusal: Refusal, target: Option<&Target>) {
    let host = target.map_or_else(|| "-".to_owned(), Target::authority);
    eprintln!("refused {}: {host}", refusal.code());
}

/// Writes the line of a caller that was turned away, or of a request that is none.
pub(crate) fn turned_away(refusal: Refusal, path: &str) {
    eprintln!("refused {}: call of {path}", refusal.code());
}
