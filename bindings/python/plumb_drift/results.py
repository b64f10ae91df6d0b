"""What measures give back: frozen dataclasses whose fields are the JSON's.

Each keeps the whole document, so that to_dict() equals what `plumb COMMAND --json` prints.
"""

from __future__ import annotations

import dataclasses
import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from . import _core

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd
    from _typeshed import DataclassInstance

_T = TypeVar("_T", bound="DataclassInstance")


def _made(cls: type[_T], document: Mapping[str, Any], **more: Any) -> _T:
    """Of the members that the class knows; a newer Plumb may write others."""
    known = {each.name for each in dataclasses.fields(cls)}
    return cls(**{name: value for name, value in document.items() if name in known}, **more)


def _cell(value: Any) -> str:
    if value is None:
        return "<span style='opacity:.5'>n/a</span>"
    if isinstance(value, float):
        return f"{value:.4f}"
    return html.escape(str(value))


def table(title: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """A small table for notebooks; every text in it is somebody's, so it is escaped."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in columns) + "</tr>"
        for row in rows[:50]
    )
    more = f"<p>and {len(rows) - 50} more rows</p>" if len(rows) > 50 else ""
    return (
        f"<div><p><b>{title}</b></p><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{more}</div>"
    )


def frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None) -> pd.DataFrame:
    """`columns` are those of a frame without rows."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_pandas needs pandas: pip install 'plumb-drift[pandas]'") from error
    names = None if rows or columns is None else list(columns)
    return pandas.DataFrame(list(rows), columns=names)


@dataclass(frozen=True)
class _Document:
    """Base of results that are one JSON document."""

    _document: dict[str, Any] = field(repr=False, compare=False)
    _shown: ClassVar[tuple[str, ...]] = ()

    def to_dict(self) -> dict[str, Any]:
        """The document that `plumb COMMAND --json` prints, as a copy."""
        document: dict[str, Any] = json.loads(self.to_json())
        return document

    def to_json(self) -> str:
        """The same as text."""
        return json.dumps(self._document, ensure_ascii=False)

    def _rows(self) -> list[dict[str, Any]]:
        raise NotImplementedError

    def to_pandas(self) -> pd.DataFrame:
        """A row a step, session, entry or metric; what is not there is missing, never 0."""
        return frame(self._rows(), self._shown)

    def _title(self) -> str:
        return html.escape(type(self).__name__)

    def _repr_html_(self) -> str:
        return table(self._title(), self._rows(), self._shown)


@dataclass(frozen=True)
class Interval:
    """Of a value; `level` is its confidence, None where the document says none."""

    low: float | None
    high: float | None
    level: float | None = None


def _interval(value: Mapping[str, Any] | None) -> Interval | None:
    return None if value is None else _made(Interval, value)


@dataclass(frozen=True)
class Measurement:
    """One metric of a comparison."""

    type: str
    metric: str
    value: float | None
    threshold: float | None
    exceeded: bool | None
    severity: str | None
    direction: str
    p_value: float | None
    p_adjusted: float | None
    interval: Interval | None
    n_current: int
    n_baseline: int
    details: dict[str, Any] = field(repr=False)

    @property
    def verdict(self) -> str | None:
        """drifted, stable or undecided; None where the metric does not apply."""
        return self.details.get("verdict")


def _measurement(document: Mapping[str, Any]) -> Measurement:
    return _made(Measurement, {**document, "interval": _interval(document["interval"])})


@dataclass(frozen=True)
class Comparison(_Document):
    """A run against a baseline: `plumb compare --json`."""

    verdict: str
    drift_score: float
    drift_grade: str
    safety_score: dict[str, float | None]
    safety_grade: dict[str, str | None]
    gates: list[dict[str, str]]
    results: tuple[Measurement, ...]
    additional: tuple[Measurement, ...]
    by_type: list[dict[str, Any]]
    sides: dict[str, dict[str, Any]]
    distributions: list[dict[str, Any]] = field(repr=False)
    transitions: list[dict[str, Any]] = field(repr=False)
    warnings: list[str]
    paired: bool
    provenance: dict[str, Any] = field(repr=False)

    _shown = ("metric", "verdict", "value", "threshold", "severity", "direction", "p_adjusted")

    @classmethod
    def from_json(cls, text: str) -> Comparison:
        """Of the document of `plumb compare --json`."""
        document = json.loads(text)
        measured = {
            "results": tuple(map(_measurement, document["results"])),
            "additional": tuple(map(_measurement, document["additional"])),
        }
        return _made(cls, {**document, **measured}, _document=document)

    @property
    def drifted(self) -> bool:
        """Whether the verdict is that; an undecided one is not."""
        return self.verdict == "drifted"

    @property
    def outcome(self) -> str:
        """The worst of the gates, as the exit code of `plumb compare`: failed, undecided, passed."""
        found = {gate["outcome"] for gate in self.gates}
        return next((each for each in ("failed", "undecided") if each in found), "passed")

    def metric(self, name: str) -> Measurement:
        """The metric of that name; KeyError where there is none."""
        for each in (*self.results, *self.additional):
            if each.metric == name:
                return each
        raise KeyError(name)

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for scored, measured in ((True, self.results), (False, self.additional)):
            for each in measured:
                row = dataclasses.asdict(each)
                details = row.pop("details")
                interval = row.pop("interval") or {}
                row |= {"low": interval.get("low"), "high": interval.get("high")}
                row |= {"verdict": details.get("verdict"), "excess": details.get("excess")}
                rows.append(row | {"scored": scored})
        return rows

    def _title(self) -> str:
        names = " against ".join(
            html.escape(str(self.sides[side]["name"])) for side in ("current", "baseline")
        )
        return f"{names}: {self.verdict}, score {self.drift_score:.1f} ({self.drift_grade})"

    def to_text(self) -> str:
        """What `plumb compare` prints."""
        return _core.render_comparison(self.to_json(), "text")

    def to_markdown(self) -> str:
        """The report for a pull request or an issue."""
        return _core.render_comparison(self.to_json(), "markdown")

    def to_html(self) -> str:
        """A page that needs nothing else."""
        return _core.render_comparison(self.to_json(), "html")


@dataclass(frozen=True)
class IntentStep:
    """One output of a log. `ids` is None where there is none, as after an error."""

    task_id: str
    step: int
    ids: float | None
    interval: Interval | None
    truncated: bool
    inferred_goal: str | None
    update_type: str | None
    agent: str | None = None
    similarity: float | None = None
    error: str | None = None
    farthest_sentence: dict[str, Any] | None = None
    conflict_would_trigger: bool = False


@dataclass(frozen=True)
class IntentTask:
    """One task of a log, its steps summed up."""

    task_id: str
    mean_ids: float | None
    max_ids: float | None
    goal_shift: float | None
    agent: str | None = None
    steps: int = 0
    max_step: int | None = None
    initial_goal: str | None = None
    final_goal: str | None = None
    trend: dict[str, Any] | None = None
    change_point: dict[str, Any] | None = None


@dataclass(frozen=True)
class IntentReport(_Document):
    """How far a log's outputs moved: `plumb intent --json`."""

    against: str
    steps: tuple[IntentStep, ...]
    tasks: tuple[IntentTask, ...]
    warnings: list[str]
    provenance: dict[str, Any] = field(repr=False)

    _shown = ("task_id", "agent", "step", "ids", "update_type", "truncated")

    @classmethod
    def from_json(cls, text: str) -> IntentReport:
        """Of the document of `plumb intent --json`."""
        document = json.loads(text)
        steps = tuple(
            _made(IntentStep, {**each, "interval": _interval(each.get("interval"))})
            for each in document["steps"]
        )
        tasks = tuple(_made(IntentTask, each) for each in document["tasks"])
        return _made(cls, {**document, "steps": steps, "tasks": tasks}, _document=document)

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for each in self._document["steps"]:
            interval = each.get("interval") or {}
            row = {name: value for name, value in each.items() if not isinstance(value, dict)}
            row.pop("interval", None)
            rows.append(row | {"low": interval.get("low"), "high": interval.get("high")})
        return rows

    def _title(self) -> str:
        return f"Intent drift against the {html.escape(self.against)}, {len(self.tasks)} tasks"


@dataclass(frozen=True)
class SessionResult:
    """One case and variant. What does not apply (no plan, no NLI) is None."""

    case_id: str
    variant: str
    not_ok: int = 0
    alignment_score: float | None = None
    alignment_band: str | None = None
    alignment_curve_actions: list[float | None] | None = None
    alignment_ranges: list[dict[str, float | None] | None] | None = None
    truncated: bool = False
    entity_recall_curve: list[float | None] | None = None
    entity_recall_at_turn_10: float | None = None
    entity_f1_curve: list[float | None] | None = None
    drift_slope: dict[str, Any] | None = None
    never_mentioned: list[str] | None = None
    knowledge_conflict_rate: float | None = None
    contradicted_pairs: int | None = None
    evaluated_pairs: int | None = None
    unjudged_pairs: int | None = None
    turns_without_advice: int | None = None
    pairs: list[dict[str, Any]] | None = field(default=None, repr=False)
    turns: list[dict[str, Any]] = field(default_factory=list, repr=False)


@dataclass(frozen=True)
class SessionReport(_Document):
    """How sessions held to their plans: `plumb session --json`."""

    mode: str
    pooling: str
    sessions: tuple[SessionResult, ...]
    warnings: list[str]
    provenance: dict[str, Any] = field(repr=False)
    conflicts: dict[str, Any] | None = None
    no_conflict_rate: str | None = None
    nli: dict[str, Any] | None = field(default=None, repr=False)

    _shown = (
        "case_id",
        "variant",
        "alignment_score",
        "alignment_band",
        "entity_recall_at_turn_10",
        "knowledge_conflict_rate",
    )

    @classmethod
    def from_json(cls, text: str) -> SessionReport:
        """Of the document of `plumb session --json`."""
        document = json.loads(text)
        sessions = tuple(_made(SessionResult, each) for each in document["sessions"])
        return _made(cls, {**document, "sessions": sessions}, _document=document)

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {name: value for name, value in each.items() if name not in ("turns", "pairs")}
            for each in self._document["sessions"]
        ]

    def _title(self) -> str:
        return (
            f"{len(self.sessions)} sessions, {html.escape(self.mode)}, {html.escape(self.pooling)}"
        )


@dataclass(frozen=True)
class StereotypeReport(_Document):
    """How far injected biases moved answers: `plumb stereotype --json`."""

    date: str
    classifier: dict[str, Any]
    models: list[dict[str, Any]] = field(repr=False)
    provenance: dict[str, Any] = field(repr=False)

    _shown = (
        "model",
        "bias_type",
        "drift_control_stereotype_score",
        "drift_bias_stereotype_score",
        "drift_drift_score",
        "drift_significant_drift",
    )

    @classmethod
    def from_json(cls, text: str) -> StereotypeReport:
        """Of the document of `plumb stereotype --json`."""
        document = json.loads(text)
        return _made(cls, document, _document=document)

    def _rows(self) -> list[dict[str, Any]]:
        """The entry's own fields first, as in drift_analysis.csv."""
        rows = []
        for model in self._document["models"]:
            for each in model["rows"]:
                measured = {name: value for name, value in each.items() if name != "entry"}
                rows.append({"model": model["model"], **each["entry"], **measured})
        return rows

    def _title(self) -> str:
        names = ", ".join(html.escape(str(model["model"])) for model in self.models)
        return f"Stereotype drift of {names}"


@dataclass(frozen=True, eq=False)
class Classification:
    """Probabilities a text, in the order of `labels`."""

    labels: tuple[str, ...]
    probabilities: npt.NDArray[np.float64]
    logits: npt.NDArray[np.float32] = field(repr=False)
    tokens: npt.NDArray[np.uint32] = field(repr=False)
    truncated: npt.NDArray[np.bool_]
    note: str
    provenance: dict[str, Any] = field(repr=False)

    @property
    def label(self) -> list[str]:
        """Of each text the label with the highest logit."""
        return [self.labels[index] for index in self.logits.argmax(axis=1)]

    def __len__(self) -> int:
        return len(self.probabilities)

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {"label": label, **dict(zip(self.labels, map(float, row))), "truncated": bool(cut)}
            for label, row, cut in zip(self.label, self.probabilities, self.truncated)
        ]

    def to_dict(self) -> dict[str, Any]:
        """`rows` have a text's label, its probabilities and whether it was cut."""
        rows = [
            {"label": label, "probabilities": row, "truncated": cut}
            for label, row, cut in zip(
                self.label, self.probabilities.tolist(), self.truncated.tolist()
            )
        ]
        return {
            "labels": list(self.labels),
            "rows": rows,
            "note": self.note,
            "provenance": self.provenance,
        }

    def _columns(self) -> tuple[str, ...]:
        return ("label", *self.labels, "truncated")

    def to_pandas(self) -> pd.DataFrame:
        """A row a text, a column a label."""
        return frame(self._rows(), self._columns())

    def _repr_html_(self) -> str:
        title = html.escape(self.note or "Classification")
        return table(title, self._rows(), self._columns())
