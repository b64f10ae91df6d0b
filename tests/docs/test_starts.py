"""The start pages and the transcripts of the maths: run as they stand, they print what they show."""

from pathlib import Path

import pytest
import transcript

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", ["start-files", "start-agent", "start-experiment", "maths"])
def test_a_page_shows_what_its_commands_print(name):
    problems = transcript.run_page(DOCS / f"{name}.md")
    assert not problems, "\n\n".join(problems)
