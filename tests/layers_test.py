#!/usr/bin/env python3
"""The rules that hold the house up, checked on the tree itself.

    layers_test.py ROOT          exits 1 and names each breach
    layers_test.py --self-test   breaks each rule in a scratch tree; every breach must be seen

1. A source of src/<room>/ includes headers only of its own room and of those that
   layers.txt grants it; a room that layers.txt does not name is a breach too.
2. A room's CMakeLists.txt names no other rooms than those, in DEPENDS or anywhere.
3. Headers of src/ include only Plumb and the standard library; third parties stay in
   .cc files, except nlohmann::json in src/record/*_json.h.
4. No file or folder of the tree is called by a word that could hold anything.
5. No tracked file names a package registry's host or a path of somebody's machine.
6. No two headers define types of one name: of what the compiler makes for both, their destructors
   say, the linker keeps one for all.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
DEPENDENCY = re.compile(r"\bplumb(?:::|_)(\w+)")  # the alias, or the library itself
ROOM_CALL = re.compile(r"\bplumb_room\s*\(\s*(\w+)")
CMAKE_COMMENT = re.compile(r"#.*")
DRAWERS = re.compile(r"(^|_)(util|utils|helper|helpers|manager|common|misc)(_|\.|$)")

# The definition of a type that stands in a namespace, not in another type.
TYPE = re.compile(r"^(?:template\s*<.*>\s*)?(?:class|struct|union|enum(?: class)?)\s+"
                  r"(?:\[\[.*?\]\]\s*|alignas\(\w+\)\s*)?(\w+)(?: final)?\s*(?::(?!:)[^;{]*)?\{",
                  re.MULTILINE)
UNNAMED = re.compile(r"^namespace \{.*?^\}  // namespace$", re.MULTILINE | re.DOTALL)
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)

# Operating-system headers that are not a third party's, with a dot or a slash in the name.
SYSTEM = re.compile(r"^(sys|linux|netinet|arpa)/|^(fcntl|unistd|cpuid|immintrin|pthread|sched)\.h$")

# Written in pieces, so that this file is not its own breach.
HOSTS = [r"files\.python" + r"hosted\.org", r"pypi" + r"\.org", r"deb\.debian" + r"\.org",
         r"registry\.npmjs" + r"\.org", r"repo1?\.maven" + r"\.(org|apache\.org)",
         r"repo\.maven" + r"\.apache\.org"]
PATHS = [r"(?<![\w.$}/-])/" + place + r"/\w" for place in ("home", "root", "work", "Users")]
PATHS.append(r"(?<![\w.$}/-])/tmp" + r"/\w")
FORBIDDEN = re.compile("|".join(HOSTS + PATHS))
# Golden data and corpora hold arbitrary text.
NOT_OURS = re.compile(r"^(fuzz/corpus|tests/golden/data|tests/golden/.*\.(jsonl?|bin|gz)$)")


def read_layers(root):
    layers = {}
    for line in (root / "layers.txt").read_text().splitlines():
        line = line.partition("#")[0].strip()
        if line:
            room, _, granted = line.partition(":")
            layers[room.strip()] = granted.split()
    return layers


def check_order(layers):
    """A room may be granted only rooms above it, which rules out cycles."""
    seen = set()
    for room, granted in layers.items():
        for other in granted:
            if other not in seen:
                yield f"layers.txt: {room} is granted {other}, which does not stand above it"
        seen.add(room)


def sources_of(root):
    for path in sorted((root / "src").glob("*/**/*")):
        if path.is_file() and path.name != "CMakeLists.txt":
            yield path, path.relative_to(root / "src").parts[0]


def check_includes(root, layers):
    for path, room in sources_of(root):
        name = path.relative_to(root)
        if room not in layers:
            yield f"{name}: layers.txt does not name the room {room}"
            continue
        for bracket, header in INCLUDE.findall(path.read_text(errors="replace")):
            other = header.partition("/")[0]
            if other in layers:
                bracket = '"'  # a room is a room in angle brackets too
            if bracket == '"' and "/" not in header:
                yield f'{name}: includes "{header}" without its room'
            elif bracket == '"' and other not in layers:
                yield f'{name}: includes "{header}", which is no room; third parties take <>'
            elif bracket == '"' and other != room and other not in layers[room]:
                yield f'{name}: includes "{header}", but {room} may not name {other}'
            elif bracket == "<" and path.suffix == ".h" and not allowed_in_header(name, header):
                yield f"{name}: includes <{header}>; third-party headers stay in .cc files"


def allowed_in_header(name, header):
    if header.startswith("nlohmann/"):
        return name.parts[1] == "record" and name.name.endswith("_json.h")
    standard = "/" not in header and "." not in header
    return standard or SYSTEM.match(header) is not None


def check_cmake(root, layers):
    for path in sorted((root / "src").glob("*/CMakeLists.txt")):
        name = path.relative_to(root)
        content = CMAKE_COMMENT.sub("", path.read_text())
        for made in ROOM_CALL.findall(content):
            if made != path.parent.name:
                yield f"{name}: makes the room {made}, not that of its folder"
        room = path.parent.name
        for other in sorted(set(DEPENDENCY.findall(content)) & layers.keys() - {room}):
            if other not in layers.get(room, []):
                yield f"{name}: {room} depends on plumb::{other}, which layers.txt does not grant"


def tracked_files(root):
    if (root / ".git").exists():  # not merely somewhere below a checkout
        # Named, because git refuses a checkout that somebody else owns.
        listed = subprocess.run(["git", "-c", f"safe.directory={root}", "-C", str(root),
                                 "ls-files", "-z"], capture_output=True)
        if listed.returncode == 0:
            return [root / name for name in listed.stdout.decode().split("\0") if name]
    made = {root / "build", root / "out"}  # a copy without its history
    return [path for path in root.rglob("*") if path.is_file() and made.isdisjoint(path.parents)]


def check_names(root):
    for path in tracked_files(root):
        name = path.relative_to(root)
        if not NOT_OURS.match(str(name)) and any(DRAWERS.search(part) for part in name.parts):
            yield f"{name}: is called by a word that could hold anything"


def check_addresses(root):
    for path in tracked_files(root):
        name = path.relative_to(root)
        if NOT_OURS.match(str(name)) or not path.is_file():
            continue
        content = path.read_bytes()
        if b"\0" in content:
            continue
        for number, line in enumerate(content.decode(errors="replace").splitlines(), 1):
            found = FORBIDDEN.search(line)
            if found:
                yield f"{name}:{number}: names {found.group()}"


def check_types(root):
    defined = {}
    for path in tracked_files(root):
        if path.suffix != ".h" or not path.is_file():
            continue
        content = UNNAMED.sub("", path.read_text(errors="replace"))
        namespace = "::".join(NAMESPACE.findall(content))
        for type_name in TYPE.findall(content):
            name = f"{namespace}::{type_name}"
            first = defined.setdefault(name, path)
            if first != path:
                yield (f"{path.relative_to(root)}: defines {name}, "
                       f"as {first.relative_to(root)} does")


def breaches(root):
    layers = read_layers(root)
    return [*check_order(layers), *check_includes(root, layers), *check_cmake(root, layers),
            *check_names(root), *check_addresses(root), *check_types(root)]


def write(root, files):
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


SOUND = {
    "layers.txt": "# rooms\nbase:\ntext: base\nrecord: base\n",
    "src/base/file.h": "#include <string>\n#include <sys/types.h>\n",
    "src/base/CMakeLists.txt": "plumb_room(base SOURCES file.cc)\n",
    "src/text/split.h": '#include "base/file.h"\n#include "text/other.h"\n',
    "src/text/split.cc": "#include <fmt/format.h>\n",
    "src/text/CMakeLists.txt": "plumb_room(text SOURCES split.cc DEPENDS plumb::base)\n",
    "src/record/task_json.h": "#include <nlohmann/json.hpp>\n",
}

BROKEN = {
    "a room below": {"src/base/file.cc": '#include "text/split.h"\n'},
    "a room beside": {"src/record/task.cc": '#include "text/split.h"\n'},
    "a room below in angle brackets": {"src/base/file.cc": "#include <text/split.h>\n"},
    "a room below by its path": {"src/base/file.cc": '#include "../text/split.h"\n'},
    "a room below in a file of another kind": {"src/base/table.inc": '#include "text/split.h"\n'},
    "an unknown room": {"src/attic/box.cc": "#include <string>\n"},
    "a header without its room": {"src/text/split.cc": '#include "split.h"\n'},
    "a third party in quotes": {"src/text/split.cc": '#include "fmt/format.h"\n'},
    "a third party in a header": {"src/text/split.h": "#include <fmt/format.h>\n"},
    "a flat third party in a header": {"src/text/split.h": "#include <utf8proc.h>\n"},
    "JSON in another header": {"src/record/task.h": "#include <nlohmann/json.hpp>\n"},
    "a dependency that is not granted": {
        "src/base/CMakeLists.txt": "plumb_room(base SOURCES file.cc\n  DEPENDS plumb::text)\n"},
    "a dependency behind plumb_room": {
        "src/base/CMakeLists.txt": "plumb_room(base SOURCES file.cc)\n"
                                   "target_link_libraries(plumb_base PRIVATE plumb::text)\n"},
    "a library in place of its alias": {
        "src/base/CMakeLists.txt": "plumb_room(base SOURCES file.cc)\n"
                                   "target_link_libraries(plumb_base PRIVATE plumb_text)\n"},
    "a room under another's roof": {"src/base/CMakeLists.txt": "plumb_room(text SOURCES a.cc)\n"},
    "a layer granted to one above": {"layers.txt": "base: text\ntext: base\nrecord: base\n"},
    "a drawer": {"src/text/string_utils.h": "#include <string>\n"},
    "a registry's host": {"docs/a.md": "get it from pypi" + ".org\n"},
    "one name for two types": {
        "src/text/split.h": "namespace plumb {\nstruct Part {\n  int size;\n};\n}\n",
        "src/record/part.h": "namespace plumb {\nclass Part final : public Whole {\n};\n}\n"},
    "a machine's path": {"docs/a.md": "see /home" + "/someone/plumb\n"},
}


def self_test():
    failures = 0
    for what, files in {"nothing": {}, **BROKEN}.items():
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            write(root, SOUND)
            write(root, files)
            found = breaches(root)
        if bool(found) != bool(files):
            failures += 1
            print(f"broken: {what}; seen: {found or 'no breach'}")
    print(f"{len(BROKEN) + 1 - failures} of {len(BROKEN) + 1} trees judged rightly")
    return failures


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 1 if self_test() else 0
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    found = breaches(Path(sys.argv[1]).resolve())
    print("\n".join(found) if found else
          "every include, dependency, name, address and type may stand")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
