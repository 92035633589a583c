//! Converts the trails of the demo web.

use super::{Trail, TrailPage, Trails};

impl From<Vec<demo_web::Trail>> for Trails {
    fn from(trails: Vec<demo_web::Trail>) -> Self {
        Self {
            trails: trails.into_iter().map(Trail::from).collect(),
        }
    }
}

impl From<demo_web::Trail> for Trail {
    fn from(trail: demo_web::Trail) -> Self {
        Self {
            name: trail.name,
            pages: trail.pages.into_iter().map(TrailPage::from).collect(),
        }
    }
}

impl From<demo_web::TrailPage> for TrailPage {
    fn from(page: demo_web::TrailPage) -> Self {
        Self {
            url: page.url,
            title: page.title,
            relevant: page.relevant,
            visited_at: None,
        }
    }
}
