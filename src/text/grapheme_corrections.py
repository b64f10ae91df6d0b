#!/usr/bin/env python3
"""Writes grapheme_corrections.inc: where `tokenizers` and utf8proc see other graphemes.

The Precompiled normalizer of `tokenizers` works on grapheme clusters, cut by a crate that
is newer than utf8proc's Unicode 15. No function of `tokenizers` shows its clusters; but a
made charsmap does: a cluster of less than 6 bytes that starts with a known character is
replaced as a whole, so what is left of a text tells where it was cut.

    python src/text/grapheme_corrections.py      # needs `tokenizers` and libutf8proc
"""

import pathlib
import struct

import tokenizers
from tokenizers import normalizers
from utf8proc_tables import Utf8proc, write_ranges

CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000 and c != 0]
BATCH = 4096
REPLACED = "Y"
KA, VIRAMA, ACUTE, COPYRIGHT, JOINER = "\u0915", "\u094D", "\u0301", "\u00A9", "\u200D"

# utf8proc's grapheme classes
CONTROL, EXTEND, SPACING_MARK, PREPEND, ZWJ, PICTOGRAPHIC = 4, 5, 12, 13, 14, 19


def charsmap(keys):
    """A precompiled charsmap that replaces each of the keys: u32 bytes of the Darts double
    array, the array, then the replacement. Each node has a block of 256 units."""
    blocks = [{}]  # of each node: label -> child, 0 when it is a key
    for key in keys:
        node = 0
        for byte in key.encode():
            if byte not in blocks[node]:
                blocks.append({})
                blocks[node][byte] = len(blocks) - 1
            node = blocks[node][byte]
        blocks[node][0] = None
    units = [0] * (256 * (len(blocks) + 1))
    places = {0: 0}
    for node, children in enumerate(blocks):
        base = 256 * (node + 1)
        units[places[node]] |= (places[node] ^ base) << 10
        for label, child in children.items():
            if label == 0:
                units[places[node]] |= 1 << 8
                units[base] = 1 << 31  # offset 0 of the replacements
            else:
                places[child] = base ^ label
                units[places[child]] = label
    return struct.pack(f"<I{len(units)}I", 4 * len(units), *units) + REPLACED.encode() + b"\0"


def probe(keys, texts):
    normalizer = normalizers.Precompiled(charsmap(keys))
    return [normalizer.normalize_str(text) for text in texts]


def members(make_text, keyed, joined, limit=0x110000):
    """The code points c for which normalizing make_text(c) gives joined(c)."""
    found = set()
    points = [c for c in CODE_POINTS if c < limit]
    for at in range(0, len(points), BATCH):
        batch = [chr(c) for c in points[at:at + BATCH]]
        keys = sorted(set(batch)) if keyed is None else [keyed]
        for c, text in zip(batch, probe(keys, [make_text(c) for c in batch])):
            if text == joined(c):
                found.add(ord(c))
    return found


def main():
    mine = Utf8proc()
    classes = {c: mine.grapheme_class(c) for c in CODE_POINTS}

    joins = members(lambda c: "a" + c, "a", lambda c: REPLACED)
    prepends = members(lambda c: c + "a", None, lambda c: REPLACED)
    # Longer ones can't be in a cluster of less than 6 bytes with a mark behind them.
    takes_mark = members(lambda c: c + ACUTE, None, lambda c: REPLACED, 0x10000)
    # Clusters of 6 bytes and more are replaced character by character.
    pictures = members(lambda c: COPYRIGHT + JOINER + c, COPYRIGHT,
                       lambda c: (COPYRIGHT + JOINER + c).replace(COPYRIGHT, REPLACED)) - joins
    consonants = members(lambda c: c + VIRAMA + KA + ACUTE, KA,
                         lambda c: (c + VIRAMA + KA + ACUTE).replace(KA, REPLACED))
    linkers = members(lambda c: KA + c + KA + ACUTE, KA,
                      lambda c: REPLACED + c + REPLACED + ACUTE) & joins
    passed = members(lambda c: KA + VIRAMA + c + KA + ACUTE, KA,
                     lambda c: REPLACED + VIRAMA + c + REPLACED + ACUTE) & joins

    utf8proc_joins = {c for c in CODE_POINTS if classes[c] in (EXTEND, SPACING_MARK, ZWJ)}
    utf8proc_pictures = {c for c in CODE_POINTS if classes[c] == PICTOGRAPHIC}
    utf8proc_prepends = {c for c in CODE_POINTS if classes[c] == PREPEND}
    controls = {c for c in CODE_POINTS if c < 0x10000 and c not in takes_mark}
    utf8proc_controls = {c for c in CODE_POINTS if c < 0x10000 and classes[c] in (2, 3, CONTROL)}

    out = [
        "// Written by grapheme_corrections.py; do not edit.",
        f"// tokenizers {tokenizers.__version__} against utf8proc with Unicode {mine.version()}.",
        "",
    ]
    tables = [
        ("kExtend", "Part of the cluster before them for the reference alone.", joins - utf8proc_joins),
        ("kNotExtend", "Part of the cluster before them for utf8proc alone.", utf8proc_joins - joins),
        ("kPrepend", "Joined to what follows by the reference alone.", prepends - utf8proc_prepends),
        ("kNotPrepend", "Joined to what follows by utf8proc alone.", utf8proc_prepends - prepends),
        ("kControl", "A cluster of their own for the reference alone.", controls - utf8proc_controls),
        ("kNotControl", "A cluster of their own for utf8proc alone.", utf8proc_controls - controls),
        ("kPictographic", "Joined by U+200D for the reference alone.", pictures - utf8proc_pictures),
        ("kNotPictographic", "Joined by U+200D for utf8proc alone.", utf8proc_pictures - pictures),
        ("kConsonant", "Joined by a linker to the consonant before them.", consonants),
        ("kLinker", "Joins two consonants.", linkers),
        ("kNotConjunct", "Extends a cluster, but between linker and consonant parts them.",
         joins - passed),
    ]
    for name, why, points in tables:
        print(f"{name}: {len(points)}")
        if points:
            write_ranges(out, name, why, points)
    path = pathlib.Path(__file__).with_suffix(".inc")
    path.write_text("\n".join(out).rstrip() + "\n")


if __name__ == "__main__":
    main()
