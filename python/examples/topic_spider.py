"""A Scrapy spider that follows the links most similar to a query first.

    scrapy runspider examples/topic_spider.py -a query="jumping spiders" -a seed=http://example.org/ -a pages=100 -O pages.jsonl

Several seeds are separated by spaces. `-s SALTICID_STRATEGY=embedding` and `-s SALTICID_MODEL=FILE` choose other scores.
"""

import scrapy


class TopicSpider(scrapy.Spider):
    name = "topic"
    custom_settings = {
        "SPIDER_MIDDLEWARES": {"salticid.scrapy.LinkPriorityMiddleware": 600},
        "SCHEDULER_PRIORITY_QUEUE": "salticid.scrapy.ScoreQueue",
        "ROBOTSTXT_OBEY": True,
        "AUTOTHROTTLE_ENABLED": True,
        # Scrapy requests the next page while it parses one: more requests at once follow the scores less closely.
        "CONCURRENT_REQUESTS": 1,
    }

    @classmethod
    def from_crawler(cls, crawler, query, seed, pages=100, **kwargs):
        crawler.settings.set("SALTICID_QUERY", query, priority="spider")
        crawler.settings.set("CLOSESPIDER_PAGECOUNT", int(pages), priority="spider")
        return super().from_crawler(crawler, start_urls=seed.split(), **kwargs)

    def parse(self, response):
        # Pages that are not HTML have no scores and no links.
        if "salticid_relevance" not in response.meta:
            return
        yield {
            "url": response.url,
            "title": response.css("title::text").get(default="").strip(),
            "relevance": response.meta["salticid_relevance"],
            "score": response.meta.get("salticid_score"),
        }
        yield from response.follow_all(css="a[href]")
