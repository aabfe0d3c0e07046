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

// This file measures the cells of a suite that have no record yet, and keeps their records.

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

	Share     func(Task) bool // measure these runs only, see Share; nil for all
	Folder    string          // of the records, in Dir; "" for raw
	Fleet     Fleet           // measures the runs; nil for this process, one run after the other
	Portfolio bool            // a question that one cell has answered is not asked in any other of the suite
}

// A Fleet measures runs elsewhere.
type Fleet interface {
	// Measure has the tasks measured, in any order, and passes the record of each to took once, one call at a time.
	// took keeps it and returns the tasks that need none any more. An error of took ends Measure, but a RefusedError
	// is about that record alone. Measure returns when all tasks have records or need none, or the context is done.
	Measure(ctx context.Context, m *Runner, tasks []Task, took func(Task, Record) (moot []Task, err error)) error
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
	// of the records, below the directory of the results; "" if no cell has its program and model here
	File    string
	Records []Record // of the file, also of cells and limits that were not asked for
	Missing int      // runs that have no record yet, because of an error
	Absent  []string // programs of cells that were left out, since they are not there
	Without []string // folders of Options.Folders, of cells that were left out, since their models are not there
}

// Run measures the cells of a suite that have no record yet in the newest sweep of this executable, or failed there, in
// the order of the suite, all of them once before any of them twice. Each record is in the file before the next cell
// begins.
//
// After an error the records until then are in the file and in the Sweep: a done ctx, a file that cannot be written or
// read, a command that cannot be started. A run that fails, or is wrong, is no error but a record.
func Run(ctx context.Context, s Suite, o Options) (sweep Sweep, err error) {
	sweep.Absent, sweep.Without = absent(s.Cells, &o), withoutModels(s.Cells, &o)
	if s.Cells = slices.DeleteFunc(slices.Clone(s.Cells),
		func(c Cell) bool { return !c.IsThere(&o) }); len(s.Cells) == 0 {
		return sweep, nil
	}
	if o.Meter == nil && o.Fleet == nil {
		o.Meter = measure.New(measure.Options{Cores: cmp.Or(o.Cores, s.Cores)})
		defer o.Meter.Close()
	}
	runner, err := NewRunner(o)
	if err != nil {
		return sweep, err
	}
	folder := cmp.Or(o.Folder, "raw")
	raw := filepath.Join(o.Dir, folder)
	if err := os.MkdirAll(raw, 0o755); err != nil {
		return sweep, err
	}
	old, err := sweeps(raw, s.Name)
	if err != nil {
		return sweep, err
	}
	name := fmt.Sprintf("%s-%s-%s.jsonl", s.Name, time.Now().UTC().Format("20060102-150405"), runner.Build())
	if !o.Again {
		for _, n := range old {
			if buildOf(n) == runner.Build() {
				name = n // the newest: they are sorted by time
			}
		}
	} else if slices.Contains(old, name) {
		return sweep, fmt.Errorf("%s was begun this very second", name)
	}
	path := filepath.Join(raw, name)
	sweep.File = filepath.Join(folder, name)
	j, records, err := openJournal(path)
	if err != nil {
		return sweep, err
	}
	defer j.close() // each record is on the disk already
	sweep.Records = records
	all := slices.DeleteFunc(tasks(&s, o.Runs), func(t Task) bool { return o.Share != nil && !o.Share(t) })
	todo, err := runner.missing(ctx, all, records)
	if err != nil {
		return sweep, err
	}
	p := newProgress(&s, todo, len(all), earlier(raw, old))
	k := newKeeper(&sweep, runner, j, p, todo)
	if o.Portfolio {
		if err := k.portfolio(&s); err != nil {
			return sweep, err
		}
	}
	if o.Fleet != nil {
		err = o.Fleet.Measure(ctx, runner, k.open(), func(t Task, r Record) ([]Task, error) {
			moot, err := k.took(t, r)
			if err == nil && o.Progress != nil {
				o.Progress(p.after(sweep.Missing, t.Cell))
			}
			return moot, err
		})
		return sweep, err
	}
	for i, t := range todo {
		if !k.isOpen(t) {
			continue
		}
		stop := p.show(o.Progress, i)
		r, err := runner.Measure(ctx, t)
		stop()
		if err == nil {
			_, err = k.took(t, r)
		}
		if err != nil {
			return sweep, err
		}
	}
	return sweep, nil
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

// Fullest returns the name of the file in a folder of records that has most cells of a suite, of several the newest,
// and its results; "" if no file has any.
func Fullest(raw string, s *Suite) (name string, best Results, err error) {
	best = NewResults(s, nil)
	names, err := sweeps(raw, s.Name)
	if err != nil {
		return "", best, err
	}
	for _, n := range slices.Backward(names) {
		records, err := ReadFile(filepath.Join(raw, n))
		if err != nil {
			return "", best, err
		}
		if r := NewResults(s, records); r.Measured() > best.Measured() {
			name, best = n, r
		}
	}
	return name, best, nil
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
		for key, seconds := range Walls(records) {
			wall[key[1]] = seconds
		}
	}
	return wall
}
