//! Renders a share as a horizontal bar.

use crate::page::dom::digits::fixed;
use yew::prelude::*;

/// Renders a share in 0..=1 as a bar of a height in SVG units; its length is 100 units.
pub(crate) fn share_bar(share: f64, height: u8) -> Html {
    let width = fixed(share.clamp(0.0, 1.0) * 100.0, 1);
    let height = height.to_string();
    html! {
        <svg class="bar" viewBox={format!("0 0 100 {height}")} preserveAspectRatio="none" aria-hidden="true">
            <rect class="gauge-all" width="100" height={height.clone()} /><rect class="gauge-part" {width} {height} />
        </svg>
    }
}
