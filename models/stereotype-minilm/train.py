"""Trains the embedded stereotype classifier: low-rank updates of all-MiniLM-L6-v2 and a head.

    train.py --data train.jsonl --base FOLDER --out FOLDER [--seeds 1,2,3] [--epochs N] ...

`train.jsonl` is the train split of EMGSD (holistic-ai/EMGSD on the Hugging Face hub, MIT): a
line {"text": ..., "label": 0 or 1} a sentence, 1 for a stereotype. `FOLDER` of --base is what
`plumb model path all-MiniLM-L6-v2` prints. Nothing of the data goes into the weights' folder.

What is held back is chosen before anything is trained: sentences whose sets of 5 characters in
a row have an estimated Jaccard similarity (MinHash) of 0.8 or more are one cluster, and a tenth
of the clusters, drawn with seed 42, is the validation part. A bucket's sentences are compared with
its first alone, so a few near-duplicates are in two clusters: 22 of the 4,445 sentences held back
have one among those that were learned from at an estimated similarity of 0.8 or more (none at a
true Jaccard similarity of 0.8). The published weights and figures are of this split, so it stays.
Each seed trains from scratch; the figures are
the mean and the spread over the seeds, and the adapter of the first seed is the one that is kept,
whichever turned out best.
"""

import argparse
import hashlib
import json
import random
import time
from pathlib import Path

import numpy
import torch
from peft import LoraConfig, get_peft_model
from safetensors.torch import save_file
from sklearn.metrics import confusion_matrix, f1_score
from transformers import AutoTokenizer, BertModel

LABELS = ["neutral", "stereotype"]
MAX_TOKENS = 128  # of training; no sentence of the data is longer


# ---- the validation part

def shingles(text):
    text = " ".join(text.lower().split())
    return {text[i:i + 5] for i in range(max(1, len(text) - 4))}


def signatures(texts, permutations=128, seed=42):
    """MinHash: the lowest of a x + b modulo a prime over a text's shingles, for each (a, b)."""
    prime = (1 << 61) - 1
    draw = random.Random(seed)
    a = numpy.array([draw.randrange(1, 1 << 29) for _ in range(permutations)], dtype=numpy.uint64)
    b = numpy.array([draw.randrange(0, prime) for _ in range(permutations)], dtype=numpy.uint64)
    rows = numpy.empty((len(texts), permutations), dtype=numpy.uint64)
    for i, text in enumerate(texts):
        x = numpy.array([int.from_bytes(hashlib.blake2b(s.encode(), digest_size=4).digest(), "big")
                         for s in shingles(text)], dtype=numpy.uint64)
        rows[i] = ((x[:, None] * a + b) % prime).min(axis=0)
    return rows


def clusters(texts, similar=0.8, bands=32):
    """The cluster of each text, by locality-sensitive hashing and union-find. Of a bucket, each
    text is compared with the first alone: some that are alike stay apart."""
    rows = signatures(texts)
    width = rows.shape[1] // bands
    parent = list(range(len(texts)))

    def find(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for band in range(bands):
        buckets = {}
        for i, key in enumerate(map(bytes, rows[:, band * width:(band + 1) * width])):
            buckets.setdefault(key, []).append(i)
        for members in buckets.values():
            for other in members[1:]:
                first, second = find(members[0]), find(other)
                if first != second and (rows[members[0]] == rows[other]).mean() >= similar:
                    parent[second] = first
    return [find(i) for i in range(len(texts))]


def split(texts, share=0.1, seed=42):
    """Indices to learn from, and those that are held back."""
    of_text = clusters(texts)
    names = sorted(set(of_text))
    random.Random(seed).shuffle(names)
    held = set(names[:round(len(names) * share)])
    learn = [i for i, cluster in enumerate(of_text) if cluster not in held]
    return learn, [i for i, cluster in enumerate(of_text) if cluster in held]


# ---- the model

class Classifier(torch.nn.Module):
    def __init__(self, options):
        super().__init__()
        base = BertModel.from_pretrained(options.base, add_pooling_layer=False)
        self.encoder = get_peft_model(base, LoraConfig(
            r=options.rank, lora_alpha=options.alpha, lora_dropout=options.dropout,
            target_modules=["query", "key", "value", "dense"]))
        self.head = torch.nn.Linear(base.config.hidden_size, len(LABELS))
        self.dropout = torch.nn.Dropout(options.dropout)

    def forward(self, ids, mask):
        hidden = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * weights).sum(1) / weights.sum(1)
        return self.head(self.dropout(mean))

    def tensors(self):
        """Under the names of docs/formats/adapter.md, in 16 bits."""
        found = {"classifier.weight": self.head.weight, "classifier.bias": self.head.bias}
        for name, value in self.encoder.named_parameters():
            for part in ("lora_A", "lora_B"):
                if f".{part}." in name:
                    layer = name.partition("base_model.model.")[2].partition(f".{part}.")[0]
                    found[f"{layer}.{part}"] = value
        return {name: value.detach().to(torch.float16).contiguous()
                for name, value in sorted(found.items())}


def batches(encoded, labels, size, draw):
    """Of like length, in random order: little is padded."""
    order = sorted(range(len(encoded)), key=lambda i: (len(encoded[i]), draw.random()))
    groups = [order[i:i + size] for i in range(0, len(order), size)]
    draw.shuffle(groups)
    for group in groups:
        longest = max(len(encoded[i]) for i in group)
        ids = torch.zeros(len(group), longest, dtype=torch.long)
        mask = torch.zeros(len(group), longest, dtype=torch.long)
        for row, i in enumerate(group):
            ids[row, :len(encoded[i])] = torch.tensor(encoded[i])
            mask[row, :len(encoded[i])] = 1
        yield group, ids, mask, torch.tensor([labels[i] for i in group])


@torch.inference_mode()
def probabilities(model, encoded):
    model.eval()
    result = numpy.zeros(len(encoded))
    for group, ids, mask, _ in batches(encoded, [0] * len(encoded), 256, random.Random(0)):
        result[group] = model(ids, mask).softmax(-1)[:, 1].double().numpy()
    return result


def calibration_error(truth, p, bins=10):
    """Expected calibration error of the probability of the predicted label, equal-width bins."""
    sure = numpy.maximum(p, 1 - p)
    right = ((p > 0.5).astype(int) == truth)
    places = numpy.minimum(((sure - 0.5) * 2 * bins).astype(int), bins - 1)
    return float(sum(abs(right[places == k].mean() - sure[places == k].mean())
                     * (places == k).mean() for k in range(bins) if (places == k).any()))


def figures(truth, p):
    flagged = (p > 0.5).astype(int)
    return {"macro_f1": float(f1_score(truth, flagged, average="macro")),
            "f1_stereotype": float(f1_score(truth, flagged)),
            "accuracy": float((flagged == truth).mean()),
            "calibration_error": calibration_error(truth, p),
            "confusion": confusion_matrix(truth, flagged).tolist()}


def train(options, seed, learn, held):
    torch.manual_seed(seed)
    draw = random.Random(seed)
    model = Classifier(options)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=options.rate, weight_decay=0.01)
    total = options.epochs * -(-len(learn[0]) // options.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, options.rate, total_steps=total, pct_start=0.1)
    loss_of = torch.nn.CrossEntropyLoss(label_smoothing=options.smoothing)
    started, done = time.monotonic(), 0
    for epoch in range(options.epochs):
        model.train()
        for _, ids, mask, labels in batches(*learn, options.batch, draw):
            loss = loss_of(model(ids, mask), labels)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimizer.step()
            schedule.step()
            done += 1
            if done % 50 == 0:
                seconds = time.monotonic() - started
                print(f"seed {seed}: {done}/{total} batches, loss {loss.item():.3f}, "
                      f"{seconds / done * (total - done) / 60:.0f} min left", flush=True)
        scored = figures(numpy.array(held[1]), probabilities(model, held[0]))
        print(f"seed {seed}, epoch {epoch + 1}: {json.dumps(scored)}", flush=True)
    return model, scored, time.monotonic() - started


def main():
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--alpha", type=float, default=32)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--smoothing", type=float, default=0.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rows", type=int, default=0, help="only so many, for a try")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    with open(options.data, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    rows = rows[:options.rows or len(rows)]
    tokenizer = AutoTokenizer.from_pretrained(options.base)
    encoded = tokenizer([row["text"] for row in rows], truncation=True,
                        max_length=MAX_TOKENS)["input_ids"]
    labels = [row["label"] for row in rows]
    learn, held = split([row["text"] for row in rows])
    print(f"{len(learn)} sentences to learn from, {len(held)} held back", flush=True)
    parts = [([encoded[i] for i in part], [labels[i] for i in part]) for part in (learn, held)]
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    results = []
    for seed in map(int, options.seeds.split(",")):
        model, scored, seconds = train(options, seed, *parts)
        results.append({"seed": seed, "seconds": round(seconds), **scored})
        save_file(model.tensors(), out / f"adapter-{seed}.safetensors")
        (out / "figures.json").write_text(json.dumps(
            {"options": vars(options), "learned": len(learn), "held_back": len(held),
             "seeds": results}, indent=2) + "\n")
    scores = [each["macro_f1"] for each in results]
    print(f"macro-F1: mean {numpy.mean(scores):.4f}, {min(scores):.4f} to {max(scores):.4f}")


if __name__ == "__main__":
    main()
