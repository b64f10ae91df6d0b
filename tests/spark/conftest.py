"""What the tests of plumb_drift.spark share: a real Spark, and rows of every shape.

SPARK_MASTER says which Spark: local[2] without it.
"""

import os
import sys

import pytest
from pyspark.sql import SparkSession

SCHEMA = (
    "id string, prompt string, response string, severity string, tools array<string>, "
    "labels map<string,string>"
)
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # of the workers too


@pytest.fixture(scope="session")
def session():
    built = (
        SparkSession.builder.master(os.environ.get("SPARK_MASTER", "local[2]"))
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "50")
        .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        .getOrCreate()
    )
    built.sparkContext.setLogLevel("OFF")  # tasks that fail on purpose
    yield built
    built.stop()


def rows(count, shift=0):
    severities = ["low", "medium", None, "high"]
    return [
        {
            "id": f"r{i}",
            "prompt": f"question {i % 7}" if i % 5 else None,
            "response": ""
            if i % 11 == 3
            else f"Your parcel {i * 37 % 101} arrives in {i % 9} days.",
            "severity": severities[(i + shift) % 4],
            "tools": None if i % 6 == 2 else ["search"] * (i % 3),
            "labels": {"region": "north" if i % 2 else "south"} if i % 8 else None,
        }
        for i in range(count)
    ]


def plain(some):
    """As one process takes them: a null is a field that is not there."""
    return [{name: value for name, value in row.items() if value is not None} for row in some]
