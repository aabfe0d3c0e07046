package bench

import (
	"testing"
	"time"
)

// Of several runs the one in the middle stands for the cell, with the medians; what went wrong is not overlooked.
func TestSummary(t *testing.T) {
	run := func(outcome Outcome, cpu float64) *Record {
		return &Record{Outcome: outcome, CPU: cpu, Wall: 2 * cpu, RSS: int64(10 * cpu), Seconds: 60}
	}
	for _, c := range []struct {
		what    string
		runs    []*Record
		outcome Outcome
		cpu     float64
		text    string
	}{
		{"one", []*Record{run(Done, 3)}, Done, 3, "3.00"},
		{"odd", []*Record{run(Done, 5), run(Done, 1), run(Done, 2)}, Done, 2, "2.00 ± 150%"},
		{"even", []*Record{run(Done, 4), run(Done, 1), run(Done, 2), run(Done, 3)}, Done, 2.5, "2.50 ± 60%"},
		{"six", []*Record{run(Done, 4), run(Done, 4), run(Done, 4), run(Done, 5), run(Done, 4), run(Done, 3)}, Done, 4,
			"4.00 ± 25%"},
		{"most ended", []*Record{run(Time, 60), run(Done, 1), run(Done, 2)}, Done, 2, "2.00 ± ∞"},
		{"half of them", []*Record{run(Done, 1), run(Time, 60)}, Time, 60, ">60.0"},
		{"none", []*Record{run(Time, 60), run(Time, 59), run(Memory, 61)}, Time, 60, ">60.0"},
		{"one failed", []*Record{run(Done, 1), run(Done, 2), run(Failed, 1)}, Failed, 1, "failed"},
		{"one wrong", []*Record{run(Wrong, 1), run(Done, 2), run(Failed, 1)}, Wrong, 1, "wrong"},
	} {
		s := Summary(c.runs)
		if text := Shown(Entry{Ours: s}.Seconds()); s.Outcome != c.outcome || s.CPU != c.cpu || text != c.text ||
			len(s.Runs()) != len(c.runs) {
			t.Errorf("%s: %v after %v s, %q; want %v after %v, %q", c.what, s.Outcome, s.CPU, text, c.outcome, c.cpu,
				c.text)
		}
		if s.Outcome == Done && (s.Wall != 2*c.cpu || s.RSS != int64(10*c.cpu)) {
			t.Errorf("%s: %v s of the clock, %d bytes", c.what, s.Wall, s.RSS)
		}
	}
}

// A cell with fewer runs than others decides nothing, unless a limit ended it or it is to have no more.
func TestDeciding(t *testing.T) {
	s := &Suite{Name: "s", Cells: []Cell{
		{Labels: []Label{{"n", "whole"}}, Time: time.Minute},
		{Labels: []Label{{"n", "part"}}, Time: time.Minute},
		{Labels: []Label{{"n", "late"}}, Time: time.Minute},
		{Labels: []Label{{"n", "few"}}, Time: time.Minute, Runs: 1},
	}}
	var records []Record
	for i, runs := range []int{3, 2, 1, 1} {
		for run := 1; run <= runs; run++ {
			c := &s.Cells[i]
			r := Record{Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: 60, Run: run, Outcome: Done,
				Answer: Answer{States: new("1")}}
			if runs == 1 && c.Runs == 0 {
				r.Outcome = Time
			}
			records = append(records, r)
		}
	}
	r := NewResults(s, records).Deciding(s)
	for i, want := range []bool{true, false, true, true} {
		if name := s.Cells[i].Name(); (r.Cell(name) != nil) != want {
			t.Errorf("%s decides: %v, want %v", name, !want, want)
		}
	}
}
