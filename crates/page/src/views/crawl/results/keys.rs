//! Handles the keyboard in the list of results: arrows, Home and End move; Enter opens a row; Escape closes it. The
//! keys that judge a page are handled before.
//!
//! Only one row is a tab stop, so that one press of Tab leaves the list.

use crate::views::prelude::*;
use crate::widgets::scroll::ScrollArea;
use crate::widgets::window::Rows;
use web_sys::FocusOptions;

/// The keyboard in the list of results.
pub(crate) struct Keys {
    /// The place of the active row.
    pub(crate) active: usize,
    /// Moves the focus to the active row after the next drawing.
    pub(crate) refocus: Callback<()>,
    /// Handles the keys.
    pub(crate) onkeydown: Callback<KeyboardEvent>,
    /// Makes the row that gets the focus the active one, since a click may move it.
    pub(crate) onfocusin: Callback<FocusEvent>,
}

/// Returns the active row and the handlers.
#[hook]
pub(crate) fn use_keys(block: &NodeRef, ranking: &Shared<Ranking>, rows: Rows, fold: Option<Callback<()>>) -> Keys {
    let active = use_state_eq(|| 0_usize);
    let wanted = use_mut_ref(|| false);
    let place = (*active).min(rows.count.saturating_sub(1));
    {
        let wanted = wanted.clone();
        let id = ranking.at(place).map(|record| button_id(record.n));
        // This runs after every drawing, because a distant row exists only once the window has scrolled to it.
        use_effect(move || {
            if *wanted.borrow() && id.is_some_and(|id| focus(&id)) {
                *wanted.borrow_mut() = false;
            }
        });
    }
    let refocus = {
        let (wanted, block) = (wanted.clone(), block.clone());
        Callback::from(move |()| {
            *wanted.borrow_mut() = true;
            // The row may leave the document, because the filter no longer lists it.
            if let Some(block) = block.cast::<Element>() {
                focus_list(&block);
            }
        })
    };
    let onfocusin = {
        let (ranking, setter) = (ranking.clone(), active.setter());
        Callback::from(move |event: FocusEvent| {
            if let Some(place) = row_of(&event).and_then(|n| ranking.index_of(n)) {
                setter.set(place);
            }
        })
    };
    let (block, setter) = (block.clone(), active.setter());
    let opened = rows.open.map(|(row, _)| row);
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let next = match event.key().as_str() {
            "ArrowDown" => place + 1,
            "ArrowUp" => place.saturating_sub(1),
            "Home" => 0,
            "End" => rows.count,
            "Escape" => {
                if let Some(fold) = &fold {
                    event.prevent_default();
                    fold.emit(());
                    *wanted.borrow_mut() = true;
                    setter.set(opened.unwrap_or(place));
                }
                return;
            }
            _ => return,
        };
        if !is_plain(&event) || rows.count == 0 {
            return;
        }
        event.prevent_default();
        let next = next.min(rows.count - 1);
        *wanted.borrow_mut() = true;
        if let Some(block) = block.cast::<Element>() {
            focus_list(&block);
            setter.set(next);
            ScrollArea::Window.show(&block, &rows, next);
        }
    });
    Keys { active: place, refocus, onkeydown, onfocusin }
}

/// Returns the number of the page in whose row an event occurred.
fn row_of(event: &FocusEvent) -> Option<u32> {
    let row = event.target_dyn_into::<Element>()?.closest("li, tr").ok()??;
    row.query_selector("[id^=why-]").ok()??.id().strip_prefix("why-")?.parse().ok()
}

/// Returns the id of the “Why” button of page `n`.
pub(crate) fn button_id(n: u32) -> String {
    format!("why-{n}")
}

/// Focuses the button with this id, if it is in the document.
fn focus(id: &str) -> bool {
    element(&format!("#{id}")).is_some_and(|button| focus_here(&button))
}

/// Moves the focus to the list itself, because the active row may leave the document. The focus keeps the order on
/// hold.
pub(crate) fn focus_list(block: &Element) {
    if let Ok(Some(list)) = block.query_selector("ol, tbody") {
        focus_here(&list);
    }
}

fn focus_here(element: &Element) -> bool {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let element = element.dyn_ref::<HtmlElement>();
    element.is_some_and(|element| element.focus_with_options(&options).is_ok())
}

/// Returns the id of the details of page `n`.
pub(crate) fn details_id(n: u32) -> String {
    format!("details-{n}")
}
