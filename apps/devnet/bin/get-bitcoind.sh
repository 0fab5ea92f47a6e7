#!/usr/bin/env bash
# Unpacks bitcoind of Debian's next release, with the libraries it needs, into a folder of the
# project; the system's packages and its apt lists stay as they are. Usage: get-bitcoind.sh [FOLDER]
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
target=${1:-$project/.cache/bitcoind}
suites=(forky sid)

refuse() {
  echo "get-bitcoind: $1; install a bitcoind of Bitcoin Core or Knots 29 or later and put it on PATH, or set BITCOIND=/path/to/bitcoind" >&2
  exit 1
}

# The loader is linked last, so a folder that has it is complete.
if [ -x "$target/usr/bin/bitcoind" ] && [ -e "$target/loader" ]; then
  echo "bitcoind is in place: $target"
  exit 0
fi

for tool in apt-get apt-cache dpkg; do
  command -v "$tool" >/dev/null || refuse "this system has no $tool, and the packages of bitcoind come from Debian"
done
keys=$(dpkg -L debian-archive-keyring 2>/dev/null | grep -m1 'debian-archive-keyring\.gpg$') \
  || refuse "this system has no debian-archive-keyring, so Debian's packages cannot be checked"
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m1 -E '/debian/?$') \
  || refuse 'apt knows no Debian mirror (run apt-get update once where this is Debian)'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{state/lists/partial,cache/archives/partial,none,debs,files,packed/usr/bin,packed/lib}
: >"$work/status"
for suite in "${suites[@]}"; do echo "deb [signed-by=$keys] $mirror $suite main"; done >"$work/sources.list"

# apt with a state of its own: an empty system that knows these two suites only.
private() {
  "$1" -o Dir::State="$work/state" -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" \
    -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts="$work/none" \
    -o Dir::Etc::preferencesparts="$work/none" -o APT::Default-Release="${suites[0]}" \
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none "${@:2}"
}

private apt-get -qq update || refuse "the suites ${suites[*]} cannot be read from the Debian mirror"
# What bitcoind links, with all that these link in turn: libc and the loader among them.
libraries=$(private apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts \
  --no-breaks --no-replaces --no-enhances --no-pre-depends libc6 libevent-core-2.1-7t64 \
  libevent-extra-2.1-7t64 libevent-pthreads-2.1-7t64 libgcc-s1 libsqlite3-0 libstdc++6 libzmq5 \
  | grep -E '^lib[a-z0-9.+-]+$' | sort -u)
# shellcheck disable=SC2086 # One word for each package.
(cd "$work/debs" && private apt-get -qq download bitcoin-knots $libraries) \
  || refuse 'Debian has no bitcoin-knots package for this system any more'
for package in "$work"/debs/*.deb; do dpkg -x "$package" "$work/files"; done

cp "$work"/files/usr/bin/bitcoin{d,-cli} "$work/packed/usr/bin/"
cp -a "$work"/files/usr/lib/*-linux-gnu*/*.so* "$work/packed/lib/"
loaders=("$work"/packed/lib/ld-linux*.so.*)
loader=${loaders[0]##*/}
version=$("$work/packed/lib/$loader" --library-path "$work/packed/lib" "$work/packed/usr/bin/bitcoind" --version) \
  || refuse 'the unpacked bitcoind does not run on this system'
version=${version%%$'\n'*}
ln -s "lib/$loader" "$work/packed/loader"

mkdir -p "$(dirname "$target")"
rm -rf "$target"
mv "$work/packed" "$target"
chmod 755 "$target"
echo "$version, unpacked into $target"
