#!/usr/bin/env python3
"""Runs a command beside a chat server that is not Plumb's: llama-cpp-python's, on loopback.

    with_server.py --model FILE.gguf [--context 2048] [--log FILE] -- COMMAND...

The command finds the server in PLUMB_CHAT_SERVER and the model's name in PLUMB_CHAT_MODEL.
Exits as the command does, or 3 where the server does not come up.
"""

import argparse
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

WAIT_SECONDS = 120


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def answers(url):
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(url + "/models", timeout=5) as response:
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


def wait_until_up(server, url):
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        if answers(url):
            return True
        time.sleep(0.25)
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--context", type=int, default=2048)
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    port = free_port()
    url = f"http://127.0.0.1:{port}/v1"
    # interrupt_requests: else a second request ends the first one's stream in the middle.
    # n_batch: the server computes a beginning that it knows from the last request not again;
    # token by token, the sums and so the reply do not depend on where that beginning ends.
    command = [sys.executable, "-m", "llama_cpp.server", "--host", "127.0.0.1",
               "--port", str(port), "--model", str(arguments.model), "--model_alias",
               arguments.model.stem, "--n_ctx", str(arguments.context),
               "--n_batch", "1", "--interrupt_requests", "false"]
    with arguments.log.open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        try:
            if not wait_until_up(server, url):
                print(f"the chat server did not come up; see {arguments.log}", file=sys.stderr)
                return 3
            environment = {**os.environ, "PLUMB_CHAT_SERVER": url,
                           "PLUMB_CHAT_MODEL": arguments.model.stem}
            return subprocess.run(arguments.command, env=environment).returncode
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()


if __name__ == "__main__":
    sys.exit(main())
