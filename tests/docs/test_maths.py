"""docs/maths.md: every example gives what the page shows, and what SciPy and scikit-learn give."""

import doctest
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
import scipy.spatial
import scipy.stats
from plumb_drift import PlumbWarning
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

PAGE = Path(__file__).resolve().parents[2] / "docs" / "maths.md"


pytestmark = pytest.mark.filterwarnings("ignore::plumb_drift.errors.PlumbWarning")


@pytest.fixture(scope="module")
def page():
    """The names of the page, once all its examples have been run as the page shows them."""
    source = "\n".join(re.findall(r"```pycon\n(.*?)```", PAGE.read_text(), re.DOTALL))
    names = {}
    examples = doctest.DocTestParser().get_doctest(source, names, "docs/maths.md", None, 0)
    assert len(examples.examples) > 60
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlumbWarning)
        runner.run(examples, out=told.append, clear_globs=False)
    assert runner.failures == 0, "".join(told)
    return examples.globs


def test_the_page_shows_what_its_examples_give(page):
    assert page["length_ks"] == 0.5


def test_ks_is_scipys(page):
    both = page["lengths"]["baseline"], page["lengths"]["current"]
    assert page["length_ks"] == pytest.approx(scipy.stats.ks_2samp(*both).statistic, abs=1e-12)


def test_entropy_is_scipys(page):
    def bits(text):
        return scipy.stats.entropy([text.count(each) for each in sorted(set(text))], base=2)

    before, now = bits("aa bb"), bits("ab cd")
    assert page["entropy"] == pytest.approx(abs(now - before) / before, abs=1e-12)


def test_psi_is_the_sum_of_both_divergences(page):
    c, b = np.array([7, 5, 5, 3]) / 20, np.array([4, 6, 6, 4]) / 20
    expected = scipy.stats.entropy(c, b) + scipy.stats.entropy(b, c)
    found = page["metric"]("severity_psi", page["severities"](7, 5, 5, 3), page["severities"](4, 6, 6, 4))
    assert found.value == pytest.approx(expected, abs=1e-12)


def test_the_centroids_are_as_far_apart_as_scipy_says(page):
    expected = scipy.spatial.distance.cosine([1, 0], [0.5, 0.5])
    assert page["centroid"] == pytest.approx(expected, abs=1e-9)


def test_chi_square_is_scipys(page):
    found = scipy.stats.chi2_contingency([[30, 10], [10, 30]], correction=False)
    facts = {fact["name"]: fact["value"] for fact in page["tools"].details["facts"]}
    assert facts["statistic"] == pytest.approx(found.statistic, abs=1e-9)
    assert facts["asymptotic_p_value"] == pytest.approx(found.pvalue, rel=1e-9)
    phi2, n = found.statistic / 80, 80
    corrected = np.sqrt((phi2 - 1 / (n - 1)) / (1 - 1 / (n - 1)))
    assert page["tools"].value == pytest.approx(corrected, abs=1e-12)


def test_the_metrics_beside_are_those_of_their_formulas(page):
    X, Y = page["X"].astype(float), page["Y"].astype(float)
    distances = scipy.spatial.distance.cdist
    energy = np.sqrt(2 * distances(X, Y).mean() - distances(X, X).mean() - distances(Y, Y).mean())
    assert page["beside"]["energy_distance"] == pytest.approx(energy, abs=1e-5)
    pairs = scipy.spatial.distance.pdist(np.vstack([X, Y]))
    gamma = 1 / (2 * np.median(pairs) ** 2)
    def within(rows):  # over pairs of different rows
        return (rbf_kernel(rows, gamma=gamma).sum() - len(rows)) / (len(rows) * (len(rows) - 1))

    mmd = within(X) + within(Y) - 2 * rbf_kernel(X, Y, gamma=gamma).mean()
    assert page["beside"]["mmd_rbf"] == pytest.approx(mmd, abs=1e-5)


def test_a_classifier_of_scikit_learns_tells_the_sides_apart_as_well(page):
    """Each draws folds of its own, so the means over 40 seeds are compared, by their errors."""
    X, Y = page["X"], page["Y"]
    baseline, current = (page["results"](embedding=rows.tolist()) for rows in (X, Y))
    ours = [page["plumb_drift"].compare(current, baseline, seed=seed, permutations=99, bootstrap=99)
            .metric("domain_auc").value for seed in range(40)]
    model = make_pipeline(StandardScaler(), LogisticRegression(C=1.0))
    with threadpool_limits(1):  # for so few rows, threads only wait for each other
        theirs = [cross_val_score(model, np.vstack([X, Y]), np.repeat([0, 1], 24), scoring="roc_auc",
                                  cv=StratifiedKFold(5, shuffle=True, random_state=seed)).mean()
                  for seed in range(40)]
    error = np.sqrt((np.var(ours, ddof=1) + np.var(theirs, ddof=1)) / 40)
    assert np.mean(ours) == pytest.approx(np.mean(theirs), abs=4 * error)
    assert min(theirs) <= page["beside"]["domain_auc"] <= max(theirs)


def test_the_p_value_is_the_least_that_so_many_deals_can_give(page):
    exact = scipy.stats.ks_2samp(range(9, 17), range(1, 9), method="exact")
    assert (exact.statistic, exact.pvalue) == (1, pytest.approx(2 / 12870))
    assert page["lengths_apart"].value == exact.statistic
    assert page["lengths_apart"].p_value == 1 / 2000


def test_the_adjusted_p_values_are_scipys(page):
    applicable = [each for each in page["apart"].results if each.p_value is not None]
    expected = scipy.stats.false_discovery_control([each.p_value for each in applicable], method="bh")
    assert [each.p_adjusted for each in applicable] == pytest.approx(list(expected), abs=1e-12)


def test_the_slope_of_the_recall_is_scipys(page):
    slope = page["held"].sessions[0].drift_slope["slope"]
    assert slope == pytest.approx(scipy.stats.linregress([1, 2, 3], [1, 0.5, 0]).slope, abs=1e-12)


def test_the_slope_of_a_session_is_scipys(page):
    d = page["turned"]["mean_after"]
    expected = scipy.stats.linregress(range(1, 10), [0] * 4 + [d] * 5).slope
    assert page["task"].trend["slope"] == pytest.approx(expected, abs=1e-9)


def test_wilsons_interval_is_scipys(page):
    found = scipy.stats.binomtest(0, 10).proportion_ci(method="wilson")
    assert page["share_interval"] == pytest.approx([found.low, found.high], abs=1e-9)


def test_the_tests_of_an_evaluation_are_scipys(page):
    """The shipped example: texts that several entries share are averaged first."""
    path = PAGE.parents[1] / "examples" / "stereotype" / "evaluation_harbour_7b.json"
    model = page["plumb_drift"].stereotype(str(path), classifier="embedded").models[0]
    rows = [row for row in model["rows"] if row["drift_raw_drift"] is not None]
    by_text = {}
    for row in rows:
        by_text.setdefault(row["entry"]["emgsd_text"], []).append(row["drift_raw_drift"])
    overall = model["summary"][0]
    found = scipy.stats.wilcoxon([np.mean(each) for each in by_text.values()])
    assert overall["wilcoxon_p_value"] == pytest.approx(found.pvalue, abs=1e-6)
    lost, gained = overall["only_control_flagged"], overall["only_bias_flagged"]
    expected = scipy.stats.binomtest(lost, lost + gained).pvalue if lost + gained else 1
    assert overall["mcnemar_p_value"] == pytest.approx(expected, abs=1e-9)


def test_the_tests_of_the_experiment_are_scipys():
    """The row that the page shows, which test_starts.py holds against the program."""
    head, row = re.search(r"^(scope,tasks,mean_delta.*)\n(overall,.*)$", PAGE.read_text(),
                          re.MULTILINE).groups()
    shown = dict(zip(head.split(","), row.split(",")))
    deltas = [-0.4, 0.0]
    t = scipy.stats.ttest_1samp(deltas, 0)
    wilcoxon = scipy.stats.wilcoxon([each for each in deltas if each])
    assert float(shown["t"]) == pytest.approx(t.statistic, abs=1e-5)
    assert float(shown["t_p_value"]) == pytest.approx(t.pvalue, abs=1e-5)
    assert float(shown["wilcoxon_p_value"]) == pytest.approx(wilcoxon.pvalue, abs=1e-5)
    assert float(shown["cohens_d"]) == pytest.approx(np.mean(deltas) / np.std(deltas, ddof=1), abs=1e-5)
