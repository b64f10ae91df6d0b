#!/bin/bash
# Inside a Debian 12 with nothing in it: the package is installed, used as a user and as the service,
# removed, installed again and purged. script/soak deb runs it.
#
#   deb_in_root.sh PACKAGE.deb EXAMPLES   examples/init, and task.json with a task of an experiment
set -euo pipefail
package=$1 examples=$2
work=$(mktemp -d)

say() { printf '   %s\n' "$*"; }
wrong() {
  echo "deb: $*" >&2
  exit 1
}

# As the service runs: its user and that one's home. No process stands between, so a signal arrives.
as_service=(setpriv --reuid=plumb --regid=plumb --init-groups env HOME=/var/lib/plumb)

# Every file but those of dpkg, apt and logs; and who there is.
everything() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp \
    -o -path /var/cache -o -path /var/log -o -path /var/lib/dpkg -o -path /var/lib/apt \
    -o -path "$examples" -o -path /etc/ld.so.cache -o -name '*-' \) -prune -o -print | sort
  cat /etc/passwd /etc/group
}

install_package() {
  apt-get install -y -qq --no-install-recommends "$package" >/dev/null
}

say "the packages that it depends on"
apt-get satisfy -y -qq --no-install-recommends "$(dpkg-deb --field "$package" Depends)" >/dev/null
# pip says where the index of Python packages is that models come from.
apt-get install -y -qq --no-install-recommends ca-certificates curl python3-pip systemd >/dev/null
everything >"$work/before"

say "install"
install_package
[[ $(plumb --version) == "plumb $(dpkg-deb --field "$package" Version | cut -d- -f1) "* ]] ||
  wrong "plumb --version says $(plumb --version)"
plumb model list >/dev/null
for file in /usr/share/man/man1/plumb.1.gz /usr/share/man/man1/plumb-compare.1.gz \
  /usr/share/bash-completion/completions/plumb /usr/share/zsh/vendor-completions/_plumb \
  /usr/share/fish/vendor_completions.d/plumb.fish; do
  [[ -s $file ]] || wrong "$file is missing"
done
[[ $(stat -c '%U %a' /var/lib/plumb) == "plumb 750" ]] || wrong "/var/lib/plumb is not the service's"
[[ ! -e /etc/systemd/system/multi-user.target.wants/plumb.service ]] || wrong "nobody enabled the service"

say "the unit"
systemd-analyze verify --man=no /lib/systemd/system/plumb.service
systemd-analyze security --offline=true --no-pager --threshold=20 /lib/systemd/system/plumb.service | tail -n 1

say "models, embeddings, a comparison"
"${as_service[@]}" plumb model fetch --quiet
"${as_service[@]}" plumb embed --quiet - --json <<<"Stay with the goal we agreed on." | grep '"embedding":\[' >/dev/null ||
  wrong "nothing was embedded"
status=0
"${as_service[@]}" plumb compare --quiet "$examples/drifted.jsonl" --baseline "$examples/baseline.jsonl" \
  --fail-on verdict >/dev/null || status=$?
((status == 1)) || wrong "the gate ended with $status"

say "a chat model by a worker of /usr/libexec/plumb"
"${as_service[@]}" plumb model fetch --quiet SmolLM2-135M-Instruct
"${as_service[@]}" plumb experiment run --quiet --tasks "$examples/task.json" --agents baseline \
  --max-tokens 4 --out /var/lib/plumb/experiment >/dev/null || wrong "the embedded chat model does not answer"

say "the service, with the options of /etc/default/plumb"
key=$("${as_service[@]}" plumb key create --scope admin --quiet)
set -a
# shellcheck source=/dev/null
source /etc/default/plumb
set +a
# shellcheck disable=SC2086  # several options
"${as_service[@]}" plumb serve $PLUMB_SERVE_OPTIONS --listen 127.0.0.1:8719 2>"$work/serve.log" &
server=$!
curl -fs --retry 50 --retry-delay 1 --retry-connrefused -o /dev/null http://127.0.0.1:8719/healthz ||
  wrong "no answer: $(<"$work/serve.log")"
curl -fsS http://127.0.0.1:8719/ | grep -i '<!doctype html' >/dev/null || wrong "there is no dashboard"
[[ $(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8719/api/v1/executions) == 401 ]] ||
  wrong "nobody asked for a key"
curl -fsS -o /dev/null -H "Authorization: Bearer $key" http://127.0.0.1:8719/api/v1/executions
kill "$server"
wait "$server" || wrong "the service did not end well: $(<"$work/serve.log")"

say "remove, and what stays"
apt-get remove -y -qq plumb >/dev/null
[[ ! -e /usr/bin/plumb ]] || wrong "/usr/bin/plumb is still there"
[[ -d /var/lib/plumb && -f /etc/default/plumb ]] || wrong "settings or state went with a mere removal"

say "install again, and what was kept"
install_package
"${as_service[@]}" plumb key list --quiet | grep admin >/dev/null || wrong "the key is gone"

say "purge, and nothing is left"
apt-get purge -y -qq plumb >/dev/null
everything >"$work/after"
diff "$work/before" "$work/after" || wrong "the lines above are the difference"
