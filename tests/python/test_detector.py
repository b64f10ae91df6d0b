"""scikit-learn's manners."""

import plumb_drift
import pytest
from plumb_drift import DriftDetector, TextEmbedder
from plumb_drift.errors import InvalidInput

pytestmark = pytest.mark.filterwarnings("ignore::plumb_drift.errors.PlumbWarning")


def test_a_detector_learns_a_baseline(baseline_records, drifted_records):
    detector = DriftDetector(embeddings=False)
    with pytest.raises(InvalidInput, match="call fit"):
        detector.predict(drifted_records)
    assert detector.fit(baseline_records) is detector
    assert detector.predict(drifted_records) == "drifted"
    assert detector.predict(baseline_records) != "drifted"
    wanted = plumb_drift.compare(drifted_records, baseline_records, embeddings=False)
    assert detector.score(drifted_records) == wanted.drift_score
    assert detector.compare(drifted_records).results == wanted.results


def test_parameters_are_scikit_learns(baseline_records):
    detector = DriftDetector(alpha=0.01)
    assert detector.get_params()["alpha"] == 0.01
    assert detector.set_params(alpha=0.1).alpha == 0.1
    again = DriftDetector(**detector.get_params())
    assert repr(again) == repr(detector)
    with pytest.raises(InvalidInput, match="no parameter 'alfa'"):
        detector.set_params(alfa=1)


def test_an_embedder_is_a_transformer():
    texts = ["late", "refund"]
    embedder = TextEmbedder()
    assert embedder.fit(texts).transform(texts).tobytes() == plumb_drift.embed(texts).tobytes()
    assert embedder.fit_transform(texts).shape == (2, 384)
    assert len(embedder.get_feature_names_out()) == 384
