"""Load and slow clients against a real `plumb serve`, by wrk and slowhttptest.

    PLUMB_BINARY=... python3 tests/e2e/serve_load.py [--seconds 600] [--idle 1000] [--active 100]

Exits 1 where a promise does not hold: with the idle connections the 99th percentile of the active
ones is at most twice that without them, no request fails, memory stays flat; while slowhttptest
holds as many slow connections, in each of its ways, a normal client's 99th percentile stays below
a second; an endless body is answered and the server goes on.
"""
import argparse
import http.client
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from plumb_binary import BINARY, environment

PATH = "/api/v1/executions?limit=5"
TOUCH_SECONDS = 50  # below the server's 75 s for an idle connection
LEAST_NOISE_MS = 5.0  # a 99th percentile below this is noise, whatever its ratio


class Server:
    def __init__(self, folder):
        self.process = subprocess.Popen(
            [BINARY, "serve", "--db", "sqlite:load.db", "--listen", "127.0.0.1:0", "--json",
             "--quiet"], cwd=folder, env=environment(), stdout=subprocess.PIPE)
        line = self.process.stdout.readline().decode()
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)", line).group(1))
        self.url = f"http://127.0.0.1:{self.port}{PATH}"

    def resident_mb(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


class IdleConnections:
    """Connections that have had an answer and wait; each asks again before it would be closed."""

    def __init__(self, port, count):
        self.connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                            for _ in range(count)]
        self.failures = 0
        self.stopping = threading.Event()
        self.touch()
        self.thread = threading.Thread(target=self.keep)
        self.thread.start()

    def touch(self):
        for connection in self.connections:
            try:
                connection.request("GET", "/healthz")
                self.failures += connection.getresponse().read() == b""
            except (OSError, http.client.HTTPException):
                self.failures += 1

    def keep(self):
        while not self.stopping.wait(TOUCH_SECONDS):
            self.touch()

    def close(self):
        self.stopping.set()
        self.thread.join()
        for connection in self.connections:
            connection.close()


def wrk(url, active, seconds):
    """The 99th percentile in milliseconds, requests a second, and what went wrong."""
    done = subprocess.run(["wrk", "--latency", "-t", "2", "-c", str(active), "-d", f"{seconds}s",
                           "--timeout", "10s", url], capture_output=True, text=True, check=True)
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", done.stdout).groups()
    p99 = float(number) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[unit]
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout).group(1))
    wrong = re.findall(r"(Socket errors: .*|Non-2xx or 3xx responses: .*)", done.stdout)
    return p99, rate, wrong


def check(holds, sentence):
    print(("ok      " if holds else "FAILED  ") + sentence, flush=True)
    return 0 if holds else 1


def idle_beside_active(server, arguments):
    alone, rate, wrong = wrk(server.url, arguments.active, arguments.seconds)
    failures = check(not wrong, f"{arguments.active} active connections alone: p99 {alone:.2f} ms, "
                                f"{rate:.0f} requests a second {' '.join(wrong)}")
    before = server.resident_mb()
    idle = IdleConnections(server.port, arguments.idle)
    beside, rate, wrong = wrk(server.url, arguments.active, arguments.seconds)
    half = server.resident_mb()
    _, _, wrong_again = wrk(server.url, arguments.active, max(2, arguments.seconds // 4))
    after = server.resident_mb()
    idle.close()
    failures += check(not wrong and not wrong_again,
                      f"beside {arguments.idle} idle ones: p99 {beside:.2f} ms, {rate:.0f} "
                      f"requests a second {' '.join(wrong + wrong_again)}")
    failures += check(idle.failures == 0, f"{idle.failures} of the idle connections failed")
    failures += check(beside <= 2 * max(alone, LEAST_NOISE_MS), "p99 at most doubles")
    failures += check(after <= half + 16, f"memory is flat: {before:.0f} MB before the idle "
                                          f"connections, {half:.0f} MB with them, {after:.0f} MB "
                                          "later")
    return failures


def normal_client(port, until):
    """Latencies in seconds of one client that asks ten times a second on new connections."""
    latencies = []
    while not until.is_set():
        start = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", PATH)
        ok = connection.getresponse()
        ok.read()
        connection.close()
        latencies.append(time.monotonic() - start if ok.status == 200 else float("inf"))
        time.sleep(0.1)
    return latencies


def measured_beside(port, attack):
    until, found = threading.Event(), []
    client = threading.Thread(target=lambda: found.extend(normal_client(port, until)))
    client.start()
    attack()
    until.set()
    client.join()
    found.sort()
    return found[min(len(found) - 1, int(0.99 * len(found)))] if found else float("inf")


def slow_clients(server, arguments):
    failures = 0
    ways = {"slow heads": ["-H", "-i", "10"],
            "slow bodies": ["-B", "-i", "10", "-s", "8192", "-f", "application/json"],
            "slow readers": ["-X", "-k", "5", "-n", "1", "-w", "10", "-y", "20", "-z", "1"]}
    for name, options in ways.items():
        command = ["slowhttptest", "-c", str(arguments.idle), "-r", "500", "-u", server.url,
                   "-l", str(arguments.seconds), "-p", "5", *options]
        p99 = measured_beside(server.port, lambda: subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        failures += check(p99 < 1, f"beside {arguments.idle} {name} a normal client's p99 is "
                                   f"{1000 * p99:.1f} ms")
    return failures


def endless_bodies(server, arguments):
    answers = []

    def send_for_ever():
        body = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        try:
            connection.sendall(b"POST /api/v1/executions HTTP/1.1\r\nHost: localhost\r\n"
                               b"Content-Type: application/json\r\n"
                               b"Transfer-Encoding: chunked\r\n\r\n")
            while True:
                connection.sendall(body)
        except OSError:
            pass
        try:
            answers.append(connection.recv(12))
        except OSError:
            answers.append(b"")
        connection.close()

    def attack():
        threads = [threading.Thread(target=send_for_ever) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    p99 = measured_beside(server.port, attack)
    told = sum(answer in (b"HTTP/1.1 413", b"HTTP/1.1 429", b"") for answer in answers)
    return check(p99 < 1 and told == len(answers) == 8,
                 f"8 endless bodies end; a normal client's p99 is {1000 * p99:.1f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--active", type=int, default=100)
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = tempfile.mkdtemp(prefix="plumb-load-")
    server = Server(folder)
    try:
        failures = idle_beside_active(server, arguments)
        failures += slow_clients(server, arguments)
        failures += endless_bodies(server, arguments)
        failures += check(server.resident_mb() < 400, f"{server.resident_mb():.0f} MB at the end")
        failures += check(server.stop() == 0, "it stops as it should")
    finally:
        server.process.kill()
        shutil.rmtree(folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
