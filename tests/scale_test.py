"""docs/scale.md: every number that is computed there follows from those that were measured.

    scale_test.py ROOT

Python's standard library only. Computed cells are made again by the formula that the page states,
from the table of measured figures, and must be the same to the last digit that is shown.
"""

import re
import sys
from pathlib import Path

RESPONSES = 1_000_000_000
NUMBER = re.compile(r"[0-9][0-9,]*(\.[0-9]+)?(%?)")


def tables(text):
    """Every table of the page: a list of rows, each a dict by the header's words."""
    found = []
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        lines = [[cell.strip() for cell in line.strip("|\n ").split("|")]
                 for line in block.splitlines()]
        found.append([dict(zip(lines[0], line, strict=True)) for line in lines[2:]])
    return found


def number(cell):
    found = NUMBER.search(cell)
    if not found:
        raise ValueError(f"no number in {cell!r}")
    plain = found[0].replace(",", "")
    return float(plain[:-1]) / 100 if found[2] else float(plain)


def shown_like(cell, value):
    """The value with as many decimals as the cell's own number has."""
    decimals = NUMBER.search(cell)[1]
    return f"{value:,.{len(decimals) - 1 if decimals else 0}f}"


class Page:
    def __init__(self, text):
        self.tables = tables(text)
        self.faults = []
        self.checked = 0
        self.measured = {row["name"].strip("`"): number(row["value"])
                         for row in self.table("measured how")}

    def table(self, column):
        (chosen,) = [table for table in self.tables if table and column in table[0]]
        return chosen

    def of(self, cell):
        return self.measured[cell.strip("`")]

    def check(self, cell, value, what):
        self.checked += 1
        shown, wanted = NUMBER.search(cell)[0], shown_like(cell, value)
        if shown != wanted:
            self.faults.append(f"{what}: the page says {shown}, the formula gives {wanted}")

    def check_all(self):
        for row in self.table("core-hours"):
            hours = RESPONSES / self.of(row["rate"]) / 3600
            self.check(row["core-hours"], hours, f"core-hours at {row['rate']}")
            for column, cell in row.items():
                if column.endswith(" cores"):
                    wall = hours / number(column) / self.measured["share"]
                    self.check(cell, wall, f"hours on {column} at {row['rate']}")
        for row in self.table("core-minutes"):
            minutes = RESPONSES / self.of(row["without embedding"]) / 60
            self.check(row["core-minutes"], minutes, f"core-minutes at {row['without embedding']}")
        for row in self.table("of a billion, TB"):
            size = number(row["bytes"]) * RESPONSES / 1e12
            self.check(row["of a billion, TB"], size, f"a billion of {row['bytes']} bytes")
        for row in self.table("CPU seconds to merge"):
            parts = number(row["parts"])
            size = parts * self.measured["part"] / 1e9
            self.check(row["all parts, GB"], size, f"bytes of {row['parts']} parts")
            work = parts * (self.measured["read"] + self.measured["merge"])
            self.check(row["CPU seconds to merge"], work, f"merging {row['parts']} parts")
        for row in self.table("million responses a day"):
            rate = self.of(row["rate"]) * number(row["cores of all servers"])
            day = rate * 86_400 / 1e6
            self.check(row["million responses a day"], day, f"a day at {row['rate']}")
        return self.faults


def main():
    text = (Path(sys.argv[1]) / "docs" / "scale.md").read_text()
    page = Page(text)
    faults = page.check_all()
    # That it would see a wrong figure: where all that was measured is half as much again, nothing fits but
    # sizes that are no measurements.
    other = Page(text)
    other.measured = {name: value * 1.5 for name, value in other.measured.items()}
    sizes = len(page.table("of a billion, TB"))
    if len(other.check_all()) != page.checked - sizes:
        faults.append("scale_test itself: figures that do not fit were not seen")
    for fault in faults:
        print(f"docs/scale.md: {fault}", file=sys.stderr)
    if not faults:
        print(f"{page.checked} figures follow from what was measured")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
