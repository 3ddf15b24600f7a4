#!/usr/bin/env bash
# Records where time goes and draws it as a flame graph.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
Usage: bench-harness/perf/record.sh [--output FILE.svg] [ARGUMENT...]

Runs jostle-bench with the ARGUMENTs (default: one thread, 30 frames of a million boxes), built in
the profile `profiling` with frame pointers, under `perf record`, draws a flame graph into
FILE.svg (default: target/flamegraph.svg) and lists the functions that take the most time.

Samples by processor cycles where the machine counts them, else by a timer (cpu-clock), which is
as good for finding where time goes; it cannot see inside the kernel's masked sections.

Needs perf. inferno (`cargo install inferno`) draws the graph where it is installed, with a search and a zoom;
else flamegraph.awk beside this script does, whose graph has neither, but names and shares under the pointer.
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

output="$(realpath --canonicalize-missing "${output:-$target/flamegraph.svg}")"
[[ $# -gt 0 ]] || set -- --frames 30 --threads 1

need_perf

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

# Written beside the result first, so that a failure leaves no half of a picture.
mkdir -p "$(dirname "$output")"
if command -v inferno-collapse-perf >/dev/null && command -v inferno-flamegraph >/dev/null; then
    echo "+ perf script | c++filt | inferno-collapse-perf | inferno-flamegraph > $output" >&2
    perf script --no-inline -i "$data" 2>/dev/null | demangled |
        inferno-collapse-perf --quiet | inferno-flamegraph --title "jostle-bench $*" >"$output.tmp"
else
    draw="$root/bench-harness/perf/flamegraph.awk"
    echo "+ perf script | c++filt | awk -v mode=fold -f $draw | sort | awk -v mode=draw -f $draw > $output" >&2
    perf script --no-inline -i "$data" 2>/dev/null | demangled | awk -v mode=fold -f "$draw" |
        LC_ALL=C sort | awk -v mode=draw -v title="jostle-bench $*" -f "$draw" >"$output.tmp"
fi
mv "$output.tmp" "$output"
echo "$output"
