#!/usr/bin/env python3
"""Fits the rational approximation of erf that src/encode/math_impl.h uses.

erf(x) ~ x P(x^2) / Q(x^2) on |x| <= LIMIT, Q(0) = 1, and erf(x) = sign(x) to f32
precision beyond. Minimises the largest absolute error by Lawson-weighted
linearised least squares; prints the coefficients and the error that an f32
evaluation has. Needs numpy and scipy.
"""
import numpy as np
from scipy.special import erf

LIMIT = 3.92
P_DEGREE, Q_DEGREE = 5, 5


def fit():
    x = LIMIT * (0.5 - 0.5 * np.cos(np.linspace(0, np.pi, 4001)))[1:]
    t, y = x * x, erf(x)
    weight, q = np.ones_like(x), np.ones_like(x)
    best = (np.inf, None, None)
    for _ in range(400):
        rows = np.concatenate(
            [(x[:, None] * t[:, None] ** np.arange(P_DEGREE + 1)),
             -(y[:, None] * t[:, None] ** np.arange(1, Q_DEGREE + 1))], axis=1)
        scale = np.sqrt(weight) / q
        norm = np.linalg.norm(rows * scale[:, None], axis=0)
        solution = np.linalg.lstsq(rows * scale[:, None] / norm, y * scale, rcond=None)[0] / norm
        p, d = solution[:P_DEGREE + 1], np.concatenate([[1.0], solution[P_DEGREE + 1:]])
        q = np.polyval(d[::-1], t)
        error = np.abs(x * np.polyval(p[::-1], t) / q - y)
        if error.max() < best[0]:
            best = (error.max(), p, d)
        weight *= error / error.max() + 1e-3
        weight /= weight.sum()
    return best


def f32_error(p, q):
    x = np.linspace(-6, 6, 2_000_001).astype(np.float32)
    z = np.clip(x, np.float32(-LIMIT), np.float32(LIMIT))
    t = z * z
    num, den = np.float32(p[-1]), np.float32(q[-1])
    for c in p[-2::-1]:
        num = num * t + np.float32(c)
    for c in q[-2::-1]:
        den = den * t + np.float32(c)
    return np.abs((z * num / den).astype(np.float64) - erf(x.astype(np.float64))).max()


if __name__ == "__main__":
    error, p, q = fit()
    print("largest error, exact arithmetic:", error)
    print("P", ", ".join(f"{c:.9e}F" for c in p))
    print("Q", ", ".join(f"{c:.9e}F" for c in q))
    print("largest error, f32:", f32_error(p, q))
