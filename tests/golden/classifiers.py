#!/usr/bin/env python3
"""Writes classifiers.json: logits of small sequence classifiers of each architecture, as
transformers computes them.

    python tests/golden/classifiers.py

The weights are not stored: each value follows from its tensor's name and its index
(`made_values`), here and in tests/support/made_model.h alike. The file holds what the
test cannot make: each model's config.json, its tensors' names and shapes, token ids and
segments, and the logits.
"""
import json
import pathlib
import tempfile

import numpy as np
import torch
import transformers
from safetensors.numpy import load_file, save_file

HERE = pathlib.Path(__file__).resolve().parent
SIZES = dict(vocab_size=90, hidden_size=64, num_hidden_layers=2, num_attention_heads=2,
             intermediate_size=96)
LENGTHS = [1, 2, 3, 5, 8, 13, 16, 17, 33, 50, 64]

MODELS = {
    "bert": (transformers.BertConfig, dict(max_position_embeddings=64)),
    "bert, gelu_new, one segment": (transformers.BertConfig, dict(
        max_position_embeddings=64, hidden_act="gelu_new", type_vocab_size=1)),
    "albert": (transformers.AlbertConfig, dict(
        max_position_embeddings=64, embedding_size=32, num_hidden_layers=3)),
    "albert, two groups of two": (transformers.AlbertConfig, dict(
        max_position_embeddings=64, embedding_size=32, num_hidden_layers=4, num_hidden_groups=2,
        inner_group_num=2)),
    "roberta": (transformers.RobertaConfig, dict(
        max_position_embeddings=66, type_vocab_size=1, pad_token_id=1)),
    "deberta-v3": (transformers.DebertaV2Config, dict(
        max_position_embeddings=64, relative_attention=True, position_buckets=16,
        norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type=["p2c", "c2p"],
        position_biased_input=False, type_vocab_size=0)),
    "deberta-v2, c2p, own projections": (transformers.DebertaV2Config, dict(
        max_position_embeddings=64, relative_attention=True, pos_att_type="c2p",
        position_biased_input=True, type_vocab_size=2)),
    "deberta-v2, p2c, own projections": (transformers.DebertaV2Config, dict(
        max_position_embeddings=64, relative_attention=True, position_buckets=12,
        max_relative_positions=40, pos_att_type="p2c", position_biased_input=False)),
    "deberta-v2, no distances": (transformers.DebertaV2Config, dict(
        max_position_embeddings=64, relative_attention=False, type_vocab_size=2)),
}


def made_values(name, shape):
    """Values in [-1, 1) times a spread, by splitmix64 over FNV-1a of the name plus the index."""
    seed = np.uint64(0xCBF29CE484222325)
    with np.errstate(over="ignore"):
        for byte in name.encode():
            seed = (seed ^ np.uint64(byte)) * np.uint64(0x100000001B3)
        x = seed + np.arange(1, int(np.prod(shape)) + 1, dtype=np.uint64) * np.uint64(
            0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        x = x ^ (x >> np.uint64(31))
    unit = (x >> np.uint64(40)).astype(np.float32) * np.float32(2.0 ** -23) - np.float32(1)
    if "LayerNorm.weight" in name or "layer_norm.weight" in name:
        return (unit * np.float32(0.25) + np.float32(1)).reshape(shape)
    return (unit * np.float32(0.25)).reshape(shape)


def make(kind, options, labels):
    """The model with made weights, its config.json, and the shapes of its tensors."""
    config = kind(**{**SIZES, **options},
                  id2label={i: name for i, name in enumerate(labels)},
                  label2id={name: i for i, name in enumerate(labels)})
    config._attn_implementation = "eager"
    model = transformers.AutoModelForSequenceClassification.from_config(config)
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        file = pathlib.Path(folder) / "model.safetensors"
        shapes = {name: list(value.shape) for name, value in sorted(load_file(file).items())}
        save_file({name: made_values(name, shape) for name, shape in shapes.items()}, file,
                  {"format": "pt"})
        model = transformers.AutoModelForSequenceClassification.from_pretrained(
            folder, attn_implementation="eager").eval()
        saved = json.loads((pathlib.Path(folder) / "config.json").read_text())
    saved.pop("transformers_version", None)
    return model, saved, shapes


def make_adapter(rank, alpha, labels):
    """A BERT with updates of some layers merged, its config.json, and the shapes of the base's
    and of the adapter's tensors (docs/formats/adapter.md)."""
    config = transformers.BertConfig(**SIZES, max_position_embeddings=64)
    config._attn_implementation = "eager"
    model = transformers.BertModel(config, add_pooling_layer=False).eval()
    shapes = {name: list(value.shape) for name, value in sorted(model.state_dict().items())}
    state = {name: torch.tensor(made_values(name, shape)) for name, shape in shapes.items()}
    hidden, inner = config.hidden_size, config.intermediate_size
    changed = {"encoder.layer.0.attention.self.query": (hidden, hidden),
               "encoder.layer.0.attention.self.value": (hidden, hidden),
               "encoder.layer.0.output.dense": (hidden, inner),
               "encoder.layer.1.attention.self.key": (hidden, hidden),
               "encoder.layer.1.attention.output.dense": (hidden, hidden),
               "encoder.layer.1.intermediate.dense": (inner, hidden)}
    adapter = {"classifier.weight": [labels, hidden], "classifier.bias": [labels]}
    for name, (columns, depth) in changed.items():
        adapter[name + ".lora_A"] = [rank, depth]
        adapter[name + ".lora_B"] = [columns, rank]
        a, b = (torch.tensor(made_values(name + suffix, adapter[name + suffix])).double()
                for suffix in (".lora_A", ".lora_B"))
        state[name + ".weight"] = (state[name + ".weight"] + alpha / rank * (b @ a)).float()
    model.load_state_dict(state)
    return model, config.to_dict(), shapes, adapter


def adapter_golden(generator):
    rank, alpha, labels = 4, 2, 2
    model, config, shapes, adapter = make_adapter(rank, alpha, labels)
    weight, bias = (torch.tensor(made_values(name, adapter[name]))
                    for name in ("classifier.weight", "classifier.bias"))
    rows = []
    for length in LENGTHS:
        ids = generator.integers(0, SIZES["vocab_size"], length).tolist()
        with torch.inference_mode():
            hidden = model(input_ids=torch.tensor([ids])).last_hidden_state[0]
            rows.append({"ids": ids, "logits": (weight @ hidden.mean(0) + bias).tolist()})
    kept = ("model_type", "num_hidden_layers", "hidden_size", "num_attention_heads",
            "intermediate_size", "vocab_size", "max_position_embeddings", "type_vocab_size",
            "layer_norm_eps", "hidden_act")
    return {"config": {"plumb": "adapter/1", "base": "made", "rank": rank, "alpha": alpha,
                       "pooling": "mean", "labels": ["no", "yes"]},
            "tensors": adapter,
            "base": {"config": {name: config[name] for name in kept}, "tensors": shapes},
            "cases": rows}


def cases(generator, config):
    """Single texts of each length and pairs; ids from all of the vocabulary, padding included."""
    two = config.get("type_vocab_size", 0) > 1
    for length in LENGTHS:
        yield generator.integers(0, SIZES["vocab_size"], length).tolist(), [0] * length
        if two and length > 2:
            first = int(generator.integers(1, length))
            ids = generator.integers(0, SIZES["vocab_size"], length).tolist()
            yield ids, [0] * first + [1] * (length - first)


def main():
    torch.manual_seed(0)
    generator = np.random.default_rng(42)
    models = []
    for name, (kind, options) in MODELS.items():
        labels = ["contradiction", "entailment", "neutral"] if "deberta" in name else ["no", "yes"]
        model, config, shapes = make(kind, options, labels)
        rows = []
        for ids, segments in cases(generator, config):
            tensors = {"input_ids": torch.tensor([ids]),
                       "attention_mask": torch.ones(1, len(ids), dtype=torch.long)}
            if config.get("type_vocab_size", 0) > 0:
                tensors["token_type_ids"] = torch.tensor([segments])
            with torch.inference_mode():
                logits = model(**tensors).logits[0].tolist()
            rows.append({"ids": ids, "segments": segments, "logits": logits})
        spread = np.std([row["logits"] for row in rows], axis=0).min()
        assert spread > 0.05, f"{name}: the logits hardly depend on the text ({spread})"
        models.append({"name": name, "config": config, "tensors": shapes, "cases": rows})
        print(f"{name}: {len(rows)} cases, logits spread by {spread:.3f}")
    (HERE / "classifiers.json").write_text(
        "{\"models\": [\n" + ",\n".join(json.dumps(model) for model in models) +
        "\n],\n\"adapter\": " + json.dumps(adapter_golden(generator)) + "}\n")


if __name__ == "__main__":
    main()
