#!/usr/bin/env python3
"""Writes lower_case_corrections.inc: where Python's str.lower() and utf8proc disagree.

Cased and Case_Ignorable, which the final sigma asks for, are no properties of
utf8proc: its general categories come close, and the rest is listed. Python shows
them through the sigma alone: "A\\u03a3" + c ends in a final sigma where c is not
cased, and in "A\\u03a3" + c + "A" the sigma is final where c is not ignorable.

Python 3.11 has Unicode 14 and utf8proc 2.8 has Unicode 15: code points that
Python does not know yet are left to utf8proc, as a newer Python would see them.

    python3 src/text/lower_case_corrections.py      # needs libutf8proc
"""

import pathlib
import sys
import unicodedata

from utf8proc_tables import Utf8proc, write_ranges

CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
IGNORABLE = {"Mn", "Me", "Cf", "Lm", "Sk"}
CASED = {"Lu", "Ll", "Lt"}


def case_class(c):
    """What the final sigma sees: "ignorable" comes before "cased", as in CPython."""
    if f"A\u03a3{chr(c)}A".lower()[1] != "\u03c2" and f"A\u03a3{chr(c)}".lower()[1] == "\u03c2":
        return "ignorable"
    return "cased" if f"A\u03a3{chr(c)}".lower()[1] == "\u03c3" else "neither"


def main():
    mine = Utf8proc()
    known = [c for c in CODE_POINTS if unicodedata.category(chr(c)) != "Cn"]
    category = {c: mine.category(c) for c in known}
    reference = {c: case_class(c) for c in known}
    lower = {c: chr(c).lower() for c in known if c != 0x3A3}
    several = [c for c, to in lower.items() if len(to) != 1]
    assert several == [0x130] and lower[0x130] == "i\u0307", "more than one letter lowers to several"

    def is_one(c, name, categories):
        return reference[c] == name and category[c] not in categories

    def is_none(c, name, categories):
        return reference[c] != name and category[c] in categories

    out = [
        "// Written by lower_case_corrections.py; do not edit.",
        f"// Python {sys.version.split()[0]} with Unicode {unicodedata.unidata_version} against "
        f"utf8proc with Unicode {mine.version()}.",
        "",
    ]
    for c in known:
        assert not is_none(c, "ignorable", IGNORABLE), f"U+{c:04X} is not ignorable"
        assert not is_none(c, "cased", CASED), f"U+{c:04X} is not cased"
    write_ranges(out, "kIgnorable", "Case_Ignorable, and not Mn, Me, Cf, Lm or Sk for utf8proc.",
                 [c for c in known if is_one(c, "ignorable", IGNORABLE)])
    write_ranges(out, "kCased", "Cased and not ignorable, and not Lu, Ll or Lt for utf8proc.",
                 [c for c in known if is_one(c, "cased", CASED)])
    pairs = [(c, ord(to)) for c, to in lower.items() if c != 0x130 and ord(to) != mine.lower(c)]
    assert not pairs, f"utf8proc lowers {len(pairs)} code points otherwise"
    path = pathlib.Path(__file__).with_suffix(".inc")
    path.write_text("\n".join(out).rstrip() + "\n")
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
