#!/usr/bin/env bash
# Is one revision faster than another? Both are built, and run in turn.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
Usage: bench-harness/perf/compare.sh [--rounds R] REV_A REV_B [-- ARGUMENT...]

Builds jostle-bench at two revisions of the repository, `.` being the working tree, and runs
`jostle-bench million --json ARGUMENT...` of both in turn, R rounds (default 7); without ARGUMENTs
200,000 boxes on one thread. Prints of both the median and the least of the medians of the runs,
and the ratios B / A.

Says `slower` or `faster` where the medians differ by more than the noise: three times the deviation of a
median, which is estimated from the median absolute deviation (MAD) of the rounds, and at least
0.5 %. Else `no difference`. More rounds or frames make the band narrower.

Exit code 0: B is not slower. 1: B is slower than the noise explains, or the two found different pairs; so
`git bisect run bench-harness/perf/compare.sh GOOD .` finds what made it slower.
2: wrong usage. 125 (to bisect: leave this revision out): a revision does not build or does not run.

Revisions are checked out and built in target/compare/COMMIT/, which stays there for the next time.
END
}

rounds=7
revisions=()
while [[ $# -gt 0 ]]; do
    case "$1" in
        -h | --help) usage && exit 0 ;;
        --rounds)
            rounds="${2:?--rounds needs a number}"
            shift
            ;;
        --)
            shift
            break
            ;;
        -*) usage >&2 && exit 2 ;;
        *) revisions+=("$1") ;;
    esac
    shift
done
if [[ ${#revisions[@]} -ne 2 || ! "$rounds" =~ ^[1-9][0-9]*$ ]]; then
    usage >&2
    exit 2
fi
[[ $# -gt 0 ]] || set -- --shapes 200000 --frames 20 --threads 1
need git "apt-get install git"

folder="$target/compare"
# Worktrees whose folder somebody has removed.
git -C "$root" worktree prune

# build REVISION: prints the path of the program.
build() {
    local source="$root" target="$target" commit
    if [[ "$1" != . ]]; then
        commit="$(git -C "$root" rev-parse --verify --quiet "$1^{commit}")" || {
            echo "there is no revision $1" >&2
            return 2
        }
        source="$folder/$commit/source" target="$folder/$commit/target"
        if [[ ! -e "$source/Cargo.toml" ]]; then
            log git -C "$root" worktree add --quiet --force --detach "$source" "$commit" || return 125
        fi
    fi
    (cd "$source" && log cargo build --release --quiet -p jostle-bench --target-dir "$target") || return 125
    # A copy, for the working tree may be built again meanwhile.
    mkdir -p "$folder"
    cp "$target/release/jostle-bench" "$folder/$2" && echo "$folder/$2"
}

a="$(build "${revisions[0]}" a)" || exit $?
b="$(build "${revisions[1]}" b)" || exit $?
echo "+ $a million --json $*  # and $b, in turn, $rounds rounds" >&2

runs="$(mktemp)"
trap 'rm "$runs"' EXIT
# run NAME PROGRAM ARGUMENT...: adds a line to the runs.
run() {
    local name="$1" line
    shift
    line="$("$1" million --json "${@:2}")" || return 125
    printf '%s %s %s %s\n' "$name" "$(json_of total_ms median <<<"$line")" \
        "$(json digest <<<"$line")" "$(json pairs <<<"$line")" >>"$runs"
}
for ((round = 0; round < rounds; round++)); do
    # Each goes first in every other round, for what is second may find caches and clocks otherwise.
    if ((round % 2)); then
        { run B "$b" "$@" && run A "$a" "$@"; } || exit 125
    else
        { run A "$a" "$@" && run B "$b" "$@"; } || exit 125
    fi
done

if [[ "$(cut -d ' ' -f 3,4 "$runs" | sort -u | wc -l)" -ne 1 ]]; then
    echo "FAILED: the two found different pairs (revision, digest, pairs):" >&2
    cut -d ' ' -f 1,3,4 "$runs" | sort -u >&2
    exit 1
fi

awk -v a="${revisions[0]}" -v b="${revisions[1]}" '
    function sorted(from, count, to,    i, j, x) {
        for (i = 1; i <= count; i++) {
            x = from[i]
            for (j = i - 1; j > 0 && to[j] > x; j--) to[j + 1] = to[j]
            to[j + 1] = x
        }
    }
    function middle(values, count,    of) {
        sorted(values, count, of)
        return (of[int((count + 1) / 2)] + of[int(count / 2) + 1]) / 2
    }
    function least(values, count,    of) { sorted(values, count, of); return of[1] }
    # How far the median of the rounds is off, as a share: 1.4826 MAD is a standard deviation where values are
    # normal, and a median deviates 1.2533 times as much as a mean.
    function deviation(values, count, median,    away, i) {
        for (i = 1; i <= count; i++) away[i] = values[i] < median ? median - values[i] : values[i] - median
        return 1.2533 * 1.4826 * middle(away, count) / sqrt(count) / median
    }
    $1 == "A" { x[++n] = $2 }
    $1 == "B" { y[++m] = $2 }
    END {
        if (!n || n != m || x[1] + 0 <= 0) { print "the runs say nothing of their time" > "/dev/stderr"; exit 125 }
        ma = middle(x, n); mb = middle(y, n); la = least(x, n); lb = least(y, n)
        noise = 3 * sqrt(deviation(x, n, ma) ^ 2 + deviation(y, n, mb) ^ 2)
        if (noise < 0.005) noise = 0.005
        change = mb / ma - 1
        printf "%-24s %12s %12s\n", "revision", "median ms", "least ms"
        printf "%-24s %12.3f %12.3f\n", "A " a, ma, la
        printf "%-24s %12.3f %12.3f\n", "B " b, mb, lb
        printf "%-24s %12.4f %12.4f\n", "B / A", mb / ma, lb / la
        printf "medians differ by %+.2f %%, noise is %.2f %%: ", 100 * change, 100 * noise
        if (change > noise) { print "B is slower"; exit 1 }
        print change < -noise ? "B is faster" : "no difference"
    }' "$runs"
