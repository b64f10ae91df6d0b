"""plumb_drift.spark in a real Spark, against one process.

SPARK_MASTER says which one: local[2] without it.
"""

import os
import sys

import plumb_drift
import pytest
from plumb_drift import Profile
from plumb_drift import spark as plumb_spark
from plumb_drift.errors import InvalidInput
from pyspark.sql import SparkSession

SCHEMA = (
    "id string, prompt string, response string, severity string, tools array<string>, "
    "labels map<string,string>"
)
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # of the workers too
MASTER = os.environ.get("SPARK_MASTER", "local[2]")


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
            "labels": {"region": "north" if i % 2 else "south"},
        }
        for i in range(count)
    ]


def plain(some):
    return [{name: value for name, value in row.items() if value is not None} for row in some]


@pytest.fixture(scope="module")
def session():
    built = (
        SparkSession.builder.master(MASTER)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "50")
        .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        .getOrCreate()
    )
    yield built
    built.stop()


@pytest.mark.parametrize("partitions", [1, 3, 8])
def test_a_profile_has_the_bits_of_one_process(session, partitions):
    some = rows(120)
    whole = Profile(plain(some))
    df = session.createDataFrame(some, SCHEMA).repartition(partitions)
    assert plumb_spark.profile(df).to_bytes() == whole.to_bytes()


def test_empty_partitions_and_a_partition_of_one_are_fine(session):
    some = rows(3)
    df = session.createDataFrame(some, SCHEMA).repartition(8)
    found = plumb_spark.profile(df, embeddings=False)
    assert found.to_bytes() == Profile(plain(some), embeddings=False).to_bytes()
    none = session.createDataFrame([], SCHEMA)
    assert len(plumb_spark.profile(none, embeddings=False)) == 0


def test_a_comparison_is_that_of_one_process(session, tmp_path):
    some, others = rows(60), rows(60, shift=1)
    df = session.createDataFrame(some, SCHEMA).repartition(3)
    wanted = plumb_drift.compare(plain(some), plain(others))
    Profile(plain(others)).save(tmp_path / "base.plumb")
    got = plumb_spark.compare(df, tmp_path / "base.plumb")
    assert got.results == wanted.results and got.verdict == wanted.verdict
    both = plumb_spark.compare(df, session.createDataFrame(others, SCHEMA))
    assert both.results == wanted.results


def test_scores_are_those_of_one_process_and_null_stays_null(session):
    some = rows(40)
    some[5]["response"] = None
    some[6]["prompt"] = None
    df = session.createDataFrame(some, SCHEMA).repartition(3)
    scored = plumb_spark.score(df, reference="prompt").orderBy("id").collect()
    by_id = {row["id"]: row for row in scored}
    assert len(by_id) == len(some)
    empty = by_id["r5"]
    assert empty["embedding"] is None and empty["tokens"] is None and empty["ids"] is None
    assert by_id["r6"]["ids"] is None and by_id["r6"]["embedding"] is not None
    there = [row for row in some if row["response"] is not None]
    vectors = plumb_drift.embed([row["response"] for row in there])
    for row, vector in zip(there, vectors):
        assert by_id[row["id"]]["embedding"] == vector.tolist()
        if row["prompt"] is not None:
            assert by_id[row["id"]]["ids"] == plumb_drift.ids(row["response"], row["prompt"])


def test_rows_without_an_id_are_refused(session):
    df = session.createDataFrame(rows(3), SCHEMA)
    with pytest.raises(InvalidInput, match=r"lacks \['id'\]"):
        plumb_spark.profile(df.drop("id"))
    with pytest.raises(Exception, match="a row has no id"):
        plumb_spark.profile(session.createDataFrame([{"response": "a"}], SCHEMA), embeddings=False)
    with pytest.raises(InvalidInput, match="no column 'answer'"):
        plumb_spark.score(df, text="answer")
