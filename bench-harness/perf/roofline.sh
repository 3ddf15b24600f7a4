#!/usr/bin/env bash
# How far is each stage of a frame from what memory and lanes of this machine allow?
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
Usage: bench-harness/perf/roofline.sh [ARGUMENT...]

Measures what the machine can do with the example `machine`: bytes per second of a triad (a = b + 3 c on
columns that fit into no cache) and multiplications and additions per second at the level of the run. Then
runs `jostle-bench million --json ARGUMENT...` (default: 20 frames of a million boxes on one thread) with the
sweep and prune, and prints for each stage the time, the bytes it has to move, GB/s, and these as a share of
the triad; the operations it has to do, and these as a share of the peak; and which of the two limits is nearer.

The bytes and operations are those that no version of the stage could do without if data is only
passed on in memory, which is true of a million boxes and less so of fewer. Real traffic is more: what is
written is read first, some boxes are copied to several cells, and most candidates of a sweep do not
touch. So a share is at most 100 %, and a low one says that the stage waits for something else (latency,
branches, integer work), not how much faster it could be. Per box of D axes, and per pair:

  bounds   reads the box (8 D bytes; a ball 4 D + 4), writes a record of 32; compares its D intervals,
           and finds 2 (D - 1) strips by a subtraction and a multiplication each
  sort     reads the record; its bucket takes a subtraction and a multiplication
  sweep    writes 8 bytes a pair, which was compared twice on D - 1 axes; boxes come from the cache
  gather   with several threads, copies 8 bytes a pair

The stage `plan` looks at a sample; its bytes are not counted, but its time is part of the total.

Exit code 2: the run was of something else than collected pairs of the sweep and prune.
END
}

case "${1-}" in
    -h | --help) usage && exit 0 ;;
esac
[[ $# -gt 0 ]] || set -- --frames 20 --threads 1
build_bench release

run="$(log "$binary" million --json "$@")"
if [[ "$(json broad_phase <<<"$run")" != sap || "$(json output <<<"$run")" != collected ]]; then
    echo "the model is of collected pairs of the sweep and prune (--broad-phase sap)" >&2
    exit 2
fi
threads="$(json threads <<<"$run")" level="$(json level <<<"$run")" scene="$(json scene <<<"$run")"
(cd "$root" && log cargo build --release --quiet -p jostle-bench --example machine --target-dir "$target")
machine="$(log "$target/release/examples/machine" --json --threads "$threads")"
at="\"threads\":$threads"
triad="$(grep -oE "\\{$at,\"read\"[^}]*" <<<"$machine" | json triad)"
peak="$(grep -oE "\\{$at,\"level\":\"$level\"[^}]*" <<<"$machine" | json gflops)"
case "$scene" in
    crowd | real-crowd | md) kind=balls ;;
    *) kind=boxes ;;
esac

echo "$scene: $(json shapes <<<"$run") $kind in $(json dim <<<"$run")D, $(json pairs <<<"$run") pairs, $level, threads: $threads"
for stage in plan bounds sort sweep gather; do
    echo "$stage $(json_of "$stage" median <<<"${run#*\"stages_ms\":}")"
done | awk -v kind="$kind" -v n="$(json shapes <<<"$run")" -v d="$(json dim <<<"$run")" \
    -v p="$(json pairs <<<"$run")" -v total="$(json_of total_ms median <<<"$run")" \
    -v triad="$triad" -v peak="$peak" -v threads="$threads" '
    function line(stage, ms, bytes, operations,    rate, of_triad, speed, of_peak) {
        if (ms <= 0) return
        rate = bytes / ms / 1e6; of_triad = 100 * rate / triad
        speed = operations / ms / 1e6; of_peak = 100 * speed / peak
        if (bytes == 0) { printf "%-8s %9.3f %9s\n", stage, ms, "-"; return }
        printf "%-8s %9.3f %9.1f %8.2f %6.1f %% %9.1f %8.2f %6.1f %%  %s\n", stage, ms, bytes / 1e6, rate,
            of_triad, operations / 1e6, speed, of_peak, (of_triad >= of_peak ? "memory" : "lanes")
    }
    BEGIN {
        printf "triad %.1f GB/s, peak %.1f GFLOP/s, the limits meet at %.1f operations a byte\n\n", triad, peak, peak / triad
        printf "%-8s %9s %9s %8s %8s %9s %8s %8s  %s\n", "stage", "ms", "MB", "GB/s", "triad", "Mop", "Gop/s", "peak", "nearer"
        shape = kind == "balls" ? 4 * d + 4 : 8 * d
        bytes["bounds"] = n * (shape + 32); operations["bounds"] = n * (d + 4 * (d - 1))
        bytes["sort"] = n * 32;             operations["sort"] = n * 2
        bytes["sweep"] = p * 8;             operations["sweep"] = p * 2 * (d - 1)
        bytes["gather"] = threads > 1 ? p * 16 : 0
    }
    {
        line($1, $2, bytes[$1] + 0, operations[$1] + 0)
        all += bytes[$1]; done += operations[$1]
    }
    END { line("total", total, all, done) }'
