//! Wikipedia in the language of the query: articles with the query words, and the pages that these articles cite.
//!
//! The English Wikipedia is searched as well if the other one finds few articles, or if the query may be English. Only cited pages with a query
//! word in the URL become seeds. All citations are links among candidates, which influence the merged order ([`super::fusion`]).
//!
//! Source: MediaWiki API, `action=query` with `list=search` (API:Search) and, for the same articles, `prop=extlinks` (API:Extlinks), at most 500
//! links in all. No key; anonymous cross-site requests by `origin=*` (API:Cross-site requests). API:Etiquette demands one request at a time.

use super::findings::plain;
use super::search::SearchContext;
use super::services::{public_page, text, whole};
use super::{Declaration, Entry, Make, Provider, ProviderResponse, SeedInputs, SeedsError, entry};
use crate::html;
use serde_json::Value;
use std::collections::BTreeMap;
use types::seeds::{Need, Seed, Web};
use types::url::CanonicalUrl;
use url::Url;

/// Number of requested articles.
const ARTICLES: usize = 10;
/// Number of articles below which the English Wikipedia is searched as well.
const FEW: usize = 3;
/// Maximum number of links read from one response: the limit of `ellimit=max`.
const LINKS: usize = 500;
/// Maximum number of seeds among the pages that one article cites.
const CITED: usize = 2;
/// The host of archived copies, which are not seeds.
const COPIES: &str = "web.archive.org";

pub(super) const ENTRY: Declaration = Entry {
    id: "wikipedia",
    title: "Wikipedia",
    description: "Searches the Wikipedia of your query’s language, and the pages that its articles cite. Crawl articles through the proxy or by the browser extension, since they do not allow cross-origin requests.",
    needs: &[Need::Query],
    webs: &[Web::Live],
    asked_by_default: true,
    precision: 1.0,
    time_limit_s: entry::QUICK_S,
    field: ("", ""),
    make: Make::Provider(|| Box::new(Wikipedia::default())),
};

#[derive(Default)]
struct Wikipedia {
    query: String,
    /// The URL of the Wikipedia that was searched.
    site: String,
    may_be_english: bool,
}

impl Wikipedia {
    /// Searches the Wikipedia of a language.
    fn ask(&mut self, language: &str, context: &mut SearchContext) -> Result<(), SeedsError> {
        self.site = format!("https://{language}.wikipedia.org/");
        let articles = ARTICLES.to_string();
        let parameters = [
            ("action", "query"),
            ("list", "search"),
            ("srsearch", &self.query),
            ("srlimit", &articles),
            ("srprop", "snippet"),
            ("generator", "search"),
            ("gsrsearch", &self.query),
            ("gsrlimit", &articles),
            ("prop", "extlinks"),
            ("ellimit", "max"),
            ("format", "json"),
            ("formatversion", "2"),
            ("origin", "*"),
        ];
        let url = Url::parse_with_params(&format!("{}w/api.php", self.site), parameters);
        context.search(&url.map_err(|_| SeedsError::NoWords)?)
    }

    /// Returns the address of an article.
    fn article(&self, title: &str) -> Option<CanonicalUrl> {
        let mut url = Url::parse(&self.site).ok()?;
        let title = title.replace('%', "%25").replace(' ', "_");
        url.set_path(&format!("/wiki/{title}"));
        CanonicalUrl::parse(url.as_str()).ok()
    }
}

impl Provider for Wikipedia {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        self.query = whole(inputs);
        let language = html::query_language(&self.query, &inputs.language);
        self.may_be_english = language.may_be_english;
        let site = match language.language.code() {
            // The Wikipedia in Bokmål has the code of the Norwegian macrolanguage.
            "nb" => "no",
            code => code,
        };
        self.ask(site, context)
    }

    fn read(&mut self, response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
        let answer = response.json()?;
        let list = |at| answer.pointer(at).and_then(Value::as_array);
        let articles = list("/query/search").ok_or_else(|| response.unexpected_format())?;
        let mut links = links(list("/query/pages").map_or(&[][..], Vec::as_slice));
        for found in articles.iter().take(ARTICLES) {
            let title = text(found, "/title");
            let Some(url) = self.article(&title) else {
                continue;
            };
            let about = plain(&text(found, "/snippet"), &url);
            let seed = Seed::new(url.clone(), &title, &about, "");
            context.findings().found(seed);
            // The links of an article that is listed twice count once.
            cited(&url, &title, links.remove(&title).unwrap_or_default(), context);
        }
        if (self.may_be_english || articles.len() < FEW) && !self.site.starts_with("https://en.") {
            self.ask("en", context)?;
        }
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "Wikipedia has no article with these words. Try fewer or other words, or find seeds another way."
    }
}

/// Returns the first links of the pages by page title.
fn links(pages: &[Value]) -> BTreeMap<String, &[Value]> {
    let mut by_title = BTreeMap::new();
    let mut left = LINKS;
    for page in pages.iter().take(ARTICLES) {
        let links = page.pointer("/extlinks").and_then(Value::as_array);
        let links = links.map_or(&[][..], Vec::as_slice);
        let links = &links[..links.len().min(left)];
        left -= links.len();
        by_title.entry(text(page, "/title")).or_insert(links);
    }
    by_title
}

/// Adds the links of an article, and as seeds those with the most query words in their URL.
fn cited(article: &CanonicalUrl, title: &str, links: &[Value], context: &mut SearchContext) {
    let findings = context.findings();
    let pages = links.iter().filter_map(|link| public_page(&text(link, "/url"))).filter(|page| page.host() != COPIES);
    let mut fitting = Vec::new();
    for page in pages {
        let tokens: Vec<_> = page.tokens().collect();
        fitting.push((findings.words().fit(&tokens.join(" ")), page.clone()));
        findings.link(article.clone(), page);
    }
    fitting.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let best = fitting.into_iter().filter(|(fit, _)| *fit > 0.0);
    for (_, page) in best.take(CITED) {
        findings.found(Seed::new(page, "", "", &format!("cited by “{title}”")));
    }
}
