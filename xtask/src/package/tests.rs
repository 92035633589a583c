//! Archives made of dummy programs, their checksums, and the names that workflow, installer and `cargo binstall` must
//! agree on.

use super::*;
use std::io::Read as _;

const LINUX: &str = "x86_64-unknown-linux-gnu";
const WINDOWS: &str = "x86_64-pc-windows-msvc";

fn text(path: &str) -> Result<String> {
    Ok(fs::read_to_string(root().join(path))?)
}

/// Returns the targets that the workflow of releases builds for.
fn released_targets() -> Result<Vec<String>> {
    let workflow = text(".github/workflows/release.yml")?;
    let targets = workflow.lines().filter_map(|line| line.trim().strip_prefix("- target: "));
    Ok(targets.map(str::to_owned).collect())
}

#[test]
fn an_archive_for_unix_holds_the_program_and_the_licenses() -> Result<()> {
    let bytes = program_archive(LAB, b"#!/bin/sh\n".to_vec(), LINUX)?;
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
    let mut files = Vec::new();
    for entry in archive.entries().expect("a tar archive") {
        let mut entry = entry.expect("an entry");
        let name = entry.path().expect("a path").display().to_string();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("a content");
        let mode = entry.header().mode().expect("a mode");
        files.push((name, mode, content));
    }
    let program = (LAB.to_owned(), 0o755, b"#!/bin/sh\n".to_vec());
    assert_eq!(files[0], program);
    let names: Vec<&str> = files[1..].iter().map(|(name, ..)| &**name).collect();
    assert_eq!(names, PAPERS);
    assert!(files[1..].iter().all(|(_, mode, _)| *mode == 0o644));
    Ok(())
}

#[test]
fn an_archive_for_windows_is_a_zip_of_the_same() -> Result<()> {
    let bytes = program_archive("salticid-proxy.exe", b"MZ".to_vec(), WINDOWS)?;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip archive");
    let mut program = Vec::new();
    archive.by_name("salticid-proxy.exe").expect("the program").read_to_end(&mut program).expect("a content");
    assert_eq!(program, b"MZ");
    assert_eq!(archive.len(), 1 + PAPERS.len());
    Ok(())
}

#[test]
fn wheels_for_linux_are_linked_for_old_systems() {
    assert_eq!(compatibility(LINUX), ["--compatibility", "manylinux2014", "--zig"]);
    assert_eq!(compatibility("aarch64-unknown-linux-musl"), ["--compatibility", "musllinux_1_2", "--zig"]);
    assert!(compatibility(WINDOWS).is_empty() && compatibility("aarch64-apple-darwin").is_empty());
}

#[test]
fn the_same_files_make_the_same_archive() -> Result<()> {
    let archive = |target| program_archive(LAB, b"x".to_vec(), target);
    assert_eq!(archive(LINUX)?, archive(LINUX)?);
    assert_eq!(archive(WINDOWS)?, archive(WINDOWS)?);
    Ok(())
}

#[test]
fn each_file_has_its_checksum_beside_it() -> Result<()> {
    let out = std::env::temp_dir().join(format!("salticid-package-{}", std::process::id()));
    fs::create_dir_all(&out)?;
    put(&out, "a.zip", b"abc")?;
    let sum = fs::read_to_string(out.join("a.zip.sha256"))?;
    fs::remove_dir_all(&out)?;
    // FIPS 180-2, appendix B.1.
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sum, format!("{expected}  a.zip\n"));
    Ok(())
}

#[test]
fn cargo_binstall_finds_the_archive_of_every_target() -> Result<()> {
    let targets = released_targets()?;
    assert_eq!(targets.len(), 5, "{targets:?}");
    let endings = |target: &str| {
        if is_windows(target) { (".zip", ".exe") } else { (".tar.gz", "") }
    };
    for (folder, name) in [("crates/proxy", PROXY), ("crates/lab", LAB)] {
        let manifest = text(&format!("{folder}/Cargo.toml"))?;
        let value = |key: &str| {
            let line = manifest.lines().find_map(|line| line.strip_prefix(key));
            let value = line.and_then(|rest| rest.strip_prefix(" = "));
            value.expect(key).trim_matches('"').to_owned()
        };
        for target in &targets {
            let (suffix, ending) = endings(target);
            let filled = |template: String| {
                template
                    .replace("{ name }", name)
                    .replace("{ bin }", name)
                    .replace("{ target }", target)
                    .replace("{ version }", "1.2.3")
                    .replace("{ archive-suffix }", suffix)
                    .replace("{ binary-ext }", ending)
            };
            let archive = archive_name(name, target);
            assert_eq!(filled(value("pkg-url")), format!("{{ repo }}/releases/download/v1.2.3/{archive}"));
            assert_eq!(filled(value("bin-dir")), format!("{name}{ending}"));
        }
        assert!(manifest.contains(&format!("[package.metadata.binstall.overrides.{WINDOWS}]\npkg-fmt = \"zip\"")));
    }
    Ok(())
}

#[test]
fn a_released_installer_knows_its_repository() -> Result<()> {
    let installer = text(INSTALLER)?;
    assert_eq!(with_repository(&installer, None)?, installer);
    let filled = with_repository(&installer, Some("https://example.org/a/b/"))?;
    assert!(filled.contains("\nreleased_from='https://example.org/a/b'\n"));
    for url in ["http://example.org/a/b", "https://example.org/'; rm -r x; '", ""] {
        assert!(with_repository(&installer, Some(url)).is_err(), "{url}");
    }
    assert!(with_repository("", Some("https://example.org/a/b")).is_err());
    Ok(())
}

#[test]
fn a_tag_of_another_version_is_refused() {
    assert!(same_version(concat!("v", env!("CARGO_PKG_VERSION"))).is_ok());
    for tag in ["v99.0.0", env!("CARGO_PKG_VERSION"), ""] {
        assert!(same_version(tag).is_err(), "{tag}");
    }
}

#[test]
fn the_placeholder_of_the_projects_page_is_refused() {
    for page in ["https://salticid.example/", "http://a.b.example", "https:///", "", "salticid.org"] {
        assert!(check_homepage(page).is_err(), "{page}");
    }
    for page in ["https://salticid.org/", "https://github.com/owner/salticid", "https://example.org"] {
        assert!(check_homepage(page).is_ok(), "{page}");
    }
}

#[test]
fn workflows_and_image_build_with_the_rust_that_the_workspace_names() -> Result<()> {
    let workspace = text("Cargo.toml")?;
    let version =
        workspace.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("a version").trim_matches('"');
    let runner = format!("RUSTUP_TOOLCHAIN: \"{version}\"");
    let image = format!("rust:{version}-bookworm");
    for (path, line) in [
        (".github/workflows/release.yml", &runner),
        (".github/workflows/pages.yml", &runner),
        (".github/workflows/test.yml", &image),
        ("Dockerfile", &image),
    ] {
        assert!(text(path)?.contains(line), "{path}: {line}");
    }
    Ok(())
}
