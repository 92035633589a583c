//! Installs the requirements of the browser and end-to-end tests: Chromium with its driver, Firefox, `WebKit`'s driver, Node, a display in memory,
//! curl, `ShellCheck`. It installs without asking where it can (Debian and derivatives, as root or with a password-less sudo); elsewhere it prints
//! what to install.

use crate::failure::{Failure, Outcome};
use crate::places;
use crate::run::{Run, find, say};
use std::env;
use std::path::{Path, PathBuf};

/// A program, where it may be, and how to get it.
struct Need {
    title: &'static str,
    /// The environment variable that names its path.
    variable: &'static str,
    names: &'static [&'static str],
    package: &'static str,
}

/// Declares the programs: the environment variable, the title, the package of Debian, and the names.
macro_rules! needs {
    ($($(#[$doc:meta])* $variable:ident: $title:literal, $package:literal, [$($name:literal),*];)*) => {
        $($(#[$doc])* const $variable: Need = Need {
            title: $title,
            variable: stringify!($variable),
            names: &[$($name),*],
            package: $package,
        };)*

        const ALL: &[&Need] = &[$(&$variable),*];
    };
}

needs! {
    CHROMIUM: "Chromium", "chromium", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    CHROMEDRIVER: "chromedriver", "chromium-driver", ["chromedriver"];
    FIREFOX: "Firefox", "firefox-esr", ["firefox-esr", "firefox"];
    /// Brings its own browser. Its tests report and do not block, so it may be missing where no package has it.
    WEBKIT_DRIVER: "WebKitWebDriver", "webkit2gtk-driver", ["WebKitWebDriver"];
    NODE: "Node.js 18 or newer", "nodejs", ["node"];
    NPM: "npm", "npm", ["npm"];
    XVFB: "Xvfb", "xvfb", ["Xvfb"];
    XDOTOOL: "xdotool", "xdotool", ["xdotool"];
    /// The program with which the installer downloads, in its tests as well.
    CURL: "curl", "curl", ["curl"];
    SHELLCHECK: "ShellCheck", "shellcheck", ["shellcheck"];
}

/// The programs that the browser tests run.
pub(crate) struct Browser {
    /// The browser itself.
    pub(crate) chromium: PathBuf,
    /// Its `WebDriver`, of the same version.
    pub(crate) driver: PathBuf,
    /// The second browser.
    pub(crate) firefox: PathBuf,
    /// The `WebDriver` of the third one, if it is installed.
    pub(crate) webkit_driver: Option<PathBuf>,
    /// The runner of the end-to-end tests.
    pub(crate) node: PathBuf,
    /// Node's package manager.
    pub(crate) npm: PathBuf,
    /// A display in memory, for what a browser does only in a window: its prompt for an extension's access.
    pub(crate) xvfb: PathBuf,
    /// Presses keys in that display.
    pub(crate) xdotool: PathBuf,
}

impl Browser {
    /// Returns Node with a script of the end-to-end tests, which knows where the browsers are.
    pub(crate) fn node(&self, arguments: &[&str]) -> Run {
        let run = Run::new(&self.node, arguments)
            .inside(&places::end_to_end())
            .env("CHROMIUM", &self.chromium)
            .env("FIREFOX", &self.firefox)
            .env("XVFB", &self.xvfb)
            .env("XDOTOOL", &self.xdotool);
        match &self.webkit_driver {
            Some(driver) => run.env("WEBKIT_DRIVER", driver),
            None => run,
        }
    }
}

/// Finds the programs, installing what is missing.
pub(crate) fn ready() -> Outcome<Browser> {
    let missing = ALL.iter().copied();
    let missing = missing.filter(|need| installed_path(need).is_none());
    // Apt installs all or nothing, and the third browser may have no package.
    let (webkit, needed): (Vec<_>, Vec<_>) = missing.partition(|need| need.title == WEBKIT_DRIVER.title);
    for missing in [needed, webkit] {
        if !missing.is_empty() {
            install(&missing);
        }
    }
    // The tests find these two by name.
    want(&CURL)?;
    want(&SHELLCHECK)?;
    Ok(Browser {
        chromium: want(&CHROMIUM)?,
        driver: want(&CHROMEDRIVER)?,
        firefox: want(&FIREFOX)?,
        webkit_driver: installed_path(&WEBKIT_DRIVER),
        node: want(&NODE)?,
        npm: want(&NPM)?,
        xvfb: want(&XVFB)?,
        xdotool: want(&XDOTOOL)?,
    })
}

fn installed_path(need: &Need) -> Option<PathBuf> {
    env::var_os(need.variable).map(PathBuf::from).filter(|path| path.is_file()).or_else(|| find(need.names))
}

fn want(need: &Need) -> Outcome<PathBuf> {
    installed_path(need).ok_or_else(|| Failure::Missing {
        tool: need.title.to_owned(),
        advice: format!(
            "install it (on Debian: `apt-get install {}`) and run this again, or name its path in {}",
            need.package, need.variable
        ),
    })
}

/// Tries to install; the next search for the programs shows whether it worked.
fn install(missing: &[&Need]) {
    let titles: Vec<_> = missing.iter().map(|need| need.title).collect();
    let packages: Vec<_> = missing.iter().map(|need| need.package).collect();
    install_packages(&titles.join(", "), &packages);
}

/// Tries to install packages of Debian, under these titles.
pub(crate) fn install_packages(titles: &str, packages: &[&str]) {
    let Some(apt) = apt_get() else { return };
    say(&format!("{titles}: installing with apt-get (about a minute, once)"));
    let install = ["install", "--yes", "-qq", "--no-install-recommends"];
    let arguments = [&install[..], packages].concat();
    for step in [&["update"][..], &arguments] {
        let whole: Vec<_> = apt[1..].iter().chain(step).copied().collect();
        let done = Run::new(apt[0], &whole).env("DEBIAN_FRONTEND", "noninteractive").now();
        if let Err(failure) = done {
            say(&failure.to_string());
        }
    }
}

/// Returns the apt-get command with the necessary rights, if it works without a password.
fn apt_get() -> Option<&'static [&'static str]> {
    find(&["apt-get"])?;
    if Run::new("id", &["-u"]).answer()? == "0" {
        return Some(&["apt-get"]);
    }
    let may = Run::new("sudo", &["-n", "true"]).answer().is_some();
    may.then_some(&["sudo", "-n", "apt-get"])
}

/// Gets the packages of the end-to-end tests, as their lock file says, unless they are there already.
pub(crate) fn ready_packages(npm: &Path, tests: &Path) -> Outcome {
    let written = |path: PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let lock = written(tests.join("package-lock.json"));
    if lock.is_some() && written(tests.join("node_modules/.package-lock.json")) >= lock {
        return Ok(());
    }
    say("the packages of the end-to-end tests: getting them from npm (about 20 seconds, once)");
    Run::new(npm, &["ci", "--no-audit", "--no-fund"]).inside(tests).now()
}
