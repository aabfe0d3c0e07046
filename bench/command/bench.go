package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables"
	"brim/bench/tables/comparisons"
	"brim/bench/tables/entry"
	"brim/internal/cli"
	"brim/internal/nearest"
	"brim/internal/quantity"
	"brim/malformed"

	"github.com/spf13/cobra"
)

// The command that measures suites, or shows records of them: its help, its flags, and the run from suites to results.

const benchHelp = `Measure brim on suites of cells, and set the results next to published ones.

A SUITE is a table or a figure of a paper, or a comparison of our own; without a SUITE, all are measured.
It may also be a file, SUITE.toml, whose cells are command lines of any programs; see docs/suites.md.
Each cell of a suite is one run of brim in a process of its own, with limits of time and memory. Runs
follow one another. When a run ends, its record is written to disk at once, in the folder raw of
--results. So Ctrl-C, a crash or a power failure loses only the current run; the same command goes on
where the last one stopped, and repeats runs that failed without an answer. Another build of brim
begins a new file, and so does --again.

Then the tables are printed, computed from the records. Times are CPU seconds of whole processes.
--save also writes them to the folder tables of --results: tables as .md, figures as .svg. --formats
chooses other files by their endings: .csv and .tex for tables, .png for figures, and .txt for the
records in the format of Go benchmarks, which benchstat reads. .md and .tex end with the command that
made them. A table with missing cells has -part behind its name, so that it does not replace the whole one.

Below a table stand notes on its records: how many there are and when they were made, limits, the load
of the machine, build, commit and machine, and sums over everything in the records. Warnings come
first: wrong verdicts, records that contradict themselves or each other, builds without a commit, a
busy machine, and other disturbances, such as throttled or stolen cores and swapping.

Times and memory are those of the program and all processes that it starts, measured by a cgroup where
brim may make one (systemd-run --user --scope -p Delegate=yes brim bench …). Elsewhere they are those of
the processes that were waited for, and the memory is that of the largest one. measured_by in the
records says which. No process that a run has started goes on after the run. --cores keeps runs on cores.

After several suites follows how many claims of the papers hold: each is decided by the records of its
suite, yes, no, or undecided where too little was measured. --summary prints nothing but the claims,
each with the sentence of the paper, the answer, and the figures behind it. With --save they are written
as claims and agreement.

The circuits of bmc-table and bmc-peers and the nets of contest, certificates, techniques, strategies, orders,
explicit and ltl-table are files made by others and not part of brim. --circuits names the folder of the circuits,
with the folders hwmcc and petri; --nets, or else the variable BRIM_MCC, that of the nets, with the folders models,
large and coloured. Rows whose files are missing are left out.
--program gives a program that a suite compares with brim, by its name in the suite: as NAME=COMMAND it
gets the arguments of brim and answers in the same form; as NAME alone it is called by its adapter, or
else looked for in the path. Rows of programs that are not given are left out.

--brim names the brim to measure. By default it is the one next to brim-bench, or else one that is built
from the module of this folder, with its commit in the records. --verify names in the same way the brim-verify
that checks the certificates of the suite certificates; it may also be next to the brim to measure.

--from shows the records of an unfinished or older sweep and measures nothing. Several files are read in
turn: a later record replaces an earlier one of the same run, and records under other limits of time or
memory than those asked for are left out. From a directory, such as results/raw, the sweep with most cells
of each suite is read, and the newest of several. Records of several builds are shown together only with --mixed.

A sweep can be measured in parts, on as many machines: --shard 2/8 measures the second of eight parts. A
part has the same runs on every machine that is given the same suites and --times. brim bench merge makes
one file of the records of all parts. --emit writes array jobs that do both; their limits of time, memory
and cores come from those of the cells. With --serve, workers on this machine or others measure the cells;
brim work starts them. It needs brim-queue; docs/sweeps.md says more, and how to build that.

With --json the result is one object with the keys tool, version, command, complete (all cells have
records), suites and claims. suites is an array of objects with name, title, file (of the records), cells,
measured, warnings and records, an array of the objects in that file. claims is an array of objects with
name, paper, where, sentence, suite, command, answer, because, rule, and cases, an array of objects with
name, figures and speaks; it has the claims that these suites decide. With --list the suites have instead
cells, an array of objects with name, args and limit_seconds.

Exit status: 0 if every cell has a record, be it a verdict or the limit that ended the run; 2 for
wrong use or input; 3 if cells are missing after an interrupt, or a run failed without an answer; 4
if a verdict is wrong, or two programs contradict each other.`

const benchExamples = `  brim bench --list
  brim bench --quick
  brim bench table1 --only 'model=fms/.*strategy=(unlim|comp)' --limit-time 60s
  brim bench table1 table2 figure3 --save
  brim bench table1 --from results/raw --save --formats csv,tex
  brim bench examples/suites/solvers.toml
  brim bench table1 --shard 2/8
  brim bench table1 --limit-memory 4GiB --emit slurm --shards 8 -o jobs
  brim bench table1 --serve 4222
  brim bench table1 --from results/raw/table1-20261121-170000-0123abcd.jsonl --format latex`

// A benchCommand is one run of brim bench.
type benchCommand struct {
	*cli.App
	brim, verifier             executable
	time                       quantity.Span // limits of a cell; 0 keeps those of the suite
	memory                     quantity.Size
	list, quick, again, tables bool
	mixed, summary             bool
	runs, cores                int
	only, dir                  string
	folders                    map[string]*string // of models that are files
	programs                   programs           // other programs than brim
	from                       []string
	format                     cli.Choice
	formats                    fileFormats
	unsaved                    error // why a file could not be written
	shard                      shard
	times                      []string // records that parts are balanced by
	emit                       emission
	serve                      serverFlags
}

// newBench returns the command of sweeps with its flags: those of cells and records here, those of claims, parts, job
// files and the queue in their own files.
func newBench(a *cli.App) *cobra.Command {
	c := &benchCommand{App: a}
	cmd := &cobra.Command{
		Use:               "bench [SUITE…]",
		Long:              benchHelp,
		Example:           benchExamples,
		ValidArgsFunction: completeSuite,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	c.format.Flag(cmd, "format", "how tables are printed", formatNames()...)
	f := cmd.Flags()
	f.BoolVar(&c.list, "list", false, "list the suites, or the cells of the suites named; measure nothing")
	f.BoolVar(&c.quick, "quick", false, "short versions: small sizes and tight limits, five minutes for all suites "+
		"but those of --nets and --circuits")
	f.StringVar(&c.only, "only", "", "measure only the cells whose name matches this `expression`, as in "+
		"model=fms/n=25")
	f.Var(&c.time, "limit-time", "limit of each cell (default that of the suite)")
	f.Var(&c.memory, "limit-memory", "limit of the process of each cell (default 3/4 of the machine's)")
	for _, name := range []string{"limit-time", "limit-memory"} {
		f.Lookup(name).DefValue = "" // no "(default none)" in the help
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	f.IntVar(&c.runs, "runs", 1, "measure each cell this number of times; tables show medians, with intervals")
	f.IntVar(&c.cores, "cores", 0, "keep each run on this number of `cores`, which are in its record (default what "+
		"the suite says, or any)")
	f.BoolVar(&c.again, "again", false, "begin a new sweep: measure everything again")
	f.StringVar(&c.dir, "results", "results", "`directory` of the results")
	c.folders = map[string]*string{
		entry.Circuits: f.String(entry.Circuits, "",
			"`directory` with the AIGER files of bmc-table and bmc-peers; without it their rows are left out"),
		entry.Nets: f.String(entry.Nets, "",
			"`directory` with the nets of contest, certificates, techniques, strategies, orders, explicit and "+
				"ltl-table (default $BRIM_MCC); without it their rows are left out"),
	}
	c.programs = programs{}
	f.Var(c.programs, "program", "the `name` of another program that a suite measures, or name=command; may be "+
		"given again")
	f.BoolVar(&c.tables, "save", false, "write tables and figures into the results, too")
	c.formats.flag(cmd)
	f.StringArrayVar(&c.from, "from", nil,
		"measure nothing: take the records from this `file`, or the fullest of each suite from this directory; may "+
			"be given again")
	f.BoolVar(&c.summary, "summary", false, "print what the records say of the claims of the papers, and no tables")
	c.brim.flag(cmd, "brim", "measure")
	c.verifier.name = comparisons.Verifier
	c.verifier.flag(cmd, "verify", "check certificates by")
	f.BoolVar(&c.mixed, "mixed", false, "show records of several builds together, with a warning")
	_ = cmd.MarkFlagDirname("results")
	for name := range c.folders {
		_ = cmd.MarkFlagDirname(name)
	}
	_ = cmd.MarkFlagFilename("from", "jsonl")
	c.shardFlags(cmd)
	c.emitFlags(cmd)
	c.serveFlags(cmd)
	cmd.PreRunE = cli.Together([]string{"from", "list"}, []string{"from", "again"}, []string{"from", "only"},
		[]string{"from", "runs"}, []string{"from", entry.Circuits}, []string{"from", entry.Nets},
		[]string{"from", "program"}, []string{"from", "brim"}, []string{"from", "verify"},
		[]string{"from", "shard", "emit", "list", "serve"}, []string{"shard", "save"}, []string{"serve", "cores"})
	return cmd
}

// completeSuite offers the suites that are not there yet.
func completeSuite(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var list []cobra.Completion
	for _, s := range tables.All(false) {
		if !slices.Contains(args, s.Name) {
			list = append(list, cobra.CompletionWithDesc(s.Name, s.Title))
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// A benchResult is a suite with what was measured.
type benchResult struct {
	bench.Suite
	file   string   // of the records, for people
	absent []string // programs that are not there, whose cells were left out
	flags  []string // and flags that would name the folders of models that are not there
	bench.Results
}

// line returns the arguments of brim that run this command, as tables and job files name them.
func (c *benchCommand) line() []string { return append([]string{"bench"}, c.Args...) }

// run does what the flags ask for. It lists the suites, or writes job files, or else takes the records of suites from
// files or measures them, reports these, and returns the error that carries the exit status. Records of several
// builds are refused without --mixed.
func (c *benchCommand) run(cmd *cobra.Command, args []string) error {
	if !cmd.Flags().Changed("runs") {
		c.runs = 0
	} else if c.runs < 1 {
		return cli.Misuse(cmd, fmt.Errorf("--runs %d: expected 1 at least", c.runs))
	}
	suites, err := c.suites(cmd.Context(), args)
	var fault *malformed.Error
	if errors.As(err, &fault) {
		return err
	}
	if err != nil {
		return cli.Misuse(cmd, err)
	}
	if c.list {
		return c.listSuites(suites, len(args) > 0)
	}
	match, err := regexp.Compile(c.only)
	if err != nil {
		return cli.Misuse(cmd, fmt.Errorf("--only: %w", err))
	}
	if c.emit.kind.Value != noScheduler {
		parts, err := c.matching(suites, match)
		if err != nil {
			return err
		}
		return c.writeJobs(cmd, parts)
	}
	var results []benchResult
	var stopped error
	if len(c.from) > 0 {
		results, err = c.read(suites)
	} else {
		results, stopped, err = c.measure(cmd.Context(), suites, match)
	}
	if err != nil {
		return err
	}
	for _, r := range results {
		if b := r.Builds(); len(b) > 1 && !c.mixed {
			return cli.Misuse(cmd, fmt.Errorf("the records of %s are of %d builds of brim (%s), and a table of them "+
				"would compare two programs; give the files of one, or --mixed for a table that says so",
				r.Name, len(b), strings.Join(b, ", ")))
		}
	}
	if err := c.report(cmd.Context(), results, stopped == nil); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return cli.After(c.end(results, stopped), c.unsaved)
}

// netsVariable names the folder of --nets where that is not given.
const netsVariable = "BRIM_MCC"

// suites returns the suites named, in that order, or all, after checking the flags that concern them. Their cells
// have the limits of the command line and the adapters of --program.
func (c *benchCommand) suites(ctx context.Context, names []string) ([]bench.Suite, error) {
	chosen, err := suitesNamed(ctx, tables.All(c.quick), names)
	if err != nil {
		return nil, err
	}
	if nets := c.folders[entry.Nets]; *nets == "" && len(c.from) == 0 {
		*nets = os.Getenv(netsVariable)
	}
	for name, folder := range c.folders {
		if info, err := os.Stat(*folder); *folder != "" && (err != nil || !info.IsDir()) {
			return nil, fmt.Errorf("--%s %s: there is no such directory", name, *folder)
		}
	}
	if err := c.programs.adapt(chosen); err != nil {
		return nil, err
	}
	if c.cores < 0 {
		return nil, fmt.Errorf("--cores %d: expected 1 at least, or 0 for any", c.cores)
	}
	for i := range chosen {
		for k := range chosen[i].Cells {
			cell := &chosen[i].Cells[k]
			if c.time > 0 {
				cell.Time = time.Duration(c.time)
			}
			if c.memory > 0 {
				cell.Memory = int64(c.memory)
			}
		}
	}
	return chosen, nil
}

// suitesNamed returns the suites named, in that order and each once, or all if none is named. A name that ends in
// .toml is read as a suite file; for an unknown name the error suggests the nearest one.
func suitesNamed(ctx context.Context, all []bench.Suite, names []string) ([]bench.Suite, error) {
	if len(names) == 0 {
		return all, nil
	}
	var chosen []bench.Suite
	known := bench.Map(all, func(s bench.Suite) string { return s.Name })
	for _, n := range names {
		if isSuiteFile(n) {
			s, err := readSuite(ctx, n, known)
			if err != nil {
				return nil, err
			}
			chosen, known, all = append(chosen, s), append(known, s.Name), append(slices.Clip(all), s)
			continue
		}
		i := slices.Index(known, n)
		if i < 0 {
			hint := ""
			if best, ok := nearest.Of(n, slices.Values(known)); ok {
				hint = "; did you mean " + best + "?"
			}
			return nil, fmt.Errorf("unknown suite %q%s (there are %s)", n, hint, strings.Join(known, ", "))
		}
		if !slices.ContainsFunc(chosen, func(s bench.Suite) bool { return s.Name == n }) {
			chosen = append(chosen, all[i])
		}
	}
	return chosen, nil
}

// measure runs the cells that have no record yet and match the expression, and returns the results by suite. stopped
// says how many runs are missing after an interrupt; the results until then are returned with it. It fails if no cell
// can be measured here.
func (c *benchCommand) measure(ctx context.Context, suites []bench.Suite, match *regexp.Regexp) (results []benchResult,
	stopped, err error) {
	p := c.StartProgress()
	defer p.End()
	brim, err := c.brim.find(ctx, c.App)
	if err != nil {
		return nil, nil, err
	}
	defer c.brim.remove()
	if err := c.findVerifier(ctx, suites, brim); err != nil {
		return nil, nil, err
	}
	defer c.verifier.remove()
	o := runOptions(brim, c.folders, c.programs)
	o.Dir, o.Runs, o.Again, o.Cores = c.dir, c.runs, c.again, c.cores
	if p != nil {
		o.Progress = func(x bench.Progress) { p.At(x.String()) }
	}
	parts, err := c.matching(suites, match)
	if err != nil {
		return nil, nil, err
	}
	if err := c.share(&o, parts); err != nil {
		return nil, nil, err
	}
	sweeps, errs, err := c.sweepAll(ctx, parts, o)
	if err != nil {
		return nil, nil, err
	}
	var left []string // suites without models or programs
	for i, s := range suites {
		if len(parts[i].Cells) == 0 {
			continue
		}
		sweep, err := sweeps[i], errs[i]
		if err != nil && !errors.Is(err, context.Canceled) {
			return nil, nil, err
		}
		if sweep.File == "" {
			if left = append(left, s.Name); len(sweep.Absent) > 0 {
				left[len(left)-1] += " (not installed: " + strings.Join(sweep.Absent, ", ") + ")"
			}
			continue
		}
		result := benchResult{Suite: s, file: filepath.Join(c.dir, sweep.File), absent: sweep.Absent,
			Results: bench.NewResults(&s, sweep.Records)}
		for _, folder := range sweep.Without {
			result.flags = append(result.flags, "--"+folder)
		}
		results = append(results, result)
		if err != nil {
			return results, fmt.Errorf("interrupted with %s of %s to go; the same command goes on there",
				quantity.Count(sweep.Missing, "run"), s.Name), nil
		}
	}
	if len(results) == 0 {
		return nil, nil, fmt.Errorf("%s: nothing to measure; --circuits and --nets name folders with models, "+
			"--program another program", strings.Join(left, ", "))
	}
	return results, nil, nil
}

// findVerifier finds brim-verify if a suite needs it and --program does not name it.
func (c *benchCommand) findVerifier(ctx context.Context, suites []bench.Suite, brim string) error {
	needed := slices.ContainsFunc(suites, func(s bench.Suite) bool {
		return slices.ContainsFunc(s.Cells,
			func(cell bench.Cell) bool { return cell.Checker() == comparisons.Verifier })
	})
	if !needed || len(c.programs[comparisons.Verifier]) > 0 {
		return nil
	}
	path, err := c.verifier.find(ctx, c.App, brim)
	if err == nil {
		c.programs[comparisons.Verifier] = []string{path}
	} else if c.verifier.given == "" && len(suites) > 1 {
		c.Note("brim-bench: cells of certificates are left out: %v", err)
		err = nil
	}
	return err
}

// matching returns the suites with the cells whose names match.
func (c *benchCommand) matching(suites []bench.Suite, match *regexp.Regexp) ([]bench.Suite, error) {
	parts := slices.Clone(suites)
	for i := range parts {
		parts[i].Cells = slices.DeleteFunc(slices.Clone(parts[i].Cells),
			func(cell bench.Cell) bool { return !match.MatchString(cell.Name()) })
	}
	if !slices.ContainsFunc(parts, func(s bench.Suite) bool { return len(s.Cells) > 0 }) {
		return nil, fmt.Errorf("--only %s matches no cell; names look like %s", c.only, suites[0].Cells[0].Name())
	}
	return parts, nil
}

// read takes the records from files.
func (c *benchCommand) read(suites []bench.Suite) (results []benchResult, err error) {
	files, err := c.sources(suites)
	if err != nil {
		return nil, err
	}
	records, err := readFiles(files)
	if err != nil {
		return nil, err
	}
	for _, s := range suites {
		if r := bench.NewResults(&s, records); r.Measured() > 0 {
			results = append(results, benchResult{Suite: s, file: strings.Join(c.from, ", "), Results: r})
		}
	}
	if len(results) == 0 {
		return nil, fmt.Errorf("%s: no records of these suites under these limits; see --quick and --limit-time",
			strings.Join(c.from, ", "))
	}
	return results, nil
}

// end returns the error that carries the exit status.
func (c *benchCommand) end(results []benchResult, stopped error) error {
	failed, first := 0, ""
	for _, r := range results {
		for _, x := range r.Problems() {
			text := fmt.Sprintf("%s %s: %s", r.Name, x.Cell, x.Reason)
			if x.Outcome == bench.Wrong {
				return cli.ExitAfterResult(cli.StatusInternal, errors.New(text))
			}
			failed++
			first = cmp.Or(first, text)
		}
		if conflicts := r.Conflicts(); len(conflicts) > 0 {
			return cli.ExitAfterResult(cli.StatusInternal, fmt.Errorf("%s: %s", r.Name, conflicts[0]))
		}
	}
	if failed > 0 && stopped == nil {
		stopped = fmt.Errorf("%s failed, the first: %s", quantity.Count(failed, "run"), first)
	}
	if stopped != nil {
		return cli.ExitAfterResult(cli.StatusUnknown, stopped)
	}
	return nil
}
