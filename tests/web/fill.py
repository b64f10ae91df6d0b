#!/usr/bin/env python3
"""Fills a server with executions of a given size, compared with the first, to measure the
dashboard on (speed.spec.ts). Results bring small vectors of their own, so nothing is embedded.

    tests/web/fill.py http://127.0.0.1:8000 1000 1000 [EVERY]

EVERY 4 compares every fourth execution and leaves gaps between; comparing takes most of the time.
"""
import json
import random
import sys
import time
import urllib.request

WORDS = ("order parcel refund garden sensor water soil light account password battery cable "
         "warranty return label street city morning week").split()
TOOLS = ("search_help", "lookup_order", "check_warranty", "create_ticket")


def lines(count, seed):
    rng = random.Random(seed)
    shift = 0.4 if seed % 10 == 9 else 0.0  # every tenth run drifts
    for n in range(count):
        words = rng.choices(WORDS, k=rng.randint(6, 30) + int(40 * shift))
        yield json.dumps({
            "id": f"r{n}", "prompt": f"question {n % 250}", "response": " ".join(words),
            "severity": rng.choices(("low", "medium", "high"), (0.8 - shift, 0.15, 0.05 + shift))[0],
            "tools": rng.choices(TOOLS, k=rng.randint(0, 3)),
            "labels": {"channel": rng.choice(("chat", "email"))},
            "embedding": [round(rng.gauss(shift if d == 0 else 0.2, 0.3), 3) for d in range(8)]})


def main(url, executions, results, every):
    def ask(method, path, body=None, content_type="application/json"):
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        request = urllib.request.Request(url + path, data=data, method=method,
                                         headers={"Content-Type": content_type} if data else {})
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.loads(answer.read() or b"null")

    began, first, previous = time.time(), None, None
    for seed in range(executions):
        made = ask("POST", "/api/v1/executions",
                   {"name": "nightly", "labels": {"version": f"1.{seed}"}, "embedding_model": "made-8"})["id"]
        ask("POST", f"/api/v1/executions/{made}/results",
            "\n".join(lines(results, seed)).encode(), "application/x-ndjson")
        ask("POST", f"/api/v1/executions/{made}/complete")
        if first is None:
            first = made
            ask("POST", "/api/v1/baselines", {"execution_id": made, "name": "first", "tag": "prod"})
        else:
            # The run before this one by now has what a comparison needs.
            if previous is not None:
                ask("POST", "/api/v1/drift/compare", {"execution_id": previous, "baseline_execution_id": first})
            previous = made if seed % every == 0 else None
        if seed % 50 == 49:
            print(f"{seed + 1} executions in {time.time() - began:.0f} s", flush=True)
    if previous is not None:
        ask("POST", "/api/v1/drift/compare", {"execution_id": previous, "baseline_execution_id": first})


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), int(sys.argv[2]), int(sys.argv[3]),
         int(sys.argv[4]) if len(sys.argv) > 4 else 1)
