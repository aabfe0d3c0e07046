package bench

import (
	"slices"
	"strings"
	"testing"

	"brim/bench/measure"
)

// Each fault of records makes its warning, and records without faults make none.

// fine returns faultless records of a suite of three cells, two of which ask the same question.
func fine() (Suite, []Record) {
	s := suiteOf("ok:1", "ok:2", "other:3")
	s.Cells[1].Model = "ok:1"
	var list []Record
	for _, c := range s.Cells {
		list = append(list, Record{
			Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: c.Time.Seconds(), Run: 1, Outcome: Done,
			Answer: Answer{Verdict: new("holds"), Complete: new(true), States: new("12"), Nodes: new(3),
				PeakNodes: new(4)},
			Machine: Machine{Build: "0123abcd", Commit: "1234567890ab", Cores: 2}, Load: new(1.5),
		})
	}
	return s, list
}

func TestWarnings(t *testing.T) {
	s, list := fine()
	if w := NewResults(&s, list).Warnings(); len(w) > 0 {
		t.Fatalf("of records that nothing is wrong with: %q", w)
	}
	for _, c := range []struct {
		name   string
		change func(r *Record)
		want   string // part of a warning
	}{
		{"verdict", func(r *Record) { r.Verdict, r.Status = new("fails"), 1 },
			"model=ok/n=2: the verdict is fails, right is holds"},
		{"other verdict", func(r *Record) { r.Verdict, r.Status = new("fails"), 1 },
			"the verdicts on ok:1 differ: holds by model=ok/n=1, fails by model=ok/n=2"},
		{"no verdict", func(r *Record) { r.Verdict = new("unknown") },
			"model=ok/n=2: the verdict is unknown, right is holds"},
		{"no word", func(r *Record) { r.Verdict = new("perhaps") }, "contradicts itself: the verdict is perhaps"},
		{"status", func(r *Record) { r.Status = 3 },
			"contradicts itself: the verdict is holds, the status of the process 3"},
		{"outcome", func(r *Record) { r.Outcome = Time }, "contradicts itself: the verdict is holds, the outcome time"},
		{"reason", func(r *Record) { r.Reason = "why" }, "a reason why there is none: why"},
		{"bound", func(r *Record) { r.Bound = new(7) }, "all markings are known, and those within 7 steps"},
		{"limit", func(r *Record) { r.Outcome, r.Verdict, r.Status = Time, new("unknown"), 3 },
			"all markings are known, and the verdict is not"},
		{"nodes", func(r *Record) { r.Nodes = new(5) }, "5 nodes, and at most 4 at a time"},
		{"states", func(r *Record) { r.States = new("13") },
			"the numbers of all states of ok:1 differ: 12 by model=ok/n=1, 13 by model=ok/n=2"},
		{"statistics", func(r *Record) { r.Counts = map[string]float64{"states": 13} },
			"12 states, and 13 in its statistics"},
		{"build", func(r *Record) { r.Build = "9999abcd" },
			"records of 2 builds, so no two cells can be compared for certain: 0123abcd, 9999abcd"},
		{"commit", func(r *Record) { r.Commit = "" }, "1 of 3 records do not say of which commit"},
		{"changes", func(r *Record) { r.Commit += changes }, "1 of 3 records are of changed sources"},
		{"disturbed", func(r *Record) { r.Disturbed = []string{"swap: 7 pages"} },
			"swap, in 1 of 3 runs, the first of them model=ok/n=2: 7 pages"},
		{"ways", func(r *Record) { r.MeasuredBy = measure.Cgroup },
			"memory was measured in different ways, which package measure explains: cgroup, rusage"},
		{"cores", func(r *Record) { r.Pinned = []int{1, 3} }, "runs were kept on different cores: [1 3], []"},
		{"load", func(r *Record) { r.Load = new(2.5) }, "when 1 of 3 runs began, more programs were at work"},
	} {
		s, list := fine()
		c.change(&list[1])
		res := NewResults(&s, list)
		if w := res.Warnings(); !slices.ContainsFunc(w, func(x string) bool { return strings.Contains(x, c.want) }) {
			t.Errorf("%s: %q, want %q", c.name, w, c.want)
		}
		if notes := res.Notes(); !strings.HasPrefix(notes[0], "WARNING: ") {
			t.Errorf("%s: the notes begin with %q", c.name, notes[0])
		}
	}
}

// A record of the wrong verdict is wrong in tables, whatever outcome it has, and the record itself stays as it was.
func TestJudged(t *testing.T) {
	s, list := fine()
	list[0].Verdict, list[0].Status = new("fails"), 1
	res := NewResults(&s, list)
	x := res.Cell(list[0].Cell)
	if x.Outcome != Wrong || list[0].Outcome != Done || len(res.Problems()) != 1 {
		t.Errorf("outcome %s, of the record %s, problems %v", x.Outcome, list[0].Outcome, res.Problems())
	}
	if v := (Entry{Ours: x}).Seconds(); v.Text() != "wrong" {
		t.Errorf("its time is shown as %q", v.Text())
	}
}

// The notes say what belongs to none of the cells, and sums of what is known.
func TestNotes(t *testing.T) {
	s, list := fine()
	list[2].Seconds = 1
	list[0].CPU, list[1].CPU = 0.25, 0.5
	list[1].Rounds = []Round{{Bound: new(20), States: new("7")},
		{Bound: new(30), States: new("100000000000000000000000000000")}}
	list[1].Counts = map[string]float64{"flips": 4}
	notes := strings.Join(NewResults(&s, list).Notes(), "\n")
	for _, want := range []string{
		"2 of 3 cells measured", "left out: 1 records of this suite", "limits of a run: 1m0s\n", "1.50 to 1.50",
		"build 0123abcd, commit 1234567890ab", "outcome 2 done", "cpu_seconds 0.75",
		"states 24", "rounds 2", "rounds.bound 50", "rounds.states 10000000…, 30 digits, ", "counts.flips 4",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
	if notes := NewResults(&s, nil).Notes(); len(notes) != 1 || notes[0] != "0 of 3 cells measured" {
		t.Errorf("of nothing: %q", notes)
	}
}
