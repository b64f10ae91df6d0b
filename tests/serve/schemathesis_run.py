"""schemathesis, every check, against a real server: generated requests that fit the API document
must be taken, those that do not must be refused, and every answer must be as the document says.

    python3 schemathesis_run.py --plumb BINARY --schemathesis PROGRAM [--examples N]

The server has a database of its own, an execution, a baseline and an admin's key, and is stopped at
the end. Exit code: schemathesis' own.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))


def started(plumb, folder):
    """The server and its address."""
    server = subprocess.Popen(
        [plumb, "serve", "--json", "--require-keys", "--listen", "127.0.0.1:0", "--db",
         os.path.join(folder, "plumb.db")], stdout=subprocess.PIPE,
        stderr=open(os.path.join(folder, "log"), "wb"))
    line = server.stdout.readline()
    if not line:
        sys.exit("plumb serve did not start: " + open(os.path.join(folder, "log")).read())
    return server, json.loads(line)["urls"][0]


def ask(url, key, method, path, body=None):
    request = urllib.request.Request(
        url + path, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + key, "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def fill(url, key):
    """What the ids of generated requests may hit."""
    for name in ("first", "second"):
        execution = ask(url, key, "POST", "/api/v1/executions", {"name": name})["id"]
        path = f"/api/v1/executions/{execution}"
        ask(url, key, "POST", path + "/results",
            {"results": [{"id": f"r{i}", "response": f"{name} {i}"} for i in range(10)]})
        ask(url, key, "POST", path + "/complete")
    ask(url, key, "POST", "/api/v1/baselines", {"execution_id": 1, "tag": "baseline-v1"})


def run(arguments, url, key, folder, others):
    return subprocess.run(
        [arguments.schemathesis, "--config-file", os.path.join(HERE, "schemathesis.toml"), "run",
         url + "/openapi.json", "--header", "Authorization: Bearer " + key, "--checks", "all",
         "--max-examples", str(arguments.examples), "--seed", str(arguments.seed),
         "--generation-allow-x00", "false", "--generation-database", "none", "--request-timeout",
         "60", *others], cwd=folder,
        env={**os.environ, "SCHEMATHESIS_HOOKS": "schemathesis_hooks", "PYTHONPATH": HERE,
             "PYTHONDONTWRITEBYTECODE": "1"}).returncode


def arguments_of():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--schemathesis", required=True)
    parser.add_argument("--examples", type=int, default=50, help="cases an operation")
    parser.add_argument("--seed", type=int, default=42)
    return parser.parse_known_args()


def main():
    arguments, others = arguments_of()
    with tempfile.TemporaryDirectory(prefix="plumb-schemathesis-") as folder:
        database = os.path.join(folder, "plumb.db")
        key = subprocess.run([arguments.plumb, "key", "create", "--scope", "admin", "--quiet",
                              "--db", database], capture_output=True, check=True,
                             text=True).stdout.strip()
        server, url = started(arguments.plumb, folder)
        try:
            fill(url, key)
            # Revoking comes last: sooner or later it hits the very key that asks.
            done = [run(arguments, url, key, folder, ["--exclude-operation-id", "key.revoke",
                                                      *others]),
                    run(arguments, url, key, folder, ["--include-operation-id", "key.revoke",
                                                      *others])]
        finally:
            server.terminate()
            server.wait(timeout=60)
        with open(os.path.join(folder, "log"), encoding="utf-8", errors="replace") as log:
            sys.stderr.write(log.read())
        if server.returncode != 0:
            print(f"the server ended with {server.returncode}")
            return 1
        return max(done)


if __name__ == "__main__":
    sys.exit(main())
