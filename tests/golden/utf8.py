#!/usr/bin/env python3
"""Writes utf8.bin.z: how Python reads broken UTF-8.

    python tests/golden/utf8.py

One zlib stream of (u32 bytes, the bytes, u32 bytes, the text after errors="replace" as UTF-8,
u32 code points, u32 1 when str.strip() leaves nothing), little-endian.
"""

import pathlib
import random
import struct
import zlib

from wordpiece_strings import BROKEN_BYTES, ODD

SPACES = [chr(c) for c in range(0x110000) if chr(c).isspace()]


def strings():
    leads = [0x00, 0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
             0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]
    seconds = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0]
    tails = [0x41, 0x80, 0xBF, 0xC2]
    yield b""
    for a in leads:
        yield bytes([a])
        for b in seconds:
            yield bytes([a, b])
            for c in tails:
                yield bytes([a, b, c])
                yield bytes([a, b, c, 0x80])
                yield bytes([a, b, c, 0x41])
    for space in SPACES:
        yield space.encode()
        yield f" {space}\u3000".encode()
        yield f"{space}x".encode()
    yield "\u200b".encode()
    rng = random.Random(8)
    for _ in range(4000):
        pieces = [BROKEN_BYTES, [c.encode() for c in ODD], [b"a", b"plain ascii "], [s.encode() for s in SPACES]]
        yield b"".join(rng.choice(rng.choice(pieces)) for _ in range(rng.randint(1, 12)))


def main():
    parts = []
    for text in strings():
        decoded = text.decode("utf-8", errors="replace")
        replaced = decoded.encode()
        parts.append(struct.pack("<I", len(text)) + text + struct.pack("<I", len(replaced)) + replaced)
        parts.append(struct.pack("<II", len(decoded), decoded.strip() == ""))
    path = pathlib.Path(__file__).with_name("utf8.bin.z")
    path.write_bytes(zlib.compress(b"".join(parts), 9))
    print(f"wrote {path.name}: {len(parts) // 2:,} strings, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
