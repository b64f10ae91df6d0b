"""What the tests of the Python package share: the tree's examples, and the program beside them.

PLUMB_BINARY names the program (ctest sets it); PYTHONPATH leads to the package.
"""

import json
import os
import subprocess
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
if not any(each.name == "plumb" for each in entry_points(group="pytest11")):
    # No wheel is installed, so no entry point names the plugin.
    pytest_plugins.append("plumb_drift.pytest_plugin")

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


@pytest.fixture
def examples() -> Path:
    return EXAMPLES


def read_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


@pytest.fixture
def baseline_records():
    """The results of the example's baseline, without its header."""
    return [row for row in read_lines(EXAMPLES / "init" / "baseline.jsonl") if "plumb" not in row]


@pytest.fixture
def drifted_records():
    return [row for row in read_lines(EXAMPLES / "init" / "drifted.jsonl") if "plumb" not in row]


@pytest.fixture
def plumb():
    """plumb(*arguments): the document that the program prints with --json."""

    def run(*arguments):
        done = subprocess.run(
            [os.environ.get("PLUMB_BINARY", "plumb"), *map(str, arguments), "--json", "--quiet"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in (0, 1, 4), done.stderr
        return json.loads(done.stdout)

    return run
