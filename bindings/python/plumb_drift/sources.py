"""What the functions take, as types: for your own signatures, and for a type checker.

    from plumb_drift.sources import Results, Texts

    def nightly(run: Results) -> bool: ...

They say what is documented. What is read at run time is looked at there, and refused by a sentence.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias


class ArrowArray(Protocol):
    """An array that speaks Arrow's C data interface, of pyarrow for one."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """Arrays or batches that speak Arrow's C stream interface: a table, a data frame of pandas."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class TextCollection(Protocol):
    """A list, tuple or set of texts, a numpy array, a pandas Series; one text is none."""

    # Of a str it takes a str alone, so that a checker refuses embed("one text").
    def __contains__(self, value: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...


class SupportsArray(Protocol):
    """What numpy makes an array of."""

    def __array__(self) -> Any: ...


Path: TypeAlias = str | os.PathLike[str]
Precision: TypeAlias = Literal["f32", "int8"]

Texts: TypeAlias = TextCollection | Iterator[str] | ArrowArray | ArrowStream

# By field, of tables and JSON Lines: {"response": "answer", "label": ["region"]}.
Columns: TypeAlias = Mapping[str, str | Sequence[str]]

# A file, rows as dicts, a data frame or an Arrow table: results of a run, or steps of sessions.
Results: TypeAlias = Path | Iterable[Mapping[str, Any]] | ArrowStream
Steps: TypeAlias = Results

# A file, or what json.load would give; a data frame or an Arrow table counts as its rows.
Document: TypeAlias = Path | Mapping[str, Any] | Sequence[Any] | ArrowStream

# A .npy file, or an array with a row a result.
Vectors: TypeAlias = Path | SupportsArray | Sequence[Sequence[float]]
