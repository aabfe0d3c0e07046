package bench

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Workers measure a sweep, and in a portfolio the first certain verdict on a question ends the runs that ask it, too.

// fleetFunc is a Fleet made of a function.
type fleetFunc func(ctx context.Context, m *Runner, tasks []Task, took func(Task, Record) ([]Task, error)) error

func (f fleetFunc) Measure(ctx context.Context, m *Runner, tasks []Task,
	took func(Task, Record) ([]Task, error)) error {
	return f(ctx, m, tasks, took)
}

// Records from elsewhere come in any order and more than once; each run has one, of this build.
func TestFleet(t *testing.T) {
	command, log := asFake(t)
	s := numbered(5)
	dir := t.TempDir()
	backwards := fleetFunc(func(ctx context.Context, m *Runner, tasks []Task,
		took func(Task, Record) ([]Task, error)) error {
		for _, task := range slices.Backward(tasks) {
			r, err := m.Measure(ctx, task)
			if err != nil {
				return err
			}
			var refused *RefusedError
			for change, of := range map[string]func(*Record){
				"build": func(r *Record) { r.Build = "0123abcd" },
				"suite": func(r *Record) { r.Suite = "x" },
				"cell":  func(r *Record) { r.Cell = "x" },
				"limit": func(r *Record) { r.Seconds++ },
				"run":   func(r *Record) { r.Run++ },
			} {
				other := r
				of(&other)
				if _, err := took(task, other); !errors.As(err, &refused) {
					t.Errorf("a record with another %s: %v", change, err)
				}
			}
			for range 2 {
				if moot, err := took(task, r); err != nil || len(moot) > 0 {
					return err
				}
			}
		}
		return nil
	})
	var seen []Progress
	sweep, err := Run(t.Context(), s, Options{Command: command, Dir: dir, Fleet: backwards,
		Progress: func(p Progress) { seen = append(seen, p) }})
	if err != nil || sweep.Missing != 0 || len(sweep.Records) != 5 {
		t.Fatalf("%d records, %d missing, %v", len(sweep.Records), sweep.Missing, err)
	}
	if p := seen[len(seen)-1]; p.Done != 5 || p.Total != 5 {
		t.Errorf("progress %+v", p)
	}
	records, err := ReadFile(filepath.Join(dir, sweep.File))
	if err != nil || len(records) != 5 || records[0].Cell != "model=ok/n=4" {
		t.Errorf("the file has %d records, %v", len(records), err)
	}
	if sweep, err = Run(t.Context(), s, Options{Command: command, Dir: dir}); err != nil || len(sweep.Records) != 5 ||
		len(started(t, log)) != 5 {
		t.Errorf("then alone: %d records, %v", len(sweep.Records), err)
	}
}

// In a portfolio the first certain verdict settles its question, also when the sweep is begun again.
func TestPortfolio(t *testing.T) {
	command, log := asFake(t)
	s := suiteOf("time:1", "ok:1", "ok:1", "ok:2", "space:1")
	for i := range s.Cells {
		s.Cells[i].Labels = append(s.Cells[i].Labels, Label{"seed", string(rune('a' + i))})
	}
	s.Cells[0].Model = "time:1"
	s.Cells[4].Command, s.Cells[4].Property = "states", ""
	s.Cells[4].Want = "12"
	dir := t.TempDir()
	o := Options{Command: command, Dir: dir, Portfolio: true}
	sweep, err := Run(t.Context(), s, o)
	if err != nil || sweep.Missing != 0 || len(sweep.Records) != 5 {
		t.Fatalf("%d records, %d missing, %v", len(sweep.Records), sweep.Missing, err)
	}
	if got := started(t, log); !slices.Equal(got, []string{"time:1", "ok:1", "ok:2", "space:1"}) {
		t.Errorf("started %v", got)
	}
	moot := func(records []Record, want int) {
		t.Helper()
		n := 0
		for _, r := range records {
			if strings.HasPrefix(r.Reason, "cancelled: ") {
				n++
				if r.Outcome != Unknown || r.Reason != "cancelled: model=ok/n=1/seed=b answered first" ||
					r.contradiction() != "" {
					t.Errorf("%+v", r)
				}
			}
		}
		if n != want {
			t.Errorf("%d cancelled, want %d", n, want)
		}
	}
	moot(sweep.Records, 1)
	o.Runs = 2 // of which only what did not answer is measured
	if sweep, err = Run(t.Context(), s, o); err != nil || sweep.Missing != 0 {
		t.Fatal(sweep.Missing, err)
	}
	if got := started(t, log)[4:]; !slices.Equal(got, []string{"time:1", "space:1"}) {
		t.Errorf("started %v", got)
	}
}
