"""Scored rows as Parquet, a file for each (run, shard), the same bytes however they were made.

A shard is the rows whose hashed id falls to it, sorted by id, in row groups of one size: neither
the number of partitions nor that of Arrow's batches shows. A file is written under another name and
then moved, so that it is whole or not there; a task that runs twice moves equal bytes to one name.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from . import models
from .errors import InvalidInput

if TYPE_CHECKING:
    import pyarrow as pa
    from _typeshed import ReadableBuffer
    from pyarrow.parquet import ParquetWriter
    from pyspark.sql import DataFrame

# Of a batch the same with its scores.
Score: TypeAlias = Callable[["pa.RecordBatch"], "pa.RecordBatch"]
# In a task: how batches are scored there, and the provenance of their vectors.
Scorer: TypeAlias = Callable[[], tuple[Score, dict[str, Any]]]

_SHARD = "plumb_shard"
_ROWS_OF_A_GROUP = 8192
_MANIFEST = "_plumb.json"
_FILE = re.compile(r"shard-(\d{5})-of-(\d{5})\.parquet")
_HALF = re.compile(r"\.shard-\d{5}-of-\d{5}\.[0-9a-f]{32}\.half")


@dataclass(frozen=True)
class WrittenShard:
    """A file, relative to its run's folder."""

    file: str
    rows: int
    sha256: str


@dataclass(frozen=True)
class WrittenRun:
    """What write_scores() wrote; also in `_plumb.json` beside the files, which is written last."""

    run: str
    folder: str
    rows: int
    shards: tuple[WrittenShard, ...]


class _RunFolder:
    """`folder/run=RUN` on any file system that pyarrow knows by its address."""

    def __init__(self, folder: str, run: str) -> None:
        from pyarrow import fs

        self.address = folder if "://" in folder else os.path.abspath(folder)
        self.files, root = fs.FileSystem.from_uri(self.address)
        self.path = f"{root.rstrip('/')}/run={run}"

    def names(self) -> list[str]:
        from pyarrow import fs

        found = self.files.get_file_info(fs.FileSelector(self.path, allow_not_found=True))
        return sorted(each.base_name for each in found)

    def remove(self, name: str) -> None:
        self.files.delete_file(f"{self.path}/{name}")

    def write_manifest(self, document: dict[str, Any]) -> None:
        half = f"{self.path}/.{_MANIFEST}.{uuid.uuid4().hex}"
        with self.files.open_output_stream(half) as file:
            file.write((json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode())
        self.files.move(half, f"{self.path}/{_MANIFEST}")


class _HashedFile:
    """A file for a writer, hashed as it is written."""

    def __init__(self, stream: pa.NativeFile) -> None:
        self._stream = stream
        self._sha256 = hashlib.sha256()
        self._size = 0
        self.closed = False

    def write(self, data: ReadableBuffer) -> int:
        view = memoryview(data)
        self._sha256.update(view)
        self._stream.write(view)
        self._size += view.nbytes
        return view.nbytes

    def tell(self) -> int:
        return self._size

    def flush(self) -> None:
        self._stream.flush()

    def readable(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
        self.closed = True

    def sha256(self) -> str:
        return self._sha256.hexdigest()


class _ShardWriter:
    """One file of a run: rows come in any number at a time and go out in groups of one size."""

    def __init__(self, run: _RunFolder, name: str, score: Score, facts: dict[str, str]) -> None:
        self._run = run
        self.name = name
        self._half = f".{name.removesuffix('.parquet')}.{uuid.uuid4().hex}.half"
        self._score = score
        self._facts = facts
        self._waiting: list[pa.RecordBatch] = []
        self._last_id: object = None
        self._file: _HashedFile | None = None
        self._writer: ParquetWriter | None = None
        self.rows = 0

    def add(self, batch: pa.RecordBatch) -> None:
        self._waiting.append(batch)
        while sum(each.num_rows for each in self._waiting) >= _ROWS_OF_A_GROUP:
            self._write(_ROWS_OF_A_GROUP)

    def finish(self) -> WrittenShard:
        self._write(sum(each.num_rows for each in self._waiting))
        assert self._file is not None and self._writer is not None
        self._writer.close()
        self._file.close()
        self._run.files.move(f"{self._run.path}/{self._half}", f"{self._run.path}/{self.name}")
        return WrittenShard(self.name, self.rows, self._file.sha256())

    def abandon(self) -> None:
        if self._file is not None:
            self._file.close()
            self._run.remove(self._half)

    def _write(self, count: int) -> None:
        import pyarrow as pa

        if not count:
            return
        waiting = pa.Table.from_batches(self._waiting)
        self._waiting = waiting.slice(count).to_batches()
        group = waiting.slice(0, count).combine_chunks().to_batches()[0]
        self._check_ids(group.column("id"))
        scored = self._score(group)
        if self._writer is None:
            self._writer = self._opened(scored.schema)
        self._writer.write_batch(scored, row_group_size=_ROWS_OF_A_GROUP)
        self.rows += count

    def _check_ids(self, ids: pa.Array) -> None:
        """They are sorted, so that equal ones are neighbours."""
        if ids.null_count:
            raise InvalidInput(
                "a row has no id; give every row one before they are split, as by its source and "
                "line"
            )
        before = self._last_id
        for each in ids.to_pylist():
            if each == before:
                raise InvalidInput(f'the id "{each}" comes twice; give each row its own')
            before = each
        self._last_id = before

    def _opened(self, schema: pa.Schema) -> ParquetWriter:
        import pyarrow.parquet as pq

        stream = self._run.files.open_output_stream(f"{self._run.path}/{self._half}")
        self._file = _HashedFile(stream)
        dictionary = [name for name in schema.names if name != "embedding"]
        return pq.ParquetWriter(
            self._file,
            schema.with_metadata(self._facts),
            version="2.6",
            compression="zstd",
            compression_level=1,
            use_dictionary=dictionary,
        )


def _slices(batch: pa.RecordBatch) -> Iterator[tuple[int, pa.RecordBatch]]:
    """A batch that is sorted by its shard, cut where the shard changes."""
    import numpy as np

    numbers = batch.column(_SHARD).to_numpy()
    bounds = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(numbers)]
    rest = batch.select([name for name in batch.schema.names if name != _SHARD])
    for begin, end in zip(bounds, bounds[1:]):
        if end > begin:
            yield int(numbers[begin]), rest.slice(begin, end - begin)


def file_of(shard: int, shards: int) -> str:
    """The name of a shard's file."""
    return f"shard-{shard:05d}-of-{shards:05d}.parquet"


def _check_run(df: DataFrame, run: object, shards: object) -> int:
    if not isinstance(run, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}", run):
        raise InvalidInput(
            f"run is {run!r}; letters, digits, '.', '_' and '-' are expected, 128 at most, the "
            "first a letter or digit: it is a folder's name"
        )
    taken = sorted({"run", _SHARD} & set(df.columns))
    if taken:
        raise InvalidInput(f"the data frame has columns {taken} already; drop or rename them")
    return models.whole_number("shards", shards, 1, 99_999)


def _check_layout(folder: _RunFolder, run: str, shards: int) -> None:
    for name in folder.names():
        found = _FILE.fullmatch(name)
        if found and int(found[2]) != shards:
            raise InvalidInput(
                f"the run {run!r} in {folder.path} has {int(found[2])} shards; give shards="
                f"{int(found[2])}, another run, or remove it first: rows would be there twice"
            )


def _arranged(df: DataFrame, shards: int) -> DataFrame:
    """Every shard in one partition, behind one another and sorted by id."""
    from pyspark.sql import functions

    hashed = functions.xxhash64(functions.col("id").cast("string"))
    numbered = df.withColumn(_SHARD, functions.pmod(hashed, functions.lit(shards)).cast("int"))
    if hasattr(numbered, "repartitionById"):  # one partition a shard; a hash of it would cluster
        parted = numbered.repartitionById(shards, functions.col(_SHARD))
    else:
        parted = numbered.repartition(shards, _SHARD)
    return parted.sortWithinPartitions(_SHARD, "id")


def write_run(
    df: DataFrame,
    folder: str | os.PathLike[str],
    run: str,
    shards: int,
    scorer: Scorer,
    facts: dict[str, Any],
) -> WrittenRun:
    """See plumb_drift.spark.write_scores. `scorer` gives, in a task, the function that scores a
    batch and the provenance of its vectors; `facts` are kept beside that in every file."""
    shards = _check_run(df, run, shards)
    target = _RunFolder(os.fspath(folder), run)
    target.files.create_dir(target.path, recursive=True)
    _check_layout(target, run, shards)
    if _MANIFEST in target.names():
        target.remove(_MANIFEST)  # until all files are of this call
    address = target.address

    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow

        score, provenance = scorer()
        named = {"run": run, **provenance, **facts}
        noted = {f"plumb.{key}": str(value) for key, value in named.items() if value is not None}
        to = _RunFolder(address, run)
        for written in _written_shards(batches, to, shards, score, noted):
            row = asdict(written) | {"provenance": json.dumps(provenance, sort_keys=True)}
            yield pyarrow.RecordBatch.from_pylist([row])

    schema = "file string, rows bigint, sha256 string, provenance string"
    rows = _arranged(df, shards).mapInArrow(write, schema).collect()
    found = sorted(
        (WrittenShard(row["file"], row["rows"], row["sha256"]) for row in rows),
        key=lambda shard: shard.file,
    )
    written = WrittenRun(run, target.path, sum(each.rows for each in found), tuple(found))
    _tidy(target, {each.file for each in found})
    provenances = sorted({row["provenance"] for row in rows})
    target.write_manifest(
        {"plumb": "scored_run/1", "run": run, "rows": written.rows, "shards": shards}
        | {key: value for key, value in facts.items() if value is not None}
        | {"provenance": [json.loads(each) for each in provenances]}
        | {"files": [asdict(each) for each in found]}
    )
    return written


def _written_shards(
    batches: Iterator[pa.RecordBatch],
    to: _RunFolder,
    shards: int,
    score: Score,
    noted: dict[str, str],
) -> Iterator[WrittenShard]:
    writer: _ShardWriter | None = None
    try:
        for batch in batches:
            for shard, rows in _slices(batch):
                name = file_of(shard, shards)
                if writer is not None and writer.name != name:
                    written, writer = writer.finish(), None
                    yield written
                if writer is None:
                    writer = _ShardWriter(to, name, score, noted)
                writer.add(rows)
        if writer is not None:
            written, writer = writer.finish(), None
            yield written
    finally:
        if writer is not None:
            writer.abandon()


def _tidy(target: _RunFolder, written: set[str]) -> None:
    """What tasks left that were killed, and shards that have no row any more."""
    for name in target.names():
        if _HALF.fullmatch(name) or (_FILE.fullmatch(name) and name not in written):
            target.remove(name)
