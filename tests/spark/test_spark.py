"""plumb_drift.spark in a real Spark, against one process."""

from pathlib import Path

import plumb_drift
import pytest
from conftest import SCHEMA, plain, rows
from plumb_drift import Profile, _core, models
from plumb_drift import spark as plumb_spark
from plumb_drift.errors import Corrupt, InvalidInput, NotFound, PlumbWarning
from pyspark.sql import functions


@pytest.mark.parametrize("partitions", [1, 3, 8])
def test_a_profile_has_the_bits_of_one_process(session, partitions):
    some = rows(120)
    whole = Profile(plain(some))
    df = session.createDataFrame(some, SCHEMA).repartition(partitions)
    assert plumb_spark.profile(df).to_bytes() == whole.to_bytes()
    named = plumb_spark.profile(df, name="monday", keep_text=False, sample_rows=20, seed=7)
    wanted = Profile(plain(some), name="monday", keep_text=False, sample_rows=20, seed=7)
    assert named.to_bytes() == wanted.to_bytes()


def test_empty_partitions_and_a_partition_of_one_are_fine(session):
    some = rows(3)
    df = session.createDataFrame(some, SCHEMA).repartition(8)
    sizes = df.rdd.glom().map(len).collect()
    assert sizes.count(0) >= 5 and 1 in sizes
    assert plumb_spark.profile(df).to_bytes() == Profile(plain(some)).to_bytes()
    scored = plumb_spark.score(df).collect()
    assert sorted(row["id"] for row in scored) == ["r0", "r1", "r2"]
    none = session.createDataFrame([], SCHEMA)
    assert len(plumb_spark.profile(none)) == 0
    assert plumb_spark.score(none).collect() == []


def test_vectors_that_rows_bring_are_taken(session):
    some = rows(30)
    for i, row in enumerate(some):
        row["embedding"] = [0.25 * i, -1.5, 1 / 3]
    wanted = Profile(plain(some)).to_bytes()
    for kind in ("array<float>", "array<double>"):
        df = session.createDataFrame(some, f"{SCHEMA}, embedding {kind}").repartition(4)
        assert plumb_spark.profile(df).to_bytes() == wanted
    assert Profile(plain(some), embeddings=False) == plumb_spark.profile(df, embeddings=False)


def test_a_comparison_is_that_of_one_process(session, tmp_path):
    some, others = rows(60), rows(60, shift=1)
    df = session.createDataFrame(some, SCHEMA).repartition(3)
    wanted = plumb_drift.compare(plain(some), plain(others))
    Profile(plain(others)).save(tmp_path / "base.plumb")
    got = plumb_spark.compare(df, tmp_path / "base.plumb")
    assert got.results == wanted.results and got.verdict == wanted.verdict
    both = plumb_spark.compare(df, session.createDataFrame(others, SCHEMA))
    assert both.results == wanted.results


def test_what_is_wrong_with_a_comparison_is_told_before_anything_runs(session, tmp_path):
    df = session.createDataFrame([("1", "a")], "id string, response string")
    failing = df.selectExpr("id", "CAST(raise_error('it ran') AS string) AS response")
    with pytest.raises(InvalidInput, match="vrdict"):
        plumb_spark.compare(failing, df, fail_on="vrdict")
    with pytest.raises(NotFound, match="nowhere.plumb"):
        plumb_spark.compare(failing, str(tmp_path / "nowhere.plumb"))
    with pytest.raises(InvalidInput, match="lacks"):
        plumb_spark.compare(failing, df.drop("response"))


def test_a_comparison_takes_the_options_of_a_profile(session):
    df = session.createDataFrame([(str(i), f"text {i}") for i in range(20)], "id string, response string")
    options = {"embeddings": False, "keep_text": False, "check_ids": True, "instruction_set": "avx2"}
    found = plumb_spark.compare(df, df, name="monday", **options)
    assert found.sides["current"]["name"] == "monday"


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
    found = plumb_drift.embed([row["response"] for row in there], return_truncated=True)
    for i, row in enumerate(there):
        got = by_id[row["id"]]
        assert got["embedding"] == found.vectors[i].tolist()
        assert (got["tokens"], got["truncated"]) == (found.tokens[i], False)
        if row["prompt"] is not None:
            assert got["ids"] == plumb_drift.ids(row["response"], row["prompt"])


def test_a_column_of_nothing_but_nulls_scores_to_nulls(session):
    df = session.createDataFrame([("a", None), ("b", None)], "id string, response string")
    scored = plumb_spark.score(df, reference="response").collect()
    assert all(row["embedding"] is None and row["ids"] is None for row in scored)


@pytest.mark.parametrize("large", ["false", "true"])
def test_every_kind_of_string_is_a_text(session, large):
    """Collations, char(n), varchar(n), and Arrow's large strings."""
    some = rows(12)
    wanted = Profile(plain(some))
    session.conf.set("spark.sql.execution.arrow.useLargeVarTypes", large)
    session.conf.set("spark.sql.preserveCharVarcharTypeInfo", "true")
    try:
        df = session.createDataFrame(some, SCHEMA).select(
            functions.expr("id COLLATE UTF8_LCASE").alias("id"),
            functions.col("prompt").cast("varchar(20)"),
            functions.expr("response COLLATE UNICODE").alias("response"),
            functions.col("severity").cast("varchar(8)"),
            "tools",
            "labels",
        )
        assert plumb_spark.profile(df).to_bytes() == wanted.to_bytes()
        scored = {row["id"]: row for row in plumb_spark.score(df, reference="prompt").collect()}
        vectors = plumb_drift.embed([row["response"] for row in some])
        assert [scored[row["id"]]["embedding"] for row in some] == vectors.tolist()
        padded = session.createDataFrame([("a", "yes")], "id string, response string").select(
            "id", functions.col("response").cast("char(5)")
        )
        assert len(plumb_spark.profile(padded)) == 1
    finally:
        session.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")
        session.conf.unset("spark.sql.preserveCharVarcharTypeInfo")


def test_whole_numbers_are_ids_and_calls_are_known_by_their_names(session):
    some = [{"id": i, "response": f"answer {i}", "tools": [{"name": "find"}]} for i in range(5)]
    df = session.createDataFrame(
        [(row["id"], row["response"], [("find", "{}")]) for row in some],
        "id bigint, response string, tools array<struct<name:string,arguments:string>>",
    )
    wanted = Profile(some, embeddings=False).to_bytes()
    assert plumb_spark.profile(df, embeddings=False).to_bytes() == wanted


def test_an_id_that_comes_twice_is_refused(session):
    near = session.createDataFrame(
        [("a", "x"), ("b", "y"), ("a", "z")], "id string, response string"
    )
    with pytest.raises(InvalidInput, match='the result "a": its id comes twice'):
        plumb_spark.profile(near.coalesce(1), embeddings=False)
    apart = near.repartitionByRange(3, "response")
    with pytest.raises(InvalidInput, match='hold the result "a"'):
        plumb_spark.profile(apart, embeddings=False)
    # Beyond the sample nobody sees it but by asking.
    assert len(plumb_spark.profile(apart, embeddings=False, sample_rows=0)) == 3
    with pytest.raises(InvalidInput, match='the id "a" comes 2 times'):
        plumb_spark.profile(apart, embeddings=False, sample_rows=0, check_ids=True)


@pytest.mark.parametrize(
    ("schema", "row", "sentence"),
    [
        ("id string, response string", ("", "a"), "a row has no id"),
        ("id string, response string", (None, "a"), "a row has no id"),
        ("id string, response string", ("a", None), 'the result "a": there is no response'),
        (
            "id string, response string, severity string",
            ("a", "b", "awful"),
            'the result "a": the severity "awful" is not known',
        ),
        (
            "id string, response string, tools array<string>",
            ("a", "b", [None]),
            'the result "a": a tool\'s name is null',
        ),
        (
            "id string, response string, embedding array<float>",
            ("a", "b", [1.0, float("nan")]),
            'the embedding of result "a"',
        ),
        (
            "id string, response string, embedding array<float>",
            ("a", "b", [1.0, None]),
            'the result "a": a component of its embedding is null',
        ),
    ],
)
def test_a_bad_row_is_one_sentence_on_the_driver(session, schema, row, sentence):
    df = session.createDataFrame([row], schema)
    with pytest.raises(InvalidInput) as raised:
        plumb_spark.profile(df, embeddings="embedding" in schema)
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value) and "java" not in str(raised.value)
    assert raised.value.__suppress_context__


def test_bytes_that_are_no_utf_8_are_refused(session):
    df = session.createDataFrame([("a",)], "id string").select(
        "id", functions.expr("CAST(X'FF61' AS STRING)").alias("response")
    )
    with pytest.raises(InvalidInput, match='"response" is not UTF-8'):
        plumb_spark.profile(df, embeddings=False)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ("response string", r"lacks \['id'\]; it has \['response'\]"),
        ("id string, answer string", r"lacks \['response'\]"),
        ("id double, response string", "'id' is of the type double; strings or whole numbers"),
        ("id string, response binary", "'response' is of the type binary; strings are expected"),
        ("id string, response string, severity int", "'severity' is of the type int"),
        ("id string, response string, tools string", "'tools' is of the type string; arrays of"),
        ("id string, response string, labels map<string,int>", "maps of strings to strings"),
        ("id string, response string, embedding array<int>", "arrays of floats are expected"),
    ],
)
def test_wrong_columns_are_told_before_anything_runs(session, columns, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        plumb_spark.profile(session.createDataFrame([], columns))


def test_wrong_calls_are_told_before_anything_runs(session):
    df = session.createDataFrame(rows(3), SCHEMA)
    with pytest.raises(InvalidInput, match=r"lacks \['answer'\]"):
        plumb_spark.score(df, text="answer")
    with pytest.raises(InvalidInput, match="'tools' is of the type array<string>"):
        plumb_spark.score(df, text="tools")
    with pytest.raises(InvalidInput, match=r"has columns \['tokens'\] already"):
        plumb_spark.score(df.withColumn("tokens", functions.lit(1)))
    with pytest.raises(InvalidInput, match="has the column 'id' twice"):
        plumb_spark.profile(df.join(df.select("id", functions.lit(1)), df["id"] == df["id"]))
    with pytest.raises(InvalidInput, match="a data frame of Spark is expected"):
        plumb_spark.profile(rows(3))
    with pytest.raises(InvalidInput, match="seed is -1"):
        plumb_spark.profile(df, seed=-1)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"precision": "f16"}, 'precision is "f16"; it can be "f32" or "int8"'),
        ({"instruction_set": "sse9"}, 'there is no instruction set "sse9"; there are portable'),
    ],
)
@pytest.mark.parametrize("call", [plumb_spark.profile, plumb_spark.score])
def test_what_no_embedder_is_is_told_before_anything_runs(session, call, options, sentence):
    df = session.createDataFrame(rows(3), SCHEMA)
    with pytest.raises(InvalidInput, match=sentence):
        call(df, **options)


def test_a_model_s_folder_may_be_a_path(session):
    folder = Path(_core.model_folder(models.DEFAULT_MODEL))
    df = session.createDataFrame(rows(3), SCHEMA)
    found = plumb_spark.profile(df, model=folder)
    assert found.to_dict()["embeddings"] == 3


def test_truncated_responses_are_told_of(session):
    df = session.createDataFrame(
        [("a", "word " * 300), ("b", "short")], "id string, response string"
    )
    with pytest.warns(PlumbWarning, match="1 of 2 responses in data frame were longer"):
        plumb_spark.profile(df)


def test_a_model_that_arrives_damaged_is_refused(session, tmp_path):
    from plumb_drift.spark_model import ship

    shipped = ship(session, "all-MiniLM-L6-v2")

    def unpack(_):
        import dataclasses

        from plumb_drift.errors import PlumbError
        from pyspark import SparkFiles

        broken = dataclasses.replace(shipped, hashes=(("config.json", "0" * 64),))
        more = dataclasses.replace(shipped, hashes=(*shipped.hashes, ("more.json", "0" * 64)))
        told = []
        for each in (broken, more):
            try:
                each.install()
            except PlumbError as error:
                told.append(f"{type(error).__name__}: {error}")
        import os

        left = [
            name for name in os.listdir(SparkFiles.getRootDirectory()) if ".plumb-model" in name
        ]
        return [(told, left)]

    ((told, left),) = session.sparkContext.parallelize([0], 1).mapPartitions(unpack).collect()
    assert told[0].startswith("Corrupt: config.json of the model all-MiniLM-L6-v2 came to this")
    assert told[1].endswith("without ['more.json']")
    assert left == []
    assert issubclass(Corrupt, plumb_drift.errors.PlumbError)


def test_a_model_in_a_folder_keeps_its_name(session, tmp_path):
    import shutil

    from plumb_drift import _core

    own = tmp_path / "our-own"
    shutil.copytree(_core.model_folder("all-MiniLM-L6-v2"), own)
    some = rows(10)
    df = session.createDataFrame(some, SCHEMA).repartition(2)
    found = plumb_spark.profile(df, model=str(own))
    assert found.to_bytes() == Profile(plain(some), model=str(own)).to_bytes()
    assert found.to_dict()["provenance"]["vectors"]["model"] == "our-own"
