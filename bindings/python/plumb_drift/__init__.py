"""Plumb: how far has an LLM or an agent drifted? Measured on your own machine.

    import plumb_drift

    plumb_drift.embed(["a text", "another"])           # float32 array, (2, 384)
    result = plumb_drift.compare("run.jsonl", "baseline.jsonl")
    result.verdict, result.drift_grade

Models load when they are first used. docs/python.md is the reference.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import errors as errors
    from . import models as models
    from . import spark as spark
    from . import testing as testing
    from ._core import version as __version__
    from .client import Client as Client
    from .detector import DriftDetector as DriftDetector
    from .detector import TextEmbedder as TextEmbedder
    from .embedding import Embeddings as Embeddings
    from .embedding import Tokens as Tokens
    from .embedding import classify as classify
    from .embedding import embed as embed
    from .embedding import tokenize as tokenize
    from .errors import PlumbError as PlumbError
    from .errors import PlumbWarning as PlumbWarning
    from .measures import compare as compare
    from .measures import ids as ids
    from .measures import intent as intent
    from .measures import session as session
    from .measures import stereotype as stereotype
    from .profile import Profile as Profile
    from .records import Execution as Execution
    from .records import Imported as Imported
    from .records import SessionLog as SessionLog
    from .records import import_ as import_
    from .records import read_results as read_results
    from .records import read_sessions as read_sessions
    from .results import Classification as Classification
    from .results import Comparison as Comparison
    from .results import IntentReport as IntentReport
    from .results import Measurement as Measurement
    from .results import SessionReport as SessionReport
    from .results import StereotypeReport as StereotypeReport
    from .sentence_transformer import SentenceTransformer as SentenceTransformer

# Where each name lives; a module is imported when one of its names is asked for, so that
# importing the package costs milliseconds.
_HOMES = {
    "Client": "client",
    "DriftDetector": "detector",
    "TextEmbedder": "detector",
    "Embeddings": "embedding",
    "Tokens": "embedding",
    "classify": "embedding",
    "embed": "embedding",
    "tokenize": "embedding",
    "PlumbError": "errors",
    "PlumbWarning": "errors",
    "compare": "measures",
    "ids": "measures",
    "intent": "measures",
    "session": "measures",
    "stereotype": "measures",
    "Profile": "profile",
    "Execution": "records",
    "Imported": "records",
    "SessionLog": "records",
    "import_": "records",
    "read_results": "records",
    "read_sessions": "records",
    "Classification": "results",
    "Comparison": "results",
    "IntentReport": "results",
    "Measurement": "results",
    "SessionReport": "results",
    "StereotypeReport": "results",
    "SentenceTransformer": "sentence_transformer",
}

# What users write as plumb_drift.errors.InvalidInput, without a line that imports it.
_MODULES = ("errors", "models", "spark", "testing")

__all__ = [*sorted(_HOMES), "__version__"]

if not TYPE_CHECKING:  # a checker that saw it would take any name for one of the package's

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from ._core import version

            return version
        if name in _MODULES:
            return importlib.import_module(f".{name}", __name__)
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES, *(name for name in globals() if name.startswith("__"))})
