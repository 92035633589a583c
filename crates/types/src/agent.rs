//! The User-Agent: who sends a request, and the page at which its host learns more.
//!
//! Wikimedia limits clients that name neither a page nor a mail address to ten requests a minute, and refuses many of
//! them (foundation.wikimedia.org, "Policy:Wikimedia Foundation User-Agent Policy").

/// The page about the project, which the User-Agent names unless the operator names another.
pub const HOMEPAGE: &str = env!("CARGO_PKG_HOMEPAGE");

/// The header that stands for the User-Agent in browsers, which do not let a page set that (API:Etiquette).
pub const API_USER_AGENT: &str = "Api-User-Agent";

/// The domains whose hosts read [`API_USER_AGENT`].
const WIKIMEDIA: [&str; 4] = ["wikipedia.org", "wikidata.org", "wikimedia.org", "mediawiki.org"];

/// Returns the User-Agent with the page or mail address of the operator, else with the page of the project.
pub fn user_agent(contact: Option<&str>) -> String {
    let contact = contact.map(str::trim).filter(|contact| !contact.is_empty());
    format!("Salticid/{} (+{}; topical crawler)", env!("CARGO_PKG_VERSION"), contact.unwrap_or(HOMEPAGE))
}

/// Returns the User-Agent of a program that people write on their own, such as `Python`.
pub fn user_agent_of(program: &str, contact: Option<&str>) -> String {
    user_agent(contact).replace("; topical crawler)", &format!("; topical crawler in {program})"))
}

/// Returns true for a host that reads [`API_USER_AGENT`].
pub fn reads_api_user_agent(host: &str) -> bool {
    let is_of = |domain: &str| host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    WIKIMEDIA.into_iter().any(is_of)
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
    fn only_hosts_of_wikimedia_get_the_header_of_their_api() {
        for host in
            ["en.wikipedia.org", "query.wikidata.org", "wikidata.org", "commons.wikimedia.org", "www.mediawiki.org"]
        {
            assert!(reads_api_user_agent(host), "{host}");
        }
        for host in ["notwikipedia.org", "wikipedia.org.example.net", "example.org", "", "org"] {
            assert!(!reads_api_user_agent(host), "{host}");
        }
    }
}
