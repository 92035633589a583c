//! Tests the Python package: builds its wheel, installs it in a virtual environment, and runs pytest.
//!
//! The environment lies in the build folder and has the exact versions of `python/requirements-test.txt`. The wheel is
//! compiled with the profile and the features of the native tests, which have compiled most of it.

use crate::shell::{DEV, find, memory, output, program, root, say, shell};
use crate::{browser, files};
use anyhow::{Context as _, Result};
use fs_err as fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use xshell::cmd;

/// The tools that build and test the package, in exact versions.
const REQUIREMENTS: &str = "python/requirements-test.txt";
/// Fails unless this Python makes virtual environments and runs the pinned packages.
const PROBE: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";
/// The path of Python in a virtual environment.
const PYTHON: &str = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
/// Installs packages quietly. Their bytecode is not compiled: that takes minutes, and the tests import a small part.
const PIP: [&str; 6] = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];

/// Finds Python 3.11 or newer with virtual environments, and Java, installing what is missing, and returns the path of
/// Python.
pub(crate) fn ready() -> Result<PathBuf> {
    let java = || output("java", &["-version"]);
    installed("Java 17 or newer, on which Spark runs,", &["openjdk-17-jre-headless"], java)?;
    let python = || {
        let python = find(&["python3", "python"])?;
        output(&python, &["-c", PROBE]).map(|_| python)
    };
    installed("Python 3.11 or newer with venv", &["python3", "python3-venv"], python)
}

/// Returns what `search` finds, installing packages of Debian if it finds nothing.
fn installed<T>(title: &str, packages: &[&str], search: impl Fn() -> Option<T>) -> Result<T> {
    if let Some(found) = search() {
        return Ok(found);
    }
    browser::install_packages(title, packages);
    let all = packages.join(" ");
    let missing = || format!("{title} is missing: install it (on Debian: `apt-get install {all}`) and run this again");
    search().with_context(missing)
}

/// Builds the package and installs it in its virtual environment; returns the path of that Python.
pub(crate) fn install(python: &Path) -> Result<PathBuf> {
    let folder = memory().join("python");
    let python = environment(python, &folder.join("environment"))?.join(PYTHON);
    let wheels = &folder.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(wheels)?;
    }
    let shell = shell();
    let options = ["--manifest-path", "python/Cargo.toml", "--profile", DEV, "--features", "as-tested"];
    cmd!(shell, "{python} -m maturin build --locked {options...} --interpreter {python} --out {wheels}").run()?;
    let wheel = fs::read_dir(wheels)?.next().context("maturin left no wheel: read its output above")??.path();
    cmd!(shell, "{python} {PIP...} --no-index --no-deps --force-reinstall {wheel}").run()?;
    Ok(python)
}

/// Runs the tests of the installed package with this Python, and returns their output, of which the slowest tests are a
/// part. Needs the lab, which the native tests have built.
pub(crate) fn test(python: &Path) -> Result<Output> {
    let folder = memory().join("python");
    let cache = format!("cache_dir={}", folder.join("cache").display());
    let options = ["-o", &cache, "-c", "python/pyproject.toml", "--durations=15"];
    let shell = shell();
    let run = cmd!(shell, "{python} -m pytest {options...} python/tests")
        .env("SALTICID_LAB", program("salticid-lab", DEV))
        .env("PYTHONPYCACHEPREFIX", folder.join("bytecode"));
    Ok(run.ignore_status().output()?)
}

/// Returns the virtual environment, which is made again when the requirements or Python change.
fn environment(python: &Path, folder: &Path) -> Result<PathBuf> {
    let shell = shell();
    let version = output(python, &["--version"]).unwrap_or_default();
    let wanted = files::digest_parts([&*fs::read(root().join(REQUIREMENTS))?, version.as_bytes()]);
    let mark = folder.join("salticid-requirements");
    if !fs::read_to_string(&mark).is_ok_and(|made| made == wanted) {
        say("the packages for the tests of the Python package: getting them with pip (about a minute, once)");
        cmd!(shell, "{python} -m venv --clear {folder}").run()?;
        let python = folder.join(PYTHON);
        cmd!(shell, "{python} {PIP...} --requirement {REQUIREMENTS}").run()?;
        fs::write(&mark, wanted)?;
    }
    Ok(folder.to_path_buf())
}
