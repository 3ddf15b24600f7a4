#!/usr/bin/env bash
# Counts what the processor does in a command: its counters where there are any, else a simulation.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
Usage: bench-harness/perf/stat.sh [COMMAND [ARGUMENT...]]

Without a command: jostle-bench with line tables, 200,000 boxes, 5 frames, one thread.

Says which of the processor's counters this machine has, and which it lacks. Then runs the command once per group of
at most four of those it has (more would be multiplexed, and then the counts are estimates): cycles and
instructions (perf prints instructions per cycle), branches, caches, address translation, and the traffic of
the memory controllers where they count it and the caller may read it, which is of the whole machine.

Where there are none (virtual machines have none, mostly), counts what the kernel counts: time on a processor,
page faults, context switches and migrations. With valgrind installed it then runs the command under
callgrind with a simulated cache and branch predictor, some 50 times slower, and lists the functions by
instructions. Valgrind hides AVX-512, so what it sees is the avx2 level; a simulated cache has no
prefetcher, so compare its misses between two versions of the code and not with a real machine's.

Exit code 2: wrong usage, or neither perf nor valgrind is there. JOSTLE_PERF_KEEP=FOLDER keeps the files of callgrind there.
END
}

case "${1-}" in
    -h | --help) usage && exit 0 ;;
    -*)
        echo "a command comes first, as in: stat.sh target/release/jostle-bench $*" >&2
        exit 2
        ;;
esac

has_perf=1
command -v perf >/dev/null && perf --version >/dev/null 2>&1 || has_perf=0
if ! ((has_perf)); then
    command -v valgrind >/dev/null || need_perf
    echo "perf is not installed (apt-get install linux-perf, or linux-tools-generic): nothing but a simulation" >&2
fi

if [[ $# -eq 0 ]]; then
    # The profile `profiling` is `release` with line tables, which name inlined functions.
    build_bench profiling
    set -- "$binary" --shapes 200000 --frames 5 --threads 1
fi

# counts EVENT: whether the machine has a counter for it.
counts() {
    perf stat -x , -e "$1" true 2>&1 >/dev/null | grep -Eq '^[0-9]+,'
}

# As words, for those who do not know the names of perf.
groups=(
    "cycles instructions branches branch-misses"
    "cache-references cache-misses L1-dcache-loads L1-dcache-load-misses"
    "dTLB-loads dTLB-load-misses stalled-cycles-frontend stalled-cycles-backend"
)
with_counters() {
    local group event there present=() absent=() run=()
    for group in "${groups[@]}"; do
        there=""
        for event in $group; do
            if counts "$event"; then
                present+=("$event")
                there+="${there:+,}$event"
            else
                absent+=("$event")
            fi
        done
        [[ -z "$there" ]] || run+=("$there")
    done
    echo "This machine counts: ${present[*]:-none of the events asked for}" >&2
    [[ ${#absent[@]} -eq 0 ]] || echo "This machine lacks counters for: ${absent[*]}" >&2
    for there in "${run[@]}"; do
        log perf stat -e "$there" -- "${command[@]}" >/dev/null
    done
    [[ ${#present[@]} -gt 0 ]]
}

# Traffic of the memory controllers, of the whole machine while the command runs.
with_controllers() {
    local devices=/sys/bus/event_source/devices what=()
    if [[ -e "$devices/uncore_imc_free_running_0/events/data_read" ]]; then
        what=(-e "uncore_imc_free_running/data_read/,uncore_imc_free_running/data_write/")
    elif [[ -e "$devices/uncore_imc_0/events/cas_count_read" ]]; then
        what=(-e "uncore_imc/cas_count_read/,uncore_imc/cas_count_write/")
    elif perf list metric 2>/dev/null | grep -qw umc_mem_bandwidth; then
        what=(-M umc_mem_bandwidth)
    fi
    if [[ ${#what[@]} -eq 0 ]]; then
        echo "The memory controllers of this machine count nothing that can be read here; roofline.sh estimates traffic." >&2
    elif ! perf stat -a "${what[@]}" -- true >/dev/null 2>&1; then
        echo "The memory controllers may be read by root only, or with kernel.perf_event_paranoid at 0." >&2
    else
        log perf stat -a "${what[@]}" -- "${command[@]}" >/dev/null
    fi
}

command=("$@")
if ((has_perf)); then
    if with_counters; then
        with_controllers
        exit 0
    fi
    if grep -qw hypervisor /proc/cpuinfo 2>/dev/null; then
        echo "It is a virtual machine whose host keeps the counters to itself. Here is what the kernel counts." >&2
    else
        echo "Here is what the kernel counts." >&2
    fi
    log perf stat -e task-clock,page-faults,context-switches,cpu-migrations -- "$@" >/dev/null
fi

if ! command -v valgrind >/dev/null; then
    echo "To count instructions without counters: apt-get install valgrind" >&2
    exit 0
fi
if [[ -n "${JOSTLE_PERF_KEEP-}" ]]; then
    folder="$JOSTLE_PERF_KEEP"
    mkdir -p "$folder"
else
    folder="$(mktemp -d)"
    trap 'rm -r "$folder"' EXIT
fi
echo "Simulating; valgrind hides AVX-512, so this is the avx2 level." >&2
log valgrind --tool=callgrind --cache-sim=yes --branch-sim=yes \
    --callgrind-out-file="$folder/callgrind.out" -- "$@" >/dev/null
# sed and not head: head would close the pipe, and the script would end with SIGPIPE's 141.
log callgrind_annotate --auto=no --show=Ir,DLmr,Bcm --sort=Ir "$folder/callgrind.out" |
    grep -Ev '^(--|$)' | sed -E 's|/rustc/[0-9a-f]+/library/||' | cut -c 1-160 | sed -n '1,30p'
