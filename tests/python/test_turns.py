"""Calls of one model take turns, also those that are made while rows are read for another."""

import signal
import subprocess
import sys
import time

import plumb_drift
import pytest

_PARTS = """
import pyarrow as pa
import plumb_drift
from plumb_drift import Profile

def batch_of(number):
    responses = [f"answer {number} {i} " + "word " * 20 for i in range(40)]
    return pa.record_batch({"id": [f"r{number}-{i}" for i in range(40)], "response": responses})

def batches():
    for number in range(3):
        plumb_drift.embed([f"question {number}"])
        yield batch_of(number)

wanted = Profile().add_batches([batch_of(number) for number in range(3)])
"""

_OF_BATCHES = """
assert Profile().add_batches(batches()) == wanted
"""

_OF_A_STREAM = """
reader = pa.RecordBatchReader.from_batches(batch_of(0).schema, batches())
assert Profile().add(reader) == wanted
"""

_OF_A_PRODUCER = """
import queue, threading
filled = queue.Queue(maxsize=1)

def produce():
    for each in batches():
        filled.put(each)
    filled.put(None)

threading.Thread(target=produce, daemon=True).start()
assert Profile().add_batches(iter(filled.get, None)) == wanted
"""


@pytest.mark.parametrize(
    "adding", [_OF_BATCHES, _OF_A_STREAM, _OF_A_PRODUCER], ids=["batches", "stream", "producer"]
)
def test_rows_may_be_embedded_while_a_profile_reads_them(adding):
    # In a process of its own, so that one which waits for ever can be ended.
    done = subprocess.run(
        [sys.executable, "-c", _PARTS + adding], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_progress_may_embed():
    script = """
from plumb_drift import models
model = models.embedding_model()
told = []
def tell(done):
    told.append(done)
    model.embed(["another"])
model.embed([f"text {i}" for i in range(100)], tell)
assert told[-1] == 100
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_a_measure_hears_signals_between_windows():
    class Stop(Exception):
        pass

    def stop(number, frame):
        raise Stop

    texts = [f"text {i} " + "word " * 200 for i in range(2000)]
    plumb_drift.ids(texts[:1], ["other"])  # the model is loaded
    before = signal.signal(signal.SIGALRM, stop)
    began = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Stop):
            plumb_drift.ids(texts, ["other"] * len(texts))
        stopped = time.monotonic() - began
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    began = time.monotonic()
    plumb_drift.embed(texts[:200])  # a tenth of them
    assert stopped < 3 * (time.monotonic() - began)
