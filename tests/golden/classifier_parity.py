#!/usr/bin/env python3
"""Compares Plumb's logits with transformers' on made models of real shape.

    classifier_parity.py --program build/release/bin/classifier_logits [--seeds 1] [--models a,b]

Each model has the shape of a published one and seeded random weights, larger than what
training starts from, so that attention is sharp and logits depend on every layer. Texts
have 1 to 512 tokens, singles and pairs, one text a forward pass on the reference's side.
Fails where a logit differs by more than 1e-4.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import torch
import transformers

ALLOWED = 1e-4
LENGTHS = [1, 2, 3, 4, 7, 15, 16, 17, 31, 64, 100, 127, 128, 129, 130, 200, 255, 256, 257, 333,
           400, 511, 512]
BASE = dict(hidden_size=768, num_hidden_layers=12, num_attention_heads=12, intermediate_size=3072)
TWO = {0: "no", 1: "yes"}
THREE = {0: "contradiction", 1: "entailment", 2: "neutral"}

MODELS = {
    "albert-base-v2": transformers.AlbertConfig(**BASE, vocab_size=30000, id2label=TWO),
    "bert-base": transformers.BertConfig(**BASE, vocab_size=30522, id2label=TWO),
    "roberta-base": transformers.RobertaConfig(
        **BASE, vocab_size=50265, max_position_embeddings=514, type_vocab_size=1,
        layer_norm_eps=1e-5, id2label=THREE),
    "nli-deberta-v3-base": transformers.DebertaV2Config(
        **BASE, vocab_size=128100, relative_attention=True, position_buckets=256,
        max_relative_positions=-1, norm_rel_ebd="layer_norm", share_att_key=True,
        pos_att_type=["p2c", "c2p"], position_biased_input=False, type_vocab_size=0,
        id2label=THREE),
}


def make(config, seed):
    """Weights as trained models have them: matrices with a deviation of 0.05 (transformers
    starts from 0.02), norms around 1, biases that are not zero."""
    torch.manual_seed(seed)
    config._attn_implementation = "eager"
    model = transformers.AutoModelForSequenceClassification.from_config(config).eval()
    with torch.no_grad():
        for name, value in model.named_parameters():
            if "norm" in name.lower() and name.endswith("weight"):
                value.normal_(1.0, 0.1)
            elif value.dim() == 1:
                value.normal_(0.0, 0.05)
            else:
                value.normal_(0.0, 0.05)
    return model


def pair_of(config, ids, first):
    """Ids and segments of a pair as the model's tokenizer puts it: the special tokens take the
    place of some of `ids`, of which `first` are before the second text."""
    if config.model_type == "roberta":  # <s> a </s> </s> b </s>, one segment
        ids = [0, *ids[1:first - 1], 2, 2, *ids[first + 1:-1], 2]
        return ids, [0] * len(ids)
    if config.model_type == "deberta-v2":  # [CLS] a [SEP] b [SEP], segments that it does not read
        ids = [1, *ids[1:first - 1], 2, *ids[first:-1], 2]
    return ids, [0] * first + [1] * (len(ids) - first)


def cases(config, seed):
    generator = torch.Generator().manual_seed(seed)
    for length in LENGTHS:
        ids = torch.randint(3, config.vocab_size, (length,), generator=generator).tolist()
        yield ids, [0] * length
        if length > 4:
            first = int(torch.randint(2, length - 2, (1,), generator=generator))
            yield pair_of(config, ids[::-1], first)


def reference(model, rows):
    answers = []
    for ids, segments in rows:
        tensors = {"input_ids": torch.tensor([ids]),
                   "attention_mask": torch.ones(1, len(ids), dtype=torch.long)}
        if model.config.type_vocab_size > 0:
            tensors["token_type_ids"] = torch.tensor([segments])
        with torch.inference_mode():
            answers.append(model(**tensors).logits[0].tolist())
    return answers


def compare(name, program, seed):
    model = make(MODELS[name], seed)
    rows = list(cases(model.config, seed))
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        lines = "".join(json.dumps({"ids": i, "segments": s}) + "\n" for i, s in rows)
        done = subprocess.run([program, folder], input=lines, text=True, check=True,
                              capture_output=True)
    ours = [json.loads(line) for line in done.stdout.splitlines()]
    theirs = reference(model, rows)
    assert len(ours) == len(theirs)
    worst = max(abs(a - b) for mine, yours in zip(ours, theirs) for a, b in zip(mine, yours))
    spread = torch.tensor(theirs).std(0).min().item()
    print(f"{name}, seed {seed}: {len(rows)} texts, logits spread by {spread:.3f}, "
          f"largest difference {worst:.2e}", flush=True)
    if spread < 0.05:
        sys.exit(f"classifier_parity: the logits of {name} hardly depend on the text")
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--models", type=lambda s: s.split(","), default=list(MODELS))
    options = parser.parse_args()
    transformers.utils.logging.disable_progress_bar()
    start = time.monotonic()
    worst = max(compare(name, options.program, seed)
                for name in options.models for seed in range(1, options.seeds + 1))
    print(f"largest difference {worst:.2e}, allowed {ALLOWED:.0e}, "
          f"{time.monotonic() - start:.0f} s")
    if not worst <= ALLOWED:
        sys.exit(1)


if __name__ == "__main__":
    main()
