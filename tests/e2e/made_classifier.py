"""A small classifier with made weights, for tests that need one and none of the real ones."""
import json
import math
import os
import struct

GOLDEN = os.path.join(os.path.dirname(__file__), "..", "golden", "classifiers.json")
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "dog", "sat", "ran"]


def made_values(name, size):
    """As tests/golden/classifiers.py."""
    mask = (1 << 64) - 1
    seed = 0xCBF29CE484222325
    for byte in name.encode():
        seed = ((seed ^ byte) * 0x100000001B3) & mask
    offset = 1.0 if "LayerNorm.weight" in name else 0.0
    values = []
    for i in range(1, size + 1):
        x = (seed + i * 0x9E3779B97F4A7C15) & mask
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        x ^= x >> 31
        values.append(((x >> 40) * 2.0 ** -23 - 1) * 0.25 + offset)
    return values


def tokenizer():
    def special(name, kind):
        return {"SpecialToken": {"id": name, "type_id": kind}}

    def text(name, kind):
        return {"Sequence": {"id": name, "type_id": kind}}
    flags = dict(single_word=False, lstrip=False, rstrip=False, normalized=False, special=True)
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [dict(id=i, content=WORDS[i], **flags) for i in range(5)],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [special("[CLS]", 0), text("A", 0), special("[SEP]", 0)],
            "pair": [special("[CLS]", 0), text("A", 0), special("[SEP]", 0), text("B", 1),
                     special("[SEP]", 1)],
            "special_tokens": {name: {"id": name, "ids": [WORDS.index(name)], "tokens": [name]}
                               for name in ("[CLS]", "[SEP]")}},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100,
                  "vocab": {word: i for i, word in enumerate(WORDS)}}}


def safetensors(shapes):
    header, data = {}, b""
    for name, shape in shapes.items():
        values = made_values(name, math.prod(shape))
        packed = struct.pack(f"<{len(values)}f", *values)
        header[name] = {"dtype": "F32", "shape": shape,
                        "data_offsets": [len(data), len(data) + len(packed)]}
        data += packed
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def golden_model():
    """Its config and the shapes of its tensors: two labels, "no" and "yes", 64 tokens."""
    with open(GOLDEN, encoding="utf-8") as file:
        return json.load(file)["models"][0]


def write_classifier(test, name, labels=("no", "yes")):
    """The classifier as a folder of a PlumbTest."""
    model = golden_model()
    shapes = dict(model["tensors"])
    config = dict(model["config"], id2label={str(i): label for i, label in enumerate(labels)},
                  label2id={label: i for i, label in enumerate(labels)})
    for tensor, shape in shapes.items():
        if tensor.startswith("classifier."):
            shapes[tensor] = [len(labels)] + shape[1:]
    os.mkdir(test.path(name))
    test.write(os.path.join(name, "config.json"), json.dumps(config))
    test.write(os.path.join(name, "tokenizer.json"), json.dumps(tokenizer()))
    test.write(os.path.join(name, "model.safetensors"), safetensors(shapes))
