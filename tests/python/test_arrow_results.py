"""Profile.add_batches: results in Arrow's memory are what the same records are."""

import pyarrow as pa
import pytest
from plumb_drift import Profile
from plumb_drift.errors import InvalidInput, PlumbWarning

SCHEMA = pa.schema(
    {
        "id": pa.string(),
        "prompt": pa.string(),
        "response": pa.string(),
        "severity": pa.string(),
        "tools": pa.list_(pa.string()),
        "labels": pa.map_(pa.string(), pa.string()),
        "embedding": pa.list_(pa.float32()),
        "other": pa.int64(),
    }
)


def records(count):
    return [
        {
            "id": f"r{i}",
            "prompt": None if i % 4 == 0 else f"question {i % 3}",
            "response": ["", "Ja.", "日本語 and more than twelve bytes", "naïve"][i % 4],
            "severity": [None, "low", "HIGH", "critical"][i % 4],
            "tools": [None, [], ["find"], ["find", "a tool with a long name"]][i % 4],
            "labels": [None, {}, {"model": "b", "area": "x"}][i % 3],
            "embedding": [i / 3, -1.0, 1e-3],
            "other": i,
        }
        for i in range(count)
    ]


def plain(some):
    return [{key: value for key, value in row.items() if value is not None} for row in some]


def batch_of(some, schema=SCHEMA):
    rows = [
        row | {"labels": None if row["labels"] is None else list(row["labels"].items())}
        for row in some
    ]
    return pa.RecordBatch.from_pylist(rows, schema)


def with_types(**changes):
    return pa.schema([(each.name, changes.get(each.name, each.type)) for each in SCHEMA])


@pytest.fixture
def wanted():
    return Profile(plain(records(50))).to_bytes()


@pytest.mark.parametrize(
    "schema",
    [
        SCHEMA,
        with_types(**dict.fromkeys(["id", "prompt", "response", "severity"], pa.large_string())),
        with_types(**dict.fromkeys(["id", "prompt", "response", "severity"], pa.string_view())),
        with_types(severity=pa.dictionary(pa.int8(), pa.string())),
        with_types(tools=pa.large_list(pa.string())),
        with_types(tools=pa.list_(pa.large_string()), embedding=pa.large_list(pa.float32())),
        with_types(embedding=pa.list_(pa.float32(), 3)),
    ],
    ids=["plain", "large", "view", "dictionary", "large_list", "mixed", "fixed_size"],
)
def test_batches_of_any_layout_and_size_are_what_the_records_are(schema, wanted):
    some = records(50)
    assert Profile().add_batches([batch_of(some, schema)]).to_bytes() == wanted
    cut = [batch_of(some, schema).slice(start, 7) for start in range(0, 50, 7)]
    assert Profile().add_batches(iter(cut)).to_bytes() == wanted
    table = pa.Table.from_batches([batch_of(some, schema), batch_of(some, schema).slice(0, 0)])
    assert Profile().add_batches(table.to_batches(max_chunksize=11)).to_bytes() == wanted


def test_no_batch_and_an_empty_one_are_no_result():
    assert len(Profile().add_batches([])) == 0
    assert len(Profile().add_batches([batch_of([])])) == 0


def test_the_model_embeds_what_brings_no_vector():
    some = records(20)
    batch = batch_of(some).drop_columns(["embedding"])
    without = [
        {key: value for key, value in row.items() if key != "embedding"} for row in plain(some)
    ]
    assert Profile().add_batches([batch]).to_bytes() == Profile(without).to_bytes()
    bare = Profile(embeddings=False).add_batches([batch])
    assert bare.to_bytes() == Profile(without, embeddings=False).to_bytes()


def test_truncated_responses_are_told_of():
    batch = pa.record_batch({"id": ["a", "b"], "response": ["word " * 300, "short"]})
    with pytest.warns(PlumbWarning, match="1 of 2 responses in the batches were longer than 256"):
        Profile().add_batches([batch])


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"response": ["a"]}, 'no column "id"'),
        ({"id": ["a"]}, 'no column "response"'),
        ({"id": [1], "response": ["a"]}, 'the column "id" is an Arrow array of the format "l"'),
        ({"id": ["a"], "response": ["b"], "tools": ["find"]}, "lists of strings are expected"),
        ({"id": ["a"], "response": ["b"], "labels": ["x"]}, "maps of strings to strings"),
        ({"id": ["a"], "response": ["b"], "embedding": [[1]]}, "lists of floats are expected"),
        ({"id": pa.array([None], pa.string()), "response": ["b"]}, "a row has no id"),
        ({"id": [""], "response": ["b"]}, "a row has no id"),
        ({"id": ["a"], "response": pa.array([None], pa.string())}, "there is no response"),
        ({"id": ["a", "a"], "response": ["b", "c"]}, 'the result "a": its id comes twice'),
        ({"id": ["a"], "response": ["b"], "severity": ["bad"]}, 'the severity "bad" is not known'),
        ({"id": ["a"], "response": ["b"], "tools": [[" "]]}, "a tool's name is blank"),
        ({"id": ["a"], "response": ["b"], "embedding": [[1.0, None]]}, "a component of its"),
    ],
)
def test_what_is_no_result_is_refused_and_nothing_is_added(columns, sentence):
    profile = Profile(embeddings=False)
    good = pa.record_batch({"id": ["first"], "response": ["fine"]})
    with pytest.raises(InvalidInput, match=sentence):
        profile.add_batches([good, pa.record_batch(columns)])
    assert len(profile) == 0


def test_ids_are_told_apart_between_batches_and_calls():
    one = pa.record_batch({"id": ["a"], "response": ["b"]})
    with pytest.raises(InvalidInput, match="its id comes twice"):
        Profile(embeddings=False).add_batches([one, one])
    with pytest.raises(InvalidInput, match='both profiles hold the result "a"'):
        Profile(embeddings=False).add_batches([one]).add_batches([one])


def test_bytes_that_are_no_utf_8_are_refused():
    text = pa.array([b"\xff\xfe"], pa.binary()).view(pa.string())
    with pytest.raises(InvalidInput, match='"response" is not UTF-8'):
        Profile(embeddings=False).add_batches([pa.record_batch({"id": ["a"], "response": text})])


def test_what_the_iterator_raises_comes_through():
    def batches():
        yield pa.record_batch({"id": ["a"], "response": ["b"]})
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        Profile(embeddings=False).add_batches(batches())
    with pytest.raises(InvalidInput, match="a batch is of the type int"):
        Profile(embeddings=False).add_batches([3])
    with pytest.raises(InvalidInput, match="a record batch is expected"):
        Profile(embeddings=False).add_batches([pa.array(["a"])])
