package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/compare"
	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// The command compare: two sweeps, or two kinds of cells of one, with a table and charts.

const compareHelp = `Say of two sweeps which is slower, by how much, and how certain that is.

A and B are files of records, as brim bench writes them, or folders of such files; of a run that is there
more than once the last record counts. Cells are paired by suite, name, arguments and limits. With --by
there is one sweep, and the two cells of a pair differ in one label only: --by strategy=rest,cont.

Each line is about one suite and one measure: cpu and wall seconds, memory, and nodes, the most at a time. It
has the medians, the geometric mean of B/A with its interval at 95 %, and what is shown of B: "slower by 12 %
(8 to 16 %)", or nothing. That is decided by Wilcoxon's signed-rank test on the logarithms of B/A, of medians
where cells have several runs, against differences beyond --floor, adjusted by Holm's method for all lines: a
program compared with itself shows a difference in one of twenty comparisons at most. Fewer than six pairs show nothing.

A run that its limit of time ended is at least that slow: a pair with one such run takes part with the bound,
a pair of two says nothing. PAR-2 is the mean time with twice the limit for cells without an answer. Times of
pairs of which neither side took --least are left out: they are mostly the start of the process.

--scatter draws each pair as a point, with the line where both are equal, --quantile how many cells a side
ends within a given time for each; both by the first --measure. What did not end stands on the border.

Measure both by turns, so that what disturbs the machine meets both: bench/turns.sh of the sources runs each cell
with one build right after the other. On a busy machine nothing is said of seconds by the clock, and of CPU time
only where that was done; the line is withheld, which --json says.

With --json the result is one object with the keys tool, version, command, a and b (name, runs, alone: cells
without a counterpart), floor, least, lines and conflicts. Lines have suite ("" for all), measure, unit, cells,
pairs, a, b, ratio, low, high, bound ("=", ">", "<", or "both" where runs of both were ended and the ratio is
of the others), p, p_adjusted, verdict ("more", "less" or ""), withheld, solved_a, solved_b, only_a, only_b, par2_a and
par2_b; conflicts have suite, cell, a and b.

Exit status: 0 if it is not shown that B takes more of anything; 1 if it is, so that a job that builds B
fails; 2 for wrong use or input, or if there is no pair; 4 if A and B contradict each other.`

const compareExamples = `  brim bench compare old/raw new/raw
  brim bench compare old.jsonl new.jsonl --measure cpu --format markdown --scatter scatter.svg
  brim bench compare results/raw/table1-20261121-164149-846a4d0b.jsonl --by strategy=rest,comp`

// A compareCommand is one run of brim bench compare.
type compareCommand struct {
	*cli.App
	by       string
	measures []string
	floor    percent
	least    float64
	format   cli.Choice
	scatter  string // files of pictures
	quantile string
}

// newCompare returns the command compare with its flags and their completions.
func newCompare(a *cli.App) *cobra.Command {
	c := &compareCommand{App: a, floor: 0.05, least: 0.05}
	cmd := &cobra.Command{
		Use:     "compare A B",
		Long:    compareHelp,
		Example: compareExamples,
		ValidArgsFunction: func(_ *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return []cobra.Completion{"jsonl"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	f := cmd.Flags()
	names := bench.Map(compare.Measures(), func(m compare.Measure) string { return m.Name })
	f.StringVar(&c.by, "by", "", "compare cells of one sweep that differ in a `label=a,b`")
	f.StringSliceVar(&c.measures, "measure", nil, "what to compare, of "+strings.Join(names, ", ")+" (default all)")
	f.Var(&c.floor, "floor", "differences up to this do not count")
	f.Float64Var(&c.least, "least", c.least, "leave out times of pairs of which both took less `seconds`")
	f.StringVar(&c.scatter, "scatter", "", "draw the pairs into this `file`, .svg or .png: A to the right, B upwards")
	f.StringVar(&c.quantile, "quantile", "",
		"draw how many cells each side ends within a limit into this `file`, .svg or .png")
	for _, name := range []string{"scatter", "quantile"} {
		_ = cmd.MarkFlagFilename(name, bench.Drawings()...)
	}
	_ = cmd.RegisterFlagCompletionFunc("by", cobra.NoFileCompletions)
	_ = cmd.RegisterFlagCompletionFunc("floor", cobra.NoFileCompletions)
	_ = cmd.RegisterFlagCompletionFunc("least", cobra.NoFileCompletions)
	_ = cmd.RegisterFlagCompletionFunc("measure", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	c.format.Flag(cmd, "format", "how the table is printed", formatNames()...)
	return cmd
}

// A percent is a flag: a part, written in percent.
type percent float64

// Set reads "5%", "5 %" or "5".
func (p *percent) Set(text string) error {
	x, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
	if err != nil || !(0 <= x && x < 1000) {
		return errors.New("expected a number of percent, as 5%")
	}
	*p = percent(x / 100)
	return nil
}

// String writes p as Set reads it.
func (p *percent) String() string { return strconv.FormatFloat(100*float64(*p), 'g', 6, 64) + "%" }

// Type names the kind of value in the help.
func (p *percent) Type() string { return "percent" }

// run checks the flags, reads both sides, compares them, and prints the result as text or JSON; charts go into files.
// The exit status says whether B is slower, or whether the sides contradict each other.
func (c *compareCommand) run(cmd *cobra.Command, args []string) error {
	usage := func(format string, a ...any) error { return cli.Misuse(cmd, fmt.Errorf(format, a...)) }
	label, values, _ := strings.Cut(c.by, "=")
	a, b, two := strings.Cut(values, ",")
	for _, m := range c.measures {
		if !slices.ContainsFunc(compare.Measures(), func(x compare.Measure) bool { return x.Name == m }) {
			return usage("--measure %s: there is no such measure", m)
		}
	}
	switch {
	case c.by != "" && (!two || label == "" || a == "" || b == "" || a == b || strings.Contains(b, ",")):
		return usage("--by %s: expected a label and two of its values, as strategy=rest,cont", c.by)
	case !(c.least >= 0):
		return usage("--least %v: expected a number of seconds", c.least)
	case c.by != "" && len(args) != 1:
		return usage("expected one file or folder with --by; found %d", len(args))
	case c.by == "" && len(args) != 2:
		return usage("expected two files or folders, A and B; found %d", len(args))
	}
	for _, file := range []string{c.scatter, c.quantile} {
		if file != "" && !slices.Contains(bench.Drawings(), strings.TrimPrefix(filepath.Ext(file), ".")) {
			return usage("%s: expected a name that ends in .%s", file, strings.Join(bench.Drawings(), " or ."))
		}
		if err := cli.TryFile(file); err != nil {
			return err
		}
	}
	var sweeps [][]bench.Record
	for _, path := range args {
		records, err := readSweep(path)
		if err != nil {
			return err
		}
		sweeps = append(sweeps, records)
	}
	var s compare.Sides
	if c.by == "" {
		s = compare.Sweeps(args[0], args[1], sweeps[0], sweeps[1])
	} else {
		var err error
		if s, err = compare.By(sweeps[0], label, a, b); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
	}
	if len(s.Pairs) == 0 {
		return fmt.Errorf("no cell of %s has a counterpart in %s with the same arguments and limits", s.A.Name,
			s.B.Name)
	}
	r := compare.Compare(s, compare.Options{Measures: c.measures, Floor: float64(c.floor), Least: c.least})
	if err := c.report(r); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	var end error
	switch {
	case len(r.Conflicts) > 0:
		x := r.Conflicts[0]
		end = cli.ExitAfterResult(cli.StatusInternal, fmt.Errorf("%s %s: %s in A, %s in B", x.Suite, x.Cell, x.A, x.B))
	case r.Worse():
		end = cli.ExitAfterResult(cli.StatusFails, nil)
	}
	return cli.After(end, errors.Join(c.draw(cmd.Context(), c.scatter, r.Scatter()),
		c.draw(cmd.Context(), c.quantile, r.Quantile())))
}

// draw draws a chart into a file, if it has a name.
func (c *compareCommand) draw(ctx context.Context, file string, chart *bench.Chart) error {
	if file == "" {
		return nil
	}
	return c.Save(ctx, time.Time{}, file, func(w io.Writer) error {
		return chart.Draw(w, strings.TrimPrefix(filepath.Ext(file), "."))
	})
}

// readSweep reads a file of records, or all that a folder has, the oldest first, or its folder raw.
func readSweep(path string) (records []bench.Record, err error) {
	files := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if files = journals(path); len(files) == 0 {
			files = journals(filepath.Join(path, "raw"))
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s has no files of records, whose names end in .jsonl", path)
		}
	}
	if records, err = readFiles(files); err == nil && len(records) == 0 {
		err = fmt.Errorf("%s has no records", path)
	}
	return records, err
}

// readFiles returns the records of files, one file after the other.
func readFiles(files []string) (records []bench.Record, err error) {
	for _, f := range files {
		more, err := bench.ReadFile(f)
		if err != nil {
			return nil, cli.FileError("read", err)
		}
		records = append(records, more...)
	}
	return records, nil
}

// journals lists the files of records in a folder by name, which contains the time after the suite; it returns nil if
// the folder has none or does not exist.
func journals(folder string) (files []string) {
	entries, _ := os.ReadDir(folder) // sorted
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".jsonl") {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files
}

// A compareReport is what brim bench compare --json prints. The keys are documented in the help and stable.
type compareReport struct {
	reportHead
	A         compareSide        `json:"a"`
	B         compareSide        `json:"b"`
	Floor     float64            `json:"floor"`
	Least     float64            `json:"least"`
	Lines     []compare.Line     `json:"lines"`
	Conflicts []compare.Conflict `json:"conflicts"`
}

type compareSide struct {
	Name  string `json:"name"`
	Runs  int    `json:"runs"`
	Alone int    `json:"alone"`
}

// report prints what was found.
func (c *compareCommand) report(r *compare.Result) error {
	if c.JSON {
		side := func(s compare.Side) compareSide { return compareSide{s.Name, len(s.Records), s.Alone} }
		return cli.WriteJSON(c.Out, compareReport{
			headOf("bench compare"), side(r.A), side(r.B), r.Floor, r.Least, r.Lines,
			append([]compare.Conflict{}, r.Conflicts...),
		})
	}
	return r.Sheet().Write(c.Out, formatNamed(c.format.Value))
}
