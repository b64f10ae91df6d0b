"""The plugin, in a pytest of its own."""

import json
from importlib.metadata import entry_points

import pytest
from plumb_drift.errors import InvalidInput
from plumb_drift.testing import assert_no_drift

PLUGIN = ("-p", "plumb_drift.pytest_plugin")

TEST = """
import json
import pytest

def rows(name):
    return [json.loads(line) for line in open(name) if '"response"' in line]

@pytest.mark.plumb(embeddings=False)
def test_run(assert_no_drift, request):
    assert_no_drift(rows(request.config.rootpath / "run.jsonl"), baseline="base.plumb")
"""


@pytest.fixture
def project(pytester, baseline_records, drifted_records):
    """A test with its run; run(rows) writes another."""

    def write(rows):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (pytester.path / "run.jsonl").write_text(text)

    pytester.makeini("[pytest]")  # its own root, wherever the temporary folder is
    pytester.makepyfile(test_bot=TEST)
    write(baseline_records)
    pytester.write_run = write
    return pytester


def run(pytester, *options):
    is_installed = any(each.name == "plumb" for each in entry_points(group="pytest11"))
    return pytester.runpytest_subprocess(*(() if is_installed else PLUGIN), *options)


def test_a_missing_baseline_says_how_to_write_it(project):
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*base.plumb is not there; write it with: pytest --plumb-update*"])


def test_a_baseline_is_written_and_holds(project, drifted_records):
    result = run(project, "--plumb-update-baselines")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["wrote base.plumb"])
    run(project).assert_outcomes(passed=1)
    project.write_run(drifted_records)
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*DriftFound: * (60 results) against * (60 results): drifted, drift score *",
            "*verdict: failed:*",
            "*threshold *adjusted p = * [[]drifted, *",
        ]
    )
    run(project, "--plumb-update-baselines").assert_outcomes(passed=1)
    run(project).assert_outcomes(passed=1)


def test_too_few_results_warn_or_fail(project, baseline_records):
    project.write_run(baseline_records[:3])
    run(project, "--plumb-update-baselines").assert_outcomes(passed=1)
    result = run(project)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*cannot be decided*"])
    project.makepyfile(
        test_bot=TEST.replace("embeddings=False", "embeddings=False, undecided='fail'")
    )
    run(project).assert_outcomes(failed=1)


def test_a_warning_is_told_at_the_test_s_own_line(project):
    project.makepyfile(
        test_bot="""
import warnings
from plumb_drift.testing import assert_no_drift as direct

ROWS = [{"id": "a", "response": "an answer"}, {"id": "b"}]
OPTIONS = {"embeddings": False, "skip_bad": True}

def told(check):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        check()
    return found

def test_run(assert_no_drift, request):
    for check in (
        lambda: direct(ROWS, ROWS, **OPTIONS),
        lambda: assert_no_drift(ROWS, baseline="base.plumb", **OPTIONS),
    ):
        found = told(check)
        said = " ".join(str(each.message) for each in found)
        is_update = request.config.getoption("--plumb-update-baselines")
        assert is_update or "cannot be decided" in said
        assert "1 line of" in said and "left out" in said
        assert {each.filename for each in found} == {__file__}
"""
    )
    run(project, "--plumb-update-baselines").assert_outcomes(passed=1)
    run(project).assert_outcomes(passed=1)


def test_a_word_for_undecided_that_is_none_is_told():
    with pytest.raises(InvalidInput, match="undecided is 'ignore'; it can be"):
        assert_no_drift([], [], undecided="ignore")


def test_a_typo_in_the_marker_is_an_error(project):
    project.makepyfile(test_bot=TEST.replace("embeddings=False", "embedings=False"))
    result = run(project)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*the marker plumb does not take*embedings*"])


def test_without_a_path_the_baseline_is_named_after_the_test(project):
    project.makepyfile(test_bot=TEST.replace(', baseline="base.plumb"', ""))
    run(project, "--plumb-update-baselines").assert_outcomes(passed=1)
    assert (project.path / "baselines" / "test_bot-test_run.plumb").exists()
    run(project).assert_outcomes(passed=1)


MANY = """
import pytest

ROWS = [{"id": str(i), "answer": f"answer {i}", "region": "north"} for i in range(60)]

class TestBot:
    @pytest.mark.plumb(embeddings=False, columns={"response": "answer", "label": ["region"]})
    @pytest.mark.parametrize("name", ["a/b", "a:b", "plain"])
    def test_run(self, assert_no_drift, name):
        found = assert_no_drift(ROWS)
        assert found.sides["current"]["results"] == 60 and found.outcome == "passed"
"""


def test_a_baseline_is_read_as_the_comparison_reads_it_and_named_by_class_and_parameters(project):
    project.makepyfile(test_bot=MANY)
    run(project, "--plumb-update-baselines").assert_outcomes(passed=3)
    names = sorted(each.name for each in (project.path / "baselines").iterdir())
    assert len(names) == 3 and all(each.startswith("test_bot-TestBot-test_run_") for each in names)
    run(project).assert_outcomes(passed=3)


def test_vectors_from_elsewhere_are_in_the_baseline_too(project):
    project.makepyfile(
        test_bot="""
import numpy as np

ROWS = [{"id": str(i), "response": f"answer {i}"} for i in range(30)]

def test_run(assert_no_drift):
    vectors = np.random.default_rng(3).normal(size=(30, 8))
    found = assert_no_drift(ROWS, embeddings=vectors, baseline_embeddings=None, undecided="pass")
    assert found.metric("mmd_rbf").value is not None
"""
    )
    run(project, "--plumb-update-baselines").assert_outcomes(passed=1)


AGAIN = """
@pytest.mark.plumb(embeddings=False)
def test_again(assert_no_drift, request):
    run = rows(request.config.rootpath / "run.jsonl")
    assert_no_drift(run, baseline="base.plumb")
    assert_no_drift(run, baseline="base.plumb")
"""


def test_one_run_may_be_held_to_one_baseline_often(project):
    project.makepyfile(test_bot=TEST + AGAIN)
    result = run(project, "--plumb-update-baselines")
    result.assert_outcomes(passed=2)
    assert [each for each in result.outlines if "wrote" in each] == ["wrote base.plumb"]
    run(project).assert_outcomes(passed=2)


def test_one_baseline_is_not_written_of_two_runs(project):
    project.makepyfile(test_bot=TEST + AGAIN.replace('run.jsonl")', 'run.jsonl")[1:]'))
    result = run(project, "--plumb-update-baselines")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*base.plumb was written before, by test_bot.py::test_run, of another run;*"])


def test_a_failure_shows_the_metric_that_a_gate_names(baseline_records):
    from plumb_drift.testing import DriftFound, assert_no_drift

    with pytest.raises(DriftFound, match="\n  response_length_ks: 0.0000, threshold"):
        assert_no_drift(
            baseline_records,
            baseline_records,
            fail_on="response_length_ks>=0",
            embeddings=False,
        )
