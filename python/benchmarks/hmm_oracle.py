"""Crawls generated departments with a hidden Markov model written from the thesis alone, one difference at a time.

    python python/benchmarks/hmm_oracle.py WEBS.warc.gz TOPICS.json

The webs are those of department_webs.py. The model shares no code with the engine, so that what it finds and the
engine's `hmm` does not is lost in the engine: Batsakis 3.4.1, K-means over the pages of the trails that are not
relevant (the relevant ones are the fifth cluster), the forward variable along the tree of the crawl, breadth-first
among equals.
Prints the mean recall of the targets after 50, 100 and 200 pages, of all topics and of the class faculty. Needs numpy.
"""

from __future__ import annotations

import gzip
import json
import math
import re
import sys
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

LAYERS, CLUSTERS = 4, 5
MARKS = (50, 100, 200)
STOP_WORDS = set("a an the of and to in on is are be here with for by it this that at as from or not you my".split())


@dataclass(frozen=True)
class Options:
    """What the thesis leaves open, or what the engine does otherwise."""

    visits: bool = True
    smoothing: float = 0.001
    neighbors: int = 5
    rediscovery: str = "first"
    ties: float = 0.0
    idf: bool = True
    title: int = 1


VARIANTS = {
    "oracle": Options(),
    "each page counts once": Options(visits=False),
    "smoothing 0.1": Options(smoothing=0.1),
    "smoothing 1": Options(smoothing=1.0),
    "mean of rediscovered links": Options(rediscovery="mean"),
    "best of rediscovered links": Options(rediscovery="best"),
    "ties of 0.01": Options(ties=0.01),
    "no idf": Options(idf=False),
    "titles count three times": Options(title=3),
    "one neighbor": Options(neighbors=1),
    "all of the engine before": Options(visits=False, smoothing=0.1, rediscovery="mean", ties=0.01, title=3),
    "all of the engine now": Options(smoothing=0.1, rediscovery="mean", title=3),
}

Page = tuple[Counter, Counter, list[str]]


def words(text: str) -> Counter:
    """Returns the words of a text without common endings."""
    found = (word for word in re.findall("[a-z0-9]+", text.lower()) if word not in STOP_WORDS)
    return Counter(re.sub("(?<=...)(ations?|ings?|ies|es|ed|s)$", "", word) for word in found)


def read(path: str) -> dict[str, Page]:
    """Returns the words of the text and of the title, and the links, of each recorded page."""
    pages = {}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for record in file.read().split("WARC/1.0\r\n")[1:]:
            url = re.search(r"WARC-Target-URI: (\S+)", record)[1]
            html = record.split("\r\n\r\n", 2)[2]
            title = re.search("<title>(.*?)</title>", html)[1]
            text = re.sub("<[^>]*>", " ", html.split("<body>")[1])
            pages[url] = (words(text), words(title), re.findall('<a href="(.*?)">', html))
    return pages


def layers(trail: list[dict]) -> list[int]:
    """Returns the distance of each step to the next relevant page."""
    distance, found = LAYERS - 1, []
    for step in reversed(trail):
        distance = 0 if step["relevant"] else min(distance + 1, LAYERS - 1)
        found.append(distance)
    return found[::-1]


def k_means(rows: np.ndarray, clusters: int, draw: np.random.Generator) -> np.ndarray:
    """Returns the cluster of each row of length 1, by cosine; the best of five starts."""
    best = (-1.0, np.zeros(len(rows), int))
    for _ in range(5):
        centers = rows[draw.choice(len(rows), min(clusters, len(rows)), replace=False)]
        for _ in range(30):
            nearest = (rows @ centers.T).argmax(1)
            means = [rows[nearest == at].mean(0) if (nearest == at).any() else old for at, old in enumerate(centers)]
            centers = np.array([mean / max(np.linalg.norm(mean), 1e-9) for mean in means])
        best = max(best, (float((rows * centers[nearest]).sum()), nearest), key=lambda pair: pair[0])
    return best[1]


class Model:
    """The hidden Markov model of a topic's trails."""

    def __init__(self, pages: dict[str, Page], trails: list[list[dict]], options: Options) -> None:
        self.options, self.pages = options, pages
        along = [[(step["url"], layer) for step, layer in zip(trail, layers(trail))] for trail in trails]
        relevant = {step["url"] for trail in trails for step in trail if step["relevant"]}
        urls = list(dict.fromkeys(url for trail in along for url, _ in trail))
        with_word = Counter(word for url in urls for word in self.counts(url))
        self.vocabulary = {word: at for at, word in enumerate(with_word)}
        idf = [math.log(len(urls) / pages) if options.idf else 1.0 for pages in with_word.values()]
        self.idf = np.array(idf)
        self.rows = np.array([self.vector(url) for url in urls])
        others = np.array([url not in relevant for url in urls])
        self.clusters = np.zeros(len(urls), int)
        self.clusters[others] = k_means(self.rows[others], CLUSTERS - 1, np.random.default_rng(1)) + 1
        cluster = dict(zip(urls, self.clusters))
        visits = [step for trail in along for step in trail]
        if not options.visits:
            visits = sorted(dict(sorted(visits, key=lambda step: -step[1])).items())
        self.pi = np.full(LAYERS, options.smoothing)
        self.a = np.full((LAYERS, LAYERS), options.smoothing)
        self.b = np.full((LAYERS, CLUSTERS), options.smoothing)
        for url, layer in visits:
            self.pi[layer] += 1
            self.b[layer, cluster[url]] += 1
        for trail in along:
            for (_, one), (_, after) in zip(trail, trail[1:]):
                self.a[one, after] += 1
        self.pi /= self.pi.sum()
        self.a /= self.a.sum(1, keepdims=True)
        self.b /= self.b.sum(1, keepdims=True)

    def counts(self, url: str) -> Counter:
        text, title, _ = self.pages[url]
        return text + Counter({word: count * self.options.title for word, count in title.items()})

    def vector(self, url: str) -> np.ndarray:
        counts, row = self.counts(url), np.zeros(len(self.vocabulary))
        for word, count in counts.items():
            if word in self.vocabulary:
                row[self.vocabulary[word]] = count / max(counts.values())
        row *= self.idf
        return row / max(np.linalg.norm(row), 1e-9)

    def forward(self, url: str, before: np.ndarray) -> np.ndarray:
        """Returns the forward variable of a page, scaled to sum to 1."""
        cosines = self.rows @ self.vector(url)
        near = [at for at in np.argsort(-cosines, kind="stable")[: self.options.neighbors] if cosines[at] > 0]
        votes = Counter(int(self.clusters[at]) for at in near)
        alpha = before @ self.a
        if votes:
            alpha = alpha * self.b[:, votes.most_common(1)[0][0]]
        return alpha / alpha.sum()


def crawl(pages: dict[str, Page], topic: dict, options: Options) -> list[float]:
    """Returns the recall of the targets at the marks."""
    model = Model(pages, [trail["pages"] for trail in topic["trails"]], options)
    targets = set(topic["targets"]) - set(topic["seeds"])
    # For each link: one step ahead, two steps ahead, number of linking pages, parent. A dict keeps the order.
    frontier = {url: (9.0, 9.0, 1, None) for url in topic["seeds"]}
    alpha: dict[str, np.ndarray] = {}
    hits: list[bool] = []
    while frontier and len(hits) < MARKS[-1]:
        best = max(entry[0] for entry in frontier.values())
        tied = [url for url, entry in frontier.items() if entry[0] >= best - max(options.ties, 1e-12)]
        url = max(tied, key=lambda url: frontier[url][1]) if options.ties else tied[0]
        parent = frontier.pop(url)[3]
        alpha[url] = model.forward(url, alpha[parent] if parent else model.pi)
        one = alpha[url] @ model.a
        new = (float(one[0]), float((one @ model.a)[0]))
        hits.append(url in targets)
        for link in dict.fromkeys(pages[url][2]):
            if link in alpha:
                continue
            first, second, linking, old = frontier.get(link, (*new, 0, url))
            if linking and options.rediscovery == "mean":
                first += (new[0] - first) / (linking + 1)
                second += (new[1] - second) / (linking + 1)
            elif linking and options.rediscovery == "best" and new[0] > first:
                first, second, old = *new, url
            frontier[link] = (first, second, linking + 1, old)
    return [sum(hits[:mark]) / len(targets) for mark in MARKS]


def main() -> None:
    pages = read(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as file:
        topics = json.load(file)["topics"]
    print("| difference | all | faculty |\n| --- | --- | --- |")
    for name, options in VARIANTS.items():
        recall = np.array([crawl(pages, topic, replace(options)) for topic in topics.values()])
        faculty = np.array([topic.startswith("faculty") for topic in topics])
        cells = [" ".join(f"{mean:.2f}" for mean in rows.mean(0)) for rows in (recall, recall[faculty])]
        print(f"| {name} | {cells[0]} | {cells[1]} |", flush=True)


if __name__ == "__main__":
    main()
