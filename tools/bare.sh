#!/usr/bin/env bash
# Tries `make run` and `make test` on a Debian 12 with only Python, a compiler, make and git: as root, and as an ordinary user.
# usage: tools/bare.sh [FOLDER] [ACCOUNT ...]   (build/bare; root and player). Needs root and debootstrap. The branch that is checked out is cloned.
# WORKERS is passed to `make test`. The machine's settings for registries, proxies and certificates apply inside too.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "This needs root: it makes a Debian of its own and goes inside (sudo make bare)." >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "debootstrap is missing (Debian: apt install debootstrap)." >&2; exit 1; }
project=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${1:-$project/build/bare}"
home=$(cd "${1:-$project/build/bare}" && pwd)
accounts=("${@:2}")
[ ${#accounts[@]} -gt 0 ] || accounts=(root player)
packages=python3,python3-venv,python3-dev,g++,make,git,ca-certificates
suite=bookworm
# Runs in separate namespaces of mounts and processes, so that everything mounted or started ends with this script.
if [ -z "${SIKWU_BARE_INSIDE:-}" ]; then
    exec env SIKWU_BARE_INSIDE=1 unshare --mount --pid --fork --kill-child --mount-proc bash "$0" "$home" "${accounts[@]}"
fi

root=
unmounted() { # in reverse order of mounting
    [ -n "$root" ] || return 0
    for place in dev/shm dev/pts dev proc; do
        if mountpoint -q "$root/$place"; then umount -l "$root/$place"; fi
    done
}
trap unmounted EXIT
trap 'exit 130' INT TERM HUP

now() { date +%s; }

# The address of Debian's packages that this machine uses.
archive() {
    { grep -hsE '^URIs:' /etc/apt/sources.list.d/*.sources | awk '{print $2}'
      grep -hsE '^deb ' /etc/apt/sources.list /etc/apt/sources.list.d/*.list | sed 's/\[[^]]*\]//' | awk '{print $2}'
    } | grep -E '/debian/?$' | head -n 1
}

# A plain Debian; kept, because every trial begins with a copy of it.
pristine() {
    [ -e "$home/pristine.done" ] && return
    echo "Making a bare Debian ($suite) in $home/pristine (some minutes) ..."
    rm -rf "$home/pristine"
    debootstrap --variant=minbase --include="$packages" "$suite" "$home/pristine" "$(archive)" >"$home/debootstrap.log" 2>&1 \
        || { tail -n 5 "$home/debootstrap.log" >&2; exit 1; }
    touch "$home/pristine.done"
}

# Copies the machine's settings for names, certificates and registries, for the system and for one account.
settings() {
    local folder=$1
    for file in /etc/hosts /etc/resolv.conf /etc/pip.conf /etc/npmrc /etc/ssl/certs/ca-certificates.crt; do
        if [ -e "$file" ]; then mkdir -p "$root$(dirname "$file")"; cp -L "$file" "$root$file"; fi
    done
    for file in .config/pip/pip.conf .pip/pip.conf .npmrc; do
        if [ -e "$HOME/$file" ]; then mkdir -p "$root$folder/$(dirname "$file")"; cp -L "$HOME/$file" "$root$folder/$file"; fi
    done
}

# A fresh copy of the bare Debian with an account and its clone of the project.
prepared() {
    local account=$1 folder=$2
    root=$home/$account
    unmounted
    rm -rf --one-file-system "$root"
    cp -a "$home/pristine" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount --make-rslave "$root/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    [ "$account" = root ] || chroot "$root" useradd --create-home --shell /bin/bash "$account"
    settings "$folder"
    git clone -q "$project" "$root$folder/sikwu"
    chroot "$root" chown -R "$account:$account" "$folder"
}

# Runs a command inside, in the clone; of this environment only the variables for registries and certificates are passed.
inside() {
    local account=$1 folder=$2 command=$3 kept=()
    while IFS= read -r -d '' pair; do
        case ${pair%%=*} in
            PIP_CONSTRAINT | PIP_BUILD_CONSTRAINT) ;;
            PIP_* | npm_config_* | NPM_CONFIG_* | *_proxy | *_PROXY | *_CA_BUNDLE | SSL_CERT_* | NODE_EXTRA_CA_CERTS) kept+=("$pair") ;;
        esac
    done < <(env -0)
    env -i HOME="$folder" USER="$account" LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${kept[@]}" \
        chroot --userspec="$account" "$root" /bin/bash -c "cd '$folder/sikwu' && $command" </dev/null
}

# Runs `make run` until the server answers, then presses Ctrl-C.
ran() {
    local account=$1 folder=$2 log=$home/$1.run.log began port code=0
    began=$(now)
    inside "$account" "$folder" 'exec setsid -w make run' >"$log" 2>&1 &
    local job=$!
    until port=$(grep -oE 'http://(127\.0\.0\.1|localhost):[0-9]+' "$log" | head -n 1 | grep -oE '[0-9]+$'); do
        if ! kill -0 $job 2>/dev/null; then
            tail -n 15 "$log"
            echo "$account: make run FAILED after $(($(now) - began)) s: $log"
            return 1
        fi
        sleep 1
    done
    local asked="import urllib.request as u; a = u.urlopen('http://127.0.0.1:$port/', timeout=60); print(a.status, len(a.read()), 'bytes')"
    local told spent=$(($(now) - began))
    told=$(inside "$account" "$folder" "python3 -c \"$asked\"") || code=1
    pkill -INT -f 'bin/python.* serve --lan' || true # reaches only this namespace of processes
    wait $job || code=$?
    grep -vE '█|▀▀|^WARNING: Location' "$log" | tail -n 8 | sed 's/^/    /'
    echo "$account: make run serves after $spent s; its first page: ${told:-no answer}; ended with $code"
    return $code
}

tested() {
    local account=$1 folder=$2 log=$home/$1.test.log began code=0
    began=$(now)
    inside "$account" "$folder" "make test ${WORKERS:+WORKERS=$WORKERS}" >"$log" 2>&1 || code=$?
    grep -E '^\[[0-9]+:[0-9]+\] Step' "$log" | sed 's/^/    /'
    tail -n 5 "$log" | sed 's/^/    /'
    echo "$account: make test ended with $code after $(($(now) - began)) s: $log"
    return $code
}

pristine
failed=0
for account in "${accounts[@]}"; do
    folder=/home/$account
    [ "$account" = root ] && folder=/root
    echo "== $account: a bare $suite with a clone of $(git -C "$project" rev-parse --abbrev-ref HEAD) at $(git -C "$project" rev-parse --short HEAD)"
    prepared "$account" "$folder"
    ran "$account" "$folder" || failed=1
    tested "$account" "$folder" || failed=1
    unmounted
done
exit $failed
