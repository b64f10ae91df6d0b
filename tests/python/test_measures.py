"""The measures: the same documents as the program's, from every kind of input."""

import json
import sys

import numpy as np
import pandas as pd
import plumb_drift
import pyarrow as pa
import pytest
from conftest import ROOT, read_lines
from plumb_drift.errors import InvalidInput, NotFound, PlumbError, PlumbWarning

pytestmark = pytest.mark.filterwarnings("ignore::plumb_drift.errors.PlumbWarning")


def without(document, *names):
    return {name: value for name, value in document.items() if name not in names}


def test_ids_is_the_drift_of_two_texts():
    assert plumb_drift.ids("", " ") == 0
    assert plumb_drift.ids("a", "") == 1
    assert plumb_drift.ids("same", "same") == 0
    some = plumb_drift.ids("The parcel is late.", "Stocks fell on Monday.")
    assert 0 < some <= 1
    assert plumb_drift.ids(["", "The parcel is late."], ["", "Stocks fell on Monday."]) == [0, some]
    with pytest.raises(InvalidInput, match="both one text, or both sequences"):
        plumb_drift.ids("a", ["b"])
    with pytest.raises(InvalidInput, match="outputs has 2 entries and references 1"):
        plumb_drift.ids(["a", "b"], ["c"])


def test_compare_is_the_programs_document(plumb, examples):
    current, baseline = examples / "init" / "drifted.jsonl", examples / "init" / "baseline.jsonl"
    wanted = plumb("compare", current, "--baseline", baseline, "--fail-on", "verdict")
    got = plumb_drift.compare(current, baseline, fail_on="verdict")
    assert got.to_dict() == wanted
    assert got.verdict == wanted["verdict"] == "drifted"
    assert got.drifted and got.outcome == "failed"
    assert [each.metric for each in got.results] == [each["metric"] for each in wanted["results"]]
    first = got.results[0]
    assert first.interval.low == wanted["results"][0]["interval"]["low"]
    assert got.metric(first.metric) is first
    with pytest.raises(KeyError):
        got.metric("unheard_of")


def test_records_frames_and_files_compare_alike(examples, baseline_records, drifted_records):
    by_file = plumb_drift.compare(
        examples / "init" / "drifted.jsonl", examples / "init" / "baseline.jsonl", embeddings=False
    )
    by_records = plumb_drift.compare(drifted_records, baseline_records, embeddings=False)
    by_frames = plumb_drift.compare(
        pd.DataFrame(drifted_records), pd.DataFrame(baseline_records), embeddings=False
    )
    assert by_records.results == by_file.results == by_frames.results
    assert by_records.sides["current"]["source"] == "current"


def test_a_comparison_is_shown_in_many_ways(baseline_records, drifted_records):
    hostile = [{**row, "id": f"<script>{i}"} for i, row in enumerate(drifted_records)]
    got = plumb_drift.compare(hostile, baseline_records, embeddings=False)
    frame = got.to_pandas()
    assert list(frame["metric"])[: len(got.results)] == [each.metric for each in got.results]
    assert frame["value"].isna().any()  # not applicable is missing, not 0
    assert "<script>" not in got._repr_html_()
    assert got.to_text().startswith("Drifted") or "drifted" in got.to_text().lower()
    assert got.to_html().lstrip().startswith("<!doctype html>") or "<html" in got.to_html()
    assert "|" in got.to_markdown()
    with pytest.raises(AttributeError):
        got.verdict = "stable"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fail_on": "verdikt"}, "did you mean"),
        ({"thresholds": {"outptu": 0.3}}, '"outptu" is no type of drift.*did you mean'),
        ({"thresholds": {"output": -1}}, "is no number above 0"),
        ({"alpha": 0.9}, "alpha is 0.9"),
        ({"permutations": 3}, "permutations is 3; a whole number from 99 to 1000000"),
        ({"permutations": "many"}, "permutations is 'many'"),
        ({"permutations": [1, 2]}, r"permutations is \[1, 2\]"),
        ({"permutations": np.array([199, 299])}, r"permutations is array.*a whole number from 99"),
        ({"seed": -1}, "seed is -1"),
        ({"sample_rows": 2.5}, "sample_rows is 2.5"),
        ({"thresholds": {"output": "high"}}, "output is 'high'; a number is expected"),
        ({"fail_on": [3]}, "fail_on holds 3; gates are texts"),
        ({"fail_on": ["verdict", "zork"]}, 'fail_on holds "zork": a gate is'),
        ({"fail_on": "score:101"}, 'fail_on holds "score:101": "101" is no score from 0 to 100'),
        ({"precision": "f16"}, 'precision is "f16"'),
        ({"precision": None}, "precision is None; it can be"),
    ],
)
def test_wrong_options_say_what_is_right(baseline_records, options, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        plumb_drift.compare(baseline_records, baseline_records, embeddings=False, **options)


@pytest.mark.parametrize(
    ("options", "sentence"), [({"seed": "x"}, "seed is 'x'"), ({"threads": -1}, "threads is -1")]
)
def test_wrong_options_are_told_of_two_profiles_too(options, sentence):
    profile = plumb_drift.Profile([{"id": "one", "response": "a text"}], embeddings=False)
    with pytest.raises(InvalidInput, match=sentence):
        plumb_drift.compare(profile, profile, **options)


def nested(depth):
    made = []
    for _ in range(depth):
        made = [made]
    return made


@pytest.mark.parametrize(
    ("current", "error", "sentence"),
    [
        ([], InvalidInput, "current has no result"),
        ([{"prompt": "a"}], InvalidInput, "current:1.*response"),
        ([{"response": "a"}, {"response": 3}], InvalidInput, "current:2.*response"),
        ([{"response": "a", "id": "x"}, {"response": "b", "id": "x"}], InvalidInput, "current:2"),
        ([{"response": "a", "severity": "huge"}], InvalidInput, "current:1.*severity"),
        ([{"response": object()}], InvalidInput, r"current\[0\] cannot be read"),
        (
            [{"response": "a", "embedding": [0.5, float("nan")]}],
            InvalidInput,
            r"current\[0\] cannot be read: embedding\[1\] is nan; a finite number is expected",
        ),
        (
            [{"response": "a"}, {"response": "b", "labels": {"score": float("inf")}}],
            InvalidInput,
            r"current\[1\] cannot be read: labels.score is inf;",
        ),
        (
            pd.DataFrame({"response": ["a"], "score": [float("-inf")]}),
            InvalidInput,
            r"current\[0\] cannot be read: labels.score is -inf;",
        ),
        ([{"response": "a", "labels": nested(100_000)}], InvalidInput, r"it nests too deep"),
        (
            pd.DataFrame({"response": ["a"], "labels": ["[" * 100_000]}),
            InvalidInput,
            "current:1.*labels",
        ),
        (["a"], InvalidInput, r"current\[0\] is of the type str; a dict is expected"),
        ({"response": "a"}, InvalidInput, "a path, a list of dicts or a data frame"),
        ("nowhere.jsonl", NotFound, "nowhere.jsonl"),
        (None, InvalidInput, "NoneType"),
    ],
)
def test_a_wrong_record_is_named(baseline_records, current, error, sentence):
    with pytest.raises(error, match=sentence):
        plumb_drift.compare(current, baseline_records, embeddings=False)


def test_intent_is_the_programs_document(plumb, examples):
    log = examples / "intent" / "log.jsonl"
    wanted = plumb("intent", log)
    got = plumb_drift.intent(log)
    assert got.to_dict() == wanted
    assert [each.ids for each in got.steps] == [each["ids"] for each in wanted["steps"]]
    assert len(got.to_pandas()) == len(wanted["steps"])
    assert "<table>" in got._repr_html_()
    by_records = plumb_drift.intent(read_lines(log))
    assert by_records.steps == got.steps
    assert plumb_drift.intent(pd.DataFrame(read_lines(log))).steps == got.steps


def test_intent_takes_goals(plumb, examples):
    log = examples / "intent" / "log.jsonl"
    goal = "Plan a quiet weekend"
    wanted = plumb(
        "intent",
        log,
        "--against",
        "inferred-goal",
        "--goal",
        goal,
        "--policy",
        "guard",
        "--threshold",
        "0.4",
        "--no-sentences",
    )
    got = plumb_drift.intent(
        log, against="inferred-goal", goal=goal, policy="guard", threshold=0.4, sentences=False
    )
    assert got.to_dict() == wanted
    task = got.tasks[0].task_id
    named = plumb_drift.intent(
        log,
        against="inferred-goal",
        tasks={task: goal},
        goal="Another",
        policy="guard",
        threshold=0.4,
        sentences=False,
    )
    assert named.tasks[0].initial_goal == got.tasks[0].initial_goal


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"against": "goal"}, 'against is "goal"'),
        ({"policy": "gard"}, "gard"),
        ({"threshold": 0.4}, "threshold is of the policy guard"),
        ({"policy": "guard", "threshold": "high"}, "threshold is 'high'; a number is expected"),
    ],
)
def test_intent_refuses_wrong_options(examples, options, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        plumb_drift.intent(examples / "intent" / "log.jsonl", **options)


def test_intent_without_a_goal_says_how_to_give_one():
    log = [{"session": "s", "step": step, "response": "fine"} for step in range(2)]
    with pytest.raises(InvalidInput, match="no initial goal to replay; give tasks or a goal, or"):
        plumb_drift.intent(log, against="inferred-goal")


def test_session_is_the_programs_document(plumb, examples, tmp_path):
    cases = examples / "session" / "cases.json"
    generations = examples / "session" / "generations.jsonl"
    wanted = plumb("session", cases, generations)
    got = plumb_drift.session(cases, generations)
    assert got.to_dict() == wanted
    plans = {"plans": {"sleep": "Keep one fixed bedtime and a sleep journal."}}
    by_memory = plumb_drift.session(
        json.loads(cases.read_text()), read_lines(generations), plans=plans
    )
    file = tmp_path / "plans.json"
    file.write_text(json.dumps(plans))
    by_file = plumb("session", cases, generations, "--plans", file)
    assert by_memory.to_dict()["sessions"] == by_file["sessions"]
    assert by_memory.sessions[0].alignment_score is not None
    assert len(by_memory.to_pandas()) == len(by_file["sessions"])
    with pytest.raises(InvalidInput, match="cases is no table with columns"):
        plumb_drift.session(pa.chunked_array([["a"]]), generations)
    with pytest.raises(InvalidInput, match='mode is "half"'):
        plumb_drift.session(cases, generations, mode="half")
    with pytest.raises(PlumbError, match="no-such-list"):
        plumb_drift.session(cases, generations, lists="no-such-list")


def test_tables_of_cases_and_generations_count_as_their_rows(examples):
    document = json.loads((examples / "session" / "cases.json").read_text())
    cases = document["cases"]
    generations = read_lines(examples / "session" / "generations.jsonl")
    wanted = plumb_drift.session(document, generations).sessions
    assert plumb_drift.session(cases, generations).sessions == wanted
    tables = pa.Table.from_pylist(cases), pa.Table.from_pylist(generations)
    assert plumb_drift.session(*tables).sessions == wanted
    frames = pd.DataFrame(cases), pd.DataFrame(generations)
    assert plumb_drift.session(*frames).sessions == wanted


@pytest.fixture
def nli(tmp_path):
    """A small DeBERTa with made weights."""
    sys.path.insert(0, str(ROOT / "tests" / "e2e"))
    import made_classifier

    with open(made_classifier.GOLDEN, encoding="utf-8") as file:
        model = next(each for each in json.load(file)["models"] if each["name"] == "deberta-v3")
    labels = ["contradiction", "entailment", "neutral"]
    folder = tmp_path / "nli"
    folder.mkdir()
    config = dict(model["config"], id2label=dict(enumerate(labels)))
    config["label2id"] = {label: i for i, label in enumerate(labels)}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer.json").write_text(json.dumps(made_classifier.tokenizer()))
    (folder / "model.safetensors").write_bytes(made_classifier.safetensors(model["tensors"]))
    return folder


def test_conflict_rates_by_nli_are_the_programs(plumb, examples, nli):
    cases = examples / "session" / "cases.json"
    generations = examples / "session" / "generations.jsonl"
    wanted = plumb("session", cases, generations, "--nli", nli)
    got = plumb_drift.session(cases, generations, nli=nli)
    assert got.to_dict() == wanted
    assert got.conflicts == wanted["conflicts"]
    assert got.sessions[0].evaluated_pairs == wanted["sessions"][0]["evaluated_pairs"]
    assert "knowledge_conflict_rate" in got.to_pandas().columns
    assert "knowledge_conflict_rate" in got._repr_html_()
    with pytest.raises(PlumbError, match="plumb session --nli judge"):
        plumb_drift.session(cases, generations, nli="judge")
    with pytest.raises(PlumbError):
        plumb_drift.session(cases, generations, nli="embedded")


def test_stereotype_is_the_programs_document(plumb, examples):
    file = examples / "stereotype" / "evaluation_harbour_7b.json"
    entries = json.loads(file.read_text())[:6]
    wanted = plumb("stereotype", file, "--classifier", "embedded", "--no-files")
    got = plumb_drift.stereotype(file, classifier="embedded")
    assert without(got.to_dict(), "date") == without(wanted, "date")
    assert len(got.to_pandas()) == len(wanted["models"][0]["rows"])
    by_memory = plumb_drift.stereotype({"harbour": entries}, classifier="embedded")
    assert by_memory.models[0]["model"] == "harbour"
    assert by_memory.models[0]["rows"] == wanted["models"][0]["rows"][:6]
    there = [without(each, "error") for each in entries]  # None in all of them
    wanted = plumb_drift.stereotype({"harbour": there}, classifier="embedded").models
    for table in (pa.Table.from_pylist(entries), pd.DataFrame(entries)):
        assert plumb_drift.stereotype({"harbour": table}, classifier="embedded").models == wanted
    with pytest.raises(InvalidInput, match="is empty"):
        plumb_drift.stereotype([])


def test_warnings_of_a_measure_are_pythons():
    cut = [{"session": "s", "step": i, "response": "word " * 400} for i in range(2)]
    with pytest.warns(PlumbWarning):
        plumb_drift.compare(
            [{"response": row["response"], "id": str(i)} for i, row in enumerate(cut)],
            [{"response": "b", "id": "b"}],
        )
