"""Tables as results or steps: Parquet files, Arrow tables and data frames, by their columns.

A table that has a response is read as CSV is: a column for each field, every other column of texts,
numbers or booleans a label. One that has none is another tool's, whose format its columns show
(Langfuse's export). Parquet and Arrow come batch by batch, so that memory does not grow with them;
both need pyarrow.
"""

from __future__ import annotations

import decimal
import importlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from .errors import InvalidInput, NotFound, warn
from .sources import ArrowStream, Columns

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa
    from pyarrow.parquet import FileMetaData

FIELDS = ("id", "prompt", "response", "severity", "tools", "embedding")
_BATCH_ROWS = 4096
# The limits of the other readers (docs/formats/import.md): a record's bytes, and how far a file may
# unpack, past what is free.
_PIECE_BYTES = 16 * 2**20  # of rows that are Python's values at a time
_RECORD_BYTES = 64 * 2**20
_FREE_BYTES = 16 * 2**20
_MOST_RATIO = 1000
# Columns by which the reader knows another tool's records, as src/ingest/import_format.cc has them.
_OTHER_TOOLS = (
    {"trace_id", "type", "start_time"},
    {"traceId", "type", "startTime"},
    {"dotted_order", "run_type"},
    {"custom_id"},
    {"messages"},
)


def pyarrow(what: str) -> ModuleType:
    """The library; where it is not there, the error says what needs it."""
    try:
        return importlib.import_module("pyarrow")
    except ImportError as error:
        raise ImportError(f"{what} needs pyarrow: pip install 'plumb-drift[parquet]'") from error


def column_pairs(columns: Columns | None) -> list[tuple[str, str]]:
    """(field, column) pairs, as the module takes them: {"response": "answer", "label": ["a"]}."""
    if columns is None:
        return []
    if not isinstance(columns, Mapping):
        raise InvalidInput(
            f"columns is of the type {type(columns).__name__}; a dict of columns by field is "
            "expected, as in {'response': 'answer', 'label': ['region']}"
        )
    pairs = []
    for field, given in columns.items():
        names = [given] if isinstance(given, str) else list(given)
        if field != "label" and len(names) != 1:
            raise InvalidInput(
                f"columns[{field!r}] is {given!r}; the name of one column is expected"
            )
        for name in names:
            if not isinstance(name, str) or not name:
                raise InvalidInput(
                    f"columns[{field!r}] holds {name!r}; a column's name is expected"
                )
            pairs.append((str(field), name))
    return pairs


class AsItIs:
    """A row's cells under their own names, but for those that are missing."""

    is_native = False
    chosen: frozenset[str] = frozenset()  # columns that somebody asked for, or every result needs

    def __init__(self, names: Sequence[str]) -> None:
        self.wanted = list(names)

    def row(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        """The cells that are there."""
        return {name: value for name, value in cells.items() if not is_missing(value)}


def _checked_pairs(
    columns: Columns | None, as_: str, names: Sequence[str], what: str
) -> list[tuple[str, str]]:
    """What column_pairs gives, of fields that the record has and columns that are in the table."""
    from . import _core

    pairs = column_pairs(columns)
    _core.check_columns(pairs, as_)
    twice = next((name for name in names if list(names).count(name) > 1), None)
    if twice is not None:
        raise InvalidInput(f'{what} has two columns "{twice}"; give each a name of its own')
    for field, name in pairs:
        if name not in names:
            raise InvalidInput(f'{what} has no column "{name}" for {field}; {_listed(names)}')
    return pairs


class StepMapping(AsItIs):
    """From a table's row to a step's fields. A field that is mapped has its column's cell alone."""

    is_native = True
    # The other names by which the reader knows a field.
    _OTHERS: ClassVar[dict[str, str]] = {"session": "task_id", "response": "output"}

    def __init__(self, names: Sequence[str], columns: Columns, what: str) -> None:
        self.fields = dict(_checked_pairs(columns, "session", names, what))
        self.chosen = frozenset(self.fields.values())
        self._replaced = {*self.fields, *(self._OTHERS.get(field, field) for field in self.fields)}
        self.wanted = [name for name in names if name in self.chosen or name not in self._replaced]

    def row(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        """The step's fields that are there, and what is no field under its own name."""
        found = super().row(cells)
        mapped = {field: found[name] for field, name in self.fields.items() if name in found}
        return {name: value for name, value in found.items() if name not in self._replaced} | mapped


class TableMapping(AsItIs):
    """From a table's row to a result's fields."""

    def __init__(
        self, names: Sequence[str], columns: Columns | None, what: str, format: str = "auto"
    ) -> None:
        pairs = _checked_pairs(columns, "execution", names, what)
        self.fields = {field: field for field in FIELDS}
        self.fields |= {field: name for field, name in pairs if field != "label"}
        self.is_native = self.fields["response"] in names
        is_known = any(each <= set(names) for each in _OTHER_TOOLS)
        is_unread = pairs or (format == "auto" and not is_known)
        if names and not self.is_native and is_unread:
            raise InvalidInput(
                f'{what} has no column "response"; {_listed(names)}: say which it is, as in '
                'columns={"response": "answer"}'
            )
        labels = [name for field, name in pairs if field == "label"]
        taken = {*self.fields.values(), "labels"}
        self.labels = labels or [name for name in names if name not in taken]
        self.chosen = frozenset({*self.fields.values(), *labels})
        self.wanted = [
            name for name in names if not self.is_native or name in taken or name in self.labels
        ]

    def row(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        """The result; of another tool's table the cells as they are."""
        if not self.is_native:
            return super().row(cells)
        result = {}
        for field, name in self.fields.items():
            value = cells.get(name)
            if not is_missing(value):
                result[field] = value
        tools = result.get("tools")
        if tools == "":  # an empty cell of CSV is none either
            del result["tools"]
        elif isinstance(tools, str):
            result["tools"] = _tools_of(tools)
        labels = cells.get("labels")
        told = {} if is_missing(labels) else _labels_of(labels)
        if isinstance(told, dict):  # else the reader says what is wrong with it
            for name in self.labels:
                value = cells.get(name)
                if isinstance(value, (str, int, float, bool)) and not is_missing(value):
                    told.setdefault(name, value)
        if told:
            result["labels"] = told
        return result


def _listed(names: Sequence[str]) -> str:
    return "the columns are " + ", ".join(f'"{name}"' for name in names)


def is_missing(value: object) -> bool:
    """None, NaN, and pandas' words for the same."""
    if value is None:
        return True
    if isinstance(value, float):
        return value != value
    kind = type(value).__name__
    if kind in ("float32", "float16"):  # of numpy, which Python counts as no float
        return bool(value != value)
    return kind in ("NAType", "NaTType")


def _tools_of(cell: str) -> Any:
    """As of CSV: JSON, or names separated by ; and, where there is none, by a comma. The reader says
    where a name is blank."""
    if cell.lstrip().startswith("["):
        try:
            return json.loads(cell)
        except (ValueError, RecursionError):
            return cell
    return [name.strip(" \t") for name in cell.split(";" if ";" in cell else ",")]


def _labels_of(value: Any) -> Any:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return value
    return dict(value) if isinstance(value, Mapping) else value


def is_parquet(path: str) -> bool:
    """By its name, else by its first bytes."""
    if path.endswith((".parquet", ".pq")):
        return True
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"PAR1"
    except OSError:
        return False


def parquet_lines(
    path: str, mapped: Callable[[Sequence[str]], AsItIs], write: Callable[[Any, str], bytes]
) -> tuple[Iterator[bytes], bool]:
    """JSON Lines of a Parquet file, a piece a batch, and whether they are results already."""
    arrow = pyarrow("reading Parquet")
    if not os.path.exists(path):
        raise NotFound(f"cannot open {path}: No such file or directory")
    from pyarrow import parquet

    try:
        schema = parquet.read_schema(path)
        # Of a dictionary, each text is there once until a piece of the batch is made Python's.
        file = parquet.ParquetFile(path, read_dictionary=_texts_in(schema))
    except (arrow.ArrowException, OSError) as error:
        raise InvalidInput(f"{path} cannot be read as Parquet: {error}") from None
    mapping = mapped(schema.names)

    def batches() -> Iterator[pa.RecordBatch]:
        try:
            rows = _rows_at_a_time(file.metadata)
            yield from file.iter_batches(batch_size=rows, columns=mapping.wanted)
        except (arrow.ArrowException, OSError) as error:
            raise InvalidInput(f"{path} cannot be read as Parquet: {error}") from None

    most = max(_FREE_BYTES, _MOST_RATIO * os.path.getsize(path))
    return _lines_of(batches(), mapping, path, write, most=most), mapping.is_native


def _texts_in(schema: pa.Schema) -> list[str]:
    from pyarrow import types

    return [
        each.name
        for each in schema
        if any(
            is_one(each.type)
            for is_one in (types.is_string, types.is_large_string, types.is_binary)
        )
    ]


def _rows_at_a_time(metadata: FileMetaData) -> int:
    """So many that their encoded bytes are about a piece, by the group with the largest rows."""
    groups = (metadata.row_group(at) for at in range(metadata.num_row_groups))
    widest = max((each.total_byte_size / max(1, each.num_rows) for each in groups), default=0)
    return max(1, min(_BATCH_ROWS, int(_PIECE_BYTES / max(1, widest))))


def arrow_lines(
    source: ArrowStream,
    what: str,
    mapped: Callable[[Sequence[str]], AsItIs],
    write: Callable[[Any, str], bytes],
    name_row: Callable[[dict[str, Any]], None] = lambda row: None,
) -> tuple[Iterator[bytes], bool]:
    """The same of whatever speaks Arrow's stream interface and holds rows.

    `name_row` is called with each result, to give it an id where it has none.
    """
    arrow = pyarrow("reading an Arrow table")
    try:
        reader = arrow.RecordBatchReader.from_stream(source)
    except (arrow.ArrowException, TypeError, ValueError) as error:
        raise InvalidInput(f"{what} is no table with columns: {error}") from None
    mapping = mapped(reader.schema.names)
    batches = (batch.select(mapping.wanted) for batch in reader)
    return _lines_of(batches, mapping, what, write, name_row), mapping.is_native


def _lines_of(
    batches: Iterator[pa.RecordBatch],
    mapping: AsItIs,
    what: str,
    write: Callable[[Any, str], bytes],
    name_row: Callable[[dict[str, Any]], None] = lambda row: None,
    most: int | None = None,
) -> Iterator[bytes]:
    """`most` are the bytes that the whole of it may have."""
    number = 0
    told: set[str] = set()
    for batch in _pieces(batches, what, most):
        lists = [
            _cells_of(column, name, what, number, mapping.chosen, told)
            for name, column in zip(batch.schema.names, batch.columns, strict=True)
        ]
        lines = []
        for cells in zip(*lists, strict=True):
            number += 1
            row = mapping.row(dict(zip(batch.schema.names, cells, strict=True)))
            name_row(row)
            lines.append(write(row, f"{what}: row {number}"))
        yield b"".join(lines)


def _pieces(
    batches: Iterator[pa.RecordBatch], what: str, most: int | None
) -> Iterator[pa.RecordBatch]:
    """The same rows, some _PIECE_BYTES at a time, within the limits of a record and of the whole."""
    import numpy as np

    first, whole = 1, 0
    for batch in batches:
        sizes = _bytes_of_rows(batch)
        large = np.flatnonzero(sizes > _RECORD_BYTES)
        if len(large):
            raise InvalidInput(
                f"{what}: row {first + int(large[0])} has {int(sizes[large[0]])} bytes; a record may "
                f"have {_RECORD_BYTES}"
            )
        ends = np.cumsum(sizes)
        start = 0
        while start < batch.num_rows:
            before = int(ends[start - 1]) if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, before + _PIECE_BYTES, "right")))
            whole += int(ends[stop - 1]) - before
            if most is not None and whole > most:
                raise InvalidInput(
                    f"{what} unpacks to more than {_MOST_RATIO} times its size; it is refused"
                )
            yield batch.slice(start, stop - start)
            start = stop
        first += batch.num_rows


def _bytes_of_rows(batch: pa.RecordBatch) -> npt.NDArray[np.int64]:
    """Of each row the bytes of its texts; what else it holds, as a share of the batch's."""
    import numpy as np
    import pyarrow.compute as pc
    from pyarrow import types

    sizes = np.zeros(batch.num_rows, np.int64)
    for column in batch.columns:
        values = column.dictionary if types.is_dictionary(column.type) else column
        if not _is_bytes_or_text(values.type):
            sizes += column.nbytes // max(1, len(column))
            continue
        lengths = pc.binary_length(values)
        if values is not column:
            lengths = lengths.take(column.indices)
        sizes += pc.fill_null(lengths, 0).to_numpy(zero_copy_only=False).astype(np.int64)
    return sizes


def _is_bytes_or_text(kind: pa.DataType) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind)) or _is_bytes(kind)


def _is_bytes(kind: pa.DataType) -> bool:
    from pyarrow import types

    return bool(types.is_binary(kind) or types.is_large_binary(kind))


def _cells_of(
    column: pa.Array, name: str, what: str, before: int, chosen: frozenset[str], told: set[str]
) -> list[Any]:
    """Python's values; a map as a dict, a decimal as a number, bytes as the text that they are.

    Bytes that are none are an error in a column that somebody chose; another's are left out, which a
    warning tells once. `before` rows came before these.
    """
    from pyarrow import types

    cells: list[Any] = column.to_pylist()
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if types.is_map(kind):
        return [None if cell is None else dict(cell) for cell in cells]
    if types.is_decimal(kind):
        return [float(cell) if isinstance(cell, decimal.Decimal) else cell for cell in cells]
    if not (_is_bytes(kind) or types.is_fixed_size_binary(kind)):
        return cells
    for at, cell in enumerate(cells):
        try:
            cells[at] = None if cell is None else cell.decode()
        except UnicodeDecodeError:
            cells[at] = None
            where = f'{what}: row {before + at + 1}: the column "{name}" holds bytes that are no UTF-8'
            if name in chosen:
                raise InvalidInput(where) from None
            if name not in told:
                told.add(name)
                warn(f"{where}; they are left out")
    return cells
