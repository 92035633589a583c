//! The User-Agent: who sends a request, and the page at which its host learns more.
//!
//! Wikimedia limits clients that name neither a page nor a mail address to ten requests a minute, and refuses many of
//! them (foundation.wikimedia.org, "Policy:Wikimedia Foundation User-Agent Policy").

use crate::url::CanonicalUrl;
use url::Url;

/// The page about the project, which the User-Agent names unless the operator names another.
pub const HOMEPAGE: &str = env!("CARGO_PKG_HOMEPAGE");

/// The header that stands for the User-Agent in browsers, which do not let a page set that (API:Etiquette).
pub const API_USER_AGENT: &str = "Api-User-Agent";

/// The domains whose hosts read [`API_USER_AGENT`].
const WIKIMEDIA: [&str; 4] = ["wikipedia.org", "wikidata.org", "wikimedia.org", "mediawiki.org"];

/// The path of the Action API on these hosts.
const ACTION_API: &str = "/w/api.php";

/// Returns the address of the page about the operator, or of a mailbox, as a person typed it.
///
/// # Errors
/// Returns the cause and the remedy for a text that is no such URL: hosts could not use it, and one with line breaks
/// would be another header.
pub fn contact(text: &str) -> Result<String, String> {
    let url = Url::parse(text).ok().filter(|_| !text.contains(char::is_control));
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https" | "mailto"));
    url.map(String::from).ok_or_else(|| {
        let text = text.escape_debug();
        format!("`{text}` is not a URL such as https://example.org/about-our-crawler or mailto:me@example.org")
    })
}

/// Returns the User-Agent with the page or mail address of the operator, else with the page of the project.
pub fn user_agent(contact: Option<&str>) -> String {
    let contact = contact.map(str::trim).filter(|contact| !contact.is_empty());
    format!("Salticid/{} (+{}; topical crawler)", env!("CARGO_PKG_VERSION"), contact.unwrap_or(HOMEPAGE))
}

/// Returns the User-Agent of a program that people write on their own, such as `Python`.
pub fn user_agent_of(program: &str, contact: Option<&str>) -> String {
    user_agent(contact).replace("; topical crawler)", &format!("; topical crawler in {program})"))
}

/// Returns true for a request of a browser that gets [`API_USER_AGENT`]: in the extension all requests to hosts of
/// Wikimedia, in a web page those to their Action API.
///
/// In a web page the header causes a preflight request. The Action API answers it, but articles and Wikidata's query
/// service do not (wikimedia/operations-puppet, `modules/query_service/templates/nginx.erb`: only
/// `Access-Control-Allow-Origin`). With the header, the browser would refuse their responses.
pub fn sends_api_user_agent(url: &CanonicalUrl, is_extension: bool) -> bool {
    let host = url.host();
    let is_of = |domain: &str| host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    WIKIMEDIA.into_iter().any(is_of) && (is_extension || url.path() == ACTION_API)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_agent_names_the_page_of_the_project_unless_the_operator_names_one() {
        let version = env!("CARGO_PKG_VERSION");
        assert!(HOMEPAGE.starts_with("https://"), "{HOMEPAGE}");
        let default = format!("Salticid/{version} (+{HOMEPAGE}; topical crawler)");
        assert_eq!(user_agent(None), default);
        assert_eq!(user_agent(Some(" ")), default);
        for contact in ["https://example.org/us", "mailto:us@example.org"] {
            assert_eq!(user_agent(Some(contact)), format!("Salticid/{version} (+{contact}; topical crawler)"));
        }
        let python = format!("Salticid/{version} (+{HOMEPAGE}; topical crawler in Python)");
        assert_eq!(user_agent_of("Python", None), python);
    }

    #[test]
    fn a_contact_is_the_url_of_a_page_or_mailbox_without_line_breaks() {
        for text in ["https://example.org/us", "http://example.org/", "mailto:us@example.org"] {
            assert_eq!(contact(text).as_deref(), Ok(text));
        }
        for text in
            ["", "me", "us@example.org", "ftp://example.org/", "https://example.org/\r\nX: y", "http://a.test/\0"]
        {
            let error = contact(text).expect_err(text);
            assert!(error.contains("is not a URL such as") && !error.contains(char::is_control), "{error}");
        }
    }

    #[test]
    fn only_hosts_of_wikimedia_get_the_header_of_their_api_and_from_a_page_only_the_api_itself() {
        for (address, of_page, of_extension) in [
            ("https://en.wikipedia.org/w/api.php?action=query", true, true),
            ("https://www.wikidata.org/w/api.php?action=wbgetentities", true, true),
            ("https://commons.wikimedia.org/w/api.php", true, true),
            ("https://www.mediawiki.org/w/api.php", true, true),
            ("https://query.wikidata.org/sparql?query=x", false, true),
            ("https://de.wikipedia.org/wiki/Spinne", false, true),
            ("https://wikidata.org/robots.txt", false, true),
            ("https://notwikipedia.org/w/api.php", false, false),
            ("https://wikipedia.org.example.net/w/api.php", false, false),
            ("https://example.org/w/api.php", false, false),
        ] {
            let url = CanonicalUrl::parse(address).expect("a URL");
            assert_eq!(
                (sends_api_user_agent(&url, false), sends_api_user_agent(&url, true)),
                (of_page, of_extension),
                "{address}"
            );
        }
    }
}
