package bench

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"
)

// This file measures runs on this machine, and knows which of them have no record yet.

// A Runner measures runs on this machine. Several goroutines may use it.
type Runner struct {
	o     Options
	build string // of brim

	mu       sync.Mutex // guards what follows
	programs map[programKey]program
	warm     map[string]bool // cells that have run
}

// A program is what runs cells.
type program struct {
	Machine
	version string
}

// A programKey identifies a program: the name, and the executable of a tool, "" without one.
type programKey struct{ name, tool string }

// NewRunner returns a Runner that runs cells by the programs and in the folders of o; nothing else of o matters to it.
func NewRunner(o Options) (*Runner, error) {
	brim, err := describe(o.Command[0])
	if err != nil {
		return nil, err
	}
	return &Runner{
		o: o, build: brim.Build, programs: map[programKey]program{{}: {Machine: brim}}, warm: map[string]bool{},
	}, nil
}

// Build returns which build of brim is measured, as records name it.
func (m *Runner) Build() string { return m.build }

// program returns what is known about the program of a cell: executable, build and version. It looks that up once for
// each program; an error says that the program is not on this machine.
func (m *Runner) program(ctx context.Context, c *Cell) (p program, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := programKey{name: c.Program}
	if c.Tool != nil {
		key.tool = c.Tool.Folder + "\x00" + c.Tool.Line[0]
	}
	if p, ok := m.programs[key]; ok {
		return p, nil
	}
	line := m.o.command(c)
	if c.Tool != nil {
		line, err = m.o.executable(c)
	} else if len(line) == 0 {
		err = fmt.Errorf("there is no program named %s here; --program %[1]s=COMMAND gives it", c.Program)
	}
	if err != nil {
		return p, err
	}
	if p.Machine, err = describe(line[0]); err != nil {
		return p, err
	}
	p.version = c.version(ctx, &m.o)
	if ctx.Err() != nil {
		return p, ctx.Err()
	}
	m.programs[key] = p
	return p, nil
}

// Measure runs a task in a new process and returns its record, which is whole. It fails if the program of the
// cell is unknown on this machine, or cannot be started, or if ctx ends it.
func (m *Runner) Measure(ctx context.Context, t Task) (Record, error) {
	p, err := m.program(ctx, t.Cell)
	if err != nil {
		return Record{}, err
	}
	warmup := 0
	m.mu.Lock()
	if cell := t.Suite + "\x00" + t.Cell.Name(); !m.warm[cell] {
		m.warm[cell], warmup = true, t.Cell.Warmup
	}
	m.mu.Unlock()
	for range warmup { // nothing is kept of these
		if _, err := t.Cell.run(ctx, m.o); err != nil {
			return Record{}, err
		}
	}
	r, err := t.Cell.run(ctx, m.o)
	if build := m.checker(t.Cell); build != "" && r.Words != nil {
		r.Words["checker"] = build
	}
	commit := r.Commit // as the program names it
	r.Suite, r.Run, r.Machine, r.Version, r.Warmup = t.Suite, t.Run, p.Machine, p.version, warmup
	r.Commit = cmp.Or(r.Commit, commit)
	return r, err
}

// checker returns the build of the program that checks the answers of a cell, "" if there is none.
func (m *Runner) checker(c *Cell) string {
	line := m.o.Programs[c.Checker()]
	if len(line) == 0 {
		return ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	key := programKey{tool: "checker\x00" + line[0]}
	if _, ok := m.programs[key]; !ok {
		about, _ := describe(line[0]) // what cannot be read cannot be run, which the record says
		m.programs[key] = program{Machine: about}
	}
	return m.programs[key].Build
}

// missing returns the tasks that have to be measured: those without a record, with a record of a failure, whose cause
// may have passed, or with a record of another build of a program than brim.
func (m *Runner) missing(ctx context.Context, all []Task, records []Record) ([]Task, error) {
	type run struct{ key, program, build, checker string }
	have := map[run]bool{}
	for i := range records {
		if r := &records[i]; r.Outcome != Failed {
			if r.Program == "" {
				have[run{r.key(), "", "", r.Words["checker"]}] = true
			} else {
				have[run{r.key(), r.Program, r.Build, r.Words["checker"]}] = true
			}
		}
	}
	var todo []Task
	for _, t := range all {
		p, err := m.program(ctx, t.Cell)
		if err != nil {
			return nil, err
		}
		if t.Cell.Program == "" {
			p.Build = ""
		}
		if !have[run{t.Cell.key(t.Run), t.Cell.Program, p.Build, m.checker(t.Cell)}] {
			todo = append(todo, t)
		}
	}
	return todo, nil
}

// verify returns a RefusedError if r is no record of t by the programs of m.
func (m *Runner) verify(t Task, r *Record) error {
	p, err := m.program(context.Background(), t.Cell)
	switch {
	case err != nil:
		return err
	case r.Suite != t.Suite || r.Run != t.Run || r.Program != t.Cell.Program || r.key() != t.Cell.key(t.Run):
		return &RefusedError{fmt.Sprintf("this is no record of run %d of %s %s", t.Run, t.Suite, t.Cell.Name())}
	case r.Build != p.Build:
		return &RefusedError{fmt.Sprintf("the record of %s is of build %s of %s, the sweep is of build %s", r.Cell,
			r.Build, cmp.Or(r.Program, "brim"), p.Build)}
	}
	return nil
}

// moot returns the record of a task that another cell has made needless.
func (m *Runner) moot(t Task, by string) Record {
	r := m.Failed(t, "cancelled: "+by+" answered first")
	r.Outcome = Unknown
	return r
}

// Failed returns the record of a task that could not be run.
func (m *Runner) Failed(t Task, reason string) Record {
	r := t.Cell.record()
	p, err := m.program(context.Background(), t.Cell)
	if err == nil {
		r.Machine, r.Version = p.Machine, p.version
	}
	r.Suite, r.Run, r.Began = t.Suite, t.Run, time.Now().UTC().Truncate(time.Millisecond)
	r.Outcome, r.Reason, r.Status = Failed, reason, -1
	return r
}
