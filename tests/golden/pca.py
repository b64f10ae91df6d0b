#!/usr/bin/env python3
"""Writes pca.json: what NumPy's eigenvalue solver makes of some tables.

    python tests/golden/pca.py        needs numpy

Each case has its rows (numbers that a float holds exactly), how many directions are wanted, and the
mean, the total variance, the variances and the directions, whose largest component is positive.
Directions of a variance that another shares are left out (null): any turn of them is as right.
"""

import json
import pathlib

import numpy as np


def table(seed, rows, scales):
    """Rows that vary by `scales` along directions that are turned at random."""
    random = np.random.default_rng(seed)
    turn = np.linalg.qr(random.normal(size=(len(scales), len(scales))))[0]
    values = random.normal(size=(rows, len(scales))) * np.asarray(scales) @ turn
    return np.round(values * 1024) / 1024 + 2.0


def case(name, rows, wanted):
    rows = rows.astype(np.float32).astype(np.float64)
    covariance = np.atleast_2d(np.cov(rows, rowvar=False))
    variances, vectors = np.linalg.eigh(covariance)
    order = np.argsort(variances)[::-1]
    variances, vectors = variances[order], vectors[:, order]
    directions = []
    for k in range(wanted):
        neighbours = [abs(variances[k] - variances[j]) for j in range(len(variances)) if j != k]
        if neighbours and min(neighbours) < 1e-6 * max(variances[0], 1e-300):
            directions.append(None)
            continue
        vector = vectors[:, k]
        sign = 1.0 if vector[np.argmax(np.abs(vector))] > 0 else -1.0
        directions.append((vector * sign).tolist())
    return {"name": name, "rows": rows.tolist(), "wanted": wanted, "mean": rows.mean(0).tolist(),
            "total_variance": float(np.trace(covariance)),
            "variances": np.maximum(variances[:wanted], 0).tolist(), "directions": directions}


def main():
    flat = np.ones((5, 3))
    line = np.outer(np.arange(6.0), [1.0, -2.0, 0.5])
    cases = [
        case("fewer columns than spare directions", table(1, 30, [3, 2, 1]), 2),
        case("one column", table(2, 8, [2]), 1),
        case("a slow spectrum", table(3, 120, [1.05 ** -k for k in range(24)]), 2),
        case("fewer rows than columns", table(4, 6, [1.3 ** -k for k in range(20)]), 2),
        case("two nearly equal", table(5, 60, [1.0, 0.999, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1]), 2),
        case("a line", line, 2),
        case("rows that do not vary", flat, 2),
    ]
    path = pathlib.Path(__file__).with_name("pca.json")
    path.write_text(json.dumps({"cases": cases}) + "\n")


if __name__ == "__main__":
    main()
