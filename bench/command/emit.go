package command

import (
	"cmp"
	"embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"
	"unicode"

	"brim/bench"
	"brim/internal/cli"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

// --emit slurm: writes an array job that measures a sweep in parts.

// An emission says which job files are asked for.
type emission struct {
	kind   cli.Choice // none, or the scheduler
	shards int
	folder string
}

const noScheduler = "none"

// The texts of the files that --emit slurm writes, with the keys of jobs: an array job whose tasks measure one part of
// the sweep each, and a script that merges their records into one file.
//
//go:embed jobs
var jobTexts embed.FS

var jobTemplates = template.Must(template.ParseFS(jobTexts, "jobs/*"))

// jobFiles lists these files: the end of the name, behind that of the job, and the name of the text.
var jobFiles = []struct{ end, text string }{{".sbatch", "array.sbatch"}, {"-merge.sh", "merge.sh"}}

// emitFlags declares the flags for job files.
func (c *benchCommand) emitFlags(cmd *cobra.Command) {
	c.emit.kind.Flag(cmd, "emit", "measure nothing: write array jobs for a scheduler", noScheduler, "slurm")
	f := cmd.Flags()
	f.IntVar(&c.emit.shards, "shards", 8, "of --emit: the number of parts, one a job")
	f.StringVarP(&c.emit.folder, "output", "o", ".", "of --emit: the `directory` of the job files")
	_ = cmd.MarkFlagDirname("output")
}

// A jobs is what job files are made of.
type jobs struct {
	Name     string // of the job
	File     string // where the files are, without their ends
	Title    string
	Made     string   // the command that wrote the file
	Args     string   // of brim, for a shell, without the part
	Suites   []string // for a shell
	Results  string   // for a shell
	Parts    int
	MiB      int64
	Cores    int
	Time     string // of the longest part, if all its cells need all their time: hours, minutes and seconds
	CellSize string // limit of memory of a cell
}

// jobCores is how many cores a job asks for if neither the command line nor the suite says how many.
const jobCores = 2

// jobMemory is what a job has over the limit of its cells, for the process that starts them.
const jobMemory = 512 << 20

// writeJobs writes the array job and the script that merges its results, for the cells of the suites divided into
// --shards parts, and prints the names of the files. Time, memory and cores of a part are the largest that its cells
// may take.
func (c *benchCommand) writeJobs(cmd *cobra.Command, suites []bench.Suite) error {
	e := &c.emit
	usage := func(format string, args ...any) error {
		return cli.Misuse(cmd, fmt.Errorf(format, args...))
	}
	if e.shards < 1 || e.shards > mostShards {
		return usage("--shards %d: expected a number from 1 to %d", e.shards, mostShards)
	}
	walls, err := c.walls()
	if err != nil {
		return err
	}
	var names []string
	var memory int64
	cores := c.cores
	for _, s := range suites {
		if len(s.Cells) > 0 {
			names = append(names, s.Name)
		}
		if c.cores == 0 {
			cores = max(cores, s.Cores)
		}
		for i := range s.Cells {
			if s.Cells[i].Memory == 0 {
				return usage("--emit needs --limit-memory: a job has to say how much it takes, and without a limit a " +
					"cell takes what the machine has")
			}
			memory = max(memory, s.Cells[i].Memory)
		}
	}
	j := jobs{
		Name: jobName(names), Title: strings.Join(names, ", "), Made: "brim " + bench.CommandLine(c.line()),
		Results: bench.CommandLine([]string{c.dir}),
		Args:    bench.CommandLine(withoutFlags(c.line(), "emit", "shards", "output")), Parts: e.shards,
		Cores: cmp.Or(cores, jobCores),
		MiB:   (memory + jobMemory + 1<<20 - 1) >> 20, CellSize: quantity.Size(memory).String(),
	}
	j.File = filepath.ToSlash(filepath.Join(e.folder, j.Name))
	for _, n := range names {
		j.Suites = append(j.Suites, bench.CommandLine([]string{n}))
	}
	longest := bench.LongestShare(suites, c.runs, e.shards, walls) + time.Minute
	seconds := int((longest + time.Second - 1) / time.Second)
	j.Time = fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if err := os.MkdirAll(e.folder, 0o777); err != nil {
		return cli.FileError("make", err)
	}
	for _, f := range jobFiles {
		path := filepath.FromSlash(j.File + f.end)
		write := func(w io.Writer) error { return jobTemplates.ExecuteTemplate(w, f.text, j) }
		if err := c.Output(cmd.Context(), path, write); err != nil {
			return cli.FileError("write", err)
		}
		if _, err := fmt.Fprintln(c.Out, path); err != nil {
			return err
		}
	}
	return nil
}

// jobName makes a name that schedulers take.
func jobName(suites []string) string {
	if len(suites) > 1 {
		return "brim-sweep"
	}
	return "brim-" + strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return '-'
	}, suites[0])
}

// withoutFlags leaves flags with values out of a command line.
func withoutFlags(args []string, names ...string) (kept []string) {
	for i := 0; i < len(args); i++ {
		name, _, hasValue := strings.Cut(args[i], "=")
		switch {
		case slices.Contains(names, strings.TrimPrefix(name, "--")) && strings.HasPrefix(name, "--"):
			if !hasValue {
				i++
			}
		case name == "-o":
			i++
		case strings.HasPrefix(name, "-o"):
		default:
			kept = append(kept, args[i])
		}
	}
	return kept
}
