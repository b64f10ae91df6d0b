"""scikit-learn's manners: fit, transform, predict, get_params. scikit-learn is not needed."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Self

from . import models
from .embedding import embed
from .errors import InvalidInput
from .measures import compare
from .profile import Profile, Side
from .results import Comparison
from .sources import Precision, Texts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from sklearn.utils import Tags


class _Estimator:
    """Parameters as scikit-learn's clone() and Pipeline ask for them."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's arguments by name; `deep` changes nothing, as none has its own."""
        names = list(inspect.signature(type(self).__init__).parameters)[1:]
        return {name: getattr(self, name) for name in names}

    def set_params(self, **params: Any) -> Self:
        """Changes arguments of the constructor, by name."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise InvalidInput(
                    f"{type(self).__name__} has no parameter {name!r}: {list(known)}"
                )
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Tags:
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(),
            input_tags=InputTags(string=True, one_d_array=True, two_d_array=False),
        )

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"{type(self).__name__}({given})"


class TextEmbedder(_Estimator):
    """A transformer from texts to vectors, for pipelines."""

    def __init__(
        self,
        model: str = models.DEFAULT_MODEL,
        precision: Precision = "f32",
        threads: int | None = None,
    ) -> None:
        self.model = model
        self.precision = precision
        self.threads = threads

    def fit(self, X: Texts | None = None, y: object = None) -> Self:
        """Nothing is learnt."""
        return self

    def transform(self, X: Texts) -> npt.NDArray[np.float32]:
        """A vector a text, as embed() gives them."""
        return embed(X, model=self.model, precision=self.precision, threads=self.threads)

    def fit_transform(self, X: Texts, y: object = None) -> npt.NDArray[np.float32]:
        """transform(), since nothing is learnt."""
        return self.transform(X)

    def get_feature_names_out(self, input_features: object = None) -> npt.NDArray[np.object_]:
        """embedding_0, embedding_1 and so on, one for each number of a vector."""
        import numpy as np

        dimension = models.embedding_model(self.model, self.precision, self.threads).dimension
        return np.array([f"embedding_{i}" for i in range(dimension)], dtype=object)


class DriftDetector(_Estimator):
    """Learns a baseline, then says of other runs whether they drifted from it."""

    def __init__(
        self,
        alpha: float = 0.05,
        permutations: int = 1999,
        embeddings: bool = True,
        thresholds: dict[str, float] | None = None,
        seed: int = 42,
        model: str = models.DEFAULT_MODEL,
        precision: Precision = "f32",
        threads: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.permutations = permutations
        self.embeddings = embeddings
        self.thresholds = thresholds
        self.seed = seed
        self.model = model
        self.precision = precision
        self.threads = threads

    def _made(self) -> dict[str, Any]:
        names = ("embeddings", "seed", "model", "precision", "threads")
        return {name: getattr(self, name) for name in names}

    def fit(self, baseline: Side, y: object = None) -> Self:
        """`baseline` is what compare() takes; of it a Profile is kept."""
        self.baseline_ = Profile.of(baseline, "baseline", **self._made())
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "baseline_")

    def compare(self, current: Side) -> Comparison:
        """The whole comparison of a run with the baseline."""
        if not self.__sklearn_is_fitted__():
            raise InvalidInput("this DriftDetector has no baseline yet; call fit(baseline) first")
        return compare(
            current,
            self.baseline_,
            alpha=self.alpha,
            permutations=self.permutations,
            thresholds=self.thresholds,
            **self._made(),
        )

    def score(self, current: Side, y: object = None) -> float:
        """The drift score: 100 minus what drift costs, so that more is better."""
        return self.compare(current).drift_score

    def predict(self, current: Side) -> str:
        """The verdict on a run: "drifted", "stable" or "undecided"."""
        return self.compare(current).verdict
