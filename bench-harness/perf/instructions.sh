#!/usr/bin/env bash
# Counts the instructions of each hot kernel, and compares them with a record.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
Usage: bench-harness/perf/instructions.sh [--check | --record] [--limit PERCENT]

Runs bench-harness/examples/instructions, which runs each hot kernel on a small fixed input, under callgrind,
which counts the instructions of that run and of nothing else. Compares them with those in
bench-harness/record/instructions.tsv, and prints for each kernel the record, the count and the change.

  --check    (the default) ends with exit code 1 when a kernel takes more than PERCENT (default 3) more
             instructions than the record says, or is not in it
  --record   writes the record anew; a commit that does so says why

A count is the same in each run, on a busy machine too, so a change of 1 % is one. It is no time: a
kernel of fewer instructions that waits for memory or mispredicts branches is not faster. Valgrind hides
AVX-512, so what is counted is the avx2 level. Counts depend on the compiler: the record says which one made it,
and where another is used, that is said. It takes some seconds, and the build.

Exit code 2: valgrind is missing, the record is, or the level is another one than the record's.
END
}

mode=check limit=3
while [[ $# -gt 0 ]]; do
    case "$1" in
        -h | --help) usage && exit 0 ;;
        --check | --record) mode="${1#--}" ;;
        --limit)
            limit="${2:?--limit needs a number}"
            shift
            ;;
        *) usage >&2 && exit 2 ;;
    esac
    shift
done
need valgrind "apt-get install valgrind"
record="$root/bench-harness/record/instructions.tsv"
if [[ "$mode" == check && ! -f "$record" ]]; then
    echo "there is no record yet: instructions.sh --record" >&2
    exit 2
fi

# The compiler that cargo uses here.
compiler="$(cd "$root" && "${RUSTC:-rustc}" --version)"
(cd "$root" && log cargo build --release --quiet --workspace --example instructions --target-dir "$target")
program="$target/release/examples/instructions"

folder="$(mktemp -d)"
trap 'rm -r "$folder"' EXIT
# An empty environment, for its length decides where the stack begins. Each dump is what was counted since
# the one before. The name without wildcards: two options with the same pattern do not work together.
log env -i "$(command -v valgrind)" --quiet --tool=callgrind \
    --toggle-collect=instructions::measured --dump-after=instructions::measured \
    --callgrind-out-file="$folder/out" "$program" >"$folder/names"
level="$(sed -n 's/^level //p' "$folder/names")"

number=0
while read -r name; do
    number=$((number + 1))
    printf '%s\t%s\n' "$name" "$(sed -n 's/^totals: //p' "$folder/out.$number")"
done < <(grep -v '^level ' "$folder/names") >"$folder/counts"
if [[ -e "$folder/out.$((number + 1))" ]] || ! awk -F '\t' 'NF != 2 || $2 + 0 == 0 { exit 1 }' "$folder/counts"; then
    echo "callgrind wrote other dumps than one for each kernel; this needs valgrind 3.19 or later" >&2
    exit 2
fi

if [[ "$mode" == record ]]; then
    mkdir -p "$(dirname "$record")"
    {
        echo "# Instructions of each kernel; written by bench-harness/perf/instructions.sh --record"
        printf '# compiler\t%s\n# level\t%s\n# counted by\t%s\n' "$compiler" "$level" "$(valgrind --version)"
        cat "$folder/counts"
    } >"$folder/record"
    mv "$folder/record" "$record"
    echo "$record"
    exit 0
fi

of_record() { # KEY
    sed -nE "s/^# $1\t//p" "$record"
}
if [[ "$(of_record level)" != "$level" ]]; then
    echo "the record is of the level $(of_record level), and this machine runs $level under valgrind" >&2
    exit 2
fi
if [[ "$(of_record compiler)" != "$compiler" ]]; then
    echo "note: the record is of $(of_record compiler), and this is $compiler"
fi
awk -F '\t' -v limit="$limit" '
    /^#/ { next }
    FNR == NR { record[$1] = $2; next }
    FNR == 1 { printf "%-26s %12s %12s %9s\n", "kernel", "record", "now", "change" }
    {
        seen[$1] = 1
        if (!($1 in record)) {
            printf "%-26s %12s %12d %9s\n", $1, "-", $2, "new"
            new++
            next
        }
        change = 100 * ($2 / record[$1] - 1)
        over = change > limit
        bad += over
        printf "%-26s %12d %12d %+8.2f%%%s\n", $1, record[$1], $2, change, over ? "  OVER" : ""
    }
    END {
        for (name in record) if (!(name in seen)) { print name " is in the record and was not counted"; new++ }
        if (bad) printf "FAILED: %d of the kernels take over %s %% more instructions than the record\n", bad, limit
        if (new) print "FAILED: the record has other kernels; write it anew with --record"
        if (bad || new) exit 1
        printf "ok: no kernel takes over %s %% more instructions than the record\n", limit
    }' "$record" "$folder/counts"
