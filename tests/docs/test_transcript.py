"""The runner of the pages: it sees a figure that is wrong, and lets stand what "..." stands for."""

import pytest
import transcript


@pytest.mark.parametrize(
    ("expected", "actual", "is_match"),
    [
        (["a 0.5"], ["a 0.5"], True),
        (["a 0.5"], ["a 0.6"], False),
        (["a ... c"], ["a b c"], True),
        (["a ... c"], ["a b d"], False),
        (["..."], [], True),
        (["a", "...", "z"], ["a", "b", "c", "z"], True),
        (["a", "...", "z"], ["a", "b", "c"], False),
        ([], ["a"], False),
        (["a.c"], ["abc"], False),
    ],
)
def test_lines_match(expected, actual, is_match):
    assert transcript.matches(expected, actual) == is_match


def page(folder, text):
    path = folder / "page.md"
    path.write_text(text)
    return path


def test_a_page_that_is_true_passes(tmp_path):
    text = (
        "# A\n\n<!-- file: note.txt -->\n```text\nhello\n```\n\n"
        "```console\n$ cat note.txt; x=3\nhello\n$ echo $((x +\n> 1))\n4\n$ false; echo $?\n1\n```\n\n"
        "```sh\nnot run\n```\n"
    )
    assert transcript.run_page(page(tmp_path, text)) == []


def test_a_figure_that_is_wrong_is_told_with_its_command(tmp_path):
    path = page(tmp_path, "# A\n\n```console\n$ echo 0.25\n0.26\n```\n")
    (problem,) = transcript.run_page(path)
    assert problem.startswith("$ echo 0.25")
    assert "-0.26" in problem
    assert "+0.25" in problem
    assert transcript.run_page(path, update=True) == []
    assert transcript.run_page(path) == []


def test_what_runs_in_the_background_is_waited_for_and_ends_with_the_page(tmp_path):
    text = (
        "# A\n\n```console\n$ plumb serve &\nplumb: serving http://127.0.0.1:8000 with ...\n"
        "$ curl -s http://127.0.0.1:8000/healthz -w '\\n'\n{\"status\":\"ok\"}\n```\n"
    )
    assert transcript.run_page(page(tmp_path, text)) == []
