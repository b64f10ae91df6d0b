"""Profiles: what is kept of an execution, to compare it later."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterable
from typing import Any, TypeAlias

from . import _core, inputs, models
from .errors import InvalidInput, warn
from .sources import ArrowArray, Columns, Precision, Results, Vectors


class Profile:
    """The sums and the sample that a comparison needs of an execution, without its texts.

    Profiles of parts, merged in any order, equal the profile of the whole, bit for bit, as long as
    every result has an id of its own.
    """

    def __init__(
        self,
        results: Results | None = None,
        *,
        name: str = "",
        embeddings: bool | Vectors | None = True,
        keep_text: bool = True,
        seed: int = 42,
        sample_rows: int = 10_000,
        model: str = models.DEFAULT_MODEL,
        precision: Precision = "f32",
        threads: int | None = None,
        instruction_set: str | None = None,
    ) -> None:
        """`results` is added at once; see add(). `embeddings=False` leaves vectors out."""
        self.core = _core.Profile(
            models.check_seed(seed),
            models.whole_number("sample_rows", sample_rows, 0, 10_000_000),
            bool(keep_text),
        )
        self.source = name or "profile"
        given = None if embeddings is None or isinstance(embeddings, bool) else embeddings
        if given is not None and results is None:
            raise InvalidInput("embeddings are rows of results, and there are none; give both")
        self._embeddings = given is not None or bool(embeddings)
        models.check_embedder(precision, threads, instruction_set)
        self._model = (model, precision, threads, instruction_set)
        self._given_ids = 0
        if results is not None:
            self.add(results, embeddings=given)
        if name:
            self.core.set_name(name)

    def add(
        self,
        results: Results,
        *,
        source: str = "records",
        skip_bad: bool = False,
        format: str = "auto",
        columns: Columns | None = None,
        embeddings: Vectors | None = None,
    ) -> Profile:
        """Adds results, all or none.

        `results` is a path (JSON Lines, CSV, Parquet, or another tool's file), a list of dicts, a
        data frame or an Arrow table. `columns` says which column holds what:
        {"response": "answer", "label": ["region"]}. `embeddings` are vectors from elsewhere: a .npy
        file or an array with a row a result. A record without an id gets `source:number`; give each
        part a source of its own where profiles are merged later.
        """
        self._take(
            results, "results", source, skip_bad, format, columns=columns, embeddings=embeddings
        )
        return self

    def _take(
        self,
        results: Results,
        what: str,
        source: str,
        skip_bad: bool,
        format: str,
        *,
        columns: Columns | None = None,
        embeddings: Vectors | None = None,
    ) -> None:
        given = inputs.results(
            results, what, name=source, first_id=self._given_ids + 1, format=format, columns=columns
        )
        told = self.core.add(
            given.source,
            self._embedder if self._embeddings else None,
            skip_bad,
            given.format,
            given.columns,
            inputs.vectors(embeddings, "embeddings"),
        )
        if given.names is not None:
            self._given_ids = given.names.next - 1
        for sentence in told:
            warn(sentence)

    def add_batches(self, batches: Iterable[ArrowArray]) -> Profile:
        """Adds the results of Arrow's record batches, read where they lie. All or none.

        `batches` is iterated, so that a table need not fit into memory. Its columns are `id` and
        `response` (strings), and of `prompt`, `severity` (strings), `tools` (lists of strings),
        `labels` (maps of strings to strings) and `embedding` (lists of floats) those it has.
        """
        told = self.core.add_batches(batches, self._embedder if self._embeddings else None)
        for sentence in told:
            warn(sentence)
        return self

    def _embedder(self) -> _core.EmbeddingModel:
        return models.embedding_model(*self._model)

    def merge(self, other: Profile) -> Profile:
        """Adds what another profile holds; it must share no result with this one."""
        if not isinstance(other, Profile):
            raise InvalidInput(
                f"other is of the type {type(other).__name__}; a Profile is expected"
            )
        self.core.merge(other.core)
        self._given_ids += other._given_ids
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """A .plumb file, whole or not at all; `plumb compare` reads it."""
        self.core.save(os.fspath(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Profile:
        """Of a .plumb file, by save() or `plumb profile`."""
        return cls._around(_core.Profile.load(os.fspath(path)), os.fspath(path))

    def to_bytes(self) -> bytes:
        """What save() writes. Equal profiles give equal bytes."""
        return self.core.encode()

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "bytes") -> Profile:
        """Of what to_bytes() gave; `name` is what errors and reports call it."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise InvalidInput(f"data is of the type {type(data).__name__}; bytes are expected")
        return cls._around(_core.Profile.decode(bytes(data), str(name)), str(name))

    @classmethod
    def _around(cls, core: _core.Profile, source: str) -> Profile:
        made = cls.__new__(cls)
        made.core = core
        made.source = source
        made._embeddings = made._has_vectors()
        made._model = (models.DEFAULT_MODEL, "f32", None, None)
        made._given_ids = core.results
        return made

    def _has_vectors(self) -> bool:
        vectors: int = self.to_dict()["embeddings"]
        return vectors > 0

    @classmethod
    def of(
        cls,
        source: Results | Profile,
        what: str,
        *,
        skip_bad: bool = False,
        format: str = "auto",
        columns: Columns | None = None,
        given_embeddings: Vectors | None = None,
        **made: Any,
    ) -> Profile:
        """A profile of whatever a comparison takes."""
        path = os.fspath(source) if isinstance(source, (str, os.PathLike)) else None
        if path is not None and _is_profile(path):
            source = cls.load(path)
        if isinstance(source, Profile):
            if given_embeddings is not None:
                raise InvalidInput(
                    f"{what} is a profile, which has its vectors; leave its embeddings out"
                )
            profile = source
        else:
            profile = cls(**made)
            profile._take(
                source,
                what,
                what,
                skip_bad,
                format,
                columns=columns,
                embeddings=given_embeddings,
            )
            profile.source = what if path is None else path
        if not len(profile):
            raise InvalidInput(f"{what} has no result")
        return profile

    def to_dict(self) -> dict[str, Any]:
        """What `plumb profile --json` prints."""
        document: dict[str, Any] = json.loads(self.core.json(self.source))
        return document

    def __len__(self) -> int:
        return self.core.results

    # Beside it Python gives no hash: a profile changes as results are added.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Profile) and self.core.equals(other.core)

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        state["core"] = self.to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.core = _core.Profile.decode(state["core"], self.source)

    def _repr_html_(self) -> str:
        """What a notebook shows: the sums of the run, without any of its texts."""
        from .results import table

        told = self.to_dict()
        rows = [
            {"of the run": name, "value": value}
            for name, value in told.items()
            if isinstance(value, (str, int, float)) and name != "plumb"
        ]
        return table(html.escape(repr(self)), rows, ("of the run", "value"))

    def __repr__(self) -> str:
        return f"Profile({len(self)} results, source={self.source!r})"


# One side of a comparison.
Side: TypeAlias = Results | Profile


def _is_profile(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return _core.Profile.begins(file.read(64))
    except OSError:
        return False
