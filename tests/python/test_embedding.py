"""embed, tokenize and classify."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import plumb_drift
import pyarrow as pa
import pytest
from plumb_drift import _core, errors, models
from plumb_drift.errors import InvalidInput, NotFound, PlumbWarning

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
TEXTS = ["A parcel is late.", "", "Où est mon colis ? 日本語", "A parcel is late."]


def cosine(a, b):
    a, b = a.astype(np.float64), b.astype(np.float64)
    return (a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)


@pytest.fixture
def expected():
    return plumb_drift.embed(TEXTS)


def test_vectors_are_those_of_sentence_transformers():
    rows = [json.loads(line) for line in (GOLDEN / "embeddings.jsonl").read_text().splitlines()]
    wanted = np.fromfile(GOLDEN / "embeddings.f32", dtype="<f4").reshape(len(rows), 384)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlumbWarning)
        got = plumb_drift.embed([row["text"] for row in rows])
    assert got.dtype == np.float32 and got.shape == wanted.shape
    assert cosine(got, wanted).min() >= 0.999999


@pytest.mark.parametrize(
    "given",
    [
        tuple(TEXTS),
        np.array(TEXTS),
        np.array(TEXTS, dtype=object),
        pd.Series(TEXTS),
        pd.Series(TEXTS, dtype=object),
        pd.Series(TEXTS, dtype="string[pyarrow]"),
        pd.Series(TEXTS, index=[7, 3, 9, 1]),
        pd.Series(TEXTS, dtype="category"),
        pd.Index(TEXTS),
        pa.array(TEXTS),
        pa.array(TEXTS, pa.large_string()),
        pa.array(TEXTS, pa.string_view()),
        pa.array(TEXTS).dictionary_encode(),
        pa.chunked_array([TEXTS[:1], [], TEXTS[1:]], pa.string()),
        pa.array(["first", *TEXTS, "last"])[1:5],
        pa.array(["first", *TEXTS, "last"], pa.string_view())[1:5],
        (text for text in TEXTS),
    ],
    ids=lambda given: (
        type(given).__name__ + "-" + str(getattr(given, "type", getattr(given, "dtype", "")))
    ),
)
def test_every_kind_of_sequence_gives_the_same_bits(given, expected):
    assert plumb_drift.embed(given).tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["a", None], r"texts\[1\] is None; a text is expected"),
        (["a", 3], r"texts\[1\] is of the type int"),
        (["a", b"b"], r"texts\[1\] is of the type bytes"),
        (["a", "\ud800"], r"texts\[1\] holds half of a surrogate pair"),
        (pa.array(["a", "b", None]), r"texts\[2\] is null"),
        (pa.chunked_array([["a"], ["b", None]]), r"texts\[2\] is null"),
        (pa.array([1, 2]), r"of the format \"l\"; strings are expected"),
        (pd.Series(["a", None]), r"texts\[1\] is (missing|null)"),
        (pd.Series(["a", float("nan")], dtype=object), r"texts\[1\] is missing"),
        (np.array([1.5, 2.5]), r"texts\[0\] is of the type float"),
        (np.array([["a"], ["b"]]), "has 2 dimensions"),
        ("a text", "a list of texts is expected"),
        (pd.DataFrame({"text": ["a"]}), "is a table; give the column"),
        ({"a": 1}, "is a table"),
        (7, "of the type int; texts are expected"),
    ],
)
def test_what_is_no_text_is_named(given, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        plumb_drift.embed(given)


def test_no_texts_give_an_empty_array():
    assert plumb_drift.embed([]).shape == (0, 384)


def test_threads_do_not_change_a_bit(expected):
    assert plumb_drift.embed(TEXTS, threads=1).tobytes() == expected.tobytes()


def test_int8_is_close_and_named(expected):
    got = plumb_drift.embed(TEXTS, precision="int8", return_truncated=True)
    assert got.provenance["precision"] == "int8"
    assert cosine(got.vectors, expected).min() > 0.98


def test_truncation_is_told():
    texts = ["short", "word " * 400]
    with pytest.warns(PlumbWarning, match="1 of 2 texts was longer than 256 tokens"):
        plumb_drift.embed(texts)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = plumb_drift.embed(texts, return_truncated=True)
    assert got.truncated.tolist() == [False, True]
    assert got.tokens.tolist() == [3, 256]


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"model": "all-MiniLM-L6-v3"}, (NotFound, InvalidInput), "all-MiniLM-L6-v3"),
        ({"precision": "fp16"}, InvalidInput, 'precision is "fp16"; it can be "f32" or "int8"'),
        ({"threads": -1}, InvalidInput, "threads is -1"),
        ({"threads": "2"}, InvalidInput, "threads is '2'"),
        ({"instruction_set": "neon"}, InvalidInput, 'instruction set "neon"'),
        ({"instruction_set": 5}, InvalidInput, "instruction_set is 5; its name is expected"),
        ({"precision": None}, InvalidInput, "precision is None; it can be 'f32' or 'int8'"),
        ({"model": None}, InvalidInput, "model is None; a model's name or its folder is expected"),
    ],
)
def test_wrong_options_say_what_is_right(options, error, sentence):
    with pytest.raises(error, match=sentence):
        plumb_drift.embed(["a"], **options)


def test_other_threads_run_while_a_model_computes():
    plumb_drift.embed(["warm"])
    texts = [f"text number {i} about parcels and refunds" for i in range(800)]
    done = threading.Event()
    ticks = 0

    def work():
        plumb_drift.embed(texts)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    worker.join()
    assert ticks > 1


def test_threads_may_share_a_model(expected):
    found = []
    workers = [
        threading.Thread(target=lambda: found.append(plumb_drift.embed(TEXTS))) for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert {each.tobytes() for each in found} == {expected.tobytes()}


def embed_in_child(queue):
    queue.put(plumb_drift.embed(TEXTS).tobytes())


def test_a_forked_child_loads_its_own_model(expected):
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=embed_in_child, args=(queue,))
    child.start()
    assert queue.get(timeout=120) == expected.tobytes()
    child.join(60)
    assert child.exitcode == 0


def test_ctrl_c_ends_a_long_call():
    source = (
        "import plumb_drift, signal\n"
        # A shell's background job ignores Ctrl-C, and so would its children.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "plumb_drift.embed(['warm'])\n"
        "print('ready', flush=True)\n"
        "plumb_drift.embed([f'text {i} ' * 60 for i in range(50_000)])\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.2)
    os.kill(child.pid, signal.SIGINT)
    try:
        _, told = child.communicate(timeout=120)
    finally:
        child.kill()
    assert "KeyboardInterrupt" in told


def test_what_stops_a_call_is_no_error_to_be_handled():
    assert issubclass(errors.Interrupted, KeyboardInterrupt)
    assert not issubclass(errors.Interrupted, Exception)


def test_embeddings_and_tokens_are_shown():
    found = plumb_drift.embed(["a", "b"], return_truncated=True)
    assert (found == plumb_drift.embed(["a", "b"], return_truncated=True)) is False
    assert found == found and len(found) == 2
    assert found.to_pandas()["tokens"].tolist() == [3, 3]
    assert found.to_pandas()["vector"][1].shape == (384,)
    assert "2 vectors of 384 numbers" in found._repr_html_()
    (tokens,) = plumb_drift.tokenize(["a"])
    assert tokens.to_pandas()["id"].tolist() == tokens.ids
    assert f"{len(tokens)} tokens" in tokens._repr_html_()


def test_tokenize_gives_the_programs_ids(plumb, tmp_path):
    texts = [text for text in TEXTS if text]
    file = tmp_path / "texts.jsonl"
    file.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    rows = plumb("tokenize", file)["results"]
    assert [each.ids for each in plumb_drift.tokenize(texts)] == [row["ids"] for row in rows]


def test_tokenize_tells_truncation():
    (cut,) = plumb_drift.tokenize(["one two three four"], max_tokens=4)
    assert cut.truncated and len(cut.ids) == 4
    assert len(plumb_drift.tokenize(["word " * 9], max_tokens=np.int64(5))[0]) == 5
    with pytest.raises(InvalidInput, match="max_tokens is 1000000000"):
        plumb_drift.tokenize(["a"], max_tokens=10**30)
    with pytest.raises(InvalidInput, match="max_tokens is 1"):
        plumb_drift.tokenize(["a"], max_tokens=1)


def test_classify_gives_probabilities_and_labels():
    got = plumb_drift.classify(["Women cannot drive.", "The bus is late."], classifier="embedded")
    assert got.probabilities.shape == (2, 2)
    assert got.probabilities.sum(1) == pytest.approx([1, 1])
    assert set(got.label) <= set(got.labels)
    assert got.to_dict()["rows"][0]["label"] == got.label[0]
    assert list(got.to_pandas()["label"]) == got.label
    assert "<table>" in got._repr_html_()


def test_pairs_are_as_many_as_texts():
    with pytest.raises(InvalidInput, match="texts has 2 entries and pairs 1"):
        plumb_drift.classify(["a", "b"], ["c"], classifier="embedded")


NO_COPY = """
import resource, warnings
import plumb_drift, pyarrow as pa
warnings.simplefilter("ignore")
plumb_drift.embed(["warm"])
text = pa.py_buffer(b"word " * (40 << 20))
ends = pa.py_buffer((0).to_bytes(4, "little") + len(text).to_bytes(4, "little"))
texts = pa.StringArray.from_buffers(1, ends, text)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
plumb_drift.embed(texts)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_texts_in_arrow_memory_are_not_copied():
    """A text of 200 MB does not make the process grow by that."""
    done = subprocess.run(
        [sys.executable, "-c", NO_COPY], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 64 << 10  # KiB


def test_nulls_of_arrow_are_left_out_where_that_is_asked():
    loaded = models.embedding_model()
    texts = pa.array(["a parcel", None, "late", None])
    vectors, tokens, truncated = loaded.embed(texts, skip_nulls=True)
    assert vectors.tobytes() == plumb_drift.embed(["a parcel", "late"]).tobytes()
    assert len(tokens) == len(truncated) == 2
    assert len(loaded.embed(pa.array([None, None], pa.string()), skip_nulls=True)[0]) == 0
    with pytest.raises(InvalidInput, match=r"texts\[1\] is null"):
        loaded.embed(texts)


def test_vectors_at_hand_are_not_computed_again():
    loaded = models.embedding_model()
    outputs, references = ["a parcel", "", "late", "late"], ["a letter", "", "", "a parcel"]
    vectors = plumb_drift.embed(outputs)
    found = _core.ids(loaded, outputs, references, vectors)
    assert found == _core.ids(loaded, outputs, references)
    # They are taken as they are: of other vectors it would be another number.
    assert found[0] != _core.ids(loaded, outputs, references, -vectors)[0]
    with pytest.raises(InvalidInput, match=r"vectors has the shape \(3, 384\); \(4, 384\)"):
        _core.ids(loaded, outputs, references, vectors[:3])
