"""Runs crawls and returns their pages one by one."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
from typing import Any, Callable, Iterator, Mapping, Sequence

from salticid import _native
from salticid._plan import merged, plan
from salticid.errors import PlanError

__all__ = ["PAGE_FIELDS", "CrawlRun", "crawl"]

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
    "probability",
    "repeats",
)


class CrawlRun:
    """A crawl and its pages.

    Iterate over it to crawl: each step returns the next page as a dictionary, as a line of the log of `salticid-lab` has it. The crawl
    goes on only while you iterate, and can be continued at any time. `run` crawls to the end. In a coroutine, `async for` does the same.
    """

    def __init__(
        self,
        native: _native.Run,
        budget: int,
        progress: bool | Callable[[dict[str, Any]], Any],
        topic: Mapping[str, Any],
    ) -> None:
        self._native = native
        self._show = _reporter(budget, progress)
        self._topic = topic

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self

    def __next__(self) -> dict[str, Any]:
        try:
            page = next(self._native)
        except StopIteration:
            self._show(None)
            raise
        self._show(self._native)
        return page

    def __aiter__(self) -> CrawlRun:
        return self

    async def __anext__(self) -> dict[str, Any]:
        """Returns the next page without holding up other tasks: the crawl runs in a thread meanwhile."""
        page = await asyncio.to_thread(next, self, None)
        if page is None:
            raise StopAsyncIteration
        return page

    def run(self) -> CrawlRun:
        """Crawls to the end and returns the crawl."""
        for _ in self:
            pass
        return self

    @property
    def pages(self) -> list[dict[str, Any]]:
        """All pages so far, in the order of the crawl. An absent field has no value: `last_modified`, `etag`, `language`, `probability`,
        `repeats`."""
        return self._native.pages()

    @property
    def progress(self) -> dict[str, Any]:
        """The counts of the crawl so far: pages, requests, failures, refused links, waiting URLs, harvest rate and average relevance."""
        return self._native.progress

    @property
    def documents(self) -> list[dict[str, Any]]:
        """The documents that pages link to, such as PDF, Office files and data sets, which are not fetched: `url`, `kind`, `anchor`,
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
        types["parts"] = pyarrow.list_(number)
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
    progress: bool | Callable[[dict[str, Any]], Any] = False,
    contact: str | None = None,
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
        progress: True shows the progress on the standard error. A function is called after each page with `CrawlRun.progress`.
        contact: A page about you, for the User-Agent of live requests.
        allow_address: Addresses like `127.0.0.1:8000` that a live crawl may fetch from although they are not public.
        resolve: Names that a live crawl maps to an address, like `example.test:80:127.0.0.1:8000`.
        params: Parameters of the strategy by name; keyword arguments do the same.
        settings: Further arguments of `plan` by name.

    Raises:
        PlanError: The plan is not possible; the message lists all problems.
        ModelError: The model was trained with other settings.
        ContentError: The file is not a recorded web.
        FileError: The file cannot be read.

    Example:
        >>> for page in crawl(topic="demo#asthma", pages=3):
        ...     print(page["n"], page["outcome"])
        1 read
        2 read
        3 read
    """
    known = _native.topic(topic) if isinstance(topic, str) else dict(topic or {})
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
    the_plan = plan(**fields, pages=pages, strategy=strategy, params=merged(params, more_params))
    live = {"contact": contact, "allow_address": list(allow_address), "resolve": list(resolve)}
    native = _native.Run(the_plan, as_web(web), model, live)
    return CrawlRun(native, pages, progress, known)


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
