//! Defines the classes of pages that a host delivers with a successful status although they have no content to judge.

use serde::{Deserialize, Serialize};

/// The class of a page that cannot be read, although the host answered with a successful status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PageClass {
    /// It has next to no text without JavaScript, which the crawler does not run.
    NeedsScript,
    /// It asks for consent to cookies or tracking before it shows its content.
    ConsentWall,
    /// It asks the reader to log in.
    LoginWall,
    /// It shows the beginning of an article and reserves the rest for subscribers.
    Paywall,
    /// It says that the page does not exist, with a status that says it does.
    SoftNotFound,
    /// It advertises the domain, or the host has no site yet.
    ParkedDomain,
    /// It checks whether the reader is a person, or rejects the reader.
    Firewall,
    /// It has no text and no links.
    Empty,
    /// It is the output of a program that failed, or the default page of a web server.
    ErrorPage,
    /// It is labeled as HTML, but is data, a script or a binary file.
    NotHtml,
}

impl PageClass {
    /// All classes.
    pub const ALL: [Self; 10] = [
        Self::NeedsScript,
        Self::ConsentWall,
        Self::LoginWall,
        Self::Paywall,
        Self::SoftNotFound,
        Self::ParkedDomain,
        Self::Firewall,
        Self::Empty,
        Self::ErrorPage,
        Self::NotHtml,
    ];

    /// Returns a stable code, which exports and addresses use.
    pub fn code(self) -> &'static str {
        match self {
            Self::NeedsScript => "needs-script",
            Self::ConsentWall => "consent-wall",
            Self::LoginWall => "login-wall",
            Self::Paywall => "paywall",
            Self::SoftNotFound => "soft-404",
            Self::ParkedDomain => "parked-domain",
            Self::Firewall => "firewall",
            Self::Empty => "empty-page",
            Self::ErrorPage => "error-page",
            Self::NotHtml => "not-html",
        }
    }

    /// Returns the class with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.code() == code)
    }

    /// Returns a short title for lists.
    pub fn title(self) -> &'static str {
        match self {
            Self::NeedsScript => "Needs JavaScript",
            Self::ConsentWall => "Consent wall",
            Self::LoginWall => "Login wall",
            Self::Paywall => "Paywall",
            Self::SoftNotFound => "Not found (soft 404)",
            Self::ParkedDomain => "Parked domain",
            Self::Firewall => "Bot check",
            Self::Empty => "Empty page",
            Self::ErrorPage => "Error page",
            Self::NotHtml => "Not HTML",
        }
    }

    /// Returns why the page was not read, as a part of a sentence.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NeedsScript => "it shows its text only with JavaScript, which Salticid does not run",
            Self::ConsentWall => "it asks for consent to cookies before it shows its text",
            Self::LoginWall => "it asks for a login before it shows its text",
            Self::Paywall => "it shows its text only to subscribers",
            Self::SoftNotFound => "it says that the page does not exist, although its status is successful",
            Self::ParkedDomain => "its domain is parked or for sale",
            Self::Firewall => "a firewall checks for bots or blocks the crawler",
            Self::Empty => "it has no text and no links",
            Self::ErrorPage => "it is an error message or a server's default page, although its status is successful",
            Self::NotHtml => "it is labeled as HTML, but its content is not HTML",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_names_one_class() {
        for class in PageClass::ALL {
            assert_eq!(PageClass::from_code(class.code()), Some(class));
        }
        assert_eq!(PageClass::from_code("read"), None);
    }
}
