//! Redirects: of every status, with relative targets, in a loop, in a chain, to nowhere.

use crate::answer::Answer;
use crate::plan::Plan;

/// What the home page links to.
pub(crate) static LINKS: [(&str, &str); 8] = [
    ("/permanent", "Moved for good"),
    ("/found", "Moved for now"),
    ("/kept", "Moved, method kept"),
    ("/relative/here", "Moved next door"),
    ("/loop/a", "Moved in a circle"),
    ("/chain/1", "Moved again and again"),
    ("/nowhere", "Moved without a word"),
    ("/script", "Moved into a script"),
];

/// Links of a chain: more than a polite client follows.
const CHAIN: u32 = 8;

/// The redirect at a path.
pub(crate) fn answer(plan: &Plan, path: &str) -> Option<Answer> {
    if let Some(number) = path.strip_prefix("/go/") {
        let to: usize = number.parse().ok()?;
        let status = [302, 301, 308][to % 3];
        return Some(redirect(status, plan.pages.get(to)?.url()));
    }
    if let Some(step) = path
        .strip_prefix("/chain/")
        .and_then(|step| step.parse::<u32>().ok())
    {
        let next = if step < CHAIN {
            format!("/chain/{}", step + 1)
        } else {
            "/".to_owned()
        };
        return Some(redirect(302, next));
    }
    let (status, to) = match path {
        "/permanent" => (301, "http://portal.test/"),
        "/found" => (302, "http://moved.test/"),
        "/kept" => (308, "http://open-almanac.test/"),
        "/relative/here" => (302, "../?from=here"),
        "/loop/a" => (302, "/loop/b"),
        "/loop/b" => (301, "a"),
        "/nowhere" => return Some(Answer::html(302, String::new())),
        "/script" => (302, "javascript:alert(1)"),
        _ => return None,
    };
    Some(redirect(status, to.to_owned()))
}

/// A redirect with a short body, as servers send it.
pub(crate) fn redirect(status: u16, to: String) -> Answer {
    Answer::html(status, "<p>This page has moved.</p>\n".to_owned()).with("location", to)
}
