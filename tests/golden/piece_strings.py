"""The strings that unigram and byte-level BPE are compared on: those of WordPiece, and what
these tokenizers treat in their own ways: quotes, numbers with commas, spaces of every kind,
U+2581, compatibility characters, clusters of marks, contractions.
"""

import random

from wordpiece_strings import MARKS, ODD, Strings

SPACES = [" ", "  ", "   ", "\t", "\n", "\r\n", "\r", "\u00A0", "\u2003", "\u3000", "\u200B", "\u2028",
          "\u0085", "\u001C", "\u180E", "\uFEFF", "\u2581", " \u2581", "\u2581\u2581"]
ADDED = ["[CLS]", "[SEP]", "[MASK]", "<pad>", "<unk>", "[PAD]", "[UNK]", "<s>", "</s>", "<mask>",
         "[ MASK]", "<UNK>", "[Mask]", "(", ")", "\"", "-", ".", "\u2013", "\u00A3", "\u20AC"]
QUOTES = ["``", "''", "`", "'", "```", "'''", "\"", "\u201C", "\u201D", "\u2019", "\u2032\u2032", "'`"]
COMPATIBLE = list("ﬁﬂ²³½①㍿㌔ｱｶﾞＡ！ªº…™℃ⅷ㈱㊙ﷺﷲẛſĳǅ㎦⁉´¨ŉΐ") + ["\uFB20", "\u1E9B\u0323", "\u0344", "\uFDFA"]
CONTRACTIONS = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'S", "\u2019s", "'x", " 's", "''s", "n't"]


class PieceStrings(Strings):
    def __init__(self, seed, vocabulary):
        super().__init__(seed, vocabulary)
        self.pieces = sorted(piece.replace("\u2581", " ").replace("\u0120", " ") for piece in vocabulary)
        added = [
            (14, self.words), (8, self.numbers), (8, self.spaces), (6, self.quotes),
            (8, self.compatible), (6, self.clusters), (5, self.contractions), (6, self.added),
        ]
        self.kinds = [(weight, make) for weight, make in self.kinds if make != self.row] + added
        self.wheel = [make for weight, make in self.kinds for _ in range(weight)] + [self.row] * 22
        random.Random(0).shuffle(self.wheel)

    def row(self, rng, index):
        first = self.rows[(index * 7919 + rng.randrange(3)) % len(self.rows)]
        text = "".join(chr(first + rng.randrange(128)) for _ in range(rng.randint(1, 10)))
        if rng.random() < 0.5:
            text = "".join(c + rng.choice(["", "", "a", " ", "\u0301", "\u200D", "1"]) for c in text)
        return text

    def word(self, rng):
        draw = rng.random()
        if draw < 0.6:
            return rng.choice(rng.choice(self.sentences).split() or ["x"])
        if draw < 0.9:
            return "".join(rng.choices(self.pieces, k=rng.randint(1, 4)))
        return "".join(self.code_point(rng) for _ in range(rng.randint(1, 6)))

    def words(self, rng, index):
        return " ".join(self.word(rng) for _ in range(rng.randint(1, 14)))

    def numbers(self, rng, index):
        parts = []
        for _ in range(rng.randint(1, 6)):
            digits = str(rng.randrange(10 ** rng.randint(1, 9)))
            parts.append(rng.choice([digits, digits + ",", f"{rng.randrange(10**7):,}", digits + ".5",
                                     digits + ",x", "\u0663,", "\u00B2,", digits + "th", "," + digits]))
        return rng.choice([" ", "", ", "]).join(parts)

    def spaces(self, rng, index):
        parts = [rng.choice(SPACES) for _ in range(rng.randint(0, 2))]
        for _ in range(rng.randint(1, 6)):
            parts += [self.word(rng)] + [rng.choice(SPACES) for _ in range(rng.randint(0, 3))]
        return "".join(parts)

    def quotes(self, rng, index):
        return "".join(rng.choice(QUOTES) + rng.choice([self.word(rng), " ", ""])
                       for _ in range(rng.randint(1, 6)))

    def compatible(self, rng, index):
        return "".join(rng.choice([rng.choice(COMPATIBLE), rng.choice(COMPATIBLE), rng.choice(MARKS),
                                   rng.choice(ODD), "a", " ", self.code_point(rng)])
                       for _ in range(rng.randint(1, 12)))

    def clusters(self, rng, index):
        parts = []
        for _ in range(rng.randint(1, 5)):
            parts.append(rng.choice(["a", "1", "\u00A9", "\u00B2", "\r", "\n", "\u0915", "\u0958", "\u1100", "\u1161",
                                     "\U0001F600", "\u0600", "\U000110BD", "\u200D", "\uFB01", "\u00E9", ""]))
            parts += [rng.choice([*MARKS, "\u200D", "\u094D", "\u0915", "\u0958", "\uFE0F", "\U0001F3FD", "\u200C",
                                  "\u00A9", "\n", "\u00AE"]) for _ in range(rng.randint(0, 4))]
        return "".join(parts)

    def contractions(self, rng, index):
        return "".join(self.word(rng) + rng.choice(CONTRACTIONS) + rng.choice(["", " ", "\n"])
                       for _ in range(rng.randint(1, 5)))

    def added(self, rng, index):
        return "".join(rng.choice([rng.choice(ADDED), rng.choice(ADDED), rng.choice(SPACES), self.word(rng)])
                       for _ in range(rng.randint(1, 8)))
