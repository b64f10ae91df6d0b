"""The command line itself: help, mistakes, settings, completion, the docs."""
import os
import re
import shutil
import subprocess
import unittest

from plumb_binary import BINARY, PlumbTest, environment

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
COMMANDS = ["compare", "explain", "init", "embed", "tokenize", "model", "doctor", "completion"]


class UsageTest(PlumbTest):
    def test_help_of_every_command(self):
        text = self.succeed("--help").stdout.decode()
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", text)
            self.assertIn(f"Usage: plumb {command}", self.succeed(command, "--help").stdout.decode())
        self.assertIn("Examples:", text)

    def test_help_may_stand_before_a_command(self):
        for command in (["embed"], ["model", "fetch"]):
            self.assertEqual(self.succeed("help", *command).stdout,
                             self.succeed(*command, "--help").stdout)

    def test_help_alone_is_the_overview(self):
        self.assertEqual(self.succeed("help").stdout, self.succeed("--help").stdout)
        self.assertEqual(self.succeed("--quiet", "help").stdout, self.succeed("--help").stdout)

    def test_help_of_no_command_is_a_mistake(self):
        for arguments in (["help", "embd"], ["embd", "--help"]):
            self.fail_with(2, 'unknown command "embd" of plumb; did you mean embed?', *arguments)
        self.fail_with(2, 'unknown command "fech" of plumb model; did you mean fetch?',
                       "help", "model", "fech")

    def test_version_names_the_instruction_sets(self):
        self.assertRegex(self.succeed("--version").stdout.decode(),
                         r"^plumb \d+\.\d+\.\d+ \(instruction sets: portable.*\)\n$")

    def test_no_command_is_help_and_exit_2(self):
        done = self.plumb()
        self.assertEqual(done.returncode, 2)
        self.assertIn("Usage: plumb COMMAND", done.stderr)

    def test_mistakes_are_answered_with_the_nearest_name(self):
        for arguments, sentence in [
            (["embd", "x"], 'unknown command "embd" of plumb; did you mean embed?'),
            (["emb", "x"], 'unknown command "emb" of plumb; did you mean embed?'),
            (["embed", "--fromat", "lines", "x"],
             "unknown option --fromat of plumb embed; did you mean --format?"),
            (["embed", "--qiet", "x"], "unknown option --qiet of plumb embed; did you mean --quiet?"),
            (["embed", "--zzzzzz", "x"], "unknown option --zzzzzz of plumb embed; see plumb embed --help"),
            (["embed"], "FILE is required; see plumb embed --help"),
            (["embed", "x", "y"], 'unexpected argument "y" of plumb embed'),
            (["embed", "x", "--threads", "-1"], "--threads"),
            (["embed", "x", "--threads", "0x10"], '"0x10" is no whole number from 0 to 1024'),
            (["embed", "x", "--threads", "1.5"], '"1.5" is no whole number from 0 to 1024'),
            (["embed", "x", "--threads", "02000"], '"02000" is no whole number from 0 to 1024'),
            (["embed", "x", "--seed", "-1"], "--seed"),
            (["embed", "x", "--seed", "18446744073709551616"],
             "is no whole number from 0 to 18446744073709551615"),
            (["embed", "x", "--format", "xml"], "--format: xml not in {auto,lines,jsonl}"),
            (["completion", "tcsh"], "tcsh not in {bash,zsh,fish}"),
        ]:
            with self.subTest(arguments):
                self.fail_with(2, sentence, *arguments)

    def test_an_unknown_instruction_set_names_those_there_are(self):
        self.fail_with(2, "it runs portable", "embed", "-", "--instruction-set", "sse9", stdin=b"a")

    def test_no_colour_without_a_terminal(self):
        self.assertNotIn("\033", self.plumb("embed", "no-file").stderr)

    def test_an_interrupted_help_is_no_crash(self):
        with open("/dev/full", "wb") as full:
            done = self.plumb("--help", stdout=full)
        self.assertEqual(done.returncode, 3)


class SettingsTest(PlumbTest):
    def threads(self, *arguments, **changes):
        done = self.plumb("doctor", "--json", *arguments, env=environment(**changes))
        return re.search(r'"name": "threads",\s*"status": "ok",\s*"detail": "(\d+) of',
                         done.stdout.decode()).group(1)

    def test_flag_beats_environment_beats_file_beats_the_users_file(self):
        os.makedirs(self.path("config/plumb"))
        users = {"XDG_CONFIG_HOME": self.path("config")}
        self.write("config/plumb/plumb.toml", "threads = 5\n")
        self.assertEqual(self.threads(**users), "5")
        self.write("plumb.toml", "# ours\nthreads = 6\n")
        self.assertEqual(self.threads(**users), "6")
        self.assertEqual(self.threads(PLUMB_THREADS="7", **users), "7")
        self.assertEqual(self.threads("--threads", "8", PLUMB_THREADS="7", **users), "8")

    def test_the_nearest_file_upward_is_read(self):
        self.write("plumb.toml", "threads = 6\n")
        os.makedirs(self.path("a/b"))
        done = subprocess.run([BINARY, "doctor", "--json"], cwd=self.path("a/b"),
                              env=environment(), capture_output=True, text=True, check=False)
        self.assertIn('"6 of ', done.stdout)

    def test_mistakes_in_the_file_are_named_with_their_line(self):
        for content, sentence in [
            ("threads = 1\nthreds = 2\n", 'plumb.toml:2: unknown key "threds"; did you mean threads?'),
            ("threads = 'two'\n", 'plumb.toml:1: "threads" must be an integer'),
            ("\nthreads = 5000\n", 'plumb.toml:2: 5000 is no value for "threads"'),
            ("threads = \n", "plumb.toml:1: not valid TOML"),
            ("precision = 'f64'\n", "plumb.toml:1: f64 is no value"),
        ]:
            with self.subTest(content):
                self.write("plumb.toml", content)
                self.fail_with(2, sentence, "tokenize", "-", stdin=b"a")
        self.assertEqual(self.plumb("--help").returncode, 0)

    def test_a_mistake_in_the_environment_is_named(self):
        self.fail_with(2, "PLUMB_THREADS=many", "tokenize", "-", stdin=b"a",
                       env=environment(PLUMB_THREADS="many"))


class CompletionTest(PlumbTest):
    def test_every_script_knows_every_command_and_option(self):
        for shell in ["bash", "zsh", "fish"]:
            script = self.succeed("completion", shell).stdout.decode()
            for command in COMMANDS:
                self.assertIn(command, script)
            self.assertIn("skip-bad", script)

    def test_bash_completes(self):
        def complete(*words):
            quoted = " ".join(f"'{word}'" for word in words)
            script = (f'source <("{BINARY}" completion bash); COMP_WORDS=({quoted}); '
                      f'COMP_CWORD={len(words) - 1}; _plumb; echo "${{COMPREPLY[@]}}"')
            done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
            self.assertEqual(done.stderr, "")
            return done.stdout.split()
        self.assertEqual(complete("plumb", "em"), ["embed"])
        self.assertEqual(complete("plumb", "embed", "--fo"), ["--format"])
        self.assertEqual(complete("plumb", "embed", "--format", "j"), ["jsonl"])
        self.assertEqual(complete("plumb", "completion", "z"), ["zsh"])
        self.assertEqual(complete("plumb", "--threads", "2", "tok"), ["tokenize"])

    def in_shell(self, shell, *words, script=b""):
        if shutil.which(shell) is None:
            self.skipTest(f"{shell} is not on this machine; script/bootstrap installs it")
        done = subprocess.run([shell, *words], input=script, capture_output=True, check=False,
                              env=environment(HOME=self.folder))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode()

    def test_zsh_takes_the_script(self):
        script = self.succeed("completion", "zsh").stdout
        self.in_shell("zsh", "-n", script=script)
        self.write("_plumb", script)
        asked = ("autoload -U compinit; compinit -u -D; source ./_plumb; "
                 'print ${_comps[plumb]} $+functions[_plumb]')
        self.assertEqual(self.in_shell("zsh", "-f", "-c", f"cd {self.folder}; {asked}"), "_plumb 1\n")

    def test_fish_completes(self):
        self.write("plumb.fish", self.succeed("completion", "fish").stdout)
        self.in_shell("fish", "--no-execute", self.path("plumb.fish"))

        def complete(line):
            out = self.in_shell("fish", "--no-config", "-c",
                                f"source {self.path('plumb.fish')}; complete -C '{line}'")
            return [entry.split("\t")[0] for entry in out.splitlines()]
        self.assertEqual(complete("plumb em"), ["embed"])
        self.assertEqual(complete("plumb embed --form"), ["--format"])
        self.assertEqual(complete("plumb completion z"), ["zsh"])
        self.assertEqual(complete("plumb model fe"), ["fetch"])


class DocsTest(PlumbTest):
    def test_the_tables_of_the_docs_are_those_of_the_code(self):
        with open(os.path.join(SOURCE, "docs", "cli.md"), encoding="utf-8") as file:
            page = file.read()
        begin, end = "<!-- made by: plumb help --markdown -->\n", "<!-- end -->\n"
        written = page[page.index(begin) + len(begin):page.index(end)]
        made = self.succeed("help", "--markdown").stdout.decode()
        self.assertEqual(written.strip(), made.strip(),
                         "docs/cli.md is stale: paste the output of plumb help --markdown")


if __name__ == "__main__":
    unittest.main()
