"""Exceptions of the package.

Every exception carries the message of the engine, which states cause and remedy.
"""

__all__ = [
    "ContentError",
    "CrawlError",
    "Error",
    "FileError",
    "MissingFileError",
    "ModelError",
    "PlanError",
    "TrainingError",
    "UrlError",
]


class Error(Exception):
    """The base of all exceptions of this package."""


class UrlError(Error, ValueError):
    """A text is not the URL of a page that can be crawled."""


class ContentError(Error, ValueError):
    """A page, a recorded web, a topics file or a model file cannot be read as one."""


class PlanError(Error, ValueError):
    """A plan or an argument is not possible; the message lists all problems, one per line."""


class ModelError(Error, ValueError):
    """A model does not fit the settings of a crawl."""


class TrainingError(Error, RuntimeError):
    """A strategy could not learn from its examples."""


class CrawlError(Error, RuntimeError):
    """A crawl ended before it could read a page; the message says why."""


class FileError(Error, OSError):
    """A file cannot be read or written, or the system refuses a resource."""


class MissingFileError(FileError, FileNotFoundError):
    """There is no file with this name."""
