#!/usr/bin/env python3
"""Writes the golden data of the unigram and byte-level BPE tests.

    python tests/golden/pieces.py      # needs tokenizers, transformers, sentencepiece, protobuf
    python tests/golden/pieces.py --unpack FOLDER                 # the files of the small ones
    python tests/golden/pieces.py --convert SPIECE.MODEL OUT.JSON # ALBERT's, as its converter does

Prints the files that were written.

Two small vocabularies are learnt from the texts of bench/corpus and multilingual.txt, with
the settings of ALBERT and RoBERTa. Each file is one zlib stream; integers are little-endian.
  spiece.model.z       the unigram model
  albert.json.z        the same as ALBERT's tokenizer.json, by transformers' converter
  deberta.json.z       and as DeBERTa's
  deberta_v5.json.z    as the DebertaV2Tokenizer of transformers 5 saves it
  roberta.json.z       the byte-level BPE
  piece_strings.bin.z  12,000 x (u32 bytes, the text)
  scores.txt.z         3,000 lines: a number as JSON writes it, and the double that the
                       `tokenizers` library reads, as 16 hexadecimal digits
  NAME_ids.bin.z       of each tokenizer: for every text the CRC-32 of its ids (at most 64) as
                       u32 with a u32 before them, 1 when truncated; then for every text and
                       the next one the CRC-32 of the pair (at most 23 ids) with its segments
                       behind it; then 1,000 x (u16 ids, the ids as u16, u32 bytes, the text)
                       of decoding
"""

import argparse
import json
import pathlib
import random
import struct
import sys
import tempfile
import zlib

import sentencepiece
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import DebertaV2Tokenizer

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "bench" / "corpus"))

import generate  # noqa: E402
from piece_strings import PieceStrings  # noqa: E402
from tokenizer_reference import convert, open_reference  # noqa: E402

SEED = 8
COUNT = 12_000
MAX_TOKENS = 64
MAX_PAIR = 23  # odd, and so is the room for the texts of three special tokens


def write(name, content):
    path = HERE / name
    path.write_bytes(zlib.compress(content, 9))
    print(f"wrote {path.name}: {path.stat().st_size:,} bytes")


def corpus():
    rng = random.Random(SEED)
    texts = [generate.sentence(rng) for _ in range(4000)]
    return texts + (HERE / "multilingual.txt").read_text(encoding="utf-8").splitlines() * 4


def learn_unigram(folder, texts):
    source = folder / "corpus.txt"
    source.write_text("\n".join(texts).lower(), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(source), model_prefix=str(folder / "spiece"), model_type="unigram", vocab_size=1200,
        pad_id=0, unk_id=1, bos_id=-1, eos_id=-1, pad_piece="<pad>", unk_piece="<unk>",
        control_symbols=["[CLS]", "[SEP]", "[MASK]"],
        user_defined_symbols=["(", ")", "\"", "-", ".", "\u2013", "\u00A3", "\u20AC"],
        normalization_rule_name="nmt_nfkc", character_coverage=0.999, num_threads=1,
        minloglevel=2, hard_vocab_limit=False)
    return folder / "spiece.model"


def learn_byte_pairs(texts):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=1500, special_tokens=["<s>", "<pad>", "</s>", "<unk>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True, special=True)])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return tokenizer


def deberta_v5(model):
    """With the normalizer that transformers 5 gives to DeBERTa, and [MASK] behind the pieces."""
    vocabulary = [(piece, score) for piece, score in json.loads(model.to_str())["model"]["vocab"]
                  if piece != "[MASK]"]
    names = {"pad_token": "<pad>", "unk_token": "<unk>"}
    return DebertaV2Tokenizer(vocab=vocabulary, unk_id=1, **names).backend_tokenizer


def golden_ids(tokenizer, texts):
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    for encoding in tokenizer.encode_batch(texts):
        words = [len(encoding.overflowing) > 0, *encoding.ids]
        yield struct.pack("<I", zlib.crc32(struct.pack(f"<{len(words)}I", *words)))
    tokenizer.enable_truncation(MAX_PAIR)
    for encoding in tokenizer.encode_batch(list(zip(texts, texts[1:]))):
        words = [len(encoding.overflowing) > 0, *encoding.ids]
        content = struct.pack(f"<{len(words)}I", *words) + bytes(encoding.type_ids)
        yield struct.pack("<I", zlib.crc32(content))
    rng = random.Random(SEED)
    size = tokenizer.get_vocab_size()
    for _ in range(1000):
        ids = [rng.randrange(size) for _ in range(rng.randint(0, 12))]
        text = tokenizer.decode(ids, skip_special_tokens=True).encode()
        yield struct.pack(f"<H{len(ids)}HI", len(ids), *ids, len(text)) + text


def scores():
    """What the reference's JSON parser makes of numbers."""
    rng = random.Random(SEED)
    texts = ["0", "-0", "-0.0", "1e0", "12E-2", "-1.5e+3", "18446744073709551615", "18446744073709551616",
             "184467440737095516160000", "0.00000000000000000001234567890123456789", "1e-400", "0e999",
             "5e-324", "1.7976931348623157e308", "123456789012345678901234567890e-20"]
    while len(texts) < 3000:
        number = f"{rng.uniform(-20, 0):.{rng.randint(1, 19)}f}"
        texts.append(rng.choice([number, repr(rng.uniform(-20, 0)), f"{number}e{rng.randint(-30, 30)}",
                                 f"{rng.getrandbits(rng.randint(1, 90))}e{rng.randint(-60, 20)}"]))
    model = {"type": "Unigram", "unk_id": 0, "byte_fallback": False, "vocab": ["SCORES"]}
    file = json.dumps({"version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
                       "normalizer": None, "pre_tokenizer": None, "post_processor": None,
                       "decoder": None, "model": model})
    vocabulary = ", ".join(f'["{i}", {text}]' for i, text in enumerate(texts))
    read = json.loads(Tokenizer.from_str(file.replace('"SCORES"', vocabulary)).to_str())
    for text, (_, score) in zip(texts, read["model"]["vocab"]):
        yield f"{text} {struct.pack('>d', score).hex()}\n"


def unpack(folder):
    for name in ["spiece.model", "albert.json", "deberta.json", "deberta_v5.json", "roberta.json"]:
        path = pathlib.Path(folder) / name
        path.write_bytes(zlib.decompress((HERE / f"{name}.z").read_bytes()))
        print(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unpack", metavar="FOLDER")
    parser.add_argument("--convert", nargs=2, metavar=("SPIECE.MODEL", "OUT.JSON"))
    options = parser.parse_args()
    if options.unpack:
        unpack(options.unpack)
    elif options.convert:
        convert(options.convert[0], "albert").save(options.convert[1])
        print(options.convert[1])
    else:
        make()


def make():
    write("scores.txt.z", "".join(scores()).encode())
    texts = corpus()
    with tempfile.TemporaryDirectory() as folder:
        model = learn_unigram(pathlib.Path(folder), texts)
        write("spiece.model.z", model.read_bytes())
        tokenizers = {
            "spiece": open_reference(model),
            "albert": convert(model, "albert"),
            "deberta": convert(model, "deberta"),
            "roberta": learn_byte_pairs(texts),
        }
        tokenizers["deberta_v5"] = deberta_v5(tokenizers["albert"])
    strings = PieceStrings(SEED, tokenizers["albert"].get_vocab())
    made = [strings.make(i) for i in range(COUNT)]
    write("piece_strings.bin.z", b"".join(struct.pack("<I", len(text)) + text for text in made))
    decoded = [text.decode("utf-8", errors="replace") for text in made]
    for name, tokenizer in tokenizers.items():
        if name != "spiece":
            write(f"{name}.json.z", tokenizer.to_str().encode())
            tokenizer = Tokenizer.from_str(tokenizer.to_str())  # as a reader of the file sees it
        write(f"{name}_ids.bin.z", b"".join(golden_ids(tokenizer, decoded)))


if __name__ == "__main__":
    main()
