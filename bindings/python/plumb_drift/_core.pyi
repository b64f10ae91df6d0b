"""The compiled module. plumb_drift is written on top of it; use that."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .sources import ArrowArray, Texts

version: str

def model_folder(name: str) -> str: ...
def model_name(name: str) -> str: ...
def check_embedder(precision: str, instruction_set: str) -> None: ...

_Whole: TypeAlias = str | tuple[str, bytes]
_Input: TypeAlias = _Whole | tuple[str, Iterable[bytes]]
_Columns: TypeAlias = list[tuple[str, str]]

class EmbeddingModel:
    def __init__(self, model: str, precision: str, threads: int, instruction_set: str) -> None: ...
    def embed(
        self,
        texts: Texts,
        progress: Callable[[int], object] | None = None,
        what: str = "texts",
        skip_nulls: bool = False,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.uint32], npt.NDArray[np.bool_]]: ...
    @property
    def dimension(self) -> int: ...
    @property
    def max_tokens(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def provenance(self) -> dict[str, Any]: ...

class TokenizerModel:
    def __init__(self, model: str) -> None: ...
    def encode(self, texts: Texts, max_tokens: int) -> list[tuple[list[int], bool]]: ...
    def decode(self, ids: list[int]) -> str: ...

class ClassifierModel:
    def __init__(self, name: str, threads: int, labels: int) -> None: ...
    def classify(
        self, texts: Texts, pairs: Texts | None = None
    ) -> tuple[
        npt.NDArray[np.float64],
        npt.NDArray[np.float32],
        npt.NDArray[np.uint32],
        npt.NDArray[np.bool_],
    ]: ...
    @property
    def labels(self) -> list[str]: ...
    @property
    def note(self) -> str: ...
    @property
    def provenance(self) -> dict[str, Any]: ...

class Profile:
    def __init__(self, seed: int, sample_rows: int, keep_text: bool) -> None: ...
    def add(
        self,
        source: _Input,
        embedder: Callable[[], EmbeddingModel] | None,
        skip_bad: bool,
        format: str,
        columns: _Columns,
        embeddings: str | npt.NDArray[np.float32] | None,
    ) -> list[str]: ...
    def add_batches(
        self, batches: Iterable[ArrowArray], embedder: Callable[[], EmbeddingModel] | None
    ) -> list[str]: ...
    def merge(self, other: Profile) -> None: ...
    def save(self, path: str) -> None: ...
    def encode(self) -> bytes: ...
    def json(self, source: str) -> str: ...
    def set_name(self, name: str) -> None: ...
    def equals(self, other: Profile) -> bool: ...
    @staticmethod
    def load(path: str) -> Profile: ...
    @staticmethod
    def decode(bytes: bytes, name: str) -> Profile: ...
    @staticmethod
    def begins(bytes: bytes) -> bool: ...
    @property
    def results(self) -> int: ...

def ids(
    model: EmbeddingModel,
    outputs: Texts,
    references: Texts,
    vectors: npt.NDArray[np.float32] | None = None,
) -> list[float]: ...
def intent(
    model: EmbeddingModel,
    log: _Input,
    against: str,
    task_goals: dict[str, str],
    goal: str | None,
    policy: str,
    threshold: float | None,
    sentences: bool,
    skip_bad: bool,
    seed: int,
    format: str,
    columns: _Columns,
) -> str: ...
def task_goals(tasks: _Whole) -> dict[str, str]: ...
def session(
    model: EmbeddingModel,
    cases: _Whole,
    generations: _Input,
    plans: _Whole | None,
    lists: str,
    mode: str,
    pooling: str,
    vocabulary: list[str],
    skip_bad: bool,
    seed: int,
    nli: ClassifierModel | None,
) -> str: ...
def stereotype(
    model: EmbeddingModel, classifier: ClassifierModel, evaluations: list[_Whole], seed: int
) -> str: ...
def compare(
    current: Profile,
    baseline: Profile,
    current_source: str,
    baseline_source: str,
    gates: list[str],
    thresholds: dict[str, float],
    alpha: float,
    permutations: int,
    bootstrap: int,
    seed: int,
    threads: int,
) -> str: ...
def render_comparison(document: str, format: str) -> str: ...
def check_columns(columns: _Columns, as_: str) -> None: ...
def is_native_file(path: str) -> bool: ...
def read_records(
    source: _Input, as_: str, format: str, columns: _Columns, skip_bad: bool
) -> tuple[list[str], tuple[int, int, int, int, list[str]]]: ...
def write_records(
    source: _Input,
    output: str,
    as_: str,
    name: str,
    format: str,
    columns: _Columns,
    skip_bad: bool,
) -> tuple[int, int, int, int, list[str]]: ...
