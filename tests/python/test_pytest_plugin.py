"""The plugin, in a pytest of its own."""

import json
from importlib.metadata import entry_points

import pytest

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
