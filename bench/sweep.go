package bench

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"brim/bench/measure"
)

// Options of Run.
type Options struct {
	Command  []string            // brim: the executable, and what goes before the arguments of a cell
	Programs map[string][]string // the same of other programs, by name; cells of those that are not named are left out
	Dir      string              // of the results; the records go into its folder raw
	Folders  map[string]string   // of models that are files, by kind; cells whose file is not there are left out
	Runs     int                 // of each cell; 0 means as many as the suite says
	Again    bool                // begin a new sweep even if there is one of this executable
	Cores    int                 // that each run is kept on; 0 is what the suite says
	Meter    *measure.Meter      // that runs are measured by; nil is one for each sweep, with these cores
	Progress func(Progress)      // is called a few times a second; may be nil
}

// command returns what runs a cell.
func (o *Options) command(c *Cell) []string {
	if c.Program == "" {
		return o.Command
	}
	return o.Programs[c.Program]
}

// A Sweep is what Run measured.
type Sweep struct {
	// of the records, below the directory of the results; "" if there is no cell whose program and model are there
	File    string
	Records []Record // of the file, also of cells and limits that were not asked for
	Missing int      // runs that have no record yet, because of an error
	Absent  []string // programs of cells that were left out, since they are not there
}

// Run measures the cells of a suite that have no record yet in the newest sweep of this executable, or failed there, in
// the order of the suite, all of them once before any of them twice. Each record is in the file before the next cell
// begins.
//
// An error leaves the records so far, in the file and in the Sweep: a done ctx, a file that cannot be written or read,
// a command that cannot be started. A run that fails, or is wrong, is no error but a record.
func Run(ctx context.Context, s Suite, o Options) (sweep Sweep, err error) {
	sweep.Absent = absent(s.Cells, &o)
	if s.Cells = slices.DeleteFunc(slices.Clone(s.Cells), func(c Cell) bool { return !c.isThere(&o) }); len(s.Cells) == 0 {
		return sweep, nil
	}
	if o.Meter == nil {
		o.Meter = measure.New(measure.Options{Cores: cmp.Or(o.Cores, s.Cores)})
		defer o.Meter.Close()
	}
	machine, err := describe(o.Command[0])
	if err != nil {
		return sweep, err
	}
	raw := filepath.Join(o.Dir, "raw")
	if err := os.MkdirAll(raw, 0o755); err != nil {
		return sweep, err
	}
	old, err := sweeps(raw, s.Name)
	if err != nil {
		return sweep, err
	}
	name := fmt.Sprintf("%s-%s-%s.jsonl", s.Name, time.Now().UTC().Format("20060102-150405"), machine.Build)
	if !o.Again {
		for _, n := range old {
			if buildOf(n) == machine.Build {
				name = n // the newest: they are sorted by time
			}
		}
	} else if slices.Contains(old, name) {
		return sweep, fmt.Errorf("%s was begun this very second", name)
	}
	path := filepath.Join(raw, name)
	sweep.File = filepath.Join("raw", name)
	j, records, err := openJournal(path)
	if err != nil {
		return sweep, err
	}
	defer j.close() // each record is on the disk already
	sweep.Records = records
	if err := writeBenchmarks(path, records); err != nil { // the last run may have ended before it could
		return sweep, err
	}
	programs, err := describePrograms(ctx, &s, &o, machine)
	if err != nil {
		return sweep, err
	}
	runs := max(cmp.Or(o.Runs, s.Runs), 1)
	todo := missing(&s, records, runs, programs)
	sweep.Missing = len(todo)
	p := newProgress(&s, todo, runs, earlier(raw, old))
	warm := map[string]bool{}
	for i, t := range todo {
		stop := p.show(o.Progress, i)
		r, err := t.cell.warmedRun(ctx, o, warm)
		stop()
		if err == nil {
			commit, program := r.Commit, programs[t.cell.Program] // as the program names it
			r.Suite, r.Run, r.Machine, r.Version = s.Name, t.run, program.Machine, program.version
			r.Commit = cmp.Or(r.Commit, commit)
			err = j.append(&r)
		}
		if err != nil {
			return sweep, err
		}
		sweep.Records = append(sweep.Records, r)
		sweep.Missing--
		p.ended(t.cell, r.Wall)
		if err := writeBenchmarks(path, sweep.Records); err != nil {
			return sweep, err
		}
	}
	return sweep, nil
}

// A task is a run that has no record.
type task struct {
	cell *Cell
	run  int
}

// A program is what runs cells.
type program struct {
	Machine
	version string
}

// describePrograms returns what is known about the programs of cells, by name: brim, those that o names, and tools.
func describePrograms(ctx context.Context, s *Suite, o *Options, brim Machine) (map[string]program, error) {
	programs := map[string]program{"": {Machine: brim}}
	for name, command := range o.Programs {
		if !slices.ContainsFunc(s.Cells, func(c Cell) bool { return c.Program == name }) {
			continue
		}
		m, err := describe(command[0])
		if err != nil {
			return nil, err
		}
		programs[name] = program{Machine: m}
	}
	asked := map[string]bool{}
	for i := range s.Cells {
		c := &s.Cells[i]
		if c.Tool == nil || asked[c.Program] {
			continue
		}
		asked[c.Program] = true
		line, err := o.executable(c)
		if err != nil {
			return nil, err
		}
		m, err := describe(line[0])
		if err != nil {
			return nil, err
		}
		programs[c.Program] = program{m, c.version(ctx, o)}
	}
	return programs, ctx.Err()
}

// warmedRun is run, after the runs of which nothing is kept, if there were none yet.
func (c *Cell) warmedRun(ctx context.Context, o Options, warm map[string]bool) (Record, error) {
	warmup := 0
	if name := c.Name(); !warm[name] {
		warm[name], warmup = true, c.Warmup
	}
	for range warmup {
		if _, err := c.run(ctx, o); err != nil {
			return Record{}, err
		}
	}
	r, err := c.run(ctx, o)
	r.Warmup = warmup
	return r, err
}

// missing lists the runs without records, or with such that tell of a failure, which may have had a passing cause, or
// of another build of a program than brim.
func missing(s *Suite, records []Record, runs int, programs map[string]program) []task {
	have := map[string]bool{}
	for i := range records {
		r := &records[i]
		if r.Outcome != Failed && (r.Program == "" || r.Build == programs[r.Program].Build) {
			have[r.key()] = true
		}
	}
	var todo []task
	for run := 1; run <= runs; run++ {
		for i := range s.Cells {
			if c := &s.Cells[i]; !have[c.key(run)] && (c.Runs == 0 || run <= c.Runs) {
				todo = append(todo, task{c, run})
			}
		}
	}
	return todo
}

// sweeps lists the files of records of a suite, the oldest first.
func sweeps(raw, suite string) ([]string, error) {
	files, err := os.ReadDir(raw)
	if err != nil {
		return nil, err
	}
	pattern := regexp.MustCompile(`^` + regexp.QuoteMeta(suite) + `-[0-9]{8}-[0-9]{6}-[0-9a-f]{8}\.jsonl$`)
	var names []string
	for _, f := range files {
		if pattern.MatchString(f.Name()) {
			names = append(names, f.Name())
		}
	}
	slices.Sort(names) // by time, which all have in the same place
	return names, nil
}

// buildOf returns the build in the name of a file of records.
func buildOf(name string) string {
	stem := name[:len(name)-len(".jsonl")]
	return stem[len(stem)-8:]
}

// earlier returns how long cells took in sweeps before, by name, for the estimate of the remaining time. Files that
// cannot be read do not matter here.
func earlier(raw string, names []string) map[string]float64 {
	wall := map[string]float64{}
	for _, n := range names {
		records, _ := ReadFile(filepath.Join(raw, n))
		for i := range records {
			wall[records[i].Cell] = records[i].Wall
		}
	}
	return wall
}
