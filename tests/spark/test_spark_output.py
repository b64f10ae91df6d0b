"""write_scores: the same files however often, and in however many parts, they are written."""

import json
import shutil

import plumb_drift
import pyarrow.parquet as pq
import pytest
from conftest import SCHEMA, rows
from plumb_drift import spark as plumb_spark
from plumb_drift import spark_output
from plumb_drift.errors import InvalidInput
from pyspark.sql import DataFrame, functions


def files_in(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def frame(session):
    return session.createDataFrame(rows(90), SCHEMA)


def write(df, folder, **options):
    return plumb_spark.write_scores(df, folder, **{"run": "monday", "shards": 5} | options)


def test_files_do_not_depend_on_partitions_or_on_how_often(frame, tmp_path):
    first = write(frame.repartition(1), tmp_path / "a", reference="prompt")
    before = files_in(tmp_path / "a")
    assert write(frame.repartition(7), tmp_path / "a", reference="prompt") == first
    assert files_in(tmp_path / "a") == before
    again = write(frame.orderBy(functions.desc("response")), tmp_path / "b", reference="prompt")
    assert files_in(tmp_path / "b") == before
    assert again.rows == 90 and len(again.shards) == 5
    names = {f"run=monday/shard-{i:05d}-of-00005.parquet" for i in range(5)}
    assert set(before) == names | {"run=monday/_plumb.json"}


def test_what_is_written_is_what_score_gives(session, frame, tmp_path):
    write(frame, tmp_path, reference="prompt")
    read = session.read.parquet(str(tmp_path)).drop("run")
    scored = plumb_spark.score(frame, reference="prompt")
    assert read.columns == scored.columns
    assert read.orderBy("id").collect() == scored.orderBy("id").collect()


def test_row_groups_do_not_depend_on_batches(session, frame, tmp_path, monkeypatch):
    """One shard in groups of 8,192 rows; Arrow's batches have 50 here."""
    many = session.range(9_000).select(
        functions.col("id").cast("string").alias("id"), functions.lit("same").alias("response")
    )
    write(many, tmp_path / "small", shards=1)
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "10000")
    try:
        write(many, tmp_path / "large", shards=1)
    finally:
        session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "50")
    assert files_in(tmp_path / "small") == files_in(tmp_path / "large")
    file = pq.ParquetFile(next(tmp_path.glob("small/run=monday/*.parquet")))
    groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert groups == [8_192, 808]
    ids = file.read(["id"])["id"].to_pylist()
    assert ids == sorted(ids)


def test_the_manifest_says_whose_vectors_these_are_and_what_the_files_hash_to(frame, tmp_path):
    import hashlib

    written = write(frame, tmp_path)
    run = tmp_path / "run=monday"
    manifest = json.loads((run / "_plumb.json").read_text())
    (whose,) = manifest["provenance"]
    assert whose["model"] == "all-MiniLM-L6-v2" and len(whose["weights_sha256"]) == 64
    assert (manifest["run"], manifest["rows"], manifest["shards"]) == ("monday", 90, 5)
    for shard, told in zip(written.shards, manifest["files"], strict=True):
        data = (run / shard.file).read_bytes()
        assert told == {
            "file": shard.file,
            "rows": shard.rows,
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        metadata = pq.read_schema(run / shard.file).metadata
        assert metadata[b"plumb.model"] == b"all-MiniLM-L6-v2"
        assert metadata[b"plumb.run"] == b"monday"


def test_what_killed_tasks_left_goes_and_so_do_shards_without_rows(frame, tmp_path):
    write(frame, tmp_path)
    run = tmp_path / "run=monday"
    half = run / f".shard-00001-of-00005.{'0' * 32}.half"
    half.write_bytes(b"half a file")
    (run / "notes.txt").write_text("not Plumb's")
    few = frame.where("id = 'r7'")
    written = write(few, tmp_path)
    left = {path.name for path in run.iterdir()}
    assert left == {written.shards[0].file, "_plumb.json", "notes.txt"}


def test_a_task_that_fails_leaves_nothing_and_a_run_that_failed_no_manifest(frame, tmp_path):
    write(frame, tmp_path)
    twice = frame.union(frame.where("id = 'r7'"))
    with pytest.raises(InvalidInput, match='the id "r7" comes twice; give each row its own'):
        write(twice, tmp_path)
    assert not (tmp_path / "run=monday" / "_plumb.json").exists()
    assert not list(tmp_path.rglob("*.half"))
    lost = frame.withColumn("id", functions.expr("nullif(id, 'r7')"))
    with pytest.raises(InvalidInput, match="a row has no id"):
        write(lost, tmp_path)


def test_the_same_without_a_partition_for_each_shard(frame, tmp_path, monkeypatch):
    """Older Sparks hash the shard's number: several fall to one partition."""
    write(frame, tmp_path / "a")
    monkeypatch.delattr(type(frame), "repartitionById", raising=False)
    monkeypatch.delattr(DataFrame, "repartitionById", raising=False)
    write(frame, tmp_path / "b")
    assert files_in(tmp_path / "a") == files_in(tmp_path / "b")


def test_no_row_is_a_run_without_files(session, tmp_path):
    written = write(session.createDataFrame([], SCHEMA), tmp_path)
    assert written.rows == 0 and written.shards == ()
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["_plumb.json"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"run": "../x"}, "run is '../x'; letters, digits"),
        ({"run": ""}, "it is a folder's name"),
        ({"shards": 0}, "shards is 0; a whole number from 1"),
        ({"text": "answer"}, r"lacks \['answer'\]"),
        ({"precision": "f16"}, 'precision is "f16"'),
        ({"instruction_set": "sse9"}, 'no instruction set "sse9"'),
    ],
)
def test_wrong_calls_are_told_before_anything_runs(frame, tmp_path, options, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        write(frame, tmp_path, **options)
    assert not list(tmp_path.iterdir())


def test_another_number_of_shards_would_double_rows(frame, tmp_path):
    write(frame, tmp_path)
    before = files_in(tmp_path)
    with pytest.raises(InvalidInput, match="has 5 shards; give shards=5, another run, or remove"):
        write(frame, tmp_path, shards=6)
    assert files_in(tmp_path) == before
    shutil.rmtree(tmp_path / "run=monday")
    assert write(frame, tmp_path, shards=6).rows == 90
    with pytest.raises(InvalidInput, match=r"has columns \['run'\] already"):
        write(frame.withColumn("run", functions.lit("x")), tmp_path)


def test_a_file_for_each_shard_has_one_name():
    assert spark_output.file_of(7, 64) == "shard-00007-of-00064.parquet"
    assert plumb_drift.spark.write_scores is plumb_spark.write_scores
