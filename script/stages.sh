# Sourced by the scripts beside it: where things are, and how a stage is announced.
# shellcheck shell=bash
shopt -s inherit_errexit  # a command that fails inside $(...) fails there too
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit

# The compiler's cache stays in the checkout unless its owner keeps one elsewhere; one that
# is shared serves every clone, since no path above the checkout counts.
export CCACHE_DIR=${CCACHE_DIR:-$root/build/ccache}
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1
jobs=$(nproc)
# shellcheck disable=SC2034  # for those who source this file
plumb=$root/build/release/bin/plumb

# stage "What happens" command...: says it, does it, says how long it took.
stage() {
  local title=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$title"
  "$@"
  printf -- '-- %s: %d s\n' "$title" $((SECONDS - start))
}

# build PRESET [TARGET...]: configures where that was never done, then builds.
build() {
  local preset=$1
  shift
  if [[ ! -f build/$preset/build.ninja ]]; then
    mkdir -p "build/$preset"
    if ! cmake --preset "$preset" >"build/$preset/configure.log" 2>&1; then
      cat "build/$preset/configure.log" >&2
      return 1
    fi
  fi
  cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"}
}

node_is_new_enough() {
  command -v npm >/dev/null &&
    node -e 'process.exit(parseInt(process.versions.node, 10) >= 18 ? 0 : 1)' 2>/dev/null
}

# npm_install FOLDER: its packages as its lock file names them, where they are not there yet.
npm_install() {
  local folder=$1
  if ! cmp -s "$folder/package-lock.json" "$folder/node_modules/installed.json"; then
    echo "installing the packages of $folder/package.json (once)"
    (cd "$folder" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error)
    cp "$folder/package-lock.json" "$folder/node_modules/installed.json"
  fi
}

# build_dashboard: web/ into build/web/dist, from where the release build takes it into the binary;
# nothing to do where neither a source nor the lock file changed.
build_dashboard() {
  local sources
  sources=$(find web -name node_modules -prune -o -type f -print0 | sort -z | xargs -0 sha256sum)
  if [[ -f build/web/dist/index.html ]] && cmp -s build/web/sources <<<"$sources"; then return; fi
  echo "building the dashboard"
  npm_install web
  mkdir -p build/web
  if ! (cd web && npm run --silent build) >build/web/build.log 2>&1; then
    cat build/web/build.log >&2
    return 1
  fi
  echo "$sources" >build/web/sources
}

# python_with REQUIREMENTS VENV SIZE: sets `python` to that of a venv in build/ which has the
# packages at their pinned versions.
python_with() {
  local requirements=$1 venv=$2 size=$3
  if ! cmp -s "$requirements" "$venv/installed.txt"; then
    echo "installing $requirements into $venv (about $size, once)" >&2
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --no-cache-dir --no-compile --requirement "$requirements" >&2
    cp "$requirements" "$venv/installed.txt"
  fi
  # shellcheck disable=SC2034  # for those who source this file
  python=$root/$venv/bin/python
}

# build_python: the module of plumb_drift in the release build, of objects that are there already, and
# `python` with what its tests need. The package is build/release/python.
build_python() {
  python_with tests/python/requirements.txt build/venv-python "600 MB"
  if ! cmake -B build/release -D PLUMB_PYTHON=ON -D Python_EXECUTABLE="$python" \
    >build/release/configure.log 2>&1; then
    cat build/release/configure.log >&2
    return 1
  fi
  build release plumb plumb_python
}

# docs_python: sets `python` to one that has markdown-it, which Debian's own has by its package.
docs_python() {
  local candidate
  for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import markdown_it' 2>/dev/null; then
      # shellcheck disable=SC2034  # for those who source this file
      python=$candidate
      return
    fi
  done
  echo "no python3 has markdown_it; install the Debian package python3-markdown-it" >&2
  return 1
}

# run_tests PRESET [CTEST OPTION...]: what tests write meanwhile stays in the checkout too. One more at a
# time than there are CPUs, since many wait for a server or a disk.
# ctest says at its end how many passed, failed and were skipped.
run_tests() {
  local preset=$1
  shift
  mkdir -p build/tmp
  TMPDIR=$root/build/tmp TEST_TMPDIR=$root/build/tmp \
    LSAN_OPTIONS=suppressions=$root/tests/leaks.txt:print_suppressions=0 \
    ctest --preset "$preset" -j $((jobs + 1)) --no-tests=error "$@"
}

# tracked PATTERN...: the files of the tree, NUL between them. Git refuses a checkout that
# somebody else owns, as on a mounted folder, unless told that this one is meant.
tracked() {
  git -c safe.directory="$root" ls-files -z "$@"
}

# The names of the fuzz targets: one source each in fuzz/.
fuzz_targets() {
  local source
  for source in fuzz/*.cc; do
    source=${source#fuzz/}
    echo "${source%.cc}"
  done
}

# fuzz_one NAME SECONDS: runs a target that long on a copy of its corpus, so that the tree stays as
# it is. What makes it fail is kept in build/asan/found/.
fuzz_one() {
  local name=$1 seconds=$2
  local corpus=build/asan/corpus/$name log=build/asan/fuzz_$name.log
  rm -rf "$corpus" && mkdir -p "$corpus" build/asan/found
  [[ ! -d fuzz/corpus/$name ]] || cp -r "fuzz/corpus/$name/." "$corpus"
  if ! "build/asan/bin/fuzz_$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -artifact_prefix="build/asan/found/$name-" "$corpus" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "fuzz_$name failed; its input is in build/asan/found/" >&2
    return 1
  fi
  echo "fuzz_$name: $(grep -aE '^Done ' "$log" || tail -n 1 "$log")"
}

# fuzz_for SECONDS [NAME...]: each of these targets, or every one, that long; one a core.
fuzz_for() {
  local seconds=$1 names=("${@:2}")
  ((${#names[@]})) || mapfile -t names < <(fuzz_targets)
  export -f fuzz_one
  printf '%s\n' "${names[@]}" | xargs -P "$jobs" -I NAME bash -c "fuzz_one NAME $seconds"
}
