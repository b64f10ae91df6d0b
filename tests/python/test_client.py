"""Client, against the real server."""

import json
import os
import socketserver
import subprocess
import threading
import zlib

import plumb_drift
import pyarrow as pa
import pytest
from conftest import ROOT
from plumb_drift import Client
from plumb_drift.errors import InvalidInput, IoFailure, ServiceError


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    process = subprocess.Popen(
        [
            os.environ.get("PLUMB_BINARY", "plumb"),
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--db",
            str(folder / "plumb.db"),
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
    )
    yield json.loads(process.stdout.readline())["urls"][0]
    process.terminate()
    process.wait(60)
    process.stdout.close()


@pytest.fixture
def client(server):
    return Client(server)


def test_tables_and_other_tools_files_are_uploaded(client, tmp_path):
    table = pa.table({"answer": ["a", "b"], "region": ["north", "south"]})
    by = {"response": "answer", "label": ["region"]}
    run = client.upload(table, "table", columns=by)
    assert [row["response"] for row in client.results(run)] == ["a", "b"]
    golden = ROOT / "tests" / "golden" / "imports" / "openai" / "chat.jsonl.z"
    chat = tmp_path / "chat.jsonl"
    chat.write_bytes(zlib.decompress(golden.read_bytes()))
    run = client.upload(chat, "chat")
    wanted = [row["id"] for row in plumb_drift.read_results(chat)]
    assert sorted(row["id"] for row in client.results(run)) == sorted(wanted)
    execution = client.create_execution("parts")
    for part in ("a", "b"):  # without ids, which the service then gives
        client.add_results(execution["id"], [{"response": part}])
    assert len(list(client.results(execution["id"]))) == 2


def test_a_run_is_uploaded_and_compared(client, baseline_records, drifted_records):
    base = client.upload(baseline_records, "base", labels={"model": "bot"})
    run = client.upload(drifted_records, "run")
    assert client.execution(base)["labels"] == {"model": "bot"}
    got = client.compare(run, baseline_execution_id=base, embeddings=False)
    assert got.verdict == "drifted"
    assert got.to_dict()["execution_id"] == run
    assert client.drift_summary(run)["verdict"] == "drifted"
    assert client.drift(run)["results"]
    assert client.results_summary(run)["total_results"] == len(drifted_records)
    assert {each["id"] for each in client.executions()} >= {base, run}
    assert len(list(client.results(run, limit=7))) == len(drifted_records)
    client.create_baseline(base, "Base", tag="v1")
    assert [each["tag"] for each in client.baselines()] == ["v1"]
    assert client.compare(run, baseline_tag="v1", embeddings=False).verdict == "drifted"


def test_vectors_are_waited_for(client, baseline_records):
    base = client.upload(baseline_records[:9], "base")
    run = client.upload(baseline_records[:9], "run")
    got = client.compare(run, baseline_execution_id=base)
    assert got.metric("centroid_cosine").value == pytest.approx(0, abs=1e-9)


def test_a_problem_document_is_an_exception(client):
    with pytest.raises(ServiceError, match="404") as caught:
        client.execution(999_999)
    assert caught.value.status == 404
    with pytest.raises(ServiceError) as caught:
        client.request("POST", "/executions", body={"nam": "x"})
    assert caught.value.status == 422
    assert caught.value.errors[0]["field"] == "/nam"
    assert list(client.monitors()) == []


def test_a_server_that_is_not_there_is_told():
    with pytest.raises(IoFailure, match="is `plumb serve` running there"):
        Client("http://127.0.0.1:9").execution(1)
    with pytest.raises(InvalidInput, match="is no address"):
        Client("ftp://somewhere")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"HTTP/1.0 200 OK\r\n\r\n<html>", "/api/v1/executions/1 answers with what is no JSON"),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\n{", "cannot be reached: .*IncompleteRead"),
        (b"SSH-2.0-other\r\n", "cannot be reached: .*SSH-2.0-other"),
    ],
)
def test_a_server_that_is_another_is_told(answer, sentence):
    class Other(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.recv(65536)
            self.request.sendall(answer)

    with socketserver.TCPServer(("127.0.0.1", 0), Other) as other:
        thread = threading.Thread(target=other.handle_request)
        thread.start()
        with pytest.raises(IoFailure, match=sentence):
            Client(f"http://127.0.0.1:{other.server_address[1]}").execution(1)
        thread.join()


def test_address_and_key_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("PLUMB_URL", "http://plumb.example:1234/")
    monkeypatch.setenv("PLUMB_API_KEY", "plumb_secret")
    client = Client()
    assert client.url == "http://plumb.example:1234"
    assert "plumb_secret" not in repr(client)
