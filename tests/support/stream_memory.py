#!/usr/bin/env python3
"""Runs a command that turns lines into lines and reports its memory on the way.

    stream_memory.py --texts N --limit-mb M -- COMMAND...   < texts

Counts the lines that come out and prints the peak resident memory (VmHWM) when a
tenth, a half and all of them are there. Fails when a line is missing, the peak passes
the limit, or the second half needed over a tenth more than the first: constant memory
is the claim.
"""

import argparse
import subprocess
import sys
import time


def peak_mb(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, required=True)
    parser.add_argument("--limit-mb", type=float, required=True)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()

    marks = {max(1, options.texts * share // 100): share for share in (10, 50, 99)}
    peaks, seen, newest, started = {}, 0, None, time.monotonic()
    with subprocess.Popen(options.command, stdin=sys.stdin, stdout=subprocess.PIPE) as process:
        for _ in process.stdout:
            seen += 1
            if seen in marks or seen % 10_000 == 0:
                newest = peak_mb(process) or newest  # an ended process has none
            if seen in marks:
                peaks[marks[seen]] = newest
                print(f"{marks[seen]}%: peak {newest:.0f} MB, "
                      f"{seen / (time.monotonic() - started):.0f} texts/s", flush=True)
        code = process.wait()
    if code != 0 or seen != options.texts:
        sys.exit(f"failed: exit code {code}, {seen} of {options.texts} lines came out")
    print(f"100%: peak {newest:.0f} MB, {seen} texts in {time.monotonic() - started:.0f} s")
    if newest > options.limit_mb:
        sys.exit(f"failed: {newest:.0f} MB is over the limit of {options.limit_mb:.0f} MB")
    if newest > 1.1 * peaks[50]:
        sys.exit(f"failed: memory grew from {peaks[50]:.0f} to {newest:.0f} MB in the second half")


if __name__ == "__main__":
    main()
