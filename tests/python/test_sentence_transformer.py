"""SentenceTransformer, as a user of sentence-transformers calls it."""

import json
import logging
import os
import pickle

import numpy as np
import plumb_drift
import pyarrow as pa
import pytest
from plumb_drift import SentenceTransformer, _core, models
from plumb_drift.errors import Corrupt, InvalidInput, PlumbWarning, Unsupported

TEXTS = ["A parcel is late.", "The refund came.", "Où est mon colis ?"]


@pytest.fixture
def model():
    return SentenceTransformer("sentence-transformers/all-MiniLM-L6-v2")


def test_a_list_gives_a_matrix_and_a_text_a_vector(model):
    matrix = model.encode(TEXTS)
    assert matrix.shape == (3, 384) and matrix.dtype == np.float32
    vector = model.encode(TEXTS[0])
    assert vector.shape == (384,)
    assert vector.tobytes() == matrix[0].tobytes()
    assert model.encode([]).shape == (0,)
    assert model.encode(sentences=TEXTS).tobytes() == matrix.tobytes()
    assert matrix.tobytes() == plumb_drift.embed(TEXTS).tobytes()


def test_the_usual_arguments_are_taken(model):
    got = model.encode(
        TEXTS,
        batch_size=2,
        show_progress_bar=False,
        output_value="sentence_embedding",
        precision="float32",
        convert_to_numpy=True,
        convert_to_tensor=False,
        device="cpu",
        normalize_embeddings=True,
    )
    assert np.linalg.norm(got, axis=1) == pytest.approx([1, 1, 1], abs=1e-6)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"output_value": "token_embeddings"}, "output_value='token_embeddings'"),
        ({"precision": "ubinary"}, "precision='ubinary'"),
        ({"device": "cuda:0"}, "computes on the CPU"),
        ({"device": ["cpu", "cpu"]}, "device="),
        ({"pool": {}}, "every CPU by itself"),
        ({"task": "retrieval"}, "task"),
    ],
)
def test_an_unsupported_argument_is_an_error(model, arguments, sentence):
    with pytest.raises(Unsupported, match=sentence):
        model.encode(TEXTS, **arguments)


def test_the_constructor_refuses_what_it_cannot_do():
    with pytest.raises(Unsupported, match="backend='onnx'"):
        SentenceTransformer("all-MiniLM-L6-v2", backend="onnx")
    with pytest.raises(Unsupported, match="device"):
        SentenceTransformer("all-MiniLM-L6-v2", device="cuda")
    SentenceTransformer("all-MiniLM-L6-v2", backend="torch", device="cpu", cache_folder=None)


@pytest.mark.parametrize(
    "arguments",
    [
        {"modules": []},
        {"cache_folder": "models"},
        {"trust_remote_code": True},
        {"revision": "torch"},
        {"token": "secret"},
        {"use_auth_token": True},
        {"model_kwargs": {"dtype": "bfloat16"}},
        {"processor_kwargs": {"padding_side": "left"}},
        {"config_kwargs": {"hidden_act": "relu"}},
    ],
)
def test_an_argument_that_would_change_the_model_is_refused(arguments):
    with pytest.raises(Unsupported, match=next(iter(arguments))):
        SentenceTransformer("all-MiniLM-L6-v2", **arguments)


def test_arguments_as_they_are_when_nobody_gives_them_pass():
    SentenceTransformer(
        "all-MiniLM-L6-v2",
        modules=None,
        trust_remote_code=False,
        revision=None,
        local_files_only=False,
        token=False,
        model_kwargs={},
        backend="torch",
    )
    with pytest.raises(TypeError, match="no_such_argument"):
        SentenceTransformer("all-MiniLM-L6-v2", no_such_argument=None)


@pytest.mark.parametrize("given", [None, 7, [None], ["a", 3], [["a", "b"]]])
def test_what_is_no_text_is_an_error(model, given):
    with pytest.raises(InvalidInput):
        model.encode(given)


@pytest.mark.parametrize("size", [0, -1, 2.5, True])
def test_a_batch_size_that_is_none_is_an_error(model, size):
    with pytest.raises(ValueError, match="batch_size must be a positive integer"):
        model.encode(TEXTS, batch_size=size)


def test_a_batch_size_may_be_numpys(model):
    assert (model.encode(TEXTS, batch_size=np.int64(8)) == model.encode(TEXTS)).all()


class Lone:
    """An array that shows its memory and nothing else."""

    def __init__(self, texts):
        self._array = pa.array(texts)

    def __arrow_c_array__(self, requested_schema=None):
        return self._array.__arrow_c_array__(requested_schema)


class LoneStream:
    """The same of chunks."""

    def __init__(self, texts):
        self._chunks = pa.chunked_array([texts[:1], texts[1:]])

    def __arrow_c_stream__(self, requested_schema=None):
        return self._chunks.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize("made", [Lone, LoneStream])
def test_prompts_stand_before_texts_in_arrow_memory(model, made):
    wanted = model.encode(TEXTS, prompt="query: ")
    assert (model.encode(made(TEXTS), prompt="query: ") == wanted).all()


def test_a_prompt_is_a_text(model):
    with pytest.raises(InvalidInput, match="prompt is 5; a text is expected"):
        model.encode(TEXTS, prompt=5)
    with pytest.raises(InvalidInput, match=r"prompt_name is \['query'\]; a text is expected"):
        model.encode(TEXTS, prompt_name=["query"])


def test_prompts_stand_before_the_texts():
    model = SentenceTransformer(prompts={"query": "query: ", "passage": "passage: "})
    plain = plumb_drift.embed(["query: late", "passage: late"])
    assert model.encode("late", prompt_name="query").tobytes() == plain[0].tobytes()
    assert model.encode("late", prompt="query: ").tobytes() == plain[0].tobytes()
    assert model.encode_query("late").tobytes() == plain[0].tobytes()
    assert model.encode_query("late", None, "query: ").tobytes() == plain[0].tobytes()
    assert model.encode_query("late", "passage").tobytes() == plain[1].tobytes()
    # As of sentence-transformers 6.2, "document" is there, and empty, unless somebody gives it.
    assert model.encode_document("late").tobytes() == plumb_drift.embed(["late"])[0].tobytes()
    model = SentenceTransformer(prompts={"document": "passage: "})
    assert model.encode_document(["late"])[0].tobytes() == plain[1].tobytes()
    with pytest.raises(ValueError, match="Prompt name 'qery' not found"):
        model.encode("late", prompt_name="qery")


def test_the_usual_prompts_are_there_and_empty(model):
    plain = plumb_drift.embed(["late"])[0].tobytes()
    assert model.prompts == {"query": "", "document": ""}
    assert model.encode("late", prompt_name="query").tobytes() == plain
    model = SentenceTransformer(prompts={"topic": "topic: "}, default_prompt_name="topic")
    assert model.encode_query("late").tobytes() == plain
    assert model.encode("late").tobytes() == plumb_drift.embed(["topic: late"])[0].tobytes()


@pytest.fixture
def folder(tmp_path):
    """The model as a folder of its own, to which tests add files."""
    source = _core.model_folder("all-MiniLM-L6-v2")
    for name in os.listdir(source):
        if os.path.isfile(os.path.join(source, name)):
            os.symlink(os.path.join(source, name), tmp_path / name)
    for name in ("modules.json", "config_sentence_transformers.json"):
        (tmp_path / name).unlink(missing_ok=True)
    return tmp_path


def modules(*kinds):
    return json.dumps(
        [
            {
                "idx": at,
                "name": str(at),
                "path": f"{at}_{kind}" if at else "",
                "type": f"sentence_transformers.models.{kind}",
            }
            for at, kind in enumerate(kinds)
        ]
    )


def test_a_module_that_is_not_computed_is_refused(folder):
    plain = plumb_drift.embed(TEXTS).tobytes()
    assert SentenceTransformer(str(folder)).encode(TEXTS).tobytes() == plain
    (folder / "modules.json").write_text(modules("Transformer", "Pooling", "Dense", "Normalize"))
    models.forget_models()
    with pytest.raises(Unsupported, match="models.Dense"):
        SentenceTransformer(str(folder)).encode(TEXTS)
    with pytest.raises(Unsupported, match="models.Dense"):
        plumb_drift.embed(TEXTS, model=str(folder))


def test_a_folder_s_own_prompts_count(folder):
    config = {"prompts": {"query": "query: ", "topic": "topic: "}, "default_prompt_name": "topic"}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(config))
    model = SentenceTransformer(str(folder))
    plain = plumb_drift.embed(["late", "query: late", "topic: late", "q: late"])
    assert model.encode("late").tobytes() == plain[2].tobytes()
    assert model.encode_query("late").tobytes() == plain[1].tobytes()
    assert model.encode_document("late").tobytes() == plain[0].tobytes()
    model = SentenceTransformer(str(folder), prompts={"query": "q: "}, default_prompt_name="query")
    assert model.encode("late").tobytes() == plain[3].tobytes()
    (folder / "config_sentence_transformers.json").write_text("[1]")
    with pytest.raises(Corrupt, match="config_sentence_transformers.json"):
        SentenceTransformer(str(folder))


def test_a_dimension_is_never_more_than_the_model_has():
    assert SentenceTransformer(truncate_dim=1000).get_embedding_dimension() == 384
    with pytest.raises(InvalidInput, match="truncate_dim is 0"):
        SentenceTransformer(truncate_dim=0)


def test_vectors_can_be_cut_short(model):
    whole = model.encode(TEXTS)
    short = model.encode(TEXTS, truncate_dim=64)
    assert np.array_equal(short, whole[:, :64])
    unit = model.encode(TEXTS, truncate_dim=64, normalize_embeddings=True)
    assert np.linalg.norm(unit, axis=1) == pytest.approx([1, 1, 1], abs=1e-6)
    with model.truncate_sentence_embeddings(32):
        assert model.encode("late").shape == (32,)
        assert model.get_sentence_embedding_dimension() == 32
    assert model.get_embedding_dimension() == 384


def test_similarity_is_the_cosine_of_every_two(model):
    vectors = model.encode(TEXTS)
    table = model.similarity(vectors, vectors)
    assert table.shape == (3, 3)
    assert np.diag(table) == pytest.approx([1, 1, 1], abs=1e-5)
    assert model.similarity_pairwise(vectors, vectors[::-1])[0] == pytest.approx(table[0, 2])
    assert model.similarity(vectors[0], vectors).shape == (1, 3)
    far = SentenceTransformer(similarity_fn_name="euclidean").similarity(vectors, vectors)
    assert far[0, 1] == pytest.approx(-np.linalg.norm(vectors[0] - vectors[1]), abs=1e-5)
    with pytest.raises(ValueError, match="similarity_fn_name"):
        model.similarity_fn_name = "maxsim"


def test_truncation_is_told(model):
    with pytest.warns(PlumbWarning, match="1 of 2 texts was longer than 256 tokens"):
        model.encode(["short", "word " * 400])
    assert model.max_seq_length == 256
    with pytest.raises(Unsupported, match="max_seq_length=128"):
        model.max_seq_length = 128


def test_progress_needs_no_number_of_texts(model, capfd):
    class Arrow:
        """What speaks the interface and does nothing else."""

        def __arrow_c_array__(self, requested_schema=None):
            return pa.array(TEXTS).__arrow_c_array__(requested_schema)

    assert len(model.encode(Arrow(), show_progress_bar=True)) == len(TEXTS)
    assert "3" in capfd.readouterr().err


def test_progress_is_shown_where_it_is_asked_for(model, capfd):
    model.encode(TEXTS, show_progress_bar=True)
    assert "3" in capfd.readouterr().err
    model.encode(TEXTS)
    assert capfd.readouterr().err == ""
    logging.getLogger("plumb_drift").setLevel(logging.INFO)
    try:
        model.encode(TEXTS)
        assert "3" in capfd.readouterr().err
    finally:
        logging.getLogger("plumb_drift").setLevel(logging.NOTSET)


def test_a_tensor_without_torch_is_an_error_that_says_so(model):
    try:
        import torch  # noqa: F401
    except ImportError:
        with pytest.raises(Unsupported, match="torch is not installed"):
            model.encode(TEXTS, convert_to_tensor=True)


def test_it_can_be_pickled(model):
    again = pickle.loads(pickle.dumps(model))
    assert again.encode("late").tobytes() == model.encode("late").tobytes()


def test_tokenize_pads_to_the_longest(model):
    got = model.tokenize(["late", "a parcel is late"])
    assert got["input_ids"].shape == (2, 6)
    assert got["attention_mask"].sum(1).tolist() == [3, 6]
