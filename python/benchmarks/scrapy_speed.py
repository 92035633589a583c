"""Crawls best-first with Scrapy alone, as fast as it can: the peer of the tab in tests/e2e/bench/race.mjs.

    pip install scrapy
    python python/benchmarks/scrapy_speed.py QUERY SEED PAGES IN_FLIGHT PROXY

PROXY serves all hosts. Each host has one request at a time, as in the tab.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import scrapy
from best_first import scored_links, words
from scrapy.crawler import CrawlerProcess

QUERY, SEED, PAGES, IN_FLIGHT, PROXY = sys.argv[1:]


class BestFirst(scrapy.Spider):
    name = "best-first"
    query = words(QUERY)
    custom_settings = {
        "LOG_LEVEL": "ERROR",
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": int(IN_FLIGHT),
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "DOWNLOAD_DELAY": 0,
        "CLOSESPIDER_PAGECOUNT": int(PAGES),
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self) -> Any:
        yield self.request(SEED, 0)

    def request(self, url: str, priority: int) -> scrapy.Request:
        return scrapy.Request(url, priority=priority, meta={"proxy": PROXY})

    def parse(self, response: Any) -> Iterator[scrapy.Request]:
        for link, priority in scored_links(response, self.query):
            yield self.request(response.urljoin(link.attrib["href"]), priority)


process = CrawlerProcess()
process.crawl(BestFirst)
process.start()
