"""plumb model: list, fetch, verify, path, over a registry of one small model and no network."""
import fcntl
import hashlib
import json
import os
import signal
import socket
import subprocess
import time
import unittest

from plumb_binary import BINARY, PlumbTest, environment

WEIGHTS = b"these are weights\n"


class ModelTest(PlumbTest):
    def setUp(self):
        super().setUp()
        self.write("registry.json", json.dumps({"plumb": "models/1", "models": [{
            "name": "tiny", "kind": "embedding", "description": "for tests", "licence": "none",
            "weights": "weights.bin",
            "files": [{"name": "weights.bin", "size": len(WEIGHTS),
                       "sha256": hashlib.sha256(WEIGHTS).hexdigest()}],
            "sources": [{"kind": "hub", "repository": "acme/tiny", "revision": "main"}]}]}))
        os.mkdir(self.path("copy"))
        with open(self.path("copy/weights.bin"), "wb") as file:
            file.write(WEIGHTS)
        self.env = environment(PLUMB_REGISTRY=self.path("registry.json"),
                               PLUMB_MODELS=self.path("cache"), HF_HUB_CACHE=self.path("none"),
                               HF_HUB_OFFLINE="1")

    def model(self, *arguments):
        return self.succeed("model", *arguments, env=self.env)

    def test_a_model_is_missing_then_fetched_then_verified(self):
        self.assertIn(b"missing", self.model("list").stdout)
        fetched = json.loads(self.model("fetch", "tiny", "--from", "copy", "--json").stdout)
        self.assertEqual(fetched["from"], "copy")
        listed = json.loads(self.model("list", "--json").stdout)
        self.assertEqual(listed["plumb"], "model-list/1")
        self.assertEqual(listed["models"][0]["state"], "verified")
        path = self.model("path", "tiny").stdout.decode().strip()
        self.assertEqual(os.listdir(path), ["weights.bin"])
        self.assertIn(hashlib.sha256(WEIGHTS).hexdigest().encode(), self.model("verify").stdout)

    def test_a_second_fetch_does_nothing(self):
        self.model("fetch", "tiny", "--from", "copy")
        self.assertIn("already in", self.model("fetch", "tiny").stderr)

    def test_a_changed_file_fails_verification(self):
        self.model("fetch", "tiny", "--from", "copy")
        with open(self.path("cache/tiny/weights.bin"), "r+b") as file:
            file.write(b"X")
        self.fail_with(2, "where", "model", "verify", env=self.env)
        done = self.plumb("model", "verify", "--json", env=self.env)
        self.assertFalse(json.loads(done.stdout)["models"][0]["ok"])

    def interrupt_fetch(self, **changes):
        """Ctrl-C for a `plumb model fetch` that waits; what it says, and its exit code."""
        process = subprocess.Popen([BINARY, "model", "fetch", "tiny"], stderr=subprocess.PIPE,
                                   env={**self.env, "HF_HUB_OFFLINE": "0", **changes})
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=30)[1].decode()
        return process.returncode, errors

    def test_control_c_ends_a_download(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:  # takes calls, answers none
            code, errors = self.interrupt_fetch(
                HF_ENDPOINT=f"http://127.0.0.1:{silent.getsockname()[1]}")
        self.assertEqual(code, 3)
        self.assertEqual(errors, "plumb: error: interrupted; the same command continues the "
                                 "download of tiny\n")

    def test_control_c_ends_the_wait_for_another_process(self):
        os.makedirs(self.path("cache/.locks"))
        with open(self.path("cache/.locks/tiny.lock"), "wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            code, errors = self.interrupt_fetch()
        self.assertEqual(code, 3)
        self.assertIn("another process is fetching tiny; waiting for it\n", errors)
        self.assertIn("plumb: error: interrupted", errors)

    def test_what_cannot_be_done_is_a_sentence(self):
        self.fail_with(2, "plumb model fetch tiny", "model", "path", "tiny", env=self.env)
        self.fail_with(2, "HF_HUB_OFFLINE", "model", "fetch", "tiny", env=self.env)
        self.fail_with(2, "no model is called", "model", "fetch", "tinny", env=self.env)
        self.fail_with(2, "no model is on this machine", "model", "verify", env=self.env)
        self.fail_with(2, "writes no file", "model", "list", "-o", "x.json", env=self.env)


if __name__ == "__main__":
    unittest.main()
