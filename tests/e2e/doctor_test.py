"""plumb doctor: what is there, what is missing, what mends it."""
import json
import os
import unittest

from plumb_binary import MODEL, PlumbTest, environment


class DoctorTest(PlumbTest):
    def findings(self, done):
        document = json.loads(done.stdout)
        self.assertEqual(document["plumb"], "doctor/1")
        return {finding["name"]: finding for finding in document["findings"]}

    def test_a_missing_model_is_said_with_the_command_that_mends_it(self):
        empty = environment(PLUMB_MODELS=self.folder, HF_HOME=self.folder, HF_HUB_CACHE=self.folder)
        done = self.plumb("doctor", "--json", env=empty)
        self.assertEqual(done.returncode, 3)
        finding = self.findings(done)[f"model {MODEL}"]
        self.assertEqual(finding["status"], "missing")
        self.assertIn(f"plumb model fetch {MODEL}", finding["detail"])
        self.assertEqual(finding["fix"], f"plumb model fetch {MODEL}")
        text = self.plumb("doctor", env=empty)
        self.assertEqual(text.returncode, 3)
        self.assertIn(b"something needed is missing", text.stdout)

    def test_a_model_that_is_damaged_is_said_to_be(self):
        os.mkdir(self.path(MODEL))
        for name in ("config.json", "model.safetensors", "tokenizer.json", "vocab.txt"):
            self.write(os.path.join(MODEL, name), "{}")
        damaged = environment(PLUMB_MODELS=self.folder, HF_HOME=self.folder)
        done = self.plumb("doctor", "--json", env=damaged)
        self.assertEqual(done.returncode, 3)
        self.assertFalse(json.loads(done.stdout)["ok"])
        finding = self.findings(done)[f"model {MODEL}"]
        self.assertEqual((finding["status"], finding["fix"]), ("damaged", f"plumb model fetch {MODEL}"))
        text = self.plumb("doctor", env=damaged).stdout.decode()
        self.assertIn(f"damaged  model {MODEL}", text)

    def test_a_model_that_is_nowhere_is_a_finding_with_a_way_out(self):
        for name in ("nope", "./nope"):
            finding = self.findings(self.plumb("doctor", "--json", "--model", name))[f"model {name}"]
            self.assertEqual(finding["status"], "missing")
            self.assertIn("--model", finding["fix"])

    def test_an_instruction_set_is_shown_with_who_chose_it(self):
        def finding(**changes):
            done = self.plumb("doctor", "--json", env=environment(**changes))
            return self.findings(done)["instruction set"], json.loads(done.stdout)["ok"]
        wrong, ok = finding(PLUMB_INSTRUCTION_SET="foo")
        self.assertEqual((wrong["status"], ok), ("missing", False))
        self.assertIn('does not run the instruction set "foo"', wrong["detail"])
        self.assertIn("PLUMB_INSTRUCTION_SET", wrong["fix"])
        self.write("plumb.toml", 'instruction_set = "portable"\n')
        chosen, _ = finding()
        self.assertEqual((chosen["status"], chosen["fix"]), ("ok", None))
        self.assertIn(f"portable, as {os.path.realpath(self.path('plumb.toml'))} says",
                      chosen["detail"])
        self.write("plumb.toml", 'instruction_set = "foo"\n')
        self.assertIn("plumb.toml", finding()[0]["fix"])
        self.assertIn("portable, as PLUMB_INSTRUCTION_SET says",
                      finding(PLUMB_INSTRUCTION_SET="portable")[0]["detail"])

    def test_threads_settings_and_network_are_shown(self):
        self.write("plumb.toml", "threads = 3\n")
        findings = self.findings(self.plumb("doctor", "--json", env=environment(HF_HUB_OFFLINE="1")))
        self.assertTrue(findings["threads"]["detail"].startswith("3 of "))
        self.assertIn("plumb.toml", findings["settings"]["detail"])
        self.assertIn("off", findings["network"]["detail"])

    def test_bad_settings_are_a_finding(self):
        self.write("plumb.toml", "threads = 'many'\n")
        done = self.plumb("doctor", "--json")
        self.assertEqual(done.returncode, 3)
        self.assertIn("plumb.toml:1", self.findings(done)["settings"]["detail"])

    def test_a_model_cache_that_cannot_be_written_is_a_finding(self):
        self.write("file", "")
        done = self.plumb("doctor", "--json", env=environment(PLUMB_MODELS=f"{self.folder}/file/cache"))
        finding = self.findings(done)["model cache"]
        self.assertEqual(finding["status"], "optional")
        self.assertIn("file/cache cannot be written", finding["detail"])
        self.assertIn("PLUMB_MODELS", finding["fix"])
        new = environment(PLUMB_MODELS=f"{self.folder}/not/there/yet")
        self.assertEqual(self.findings(self.plumb("doctor", "--json", env=new))["model cache"]["status"], "ok")

    def test_files(self):
        self.plumb("doctor", "-o", "d.json", "-o", "d.txt")
        self.assertEqual(json.loads(self.read("d.json"))["plumb"], "doctor/1")
        self.assertIn(b"cpu", self.read("d.txt"))
        self.fail_with(2, "plumb doctor writes .json and .txt", "doctor", "-o", "d.png")


class DoctorWithModelTest(PlumbTest):
    needs_model = True

    def test_a_machine_with_the_model_is_fine(self):
        done = self.succeed("doctor", "--json")
        self.assertTrue(json.loads(done.stdout)["ok"])


if __name__ == "__main__":
    unittest.main()
