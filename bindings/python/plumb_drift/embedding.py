"""Texts to vectors, token ids and labels."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from . import models
from .errors import warn
from .inputs import texts as as_texts
from .sources import Precision, Texts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from .results import Classification


@dataclass(frozen=True, eq=False)
class Embeddings:
    """Vectors, and of each text how many tokens it had and whether it was cut.

    Two of them are equal where they are the same object; compare their arrays by numpy.
    """

    vectors: npt.NDArray[np.float32]
    tokens: npt.NDArray[np.uint32]
    truncated: npt.NDArray[np.bool_]
    provenance: dict[str, Any]

    def __len__(self) -> int:
        return len(self.vectors)

    def to_pandas(self) -> pd.DataFrame:
        """A row a text, its vector as one cell."""
        from .results import frame

        cells = zip(self.tokens.tolist(), self.truncated.tolist(), self.vectors, strict=True)
        rows = [{"tokens": count, "truncated": cut, "vector": row} for count, cut, row in cells]
        return frame(rows, ("tokens", "truncated", "vector"))

    def _repr_html_(self) -> str:
        from .results import table

        cells = zip(self.tokens.tolist(), self.truncated.tolist(), strict=True)
        rows = [{"tokens": count, "truncated": cut} for count, cut in cells]
        title = f"{len(self)} vectors of {self.vectors.shape[1]} numbers"
        return table(title, rows, ("tokens", "truncated"))


@overload
def embed(
    texts: Texts,
    *,
    model: str = ...,
    precision: Precision = ...,
    threads: int | None = ...,
    instruction_set: str | None = ...,
    return_truncated: Literal[False] = ...,
) -> npt.NDArray[np.float32]: ...
@overload
def embed(
    texts: Texts,
    *,
    model: str = ...,
    precision: Precision = ...,
    threads: int | None = ...,
    instruction_set: str | None = ...,
    return_truncated: Literal[True],
) -> Embeddings: ...
@overload
def embed(
    texts: Texts,
    *,
    model: str = ...,
    precision: Precision = ...,
    threads: int | None = ...,
    instruction_set: str | None = ...,
    return_truncated: bool,
) -> npt.NDArray[np.float32] | Embeddings: ...
def embed(
    texts: Texts,
    *,
    model: str = models.DEFAULT_MODEL,
    precision: Precision = "f32",
    threads: int | None = None,
    instruction_set: str | None = None,
    return_truncated: bool = False,
) -> npt.NDArray[np.float32] | Embeddings:
    """Vectors of unit length, float32 of the shape (texts, dimension).

    `texts` is a list, a numpy array, a pandas Series, or a pyarrow array (whose bytes are not
    copied). A text that is None is an error that names its index. `threads=None` uses every CPU.
    With `return_truncated=True` an Embeddings comes back; else a warning tells of texts that were
    longer than the model reads.
    """
    loaded = models.embedding_model(model, precision, threads, instruction_set)
    vectors, tokens, truncated = loaded.embed(as_texts(texts))
    if return_truncated:
        return Embeddings(vectors, tokens, truncated, loaded.provenance)
    warn_of_truncated(truncated, loaded.max_tokens, "return_truncated=True tells which")
    return vectors


def warn_of_truncated(truncated: npt.NDArray[np.bool_], max_tokens: int, way_out: str) -> None:
    """Truncation is never silent."""
    count = int(truncated.sum())
    if count:
        were = "was" if count == 1 else "were"
        warn(
            f"{count} of {len(truncated)} texts {were} longer than {max_tokens} tokens and {were} "
            f"truncated; {way_out}"
        )


@dataclass(frozen=True)
class Tokens:
    """The ids of one text, the special ones included."""

    ids: list[int]
    truncated: bool

    def __len__(self) -> int:
        return len(self.ids)

    def to_pandas(self) -> pd.DataFrame:
        """A row a token."""
        from .results import frame

        return frame([{"id": each} for each in self.ids], ("id",))

    def _repr_html_(self) -> str:
        from .results import table

        cut = ", truncated" if self.truncated else ""
        return table(f"{len(self)} tokens{cut}", [{"id": each} for each in self.ids], ("id",))


def tokenize(
    texts: Texts, *, model: str = models.DEFAULT_MODEL, max_tokens: int = 256
) -> list[Tokens]:
    """Token ids, those of Hugging Face `tokenizers` for the same model."""
    most = models.whole_number("max_tokens", max_tokens, 2, 2**31)  # the special ones are two
    rows = models.tokenizer_model(model).encode(as_texts(texts), most)
    return [Tokens(ids, truncated) for ids, truncated in rows]


def classify(
    texts: Texts,
    pairs: Texts | None = None,
    *,
    classifier: str | os.PathLike[str] | None = None,
    threads: int | None = None,
) -> Classification:
    """The probabilities of a classifier's labels, for texts or for pairs of texts.

    `classifier` is "hearts", "embedded", a model's name or its folder; without it, HEARTS where it
    is on this machine, else the embedded one, which `note` then says.
    """
    from .results import Classification

    loaded = models.classifier_model(classifier, threads)
    seconds = None if pairs is None else as_texts(pairs, "pairs")
    probabilities, logits, tokens, truncated = loaded.classify(as_texts(texts), seconds)
    return Classification(
        labels=tuple(loaded.labels),
        probabilities=probabilities,
        logits=logits,
        tokens=tokens,
        truncated=truncated,
        note=loaded.note,
        provenance=loaded.provenance,
    )
