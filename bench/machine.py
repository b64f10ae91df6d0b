"""What a bench says of the machine that it ran on."""

import os
import time
from pathlib import Path


def busy_share(seconds=2):
    """The share of all CPU time that others use while the bench itself waits."""
    def read():
        fields = [int(f) for f in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
        return sum(fields), fields[3] + fields[4]  # all, idle and waiting for disks
    all_before, idle_before = read()
    time.sleep(seconds)
    all_after, idle_after = read()
    return 1 - (idle_after - idle_before) / max(1, all_after - all_before)


def cpu_name():
    for line in Path("/proc/cpuinfo").read_text().split("\n"):
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown"


def cpus():
    return len(os.sched_getaffinity(0))


def instruction_set():
    """The widest one that Plumb takes by itself and this CPU has."""
    for line in Path("/proc/cpuinfo").read_text().split("\n"):
        if line.startswith("flags"):
            flags = set(line.partition(":")[2].split())
            break
    else:
        return "unknown"
    if "avx512_vnni" in flags:
        return "AVX-512 with VNNI"
    if {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= flags:
        return "AVX-512"
    return "AVX2" if {"avx2", "fma"} <= flags else "neither AVX2 nor AVX-512"
