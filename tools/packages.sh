# packages.sh - the Debian packages Henka needs, once, and its compiler; sourced by run and test.
# An entry is PACKAGE, or PACKAGE/COMMAND where the command may also have come onto the machine another way.
build_packages="libc6-dev meson/meson ninja-build/ninja pkg-config/pkg-config python3/python3 brotli/brotli esbuild/esbuild wasi-libc libwebsockets-dev libssl-dev libsqlite3-dev libjansson-dev"
test_packages="gcc/gcc musl-tools/musl-gcc clang-format-19/clang-format-19 ca-certificates nodejs/node npm/npm chromium/chromium fonts-noto-cjk xboard xvfb xauth"
cluster_packages="parallel munge slurmctld slurmd slurm-client" # for ./test --heavy, which goes on without them
# The first compiles what ships, see docs/decisions/012-compiler.md; the second wherever the first can't be had. Both have a clang for WebAssembly.
best_compiler="clang-19/clang-19 lld-19/ld.lld-19 libclang-rt-19-dev-wasm32"
usual_compiler="gcc/gcc clang/clang lld/ld.lld libclang-rt-dev-wasm32"

package_present() {
    case $1 in
    */*) command -v "${1#*/}" >/dev/null 2>&1 ;;
    *) dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed' ;;
    esac
}

missing_of() { # prints the names of the packages that are not there
    for entry in "$@"; do
        package_present "$entry" || printf ' %s' "${entry%%/*}"
    done
}

become_root() { # sets as_root; false where that can't be
    command -v apt-get >/dev/null 2>&1 || return 1
    as_root=
    [ "$(id -u)" != 0 ] || return 0
    as_root="sudo -n"
    [ -t 0 ] && as_root=sudo # may ask for the password
    $as_root true 2>/dev/null
}

# install UPDATE_S DOWNLOAD_S PACKAGE…: bounded is what comes over the network, never the installing itself.
install() {
    update_s=$1
    download_s=$2
    shift 2
    echo "Installing $*" >&2
    { $as_root timeout "$update_s" apt-get update -qq &&
        $as_root timeout "$download_s" apt-get install --yes -qq --no-install-recommends --download-only "$@" &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes -qq --no-install-recommends "$@"; } >&2
}

say_what_to_type() { # WHY PACKAGES
    if command -v apt-get >/dev/null 2>&1; then
        printf '%s Type this as root, then try again:\napt-get update && apt-get install --yes --no-install-recommends%s\n' "$@" >&2
    else
        echo "Missing, by their Debian names:$2" >&2
    fi
}

# need_packages SETTLED PACKAGE…: these packages and a compiler, installed where that may be; exports CC, CC_LD and AR unless CC was given.
# SETTLED is "gcc" where the better compiler was looked for before, in vain. Without it everything still builds.
need_packages() {
    settled=$1
    shift
    if [ -n "${CC-}" ] && ! command -v "${CC%% *}" >/dev/null 2>&1; then
        echo "CC: there is no ${CC%% *} here." >&2
        return 1
    fi
    better=$(missing_of "$@" $best_compiler)
    usual=$(missing_of "$@" $usual_compiler)
    found=best
    if [ -z "$better" ]; then
        :
    elif [ -z "$usual" ]; then
        { [ "$settled" != gcc ] && [ -z "${CC-}" ] && become_root && install 20 40 $better; } || found=usual
    elif ! become_root; then
        say_what_to_type "Packages are missing." "$better"
        return 1
    elif ! install 600 3600 $better; then
        found=usual
        if ! install 600 3600 $usual; then
            say_what_to_type "That did not work." "$better"
            return 1
        fi
    fi
    if [ -n "${CC-}" ]; then
        case $CC in *clang*) export CC_LD="${CC_LD:-lld}" AR="${AR:-ar}" ;; esac
    elif [ "$found" = best ]; then
        export CC=clang-19 CC_LD=lld AR=ar
    else
        [ "$settled" = gcc ] || echo "Without clang-19 gcc builds, and Henka thinks a tenth more slowly." >&2
        export CC=gcc
    fi
}

# set_up DIRECTORY OPTION…: configures a build by $CC. meson can't change a directory's compiler, so one that another configured is emptied first.
set_up() {
    directory=$1
    shift
    if [ ! -f "$directory/build.ninja" ]; then
        rm -rf "$directory/meson-private"
    elif set_up_by_this "$directory"; then
        set -- --reconfigure "$@"
    else
        set -- --wipe "$@"
    fi
    meson setup "$directory" "$@" && echo "$CC${CC_LD:+ $CC_LD}" >"$directory/compiler"
}
set_up_by_this() { [ -f "$1/build.ninja" ] && [ "$(cat "$1/compiler" 2>/dev/null)" = "$CC${CC_LD:+ $CC_LD}" ]; }
