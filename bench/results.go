package bench

import (
	"maps"
	"slices"
)

// The records of a suite, put together by cell.

// Results hold the records of the cells of a suite that were measured under the limits of these cells.
type Results struct {
	summary map[string]*Record // by name of the cell
	cells   map[string]*Cell   // by name
	records []*Record
	others  int // records of the suite that are of none of its cells under their limits
}

// NewResults selects, from any records, those of the cells of s under their limits, and summarizes the runs of each
// cell. Of a run that was recorded more than once the last record counts. A record that is done with another answer
// than the right one becomes wrong.
func NewResults(s *Suite, records []Record) Results {
	res := Results{summary: map[string]*Record{}, cells: map[string]*Cell{}}
	byKey := map[string]*Record{}
	for i := range records {
		if r := &records[i]; r.Suite == s.Name {
			byKey[r.key()] = r
		}
	}
	res.others = len(byKey)
	for i := range s.Cells {
		c := &s.Cells[i]
		res.cells[c.Name()] = c
		var runs []*Record
		for run := 1; ; run++ {
			r, ok := byKey[c.key(run)]
			if !ok {
				break
			}
			res.others--
			r = c.judged(r)
			runs = append(runs, r)
		}
		if res.records = append(res.records, runs...); len(runs) > 0 {
			res.summary[c.Name()] = Summary(runs)
		}
	}
	return res
}

// judged returns a record of c, as wrong if that is what its verdict is.
func (c *Cell) judged(r *Record) *Record {
	if r.Outcome != Done || c.isRight(r) {
		return r
	}
	wrong := *r
	wrong.Outcome, wrong.Reason = Wrong, c.refute(r)
	return &wrong
}

// asked returns what a record has for an answer to c, nil if it has none.
func (c *Cell) asked(r *Record) *string {
	if c.checks() {
		return r.Verdict
	}
	return r.States
}

// isRight reports whether the answer is right, as far as that is known.
func (c *Cell) isRight(r *Record) bool {
	a := c.asked(r)
	return c.Want == "" || a == nil || *a == c.Want
}

// refute says that an answer is wrong.
func (c *Cell) refute(r *Record) string {
	what := "verdict"
	if !c.checks() {
		what = "number of states"
	}
	return "the " + what + " is " + *c.asked(r) + ", right is " + c.Want
}

// Cell returns the record of the cell with a name, the Summary if the cell ran several times, nil if it was not
// measured.
func (r Results) Cell(name string) *Record { return r.summary[name] }

// Records returns the records of all runs.
func (r Results) Records() []*Record { return r.records }

// Deciding returns the results without what says nothing of the cells of s, which are the same in full: runs that
// failed without an answer, those that other limits than these ended, or would have, and cells of which runs are
// missing that others have, but for those that a limit ended, which are not repeated.
func (r Results) Deciding(s *Suite) Results {
	r.summary = maps.Clone(r.summary)
	runs := 0
	for _, x := range r.summary {
		runs = max(runs, len(x.Runs()))
	}
	for i := range s.Cells {
		c := &s.Cells[i]
		x := r.summary[c.Name()]
		if x == nil {
			continue
		}
		limits := x.Seconds == c.Time.Seconds() && x.Bytes == c.Memory
		answered := x.Outcome == Done || x.Outcome == Wrong
		missing := answered && len(x.Runs()) < runs && (c.Runs == 0 || len(x.Runs()) < c.Runs)
		if x.Outcome == Failed || missing || !limits && (!answered || x.Wall > c.Time.Seconds()) {
			delete(r.summary, c.Name())
		}
	}
	return r
}

// Whole reports whether each cell has a record.
func (r Results) Whole() bool {
	return len(r.summary) == len(r.cells)
}

// Measured returns how many cells have a record.
func (r Results) Measured() int { return len(r.summary) }

// Problems returns the records that are wrong or failed.
func (r Results) Problems() []*Record {
	return slices.DeleteFunc(slices.Clone(r.records),
		func(x *Record) bool { return x.Outcome != Wrong && x.Outcome != Failed })
}
