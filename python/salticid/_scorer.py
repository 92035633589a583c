"""Scores the links of single pages."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Sequence

from salticid import _native
from salticid._plan import merged, plan

__all__ = ["Scorer"]


class Scorer:
    """Scores pages and their links for a topic.

    A score depends on the page alone: it is the one that the link gets when the page is the first of a crawl. The same page therefore
    always has the same scores, in any order and on any number of threads. A strategy that learns during a crawl learns nothing here; use
    `crawl` or `Crawl` for that.

    Args:
        query: Words that describe the topic.
        strategy: An id of `strategies()`. By default that of the model, else `best-first`, whose scores combine the similarities of page
            and link text with the query (Pant, Srinivasan and Menczer 2004, section 3.1).
        model: A model trained by `train` or by the app. It brings its strategy, its settings and its query.
        idf: Source of the word weights: `auto`, `none` or `general`.
        relevance: Measure of the relevance of pages: `auto`, `words`, `meaning` or `both`.
        stemming: Reduces words to their stems. By default true.
        emphasis: Counts words of titles three times, those of headings and bold text twice. By default true.
        excluded: Related words and senses that are not used.
        params: Parameters of the strategy by name; keyword arguments do the same.

    Raises:
        PlanError: The strategy or a parameter is unknown, or the strategy needs training and there is no model.
        ModelError: The model was trained with other settings.

    Example:
        >>> scorer = Scorer(query="jumping spiders")
        >>> page = parse(b"<title>Jumping spiders</title><a href=/portia>Portia, a jumping spider</a>", "http://example.org/")
        >>> [link.url for link in scorer.links(page)]
        ['http://example.org/portia']
    """

    def __init__(
        self,
        query: str = "",
        *,
        strategy: str | None = None,
        model: _native.Model | None = None,
        idf: str | None = None,
        relevance: str | None = None,
        stemming: bool | None = None,
        emphasis: bool | None = None,
        excluded: Sequence[str] = (),
        params: Mapping[str, Any] | None = None,
        **more_params: Any,
    ) -> None:
        self._settings = plan(
            query,
            strategy=strategy,
            params=merged(params, more_params),
            idf=idf,
            relevance=relevance,
            stemming=stemming,
            emphasis=emphasis,
            excluded=excluded,
        )
        self._model = model
        self._native = _native.Scorer(self._settings, model)

    def __getstate__(self) -> tuple[dict[str, Any], _native.Model | None]:
        return self._settings, self._model

    def __setstate__(self, state: tuple[dict[str, Any], _native.Model | None]) -> None:
        self._settings, self._model = state
        self._native = _native.Scorer(self._settings, self._model)

    @property
    def strategy(self) -> str:
        """The id of the strategy."""
        return self._native.strategy

    @property
    def parts(self) -> list[str]:
        """The names of the parts of a score, in their order; empty if scores have no parts."""
        return self._native.parts

    def relevance(self, page: _native.Page) -> float:
        """Returns the relevance of a page, 0 to 1.

        By words it is the cosine of the words of page and query (Pant, Srinivasan and Menczer 2004, equation 1; Batsakis, Petrakis and
        Milios 2009, equation 2). By meaning it is the cube of the cosine of their sums of word vectors, where that is positive.
        """
        return self._native.relevance(page)

    def links(self, page: _native.Page) -> list[_native.ScoredLink]:
        """Returns the links of a page that a crawl would follow, each target once, the best first.

        Links that are marked nofollow, that lead to the page itself or that look like traps are left out.
        """
        return self._native.links(page)

    def batch(
        self,
        pages: Iterable[Sequence[Any]],
        *,
        threads: int | None = None,
        skip_unreadable: bool = False,
    ) -> list[_native.ScoredPage | None]:
        """Parses and scores many pages on several threads, without the interpreter's lock.

        Args:
            pages: `(html, url)` or `(html, url, content_type)` for each page.
            threads: Number of threads. By default that of the processors.
            skip_unreadable: Returns `None` for a page that cannot be parsed, in place of an exception.

        Returns:
            The scored pages, in the order of the pages.

        Raises:
            UrlError: A URL is not that of a page.
            ContentError: A page is a file of another type than HTML or text.
        """
        items = [(page[0], page[1], page[2] if len(page) > 2 else None) for page in pages]
        return self._native.batch(items, threads, skip_unreadable)

    def __repr__(self) -> str:
        return f"Scorer(strategy={self.strategy!r})"
