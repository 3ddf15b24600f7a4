#!/usr/bin/env bash
# How does the time of a frame grow with shapes, and fall with threads?
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
Usage: bench-harness/perf/scaling.sh [--pin CPUS] [ARGUMENT...]

Builds jostle-bench and runs `jostle-bench million --scaling ARGUMENT...`, which times frames over numbers of
threads and of shapes and fits how they grow; among its arguments are --threads, --shapes and --scene, lists of
the first two are taken as they are, and --help behind `--` lists all. With --pin the processors of a list such as 0-7 only, by taskset: on a machine where two
processors share a core, one of each core says more.

Exit code: that of jostle-bench; 2 where taskset is asked for and missing.
END
}

pin=()
case "${1-}" in
    -h | --help) usage && exit 0 ;;
    --pin)
        need taskset "apt-get install util-linux"
        pin=(taskset --cpu-list "${2:?--pin needs a list of processors}")
        shift 2
        ;;
esac
[[ "${1-}" != -- ]] || shift
build_bench release
echo "+ ${pin[*]} $binary million --scaling $*" >&2
exec "${pin[@]}" "$binary" million --scaling "$@"
