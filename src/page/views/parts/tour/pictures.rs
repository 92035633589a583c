//! The pictures of the tour, drawn in the theme's colors. They only repeat the text beside them.

use yew::prelude::*;

/// Draws a box with words, and links that lead from it.
pub(crate) fn topic() -> Html {
    html! {
        <svg class="tour-picture" viewBox="0 0 320 96" aria-hidden="true">
            <rect class="box" x="20" y="30" width="140" height="36" rx="9" />
            <path class="words" d="M34 48h34M76 48h44" />
            <rect class="full" x="132" y="37" width="22" height="22" rx="5" />
            <path class="way" d="M160 48C190 48 190 20 220 20M160 48h64M160 48C190 48 190 76 220 76M236 48C260 48 260 32 284 32M236 48C260 48 260 64 284 64" />
            <g class="full"><circle cx="230" cy="48" r="7" /><circle cx="290" cy="32" r="7" /></g>
            <g class="box"><circle cx="226" cy="20" r="6" /><circle cx="226" cy="76" r="6" /><circle cx="290" cy="64" r="6" /></g>
        </svg>
    }
}

/// Draws the list of results, and views beside it.
pub(crate) fn views() -> Html {
    html! {
        <svg class="tour-picture" viewBox="0 0 320 96" aria-hidden="true">
            <path class="words" d="M20 16h38" /><path class="way" d="M72 16h34M120 16h26M160 16h36M20 25h180" /><path class="mark-line" d="M20 25h38" />
            <g class="full"><rect x="20" y="38" width="5" height="14" rx="2" /><rect x="20" y="60" width="5" height="12" rx="2" /><rect x="20" y="80" width="5" height="9" rx="2" /></g>
            <path class="words" d="M36 42h92M36 64h78M36 84h84" /><path class="way" d="M36 50h140M36 72h128M36 92h134" />
            <path class="way" d="M224 20v60h80" /><path class="mark-line" d="M224 76C240 74 246 50 262 44S290 30 304 28" />
        </svg>
    }
}

/// Draws a line of what waits, in which something moves up.
pub(crate) fn steering() -> Html {
    html! {
        <svg class="tour-picture" viewBox="0 0 320 96" aria-hidden="true">
            <g class="box"><rect x="40" y="10" width="150" height="18" rx="5" /><rect x="40" y="34" width="150" height="18" rx="5" /><rect x="40" y="58" width="150" height="18" rx="5" /></g>
            <path class="words" d="M52 19h70M52 43h92M52 67h58" />
            <path class="mark-line" d="M204 67C236 67 236 19 208 19M216 12l-9 7 9 7" />
            <circle class="box" cx="268" cy="43" r="20" /><path class="mark-line" d="M260 36v14M276 36v14" />
        </svg>
    }
}
