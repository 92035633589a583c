import math
import threading
import time

import pytest
import salticid

HALF = 1 / math.sqrt(2)


def page(html):
    return salticid.parse(html, "http://a.test/")


def test_relevance_is_the_cosine_of_page_and_query():
    scorer = salticid.Scorer(query="spider", idf="none")
    assert scorer.relevance(page(b"<p>spider")) == pytest.approx(1)
    assert scorer.relevance(page(b"<p>spider cars")) == pytest.approx(HALF)
    assert scorer.relevance(page(b"<p>cars")) == 0


def test_relevance_by_meaning_finds_similar_words():
    physicians = page(b"<p>physicians")
    by = {measure: salticid.Scorer(query="doctor", idf="none", relevance=measure).relevance(physicians) for measure in ("words", "meaning", "both")}
    assert by["words"] == 0
    assert by["meaning"] > 0.1
    assert by["both"] == pytest.approx(by["meaning"] / 2)
    with pytest.raises(salticid.PlanError, match="relevance"):
        salticid.Scorer(query="doctor", relevance="best")


def test_a_best_first_score_is_the_mean_of_page_and_anchor():
    scorer = salticid.Scorer(query="spider", idf="none")
    links = scorer.links(page(b"<p><a href=/b>cars</a> <a href=/a>spider</a></p>"))
    assert [link.url for link in links] == ["http://a.test/a", "http://a.test/b"]
    assert links[0].parts == pytest.approx({"page": HALF, "anchor": 1})
    assert links[0].score == pytest.approx((1 + HALF) / 2)
    assert links[1].score == pytest.approx(HALF / 2)
    assert (links[0].anchor, links[0].factor, links[0].depth) == ("spider", 1, 1)
    assert scorer.parts == ["page", "anchor"]


def test_links_that_a_crawl_would_not_follow_have_no_score():
    scorer = salticid.Scorer(query="spider")
    html = b"<a href=/>self</a> <a rel=nofollow href=/n>n</a> <a href=/twice>x</a> <a href=/twice>spider</a>"
    links = scorer.links(page(html))
    assert [(link.url, link.anchor) for link in links] == [("http://a.test/twice", "spider")]


def documents(count, words=400):
    text = b"spider silk web " * words
    return [
        (b"<title>Page %d</title><p>%s<a href=/%d>spider %d</a>" % (n, text, n, n), f"http://a.test/page/{n}")
        for n in range(1000, 1000 + count)
    ]


def flat(links):
    return [(link.url, link.score, link.parts) for link in links]


@pytest.mark.parametrize("strategy", ["best-first", "shark-search", "adaptive", "ssrm", "embedding", "info-spiders"])
def test_a_batch_scores_as_single_pages_do(strategy):
    scorer = salticid.Scorer(query="spider web", strategy=strategy)
    batch = scorer.batch(documents(7), threads=2)
    for (html, url), scored in zip(documents(7), batch):
        single = salticid.parse(html, url)
        assert scored.page.url == single.url
        assert scored.relevance == scorer.relevance(single)
        assert flat(scored.links) == flat(scorer.links(single))
        assert scored.links


def test_one_bad_page_of_a_batch_raises_or_is_left_out():
    scorer = salticid.Scorer(query="spider")
    pages = [(b"<p>spider", "http://a.test/"), (b"PK", "http://a.test/zip", "application/zip")]
    with pytest.raises(salticid.ContentError, match="application/zip"):
        scorer.batch(pages)
    good, bad = scorer.batch(pages, skip_unreadable=True)
    assert (good.relevance, bad) == (pytest.approx(1), None)


def test_other_threads_run_during_a_batch():
    scorer = salticid.Scorer(query="spider")
    pages = documents(60, words=2000)
    batch = threading.Thread(target=lambda: scorer.batch(pages, threads=1))
    batch.start()
    steps = 0
    while batch.is_alive():
        time.sleep(0.002)
        steps += 1
    # With the interpreter's lock held, this thread would get one turn before the batch and one after it.
    assert steps > 10


def test_parameters_are_checked():
    assert salticid.Scorer(query="x", strategy="best-n-first", n=16).strategy == "best-n-first"
    assert salticid.Scorer(query="x", strategy="best-n-first:n=16").strategy == "best-n-first"
    with pytest.raises(salticid.PlanError, match="there is no strategy “nope”"):
        salticid.Scorer(query="x", strategy="nope")
    with pytest.raises(salticid.PlanError, match="best-first has no parameter “n”"):
        salticid.Scorer(query="x", n=3)
    with pytest.raises(salticid.PlanError, match="n is set twice"):
        salticid.Scorer(query="x", strategy="best-n-first", params={"n": 1}, n=2)
    with pytest.raises(salticid.PlanError, match="learns from pages: train a model"):
        salticid.Scorer(query="x", strategy="hmm")
    with pytest.raises(salticid.PlanError, match="query"):
        salticid.Scorer()
