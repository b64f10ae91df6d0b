#!/usr/bin/env python3
"""Fits the polynomials of e^r and 2^r that src/encode/math_impl.h uses.

e^r ~ 1 + r + r^2 (c0 + c1 r + ...) on |r| <= ln(2) / 2. Minimises the largest relative error by
Lawson-weighted least squares; prints the coefficients and the error that an f32
evaluation has. Those of 2^r are the same times powers of ln(2). Needs numpy.
"""
import numpy as np

LIMIT = np.log(2) / 2
DEGREE = 3  # of the factor of r^2


def fit():
    r = LIMIT * np.cos(np.linspace(0, np.pi, 4000))
    rows = r[:, None] ** np.arange(2, DEGREE + 3) / np.exp(r)[:, None]
    wanted = 1 - (1 + r) / np.exp(r)
    weight = np.ones_like(r)
    best = (np.inf, None)
    for _ in range(400):
        scale = np.sqrt(weight)
        c = np.linalg.lstsq(rows * scale[:, None], wanted * scale, rcond=None)[0]
        error = np.abs(rows @ c - wanted)
        if error.max() < best[0]:
            best = (error.max(), c)
        weight *= error / error.max() + 1e-3
        weight /= weight.sum()
    return best


def f32_error(c, base):
    limit = LIMIT / np.log(base)
    r = np.linspace(-limit, limit, 2_000_001).astype(np.float32)
    p = np.float32(c[-1])
    for k in c[-2::-1]:
        # A fused multiply-add rounds once.
        p = (np.float64(p) * r + np.float32(k)).astype(np.float32)
    exact = base ** r.astype(np.float64)
    return np.abs(p / exact - 1).max()


if __name__ == "__main__":
    error, c = fit()
    print("largest relative error, exact arithmetic:", error)
    for name, base in (("e^r", np.e), ("2^r", 2.0)):
        of_base = [1.0, 1.0, *c] * np.log(base) ** np.arange(DEGREE + 3)
        print(f"{name}:", ", ".join(f"{k:.9e}F" for k in of_base))
        print("largest relative error, f32:", f32_error(of_base, base))
