"""Writes a topics file whose trails are like the bookmarks that people have, for measurements of strategies with trails.

    python python/benchmarks/bookmarks.py TOPICS.json KIND OUT.json

KIND is one of:

- a number: so many random trails of each topic, or all if there are fewer;
- `folder`: the relevant pages of the trails, each alone, as in a folder of bookmarks;
- `five`: five of them;
- `dead`: the addresses of half of the pages no longer exist;
- `mixed`: as many trails of the next topic, marked in the same way.

Whatever is drawn is drawn with the seed 1.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

Trail = dict[str, Any]
FEW = 5


def folder(trails: list[Trail]) -> list[Trail]:
    """Returns each relevant page as a trail of its own, in the order of the trails."""
    pages = {page["url"]: page for trail in trails for page in trail["pages"] if page["relevant"]}
    return [{"name": url, "pages": [page]} for url, page in pages.items()]


def dead(trails: list[Trail], draw: random.Random) -> list[Trail]:
    """Returns the trails with the addresses of half of their pages replaced by others, where nothing is."""
    urls = sorted({page["url"] for trail in trails for page in trail["pages"]})
    gone = set(draw.sample(urls, len(urls) // 2))

    def page(found: dict[str, Any]) -> dict[str, Any]:
        return {**found, "url": f"{found['url']}.gone"} if found["url"] in gone else found

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
    with open(topics, encoding="utf-8") as file:
        content = json.load(file)
    all_topics = list(content["topics"].values())
    trails = [topic["trails"] for topic in all_topics]
    draw = random.Random(1)
    for at, topic in enumerate(all_topics):
        topic["trails"] = changed(kind, trails[at], trails[(at + 1) % len(trails)], draw)
    with open(out, "w", encoding="utf-8") as file:
        json.dump(content, file)


if __name__ == "__main__":
    main()
