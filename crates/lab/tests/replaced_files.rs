//! Tests that a file is replaced when its successor is complete, and not before.
#![cfg(unix)]

use crate::folder;
use salticid_lab::file;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

/// Runs the program in a folder where every file ends after 4 or 8 KiB, as on a full disk, and checks that it fails.
fn run_on_a_full_disk(folder: &Path, args: &[&str]) {
    let limit = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", limit, env!("CARGO_BIN_EXE_salticid-lab")])
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("cannot be written"), "{told}");
}

#[test]
fn a_full_disk_leaves_the_old_files() {
    let folder = folder("full-disk");
    let topic = ["--web", "demo", "--topic", "demo#asthma"];
    let train = ["train", "--strategy", "naive-bayes"];
    let crawl = ["crawl", "--strategy", "best-first", "--pages", "60"];
    for (command, flags) in [
        (&train[..], &["--model", "old"][..]),
        (&crawl, &["--log", "old"]),
        (&crawl, &["--log", "-", "--export", "old.csv"]),
        (&crawl, &["--log", "-", "--export", "old.warc.gz"]),
        (&crawl, &["--log", "-", "--site-map", "old.html"]),
    ] {
        let old = flags.last().expect("each has a file");
        fs::write(folder.join(old), "the old file").expect("a file");
        run_on_a_full_disk(&folder, &[command, &topic, flags].concat());
        let left = fs::read_to_string(folder.join(old)).expect("it is there");
        assert_eq!(left, "the old file", "{flags:?}");
        fs::remove_file(folder.join(old)).expect("it is there");
        let drafts = fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(drafts, 0, "{flags:?}");
    }
}

#[test]
fn a_new_file_has_the_permissions_of_the_old_one_and_links_stay() {
    let folder = folder("replaced-files");
    let (target, link) = (folder.join("target"), folder.join("link"));
    fs::write(&target, "old").expect("a file");
    fs::set_permissions(&target, Permissions::from_mode(0o640)).expect("its owner");
    symlink("target", &link).expect("a link");
    file::write(&link, "new").expect("it can be written");
    assert_eq!(fs::read_to_string(&target).expect("a file"), "new");
    assert!(link.is_symlink());
    let mode = fs::metadata(&target).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    fs::remove_file(&target).expect("a file");
    file::write(&link, "again").expect("the link leads to a new file");
    assert_eq!(fs::read_to_string(&target).expect("a file"), "again");
}

#[test]
fn devices_are_written_directly_and_folders_are_refused() {
    file::write(Path::new("/dev/null"), "x").expect("it takes everything");
    assert!(!Path::new("/dev/null").is_file());
    let folder = folder("no-file");
    let error = file::write(&folder, "x").expect_err("it is a folder");
    assert!(error.to_string().contains("cannot be written"), "{error}");
    assert!(file::write(&folder.join("missing/a"), "x").is_err());
}
