"""What can go wrong. Every message is a sentence: what, where, which value, what to do."""

from __future__ import annotations

import inspect
import warnings


class PlumbError(Exception):
    """Base of everything that Plumb raises but Interrupted."""


class InvalidInput(PlumbError, ValueError):
    """What was given is wrong: an argument, a record, a file's content."""


class NotFound(PlumbError, FileNotFoundError):
    """A file, a model or a name that is not there."""


class Conflict(PlumbError, ValueError):
    """Sound, but at odds with what is there."""


class Corrupt(PlumbError, ValueError):
    """Bytes that contradict themselves or their pinned hash."""


class Unsupported(PlumbError, NotImplementedError):
    """Well formed, but nothing Plumb can do."""


class IoFailure(PlumbError, OSError):
    """The machine said no: disk, network, permissions."""


class Interrupted(KeyboardInterrupt):
    """Asked to stop, by Ctrl-C: no PlumbError, so that `except Exception` lets it through."""


class ServiceError(PlumbError):
    """A problem document (RFC 9457) of the service."""

    def __init__(self, status: int, problem: dict[str, object]) -> None:
        self.status = status
        self.problem = problem
        detail = problem.get("detail") or problem.get("title") or "the service does not say why"
        super().__init__(f"{status}: {detail}")

    def __reduce__(self) -> tuple[type, tuple[int, dict[str, object]]]:
        return type(self), (self.status, self.problem)

    @property
    def errors(self) -> list[dict[str, object]]:
        """The fields at fault, each with `field`, `value` and `message`; may be empty."""
        found = self.problem.get("errors")
        return found if isinstance(found, list) else []


class PlumbWarning(UserWarning):
    """What is odd but does not stop a measure: truncated texts, lines left out."""


def warn(sentence: str) -> None:
    """A PlumbWarning at the line outside of this package that led here."""
    package = __name__.partition(".")[0]
    depth = 1
    frame = inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        frame, depth = frame.f_back, depth + 1
    warnings.warn(sentence, PlumbWarning, stacklevel=depth)
