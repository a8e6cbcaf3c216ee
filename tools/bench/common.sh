# SPDX-License-Identifier: MIT
# Sourced by the benches of this directory: the programs that they measure, their scratch directory, their figures.
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
root=$PWD
here=$root/tools/bench
build=  # what --small names

# begin: makes the programs, unless --small named a build that has them, and goes into a scratch directory.
begin() {
  if [[ -z $build ]]; then
    tools/dev/install build check
    mkdir -p build
    local launcher=()
    command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    cmake --preset bench "${launcher[@]}" -Wno-dev >build/bench.configure.log 2>&1 || { cat build/bench.configure.log; exit 1; }
    cmake --build --preset bench -- --quiet >&2
    build=$root/build/bench
  fi
  # shellcheck disable=SC2034  # the benches use them
  rlmdb=$build/tools/rlmdb/rlmdb programs=$build/tools/bench
  scratch=$(mktemp -d "${TMPDIR:-/var/tmp}/rlmdb-bench.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  cd "$scratch"
}

say() { echo "$@" >&2; }
value_of() { tr ' ' '\n' | sed -n "s/^$1=//p"; }
median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
ratio() { awk -v a="$1" -v b="$2" -v d="${3:-2}" 'BEGIN { printf "%.*f", d, a / b }'; }
grouped() { sed ':again; s/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/; t again' <<<"$1"; }
load() { cut -d' ' -f1 /proc/loadavg; }
machine() {
  echo "$(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)," \
    "$(. /etc/os-release && echo "$PRETTY_NAME"), SQLite $(sqlite3 --version | cut -d' ' -f1)"
}
