"""Measures what Scrapy finds with the scores of `salticid.scrapy`, beside a best-first spider of some lines, on a recorded web that is served.

    pip install "./python[scrapy]"
    SALTICID_LAB=target/release/salticid-lab python python/benchmarks/scrapy_order.py FILE.warc.gz TOPICS.json PAGES

Each spider crawls PAGES pages from the seeds of each topic, one request at a time. The figure is the share of pages that the topic lists as
relevant (`known_relevant` and `targets`), the mean over topics with its standard error. `example` is examples/topic_spider.py with strategies
that need no training, and with a model that was trained on the trails of the topic; training pages are not counted there.
"""

from __future__ import annotations

import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from typing import Any

import salticid
import scrapy
from best_first import scored_links, words

EXAMPLE = pathlib.Path(__file__).parents[1] / "examples" / "topic_spider.py"


class PlainSpider(scrapy.Spider):
    """Best-first on Scrapy's own queue."""

    name = "plain"

    @classmethod
    def from_crawler(cls, crawler: Any, query: str, seed: str, pages: str, **given: Any) -> PlainSpider:
        crawler.settings.set("CLOSESPIDER_PAGECOUNT", int(pages), priority="spider")
        return super().from_crawler(crawler, start_urls=seed.split(), query=words(query), **given)

    def parse(self, response: Any) -> Any:
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        yield {"url": response.url}
        for link, priority in scored_links(response, self.query):
            yield response.follow(link, priority=priority)


def crawled(spider: pathlib.Path, topic: dict[str, Any], pages: int, server: str, *settings: str) -> list[str]:
    """Runs a spider and returns its pages in order."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/pages.jsonl"
        given = ["-a", f"query={topic['query']}", "-a", f"seed={' '.join(topic['seeds'])}", "-a", f"pages={pages}"]
        fast = ["AUTOTHROTTLE_ENABLED=False", "LOG_LEVEL=ERROR", "CONCURRENT_REQUESTS=1", *settings]
        given += [part for setting in fast for part in ("-s", setting)]
        command = [sys.executable, "-m", "scrapy", "runspider", str(spider), *given, "-O", out]
        subprocess.run(command, env={**os.environ, "http_proxy": server}, check=True)
        lines = pathlib.Path(out).read_text().splitlines()
    return list(dict.fromkeys(json.loads(line)["url"] for line in lines))[:pages]


def main() -> None:
    web, topics, pages = sys.argv[1], json.loads(pathlib.Path(sys.argv[2]).read_text())["topics"], int(sys.argv[3])
    serve = [os.environ["SALTICID_LAB"], "serve", "--web", web]
    server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    address = next(found[0] for line in server.stdout if (found := re.search(r"127\.0\.0\.1:\d+", line)))
    found: dict[str, list[float]] = {}
    try:
        for topic in topics.values():
            relevant = {*topic["known_relevant"], *topic["targets"]}
            runs: dict[str, tuple[pathlib.Path, list[str], set[str]]] = {"plain": (pathlib.Path(__file__), [], set())}
            for strategy in ("best-first", "embedding"):
                runs[f"example, {strategy}"] = (EXAMPLE, [f"SALTICID_STRATEGY={strategy}"], set())
            with tempfile.NamedTemporaryFile(suffix=".salticid-model") as file:
                model = salticid.train(topic["trails"], "centroid", web=web, query=topic["query"])
                model.save(file.name)
                trained = {page["url"] for trail in topic["trails"] for page in trail["pages"]}
                runs["example, centroid"] = (EXAMPLE, [f"SALTICID_MODEL={file.name}"], trained)
                for name, (spider, settings, known) in runs.items():
                    urls = [url for url in crawled(spider, topic, pages, f"http://{address}", *settings) if url not in known]
                    found.setdefault(name, []).append(sum(url in relevant for url in urls) / len(urls))
    finally:
        server.kill()
    for name, shares in found.items():
        error = statistics.stdev(shares) / math.sqrt(len(shares)) if len(shares) > 1 else 0.0
        print(f"{name}: {statistics.mean(shares):.3f} ± {error:.3f}")


if __name__ == "__main__":
    main()
