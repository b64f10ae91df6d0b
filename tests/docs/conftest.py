"""tests/docs runs with the packages of tests/python and tests/docs/requirements.txt."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
