"""Profiles, vectors and comparisons of Spark data frames.

    from plumb_drift import spark as plumb_spark

    result = plumb_spark.compare(df, "baseline.plumb")      # df: id, response, severity, ...

A partition becomes a profile where it is, and profiles merge: the result has the bits of one
process, for any number of partitions. Every row needs an `id` that no other has. Works with
pyspark's classic sessions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _core, models
from .errors import InvalidInput
from .measures import compare as compare_profiles
from .profile import Profile
from .results import Comparison

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

_RESULT_COLUMNS = ("id", "prompt", "response", "severity", "tools", "labels", "embedding")


def _ship_model(df: DataFrame, model: str) -> str:
    """Has every executor fetch the model's folder once; its name there."""
    folder = Path(_core.model_folder(model))
    context = df.sparkSession.sparkContext
    shipped = {Path(path).name for path in context.listFiles}
    if folder.name not in shipped:
        context.addFile(str(folder), recursive=True)
    return folder.name


def _use_shipped_model(name: str) -> None:
    """On an executor: Plumb finds the folder there, and checks it against its pinned hashes."""
    from pyspark import SparkFiles

    os.environ["PLUMB_MODELS"] = SparkFiles.getRootDirectory()
    if not (Path(SparkFiles.getRootDirectory()) / name).is_dir():
        raise InvalidInput(f"the model {name} was not shipped to this executor")


def _threads(df: DataFrame) -> int:
    """As many as Spark counts for a task, so that tasks side by side do not crowd each other."""
    return int(df.sparkSession.sparkContext.getConf().get("spark.task.cpus", "1"))


def _rows(batch: pa.RecordBatch) -> list[dict[str, Any]]:
    """Results of a batch; Arrow gives a map as a list of pairs."""
    rows = batch.to_pylist()
    for row in rows:
        if row["id"] is None:
            raise InvalidInput(
                "a row has no id; give every row one before Spark splits them, as by its source "
                "and line"
            )
        labels = row.get("labels")
        if isinstance(labels, list):
            row["labels"] = dict(labels)
    return rows


def _merged(left: bytes, right: bytes) -> bytes:
    if not left or not right:
        return left or right
    whole = Profile.from_bytes(left, "a part")
    return whole.merge(Profile.from_bytes(right, "another part")).to_bytes()


def profile(
    df: DataFrame,
    *,
    name: str = "",
    embeddings: bool = True,
    keep_text: bool = True,
    seed: int = 42,
    sample_rows: int = 10_000,
    model: str = models.DEFAULT_MODEL,
    precision: Literal["f32", "int8"] = "f32",
) -> Profile:
    """The Profile of a data frame with the columns `id` and `response`, and of the others of an
    execution (`prompt`, `severity`, `tools`, `labels`, `embedding`) those that it has."""
    missing = {"id", "response"} - set(df.columns)
    if missing:
        raise InvalidInput(f"the data frame lacks {sorted(missing)}; it has {df.columns}")
    columns = [column for column in df.columns if column in _RESULT_COLUMNS]
    made: dict[str, Any] = {"keep_text": keep_text, "seed": seed, "sample_rows": sample_rows}
    made |= {"embeddings": embeddings, "precision": precision, "threads": _threads(df)}
    wants_model = embeddings and "embedding" not in columns
    shipped = _ship_model(df, model) if wants_model else None

    def build(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow

        if shipped is not None:
            _use_shipped_model(shipped)
        part = Profile(model=shipped or model, **made)
        for batch in batches:
            if batch.num_rows:
                part.add(_rows(batch))
        if len(part):
            yield pyarrow.record_batch({"profile": pyarrow.array([part.to_bytes()])})

    parts = df.select(*columns).mapInArrow(build, "profile binary").rdd
    whole = parts.map(lambda row: bytes(row[0])).treeAggregate(b"", _merged, _merged)
    found = Profile.from_bytes(whole, name or "data frame") if whole else Profile(**made)
    if name:
        found.core.set_name(name)
    return found


def compare(df: DataFrame, baseline: Any, **options: Any) -> Comparison:
    """Has the run in a data frame drifted? `baseline` is a data frame too, or what
    plumb_drift.compare takes; `options` are its own."""
    names = ("embeddings", "seed", "sample_rows", "model", "precision")
    made = {each: options[each] for each in names if each in options}
    current = profile(df, **made)
    if hasattr(baseline, "sparkSession"):
        baseline = profile(baseline, **made)
    return compare_profiles(current, baseline, **options)


def score(
    df: DataFrame,
    *,
    text: str = "response",
    reference: str | None = None,
    model: str = models.DEFAULT_MODEL,
    precision: Literal["f32", "int8"] = "f32",
) -> DataFrame:
    """The data frame with `embedding`, `tokens` and `truncated` of its column `text`, and with
    `ids`, the drift from the column `reference`, where one is named.

    Texts are read where Arrow has them, without a copy. A null text or reference gives nulls.
    """
    for column in (text, *([reference] if reference else [])):
        if column not in df.columns:
            raise InvalidInput(f"the data frame has no column {column!r}; it has {df.columns}")
    shipped = _ship_model(df, model)
    threads = _threads(df)
    types = {"embedding": "array<float>", "tokens": "int", "truncated": "boolean"}
    if reference:
        types["ids"] = "double"
    taken = sorted(set(types) & set(df.columns))
    if taken:
        raise InvalidInput(f"the data frame has columns {taken} already; drop or rename them")

    def add_columns(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        _use_shipped_model(shipped)
        loaded = models.embedding_model(shipped, precision, threads)
        for batch in batches:
            yield _scored(batch, loaded, text, reference)

    schema = _copied(df.schema)
    for name, kind in types.items():
        schema = schema.add(name, _spark_type(kind))
    return df.mapInArrow(add_columns, schema)


def _copied(schema: Any) -> Any:
    """StructType.add changes the one that the data frame keeps."""
    return type(schema)(list(schema.fields))


def _spark_type(kind: str) -> Any:
    from pyspark.sql import types

    return {
        "array<float>": types.ArrayType(types.FloatType()),
        "int": types.IntegerType(),
        "boolean": types.BooleanType(),
        "double": types.DoubleType(),
    }[kind]


def _scored(
    batch: pa.RecordBatch, loaded: _core.EmbeddingModel, text: str, reference: str | None
) -> pa.RecordBatch:
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = batch.column(text)
    there = pc.is_valid(texts)
    vectors, tokens, truncated = loaded.embed(texts.filter(there))
    # Where each row's values are; null where the row has no text.
    mask = np.asarray(there.to_numpy(zero_copy_only=False), dtype=bool)
    places = pa.array(np.cumsum(mask) - 1, mask=~mask)
    lists = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), loaded.dimension)
    added = {
        "embedding": lists.cast(pa.list_(pa.float32())).take(places),
        "tokens": pa.array(tokens.astype(np.int32)).take(places),
        "truncated": pa.array(truncated).take(places),
    }
    if reference:
        both = pc.and_(there, pc.is_valid(batch.column(reference)))
        found = _core.ids(loaded, texts.filter(both), batch.column(reference).filter(both))
        mask = np.asarray(both.to_numpy(zero_copy_only=False), dtype=bool)
        places = pa.array(np.cumsum(mask) - 1, mask=~mask)
        added["ids"] = pa.array(found, pa.float64()).take(places)
    for name, values in added.items():
        batch = batch.append_column(name, values)
    return batch
