"""The package and a user's program, as a type checker sees them."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import plumb_drift
from plumb_drift import measures, spark, testing

ROOT = Path(__file__).resolve().parents[2]


def test_the_package_and_a_users_program_are_typed_strictly(tmp_path):
    """By the settings of pyproject.toml, among them `strict`."""
    asked = ("bindings/python/plumb_drift", "tests/python/typing_example.py")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", tmp_path / "mypy", *asked],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("MYPY")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_options_that_are_handed_on_are_those_of_compare():
    taken = set(inspect.signature(plumb_drift.compare).parameters) - {"current", "baseline"}
    assert set(inspect.get_annotations(measures.CompareOptions)) | {"fail_on"} == taken
    of_assert = set(inspect.signature(testing.assert_no_drift).parameters) - {"run", "baseline"}
    known = set(inspect.get_annotations(testing.AssertOptions))
    assert known == taken | (of_assert - {"options"})
    of_profile = set(inspect.signature(spark.profile).parameters) - {"df"}
    assert set(inspect.get_annotations(spark.CompareOptions)) == taken | of_profile
