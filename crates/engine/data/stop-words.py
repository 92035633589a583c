#!/usr/bin/env python3
"""Makes stop-words.txt from the lists that the crate stop-words holds under src/nltk, the folder given as argument."""
import sys
from pathlib import Path

LISTS = {
    "de": "german", "en": "english", "es": "spanish", "fr": "french", "it": "italian",
    "nl": "dutch", "pt": "portuguese", "ru": "russian", "sv": "swedish",
}
print("# Stop words by language, in byte order. Made by stop-words.py; do not edit.")
print("# From the lists of Snowball (3-clause BSD) as corrected by NLTK, by way of the crate stop-words 0.10.1 (MIT OR Apache-2.0).")
for code, name in LISTS.items():
    words = Path(sys.argv[1], name).read_text(encoding="utf-8").split()
    # Words end at apostrophes in this engine, and the lists hold both halves.
    print(code, *sorted({word for word in words if "'" not in word}, key=str.encode))
