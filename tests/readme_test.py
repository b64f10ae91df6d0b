#!/usr/bin/env python3
"""The C++ in README.md is examples/embed.cc, word for word, which is compiled and run.

    readme_test.py ROOT
"""

import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
blocks = re.findall(r"```cpp\n(.*?)```", (root / "README.md").read_text(), re.DOTALL)
example = (root / "examples" / "embed.cc").read_text()
if blocks != [example]:
    sys.exit("README.md must hold one C++ block, and it must equal examples/embed.cc; "
             f"it holds {len(blocks)}")
