//! Lists the paths of pages outside the plan that home pages link to, and the names of the script injections.

use super::hosts::Behavior;

/// Names of the injections, which are also their paths: `http://mischief.test/script-tags`.
pub(crate) static INJECTIONS: [&str; 13] = [
    "script-tags",
    "event-handlers",
    "script-links",
    "data-links",
    "turned-title",
    "control-title",
    "formula-title",
    "long-title",
    "markup-title",
    "meta-refresh",
    "script-base",
    "forms",
    "frames",
];

/// A path and the anchor text of the link to it.
type PathAndAnchor = (&'static str, &'static str);

/// Returns the special pages that the home page of a host with this behavior links to.
pub(super) fn special_pages(behavior: Behavior) -> &'static [PathAndAnchor] {
    match behavior {
        Behavior::Redirects => &REDIRECTS,
        Behavior::Traps => &TRAPS,
        Behavior::StressDocuments => &STRESS_DOCUMENTS,
        Behavior::Failing => &FAULTS,
        Behavior::DisallowedPaths => &DISALLOWED_PATHS,
        _ => &[],
    }
}

static REDIRECTS: [PathAndAnchor; 8] = [
    ("/permanent", "Moved for good"),
    ("/found", "Moved for now"),
    ("/kept", "Moved, method kept"),
    ("/relative/here", "Moved next door"),
    ("/loop/a", "Moved in a circle"),
    ("/chain/1", "Moved again and again"),
    ("/nowhere", "Moved without a word"),
    ("/script", "Moved into a script"),
];

static TRAPS: [PathAndAnchor; 3] = [
    ("/calendar/2024/03/", "Calendar of events"),
    ("/a/", "One step further"),
    ("/shop?item=1&sid=0badcafe", "The shop"),
];

static STRESS_DOCUMENTS: [PathAndAnchor; 10] = [
    ("/deep", "A deep page on robot sensors"),
    ("/deep-lists", "A deep list of robot arms"),
    ("/big", "A big page on robot control"),
    ("/huge", "A huge page on robot control"),
    ("/many-links", "A page of links"),
    ("/many-attributes", "A decorated page"),
    ("/report.pdf", "Robotics report (PDF)"),
    ("/photo.gif", "Photo of a robot"),
    ("/notes.txt", "Plain notes on robots"),
    ("/empty", "An empty page"),
];

static FAULTS: [PathAndAnchor; 4] =
    [("/reset", "No word"), ("/time-out", "No answer"), ("/error", "An error"), ("/unavailable", "Back soon")];

static DISALLOWED_PATHS: [PathAndAnchor; 3] =
    [("/private/", "The private beds"), ("/private/open/", "The open bed"), ("/search?q=roses", "Search")];
