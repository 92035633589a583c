//! Converts the trails of the demo web.

use types::trails::{Trail, TrailPage, Trails};

/// Converts trails of the demo web to those that a person would have recorded.
pub fn from_demo(trails: Vec<demo_web::Trail>) -> Trails {
    Trails { trails: trails.into_iter().map(trail).collect() }
}

fn trail(trail: demo_web::Trail) -> Trail {
    Trail { name: trail.name, pages: trail.pages.into_iter().map(page).collect(), ..Trail::default() }
}

fn page(page: demo_web::TrailPage) -> TrailPage {
    TrailPage { url: page.url, title: page.title, relevant: page.relevant, visited_at: None }
}
