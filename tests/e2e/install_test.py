"""`cmake --install` into a folder: the program runs there, and finds what was installed with it.

PLUMB_BUILD names the build (ctest sets it).
"""
import glob
import gzip
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from plumb_binary import PlumbTest, environment

SOURCE = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
CHAT_MODEL = "SmolLM2-135M-Instruct"


def install(prefix, **changes):
    # The component that the Debian package takes.
    subprocess.run(["cmake", "--install", os.environ["PLUMB_BUILD"], "--prefix", prefix, "--strip",
                    "--component", "program"],
                   check=True, stdout=subprocess.DEVNULL, env=environment(**changes))


class InstallTest(PlumbTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.prefix = tempfile.mkdtemp(prefix="plumb-install-")
        cls.addClassCleanup(shutil.rmtree, cls.prefix)
        # The builder's own settings show in the defaults of its help; not in what is installed.
        install(cls.prefix, PLUMB_THREADS="7")

    def installed(self, *arguments):
        return subprocess.run([os.path.join(self.prefix, "bin/plumb"), *arguments], cwd=self.folder,
                              capture_output=True, env=environment(), check=False, timeout=300)

    def shared(self, name):
        with open(os.path.join(self.prefix, "share", name), "rb") as file:
            return file.read()

    def test_the_program_is_the_one_that_was_built(self):
        self.assertEqual(self.installed("--version").stdout, self.succeed("--version").stdout)

    def test_every_manual_page_is_there_and_packed(self):
        names = {os.path.basename(path) for path in glob.glob(f"{self.prefix}/share/man/man1/*")}
        self.assertLessEqual({"plumb.1.gz", "plumb-compare.1.gz", "plumb-model.1.gz"}, names)
        page = gzip.decompress(self.shared("man/man1/plumb.1.gz")).decode()
        self.assertIn("how many threads compute; 0 for every CPU [0]", page)

    def test_completions_are_where_shells_look(self):
        for shell, name in {"bash": "bash-completion/completions/plumb",
                            "zsh": "zsh/site-functions/_plumb",
                            "fish": "fish/vendor_completions.d/plumb.fish"}.items():
            self.assertEqual(self.shared(name), self.succeed("completion", shell).stdout)

    def test_nothing_of_the_debian_package_alone_is_installed(self):
        self.assertEqual(sorted(os.listdir(self.prefix)), ["bin", "libexec", "share"])

    def test_the_chat_workers_are_found_there(self):
        if self.plumb("model", "path", CHAT_MODEL).returncode != 0:
            self.skipTest(f"{CHAT_MODEL} is not on this machine; plumb model fetch gets it")
        with open(os.path.join(SOURCE, "tasks/summarization_tasks.json"), encoding="utf-8") as file:
            self.write("task.json", json.dumps(json.load(file)[:1]))
        done = self.installed("experiment", "run", "--tasks", "task.json", "--agents", "baseline",
                              "--max-tokens", "2", "--out", "logs")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_no_folder_of_the_builder_is_in_the_program(self):
        for path in [f"{self.prefix}/bin/plumb", *glob.glob(f"{self.prefix}/libexec/plumb/*")]:
            with open(path, "rb") as file:
                self.assertNotIn(os.environ["PLUMB_BUILD"].encode(), file.read(), path)


class PackagingTest(PlumbTest):
    def test_the_changelog_of_the_package_has_this_version(self):
        with open(os.path.join(SOURCE, "packaging/debian/changelog"), encoding="utf-8") as file:
            version = re.match(r"plumb \((.*)-\d+\) ", file.readline()).group(1)
        self.assertTrue(self.succeed("--version").stdout.decode().startswith(f"plumb {version} "))

    def test_the_service_starts_what_the_package_installs(self):
        with open(os.path.join(SOURCE, "packaging/plumb.service"), encoding="utf-8") as file:
            unit = file.read()
        self.assertIn("\nExecStart=/usr/bin/plumb serve $PLUMB_SERVE_OPTIONS\n", unit)
        with open(os.path.join(SOURCE, "packaging/debian/default"), encoding="utf-8") as file:
            options = re.search(r'^PLUMB_SERVE_OPTIONS="(.*)"$', file.read(), re.MULTILINE).group(1)
        help_text = self.succeed("serve", "--help").stdout.decode()
        for option in options.split():
            self.assertIn(option, help_text)


if __name__ == "__main__":
    unittest.main()
