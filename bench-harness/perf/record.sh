#!/usr/bin/env bash
# Records where time goes and draws it as a flame graph.
set -euo pipefail

usage() {
    cat <<'END'
Usage: bench-harness/perf/record.sh [--output FILE.svg] [ARGUMENT...]

Runs jostle-bench with the ARGUMENTs (default: one thread, 30 frames of a million boxes), built in
the profile `profiling` with frame pointers, under `perf record`, draws a flame graph into
FILE.svg (default: target/flamegraph.svg) and lists the functions that take the most time.

Samples by processor cycles where the machine counts them, else by a timer (cpu-clock), which is
as good for finding where time goes; it cannot see inside the kernel's masked sections.

Needs perf, and for the drawing `cargo install inferno`. Without inferno only the list is printed.
END
}

output=""
while [[ $# -gt 0 ]]; do
    case "$1" in
        -h | --help) usage && exit 0 ;;
        --output)
            output="${2:?--output needs a file name}"
            shift 2
            ;;
        *) break ;;
    esac
done

log() {
    echo "+ $*" >&2
    "$@"
}

# Older versions of perf do not know the newer symbols.
demangled() {
    if command -v c++filt >/dev/null; then c++filt; else cat; fi
}

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
output="$(realpath --canonicalize-missing "${output:-$target/flamegraph.svg}")"
[[ $# -gt 0 ]] || set -- --frames 30 --threads 1

if ! command -v perf >/dev/null; then
    echo "perf is not installed (Debian: linux-perf, Ubuntu: linux-tools-generic)" >&2
    exit 2
fi

event=cycles
if ! perf stat -e "$event" true 2>&1 | grep -Eq '^ +[0-9,.]+ +cycles'; then
    echo "This machine does not count cycles: sampling by a timer instead." >&2
    event=cpu-clock
fi

# A folder of its own: with other flags everything is rebuilt.
folder="$target/frame-pointers"
(
    cd "$root"
    # All passes run in one generic function per level; only the newer symbols name the pass.
    export RUSTFLAGS="${RUSTFLAGS-} -C force-frame-pointers=yes -C symbol-mangling-version=v0"
    echo "+ RUSTFLAGS='$RUSTFLAGS'" >&2
    log cargo build --profile profiling --quiet -p jostle-bench --target-dir "$folder"
)
data="$folder/perf.data"
log perf record --quiet -e "$event" -F 997 --call-graph fp -o "$data" -- \
    "$folder/profiling/jostle-bench" "$@"

echo
log perf report -i "$data" --no-children --percent-limit 1 --stdio -g none --no-inline \
    --sort symbol 2>/dev/null | demangled | grep -E '^ +[0-9]' | sed -E 's/( +-)+ *$//'

if command -v inferno-collapse-perf >/dev/null && command -v inferno-flamegraph >/dev/null; then
    echo "+ perf script | c++filt | inferno-collapse-perf | inferno-flamegraph > $output" >&2
    # Written beside the result first, so that a failure leaves no half of a picture.
    perf script --no-inline -i "$data" 2>/dev/null | demangled |
        inferno-collapse-perf --quiet | inferno-flamegraph --title "jostle-bench $*" >"$output.tmp"
    mv "$output.tmp" "$output"
    echo "$output"
else
    echo "No flame graph: cargo install inferno" >&2
fi
