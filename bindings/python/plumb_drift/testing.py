"""assert_no_drift: for tests, with or without the pytest plugin."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Literal, Unpack

from .errors import InvalidInput, warn
from .measures import CompareOptions, compare
from .profile import Side
from .results import Comparison, Measurement

Undecided = Literal["warn", "fail", "pass"]


class AssertOptions(CompareOptions, total=False):
    """assert_no_drift()'s options; for those who hand them on."""

    fail_on: str | Sequence[str]
    undecided: Undecided


class DriftFound(AssertionError):
    """What moved, by how much and how sure; `comparison` has all of it."""

    def __init__(self, message: str, comparison: Comparison) -> None:
        super().__init__(message)
        self.comparison = comparison

    def __reduce__(self) -> tuple[type, tuple[str, Comparison]]:
        return type(self), (str(self), self.comparison)


def assert_no_drift(
    run: Side,
    baseline: Side,
    *,
    fail_on: str | Sequence[str] = "verdict",
    undecided: Undecided = "warn",
    **options: Unpack[CompareOptions],
) -> Comparison:
    """Raises DriftFound where a gate fails; gives the comparison back otherwise.

    `run` and `baseline` are what compare() takes, `options` go to it. Too few results cannot show
    that nothing moved: such a gate is undecided, which warns unless `undecided` says otherwise.
    """
    __tracebackhide__ = True
    if undecided not in ("warn", "fail", "pass"):
        raise InvalidInput(f"undecided is {undecided!r}; it can be 'warn', 'fail' or 'pass'")
    comparison = compare(run, baseline, fail_on=fail_on, **options)
    outcome = comparison.outcome
    if outcome == "failed" or (outcome == "undecided" and undecided == "fail"):
        raise DriftFound(explain(comparison), comparison)
    if outcome == "undecided" and undecided == "warn":
        reasons = [gate["reason"] for gate in comparison.gates if gate["outcome"] == "undecided"]
        warn(
            f"whether {_name(comparison, 'current')} drifted cannot be decided: "
            + "; ".join(reasons)
        )
    return comparison


def explain(comparison: Comparison) -> str:
    """A failure as a person reads it in a test's output."""
    lines = [
        f"{_name(comparison, 'current')} ({_results(comparison, 'current')}) against "
        f"{_name(comparison, 'baseline')} ({_results(comparison, 'baseline')}): "
        f"{comparison.verdict}, drift score {comparison.drift_score:.1f} "
        f"({comparison.drift_grade})"
    ]
    lines += [
        f"  {gate['gate']}: {gate['outcome']}: {gate['reason']}"
        for gate in comparison.gates
        if gate["outcome"] != "passed"
    ]
    named = {
        re.split(r"[<>=:]", gate["gate"])[0].strip()
        for gate in comparison.gates
        if gate["outcome"] == "failed"
    }
    moved = [each for each in comparison.results if each.verdict == "drifted" or each.exceeded]
    asked = [
        each
        for each in (*comparison.results, *comparison.additional)
        if each.metric in named and each not in moved
    ]
    for each in (*moved, *asked):
        lines += _lines_of(each)
    if not moved:
        lines.append("  no metric moved past its threshold")
    return "\n".join(lines)


def _name(comparison: Comparison, side: str) -> str:
    return os.path.basename(str(comparison.sides[side]["name"])) or side


def _results(comparison: Comparison, side: str) -> str:
    count = comparison.sides[side]["results"]
    return f"{count} result" if count == 1 else f"{count} results"


def _lines_of(each: Measurement) -> list[str]:
    sure = "no p-value" if each.p_adjusted is None else f"adjusted p = {each.p_adjusted:.4g}"
    value = "no value" if each.value is None else f"{each.value:.4f}"
    line = f"  {each.metric}: {value}, threshold {each.threshold}, {each.direction}, {sure}"
    if each.interval is not None and each.interval.low is not None:
        line += f", 95% interval {each.interval.low:.4f} to {each.interval.high:.4f}"
    lines = [f"{line} [{each.verdict}, {each.severity}]"]
    for change in each.details.get("changes", [])[:3]:
        lines.append(
            f"      {change['name']}: {change['baseline']} of the baseline, {change['current']} now"
        )
    for part in each.details.get("contributions", [])[:2]:
        lines.append(f"      {part['side']} {part['id']}: {part['excerpt'][:100]}")
    return lines
