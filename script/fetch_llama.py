#!/usr/bin/env python3
"""The source of llama.cpp, which the embedded chat backend is built from.

    fetch_llama.py [--from SDIST] [--quiet]

It travels in the source distribution of the Python package llama-cpp-python, so it comes from
the package index that this machine uses (PLUMB_PACKAGE_INDEX, PIP_INDEX_URL, UV_DEFAULT_INDEX,
UV_INDEX_URL, else what pip is configured to use), or from a file given by --from. The
distribution is pinned by its SHA-256 and verified before it is opened; nothing of it is run.
What the build needs is unpacked into build/llama/VERSION of this checkout, whole or not at all;
a second call finds it there and ends at once. Python's standard library only.
"""

import argparse
import base64
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

PACKAGE = "llama-cpp-python"
VERSION = "0.3.36"
SDIST = f"llama_cpp_python-{VERSION}.tar.gz"
SHA256 = "832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e"
MAX_BYTES = 256 << 20  # of the distribution; of what is unpacked, twice as much
INSIDE = f"llama_cpp_python-{VERSION}/vendor/llama.cpp/"

# The library with its CMake files, which GPU backends are built with, and the engine for chat
# templates; no tools, tests or models.
WANTED = re.compile(r"(CMakeLists\.txt|LICENSE|licenses/.*|AUTHORS|(cmake|include|src|ggml)/.*|"
                    r"common/(json|unicode)\.(h|cpp)|common/jinja/.*)$")

ATTEMPTS = 4
ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "llama" / VERSION


class Failure(Exception):
    """One sentence for a person."""


def package_index():
    for name in ("PLUMB_PACKAGE_INDEX", "PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"):
        value = os.environ.get(name, "")
        if value:
            return re.sub(r"^[^:/]*=", "", value)  # uv lets an index carry a name
    # -I: neither the current folder nor PYTHON* variables may slip in another pip.
    for question in (["-m", "pip", "config", "get", "global.index-url"],
                     ["-c", "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"]):
        asked = subprocess.run(["python3", "-I", *question], capture_output=True, text=True)
        if asked.returncode == 0 and asked.stdout.strip():
            return asked.stdout.strip()
    raise Failure("no package index is known on this machine; install python3-pip or set "
                  "PIP_INDEX_URL")


def shown(url):
    """Without credentials and query: what may be printed."""
    parts = urllib.parse.urlsplit(url)
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path,
                                    "", ""))


def opened(url, accept):
    """A response; credentials in the address go to its host and to no other."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("https", "http"):
        raise Failure(f"{shown(url)} is no address of a package index; set PIP_INDEX_URL to one "
                      "that begins with https")
    account, _, host = parts.netloc.rpartition("@")
    request = urllib.request.Request(
        urllib.parse.urlunsplit((parts.scheme, host, parts.path, parts.query, "")),
        headers={"Accept": accept})
    if account:
        plain = urllib.parse.unquote(account).encode()
        request.add_unredirected_header("Authorization",
                                        "Basic " + base64.b64encode(plain).decode())
    return urllib.request.urlopen(request, timeout=60)


def retried(url, read):
    """What `read` returns, tried again when the connection breaks."""
    for attempt in range(ATTEMPTS):
        try:
            return read()
        except (urllib.error.URLError, OSError) as error:
            refused = isinstance(error, urllib.error.HTTPError) and error.code in (401, 403, 404)
            if refused or attempt + 1 == ATTEMPTS:
                raise Failure(f"cannot read {shown(url)}: {error}") from error
            time.sleep(2 ** attempt)


def sdist_address(index):
    page_url = f"{index.rstrip('/')}/{PACKAGE}/"

    def read():
        with opened(page_url, "application/vnd.pypi.simple.v1+json, text/html;q=0.1") as response:
            return response.headers.get_content_type(), response.read(32 << 20).decode(), \
                response.url
    content_type, page, base = retried(page_url, read)
    if content_type.endswith("json"):
        links = [entry["url"] for entry in json.loads(page)["files"]
                 if entry["filename"] == SDIST]
    else:
        links = [html.unescape(link) for link in re.findall(r"href=[\"']([^\"']+)[\"']", page)
                 if urllib.parse.urlsplit(html.unescape(link)).path.endswith("/" + SDIST)]
    if not links:
        raise Failure(f"the package index page {shown(page_url)} does not list {SDIST}")
    return urllib.parse.urljoin(base, links[0])


def download(target):
    url = sdist_address(package_index())

    def read():
        with opened(url, "*/*") as response, open(target, "wb") as file:
            copied = 0
            while block := response.read(1 << 20):
                copied += len(block)
                if copied > MAX_BYTES:
                    raise Failure(f"{SDIST} has more than {MAX_BYTES >> 20} MiB")
                file.write(block)
    retried(url, read)


def verify(sdist):
    digest = hashlib.sha256()
    with open(sdist, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    if digest.hexdigest() != SHA256:
        raise Failure(f"{sdist.name} has the SHA-256 {digest.hexdigest()}, not the pinned "
                      f"{SHA256}; it was not opened")


def unpack(sdist, folder):
    """Regular files under INSIDE only: no links, no absolute names, none that leaves."""
    unpacked = 0
    with tarfile.open(sdist, "r:gz") as archive:
        for member in archive:
            name = member.name.removeprefix(INSIDE)
            if name == member.name or not member.isreg() or not WANTED.match(name):
                continue
            if ".." in Path(name).parts or Path(name).is_absolute():
                raise Failure(f"{sdist.name} has a member with the unsafe name {member.name}")
            unpacked += member.size
            if unpacked > 2 * MAX_BYTES:
                raise Failure(f"{sdist.name} unpacks to more than {2 * MAX_BYTES >> 20} MiB")
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with archive.extractfile(member) as source, open(path, "wb") as file:
                shutil.copyfileobj(source, file)
    if not (folder / "include" / "llama.h").is_file():
        raise Failure(f"{sdist.name} has no llama.cpp in it")


def fetch(given):
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=TARGET.parent, prefix=".fetch-") as scratch:
        sdist = given
        if sdist is None:
            sdist = Path(scratch) / SDIST
            download(sdist)
        verify(sdist)
        source = Path(scratch) / "llama.cpp"
        unpack(sdist, source)
        try:
            source.rename(TARGET)  # atomic: a folder of this name is complete
        except OSError:
            if not TARGET.is_dir():  # else another process was quicker
                raise


def main():
    arguments = argparse.ArgumentParser(description=__doc__,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--from", dest="given", type=Path, metavar="SDIST",
                           help=f"a copy of {SDIST}, where no package index can be reached")
    arguments.add_argument("--quiet", action="store_true", help="say nothing unless it fails")
    options = arguments.parse_args()
    if TARGET.is_dir():
        return 0
    if not options.quiet:
        print(f"fetch_llama: {PACKAGE} {VERSION}, for the llama.cpp in it", flush=True)
    try:
        fetch(options.given)
    except (Failure, OSError, tarfile.TarError, ValueError, KeyError) as error:
        print(f"fetch_llama: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
