//! `cargo xtask package`: the files of a release. The app as an archive, the extension's zips, the programs for one
//! target, and the installer, each with its SHA-256.
//!
//! Names carry no version, so that the address of the newest release is known beforehand; the release's tag has it.
//! Leaves out publishing: that is `.github/workflows/release.yml`.

pub(crate) mod extension;

use crate::files::{files_below, name_in, sha256};
use crate::shell::{find, memory, output, root, say, shell, target};
use crate::{dist, tools};
use anyhow::{Context as _, Result, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use fs_err as fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use tar::{Builder, Header};
use xshell::cmd;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

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
    /// The parts to package. Default: all but the wheel.
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
    /// The Python package with the app inside, which comes from `dist`. Needs the Python packages maturin and, for
    /// Linux, ziglang.
    Wheel,
}

/// Fills the folder.
pub(crate) fn run(options: &Options) -> Result<()> {
    let page = check_homepage(env!("CARGO_PKG_HOMEPAGE"));
    match (&options.tag, page) {
        (Some(tag), page) => {
            same_version(tag)?;
            page?;
        }
        (None, Err(problem)) => say(&format!("warning: {problem}")),
        (None, Ok(())) => {}
    }
    let out = root().join(&options.out);
    fs::create_dir_all(&out)?;
    let wanted = |what| options.what.is_empty() || options.what.contains(&what);
    if wanted(What::App) {
        app(&out, options.repository.as_deref())?;
    }
    let target = options.target.clone().map_or_else(host, Ok)?;
    let has_app = root().join("dist/index.html").is_file();
    if wanted(What::Proxy) || options.what.contains(&What::Wheel) {
        ensure!(has_app, "dist holds no app, which proxy and wheel carry: run `cargo xtask package app` first");
    }
    if options.what.contains(&What::Wheel) {
        wheel(&out, &target)?;
    }
    if wanted(What::Proxy) {
        program(&out, PROXY, &["--features", "embed-dist"], &target)?;
    }
    if wanted(What::Lab) {
        program(&out, LAB, &[], &target)?;
    }
    say(&format!("done: {}", out.display()));
    Ok(())
}

/// Refuses a tag that names another version than this checkout's.
fn same_version(tag: &str) -> Result<()> {
    let own = concat!("v", env!("CARGO_PKG_VERSION"));
    ensure!(
        tag == own,
        "the tag {tag} is not {own}, the version in Cargo.toml: raise the version there, or tag another commit"
    );
    Ok(())
}

/// Refuses the placeholder of the project's page, a name under `.example` (RFC 2606 §2): the programs name that page to
/// every host that they request.
fn check_homepage(page: &str) -> Result<()> {
    let host = page.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    ensure!(
        !host.is_empty() && !host.ends_with(".example"),
        "`homepage` in Cargo.toml is the placeholder {page}: set it to the page of the project before a release"
    );
    Ok(())
}

/// Packages the app, the extension and the installer.
fn app(out: &Path, repository: Option<&str>) -> Result<()> {
    tools::ready_to_build()?;
    let (folder, _) = dist::fill(&dist::Options::new("dist".into()))?;
    let mut entries = Vec::new();
    for file in files_below(&folder)? {
        entries.push(Entry { name: name_in(&folder, &file), bytes: fs::read(&file)?, mode: FILE });
    }
    put(out, APP, &zip(&entries)?)?;
    let extension = memory().join("package");
    extension::fill(&extension)?;
    for entry in fs::read_dir(&extension)? {
        let path = entry?.path();
        if path.extension().is_some_and(|kind| kind == "zip") {
            put(out, &name_in(&extension, &path), &fs::read(&path)?)?;
        }
    }
    let installer = fs::read_to_string(root().join(INSTALLER))?;
    put(out, "install.sh", with_repository(&installer, repository)?.as_bytes())
}

/// Returns the installer with the address that it downloads from by default.
fn with_repository(installer: &str, repository: Option<&str>) -> Result<String> {
    let Some(url) = repository else {
        return Ok(installer.to_owned());
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/:".contains(c);
    if !url.starts_with("https://") || !url.chars().all(plain) {
        bail!("--repository {url}: the address has to be of the form https://HOST/OWNER/NAME");
    }
    ensure!(installer.contains(UNSET), "{INSTALLER} has no line `{UNSET}`, in which the address belongs");
    Ok(installer.replace(UNSET, &format!("released_from='{}'", url.trim_end_matches('/'))))
}

/// Builds and packages a program for a target.
fn program(out: &Path, name: &str, features: &[&str], target: &str) -> Result<()> {
    let shell = shell();
    cmd!(shell, "cargo build --locked --release --target {target} --package {name} {features...}")
        .env("CARGO_PROFILE_RELEASE_STRIP", "symbols")
        .run()?;
    let file = format!("{name}{}", if is_windows(target) { ".exe" } else { "" });
    let path = self::target().join(target).join("release").join(&file);
    put(out, &archive_name(name, target), &program_archive(&file, fs::read(&path)?, target)?)
}

/// Builds and packages the Python package for a target. On Linux the linker is Zig's, so that the wheel needs only the
/// oldest C library that a tag of wheels names.
fn wheel(out: &Path, target: &str) -> Result<()> {
    let python = find(&["python3", "python"]).context("Python is missing: install it and run this again")?;
    let has_maturin = output(&python, &["-c", "import maturin"]).is_some();
    ensure!(has_maturin, "maturin is missing: run `python3 -m pip install maturin ziglang` and this again");
    let compatibility = compatibility(target);
    for paper in PAPERS {
        fs::copy(root().join(paper), root().join("python").join(paper))?;
    }
    let wheels = memory().join("wheel").join(target);
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    let shell = shell();
    let options = ["--manifest-path", "python/Cargo.toml", "--release", "--features", "embed-dist"];
    cmd!(shell, "{python} -m maturin build --locked {options...} {compatibility...} --target {target} --out {wheels}")
        .run()?;
    let wheel = fs::read_dir(&wheels)?.next().context("maturin left no wheel: read its output above")??.path();
    put(out, &name_in(&wheels, &wheel), &fs::read(&wheel)?)
}

/// Returns the arguments of maturin for the systems on which a wheel for a target runs.
fn compatibility(target: &str) -> &'static [&'static str] {
    match target.rsplit_once('-') {
        Some((_, "musl")) => &["--compatibility", "musllinux_1_2", "--zig"],
        Some((_, "gnu")) => &["--compatibility", "manylinux2014", "--zig"],
        _ => &[],
    }
}

/// Returns the archive of a program with its licenses, all in its top folder.
fn program_archive(file: &str, bytes: Vec<u8>, target: &str) -> Result<Vec<u8>> {
    let mut entries = vec![Entry { name: file.to_owned(), bytes, mode: PROGRAM }];
    for paper in PAPERS {
        entries.push(Entry { name: paper.to_owned(), bytes: fs::read(root().join(paper))?, mode: FILE });
    }
    if is_windows(target) { zip(&entries) } else { tar_gz(&entries) }
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
fn host() -> Result<String> {
    let version = output("rustc", &["-vV"]).unwrap_or_default();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc -vV names no host: name a target with --target")
}

/// Writes a file and its checksum, in the form that `sha256sum --check` reads.
fn put(out: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    fs::write(out.join(name), bytes)?;
    Ok(fs::write(out.join(format!("{name}.sha256")), format!("{}  {name}\n", sha256(bytes)))?)
}

/// The permissions of a file that everyone may read.
const FILE: u32 = 0o644;
/// The permissions of a file that everyone may run.
const PROGRAM: u32 = 0o755;

/// A file of an archive.
struct Entry {
    name: String,
    bytes: Vec<u8>,
    /// Its Unix permissions.
    mode: u32,
}

/// Returns a gzipped tar archive. Entries carry no time and no owner, so that the same files make the same archive.
fn tar_gz(entries: &[Entry]) -> Result<Vec<u8>> {
    let mut tar = Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for entry in entries {
        let mut header = Header::new_gnu();
        header.set_mode(entry.mode);
        header.set_size(entry.bytes.len() as u64);
        tar.append_data(&mut header, &entry.name, entry.bytes.as_slice())?;
    }
    Ok(tar.into_inner()?.finish()?)
}

/// Returns a zip archive, likewise.
fn zip(entries: &[Entry]) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        zip.start_file(&*entry.name, SimpleFileOptions::default().unix_permissions(entry.mode))?;
        zip.write_all(&entry.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests;
