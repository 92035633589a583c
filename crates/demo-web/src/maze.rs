//! Traps: a calendar without end, a path that only gets deeper, a shop that gives every visit a new session id.

use crate::answer::Answer;
use crate::prose::Voice;
use crate::render::slip;
use crate::rng::Rng;
use crate::tongues::Tongue;
use crate::topics::TOPICS;

/// What the home page links to.
pub(crate) static LINKS: [(&str, &str); 3] = [
    ("/calendar/2024/03/", "Calendar of events"),
    ("/a/", "One step further"),
    ("/shop?item=1&sid=0badcafe", "The shop"),
];

/// The page at a path of a trap.
pub(crate) fn answer(seed: u64, host: usize, path: &str) -> Option<Answer> {
    let (title, links) = calendar(path)
        .or_else(|| deeper(path))
        .or_else(|| shop(path))?;
    let purpose = path.bytes().fold(9, |sum: u64, byte| {
        sum.wrapping_mul(131).wrapping_add(u64::from(byte))
    });
    let mut voice = Voice::new(Tongue::English, TOPICS + 1, 0, Rng::of(seed, purpose));
    let items = links
        .iter()
        .map(|(to, text)| {
            format!(
                "<li><a href=\"{}\">{text}</a></li>\n",
                to.replace('&', "&amp;")
            )
        })
        .collect::<Vec<_>>()
        .concat();
    Some(Answer::html(
        200,
        slip(
            host,
            &title,
            &format!("<p>{}</p>\n<ul>\n{items}</ul>\n", voice.paragraph(3)),
        ),
    ))
}

type Trap = (String, Vec<(String, String)>);

fn calendar(path: &str) -> Option<Trap> {
    let (year, month) = path
        .strip_prefix("/calendar/")?
        .strip_suffix('/')?
        .split_once('/')?;
    let (year, month): (u32, u32) = (year.parse().ok()?, month.parse().ok()?);
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let at = |months: u32| format!("/calendar/{:04}/{:02}/", months / 12, months % 12 + 1);
    let now = year * 12 + month - 1;
    let links = [
        (now.saturating_sub(1), "Previous month"),
        (now + 1, "Next month"),
        (now + 12, "Next year"),
    ];
    Some((
        format!("Events in {month:02}/{year}"),
        links.map(|(to, text)| (at(to), text.to_owned())).to_vec(),
    ))
}

fn deeper(path: &str) -> Option<Trap> {
    let steps = path.strip_prefix("/a/")?;
    let known = steps
        .split_terminator('/')
        .all(|step| step == "a" || step == "b");
    known.then(|| {
        let links = vec![
            (format!("{path}a/"), "One step further".to_owned()),
            (format!("{path}b/"), "Another way".to_owned()),
        ];
        ("Deeper and deeper".to_owned(), links)
    })
}

fn shop(path: &str) -> Option<Trap> {
    let query = path.strip_prefix("/shop?")?;
    let item: u64 = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("item="))?
        .parse()
        .ok()?;
    let sid = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("sid="))
        .unwrap_or("0");
    let mix = sid.bytes().fold(item, |sum, byte| {
        sum.wrapping_mul(0x0100_0000_01B3) ^ u64::from(byte)
    });
    let links = (1..=6).map(|step| {
        let fresh = mix.wrapping_mul(step * 2 + 1) & 0xFFFF_FFFF;
        let item = (item % 40 + step) % 40 + 1;
        (
            format!("/shop?item={item}&sid={fresh:08x}"),
            format!("Item {item}"),
        )
    });
    Some((format!("Item {}", item % 40), links.collect()))
}
