# Sourced by script/soak: Debian 12 roots with nothing in them, and how commands run there.
# shellcheck shell=bash
#
# A root is a folder below build/roots. What is mounted for a command is in a mount namespace of that
# command, and its processes in a namespace of theirs: both end with it, whatever happened.

# needs PROGRAM PACKAGE...: ends with what to install where a program is missing.
needs() {
  local missing=()
  while (($#)); do
    command -v "$1" >/dev/null || missing+=("$2")
    shift 2
  done
  if ((${#missing[@]})); then
    echo "soak: install the Debian packages ${missing[*]}" >&2
    return 1
  fi
  if [[ $(id -u) != 0 ]]; then
    echo "soak: a root of its own is made by root alone; start this with sudo" >&2
    return 1
  fi
}

# What this machine needs to reach others, in the root too: names, the sources of apt, its proxies, and
# the certificates that its programs are told to trust.
share_network() {
  local root=$1 name
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  cp -r /etc/apt/sources.list.d "$root/etc/apt/"
  if [[ -f /etc/apt/sources.list ]]; then
    cp /etc/apt/sources.list "$root/etc/apt/"
  elif compgen -G '/etc/apt/sources.list.d/*.sources' >/dev/null; then
    rm -f "$root/etc/apt/sources.list"
  fi
  grep -lsr '^ *Acquire' /etc/apt/apt.conf.d | xargs -r cp -t "$root/etc/apt/apt.conf.d" || true
  if [[ -f ${SSL_CERT_FILE:-} ]]; then cp "$SSL_CERT_FILE" "$root/etc/site.crt"; fi
  for name in SSL_CERT_FILE CURL_CA_BUNDLE GIT_SSL_CAINFO NODE_EXTRA_CA_CERTS PIP_CERT REQUESTS_CA_BUNDLE; do
    if [[ -f ${SSL_CERT_FILE:-} && -n ${!name:-} ]]; then echo "$name=/etc/site.crt"; fi
  done >"$root/etc/site.env"
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_INDEX_URL \
    PLUMB_PACKAGE_INDEX NPM_CONFIG_REGISTRY HF_ENDPOINT; do
    if [[ -n ${!name:-} ]]; then echo "$name=${!name}"; fi
  done >>"$root/etc/site.env"
}

# fresh_root NAME [PACKAGE...]: sets `fresh` to build/roots/NAME, new and minimal, with those packages.
fresh_root() {
  local name=$1 base=build/roots/bookworm.tar mirror
  shift
  fresh=$root/build/roots/$name
  if [[ ! -f $base ]]; then
    echo "soak: debootstrap, once, into $base"
    mkdir -p build/roots
    rm -rf build/roots/making
    # shellcheck disable=SC2016  # for apt-get to fill in
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' \
      'Component: main' | head -n 1)
    debootstrap --variant=minbase bookworm build/roots/making ${mirror:+"$mirror"} >build/roots/debootstrap.log || {
      tail -n 20 build/roots/debootstrap.log >&2
      return 1
    }
    tar -C build/roots/making -cf "$base.part" .
    rm -rf build/roots/making
    mv "$base.part" "$base"
  fi
  rm -rf "$fresh"
  mkdir -p "$fresh"
  tar -C "$fresh" -xf "$base"
  share_network "$fresh"
  in_root "$fresh" apt-get update -qq
  if (($#)); then in_root "$fresh" apt-get install -y -qq --no-install-recommends "$@" >/dev/null; fi
}

# in_root ROOT COMMAND...: as root, in an environment that has what share_network found and nothing else.
in_root() {
  local new=$1 settings=()
  shift
  mapfile -t settings <"$new/etc/site.env"
  # shellcheck disable=SC2016  # for the inner shell
  unshare --mount --pid --fork --kill-child --propagation private bash -c '
    set -eu
    new=$1
    shift
    mount -t proc proc "$new/proc"
    mount --rbind /sys "$new/sys"
    mount -t tmpfs tmpfs "$new/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$new/dev/pts"
    exec chroot "$new" "$@"' in_root "$new" \
    env -i HOME=/root LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${settings[@]}" "$@"
}
