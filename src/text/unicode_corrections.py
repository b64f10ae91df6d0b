#!/usr/bin/env python3
"""Writes unicode_corrections.inc: where Hugging Face `tokenizers` and utf8proc disagree.

`tokenizers` takes general categories from a crate of about Unicode 8, canonical
decompositions and combining classes from one of about Unicode 9, and lower case
from the Rust it was built with, which is newer than utf8proc's Unicode 15. The
ids must be the reference's, so its view of every code point wins.

    python src/text/unicode_corrections.py      # needs `tokenizers` and libutf8proc
"""

import ctypes
import ctypes.util
import pathlib

import tokenizers
from tokenizers import normalizers, pre_tokenizers

CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
CATEGORIES = (
    "Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co"
).split()


class Property(ctypes.Structure):
    _fields_ = [("category", ctypes.c_int16), ("combining_class", ctypes.c_int16)]


class Utf8proc:
    """The few functions of utf8proc that code_points.cc uses."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("utf8proc"))
        self.library.utf8proc_get_property.restype = ctypes.POINTER(Property)
        self.library.utf8proc_unicode_version.restype = ctypes.c_char_p

    def version(self):
        return self.library.utf8proc_unicode_version().decode()

    def category(self, c):
        return CATEGORIES[self.library.utf8proc_get_property(c).contents.category]

    def combining_class(self, c):
        return self.library.utf8proc_get_property(c).contents.combining_class

    def lower(self, c):
        return self.library.utf8proc_tolower(c)

    def decompose(self, c):
        out = (ctypes.c_int32 * 32)()
        boundary = ctypes.c_int(0)
        decompose = 1 << 4
        n = self.library.utf8proc_decompose_char(c, out, 32, decompose, ctypes.byref(boundary))
        return [out[i] for i in range(n)]


def bert_normalizer(**enabled):
    options = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    return normalizers.BertNormalizer(**{**options, **enabled})


def ranges(code_points):
    found = []
    for c in sorted(code_points):
        if found and found[-1][1] == c - 1:
            found[-1][1] = c
        else:
            found.append([c, c])
    return found


def write_ranges(out, name, why, code_points):
    out.append(f"// {why}")
    out.append(f"constexpr Range {name}[] = {{")
    line = "   "
    for first, last in ranges(code_points):
        item = f" {{0x{first:X}, 0x{last:X}}},"
        if len(line) + len(item) > 100:
            out.append(line)
            line = "   "
        line += item
    out += [line, "};", ""]


def write_lower(out, pairs):
    runs = []
    for c, lower in sorted(pairs):
        if runs and runs[-1][1] == c - 1 and runs[-1][2] == lower - c:
            runs[-1][1] = c
        else:
            runs.append([c, c, lower - c])
    out.append("// Letters whose lower case is newer than utf8proc's tables.")
    out.append("constexpr LowerRange kLower[] = {")
    out += [f"    {{0x{a:X}, 0x{b:X}, {shift}}}," for a, b, shift in runs]
    out += ["};", ""]


def main():
    mine = Utf8proc()
    clean = bert_normalizer(clean_text=True)
    accents = bert_normalizer(strip_accents=True)
    lowercase = bert_normalizer(lowercase=True)
    nfd = normalizers.NFD()
    words = pre_tokenizers.BertPreTokenizer()

    category = {c: mine.category(c) for c in CODE_POINTS}
    removed = {c for c in CODE_POINTS if clean.normalize_str(f"a{chr(c)}b") == "ab"}
    decomposed = {c: [ord(x) for x in nfd.normalize_str(chr(c))] for c in CODE_POINTS}
    single = [c for c in CODE_POINTS if decomposed[c] == [c]]
    dropped = {c for c in single if accents.normalize_str(chr(c)) == ""}
    punctuation = {c for c in CODE_POINTS if len(words.pre_tokenize_str(f"a{chr(c)}b")) == 3}
    is_ascii_punctuation = lambda c: c < 0x80 and chr(c).isprintable() and not chr(c).isalnum()

    def reorders(c):  # with a mark of a lower class after it, or of a higher one before it
        after, before = f"a{chr(c)}\u0334", f"a\u0345{chr(c)}"
        return nfd.normalize_str(after) != after or nfd.normalize_str(before) != before

    def control(c):
        return category[c] in ("Cc", "Cf", "Co") or c == 0xFFFD

    lower = {c: [ord(x) for x in lowercase.normalize_str(chr(c))] for c in single}
    assert all(len(to) == 1 for to in lower.values()), "a decomposed letter lowers to several"
    assert all(control(c) for c in removed), "the reference removes more than utf8proc's Cc, Cf, Co"
    combining = {c for c in single if mine.combining_class(c) != 0}
    moving = {c for c in single if reorders(c)}
    assert moving <= combining, "the reference reorders a code point that utf8proc does not"

    out = [
        "// Written by unicode_corrections.py; do not edit.",
        f"// tokenizers {tokenizers.__version__} against utf8proc with Unicode {mine.version()}.",
        "",
    ]
    write_ranges(out, "kNotControl", "Cf for utf8proc; the reference keeps them.",
                 [c for c in CODE_POINTS if control(c) and c not in removed and c not in (9, 10, 13)])
    write_ranges(out, "kNotNonspacing", "Mn for utf8proc; the reference keeps them.",
                 [c for c in single if category[c] == "Mn" and c not in dropped])
    write_ranges(out, "kNonspacing", "Not Mn for utf8proc; the reference drops them.",
                 [c for c in dropped if category[c] != "Mn"])
    write_ranges(out, "kNotPunctuation", "P* for utf8proc; part of a word for the reference.",
                 [c for c in CODE_POINTS if category[c][0] == "P" and c not in punctuation])
    write_ranges(out, "kPunctuation", "Not P* for utf8proc; punctuation for the reference.",
                 [c for c in punctuation if category[c][0] != "P" and not is_ascii_punctuation(c)])
    write_ranges(out, "kNotCombining", "Of a combining class for utf8proc; class 0 for the reference.",
                 combining - moving)
    write_ranges(out, "kNotDecomposed", "Decomposed by utf8proc; not by the reference.",
                 [c for c in CODE_POINTS if mine.decompose(c) != [c] and decomposed[c] == [c]])
    write_lower(out, [(c, to[0]) for c, to in lower.items() if to[0] != mine.lower(c)])
    path = pathlib.Path(__file__).with_suffix(".inc")
    path.write_text("\n".join(out).rstrip() + "\n")
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
