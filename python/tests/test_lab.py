import _thread
import json
import pathlib
import threading
import time

import pytest
import salticid

PLAN = {"web": "demo", "strategies": ["breadth-first", "best-first"], "topics": ["asthma", "linux"], "pages": 40, "ceiling": False}


@pytest.fixture(scope="module")
def asthma():
    return salticid.topic("demo#asthma")


@pytest.fixture(scope="module")
def model(asthma):
    return salticid.train(asthma["trails"], "hmm", query=asthma["query"], name="Asthma", layers=3)


def test_a_model_makes_the_round_trip_through_a_file(model, asthma, tmp_path):
    path = tmp_path / "asthma.salticid-model"
    model.save(path)
    loaded = salticid.Model.load(path)
    assert (loaded.name, loaded.strategy, loaded.spec) == ("Asthma", "hmm", model.spec)
    assert loaded.spec["params"]["layers"] == {"Number": 3.0}
    assert loaded.report == model.report
    crawls = [salticid.crawl(model=one, seeds=asthma["seeds"], pages=40).run() for one in (model, loaded)]
    assert crawls[0].log() == crawls[1].log()
    pages = [(b"<title>Asthma</title><a href=/inhaler>inhaler</a><a href=/cars>cars</a>", "http://a.test/")]
    scored = [salticid.Scorer(model=one).batch(pages)[0] for one in (model, loaded)]
    assert [link.score for link in scored[0].links] == [link.score for link in scored[1].links]


def test_a_full_disk_leaves_the_old_model(model, full_disk, tmp_path):
    path = tmp_path / "old.salticid-model"
    path.write_bytes(b"the old file")
    with full_disk(), pytest.raises(salticid.FileError, match="cannot be written"):
        model.save(path)
    assert path.read_bytes() == b"the old file"
    assert list(tmp_path.iterdir()) == [path]


def test_a_model_of_the_package_crawls_in_the_lab_and_the_other_way_round(lab, model, asthma, tmp_path):
    ours, theirs = tmp_path / "ours.salticid-model", tmp_path / "theirs.salticid-model"
    model.save(ours)
    trails = tmp_path / "trails.json"
    trails.write_text(json.dumps({"version": 1, "trails": asthma["trails"]}))
    lab(
        *("train", "--web", "demo", "--strategy", "hmm", "--query", asthma["query"], "--param", "layers=3"),
        *("--trails", trails, "--name", "Asthma", "--model", theirs),
    )
    assert ours.read_bytes() == theirs.read_bytes()
    seeds = [word for seed in asthma["seeds"] for word in ("--seed", seed)]
    expected = lab("crawl", "--web", "demo", "--model", ours, *seeds, "--pages", 40)
    run = salticid.crawl(model=salticid.Model.load(theirs), seeds=asthma["seeds"], pages=40).run()
    assert run.log() == expected


def test_a_crawl_can_train_before_it_begins(asthma):
    run = salticid.crawl(topic=asthma, strategy="hmm", pages=10).run()
    assert run.training_report["read"] > 0
    assert len(run.pages) == 10


def test_errors_of_training_name_the_cause(asthma, model, tmp_path):
    with pytest.raises(salticid.PlanError, match="does not learn from trails or topics"):
        salticid.train(asthma["trails"], "best-first", query="asthma")
    with pytest.raises(salticid.PlanError, match="there is no trail"):
        salticid.train([], "hmm")
    with pytest.raises(salticid.TrainingError):
        salticid.train(asthma["trails"], "hmm", web={"http://a.test/": b"<p>x"})
    with pytest.raises(salticid.ModelError, match="trained with other settings .layers."):
        salticid.crawl(model=model, seeds=asthma["seeds"], layers=4)
    with pytest.raises(salticid.PlanError, match="the model was trained by “hmm”"):
        salticid.Scorer(model=model, strategy="best-first")
    other = tmp_path / "other"
    other.write_bytes(b"no model")
    with pytest.raises(salticid.ContentError):
        salticid.Model.load(other)
    with pytest.raises(salticid.FileError, match="cannot be read"):
        salticid.Model.load(tmp_path / "missing")


#: Topics with example pages of the site.
TOPICS = {
    "topics": [
        {"name": "Spiders", "good": True, "examples": ["http://a.test/web", "http://a.test/silk"]},
        {"name": "Cars", "examples": ["http://a.test/cars", "http://a.test/engines"]},
    ]
}


def test_a_model_of_topics_scores_pages_as_a_crawl_that_learned_from_them(site, lab, tmp_path):
    model = salticid.train(strategy="focused", taxonomy=TOPICS, web=site, name="Spiders")
    assert (model.strategy, model.report["read"], len(model.spec["taxonomy"]["topics"])) == ("focused", 4, 2)
    path = tmp_path / "spiders.salticid-model"
    model.save(path)
    run = salticid.crawl(seeds=["http://a.test/"], strategy="focused", web=site, settings={"taxonomy": TOPICS}, pages=5).run()
    first = run.pages[0]
    parts = salticid.Scorer(model=model).parts
    expected = {page["url"]: (page["priority"], dict(zip(parts, page["parts"]))) for page in run.pages if page["parent"] == first["url"]}
    page = salticid.parse(site["http://a.test/"], "http://a.test/")
    for one in (model, salticid.Model.load(path)):
        scorer = salticid.Scorer(model=one)
        assert {link.url: (link.score, link.parts) for link in scorer.links(page)} == expected
        assert len(expected) == 2 and scorer.relevance(page) == first["relevance"] > 0
        assert salticid.crawl(seeds=["http://a.test/"], model=one, web=site, pages=5).run().pages == run.pages
    seeds = ("--seed", salticid.topic("demo#asthma")["seeds"][0])
    assert len(lab("crawl", "--web", "demo", "--model", path, *seeds, "--pages", 5).splitlines()) == 6


def test_topics_of_words_alone_need_no_page(tmp_path):
    topics = [{"name": "Spiders", "good": True, "words": "spider silk web"}, {"name": "Cars", "words": "cars engines"}]
    model = salticid.train(strategy="focused", taxonomy={"topics": topics})
    spiders, cars = (salticid.parse(f"<p>{word} <a href=/x>x</a>".encode(), "http://a.test/") for word in ("spider silk", "cars"))
    scorer = salticid.Scorer(model=model)
    assert scorer.links(spiders)[0].score > 0.5 > scorer.links(cars)[0].score
    # The query is the target among the starter topics.
    by_query = salticid.train(strategy="focused", query="spider silk")
    assert len(by_query.spec["taxonomy"]["topics"]) > 5
    scorer = salticid.Scorer(model=by_query)
    assert scorer.links(spiders)[0].score > scorer.links(cars)[0].score
    with pytest.raises(salticid.PlanError, match="no topic is marked as a target"):
        salticid.train(strategy="focused")
    with pytest.raises(salticid.PlanError, match="does not learn from trails or topics"):
        salticid.train(taxonomy={"topics": topics}, query="spider")
    with pytest.raises(salticid.TrainingError, match="No example of a target topic"):
        salticid.train(strategy="focused", taxonomy=TOPICS, web={"http://a.test/cars": b"<p>cars"})


def test_a_crawl_starts_from_urls_of_relevant_pages():
    pages = {"http://a.test/": b"<p>start <a href=/b/x>one</a> <a href=/k/x>two</a>", "http://a.test/b/x": b"<p>one", "http://a.test/k/x": b"<p>two"}
    past = [f"http://a.test/k/{n}" for n in range(4)]
    order = []
    for settings in ({}, {"past": past}):
        run = salticid.crawl("spider", ["http://a.test/"], strategy="url-clusters", web=pages, settings=settings).run()
        order.append([page["url"] for page in run.pages])
    assert order == [[*pages], ["http://a.test/", "http://a.test/k/x", "http://a.test/b/x"]]
    with pytest.raises(salticid.PlanError, match="301 pages of earlier crawls are too many"):
        salticid.crawl("spider", ["http://a.test/"], settings={"past": past[:1] * 301})


def test_a_comparison_has_the_fingerprint_of_salticid_lab(lab, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(PLAN))
    lab("compare", plan, "--out", tmp_path / "out", "--no-seconds")
    lines = (tmp_path / "out" / "outcomes.jsonl").read_text().splitlines()
    expected = {line["digest"] for line in map(json.loads, lines) if "digest" in line}
    done = []
    for given in (PLAN, plan, str(plan)):
        compared = salticid.compare(given, on_crawl=lambda *crawl: done.append(crawl[:2]))
        assert {outcome["digest"] for outcome in compared["outcomes"]} == expected
        assert compared["summary"]["fingerprint"] in (tmp_path / "out" / "report.md").read_text()
    assert done[:4] == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_comparison_writes_its_reports(tmp_path):
    salticid.compare({**PLAN, "pages": 10}, out=tmp_path / "out")
    names = {path.name for path in pathlib.Path(tmp_path / "out").iterdir()}
    assert {"report.html", "report.md", "summary.csv"} <= names


def test_a_comparison_ends_with_the_exception_of_its_callback():
    def stop(*_):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough") as caught:
        salticid.compare({**PLAN, "pages": 10}, on_crawl=stop)
    assert caught.value.compared["summary"]["done"] >= 1


def interrupted(milliseconds):
    """Presses Ctrl+C in so many milliseconds, and returns the time at which it does."""
    timer = threading.Timer(milliseconds / 1_000, _thread.interrupt_main)
    timer.start()
    return time.monotonic() + milliseconds / 1_000


def test_ctrl_c_ends_a_comparison_and_keeps_the_finished_crawls():
    plan = {**PLAN, "strategies": ["breadth-first", "best-first", "adaptive"], "pages": 800}
    times = []
    with pytest.raises(KeyboardInterrupt) as caught:
        salticid.compare(plan, threads=1, on_crawl=lambda *_: times or times.append(interrupted(300)))
    assert time.monotonic() - times[0] < 5
    compared = caught.value.compared
    assert 1 <= len(compared["outcomes"]) == compared["summary"]["done"] < 6
    assert compared["outcomes"][0]["key"]["contender"] == "breadth-first"
    # A crawl stops in its middle, too.
    times = [interrupted(300)]
    with pytest.raises(KeyboardInterrupt) as caught:
        salticid.compare({**plan, "strategies": ["adaptive"], "pages": 5_000}, threads=1)
    assert time.monotonic() - times[0] < 5
    assert caught.value.compared["outcomes"] == []


def test_errors_of_a_comparison_list_all_problems():
    with pytest.raises(salticid.PlanError, match="there is no strategy"):
        salticid.compare({**PLAN, "strategies": ["nope"]})
    with pytest.raises(salticid.PlanError, match="unknown field `stategies`"):
        salticid.compare({**PLAN, "stategies": []})


def test_harvest_and_recall_of_a_crawl_are_judged_by_known_pages():
    pages = ["http://a.test/1", {"url": "http://a.test/2"}, "http://a.test/3", "http://a.test/4"]
    relevant = ["http://a.test/1", "http://a.test/4", "http://a.test/9", "http://a.test/8"]
    curves = salticid.evaluate(pages, relevant, targets=["http://a.test/4", "http://a.test/9"])
    assert curves["harvest"] == {"at": [1, 2, 3, 4], "values": pytest.approx([1, 1 / 2, 1 / 3, 1 / 2])}
    assert curves["recall"]["values"] == pytest.approx([1 / 4, 1 / 4, 1 / 4, 1 / 2])
    assert curves["target-recall"]["values"] == pytest.approx([0, 0, 0, 1 / 2])
    with pytest.raises(salticid.PlanError, match="at least one known relevant page"):
        salticid.evaluate(pages, [])


def test_strategies_and_topics_are_listed(asthma):
    known = {strategy["id"]: strategy for strategy in salticid.strategies()}
    assert known["best-first"]["source"] and known["hmm"]["needs"]["trails"]
    assert "asthma" in [topic["name"] for topic in salticid.topics("demo")]
    assert asthma["seeds"] and asthma["relevant"] and asthma["taxonomy"]["topics"]
    with pytest.raises(salticid.PlanError, match="there is no topic “nope”"):
        salticid.topic("demo#nope")


def test_good_pages_and_the_links_of_a_crawl_train_a_model():
    topic = salticid.topic("demo#asthma")
    run = salticid.crawl(topic=topic, pages=60).run()
    good = [page["url"] for page in sorted(run.pages, key=lambda page: -page["relevance"])[:4]]
    examples = salticid.context_set(good, run.links, distance=2, name="a crawl")
    (graph,) = examples["graphs"]
    assert examples["kind"] == "set" and graph["source"]["name"] == "a crawl"
    assert {page["url"] for page in graph["pages"][: len(good)]} == {*good}
    model = salticid.train([examples], "context-focused", query=topic["query"])
    assert model.report["read"] > len(good)
