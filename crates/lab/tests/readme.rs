//! The README's table of strategies is the one that the program prints.

use std::process::Command;

#[test]
fn the_readme_has_the_table_of_strategies_that_list_prints() {
    let output = Command::new(env!("CARGO_BIN_EXE_salticid-lab"))
        .args(["list", "--markdown"])
        .output()
        .expect("the program runs");
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(table.starts_with("<!-- strategies -->"), "{table}");
    let readme = include_str!("../../../README.md").replace("\r\n", "\n");
    assert!(
        readme.contains(&table),
        "put this between the markers of README.md:\n{table}"
    );
}
