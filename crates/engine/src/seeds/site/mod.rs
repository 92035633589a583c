//! A site that the person names: the pages of its sitemaps and feeds.
//!
//! Sitemaps are those of its robots.txt (`Sitemap:` lines), or else `/sitemap.xml`; feeds are those that the named page
//! links to (`<link rel="alternate">`). The address may also be that of a sitemap or feed. All requests respect
//! robots.txt. Not covered: the links of the page itself, which the crawl follows when the page is a seed; lists on
//! other hosts, which a robots.txt may name: they are reported to the person and not fetched.
//!
//! Source: sitemaps.org protocol 0.9 (index, `Sitemap:` lines, lists as plain text); RSS Advisory Board, RSS
//! Autodiscovery 1.0.

mod markup;

use super::search::SearchContext;
use super::services::public_page;
use super::{Declaration, Entry, Make, Provider, ProviderResponse, SeedInputs, SeedsError};
use crate::html::listing::{self, Item, Kind, Listing};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::mem;
use types::document::DocumentKind;
use types::header::MediaType;
use types::limits::{SEED_FEEDS, SEED_LISTS_ELSEWHERE, SEED_SITEMAPS, SEEDS_FOUND};
use types::seeds::{Need, Seed, Web};
use types::sorting;
use types::url::CanonicalUrl;

pub(super) const ENTRY: Declaration = Entry {
    id: "site",
    title: "Sitemap and feeds",
    description: "Searches the sitemap and feeds of a site for your words, with a few polite requests.",
    needs: &[Need::Address],
    webs: &[Web::Live, Web::Recorded],
    asked_by_default: false,
    precision: 1.0,
    field: ("Site URL", "https://example.org"),
    make: Make::Provider(|| Box::new(Site::default())),
};

/// The default path of a sitemap.
const USUAL: &str = "/sitemap.xml";

#[derive(Default)]
struct Site {
    /// The address that the person entered.
    named: Option<CanonicalUrl>,
    /// The hosts of the site: that of the address, and those of its redirect targets.
    hosts: BTreeSet<String>,
    /// Lists on other hosts, in the order of discovery. They are not fetched.
    elsewhere: Vec<CanonicalUrl>,
    /// A requested default address, which may be missing without an error.
    guessed: Option<CanonicalUrl>,
    /// The requested URLs.
    asked: BTreeSet<CanonicalUrl>,
    sitemaps_asked: usize,
    /// The site's own sitemaps beyond the limit.
    unread: BTreeSet<CanonicalUrl>,
    feeds_asked: usize,
}

impl Provider for Site {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        let url = CanonicalUrl::from_person(&inputs.address)?;
        self.hosts.insert(url.authority().to_owned());
        self.named = Some(url.clone());
        self.request(url, context);
        Ok(())
    }

    fn on_redirect(&mut self, from: &CanonicalUrl, to: &CanonicalUrl, context: &mut SearchContext) -> bool {
        if self.named.as_ref() == Some(from) {
            self.hosts.insert(to.authority().to_owned());
            let lists = mem::take(&mut self.elsewhere);
            self.sitemaps(lists, context);
            return true;
        }
        if self.guessed.as_ref() == Some(from) {
            return self.is_own(to) && (to == from || !self.asked.contains(to));
        }
        !self.own(vec![to.clone()]).is_empty()
    }

    fn robots(&mut self, host: &str, (sitemaps, left_out): (Vec<CanonicalUrl>, usize), context: &mut SearchContext) {
        if self.named.as_ref().is_none_or(|named| named.host_key() != host) {
            return;
        }
        context.findings().warn_left_out(left_out, &format!("{host}/robots.txt"));
        let any = self.sitemaps(sitemaps, context);
        let usual = CanonicalUrl::parse(&format!("{host}{USUAL}")).ok();
        if let Some(usual) = usual.filter(|_| !any) {
            self.guessed = self.request(usual.clone(), context).then_some(usual);
        }
    }

    fn read(&mut self, response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
        if let Err(error) = response.check_status() {
            let guessed = self.guessed.as_ref() == Some(response.requested);
            return if guessed { Ok(()) } else { Err(error) };
        }
        let text = listing::decode(response.body, response.media_type, response.decoder).text;
        match listing::read(&text, response.is_cut, response.url) {
            Some(listing) if listing.cut && listing.items.is_empty() => {
                return Err(SeedsError::Damaged(response.url.to_string()));
            }
            Some(listing) if listing.items.is_empty() && listing.without_address > 0 => {
                return Err(SeedsError::WithoutAddresses(response.url.to_string()));
            }
            Some(listing) => self.take(&listing, response.url, context),
            None => {
                let media_type = MediaType::extract(response.media_type);
                if let Some(kind) = media_type.and_then(|known| DocumentKind::of_media_type(&known.essence)) {
                    return Err(SeedsError::Document(response.url.to_string(), kind.title()));
                }
                for feed in self.own(markup::feeds(&text, response.url)) {
                    if self.feeds_asked < SEED_FEEDS && self.request(feed, context) {
                        self.feeds_asked += 1;
                    }
                }
            }
        }
        Ok(())
    }

    fn unread_warnings(&self) -> Vec<SeedsError> {
        let host = self.named.as_ref().map_or_else(String::new, |named| named.authority().to_owned());
        let list = self.elsewhere.first();
        let elsewhere = list.map(|list| SeedsError::Elsewhere { host: host.clone(), list: list.to_string() });
        let count = self.unread.difference(&self.asked).count();
        let more = (count > 0).then_some(SeedsError::MoreSitemaps { host, count });
        elsewhere.into_iter().chain(more).collect()
    }

    fn no_results_hint(&self) -> &'static str {
        "This site has no sitemap, and this page links to no feed. Enter the page itself as a seed, or the URL of a \
        feed here."
    }
}

impl Site {
    /// Requests a URL that was not requested yet; returns true if it did.
    fn request(&mut self, url: CanonicalUrl, context: &mut SearchContext) -> bool {
        let is_new = self.asked.insert(url.clone());
        if is_new {
            context.crawl(url);
        }
        is_new
    }

    fn is_own(&self, url: &CanonicalUrl) -> bool {
        self.hosts.contains(url.authority())
    }

    /// Returns the lists on the site's own hosts, and records the others.
    fn own(&mut self, lists: Vec<CanonicalUrl>) -> Vec<CanonicalUrl> {
        let (own, others): (Vec<_>, Vec<_>) = lists.into_iter().partition(|url| self.is_own(url));
        let room = SEED_LISTS_ELSEWHERE.saturating_sub(self.elsewhere.len());
        self.elsewhere.extend(others.into_iter().take(room));
        own
    }

    /// Requests the site's own sitemaps among these, up to the limit; returns true if it requested any.
    fn sitemaps(&mut self, lists: Vec<CanonicalUrl>, context: &mut SearchContext) -> bool {
        let mut any = false;
        for url in best(self.own(lists), context) {
            if self.sitemaps_asked == SEED_SITEMAPS {
                self.unread.insert(url);
            } else if self.request(url, context) {
                self.sitemaps_asked += 1;
                any = true;
            }
        }
        any
    }

    /// Adds the items of a sitemap or feed.
    fn take(&mut self, listing: &Listing, at: &CanonicalUrl, context: &mut SearchContext) {
        let items = listing.items.iter().filter_map(|item| Some((at.resolve(&item.link).ok()?.0, item)));
        let items: Vec<(CanonicalUrl, &Item)> = items.collect();
        warn_of_losses(listing, items.len(), at, context);
        if listing.kind == Kind::Index {
            self.sitemaps(items.into_iter().map(|(url, _)| url).collect(), context);
            return;
        }
        let place = match listing.title.as_str() {
            "" => at.authority(),
            title => title,
        };
        for (url, item) in items {
            let address = url.tokens().collect::<Vec<_>>().join(" ");
            let seed = seed(url, item, at, place);
            let text = format!("{} {address} {}", seed.title, seed.snippet);
            context.findings().listed(seed, &text);
        }
    }
}

/// Warns of what was not read of a list, of which this number of entries was.
fn warn_of_losses(listing: &Listing, read: usize, at: &CanonicalUrl, context: &mut SearchContext) {
    if listing.cut {
        let whole = at.as_str();
        context.findings().warn(format!("Only the beginning of {whole} was read: it is too long or damaged."));
    }
    context.findings().warn_left_out(listing.without_address + listing.items.len() - read, at.as_str());
}

/// Returns the pages of a feed that answers a search.
pub(super) fn seeds_of_feed(
    response: &ProviderResponse<'_>,
    context: &mut SearchContext,
) -> Result<Vec<Seed>, SeedsError> {
    let text = listing::decode(response.body, response.media_type, response.decoder).text;
    let listing = listing::read(&text, response.is_cut, response.url);
    let listing = listing.filter(|listing| response.is_success() && listing.kind == Kind::Pages);
    let listing = listing.ok_or_else(|| response.refusal())?;
    let pages = listing.items.iter().filter_map(|item| Some((public_page(&item.link)?, item)));
    let pages: Vec<_> = pages.collect();
    warn_of_losses(&listing, pages.len(), response.url, context);
    Ok(pages.into_iter().take(SEEDS_FOUND).map(|(url, item)| seed(url, item, response.url, "")).collect())
}

/// Returns the seed of an item in the list at `at`.
fn seed(url: CanonicalUrl, item: &Item, at: &CanonicalUrl, place: &str) -> Seed {
    Seed::new(url, &item.title.shown(at), &item.summary.shown(at), place)
}

/// Returns sitemap URLs, those with query words first.
fn best(urls: Vec<CanonicalUrl>, context: &mut SearchContext) -> Vec<CanonicalUrl> {
    let words = context.findings().words();
    let fit = |url: CanonicalUrl| {
        let text: Vec<_> = url.tokens().collect();
        (words.fit(&text.join(" ")), url)
    };
    let mut rated: Vec<(f64, CanonicalUrl)> = urls.into_iter().map(fit).collect();
    sorting::sort_by(&mut rated, |(one, _), (other, _)| other.partial_cmp(one).unwrap_or(Ordering::Equal));
    rated.into_iter().map(|(_, url)| url).collect()
}
