"""The package as a user's typed program has it. test_typing.py holds it to `mypy --strict`; nothing of
it is run.

assert_type says what a checker has to find. A line with `type: ignore[CODE]` has to be refused for that
reason: an ignore that ignores nothing is an error too.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt
import pandas as pd
import plumb_drift
from plumb_drift import Client, DriftDetector, Profile, SentenceTransformer, TextEmbedder
from plumb_drift.errors import PlumbError, ServiceError
from plumb_drift.pytest_plugin import AssertNoDrift
from plumb_drift.results import Comparison, IntentReport, Measurement, SessionReport, StereotypeReport
from plumb_drift.sources import Results, Texts
from plumb_drift.testing import DriftFound


def vectors_of(texts: Texts) -> npt.NDArray[np.float32]:
    return plumb_drift.embed(texts, precision="int8", threads=2)


def texts_of_every_kind(lines: Iterator[str]) -> None:
    table = pd.DataFrame({"answer": ["It arrives on Monday.", "Never."]})
    vectors_of(["a text"])
    vectors_of(("a text",))
    vectors_of(lines)
    vectors_of(np.array(["a text"]))
    vectors_of(table["answer"])
    vectors_of("one text")  # type: ignore[arg-type]
    vectors_of(["fine", None])  # type: ignore[list-item]


def embedding() -> None:
    assert_type(plumb_drift.embed(["a text"]), npt.NDArray[np.float32])
    assert_type(plumb_drift.embed(["a text"], return_truncated=True), plumb_drift.Embeddings)
    assert_type(plumb_drift.tokenize(["a text"])[0].ids, list[int])
    assert_type(plumb_drift.classify(["a text"], classifier="embedded").label, list[str])
    assert_type(plumb_drift.ids("one", "other"), float)
    assert_type(plumb_drift.ids(["one"], ["other"]), list[float])
    assert_type(TextEmbedder().fit_transform(["a text"]), npt.NDArray[np.float32])
    plumb_drift.embed(["a text"], precision="int4")  # type: ignore[call-overload]
    plumb_drift.embedd(["a text"])  # type: ignore[attr-defined]


def in_place_of_sentence_transformers() -> None:
    model = SentenceTransformer("all-MiniLM-L6-v2")
    vectors = model.encode(["a text"], batch_size=64, normalize_embeddings=True)
    assert_type(vectors, npt.NDArray[np.float32])
    assert_type(model.encode("a text"), npt.NDArray[np.float32])
    assert_type(model.encode_query("a text"), npt.NDArray[np.float32])
    assert_type(model.encode_document(["a text"], show_progress_bar=False), npt.NDArray[np.float32])
    assert_type(model.similarity(vectors, vectors), npt.NDArray[np.float32])
    assert_type(model.similarity_pairwise(vectors, vectors), npt.NDArray[np.float32])
    assert_type(model.get_embedding_dimension(), int)
    model.encode(["a text"], batch_sise=64)  # type: ignore[call-overload]
    model.encode_query("a text", batch_size="all")  # type: ignore[call-overload]


def nightly(run: Results, baseline: Path | Profile) -> bool:
    found = plumb_drift.compare(run, baseline, fail_on=["verdict", "score:75"], alpha=0.01)
    assert_type(found, Comparison)
    assert_type(found.results, tuple[Measurement, ...])
    assert_type(found.metric("response_length_ks").value, float | None)
    assert_type(found.to_pandas(), pd.DataFrame)
    return found.drifted


def runs_of_every_kind(vectors: npt.NDArray[np.float32]) -> None:
    rows = [{"id": "r1", "response": "It arrives on Monday.", "labels": {"region": "north"}}]
    table = pd.DataFrame(rows)
    profile = Profile("baseline.jsonl", embeddings=False)
    assert_type(profile.add(rows, source="monday").merge(profile), Profile)
    nightly(rows, Path("baseline.plumb"))
    nightly(table, profile)
    nightly("run.parquet", profile)
    nightly(plumb_drift.read_results("run.jsonl"), profile)
    by = {"response": "answer", "label": ["region"]}
    plumb_drift.compare(table, profile, columns=by, embeddings=vectors)
    plumb_drift.compare(rows, profile, embeddings="vectors.npy", thresholds={"output": 0.3})
    assert_type(plumb_drift.read_results(rows)[0], dict[str, Any])
    assert_type(plumb_drift.import_(table, "run.jsonl", columns=by).written, int)
    assert_type(DriftDetector(seed=7).fit(rows).set_params(alpha=0.01).predict(table), str)
    plumb_drift.compare(7, profile)  # type: ignore[arg-type]
    plumb_drift.compare(rows, profile, threshold=0.3)  # type: ignore[call-arg]


def other_measures() -> None:
    goals = {"t1": "Book a flight."}
    assert_type(plumb_drift.intent("log.jsonl", tasks=goals, policy="guard"), IntentReport)
    plans = {"plans": {"sleep": "One fixed bedtime."}}
    assert_type(plumb_drift.session("cases.json", [{"case_id": "c1"}], plans=plans), SessionReport)
    assert_type(plumb_drift.stereotype({"bot": "bot.json"}), StereotypeReport)
    plumb_drift.intent("log.jsonl", policy="strict")  # type: ignore[arg-type]


def test_the_bot_answers_as_before(assert_no_drift: AssertNoDrift) -> None:
    run = [{"id": "r1", "response": "It arrives on Monday."}]
    assert_type(assert_no_drift(run, "support.plumb", undecided="fail"), Comparison)
    assert_no_drift(run, undecided="ignore")  # type: ignore[arg-type]
    assert_no_drift(run, fail_om="verdict")  # type: ignore[call-arg]


def service(client: Client) -> Comparison | None:
    try:
        run = client.upload([{"id": "r1", "response": "Never."}], labels={"model": "bot"})
        assert_type(run, int)
        assert_type(client.execution(run), dict[str, Any])
        assert_type(next(client.executions(state="complete")), dict[str, Any])
        return client.compare(run, baseline_tag="release")
    except ServiceError as error:
        assert_type(error.status, int)
        assert_type(error.errors, list[dict[str, object]])
    except DriftFound as found:
        return found.comparison
    except plumb_drift.PlumbError as error:
        assert_type(error, PlumbError)
    assert_type(plumb_drift.__version__, str)
    return None
