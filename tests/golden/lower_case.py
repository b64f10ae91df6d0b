#!/usr/bin/env python3
"""Writes lower_case.bin.z: Python's str.lower() of every code point, and of sigmas in company.

    python3 tests/golden/lower_case.py

One zlib stream, little-endian: for each code point from 0 to U+10FFFF an i32, the distance to its
lower case, 0x7FFFFFFF where that is several characters, 0x7FFFFFFE for surrogates and for code
points that this Python's Unicode does not know; then for each the same sort of u8: 0 neither cased
nor ignorable, 1 cased, 2 ignorable, 3 unknown; then (u32 bytes, a text, u32 bytes, its lower case).
"""

import pathlib
import random
import struct
import sys
import unicodedata
import zlib

SEVERAL, UNKNOWN = 0x7FFFFFFF, 0x7FFFFFFE


def is_known(c):
    return unicodedata.category(chr(c)) not in ("Cn", "Cs")


def shift(c):
    if not is_known(c):
        return UNKNOWN
    lower = chr(c).lower()
    return ord(lower) - c if len(lower) == 1 else SEVERAL


def sort(c):
    if not is_known(c):
        return 3
    if f"A\u03a3{chr(c)}".lower()[1] == "\u03c3":
        return 1
    return 2 if f"A\u03a3{chr(c)}A".lower()[1] == "\u03c3" else 0


def texts():
    rng = random.Random(4)
    company = list("Aa\u03a3\u03a3\u03a3\u03c3 .:'-1") + [
        "\u0130", "\u212a", "\u0301", "\u200d", "\u2019", "\u00b7", "\u02b0", "\u24b6", "\u2160",
        "\u00aa", "\U0001f170", "\U0001f600", "\u4e2d", "\u0391", "\u01c5", "\u1fbc", "\ufffd",
        "\U00010400", "plain ASCII, LONG ENOUGH FOR WORDS"]
    for length in range(1, 9):
        for _ in range(500):
            yield "".join(rng.choice(company) for _ in range(length))
    yield "\u03a3" * 1000
    yield "A" + "." * 1000 + "\u03a3" + "." * 1000 + "A"
    yield "\u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3 \u03a3"


def main():
    known = struct.pack(f"<{0x110000}i", *(shift(c) for c in range(0x110000)))
    sorts = bytes(sort(c) for c in range(0x110000))
    strings = b""
    count = 0
    for text in texts():
        for part in (text.encode(), text.lower().encode()):
            strings += struct.pack("<I", len(part)) + part
        count += 1
    path = pathlib.Path(__file__).with_name("lower_case.bin.z")
    path.write_bytes(zlib.compress(known + sorts + strings, 9))
    print(f"wrote {path.name}: Python {sys.version.split()[0]}, Unicode {unicodedata.unidata_version}, "
          f"{count:,} texts, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
