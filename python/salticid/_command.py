"""The command `salticid`: crawls the live web into a folder, and does what the package, the lab and the proxy do."""

from __future__ import annotations

import argparse
import importlib.util
import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Any, Sequence

from salticid import _native
from salticid._crawl import CrawlRun, crawl, find_seeds
from salticid._request_flags import add_requests, requests_of
from salticid.errors import Error, FileError, PlanError

#: Commands of `salticid-lab`, which have their own flags and help.
LAB = {
    "score": "score the pages of WARC files and their links: one JSON object a page",
    "train": "train a model on trails or topics",
    "compare": "compare strategies by a plan, with a report",
    "list": "list the strategies and their parameters",
    "serve": "serve a recording or the demo web over HTTP",
}
#: The proxy, which has flags of its own, too.
APP = "serve the app, with the proxy that fetches for it; needs --dist unless the package carries the app"
#: The files of a crawl. Each format of docs/exports.md can be had by `salticid convert`.
FILES = ("pages.md", "pages.text.jsonl", "pages.csv", "crawl.warc.gz")
WEB = "live (default), demo, or a recording"
NAMELESS = "Requests name the page of Salticid, not you. Name a page about you with --contact."


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the arguments."""
    program = argparse.ArgumentParser("salticid", description="Topical web crawling.")
    program.add_argument("--version", action="version", version=_native.__version__)
    commands = program.add_subparsers(dest="command", required=True, metavar="COMMAND")
    one = commands.add_parser("crawl", help="crawl the pages about a query into a folder; the same command continues it")
    one.add_argument("query", help="words that describe the topic")
    one.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="folder for the pages and the state of the crawl")
    one.add_argument("--seed", action="append", default=[], dest="seeds", metavar="URL", help="page to start from (repeatable)")
    one.add_argument("--sitemap", action="append", default=[], dest="sitemaps", metavar="URL", help="site whose sitemap has pages to start from (repeatable)")
    one.add_argument("--pages", type=int, default=200, help="number of pages (default 200)")
    one.add_argument("--strategy", metavar="ID", help="strategy, as `salticid list` names it (default best-first)")
    one.add_argument("--model", metavar="FILE", help="model of `salticid train` or the app")
    one.add_argument("--set", action="append", default=[], dest="settings", metavar="NAME=VALUE", help="setting of docs/crawl.md (repeatable)")
    one.add_argument("--web", default="live", help=WEB)
    add_requests(one)
    one.add_argument("-v", "--verbose", action="count", default=0, help="messages on refused links; twice: on pages")
    one.set_defaults(run=_crawl)
    two = commands.add_parser("parse", help="print the main text of an HTML file as Markdown")
    two.add_argument("file", help="file; - for the standard input")
    two.add_argument("--url", default="http://localhost/", help="address of the page, for its links")
    two.add_argument("--as", choices=["markdown", "text", "json"], default="markdown", dest="form", help="json has texts, links and metadata")
    two.set_defaults(run=_parse)
    three = commands.add_parser("convert", help="write the pages of a recording in other formats: .md, .jsonl, .csv, .warc.gz, .wacz, …")
    three.add_argument("source", help="recording (.warc, .warc.gz, .warc.zst, .arc.gz or .wacz)")
    three.add_argument("targets", nargs="+", metavar="target", help="file, or folder for one of each format")
    three.add_argument("--query", default="", help="keep the pages about it in texts, the best first")
    three.set_defaults(run=_convert)
    four = commands.add_parser("mcp", help="let an assistant crawl by topic: a Model Context Protocol server on stdio")
    four.add_argument("--folder", required=True, type=Path, help="folder for the crawls, which later servers share")
    four.add_argument("--web", default="live", help=WEB)
    add_requests(four)
    four.set_defaults(run=_mcp)
    for name, text in {**LAB, "app": APP}.items():
        commands.add_parser(name, help=text, add_help=False)
    return program


def _live(options: argparse.Namespace) -> dict[str, Any]:
    """Returns the options of live requests."""
    if options.web == "live" and not (options.contact or options.user_agent):
        print(NAMELESS, file=sys.stderr)
    return requests_of(options)


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the arguments ask for, and returns the exit code: 2 for wrong arguments, 1 for other errors, 130 after Ctrl+C."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] and (given[0] in LAB or given[0] == "app"):
        # They work without the interpreter, which would notice Ctrl+C only at the end.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        return _native.app(given[1:]) if given[0] == "app" else _native.lab(given)
    options = parser().parse_args(given)
    try:
        options.run(options)
    except PlanError as error:
        print(f"salticid: {error}", file=sys.stderr)
        return 2
    except Error as error:
        print(f"salticid: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _crawl(options: argparse.Namespace) -> None:
    logging.basicConfig(format="%(message)s", level=max(logging.DEBUG, logging.WARNING - 10 * options.verbose))
    live = _live(options)
    settings = dict(map(_setting, options.settings))
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{options.out} cannot be made: {error.strerror}") from error
    file = options.out / "seeds.json"
    seeds = _seeds(options, live, file)
    run = crawl(
        options.query,
        seeds,
        pages=options.pages,
        strategy=options.strategy,
        model=None if options.model is None else _native.Model.load(options.model),
        web=options.web,
        state=options.out / "state",
        progress=True,
        settings=settings,
        **live,
    )
    if not file.exists():
        _native.write_file(file, json.dumps(seeds).encode())
    with run:
        try:
            run.run()
        except KeyboardInterrupt:
            print("\nStopped. The same command continues the crawl.", file=sys.stderr)
            _write(run, options.out)
            raise
    _write(run, options.out)


def _mcp(options: argparse.Namespace) -> None:
    try:
        from salticid.mcp import server
    except ModuleNotFoundError as error:
        raise PlanError(f"the server needs the package mcp: pip install 'salticid[mcp]' ({error})") from error
    server(options.folder, options.web, **_live(options)).run()


def _seeds(options: argparse.Namespace, live: dict[str, Any], file: Path) -> list[str]:
    """Returns the seeds: those that were found before, since another search could find others and make it another crawl."""
    seeds: list[str] = list(options.seeds)
    if file.exists():
        kept: list[str] = json.loads(file.read_text(encoding="utf-8"))
        if seeds != kept[: len(seeds)]:
            raise PlanError(f"--seed: {options.out} has a crawl with other seeds: leave them out, or name another folder")
        return kept
    if options.sitemaps or not seeds:
        seeds += [seed["url"] for seed in find_seeds(options.query, sites=options.sitemaps, web=options.web, **live)]
    return seeds


def _setting(text: str) -> tuple[str, Any]:
    """Returns name and value of a setting; a value that is not JSON is a word."""
    name, sign, value = text.partition("=")
    if not sign:
        raise PlanError(f"--set {text}: write it as name=value")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _write(run: CrawlRun, folder: Path) -> None:
    for name in FILES:
        run.export(folder / name)
    names = list(FILES)
    if importlib.util.find_spec("pyarrow") is not None:
        run.to_parquet(folder / "pages.parquet")
        names.append("pages.parquet")
    counts = run.progress
    harvest = counts["measures"]["harvest"]
    print(f"{counts['pages']} pages, harvest rate {harvest:.2f}; {folder}: {', '.join(names)}", file=sys.stderr)


def _parse(options: argparse.Namespace) -> None:
    html = sys.stdin.buffer.read() if options.file == "-" else _read(options.file)
    page = _native.parse(html, options.url)
    if options.form == "json":
        links = [{"url": link.url, "anchor": link.anchor, "nofollow": link.nofollow} for link in page.links]
        known = {"url": page.url, "title": page.title, "language": page.language, "metadata": page.metadata}
        print(json.dumps({**known, "text": page.text, "main_text": page.main_text, "markdown": page.markdown, "links": links}, ensure_ascii=False))
    else:
        print(page.markdown if options.form == "markdown" else page.main_text)


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error


def _convert(options: argparse.Namespace) -> None:
    pages = _native.convert(options.source, options.targets, options.query)
    print(f"{pages} pages: {', '.join(options.targets)}", file=sys.stderr)
