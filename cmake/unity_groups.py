#!/usr/bin/env python3
"""Says which sources of a target can be compiled together.

    unity_groups.py SIZE FILE...     prints a line "GROUP FILE" for each file

Sources that are compiled as one share their unnamed namespaces: two that give a name to things of
their own come into different groups. A group has at most SIZE files. The names are read off lines
that begin in the first column, which is how this tree is formatted; what this misses, the compiler
reports as a redefinition.
"""
import re
import sys
from pathlib import Path

UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
TYPE = re.compile(r"(?:template\b.*>\s*)?(?:class|struct|enum class|enum|union)\s+(\w+)")
ALIAS = re.compile(r"using (\w+) = (.*);")
OTHER = re.compile(r"(\w+)\s*[(={\[;]")
# Names of tests are made by their macros.
NO_NAME = re.compile(r"using |namespace |typedef |template|TEST|INSTANTIATE|[\s/#}]|$")


def own_names(file, text):
    """Each name with what it stands for: an alias may be said twice, all else is of this file."""
    names = {}
    for block in UNNAMED.findall(text):
        for line in block.split("\n"):
            if alias := ALIAS.match(line):
                names[alias.group(1)] = alias.group(2)
            elif found := TYPE.match(line) or (None if NO_NAME.match(line) else OTHER.search(line)):
                names[found.group(1)] = file
    return names


def clash(names, others):
    return any(others.get(name, meaning) != meaning for name, meaning in names.items())


def main(size, files):
    groups = []  # of [files, names]
    for file in files:
        names = own_names(file, Path(file).read_text(encoding="utf-8"))
        for members, taken in groups:
            if len(members) < size and not clash(names, taken):
                break
        else:
            members, taken = [], {}
            groups.append((members, taken))
        members.append(file)
        taken.update(names)
    for number, (members, _) in enumerate(groups):
        for file in members:
            print(number, file)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
