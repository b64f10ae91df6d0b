#!/bin/bash
# Inside a Debian 12 with nothing in it: the packages that docs/install.md names, a venv, the wheel; the
# program and the module are used, and pip takes both away. script/soak wheel runs it.
#
#   wheel_in_root.sh WHEEL EXAMPLES PACKAGE...
set -euo pipefail
wheel=$1 examples=$2
shift 2

say() { printf '   %s\n' "$*"; }
wrong() {
  echo "wheel: $*" >&2
  exit 1
}

say "the packages that docs/install.md names"
apt-get install -y -qq --no-install-recommends "$@" >/dev/null

say "install"
python3 -m venv /opt/plumb
/opt/plumb/bin/pip install --quiet --no-cache-dir "$wheel"
export PATH=/opt/plumb/bin:$PATH
if ldd "$(command -v plumb)" /opt/plumb/lib/python3*/site-packages/plumb_drift/_core*.so | grep "not found"; then
  wrong "libraries are missing"
fi
plumb --version

say "the program and the module"
plumb model fetch --quiet
plumb compare --quiet "$examples/good.jsonl" --baseline "$examples/baseline.jsonl" --fail-on verdict >/dev/null ||
  wrong "the gate does not pass the good run"
python3 - "$examples" <<'CODE'
import sys
import plumb_drift
folder = sys.argv[1]
assert plumb_drift.embed(["a text"]).shape == (1, 384)
assert plumb_drift.compare(f"{folder}/drifted.jsonl", f"{folder}/baseline.jsonl").verdict == "drifted"
CODE

say "uninstall, and nothing is left"
/opt/plumb/bin/pip uninstall --quiet --yes plumb-drift
left=$(find /opt/plumb -iname '*plumb*' ! -path /opt/plumb)
[[ -z $left ]] || wrong "left behind: $left"
