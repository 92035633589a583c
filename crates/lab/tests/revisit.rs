//! Tests `salticid-lab revisit` as people call it: the report names the freshest policy, and repeats
//! exactly.

use std::path::PathBuf;
use std::process::Command;

const SMALL: &str = r#"
version = 1
title = "Small"
webs = ["demo:1", "demo:2"]
topics = ["chess"]
days = 12

[[case]]
title = "A few requests"
requests = 100
dates = true
others = 0.1
"#;

fn report(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder for tests can be written");
    std::fs::write(folder.join("plan.toml"), SMALL).expect("a file can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_salticid-lab"))
        .current_dir(&folder)
        .args(["revisit", "plan.toml", "--out", "out"])
        .output();
    let output = output.expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert!(folder.join("out/freshness-1.svg").exists());
    std::fs::read_to_string(folder.join("out/report.md")).expect("a report")
}

#[test]
fn policies_are_compared_and_the_freshest_is_named() {
    let text = report("revisit");
    assert!(text.contains("The freshest policy is optimal:"), "{text}");
    assert!(text.contains("| uniform |") && text.contains("| proportional |"));
    assert_eq!(report("revisit-again"), text);
}
