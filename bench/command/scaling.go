package command

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

	"brim/bench/swarm"
	"brim/internal/cli"
	"brim/internal/terminal"

	"github.com/spf13/cobra"
)

// The command scaling: what more machines would bring to a swarm, by simulation.

const scalingHelp = `Say how long a swarm would take on several numbers of machines, by simulation.

Each LOG was written by brim-bench swarm --log, best with --measure, where each job may take its whole slice.
The jobs are replayed with the schedule of the swarm: a job takes what it took, a longer slice brings nothing
that the log does not have, and the certificates are checked by --checkers processes of the front. Of several
models the swarm decides one after the other. Questions that no job of the logs has answered are not waited for,
but the machines work on them.

The table has for each number of machines the questions that are answered, the seconds until the last answer and
until half of them, how much faster the last answer comes than on one machine, and the part of their time
that machines work.

With --json the result is one object with the keys tool, version, command, and scaling: a list of objects with machines,
answered, questions, seconds, median, speedup and busy.`

// A scalingReport is the result as --json prints it. The keys are documented in the help and stable.
type scalingReport struct {
	reportHead
	Scaling []scalingRow `json:"scaling"`
}

type scalingRow struct {
	Machines  int     `json:"machines"`
	Answered  int     `json:"answered"`
	Questions int     `json:"questions"`
	Seconds   float64 `json:"seconds"`
	Median    float64 `json:"median"`
	Speedup   float64 `json:"speedup"`
	Busy      float64 `json:"busy"`
}

// newScaling returns the command scaling with its flags.
func newScaling(a *cli.App) *cobra.Command {
	machines := []int{1, 2, 4, 8, 16, 32, 64}
	checkers := max(runtime.NumCPU()/2, 1)
	cmd := &cobra.Command{
		Use: "scaling LOG…", Long: scalingHelp, Example: "  brim-bench scaling jobs.jsonl --machines 1,8,64",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse(cmd, fmt.Errorf("scaling needs a log, as brim-bench swarm --log writes it"))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return []cobra.Completion{"jsonl"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	cmd.Flags().IntSliceVar(&machines, "machines", machines, "`numbers` of machines")
	cmd.Flags().IntVar(&checkers, "checkers", checkers,
		"certificates that the front checks at a time (default one for two cores)")
	_ = cmd.RegisterFlagCompletionFunc("machines", cobra.NoFileCompletions)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		for _, n := range append([]int{checkers}, machines...) {
			if n < 1 || n > 1<<16 {
				return cli.Misuse(cmd, fmt.Errorf("%d machines or checkers: expected 1 to %d", n, 1<<16))
			}
		}
		log, err := readLogs(args)
		if err != nil {
			return err
		}
		return printScaling(a, log, machines, checkers)
	}
	return cmd
}

// readLogs reads the records of all logs.
func readLogs(files []string) (all []swarm.Record, err error) {
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			return nil, cli.FileError("read", err)
		}
		list, err := swarm.ReadLog(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, list...)
	}
	return all, nil
}

// printScaling simulates and prints the table.
func printScaling(a *cli.App, log []swarm.Record, machines []int, checkers int) error {
	r := scalingReport{headOf("scaling"), []scalingRow{}}
	t := &terminal.Table{
		Header: []string{"machines", "answered", "seconds", "speed-up", "median", "busy"},
		Right:  []bool{true, true, true, true, true, true},
	}
	one := swarm.Simulate(log, 1, checkers).Seconds
	for _, n := range machines {
		s := swarm.Simulate(log, n, checkers)
		x := scalingRow{s.Machines, s.Answered, s.Questions, s.Seconds, s.Median, 1, s.Busy}
		if s.Seconds > 0 {
			x.Speedup = one / s.Seconds
		}
		r.Scaling = append(r.Scaling, x)
		two := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
		t.Add(strconv.Itoa(n), fmt.Sprintf("%d of %d", s.Answered, s.Questions), two(s.Seconds), two(x.Speedup),
			two(s.Median),
			strconv.FormatFloat(100*s.Busy, 'f', 0, 64)+" %")
	}
	return a.Result(r, func(w io.Writer) error { return t.Write(w) })
}
