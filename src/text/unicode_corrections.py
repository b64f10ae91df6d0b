#!/usr/bin/env python3
"""Writes unicode_corrections.inc: where Hugging Face `tokenizers` and utf8proc disagree.

`tokenizers` takes general categories from a crate of about Unicode 8, canonical
decompositions and combining classes from one of about Unicode 9, and lower case
from the Rust it was built with, which is newer than utf8proc's Unicode 15. The
ids must be the reference's, so its view of every code point wins.

    python src/text/unicode_corrections.py      # needs `tokenizers` and libutf8proc
"""

import pathlib

import tokenizers
from tokenizers import normalizers, pre_tokenizers
from utf8proc_tables import Utf8proc, write_lower, write_ranges

CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]


def bert_normalizer(**enabled):
    options = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    return normalizers.BertNormalizer(**{**options, **enabled})


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
