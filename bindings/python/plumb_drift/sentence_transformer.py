"""sentence_transformers.SentenceTransformer by Plumb: users switch by one import.

    from plumb_drift import SentenceTransformer

    model = SentenceTransformer("all-MiniLM-L6-v2")
    vectors = model.encode(["a text", "another"])

The arguments are those of sentence-transformers 6 and mean the same. What Plumb cannot do is an
error that says so, never ignored.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypedDict, Unpack, overload

from . import _core, models, tables
from .embedding import warn_of_truncated
from .errors import Corrupt, InvalidInput, Unsupported
from .inputs import texts as as_texts
from .similarity import SIMILARITIES, SimilarityName, compared
from .sources import Precision, Texts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from torch import Tensor

    from .similarity import Embedded

logger = logging.getLogger(__name__)


def _refuse(what: str, why: str) -> NoReturn:
    raise Unsupported(f"SentenceTransformer of Plumb does not take {what}: {why}")


def _check_device(device: object) -> None:
    if device is None or str(device) == "cpu":
        return
    _refuse(f"device={device!r}", "it computes on the CPU; leave device out, or give 'cpu'")


def _check_arguments(given: dict[str, Any]) -> None:
    """Those of sentence-transformers that say where a model comes from or how it is made: what they
    are when nobody gives them passes."""
    usual: dict[str, tuple[Any, ...]] = {
        "backend": ("torch",),
        "trust_remote_code": (False,),
        "token": (None, False),
        "use_auth_token": (None, False),
        "model_kwargs": (None, {}),
        "processor_kwargs": (None, {}),
        "config_kwargs": (None, {}),
    }
    for name, value in given.items():
        if not any(value is each or value == each for each in usual.get(name, (None,))):
            _refuse(f"{name}={value!r}", "models come from Plumb's cache or a folder, as they are")


def _check_dimensions(truncate_dim: object) -> None:
    if truncate_dim is not None:
        models.whole_number("truncate_dim", truncate_dim, 1, 2**31)


def _saved(folder: str, *name: str) -> dict[str, Any]:
    """A JSON object of a model's folder; an empty one where it is not there."""
    path = os.path.join(folder, *name)
    try:
        with open(path, encoding="utf-8") as file:
            found = json.loads(file.read(2**20))
    except OSError:
        return {}
    except (ValueError, RecursionError) as error:
        raise Corrupt(f"{path} is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise Corrupt(f"{path} is not a JSON object")
    return found


def _saved_prompts(config: dict[str, Any], folder: str) -> dict[str, str]:
    found = config.get("prompts") or {}
    if isinstance(found, dict) and all(isinstance(each, str) for each in found.values()):
        return found
    raise Corrupt(f"{folder}: prompts of config_sentence_transformers.json are no texts by name")


def _progress_bar(total: int | None) -> tuple[Callable[[int], None], Callable[[], None]]:
    """(update with the number done, close): tqdm where it is there, else a line on stderr.

    Arrow's interface tells no number of texts beforehand, where an object has nothing else.
    """
    try:
        from tqdm.auto import tqdm
    except ImportError:

        def tell(done: int) -> None:
            of_all = "" if total is None else f"/{total}"
            print(f"\rTexts: {done}{of_all}", end="", file=sys.stderr, flush=True)

        return tell, lambda: print(file=sys.stderr)
    bar = tqdm(total=total, desc="Texts")
    return lambda done: bar.update(done - bar.n), bar.close


class EncodeOptions(TypedDict, total=False):
    """encode()'s arguments but for texts, prompts and the kind of what comes back."""

    batch_size: int
    show_progress_bar: bool | None
    output_value: str | None
    precision: str
    device: object
    normalize_embeddings: bool
    truncate_dim: int | None


class SentenceTransformer:
    """A model of the kind of all-MiniLM-L6-v2. It is loaded by the first call that needs it."""

    def __init__(
        self,
        model_name_or_path: str | None = None,
        *,
        modules: Any = None,
        device: str | None = None,
        prompts: dict[str, str] | None = None,
        default_prompt_name: str | None = None,
        cache_folder: str | None = None,
        trust_remote_code: bool = False,
        revision: str | None = None,
        local_files_only: bool = False,
        token: bool | str | None = None,
        use_auth_token: bool | str | None = None,
        model_kwargs: dict[str, Any] | None = None,
        processor_kwargs: dict[str, Any] | None = None,
        config_kwargs: dict[str, Any] | None = None,
        model_card_data: Any = None,
        backend: str = "torch",
        similarity_fn_name: SimilarityName | None = None,
        truncate_dim: int | None = None,
        precision: Precision = "f32",
        threads: int | None = None,
    ) -> None:
        """`precision` and `threads` are Plumb's own: int8 is faster and less exact.

        The others are those of sentence-transformers 6.2. `local_files_only` is without effect:
        nothing is ever downloaded. A folder's own prompts and similarity count where none are given.
        """
        _check_arguments(
            {
                "modules": modules,
                "cache_folder": cache_folder,
                "trust_remote_code": trust_remote_code,
                "revision": revision,
                "token": token,
                "use_auth_token": use_auth_token,
                "model_kwargs": model_kwargs,
                "processor_kwargs": processor_kwargs,
                "config_kwargs": config_kwargs,
                "model_card_data": model_card_data,
                "backend": backend,
            }
        )
        _check_device(device)
        _check_dimensions(truncate_dim)
        self._model = str(model_name_or_path or models.DEFAULT_MODEL)
        if self._model == f"sentence-transformers/{models.DEFAULT_MODEL}":
            self._model = models.DEFAULT_MODEL
        self._precision = precision
        self._threads = threads
        saved = _saved(self._model, "config_sentence_transformers.json")
        self.prompts: dict[str, str] = {"query": "", "document": ""}
        self.prompts |= _saved_prompts(saved, self._model) | dict(prompts or {})
        if default_prompt_name is None:
            default_prompt_name = saved.get("default_prompt_name")
        if default_prompt_name is not None and default_prompt_name not in self.prompts:
            raise InvalidInput(
                f"default_prompt_name is {default_prompt_name!r}; prompts has {list(self.prompts)}"
            )
        self.default_prompt_name = default_prompt_name
        self.similarity_fn_name = similarity_fn_name or saved.get("similarity_fn_name") or "cosine"
        self.truncate_dim = truncate_dim

    def __repr__(self) -> str:
        return f"SentenceTransformer({self._model!r}, precision={self._precision!r})"

    @property
    def _loaded(self) -> _core.EmbeddingModel:
        return models.embedding_model(self._model, self._precision, self._threads)

    # What comes back follows from the two switches alone; a str gives one row of it.
    @overload
    def encode(
        self,
        inputs: str | Texts,
        prompt_name: str | None = ...,
        prompt: str | None = ...,
        batch_size: int = ...,
        show_progress_bar: bool | None = ...,
        output_value: str | None = ...,
        precision: str = ...,
        convert_to_numpy: Literal[True] = ...,
        convert_to_tensor: Literal[False] = ...,
        device: object = ...,
        normalize_embeddings: bool = ...,
        truncate_dim: int | None = ...,
    ) -> npt.NDArray[np.float32]: ...
    @overload
    def encode(
        self,
        inputs: str | Texts,
        prompt_name: str | None = ...,
        prompt: str | None = ...,
        *,
        convert_to_numpy: bool = ...,
        convert_to_tensor: Literal[True],
        **options: Unpack[EncodeOptions],
    ) -> Tensor: ...
    @overload
    def encode(
        self,
        inputs: str | Texts,
        prompt_name: str | None = ...,
        prompt: str | None = ...,
        *,
        convert_to_numpy: bool = ...,
        convert_to_tensor: bool = ...,
        **options: Unpack[EncodeOptions],
    ) -> npt.NDArray[np.float32] | Tensor | list[Tensor]: ...
    def encode(
        self,
        inputs: str | Texts | None = None,
        prompt_name: str | None = None,
        prompt: str | None = None,
        batch_size: int = 32,
        show_progress_bar: bool | None = None,
        output_value: str | None = "sentence_embedding",
        precision: str = "float32",
        convert_to_numpy: bool = True,
        convert_to_tensor: bool = False,
        device: object = None,
        normalize_embeddings: bool = False,
        truncate_dim: int | None = None,
        pool: object = None,
        chunk_size: int | None = None,
        **kwargs: Any,
    ) -> Any:
        """One vector a text; a single str gives a single vector.

        Vectors have unit length whatever `normalize_embeddings` says, as the model's own pipeline
        normalises them; after `truncate_dim` it matters. `batch_size` is checked and otherwise
        without effect: Plumb makes its own batches, and no vector depends on them.
        """
        if inputs is None and "sentences" in kwargs:
            inputs = kwargs.pop("sentences")
        if kwargs:
            _refuse(f"{sorted(kwargs)}", "encode has no such arguments")
        if inputs is None:
            raise InvalidInput("encode needs a text or a list of texts")
        self._check(output_value, precision, device, pool, chunk_size, batch_size)
        single = isinstance(inputs, str)
        texts = [inputs] if isinstance(inputs, str) else as_texts(inputs, "inputs")
        chosen = self._prompt(prompt, prompt_name)
        if chosen:
            if _saved(self._model, "1_Pooling", "config.json").get("include_prompt") is False:
                _refuse("a prompt with this model", "its pooling leaves prompts out, Plumb's does not")
            texts = _prefixed(chosen, texts)
        vectors = self._vectors(texts, show_progress_bar)
        vectors = _shortened(
            vectors,
            self.truncate_dim if truncate_dim is None else truncate_dim,
            normalize_embeddings,
        )
        return _as_wanted(vectors, single, convert_to_numpy, convert_to_tensor)

    @overload
    def encode_query(
        self,
        inputs: str | Texts,
        prompt_name: str | None = ...,
        prompt: str | None = ...,
        *,
        convert_to_numpy: Literal[True] = ...,
        convert_to_tensor: Literal[False] = ...,
        **options: Unpack[EncodeOptions],
    ) -> npt.NDArray[np.float32]: ...
    @overload
    def encode_query(
        self,
        inputs: str | Texts,
        prompt_name: str | None = ...,
        prompt: str | None = ...,
        *,
        convert_to_numpy: bool = ...,
        convert_to_tensor: Literal[True],
        **options: Unpack[EncodeOptions],
    ) -> Tensor: ...
    @overload
    def encode_query(
        self,
        inputs: str | Texts,
        prompt_name: str | None = ...,
        prompt: str | None = ...,
        *,
        convert_to_numpy: bool = ...,
        convert_to_tensor: bool = ...,
        **options: Unpack[EncodeOptions],
    ) -> npt.NDArray[np.float32] | Tensor | list[Tensor]: ...
    def encode_query(
        self,
        inputs: str | Texts,
        prompt_name: str | None = None,
        prompt: str | None = None,
        *more: Any,
        **arguments: Any,
    ) -> Any:
        """encode, with the prompt "query", which is empty unless somebody gave one."""
        if prompt_name is None and prompt is None:
            prompt_name = self._first_prompt("query")
        return self.encode(inputs, prompt_name, prompt, *more, **arguments)

    @overload
    def encode_document(
        self,
        inputs: str | Texts,
        prompt_name: str | None = ...,
        prompt: str | None = ...,
        *,
        convert_to_numpy: Literal[True] = ...,
        convert_to_tensor: Literal[False] = ...,
        **options: Unpack[EncodeOptions],
    ) -> npt.NDArray[np.float32]: ...
    @overload
    def encode_document(
        self,
        inputs: str | Texts,
        prompt_name: str | None = ...,
        prompt: str | None = ...,
        *,
        convert_to_numpy: bool = ...,
        convert_to_tensor: Literal[True],
        **options: Unpack[EncodeOptions],
    ) -> Tensor: ...
    @overload
    def encode_document(
        self,
        inputs: str | Texts,
        prompt_name: str | None = ...,
        prompt: str | None = ...,
        *,
        convert_to_numpy: bool = ...,
        convert_to_tensor: bool = ...,
        **options: Unpack[EncodeOptions],
    ) -> npt.NDArray[np.float32] | Tensor | list[Tensor]: ...
    def encode_document(
        self,
        inputs: str | Texts,
        prompt_name: str | None = None,
        prompt: str | None = None,
        *more: Any,
        **arguments: Any,
    ) -> Any:
        """encode, with the prompt "document", which is empty unless somebody gave one; "passage" or
        "corpus" where it was taken out of `prompts`."""
        if prompt_name is None and prompt is None:
            prompt_name = self._first_prompt("document", "passage", "corpus")
        return self.encode(inputs, prompt_name, prompt, *more, **arguments)

    def _first_prompt(self, *names: str) -> str | None:
        return next((name for name in names if name in self.prompts), None)

    def _check(
        self,
        output_value: str | None,
        precision: str,
        device: object,
        pool: object,
        chunk_size: int | None,
        batch_size: int,
    ) -> None:
        if output_value != "sentence_embedding":
            _refuse(f"output_value={output_value!r}", "it gives sentence embeddings alone")
        if precision not in (None, "float32"):
            _refuse(
                f"precision={precision!r}",
                "vectors are float32; quantise them afterwards. For int8 arithmetic give "
                "precision='int8' to the constructor",
            )
        if pool is not None or chunk_size is not None:
            _refuse("pool and chunk_size", "it uses every CPU by itself")
        _check_device(device)
        try:
            models.whole_number("batch_size", batch_size, 1, 2**63)
        except InvalidInput:  # in the words that users of sentence-transformers know
            raise InvalidInput(
                f"batch_size must be a positive integer, got {batch_size}."
            ) from None

    def _prompt(self, prompt: str | None, prompt_name: str | None) -> str | None:
        for name, given in (("prompt", prompt), ("prompt_name", prompt_name)):
            if given is not None and not isinstance(given, str):
                raise InvalidInput(f"{name} is {given!r}; a text is expected")
        if prompt is not None:
            if prompt_name is not None:
                logger.warning("prompt and prompt_name are both given; prompt_name is ignored")
            return prompt
        if prompt_name is None:
            prompt_name = self.default_prompt_name
        if prompt_name is None:
            return None
        if prompt_name not in self.prompts:
            raise InvalidInput(
                f"Prompt name '{prompt_name}' not found in the configured prompts dictionary with "
                f"keys {list(self.prompts)!r}."
            )
        return self.prompts[prompt_name]

    def _vectors(self, texts: Texts, show: bool | None) -> npt.NDArray[np.float32]:
        if show is None:
            show = logger.getEffectiveLevel() in (logging.INFO, logging.DEBUG)
        loaded = self._loaded
        if not show:
            vectors, _, truncated = loaded.embed(texts, what="inputs")
        else:
            update, close = _progress_bar(len(texts) if isinstance(texts, Sized) else None)
            try:
                vectors, _, truncated = loaded.embed(texts, update, "inputs")
            finally:
                close()
        warn_of_truncated(truncated, loaded.max_tokens, "plumb_drift.embed tells which")
        return vectors

    @property
    def similarity_fn_name(self) -> SimilarityName:
        """How similarity() compares: cosine, dot, euclidean or manhattan."""
        return self._similarity_fn_name

    @similarity_fn_name.setter
    def similarity_fn_name(self, value: Any) -> None:
        value = getattr(value, "value", value)
        if value not in SIMILARITIES:
            raise InvalidInput(f"similarity_fn_name is {value!r}; it can be one of {SIMILARITIES}")
        self._similarity_fn_name: SimilarityName = value

    @overload
    def similarity(self, embeddings1: Embedded, embeddings2: Embedded) -> npt.NDArray[np.float32]: ...
    @overload
    def similarity(self, embeddings1: Any, embeddings2: Any) -> Any: ...
    def similarity(self, embeddings1: Any, embeddings2: Any) -> Any:
        """Of every two, as a matrix: a torch tensor for tensors, else a numpy array."""
        return compared(embeddings1, embeddings2, self.similarity_fn_name, pairwise=False)

    @overload
    def similarity_pairwise(
        self, embeddings1: Embedded, embeddings2: Embedded
    ) -> npt.NDArray[np.float32]: ...
    @overload
    def similarity_pairwise(self, embeddings1: Any, embeddings2: Any) -> Any: ...
    def similarity_pairwise(self, embeddings1: Any, embeddings2: Any) -> Any:
        """Of embeddings1[i] and embeddings2[i]."""
        return compared(embeddings1, embeddings2, self.similarity_fn_name, pairwise=True)

    def tokenize(self, texts: Texts) -> dict[str, npt.NDArray[np.int64]]:
        """Ids, mask and types as numpy arrays, padded to the longest text."""
        import numpy as np

        rows = models.tokenizer_model(self._model).encode(as_texts(texts), self.max_seq_length)
        width = max((len(ids) for ids, _ in rows), default=0)
        ids = np.zeros((len(rows), width), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, (found, _) in enumerate(rows):
            ids[row, : len(found)] = found
            mask[row, : len(found)] = 1
        return {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}

    def get_embedding_dimension(self) -> int:
        """How many numbers a vector has, after `truncate_dim`."""
        _check_dimensions(self.truncate_dim)
        whole = int(self._loaded.dimension)
        return whole if self.truncate_dim is None else min(whole, self.truncate_dim)

    get_sentence_embedding_dimension = get_embedding_dimension

    def get_max_seq_length(self) -> int:
        """max_seq_length."""
        return self.max_seq_length

    @property
    def max_seq_length(self) -> int:
        """How many tokens of a text the model reads; no other number can be set."""
        return self._loaded.max_tokens

    @max_seq_length.setter
    def max_seq_length(self, value: int) -> None:
        if value != self.max_seq_length:
            _refuse(f"max_seq_length={value}", f"this model reads {self.max_seq_length} tokens")

    @property
    def device(self) -> str:
        """Always "cpu"."""
        return "cpu"

    def to(self, device: object) -> SentenceTransformer:
        """The model itself; another device than the CPU is refused."""
        _check_device(device)
        return self

    def cpu(self) -> SentenceTransformer:
        """The model itself, which is there already."""
        return self

    def eval(self) -> SentenceTransformer:
        """The model itself, which never trains."""
        return self

    @contextmanager
    def truncate_embeddings(self, truncate_dim: int | None) -> Iterator[None]:
        """Vectors have `truncate_dim` numbers within a `with` of it."""
        _check_dimensions(truncate_dim)
        before = self.truncate_dim
        try:
            self.truncate_dim = truncate_dim
            yield
        finally:
            self.truncate_dim = before

    truncate_sentence_embeddings = truncate_embeddings


def _prefixed(prompt: str, texts: Any) -> list[str]:
    if not isinstance(texts, Iterable):  # Arrow memory, of which nothing else is known
        arrow = tables.pyarrow("a prompt before texts in Arrow's memory")
        is_stream = hasattr(texts, "__arrow_c_stream__")
        texts = arrow.chunked_array(texts) if is_stream else arrow.array(texts)
    prefixed = []
    for index, text in enumerate(texts.to_pylist() if hasattr(texts, "to_pylist") else texts):
        if not isinstance(text, str):
            raise InvalidInput(f"inputs[{index}] is {text!r}; a text is expected")
        prefixed.append(prompt + text)
    return prefixed


def _shortened(
    vectors: npt.NDArray[np.float32], truncate_dim: int | None, normalize: bool
) -> npt.NDArray[np.float32]:
    if truncate_dim is None:
        return vectors
    import numpy as np

    _check_dimensions(truncate_dim)
    vectors = np.ascontiguousarray(vectors[:, :truncate_dim])
    if normalize:
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return vectors


def _as_wanted(
    vectors: npt.NDArray[np.float32], single: bool, to_numpy: bool, to_tensor: bool
) -> npt.NDArray[np.float32] | Tensor | list[Tensor]:
    if to_tensor or not to_numpy:
        try:
            import torch
        except ImportError:
            _refuse("convert_to_tensor", "torch is not installed; take the numpy array")
        tensor = torch.from_numpy(vectors)
        if single:
            return tensor[0]
        return tensor if to_tensor else list(tensor)
    if single:
        return vectors[0]
    if not len(vectors):
        import numpy as np

        return np.array([])
    return vectors
