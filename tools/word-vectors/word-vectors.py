#!/usr/bin/env python3
"""Makes www/vectors/english.vec.gz: vectors of English words. README.md says how to run it, crates/engine/src/vectors the format.

Each written word goes alone through all-MiniLM-L6-v2. The words of one stem become one vector, their mean weighted by frequency. The mean
of all stems is subtracted, principal components are kept, and their coordinates are rounded to steps of one size, so that a component
costs no more than it says.
"""
import argparse
import gzip
import math
import pathlib
import re

import numpy as np
import snowballstemmer
import xxhash
from wordfreq import top_n_list, word_frequency

from minilm import MiniLM

TITLE = "all-MiniLM-L6-v2"
VERSION = 1
STEMS = 40_000
DIMENSIONS = 128
# Of the fixture of the engine's tests.
FIXTURE_STEMS = 400
FIXTURE_DIMENSIONS = 8
# Steps in the standard deviation of the first component: more cost bytes and add nothing (BENCHMARKS.md#language-data).
STEPS = 4
DOCUMENT_WORDS = 500
SHARE_STEP = 1 / 20


def grouped(stems):
    """Returns the written words by stem, for the most frequent words: the engine's words are letters without marks between them."""
    stemmer = snowballstemmer.stemmer("porter")
    groups = {}
    for word in top_n_list("en", 10 * stems):
        if re.fullmatch(r"[^\W\d_]{2,}", word):
            stem = stemmer.stemWord(word)
            if stem not in groups and len(groups) == stems:
                break
            groups.setdefault(stem, []).append(word)
    return dict(sorted(groups.items(), key=lambda group: group[0].encode()))


def reduced(vectors, dimensions):
    """Returns the principal components, with a sign that does not depend on the solver, as whole steps."""
    vectors = vectors.astype(np.float64)
    vectors -= vectors.mean(0)
    values, axes = np.linalg.eigh(vectors.T @ vectors)
    axes = axes[:, ::-1][:, :dimensions]
    axes *= np.sign(axes[np.abs(axes).argmax(0), range(dimensions)])
    components = vectors @ axes
    kept = values[::-1][:dimensions].sum() / values.sum()
    print(f"{dimensions} components keep {kept:.3f} of the variance")
    return np.clip(np.rint(components * (STEPS / components[:, 0].std())), -127, 127).astype(np.int8)


def varint(number):
    digits = bytearray()
    while number >= 0x80:
        digits.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*digits, number])


def front_coded(words):
    """Returns sorted words as their count, the number of bytes that each shares with the one before, and the rests as lines."""
    counts, lines, before = b"", [], b""
    for word in words:
        shared = 0
        while shared < min(len(word), len(before)) and word[shared] == before[shared]:
            shared += 1
        counts += varint(shared)
        lines.append(word[shared:])
        before = word
    text = b"\n".join(lines)
    return varint(len(words)) + counts + varint(len(text)) + text


def share_step(words):
    """Returns −ln of the share of documents of 500 words with one of these words, in steps."""
    frequency = sum(word_frequency(word, "en") for word in words)
    in_document = 1 - (1 - frequency) ** DOCUMENT_WORDS
    return min(255, round(-math.log(in_document) / SHARE_STEP))


def table(stems, dimensions):
    groups = grouped(stems)
    written = [word for words in groups.values() for word in words]
    print(f"{len(written)} words, {len(groups)} stems")
    units = MiniLM().embed(written)
    vectors, at = np.zeros((len(groups), units.shape[1])), 0
    for row, words in enumerate(groups.values()):
        weights = [word_frequency(word, "en") for word in words]
        vectors[row] = np.average(units[at : at + len(words)], axis=0, weights=weights)
        at += len(words)
    title = TITLE.encode()
    body = varint(len(title)) + title + varint(dimensions) + front_coded([stem.encode() for stem in groups])
    body += bytes(share_step(words) for words in groups.values())
    body += np.ascontiguousarray(reduced(vectors, dimensions).T).tobytes()
    return b"SVEC" + VERSION.to_bytes(2, "little") + xxhash.xxh3_64_intdigest(body).to_bytes(8, "little") + body


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true", help="compare with the committed table, and write nothing")
    check = options.parse_args().check
    root = pathlib.Path(__file__).resolve().parents[2]
    path = root / "www" / "vectors" / "english.vec.gz"
    plain = table(STEMS, DIMENSIONS)
    if check:
        committed = gzip.decompress(path.read_bytes())
        different = sum(a != b for a, b in zip(plain, committed, strict=True))
        print(f"{different} of {len(plain)} bytes differ: rounding depends on the machine's matrix products")
        raise SystemExit(different > len(plain) / 1000)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(plain, 9, mtime=0))
    fixture = root / "crates" / "engine" / "tests" / "fixtures" / "tiny.vec"
    fixture.write_bytes(table(FIXTURE_STEMS, FIXTURE_DIMENSIONS))
    print(f"{path.name}: {len(plain)} bytes, {path.stat().st_size} compressed")


if __name__ == "__main__":
    main()
