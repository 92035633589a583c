//! Pages that are in no plan: redirects, traps, oversized and failing ones. Who has them, and who answers.

use crate::answer::Answer;
use crate::hosts::{HOSTS, Quirk};
use crate::links::{Link, To};
use crate::plan::Plan;
use crate::{faults, heavy, maze, moved};

/// What the home page of a host with this quirk links to, besides its planned pages.
pub(crate) fn links(quirk: Quirk) -> Vec<Link> {
    let list: &[(&str, &str)] = match quirk {
        Quirk::Moved => &moved::LINKS,
        Quirk::Maze => &maze::LINKS,
        Quirk::Heavy => &heavy::LINKS,
        Quirk::Failing => &faults::LINKS,
        Quirk::ClosedParts => &[
            ("/private/", "The private beds"),
            ("/private/open/", "The open bed"),
            ("/search?q=roses", "Search"),
        ],
        _ => &[],
    };
    let links = list.iter();
    links
        .map(|&(path, anchor)| Link {
            to: To::Path(path.to_owned()),
            anchor: anchor.to_owned(),
        })
        .collect()
}

/// The answer of a host's own corner; `None` where the path is not of it.
pub(crate) fn answer(plan: &Plan, host: usize, path: &str) -> Option<Answer> {
    match HOSTS[host].quirk {
        Quirk::Moved => moved::answer(plan, path),
        Quirk::Maze => maze::answer(plan.seed, host, path),
        Quirk::Heavy => heavy::answer(plan.seed, host, path),
        Quirk::Failing => faults::corner(path),
        Quirk::ClosedParts if path.starts_with("/private/") || path.starts_with("/search?") => {
            Some(Answer::html(
                200,
                crate::render::slip(
                    host,
                    "Behind the wall",
                    "<p>A polite visitor asks the gardener first.</p>\n",
                ),
            ))
        }
        _ => None,
    }
}
