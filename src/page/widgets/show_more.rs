//! Limits the rows that a phone lists, so that the content below them can be reached. Wider windows list all rows, since they have that
//! content at the side.

use super::set_to::set_to;
use crate::page::dom::digits::grouped;
use crate::page::dom::view::use_media;
use yew::prelude::*;

/// The window width of a phone. The style sheet has the same value.
const PHONE: &str = "(max-width: 40rem)";
/// The number of rows at first; each click doubles it.
const FIRST: usize = 15;

/// Returns the number of listed rows, and the button that lists more. The open row is always listed.
#[hook]
pub(crate) fn use_listed(all: usize, open: Option<usize>) -> (usize, Html) {
    let is_phone = use_media(PHONE);
    let most = use_state_eq(|| FIRST);
    if !is_phone {
        return (all, Html::default());
    }
    let listed = all.min((*most).max(open.map_or(0, |open| open + 1)));
    let hidden = all - listed;
    let onclick = set_to::<_, MouseEvent>(&most, 2 * listed);
    let more = html! {
        if hidden > 0 { <button type="button" {onclick}>{ format!("Show more ({} hidden)", grouped(hidden as f64)) }</button> }
    };
    (listed, more)
}
