#!/usr/bin/env python3
"""Compares the ids of Plumb's tokenizers with Hugging Face on many strings.

    python tests/golden/tokenizer_parity.py --program build/release/bin/token_ids \\
        --tokenizer MODEL_FOLDER/tokenizer.json --count 1000000

The tokenizer is a tokenizer.json (WordPiece, Unigram or BPE; the reference is the
`tokenizers` library) or ALBERT's spiece.model (the reference is the AlbertTokenizer of
`transformers`). Prints how many strings were compared and the first that differ; exits 1
when any does. With --time, prints what both do in a second on one thread instead.
"""

import argparse
import array
import json
import struct
import subprocess
import sys
import tempfile
import time

from piece_strings import PieceStrings
from tokenizer_reference import open_reference
from wordpiece_strings import Strings

BATCH = 20_000
TRUNCATED = 0x8000_0000


def run(command, texts):
    with tempfile.TemporaryFile() as requests:
        for text in texts:
            requests.write(struct.pack("<I", len(text)) + text)
        requests.seek(0)
        return subprocess.run(command, stdin=requests, stdout=subprocess.PIPE, check=True).stdout


def plumb_ids(options, texts):
    """[(ids, truncated, segments)] of the texts, or of the pairs of neighbours."""
    flags = ["--pairs"] if options.pairs else []
    answer = run([options.program, *flags, options.tokenizer, str(options.max_tokens)], texts)
    results, at = [], 0
    while at < len(answer):
        word, = struct.unpack_from("<I", answer, at)
        count = word & ~TRUNCATED
        ids = array.array("I")
        ids.frombytes(answer[at + 4:at + 4 + 4 * count])
        at += 4 + 4 * count
        segments = list(answer[at:at + count]) if options.pairs else []
        at += len(segments)
        results.append((ids.tolist(), word >= TRUNCATED, segments))
    return results


def reference_ids(reference, options, decoded):
    inputs = list(zip(decoded[::2], decoded[1::2])) if options.pairs else decoded
    for encoding in reference.encode_batch(inputs):
        segments = encoding.type_ids if options.pairs else []
        yield encoding.ids, len(encoding.overflowing) > 0, segments


def compare(reference, strings, options):
    started = time.monotonic()
    different = truncated = compared = 0
    for first in range(0, options.count, BATCH):
        texts = [strings.make(i) for i in range(first, min(first + BATCH, options.count))]
        answers = plumb_ids(options, texts)
        decoded = [text.decode("utf-8", errors="replace") for text in texts]
        expected_answers = list(reference_ids(reference, options, decoded))
        assert len(answers) == len(expected_answers), "the program gave another number of answers"
        for index, (expected, answer) in enumerate(zip(expected_answers, answers)):
            truncated += expected[1]
            compared += 1
            if expected == answer:
                continue
            different += 1
            if different <= options.show:
                shown = texts[2 * index:2 * index + 2] if options.pairs else texts[index]
                print(f"string {first + index} of seed {options.seed}: {shown!r}")
                print(f"  reference {expected}\n  plumb     {answer}")
    seconds = time.monotonic() - started
    what = "pairs" if options.pairs else "strings"
    print(f"{compared:,} {what} compared (seed {options.seed}), {truncated:,} of them truncated, "
          f"{different:,} differ, {seconds:.0f} s")
    return 1 if different else 0


def measure(reference, strings, options):
    """English sentences, as both sides get them from a program: one at a time, one thread."""
    texts = [s for s in strings.sentences if s.isascii()] * options.count
    texts = texts[:options.count]
    best = 0.0
    for _ in range(3):
        started = time.monotonic()
        for text in texts:
            reference.encode(text)
        best = max(best, len(texts) / (time.monotonic() - started))
    print(f"reference: {best:,.0f} texts a second, the best of 3 rounds")
    started = time.monotonic()
    reference.encode_batch(texts)
    print(f"reference, a batch: {len(texts) / (time.monotonic() - started):,.0f} texts a second")
    command = [options.program, "--time", options.tokenizer, str(options.max_tokens)]
    print("plumb: " + run(command, [t.encode() for t in texts]).decode().replace("\n", "; "))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the token_ids executable")
    parser.add_argument("--tokenizer", required=True, help="a tokenizer.json or a spiece.model")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--pairs", action="store_true", help="neighbours as pairs")
    parser.add_argument("--show", type=int, default=10, help="differences to print")
    parser.add_argument("--time", action="store_true", help="measure speed instead")
    options = parser.parse_args()

    reference = open_reference(options.tokenizer)
    reference.no_padding()
    reference.enable_truncation(options.max_tokens)
    kind = json.loads(reference.to_str())["model"]["type"]
    strings = (Strings if kind == "WordPiece" else PieceStrings)(options.seed, reference.get_vocab())
    return (measure if options.time else compare)(reference, strings, options)


if __name__ == "__main__":
    sys.exit(main())
