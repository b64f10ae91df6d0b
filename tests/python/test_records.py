"""Records of every kind and format: files of other tools, tables, vectors from elsewhere."""

import gzip
import json
import pickle
import subprocess
import sys
import zlib

import numpy as np
import pandas as pd
import plumb_drift
import pyarrow as pa
import pytest
from conftest import ROOT
from plumb_drift import tables
from plumb_drift.errors import InvalidInput, NotFound, PlumbWarning
from pyarrow import parquet

# Of answers that are blank, as one of the goldens is.
pytestmark = pytest.mark.filterwarnings("ignore:.*responses of the .* run are blank")

GOLDEN = ROOT / "tests" / "golden"
ROWS = [
    {"id": "a", "answer": "It arrives on Monday.", "region": "north", "tier": 1, "score": 0.5},
    {"id": "b", "answer": "It arrives on Tuesday.", "region": "south", "tier": 2, "score": None},
]
COLUMNS = {"response": "answer", "label": ["region", "tier"]}
RESULTS = [
    {"id": "a", "response": ROWS[0]["answer"], "labels": {"region": "north", "tier": "1"}},
    {"id": "b", "response": ROWS[1]["answer"], "labels": {"region": "south", "tier": "2"}},
]


def unpacked(name):
    return zlib.decompress((GOLDEN / "imports" / f"{name}.z").read_bytes())


def lines_of(path):
    """str.splitlines would cut at U+2028 too."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(unpacked("openai/chat.jsonl"))
    return path


def test_another_tools_file_is_read_as_it_is(chat):
    run = plumb_drift.read_results(chat)
    expected = json.loads((GOLDEN / "imports" / "openai" / "chat.jsonl.expected.json").read_text())
    assert [row["response"] for row in run] == [row["response"] for row in expected["results"]]
    assert len(run) == 8 and run.failed == 0 and run.source == str(chat)
    assert run[1]["tools"] == expected["results"][1]["tools"]
    frame = run.to_pandas()
    assert list(frame["id"]) == [row["id"] for row in expected["results"]]
    assert frame["label.metadata.lang"][0] == "en"
    assert "<table>" in run._repr_html_()
    log = plumb_drift.read_sessions(chat)
    assert [step["step"] for step in log if step["session"] == "multi_turn"] == [0, 1, 2]
    assert pickle.loads(pickle.dumps(run)) == run


def test_nan_in_a_dict_is_a_field_that_is_not_there():
    frame = pd.DataFrame(ROWS).rename(columns={"answer": "response"}).drop(columns=["score", "tier"])
    frame["severity"] = [None, "low"]
    frame["prompt"] = [np.nan, "Where?"]
    rows = frame.to_dict("records")
    rows[0]["tools"], rows[1]["tools"] = pd.NA, np.float32("nan")
    run = plumb_drift.read_results(rows)
    assert run[0] == {"id": "a", "response": "It arrives on Monday."}
    assert run[1]["severity"] == "low" and run[1]["prompt"] == "Where?" and "tools" not in run[1]


def test_calls_of_tools_are_shown_by_their_names():
    calls = ["search", {"name": "refund", "arguments": {"order": 3}}]
    run = plumb_drift.read_results([{"id": "a", "response": "Done.", "tools": calls}])
    assert run.to_pandas()["tools"][0] == ["search", "refund"]


def test_what_the_program_imports_is_what_python_imports(plumb, chat, tmp_path):
    for kind in ("execution", "session"):
        ours, theirs = tmp_path / f"{kind}-ours.jsonl", tmp_path / f"{kind}.jsonl"
        told = plumb("import", "auto", chat, "--as", kind, "-o", theirs)
        done = plumb_drift.import_(chat, ours, as_=kind)
        assert done.to_dict() == told
        assert ours.read_bytes() == theirs.read_bytes()


def test_every_golden_gives_a_comparison(tmp_path):
    for name in ("inspect/multi_turn.eval", "inspect/zip64.eval"):
        assert len(plumb_drift.read_results(GOLDEN / "imports" / name)) == 1
    traces = GOLDEN / "otlp" / "genai_agent.pb"
    assert len(plumb_drift.read_results(traces)) == len(plumb_drift.read_sessions(traces)) > 0
    packed = tmp_path / "traces.pb.gz"
    packed.write_bytes(gzip.compress(traces.read_bytes()))
    assert plumb_drift.read_results(packed, format="otlp").records == (
        plumb_drift.read_results(traces).records
    )


def test_compare_and_intent_take_a_format(chat):
    result = plumb_drift.compare(chat, chat, format="openai", embeddings=False)
    assert result.sides["current"]["results"] == 8
    assert len(plumb_drift.intent(chat, sentences=False).tasks) == 8
    rows = lines_of(chat)
    by_memory = plumb_drift.Profile(embeddings=False).add(rows, format="openai")
    assert len(by_memory) == 8
    with pytest.raises(InvalidInput, match='format is "opanai"; .*did you mean'):
        plumb_drift.compare(chat, chat, format="opanai", embeddings=False)


def test_failed_records_are_a_warning(tmp_path):
    path = tmp_path / "batch.jsonl"
    path.write_bytes(unpacked("openai/batch.jsonl"))
    with pytest.warns(PlumbWarning, match="2 records have an error in place of an answer"):
        assert plumb_drift.read_results(path).failed == 2
    with pytest.warns(PlumbWarning, match="2 records have an error in place of an answer"):
        plumb_drift.compare(path, path, embeddings=False)


def as_csv(tmp_path):
    path = tmp_path / "rows.csv"
    pd.DataFrame(ROWS).to_csv(path, index=False)
    return path


def as_parquet(tmp_path):
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.Table.from_pylist(ROWS), path, row_group_size=1)
    return path


KINDS = [
    as_csv,
    as_parquet,
    lambda _: pd.DataFrame(ROWS),
    lambda _: pd.DataFrame(ROWS, index=["x", "x"]),
    lambda _: pd.DataFrame(ROWS, index=pd.MultiIndex.from_tuples([(0, 1), (7, 1)])),
    lambda _: pd.DataFrame(ROWS).convert_dtypes(dtype_backend="pyarrow"),
    lambda _: pa.Table.from_pylist(ROWS),
    lambda _: pa.Table.from_pylist(ROWS).to_reader(max_chunksize=1),
    lambda _: pa.RecordBatch.from_pylist(ROWS),
]


@pytest.mark.parametrize("made", KINDS)
def test_a_table_is_read_by_its_columns(made, tmp_path):
    run = plumb_drift.read_results(made(tmp_path), columns=COLUMNS)
    assert list(run) == RESULTS


@pytest.mark.parametrize("made", KINDS)
def test_other_columns_are_labels(made, tmp_path):
    run = plumb_drift.read_results(made(tmp_path), columns={"response": "answer"})
    assert run[0]["labels"] == {"region": "north", "tier": "1", "score": "0.5"}
    assert run[1]["labels"].keys() == {"region", "tier"}


def test_parquet_is_compared_as_its_records_are(tmp_path, baseline_records, drifted_records):
    paths = []
    for name, rows in (("a", drifted_records), ("b", baseline_records)):
        paths.append(tmp_path / f"{name}.parquet")
        plain = [{**row, "tools": json.dumps(row.get("tools"))} for row in rows]
        frame = pd.DataFrame(plain if "tools" in rows[0] else rows)
        frame.to_parquet(paths[-1])
    got = plumb_drift.compare(*paths, embeddings=False)
    wanted = plumb_drift.compare(drifted_records, baseline_records, embeddings=False)
    assert got.results == wanted.results
    assert got.sides["current"]["source"] == str(paths[0])


def test_parquet_without_ids_is_named_by_its_file(tmp_path):
    path = tmp_path / "run.parquet"
    parquet.write_table(pa.table({"response": ["a", "b"]}), path)
    assert [row["id"] for row in plumb_drift.read_results(path)] == [
        "run.parquet:1",
        "run.parquet:2",
    ]


def test_parts_of_arrow_tables_keep_their_ids_apart():
    profile = plumb_drift.Profile(embeddings=False)
    profile.add(pa.table({"response": ["a", "b"]})).add(pa.table({"response": ["c"]}))
    profile.add(pd.DataFrame({"response": ["d"]})).add([{"response": "e"}])
    assert len(profile) == 5


def test_nested_columns_of_parquet_are_read(tmp_path):
    schema = pa.schema(
        {
            "response": pa.large_string(),
            "severity": pa.dictionary(pa.int8(), pa.string()),
            "tools": pa.list_(pa.struct({"name": pa.string(), "arguments": pa.string()})),
            "labels": pa.map_(pa.string(), pa.string()),
            "embedding": pa.list_(pa.float32(), 2),
            "when": pa.timestamp("us"),
            "raw": pa.binary(),
        }
    )
    row = {
        "response": "a",
        "severity": "low",
        "tools": [{"name": "search", "arguments": "x"}],
        "labels": [("lang", "en")],
        "embedding": [0.5, 0.25],
        "when": pd.Timestamp("2025-01-01"),
        "raw": b"\xff",
    }
    path = tmp_path / "n.parquet"
    parquet.write_table(pa.Table.from_pylist([row], schema=schema), path)
    with pytest.warns(PlumbWarning, match='row 1: the column "raw" holds bytes that are no UTF-8'):
        (got,) = plumb_drift.read_results(path)
    assert "raw" not in got["labels"]
    assert got["severity"] == "low" and got["labels"] == {"lang": "en"}
    assert got["tools"][0]["name"] == "search" and got["embedding"] == [0.5, 0.25]


def test_bytes_of_parquet_are_the_text_that_they_are(tmp_path):
    path = tmp_path / "bytes.parquet"
    table = {"id": [b"1", b"2"], "response": ["é".encode(), b"b"], "raw": [b"x", b"y"]}
    parquet.write_table(pa.table(table), path)
    rows = list(plumb_drift.read_results(path))
    assert [row["response"] for row in rows] == ["é", "b"] and rows[0]["id"] == "1"
    assert rows[0]["labels"] == {"raw": "x"}
    parquet.write_table(pa.table({"response": [b"a", b"\xff"]}), path)
    with pytest.raises(InvalidInput, match='row 2: the column "response" holds bytes'):
        plumb_drift.read_results(path)


def test_tools_of_a_table_are_split_as_those_of_csv(tmp_path):
    rows = {"response": ["a", "b", "c", "d"], "tools": ["x; y,z", "x,y", "", '["x"]']}
    path = tmp_path / "tools.csv"
    pd.DataFrame(rows).to_csv(path, index=False)
    wanted = [row.get("tools") for row in plumb_drift.read_results(path)]
    assert [row.get("tools") for row in plumb_drift.read_results(pa.table(rows))] == wanted
    assert wanted == [["x", "y,z"], ["x", "y"], None, ["x"]]
    with pytest.raises(InvalidInput, match="a tool's name is blank"):
        plumb_drift.read_results(pa.table({"response": ["a"], "tools": ["x;;y"]}))


MANY = """
import resource, sys
import plumb_drift
profile = plumb_drift.Profile(embeddings=False).add(sys.argv[1])
print(len(profile), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def test_large_texts_of_a_dictionary_do_not_fill_the_memory(tmp_path):
    path = tmp_path / "wide.parquet"
    texts = [str(at) * 2**20 for at in range(4)]
    column = pa.DictionaryArray.from_arrays(pa.array([at % 4 for at in range(700)]), texts)
    junk = np.random.default_rng(1).bytes(2**20).hex()  # so that the ratio is an honest one
    table = pa.table({"response": column, "note": [junk] + ["x"] * 699})
    parquet.write_table(table, path, compression=None)
    done = subprocess.run(
        [sys.executable, "-c", MANY, str(path)], capture_output=True, text=True, check=True
    )
    results, megabytes = map(int, done.stdout.split())
    assert results == 700 and megabytes < 700


def test_a_parquet_file_is_held_to_the_limits_of_the_others(tmp_path, monkeypatch):
    path = tmp_path / "bomb.parquet"
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 4000), ["a" * 2**14])
    parquet.write_table(pa.table({"response": column}), path, compression="zstd")
    assert path.stat().st_size < 60_000
    with pytest.raises(InvalidInput, match="unpacks to more than 1000 times its size"):
        plumb_drift.read_results(path)
    monkeypatch.setattr(tables, "_RECORD_BYTES", 100)
    parquet.write_table(pa.table({"response": ["a", "b" * 101]}), path)
    with pytest.raises(InvalidInput, match="row 2 has 101 bytes; a record may have 100"):
        plumb_drift.read_results(path)


def test_columns_beside_another_tools_table_are_refused(chat):
    with pytest.raises(InvalidInput, match="is read as openai"):
        plumb_drift.read_results(chat, format="openai", columns={"response": "answer"})
    table = pa.table({"trace_id": ["t"], "type": ["SPAN"], "start_time": ["2025"], "region": ["n"]})
    with pytest.raises(InvalidInput, match='has no column "response"'):
        plumb_drift.read_results(table, columns={"label": "region"})


def test_fields_of_lines_become_labels(tmp_path):
    rows = [{"response": "a", "meta": {"model": "m"}, "region": "north"}]
    run = plumb_drift.read_results(rows, columns={"label": ["meta.model", "region"]})
    assert run[0]["labels"] == {"meta.model": "m", "region": "north"}
    with pytest.raises(InvalidInput, match='there is no "regoin" for a label in any line'):
        plumb_drift.compare(rows, rows, columns={"label": "regoin"}, embeddings=False)


def test_what_import_did_is_shown(tmp_path):
    done = plumb_drift.import_([{"response": "a"}], tmp_path / "<run>.jsonl")
    assert done.to_pandas()["written"].tolist() == [1]
    assert "1 written to" in done._repr_html_() and "<run>" not in done._repr_html_()


def test_observations_that_are_updated_are_counted(tmp_path):
    created = {"id": "o", "trace_id": "t", "type": "GENERATION", "start_time": "2026-01-01T00:00:00Z"}
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps({**created, "output": each}) + "\n" for each in ("", "a")))
    with pytest.warns(PlumbWarning, match="1 span came again with another content"):
        done = plumb_drift.import_(log, tmp_path / "run.jsonl")
        assert plumb_drift.read_results(log)[0]["response"] == "a"
    assert (done.written, done.repeated, done.to_dict()["repeated"]) == (1, 1, 1)


def test_langfuses_parquet_is_its_json_lines(tmp_path):
    lines = tmp_path / "observations.jsonl"
    lines.write_bytes(unpacked("langfuse/observations.jsonl"))
    frame = pd.DataFrame(lines_of(lines))
    for name in ("input", "output", "metadata"):
        frame[name] = [
            cell if cell is None or isinstance(cell, str) else json.dumps(cell)
            for cell in frame[name]
        ]
    for name in ("start_time", "end_time"):
        frame[name] = pd.to_datetime(frame[name], utc=True)
    path = tmp_path / "observations.parquet"
    frame.to_parquet(path)
    with pytest.warns(PlumbWarning, match="an error in place of an answer"):
        assert plumb_drift.read_results(path).records == plumb_drift.read_results(lines).records
        assert plumb_drift.read_sessions(path).records == plumb_drift.read_sessions(lines).records


def test_what_is_wrong_with_a_table_is_told(tmp_path):
    path = as_parquet(tmp_path)
    with pytest.raises(InvalidInput, match='no column "answr" for response; the columns are "id"'):
        plumb_drift.read_results(path, columns={"response": "answr"})
    with pytest.raises(InvalidInput, match='no field "respnse".*did you mean'):
        plumb_drift.read_results(path, columns={"respnse": "answer"})
    with pytest.raises(InvalidInput, match="a dict of columns by field"):
        plumb_drift.read_results(path, columns="response=answer")
    with pytest.raises(InvalidInput, match="one column is expected"):
        plumb_drift.read_results(path, columns={"response": ["a", "b"]})
    with pytest.raises(NotFound, match="nowhere.parquet"):
        plumb_drift.read_results("nowhere.parquet")
    bad = tmp_path / "bad.parquet"
    bad.write_bytes(b"PAR1 and no more")
    with pytest.raises(InvalidInput, match="bad.parquet cannot be read as Parquet"):
        plumb_drift.read_results(bad)
    nulls = tmp_path / "nulls.parquet"
    parquet.write_table(pa.table({"response": ["a", None]}), nulls)
    with pytest.raises(InvalidInput, match="nulls.parquet:2.*response"):
        plumb_drift.read_results(nulls)
    with pytest.warns(PlumbWarning, match="1 line of .* was left out"):
        assert len(plumb_drift.read_results(nulls, skip_bad=True)) == 1


@pytest.mark.parametrize("table", [pd.DataFrame, pa.table])
def test_a_table_without_a_response_lists_its_columns(table):
    with pytest.raises(InvalidInput, match='no column "response"; the columns are "x": say which'):
        plumb_drift.read_results(table({"x": ["a"]}))


def test_a_column_that_stands_twice_is_refused():
    frame = pd.DataFrame([["a", "b"]], columns=["response", "response"])
    for table in (frame, pa.Table.from_arrays([["a"], ["b"]], names=["response", "response"])):
        with pytest.raises(InvalidInput, match='two columns "response"'):
            plumb_drift.read_results(table)


def test_without_pyarrow_parquet_says_what_to_install(tmp_path):
    path = as_parquet(tmp_path)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.modules['pyarrow'] = None\n"
            "import plumb_drift\n"
            f"plumb_drift.read_results({str(path)!r})",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "ImportError: reading Parquet needs pyarrow: pip install 'plumb-drift[parquet]'" in (
        done.stderr
    )


def test_an_error_in_the_middle_of_a_stream_is_raised():
    def batches():
        yield pa.RecordBatch.from_pydict({"response": ["a"]})
        raise RuntimeError("the disk is gone")

    schema = pa.schema({"response": pa.string()})
    reader = pa.RecordBatchReader.from_batches(schema, batches())
    profile = plumb_drift.Profile(embeddings=False)
    with pytest.raises(Exception, match="the disk is gone"):
        profile.add(reader)
    assert len(profile) == 0


def test_vectors_come_from_a_file_or_an_array(plumb, examples, tmp_path):
    current, baseline = examples / "init" / "drifted.jsonl", examples / "init" / "baseline.jsonl"
    rng = np.random.default_rng(7)
    given, paths = [], []
    for path in (current, baseline):
        rows = len(plumb_drift.read_results(path))
        given.append(rng.normal(size=(rows, 8)).astype(np.float32))
        paths.append(tmp_path / f"{path.stem}.npy")
        np.save(paths[-1], given[-1])
    wanted = plumb(
        *("compare", current, "--baseline", baseline),
        *("--embeddings", paths[0], "--baseline-embeddings", paths[1]),
    )
    by_file = plumb_drift.compare(
        current, baseline, embeddings=paths[0], baseline_embeddings=paths[1]
    )
    by_array = plumb_drift.compare(
        current,
        baseline,
        embeddings=np.asfortranarray(given[0].astype(np.float64)),
        baseline_embeddings=given[1].tolist(),
    )
    assert by_file.to_dict() == by_array.to_dict() == wanted


@pytest.mark.parametrize(
    ("embeddings", "sentence"),
    [
        (np.zeros((1, 3)), "embeddings has 1 rows, and .* has more results"),
        (np.ones((3, 3)), "embeddings has 3 rows, and .* has 2 results"),
        (np.zeros(3), r"the shape \(3,\)"),
        ([[1.0, float("nan")], [1.0, 2.0]], r"embeddings\[0\] holds NaN"),
        ([["a"], ["b"]], "no array of numbers"),
    ],
)
def test_vectors_that_do_not_fit_are_refused(embeddings, sentence):
    rows = [{"response": "a"}, {"response": "b"}]
    with pytest.raises(InvalidInput, match=sentence):
        plumb_drift.Profile(rows, embeddings=embeddings)


def test_import_writes_all_or_nothing(tmp_path):
    path = as_parquet(tmp_path)
    out = tmp_path / "run.jsonl"
    done = plumb_drift.import_(path, out, columns=COLUMNS)
    assert (done.written, done.failed, done.skipped) == (2, 0, 0)
    assert list(plumb_drift.read_results(out)) == RESULTS
    with pytest.raises(InvalidInput, match="which is what is read"):
        plumb_drift.import_(out, out)
    with pytest.raises(InvalidInput, match="give it that extension"):
        plumb_drift.import_(path, tmp_path / "run.json", columns=COLUMNS)
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"response": 3}\n')
    with pytest.raises(InvalidInput, match="bad.jsonl:1"):
        plumb_drift.import_(bad, tmp_path / "out.jsonl")
    with pytest.raises(InvalidInput, match="holds nothing that can be imported"):
        plumb_drift.import_(bad, tmp_path / "out.jsonl", skip_bad=True)
    assert not list(tmp_path.glob("out*"))
    with pytest.raises(InvalidInput, match='as_ is "sessions"'):
        plumb_drift.import_(path, out, as_="sessions", columns=COLUMNS)


def test_steps_of_several_sessions_may_alternate_in_memory(examples, tmp_path):
    steps = [
        {"session": name, "step": step, "response": f"{name} says {step}"}
        for step in range(2)
        for name in ("a", "b")
    ]
    file = tmp_path / "log.jsonl"
    file.write_text("".join(json.dumps(step) + "\n" for step in steps))
    assert plumb_drift.intent(steps).steps == plumb_drift.intent(file).steps


STEPS = [
    {"chat": "a", "turn": 0, "answer": "yes", "trouble": None, "output": "other", "task_id": "t"},
    {"chat": "b", "turn": 0, "answer": "no", "trouble": None, "output": "other", "task_id": "t"},
    {"chat": "a", "turn": 1, "answer": None, "trouble": "lost", "output": "other", "task_id": "t"},
]
BY = {"session": "chat", "step": "turn", "response": "answer", "error": "trouble"}


def steps_as_csv(tmp_path):
    path = tmp_path / "chats.csv"
    pd.DataFrame(STEPS).to_csv(path, index=False)
    return path


def steps_as_parquet(tmp_path):
    path = tmp_path / "chats.parquet"
    parquet.write_table(pa.Table.from_pylist(STEPS), path, row_group_size=1)
    return path


STEP_KINDS = [
    steps_as_csv,
    steps_as_parquet,
    lambda _: STEPS,
    lambda _: pd.DataFrame(STEPS),
    lambda _: pa.Table.from_pylist(STEPS),
]


@pytest.mark.parametrize("made", STEP_KINDS)
def test_a_table_of_steps_is_read_by_its_columns(made, tmp_path):
    expected = [
        {"session": "a", "step": 0, "prompt": "", "response": "yes"},
        {"session": "b", "step": 0, "prompt": "", "response": "no"},
        {"session": "a", "step": 1, "prompt": "", "error": "lost"},
    ]
    assert list(plumb_drift.read_sessions(made(tmp_path), columns=BY)) == expected
    out = tmp_path / "log.jsonl"
    assert plumb_drift.import_(made(tmp_path), out, as_="session", columns=BY).written == 3
    assert list(plumb_drift.read_sessions(out)) == expected


@pytest.mark.parametrize("made", STEP_KINDS)
def test_what_is_wrong_with_the_columns_of_steps_is_told(made, tmp_path):
    source = made(tmp_path)
    with pytest.raises(InvalidInput, match='no (column )?"purpose" for (the )?goal'):
        plumb_drift.read_sessions(source, columns={**BY, "goal": "purpose"})
    with pytest.raises(
        InvalidInput, match='steps of sessions have no field "sesion".*did you mean'
    ):
        plumb_drift.read_sessions(source, columns={**BY, "sesion": "chat"})
    with pytest.raises(InvalidInput, match='have no field "label"'):
        plumb_drift.read_sessions(source, columns={**BY, "label": ["trouble"]})
    with pytest.raises(InvalidInput, match="a dict of columns by field"):
        plumb_drift.read_sessions(source, columns="session=chat")


def test_intent_reads_a_table_by_its_columns():
    by = {"session": "chat", "step": "turn", "response": "answer"}
    steps = [
        {"session": row["chat"], "step": row["turn"], "response": row["answer"]}
        for row in STEPS[:2]
    ]
    table = pd.DataFrame(STEPS[:2])
    got = plumb_drift.intent(table, columns=by, sentences=False)
    assert got.to_dict() == plumb_drift.intent(steps, sentences=False).to_dict()
