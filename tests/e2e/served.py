"""A `plumb serve` on a free port, and what to ask of it. Python's standard library only."""
import gzip
import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request

from plumb_binary import BINARY, environment


class Served:
    """with Served(folder) as server: server.get("/api/v1/sessions")"""

    def __init__(self, folder, *options):
        self.process = subprocess.Popen(
            [BINARY, "serve", "--listen", "127.0.0.1:0", "--db", os.path.join(folder, "plumb.db"),
             "--json", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment(), cwd=folder)
        self.url = json.loads(self.process.stdout.readline())["urls"][0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)
        self.process.stdout.close()
        self.process.stderr.close()

    def send(self, method, path, body=None, **headers):
        """Status, headers and bytes of the answer."""
        request = urllib.request.Request(self.url + path, data=body, method=method, headers={
            name.replace("_", "-"): value for name, value in headers.items()})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    def get(self, path):
        status, _, body = self.send("GET", path)
        if status != 200:
            raise AssertionError(f"GET {path}: {status} {body!r}")
        return json.loads(body)

    def post(self, path, document):
        status, _, body = self.send("POST", path, json.dumps(document).encode(),
                                    Content_Type="application/json")
        return status, json.loads(body) if body else None

    def export(self, body, content_type="application/x-protobuf", packed=False):
        headers = {"Content_Type": content_type}
        if packed:
            body = gzip.compress(body)
            headers["Content_Encoding"] = "gzip"
        return self.send("POST", "/v1/traces", body, **headers)

    def turns(self):
        """All that is there as the turns of tests/golden/otlp_scenarios.py."""
        sessions = {}
        for session in self.get("/api/v1/sessions?limit=1000")["items"]:
            steps = self.get(f"/api/v1/sessions/{session['id']}/steps?limit=1000")["items"]
            sessions[session["name"]] = (session, steps)
        results = []
        for execution in self.get("/api/v1/executions?limit=1000")["items"]:
            page = self.get(f"/api/v1/executions/{execution['id']}/results?limit=200")
            results += [(execution, result) for result in page["items"]]
        return sessions, results


def tool_names(result):
    tools = result.get("tools")
    if tools is None:
        return None
    return [tool if isinstance(tool, str) else tool["name"] for tool in tools]


def hold_against(test, server, expected):
    """Every turn is a step of its session, in order, and a result of its execution; no others."""
    sessions, results = server.turns()
    by_session = {}
    for turn in expected:
        by_session.setdefault(turn["session"], []).append(turn)
    test.assertEqual(sorted(sessions), sorted(by_session))
    for name, turns in by_session.items():
        session, steps = sessions[name]
        test.assertEqual(session["goal"], turns[0]["goal"])
        test.assertEqual([step["step"] for step in steps], list(range(len(turns))))
        for step, turn in zip(steps, turns):
            test.assertEqual(step["prompt"], turn["prompt"])
            test.assertEqual(step.get("response"), turn["response"])
            test.assertEqual(step.get("error"), turn["error"])
    answered = [turn for turn in expected if turn["response"] is not None]
    found = sorted((execution["name"], execution["labels"].get("service.version"),
                    result["prompt"], result["response"], str(tool_names(result)))
                   for execution, result in results)
    test.assertEqual(found, sorted((turn["service"], turn["version"], turn["prompt"],
                                    turn["response"], str(turn["tools"])) for turn in answered))
    for _, result in results:
        turn = next(t for t in answered if t["response"] == result["response"]
                    and t["prompt"] == result["prompt"])
        for name, value in turn["labels"].items():
            test.assertEqual(result["labels"].get(name), value)


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False
