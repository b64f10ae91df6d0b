"""Records of any format that Plumb reads: as dicts, or written as files of its own."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, overload

from . import _core, inputs
from .errors import InvalidInput, warn
from .results import frame, table
from .sources import Columns, Results, Steps

if TYPE_CHECKING:
    import pandas as pd


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record as a row: labels as columns of their own, calls of tools by name."""
    row = {name: value for name, value in record.items() if name not in ("labels", "tools")}
    if "tools" in record:
        calls = record["tools"]  # a plain name where nothing else is known of the call
        row["tools"] = [call if isinstance(call, str) else call["name"] for call in calls]
    return row | {f"label.{name}": value for name, value in record.get("labels", {}).items()}


@dataclass(frozen=True)
class _Read:
    """Base of records as they were read. A sequence of dicts, in Plumb's own format."""

    source: str
    records: tuple[dict[str, Any], ...] = field(repr=False)
    failed: int
    skipped: int
    warnings: list[str]
    _shown: ClassVar[tuple[str, ...]] = ()

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.records)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[dict[str, Any], ...]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | tuple[dict[str, Any], ...]:
        return self.records[index]

    def to_pandas(self) -> pd.DataFrame:
        """A row a record, labels as columns `label.NAME`; what is not there is missing."""
        return frame([_flat(record) for record in self.records], self._shown)

    def _repr_html_(self) -> str:
        title = f"{html.escape(self.source)}: {len(self)} records"
        return table(title, self.records, self._shown)


@dataclass(frozen=True)
class Execution(_Read):
    """Results of a run, as read_results gives them."""

    _shown = ("id", "prompt", "response", "severity")


@dataclass(frozen=True)
class SessionLog(_Read):
    """Steps of sessions, as read_sessions gives them."""

    _shown = ("session", "step", "prompt", "response", "error")


@dataclass(frozen=True)
class Imported:
    """What import_ did: `plumb import --json`."""

    source: str
    output: str
    as_: str
    written: int
    failed: int
    skipped: int
    repeated: int

    def to_dict(self) -> dict[str, Any]:
        """The document that `plumb import --json` prints."""
        return {
            "plumb": "import/1",
            "source": self.source,
            "as": self.as_,
            "written": self.written,
            "failed": self.failed,
            "skipped": self.skipped,
            "repeated": self.repeated,
        }

    def _row(self) -> dict[str, Any]:
        told = self.to_dict()
        del told["plumb"]
        return {**told, "output": self.output}

    def to_pandas(self) -> pd.DataFrame:
        """One row: what was read, what was written, and how many."""
        return frame([self._row()])

    def _repr_html_(self) -> str:
        row = self._row()
        return table(f"{self.written} written to {html.escape(self.output)}", [row], tuple(row))


def _name(source: object, otherwise: str) -> str:
    return inputs.path_of(source) if isinstance(source, (str, os.PathLike)) else otherwise


def _warn(sentences: list[str]) -> None:
    for sentence in sentences:
        warn(sentence)


def read_results(
    source: Results,
    *,
    format: str = "auto",
    columns: Columns | None = None,
    skip_bad: bool = False,
) -> Execution:
    """The results of a run as dicts with the fields of Plumb's own format.

    `source`, `format` and `columns` are those of Profile.add().
    """
    given = inputs.results(source, "source", format=format, columns=columns)
    lines, (_, failed, skipped, _, told) = _core.read_records(
        given.source, "execution", given.format, given.columns, skip_bad
    )
    _warn(told)
    rows = tuple(json.loads(line) for line in lines)
    return Execution(_name(source, "records"), rows, failed, skipped, told)


def read_sessions(
    source: Steps,
    *,
    format: str = "auto",
    columns: Columns | None = None,
    skip_bad: bool = False,
) -> SessionLog:
    """The steps of sessions as dicts with the fields of Plumb's own format.

    `columns` says which column or JSON field holds what: {"session": "chat", "response": "answer"}.
    """
    given = inputs.steps(source, "source", format=format, columns=columns)
    lines, (_, failed, skipped, _, told) = _core.read_records(
        given.source, "session", given.format, given.columns, skip_bad
    )
    _warn(told)
    rows = tuple(json.loads(line) for line in lines)
    return SessionLog(_name(source, "records"), rows, failed, skipped, told)


def import_(
    source: Results,
    output: str | os.PathLike[str],
    *,
    as_: Literal["execution", "session"] = "execution",
    format: str = "auto",
    columns: Columns | None = None,
    skip_bad: bool = False,
) -> Imported:
    """Writes another tool's file, a table or records as Plumb's own JSON Lines.

    The file is whole or not there. `plumb import`, and Parquet besides.
    """
    path = inputs.path_of(output)
    if not path.endswith(".jsonl"):
        raise InvalidInput(
            f"output is {path}; what is imported is written as .jsonl: give it that extension"
        )
    if isinstance(source, (str, os.PathLike)) and _is_same(inputs.path_of(source), path):
        raise InvalidInput(f"output is {path}, which is what is read; give another name")
    if as_ == "session":
        given = inputs.steps(source, "source", format=format, columns=columns)
    else:
        given = inputs.results(source, "source", format=format, columns=columns)
    name = Path(path if given.names is not None else _name(source, path)).stem
    written, failed, skipped, repeated, told = _core.write_records(
        given.source, path, as_, name, given.format, given.columns, skip_bad
    )
    _warn(told)
    return Imported(_name(source, "records"), path, as_, written, failed, skipped, repeated)


def _is_same(source: str, output: str) -> bool:
    try:
        return os.path.samefile(source, output)
    except OSError:
        return False
