#!/usr/bin/env bash
# Counts what the processor does in a command: its counters where there are any, else a simulation.
set -euo pipefail

usage() {
    cat <<'END'
Usage: bench-harness/perf/stat.sh [COMMAND [ARGUMENT...]]

Without a command: the release build of jostle-bench, 200,000 boxes, 5 frames, one thread.

Where the processor's counters can be read, runs the command once per group of at most four events
(more would be multiplexed, and then the counts are estimates): cycles, instructions, branches and
misses of the branch predictor and of the caches.

Where they cannot (many virtual machines), says so and counts what the kernel counts: time, page
faults and context switches. With valgrind installed it then runs the command under callgrind
with a simulated cache, some 50 times slower, and lists the functions by instructions. Valgrind
hides AVX-512, so what it sees is the avx2 level; a simulated cache has no prefetcher, so compare
its misses between two versions of the code and not with a real machine's.

Environment: JOSTLE_PERF_KEEP=FOLDER keeps the files of callgrind there.
END
}

case "${1-}" in
    -h | --help) usage && exit 0 ;;
esac

log() {
    echo "+ $*" >&2
    "$@"
}

if [[ $# -eq 0 ]]; then
    root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
    # The profile `profiling` is `release` with line tables, which name inlined functions.
    (cd "$root" && log cargo build --profile profiling --quiet -p jostle-bench)
    set -- "${CARGO_TARGET_DIR:-$root/target}/profiling/jostle-bench" \
        --shapes 200000 --frames 5 --threads 1
fi

if ! command -v perf >/dev/null; then
    echo "perf is not installed (Debian: linux-perf, Ubuntu: linux-tools-generic)" >&2
elif perf stat -e instructions true 2>&1 | grep -Eq '^ +[0-9,.]+ +instructions'; then
    for events in cycles,instructions,branches,branch-misses \
        cache-references,cache-misses,L1-dcache-loads,L1-dcache-load-misses; do
        log perf stat -e "$events" -- "$@" >/dev/null
    done
    exit 0
else
    echo "This machine has no readable performance counters; here is what the kernel counts." >&2
    log perf stat -e task-clock,page-faults,context-switches,cpu-migrations -- "$@" >/dev/null
fi

if ! command -v valgrind >/dev/null; then
    echo "To count instructions without counters, install valgrind." >&2
    exit 0
fi
if [[ -n "${JOSTLE_PERF_KEEP-}" ]]; then
    folder="$JOSTLE_PERF_KEEP"
    mkdir -p "$folder"
else
    folder="$(mktemp -d)"
    trap 'rm -r "$folder"' EXIT
fi
echo "Simulating; valgrind hides AVX-512, so this is the avx2 level." >&2
log valgrind --tool=callgrind --cache-sim=yes --branch-sim=yes \
    --callgrind-out-file="$folder/callgrind.out" -- "$@" >/dev/null
log callgrind_annotate --auto=no --show=Ir,DLmr,Bcm --sort=Ir "$folder/callgrind.out" |
    grep -Ev '^(--|$)' | cut -c 1-160 | head -n 30
