"""docs/python.md: every example that shows its output gives it; every other one compiles."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "python.md").read_text()


@pytest.mark.filterwarnings("ignore::plumb_drift.errors.PlumbWarning")
def test_the_examples_are_true(tmp_path, monkeypatch):
    for file in (
        "init/baseline.jsonl",
        "init/good.jsonl",
        "init/drifted.jsonl",
        "intent/log.jsonl",
        "session/cases.json",
        "session/generations.jsonl",
    ):
        shutil.copy(ROOT / "examples" / file, tmp_path)
    monkeypatch.chdir(tmp_path)
    source = "\n".join(re.findall(r"```pycon\n(.*?)```", TEXT, re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(source, {}, "docs/python.md", None, 0)
    assert len(examples.examples) > 20
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(examples, out=told.append)
    assert runner.failures == 0, "".join(told)


def test_the_other_examples_compile():
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert blocks
    for block in blocks:
        compile(block, "docs/python.md", "exec")
