"""Finds and opens files on any storage that PyArrow knows: local folders, S3, Google Cloud Storage, HDFS."""

from __future__ import annotations

import fnmatch
import gzip
import os
import zlib
from typing import Any, Iterable

from pyarrow import fs  # type: ignore[import-untyped, unused-ignore]

from salticid.errors import FileError

#: The endings of files that list paths, one a line.
LISTS = (".txt", ".paths", ".txt.gz", ".paths.gz")
#: The most bytes of a list of paths: some five months of Common Crawl.
LIST_BYTES = 64 << 20


def located(path: str) -> tuple[fs.FileSystem, str]:
    """Returns the file system of a path and the path in it. `s3a://`, which Hadoop uses, is `s3://` here."""
    if "://" not in path:
        return fs.LocalFileSystem(), os.path.abspath(path)
    filesystem, inner = fs.FileSystem.from_uri(path.replace("s3a://", "s3://", 1))
    return filesystem, inner


def opened(path: str) -> Any:
    """Opens a file for reading from front to back. Raises `OSError`."""
    filesystem, inner = located(path)
    return filesystem.open_input_stream(inner, compression=None, buffer_size=1 << 20)


def expanded(paths: str | Iterable[str], base: str = "") -> list[str]:
    """Returns the files that paths name, in order and each once.

    Args:
        paths: Files, patterns with `*`, `?` or `[…]`, and lists of paths as Common Crawl publishes them (`.txt`, `.paths`, also `.gz`).
        base: Precedes the paths of lists, such as `s3a://commoncrawl/`.

    Raises:
        FileError: A pattern fits no file, or a list cannot be read or has over 64 MiB.
    """
    found: list[str] = []
    for path in [paths] if isinstance(paths, str) else paths:
        if path.endswith(LISTS):
            found += [base + line for line in _lines(path)]
        elif any(letter in path for letter in "*?["):
            found += _matching(path)
        else:
            found.append(path)
    if not found:
        raise FileError("no file is named: give the path of a WARC file, a pattern, or a list of paths")
    return list(dict.fromkeys(found))


def _lines(path: str) -> list[str]:
    try:
        with opened(path) as file:
            data = (gzip.GzipFile(fileobj=file) if path.endswith(".gz") else file).read(LIST_BYTES + 1)
            text = data.decode()
    except (EOFError, OSError, UnicodeDecodeError, zlib.error) as error:
        raise FileError(f"{path}: {error}") from error
    if len(data) > LIST_BYTES:
        raise FileError(f"{path} has over {LIST_BYTES >> 20} MiB: split the list")
    return [line.strip() for line in text.splitlines() if line.strip()]


def _matching(pattern: str) -> list[str]:
    folder = os.path.dirname(pattern.split("*")[0].split("?")[0].split("[")[0])
    filesystem, inner = located(folder or ".")
    _, inner_pattern = located(pattern)
    selector = fs.FileSelector(inner, recursive=True, allow_not_found=True)
    files = [info.path for info in filesystem.get_file_info(selector) if info.is_file]
    scheme = pattern.split("://")[0] + "://" if "://" in pattern else ""
    found = [scheme + file for file in sorted(files) if fnmatch.fnmatch(file, inner_pattern)]
    if not found:
        raise FileError(f"{pattern} fits no file")
    return found
