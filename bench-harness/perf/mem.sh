#!/usr/bin/env bash
# Where does memory go, and does it grow from frame to frame?
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
Usage: bench-harness/perf/mem.sh [--heap] [ARGUMENT...]

Runs `jostle-bench ARGUMENT...` (default: million, 150 frames of 500,000 boxes on one thread), reads from the system
some fifty times a second how much memory of its own the process has resident (RssAnon), and draws that over time.
Prints the peak, the bytes per shape, and how much was resident at 40 % of the run, at 70 % and at its end. A
leak is a slope, and grows in both parts; a buffer that once has to be larger is a step in one of them.

Then runs the test engine/tests/allocations, which counts every allocation of the engine: after the first frames
there are none, of any broad phase, the narrow phase, events or a world, on any thread.

With --heap, bench-harness/downstream too, 17 frames of a million boxes, under heaptrack, or else under valgrind's
massif: who holds the heap at its peak. (jostle-bench has an allocator of its own, which neither can see; that
program uses the system's.)

Exit code 1: memory grew by more than 1 % in each of the two parts, or the test failed. 2: this is no Linux, or --heap is asked for and neither heaptrack nor valgrind is installed.
END
}

heap=0
case "${1-}" in
    -h | --help) usage && exit 0 ;;
    --heap) heap=1 && shift ;;
esac
if [[ ! -r /proc/self/status ]]; then
    echo "there is no /proc/PID/status here: this needs Linux" >&2
    exit 2
fi
if ((heap)) && ! command -v heaptrack >/dev/null; then
    need valgrind "apt-get install heaptrack (or valgrind)"
fi
[[ $# -gt 0 ]] || set -- million --shapes 500000 --frames 150 --threads 1
build_bench release

samples="$(mktemp)"
report="$(mktemp)"
trap 'rm "$samples" "$report"' EXIT
echo "+ $binary $*  # RssAnon of it, fifty times a second" >&2
"$binary" "$@" >"$report" &
process=$!
while kill -0 "$process" 2>/dev/null; do
    # The process may end in between.
    sed -nE 's/^RssAnon:\s*([0-9]+) kB/\1/p' "/proc/$process/status" 2>/dev/null >>"$samples" || true
    sleep 0.02
done
wait "$process"
cat "$report"
echo
shapes="$(sed -nE 's/^ *shapes +([0-9,]+).*/\1/p' "$report" | tr -d , | head -n 1)"
grew=0
awk -v shapes="${shapes:-0}" '
    { kib[NR] = $1; if ($1 > peak) peak = $1 }
    END {
        if (NR < 20) { print "the run was too short to say anything: ask for more frames"; exit 0 }
        # The last samples are of a process that gives everything back.
        last = NR
        while (last > 1 && kib[last] < 0.9 * kib[last - 1]) last--
        columns = 64; rows = 12
        for (row = rows; row >= 1; row--) {
            line = ""
            for (column = 0; column < columns; column++) {
                most = 0
                for (k = 1 + int(column * NR / columns); k <= 1 + int((column + 1) * NR / columns) && k <= NR; k++)
                    if (kib[k] > most) most = kib[k]
                line = line (most >= peak * (row - 0.5) / rows ? "#" : " ")
            }
            sub(/ +$/, "", line)
            printf "%8.1f MiB |%s\n", peak * row / rows / 1024, line
        }
        printf "%12s +%s time, %d samples\n", "", substr("----------------------------------------------------------------", 1, columns), NR
        early = kib[int(0.4 * last) + 1]; middle = kib[int(0.7 * last)]; late = kib[last]
        printf "peak %.1f MiB", peak / 1024
        if (shapes) printf ", %.1f bytes per shape with the scene itself", 1024 * peak / shapes
        printf "\nresident at 40 %% of the run %.1f MiB, at 70 %% %.1f MiB (%+.2f %%), at its end %.1f MiB (%+.2f %%)\n",
            early / 1024, middle / 1024, 100 * (middle / early - 1), late / 1024, 100 * (late / middle - 1)
        if (middle > 1.01 * early && late > 1.01 * middle) { print "MEMORY GROWS from frame to frame"; exit 1 }
        if (late > 1.01 * early) print "a buffer grew once, for a frame with more pairs than those before; it does not go on"
        else print "memory does not grow"
    }' "$samples" || grew=1

(cd "$root" && log cargo test --release --quiet -p jostle --test allocations --target-dir "$target") || grew=1

if ((heap)); then
    (cd "$root/bench-harness/downstream" &&
        log cargo build --profile release --config profile.release.debug=1 --locked --quiet --target-dir "$target/heap")
    program="$target/heap/release/jostle-downstream"
    folder="$(mktemp -d)"
    trap 'rm -r "$samples" "$report" "$folder"' EXIT
    echo
    # sed and not head: head would close the pipe, and the script would end with SIGPIPE's 141.
    if command -v heaptrack >/dev/null; then
        log heaptrack --output "$folder/heap" "$program" >/dev/null 2>&1
        log heaptrack_print --print-leaks 0 --print-allocators 0 --print-temporary 0 --peak-limit 8 \
            --sub-peak-limit 0 "$folder"/heap.* 2>/dev/null |
            demangled | sed -E 's/\[[0-9a-f]{16}\]//g' | cut -c 1-160 | sed -n '1,90p'
    else
        log valgrind --quiet --tool=massif --massif-out-file="$folder/massif" "$program" >/dev/null
        log ms_print --threshold=2 "$folder/massif" | cut -c 1-120 | sed -n '1,90p'
    fi
fi
exit "$grew"
