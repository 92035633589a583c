//! The README's help text is the one that the program prints.

use std::process::Command;

/// The help text breaks its paragraphs with lines of blanks, which editors remove.
fn without_trailing_blanks(text: &str) -> String {
    text.lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

#[test]
fn the_readme_has_the_options_that_help_prints() {
    let output = Command::new(env!("CARGO_BIN_EXE_salticid-proxy"))
        .arg("--help")
        .env("COLUMNS", "100")
        .output()
        .expect("the program runs");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let help = without_trailing_blanks(&help.replace("salticid-proxy.exe", "salticid-proxy"));
    assert!(help.contains("--allow-address"), "{help}");
    let readme = without_trailing_blanks(include_str!("../../../README.md"));
    assert!(readme.contains(&help), "put this into README.md:\n{help}");
}
