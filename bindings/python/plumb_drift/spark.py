"""Profiles, vectors and comparisons of Spark data frames.

    from plumb_drift import spark as plumb_spark

    result = plumb_spark.compare(df, "baseline.plumb")      # df: id, response, severity, ...

A partition becomes a profile where it is, and profiles merge: the result has the bits of one
process, for any number of partitions and whichever tasks were run again. Every row needs an `id`
that no other has. Works with pyspark's classic sessions.
"""

from __future__ import annotations

import inspect
import math
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from . import _core, measures, models
from .errors import InvalidInput, PlumbWarning, warn
from .profile import Profile, Side
from .results import Comparison
from .sources import Precision
from .spark_frame import (
    check_columns,
    check_frame,
    check_texts,
    plain_errors,
    result_columns,
    with_plain_strings,
)
from .spark_model import context_of, ship
from .spark_output import Score, Scorer, WrittenRun, write_run

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa
    from pyspark.sql import DataFrame, Row
    from pyspark.sql.types import DataType, StructType
    from typing_extensions import TypeIs

__all__ = ["compare", "profile", "score", "write_scores", "WrittenRun"]


def _threads(df: DataFrame) -> int:
    """As many as Spark counts for a task, so that tasks side by side do not crowd each other."""
    return int(context_of(df.sparkSession).getConf().get("spark.task.cpus", "1"))


def profile(
    df: DataFrame,
    *,
    name: str = "",
    embeddings: bool = True,
    keep_text: bool = True,
    seed: int = 42,
    sample_rows: int = 10_000,
    model: str = models.DEFAULT_MODEL,
    precision: Precision = "f32",
    instruction_set: str | None = None,
    check_ids: bool = False,
) -> Profile:
    """The Profile of a data frame with the columns `id` and `response`, and of the others of an
    execution (`prompt`, `severity`, `tools`, `labels`, `embedding`) those that it has.

    An id that comes twice is refused where a partition or the sample shows it; `check_ids=True`
    looks at all of them first, which reads the data frame once more.
    """
    check_frame(df)
    chosen = df.select(*result_columns(df))
    made: dict[str, Any] = {"keep_text": keep_text, "seed": seed, "sample_rows": sample_rows}
    made |= {"embeddings": embeddings, "precision": precision, "threads": _threads(df)}
    made |= {"instruction_set": instruction_set}
    empty = Profile(**made)  # what is wrong with the options is told here
    wants_model = embeddings and "embedding" not in df.columns
    shipped = ship(df.sparkSession, model) if wants_model else None
    if check_ids:
        _refuse_repeated_ids(chosen)

    def build(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow

        part = Profile(model=shipped.install() if shipped else model, **made)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PlumbWarning)  # the driver tells of the whole
            part.add_batches(batches)
        if len(part):
            yield pyarrow.record_batch({"profile": pyarrow.array([part.to_bytes()])})

    with plain_errors():
        found = _merged_parts(chosen.mapInArrow(build, "profile binary")) or empty
    found.source = name or "data frame"
    if name:
        found.core.set_name(name)
    _warn_of_truncated(found)
    return found


def _refuse_repeated_ids(chosen: DataFrame) -> None:
    twice = chosen.groupBy("id").count().where("count > 1 AND id IS NOT NULL").limit(1).collect()
    if twice:
        raise InvalidInput(
            f'the id "{twice[0]["id"]}" comes {twice[0]["count"]} times; give each result its own'
        )


def _merged_parts(parts: DataFrame) -> Profile | None:
    """One profile of all, put together on the executors until few are left for the driver.

    A part has up to some 20 MB (its sample), and there may be thousands. The exchange first ends
    the tasks that embed: one that also merged would hold two Python workers, and soon two models.
    """
    width = max(1, context_of(parts.sparkSession).defaultParallelism)
    depth = max(2, math.ceil(math.log(width) / math.log(8))) if width > 1 else 2
    rows = parts.repartition(width).rdd
    none: Profile | None = None
    merged: Profile | None = rows.treeAggregate(none, _merged_bytes, _merged, depth)
    return merged


def _merged_bytes(whole: Profile | None, row: Row) -> Profile | None:
    return _merged(whole, Profile.from_bytes(bytes(row[0]), "a part"))


def _merged(left: Profile | None, right: Profile | None) -> Profile | None:
    if left is None or right is None:
        return right if left is None else left
    return left.merge(right)


def _warn_of_truncated(found: Profile) -> None:
    told = found.to_dict()
    if told["truncated"]:
        warn(
            f"{told['truncated']} of {told['results']} responses in {found.source} were longer "
            "than the model reads and were truncated"
        )


class CompareOptions(measures.CompareOptions, total=False):
    """Those of plumb_drift.compare, and of profile()."""

    fail_on: str | Sequence[str]
    name: str
    keep_text: bool
    instruction_set: str | None
    check_ids: bool


def compare(
    df: DataFrame, baseline: DataFrame | Side, **options: Unpack[CompareOptions]
) -> Comparison:
    """Has the run in a data frame drifted? `baseline` is a data frame too, or what
    plumb_drift.compare takes; `options` are its own and those of profile().

    Options, gates and a baseline that is no data frame are looked at before anything runs.
    """
    asked: Mapping[str, Any] = options
    made, reading, comparing = _split_options(asked)
    check_frame(df)
    result_columns(df)
    if _is_frame(baseline):
        check_frame(baseline, "baseline")
        result_columns(baseline)
        if "baseline_embeddings" in reading:
            raise InvalidInput("baseline_embeddings are given, and the baseline is a data frame")
    else:
        given = reading.pop("baseline_embeddings", None)
        baseline = measures.side(baseline, "baseline", given, **{**made, **reading})
    current = profile(df, **{name: asked[name] for name in _OF_FRAMES if name in asked}, **made)
    if _is_frame(baseline):
        checked = {name: asked[name] for name in ("check_ids",) if name in asked}
        baseline = profile(baseline, **checked, **made)
    return measures.compare(current, baseline, **comparing)


def _is_frame(source: object) -> TypeIs[DataFrame]:
    return hasattr(source, "sparkSession")


_OF_FRAMES = ("name", "check_ids")
_OF_READING = ("format", "columns", "skip_bad", "baseline_embeddings")


def _split_options(
    options: Mapping[str, Any],
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """(how profiles are made, how a baseline's file is read, how both are compared); what is wrong
    with them is told here."""
    of_profile = set(inspect.signature(profile).parameters) - {"df"}
    of_comparison = set(inspect.signature(measures.compare).parameters) - {"current", "baseline"}
    unknown = sorted(set(options) - of_profile - of_comparison)
    if unknown:
        raise InvalidInput(
            f"compare does not take {unknown}; it takes {sorted(of_profile | of_comparison)}"
        )
    if not isinstance(options.get("embeddings", True), (bool, type(None))):
        raise InvalidInput("embeddings is a switch; vectors of rows are their column embedding")
    names = of_profile - set(_OF_FRAMES)
    made = {name: options[name] for name in options if name in names}
    reading = {name: options[name] for name in options if name in _OF_READING}
    comparing = {
        name: options[name]
        for name in options
        if name in of_comparison and name not in measures.SIDE_OPTIONS + _OF_READING
    }
    comparing |= {name: options[name] for name in ("seed", "threads") if name in options}
    one = Profile([{"id": "one", "response": "text"}], embeddings=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlumbWarning)
        measures.compare(one, one, **comparing)
    return made, reading, comparing


def score(
    df: DataFrame,
    *,
    text: str = "response",
    reference: str | None = None,
    model: str = models.DEFAULT_MODEL,
    precision: Precision = "f32",
    instruction_set: str | None = None,
) -> DataFrame:
    """The data frame with `embedding`, `tokens` and `truncated` of its column `text`, and with
    `ids`, the drift from the column `reference`, where one is named.

    Texts are read where Arrow has them, without a copy. A null text or reference gives nulls.
    """
    check_frame(df)
    df = with_plain_strings(df)
    schema = _scored_schema(df, text, reference)
    scorer = _scorer(df, text, reference, model, precision, instruction_set)

    def add_columns(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        score_batch, _ = scorer()
        for batch in batches:
            yield score_batch(batch)

    return df.mapInArrow(add_columns, schema)


def write_scores(
    df: DataFrame,
    folder: str | os.PathLike[str],
    *,
    run: str,
    shards: int = 64,
    text: str = "response",
    reference: str | None = None,
    model: str = models.DEFAULT_MODEL,
    precision: Precision = "f32",
    instruction_set: str | None = None,
) -> WrittenRun:
    """What score() gives, as Parquet files that are the same however often and in however many
    parts they are written: `folder/run=RUN/shard-00007-of-00064.parquet`.

    A row's shard follows from its `id` alone; a shard is sorted by id, and its file takes its name
    when it is whole. So a task that is run again, or the whole call, replaces files by equal ones
    and doubles nothing. Files of the run that this call did not write are removed.
    """
    check_frame(df)
    check_columns(df, "id")
    df = with_plain_strings(df)
    _scored_schema(df, text, reference)
    scorer = _scorer(df, text, reference, model, precision, instruction_set)
    facts = {"text": text, "reference": reference}
    with plain_errors():
        return write_run(df, folder, run, shards, scorer, facts)


def _scorer(
    df: DataFrame,
    text: str,
    reference: str | None,
    model: str,
    precision: str,
    instruction_set: str | None,
) -> Scorer:
    """For a task: gives the function that scores a batch, and whose vectors they are. What is wrong
    with the options is told here."""
    threads = _threads(df)
    models.check_embedder(precision, threads, instruction_set)
    shipped = ship(df.sparkSession, model)

    def scorer() -> tuple[Score, dict[str, Any]]:
        asked = shipped.install()
        loaded = models.embedding_model(asked, precision, threads, instruction_set)
        return (lambda batch: _scored(batch, loaded, text, reference)), loaded.provenance

    return scorer


def _scored_schema(df: DataFrame, text: str, reference: str | None) -> StructType:
    from pyspark.sql import types

    check_texts(df, text, *([reference] if reference else []))
    added: dict[str, DataType] = {
        "embedding": types.ArrayType(types.FloatType()),
        "tokens": types.IntegerType(),
        "truncated": types.BooleanType(),
    }
    if reference:
        added["ids"] = types.DoubleType()
    taken = sorted(set(added) & set(df.columns))
    if taken:
        raise InvalidInput(f"the data frame has columns {taken} already; drop or rename them")
    schema = types.StructType(list(df.schema.fields))
    for name, kind in added.items():
        schema = schema.add(name, kind)
    return schema


def _scored(
    batch: pa.RecordBatch, loaded: _core.EmbeddingModel, text: str, reference: str | None
) -> pa.RecordBatch:
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = batch.column(text)
    there = pc.is_valid(texts)
    vectors, tokens, truncated = loaded.embed(texts, what=text, skip_nulls=True)
    added = {
        "embedding": _lists(vectors, there),
        "tokens": _spread(pa.array(tokens.astype(np.int32)), there),
        "truncated": _spread(pa.array(truncated), there),
    }
    if reference:
        references = batch.column(reference)
        both = pc.and_(there, pc.is_valid(references))
        if not texts.null_count and not references.null_count:
            found = _core.ids(loaded, texts, references, vectors)
        else:
            chosen = both.filter(there).to_numpy(zero_copy_only=False)
            found = _core.ids(loaded, texts.filter(both), references.filter(both), vectors[chosen])
        added["ids"] = _spread(pa.array(found, pa.float64()), both)
    for name, values in added.items():
        batch = batch.append_column(name, values)
    return batch


def _lists(vectors: npt.NDArray[np.float32], there: pa.Array) -> pa.Array:
    """A list a row, null where there is no vector, of the vectors' own memory."""
    import numpy as np
    import pyarrow as pa

    mask = there.to_numpy(zero_copy_only=False)
    offsets = np.zeros(len(mask) + 1, np.int32)
    np.cumsum(mask * vectors.shape[1], out=offsets[1:])
    missing = pa.array(~mask) if len(vectors) < len(mask) else None
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(vectors.ravel()), mask=missing)


def _spread(values: pa.Array, there: pa.Array) -> pa.Array:
    """The values at the rows that have one, null at the others."""
    import numpy as np
    import pyarrow as pa

    if len(values) == len(there):
        return values
    mask = there.to_numpy(zero_copy_only=False)
    return values.take(pa.array(np.cumsum(mask) - 1, mask=~mask))
