"""Model files that are missing, cut, changed or another model's: a sentence each."""
import json
import os
import shutil
import struct
import subprocess
import time
import unittest
from pathlib import Path

from plumb_binary import BINARY, PlumbTest, environment, model_folder

FILES = ["config.json", "model.safetensors", "tokenizer.json"]


class ModelFilesTest(PlumbTest):
    needs_model = True

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("m"))
        for entry in os.scandir(model_folder()):
            if entry.is_file():
                shutil.copy(entry.path, self.path("m"))

    def embed(self, code, sentence):
        return self.fail_with(code, sentence, "embed", "-", "--model", "./m", stdin=b"one\n")

    def change(self, name, edit):
        content = bytearray(self.read(f"m/{name}"))
        self.write(f"m/{name}", bytes(edit(content)))

    def fill(self, tensor, value):
        """Every value of a tensor of m/model.safetensors, which is of f32."""
        content = bytearray(self.read("m/model.safetensors"))
        (length,) = struct.unpack("<Q", content[:8])
        begin, end = json.loads(content[8:8 + length])[tensor]["data_offsets"]
        data = struct.pack("<f", value) * ((end - begin) // 4)
        content[8 + length + begin:8 + length + end] = data
        self.write("m/model.safetensors", bytes(content))

    def test_a_whole_copy_works(self):
        self.succeed("embed", "-", "--model", "./m", stdin=b"one\n")

    def test_each_missing_file_is_named(self):
        for name in FILES:
            with self.subTest(name):
                os.rename(self.path(f"m/{name}"), self.path("aside"))
                self.embed(2, name)
                os.rename(self.path("aside"), self.path(f"m/{name}"))

    def test_doctor_and_verify_name_the_file_that_a_folder_lacks(self):
        self.succeed("doctor", "--model", "./m")
        self.assertIn(b": ok", self.succeed("model", "verify", "./m").stdout)
        os.remove(self.path("m/tokenizer.json"))
        doctor = self.plumb("doctor", "--model", "./m", "--json")
        self.assertEqual(doctor.returncode, 3)
        (finding,) = [each for each in json.loads(doctor.stdout)["findings"]
                      if each["name"] == "model ./m"]
        self.assertEqual(finding["status"], "missing")
        self.assertIn("tokenizer.json", finding["detail"])
        done = self.fail_with(2, "tokenizer.json", "model", "verify", "./m")
        self.assertEqual(done.stdout, b"./m: failed\n")

    def test_each_empty_file_is_named(self):
        for name in FILES:
            with self.subTest(name):
                content = self.read(f"m/{name}")
                self.write(f"m/{name}", b"")
                self.embed(2, name)
                self.write(f"m/{name}", content)

    def test_each_directory_in_place_of_a_file_is_named(self):
        for name in FILES:
            with self.subTest(name):
                content = self.read(f"m/{name}")
                os.remove(self.path(f"m/{name}"))
                os.mkdir(self.path(f"m/{name}"))
                self.embed(2, name)
                os.rmdir(self.path(f"m/{name}"))
                self.write(f"m/{name}", content)

    def test_truncated_weights(self):
        self.change("model.safetensors", lambda content: content[:len(content) // 2])
        self.embed(2, "model.safetensors")

    def test_a_header_that_lies_about_its_size(self):
        self.change("model.safetensors", lambda content: b"\xff" * 8 + content[8:])
        self.embed(2, "model.safetensors")

    def test_a_changed_byte_in_a_pinned_model(self):
        os.rename(self.path("m"), self.path("all-MiniLM-L6-v2"))
        here = environment(PLUMB_MODELS=self.folder)
        self.succeed("embed", "-", stdin=b"one\n", env=here)
        name = "all-MiniLM-L6-v2/model.safetensors"
        content = bytearray(self.read(name))
        content[-1] ^= 1
        self.write(name, bytes(content))
        self.fail_with(2, "model.safetensors", "embed", "-", stdin=b"one\n", env=here)

    def test_fewer_layers_than_the_weights_have(self):
        config = json.loads(self.read("m/config.json"))
        config["num_hidden_layers"] -= 1
        self.write("m/config.json", json.dumps(config))
        self.embed(2, "num_hidden_layers 5")

    def test_weights_that_are_cut_while_they_are_read(self):
        running = subprocess.Popen([BINARY, "embed", "-", "--model", "./m"], cwd=self.folder,
                                   env=environment(), stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(running.kill)
        running.stdin.write(b"one\n")  # the model is loaded when the first text is there
        running.stdin.flush()
        deadline = time.monotonic() + 60
        while "m/model.safetensors" not in Path(f"/proc/{running.pid}/maps").read_text():
            self.assertLess(time.monotonic(), deadline, "the weights were never mapped")
            time.sleep(0.01)
        os.truncate(self.path("m/model.safetensors"), 4096)
        _, errors = running.communicate(timeout=60)
        self.assertEqual(errors.decode(), "plumb: error: a file of the model or the input was cut "
                                          "while it was read; restore it and start again\n")
        self.assertEqual(running.returncode, 3)

    def test_a_word_table_of_no_numbers_is_no_measurement(self):
        self.fill("embeddings.word_embeddings.weight", float("nan"))
        self.write("log.jsonl", "".join(
            json.dumps({"task_id": "a", "step": step, "prompt": "p", "output": output}) + "\n"
            for step, output in enumerate(["one", "two"])))
        self.embed(2, "its weights are damaged")
        done = self.fail_with(2, "its weights are damaged", "intent", "log.jsonl", "--json",
                              "--model", "./m")
        self.assertEqual(done.stdout, b"")

    def test_truncated_tokenizer(self):
        self.change("tokenizer.json", lambda content: content[:len(content) // 2])
        self.embed(2, "tokenizer.json")

    def test_the_tokenizer_of_another_kind_of_model(self):
        tokenizer = json.loads(self.read("m/tokenizer.json"))
        tokenizer["model"] = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
        self.write("m/tokenizer.json", json.dumps(tokenizer))
        self.embed(2, "tokenizer.json")
        self.fail_with(2, "tokenizer.json", "tokenize", "-", "--model", "./m", stdin=b"one\n")

    def test_the_tokenizer_of_a_model_with_more_words(self):
        tokenizer = json.loads(self.read("m/tokenizer.json"))
        tokenizer["model"]["vocab"]["plumbline"] = len(tokenizer["model"]["vocab"]) + 5
        self.write("m/tokenizer.json", json.dumps(tokenizer))
        self.embed(2, "tokenizer.json")


if __name__ == "__main__":
    unittest.main()
