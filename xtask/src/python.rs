//! Tests the Python package: builds its wheel in a virtual environment, installs it there, and runs pytest.
//!
//! The environment lies in the build folder and has the exact versions of `python/requirements-test.txt`. The wheel is compiled with the profile
//! of the native tests, which have compiled most of it.

use crate::failure::{Failure, Outcome};
use crate::places::{self, DEV};
use crate::run::{Run, find, say};
use crate::{browser, fingerprint, start};
use std::fs;
use std::path::{Path, PathBuf};

/// The tools that build and test the package, in exact versions.
const REQUIREMENTS: &str = "python/requirements-test.txt";

/// Fails unless this Python makes virtual environments and runs the pinned packages.
const PROBE: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";

/// The packages of Debian with Python and its virtual environments.
const PACKAGES: [&str; 2] = ["python3", "python3-venv"];

/// The package of Debian with the Java runtime on which Spark runs.
const JAVA: [&str; 1] = ["openjdk-17-jre-headless"];

/// Fails unless a Java runtime starts, installing one where it is missing.
fn ready_java() -> Outcome {
    let runs = || {
        let java = find(&["java"])?;
        Run::new(&java, &["-version"]).answer()
    };
    if runs().is_none() {
        browser::install_packages("Java, on which Spark runs", &JAVA);
    }
    runs().map(|_| ()).ok_or_else(|| Failure::Missing {
        tool: "Java 17 or newer".to_owned(),
        advice: format!("install it (on Debian: `apt-get install {}`) and run this again", JAVA[0]),
    })
}

/// Finds Python 3.11 or newer with virtual environments, and Java, installing what is missing, and returns the path of Python.
pub(crate) fn ready() -> Outcome<PathBuf> {
    ready_java()?;
    if let Some(python) = usable() {
        return Ok(python);
    }
    browser::install_packages("Python", &PACKAGES);
    usable().ok_or_else(|| Failure::Missing {
        tool: "Python 3.11 or newer with venv".to_owned(),
        advice: format!("install it (on Debian: `apt-get install {}`) and run this again", PACKAGES.join(" ")),
    })
}

fn usable() -> Option<PathBuf> {
    let python = find(&["python3", "python"])?;
    Run::new(&python, &["-c", PROBE]).answer().map(|_| python)
}

/// Builds, installs and tests the package.
pub(crate) fn test(python: &Path) -> Outcome {
    let environment = environment(python)?;
    let folder = places::memory().join("python");
    let wheels = folder.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(Failure::file("remove", &wheels))?;
    }
    build(&environment, &wheels)?;
    install(&environment, &wheels)?;
    // The native tests have built it already.
    start::build_program("salticid-lab", DEV)?;
    say("tests of the Python package");
    let cache = format!("cache_dir={}", folder.join("cache").display());
    let arguments = ["-m", "pytest", "-o", &cache, "-c", "python/pyproject.toml", "python/tests"];
    Run::new(environment.join(PYTHON), &arguments)
        .env("SALTICID_LAB", places::program("salticid-lab", DEV))
        .env("PYTHONPYCACHEPREFIX", folder.join("bytecode"))
        .now()
}

/// Installs packages quietly. Their bytecode is not compiled: that takes minutes, and the tests import a small part.
const PIP: [&str; 6] = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];

/// The path of Python in a virtual environment.
const PYTHON: &str = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };

/// Returns the virtual environment, which is made again when the requirements or Python change.
fn environment(python: &Path) -> Outcome<PathBuf> {
    let folder = places::memory().join("python").join("environment");
    let requirements = places::root().join(REQUIREMENTS);
    let text = fs::read(&requirements).map_err(Failure::file("read", &requirements))?;
    let version = Run::new(python, &["--version"]).answer().unwrap_or_default();
    let wanted = fingerprint::of_parts([&*text, version.as_bytes()]);
    let mark = folder.join("salticid-requirements");
    if fs::read_to_string(&mark).is_ok_and(|made| made == wanted) {
        return Ok(folder);
    }
    say("the packages for the tests of the Python package: getting them with pip (about a minute, once)");
    let path = folder.display().to_string();
    Run::new(python, &["-m", "venv", "--clear", &path]).now()?;
    Run::new(folder.join(PYTHON), &[&PIP[..], &["--requirement", REQUIREMENTS]].concat()).now()?;
    fs::write(&mark, wanted).map_err(Failure::file("write", &mark))?;
    Ok(folder)
}

fn build(environment: &Path, wheels: &Path) -> Outcome {
    let python = environment.join(PYTHON).display().to_string();
    let out = wheels.display().to_string();
    let arguments = [
        "-m",
        "maturin",
        "build",
        "--locked",
        "--manifest-path",
        "python/Cargo.toml",
        "--profile",
        DEV,
        "--interpreter",
        &python,
        "--out",
        &out,
    ];
    let run = Run::new(environment.join(PYTHON), &arguments);
    say(run.line());
    run.now()
}

fn install(environment: &Path, wheels: &Path) -> Outcome {
    let entries = fs::read_dir(wheels).map_err(Failure::file("read", wheels))?;
    let wheel = entries.flatten().next();
    let wheel = wheel.ok_or_else(|| Failure::Missing {
        tool: "the wheel of the Python package".to_owned(),
        advice: "read the output of maturin above".to_owned(),
    })?;
    let wheel = wheel.path().display().to_string();
    let again = ["--no-index", "--no-deps", "--force-reinstall", &wheel];
    Run::new(environment.join(PYTHON), &[&PIP[..], &again].concat()).now()
}
