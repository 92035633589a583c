#!/bin/sh
# Installs a released Salticid program for this user: downloads it over https, verifies its SHA-256, and copies it into a folder.
# Needs curl, tar, and sha256sum or shasum. Never asks for more rights.
set -eu

# A release fills in its own repository here; SALTICID_REPOSITORY names another one.
released_from=''
repository=${SALTICID_REPOSITORY:-$released_from}

usage() {
  cat <<'END'
Installs Salticid's released programs.

Usage: install.sh [OPTIONS] [PROGRAM]...

Programs:
  salticid-proxy  the proxy with the app inside (the default)
  salticid-lab    experiments on the command line

Options:
  --version VERSION  a release such as 0.1.0; default: the newest
  --to DIR           the folder to install into; default: ~/.local/bin
  --help             print this text

Environment:
  SALTICID_REPOSITORY  the repository to download from, such as https://HOST/OWNER/NAME
END
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

need() {
  command -v "$1" >/dev/null 2>&1 || fail "$1 is missing. Install it, then run this again."
}

# Prints the target of this machine, as the archives are named.
target() {
  system=$(uname -s)
  machine=$(uname -m)
  case $machine in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "There is no prebuilt program for $machine. Build it from source (docs/install.md)." ;;
  esac
  case $system in
    Linux) printf '%s-unknown-linux-gnu\n' "$machine" ;;
    Darwin) printf '%s-apple-darwin\n' "$machine" ;;
    *) fail "There is no installer for $system. Download the archive for your system from the releases page (docs/install.md)." ;;
  esac
}

download() {
  curl --proto '=https' --proto-redir '=https' --tlsv1.2 --fail --silent --show-error --location --retry 2 --output "$2" "$1" ||
    fail "Could not download $1. Check the connection, the version and SALTICID_REPOSITORY, then run this again."
}

# Checks a file against NAME.sha256 beside it: the digest, and that it is the digest of this very file.
verify() {
  read -r expected named <"$1.sha256" || fail "$1.sha256 is not a checksum."
  [ "${named#\*}" = "$1" ] || fail "$1.sha256 is the checksum of another file ($named)."
  if command -v sha256sum >/dev/null 2>&1; then
    actual=$(sha256sum "$1")
  else
    need shasum
    actual=$(shasum -a 256 "$1")
  fi
  [ "${actual%% *}" = "$expected" ] ||
    fail "$1 does not have the published SHA-256. Nothing was installed. Run this again; if it happens again, report it."
}

# Downloads, verifies and tries one program; leaves it in the current folder.
get() {
  archive="$1-$target.tar.gz"
  download "$from/$archive.sha256" "$archive.sha256"
  download "$from/$archive" "$archive"
  verify "$archive"
  tar -xzf "$archive" "$1"
  ./"$1" --version >/dev/null || fail "$1 does not run on this system (on Linux it needs glibc 2.34 or newer). Build it from source (docs/install.md)."
}

main() {
  version=
  folder=
  programs=
  while [ $# -gt 0 ]; do
    case $1 in
      --version | --to)
        [ $# -gt 1 ] || fail "$1 needs a value. See --help."
        if [ "$1" = --to ]; then folder=$2; else version=${2#v}; fi
        shift
        ;;
      --help) usage && exit ;;
      salticid-proxy | salticid-lab) programs="$programs $1" ;;
      *) fail "Unknown argument: $1. See --help." ;;
    esac
    shift
  done
  [ -n "$folder" ] || folder=${HOME:?}/.local/bin
  case $repository in
    https://*) ;;
    '') fail "Set SALTICID_REPOSITORY to the address of the repository, such as https://HOST/OWNER/NAME." ;;
    *) fail "SALTICID_REPOSITORY is $repository. Only https addresses are used." ;;
  esac
  need curl
  need tar
  target=$(target)
  if [ -n "$version" ]; then
    from="${repository%/}/releases/download/v$version"
  else
    from="${repository%/}/releases/latest/download"
  fi

  mkdir -p "$folder" || fail "Cannot create $folder. Name another folder with --to."
  folder=$(CDPATH='' cd -- "$folder" && pwd)
  # Beside the destination: renaming within one file system replaces a running program at once or not at all.
  scratch=$(mktemp -d "$folder/.salticid-install.XXXXXX") || fail "Cannot write to $folder. Name another folder with --to."
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 1' HUP INT TERM
  cd "$scratch"
  # All are verified before the first is installed.
  for program in ${programs:-salticid-proxy}; do get "$program"; done
  for program in ${programs:-salticid-proxy}; do
    mv -f "$program" "$folder/$program"
    printf 'Installed %s: %s\n' "$folder/$program" "$("$folder/$program" --version)"
  done
  case :$PATH: in
    *":$folder:"*) ;;
    *) printf 'Add the folder to your PATH: export PATH="%s:%s"\n' "$folder" "\$PATH" ;;
  esac
}

# Called last, so that a download that broke off runs nothing.
main "$@"
