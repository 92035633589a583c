#!/usr/bin/env python3
"""Makes english-idf.txt from the word frequencies of the package wordfreq. README.md says how to run it.

How often a word stands in running English (f) becomes the share of documents of 500 words that hold it,
1 - (1 - f)^500, and that its inverse document frequency, in steps of 0.2.
"""
import math
import re
import sys

from wordfreq import top_n_list, word_frequency

WORDS = 5_200
DOCUMENT_WORDS = 500
STEP = 0.2
HEADER = """\
# Inverse document frequencies of general English, by surface word. Made by english-idf.py; do not edit.
# Derived from the data of wordfreq 3.1.1 by Robyn Speer (https://github.com/rspeer/wordfreq), licensed under
# CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/); this file is under the same license.
# An entry: shared letters with the word before (A = 0, B = 1, ...), the rest of the word, its step (A = 0.1, B = 0.3, ...).
"""


def step(word):
    in_document = 1 - (1 - word_frequency(word, "en")) ** DOCUMENT_WORDS
    return chr(ord("A") + min(25, int(-math.log(in_document) / STEP)))


def shared(a, b):
    n = 0
    while n < min(len(a), len(b), 25) and a[n] == b[n]:
        n += 1
    return n


words = [w for w in top_n_list("en", 2 * WORDS) if re.fullmatch("[a-z]+", w)][:WORDS]
words += [str(n) for n in range(100)] + [str(year) for year in range(1990, 2027)]
entries, before = [], ""
for word in sorted(words):
    n = shared(before, word)
    entries.append(chr(ord("A") + n) + word[n:] + step(word))
    before = word
sys.stdout.write(HEADER)
line = ""
for entry in entries:
    if len(line) + len(entry) > 120:
        print(line)
        line = ""
    line += entry
print(line)
