//! Writes the format that `crates/engine/src/lexicon/mod.rs` describes.

use super::wndb::{Database, Part};
use anyhow::{Context as _, Error, Result, anyhow, ensure};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 4] = b"SLEX";
const VERSION: u16 = 1;

/// Returns the plain bytes of a lexicon.
pub(super) fn write(title: &str, database: &Database) -> Result<Vec<u8>> {
    let lemmas: BTreeSet<&str> =
        database.parts.iter().flat_map(|part| part.senses.keys().map(String::as_str)).collect();
    let mut body = Vec::new();
    number(&mut body, title.len())?;
    body.extend(title.as_bytes());
    words(&mut body, lemmas.iter().copied())?;
    let places: BTreeMap<&str, usize> = lemmas.iter().copied().zip(0..).collect();
    for one in &database.parts {
        part(&mut body, one, &places)?;
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(xxh3_64(&body).to_le_bytes());
    bytes.extend(body);
    Ok(bytes)
}

fn part(out: &mut Vec<u8>, part: &Part, lemmas: &BTreeMap<&str, usize>) -> Result<()> {
    let order = from_the_roots(part)?;
    let numbers: BTreeMap<u32, usize> = order.iter().copied().zip(0..).collect();
    is_a(out, part, &order, &numbers)?;
    senses(out, part, lemmas, &numbers)?;
    exceptions(out, part, lemmas)
}

fn is_a(out: &mut Vec<u8>, part: &Part, order: &[u32], numbers: &BTreeMap<u32, usize>) -> Result<()> {
    number(out, order.len())?;
    for offset in order {
        number(out, above(part, *offset).len())?;
    }
    let mut last = 0;
    for offset in order {
        let mut hypernyms: Vec<usize> = above(part, *offset).iter().map(|above| numbers[above]).collect();
        hypernyms.sort_unstable_by_key(|&at| std::cmp::Reverse(at));
        if let Some(&largest) = hypernyms.first() {
            number(out, largest - last)?;
            last = largest;
        }
        for pair in hypernyms.windows(2) {
            number(out, pair[0] - pair[1])?;
        }
    }
    Ok(())
}

fn senses(
    out: &mut Vec<u8>,
    part: &Part,
    lemmas: &BTreeMap<&str, usize>,
    numbers: &BTreeMap<u32, usize>,
) -> Result<()> {
    for &lemma in lemmas.keys() {
        number(out, part.senses.get(lemma).map_or(0, Vec::len))?;
    }
    for offset in part.senses.values().flatten() {
        number(out, *numbers.get(offset).ok_or_else(|| contradiction("a sense", *offset))?)?;
    }
    for (lemma, offsets) in &part.senses {
        for offset in offsets {
            let its = &part.synsets[offset].lemmas;
            let place = its.iter().position(|one| one == lemma);
            number(out, place.ok_or_else(|| contradiction(lemma, *offset))?)?;
        }
    }
    Ok(())
}

/// Only those whose base is a lemma of this part of speech: morphy gives no other.
fn exceptions(out: &mut Vec<u8>, part: &Part, lemmas: &BTreeMap<&str, usize>) -> Result<()> {
    let pairs = part.exceptions.iter().flat_map(|(form, bases)| {
        let known = bases.iter().filter(move |base| *base != form && part.senses.contains_key(*base));
        known.map(move |base| (form.as_str(), lemmas[base.as_str()]))
    });
    let pairs: Vec<(&str, usize)> = pairs.collect();
    words(out, pairs.iter().map(|&(form, _)| form))?;
    for &(_, base) in &pairs {
        number(out, base)?;
    }
    Ok(())
}

/// Returns the synsets, each after its hypernyms, in the order of their largest ones: first the roots, then what hangs
/// on the first root, and so on.
fn from_the_roots(part: &Part) -> Result<Vec<u32>> {
    let mut below: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut missing: BTreeMap<u32, usize> = BTreeMap::new();
    let mut ready = VecDeque::new();
    for &offset in part.synsets.keys() {
        let hypernyms = above(part, offset);
        if hypernyms.is_empty() {
            ready.push_back(offset);
        }
        missing.insert(offset, hypernyms.len());
        for hypernym in hypernyms {
            below.entry(hypernym).or_default().push(offset);
        }
    }
    let mut order = Vec::with_capacity(part.synsets.len());
    while let Some(offset) = ready.pop_front() {
        order.push(offset);
        for under in below.get(&offset).into_iter().flatten() {
            let left = missing.entry(*under).or_default();
            *left = left.saturating_sub(1);
            if *left == 0 {
                ready.push_back(*under);
            }
        }
    }
    let is_complete = order.len() == part.synsets.len();
    ensure!(is_complete, "the is-a graph of the database has a cycle, or an edge to nowhere");
    Ok(order)
}

/// Returns the offsets of a synset's hypernyms, each once.
fn above(part: &Part, offset: u32) -> BTreeSet<u32> {
    let hypernyms = part.synsets.get(&offset).map(|synset| &synset.hypernyms);
    hypernyms.into_iter().flatten().copied().collect()
}

fn words<'a>(out: &mut Vec<u8>, words: impl Iterator<Item = &'a str> + Clone) -> Result<()> {
    number(out, words.clone().count())?;
    let mut before = "";
    let mut lines = Vec::new();
    for word in words {
        let both = before.bytes().zip(word.bytes());
        let shared = both.take_while(|(a, b)| a == b).count();
        number(out, shared)?;
        lines.extend(&word.as_bytes()[shared..]);
        lines.push(b'\n');
        before = word;
    }
    number(out, lines.len())?;
    out.extend(lines);
    Ok(())
}

/// A LEB128 varint of at most 32 bits.
fn number(out: &mut Vec<u8>, value: usize) -> Result<()> {
    let mut rest = u32::try_from(value).with_context(|| format!("{value} does not fit into the format"))?;
    loop {
        let [low, ..] = rest.to_le_bytes();
        rest >>= 7;
        if rest == 0 {
            out.push(low);
            return Ok(());
        }
        out.push(low | 0x80);
    }
}

fn contradiction(what: &str, offset: u32) -> Error {
    anyhow!("index and data contradict each other at {what}, synset {offset:08}")
}
