"""A worker process that stays loaded and warm, and stands still when it is not its turn.

Runtimes keep threads spinning for a while after their last call, which would take
time from whoever is measured next. A worker is therefore stopped (SIGSTOP) the
moment its answer is there and continued (SIGCONT) for its next turn: exact, and
no engine has to give up its own way of waiting.
"""

import json
import os
import signal
import subprocess
import tempfile


class WorkerFailed(Exception):
    pass


class WarmProcess:
    def __init__(self, name, command, threads):
        self.name, self.threads = name, threads
        environment = dict(
            os.environ, OMP_NUM_THREADS=str(threads), RAYON_NUM_THREADS=str(threads),
            TOKENIZERS_PARALLELISM="true" if threads > 1 else "false",
            HF_HUB_OFFLINE="1", HF_HUB_DISABLE_PROGRESS_BARS="1", PYTHONWARNINGS="ignore")
        # A file, because a pipe that nobody empties stops who writes to it.
        self.complaints = tempfile.TemporaryFile("w+", errors="replace")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.complaints,
            text=True, env=environment)
        self.greeting = self._answer()
        self._pause()

    def ask(self, line):
        self.process.send_signal(signal.SIGCONT)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self._answer()
        self._pause()
        if answer.get("error"):
            raise WorkerFailed(f"{self.name}: {answer['error']}")
        return answer

    def close(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.stdin.close()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.complaints.seek(0)
            last_words = self.complaints.read().strip().split("\n")[-1]
            raise WorkerFailed(f"{self.name} ended: {last_words}")
        return json.loads(line)

    def _pause(self):
        self.process.send_signal(signal.SIGSTOP)
