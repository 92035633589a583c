"""Finds and opens files.

The driver looks for files with Hadoop's file systems, like Spark itself. The Python workers, which have no JVM, read
and write them with PyArrow, with the settings of Hadoop for S3 (`fs.s3a.*`).
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import uuid
import zlib
from typing import Any, Iterable, Mapping

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from pyarrow import fs, parquet  # type: ignore[import-untyped, unused-ignore]
from pyspark.sql import SparkSession

from salticid.errors import FileError, MissingFileError

#: The endings of files that list paths, one a line.
LISTS = (".txt", ".paths", ".txt.gz", ".paths.gz")
#: The most bytes of a list of paths: some five months of Common Crawl.
LIST_BYTES = 64 << 20
#: The rows, and the bytes, after which a group of rows of a Parquet file ends.
GROUP_ROWS, GROUP_BYTES = 100_000, 64 << 20
#: The most names in a message.
NAMES = 10
#: The file beside tables that are being written.
INCOMPLETE = "_INCOMPLETE"

#: Settings of Hadoop for S3, after `fs.s3a.`, and those of Arrow.
_S3 = {
    "access.key": "access_key",
    "secret.key": "secret_key",
    "session.token": "session_token",
    "endpoint": "endpoint_override",
    "endpoint.region": "region",
}
#: Whether S3 is reached by TLS, and who signs requests.
SSL, PROVIDER = "connection.ssl.enabled", "aws.credentials.provider"
SETTINGS = (*_S3, SSL, PROVIDER)


class HadoopFiles:
    """The file systems of Hadoop, on the driver."""

    def __init__(self, spark: SparkSession) -> None:
        jvm: Any = spark._jvm
        self._path = jvm.org.apache.hadoop.fs.Path
        self._io = jvm.org.apache.commons.io.IOUtils
        self._conf: Any = spark.sparkContext._jsc.hadoopConfiguration()

    def system(self, path: str) -> tuple[Any, Any]:
        """Returns the file system of a path, and the path.

        Raises:
            FileError: No file system has its scheme.
        """
        try:
            at = self._path(path)
            return at.getFileSystem(self._conf), at
        except Exception as error:
            raise FileError(f"{path}: {_reason(error)}") from error

    def matching(self, pattern: str) -> list[str]:
        """Returns the files that a path or a pattern of Hadoop names, in order.

        Raises:
            FileError: The file system cannot be reached.
        """
        system, at = self.system(pattern)
        try:
            found = system.globStatus(at) or ()
        except Exception as error:
            raise FileError(f"{pattern}: {_reason(error)}") from error
        return sorted(_plain(str(status.getPath().toString())) for status in found if status.isFile())

    def exists(self, path: str, beside: str | None = None) -> bool:
        """Returns true if a file or folder exists, or one that is `beside` it."""
        system, at = self.system(path)
        return bool(system.exists(at if beside is None else self._path(at.getParent(), beside)))

    def read(self, path: str, most: int) -> bytes:
        """Returns the content of a file.

        Raises:
            FileError: There is no such file, it is longer than `most`, or it cannot be read.
        """
        system, at = self.system(path)
        try:
            if not system.exists(at):
                raise MissingFileError(f"{path}: there is no such file")
            if system.getFileStatus(at).getLen() > most:
                raise FileError(f"{path} has over {most >> 20} MiB: split it")
            stream = system.open(at)
            try:
                return bytes(self._io.toByteArray(stream))
            finally:
                stream.close()
        except FileError:
            raise
        except Exception as error:
            raise FileError(f"{path}: {_reason(error)}") from error

    def storage(self) -> dict[str, dict[str, Any]]:
        """Returns the settings of S3 for `located`: those of buckets that have their own (`fs.s3a.bucket.NAME.*`) by
        name, and those of all others under the empty name.
        """
        given = self._conf.getPropsWithPrefix("fs.s3a.bucket.")
        buckets = {key[: -len(name) - 1] for key in given for name in SETTINGS if key.endswith(f".{name}")}
        return {bucket: self._bucket(bucket) for bucket in ("", *sorted(buckets))}

    def _bucket(self, bucket: str) -> dict[str, Any]:
        """Returns the settings of a bucket; without a name, those that hold for all."""

        def setting(name: str) -> str | None:
            special: str | None = self._conf.get(f"fs.s3a.bucket.{bucket}.{name}") if bucket else None
            common: str | None = self._conf.get(f"fs.s3a.{name}")
            return special or common

        given = {arrow: setting(name) for name, arrow in _S3.items()}
        options: dict[str, Any] = {arrow: value for arrow, value in given.items() if value}
        if setting(SSL) == "false":
            options["scheme"] = "http"
        if "://" in (endpoint := options.get("endpoint_override", "")):
            options["scheme"], options["endpoint_override"] = endpoint.split("://", 1)
        if "Anonymous" in (setting(PROVIDER) or ""):
            options = {name: value for name, value in options.items() if not name.endswith(("_key", "_token"))}
            options["anonymous"] = True
        return options


def _reason(error: Exception) -> str:
    """Returns the message of an exception of Java, or of Python."""
    java = getattr(error, "java_exception", None)
    return str(error if java is None else java.getMessage() or java)


def _plain(path: str) -> str:
    """Returns a local path without its scheme."""
    return path[len("file:") :] if path.startswith("file:/") else path


def located(path: str, storage: Mapping[str, Any] = {}) -> tuple[fs.FileSystem, str]:
    """Returns the file system of a path for Arrow, and the path in it. `storage` are the settings of S3 by bucket."""
    if "://" not in path:
        return fs.LocalFileSystem(), os.path.abspath(path)
    scheme, _, inner = path.partition("://")
    options = storage.get(inner.split("/", 1)[0], storage.get(""))
    if scheme in ("s3", "s3a") and options:
        return fs.S3FileSystem(**options), inner
    filesystem, inner = fs.FileSystem.from_uri(path.replace("s3a://", "s3://", 1))
    return filesystem, inner


def opened(path: str, storage: Mapping[str, Any] = {}) -> Any:
    """Opens a file for reading from front to back. Raises `OSError`."""
    filesystem, inner = located(path, storage)
    return filesystem.open_input_stream(inner, compression=None, buffer_size=1 << 20)


def join_files(paths: Iterable[str], target: str, storage: Mapping[str, Any] = {}) -> None:
    """Writes files one after another into a new one."""
    filesystem, inner = located(target, storage)
    with filesystem.open_output_stream(inner, compression=None) as joined:
        for path in paths:
            with opened(path, storage) as file:
                shutil.copyfileobj(file, joined, 1 << 20)


def write_part(batches: Iterable[pa.RecordBatch], folder: str, storage: Mapping[str, Any]) -> str | None:
    """Writes the rows of a task into a Parquet file with a name that no other attempt has; returns the name, or `None`
    without a batch.
    """
    name, writer = f"part-{uuid.uuid4().hex}.parquet", None
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        if writer is None:
            filesystem, inner = located(f"{folder}/{name}", storage)
            writer = parquet.ParquetWriter(inner, batch.schema, filesystem=filesystem)
        waiting.append(batch)
        if sum(one.num_rows for one in waiting) >= GROUP_ROWS or sum(one.nbytes for one in waiting) >= GROUP_BYTES:
            writer.write_table(pa.Table.from_batches(waiting))
            waiting = []
    if writer is None:
        return None
    if waiting:
        writer.write_table(pa.Table.from_batches(waiting))
    writer.close()
    return name


def expanded(spark: SparkSession, paths: str | Iterable[str], base: str = "") -> list[str]:
    """Returns the files that paths name, in order and each once.

    Args:
        spark: The session.
        paths: Files, patterns of Hadoop such as `{a,b}/*.warc.gz`, and lists of paths as Common Crawl publishes them
            (`.txt`, `.paths`, also `.gz`). Whether the files of a list exist is not checked.
        base: Precedes the paths of lists, such as `s3a://commoncrawl/`.

    Raises:
        FileError: A path or pattern names no file; the message has all such. Or a list cannot be read or has over
            64 MiB.
    """
    files = HadoopFiles(spark)
    found: list[str] = []
    missing: list[str] = []
    for path in [paths] if isinstance(paths, str) else paths:
        if path.endswith(LISTS):
            found += [base + line for line in _lines(files, path)]
        elif matching := files.matching(path):
            found += matching
        else:
            missing.append(path)
    if missing:
        raise MissingFileError(f"there is no such file: {named(missing)}")
    if not found:
        raise FileError("no file is named: give the path of a WARC file, a pattern, or a list of paths")
    return list(dict.fromkeys(found))


def named(paths: list[str]) -> str:
    """Returns names for a message."""
    rest = len(paths) - NAMES
    return ", ".join(paths[:NAMES]) + (f" and {rest} more" if rest > 0 else "")


def _lines(files: HadoopFiles, path: str) -> list[str]:
    try:
        data = files.read(path, LIST_BYTES)
        if path.endswith(".gz"):
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(LIST_BYTES + 1)
        text = data.decode()
    except (EOFError, OSError, UnicodeDecodeError, zlib.error) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(f"{path}: {error}") from error
    if len(data) > LIST_BYTES:
        raise FileError(f"{path} has over {LIST_BYTES >> 20} MiB: split it")
    return [line.strip() for line in text.splitlines() if line.strip()]
