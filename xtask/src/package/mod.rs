//! `cargo xtask package`: the files of a release. The app as an archive, the extension's zips, the programs for one target, and the
//! installer, each with its SHA-256.
//!
//! Names carry no version, so that the address of the newest release is known beforehand; the release's tag has it. Leaves out
//! publishing: that is `.github/workflows/release.yml`.

mod archive;
pub(crate) mod extension;

use crate::failure::{Failure, Outcome};
use crate::fingerprint::{self, files_below, name_in};
use crate::post_build::{read, read_text, write};
use crate::run::{Run, say};
use crate::{dist, places, toolbox};
use archive::Entry;
use std::fs;
use std::path::{Path, PathBuf};

/// The programs, each a package of this name.
const PROXY: &str = "salticid-proxy";
const LAB: &str = "salticid-lab";
/// The files in each archive of a program, beside the program.
const PAPERS: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE.md"];
/// The name of the app's archive.
const APP: &str = "salticid-app.zip";
/// The installer, in the checkout.
const INSTALLER: &str = "packaging/install.sh";
/// The line of the installer that a release fills in.
const UNSET: &str = "released_from=''";

/// The options of the command.
#[derive(Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct Options {
    /// The parts to package. Default: all.
    #[arg(value_enum)]
    pub(crate) what: Vec<What>,
    /// The target of the programs, such as aarch64-apple-darwin. Default: this machine's.
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,
    /// The address of the repository, which the installer then downloads from by default.
    #[arg(long, value_name = "URL")]
    pub(crate) repository: Option<String>,
    /// Fail unless this is the tag of the checkout's version, such as v0.1.0.
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Option<String>,
    /// The folder to fill, relative to the root of the checkout.
    #[arg(long, value_name = "DIR", default_value = "target/package")]
    pub(crate) out: PathBuf,
}

/// A part of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum What {
    /// The folder for static hosts, the extension's zips, and the installer.
    App,
    /// The proxy with the app inside, which comes from `dist`.
    Proxy,
    /// The lab.
    Lab,
}

/// Fills the folder.
pub(crate) fn run(options: &Options) -> Outcome {
    if let Some(tag) = &options.tag {
        same_version(tag)?;
    }
    let out = places::root().join(&options.out);
    fs::create_dir_all(&out).map_err(Failure::file("create", &out))?;
    let wanted = |what| options.what.is_empty() || options.what.contains(&what);
    if wanted(What::App) {
        app(&out, options.repository.as_deref())?;
    }
    let target = options.target.clone().map_or_else(host, Ok)?;
    if wanted(What::Proxy) {
        has_app()?;
        program(&out, PROXY, &["--features", "embed-dist"], &target)?;
    }
    if wanted(What::Lab) {
        program(&out, LAB, &[], &target)?;
    }
    say(&format!("done: {}", out.display()));
    Ok(())
}

/// Refuses a tag that names another version than this checkout's.
fn same_version(tag: &str) -> Outcome {
    let own = concat!("v", env!("CARGO_PKG_VERSION"));
    if tag == own {
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "the tag {tag} is not {own}, the version in Cargo.toml: raise the version there, or tag another commit"
    )))
}

/// Packages the app, the extension and the installer.
fn app(out: &Path, repository: Option<&str>) -> Outcome {
    toolbox::ready_to_build()?;
    let (folder, _) = dist::fill(&dist::Options::default())?;
    put(out, APP, &archive::zip(&below(&folder)?)?)?;
    let unpacked = extension::fill(&places::memory().join("package"))?;
    for zip in zips_beside(&unpacked)? {
        put(out, &name_of(&zip), &read(&zip)?)?;
    }
    let installer = read_text(&places::root().join(INSTALLER))?;
    put(out, &name_of(Path::new(INSTALLER)), with_repository(&installer, repository)?.as_bytes())
}

/// Returns all files of a folder by their names in it.
fn below(folder: &Path) -> Outcome<Vec<Entry>> {
    files_below(folder)?.iter().map(|file| Ok(Entry::file(name_in(folder, file), read(file)?))).collect()
}

/// Returns the zips that lie beside the unpacked extension.
fn zips_beside(unpacked: &Path) -> Outcome<Vec<PathBuf>> {
    let folder = unpacked.parent().unwrap_or(unpacked);
    let entries = fs::read_dir(folder).map_err(Failure::file("list", folder))?;
    let files = entries.flatten().map(|entry| entry.path());
    Ok(files.filter(|path| path.extension().is_some_and(|kind| kind == "zip")).collect())
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the installer with the address that it downloads from by default.
fn with_repository(installer: &str, repository: Option<&str>) -> Outcome<String> {
    let Some(url) = repository else {
        return Ok(installer.to_owned());
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/:".contains(c);
    if !url.starts_with("https://") || !url.chars().all(plain) {
        return Err(Failure::Refused(format!(
            "--repository {url}: the address has to be of the form https://HOST/OWNER/NAME"
        )));
    }
    if !installer.contains(UNSET) {
        return Err(Failure::Refused(format!("{INSTALLER} has no line `{UNSET}`, in which the address belongs")));
    }
    let url = url.trim_end_matches('/');
    Ok(installer.replace(UNSET, &format!("released_from='{url}'")))
}

/// Fails where there is no app for the proxy to carry.
fn has_app() -> Outcome {
    if places::root().join("dist/index.html").is_file() {
        return Ok(());
    }
    Err(Failure::Refused("dist holds no app, which the proxy carries: run `cargo xtask package app` first".to_owned()))
}

/// Builds and packages a program for a target.
fn program(out: &Path, name: &str, features: &[&str], target: &str) -> Outcome {
    let build = ["build", "--locked", "--release", "--target", target];
    let run = Run::cargo(&[&build[..], &["--package", name], features].concat());
    say(run.line());
    run.env("CARGO_PROFILE_RELEASE_STRIP", "symbols").now()?;
    let file = format!("{name}{}", if is_windows(target) { ".exe" } else { "" });
    let path = places::target().join(target).join("release").join(&file);
    let archive = program_archive(&file, read(&path)?, target)?;
    put(out, &archive_name(name, target), &archive)
}

/// Returns the archive of a program with its licenses, all in its top folder.
fn program_archive(file: &str, program: Vec<u8>, target: &str) -> Outcome<Vec<u8>> {
    let mut entries = vec![Entry::program(file.to_owned(), program)];
    for paper in PAPERS {
        let bytes = read(&places::root().join(paper))?;
        entries.push(Entry::file(paper.to_owned(), bytes));
    }
    if is_windows(target) { archive::zip(&entries) } else { archive::tar_gz(&entries) }
}

/// Returns the file name of a program's archive.
fn archive_name(program: &str, target: &str) -> String {
    let ending = if is_windows(target) { "zip" } else { "tar.gz" };
    format!("{program}-{target}.{ending}")
}

fn is_windows(target: &str) -> bool {
    target.contains("-windows-")
}

/// Returns the target that rustc compiles for by default.
fn host() -> Outcome<String> {
    let told = Run::new("rustc", &["-vV"]).answer().unwrap_or_default();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| Failure::Refused("rustc -vV names no host: name a target with --target".to_owned()))
}

/// Writes a file and its checksum, in the form that `sha256sum --check` reads.
fn put(out: &Path, name: &str, bytes: &[u8]) -> Outcome {
    write(&out.join(name), bytes)?;
    let sum = format!("{}  {name}\n", fingerprint::sha256(bytes));
    write(&out.join(format!("{name}.sha256")), sum.as_bytes())
}

#[cfg(test)]
mod tests;
