# What the scripts in this folder share; read by each of them with `source`, and no program itself.
# shellcheck shell=bash

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
# As an absolute path, for cargo is called in the root and the caller is somewhere else.
target="$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-$root/target}")"

# Prints a command and runs it.
log() {
    echo "+ $*" >&2
    "$@"
}

# need TOOL PACKAGES: ends the script in one line where a tool is missing.
need() {
    if ! command -v "$1" >/dev/null; then
        echo "$1 is not installed: $2" >&2
        exit 2
    fi
}

# need_perf: perf itself, for on Ubuntu the name is a script that looks for it.
need_perf() {
    local how="apt-get install linux-perf (Debian) or linux-tools-generic (Ubuntu)"
    need perf "$how"
    if ! perf --version >/dev/null 2>&1; then
        echo "perf does not run for this kernel: $how" >&2
        exit 2
    fi
}

# build_bench PROFILE: builds jostle-bench in a profile, and puts the path of the
# program into `binary`.
build_bench() {
    local profile="$1"
    (cd "$root" && log cargo build --profile "$profile" --quiet -p jostle-bench --target-dir "$target")
    # For the script that sourced this.
    # shellcheck disable=SC2034
    binary="$target/$profile/jostle-bench"
}

# Older versions of perf do not know the newer symbols.
demangled() {
    if command -v c++filt >/dev/null; then c++filt; else cat; fi
}

# json NAME: the number or word that has a name in each line of JSON read, where the name is there once.
json() {
    sed -nE "s/.*\"$1\":\"?([^,\"}]*).*/\1/p"
}

# json_of OBJECT NAME: the number that has a name in an object of numbers.
json_of() {
    sed -nE "s/.*\"$1\":\{[^}]*\"$2\":([0-9.e+-]+).*/\1/p"
}

# The median of the numbers read, one in a line.
median() {
    sort -g | awk '{ x[NR] = $1 } END { print (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2 }'
}
