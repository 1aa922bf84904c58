# packages.sh - the Debian packages Henka needs, once; sourced by run and test.
# An entry is PACKAGE, or PACKAGE/COMMAND where the command may also have come onto the machine another way.
build_packages="gcc/gcc libc6-dev meson/meson ninja-build/ninja pkg-config/pkg-config python3/python3 \
clang/clang lld/wasm-ld wasi-libc libclang-rt-dev-wasm32 libwebsockets-dev libsqlite3-dev libjansson-dev"
test_packages="libclang-rt-dev ca-certificates nodejs/node npm/npm chromium/chromium fonts-noto-cjk xboard xvfb xauth"

package_present() {
    case $1 in
    */*) command -v "${1#*/}" >/dev/null 2>&1 ;;
    *) dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed' ;;
    esac
}

# need_packages ENTRY…: installs what is missing where it may; otherwise prints the one line to type and returns 1.
need_packages() {
    missing=
    for entry in "$@"; do
        package_present "$entry" || missing="$missing ${entry%%/*}"
    done
    [ -n "$missing" ] || return 0
    install="apt-get update && apt-get install --yes --no-install-recommends$missing"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Missing, by their Debian names:$missing" >&2
        return 1
    fi
    as_root=
    if [ "$(id -u)" != 0 ]; then
        as_root="sudo -n"
        [ -t 0 ] && as_root=sudo # may ask for the password
        if ! $as_root true 2>/dev/null; then
            printf 'Packages are missing. Type this as root, then try again:\n%s\n' "$install" >&2
            return 1
        fi
    fi
    echo "Installing$missing" >&2
    { $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes -qq --no-install-recommends $missing; } >&2 && return 0
    printf 'That did not work. Type this as root, then try again:\n%s\n' "$install" >&2
    return 1
}
