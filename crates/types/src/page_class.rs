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
    /// It is a document, such as a PDF file, that needs a password.
    EncryptedFile,
    /// It is a document whose pages are pictures without text.
    ScannedFile,
    /// It is labeled as a document, but cannot be read as one.
    DamagedFile,
    /// It is a document over the size limits.
    LargeFile,
}

texts! { PageClass:
    /// Returns a stable code, which exports and addresses use.
    code,
    /// Returns a short title for lists.
    title,
    /// Returns why the page was not read, as a part of a sentence.
    reason;
    NeedsScript: "needs-script",
        "Needs JavaScript",
        "it shows its text only with JavaScript, which the crawl did not run";
    ConsentWall: "consent-wall", "Consent wall", "it asks for consent to cookies before it shows its text";
    LoginWall: "login-wall", "Login wall", "it asks for a login before it shows its text";
    Paywall: "paywall", "Paywall", "it shows its text only to subscribers";
    SoftNotFound: "soft-404",
        "Not found (soft 404)",
        "it says that the page does not exist, although its status is successful";
    ParkedDomain: "parked-domain", "Parked domain", "its domain is parked or for sale";
    Firewall: "firewall", "Bot check", "a firewall checks for bots or blocks the crawler";
    Empty: "empty-page", "Empty page", "it has no text and no links";
    ErrorPage: "error-page",
        "Error page",
        "it is an error message or a server's default page, although its status is successful";
    NotHtml: "not-html", "Not HTML", "it is labeled as HTML, but its content is not HTML";
    EncryptedFile: "document-encrypted", "Encrypted document", "it is a document that needs a password";
    ScannedFile: "document-scanned", "Scanned document", "it is a document whose pages are pictures without text";
    DamagedFile: "document-damaged", "Damaged document", "it is labeled as a document, but cannot be read as one";
    LargeFile: "document-large", "Large document", "it is a document over the size limits";
}

impl PageClass {
    /// Returns true for a file that cannot be read, which says nothing of the pages of its host.
    pub fn is_file(self) -> bool {
        matches!(self, Self::EncryptedFile | Self::ScannedFile | Self::DamagedFile | Self::LargeFile)
    }

    /// Returns the class with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.code() == code)
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
