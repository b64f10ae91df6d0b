#!/usr/bin/env python3
"""How far may int8 move an IDS?  A simulation of the int8 encoder against f32.

Weights become s8 (symmetric, one scale per output channel and K-group), activations u8 (one scale
and one offset per token and K-group), products are summed as integers, and everything between the
matrices stays f32.  The script needs a BERT folder (model.safetensors, tokenizer.json, config.json)
and no text: it generates its own, seeded.  It prints, per scheme and text set, the mean and the
largest |IDS(int8) - IDS(f32)| over 2,000 pairs, where IDS(a, b) = clamp(1 - cos(a, b), 0, 1).

    python bench/int8_study.py MODEL_DIR [--texts N] [--threads N] [--jsonl FILE]

--jsonl adds a set drawn from the "text" fields of a file.  Needs torch, safetensors, tokenizers.
"""

import argparse
import json
import math
import pathlib
import random
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer

GELU_FLOOR = -0.17  # gelu(x) >= -0.16998 for every x, so no token needs an offset of its own
MAX_TOKENS = 256
PAIRS = 2000

# --- texts -------------------------------------------------------------------------------------

# Four slots a topic: who, did, what, when.
TOPICS = {
    "cooking": (
        ["the chef", "my grandmother", "a tired line cook", "our neighbour"],
        ["simmered", "roasted", "over-salted", "burned"],
        ["the lentil soup", "the sourdough loaf", "an almond cake", "the mushroom risotto"],
        ["before the guests arrived", "with too much garlic", "at 220 degrees", "overnight"],
    ),
    "finance": (
        ["the central bank", "an index fund", "our treasury team", "a retail investor"],
        ["raised", "misreported", "hedged", "refinanced"],
        ["its short-term rates", "the quarterly earnings", "a currency exposure", "three bonds"],
        ["after inflation reached 4.2%", "despite weak demand", "in the second quarter", "in May"],
    ),
    "medicine": (
        ["the nurse", "a cardiologist", "the clinical trial", "an elderly patient"],
        ["recorded", "questioned", "reduced", "tolerated"],
        ["the dose of warfarin", "a persistent cough", "an unusual side effect", "the vaccine"],
        ["during the night shift", "over twelve weeks", "after the second scan", "in spring"],
    ),
    "software": (
        ["the build server", "a junior developer", "the database", "our load balancer"],
        ["dropped", "retried", "cached", "deadlocked on"],
        ["every third request", "a stale DNS record", "the migration script", "the handshake"],
        ["under heavy load", "after the upgrade to version 12.4", "in production", "at midnight"],
    ),
    "space": (
        ["the probe", "a faint comet", "the rover", "the radio telescope"],
        ["photographed", "passed behind", "measured", "detected"],
        ["a methane plume", "the rings of Saturn", "a silicate boulder", "a repeating burst"],
        ["at a distance of 900 kilometres", "during the solar storm", "with its last battery",
         "above the northern crater"],
    ),
    "law": (
        ["the court", "a tenant", "the prosecutor", "the insurer"],
        ["dismissed", "challenged", "upheld", "delayed"],
        ["the eviction notice", "a claim for damages", "the previous ruling", "a patent dispute"],
        ["on procedural grounds", "by five votes to four", "in a sealed hearing", "last autumn"],
    ),
}
SYNONYMS = {
    "the chef": "the cook", "burned": "scorched", "roasted": "baked", "raised": "increased",
    "reduced": "lowered", "questioned": "doubted", "dropped": "discarded", "delayed": "postponed",
    "a junior developer": "an inexperienced programmer", "an elderly patient": "an old patient",
    "photographed": "took pictures of", "dismissed": "threw out", "the rover": "the robot vehicle",
    "overnight": "during the night", "in production": "on the live system",
}  # fmt: skip
LINKS = ["", "", "", "Later that week,", "As a result,", "Nobody noticed that", "However,"]
WORLD = [
    "Der Zug nach Hamburg hat heute zwanzig Minuten Verspätung.",
    "La boulangerie ferme à dix-neuf heures le dimanche.",
    "El perro de mi vecino ladra toda la noche.",
    "Сегодня в Москве ожидается сильный снегопад.",
    "東京の電車はとても時間に正確です。",
    "今天的天气非常好,我们去公园散步吧。",
    "오늘 저녁에 같이 영화 볼래요?",
    "القطة تنام على الأريكة طوال اليوم.",
    "मुझे चाय में चीनी नहीं चाहिए।",
    "Η θάλασσα ήταν ήρεμη το πρωί.",
    "Książka leży na stole obok lampy.",
    "Tôi thích ăn phở vào buổi sáng.",
]
CODE = [
    "for (int i = 0; i < n; ++i) sum += a[i] * b[i];",
    "def f(x):\n    return x if x < 2 else f(x - 1) + f(x - 2)",
    "SELECT name, COUNT(*) FROM users GROUP BY name HAVING COUNT(*) > 3;",
    '{"id": 17, "tags": ["a", "b"], "ok": true}',
    "git rebase -i HEAD~3 && git push --force-with-lease",
    "<div class=\"row\"><a href='#top'>Top</a></div>",
    "Traceback (most recent call last): ValueError: invalid literal for int()",
    "0x7fffdeadbeef: mov rax, [rbp-0x18]",
]


def sentence(clause, link, rng=None):
    """With a generator the clause is paraphrased: synonyms, and often the time put first."""
    who, did, what, when = clause if rng is None else [SYNONYMS.get(p, p) for p in clause]
    body = f"{who} {did} {what} {when}"
    if rng is not None and rng.random() < 0.6:
        body = f"{when}, {who} {did} {what}"
    return f"{link} {body}." if link else f"{body[0].upper()}{body[1:]}."


def english_texts(count, rng):
    """count texts of 5 to 200 tokens; text i and text i + count/2 say the same."""
    plain, reworded = [], []
    for _ in range(count // 2):
        topic = rng.choice(sorted(TOPICS))
        length = rng.choice([1, 1, 1, 2, 2, 3, 4, 6, 8, 10])
        clauses = [[rng.choice(slot) for slot in TOPICS[topic]] for _ in range(length)]
        links = [""] + [rng.choice(LINKS) for _ in clauses[1:]]
        plain.append(" ".join(map(sentence, clauses, links)))
        reworded.append(" ".join(sentence(c, l, rng) for c, l in zip(clauses, links)))
    return plain + reworded


def foreign_texts(count, rng):
    """Other languages, code, keyboard noise and characters of any block, in turn."""
    def noise(low, high, pick):
        return "".join(pick() for _ in range(rng.randint(low, high)))

    blocks = [(33, 126), (0xA1, 0x24F), (0x370, 0x52F), (0x4E00, 0x9FA5), (32, 32)]
    makers = [
        lambda: " ".join(rng.sample(WORLD, rng.randint(1, 5))),
        lambda: "\n".join(rng.sample(CODE, rng.randint(1, 5))),
        lambda: noise(3, 250, lambda: rng.choice("abcdefghijklmnopqrstuvwxyz     0123456789.,;!?")),
        lambda: noise(2, 120, lambda: chr(rng.randint(*rng.choice(blocks)))),
        lambda: f"{rng.choice(WORLD)} {rng.choice(CODE)}",
    ]
    return [makers[i % len(makers)]() for i in range(count)]


def draw_pairs(count, rng, twins):
    pairs = {(i, i + count // 2) for i in range(min(count // 2, PAIRS // 2))} if twins else set()
    while len(pairs) < min(PAIRS, count * (count - 1) // 2):
        pairs.add(tuple(sorted(rng.sample(range(count), 2))))
    return torch.tensor(sorted(pairs))


# --- the model ---------------------------------------------------------------------------------


@dataclass
class Norm:
    gamma: torch.Tensor
    beta: torch.Tensor

    def __call__(self, x):
        return F.layer_norm(x, x.shape[-1:], self.gamma, self.beta, 1e-12)


class Bert:
    """The f32 encoder; `matrices` maps (layer, name) to what multiplies there."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        config = json.loads((folder / "config.json").read_text())
        self.heads, self.layers = config["num_attention_heads"], config["num_hidden_layers"]
        t = {k.removeprefix("bert."): v.float()
             for k, v in load_file(folder / "model.safetensors").items()}
        self.words = t["embeddings.word_embeddings.weight"]
        self.places = (t["embeddings.position_embeddings.weight"]
                       + t["embeddings.token_type_embeddings.weight"][0])
        norm = lambda p: Norm(t[p + "LayerNorm.weight"], t[p + "LayerNorm.bias"])
        self.first = norm("embeddings.")
        self.norms, self.weights = [], {}
        for i in range(self.layers):
            p = f"encoder.layer.{i}."
            self.norms.append((norm(p + "attention.output."), norm(p + "output.")))
            for part in ("weight", "bias"):
                take = lambda name: t[f"{p}{name}.{part}"]
                qkv = [take(f"attention.self.{x}") for x in ("query", "key", "value")]
                self.weights.setdefault((i, "qkv"), []).append(torch.cat(qkv))
                self.weights.setdefault((i, "out"), []).append(take("attention.output.dense"))
                self.weights.setdefault((i, "up"), []).append(take("intermediate.dense"))
                self.weights.setdefault((i, "down"), []).append(take("output.dense"))

    def f32(self):
        return {k: (lambda x, w=w, b=b: F.linear(x, w, b)) for k, (w, b) in self.weights.items()}

    def encode(self, texts, matrices):
        """Unit vectors of the token id lists, without padding: a batch is a run of tokens."""
        hidden = self.words.shape[1]
        vectors = torch.empty(len(texts), hidden)
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for chunk in (order[i : i + 48] for i in range(0, len(order), 48)):
            lengths = [len(texts[i]) for i in chunk]
            x = torch.cat([self.words[texts[i]] + self.places[: len(texts[i])] for i in chunk])
            x = self.first(x)
            for i, (after_attention, after_ffn) in enumerate(self.norms):
                mixed = self.attention(matrices[i, "qkv"](x), lengths)
                x = after_attention(x + matrices[i, "out"](mixed))
                x = after_ffn(x + matrices[i, "down"](F.gelu(matrices[i, "up"](x))))
            for i, rows in zip(chunk, x.split(lengths)):
                vectors[i] = F.normalize(rows.mean(0), dim=0)
        return vectors

    def attention(self, qkv, lengths):
        out = []
        for rows in qkv.split(lengths):
            q, k, v = rows.view(len(rows), 3, self.heads, -1).permute(1, 2, 0, 3)
            share = torch.softmax(q @ k.transpose(1, 2) / math.sqrt(q.shape[-1]), -1)
            out.append((share @ v).transpose(0, 1).reshape(len(rows), -1))
        return torch.cat(out)


# --- int8 --------------------------------------------------------------------------------------


class Int8Matrix:
    """y = x W^T + b with u8 activations, s8 weights and exact integer sums.

    groups  index lists that cover the input channels; each has its own scales
    offset  "token": the group's own minimum; "none": symmetric; a number: the same for all tokens
    levels  how many steps an activation has (255, or 127 where pairs are summed in 16 bits)
    """

    def __init__(self, weight, bias, groups, offset, levels=255):
        self.groups, self.offset, self.levels, self.bias = groups, offset, levels, bias
        self.parts = []
        for channels in groups:
            w = weight[:, channels]
            scale = w.abs().amax(1) / 127
            step = torch.where(scale > 0, scale, torch.ones_like(scale))
            codes = torch.round(w / step[:, None])
            self.parts.append((codes.double(), scale, codes.sum(1)))

    def __call__(self, x):
        y = self.bias.expand(len(x), -1).clone()
        for channels, (codes, scale, sums) in zip(self.groups, self.parts):
            u8, step, low = self.quantise(x[:, channels])
            exact = (u8.double() @ codes.T).float()  # integers below 2^53: no rounding
            y += scale * (step * exact + low * sums)
        return y

    def quantise(self, x):
        if self.offset == "none":
            high = x.abs().amax(1, keepdim=True)
            low = -high
        else:
            high = x.amax(1, keepdim=True)
            fixed = not isinstance(self.offset, str)
            low = torch.full_like(high, self.offset) if fixed else x.amin(1, keepdim=True)
        width = high - low
        inverse = torch.where(width > 0, self.levels / width, torch.zeros_like(width))
        return torch.round((x - low) * inverse).clamp(0, self.levels), width / self.levels, low


def outliers_first(bert, count):
    """Hidden channels, those that LayerNorm itself makes large first: no data is needed to know.

    The residual stream keeps a channel large through every layer, so one order serves them all.
    """
    norms = [bert.first] + [n for pair in bert.norms for n in pair]
    reach = [(n.gamma.abs() + n.beta.abs()) / n.gamma.abs().median() for n in norms]
    score = torch.stack(reach).amax(0)
    top = score.topk(count).indices.sort().values
    rest = [i for i in range(len(score)) if i not in set(top.tolist())]
    return top, torch.tensor(rest)


def plain(bert):
    """One scale a token and a channel, symmetric: the textbook scheme."""
    return {k: Int8Matrix(w, b, [torch.arange(w.shape[1])], "none")
            for k, (w, b) in bert.weights.items()}


def grouped(bert, outliers=16, width=None, hidden="token", down=GELU_FLOOR, levels=255):
    """Outliers apart, the other channels in groups of width (the model's own unless told).

    FFN-down takes GELU's floor as the offset of every token, which then belongs to the bias.
    """
    width = width or bert.words.shape[1]
    stream = torch.arange(bert.words.shape[1]).split(width)
    if outliers:
        top, rest = outliers_first(bert, outliers)
        stream = (top, *rest.split(width))
    matrices = {}
    for (layer, name), (w, b) in bert.weights.items():
        groups = stream if name in ("qkv", "up") else torch.arange(w.shape[1]).split(width)
        offset = down if name == "down" else hidden
        matrices[layer, name] = Int8Matrix(w, b, groups, offset, levels)
    return matrices


WHOLE = 1 << 20  # wider than any matrix: one group
SCHEMES = {
    "plain: per channel, per token, symmetric": plain,
    "offsets alone": lambda m: grouped(m, outliers=0, width=WHOLE, down="token"),
    "offsets, groups of 384": lambda m: grouped(m, outliers=0),
    "offsets, 16 outliers apart": lambda m: grouped(m, width=WHOLE),
    "offsets, 16 outliers, groups of 384": grouped,
    "offsets, 16 outliers, groups of 192": lambda m: grouped(m, width=192),
    "offsets, 16 outliers, groups of 128": lambda m: grouped(m, width=128),
    "symmetric, 16 outliers, groups of 384": lambda m: grouped(m, hidden="none"),
    "7-bit activations, 16 outliers, of 384": lambda m: grouped(m, levels=127),
}

# --- the table ---------------------------------------------------------------------------------


def ids(vectors, pairs):
    a, b = vectors[pairs[:, 0]].double(), vectors[pairs[:, 1]].double()
    return (1 - (a * b).sum(1)).clamp(0, 1)


def text_sets(count, jsonl, seed):
    rng = random.Random(seed)
    sets = {"english": english_texts(count, rng), "foreign": foreign_texts(count, rng)}
    if jsonl:
        lines = pathlib.Path(jsonl).read_text().splitlines()
        sets["jsonl"] = [json.loads(line)["text"] for line in rng.sample(lines, count)]
    return {k: (v, draw_pairs(len(v), rng, k == "english")) for k, v in sets.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="folder with model.safetensors, tokenizer.json, config.json")
    parser.add_argument("--texts", type=int, default=300, help="texts a set")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--jsonl", help="a file whose \"text\" fields make a further set")
    parser.add_argument("--only", default="", help="run the schemes whose name contains this")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.set_grad_enabled(False)

    bert = Bert(args.model)
    tokenizer = Tokenizer.from_file(str(pathlib.Path(args.model) / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    sets = {}
    for name, (texts, pairs) in text_sets(args.texts, args.jsonl, args.seed).items():
        tokens = [e.ids for e in tokenizer.encode_batch(texts)]
        sets[name] = (tokens, pairs, ids(bert.encode(tokens, bert.f32()), pairs))
        print(f"{name}: {len(texts)} texts, {sum(map(len, tokens))} tokens, {len(pairs)} pairs")
    for name, scheme in SCHEMES.items():
        if args.only not in name:
            continue
        matrices = scheme(bert)
        cells = []
        for label, (tokens, pairs, truth) in sets.items():
            off = (ids(bert.encode(tokens, matrices), pairs) - truth).abs()
            cells.append(f"{label} mean {off.mean():.5f} max {off.max():.4f}")
        print(f"{name:42s} {' | '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
