#!/usr/bin/env python3
"""Writes the golden data of the WordPiece tests with Hugging Face `tokenizers`.

    python tests/golden/wordpiece.py --tokenizer MODEL_FOLDER/tokenizer.json

Each file is one zlib stream; integers are little-endian.
  tokenizer.json.z     the tokenizer that the rest was made with, byte for byte
  wordpiece.bin.z      20,000 x (u32 bytes, the text, u16 1 when truncated, u16 ids, the ids as
                       u16), at most 256 ids a text
  code_points.bin.z    per context and block of 256 code points, the CRC-32 of all its ids:
                       4 x 4,352 x u32, contexts as CONTEXTS, surrogates left out, each id list
                       as u32 count and u32 ids
  decode.bin.z         4,000 x (u16 ids, the ids as u16, u32 bytes, the text)
"""

import argparse
import array
import pathlib
import random
import struct
import zlib

from tokenizers import Tokenizer

from wordpiece_strings import SURROGATES, Strings

SEED = 20_000
COUNT = 20_000
MAX_TOKENS = 256
CONTEXTS = ["a{}b", " {} ", "{}\u0301", "\U0001D16D{}\u302E"]


def write(name, parts):
    path = pathlib.Path(__file__).with_name(name)
    path.write_bytes(zlib.compress(b"".join(parts), 9))
    print(f"wrote {path.name}: {path.stat().st_size:,} bytes")


def golden_strings(tokenizer):
    strings = Strings(SEED, tokenizer.get_vocab())
    for index in range(COUNT):
        text = strings.make(index)
        encoding = tokenizer.encode(text.decode("utf-8", errors="replace"))
        ids = encoding.ids
        yield struct.pack("<I", len(text)) + text
        yield struct.pack(f"<HH{len(ids)}H", len(encoding.overflowing) > 0, len(ids), *ids)


def golden_code_points(tokenizer):
    for context in CONTEXTS:
        for first in range(0, 0x110000, 256):
            points = [c for c in range(first, first + 256) if c not in SURROGATES]
            crc = 0
            for encoding in tokenizer.encode_batch_fast([context.format(chr(c)) for c in points]):
                ids = encoding.ids
                crc = zlib.crc32(array.array("I", [len(ids), *ids]).tobytes(), crc)
            yield struct.pack("<I", crc)


def golden_decoded(tokenizer):
    rng = random.Random(SEED)
    size = tokenizer.get_vocab_size()
    joining = [tokenizer.token_to_id(t) for t in (".", "?", "!", ",", "'", "n", "t", "m", "s", "ve", "do", "not")]
    for _ in range(4000):
        ids = [rng.choice(joining) if rng.random() < 0.3 else rng.randrange(size)
               for _ in range(rng.randint(0, 12))]
        text = tokenizer.decode(ids, skip_special_tokens=True).encode()
        yield struct.pack(f"<H{len(ids)}HI", len(ids), *ids, len(text)) + text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tokenizer", required=True)
    options = parser.parse_args()
    tokenizer = Tokenizer.from_file(options.tokenizer)
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    write("tokenizer.json.z", [pathlib.Path(options.tokenizer).read_bytes()])
    write("wordpiece.bin.z", golden_strings(tokenizer))
    write("decode.bin.z", golden_decoded(tokenizer))
    write("code_points.bin.z", golden_code_points(tokenizer))


if __name__ == "__main__":
    main()
