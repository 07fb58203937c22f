# shellcheck shell=bash
# What the scripts of this folder share: speaking, timing, installing. Sourced, from the project's root.

log_folder=build/log
cores=$(nproc)
export CMAKE_BUILD_PARALLEL_LEVEL=$cores CTEST_PARALLEL_LEVEL=$cores

say() { printf '%s\n' "$*"; }
fail() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# step TEXT COMMAND... : says what is done, does it, and says how long it took. Returns what the command does.
# The command may be a function of several lines; called on a line of its own (not after `if` or before ||,
# where bash ignores set -e) the first of them that fails ends it.
step() {
  local text=$1 begin=$SECONDS status verdict="done"
  shift
  say "== $text"
  set +e
  (set -e && "$@")
  status=$?
  set -e
  ((status == 0)) || verdict=FAILED
  say "   $verdict after $((SECONDS - begin)) s"
  return "$status"
}

# quietly NAME COMMAND... : the command's output goes to a log and is shown only when the command fails.
quietly() {
  local log=$log_folder/$1.log status=0
  shift
  mkdir -p "$log_folder"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status != 0)); then
    cat "$log" >&2
    say "   (this output is in $log)" >&2
  fi
  return "$status"
}

# packages_for KIND... : the names in script/packages of these kinds (build, test, bench), one a line.
packages_for() {
  local kind
  for kind in "$@"; do awk -v kind="$kind" '$1 == kind { print $2 }' script/packages; done
}

is_installed() {
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# has_command PACKAGE : whether the command that script/packages names for it is there, wherever it came from.
has_command() {
  local name
  name=$(awk -v package="$1" '$2 == package { print $3; exit }' script/packages)
  [[ -n $name ]] && command -v "$name" >/dev/null
}

missing_of() {
  local name
  for name in "$@"; do is_installed "$name" || has_command "$name" || printf '%s\n' "$name"; done
}

# explain_needs REASON PACKAGE... : why nothing can be installed, what is needed, and the end.
explain_needs() {
  local reason=$1
  shift
  {
    say "${0##*/}: $reason"
    say "Needed are these packages of Debian 12, or the same programs and libraries from elsewhere:"
    printf '%s\n' "$@" | paste -sd ' ' | fold -s -w 76 | sed 's/^/    /'
  } >&2
  exit 1
}

# as_root COMMAND... : runs it as root, directly or through sudo, and never asks for a password.
as_root() {
  if ((EUID == 0)); then "$@"; else sudo -n "$@"; fi
}

can_be_root() {
  ((EUID == 0)) || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@"
}

# install_packages KIND... : installs what is missing of these kinds, and nothing else.
install_packages() {
  local wanted missing
  mapfile -t wanted < <(packages_for "$@")
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    explain_needs "there is no apt-get here (not Debian?), so nothing can be installed." "${wanted[@]}"
  fi
  mapfile -t missing < <(missing_of "${wanted[@]}")
  if ((${#missing[@]} == 0)); then
    say "== All ${#wanted[@]} packages are there"
    return
  fi
  can_be_root ||
    explain_needs "neither root nor sudo without a password, so nothing can be installed." "${missing[@]}"
  step "Reading the lists of packages (apt-get update)" quietly apt-update apt_get update ||
    fail "apt-get update failed; is there a network?"
  step "Installing ${missing[*]}" \
    quietly apt-install apt_get install --no-install-recommends "${missing[@]}" ||
    explain_needs "apt-get could not install the packages; Priory is made for Debian 12." "${missing[@]}"
}

# read_package_lists : sees to it that `apt-cache dumpavail` has descriptions, the texts of the demo and of a benchmark.
read_package_lists() {
  if ! grep -q '^Package:' < <(apt-cache dumpavail); then
    can_be_root || fail "apt has no list of packages yet; as root, run: apt-get update"
    quietly apt-update apt_get update
  fi
}
