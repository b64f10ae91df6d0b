"""Hugging Face's tokenizers, opened or converted as the reference of the tests."""

import pathlib
import shutil
import tempfile
import types

from tokenizers import Tokenizer


def open_reference(path):
    """The `tokenizers` backend for a tokenizer.json or ALBERT's spiece.model."""
    if not str(path).endswith(".model"):
        return Tokenizer.from_file(str(path))
    from transformers import AlbertTokenizer  # needs sentencepiece and protobuf

    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, pathlib.Path(folder) / "spiece.model")
        return AlbertTokenizer.from_pretrained(folder, local_files_only=True).backend_tokenizer


def convert(path, kind):
    """A spiece.model as the tokenizer.json of `transformers`' converter: albert or deberta."""
    from transformers.convert_slow_tokenizer import AlbertConverter, DebertaV2Converter

    vocabulary = open_reference(path).get_vocab()
    slow = types.SimpleNamespace(
        vocab_file=str(path), keep_accents=False, do_lower_case=kind == "albert",
        split_by_punct=False, convert_tokens_to_ids=vocabulary.__getitem__)
    return {"albert": AlbertConverter, "deberta": DebertaV2Converter}[kind](slow).converted()
