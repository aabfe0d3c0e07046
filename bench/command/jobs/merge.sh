#!/bin/sh
# Merges the records of the {{.Parts}} parts of {{.Title}}; written by
#
#   {{.Made}}
#
# Then the command without --emit measures what is missing, if anything is, and prints the tables:
#
#   brim {{.Args}}
#
#SBATCH --job-name={{.Name}}-merge
#SBATCH --time=00:10:00
#SBATCH --mem={{.MiB}}M
set -eu
brim=${BRIM:-brim}
results={{.Results}}
mkdir -p "$results/raw"
for suite in{{range .Suites}} {{.}}{{end}}; do
  set -- "$results"/shards/*of{{.Parts}}/"$suite"-[0-9]*.jsonl
  if [ -e "$1" ]; then
    "$brim" bench merge "$@" -o "$results/raw/${1##*/}"
  else
    echo "no records of $suite" >&2
  fi
done
