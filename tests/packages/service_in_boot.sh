#!/bin/bash
# Inside a booted Debian 12 without a network: the service as systemd runs it, from the start to the
# purge. script/soak deb starts it as a unit; /soak has the package and the model, and gets the log.
exec >/soak/log 2>&1
set -uo pipefail
trap 'systemctl poweroff >/dev/null 2>&1' EXIT

say() { printf '   %s\n' "$*"; }
wrong() {
  echo "service: $*"
  journalctl -u plumb --no-pager | tail -n 30
  exit 1
}
install_package() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" /soak/plumb_*.deb >/dev/null; }
main_process() { systemctl show --property MainPID --value plumb; }
ask() { curl -fsS -H "Authorization: Bearer $key" "$@"; }

# wait_for WHAT COMMAND...: until it succeeds, two minutes at most.
wait_for() {
  local what=$1 end=$((SECONDS + 120))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || wrong "$what did not happen"
    sleep 1
  done
}

say "installed, and not started"
install_package || wrong "cannot install"
systemctl is-active plumb >/dev/null && wrong "nobody started it"

say "enabled: it answers, and asks for a key"
folder=/var/lib/plumb/.cache/plumb/models
install --directory --owner=plumb --group=plumb /var/lib/plumb/.cache /var/lib/plumb/.cache/plumb "$folder"
cp -r /soak/model "$folder/all-MiniLM-L6-v2"
chown -R plumb:plumb "$folder"
key=$(setpriv --reuid=plumb --regid=plumb --init-groups env HOME=/var/lib/plumb \
  plumb key create --scope admin --quiet) || wrong "no key"
systemctl enable --now --quiet plumb || wrong "cannot start"
wait_for "an answer" curl -fsS http://127.0.0.1:8000/healthz
[[ $(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8000/api/v1/executions) == 401 ]] ||
  wrong "it asks for no key"

say "it embeds and compares, with all that the unit forbids"
grep -q '^Seccomp:.*2$' "/proc/$(main_process)/status" || wrong "no filter of system calls"
grep -q '^CapEff:.*0000000000000000$' "/proc/$(main_process)/status" || wrong "it has capabilities"
ask -H 'Content-Type: application/json' -d '{}' http://127.0.0.1:8000/api/v1/demo >/dev/null ||
  wrong "no demo"
compared() { ask http://127.0.0.1:8000/metrics | grep '^plumb_drift_score{project="default"} [0-9]'; }
wait_for "a comparison" compared

say "installed again: it is restarted, with what it kept"
before=$(main_process)
install_package --reinstall || wrong "cannot install again"
wait_for "a restart" ask http://127.0.0.1:8000/api/v1/executions
[[ $(main_process) != "$before" ]] || wrong "it was not restarted"

say "removed: it is stopped; installed: it is enabled as it was"
apt-get remove -y -qq plumb >/dev/null || wrong "cannot remove"
systemctl is-active plumb >/dev/null && wrong "it still runs"
install_package || wrong "cannot install a third time"
wait_for "an answer after that" curl -fsS http://127.0.0.1:8000/healthz

say "purged: nothing of it is left"
apt-get purge -y -qq plumb >/dev/null || wrong "cannot purge"
left=$(find / -xdev -name '*plumb*' ! -path '/soak/*' ! -path '/proc/*' ! -path '/sys/*' ! -path '/var/log/*')
[[ -z $left ]] || wrong "left behind: $left"
getent passwd plumb && wrong "the user is left"
echo "all is well"
