"""The manual pages: one a command, and nothing in them that a formatter of pages stumbles over."""
import glob
import os
import re
import shutil
import subprocess
import unittest

from plumb_binary import PlumbTest, environment


class ManualTest(PlumbTest):
    def pages(self, **changes):
        os.makedirs(self.path("man1"), exist_ok=True)
        done = self.plumb("help", "--man-pages", "man1", env=environment(**changes))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, b"")
        return {os.path.basename(path): self.read(os.path.join("man1", os.path.basename(path))).decode()
                for path in glob.glob(self.path("man1/*"))}

    def commands(self):
        text = self.succeed("--help").stdout.decode()
        return re.findall(r"^  ([a-z]+) ", text[text.index("Commands:"):text.index("Options")], re.MULTILINE)

    def test_every_command_has_a_page(self):
        expected = {"plumb.1"} | {f"plumb-{name}.1" for name in self.commands()}
        self.assertGreater(len(expected), 20)
        self.assertEqual(set(self.pages()), expected)

    def test_a_page_names_every_option_of_its_command(self):
        pages = self.pages()
        for name in self.commands():
            flags = re.findall(r"--[a-z][a-z-]*", self.succeed(name, "--help").stdout.decode())
            for flag in flags:
                self.assertIn(flag.replace("-", "\\-"), pages[f"plumb-{name}.1"])

    def test_a_page_of_commands_has_those_below_it(self):
        page = self.pages()["plumb-model.1"]
        for text in ['.SS "plumb model fetch"', "\\fB\\-\\-from\\fR \\fIDIR\\fR"]:
            self.assertIn(text, page)
        self.assertEqual(page.count("\nplumb model fetch\n"), 1, "examples stand once")

    def test_the_first_page_leads_to_the_others(self):
        page = self.pages()["plumb.1"]
        for name in self.commands():
            self.assertIn(f".BR plumb\\-{name} (1)", page)

    def test_one_page_is_printed_as_it_is_written(self):
        epoch = {"SOURCE_DATE_EPOCH": "1740787200"}
        pages = self.pages(**epoch)
        for name in ("plumb", "plumb-embed"):
            done = self.plumb("help", "--man", name, env=environment(**epoch))
            self.assertEqual(done.stdout.decode(), pages[name + ".1"])
        self.fail_with(2, "there is no manual page plumb-embd; did you mean plumb-embed?",
                       "help", "--man", "plumb-embd")

    def test_the_date_is_that_of_the_source_where_one_is_given(self):
        self.assertIn(" 1 2025-03-01 ", self.pages(SOURCE_DATE_EPOCH="1740787200")["plumb.1"])
        self.assertNotIn("2025-03-01", self.pages(SOURCE_DATE_EPOCH="soon")["plumb.1"])

    def test_a_folder_that_is_not_there_is_named(self):
        self.fail_with(2, "nowhere", "help", "--man-pages", "nowhere")

    def check(self, *command):
        if shutil.which(command[0]) is None:
            self.skipTest(f"{command[0]} is not on this machine; script/bootstrap installs it")
        self.pages()
        for path in sorted(glob.glob(self.path("man1/*"))):
            with self.subTest(os.path.basename(path)):
                done = subprocess.run([*command, path], capture_output=True, text=True, check=False,
                                      env=environment(LC_ALL="C.UTF-8"))
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
                yield done.stdout

    def test_mandoc_has_nothing_to_say(self):
        for complaints in self.check("mandoc", "-T", "lint", "-W", "warning"):
            self.assertEqual(complaints, "")

    def test_groff_has_nothing_to_say(self):
        for text in self.check("groff", "-man", "-Tutf8", "-ww", "-z"):
            self.assertEqual(text, "")


if __name__ == "__main__":
    unittest.main()
