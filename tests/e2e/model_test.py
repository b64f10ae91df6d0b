"""plumb model: list, fetch, verify, path, over a registry of one small model and no network."""
import hashlib
import json
import os
import unittest

from plumb_binary import PlumbTest, environment

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

    def test_what_cannot_be_done_is_a_sentence(self):
        self.fail_with(2, "plumb model fetch tiny", "model", "path", "tiny", env=self.env)
        self.fail_with(2, "HF_HUB_OFFLINE", "model", "fetch", "tiny", env=self.env)
        self.fail_with(2, "no model is called", "model", "fetch", "tinny", env=self.env)
        self.fail_with(2, "no model is on this machine", "model", "verify", env=self.env)
        self.fail_with(2, "writes no file", "model", "list", "-o", "x.json", env=self.env)


if __name__ == "__main__":
    unittest.main()
