#!/usr/bin/env bash
# Shows the machine code of the kernels, and what it is made of.
set -euo pipefail

usage() {
    cat <<'END'
Usage: bench-harness/perf/asm.sh [--print] [--binary FILE] [PATTERN]

Builds jostle-bench as released, but with symbols that name the types of a generic function,
disassembles the functions whose name matches the extended regular expression PATTERN, and prints
per function how many instructions it has and how many of them use xmm, ymm and zmm registers and
mask registers. With --print, the code too. With --binary, of that program instead.

PATTERN is by default 'level::run_(avx2|avx512)', the functions into which every pass of every
kernel is inlined, one per pass and level. Their names have the pass in them:

    asm.sh 'run_avx512.*Sweep'           the sweep at the avx512 level, in 2D and 3D
    asm.sh --print 'run_avx2.*Count<3'   the code of the counting sweep in 3D at the avx2 level

Exit code 1: a fused multiply-add was found in the functions looked at (it rounds once where the
other levels round twice, so the levels would no longer agree bit for bit), an intrinsic is a
function of its own (it was called where the level's instructions are not enabled, such as in a
closure that was not inlined: each lane operation is a call then), or no function matches. 2:
something is missing.
END
}

print=0 binary=""
while [[ $# -gt 0 ]]; do
    case "$1" in
        -h | --help) usage && exit 0 ;;
        --print) print=1 ;;
        --binary)
            binary="${2:?--binary needs a file name}"
            shift
            ;;
        -*) usage >&2 && exit 2 ;;
        *) break ;;
    esac
    shift
done
pattern="${1:-level::run_(avx2|avx512)}"

for tool in objdump awk; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is not installed (binutils, awk)" >&2
        exit 2
    fi
done

if [[ -z "$binary" ]]; then
    root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
    # A folder of its own: with other flags everything is rebuilt.
    folder="${CARGO_TARGET_DIR:-$root/target}/long-symbols"
    flags="${RUSTFLAGS-} -C symbol-mangling-version=v0"
    echo "+ RUSTFLAGS='$flags' cargo build --release -p jostle-bench --target-dir $folder" >&2
    (cd "$root" &&
        RUSTFLAGS="$flags" cargo build --release --quiet -p jostle-bench --target-dir "$folder")
    binary="$folder/release/jostle-bench"
fi

echo "+ objdump --disassemble --demangle --no-show-raw-insn $binary  # functions: $pattern" >&2
objdump --disassemble --demangle --no-show-raw-insn "$binary" |
    PATTERN="$pattern" PRINT="$print" awk '
    function report() {
        if (name == "") return
        printf "%7d %7d %7d %7d %7d %5d  %s\n", all, xmm, ymm, zmm, masks, fused, name
        found++
        fused_in_all += fused
    }
    BEGIN { pattern = ENVIRON["PATTERN"]; print_code = ENVIRON["PRINT"]
            printf "%7s %7s %7s %7s %7s %5s  %s\n", "all", "xmm", "ymm", "zmm", "mask", "fma", "function" }
    # "0000000000012340 <name>:"
    /^[0-9a-f]+ <.*>:$/ {
        report()
        name = $0
        sub(/^[0-9a-f]+ </, "", name)
        sub(/>:$/, "", name)
        if (name ~ /core_arch::x86::[a-z0-9]+::_mm(256|512)/) {
            print "not inlined: " name > "/dev/stderr"
            lone++
        }
        if (name !~ pattern) name = ""
        all = xmm = ymm = zmm = masks = fused = 0
        if (name != "" && print_code) print "\n" name
        next
    }
    name != "" && /^ +[0-9a-f]+:\t/ {
        all++
        # The widest register is what the instruction works on.
        if (/%zmm/) zmm++
        else if (/%ymm/) ymm++
        else if (/%xmm/) xmm++
        if (/%k[0-7]/) masks++
        if (/\tvfn?m(add|sub)/) fused++
        if (print_code) print
    }
    END {
        report()
        if (!found) { print "no function matches " pattern > "/dev/stderr"; exit 1 }
        printf "%d functions, %d fused multiply-adds, %d intrinsics that are not inlined\n",
            found, fused_in_all, lone
        if (fused_in_all || lone) exit 1
    }'
