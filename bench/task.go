package bench

import "cmp"

// Tasks: single runs of cells, as workers get them.

// A Task is one run of a cell of a suite. As JSON it is what a worker on another machine gets.
type Task struct {
	Suite string `json:"suite"`
	Cell  *Cell  `json:"cell"`
	Run   int    `json:"run"` // 1 for the first, and so on
}

// Brim is the word in the command line of a Tool that is replaced by the executable of brim.
const Brim = wordBrim

// Key returns what determines the run, as Record.Key does, without the build.
func (t Task) Key() string { return t.Suite + "\x00" + t.Cell.key(t.Run) }

// Key returns what determines a run: suite, cell, arguments, limits, which run of the cell it is, and the build. A
// sweep, and what several of them are merged to, has one record of each.
func (r *Record) Key() string { return r.Suite + "\x00" + r.key() + "\x00" + r.Build }

// tasks lists the runs of a suite, all cells once before any of them twice; 0 runs are as many as the suite says.
func tasks(s *Suite, runs int) []Task {
	var list []Task
	for run := 1; run <= max(cmp.Or(runs, s.Runs), 1); run++ {
		for i := range s.Cells {
			if c := &s.Cells[i]; c.Runs == 0 || run <= c.Runs {
				list = append(list, Task{s.Name, c, run})
			}
		}
	}
	return list
}

// A RefusedError says why a record from elsewhere does not belong to a sweep.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return "refused: " + e.Reason }
