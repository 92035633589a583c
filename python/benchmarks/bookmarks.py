"""Writes a topics file with trails like people's bookmarks, to measure strategies with trails.

    python python/benchmarks/bookmarks.py TOPICS.json KIND OUT.json

KIND is one of:

- a number: this many random trails of each topic, or all if there are fewer;
- `folder`: the relevant pages of the trails, each alone, as in a folder of bookmarks;
- `five`: five of them;
- `dead`: the addresses of half of the pages no longer exist;
- `mixed`: as many trails of the next topic, marked in the same way.

Random draws use the seed 1.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any
from urllib.parse import urlsplit, urlunsplit

Trail = dict[str, Any]
FEW = 5
NAMED_KINDS = ("folder", "five", "dead", "mixed")


def folder(trails: list[Trail]) -> list[Trail]:
    """Returns each relevant page as a trail of its own, in the order of the trails."""
    pages = {page["url"]: page for trail in trails for page in trail["pages"] if page["relevant"]}
    return [{"name": url, "pages": [page]} for url, page in pages.items()]


def missing(url: str) -> str:
    """Returns the URL with another path, which does not exist."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"{parts.path or '/'}.gone"))


def dead(trails: list[Trail], draw: random.Random) -> list[Trail]:
    """Returns the trails with the addresses of half of their pages replaced by addresses that do not exist."""
    urls = sorted({page["url"] for trail in trails for page in trail["pages"]})
    gone = set(draw.sample(urls, len(urls) // 2))

    def page(found: dict[str, Any]) -> dict[str, Any]:
        return {**found, "url": missing(found["url"])} if found["url"] in gone else found

    return [{**trail, "pages": [page(found) for found in trail["pages"]]} for trail in trails]


def changed(kind: str, trails: list[Trail], others: list[Trail], draw: random.Random) -> list[Trail]:
    """Returns the trails of a topic as this kind of bookmarks; `others` are those of the next topic."""
    if kind == "folder":
        return folder(trails)
    if kind == "five":
        pages = folder(trails)
        return draw.sample(pages, min(FEW, len(pages)))
    if kind == "dead":
        return dead(trails, draw)
    if kind == "mixed":
        return trails + draw.sample(others, min(len(trails), len(others)))
    return draw.sample(trails, min(int(kind), len(trails)))


def main() -> None:
    topics, kind, out = sys.argv[1:]
    if kind not in NAMED_KINDS and not kind.isdecimal():
        sys.exit(f"Unknown KIND {kind!r}. Give a number or one of: {', '.join(NAMED_KINDS)}.")
    with open(topics, encoding="utf-8") as file:
        content = json.load(file)
    all_topics = list(content["topics"].values())
    if kind == "mixed" and len(all_topics) < 2:
        sys.exit(f"{topics} has a single topic. The kind `mixed` needs another one.")
    trails = [topic["trails"] for topic in all_topics]
    draw = random.Random(1)
    for at, topic in enumerate(all_topics):
        topic["trails"] = changed(kind, trails[at], trails[(at + 1) % len(trails)], draw)
    with open(out, "w", encoding="utf-8") as file:
        json.dump(content, file)


if __name__ == "__main__":
    main()
