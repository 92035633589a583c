//! Where a crawl for a topic may start: a portal, a general site, an almanac, and a university that never says what it has.

use crate::Topic;
use crate::hosts::{HOSTS, Host, Site};
use crate::topics::{SUBJECTS, TOPICS};

/// The topics with their seeds.
pub(crate) fn topics() -> Vec<Topic> {
    (0..TOPICS).map(topic).collect()
}

fn topic(at: usize) -> Topic {
    let words = SUBJECTS[at];
    let of = |wanted: fn(&Host) -> bool| -> Vec<&Host> {
        HOSTS.iter().filter(|host| wanted(host)).collect()
    };
    let portals = of(|host| host.site == Site::Portal);
    let general = of(|host| host.site == Site::General);
    let mut hosts = vec![
        portals[at % portals.len()],
        general[at % general.len()],
        general[(at + 3) % general.len()],
    ];
    hosts.extend(
        HOSTS
            .iter()
            .find(|host| host.site == Site::University && host.about.contains(&words.id)),
    );
    let seeds = hosts
        .iter()
        .map(|host| format!("{}/", host.origin()))
        .collect();
    Topic {
        id: words.id,
        title: words.title,
        query: words.query,
        seeds,
    }
}
