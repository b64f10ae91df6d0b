"""Evidently's own choice of test for each kind of column, called as its report calls it.

Its tests are called directly, without the report around them, which would only
cost it time. What is called drifted is its decision, at its default threshold.
"""

import warnings

import pandas as pd
from evidently.legacy.calculations.stattests import get_stattest
from evidently.legacy.core import ColumnType
from evidently.legacy.metrics.data_drift.embedding_drift_methods import model

warnings.filterwarnings("ignore")

DRIFT_SHARE = 0.5  # of the columns, from which its data drift preset calls a dataset drifted


def numerical(reference, current):
    """(name of the test, drifted) of a numerical column."""
    return _column(pd.Series(reference), pd.Series(current), ColumnType.Numerical)


def categorical(reference, current):
    return _column(pd.Series(reference), pd.Series(current), ColumnType.Categorical)


def _column(reference, current, kind):
    test = get_stattest(reference, current, kind, None)
    return test.display_name, bool(test(reference, current, kind, None).drifted)


def embeddings(reference, current):
    """Its default for embeddings: a classifier's AUC, against random guesses where the
    reference has fewer than 1,000 rows and against 0.55 from there on."""
    bootstrap = len(reference) < 1000
    reference, current = pd.DataFrame(reference), pd.DataFrame(current)
    _, drifted, _ = model(bootstrap=bootstrap)(current, reference)
    return f"model, {'bootstrap' if bootstrap else 'AUC > 0.55'}", bool(drifted)
