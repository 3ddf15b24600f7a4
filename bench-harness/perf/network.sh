#!/usr/bin/env bash
# Runs two ranks of MPI over a network of a chosen rate, on one machine.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
Usage: bench-harness/perf/network.sh [--rate RATE] [--binary FILE] [ARGUMENTS of jostle-bench mpi...]

Makes two network namespaces with a link between them that carries RATE (default 1gbit, in the units
of tc; "none" for as much as it can), and runs `jostle-bench mpi` on a rank in each of them: messages
take their time on the way, and what a step takes longer than without shows whether it waits for
them. A rank has one thread, unless the arguments say otherwise.

Needs Linux, root, ip and tc (iproute2), and Open MPI. Removes the namespaces at its end.
END
}

rate=1gbit binary=""
while [[ $# -gt 0 ]]; do
    case "$1" in
        -h | --help) usage && exit 0 ;;
        --rate | --binary)
            declare "${1#--}=${2:?$1 needs a value}"
            shift
            ;;
        *) break ;;
    esac
    shift
done

need ip "apt-get install iproute2"
need tc "apt-get install iproute2"
need mpirun "apt-get install libopenmpi-dev openmpi-bin libclang-dev"
if [[ "$(id -u)" != 0 ]]; then
    echo "network namespaces are made by root" >&2
    exit 2
fi
if [[ -z "$binary" ]]; then
    (cd "$root" && log cargo build --release --quiet -p jostle-bench --features mpi --target-dir "$target")
    binary="$target/release/jostle-bench"
fi

work="$(mktemp -d)"
name="jostle-$$"
finish() {
    rm -r "$work"
    ip netns del "$name-1" 2>/dev/null || true
    ip netns del "$name-2" 2>/dev/null || true
}
trap finish EXIT

for number in 1 2; do
    ip netns add "$name-$number"
done
ip link add "link-1-$$" netns "$name-1" type veth peer name "link-2-$$" netns "$name-2"
for number in 1 2; do
    ip -n "$name-$number" addr add "10.213.0.$number/24" dev "link-$number-$$"
    ip -n "$name-$number" link set "link-$number-$$" up
    ip -n "$name-$number" link set lo up
    if [[ "$rate" != none ]]; then
        tc -n "$name-$number" qdisc add dev "link-$number-$$" root tbf rate "$rate" burst 64kb latency 200ms
    fi
    echo "10.213.0.$number slots=1" >>"$work/hosts"
done
# What mpirun calls to start something on another host: the host, and a command.
cat >"$work/agent" <<END
#!/bin/sh
host="\$1"
shift
exec ip netns exec "$name-\${host##*.}" sh -c "\$*"
END
chmod +x "$work/agent"

arguments=("$@")
[[ " $* " == *" --threads "* ]] || arguments+=(--threads 1)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
log ip netns exec "$name-1" mpirun -n 2 --map-by node --bind-to none --hostfile "$work/hosts" \
    --mca plm_rsh_agent "$work/agent" --mca oob_tcp_if_include 10.213.0.0/24 \
    --mca btl tcp,self --mca btl_tcp_if_include 10.213.0.0/24 \
    "$binary" mpi "${arguments[@]}"
