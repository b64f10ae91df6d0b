"""The strings that WordPiece is compared on: every Unicode block, text of many languages,
random and mutated strings, broken UTF-8, added tokens, long words and long texts.

Each string is bytes and depends on (seed, index) alone, so any one can be made again.
"""

import pathlib
import random
import unicodedata

ROW = 128  # blocks are made of rows of 16 code points; 128 is the smallest common large one
SURROGATES = range(0xD800, 0xE000)
ADDED_TOKENS = ["[CLS]", "[SEP]", "[MASK]", "[PAD]", "[UNK]"]
BROKEN_TOKENS = ["[cls]", "[CLS", "CLS]", "[[SEP]]", "[ MASK ]", "[MA\u0301SK]", "[U\0NK]", "[PAD][PAD"]

# Where tokenizers go wrong: spaces, controls, joiners, marks of several classes, letters whose
# case or decomposition is odd, the ends of ranges, symbols that look like punctuation.
ODD = [chr(c) for c in (
    0x00, 0x01, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1C, 0x1F, 0x20, 0x7F, 0x80, 0x85, 0xA0, 0xAD, 0xB4,
    0x130, 0x131, 0x149, 0x17F, 0x1C4, 0x1F0, 0x2B9, 0x300, 0x301, 0x308, 0x327, 0x334, 0x338,
    0x340, 0x344, 0x345, 0x34F, 0x37E, 0x387, 0x3A3, 0x3C2, 0x3C3, 0x5B0, 0x5BE, 0x600, 0x61C,
    0x640, 0x64B, 0x6DD, 0x70F, 0x8D4, 0x8E2, 0x93C, 0x9CB, 0xBCA, 0xDDC, 0xF73, 0xF0B, 0x1100,
    0x1161, 0x11A8, 0x1680, 0x166D, 0x1734, 0x180E, 0x1B44, 0x1BAA, 0x1DFB, 0x1E9E, 0x1FEF, 0x1FFD,
    0x2000, 0x200B, 0x200D, 0x200E, 0x2010, 0x2028, 0x2029, 0x202F, 0x2044, 0x2060, 0x20E3, 0x2126,
    0x212A, 0x212B, 0x226E, 0x2ADC, 0x2E43, 0x3000, 0x302E, 0x302F, 0x3099, 0x309A, 0x30FB, 0x3400,
    0x4DBF, 0x4DC0, 0x4E00, 0x9FFF, 0xA000, 0xA7CB, 0xA953, 0xAC00, 0xAC01, 0xD7A3, 0xE000, 0xF8FF,
    0xF900, 0xFA0E, 0xFAFF, 0xFB1D, 0xFB1F, 0xFE0F, 0xFEFF, 0xFF01, 0xFF21, 0xFFFC, 0xFFFD, 0xFFFE,
    0xFFFF, 0x10000, 0x10D50, 0x1109A, 0x110BD, 0x111C9, 0x11938, 0x1D15E, 0x1D165, 0x1D16D,
    0x1D173, 0x1D400, 0x1E000, 0x1E922, 0x1E944, 0x1F1E6, 0x1F3FD, 0x1F600, 0x20000, 0x2A6DF,
    0x2A6E0, 0x2B820, 0x2B920, 0x2CEAF, 0x2F800, 0x2FA1F, 0x30000, 0xE0001, 0xE0041, 0xE0100,
    0xF0000, 0x10FFFD, 0x10FFFF,
)]
MARKS = [chr(c) for c in (
    0x300, 0x301, 0x316, 0x327, 0x334, 0x345, 0x5B0, 0x64B, 0x93C, 0x94D, 0xE38, 0xF71, 0x1B44,
    0x1BF2, 0x302A, 0x302E, 0x3099, 0xA953, 0x1D165, 0x1D166, 0x1D16D, 0x1D16E, 0x1D172, 0x1E008,
    0x8D4, 0x1DFB, 0x20DD, 0x903, 0x9BE,
)]
BROKEN_BYTES = [bytes.fromhex(h) for h in (
    "80 bf c0 c1 c2 c080 c1bf e0 e080 e09f80 e0a0 e28082ff ed eda080 edbfbf f0 f080 f08080 f09080 "
    "f0908080 f4 f490 f48fbf f5 f8888080 fe ff fffe efbfbd ef bfbe e2 82 f09f98".split())]


def assigned_rows():
    """First code points of the rows of 128 that hold an assigned code point."""
    rows = []
    for first in range(0, 0x110000, ROW):
        if first in SURROGATES:
            continue
        if any(unicodedata.category(chr(c)) != "Cn" for c in range(first, first + ROW)):
            rows.append(first)
    return rows


class Strings:
    def __init__(self, seed, vocabulary):
        self.seed = seed
        path = pathlib.Path(__file__).with_name("multilingual.txt")
        self.sentences = path.read_text(encoding="utf-8").splitlines()
        self.pieces = sorted(piece.removeprefix("##") for piece in vocabulary)
        self.rows = assigned_rows()
        self.kinds = [
            (22, self.row), (20, self.slice), (12, self.random), (16, self.mutated),
            (8, self.broken), (6, self.with_added_tokens), (4, self.long_word), (1, self.long_text),
            (6, self.marks), (5, self.from_pieces),
        ]
        self.wheel = [make for weight, make in self.kinds for _ in range(weight)]

    def make(self, index):
        """The string of that index, as bytes."""
        rng = random.Random(f"{self.seed}/{index}")
        made = self.wheel[index % len(self.wheel)](rng, index)
        return made if isinstance(made, bytes) else made.encode("utf-8", "replace")

    def row(self, rng, index):
        """Code points of one row; consecutive indices walk through all rows."""
        first = self.rows[(index // len(self.wheel) * 22 + index % len(self.wheel)) % len(self.rows)]
        text = "".join(chr(first + rng.randrange(ROW)) for _ in range(rng.randint(1, 10)))
        if rng.random() < 0.5:
            text = "".join(c + rng.choice(["", "", "a", " ", "\u0301"]) for c in text)
        return text

    def slice(self, rng, index):
        text = self.sentences[index % len(self.sentences)]
        if rng.random() < 0.3:
            start = rng.randrange(len(text))
            text = text[start:start + rng.randint(1, 60)]
        if rng.random() < 0.3:
            text = rng.choice([str.upper, str.title, str.swapcase])(text)
        if rng.random() < 0.2:
            form = rng.choice(["NFC", "NFD", "NFKC", "NFKD"])
            text = unicodedata.normalize(form, text)
        if rng.random() < 0.3:
            text += rng.choice(["", " ", "\n"]) + rng.choice(self.sentences)
        return text

    def code_point(self, rng):
        draw = rng.random()
        if draw < 0.45:
            return chr(rng.randrange(0x80))
        if draw < 0.6:
            return rng.choice(ODD)
        if draw < 0.75:
            return chr(rng.randrange(0x80, 0x600))
        if draw < 0.9:
            return chr(rng.choice(self.rows) + rng.randrange(ROW))
        c = rng.randrange(0x110000)
        return "?" if c in SURROGATES else chr(c)

    def random(self, rng, index):
        return "".join(self.code_point(rng) for _ in range(rng.randint(0, 40)))

    def mutated(self, rng, index):
        text = list(rng.choice(self.sentences)[:rng.randint(1, 120)])
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(text) + 1)
            action = rng.randrange(4)
            if action == 0:
                text.insert(at, self.code_point(rng))
            elif action == 1:
                text[at:at + rng.randint(1, 3)] = []
            elif action == 2:
                text[at:at + 1] = [self.code_point(rng)]
            else:
                text[at:at] = text[at:at + 8]
        return "".join(text)

    def broken(self, rng, index):
        text = bytearray(self.mutated(rng, index).encode("utf-8", "replace"))
        for _ in range(rng.randint(1, 5)):
            at = rng.randrange(len(text) + 1)
            action = rng.randrange(4)
            if action == 0:
                text[at:at] = rng.choice(BROKEN_BYTES)
            elif action == 1:
                text[at:at + 1] = bytes([rng.randrange(256)])
            elif action == 2:
                del text[at:at + 1]
            else:
                text[at:at] = rng.randbytes(rng.randint(1, 4))
        return bytes(text[:rng.randint(1, len(text))] if text and rng.random() < 0.3 else text)

    def with_added_tokens(self, rng, index):
        parts = []
        for _ in range(rng.randint(1, 6)):
            parts.append(rng.choice(ADDED_TOKENS if rng.random() < 0.7 else BROKEN_TOKENS))
            parts.append(rng.choice(["", " ", "a", "[", "]", "\u0301", "\U0001D165", "\u0345", "the end"]))
        rng.shuffle(parts)
        return "".join(parts)

    def long_word(self, rng, index):
        unit = rng.choice(["a", "ab", "é", "가", "ß", "ǆ", "\u0915\u0940", "x\u0301", "ing", "\U0001D165"])
        length = rng.choice([95, 98, 99, 100, 101, 102, 105, 33, 50, 51, 200])
        word = (unit * length)[:length] if rng.random() < 0.7 else unit * length
        return rng.choice(["", "the ", "(", "\u302E"]) + word + rng.choice(["", " end", "!", "\u0301", "\u302E"])

    def long_text(self, rng, index):
        words = []
        for _ in range(rng.randint(100, 190)):
            words.append(rng.choice(["the", "of", "unbelievable", "x", "!", "zzgyx", "Ærøskøbing", "字"]))
        return rng.choice([" ", "  ", "\n"]).join(words) + rng.choice(["", " ", " \0", "."])

    def marks(self, rng, index):
        parts = []
        for _ in range(rng.randint(1, 4)):
            parts.append(rng.choice(["a", "é", "字", "!", " ", "\u0915", "\U0001D15E", "가", "", "\0"]))
            parts += [rng.choice(MARKS) for _ in range(rng.randint(0, 8))]
        return "".join(parts)

    def from_pieces(self, rng, index):
        words = ["".join(rng.choices(self.pieces, k=rng.randint(1, 5))) for _ in range(rng.randint(1, 6))]
        return " ".join(words)
