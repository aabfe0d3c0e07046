package command

import "text/template"

// The texts of the files that --emit slurm writes, with the keys of jobs: an array job, whose tasks measure one part of
// the sweep each, and a script that makes one file of their records.
var (
	slurmArray = template.Must(template.New("").Parse(slurmArrayText))
	slurmMerge = template.Must(template.New("").Parse(slurmMergeText))
)

const slurmArrayText = `#!/bin/sh
# {{.Title}} in {{.Parts}} parts, for Slurm; written by
#
#   {{.Made}}
#
# Submit it in the folder from which the paths of that command lead to their files, on a file system that all nodes
# see. BRIM names the executable, brim if it is not set:
#
#   sbatch {{.File}}.sbatch
#
# A part that was ended goes on where it was when it is submitted again (--array=3 for part 3 alone). When all have
# ended, {{.File}}-merge.sh makes one file of their records:
#
#   sbatch --dependency=afterany:JOB {{.File}}-merge.sh
#
#SBATCH --job-name={{.Name}}
#SBATCH --array=1-{{.Parts}}
# The limits of all cells of the longest part; most need less.
#SBATCH --time={{.Time}}
# The limit of a cell, {{.CellSize}}, and 512 MiB for what starts it.
#SBATCH --mem={{.MiB}}M
#SBATCH --cpus-per-task={{.Cores}}
# Times can be compared if all parts have nodes of one kind to themselves. Take one # away for that:
##SBATCH --exclusive
##SBATCH --constraint=KIND
set -eu
exec "${BRIM:-brim}" {{.Args}} --quiet --shard "$SLURM_ARRAY_TASK_ID/{{.Parts}}"
`

const slurmMergeText = `#!/bin/sh
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
`
