#!/usr/bin/env python3
"""Writes byte_level_corrections.inc: where `tokenizers` and utf8proc see other letters.

The expression of the ByteLevel pre-tokenizer is run by a library whose tables of \\p{L},
\\p{N} and \\s are not utf8proc's. What belongs to a run of letters, digits or white space is
not cut off from it.

    python src/text/byte_level_corrections.py      # needs `tokenizers` and libutf8proc
"""

import pathlib

import tokenizers
from tokenizers import pre_tokenizers
from utf8proc_tables import Utf8proc, write_ranges

CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]


BATCH = 64  # longer texts take `tokenizers` longer a character


def joined_with(character):
    """The code points that are not cut off between two of `character`."""
    split = pre_tokenizers.ByteLevel(add_prefix_space=False).pre_tokenize_str
    found = set()
    for at in range(0, len(CODE_POINTS), BATCH):
        batch = CODE_POINTS[at:at + BATCH]
        starts = {start for _, (start, _) in split("".join(f" {character}{chr(c)}{character}" for c in batch))}
        found |= {c for i, c in enumerate(batch) if not starts & {4 * i + 1, 4 * i + 2, 4 * i + 3}}
    return found


def main():
    mine = Utf8proc()
    letters, numbers, others = joined_with("a"), joined_with("1"), joined_with("!")
    spaces = set(CODE_POINTS) - letters - numbers - others
    white_space = {*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029,
                   0x202F, 0x205F, 0x3000}
    assert spaces == white_space, "white space is not Unicode's"
    mine_letters = {c for c in CODE_POINTS if mine.category(c).startswith("L")}
    mine_numbers = {c for c in CODE_POINTS if mine.category(c).startswith("N")}
    out = [
        "// Written by byte_level_corrections.py; do not edit.",
        f"// tokenizers {tokenizers.__version__} against utf8proc with Unicode {mine.version()}.",
        "",
    ]
    tables = [
        ("kLetter", "Not L* for utf8proc; letters for the reference.", letters - mine_letters),
        ("kNotLetter", "L* for utf8proc; other for the reference.", mine_letters - letters),
        ("kNumber", "Not N* for utf8proc; numbers for the reference.", numbers - mine_numbers),
        ("kNotNumber", "N* for utf8proc; other for the reference.", mine_numbers - numbers),
    ]
    for name, why, points in tables:
        print(f"{name}: {len(points)}")
        if points:
            write_ranges(out, name, why, points)
    path = pathlib.Path(__file__).with_suffix(".inc")
    path.write_text("\n".join(out).rstrip() + "\n")


if __name__ == "__main__":
    main()
