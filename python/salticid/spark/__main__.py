"""The commands of `salticid.spark`: `python -m salticid.spark JOB …`, or `spark-submit` with this file."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import Any, Sequence

from salticid import Model, canonical_url
from salticid._request_flags import add_requests, requests_of
from salticid.errors import CrawlError, Error, FileError, PlanError
from salticid.spark import _clusters, _crawl, _export, _graph, _score, _train
from salticid.spark._files import named
from salticid.spark._session import session
from salticid.spark._store import Store, table


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns 2 with a message for a mistake of the caller."""
    options = _parser().parse_args(arguments)
    try:
        options.run(session(f"salticid {options.job}"), options)
    except Error as error:
        print(f"salticid.spark {options.job}: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m salticid.spark", description="Focused crawling on Apache Spark.")
    jobs = parser.add_subparsers(dest="job", required=True)
    score = _job(jobs, "score", _run_score, "Score the pages and links of WARC files.")
    score.add_argument("paths", nargs="+", help="WARC files, patterns, or lists of paths (.txt, .paths, also .gz)")
    score.add_argument("--out", required=True, help="folder for pages, links, failures and files, as Parquet")
    score.add_argument("--base", default="", help="what precedes the paths of lists, such as s3a://commoncrawl/")
    score.add_argument("--partitions", type=int, help="number of tasks; by default one a file")
    score.add_argument("--text", action="store_true", help="write the main texts of the pages, too")
    _topic(score)
    graph = _job(jobs, "graph", _run_graph, "Compute PageRank, hubs and authorities, or the layers before good pages.")
    graph.add_argument("links", help="Parquet of links with the columns source and target")
    graph.add_argument("measure", choices=("pagerank", "hits", "layers"))
    graph.add_argument("--out", required=True, help="Parquet to write")
    graph.add_argument("--good", help="file with the URLs of good pages, one a line; for layers")
    graph.add_argument("--distance", type=int, default=4, help="largest link distance of a layer (default 4)")
    clusters = _job(jobs, "cluster_urls", _run_clusters, "Cluster URLs with DBSCAN.")
    clusters.add_argument("urls", help="Parquet with the column url")
    clusters.add_argument("--out", required=True, help="Parquet to write: url and cluster")
    clusters.add_argument("--eps", type=float, default=0.4, help="radius, above 0 and at most 1 (default 0.4)")
    clusters.add_argument("--min-points", type=int, default=3, help="least number of URLs within the radius (default 3)")
    train = _job(jobs, "train", _run_train, "Train a model on trails, on topics, or on good pages and a link graph.")
    train.add_argument("paths", nargs="+", help="WARC files with the pages")
    train.add_argument("--strategy", required=True, help="a strategy that learns from trails or topics")
    train.add_argument("--trails", help="trails file")
    train.add_argument("--taxonomy", help="file of topics (.json)")
    train.add_argument("--good", help="file with the URLs of good pages, one a line")
    train.add_argument("--links", help="Parquet of the link graph of the good pages")
    train.add_argument("--distance", type=int, default=4, help="largest link distance to a good page (default 4)")
    train.add_argument("--query", default="", help="words that describe the topic")
    train.add_argument("--name", help="name of the model")
    train.add_argument("--out", required=True, help=".salticid-model file to write, on the driver")
    crawl = _job(jobs, "crawl", _run_crawl, "Crawl in rounds; the same command continues an interrupted crawl.")
    crawl.add_argument("--out", required=True, help="folder for the tables")
    crawl.add_argument("--plan", help="plan that the app exports (.json); the other options take precedence")
    crawl.add_argument("--seed", action="append", default=[], dest="seeds", help="URL to start from (repeatable)")
    crawl.add_argument("--pages", type=int, help="number of pages in all (default that of the plan, else 1000)")
    crawl.add_argument("--per-round", type=int, default=100, help="number of URLs of a round (default 100)")
    crawl.add_argument("--per-site", type=int, help="most URLs of one site in a round")
    crawl.add_argument("--tasks", type=int, help="number of tasks of a round")
    crawl.add_argument("--warc", action=argparse.BooleanOptionalAction, help="write all responses to OUT/warc")
    crawl.add_argument("--seconds", type=float, help="seconds after which a task returns what it has not fetched")
    crawl.add_argument("--web", default="live", help="live, a WARC file, or a demo web (default live)")
    add_requests(crawl)
    _topic(crawl)
    export = _job(jobs, "export", _run_export, "Write a crawl as a file that the Library of the app imports.")
    export.add_argument("crawl", help="folder of a crawl")
    export.add_argument("--out", required=True, help=".salticid file to write, on the driver")
    export.add_argument("--pages", type=int, help="number of pages with the highest relevance (default all, at most 100000)")
    export.add_argument("--name", help="name of the crawl (default its query)")
    export.add_argument("--model", help=".salticid-model file of the crawl, on the driver")
    return parser


def _job(jobs: Any, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    job: argparse.ArgumentParser = jobs.add_parser(name, help=text, description=text)
    job.set_defaults(run=run)
    return job


def _topic(job: argparse.ArgumentParser) -> None:
    job.add_argument("--query", default="", help="words that describe the topic")
    job.add_argument("--strategy", help="id of a strategy; by default that of the model, else best-first")
    job.add_argument("--model", help=".salticid-model file, on the driver")


def _model(options: argparse.Namespace) -> Model | None:
    return Model.load(options.model) if options.model else None


def _plan(path: str | None) -> dict[str, Any] | None:
    plan = _json(path, "a plan in JSON: export it in the app with “Run on Spark”")
    if not isinstance(plan, (dict, type(None))):
        raise PlanError(f"{path} is not a plan: export it in the app with “Run on Spark”")
    return plan


def _json(path: str | None, what: str) -> Any:
    """Returns the content of a JSON file that is `what`; `None` without a file."""
    if path is None:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise PlanError(f"{path} is not {what} ({error})") from error


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8") as file:
            return [line.strip() for line in file if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: {error}") from error


def _run_score(spark: Any, options: argparse.Namespace) -> None:
    scored = _score.score(
        spark,
        options.paths,
        options.query,
        strategy=options.strategy,
        model=_model(options),
        base=options.base,
        partitions=options.partitions,
        text=options.text,
    )
    scored.write(options.out)
    counts = (scored.pages.count(), scored.links.count(), scored.failures.count())
    print("{} pages, {} links, {} damaged places".format(*counts))
    if not counts[0]:
        raise FileError(f"no page was found in {named([row['path'] for row in scored.files.select('path').collect()])}")


def _run_graph(spark: Any, options: argparse.Namespace) -> None:
    links = table(spark, options.links)
    if options.measure == "layers":
        if not options.good:
            raise Error("--good: name the file with the URLs of good pages")
        result = _graph.layers(links, [canonical_url(url) for url in _lines(options.good)], distance=options.distance)
    else:
        result = getattr(_graph, options.measure)(links)
    Store(spark, options.out).write_table("", result)


def _run_clusters(spark: Any, options: argparse.Namespace) -> None:
    urls = table(spark, options.urls)
    clusters = _clusters.cluster_urls(urls, eps=options.eps, min_points=options.min_points)
    Store(spark, options.out).write_table("", clusters)


def _run_train(spark: Any, options: argparse.Namespace) -> None:
    trails, taxonomy = _json(options.trails, "trails in JSON"), _json(options.taxonomy, "topics in JSON")
    if trails is None and taxonomy is None:
        if not (options.good and options.links):
            raise Error("name --trails, --taxonomy, or --good and --links")
        links = table(spark, options.links)
        trails = [_train.context_set(links, _lines(options.good), distance=options.distance, name=options.links)]
    model = _train.train(spark, options.paths, trails, options.strategy, taxonomy=taxonomy, query=options.query, name=options.name)
    model.save(options.out)


def _run_crawl(spark: Any, options: argparse.Namespace) -> None:
    names = ("pages", "per_round", "per_site", "web", "strategy", "tasks", "warc", "seconds")
    given = {**requests_of(options), **{name: getattr(options, name) for name in names}}
    plan, model = _plan(options.plan), _model(options)
    rounds = _crawl.crawl(spark, options.out, options.query, options.seeds, plan=plan, model=model, **given).rounds[1:]
    if not any(figures["read"] for figures in rounds):
        counts = sum((Counter(figures["failures"]) for figures in rounds), Counter())
        reasons = ", ".join(f"{code} {count}" for code, count in counts.most_common())
        raise CrawlError(f"no page could be read: {reasons or 'no site answered in time, run the same command again'}")


def _run_export(spark: Any, options: argparse.Namespace) -> None:
    pages = _export.export(spark, options.crawl, options.out, pages=options.pages, name=options.name, model=_model(options))
    print(f"{pages} pages in {options.out}: import the file in the Library of the app")


if __name__ == "__main__":
    sys.exit(main())
