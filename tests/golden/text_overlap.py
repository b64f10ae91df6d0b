#!/usr/bin/env python3
"""Writes text_overlap.json: BLEU and ROUGE-L of pairs of texts, and the words that they
count, as sacrebleu and rouge-score compute them.

    python tests/golden/text_overlap.py

Needs sacrebleu 2.5.1 and rouge-score 0.1.2 of PyPI. A pair is [candidate, reference,
sacrebleu's sentence_bleu / 100, rougeL F1 without a stemmer].
"""
import json
import pathlib
import random

import sacrebleu
from rouge_score import rouge_scorer, tokenizers
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

HERE = pathlib.Path(__file__).parent

WORDS = ["the", "The", "a", "baker", "bakers", "is", "are", "often", "calm", "loud", "kind",
         "3", "3.5", "1,000", "10-year", "co-op", "e.g.", "U.S.", "don't", "it's", "I", "and",
         "of", "x/y", "(so", "they)", "[say]", "\"well\"", "&amp;", "&quot;", "&lt;b&gt;", "50%",
         "a@b.c", "naïve", "Čeština", "ΣΊΣΥΦΟΣ", "İstanbul", "10K", "中文", "日本語。", "…", "–", "-",
         "--", "...", ",,", ".", ",", "!", "?!", ";", ":", "{}", "~", "`", "_under_", "#1", "$5",
         "2-", "-3", "5.", ".5", ",7", "7,", "x.y", "x,y", "é.", "。", "\u00a0", "\u2003y"]
SEPARATORS = [" ", " ", " ", " ", "  ", "\n", "-\n", "\t", "", "<skipped>", "\r\n", "\u2028"]
TEXTS = ["a", "A", ".", "-", "-\n", "a-\nb", "a-\n", "\na\n", "1.2.3,4", "1 .2", "1. 2", "a.b",
         "...", "....", ". . .", ",,.,", "3-4", "3 -4", "3--4", "&amp;lt;", "&amp;amp;quot;",
         "a&b", "don't", "'quoted'", "x'", "é.é", "1.é", "é.1", "\u0130", "\u212a", "ß.", "中文",
         "a\u0085b", "a\u001cb", "a\u200bb", "end.", "end. ", "end.\n", "end,", "end,\n\n", "¿qué?",
         "10,000.50", "$10,000.50.", "e-mail/web", "<skipped>", "x<skipped>y", "&quot;&quot;"]


def made_text(rng, most):
    parts = []
    for _ in range(rng.randrange(1, most)):
        parts += [rng.choice(WORDS), rng.choice(SEPARATORS)]
    return "".join(parts)


def variant(rng, text):
    """A text that shares much with another."""
    words = text.split(" ")
    for _ in range(rng.randrange(0, 4)):
        at = rng.randrange(len(words))
        kind = rng.randrange(4)
        if kind == 0:
            words[at] = rng.choice(WORDS)
        elif kind == 1 and len(words) > 1:
            del words[at]
        elif kind == 2:
            words.insert(at, rng.choice(WORDS))
        else:
            other = rng.randrange(len(words))
            words[at], words[other] = words[other], words[at]
    return " ".join(words)


def main():
    rng = random.Random(42)
    texts = TEXTS + [made_text(rng, 12) for _ in range(300)]
    pairs = [(a, b) for a in TEXTS[:20] for b in TEXTS[:20]]
    for _ in range(900):
        reference = made_text(rng, rng.choice([3, 6, 20, 60]))
        candidate = variant(rng, reference) if rng.random() < 0.7 else made_text(rng, 20)
        pairs.append((candidate, reference))
    tokenizer = Tokenizer13a()
    rouge_words = tokenizers.DefaultTokenizer(False)
    scorer = rouge_scorer.RougeScorer(["rougeL"], use_stemmer=False)
    golden = {
        "words": [[text, tokenizer(text).split(), rouge_words.tokenize(text)] for text in texts],
        "pairs": [[candidate, reference,
                   sacrebleu.sentence_bleu(candidate, [reference]).score / 100,
                   scorer.score(reference, candidate)["rougeL"].fmeasure]
                  for candidate, reference in pairs],
    }
    (HERE / "text_overlap.json").write_text(json.dumps(golden) + "\n")
    print(f"{len(texts)} texts, {len(pairs)} pairs")


if __name__ == "__main__":
    main()
