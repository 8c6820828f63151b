#!/bin/sh
# Copies a database while it is in use, checks the copy from its first entry to its last, and keeps the newest copies.
# usage: backup.sh DATABASE FOLDER [HOW MANY]
set -eu
database=$1 folder=$2 most=${3:-14}
mkdir -p "$folder"
name="$folder/books-$(date -u +%Y%m%d-%H%M%S).db"
sikwu backup "$name.part" --database "$database" >/dev/null
sikwu check-store --database "$name.part" >/dev/null
mv "$name.part" "$name"
# Older ones go only after the new one is good.
ls -1 "$folder"/books-*.db | sort -r | tail -n "+$((most + 1))" | while read -r old; do rm -f -- "$old"; done
echo "$name"
