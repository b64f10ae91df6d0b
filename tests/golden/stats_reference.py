#!/usr/bin/env python3
"""Writes stats_reference.jsonl: what SciPy, scikit-learn and NumPy make of 200 random data sets.

    python tests/golden/stats_reference.py        needs numpy, scipy, scikit-learn

Inputs are not stored: the script and tests/stats/reference_data.h make them with the same small
generator, from additions, multiplications and divisions that IEEE 754 rounds alike everywhere.
One line a case: {"case", "n", "m", "values": {name: number, list or null}}; null is what the
reference leaves undefined. Then one line {"kstwo": [[n, d, p], ...]} and one
{"ks_large": [[seed, n, m, shift, statistic, p], ...]}.

Bootstrap draws, folds and shuffles follow src/base/rng.h, written again here, so that the
arithmetic behind them is compared on the very same draws.
"""

import json
import math
import pathlib
import warnings

import numpy as np
from scipy import stats
from scipy.spatial.distance import cdist, jensenshannon, pdist
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.preprocessing import StandardScaler

CASES = 200
MASK = (1 << 64) - 1


class Lcg:
    """Knuth's 64-bit linear congruential generator; the high bits are used."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        return self.state

    def uniform(self):
        return (self.next() >> 11) * 2.0**-53

    def below(self, bound):
        return (self.next() >> 33) % bound


class Rng:
    """xoshiro256** seeded by splitmix64, as src/base/rng.h."""

    def __init__(self, seed, stream=0):
        x = seed ^ self.mix((stream + 0x9E3779B97F4A7C15) & MASK)
        self.s = []
        for _ in range(4):
            x = (x + 0x9E3779B97F4A7C15) & MASK
            self.s.append(self.mix(x))

    @staticmethod
    def mix(z):
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    @staticmethod
    def rotl(x, k):
        return ((x << k) | (x >> (64 - k))) & MASK

    def next(self):
        s = self.s
        result = (self.rotl((s[1] * 5) & MASK, 7) * 9) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = self.rotl(s[3], 45)
        return result

    def below(self, bound):
        product = self.next() * bound
        if (product & MASK) < bound:
            floor = ((1 << 64) - bound) % bound
            while (product & MASK) < floor:
                product = self.next() * bound
        return product >> 64

    def shuffled(self, values):
        values = list(values)
        for i in range(len(values), 1, -1):
            j = self.below(i)
            values[i - 1], values[j] = values[j], values[i - 1]
        return values


def bell(lcg):
    return lcg.uniform() + lcg.uniform() + lcg.uniform() + lcg.uniform() - 2.0


def number(kind, lcg):
    if kind == 0:
        return bell(lcg)
    if kind == 1:  # heavy tails
        top = lcg.uniform() - 0.5
        return top / (lcg.uniform() + 0.0001)
    if kind == 2:
        return math.floor(lcg.uniform() * 10.0)
    if kind == 3:
        return math.floor(lcg.uniform() * 2.0)
    if kind == 4:  # equal data
        return 3.5
    if kind == 5:
        return 1000000.0 + bell(lcg)
    if kind == 6:
        return 0.000001 * bell(lcg)
    return math.floor(lcg.uniform() * 200.0) / 2.0


SHIFTS = [0.0, 0.25, 1.0]
LARGEST = [12, 59, 399, 399]


def samples(case, lcg):
    kind = case % 8
    largest = LARGEST[case // 8 % 4]
    n = 2 + lcg.below(largest)
    m = 2 + lcg.below(largest)
    if case % 5 == 0:
        m = n
    shift = 0.0 if kind in (4, 6) else SHIFTS[case % 3]
    a = [number(kind, lcg) for _ in range(n)]
    b = [number(kind, lcg) + shift for _ in range(m)]
    return a, b


def category_counts(lcg):
    k = 1 + lcg.below(9)
    sides = []
    for _ in range(2):
        counts = []
        for _ in range(k):
            u = lcg.uniform()
            counts.append(math.floor(u * u * 20.0))
        if sum(counts) == 0:
            counts[0] = 1
        sides.append(counts)
    return sides


def word_sequences(lcg):
    return [[lcg.below(6) for _ in range(lcg.below(9))] for _ in range(2)]


def float_rows(lcg):
    dimension = 1 + lcg.below(20)
    sides = []
    for side in range(2):
        count = 5 + lcg.below(36)
        sides.append([[float(np.float32(bell(lcg) + (0.4 if side == 1 else 0.0)))
                       for _ in range(dimension)] for _ in range(count)])
    return [np.array(side) for side in sides]


def finite(value):
    if isinstance(value, (list, np.ndarray)):
        return [finite(v) for v in value]
    value = float(value)
    return value if math.isfinite(value) else None


def exactly(values):
    """In 80 bits, so that the reference's own rounding stays below the tolerance."""
    return np.array(values, dtype=np.longdouble)


def two_samples(values, a, b):
    ks = stats.ks_2samp(a, b)
    values["ks.statistic"], values["ks.p"] = ks.statistic, ks.pvalue
    values["energy.numbers"] = stats.energy_distance(a, b)
    scores, labels = np.array(a + b), np.array([0] * len(a) + [1] * len(b))
    values["roc_auc"] = roc_auc_score(labels, scores)
    a, b = exactly(a), exactly(b)
    pooled = ((len(a) - 1) * np.var(a, ddof=1) + (len(b) - 1) * np.var(b, ddof=1)) / (
        len(a) + len(b) - 2)
    if np.ptp(a) > 0 or np.ptp(b) > 0:
        values["cohens_d"] = (np.mean(b) - np.mean(a)) / np.sqrt(pooled)
    values["mde.mean"] = (stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) * np.sqrt(
        1 / len(a) + 1 / len(b))
    # The first term of Kolmogorov's series, which mde.h states; isf uses all of them.
    first_term = np.sqrt(-np.log(0.05 / 2) / 2)
    assert abs(first_term - stats.kstwobign.isf(0.05)) < 1e-5
    values["mde.ks"] = min(1.0, first_term * np.sqrt(1 / len(a) + 1 / len(b)))


def paired(values, a, b):
    k = min(len(a), len(b))
    x, y = np.array(a[:k]), np.array(b[:k])
    d = y - x
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        w = stats.wilcoxon(y, x, zero_method="wilcox", method="auto")
    values["wilcoxon.statistic"], values["wilcoxon.p"] = w.statistic, w.pvalue
    if len(set(d)) > 1:
        t = stats.ttest_rel(y, x)
        interval = t.confidence_interval(0.9)
        values["t.statistic"], values["t.p"] = t.statistic, t.pvalue
        values["t.low"], values["t.high"] = interval.low, interval.high
        values["cohens_d.paired"] = np.mean(d) / np.std(d, ddof=1)
    if k >= 3 and len(set(x)) > 1:
        line = stats.linregress(x, y)
        half = stats.t.ppf(0.975, k - 2) * line.stderr
        values["ols.slope"], values["ols.intercept"] = line.slope, line.intercept
        values["ols.r"], values["ols.p"] = line.rvalue, line.pvalue
        values["ols.slope_error"] = line.stderr
        values["ols.intercept_error"] = line.intercept_stderr
        values["ols.low"], values["ols.high"] = line.slope - half, line.slope + half


def counts(values, baseline, current):
    table = np.array([baseline, current])
    table = table[:, table.sum(axis=0) > 0]
    n, k = table.sum(), table.shape[1]
    chi2 = stats.chi2_contingency(table, correction=False)
    values["chi2.statistic"], values["chi2.p"] = chi2.statistic, chi2.pvalue
    values["chi2.degrees"] = chi2.dof
    values["cramers_v"] = 0.0 if k == 1 else stats.contingency.association(table, method="cramer")
    phi2 = max(0.0, chi2.statistic / n - (k - 1) / (n - 1))
    k_corrected, r_corrected = k - (k - 1) ** 2 / (n - 1), 2 - 1 / (n - 1)
    largest = min(k_corrected - 1, r_corrected - 1)
    values["cramers_v.corrected"] = math.sqrt(phi2 / largest) if largest > 0 else 0.0
    b, c = table[0].astype(float), table[1].astype(float)
    if (table == 0).any():
        b, c = b + 0.5, c + 0.5
    b, c = b / b.sum(), c / c.sum()
    values["psi"] = np.sum((c - b) * np.log(c / b))
    values["entropy"] = stats.entropy(baseline, base=2)
    distance = jensenshannon(baseline, current, base=2)
    values["js.distance"], values["js.divergence"] = distance, distance**2


def jaccards(values, first, second):
    def ratio(a, b):
        return len(a & b) / len(a | b) if a | b else 1.0

    def grams(words, n):
        marked = ["start"] * (n - 1) + words + ["end"] * (n - 1)
        return {tuple(marked[i:i + n]) for i in range(len(marked) - n + 1)}

    values["jaccard.set"] = ratio(set(first), set(second))
    for n in (2, 3):
        values[f"jaccard.{n}-gram"] = ratio(grams(first, n), grams(second, n))
    words = range(6)
    a, b = [first.count(w) for w in words], [second.count(w) for w in words]
    everything = sum(map(max, a, b))
    values["jaccard.multiset"] = sum(map(min, a, b)) / everything if everything else 1.0


def distances(values, a, b):
    values["energy.rows_squared"] = 2 * cdist(a, b).mean() - cdist(a, a).mean() - cdist(b, b).mean()
    gamma = 1 / (2 * np.median(pdist(np.vstack([a, b]))) ** 2)
    within_a, within_b = rbf_kernel(a, a, gamma), rbf_kernel(b, b, gamma)
    between = rbf_kernel(a, b, gamma).mean()
    values["mmd.gamma"] = gamma
    values["mmd.biased"] = within_a.mean() + within_b.mean() - 2 * between
    n, m = len(a), len(b)
    values["mmd.unbiased"] = (within_a.sum() - n) / (n * (n - 1)) + (within_b.sum() - m) / (
        m * (m - 1)) - 2 * between


def regression(rows, labels):
    return LogisticRegression(C=1.0, solver="lbfgs", tol=1e-12, max_iter=10000).fit(rows, labels)


def classifiers(values, case, a, b):
    rows, labels = np.vstack([a, b]), np.array([0] * len(a) + [1] * len(b))
    model = regression(rows, labels)
    values["logistic.weights"] = model.coef_[0]
    values["logistic.intercept"] = model.intercept_[0]
    values["logistic.probabilities"] = model.predict_proba(rows)[:3, 1]
    folds = np.empty(len(rows), dtype=int)
    for side, start, count in ((0, 0, len(a)), (1, len(a), len(b))):
        for i, row in enumerate(Rng(case, side).shuffled(range(count))):
            folds[start + row] = i % 5
    aucs = []
    for fold in range(5):
        inside = folds != fold
        scaler = StandardScaler().fit(rows[inside])
        model = regression(scaler.transform(rows[inside]), labels[inside])
        scores = model.decision_function(scaler.transform(rows[~inside]))
        aucs.append(roc_auc_score(labels[~inside], scores))
    values["domain_auc"] = np.mean(aucs)


DRAWS = 199


def bootstraps(values, case, a):
    a = exactly(a[:40])
    n = len(a)
    resamples = []
    for draw in range(DRAWS):
        rng = Rng(case, draw)
        resamples.append([rng.below(n) for _ in range(n)])
    for name, statistic in (("mean", np.mean), ("variance", np.var)):
        estimate = float(statistic(a))
        draws = np.array([statistic(a[indices]) for indices in resamples], dtype=float)
        values[f"bootstrap.{name}.percentile"] = np.quantile(draws, [0.05, 0.95])
        jackknife = exactly([float(statistic(np.delete(a, i))) for i in range(n)])
        u = jackknife.mean() - jackknife
        tie = 1e-12 * np.abs(draws).max()
        share = (np.sum(draws < estimate - tie) + np.sum(draws <= estimate + tie)) / 2 / DRAWS
        if not (np.ptp(a) > 0 and np.ptp(jackknife) > 1e-12 * np.abs(jackknife).max()
                and 0 < share < 1):
            continue
        acceleration = float(np.sum(u**3) / (6 * np.sum(u**2) ** 1.5))
        z0 = stats.norm.ppf(float(share))
        ends = []
        for q in (0.05, 0.95):
            z = z0 + stats.norm.ppf(q)
            ends.append(np.quantile(draws, stats.norm.cdf(z0 + z / (1 - acceleration * z))))
        values[f"bootstrap.{name}.acceleration"] = acceleration
        values[f"bootstrap.{name}.bias"] = z0
        values[f"bootstrap.{name}.bca"] = ends


def squared_error(values):
    return np.sum((values - np.mean(values)) ** 2)


def best_split(series):
    errors = [squared_error(series[:k]) + squared_error(series[k:])
              for k in range(2, len(series) - 1)]
    total = squared_error(series)
    first = next(i for i, error in enumerate(errors) if error <= min(errors) + 1e-12 * total)
    return 2 + first, (total - min(errors)) / total


def change_points(values, case, a):
    series = exactly(a[:24])
    if len(series) < 8 or np.ptp(series) == 0:
        return
    index, statistic = best_split(series)
    permuted = [best_split(exactly(Rng(case, draw).shuffled(series)))[1] for draw in range(99)]
    reached = sum(p >= statistic - 1e-12 for p in permuted)
    values["change_point.statistic"] = statistic
    values["change_point.before"] = np.mean(series[:index])
    values["change_point.p"] = (reached + 1) / 100


def corrections(values, lcg):
    p = []
    for _ in range(1 + lcg.below(12)):
        u = lcg.uniform()
        p.append(u * u)
    order = np.argsort(p)
    holm, largest = np.empty(len(p)), 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, p[i] * (len(p) - rank)))
        holm[i] = largest
    values["benjamini_hochberg"] = stats.false_discovery_control(p, method="bh")
    values["holm"] = holm


def mcnemar(values, lcg):
    b, c = lcg.below(40), lcg.below(40)
    if b == c:
        return
    values["mcnemar.exact.p"] = stats.binomtest(min(b, c), b + c, 0.5).pvalue
    values["mcnemar.statistic"] = (abs(b - c) - 1) ** 2 / (b + c)
    values["mcnemar.chi_square.p"] = stats.chi2.sf(values["mcnemar.statistic"], 1)


def reference_case(case):
    lcg = Lcg(case)
    a, b = samples(case, lcg)
    values = {}
    two_samples(values, a, b)
    paired(values, a, b)
    counts(values, *category_counts(lcg))
    jaccards(values, *word_sequences(lcg))
    rows = float_rows(lcg)
    distances(values, *rows)
    classifiers(values, case, *rows)
    bootstraps(values, case, a)
    change_points(values, case, a)
    corrections(values, lcg)
    mcnemar(values, lcg)
    q = lcg.uniform()
    values["quantile"], values["median"] = np.quantile(a, q), np.median(b)
    return {"case": case, "n": len(a), "m": len(b),
            "values": {name: finite(value) for name, value in values.items()}}


def kstwo():
    for n in (1, 2, 3, 7, 20, 50, 100, 140, 141, 300, 1000, 5000, 20000, 100000, 300000):
        root = math.sqrt(n)
        for z in (0.2, 0.35, 0.5, 0.7, 0.85, 1.0, 1.2, 1.4, 1.49, 1.7, 2.1, 3.0, 5.0):
            if z / root <= 1:
                yield [n, z / root, stats.kstwo.sf(z / root, n)]
        for d in (0.3 / n, 0.6 / n, 0.9 / n, 1 / n, 1.5 / n, 0.5, 0.7, 1 - 0.5 / n, 1.0):
            yield [n, d, stats.kstwo.sf(d, n)]


def ks_large():
    for seed, (n, m, shift) in enumerate([
            (12000, 50, 0.0), (12000, 50, 0.3), (11000, 10500, 0.02), (30000, 400, 0.05),
            (10001, 1, 0.2), (20000, 20000, 0.0), (2000, 1501, 0.05), (3000, 3000, 0.03),
            (10000, 9999, 0.01)], start=1000):
        lcg = Lcg(seed)
        a = [bell(lcg) for _ in range(n)]
        b = [bell(lcg) + shift for _ in range(m)]
        result = stats.ks_2samp(a, b)
        yield [seed, n, m, shift, float(result.statistic), float(result.pvalue)]


def main():
    path = pathlib.Path(__file__).with_suffix(".jsonl")
    with path.open("w") as file:
        for case in range(CASES):
            file.write(json.dumps(reference_case(case), allow_nan=False) + "\n")
        file.write(json.dumps({"kstwo": list(kstwo())}, allow_nan=False) + "\n")
        file.write(json.dumps({"ks_large": list(ks_large())}, allow_nan=False) + "\n")
    print(path.name, path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
