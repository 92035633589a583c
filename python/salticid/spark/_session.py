"""Makes the Spark session of a command, and keeps objects in the Python workers."""

from __future__ import annotations

import os
import pickle
import sys
from functools import lru_cache
from typing import Any

from pyspark import cloudpickle  # type: ignore[attr-defined, unused-ignore]
from pyspark.sql import DataFrame, SparkSession


def session(name: str = "salticid", **config: str) -> SparkSession:
    """Returns the running Spark session, or a new one.

    The master is that of `spark-submit` or of `SPARK_MASTER`, by default `local[*]`. The Python workers run the interpreter of the driver.

    Args:
        name: The name of the application.
        config: Options of Spark, with underscores for dots: `spark_sql_shuffle_partitions="8"`.
    """
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName(name)
    if "PYSPARK_GATEWAY_PORT" not in os.environ:
        builder = builder.master(os.environ.get("SPARK_MASTER", "local[*]"))
    for option, value in config.items():
        builder = builder.config(option.replace("_", "."), value)
    return builder.getOrCreate()


def serialized(value: Any) -> bytes:
    """Returns an object for `deserialized` in a Python worker, with functions of the caller that it has."""
    dumps: Any = cloudpickle.dumps
    return bytes(dumps(value))


@lru_cache(maxsize=4)
def deserialized(data: bytes) -> Any:
    """Returns an object in a Python worker, which makes it once: a scorer reads word weights, a web its recording."""
    return pickle.loads(data)


def checkpointed(frame: DataFrame) -> DataFrame:
    """Computes a frame and cuts its lineage, so that iterations stay short: by a checkpoint where the session has a folder for them
    (`SparkContext.setCheckpointDir`), which survives the loss of executors, or else in the executors."""
    if frame.sparkSession.sparkContext.getCheckpointDir():
        return frame.checkpoint()
    return frame.localCheckpoint()
