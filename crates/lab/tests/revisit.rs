//! Tests `salticid-lab revisit` as people call it: the report names the freshest policy, and repeats
//! exactly.

use crate::{folder, program, stderr};

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
    let folder = folder(name);
    std::fs::write(folder.join("plan.toml"), SMALL).expect("a file can be written");
    let output = program().current_dir(&folder).args(["revisit", "plan.toml", "--out", "out"]).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", stderr(&output));
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
