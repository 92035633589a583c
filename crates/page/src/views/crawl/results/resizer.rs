//! Renders the separator at the start of a column, which changes the width of the column.
//!
//! The end of the column stays, and the title gives or takes the difference, down to its least width.
//!
//! Source: WAI-ARIA Authoring Practices, “Window Splitter Pattern” (a focusable separator with the size as its value;
//! arrow keys move it).

use crate::views::prelude::*;

/// The least width of a column in CSS pixels.
const LEAST: f64 = 48.0;
/// The greatest width of a column in CSS pixels.
const MOST: f64 = 640.0;
/// The distance in CSS pixels by which an arrow key moves the separator.
const STEP: f64 = 16.0;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The title of the column.
    pub(super) title: &'static str,
    /// The width of the column in CSS pixels.
    pub(super) width: u16,
    /// Called with the new width.
    pub(super) onresize: Callback<u16>,
}

/// Renders the separator.
#[component]
pub(super) fn Resizer(props: &Props) -> Html {
    let Props { title, width, onresize } = props.clone();
    let separator = use_node_ref();
    // The pointer's distance from the left edge of the window, and the column's width, where the pointer was pressed.
    let pressed = use_mut_ref(|| None::<(f64, f64)>);
    let (place, start) = (separator.clone(), pressed.clone());
    let onpointerdown = Callback::from(move |event: PointerEvent| {
        if let Some(element) = place.cast::<Element>().filter(|_| event.button() == 0) {
            event.prevent_default();
            // Without the capture the drag ends at the separator's edge.
            let _ = element.set_pointer_capture(event.pointer_id());
            *start.borrow_mut() = width_of(&element).map(|width| (f64::from(event.client_x()), width));
        }
    });
    let (drag, resize) = (pressed.clone(), onresize.clone());
    let onpointermove = Callback::from(move |event: PointerEvent| {
        if let Some((from, width)) = *drag.borrow() {
            resize.emit(limited(width + from - f64::from(event.client_x())));
        }
    });
    let release = Callback::from(move |_: PointerEvent| *pressed.borrow_mut() = None);
    let place = separator.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowLeft" => STEP,
            "ArrowRight" => -STEP,
            _ => return,
        };
        let element = place.cast::<Element>().filter(|_| is_plain(&event));
        if let Some(width) = element.as_ref().and_then(width_of) {
            event.prevent_default();
            onresize.emit(limited(width + step));
        }
    });
    html! {
        <span class="resizer" ref={separator} role="separator" tabindex="0" aria-orientation="vertical"
            aria-label={format!("Width of {title}")} aria-valuenow={width.to_string()}
            aria-valuemin={fixed(LEAST, 0)} aria-valuemax={fixed(MOST, 0)} {onpointerdown} {onpointermove}
            onpointerup={release.clone()} onpointercancel={release} {onkeydown} />
    }
}

/// Returns the drawn width of the separator's column in CSS pixels.
fn width_of(separator: &Element) -> Option<f64> {
    separator.parent_element().map(|column| column.get_bounding_client_rect().width())
}

/// Returns the nearest width that a column can have.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is that of the constants")]
fn limited(width: f64) -> u16 {
    width.clamp(LEAST, MOST).round() as u16
}
