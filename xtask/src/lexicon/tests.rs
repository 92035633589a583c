//! A made-up database of seventeen synsets, read and written.

use super::*;

/// The engine's own tests read these bytes.
const COMMITTED: &str = "crates/engine/tests/fixtures/tiny.lex";

/// Makes a database wrong.
type Damage = fn(&mut Database);

fn database() -> Result<Database> {
    Database::read(&root().join("xtask/src/lexicon/fixture"))
}

fn made() -> Result<Vec<u8>> {
    format::write("tiny", &database()?)
}

#[test]
fn the_same_database_gives_the_same_bytes() -> Result<()> {
    let path = root().join(COMMITTED);
    let committed = fs::read(&path)?;
    assert_eq!(made()?, committed, "{COMMITTED}");
    let packed = compressed(&committed)?;
    let again = compressed(&committed)?;
    assert_eq!(packed, again);
    assert_eq!(packed[4..8], [0; 4], "no time stands in the head");
    Ok(())
}

#[test]
fn the_license_is_taken_from_the_head_of_the_nouns() -> Result<()> {
    let license = database()?.license;
    assert!(license.starts_with("This is a made-up database"), "{license}");
    assert!(license.contains("\nWordNet 3.0 Copyright 2006"), "{license}");
    Ok(())
}

#[test]
fn a_database_that_contradicts_itself_is_refused() -> Result<()> {
    let broken: [(&str, Damage); 3] = [
        ("a cycle", |database| {
            let entity = database.parts[0].synsets.get_mut(&100);
            entity.expect("it is there").hypernyms.push(300);
        }),
        ("an edge to nowhere", |database| {
            let cat = database.parts[0].synsets.get_mut(&400);
            cat.expect("it is there").hypernyms.push(7);
        }),
        ("a sense without a synset", |database| {
            database.parts[1].senses.insert("sleep".to_owned(), vec![7]);
        }),
    ];
    for (what, damage) in broken {
        let mut database = database()?;
        damage(&mut database);
        assert!(format::write("tiny", &database).is_err(), "{what}");
    }
    Ok(())
}
