"""How alike vectors are, by the names that sentence-transformers has for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    # Vectors that are no tensors.
    Embedded: TypeAlias = npt.NDArray[np.generic] | Sequence[npt.NDArray[np.generic]]

SimilarityName = Literal["cosine", "dot", "euclidean", "manhattan"]
SIMILARITIES = ("cosine", "dot", "euclidean", "manhattan")


def _matrix(embeddings: Any) -> npt.NDArray[np.float32]:
    import numpy as np

    if isinstance(embeddings, (list, tuple)):
        embeddings = [np.asarray(each) for each in embeddings]
    return np.atleast_2d(np.asarray(embeddings, dtype=np.float32))


def compared(left: Any, right: Any, name: SimilarityName, *, pairwise: bool) -> Any:
    """Of every two, or of left[i] and right[i]: a torch tensor for tensors, else a numpy array."""
    import numpy as np

    first = left[0] if isinstance(left, (list, tuple)) and left else left
    is_tensor = type(first).__module__.partition(".")[0] == "torch"
    a, b = _matrix(left), _matrix(right)
    if name == "cosine":
        a = a / np.maximum(np.linalg.norm(a, axis=1, keepdims=True), 1e-12)
        b = b / np.maximum(np.linalg.norm(b, axis=1, keepdims=True), 1e-12)
    if name in ("cosine", "dot"):
        found = (a * b).sum(axis=1) if pairwise else a @ b.T
    else:
        between = a - b if pairwise else a[:, None, :] - b[None, :, :]
        if name == "euclidean":
            found = -np.sqrt((between**2).sum(axis=-1))
        else:
            found = -np.abs(between).sum(axis=-1)
    if not is_tensor:
        return found
    import torch

    return torch.from_numpy(np.ascontiguousarray(found))
