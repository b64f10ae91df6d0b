"""tests/docs runs with the packages of tests/python/requirements.txt; its modules find each other."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
# Of the builder, which Debian's Python runs: script/test calls it beside these.
collect_ignore = ["site_test.py"]
