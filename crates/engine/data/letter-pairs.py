#!/usr/bin/env python3
"""Makes letter-pairs.txt from the word frequencies of the package wordfreq. README.md says how to run it.

A neighbor counts if it stands beside the letter often enough: in languages of Western Europe, whose encoding is the
default, in 4 % of the places, in others in 1 %. Words count by a power of their frequency, so that none decides alone.
"""
import unicodedata
from collections import Counter

from wordfreq import get_frequency_dict

# The letters of the rows of src/html/detect.rs, by the languages that write them.
WESTERN = {
    "de": "äöüß", "fr": "éèàçêâîôûùëïœæ", "es": "áéíóúñüºª", "pt": "ãçáéíóêúâàôõº", "it": "àèéìòù",
    "sv da nb fi": "åäöæøé", "is": "áíéðóúýþæö", "ca": "àèéíïòóúüç·", "nl": "éëïöüèê",
}
OTHERS = {
    "pl": "ąćęłńóśźż", "cs": "íáéěřýžčšůúťóňď", "sk": "áíéčšžýúľťôňäóďĺŕ", "hu": "áéőóöíüúű", "ro": "ăîşţâ",
    "sh sl": "čćđšž",
    "tr": "ıişçğüöâî", "lt": "ąčęėįšųūž", "lv": "āīšēņļūķžčģ", "vi": "ăâđêôơư",
}
# Written by hand, since wordfreq has no Estonian: syllables of native words, and loanwords with š and ž.
ESTONIAN = (
    "ä*_hjklmnprstv-*_deghijklmnrstv õ*_hjklmnprstv-*bdegikhlmnprstuv ö*_hklmnprstv-*_deghklnrstv "
    "ü*_hklmnprstv-*_bdghiklmnprstv š_aeinotu-_aeiku ž_adeinoru-_aeiu"
)
POWER = 0.6
HEADER = """\
# The frequent neighbors of letters, by language: letter, those before it, "-", those behind it. "_" is the border of a
# word, "*" a letter beyond ASCII. Made by letter-pairs.py; do not edit.
# Derived from the data of wordfreq 3.1.1 by Robyn Speer (https://github.com/rspeer/wordfreq), licensed under
# CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/); this file is under the same license.
"""


def neighbor(c):
    return c if c == "_" or "a" <= c <= "z" else "*"


def spelling(word):
    """Returns a word as it was written before Unicode: with cedillas in Romanian."""
    return unicodedata.normalize("NFC", word).replace("ș", "ş").replace("ț", "ţ")


def pairs(languages, letters, share):
    before, behind = ({letter: Counter() for letter in letters} for _ in range(2))
    for language in languages.split():
        for word, frequency in get_frequency_dict(language).items():
            word = f"_{spelling(word)}_"
            if not all(c.isalpha() or c == "'" for c in word[1:-1]):
                continue
            for at, c in enumerate(word):
                if c in before:
                    before[c][neighbor(word[at - 1])] += frequency ** POWER
                    behind[c][neighbor(word[at + 1])] += frequency ** POWER
    for letter in letters:
        counts = before[letter], behind[letter]
        sides = [sorted(c for c, n in side.items() if n >= share * side.total()) for side in counts]
        if any(sides):
            yield letter + "-".join("".join(side) for side in sides)


print(HEADER, end="")
for languages, letters in WESTERN.items():
    print(languages.split()[0], *pairs(languages, letters, 0.04))
for languages, letters in OTHERS.items():
    print(languages.split()[0], *pairs(languages, letters, 0.01))
print("et", ESTONIAN)
