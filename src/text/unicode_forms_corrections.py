#!/usr/bin/env python3
"""Writes unicode_forms_corrections.inc: where Hugging Face `tokenizers` and utf8proc disagree.

The normalizers NFKD, NFC and StripAccents of `tokenizers` have the tables of about
Unicode 9, Lowercase those of the Rust it was built with, which is newer than utf8proc's
Unicode 15. The ids must be the reference's, so its view of every code point wins.

    python src/text/unicode_forms_corrections.py      # needs `tokenizers` and libutf8proc
"""

import pathlib

import tokenizers
from tokenizers import normalizers
from utf8proc_tables import Utf8proc, write_lower, write_ranges

CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]


def points(text):
    return [ord(x) for x in text]


def main():
    mine = Utf8proc()
    nfd, nfkd, nfc = normalizers.NFD(), normalizers.NFKD(), normalizers.NFC()
    accents, lowercase = normalizers.StripAccents(), normalizers.Lowercase()

    not_canonical, not_compatible, marks, not_marks, lower = [], [], [], [], []
    not_combining, combining, composed_newly = [], [], []
    for c in CODE_POINTS:
        text = chr(c)
        canonical, compatible = points(nfd.normalize_str(text)), points(nfkd.normalize_str(text))
        if canonical != mine.decompose(c):
            assert canonical == [c], f"U+{c:X} decomposes differently"
            not_canonical.append(c)
        if compatible != mine.decompose(c, compatible=True):
            assert compatible == [c], f"U+{c:X} decomposes differently"
            not_compatible.append(c)
        is_mark = accents.normalize_str(text) == ""
        if is_mark != mine.category(c).startswith("M"):
            (marks if is_mark else not_marks).append(c)
        if c != 0x130 and (found := points(lowercase.normalize_str(text))) != [mine.lower(c)]:
            assert len(found) == 1, f"U+{c:X} has a longer lower case"
            lower.append((c, found[0]))
        if canonical == [c]:
            after, before = f"a{text}\u0334", f"a\u0345{text}"
            reorders = nfd.normalize_str(after) != after or nfd.normalize_str(before) != before
            if reorders != (mine.combining_class(c) != 0):
                (combining if reorders else not_combining).append(c)
        elif len(canonical) == 2 and nfc.normalize_str(text) != mine.compose(canonical):
            composed_newly.append(c)
    assert lowercase.normalize_str("\u0130") == "i\u0307"
    assert not combining, "the reference reorders more than utf8proc"
    assert not composed_newly, "the reference composes differently"

    out = [
        "// Written by unicode_forms_corrections.py; do not edit.",
        f"// tokenizers {tokenizers.__version__} against utf8proc with Unicode {mine.version()}.",
        "",
    ]
    write_ranges(out, "kNotCanonical", "NFD of utf8proc takes them apart; the reference's does not.",
                 not_canonical)
    write_ranges(out, "kNotCompatible",
                 "NFKD of utf8proc takes them apart; the reference's does not.", not_compatible)
    write_ranges(out, "kNotCombining", "Marks with a class for utf8proc; for the reference they stay.",
                 not_combining)
    write_ranges(out, "kMark", "Not Mn, Mc or Me for utf8proc; marks for the reference.", marks)
    write_ranges(out, "kNotMark", "Mn, Mc or Me for utf8proc; the reference keeps them.", not_marks)
    write_lower(out, lower)
    path = pathlib.Path(__file__).with_name("unicode_forms_corrections.inc")
    path.write_text("\n".join(out).rstrip() + "\n")
    print(f"wrote {path.name}: {len(out)} lines")


if __name__ == "__main__":
    main()
