package tables

import (
	"slices"
	"testing"

	"brim/bench"
)

// The number of states of each net is known by a closed form, so no run can count wrong unseen; what is stored of
// other programs is of these nets, and numbers.
func TestReachNets(t *testing.T) {
	var specs []string
	for _, n := range reachNets(false) {
		specs = append(specs, n.spec())
		if n.states() == "" {
			t.Errorf("%s: the number of states is not known", n.spec())
		}
	}
	for _, f := range fields(reachStored) {
		for _, size := range f[2:] {
			if !slices.Contains(specs, f[1]+":"+size) || f[0] != meddly && f[0] != pnmc {
				t.Errorf("stored: %s %s:%s", f[0], f[1], size)
			}
		}
	}
}

// A peer is shown with what it took in the same sweep; only where that is not known, with what is stored.
func TestReachPeers(t *testing.T) {
	s := reach(false)
	n := reachNet{"sr", "100"}
	var list []bench.Record
	add := func(program string, cpu float64, rss int64, outcome bench.Outcome) {
		c := n.cell(program, reachTime)
		list = append(list, bench.Record{
			Suite: s.Name, Cell: c.Name(), Program: program, Args: c.Args(), Seconds: c.Time.Seconds(), Run: 1, Outcome: outcome,
			CPU: cpu, Wall: cpu, RSS: rss, Answer: bench.Answer{Complete: new(outcome == bench.Done)},
		})
	}
	row := func() []string {
		sheet := s.Report(bench.NewResults(&s, list))[1]
		if len(sheet.Rows) != 1 {
			t.Fatalf("rows %q", sheet.Rows)
		}
		return sheet.Rows[0]
	}
	add(meddly+takenOver, 1.04, 30e6, bench.Done)
	add(now, 0.5, 20e6, bench.Done)
	if got, want := row()[:8], []string{"sr:100", "meddly, stored", "1.04", "30.0", "0.500", "20.0", "2.08", "0.667"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	add(pnmc, 0.9, 50e6, bench.Time) // ended, on a busy machine, before its limit of CPU time
	if got, want := row(), []string{"sr:100", "meddly, stored", "1.04", "30.0", "0.500", "20.0", "2.08", "0.667", "pnmc", ">0.900", "50.0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	list = list[:2]
	add(meddly, 2, 40e6, bench.Done)
	add(pnmc, 119, 50e6, bench.Time)
	if got, want := row(), []string{"sr:100", "meddly", "2.00", "40.0", "0.500", "20.0", "4.00", "0.500", "pnmc", ">120", "50.0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestScientific(t *testing.T) {
	for digits, want := range map[string]string{
		"7": "7", "1234567890": "1234567890", "12345678901": "1.235e10", "99999999999999": "1.000e14", "10000000000": "1.000e10",
	} {
		if got := scientific(digits); got != want {
			t.Errorf("scientific(%s) = %s, want %s", digits, got, want)
		}
	}
}

// What is more than before for certain is counted, what may be chance is not.
func TestReachBuilds(t *testing.T) {
	s := reach(false)
	n := reachNet{"fms", "200"}
	sheet := func(program string, cpu func(run int) float64) *bench.Sheet {
		var list []bench.Record
		for run := range 10 {
			for _, p := range []string{before, now} {
				c := n.cell(p, reachTime)
				x := bench.Record{
					Suite: s.Name, Cell: c.Name(), Program: p, Args: c.Args(), Seconds: c.Time.Seconds(), Run: run + 1, Outcome: bench.Done,
					CPU: 1 + 0.01*float64(run), Wall: 0.5, RSS: 1e7, Answer: bench.Answer{Complete: new(true)},
				}
				if p == program {
					x.CPU = cpu(run)
				}
				list = append(list, x)
			}
		}
		return s.Report(bench.NewResults(&s, list))[0]
	}
	last := func(x *bench.Sheet) string { return x.Rows[len(x.Rows)-1][8] } // of CPU
	if x := sheet(now, func(run int) float64 { return 1.005 + 0.01*float64(run) }); last(x) != "0" || x.Rows[0][8][0] != '~' {
		t.Errorf("by chance: %q", x.Rows)
	}
	if x := sheet(now, func(run int) float64 { return 2 + 0.01*float64(run) }); last(x) != "1" || x.Rows[0][9] != "0.511" {
		t.Errorf("twice as slow: %q", x.Rows)
	}
	if x := sheet(before, func(run int) float64 { return 2 + 0.01*float64(run) }); last(x) != "0" || x.Rows[0][9] != "1.96" {
		t.Errorf("twice as fast: %q", x.Rows)
	}
}
