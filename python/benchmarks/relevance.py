"""Measures how the relevance of pages by words, by meaning and by both agrees with the topics' lists of relevant pages.

    SALTICID_LAB=target/release/salticid-lab python python/benchmarks/relevance.py FILE.warc.gz TOPICS.json

Each page of the recording is scored for the query of each topic (`salticid-lab score`). Pages that the topic lists (`known_relevant` and
`targets`) are relevant. The figures are means over topics with their standard errors: the average precision of the pages in the order of their
relevance, and precision and recall of the pages whose relevance is at least THRESHOLD, from which a crawl counts them as relevant. It needs
Python alone, no package.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys

MEASURES = ["words", "meaning", "both"]
THRESHOLD = 0.1

Scored = tuple[float, str]


def scored(web: str, query: str, measure: str) -> list[Scored]:
    """Returns relevance and URL of each page, the most relevant first."""
    command = [os.environ["SALTICID_LAB"], "score", web, "--strategy", "best-first", "--query", query, "--relevance", measure]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    pages = [json.loads(line) for line in lines]
    return sorted(((page["relevance"], page["url"]) for page in pages), reverse=True)


def average_precision(pages: list[Scored], relevant: set[str]) -> float:
    found = 0
    total = 0.0
    for position, (_, url) in enumerate(pages, 1):
        if url in relevant:
            found += 1
            total += found / position
    return total / len(relevant)


def precision_and_recall(pages: list[Scored], relevant: set[str]) -> tuple[float, float]:
    chosen = [url for score, url in pages if score >= THRESHOLD]
    hits = len(relevant.intersection(chosen))
    return hits / len(chosen) if chosen else 0.0, hits / len(relevant)


def main() -> None:
    web, topics = sys.argv[1:]
    with open(topics, encoding="utf-8") as file:
        topics = json.load(file)["topics"].values()
    print("measure  average precision  precision      recall")
    for measure in MEASURES:
        figures = []
        for topic in topics:
            relevant = {*topic["known_relevant"], *topic["targets"]}
            pages = scored(web, topic["query"], measure)
            figures.append((average_precision(pages, relevant), *precision_and_recall(pages, relevant)))
        columns = [f"{statistics.mean(column):.3f} ± {statistics.stdev(column) / len(column) ** 0.5:.3f}" for column in zip(*figures)]
        print(f"{measure:8} {columns[0]:18} {columns[1]:14} {columns[2]}", flush=True)


if __name__ == "__main__":
    main()
