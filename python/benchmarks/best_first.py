"""Scores links for best-first spiders of Scrapy: half the similarity of the page, half that of the link's text (Pant et al. 2004, section 3.1)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

STOP_WORDS = frozenset("a an the and or of to in is it on for with".split())


def words(text: str) -> Counter[str]:
    return Counter(word.removesuffix("s") for word in re.findall(r"[a-z]{2,}", text.lower()) if word not in STOP_WORDS)


def cosine(one: Counter[str], other: Counter[str]) -> float:
    product = sum(one[word] * other[word] for word in one)
    lengths = math.hypot(*one.values()) * math.hypot(*other.values())
    return product / lengths if lengths else 0.0


def scored_links(response: Any, query: Counter[str]) -> Iterator[tuple[Any, int]]:
    """Yields the links of a page, each with its priority in Scrapy."""
    page = cosine(words(" ".join(response.css("body ::text").getall())), query)
    for link in response.css("a[href]"):
        score = page / 2 + cosine(words(" ".join(link.css("::text").getall())), query) / 2
        yield link, round(score * 1_000)
