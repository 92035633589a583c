"""The folder of a crawl in rounds: which rounds are committed, on any storage that Hadoop knows.

A round writes its tables into a folder of its own and then its manifest, a small file, at once. A round without a manifest did not happen:
its tables are written again.
"""

from __future__ import annotations

import json
from typing import Any

from pyspark.sql import SparkSession

from salticid.errors import FileError


class Store:
    """A folder with committed rounds."""

    def __init__(self, spark: SparkSession, folder: str) -> None:
        jvm: Any = spark._jvm
        context = spark.sparkContext
        self._path = jvm.org.apache.hadoop.fs.Path
        self._io = jvm.org.apache.commons.io.IOUtils
        self._utf8 = jvm.java.nio.charset.StandardCharsets.UTF_8
        conf = context._jsc.hadoopConfiguration()
        root = self._path(folder)
        self._files = root.getFileSystem(conf)
        #: The folder with its scheme.
        self.folder = str(self._files.makeQualified(root).toString())

    def at(self, name: str) -> str:
        """Returns the path of a name in the folder."""
        return f"{self.folder}/{name}"

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
        finally:
            stream.close()

    def write(self, name: str, value: Any) -> None:
        """Writes a JSON file: it is there whole, or not at all."""
        draft = self._path(self.at(f"{name}.draft"))
        stream = self._files.create(draft, True)
        stream.write(bytearray(json.dumps(value).encode()))
        stream.close()
        target = self._path(self.at(name))
        self._files.delete(target, False)
        if not self._files.rename(draft, target):
            raise FileError(f"{self.folder}/{name} cannot be written")

    def delete(self, name: str) -> None:
        """Deletes a folder, if it exists."""
        self._files.delete(self._path(self.at(name)), True)

    def rounds(self) -> list[dict[str, Any]]:
        """Returns the manifests of all committed rounds, in order."""
        manifests: list[dict[str, Any]] = []
        while (manifest := self.read(manifest_name(len(manifests)))) is not None:
            manifests.append(manifest)
        return manifests


def manifest_name(round_number: int) -> str:
    """Returns the name of the manifest of a round, from 0."""
    return f"rounds/{round_number:05}.json"
