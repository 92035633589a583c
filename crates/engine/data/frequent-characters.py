#!/usr/bin/env python3
"""Makes frequent-characters.txt from the word frequencies of the package wordfreq. README.md says how to run it.

Words count by a power of their frequency, since titles and menus have more nouns than sentences have.
"""
from collections import Counter

from opencc import OpenCC
from wordfreq import get_frequency_dict

# The languages with their names in wordfreq, which has Simplified Chinese alone, and their encodings.
LANGUAGES = {"zh-Hans": ("zh", "gb2312"), "zh-Hant": ("zh", "big5"), "ja": ("ja", "euc_jp"), "ko": ("ko", "euc_kr")}
COUNT = 160
POWER = 0.7
HEADER = """\
# The most frequent characters of Chinese, Japanese and Korean beside kana, by language. Made by frequent-characters.py;
# do not edit. Derived from the data of wordfreq 3.1.1 by Robyn Speer (https://github.com/rspeer/wordfreq), licensed
# under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/); this file is under the same license.
"""
to_traditional = OpenCC("s2tw").convert


def is_counted(c, codec):
    is_kana = "\u3040" <= c <= "\u30ff"
    return c.isalpha() and c not in "々〆" and not is_kana and len(c.encode(codec, "ignore")) == 2


print(HEADER, end="")
for language, (name, codec) in LANGUAGES.items():
    counts = Counter()
    for word, frequency in get_frequency_dict(name).items():
        for c in to_traditional(word) if language == "zh-Hant" else word:
            if c >= "\u3000" and is_counted(c, codec):
                counts[c] += frequency ** POWER
    print(language, "".join(c for c, _ in counts.most_common(COUNT)))
