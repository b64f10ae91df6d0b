"""The measures: the functions behind `plumb compare`, `intent`, `session` and `stereotype`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, overload

from . import _core, inputs, models
from .errors import InvalidInput, Unsupported, warn
from .profile import Profile, Side
from .results import Comparison, IntentReport, SessionReport, StereotypeReport
from .sources import Columns, Document, Precision, Results, Steps, Texts, Vectors


def _warn(sentences: Sequence[str]) -> None:
    for sentence in sentences:
        warn(sentence)


def _number(name: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise InvalidInput(f"{name} is {value!r}; a number is expected") from None


@overload
def ids(
    output: str,
    reference: str,
    *,
    model: str = ...,
    precision: Precision = ...,
    threads: int | None = ...,
) -> float: ...
@overload
def ids(
    output: Texts,
    reference: Texts,
    *,
    model: str = ...,
    precision: Precision = ...,
    threads: int | None = ...,
) -> list[float]: ...
def ids(
    output: str | Texts,
    reference: str | Texts,
    *,
    model: str = models.DEFAULT_MODEL,
    precision: Precision = "f32",
    threads: int | None = None,
) -> float | list[float]:
    """The Intent Drift Score in [0, 1]: both blank 0, one blank 1, else 1 - cosine, clamped.

    Of two texts a float; of two sequences of texts a list, pair by pair.
    """
    if isinstance(output, str) != isinstance(reference, str):
        raise InvalidInput("output and reference are both one text, or both sequences of texts")
    loaded = models.embedding_model(model, precision, threads)
    if isinstance(output, str) and isinstance(reference, str):
        return _core.ids(loaded, [output], [reference])[0]
    return _core.ids(loaded, inputs.texts(output, "output"), inputs.texts(reference, "reference"))


def intent(
    log: Steps,
    *,
    against: Literal["initial-output", "inferred-goal"] = "initial-output",
    tasks: Document | None = None,
    goal: str | None = None,
    policy: Literal["follow", "guard"] = "follow",
    threshold: float | None = None,
    sentences: bool = True,
    format: str = "auto",
    columns: Columns | None = None,
    skip_bad: bool = False,
    seed: int = 42,
    model: str = models.DEFAULT_MODEL,
    precision: Precision = "f32",
    threads: int | None = None,
) -> IntentReport:
    """How far each output of a log moved from where it began, or from the goal.

    `log` is a path (JSON Lines, CSV, or another tool's file: `format` names it where its content
    does not show it), a list of steps as dicts, or a data frame. `columns` says which column or JSON
    field holds what: {"session": "chat", "response": "answer"}. `tasks` is a tasks file, its content,
    or a dict of goals by task id.
    """
    goals: dict[str, str] = {}
    if isinstance(tasks, Mapping) and "tasks" not in tasks:
        goals = {str(name): str(text) for name, text in tasks.items()}
    elif tasks is not None:
        goals = _core.task_goals(inputs.document(tasks, "tasks"))
    given = inputs.steps(log, "log", name="log", format=format, columns=columns)
    report = IntentReport.from_json(
        _core.intent(
            models.embedding_model(model, precision, threads),
            given.source,
            against,
            goals,
            goal,
            policy,
            None if threshold is None else _number("threshold", threshold),
            sentences,
            skip_bad,
            models.check_seed(seed),
            given.format,
            given.columns,
        )
    )
    _warn(report.warnings)
    return report


def session(
    cases: Document,
    generations: Results,
    *,
    plans: Document | None = None,
    lists: str = "clinical",
    mode: Literal["actions", "full"] = "actions",
    pooling: Literal["joined", "mean-sentences"] = "joined",
    vocabulary: Sequence[str] = (),
    nli: str | os.PathLike[str] | None = None,
    skip_bad: bool = False,
    seed: int = 42,
    model: str = models.DEFAULT_MODEL,
    precision: Precision = "f32",
    threads: int | None = None,
) -> SessionReport:
    """How sessions hold to their plans, and what they forget.

    `cases` and `plans` are paths or documents, `cases` also a list of dicts or a table, as
    `generations` is. `nli` is an NLI classifier, a name or a folder, which says how often advice
    contradicts the turn before; without it there are no conflict rates.
    """
    if nli == "judge":
        raise Unsupported(
            "a chat model as judge is asked by the program: plumb session --nli judge"
        )
    if isinstance(vocabulary, str):
        raise InvalidInput("vocabulary is one text; a list of entities is expected")
    report = SessionReport.from_json(
        _core.session(
            models.embedding_model(model, precision, threads),
            inputs.document(cases, "cases", rows_as="cases"),
            inputs.steps(generations, "generations", name="generations").source,
            None if plans is None else inputs.document(plans, "plans"),
            lists,
            mode,
            pooling,
            list(vocabulary),
            skip_bad,
            models.check_seed(seed),
            None if nli is None else models.classifier_model(nli, threads, labels=3),
        )
    )
    _warn(report.warnings)
    return report


def stereotype(
    evaluations: Document,
    *,
    classifier: str | os.PathLike[str] | None = None,
    seed: int = 42,
    model: str = models.DEFAULT_MODEL,
    precision: Precision = "f32",
    threads: int | None = None,
) -> StereotypeReport:
    """How far injected biases move answers towards stereotypes. Writes no files.

    `evaluations` is a path, several paths, a list of entries, a data frame, or a dict of these by
    the model's name.
    """
    if isinstance(evaluations, Mapping):
        sources = [
            inputs.document(each, str(name), name=str(name)) for name, each in evaluations.items()
        ]
    elif isinstance(evaluations, (list, tuple)) and all(
        not isinstance(each, Mapping) for each in evaluations
    ):
        sources = [inputs.document(each, "evaluations") for each in evaluations]
    else:
        sources = [inputs.document(evaluations, "evaluations")]
    if not sources:
        raise InvalidInput("evaluations is empty; give at least one file or entry")
    report = StereotypeReport.from_json(
        _core.stereotype(
            models.embedding_model(model, precision, threads),
            models.classifier_model(classifier, threads, labels=2),
            sources,
            models.check_seed(seed),
        )
    )
    for each in report.models:
        _warn(each["warnings"])
    return report


class SideOptions(TypedDict, total=False):
    """What of compare()'s options says how a side is read."""

    embeddings: bool | Vectors | None
    format: str
    columns: Columns | None
    skip_bad: bool
    seed: int
    sample_rows: int
    model: str
    precision: Precision
    threads: int | None


class CompareOptions(SideOptions, total=False):
    """compare()'s options but for its gates; for those who hand them on."""

    thresholds: Mapping[str, float] | None
    alpha: float
    permutations: int
    bootstrap: int
    baseline_embeddings: Vectors | None


SIDE_OPTIONS = tuple(SideOptions.__annotations__)


def side(
    source: Side, name: str, given_embeddings: Vectors | None = None, **options: Any
) -> Profile:
    """One side of a comparison, by compare()'s options of a side.

    `embeddings` is a switch here; vectors from elsewhere are `given_embeddings`.
    """
    embeddings = options.pop("embeddings", True)
    is_switch = embeddings is None or isinstance(embeddings, bool)
    return Profile.of(
        source,
        name,
        given_embeddings=given_embeddings,
        embeddings=bool(embeddings) if is_switch else True,
        **options,
    )


def compare(
    current: Side,
    baseline: Side,
    *,
    fail_on: str | Sequence[str] = (),
    thresholds: Mapping[str, float] | None = None,
    alpha: float = 0.05,
    permutations: int = 1999,
    bootstrap: int = 999,
    embeddings: bool | Vectors | None = True,
    baseline_embeddings: Vectors | None = None,
    format: str = "auto",
    columns: Columns | None = None,
    skip_bad: bool = False,
    seed: int = 42,
    sample_rows: int = 10_000,
    model: str = models.DEFAULT_MODEL,
    precision: Precision = "f32",
    threads: int | None = None,
) -> Comparison:
    """Has a run drifted from its baseline?

    Both sides are a path (JSON Lines, CSV, Parquet, another tool's file, or a .plumb profile), a
    list of results as dicts, a data frame, an Arrow table, or a Profile. `format` and `columns` are
    those of Profile.add(), for both sides. `embeddings=False` leaves vectors out; a .npy file or an
    array gives those of `current`, and `baseline_embeddings` those of `baseline`. `fail_on` are
    gates ("verdict", "score:75", "severity:high", "response_length_ks>=0.3"); what became of them is
    in `gates`, the worst in `outcome`.
    """
    gates = [fail_on] if isinstance(fail_on, str) else list(fail_on)
    for gate in gates:
        if not isinstance(gate, str):
            raise InvalidInput(f"fail_on holds {gate!r}; gates are texts, such as 'verdict'")
    models.check_threads(threads)
    seed = models.check_seed(seed)
    given = None if isinstance(embeddings, bool) else embeddings
    if embeddings is False and baseline_embeddings is not None:
        raise InvalidInput("baseline_embeddings are given, and embeddings=False leaves vectors out")
    reading: SideOptions = {
        "embeddings": embeddings if given is None else True,
        "format": format,
        "columns": columns,
        "skip_bad": skip_bad,
        "seed": seed,
        "sample_rows": sample_rows,
        "model": model,
        "precision": precision,
        "threads": threads,
    }
    sides = (
        side(current, "current", given, **reading),
        side(baseline, "baseline", baseline_embeddings, **reading),
    )
    report = Comparison.from_json(
        _core.compare(
            sides[0].core,
            sides[1].core,
            sides[0].source,
            sides[1].source,
            gates,
            {str(name): _number(name, value) for name, value in (thresholds or {}).items()},
            _number("alpha", alpha),
            models.whole_number("permutations", permutations, 99, 1_000_000),
            models.whole_number("bootstrap", bootstrap, 99, 1_000_000),
            seed,
            threads or 0,
        )
    )
    _warn(report.warnings)
    return report
