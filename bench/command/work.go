package command

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/fleet"
	"brim/bench/measure"
	"brim/bench/swarm"
	"brim/bench/tables/comparisons"
	"brim/bench/tables/entry"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/watch"

	"github.com/spf13/cobra"
)

// The command work: measures cells for a server, and refuses those that would run programs or write files.

const workHelp = `Measure cells of sweeps that brim bench --serve gives out, on this machine or another one, or run jobs
of brim-bench swarm.

A worker takes a cell, measures it as brim bench does, sends the record and takes the next, until the sweep
has ended. It runs one cell at a time, so that the cell has the machine to itself; with --cores N it runs
one cell for each N cores, each cell on its own cores. A worker that is interrupted gives its cells back;
those of a worker that is killed or cut off are given to another one. If the server stops, workers wait for it.

All workers of a sweep have to measure the same build of brim as the server: a sweep has the figures of one build.
--brim, --nets, --circuits and --program are those of brim bench; give them if the sweep needs them. The
brim-verify of the suite certificates is the one next to brim-bench or brim, or that of --program. A swarm checks
what workers say, so they may have any build, and it brings them its files.

A worker runs that brim and the programs of its own --program, and no others. The queue carries arguments
only, and a worker refuses those that run programs or write files. --token-file, --credentials and the
certificates have to be those of the server. This needs brim-queue: see docs/sweeps.md.

With --json the result is one object with the keys tool, version, command, records (sent by this worker)
and build.

Exit status: 0 if the sweep has ended; 2 for wrong use, another build, or no server within --wait; 3 after an
interrupt.`

const workExamples = `  brim work --queue nats://127.0.0.1:4222
  brim work --queue tls://server:4222 --token-file token --tls-ca ca.pem --cores 2`

// A workReport is what brim work prints. The keys are documented in the help and stable.
type workReport struct {
	reportHead
	Records int    `json:"records"`
	Build   string `json:"build"`
}

// waitDefault is how long a worker waits for its server.
const waitDefault = 5 * time.Minute

// newWork returns the command work with its flags. When it runs, it checks the flags first and looks for brim
// afterwards, since brim may have to be built.
func newWork(a *cli.App) *cobra.Command {
	var url string
	var cores int
	var q queueFlags
	var brim executable
	others := programs{}
	wait := quantity.Span(waitDefault)
	var memory quantity.Size
	folders := map[string]*string{}
	cmd := &cobra.Command{
		Use:     "work --queue URL",
		Long:    workHelp,
		Example: workExamples,
		Args:    cli.NoArguments,
	}
	f := cmd.Flags()
	f.StringVar(&url, "queue", "", "the `URL` that brim bench --serve has told, as nats://host:4222")
	f.IntVar(&cores, "cores", 0, "measure in slices of this number of `cores`, as many cells at a time as there are "+
		"slices (default one on all)")
	f.Var(&wait, "wait", "end if no server answers for this time")
	f.Var(&memory, "limit-memory", "what a run of brim may have in a swarm (default 3/4 of the machine's, divided "+
		"by the runs at a time)")
	f.Var(others, "program", "the `name` of another program that is in the path, or name=command; may be given again")
	for _, name := range []string{entry.Circuits, entry.Nets} {
		folders[name] = f.String(name, "", "`directory` with models, as for brim bench")
		_ = cmd.MarkFlagDirname(name)
	}
	q.declare(cmd, "")
	brim.flag(cmd, "brim", "measure")
	_ = cmd.RegisterFlagCompletionFunc("queue", cobra.NoFileCompletions)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		err := others.find()
		switch {
		case err != nil:
		case !strings.Contains(url, "://"):
			err = fmt.Errorf("--queue %s: expected the URL that brim bench --serve has told, as nats://host:4222", url)
		case cores < 0:
			err = fmt.Errorf("--cores %d: expected 1 at least, or 0 for all", cores)
		default:
			err = positive("wait", wait)
		}
		if err != nil {
			return cli.Misuse(cmd, err)
		}
		path, err := brim.find(cmd.Context(), a)
		if err != nil {
			return err
		}
		defer brim.remove()
		verifier := executable{name: comparisons.Verifier}
		if path := verifier.beside(path); path != "" && len(others[verifier.name]) == 0 {
			others[verifier.name] = []string{path}
		}
		return measureForQueue(cmd.Context(), a, url, q, cores, time.Duration(wait), int64(memory),
			runOptions(path, folders, others))
	}
	return cmd
}

// runOptions returns how cells are run: by an executable of brim and other programs, in folders of models.
func runOptions(brim string, folders map[string]*string, others programs) bench.Options {
	o := bench.Options{Command: []string{brim}, Programs: others, Folders: map[string]string{}}
	for name, folder := range folders {
		o.Folders[name] = *folder
	}
	return o
}

// find looks for the programs that were named without a command.
func (p programs) find() error {
	for name, command := range p {
		if len(command) == 0 {
			if err := p.look(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// look takes the program of a name from the path.
func (p programs) look(name string) error {
	path, err := exec.LookPath(name)
	if err != nil {
		return fmt.Errorf("--program %s: it is not in the path; expected %[1]s=command", name)
	}
	p[name] = []string{path}
	return nil
}

// measureForQueue works for the server at url until its sweep has ended, and prints how many records it sent. With
// cores it measures as many cells at a time as there are slices of that many cores. An interrupt gives the current
// cells back and sets the exit status.
func measureForQueue(
	ctx context.Context, a *cli.App, url string, q queueFlags, cores int, wait time.Duration, memory int64,
	o bench.Options,
) error {
	setup, err := q.setup()
	if err != nil {
		return err
	}
	slots := 1
	if cores > 0 {
		all, err := measure.Cores()
		if err != nil {
			return err
		}
		if slots = all / cores; slots == 0 {
			return fmt.Errorf("--cores %d: there are %d", cores, all)
		}
	}
	o.Meter = measure.New(measure.Options{Cores: cores, Slices: slots})
	defer o.Meter.Close()
	runner, err := bench.NewRunner(o)
	if err != nil {
		return err
	}
	setup.URL, setup.Build, setup.Needs, setup.Patience = url, runner.Build(), fleet.Has(o), wait
	p := a.StartProgress()
	defer p.End()
	brought := 0
	if memory == 0 {
		memory = watch.MachineMemory() / 4 * 3 / int64(slots)
	}
	jobs := swarm.Worker{Brim: o.Command, Meter: o.Meter, Memory: memory, Name: swarm.NewName()}
	defer jobs.Close()
	w := fleet.Worker{
		Other: jobs.Do, Runner: runner, Slots: slots,
		Check: func(t bench.Task) error { return refuse(t.Cell, o.Programs) },
		Ended: func(r bench.Record) {
			brought++
			if p != nil {
				p.At(fmt.Sprintf("%s, the last: %s %s", quantity.Count(brought, "record"), r.Suite, r.Cell))
			}
		},
	}
	err = w.Work(ctx, setup, a.Err)
	p.End()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if a.JSON {
		if err := cli.WriteJSON(a.Out, workReport{headOf("work"), brought, runner.Build()}); err != nil {
			return err
		}
	} else if _, err := fmt.Fprintln(a.Out, quantity.Count(brought, "record")); err != nil {
		return err
	}
	if err != nil {
		return cli.ExitAfterResult(cli.StatusUnknown,
			errors.New("interrupted; another worker measures what this one had"))
	}
	return nil
}

// contestVariables is how the names of variables begin that brim mcc reads.
const contestVariables = "BK_"

// What brim is asked for by the queue: commands that answer, and of their flags none that write files, but into the
// folder of the run, or run programs.
var (
	workCommands = []string{"check", "states", "info", "orders", "reduce", "mcc"}
	workWrites   = []string{"--draw", "--trace-out", "--dimacs", "--certificate", "--certificates", "--save-order",
		"--output", "-o"}
	workRuns = []string{"--solver"}
)

// refuse returns an error that says why a worker does not run a cell, or nil. The queue must not decide which
// programs are executed and which files are written: a cell may run brim with harmless arguments, or a program of
// --program.
func refuse(c *bench.Cell, others map[string][]string) error {
	given := len(others[c.Program]) > 0
	if c.Tool == nil {
		if c.Program != "" && !given {
			return fmt.Errorf("it names the program %s; --program %[1]s=COMMAND allows it", c.Program)
		}
		return harmless(c.Args(), workCommands, others)
	}
	t := c.Tool
	if len(t.Line) == 0 {
		return errors.New("a tool without a command line")
	}
	for _, line := range t.Prepare {
		if len(line) == 0 || line[0] != bench.Brim {
			return fmt.Errorf("it prepares its runs by another program than brim: %s", strings.Join(line, " "))
		}
		if err := harmless(line[1:], append([]string{"gen"}, workCommands...), others); err != nil {
			return err
		}
	}
	switch {
	case slices.ContainsFunc(t.Env, func(v string) bool { return !strings.HasPrefix(v, contestVariables) }):
		return errors.New("it sets variables of the process; measure it without a queue")
	case slices.ContainsFunc(t.Files, func(f bench.File) bool { return !inScratch("{scratch}/" + f.Name) }):
		return errors.New("it writes files elsewhere")
	case c.Checker() != "" && len(others[c.Checker()]) == 0:
		return fmt.Errorf("its answers are checked by the program %s; --program %[1]s=COMMAND allows it", c.Checker())
	case t.Questions != nil && t.Questions.File != "" && !filepath.IsLocal(t.Questions.File):
		return fmt.Errorf("it reads the right answers from %s", t.Questions.File)
	case len(t.Version) > 0 && t.Version[0] != t.Line[0]:
		return fmt.Errorf("its version is asked for by another program: %s", t.Version[0])
	case given:
		return nil // the arguments are for that program
	case t.Line[0] != bench.Brim:
		return fmt.Errorf("it names the program %s; --program %s=COMMAND allows it", t.Line[0], c.Program)
	case len(t.Version) > 1 && t.Version[1] != "version" && t.Version[1] != "--version":
		return fmt.Errorf("it asks for the version by %s", strings.Join(t.Version, " "))
	}
	return harmless(slices.Concat(t.Line[1:], t.Time, t.Memory), workCommands, others)
}

// harmless says what arguments of brim do that a worker does not.
func harmless(args, commands []string, others map[string][]string) error {
	if len(args) == 0 || !slices.Contains(commands, args[0]) {
		return fmt.Errorf("brim %s is not one of %s", strings.Join(args[:min(len(args), 1)], ""),
			strings.Join(commands, ", "))
	}
	for i, a := range args {
		name, value, has := strings.Cut(a, "=")
		if !has && i+1 < len(args) {
			value = args[i+1]
		}
		solver, _, _ := strings.Cut(value, " ")
		switch {
		case slices.Contains(workWrites, name) && !inScratch(value):
			return fmt.Errorf("%s writes the file %s", name, value)
		case slices.Contains(workRuns, name) && len(others[solver]) == 0:
			return fmt.Errorf("%s runs the program %s; --program %s=COMMAND allows it", name, value, solver)
		case len(a) > 1 && a[0] == '-' && a[1] != '-' && a != "-o":
			return fmt.Errorf("short flags as %s are not taken", a)
		}
	}
	return nil
}

// inScratch reports whether a file is in the folder of a run, which is deleted after it.
func inScratch(file string) bool {
	name, ok := strings.CutPrefix(file, "{scratch}/")
	return ok && !strings.ContainsAny(name, `/\`)
}
