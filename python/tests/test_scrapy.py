import asyncio

import pytest
import salticid

scrapy = pytest.importorskip("scrapy")

from salticid.scrapy import LinkPriorityMiddleware, ScoreQueue, scorer_from_settings  # noqa: E402
from scrapy.exceptions import NotConfigured  # noqa: E402
from scrapy.http import HtmlResponse, Response, TextResponse  # noqa: E402
from scrapy.settings import Settings  # noqa: E402

URL = "http://a.test/"


@pytest.fixture
def scorer():
    return salticid.Scorer(query="spider", idf="none")


def response(kind, body, content_type):
    headers = {"Content-Type": content_type}
    return kind(URL, headers=headers, body=body, request=scrapy.Request(URL))


def requests():
    return [scrapy.Request(URL + "web#top", priority=5), scrapy.Request(URL + "unlinked", priority=5), {"item": 1}]


def test_requests_get_the_scores_of_their_links(scorer):
    middleware = LinkPriorityMiddleware(scorer, scale=100)
    page = response(HtmlResponse, b"<p><a href=/web>spider</a></p>", "text/html")
    middleware.process_spider_input(page)
    assert page.meta["salticid_relevance"] == pytest.approx(1)
    linked, unlinked, item = middleware.process_spider_output(page, requests())
    assert (linked.priority, linked.meta["salticid_score"]) == (5 + 100, pytest.approx(1))
    assert (unlinked.priority, unlinked.meta) == (5, {})
    assert item == {"item": 1}


def test_requests_of_an_asynchronous_spider_get_them_too(scorer):
    middleware = LinkPriorityMiddleware(scorer)
    page = response(HtmlResponse, b"<p><a href=/web>spider</a></p>", "text/html")
    middleware.process_spider_input(page)

    async def results():
        for thing in requests():
            yield thing

    async def collect():
        return [thing async for thing in middleware.process_spider_output_async(page, results())]

    assert asyncio.run(collect())[0].priority == 1005


def test_content_that_is_no_page_has_no_scores(scorer):
    middleware = LinkPriorityMiddleware(scorer)
    for page in (response(Response, b"%PDF", "application/pdf"), response(TextResponse, b"spider", "text/csv")):
        middleware.process_spider_input(page)
        assert "salticid_relevance" not in page.meta
        assert [thing.priority for thing in list(middleware.process_spider_output(page, requests()))[:2]] == [5, 5]


def test_the_settings_of_a_project_make_a_scorer(tmp_path):
    with pytest.raises(NotConfigured, match="SALTICID_QUERY or SALTICID_MODEL"):
        scorer_from_settings(Settings())
    made = scorer_from_settings(
        Settings({"SALTICID_QUERY": "x", "SALTICID_STRATEGY": "best-n-first", "SALTICID_PARAMS": {"n": 4}})
    )
    assert made.strategy == "best-n-first"
    topic = salticid.topic("demo#asthma")
    path = tmp_path / "asthma.salticid-model"
    salticid.train(topic["trails"], "hmm", query=topic["query"]).save(path)
    assert scorer_from_settings(Settings({"SALTICID_MODEL": str(path)})).strategy == "hmm"
    with pytest.raises(salticid.PlanError, match="has no parameter"):
        scorer_from_settings(Settings({"SALTICID_QUERY": "x", "SALTICID_PARAMS": {"n": 4}}))


def test_the_queue_takes_requests_by_priority_then_score_then_age():
    queue = ScoreQueue.from_crawler(None, None, "")
    assert queue.pop() is None and queue.peek() is None
    given = [("a", 0, 0.1), ("b", 5, 0.0), ("c", 0, 0.1003), ("d", 0, 0.1003), ("e", 0, None)]
    for name, priority, score in given:
        meta = {} if score is None else {"salticid_score": score}
        queue.push(scrapy.Request(URL + name, priority=priority, meta=meta))
    assert len(queue) == 5 and queue.peek().url == URL + "b"
    assert [queue.pop().url[-1] for _ in range(5)] == ["b", "c", "d", "a", "e"]
    with pytest.raises(NotConfigured, match="JOBDIR"):
        ScoreQueue.from_crawler(None, None, "requests.queue")
