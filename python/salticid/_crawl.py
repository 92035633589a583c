"""Runs crawls and returns their pages one by one."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence

from salticid import _native
from salticid._live import Loop, Requests, live_options
from salticid._page import CrawledPage
from salticid._plan import merged, plan
from salticid.errors import CrawlError, PlanError

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["PAGE_FIELDS", "CrawlRun", "crawl", "find_seeds"]

logger = logging.getLogger("salticid")

#: The seconds after which a waiting crawl looks for Ctrl+C, and a cancelled one ends its thread.
WAIT = 0.2
#: The codes of ends before which no page was read.
FRUITLESS = ("everything-blocked", "nothing-learned")

#: The fields of a page, in the order of the columns of tables. They are those of the logs of `salticid-lab`.
PAGE_FIELDS = (
    "n",
    "url",
    "status",
    "parent",
    "depth",
    "priority",
    "relevance",
    "host",
    "outcome",
    "title",
    "anchor",
    "parts",
    "ms",
    "at",
    "last_modified",
    "etag",
    "language",
    "document",
    "probability",
    "repeats",
    "rendered",
)


class CrawlRun:
    """A crawl and its pages.

    Iterate over it to crawl: each step returns the next page, a dictionary as a line of the log of `salticid-lab` has it, with the content
    as attributes (`CrawledPage`). The crawl goes on only while you iterate, and can be continued at any time: after Ctrl+C, after a
    cancelled step of `async for`, and, with `state`, after the end of the program. No page is lost between two steps. `run` crawls to the
    end. In a coroutine, `async for` does the same.

    A context manager (`with`, `async with`) closes it. Messages go to the logger `salticid`: pages as debug, failed
    pages and refused links as info, retries and a crawl that ends without a page as warnings.
    """

    def __init__(
        self,
        native: _native.Run,
        budget: int,
        progress: bool | Callable[[dict[str, Any]], Any],
        topic: Mapping[str, Any],
        exports: Sequence[str | os.PathLike[str]] = (),
        loop: Loop | None = None,
    ) -> None:
        self._native = native
        self._show = _reporter(budget, progress)
        self._topic = topic
        self._exports = list(exports)
        self._loop = loop or Loop()
        self._is_finished = False
        self._resumed: int = native.progress["pages"]
        if self._resumed:
            logger.info("the crawl continues after %d pages", self._resumed)

    def __iter__(self) -> Iterator[CrawledPage]:
        return self

    def __next__(self) -> CrawledPage:
        while (page := self._take()) is None:
            if self._has_ended():
                raise StopIteration
            self._native.wait(WAIT)
        return page

    def __aiter__(self) -> CrawlRun:
        return self

    async def __anext__(self) -> CrawledPage:
        """Returns the next page without holding up other tasks: the crawl runs in a thread meanwhile.

        A page is taken only when it is returned, so that a cancelled step loses none.
        """
        self._loop.current = asyncio.get_running_loop()
        while (page := self._take()) is None:
            if self._has_ended():
                raise StopAsyncIteration
            await asyncio.to_thread(self._native.wait, WAIT)
        return page

    def __enter__(self) -> CrawlRun:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    async def __aenter__(self) -> CrawlRun:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    def _take(self) -> CrawledPage | None:
        """Returns the next page if there is one."""
        self._log()
        fields = self._native.take()
        if fields is None:
            return None
        self._show(self._native)
        return CrawledPage(fields, self._native)

    def _log(self) -> None:
        for level, message in self._native.notices():
            logger.log(level, message)

    def _has_ended(self) -> bool:
        """Returns true after the end, which it reports once.

        Raises:
            CrawlError: No page could be read.
        """
        if not self._native.has_ended:
            return False
        if not self._is_finished:
            self._finish()
            self._report_end()
        return True

    def _finish(self) -> None:
        """Writes the files of the arguments `warc` and `wacz`."""
        if self._exports:
            self._native.export(self._exports)
        self._is_finished = True
        self._show(None)

    def _report_end(self) -> None:
        if self._native.end is None:
            return
        code, sentence, advice = self._native.end
        if code not in FRUITLESS:
            logger.info("the crawl ended: %s", sentence)
            return
        counts = self._native.progress
        lost = ", ".join(f"{code}: {number}" for code, number in {**counts["failures"], **counts["refusals"]}.items())
        message = f"{sentence} {advice}" + (f" Counts by reason: {lost}." if lost else "")
        logger.warning(message)
        raise CrawlError(message)

    def run(self) -> CrawlRun:
        """Crawls to the end and returns the crawl."""
        for _ in self:
            pass
        return self

    def stop(self) -> None:
        """Ends the crawl. The pages that were read are still returned; a crawl with `state` continues when it is opened again.

        Raises:
            FileError: The folder of the state cannot be written.
        """
        self._native.stop()

    def close(self) -> None:
        """Cancels requests, writes the files of `warc` and `wacz` unless the crawl has ended, and releases the folder of the state.

        Iterating then ends at once; the pages read so far and their contents stay. Nothing happens if it is closed again.

        Raises:
            FileError: A file cannot be written.
        """
        self._native.close()
        self._log()
        if not self._is_finished:
            self._finish()

    def export(self, path: str | os.PathLike[str]) -> None:
        """Writes the crawl so far into a file in the format of its extension, such as .md, .csv, .bib, .warc.gz or .wacz (docs/exports.md
        has all), or into a folder one of each.

        Raises:
            PlanError: The extension is unknown.
            FileError: The file cannot be written.
        """
        self._native.export([path])

    @property
    def resumed(self) -> int:
        """The number of pages that the folder of the state had. They are returned again before new ones."""
        return self._resumed

    @property
    def reason(self) -> str | None:
        """The reason of the end: `budget-spent`, `frontier-empty`, `stopped`, `everything-blocked` or `nothing-learned`; `None` before."""
        return None if self._native.end is None else self._native.end[0]

    @property
    def pages(self) -> list[CrawledPage]:
        """All pages so far, in the order of the crawl. An absent field has no value: `last_modified`, `etag`, `language`,
        `document`, `probability`,
        `repeats`."""
        return [CrawledPage(page, self._native) for page in self._native.pages()]

    @property
    def progress(self) -> dict[str, Any]:
        """The counts of the crawl so far: pages, requests, failures, refused links, waiting URLs, harvest rate and average relevance."""
        return self._native.progress

    @property
    def documents(self) -> list[dict[str, Any]]:
        """The documents that pages link to, such as PDF, Office files and data sets, which are not read: `url`, `kind`, `anchor`,
        `bytes` (`None` unless the link states the size), `page` (the number of the linking page), `pages` (the number of such pages)
        and `relevance`, an estimate by which they are sorted."""
        return self._native.documents

    @property
    def phase(self) -> str:
        """`new`, `preparing`, `prepared`, `running`, `paused` or `ended`."""
        return self._native.phase

    @property
    def training_report(self) -> dict[str, Any] | None:
        """The report on the training of the strategy; `None` before the training, or without one."""
        return self._native.training_report

    @property
    def links(self) -> list[tuple[str, str]]:
        """The links of the pages read so far: source and target, every pair once."""
        return self._native.links

    def log(self, relevant: Sequence[str] | None = None, targets: Sequence[str] | None = None) -> str:
        """Returns the log of the crawl, byte for byte that of `salticid-lab crawl`: one JSON object a page, then a summary.

        Args:
            relevant: Pages known to be relevant. By default those of the topic, if there is one.
            targets: Relevant pages that count for target recall, unless they are seeds or training pages. By default those of the topic.
        """
        known = self._topic
        relevant = known.get("relevant", ()) if relevant is None else relevant
        targets = known.get("targets", ()) if targets is None else targets
        apart = [*known.get("seeds", ()), *known.get("examples", ())]
        return self._native.log(list(relevant), list(targets), apart)

    def summary(
        self, relevant: Sequence[str] | None = None, targets: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """Returns the summary at the end of the log: pages, requests, failures, harvest rate; precision and recall if pages are known to be
        relevant."""
        summary: dict[str, Any] = json.loads(self.log(relevant, targets).splitlines()[-1])
        return summary

    def rows(self) -> list[dict[str, Any]]:
        """Returns the pages with all fields of `PAGE_FIELDS`; a field without value is `None`."""
        return [{field: page.get(field) for field in PAGE_FIELDS} for page in self.pages]

    def to_pandas(self) -> Any:
        """Returns the pages as a `pandas.DataFrame`, one row each. Needs pandas (`salticid[pandas]`)."""
        import pandas  # type: ignore[import-untyped, unused-ignore]

        return pandas.DataFrame(self.rows(), columns=list(PAGE_FIELDS))

    def to_arrow(self) -> Any:
        """Returns the pages as a `pyarrow.Table`, one row each. Needs pyarrow (`salticid[arrow]`)."""
        import pyarrow  # type: ignore[import-untyped, unused-ignore]

        whole, text, number = pyarrow.int64(), pyarrow.string(), pyarrow.float64()
        types = {field: text for field in PAGE_FIELDS}
        types.update({field: whole for field in ("n", "status", "depth", "ms", "at", "last_modified")})
        types.update({field: number for field in ("priority", "relevance", "probability")})
        types.update({"parts": pyarrow.list_(number), "rendered": pyarrow.bool_()})
        return pyarrow.Table.from_pylist(self.rows(), schema=pyarrow.schema(list(types.items())))

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes the pages as a Parquet file, which replaces an old one when it is complete. Needs pyarrow (`salticid[arrow]`).

        Raises:
            FileError: The file cannot be written.
        """
        import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]

        file = io.BytesIO()
        pyarrow.parquet.write_table(self.to_arrow(), file)
        _native.write_file(path, file.getvalue())


def crawl(
    query: str = "",
    seeds: Sequence[str] = (),
    *,
    pages: int = 200,
    strategy: str | None = None,
    model: _native.Model | None = None,
    web: str | os.PathLike[str] | Mapping[str, bytes] = "demo",
    topic: str | Mapping[str, Any] | None = None,
    trails: Any = None,
    sitemaps: Sequence[str] = (),
    state: str | os.PathLike[str] | None = None,
    warc: str | os.PathLike[str] | None = None,
    wacz: str | os.PathLike[str] | None = None,
    text_chars: int = 100_000,
    progress: bool | Callable[[dict[str, Any]], Any] = False,
    contact: str | None = None,
    user_agent: str | None = None,
    headers: Mapping[str, str] | None = None,
    cookies: Mapping[str, str | Mapping[str, str]] | None = None,
    proxy: str | None = None,
    delays: Mapping[str, float] | None = None,
    parallel_per_host: Mapping[str, int] | None = None,
    own: Sequence[str] = (),
    timeout: float | None = None,
    fetch: Callable[[str], Any] | None = None,
    render: Callable[[str, str], Any] | None = None,
    cache: str | os.PathLike[str] | None = None,
    allow_address: Sequence[str] = (),
    resolve: Sequence[str] = (),
    params: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    **more_params: Any,
) -> CrawlRun:
    """Returns a crawl, which runs while you iterate over it.

    On the demo web and on recordings, a crawl has a virtual clock and no delays, and the same arguments give the same pages in the same
    order as `salticid-lab crawl`. On the live web it obeys robots.txt (RFC 9309), makes one request per host at a time, waits between
    them, and fetches from public addresses only.

    Args:
        query: Words that describe the topic.
        seeds: URLs to start from.
        pages: Number of pages to fetch.
        strategy: An id of `strategies()`. By default that of the model, else `best-first`.
        model: A model trained by `train` or by the app, in place of a training.
        web: `demo`, `demo:SEED`, `demo:SEEDxSIZE` or `demo:1+2` for generated webs; the path of a recording (`.warc`, `.warc.gz`, `.wacz`);
            HTML by URL; or `live`.
        topic: A topic with query, seeds and trails, as `topics` returns it or in the notation `demo#asthma`; other arguments take
            precedence.
        trails: Trails for a strategy that learns from them.
        sitemaps: Sites whose sitemaps and feeds are read for further seeds, the best 50 for the query: an address of the site, of a
            sitemap or of a feed.
        state: A folder in which the crawl is saved while it runs. After the end of the program, however it ended, a call with the same
            arguments continues it; more `pages` continue a crawl that has reached its limit.
        warc: A WARC file with all responses (`.warc` or `.warc.gz`), written when the crawl ends or is closed.
        wacz: The same as a WACZ file, which ReplayWeb.page shows.
        text_chars: The most characters of `text` and `main_text` of a page.
        progress: True shows the progress on the standard error. A function is called after each page with `CrawlRun.progress`.
        contact: The URL of a page about you, or of a mailbox (`mailto:`), for the User-Agent of live requests.
        user_agent: The User-Agent in place of that of the package. robots.txt is obeyed as `salticid` all the same.
        headers: Further headers of all live requests. Cookies and credentials are refused, since every host would get them.
        cookies: Cookies for live requests by host name: `{"example.org": {"session": "…"}}`. Redirects to other hosts do not get them.
        proxy: An HTTP proxy for live requests: `http://user:password@proxy.example.org:3128`. It looks up the names of hosts, so that only
            addresses in URLs are checked to be public.
        delays: The least seconds between two requests to a host, at least 1: `{"example.org": 10}`. A port that is not the usual one belongs to the name.
        parallel_per_host: The most requests at a time to hosts that are yours: `{"localhost:8000": 4}`. By default 1.
            Several are sent without a delay, or with that of `delays` or of robots.txt between their starts.
        own: Names of hosts that are yours, whose `delays` may be below a second, and which may have an entry in
            `parallel_per_host`.
        timeout: The most seconds of a live request. By default 30, of which 10 for the response to begin.
        fetch: Your own function that fetches in place of the package, or a coroutine function: it gets an address and returns status,
            headers and body, as a tuple or as the response of `requests` or `httpx`. It must not follow redirects,
            which the crawl does. Delays, robots.txt and `timeout` hold; that addresses are public is not checked.
        render: Your own function that renders each page that was fetched, such as in a browser, or a coroutine
            function: it gets the address and the HTML, and returns the HTML to read, or `None` to keep the one it got.
            A page that it cannot render is a failure. `timeout` holds.
        cache: A folder with an HTTP cache (RFC 9111) of live responses, which any number of crawls share: fresh ones
            are not requested again, and stale ones only if they changed. robots.txt is not in it, and the delays of
            hosts stay. It has no limit of size.
        allow_address: Addresses like `127.0.0.1:8000` that a live crawl may fetch from although they are not public.
        resolve: Names that a live crawl maps to an address, like `example.test:80:127.0.0.1:8000`.
        params: Parameters of the strategy by name; keyword arguments do the same.
        settings: Further arguments of `plan` by name.

    Raises:
        PlanError: The plan is not possible; the message lists all problems.
        ModelError: The model was trained with other settings.
        ContentError: The file is not a recorded web.
        FileError: The file cannot be read, or the folder of the state cannot be written.
        CrawlError: While you iterate: no page could be read. The message says why.

    Example:
        >>> for page in crawl(topic="demo#asthma", pages=3):
        ...     print(page["n"], page["outcome"])
        1 read
        2 read
        3 read
    """
    known = _native.topic(topic) if isinstance(topic, str) else dict(topic or {})
    if twice := sorted({"query", "seeds", "pages", "strategy", "params", "trails"} & (settings or {}).keys()):
        raise PlanError(f"settings: give {' and '.join(twice)} as arguments of their own")
    fields = {
        "query": query or known.get("query", ""),
        "seeds": seeds or known.get("seeds", ()),
        "trails": known.get("trails") if trails is None else trails,
        "taxonomy": known.get("taxonomy"),
        **(settings or {}),
    }
    if model is not None:
        if trails is not None:
            raise PlanError("trails: a model replaces the training: omit the trails")
        fields["trails"] = None
    for name, function in (("fetch", fetch), ("render", render)):
        if function is not None and web != "live":
            raise PlanError(f'{name}: it is for the live web, give web="live"')
    loop = Loop()
    live = live_options(
        "Python",
        contact=contact,
        user_agent=user_agent,
        headers=headers,
        cookies=cookies,
        proxy=proxy,
        delays=delays,
        parallel_per_host=parallel_per_host,
        own=own,
        timeout=timeout,
        fetch=fetch,
        render=render,
        cache=cache,
        loop=loop,
        allow_address=allow_address,
        resolve=resolve,
    )
    if sitemaps:
        sites = [sitemaps] if isinstance(sitemaps, str) else list(sitemaps)
        given = fields["seeds"]
        found = _found_seeds(fields["query"], sites, web, {**live, "render": None})
        fields["seeds"] = [*([given] if isinstance(given, str) else given), *(seed["url"] for seed in found)]
    the_plan = plan(**fields, pages=pages, strategy=strategy, params=merged(params, more_params))
    native = _native.Run(the_plan, as_web(web), model, live, None if state is None else os.fspath(state), text_chars)
    exports = [path for path in (warc, wacz) if path is not None]
    return CrawlRun(native, pages, progress, known, exports, loop)


def find_seeds(
    query: str = "",
    *,
    sites: Sequence[str] = (),
    web: str | os.PathLike[str] | Mapping[str, bytes] = "live",
    **live: Unpack[Requests],
) -> list[dict[str, str]]:
    """Returns pages from which a crawl can start, the best first: `url`, `title`, `snippet` and `place`.

    Args:
        query: Words that describe the topic. Without sites, the services that the app uses by default are searched for them, for at most
            20 seconds.
        sites: Addresses of sites whose sitemaps and feeds are read instead, for at most two minutes each.
        web: See `crawl`.
        live: `contact` and the other arguments of `crawl` for live requests.

    Raises:
        CrawlError: Nothing was found; the message says why.

    Example:
        >>> len(find_seeds("asthma inhaler", web="demo")) > 0
        True
    """
    return _found_seeds(query, [sites] if isinstance(sites, str) else list(sites), web, live_options("Python", **live))


def _found_seeds(
    query: str, sites: list[str], web: str | os.PathLike[str] | Mapping[str, bytes], live: Mapping[str, Any]
) -> list[dict[str, str]]:
    seeds, warnings = _native.find_seeds(query, sites, as_web(web), live)
    for warning in warnings:
        logger.warning(warning)
    return seeds


def as_web(web: str | os.PathLike[str] | Mapping[str, bytes]) -> str | dict[str, bytes]:
    """Returns a web in the form that the engine takes."""
    if isinstance(web, Mapping):
        return dict(web)
    return os.fspath(web)


def _reporter(
    budget: int, progress: bool | Callable[[dict[str, Any]], Any]
) -> Callable[[_native.Run | None], None]:
    """Returns the function that reports a page, and with `None` the end."""
    if callable(progress):
        return lambda run: None if run is None else progress(run.progress)
    if not progress:
        return lambda run: None
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        return lambda run: _write_line(budget, run)
    bar = tqdm(total=budget, unit="page")

    def show(run: _native.Run | None) -> None:
        if run is None:
            bar.close()
        else:
            bar.set_postfix(harvest=f"{run.progress['measures']['harvest']:.2f}", refresh=False)
            bar.update()

    return show


def _write_line(budget: int, run: _native.Run | None) -> None:
    if run is None:
        print(file=sys.stderr)
        return
    counts = run.progress
    harvest = counts["measures"]["harvest"]
    print(f"\r{counts['pages']} of {budget} pages, harvest rate {harvest:.2f}", end="", file=sys.stderr, flush=True)
