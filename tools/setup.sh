#!/usr/bin/env bash
# Everything a fresh machine with Node and npm needs: ffmpeg, nats-server and, for tests, chromium, npm packages, the build. Safe and quick to run again.
#   tools/setup.sh [--no-build]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf 'setup: %s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }
has_chromium() { has chromium || has chromium-browser || has google-chrome || has google-chrome-stable || [ -d '/Applications/Chromium.app' ] || [ -d '/Applications/Google Chrome.app' ]; }
has_ffmpeg() { has ffmpeg || [ -x node_modules/ffmpeg-static/ffmpeg ]; }

case "${1:-}" in
  '' | --no-build) ;;
  *) say "unknown argument $1; the only one is --no-build"; exit 2 ;;
esac

if ! has node || ! has npm; then
  say 'Node and npm are missing. Install Node 20.19 or later from https://nodejs.org, then run this again.'
  exit 3
fi
if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)'; then
  say "Node $(node --version) is too old; 20.19 or later is needed."
  exit 3
fi

missing=()
has ffmpeg || missing+=(ffmpeg)
has nats-server || missing+=(nats-server)

install_system_packages() {
  local as_root=()
  if has apt-get; then
    if [ "$(id -u)" -ne 0 ]; then
      if has sudo && sudo -n true 2>/dev/null; then as_root=(sudo -n); else return 1; fi
    fi
    "${as_root[@]+"${as_root[@]}"}" apt-get update -qq >&2 &&
      "${as_root[@]+"${as_root[@]}"}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
  elif has brew; then
    brew install "$@" >&2
  else
    return 1
  fi
}

if [ "${#missing[@]}" -gt 0 ]; then
  say "installing ${missing[*]}"
  install_system_packages "${missing[@]}" || say "could not install ${missing[*]} here"
fi

# apart, so that a machine that refuses it still gets the rest
if ! has_chromium; then
  say 'installing chromium, in which the tests look at pages'
  install_system_packages chromium || say 'could not install chromium here'
fi

if node tools/is-install-current.mjs; then
  say 'npm packages are in step with package-lock.json'
else
  say 'npm ci'
  # with an ffmpeg on the machine, ffmpeg-static need not download another
  if has ffmpeg; then FFMPEG_BIN="$(command -v ffmpeg)"; export FFMPEG_BIN; fi
  # npm warns of each at length; what it says is shown only where it fails
  say '  (@nats-io/nuid and file-type ask for Node 22 or later; both run on 20.19, where our tests run)'
  npm_output=$(mktemp)
  if ! npm ci --no-audit --no-fund >"$npm_output" 2>&1; then
    cat "$npm_output" >&2
    rm -f "$npm_output"
    say 'npm ci failed; its output stands above. EBADENGINE is not the reason.'
    exit 1
  fi
  rm -f "$npm_output"
fi

how_to_install() {
  say "$1 is missing and could not be installed. $2"
  say "  Debian, Ubuntu: sudo apt-get update && sudo apt-get install -y $1      macOS: brew install $1"
}
has nats-server || how_to_install nats-server 'Only the services and their tests need it.'
has_chromium || how_to_install chromium 'Only the tests of pages (report, review form) need it; they fail without.'
if ! has_ffmpeg; then
  how_to_install ffmpeg 'Nothing that reads media works without it.'
  exit 3
fi

if [ "${1:-}" != --no-build ]; then
  say 'build (tsc -b)'
  npx --no-install tsc -b >&2
fi
say 'done'
