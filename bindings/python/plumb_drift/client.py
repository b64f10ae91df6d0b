"""A client of `plumb serve`, by Python's standard library alone."""

from __future__ import annotations

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from . import _core, inputs
from .errors import InvalidInput, IoFailure, ServiceError, warn
from .results import Comparison
from .sources import Columns, Results

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to wherever it points."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Client:
    """The service's main routes. Problem documents become ServiceError.

    `url` is the server's, else PLUMB_URL, else http://127.0.0.1:8000. `key` is an API key, else
    PLUMB_API_KEY; it is sent to that server and shown nowhere.
    """

    def __init__(
        self, url: str | None = None, *, key: str | None = None, timeout: float = 60.0
    ) -> None:
        self.url = (url or os.environ.get("PLUMB_URL") or "http://127.0.0.1:8000").rstrip("/")
        parts = urllib.parse.urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InvalidInput(f"{self.url!r} is no address of a server; it starts with http://")
        self._key = key or os.environ.get("PLUMB_API_KEY")
        self.timeout = timeout
        handlers: list[urllib.request.BaseHandler] = [_NoRedirects()]
        if parts.hostname in _LOOPBACK:
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)

    def __repr__(self) -> str:
        return f"Client({self.url!r})"

    # Any route.

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        lines: bytes | None = None,
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        """What a route below /api/v1 answers, parsed; None for an empty answer."""
        wanted = {name: value for name, value in (query or {}).items() if value is not None}
        url = f"{self.url}/api/v1{path}"
        if wanted:
            url += "?" + urllib.parse.urlencode(wanted)
        headers = {"Accept": "application/json"}
        data = None
        if lines is not None:
            data, headers["Content-Type"] = lines, "application/x-ndjson"
        elif body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        asked = urllib.request.Request(url, data=data, method=method, headers=headers)
        try:
            with self._opener.open(asked, timeout=self.timeout) as answer:
                found = answer.read()
        except urllib.error.HTTPError as error:
            with error:
                raise _problem_of(error) from None
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise IoFailure(
                f"{self.url} cannot be reached: {reason}; is `plumb serve` running there?"
            ) from None
        try:
            return json.loads(found) if found else None
        except ValueError:
            raise IoFailure(
                f"{url} answers with what is no JSON; is it `plumb serve` that runs there?"
            ) from None

    def _document(
        self, method: str, path: str, *, body: Any = None, query: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Of a route that answers with an object, as the API document has it."""
        found: dict[str, Any] = self.request(method, path, body=body, query=query)
        return found

    def pages(self, path: str, **query: Any) -> Iterator[dict[str, Any]]:
        """The items of a list, page by page."""
        while True:
            page = self.request("GET", path, query=query)
            yield from page["items"]
            if not page.get("next_cursor"):
                return
            query["cursor"] = page["next_cursor"]

    # Executions.

    def create_execution(
        self,
        name: str = "",
        *,
        labels: Mapping[str, str] | None = None,
        embedding_model: str | None = None,
    ) -> dict[str, Any]:
        """A run that receives results now; its number is `id`."""
        body: dict[str, Any] = {"name": name}
        if labels:
            body["labels"] = dict(labels)
        if embedding_model:
            body["embedding_model"] = embedding_model
        return self._document("POST", "/executions", body=body)

    def add_results(
        self,
        execution_id: int,
        results: Results,
        *,
        format: str = "auto",
        columns: Columns | None = None,
    ) -> dict[str, Any]:
        """Results as a stream: whatever compare() takes of a side but a profile.

        Sent again after a lost connection, what is there already counts as `repeated`.
        """
        return self._send_lines(execution_id, _lines_of(results, format, columns))

    def _send_lines(self, execution_id: int, lines: bytes) -> dict[str, Any]:
        path = f"/executions/{execution_id}/results"
        found: dict[str, Any] = self.request("POST", path, lines=lines)
        return found

    def complete_execution(self, execution_id: int) -> dict[str, Any]:
        """Closes it; a job (`job_id`) embeds its responses."""
        return self._document("POST", f"/executions/{execution_id}/complete")

    def upload(
        self,
        results: Results,
        name: str = "",
        *,
        labels: Mapping[str, str] | None = None,
        format: str = "auto",
        columns: Columns | None = None,
    ) -> int:
        """An execution with these results, completed; its number."""
        lines = _lines_of(results, format, columns)
        execution_id: int = self.create_execution(name, labels=labels)["id"]
        self._send_lines(execution_id, lines)
        self.complete_execution(execution_id)
        return execution_id

    def execution(self, execution_id: int) -> dict[str, Any]:
        """An execution as it is now: `state`, `labels`, how many results."""
        return self._document("GET", f"/executions/{execution_id}")

    def executions(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Every execution; `name`, `state`, `label` and so on narrow the list."""
        return self.pages("/executions", **filters)

    def results(self, execution_id: int, **filters: Any) -> Iterator[dict[str, Any]]:
        """Every result of an execution; filters as docs/rest.md has them narrow the list."""
        return self.pages(f"/executions/{execution_id}/results", **filters)

    def delete_execution(self, execution_id: int) -> None:
        """Removes it with its results."""
        self.request("DELETE", f"/executions/{execution_id}")

    # Baselines and drift.

    def create_baseline(
        self, execution_id: int, name: str = "", *, tag: str | None = None
    ) -> dict[str, Any]:
        """Makes an execution a baseline, which `tag` names for comparisons."""
        body: dict[str, Any] = {"execution_id": execution_id}
        if name:
            body["name"] = name
        if tag:
            body["baseline_tag"] = tag
        return self._document("POST", "/baselines", body=body)

    def baselines(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Every baseline; filters as docs/rest.md has them narrow the list."""
        return self.pages("/baselines", **filters)

    def compare(
        self,
        execution_id: int,
        *,
        baseline_execution_id: int | None = None,
        baseline_tag: str | None = None,
        baseline_mode: Literal["previous", "tagged", "explicit"] | None = None,
        embeddings: bool = True,
        wait: float = 600.0,
    ) -> Comparison:
        """Compares, and waits for the embeddings where they are not there yet.

        Without a baseline it is the previous execution. TimeoutError after `wait` seconds.
        """
        body: dict[str, Any] = {"execution_id": execution_id, "embeddings": embeddings}
        for name, value in (
            ("baseline_execution_id", baseline_execution_id),
            ("baseline_tag", baseline_tag),
            ("baseline_mode", baseline_mode),
        ):
            if value is not None:
                body[name] = value
        body["wait_seconds"] = int(max(0, min(30, wait, self.timeout - 5)))
        answer = self.request("POST", "/drift/compare", body=body)
        if "job_id" in answer:
            job = self.wait_for_job(answer["job_id"], wait)
            answer = self.request("GET", f"/comparisons/{job['result']['comparison_id']}")
        return Comparison.from_json(json.dumps(answer))

    def drift(self, execution_id: int, baseline_execution_id: int | None = None) -> dict[str, Any]:
        """The newest comparison's results."""
        return self._document(
            "GET",
            f"/drift/execution/{execution_id}",
            query={"baseline_execution_id": baseline_execution_id},
        )

    def drift_summary(
        self, execution_id: int, baseline_execution_id: int | None = None
    ) -> dict[str, Any]:
        """The newest comparison, summed up."""
        return self._document(
            "GET",
            f"/drift/execution/{execution_id}/summary",
            query={"baseline_execution_id": baseline_execution_id},
        )

    def results_summary(self, execution_id: int) -> dict[str, Any]:
        """The results of an execution, summed up."""
        return self._document("GET", f"/results/execution/{execution_id}/summary")

    # Jobs and monitors.

    def job(self, job_id: int) -> dict[str, Any]:
        """A job as it is now: its `state`, and `result` or `last_error`."""
        return self._document("GET", f"/jobs/{job_id}")

    def wait_for_job(self, job_id: int, wait: float = 600.0) -> dict[str, Any]:
        """The job once it is done; ServiceError where it failed."""
        ends = time.monotonic() + wait
        pause = 0.05
        while True:
            job = self.job(job_id)
            if job["state"] == "done":
                return job
            if job["state"] == "failed":
                raise ServiceError(200, {"detail": f"job {job_id} failed: {job['last_error']}"})
            if time.monotonic() >= ends:
                raise TimeoutError(f"job {job_id} is {job['state']} after {wait} s")
            time.sleep(pause)
            pause = min(2.0, pause * 1.5)

    def monitors(self) -> Iterator[dict[str, Any]]:
        """Every monitor."""
        return self.pages("/monitors")

    def create_monitor(self, monitor: Mapping[str, Any]) -> dict[str, Any]:
        """Members as docs/monitors.md has them."""
        return self._document("POST", "/monitors", body=dict(monitor))


def _problem_of(error: urllib.error.HTTPError) -> ServiceError:
    text = error.read()
    try:
        problem = json.loads(text)
    except ValueError:
        problem = {}
    if not isinstance(problem, dict) or not problem:
        problem = {"title": error.reason, "detail": text[:200].decode(errors="replace")}
    return ServiceError(error.code, problem)


def _lines_of(results: Results, format: str, columns: Columns | None) -> bytes:
    """Lines as the service reads them; a file of Plumb's own as it is, header and all."""
    given = inputs.results(results, "results", first_id=None, format=format, columns=columns)
    source = given.source
    if isinstance(source, str):
        if given.format == "auto" and not given.columns and _core.is_native_file(source):
            with open(source, "rb") as file:
                return file.read()
    elif given.format == "jsonl" and not given.columns:  # without ids the service gives some
        return source[1] if isinstance(source[1], bytes) else b"".join(source[1])
    lines, (_, _, _, _, told) = _core.read_records(
        source, "execution", given.format, given.columns, False
    )
    for sentence in told:
        warn(sentence)
    return "".join(lines).encode()
