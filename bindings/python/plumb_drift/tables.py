"""Tables as results: Parquet files, Arrow tables and data frames, by their columns.

A table that has a response is read as CSV is: a column for each field, every other column of texts,
numbers or booleans a label. One that has none is another tool's, whose format its columns show
(Langfuse's export). Parquet and Arrow come batch by batch, so that memory does not grow with them;
both need pyarrow.
"""

from __future__ import annotations

import decimal
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .errors import InvalidInput, NotFound

Columns = Mapping[str, str | Sequence[str]]

FIELDS = ("id", "prompt", "response", "severity", "tools", "embedding")
_BATCH_ROWS = 4096
# Columns by which the reader knows another tool's records, as src/ingest/import_format.cc has them.
_OTHER_TOOLS = (
    {"trace_id", "type", "start_time"},
    {"traceId", "type", "startTime"},
    {"dotted_order", "run_type"},
    {"custom_id"},
    {"messages"},
)


def pyarrow(what: str) -> Any:
    try:
        import pyarrow as found
    except ImportError as error:
        raise ImportError(f"{what} needs pyarrow: pip install 'plumb-drift[parquet]'") from error
    return found


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

    def __init__(self, names: Sequence[str]) -> None:
        self.wanted = list(names)

    def row(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in cells.items() if not is_missing(value)}


class TableMapping(AsItIs):
    """From a table's row to a result's fields."""

    def __init__(
        self, names: Sequence[str], columns: Columns | None, what: str, format: str = "auto"
    ) -> None:
        from . import _core

        pairs = column_pairs(columns)
        _core.check_columns(pairs)
        twice = next((name for name in names if list(names).count(name) > 1), None)
        if twice is not None:
            raise InvalidInput(f'{what} has two columns "{twice}"; give each a name of its own')
        self.fields = {field: field for field in FIELDS}
        self.fields |= {field: name for field, name in pairs if field != "label"}
        for field, name in pairs:
            if name not in names:
                raise InvalidInput(f'{what} has no column "{name}" for {field}; {_listed(names)}')
        self.is_native = self.fields["response"] in names
        is_known = any(each <= set(names) for each in _OTHER_TOOLS)
        if names and format == "auto" and not self.is_native and not is_known:
            raise InvalidInput(
                f'{what} has no column "response"; {_listed(names)}: say which it is, as in '
                'columns={"response": "answer"}'
            )
        labels = [name for field, name in pairs if field == "label"]
        taken = {*self.fields.values(), "labels"}
        self.labels = labels or [name for name in names if name not in taken]
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
        if isinstance(tools, str):
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


def is_missing(value: Any) -> bool:
    """None, NaN, and pandas' words for the same."""
    if value is None:
        return True
    if isinstance(value, float):
        return value != value
    return type(value).__name__ in ("NAType", "NaTType")


def _tools_of(cell: str) -> Any:
    """As of CSV: JSON, or names separated by ; or ,."""
    if cell.lstrip().startswith("["):
        try:
            return json.loads(cell)
        except ValueError:
            return cell
    return [name.strip() for name in cell.replace(";", ",").split(",") if name.strip()]


def _labels_of(value: Any) -> Any:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return value
    return dict(value) if isinstance(value, Mapping) else value


def is_parquet(path: str) -> bool:
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
        file = parquet.ParquetFile(path)
    except (arrow.ArrowException, OSError) as error:
        raise InvalidInput(f"{path} cannot be read as Parquet: {error}") from None
    mapping = mapped(file.schema_arrow.names)

    def batches() -> Iterator[Any]:
        try:
            yield from file.iter_batches(batch_size=_BATCH_ROWS, columns=mapping.wanted)
        except (arrow.ArrowException, OSError) as error:
            raise InvalidInput(f"{path} cannot be read as Parquet: {error}") from None

    return _lines_of(batches(), mapping, path, write), mapping.is_native


def arrow_lines(
    source: Any,
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
    batches: Iterator[Any],
    mapping: AsItIs,
    what: str,
    write: Callable[[Any, str], bytes],
    name_row: Callable[[dict[str, Any]], None] = lambda row: None,
) -> Iterator[bytes]:
    number = 0
    for batch in batches:
        lists = [_cells_of(column) for column in batch.columns]
        lines = []
        for cells in zip(*lists, strict=True):
            number += 1
            row = mapping.row(dict(zip(batch.schema.names, cells, strict=True)))
            name_row(row)
            lines.append(write(row, f"{what}: row {number}"))
        yield b"".join(lines)


def _cells_of(column: Any) -> list[Any]:
    """Python's values; a map as a dict, a decimal as a number; bytes say nothing."""
    from pyarrow import types

    cells = column.to_pylist()
    if types.is_map(column.type):
        return [None if cell is None else dict(cell) for cell in cells]
    if types.is_decimal(column.type):
        return [float(cell) if isinstance(cell, decimal.Decimal) else cell for cell in cells]
    if types.is_binary(column.type) or types.is_large_binary(column.type):
        return [None] * len(cells)
    return cells
