"""The options of plumb_drift.spark.compare, which are looked at before Spark is asked for anything."""

import pytest
from plumb_drift import spark
from plumb_drift.errors import InvalidInput


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fail_on": "vrdict"}, "vrdict"),
        ({"fail_on": ["verdict", "score:101"]}, "101"),
        ({"thresholds": {"outptu": 0.3}}, "outptu"),
        ({"alpha": "much"}, "alpha is 'much'"),
        ({"permutations": 3}, "permutations is 3"),
        ({"keeptext": False}, "does not take .'keeptext'.; it takes .*'keep_text'"),
        ({"embeddings": [[0.5]]}, "their column embedding"),
    ],
)
def test_a_wrong_option_is_told_before_the_data_frame_is_looked_at(options, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        spark.compare(None, None, **options)


def test_good_options_lead_on_to_the_data_frame():
    options = {"instruction_set": "avx2", "keep_text": False, "name": "monday", "check_ids": True}
    with pytest.raises(InvalidInput, match="a data frame of Spark is expected"):
        spark.compare(None, None, fail_on="verdict", seed=7, columns={"response": "a"}, **options)


def test_options_go_where_they_belong():
    given = {"seed": 7, "threads": 1, "keep_text": False, "instruction_set": "avx2", "name": "monday"}
    given |= {"check_ids": True, "format": "csv", "fail_on": "verdict", "sample_rows": 9}
    made, reading, comparing = spark._split_options(given)
    assert made == {"seed": 7, "keep_text": False, "instruction_set": "avx2", "sample_rows": 9}
    assert reading == {"format": "csv"}
    assert comparing == {"seed": 7, "threads": 1, "fail_on": "verdict"}
