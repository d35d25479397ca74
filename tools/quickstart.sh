#!/usr/bin/env bash
# The main job on the first try: a private broker, both engines as services, a benchmark built on request, evaluations
# started by its completion, a result table and a page. Everything lies in tmp/quickstart; what is started is stopped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

echo '== set-up'
bash tools/setup.sh
command -v nats-server >/dev/null || {
  echo 'error: the quickstart needs nats-server; install it (Debian: apt-get install nats-server) and run this again' >&2
  exit 3
}

work=$PWD/tmp/quickstart
rm -rf "$work"
mkdir -p "$work/logs" "$work/ports" "$work/data"

started=()
stop_all() {
  trap - EXIT
  # engines first, so that they take leave of the broker
  for process in "${started[@]+"${started[@]}"}"; do
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
}
trap stop_all EXIT
trap 'exit 130' INT TERM

fail() {
  echo "error: $1" >&2
  tail -n 5 "$work"/logs/*.log >&2 || true
  exit 1
}

wait_for() { # WHAT COMMAND…
  local what=$1
  shift
  for _ in $(seq 1 300); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.1
  done
  fail "$what did not come up within 30 s"
}

echo '== a tiny data set in the layout of cholec80, drawn'
npx --no-install medstream-data sources --example cholec80 "$work/data/cholec80"

echo '== a private broker and both engines'
nats-server --addr 127.0.0.1 --port -1 --jetstream --store_dir "$work/broker" --ports_file_dir "$work/ports" >"$work/logs/broker.log" 2>&1 &
broker=$!
find_url() { grep -ho 'nats://[^"]*' "$work"/ports/*; }
wait_for 'the broker' find_url
NATS_URL=$(find_url | head -n 1)
export NATS_URL MEDSTREAM_ROOTS="$work/data" MEDSTREAM_HEALTH_PORT=0 MEDSTREAM_CACHE="$work/cache"
cat >"$work/evaluations.yaml" <<'EOF'
models: ['demo:shapes', 'baseline:abstain']
media_root: cholec80
out: runs
EOF
npx --no-install medstream-data serve --init-only 2>>"$work/logs/data-engine.log"
npx --no-install medstream-eval serve --init-only 2>>"$work/logs/inference-engine.log"
# node itself, so that its process is the one that is stopped
node apps/data-engine/bin/medstream-data.js serve 2>>"$work/logs/data-engine.log" &
started+=($!)
node apps/inference-engine/bin/medstream-eval.js serve --on-materialised "$work/evaluations.yaml" 2>>"$work/logs/inference-engine.log" &
started+=($!)
started+=("$broker")

echo '== a benchmark, on request'
npx --no-install medstream-data submit --id quickstart --source cholec80 --root cholec80 --out benchmark

echo '== evaluations, started by the finished benchmark'
node tools/quickstart/follow-runs.mjs quickstart-demo-shapes quickstart-baseline-abstain

echo '== results'
node tools/quickstart/print-results.mjs "$work/data/runs/quickstart/demo-shapes" "$work/data/runs/quickstart/baseline-abstain"
npx --no-install medstream-eval report "$work/data/runs/quickstart/demo-shapes" "$work/data/runs/quickstart/baseline-abstain" --out "$work/report.html" >/dev/null
stop_all
echo "the report: tmp/quickstart/report.html"
