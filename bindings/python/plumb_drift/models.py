"""Models that are loaded once a process and shared: by everything in this package.

A model is loaded when it is first needed. After a fork the child loads its own: the threads of
the parent's model do not exist there.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import SupportsIndex, TypeVar

from . import _core
from .errors import InvalidInput

DEFAULT_MODEL = "all-MiniLM-L6-v2"

_Key = TypeVar("_Key")
_Model = TypeVar("_Model")


class _Shelf:
    """What is loaded, by what it was asked for with."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.embedders: dict[tuple[str, str, int, str], _core.EmbeddingModel] = {}
        self.tokenizers: dict[str, _core.TokenizerModel] = {}
        self.classifiers: dict[tuple[str, int, int], _core.ClassifierModel] = {}

    def get(self, kind: dict[_Key, _Model], key: _Key, load: Callable[[], _Model]) -> _Model:
        with self.lock:
            if key not in kind:
                kind[key] = load()
            return kind[key]


_shelf = _Shelf()
_of_parents: list[_Shelf] = []  # kept, since nothing in them may be used or destroyed here


def _start_afresh() -> None:
    global _shelf
    _of_parents.append(_shelf)
    _shelf = _Shelf()


os.register_at_fork(after_in_child=_start_afresh)


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """The value, where it is one; numpy's count too."""
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        try:
            number = value.__index__()
        except TypeError:  # an array has the method, and no number to give
            number = low - 1
        if low <= number <= high:
            return number
    raise InvalidInput(f"{name} is {value!r}; a whole number from {low} to {high} is expected")


def check_threads(threads: object) -> None:
    """None and 0 are every CPU."""
    if threads is not None:
        whole_number("threads", threads, 0, 4096)


def check_seed(seed: object) -> int:
    """A seed as the module takes it: 64 bits."""
    return whole_number("seed", seed, 0, 2**64 - 1)


def model_of(model: object) -> str:
    """A name or a folder, as the module takes it."""
    if isinstance(model, (str, os.PathLike)):
        return os.fsdecode(model)
    raise InvalidInput(f"model is {model!r}; a model's name or its folder is expected")


def check_embedder(precision: object, threads: object, instruction_set: object) -> None:
    """Whether there can be such an embedder; this CPU may still lack the instruction set."""
    check_threads(threads)
    if not isinstance(precision, str):
        raise InvalidInput(f"precision is {precision!r}; it can be 'f32' or 'int8'")
    if not isinstance(instruction_set, (str, type(None))):
        raise InvalidInput(f"instruction_set is {instruction_set!r}; its name is expected")
    _core.check_embedder(precision, instruction_set or "")


def embedding_model(
    model: str = DEFAULT_MODEL,
    precision: str = "f32",
    threads: int | None = None,
    instruction_set: str | None = None,
) -> _core.EmbeddingModel:
    """The embedder, loaded on the first call."""
    check_embedder(precision, threads, instruction_set)
    key = (model_of(model), precision, threads or 0, instruction_set or "")
    return _shelf.get(_shelf.embedders, key, lambda: _core.EmbeddingModel(*key))


def tokenizer_model(model: str = DEFAULT_MODEL) -> _core.TokenizerModel:
    """The tokenizer alone: no weights are read."""
    key = model_of(model)
    return _shelf.get(_shelf.tokenizers, key, lambda: _core.TokenizerModel(key))


def classifier_model(
    classifier: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    labels: int = 0,
) -> _core.ClassifierModel:
    """The classifier; without a name HEARTS where it is on this machine, else the embedded one."""
    check_threads(threads)
    key = (str(classifier or ""), threads or 0, labels)
    return _shelf.get(_shelf.classifiers, key, lambda: _core.ClassifierModel(*key))


def forget_models() -> None:
    """Drops every loaded model, so that its memory is free once nobody uses it."""
    with _shelf.lock:
        for kind in (_shelf.embedders, _shelf.tokenizers, _shelf.classifiers):
            kind.clear()
