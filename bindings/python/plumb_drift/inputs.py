"""From what users have (paths, records, data frames, arrays) to what the module reads."""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from . import tables
from .errors import InvalidInput
from .sources import ArrowArray, ArrowStream, Columns, Texts, Vectors
from .tables import column_pairs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Whole = str | tuple[str, bytes]
Input = Whole | tuple[str, Iterator[bytes]]


def is_data_frame(source: object) -> bool:
    """pandas or what looks like it, without importing pandas."""
    return hasattr(source, "to_dict") and hasattr(source, "columns")


def is_arrow(source: object) -> TypeGuard[ArrowArray | ArrowStream]:
    """Whether its memory can be read where it lies."""
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__")


def texts(source: Any, what: str = "texts") -> Texts:
    """A sequence of texts as the module takes it: a list, or Arrow memory as it is."""
    if isinstance(source, (str, bytes)):
        raise InvalidInput(
            f"{what} is one {type(source).__name__}; a list of texts is expected, as in [{what}]"
        )
    if isinstance(source, Mapping) or is_data_frame(source) or hasattr(source, "column_names"):
        raise InvalidInput(f"{what} is a table; give the column that holds the texts")
    if hasattr(source, "dtype") and hasattr(source, "tolist"):
        return _of_array(source, what)
    if is_arrow(source) or isinstance(source, (list, tuple)):
        return source
    if not isinstance(source, Iterable):
        raise InvalidInput(f"{what} is of the type {type(source).__name__}; texts are expected")
    return list(source)


def _of_array(source: Any, what: str) -> Texts:
    """numpy arrays and pandas Series. Of the latter, Arrow memory is taken where it is there."""
    if getattr(source, "ndim", 1) != 1:
        raise InvalidInput(f"{what} has {source.ndim} dimensions; one is expected")
    chunks = getattr(getattr(source, "array", None), "_pa_array", None)
    if chunks is not None and is_arrow(chunks):
        return chunks
    found: list[str] = source.tolist()
    if hasattr(source, "isna"):  # pandas has several words for a value that is not there
        for index, missing in enumerate(source.isna().tolist()):
            if missing:
                raise InvalidInput(
                    f"{what}[{index}] is missing; a text is expected: fill it, or leave the row out"
                )
    return found


def _plain(value: Any) -> Any:
    """For json: numpy's scalars and arrays, dates, paths."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a value of the type {type(value).__name__} cannot be written as JSON")


def rows_of(frame: Any) -> list[dict[str, Any]]:
    """A data frame's rows, without cells that are missing."""
    return [
        {str(name): value for name, value in row.items() if not tables.is_missing(value)}
        for row in frame.to_dict("records")
    ]


def _without_missing(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without NaN and pandas' words for it, which `to_dict("records")` of a frame leaves in."""
    return {
        name: value
        for name, value in row.items()
        if value is None or not tables.is_missing(value)
    }


def _write_json(value: Any, where: str) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=_plain, allow_nan=False)
    except RecursionError:
        raise InvalidInput(f"{where} cannot be read: it nests too deep") from None
    except (TypeError, ValueError) as error:
        found = next(_not_finite(value), None) if "Out of range" in str(error) else None
        told = error if found is None else f"{found[0]} is {found[1]}; a finite number is expected"
        raise InvalidInput(f"{where} cannot be read: {told}") from None


def _not_finite(value: Any, field: str = "") -> Iterator[tuple[str, float]]:
    """Where NaN and infinity are, as `labels.score` or `embedding[3]`, in the order of the JSON."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float):
        if not math.isfinite(value):
            yield field or "it", value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from _not_finite(each, f"{field}.{name}" if field else str(name))
    elif isinstance(value, (list, tuple)):
        for index, each in enumerate(value):
            yield from _not_finite(each, f"{field}[{index}]")


def _encoded(text: str, where: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(f"{where} holds half of a surrogate pair: {error}") from None


def _line(value: Any, where: str) -> bytes:
    return _encoded(_write_json(value, where), where) + b"\n"


def _is_pandas(source: object) -> bool:
    return is_data_frame(source) and type(source).__module__.split(".")[0] == "pandas"


class Names:
    """Gives a record without an id `name:number`, as one of a file would have.

    Where `first` is None, it stays without one.
    """

    def __init__(
        self, name: str, first: int | None, identity: str = "id", response: str = "response"
    ):
        self.name = name
        self.is_wanted = first is not None
        self.next = first or 0
        self._identity = identity
        self._response = response

    def __call__(self, row: dict[str, Any]) -> None:
        if self.is_wanted and row.get(self._identity) is None and self._response in row:
            row[self._identity] = f"{self.name}:{self.next}"
        self.next += 1


@dataclasses.dataclass
class Records:
    """Rows for a reader of results or steps: where they are, and how they are to be read."""

    source: Input
    format: str
    columns: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    names: Names | None = None  # of records in memory


def results(
    source: Any,
    what: str,
    *,
    name: str = "records",
    first_id: int | None = 1,
    format: str = "auto",
    columns: Columns | None = None,
) -> Records:
    """Results from whatever a comparison takes of a side but a profile."""
    if isinstance(source, (str, os.PathLike)):
        path = path_of(source)
        if format == "parquet" or (format == "auto" and tables.is_parquet(path)):
            mapped = functools.partial(tables.TableMapping, columns=columns, what=path)
            pieces, is_native = tables.parquet_lines(path, mapped, _line)
            return Records((path, pieces), "jsonl" if is_native else "auto")
        return Records(path, format, column_pairs(columns))
    if format == "parquet":
        raise InvalidInput(f"{what} is no path; format='parquet' reads a file")
    if _is_pandas(source):
        names = [str(each) for each in source.columns]
        mapping = tables.TableMapping(names, columns, what, format)
        named = Names(name, first_id)
        given = records([mapping.row(row) for row in rows_of(source)], what, name, named)
        return Records(given, "jsonl" if mapping.is_native else format, names=named)
    if hasattr(source, "__arrow_c_stream__"):
        named = Names(name, first_id)
        mapped = functools.partial(tables.TableMapping, columns=columns, what=what, format=format)
        pieces, is_native = tables.arrow_lines(source, what, mapped, _line, named)
        return Records((name, pieces), "jsonl" if is_native else format, names=named)
    pairs = column_pairs(columns)
    fields = {"id": "id", "response": "response", **dict(pairs)}
    named = Names(name, first_id, fields["id"], fields["response"])
    given = records(source, what, name, named)
    return Records(given, "jsonl" if format == "auto" else format, pairs, named)


def steps(
    source: Any,
    what: str,
    *,
    name: str = "log",
    format: str = "auto",
    columns: Columns | None = None,
) -> Records:
    """Steps of sessions: a path, a list of dicts, a data frame, an Arrow table."""
    is_path = isinstance(source, (str, os.PathLike))

    def mapped(names: Sequence[str]) -> tables.AsItIs:
        where = path_of(source) if is_path else what
        return tables.StepMapping(names, columns, where) if columns else tables.AsItIs(names)

    if is_path and (
        format == "parquet" or (format == "auto" and tables.is_parquet(path_of(source)))
    ):
        pieces, is_native = tables.parquet_lines(path_of(source), mapped, _line)
        return Records((path_of(source), pieces), "jsonl" if is_native else "auto")
    if not is_path and _is_pandas(source) and columns:
        mapping = mapped([str(each) for each in source.columns])
        given = records([mapping.row(row) for row in rows_of(source)], what, name)
        return Records(given, "jsonl")
    if not is_path and not _is_pandas(source) and hasattr(source, "__arrow_c_stream__"):
        pieces, is_native = tables.arrow_lines(source, what, mapped, _line)
        return Records((name, pieces), "jsonl" if is_native else format)
    given = records(source, what, name)
    is_file = isinstance(given, str)
    return Records(given, format if is_file or format != "auto" else "jsonl", column_pairs(columns))


def path_of(source: str | os.PathLike[Any]) -> str:
    """As the module takes it."""
    return os.fsdecode(source)


def records(source: Any, what: str, name: str = "records", names: Names | None = None) -> Whole:
    """Rows for a reader of JSON Lines: a path, a list of dicts, a data frame."""
    if isinstance(source, (str, os.PathLike)):
        return path_of(source)
    if is_data_frame(source):
        source = rows_of(source)
    if isinstance(source, (bytes, Mapping)) or not isinstance(source, Iterable):
        raise InvalidInput(
            f"{what} is of the type {type(source).__name__}; a path, a list of dicts or a data "
            "frame is expected"
        )
    lines = []
    for index, row in enumerate(source):
        where = f"{what}[{index}]"
        if not isinstance(row, Mapping):
            raise InvalidInput(f"{where} is of the type {type(row).__name__}; a dict is expected")
        row = _without_missing(row)
        if names is not None:
            names(row)
        lines.append(_line(row, where))
    return name, b"".join(lines)


def document(
    source: Any, what: str, *, name: str | None = None, rows_as: str | None = None
) -> Whole:
    """A whole JSON document: a path, what json.load would give, or rows: a list, a table.

    Where the document is an object, its rows are the array `rows_as` of it.
    """
    if isinstance(source, (str, os.PathLike)):
        return path_of(source)
    if source is None:
        raise InvalidInput(f"{what} is None; a path or a document is expected")
    if hasattr(source, "__arrow_c_stream__") and not _is_pandas(source):
        pieces, _ = tables.arrow_lines(source, what, tables.AsItIs, _line)
        lines = b"".join(pieces).splitlines()  # JSON has no other line ends
        content = b"[" + b",".join(lines) + b"]"
        return name or what, b'{"%s":%s}' % (rows_as.encode(), content) if rows_as else content
    if is_data_frame(source):
        source = rows_of(source)
    elif isinstance(source, (list, tuple)):
        source = [_without_missing(each) if isinstance(each, Mapping) else each for each in source]
    if rows_as and isinstance(source, (list, tuple)):
        source = {rows_as: source}
    return name or what, _encoded(_write_json(source, what), what)


def vectors(given: Vectors | None, what: str) -> str | npt.NDArray[np.float32] | None:
    """None, the path of a .npy file, or a float32 array with a row a result."""
    if given is None:
        return None
    if isinstance(given, (str, os.PathLike)):
        return path_of(given)
    import numpy as np

    try:
        rows = np.ascontiguousarray(given, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{what} is no array of numbers: {error}") from None
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise InvalidInput(f"{what} has the shape {rows.shape}; a row a result is expected")
    finite = np.isfinite(rows).all(axis=1)
    if not finite.all():
        raise InvalidInput(
            f"{what}[{int(finite.argmin())}] holds NaN or infinity; numbers are expected"
        )
    return rows
