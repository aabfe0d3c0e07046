package command

import (
	"strings"
	"text/template"
)

// The texts of job files, which have the keys of jobs.
var (
	slurmArray      = jobText(slurmArrayText)
	mergeScript     = jobText(mergeScriptText)
	kubernetesArray = jobText(kubernetesArrayText)
	kubernetesMerge = jobText(kubernetesMergeText)
	condorArray     = jobText(condorArrayText)
	condorPart      = jobText(condorPartText)
	condorGraph     = jobText(condorGraphText)
	mergeLines      = jobText(mergeText)
)

func jobText(text string) *template.Template { return template.Must(template.New("").Parse(text)) }

// Merge returns the script that merges the parts of each suite, its lines behind so many blanks.
func (j jobs) Merge(blanks int) (string, error) {
	var b strings.Builder
	err := mergeLines.Execute(&b, j)
	return strings.ReplaceAll(strings.TrimSpace(b.String()), "\n", "\n"+strings.Repeat(" ", blanks)), err
}

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

const mergeText = `set -eu
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

const mergeScriptText = `#!/bin/sh
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
{{.Merge 0}}
`

const kubernetesArrayText = `# {{.Title}} in {{.Parts}} parts, for Kubernetes; written by
#
#   {{.Made}}
#
# The image has brim in its PATH. The claim is a volume that all pods can write (ReadWriteMany), and the paths of that
# command lead to their files from its root. Change both names below, then:
#
#   kubectl apply -f {{.File}}.yaml
#   kubectl wait --for=condition=complete --timeout=-1s job/{{.Name}}
#   kubectl apply -f {{.File}}-merge.yaml
#
# A part that was ended goes on where it was when it is started again.
apiVersion: batch/v1
kind: Job
metadata:
  name: {{.Name}}
spec:
  completionMode: Indexed
  completions: {{.Parts}}
  parallelism: {{.Parts}}
  backoffLimitPerIndex: 3
  template:
    spec:
      restartPolicy: Never
      # The limits of all cells of the longest part; most need less.
      activeDeadlineSeconds: {{.Seconds}}
      # Times can be compared if all pods are on nodes of one kind: name it here, by a nodeSelector.
      containers:
        - name: brim
          image: brim # change this
          workingDir: /sweep
          command: ["/bin/sh", "-c"]
          args:
            - |
              exec "${BRIM:-brim}" {{.Args}} --quiet --shard "$((JOB_COMPLETION_INDEX + 1))/{{.Parts}}"
          # The limit of memory of a cell, {{.CellSize}}, and 512 MiB for what starts it. Equal requests and limits
          # give whole cores where the nodes have the static CPU manager.
          resources:
            requests: {cpu: "{{.Cores}}", memory: {{.MiB}}Mi}
            limits: {cpu: "{{.Cores}}", memory: {{.MiB}}Mi}
          volumeMounts:
            - {name: sweep, mountPath: /sweep}
      volumes:
        - name: sweep
          persistentVolumeClaim: {claimName: brim-sweep} # change this
`

const kubernetesMergeText = `# Merges the records of the {{.Parts}} parts of {{.Title}}; written by
#
#   {{.Made}}
#
# Then the command without --emit measures what is missing, if anything is, and prints the tables:
#
#   brim {{.Args}}
#
apiVersion: batch/v1
kind: Job
metadata:
  name: {{.Name}}-merge
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: brim
          image: brim # change this
          workingDir: /sweep
          command: ["/bin/sh", "-c"]
          args:
            - |
              {{.Merge 14}}
          volumeMounts:
            - {name: sweep, mountPath: /sweep}
      volumes:
        - name: sweep
          persistentVolumeClaim: {claimName: brim-sweep} # change this
`

const condorArrayText = `# {{.Title}} in {{.Parts}} parts, for HTCondor; written by
#
#   {{.Made}}
#
# Submit it in the folder from which the paths of that command lead to their files, on a file system that all machines
# see. The graph merges the records when all parts have ended:
#
#   condor_submit_dag {{.File}}.dag
#
# A part that was ended goes on where it was when it is submitted again.
universe = vanilla
executable = /bin/sh
transfer_executable = false
should_transfer_files = no
getenv = BRIM, PATH
part = $(Process) + 1
arguments = {{.File}}.sh $INT(part)
# The limit of memory of a cell, {{.CellSize}}, and 512 MiB for what starts it.
request_memory = {{.MiB}}MB
request_cpus = {{.Cores}}
# The limits of all cells of the longest part, in seconds; most need less.
allowed_execute_duration = {{.Seconds}}
# Times can be compared if all parts are on machines of one kind: name it here.
# requirements = …
log = {{.File}}.log
output = {{.File}}.$INT(part).out
error = {{.File}}.$INT(part).err
queue {{.Parts}}
`

const condorPartText = `#!/bin/sh
# One part of {{.Title}}; {{.File}}.sub calls it. BRIM names the executable, brim if it is not set.
set -eu
exec "${BRIM:-brim}" {{.Args}} --quiet --shard "$1/{{.Parts}}"
`

const condorGraphText = `# The parts of {{.Title}}, then one file of their records; see {{.File}}.sub.
JOB parts {{.File}}.sub
SCRIPT POST parts /bin/sh {{.File}}-merge.sh
`
