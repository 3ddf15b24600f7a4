#!/usr/bin/env bash
# Does a user who sets no compiler flags get the full speed?
set -euo pipefail

usage() {
    cat <<'END'
Usage: bench-harness/perf/downstream.sh [RUNS]

Builds bench-harness/downstream, a program that links jostle as a user would, twice: without
RUSTFLAGS and with RUSTFLAGS="-C target-cpu=native". Runs the two in turn RUNS times (default 7),
one thread, 15 frames of a million boxes each, and prints of both the median of the medians, the
best frame of all, and the ratios plain / native.

Exit code 0: the plain build is at most 5 % slower by the medians. 1: it is slower than that, or
the two found different pairs. 2: wrong usage.

On a machine that does other things too, look at the ratio of the best frames: noise only adds.
END
}

case "${1-}" in
    -h | --help) usage && exit 0 ;;
esac
runs="${1-7}"
if [[ $# -gt 1 || ! "$runs" =~ ^[1-9][0-9]*$ ]]; then
    usage >&2
    exit 2
fi

cd "$(dirname "${BASH_SOURCE[0]}")/../downstream"

# build FLAGS FOLDER: a folder for each, or each build would undo the other.
build() {
    echo "+ RUSTFLAGS='$1' cargo build --release --locked --target-dir target/$2" >&2
    RUSTFLAGS="$1" cargo build --release --locked --quiet --target-dir "target/$2"
}

# run FOLDER: one line, without the level that the caller's environment may force.
run() {
    env -u JOSTLE_LEVEL "target/$1/release/jostle-downstream"
}

# field NAME: the value of NAME in each line read.
field() {
    sed -E "s/.*\\b$1=([^ ]+).*/\\1/"
}

median() {
    sort -g | awk '{ x[NR] = $1 } END { print (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2 }'
}

build "" plain
build "-C target-cpu=native" native

lines_plain="" lines_native=""
for ((i = 1; i <= runs; i++)); do
    line="$(run plain)"
    echo "run $i of $runs, plain:  $line"
    lines_plain+="$line"$'\n'
    line="$(run native)"
    echo "run $i of $runs, native: $line"
    lines_native+="$line"$'\n'
done

answers="$(printf '%s%s' "$lines_plain" "$lines_native" | field pairs | sort -u)"
if [[ "$(wc -l <<<"$answers")" -ne 1 ]]; then
    echo "FAILED: the runs found different numbers of pairs:" "${answers//$'\n'/, }" >&2
    exit 1
fi

median_plain="$(printf '%s' "$lines_plain" | field median_ms | median)"
median_native="$(printf '%s' "$lines_native" | field median_ms | median)"
least_plain="$(printf '%s' "$lines_plain" | field min_ms | sort -g | head -n 1)"
least_native="$(printf '%s' "$lines_native" | field min_ms | sort -g | head -n 1)"

awk -v mp="$median_plain" -v mn="$median_native" -v lp="$least_plain" -v ln="$least_native" '
    BEGIN {
        printf "\n%-8s %12s %12s\n", "build", "median ms", "best ms"
        printf "%-8s %12.2f %12.2f\n", "plain", mp, lp
        printf "%-8s %12.2f %12.2f\n", "native", mn, ln
        printf "%-8s %12.3f %12.3f\n", "ratio", mp / mn, lp / ln
        if (mp / mn > 1.05) {
            print "FAILED: without flags the medians are more than 5 % slower"
            exit 1
        }
        print "ok: without flags the medians are at most 5 % slower"
    }'
