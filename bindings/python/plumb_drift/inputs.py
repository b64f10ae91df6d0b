"""From what users have (paths, records, data frames, arrays) to what the module reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from .errors import InvalidInput

Input = str | tuple[str, bytes]


def is_data_frame(source: object) -> bool:
    """pandas or what looks like it, without importing pandas."""
    return hasattr(source, "to_dict") and hasattr(source, "columns")


def is_arrow(source: object) -> bool:
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__")


def texts(source: Any, what: str = "texts") -> Any:
    """A sequence of texts as the module takes it: a list, or Arrow memory as it is."""
    if isinstance(source, (str, bytes)):
        raise InvalidInput(
            f"{what} is one {type(source).__name__}; a list of texts is expected, as in [{what}]"
        )
    if isinstance(source, Mapping) or is_data_frame(source):
        raise InvalidInput(f"{what} is a table; give the column that holds the texts")
    if hasattr(source, "dtype") and hasattr(source, "tolist"):
        return _of_array(source, what)
    if is_arrow(source) or isinstance(source, (list, tuple)):
        return source
    if not isinstance(source, Iterable):
        raise InvalidInput(f"{what} is of the type {type(source).__name__}; texts are expected")
    return list(source)


def _of_array(source: Any, what: str) -> Any:
    """numpy arrays and pandas Series. Of the latter, Arrow memory is taken where it is there."""
    if getattr(source, "ndim", 1) != 1:
        raise InvalidInput(f"{what} has {source.ndim} dimensions; one is expected")
    chunks = getattr(getattr(source, "array", None), "_pa_array", None)
    if chunks is not None and is_arrow(chunks):
        return chunks
    found = source.tolist()
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


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    if isinstance(value, float):
        return value != value
    return type(value).__name__ in ("NAType", "NaTType")


def rows_of(frame: Any) -> list[dict[str, Any]]:
    """A data frame's rows, without cells that are missing."""
    return [
        {str(name): value for name, value in row.items() if not _is_missing(value)}
        for row in frame.to_dict("records")
    ]


def _write_json(value: Any, where: str) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{where} cannot be read: {error}") from None


def _encoded(text: str, where: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(f"{where} holds half of a surrogate pair: {error}") from None


def records(source: Any, what: str, *, name: str = "records", first_id: int | None = None) -> Input:
    """Rows for a reader of JSON Lines: a path, a list of dicts, a data frame.

    With `first_id`, a result without an id gets `name:number`, as one of a file would.
    """
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
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
        if first_id is not None and row.get("id") is None and "response" in row:
            row = {**row, "id": f"{name}:{first_id + index}"}
        lines.append(_encoded(_write_json(dict(row), where), where))
    return name, b"".join(line + b"\n" for line in lines)


def document(source: Any, what: str, *, name: str | None = None) -> Input:
    """A whole JSON document: a path, or what json.load would give."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    if is_data_frame(source):
        source = rows_of(source)
    return name or what, _encoded(_write_json(source, what), what)
