"""The pytest plugin: a fixture, a marker and a flag. pytest finds it by its entry point.

@pytest.mark.plumb(fail_on="severity:high")
def test_the_bot_answers_as_before(assert_no_drift):
    assert_no_drift(ask_all_questions(), baseline="support.plumb")

pytest --plumb-update-baselines     writes support.plumb anew
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from typing import Unpack

    from .profile import Side
    from .results import Comparison
    from .testing import AssertOptions

_WRITTEN = pytest.StashKey[dict[Path, str]]()  # by path: the test that wrote it
_LONGEST_NAME = 120  # characters of a file's name, without its hash and extension


class AssertNoDrift(Protocol):
    """The fixture assert_no_drift, for the signatures of tests."""

    def __call__(
        self, run: Side, baseline: Side | None = None, **options: Unpack[AssertOptions]
    ) -> Comparison:
        """Raises DriftFound where a gate fails; see plumb_drift.testing.assert_no_drift."""
        ...


def pytest_addoption(parser: pytest.Parser) -> None:
    """The flag and the ini option."""
    group = parser.getgroup("plumb", "drift of LLMs and agents")
    group.addoption(
        "--plumb-update-baselines",
        action="store_true",
        default=False,
        help="write the baselines of assert_no_drift anew, from the runs at hand",
    )
    parser.addini("plumb_baselines", "folder of baselines without a path", default="")


def pytest_configure(config: pytest.Config) -> None:
    """The marker, and where the session keeps what it wrote."""
    config.addinivalue_line(
        "markers",
        "plumb(**options): defaults of assert_no_drift in this test, such as baseline, fail_on, "
        "undecided, thresholds, embeddings, seed",
    )
    config.stash[_WRITTEN] = {}


def _check_options(options: Mapping[str, object], where: str) -> None:
    from .measures import compare
    from .testing import assert_no_drift

    known = {*inspect.signature(compare).parameters, *inspect.signature(assert_no_drift).parameters}
    known -= {"run", "current", "options"}
    unknown = sorted(set(options) - known)
    if unknown:
        raise pytest.UsageError(f"{where} does not take {unknown}; it takes {sorted(known)}")


def _options_of(item: pytest.Item) -> dict[str, Any]:
    """Of all markers, the nearest last, so that it wins."""
    options: dict[str, Any] = {}
    for marker in reversed(list(item.iter_markers("plumb"))):
        if marker.args:
            raise pytest.UsageError("the marker plumb takes keywords alone")
        options |= marker.kwargs
    _check_options(options, "the marker plumb")
    return options


def _name_of(item: pytest.Item) -> str:
    """The file, classes, test and parameters; with a hash where a file's name cannot have all of it."""
    spelled = f"{item.path.stem}-" + item.nodeid.partition("::")[2].replace("::", "-")
    name = re.sub(r"[^\w.-]+", "_", spelled)[:_LONGEST_NAME]
    if name == spelled:
        return name
    return f"{name}-{hashlib.sha256(spelled.encode()).hexdigest()[:8]}"


def _path_of(baseline: Side | None, item: pytest.Item) -> Side:
    """A relative path is beside the test's file; without any, it is named after the test."""
    folder = item.path.parent
    if baseline is None:
        base = item.config.getini("plumb_baselines")
        place = item.config.rootpath / base if base else folder / "baselines"
        return place / (_name_of(item) + ".plumb")
    if isinstance(baseline, (str, os.PathLike)):
        return folder / baseline
    return baseline


def _update(run: Side, baseline: Side, options: dict[str, Any], item: pytest.Item) -> Comparison:
    """Writes the baseline as the comparison would read the run, and gives the run's comparison with it."""
    from . import measures
    from .profile import Profile

    if not isinstance(baseline, Path) or baseline.suffix != ".plumb":
        raise pytest.UsageError(
            f"--plumb-update-baselines writes .plumb files; the baseline here is {baseline!r}"
        )
    config = item.config
    told = os.path.relpath(baseline, config.rootpath)
    written = config.stash[_WRITTEN]
    path = baseline.resolve()
    reading = {name: options[name] for name in measures.SIDE_OPTIONS if name in options}
    embeddings = options.get("embeddings", True)
    is_switch = embeddings is None or isinstance(embeddings, bool)
    profile = measures.side(run, "run", None if is_switch else embeddings, **reading)
    if path not in written:
        baseline.parent.mkdir(parents=True, exist_ok=True)
        profile.save(baseline)
        written[path] = item.nodeid
    elif profile != Profile.load(baseline):
        pytest.fail(
            f"{told} was written before, by {written[path]}, of another run; give each its own: "
            "baseline=...",
            pytrace=False,
        )
    of_assert = ("undecided", "embeddings", "baseline_embeddings")  # the profiles have their vectors
    compared = {name: value for name, value in options.items() if name not in of_assert}
    compared.setdefault("fail_on", "verdict")
    return measures.compare(profile, baseline, **compared)


@pytest.fixture
def assert_no_drift(request: pytest.FixtureRequest) -> AssertNoDrift:
    """assert_no_drift(run, baseline=..., fail_on="verdict", undecided="warn", ...)."""
    from . import testing

    item = request.node
    defaults = _options_of(item)

    def check(
        run: Side, baseline: Side | None = None, **options: Unpack[AssertOptions]
    ) -> Comparison:
        __tracebackhide__ = True
        _check_options(options, "assert_no_drift")
        wanted: dict[str, Any] = {**defaults, **options}
        marked = wanted.pop("baseline", None)
        place = _path_of(marked if baseline is None else baseline, item)
        if item.config.getoption("--plumb-update-baselines"):
            return _update(run, place, wanted, item)
        if isinstance(place, Path) and not place.exists():
            pytest.fail(
                f"the baseline {os.path.relpath(place, item.config.rootpath)} is not there; write "
                "it with: pytest --plumb-update-baselines",
                pytrace=False,
            )
        return testing.assert_no_drift(run, place, **wanted)

    return check


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Names the baselines that were written."""
    written = config.stash[_WRITTEN]
    if not written:
        return
    terminalreporter.section("plumb baselines")
    for path in written:
        terminalreporter.write_line(f"wrote {os.path.relpath(path, config.rootpath)}")
