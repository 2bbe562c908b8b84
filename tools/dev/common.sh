# Shared by tools/run, tools/test and .ci/run, which source it: packages, configuring, building.
# Everything said here goes to stderr; output of the tools called goes to logs in build/.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$*"; exit 1; }

# LOG COMMAND...: the command's output goes to LOG; if it fails, the end of it is shown.
quietly() {
  local log=$1; shift
  mkdir -p "$(dirname "$log")"
  "$@" </dev/null >"$log" 2>&1 && return
  tail -n 40 "$log" >&2
  say "failed: $1 (all of its output: $log)"
  return 1
}

# SECTION...: names of the packages in tools/dev/packages that are of these sections.
package_names() {
  awk -v sections=" $* " '/^[a-z]/ && index(sections, " " $1 " ") {print $2}' "$root/tools/dev/packages"
}

# SECTION...: those of them that are not installed.
missing_packages() {
  local names
  names=$(package_names "$@")
  # shellcheck disable=SC2086  # a list of words
  { dpkg-query -W -f '${db:Status-Status} ${Package}\n' $names 2>/dev/null || true; } |
    awk -v names="$names" '$1 == "installed" {there[$2] = 1}
      END {n = split(names, name); for (i = 1; i <= n; ++i) if (!there[name[i]]) print name[i]}'
}

# COMMAND ARGUMENTS...: apt-get as root, asking nothing; waits up to 5 minutes while another apt is at work.
apt_get() {
  local as_root=() log=$build/apt-$1.log
  if [ "$(id -u)" != 0 ]; then
    as_root=(sudo)
    [ -t 2 ] || as_root+=(-n)
  fi
  for _ in $(seq 60); do
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l \
      apt-get -o DPkg::Lock::Timeout=300 -o APT::Update::Error-Mode=any "$1" -y "${@:2}" \
      </dev/null >"$log" 2>&1 && return
    grep -qE 'Could not get lock|Unable to lock' "$log" || return 1
    sleep 5
  done
  return 1
}

# SECTION...: installs what is missing; does not touch apt if nothing is. KSMSIM_NO_INSTALL=1: the caller has seen to it.
install_packages() {
  [ -z "${KSMSIM_NO_INSTALL:-}" ] || return 0
  local missing=() names
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    names=$(package_names "$@")
    die "this is neither Debian nor Ubuntu. Install what tools/dev/packages lists (${names//$'\n'/, }), then call again with KSMSIM_NO_INSTALL=1."
  fi
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  local command="apt-get install --no-install-recommends ${missing[*]}"
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || die "packages are missing and there is no sudo. As root: $command"
  say "installing packages: ${missing[*]}"
  mkdir -p "$build"
  rm -f "$build"/apt-*.log
  apt_get install --no-install-recommends "${missing[@]}" && return
  apt_get update || true  # one broken source need not matter
  apt_get install --no-install-recommends "${missing[@]}" && return
  grep -hE '^(E|sudo): ?' "$build"/apt-*.log | head -n 5 >&2 || true
  die "packages could not be installed; is there a network? (logs: $build/apt-*.log) By hand: $command"
}

# DIR: npm packages that the lock in DIR names. Without npm, or if they cannot be had, it is done without them; that is
# tried once.
npm_packages() {
  local dir=$root/$1 log=$build/npm-${1//\//-}.log
  [ -z "${KSMSIM_NO_INSTALL:-}" ] && command -v npm >/dev/null || return 0
  [ "$dir/package-lock.json" -nt "$dir/node_modules/.package-lock.json" ] || return 0
  ! [ "$log" -nt "$dir/package-lock.json" ] || return 0
  mkdir -p "$build"
  (cd "$dir" && timeout 120 npm ci --ignore-scripts --fetch-retries=0 </dev/null >"$log" 2>&1) ||
    say "npm could not install what $1 needs, so it is done without (to try again, delete $log)"
}

# DIR -DNAME=VALUE...: true if DIR is configured for this checkout with these values.
is_configured() {
  local dir=$1 setting; shift
  [ -f "$dir/CMakeCache.txt" ] || return 1
  if ! [ "$(sed -n 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' "$dir/CMakeCache.txt")" -ef "$dir" ]; then
    rm -rf "$dir/CMakeCache.txt" "$dir/CMakeFiles" "$dir/.built"  # the checkout was moved or copied
    return 1
  fi
  [ -f "$dir/build.ninja" ] || [ -f "$dir/Makefile" ] || return 1
  for setting in "$@"; do
    cache_has "$dir" "${setting#-D}" || return 1
  done
}

# DIR NAME=VALUE: true if DIR's cache says so.
cache_has() {
  awk -v name="${2%%=*}" -v value="${2#*=}" \
    'index($0, name ":") == 1 && substr($0, index($0, "=") + 1) == value {found = 1} END {exit !found}' \
    "$1/CMakeCache.txt"
}

# DIR -DNAME=VALUE...: configures DIR unless it is so already.
configure() {
  local dir=$1 launcher=(); shift
  is_configured "$dir" "$@" && return
  command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  command -v ninja >/dev/null && launcher+=(-G Ninja)
  [ ! -f "$dir/CMakeCache.txt" ] || launcher=()
  quietly "$dir/configure.log" cmake -S "$root" -B "$dir" "${launcher[@]}" "$@"
}

# DIR TARGET...: builds these targets.
build_targets() {
  local dir=$1; shift
  quietly "$dir/build.log" cmake --build "$dir" --parallel "$(nproc)" --target "$@"
}

# COMMAND...: not at the same time as another one of us in this checkout, so that no two build the same files.
one_at_a_time() {
  mkdir -p "$build"
  (flock 9; "$@" 9>&-) 9>"$build/.lock"
}

# Builds build/bin/ksmsim; says so if that may take a while.
build_command() {
  local settings=()
  is_configured "$build" || [ -f "$build/CMakeCache.txt" ] || settings=(-DKSMSIM_TESTS=OFF)
  if [ ! -e "$build/.built" ] ||
     [ -n "$(find "$root"/{CMakeLists.txt,include,sim,tools} -newer "$build/.built" -print -quit)" ]; then
    say "building ksmsim (log: $build/build.log)"
  fi
  configure "$build" "${settings[@]}" && build_targets "$build" ksmsim_command && touch "$build/.built"
}
