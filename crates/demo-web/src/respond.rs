//! From an address to an answer: robots.txt, special corners, planned pages, then "not found".

use crate::address::Address;
use crate::answer::{Answer, Outcome};
use crate::hosts::{Charset, HOSTS, Host, Quirk, Style};
use crate::plan::{Page, Plan};
use crate::tongues::gb2312;
use crate::{faults, hosts, moved, render, robots, search, specials};

/// The answer of the web; `None` where the host is not of it.
pub(crate) fn answer(plan: &Plan, address: &Address) -> Option<Answer> {
    if address.host == search::NAME {
        return Some(search::answer(plan, &address.path));
    }
    let host = hosts::find(&address.host)?;
    let mut answer = match address.path.as_str() {
        "/robots.txt" => robots::answer(host),
        path => specials::answer(plan, host, path).unwrap_or_else(|| planned(plan, host, path)),
    };
    answer.delay_ms = answer.delay_ms.max(faults::delay(host));
    Some(answer)
}

fn planned(plan: &Plan, host: usize, path: &str) -> Answer {
    let known = known_path(&HOSTS[host], path);
    match plan.find(host, &known) {
        Some(at) => faults::of_page(host, plan.pages[at].serial).unwrap_or_else(|| page(plan, at)),
        None if plan.find(host, &format!("{known}/")).is_some() => {
            moved::redirect(301, format!("{known}/"))
        }
        None => Answer::html(
            404,
            render::slip(
                host,
                "Page not found",
                "<p>There is no page at this address.</p>\n",
            ),
        ),
    }
}

/// The path without the parameters that the host knows nothing of.
fn known_path(host: &Host, path: &str) -> String {
    let Some((bare, query)) = path.split_once('?') else {
        return path.to_owned();
    };
    let id = query.split('&').find(|pair| pair.starts_with("id="));
    match id.filter(|_| host.style == Style::Query) {
        Some(id) => format!("{bare}?{id}"),
        None => bare.to_owned(),
    }
}

fn page(plan: &Plan, at: usize) -> Answer {
    let page = &plan.pages[at];
    let html = render::document(plan, at);
    let (kind, body) = match page.site().charset {
        Charset::Utf8 => ("text/html; charset=utf-8", html.into_bytes()),
        Charset::Latin => ("text/html; charset=iso-8859-1", latin(&html)),
        Charset::Chinese => ("text/html", gb2312::encode(&html)),
    };
    let mut answer = Answer::file(kind, &[]).with("last-modified", modified(plan, at));
    if let Outcome::Response(response) = &mut answer.outcome {
        response.body = body;
    }
    let answer = answer.with(
        "content-language",
        page.site().tongue.grammar().code.to_owned(),
    );
    if forbids(page) {
        answer.with("x-robots-tag", "noindex, nofollow".to_owned())
    } else {
        answer
    }
}

fn forbids(page: &Page) -> bool {
    page.site().quirk == Quirk::RobotTags && page.serial % 4 == 3
}

/// Windows-1252, which is what `iso-8859-1` means on the web; a question mark for what it cannot write.
fn latin(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| match letter {
            '–' => 0x96,
            letter => u8::try_from(u32::from(letter)).unwrap_or(b'?'),
        })
        .collect()
}

/// A date in the form of RFC 9110 §5.6.7. The days of the week are those of May 2001.
fn modified(plan: &Plan, at: usize) -> String {
    let mut rng = plan.rng(at, 5);
    let day = rng.between(1, 31);
    let week = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day % 7];
    format!(
        "{week}, {day:02} May 2001 {:02}:{:02}:00 GMT",
        rng.below(24),
        rng.below(60)
    )
}

#[cfg(test)]
mod tests {
    use super::{gb2312, latin};
    use crate::hosts::Charset;
    use crate::render::document;
    use crate::sites::lay_out;

    #[test]
    fn no_page_says_what_its_charset_cannot() {
        let plan = lay_out(crate::DEFAULT_SEED);
        let marks = |bytes: &[u8]| bytes.split(|&byte| byte == b'?').count();
        let mut checked = 0;
        for (at, page) in plan.pages.iter().enumerate() {
            let encode: fn(&str) -> Vec<u8> = match page.site().charset {
                Charset::Utf8 => continue,
                Charset::Latin => latin,
                Charset::Chinese => gb2312::encode,
            };
            let document = document(&plan, at);
            assert_eq!(
                marks(&encode(&document)),
                marks(document.as_bytes()),
                "{}",
                page.url()
            );
            checked += 1;
        }
        assert!(checked > 90, "{checked} pages");
    }
}
