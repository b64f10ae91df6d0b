"""Models that are loaded once a process and shared: by everything in this package.

A model is loaded when it is first needed. After a fork the child loads its own: the threads of
the parent's model do not exist there.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TypeVar

from . import _core
from .errors import InvalidInput

DEFAULT_MODEL = "all-MiniLM-L6-v2"

_Model = TypeVar("_Model")


class _Shelf:
    """What is loaded, by what it was asked for with."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.models: dict[tuple[object, ...], object] = {}

    def get(self, key: tuple[object, ...], load: Callable[[], _Model]) -> _Model:
        with self.lock:
            if key not in self.models:
                self.models[key] = load()
            return self.models[key]  # type: ignore[return-value]


_shelf = _Shelf()
_of_parents: list[_Shelf] = []  # kept, since nothing in them may be used or destroyed here


def _start_afresh() -> None:
    global _shelf
    _of_parents.append(_shelf)
    _shelf = _Shelf()


os.register_at_fork(after_in_child=_start_afresh)


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """The value, where it is one; numpy's count too."""
    number = getattr(value, "__index__", None)
    if number is None or isinstance(value, bool) or not low <= number() <= high:
        raise InvalidInput(f"{name} is {value!r}; a whole number from {low} to {high} is expected")
    return number()


def check_threads(threads: object) -> None:
    if threads is not None:
        whole_number("threads", threads, 0, 4096)


def check_seed(seed: object) -> int:
    return whole_number("seed", seed, 0, 2**64 - 1)


def embedding_model(
    model: str = DEFAULT_MODEL,
    precision: str = "f32",
    threads: int | None = None,
    instruction_set: str | None = None,
) -> _core.EmbeddingModel:
    """The embedder, loaded on the first call."""
    check_threads(threads)
    key = ("embed", str(model), precision, threads or 0, instruction_set or "")
    return _shelf.get(key, lambda: _core.EmbeddingModel(*key[1:]))  # type: ignore[arg-type]


def tokenizer_model(model: str = DEFAULT_MODEL) -> _core.TokenizerModel:
    """The tokenizer alone: no weights are read."""
    return _shelf.get(("tokenize", str(model)), lambda: _core.TokenizerModel(str(model)))


def classifier_model(
    classifier: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    labels: int = 0,
) -> _core.ClassifierModel:
    """The classifier; without a name HEARTS where it is on this machine, else the embedded one."""
    check_threads(threads)
    key = ("classify", str(classifier or ""), threads or 0, labels)
    return _shelf.get(key, lambda: _core.ClassifierModel(*key[1:]))  # type: ignore[arg-type]


def forget_models() -> None:
    """Drops every loaded model, so that its memory is free once nobody uses it."""
    with _shelf.lock:
        _shelf.models.clear()
