"""How near Plumb's vectors are to sentence-transformers', and int8's to f32's."""

import random
from pathlib import Path

import numpy

PAIRS = 2000
AT_MOST = 2000  # texts in the comparison of every cosine with every other


def vectors_of(worker, corpus, scratch):
    worker.ask(f"corpus {corpus}")
    path = Path(scratch) / "vectors.f32"
    dimension = worker.ask(f"vectors {path}")["dimension"]
    return numpy.fromfile(path, "<f4").reshape(-1, dimension).astype(numpy.float64)


def compare(ours, theirs):
    """The lowest cosine of a text's two vectors, and the largest change of any cosine
    between two texts."""
    norms = numpy.linalg.norm(ours, axis=1) * numpy.linalg.norm(theirs, axis=1)
    own = (ours * theirs).sum(axis=1) / norms
    a, b = ours[:AT_MOST], theirs[:AT_MOST]
    return {"texts": len(ours), "lowest_cosine": float(own.min()),
            "largest_cosine_difference": float(numpy.abs(a @ a.T - b @ b.T).max())}


def intent_drift(vectors, pairs):
    cosine = numpy.array([vectors[i] @ vectors[j] for i, j in pairs])
    return numpy.clip(1 - numpy.clip(cosine, -1, 1), 0, 1)


def compare_intent_drift(f32, int8):
    """The difference of IDS = clamp(1 - cosine, 0, 1) over random pairs of texts."""
    source = random.Random(42)
    pairs = [source.sample(range(len(f32)), 2) for _ in range(PAIRS)]
    difference = numpy.abs(intent_drift(f32, pairs) - intent_drift(int8, pairs))
    return {"pairs": PAIRS, "mean": float(difference.mean()), "max": float(difference.max())}
