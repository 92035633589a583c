"""Writes a topics file with a number of random trails for each topic, for measurements of strategies that learn from few trails.

    python python/benchmarks/fewer_trails.py TOPICS.json TRAILS OUT.json

The trails are drawn without replacement, with the seed 1. A topic with fewer trails keeps them all.
"""

from __future__ import annotations

import json
import random
import sys


def main() -> None:
    topics, trails, out = sys.argv[1:]
    with open(topics, encoding="utf-8") as file:
        content = json.load(file)
    draw = random.Random(1)
    for topic in content["topics"].values():
        topic["trails"] = draw.sample(topic["trails"], min(int(trails), len(topic["trails"])))
    with open(out, "w", encoding="utf-8") as file:
        json.dump(content, file)


if __name__ == "__main__":
    main()
