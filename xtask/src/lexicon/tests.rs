//! A made-up database of seventeen synsets, read, written, and read back through the engine.

use super::*;
use engine::lexicon::{Lexicon, Pos};

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
fn what_is_written_is_read_back_by_the_engine() -> Result<()> {
    let lexicon = Lexicon::read(&made()?)?;
    assert_eq!(lexicon.title(), "tiny");
    assert_eq!(lexicon.synsets_len(), 17);
    let dog = lexicon.find("dog", Pos::Noun).unwrap_or_default();
    let names = |synset| lexicon.lemmas(synset).iter().map(|&lemma| lexicon.written(lemma));
    let of_dog: Vec<Vec<&str>> = dog.iter().map(|&synset| names(synset).collect()).collect();
    assert_eq!(of_dog, [vec!["dog", "domestic dog"], vec!["hot dog", "dog"]]);
    assert_eq!(lexicon.hypernyms(dog[0]).len(), 2);
    // The data file has `ill(p)`.
    let sick = lexicon.find("ill", Pos::Adjective).unwrap_or_default();
    assert_eq!(names(sick[0]).collect::<Vec<_>>(), ["sick", "ill"]);
    let base = |form, pos| lexicon.base(form, pos).map(|lemma| lexicon.written(lemma));
    assert_eq!(base("wolves", Pos::Noun), Some("wolf"));
    assert_eq!(base("went", Pos::Verb), Some("go"));
    assert_eq!(base("xrays", Pos::Noun), None);
    Ok(())
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
