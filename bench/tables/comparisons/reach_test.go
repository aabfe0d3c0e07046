package comparisons

import (
	"slices"
	"testing"

	"brim/bench"
)

// The nets and tables of the suite reach.

// The number of states of each net is known by a closed form, so no run can count wrong unseen.
func TestReachNets(t *testing.T) {
	for _, n := range reachNets(false) {
		if n.states() == "" {
			t.Errorf("%s: the number of states is not known", n.spec())
		}
	}
}

// A peer is shown with what it took, ratios of times that are too small are left out, and a limit is a bound.
func TestReachPeers(t *testing.T) {
	s := Reach(false)
	n := reachNet{"sr", "100"}
	var list []bench.Record
	add := func(program string, cpu float64, rss int64, outcome bench.Outcome) {
		c := n.cell(program, reachTime)
		list = append(list, bench.Record{
			Suite: s.Name, Cell: c.Name(), Program: program, Args: c.Args(), Seconds: c.Time.Seconds(), Run: 1,
			Outcome: outcome,
			CPU:     cpu, Wall: cpu, RSS: rss, Answer: bench.Answer{Complete: new(outcome == bench.Done)},
		})
	}
	look := func(want ...[]string) {
		t.Helper()
		if rows := s.Report(bench.NewResults(&s, list))[1].Rows; !slices.EqualFunc(rows, want, slices.Equal) {
			t.Errorf("got %q, want %q", rows, want)
		}
	}
	add(now, 0.5, 20e6, bench.Done)
	none := []string{"sr:100", "0.500", "20.0", "–", "–", "–", "–", "–", "–", "–", "–"}
	look(none, []string{"geometric mean", "", "", "of 0", "", "–", "", "of 0", "", "–", ""})
	add(meddly, 0.009, 5e6, bench.Done)
	add(pnmc, 119, 50e6, bench.Time) // ended, on a busy machine, before its limit of CPU time
	look([]string{"sr:100", "0.500", "20.0", "0.009", "5.0", "–", "–", ">120", "50.0", ">240", "2.50"},
		[]string{"geometric mean", "", "", "of 0", "", "–", "", "of 1", "", ">240", ""})
	list = list[:1]
	add(meddly, 2, 40e6, bench.Done)
	add(pnmc, 0.4, 0, bench.Failed)
	look([]string{"sr:100", "0.500", "20.0", "2.000", "40.0", "4.00", "2.00", "–", "–", "–", "–"},
		[]string{"geometric mean", "", "", "of 1", "", "4.00", "", "of 0", "", "–", ""})
}

func TestScientific(t *testing.T) {
	for digits, want := range map[string]string{
		"7": "7", "1234567890": "1234567890", "12345678901": "1.235e10", "99999999999999": "1.000e14",
		"10000000000": "1.000e10",
	} {
		if got := scientific(digits); got != want {
			t.Errorf("scientific(%s) = %s, want %s", digits, got, want)
		}
	}
}

// What is more than before for certain is counted, what may be chance is not.
func TestReachBuilds(t *testing.T) {
	s := Reach(false)
	n := reachNet{"fms", "200"}
	sheet := func(program string, cpu func(run int) float64) *bench.Sheet {
		var list []bench.Record
		for run := range 10 {
			for _, p := range []string{before, now} {
				c := n.cell(p, reachTime)
				x := bench.Record{
					Suite: s.Name, Cell: c.Name(), Program: p, Args: c.Args(), Seconds: c.Time.Seconds(), Run: run + 1,
					Outcome: bench.Done,
					CPU:     1 + 0.01*float64(run), Wall: 0.5, RSS: 1e7, Answer: bench.Answer{Complete: new(true)},
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
	if x := sheet(now, func(run int) float64 { return 1.005 + 0.01*float64(run) }); last(x) != "0" ||
		x.Rows[0][8][0] != '~' {
		t.Errorf("by chance: %q", x.Rows)
	}
	if x := sheet(now, func(run int) float64 { return 2 + 0.01*float64(run) }); last(x) != "1" ||
		x.Rows[0][9] != "0.511" {
		t.Errorf("twice as slow: %q", x.Rows)
	}
	if x := sheet(before, func(run int) float64 { return 2 + 0.01*float64(run) }); last(x) != "0" ||
		x.Rows[0][9] != "1.96" {
		t.Errorf("twice as fast: %q", x.Rows)
	}
}
