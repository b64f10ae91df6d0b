#!/usr/bin/env python3
"""Compares the ids of Plumb's WordPiece with Hugging Face `tokenizers` on many strings.

    python tests/golden/wordpiece_parity.py --program build/release/bin/wordpiece_ids \\
        --tokenizer MODEL_FOLDER/tokenizer.json --count 1000000

Prints how many strings were compared and the first that differ; exits 1 when any does.
"""

import argparse
import array
import struct
import subprocess
import sys
import tempfile
import time

from tokenizers import Tokenizer

from wordpiece_strings import Strings

BATCH = 20_000
TRUNCATED = 0x8000_0000


def plumb_ids(program, tokenizer, max_tokens, texts):
    """[(ids, truncated)] of the texts."""
    with tempfile.TemporaryFile() as requests:
        for text in texts:
            requests.write(struct.pack("<I", len(text)) + text)
        requests.seek(0)
        command = [program, tokenizer, str(max_tokens)]
        answer = subprocess.run(command, stdin=requests, stdout=subprocess.PIPE, check=True).stdout
    words = array.array("I")
    words.frombytes(answer)
    results, at = [], 0
    while at < len(words):
        count = words[at] & ~TRUNCATED
        results.append((words[at + 1:at + 1 + count].tolist(), words[at] >= TRUNCATED))
        at += 1 + count
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the wordpiece_ids executable")
    parser.add_argument("--tokenizer", required=True, help="the model's tokenizer.json")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--show", type=int, default=10, help="differences to print")
    options = parser.parse_args()

    reference = Tokenizer.from_file(options.tokenizer)
    reference.no_padding()
    reference.enable_truncation(options.max_tokens)
    strings = Strings(options.seed, reference.get_vocab())
    started = time.monotonic()
    different = truncated = compared = 0
    for first in range(0, options.count, BATCH):
        texts = [strings.make(i) for i in range(first, min(first + BATCH, options.count))]
        answers = plumb_ids(options.program, options.tokenizer, options.max_tokens, texts)
        assert len(answers) == len(texts), "the program gave another number of answers"
        decoded = [text.decode("utf-8", errors="replace") for text in texts]
        for index, (encoding, answer) in enumerate(zip(reference.encode_batch(decoded), answers), first):
            expected = (encoding.ids, len(encoding.overflowing) > 0)
            truncated += expected[1]
            compared += 1
            if expected == answer:
                continue
            different += 1
            if different <= options.show:
                print(f"string {index} of seed {options.seed}: {texts[index - first]!r}")
                print(f"  tokenizers {expected}\n  plumb      {answer}")
    seconds = time.monotonic() - started
    print(f"{compared:,} strings compared (seed {options.seed}), {truncated:,} of them truncated, "
          f"{different:,} differ, {seconds:.0f} s")
    return 1 if different or compared != options.count else 0


if __name__ == "__main__":
    sys.exit(main())
