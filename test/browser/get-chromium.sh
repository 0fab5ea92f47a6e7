#!/usr/bin/env bash
# Installs Debian's chromium, which the tests in a browser run in. Needs root; where one is installed
# already it does nothing. Usage: get-chromium.sh
set -euo pipefail

chromium=${CHROMIUM:-/usr/bin/chromium}

refuse() {
  echo "get-chromium: $1; install a Chromium and set CHROMIUM=/path/to/chromium" >&2
  exit 1
}

# Asked for its version, because some systems have a stub in its place that only tells how to get one.
version() { "$chromium" --version 2>/dev/null | grep -E '^(Chromium|Google Chrome) [0-9]'; }

if found=$(version); then
  echo "chromium is in place: $found at $chromium"
  exit 0
fi

[ -z "${CHROMIUM:-}" ] || refuse "CHROMIUM is $CHROMIUM, and no Chromium answers there"
for tool in apt-get apt-cache; do
  command -v "$tool" >/dev/null || refuse "this system has no $tool, and the package of chromium comes from Debian"
done
[ "$(id -u)" -eq 0 ] || refuse 'only root can install the chromium package'

export DEBIAN_FRONTEND=noninteractive
apt-get -qq update || refuse "the lists of this system's packages cannot be read"
# Read to its end: a grep that stops early would have apt-cache die of its pipe, and that is a failure.
apt-cache policy chromium | grep -E 'Candidate: [0-9]' >/dev/null || refuse 'this system has no chromium package'
apt-get -qq install --yes --no-install-recommends chromium >/dev/null \
  || refuse 'the chromium package cannot be installed'
echo "$(version || refuse 'the installed chromium does not run on this system'), installed at $chromium"
