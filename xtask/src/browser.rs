//! Installs the requirements of the browser and end-to-end tests: Chromium, Firefox, `WebKit`'s driver, Node, a display
//! in memory, curl, `ShellCheck`. It installs without asking where it can (Debian and derivatives, as root or with a
//! password-less sudo); elsewhere it prints what to install.

use crate::shell::{end_to_end, find, output, say, shell};
use anyhow::{Context as _, Result};
use std::env;
use std::path::PathBuf;
use xshell::{Cmd, Shell, cmd};

/// A program: its name for people, Debian's package of it, the environment variable that may name its path, and its
/// names on PATH.
struct Need(&'static str, &'static str, &'static str, &'static [&'static str]);

const CHROMIUM: Need = Need(
    "Chromium",
    "chromium",
    "CHROMIUM",
    &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
);
const FIREFOX: Need = Need("Firefox", "firefox-esr", "FIREFOX", &["firefox-esr", "firefox"]);
/// Chromium without a window, in which tests take a fifth less time. Chromium itself does the same.
const HEADLESS_SHELL: Need = Need(
    "Chromium's headless shell",
    "chromium-headless-shell",
    "HEADLESS_SHELL",
    &["chromium-headless-shell", "chrome-headless-shell"],
);
/// Brings its own browser. Its test is left out where no package has it.
const WEBKIT_DRIVER: Need = Need("WebKitWebDriver", "webkit2gtk-driver", "WEBKIT_DRIVER", &["WebKitWebDriver"]);
const NODE: Need = Need("Node.js 18 or newer", "nodejs", "NODE", &["node"]);
const NPM: Need = Need("npm", "npm", "NPM", &["npm"]);
const XVFB: Need = Need("Xvfb", "xvfb", "XVFB", &["Xvfb"]);
const XDOTOOL: Need = Need("xdotool", "xdotool", "XDOTOOL", &["xdotool"]);
/// The program with which the installer downloads, in its tests as well.
const CURL: Need = Need("curl", "curl", "CURL", &["curl"]);
const SHELLCHECK: Need = Need("ShellCheck", "shellcheck", "SHELLCHECK", &["shellcheck"]);
/// All but the third browser.
const NEEDED: [&Need; 8] = [&CHROMIUM, &FIREFOX, &NODE, &NPM, &XVFB, &XDOTOOL, &CURL, &SHELLCHECK];

/// The programs that the browser tests run.
pub(crate) struct Browser {
    /// The browser itself.
    pub(crate) chromium: PathBuf,
    /// The browser without a window, if it is installed.
    pub(crate) headless_shell: Option<PathBuf>,
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
    /// Returns the environment variables by which the end-to-end tests find the browsers.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&'static str, &PathBuf)> {
        let needed = [
            ("CHROMIUM", &self.chromium),
            ("FIREFOX", &self.firefox),
            ("XVFB", &self.xvfb),
            ("XDOTOOL", &self.xdotool),
        ];
        let optional = [("HEADLESS_SHELL", &self.headless_shell), ("WEBKIT_DRIVER", &self.webkit_driver)];
        needed.into_iter().chain(optional.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?))))
    }

    /// Returns Node with a script of the end-to-end tests, which knows where the browsers are.
    pub(crate) fn node<'a>(&self, shell: &'a Shell, arguments: &[&str]) -> Cmd<'a> {
        shell.change_dir(end_to_end());
        let node = &self.node;
        cmd!(shell, "{node} {arguments...}").envs(self.variables())
    }

    /// Gets the packages of the end-to-end tests, as their lock file says, unless they are there already.
    pub(crate) fn ready_packages(&self) -> Result<()> {
        let written = |path: &str| end_to_end().join(path).metadata().and_then(|data| data.modified()).ok();
        let lock = written("package-lock.json");
        if lock.is_some() && written("node_modules/.package-lock.json") >= lock {
            return Ok(());
        }
        say("the packages of the end-to-end tests: getting them from npm (about 20 seconds, once)");
        let (shell, npm) = (shell(), &self.npm);
        shell.change_dir(end_to_end());
        Ok(cmd!(shell, "{npm} ci --no-audit --no-fund").run()?)
    }
}

/// Finds the programs, installing what is missing.
pub(crate) fn ready() -> Result<Browser> {
    // Apt installs all or nothing, and the last two may have no package.
    for needed in [&NEEDED[..], &[&WEBKIT_DRIVER], &[&HEADLESS_SHELL]] {
        let missing = needed.iter().filter(|need| installed_path(need).is_none());
        let (titles, packages): (Vec<_>, Vec<_>) = missing.map(|Need(title, package, ..)| (*title, *package)).unzip();
        if !packages.is_empty() {
            install_packages(&titles.join(", "), &packages);
        }
    }
    // The tests find these two by name.
    want(&CURL)?;
    want(&SHELLCHECK)?;
    Ok(Browser {
        chromium: want(&CHROMIUM)?,
        headless_shell: installed_path(&HEADLESS_SHELL),
        firefox: want(&FIREFOX)?,
        webkit_driver: installed_path(&WEBKIT_DRIVER),
        node: want(&NODE)?,
        npm: want(&NPM)?,
        xvfb: want(&XVFB)?,
        xdotool: want(&XDOTOOL)?,
    })
}

fn installed_path(Need(.., variable, names): &Need) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_file()).or_else(|| find(names))
}

fn want(need: &Need) -> Result<PathBuf> {
    let Need(title, package, variable, _) = need;
    installed_path(need).with_context(|| {
        let install = format!("install it (on Debian: `apt-get install {package}`) and run this again");
        format!("{title} is missing: {install}, or name its path in {variable}")
    })
}

/// Tries to install packages of Debian, under these titles; the next search for the programs shows whether it worked.
pub(crate) fn install_packages(titles: &str, packages: &[&str]) {
    let Some((program, options)) = apt_get() else { return };
    say(&format!("{titles}: installing with apt-get (about a minute, once)"));
    let shell = shell();
    shell.set_var("DEBIAN_FRONTEND", "noninteractive");
    for step in [&["update"][..], &["install", "--yes", "-qq", "--no-install-recommends"]] {
        let packages = if step.len() > 1 { packages } else { &[] };
        if let Err(error) = cmd!(shell, "{program} {options...} {step...} {packages...}").run() {
            say(&error.to_string());
        }
    }
}

/// Returns the program and the options that run apt-get with the necessary rights, if that works without a password.
fn apt_get() -> Option<(&'static str, &'static [&'static str])> {
    find(&["apt-get"])?;
    if output("id", &["-u"])? == "0" {
        return Some(("apt-get", &[]));
    }
    output("sudo", &["-n", "true"]).map(|_| ("sudo", &["-n", "apt-get"][..]))
}
