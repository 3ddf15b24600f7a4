#!/usr/bin/env bash
# Times all broad phases on all scenes, and says how far auto is from the fastest.
set -euo pipefail

usage() {
    cat <<'END'
Usage: bench-harness/perf/phases.sh [--binary FILE] [--shapes N] [--threads T] [--rounds R] [SCENE...]

Runs every broad phase that is not quadratic on each scene (all that can be made, where none is named) at N
shapes (default 100000) on T threads (default 1), in turn, R rounds of them (default 3), and prints
the mean time of a frame in ms, the least of the rounds, one line per scene: the mean and not the
median, for what is kept is built anew now and then. The last column is the time of auto over that of
the fastest of sap, bvh and dynamic-tree (and brute-force, up to 3000 shapes), from which it chooses.

Scenes in which all boxes touch all (coincident, combs, signed-zeros) are made of 3000 shapes at
most. A run that takes longer than a minute counts as infinite.
END
}

binary="" shapes=100000 threads=1 rounds=3
while [[ $# -gt 0 ]]; do
    case "$1" in
        -h | --help) usage && exit 0 ;;
        --binary | --shapes | --threads | --rounds)
            declare "${1#--}=${2:?$1 needs a value}"
            shift
            ;;
        -*) usage >&2 && exit 2 ;;
        *) break ;;
    esac
    shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if [[ -z "$binary" ]]; then
    echo "+ cargo build --release -p jostle-bench" >&2
    cargo build --release --quiet -p jostle-bench
    binary="${CARGO_TARGET_DIR:-target}/release/jostle-bench"
fi

names() { # SECTION: the names that `--list` has there, but for what has no recording here
    "$binary" --list | awk -v section="  $1" \
        '$0 == section { on = 1 } !NF { on = head = 0 } head && !/ is absent: set / { print $1 }
            on && $1 == "name" { head = 1 }'
}

# The mean of a run in ms.
mean() { # SCENE SHAPES PHASE
    timeout 60 "$binary" million --scene "$1" --shapes "$2" --broad-phase "$3" \
        --threads "$threads" --frames "$frames" --json 2>/dev/null |
        sed -n 's/.*"total_ms":{[^}]*"mean":\([0-9.e+-]*\).*/\1/p' | grep . || echo inf
}

mapfile -t phases < <(names "broad phases" | grep -vx brute-force)
[[ $# -gt 0 ]] || mapfile -t scenes < <(names scenes)
[[ $# -eq 0 ]] || scenes=("$@")

echo "+ $binary million --scene S --broad-phase B --shapes $shapes --threads $threads" >&2
printf '%-16s %8s' scene shapes
printf ' %15s' "${phases[@]}" brute-force "auto/fastest"
echo
for scene in "${scenes[@]}"; do
    count="$shapes"
    case "$scene" in coincident | combs | signed-zeros) count=$((shapes < 3000 ? shapes : 3000)) ;; esac
    # Enough for what is kept to become as bad as it gets.
    frames=$((count > 100000 ? 20 : 60))
    tried=("${phases[@]}")
    ((count > 3000)) || tried+=(brute-force)
    for ((round = 0; round < rounds; round++)); do
        for phase in "${tried[@]}"; do
            echo "$phase $(mean "$scene" "$count" "$phase")"
        done
    done | awk -v scene="$scene" -v count="$count" -v phases="${phases[*]} brute-force" '
        { if (!($1 in least) || $2 + 0 < least[$1] || least[$1] == "inf") least[$1] = $2 }
        END {
            printf "%-16s %8d", scene, count
            total = split(phases, name, " ")
            fastest = 1e30
            for (k = 1; k <= total; k++) {
                time = name[k] in least ? least[name[k]] : "-"
                printf " %15s", time ~ /^[0-9]/ ? sprintf("%.3f", time) : time
                if (name[k] ~ /^(sap|bvh|dynamic-tree|brute-force)$/ && time ~ /^[0-9]/ && time + 0 < fastest)
                    fastest = time + 0
            }
            printf " %15.2f\n", least["auto"] / fastest
        }'
done
