#!/usr/bin/env bash
# Does every peer in C++ find the pairs that jostle finds?
set -euo pipefail

usage() {
    cat <<'END_OF_USAGE'
Usage: bench-harness/peers-cpp/test.sh [--quick] [JOSTLE_PEERS]

Builds the program with CMake, writes small files of boxes of every kind that has ever been trouble, and
holds number and digest of the pairs of each peer, on one thread and on three, against brute-force force; `drift`
too, where a peer does it. Brute force is in this script, and its own number and digest are held against
those of jostle. Then what the program says to wrong input.

JOSTLE_PEERS is the program that has jostle: by default it is built from bench-harness/peers, or it is the
one that the environment variable JOSTLE_PEERS names. With --quick nothing is built.

Needs python3. Exit code 1: a peer or a message is wrong. 2: something is missing.
END_OF_USAGE
}

quick=0
case "${1-}" in
    -h | --help) usage && exit 0 ;;
    --quick) quick=1 && shift ;;
    -*) usage >&2 && exit 2 ;;
esac
[[ $# -le 1 ]] || { usage >&2 && exit 2; }
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
reference="${1:-${JOSTLE_PEERS-}}"
program="$here/build/jostle-peers-cpp"
for tool in cmake python3; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed" >&2 && exit 2; }
done

log() {
    echo "+ $*" >&2
    "$@"
}

if [[ $quick -eq 0 ]]; then
    log cmake -S "$here" -B "$here/build"
    log cmake --build "$here/build" --parallel
    if [[ -z "$reference" ]]; then
        log cargo build --release --locked --manifest-path "$here/../peers/Cargo.toml"
    fi
fi
target="${CARGO_TARGET_DIR:-$here/../peers/target}"
reference="${reference:-$target/release/jostle-peers}"
for file in "$program" "$reference"; do
    [[ -x "$file" ]] || { echo "$file is missing" >&2 && exit 2; }
done

folder="$(mktemp -d)"
trap 'rm -r "$folder"' EXIT

# Writes NAME.DIM.f32, and NAME.DIM.by.f32 with what each box goes on by, and prints for each scene
# "NAME DIM PAIRS DIGEST PAIRS-2 DIGEST-2 PAIRS-3 DIGEST-3" by brute-force force: as it is, and after two and three runs.
scenes() {
    python3 - "$folder" <<'END_OF_PYTHON'
import random, struct, sys

MASK = (1 << 64) - 1
random.seed(7)


def f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def mix(key):
    z = (key + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def brute_force(boxes, dim):
    count = total = 0
    for a, one in enumerate(boxes):
        for b in range(a + 1, len(boxes)):
            other = boxes[b]
            if all(one[k] <= other[dim + k] and other[k] <= one[dim + k] for k in range(dim)):
                count += 1
                total = (total + mix(a << 32 | b)) & MASK
    return f"{count} {mix(total ^ mix(count)):016x}"


def around(center, half):
    pairs = list(zip(center, half))
    return [f32(c - h) for c, h in pairs] + [f32(c + h) for c, h in pairs]


def many(dim, count, side, least, most):
    place = lambda: [random.uniform(-side, side) for _ in range(dim)]
    return [around(place(), [random.uniform(least, most) for _ in range(dim)]) for _ in range(count)]


def grid(dim, side, half):
    places = [[index // side**axis % side for axis in range(dim)] for index in range(side**dim)]
    return [around(place, [half] * dim) for place in places]


def flat(dim):
    boxes = many(dim, 300, 6, 0.2, 0.9)
    for index, box in enumerate(boxes):
        box[dim + index % dim] = box[index % dim]
    return boxes


def scenes(dim):
    unit = around([0] * dim, [0.5] * dim)
    beside = around([1] + [0] * (dim - 1), [0.5] * dim)
    corner = around([1] * dim, [0.5] * dim)
    side = 20 if dim == 2 else 7
    yield "none", []
    yield "one", [unit]
    yield "two-that-touch", [beside, unit]
    yield "two-at-a-corner", [unit, corner]
    yield "two-apart", [unit, around([9] * dim, [1] * dim)]
    yield "three", [unit, beside, unit]
    yield "random", many(dim, 300, side / 2, 0.1, 1.0)
    yield "random-many", many(dim, 1500, side, 0.1, 0.5)
    yield "far-away", many(dim, 300, 1e6, 0, 1e5)
    yield "huge", many(dim, 100, 1e16, 0, 5e15)
    yield "tiny", many(dim, 100, 1e-30, 0, 5e-31)
    yield "denormal", many(dim, 100, 1e-39, 0, 5e-40)
    yield "beyond-huge", many(dim, 100, 1e19, 0, 5e18)
    yield "near-the-end", many(dim, 100, 2e38, 0, 1e38)
    yield "touching", grid(dim, side, 0.5)
    yield "just-apart", grid(dim, side, 0.49999997)
    yield "coincident", [unit] * 70
    yield "coincident-points", [around([3] * dim, [0] * dim)] * 70
    yield "points", grid(dim, 4, 0) * 2 + grid(dim, 2, 0.5)
    largest = around([0] * dim, [2 * side] * dim)
    yield "giants", many(dim, 300, side, 0.1, 0.3) + many(dim, 3, side, side / 2, side) + [largest]
    yield "flat", flat(dim)
    yield "column", [around([0] * (dim - 1) + [index], [0.75] * dim) for index in range(200)]
    yield "signed-zeros", [[-0.0] * dim + [0.0] * dim, [0.0] * dim + [1.0] * dim, [-1.0] * dim + [-0.0] * dim]


# Every third box stays, and some leave their neighbors.
def steps(boxes, dim):
    by = lambda most: [f32(random.uniform(-most, most)) for _ in range(dim)]
    return [by(0 if index % 3 == 1 else 3 if index % 7 == 0 else 0.1) for index in range(len(boxes))]


def gone_on(boxes, steps, dim):
    return [[f32(value + by[k % dim]) for k, value in enumerate(box)] for box, by in zip(boxes, steps)]


for dim in (2, 3):
    for name, boxes in scenes(dim):
        by = steps(boxes, dim)
        for part, rows in (("", boxes), (".by", by)):
            with open(f"{sys.argv[1]}/{name}.{dim}{part}.f32", "wb") as file:
                for row in rows:
                    file.write(struct.pack(f"<{len(row)}f", *row))
        found = [brute_force(boxes, dim)]
        for runs in (1, 2, 3):
            boxes = gone_on(boxes, by, dim)
            found.append(brute_force(boxes, dim))
        print(name, dim, found[0], *found[2:])
END_OF_PYTHON
}

# What a report says: pairs, digest, how many were listed twice.
found() {
    sed -nE 's/.*"pairs":([0-9]+),"duplicates":([0-9]+),"digest":"([0-9a-f]{16})".*/\1 \3 \2/p'
}

checks=0 wrong=0

# expect WHAT EXPECTED FOUND
expect() {
    checks=$((checks + 1))
    if [[ "$2" != "$3" ]]; then
        wrong=$((wrong + 1))
        echo "WRONG: $1: $3, not $2"
    fi
}

# exits CODE ARGUMENT...: the program says why in one line, and exits with this code.
exits() {
    local code=0 expected="$1"
    shift
    "$program" "$@" >"$folder/out" 2>"$folder/errors" || code=$?
    expect "$*" "exit code $expected, 1 lines, 0 bytes" \
        "exit code $code, $(wc -l <"$folder/errors") lines, $(wc -c <"$folder/out") bytes"
}

# fails PEER OPTION...: a library that is not made for this says so.
fails() {
    exits 1 pairs --peer "$@"
}

# refused ARGUMENT...: the program could not run what was asked.
refused() {
    exits 2 "$@"
}

listing="$("$program" list --json)"
# "NAME DIMS TASKS" of each peer.
peers="$(python3 -c 'import json, sys
for peer in json.loads(sys.argv[1])["peers"]:
    print(peer["name"], ",".join(map(str, peer["dims"])), ",".join(peer["tasks"]))' "$listing")"
if [[ -z "$peers" ]]; then
    echo "the program has no peers: install a library of README.md" >&2
    exit 2
fi
echo "$peers"

echo "+ all peers on all scenes" >&2
while read -r name dim pairs digest pairs_2 digest_2 pairs_3 digest_3; do
    files=(--boxes "$folder/$name.$dim.f32" --dim "$dim" --warm-up 0)
    expect "jostle, $name in ${dim}D" "$pairs $digest 0" \
        "$("$reference" pairs --peer jostle "${files[@]}" --runs 1 | found)"
    while read -r peer dims tasks; do
        [[ ",$dims," == *",$dim,"* ]] || continue
        case "$peer:$name" in
            embree*:beyond-huge | embree*:near-the-end | fcl*:near-the-end | \
                bullet-rebuild:*huge | bullet-rebuild:near-the-end)
                fails "$peer" "${files[@]}"
                continue
                ;;
        esac
        for threads in 1 3; do
            ask=(--peer "$peer" "${files[@]}" --threads "$threads")
            # Two runs: the second meets what the first left.
            expect "$peer, $name in ${dim}D, $threads threads" "$pairs $digest 0" \
                "$("$program" pairs "${ask[@]}" --runs 2 2>&1 | found)"
            [[ ",$tasks," == *,drift,* ]] || continue
            by=(--by "$folder/$name.$dim.by.f32")
            expect "$peer, $name in ${dim}D, drift, $threads threads" "$pairs_2 $digest_2 0" \
                "$("$program" drift "${ask[@]}" "${by[@]}" --runs 2 2>&1 | found)"
            expect "$peer, $name in ${dim}D, drift, $threads threads" "$pairs_3 $digest_3 0" \
                "$("$program" drift "${ask[@]}" "${by[@]}" --runs 3 2>&1 | found)"
        done
    done <<<"$peers"
done < <(scenes)

echo "+ wrong input" >&2
one="$(head -n 1 <<<"$peers" | cut -d ' ' -f 1)"
good=(--peer "$one" --boxes "$folder/one.3.f32")
printf 'abc' >"$folder/short"
printf '\0\0\300\177%.0s' 1 2 3 4 5 6 >"$folder/nan"
printf '\0\0\200\77%.0s\0\0\0\0' 1 1 1 >"$folder/reversed"
refused
refused nothing
refused list --yaml
refused pairs
refused pairs --peer "$one"
refused pairs --boxes "$folder/one.3.f32"
refused pairs --peer nobody --boxes "$folder/one.3.f32"
refused pairs --peer "$one" --boxes "$folder/absent"
refused pairs --peer "$one" --boxes "$folder"
refused pairs --peer "$one" --boxes "$folder/short"
refused pairs --peer "$one" --boxes "$folder/nan"
refused pairs --peer "$one" --boxes "$folder/reversed"
for option in "--dim 4" "--dim x" "--threads 0" "--threads -1" "--runs 0" "--runs" "--warm-up 1e3" "--what 1" \
    "--by $folder/one.3.f32" "--dim 3 --dim 3"; do
    # shellcheck disable=SC2086 # words of an option
    refused pairs "${good[@]}" $option
done
refused drift "${good[@]}"
mover="$(awk '$3 ~ /drift/ && $2 ~ /3/ { print $1; exit }' <<<"$peers")"
if [[ -n "$mover" ]]; then
    refused drift --peer "$mover" --boxes "$folder/one.3.f32" --by "$folder/three.3.by.f32"
fi
still="$(awk '$3 !~ /drift/ { print $1; exit }' <<<"$peers")"
if [[ -n "$still" ]]; then
    refused drift --peer "$still" --boxes "$folder/one.3.f32" --by "$folder/one.3.by.f32"
fi
solid="$(awk '$2 !~ /2/ { print $1; exit }' <<<"$peers")"
if [[ -n "$solid" ]]; then
    refused pairs --peer "$solid" --boxes "$folder/one.2.f32" --dim 2
fi

echo "$checks checks, $wrong wrong"
[[ $wrong -eq 0 ]]
