"""The folder of a job, on any storage of Hadoop: the committed rounds of a crawl, and the driver that works in it.

A round writes its tables into a folder of its own and then its manifest, a small file, at once. A round without a manifest did not happen:
its tables are written again.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import time
import uuid
from types import TracebackType
from typing import Any, Iterator

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped, unused-ignore]
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

from salticid.errors import FileError, MissingFileError, PlanError
from salticid.spark._files import INCOMPLETE, HadoopFiles, write_part

#: The file of the lease.
LEASE = "lease.json"
#: The file with the names of the files of a table, on storage without renaming.
PARTS = "_PARTS"
#: The seconds after which a lease that is not renewed ends.
LEASE_SECONDS = 60.0
#: The seconds in which another driver has written its lease.
WRITING_SECONDS = 1.0
#: The owners of the leases that this process has.
HELD: set[str] = set()
#: The stores whose files appear when they are closed, whole. They need no draft, which they would rename by copying.
WHOLE = "fs.capability.outputstream.abortable"


class Store:
    """A folder with committed rounds."""

    def __init__(self, spark: SparkSession, folder: str) -> None:
        jvm: Any = spark._jvm
        self._spark = spark
        self._path = jvm.org.apache.hadoop.fs.Path
        self._io = jvm.org.apache.commons.io.IOUtils
        self._utf8 = jvm.java.nio.charset.StandardCharsets.UTF_8
        self._files, root = HadoopFiles(spark).system(folder)
        #: The files of tables that were read, by name.
        self._listed: dict[str, list[str]] = {}
        self._is_whole = bool(self._files.hasPathCapability(root, WHOLE))
        #: The folder with its scheme.
        self.folder = str(self._files.makeQualified(root).toString())

    def at(self, name: str) -> str:
        """Returns the path of a name in the folder."""
        return f"{self.folder}/{name}" if name else self.folder

    def table(self, schema: pa.Schema, *names: str) -> DataFrame:
        """Returns the rows of these tables; none without a table. The schema saves a job that reads it from the files."""
        own = from_arrow_schema(schema)
        parts = [part for name in names for part in self.parts(name)]
        if not parts:
            return self._spark.createDataFrame([], own)
        return self._spark.read.schema(own).parquet(*map(self.at, parts))

    def write_table(self, name: str, rows: DataFrame) -> None:
        """Writes a table in place of an earlier one. Without a name, the folder is the table.

        Spark renames what its tasks wrote. A store that would copy it instead gets files of unique names from the
        tasks, and then the list of those that count.
        """
        self._listed.pop(name, None)
        if not self._is_whole:
            rows.write.mode("overwrite").parquet(self.at(name))
            return
        self.create(_in(name, INCOMPLETE), {}, overwrites=True)
        folder, storage = self.at(name), HadoopFiles(self._spark).storage()

        def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            yield pa.RecordBatch.from_pydict({"name": pa.array([write_part(batches, folder, storage)], pa.string())})

        written = rows.mapInArrow(write, "name string").collect()
        parts = sorted(row["name"] for row in written if row["name"] is not None)
        if not parts:  # The columns of a table without rows are those of its file.
            empty = pa.RecordBatch.from_pylist([], to_arrow_schema(rows.schema))
            parts = [write_part([empty], folder, storage)]
        self.write(_in(name, PARTS), parts)
        for other in self._files.listStatus(self._path(folder)):
            if other.getPath().getName() not in {*parts, PARTS}:
                self._files.delete(other.getPath(), True)

    def has_table(self, name: str) -> bool:
        """Returns true if a table was written to its end."""
        return self.exists(_in(name, PARTS)) or self.exists(_in(name, "_SUCCESS"))

    def parts(self, name: str) -> list[str]:
        """Returns the names of the files of a table, or that of its folder if all of its files count."""
        if name not in self._listed:
            listed = self.read(_in(name, PARTS))
            self._listed[name] = [name] if listed is None else [_in(name, part) for part in listed]
        return self._listed[name]

    def exists(self, name: str) -> bool:
        """Returns true if a file or folder exists."""
        return bool(self._files.exists(self._path(self.at(name))))

    def read(self, name: str) -> Any:
        """Returns the content of a JSON file; `None` if it does not exist or was not written to its end."""
        if not self.exists(name):
            return None
        stream = self._files.open(self._path(self.at(name)))
        try:
            return json.loads(self._io.toString(stream, self._utf8))
        except json.JSONDecodeError:
            return None
        except Py4JJavaError as error:
            if error.java_exception.getClass().getSimpleName() != "ChecksumException":
                raise
            return None
        finally:
            stream.close()

    def write(self, name: str, value: Any) -> None:
        """Writes a JSON file: it is there whole, or not at all."""
        target = self._path(self.at(name))
        if self._is_whole:
            self._create(target, value)
            return
        draft = self._path(self.at(f"{name}.draft"))
        self._create(draft, value)
        self._files.delete(target, False)
        if not self._files.rename(draft, target):
            raise FileError(f"{self.folder}/{name} cannot be written")

    def create(self, name: str, value: Any, overwrites: bool = False) -> bool:
        """Writes a JSON file unless there is one that it must not overwrite; returns true if it was written.

        Others may see a part of it.
        """
        try:
            self._create(self._path(self.at(name)), value, overwrites)
        except Exception as error:
            if self.exists(name):
                return False
            raise FileError(f"{self.folder}/{name} cannot be written: {error}") from error
        return True

    def _create(self, path: Any, value: Any, overwrites: bool = True) -> None:
        stream = self._files.create(path, overwrites)
        stream.write(bytearray(json.dumps(value).encode()))
        stream.close()

    def delete(self, name: str) -> None:
        """Deletes a file or folder, if it exists, and the folder of a round that is empty then."""
        self._listed.pop(name, None)
        path = self._path(self.at(name))
        folder = path.getParent()
        self._files.delete(path, True)
        if name.count("/") > 1 and self._files.exists(folder) and not self._files.listStatus(folder):
            self._files.delete(folder, False)

    def size(self, name: str) -> int:
        """Returns the number of bytes of a file."""
        return int(self._files.getFileStatus(self._path(self.at(name))).getLen())

    def rounds(self) -> list[dict[str, Any]]:
        """Returns the manifests of all committed rounds, in order."""
        manifests: list[dict[str, Any]] = []
        while (manifest := self.read(manifest_name(len(manifests)))) is not None:
            manifests.append(manifest)
        return manifests


def manifest_name(round_number: int) -> str:
    """Returns the name of the manifest of a round, from 0."""
    return f"rounds/{round_number:05}.json"


def _in(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def table(spark: SparkSession, path: str) -> DataFrame:
    """Returns a table of Parquet.

    Raises:
        FileError: There is none, or the job that writes it has not come to its end.
    """
    files = HadoopFiles(spark)
    if not files.exists(path):
        raise MissingFileError(f"{path}: there is no such table")
    if files.exists(path, beside=INCOMPLETE) or files.exists(f"{path}/{INCOMPLETE}"):
        raise FileError(f"{path}: the job that writes it has not ended, or was interrupted: run it again")
    store = Store(spark, path)
    return spark.read.parquet(*map(store.at, store.parts("")))


class Lease:
    """The right to write into a folder, which one driver has at a time. A thread renews it while the context lasts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._own: dict[str, Any] = {"owner": uuid.uuid4().hex, "host": socket.gethostname(), "process": os.getpid()}
        self._has_ended = threading.Event()
        # A file that is being renewed cannot be read.
        self._renewing = threading.Lock()
        self._thread = threading.Thread(target=self._renew, name="salticid-lease", daemon=True)

    def __enter__(self) -> Lease:
        """Takes the lease.

        Raises:
            PlanError: Another driver has it.
        """
        HELD.add(self._own["owner"])
        try:
            self._take()
        except BaseException:
            HELD.discard(self._own["owner"])
            raise
        self._thread.start()
        return self

    def _take(self) -> None:
        while not self._store.create(LEASE, self._now()):
            other = self._store.read(LEASE)
            if other is None:
                time.sleep(WRITING_SECONDS)
                other = self._store.read(LEASE)
            if other is not None and self._is_alive(other):
                driver = f"process {other['process']} on {other['host']}"
                raise PlanError(
                    f"{self._store.folder} is in use by {driver}: end that crawl, or name another folder"
                )
            self._store.delete(LEASE)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._has_ended.set()
        self._thread.join()
        HELD.discard(self._own["owner"])
        if self._is_own():
            self._store.delete(LEASE)

    def check(self) -> None:
        """Checks before a commit that the lease was not lost, for example while this driver slept.

        Raises:
            PlanError: Another driver has it.
        """
        if not self._is_own():
            raise PlanError(f"{self._store.folder} is in use by another driver, which has taken it over from this one")

    def _now(self) -> dict[str, Any]:
        return {**self._own, "at": time.time()}

    def _is_own(self) -> bool:
        with self._renewing:
            return self._has_own()

    def _has_own(self) -> bool:
        return bool((self._store.read(LEASE) or {}).get("owner") == self._own["owner"])

    def _is_alive(self, other: dict[str, Any]) -> bool:
        """Returns whether a driver works, by its last sign of life; one on this machine also by its process."""
        if time.time() - other["at"] >= LEASE_SECONDS:
            return False
        if other["host"] != self._own["host"] or os.name != "posix":
            return True
        if other["process"] != self._own["process"]:
            return _is_running(other["process"])
        if other["owner"] in HELD:
            return True
        # A container that starts again has the same number, and so has one beside it with the same host name: only a
        # driver that works renews its lease.
        time.sleep(LEASE_SECONDS / 4 + WRITING_SECONDS)
        return bool(self._store.read(LEASE) != other)

    def _renew(self) -> None:
        while not self._has_ended.wait(LEASE_SECONDS / 4):
            # A storage that does not answer may do so the next time, before the lease ends. It may have left a part.
            with self._renewing, contextlib.suppress(Exception):
                lease = self._store.read(LEASE)
                if lease is None or lease["owner"] == self._own["owner"]:
                    self._store.create(LEASE, self._now(), overwrites=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
