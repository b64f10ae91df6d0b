#!/usr/bin/env python3
"""Runs the transcripts of a page and compares what comes out with what the page shows.

    transcript.py PAGE.md...             fails where they differ
    transcript.py --update PAGE.md...    writes what came out into the page

Of a page, in its order:

    ```console      commands behind "$ " (continued behind "> "), each with its output below
    <!-- file: NAME -->
    ```LANGUAGE     the file NAME, written into the folder that the shell is in by then

All commands of a page run in one shell, in a folder that has a copy of the tree's examples/ and
nothing else. "..." in the output stands for anything: within a line for the rest of it, as a line
of its own for any number of lines. A server that `plumb serve` starts listens on a port that is
free; pages say 127.0.0.1:8000.
PLUMB_BINARY names the program; `python3` is the one that runs this.
"""
import difflib
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

BLOCK = re.compile(r"(?:<!-- file: (?P<name>\S+) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$",
                   re.DOTALL | re.MULTILINE)
ANYTHING = "..."
PAGE_PORT = "127.0.0.1:8000"
END = "\x01"  # around the exit code of a command, in the shell's output
SECONDS = 600
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@dataclass
class Command:
    text: str
    expected: list[str] = field(default_factory=list)


def commands_of(block):
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:]))
        elif line.startswith("> ") and found and not found[-1].expected:
            found[-1].text += "\n" + line[2:]
        elif found:
            found[-1].expected.append(line)
        else:
            raise ValueError(f"a console block begins with a command, not with {line!r}")
    return found


def matches(expected, actual):
    """Whether lines are as expected."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == ANYTHING else
        ".*".join(re.escape(part) for part in line.rstrip().split(ANYTHING)) + r"\n"
        for line in expected)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in actual)) is not None


class Shell:
    """One bash for a page; what it and its children print comes in the order of a terminal."""

    def __init__(self, folder):
        self.folder = Path(folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = f"127.0.0.1:{free.getsockname()[1]}"
        tools = self.folder / ".tools"
        tools.mkdir()
        plumb = os.path.abspath(os.environ["PLUMB_BINARY"])
        (tools / "plumb").write_text(
            f'#!/bin/sh\nif [ "$1" = serve ]; then shift; set -- serve --listen {self.port} "$@"; fi\n'
            f'exec "{plumb}" "$@"\n')
        (tools / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        for tool in tools.iterdir():
            tool.chmod(0o755)
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("PLUMB_", "OTEL_"))}
        self.work = self.folder / "work"
        shutil.copytree(EXAMPLES, self.work / "examples")
        self.bash = subprocess.Popen(
            ["bash", "--norc", "--noprofile"], cwd=self.work, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**kept, "PATH": f"{tools}:{kept['PATH']}", "TERM": "dumb", "LC_ALL": "C.UTF-8",
                 "COLUMNS": "100", "XDG_CONFIG_HOME": str(self.folder / "config"),
                 "XDG_DATA_HOME": str(self.folder / "data")})
        self.unread = b""

    def close(self):
        """Whatever the page started ends too: it is all in the group of this shell."""
        os.killpg(self.bash.pid, signal.SIGTERM)
        try:
            self.bash.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.bash.pid, signal.SIGKILL)
            self.bash.wait()
        self.bash.stdin.close()
        self.bash.stdout.close()

    def read_until(self, is_enough):
        """Reads on until the bytes so far are enough, and takes them."""
        end = time.monotonic() + SECONDS
        while not is_enough(self.unread):
            ready, _, _ = select.select([self.bash.stdout], [], [], max(0, end - time.monotonic()))
            more = os.read(self.bash.stdout.fileno(), 65536) if ready else b""
            if not more:
                break
            self.unread += more
        taken, self.unread = self.unread, b""
        return taken.decode(errors="replace")

    def write(self, name, text):
        """A file in the folder that the shell is in by now."""
        folder = Path(os.readlink(f"/proc/{self.bash.pid}/cwd"))
        (folder / name).write_text(text.replace(PAGE_PORT, self.port), encoding="utf-8")

    def lines(self, text):
        return text.replace(self.port, PAGE_PORT).splitlines()

    def run(self, command):
        """The lines that it printed, and its exit code."""
        text = command.text.replace(PAGE_PORT, self.port)
        wrapped = text if text.rstrip().endswith("&") else "{ " + text + "\n} </dev/null"
        self.bash.stdin.write(f"{wrapped}\nprintf '{END}%d{END}\\n' $?\n".encode())
        self.bash.stdin.flush()
        mark = re.compile(f"{END}(\\d+){END}\n".encode())
        printed = self.read_until(lambda so_far: mark.search(so_far))
        found = re.search(f"{END}(\\d+){END}\n", printed)
        if not found:
            return self.lines(printed), None
        printed = printed[:found.start()] + printed[found.end():]
        if text.rstrip().endswith("&") and command.expected:
            # In the background: what it says comes a little later.
            self.unread = printed.encode()
            printed = self.read_until(
                lambda so_far: matches(command.expected, self.lines(so_far.decode())))
        return self.lines(printed), int(found.group(1))


def run_page(path, update=False):
    """What differs, as sentences with the lines; with `update`, the page is written anew."""
    page = Path(path).read_text(encoding="utf-8")
    problems, made = [], page
    with tempfile.TemporaryDirectory(prefix="plumb-page-") as folder:
        shell = Shell(folder)
        try:
            for block in BLOCK.finditer(page):
                if block["name"]:
                    shell.write(block["name"], block["text"])
                elif block["kind"] == "console":
                    told, text = run_block(shell, block["text"])
                    problems += told
                    made = made.replace(block["text"], text, 1)
        finally:
            shell.close()
    if update:
        Path(path).write_text(made, encoding="utf-8")
        return []
    return problems


def run_block(shell, block):
    problems, lines = [], []
    for command in commands_of(block):
        actual, code = shell.run(command)
        lines += [("> " if more else "$ ") + line
                  for more, line in enumerate(command.text.split("\n"))]
        if code is None:
            raise TimeoutError(f"$ {command.text}\nended the shell, or was not done after {SECONDS} s")
        if matches(command.expected, actual):
            lines += command.expected
            continue
        lines += [line.rstrip() for line in actual]
        difference = "\n".join(difflib.unified_diff(command.expected, actual, "the page",
                                                    "what came out", lineterm="", n=2))
        problems.append(f"$ {command.text}\n{difference}")
    return problems, "".join(line + "\n" for line in lines)


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    pages = [argument for argument in arguments if argument != "--update"]
    if not pages:
        sys.exit(__doc__)
    problems = [f"{page}: {problem}" for page in pages for problem in run_page(page, update)]
    if problems:
        sys.exit("\n\n".join(problems))
    print(f"{', '.join(pages)}: " + ("written anew" if update else "as the page says"))


if __name__ == "__main__":
    main()
