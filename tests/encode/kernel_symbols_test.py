#!/usr/bin/env python3
"""Fails when an object that is compiled for one instruction set defines a symbol that
other objects could be linked with: the linker keeps one copy of an inline function, and
a CPU without AVX-512 must never be handed the copy that was compiled for it.

    python kernel_symbols_test.py libplumb_encode.a
"""
import subprocess
import sys


def shared_symbols(library):
    """For each kernels_*.o of the library, the defined symbols that are not local."""
    listing = subprocess.run(["nm", "--demangle", library], check=True, capture_output=True,
                             text=True).stdout
    found, member = {}, None
    for line in listing.splitlines():
        if line.endswith(".o:"):
            member = line[:-1] if line.startswith("kernels_") else None
            if member:
                found[member] = []
        elif member and len(line.split(maxsplit=2)) == 3:
            _, kind, name = line.split(maxsplit=2)
            if kind.isupper() and kind != "U" or kind in "vw":
                found[member].append(name)
    return found


def main():
    found = shared_symbols(sys.argv[1])
    assert len(found) >= 6, f"expected the objects of six instruction sets, found {sorted(found)}"
    for member, symbols in found.items():
        assert len(symbols) == 1 and symbols[0].endswith("Kernels"), f"{member} shares {symbols}"


if __name__ == "__main__":
    main()
