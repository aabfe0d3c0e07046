package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// Each run is in one part, no part is longer than the average and one run more, and processes that know the same agree.
func TestShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var suites []Suite
		seconds := map[[2]string]float64{}
		for k := range 1 + rng.IntN(3) {
			s := numbered(rng.IntN(20))
			s.Name = fmt.Sprint("s", k)
			for i := range s.Cells {
				s.Cells[i].Runs = rng.IntN(3)
				s.Cells[i].Time = time.Duration(1+rng.IntN(60)) * time.Second
				if rng.IntN(2) == 0 {
					seconds[[2]string{s.Name, s.Cells[i].Name()}] = rng.Float64() * 30
				}
			}
			suites = append(suites, s)
		}
		runs, n := 1+rng.IntN(3), 1+rng.IntN(6)
		all, weights := weigh(suites, runs, seconds)
		sum, most := 0.0, 0.0
		for _, w := range weights {
			sum += w
			most = max(most, w)
		}
		in := map[string]int{}
		longest := time.Duration(0)
		for i := 1; i <= n; i++ {
			mine, again := Share(suites, runs, i, n, seconds), Share(suites, runs, i, n, seconds)
			load, limits := 0.0, time.Duration(0)
			for k, task := range all {
				if mine(task) != again(task) {
					t.Fatal("two processes do not agree")
				}
				if mine(task) {
					in[task.Key()]++
					load += weights[k]
					limits += task.Cell.Longest()
				}
			}
			longest = max(longest, limits)
			if load > sum/float64(n)+most+1e-6 {
				t.Errorf("part %d of %d takes %v of %v, the longest run %v", i, n, load, sum, most)
			}
		}
		for _, task := range all {
			if in[task.Key()] != 1 {
				t.Errorf("%s, run %d, is in %d parts", task.Cell.Name(), task.Run, in[task.Key()])
			}
		}
		if got := LongestShare(suites, runs, n, seconds); got != longest {
			t.Errorf("the longest part ends after %v, want %v", got, longest)
		}
	}
}

// Without times of before the limits count, with some the average of these.
func TestWeights(t *testing.T) {
	s := numbered(3) // of a minute
	if _, w := weigh([]Suite{s}, 1, nil); !slices.Equal(w, []float64{60, 60, 60}) {
		t.Errorf("by limits %v", w)
	}
	ran := []Record{{Suite: "test", Cell: s.Cells[0].Name(), Wall: 90},
		{Suite: "test", Cell: s.Cells[1].Name(), Wall: 10}, {Suite: "test", Cell: s.Cells[1].Name()},
		{Suite: "x", Cell: s.Cells[2].Name(), Wall: 1}}
	if _, w := weigh([]Suite{s}, 1, Walls(ran)); !slices.Equal(w, []float64{60, 10, 50}) {
		t.Errorf("by records %v", w)
	}
}

// The parts of a sweep, merged, are the sweep.
func TestPartsAreTheWhole(t *testing.T) {
	command, log := asFake(t)
	s := suiteOf("ok:1", "wrong:1", "time:1", "ok:2", "rounds:1", "ok:3", "error:1")
	s.Cells[1].Folder = "f" // of another machine
	whole, err := Run(t.Context(), s, Options{Command: command, Dir: t.TempDir(), Runs: 2})
	if err != nil {
		t.Fatal(err)
	}
	had := len(started(t, log))
	var parts [][]Record
	dir := t.TempDir()
	for i := 1; i <= 3; i++ {
		o := Options{Command: command, Dir: dir, Runs: 2, Share: Share([]Suite{s}, 2, i, 3, nil),
			Folder: fmt.Sprint("part", i)}
		for range 2 { // the second time there is nothing left but what failed
			sweep, err := Run(t.Context(), s, o)
			if err != nil || sweep.Missing != 0 {
				t.Fatalf("part %d: %d missing, %v", i, sweep.Missing, err)
			}
			if !strings.HasPrefix(sweep.File, o.Folder) {
				t.Errorf("part %d is in %s", i, sweep.File)
			}
			parts = append(parts, sweep.Records)
		}
	}
	if n := len(started(t, log)) - had; n != had+2 {
		t.Errorf("%d processes for the parts, want %d and two of the run that fails", n, had)
	}
	merged, conflicts := Merge(parts...)
	if len(conflicts) > 0 {
		t.Error(conflicts)
	}
	lines := func(records []Record) (list []string) {
		for _, r := range records {
			list = append(list, r.Key()+" "+string(r.Outcome)+r.answered())
		}
		slices.Sort(list)
		return list
	}
	if got, want := lines(merged), lines(whole.Records); !slices.Equal(got, want) || len(want) != 12 {
		t.Errorf("parts\n%q\nwhole\n%q", got, want)
	}
}

func TestMerge(t *testing.T) {
	holds, fails, unknown, states, more := "holds", "fails", "unknown", "12", "13"
	yes := true
	record := func(cell, build string, o Outcome, a Answer, cpu float64) Record {
		return Record{Suite: "s", Cell: cell, Args: []string{"check"}, Run: 1, Outcome: o, Answer: a, CPU: cpu,
			Machine: Machine{Build: build}}
	}
	got, conflicts := Merge([]Record{
		record("a", "1", Done, Answer{Verdict: &holds}, 1),
		record("b", "1", Failed, Answer{}, 2),
		record("c", "1", Failed, Answer{}, 3),
		record("d", "1", Done, Answer{Verdict: &holds}, 4),
	}, []Record{
		record("a", "1", Done, Answer{Verdict: &holds}, 5),   // again
		record("a", "2", Done, Answer{Verdict: &fails}, 6),   // another build
		record("b", "1", Time, Answer{Verdict: &unknown}, 7), // in place of a failure
		record("c", "1", Failed, Answer{}, 8),                // which this does not replace
		record("d", "1", Wrong, Answer{Verdict: &fails}, 9),  // a conflict
		record("e", "1", Done, Answer{States: &states, Complete: &yes}, 10),
		record("e", "1", Done, Answer{States: &more, Complete: &yes}, 11),
		record("a", "1", Time, Answer{Verdict: &unknown}, 12), // none
	})
	var cpu []float64
	for _, r := range got {
		cpu = append(cpu, r.CPU)
	}
	if want := []float64{1, 7, 3, 4, 6, 10}; !slices.Equal(cpu, want) {
		t.Errorf("kept %v, want %v", cpu, want)
	}
	want := []string{"s d, run 1, build 1: holds in one record, fails in another",
		"s e, run 1, build 1: 12 states in one record, 13 states in another"}
	if !slices.Equal(conflicts, want) {
		t.Errorf("conflicts %q, want %q", conflicts, want)
	}
	if b := Builds(Map(got, func(r Record) *Record { return &r })); !slices.Equal(b, []string{"1", "2"}) {
		t.Errorf("builds %q", b)
	}
}
