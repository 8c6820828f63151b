#!/bin/sh
# Puts a copy in the place of a database that nobody serves, after checking it. The old one stays beside it.
# usage: restore.sh COPY DATABASE
set -eu
copy=$1 database=$2
sikwu check-store --database "$copy" >/dev/null || { echo "$copy is damaged; nothing was changed" >&2; exit 1; }
if [ -e "$database.serving" ] && ! flock --nonblock "$database.serving" true; then
    echo "a server uses $database; stop it first" >&2
    exit 1
fi
cp -- "$copy" "$database.restored"
aside="$database.before-$(date -u +%Y%m%d-%H%M%S)"
for end in "" -wal -shm; do
    if [ -e "$database$end" ]; then mv -- "$database$end" "$aside$end"; fi
done
mv -- "$database.restored" "$database"
sikwu check-store --database "$database"
