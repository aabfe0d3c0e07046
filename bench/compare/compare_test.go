package compare

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/bench"
	"brim/bench/stats"

	"pgregory.net/rapid"
)

// Comparisons of simulated sweeps, whose true difference is known: differences are found, and chance is not taken for
// one.

// A simulation makes records whose true times are known.
type simulation struct {
	*rand.Rand
	noise float64 // of the logarithm of a time
	runs  int
}

// simulated are suites by their numbers of cells, about those of the quick suites.
var simulated = map[string]int{"tiny": 5, "small": 9, "middle": 20, "large": 40}

// sweep returns records of all suites, whose times are those of the cells times factor(suite).
func (s *simulation) sweep(factor func(suite string) float64) (records []bench.Record) {
	for _, suite := range []string{"tiny", "small", "middle", "large"} {
		for i := range simulated[suite] {
			seconds := math.Pow(10, 2*float64(i)/float64(simulated[suite])-1) * factor(suite) // 0.1 to 10
			for run := range s.runs {
				records = append(records,
					*record(suite, fmt.Sprintf("n=%d", i), run+1, bench.Done,
						seconds*math.Exp(s.noise*s.NormFloat64())))
			}
		}
	}
	return records
}

// record returns a record of a check with a limit of a minute.
func record(suite, cell string, run int, outcome bench.Outcome, seconds float64) *bench.Record {
	r := &bench.Record{
		Suite: suite, Cell: cell, Args: []string{"check"}, Seconds: 60, Run: run, Outcome: outcome, CPU: seconds,
		Wall: seconds, RSS: 1e7,
		Answer: bench.Answer{Verdict: new("holds")},
	}
	if outcome != bench.Done {
		r.Verdict = new("unknown")
	}
	return r
}

func same(string) float64 { return 1 }

func times(x float64) func(string) float64 { return func(string) float64 { return x } }

// alarms returns in how many of n comparisons something is shown.
func alarms(n int, s simulation, o Options, factor func(string) float64) (count int) {
	for range n {
		if r := Compare(Sweeps("A", "B", s.sweep(same), s.sweep(factor)), o); slices.ContainsFunc(r.Lines,
			func(l Line) bool { return l.Verdict != None }) {
			count++
		}
	}
	return count
}

// Of a thousand comparisons of a program with itself Holm's method lets one in twenty say something; 71 of 1,000 are
// three deviations more. With the floor it is none, and one in twenty again where A is slower by just the floor.
func TestFalseAlarms(t *testing.T) {
	for _, c := range []struct {
		what   string
		o      Options
		factor float64
		most   int
	}{
		{"no floor", Options{Measures: []string{"cpu"}}, 1, 71},
		{"floor", Options{Measures: []string{"cpu"}, Floor: 0.05}, 1, 1},
		{"as slow as the floor", Options{Measures: []string{"cpu"}, Floor: 0.05}, 1.05, 71},
	} {
		s := simulation{rand.New(rand.NewPCG(7, 8)), 0.05, 1}
		if n := alarms(1000, s, c.o, times(c.factor)); n > c.most {
			t.Errorf("%s: %d false alarms in 1,000, at most %d expected", c.what, n, c.most)
		} else {
			t.Logf("%s: %d false alarms in 1,000", c.what, n)
		}
	}
}

// A suite of 40 cells that is slower by 10 % is found, with a floor of 5 % and three runs of each cell, nearly always,
// with an interval that has the 10 % in it, and no other suite is named.
func TestDetectsTenPercent(t *testing.T) {
	s := simulation{rand.New(rand.NewPCG(9, 10)), 0.05, 3}
	const n = 200
	found, covered, others := 0, 0, 0
	for range n {
		r := Compare(Sweeps("A", "B", s.sweep(same), s.sweep(func(suite string) float64 {
			if suite == "large" {
				return 1.1
			}
			return 1
		})), Options{Measures: []string{"cpu"}, Floor: 0.05})
		for _, l := range r.Lines {
			switch {
			case l.Suite == "large" && l.Verdict == More:
				found++
				if *l.Low <= 1.1 && 1.1 <= *l.High {
					covered++
				}
			case l.Verdict != None && l.Suite != "":
				others++
			}
		}
	}
	if t.Logf("found %d of %d, %d intervals right, %d others named", found, n, covered, others); found < n*95/100 ||
		covered < found*9/10 || others > 0 {
		t.Error("too few found, or too many")
	}
}

// cells returns a sweep of one suite: the seconds of cells, with "60+" for one that its limit ended, "?" for one
// without a verdict.
func cells(t *testing.T, text string) (records []bench.Record) {
	t.Helper()
	for i, word := range strings.Fields(text) {
		x, outcome := 0.0, bench.Done
		switch {
		case word == "?":
			outcome, x = bench.Unknown, 1
		case strings.HasSuffix(word, "+"):
			outcome = bench.Time
			word = strings.TrimSuffix(word, "+")
			fallthrough
		default:
			if _, err := fmt.Sscan(word, &x); err != nil {
				t.Fatal(err)
			}
		}
		records = append(records, *record("suite", fmt.Sprintf("n=%d", i), 1, outcome, x))
	}
	return records
}

// What is shown, by hand: with 8 pairs all on one side p is 2/2^8.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		a, b       string
		says       string
		pairs      int
		ratio      float64 // 0 for none
		bound      string
		p          float64 // -1 for none
		parA, parB float64
		only       [2]int
	}{
		{"1 1 1 1 1 1 1 1", "1.2 1.2 1.2 1.2 1.2 1.2 1.2 1.2", "slower by 20 % (20 to 20 %)", 8, 1.2, "=", 2. / 256, 1,
			1.2, [2]int{}},
		{"1.25 1.25 1.25 1.25 1.25 1.25 1.25 1.25", "1 1 1 1 1 1 1 1", "faster by 20 % (20 to 20 %)", 8, 0.8, "=",
			2. / 256, 1.25, 1, [2]int{}},
		{"1 1 1 1 1 1 1 1", "3 3 3 3 3 3 3 3", "slower by a factor of 3.0 (3.0 to 3.0)", 8, 3, "=", 2. / 256, 1, 3,
			[2]int{}},
		// below the floor
		{"1 1 1 1 1 1 1 1", "1.04 1.04 1.04 1.04 1.04 1.04 1.04 1.04", "", 8, 1.04, "=", 1, 1, 1.04, [2]int{}},
		// too few
		{"1 1 1 1 1", "2 2 2 2 2", "", 5, 2, "=", -1, 1, 2, [2]int{}},
		// time-outs of B are bounds, of both nothing, and what has no verdict is left out
		{
			"15 15 15 15 15 15 15 15 60+ ? 1", "60+ 60+ 60+ 60+ 60+ 60+ 60+ 60+ 60+ 1 ?",
			"slower by at least a factor of 4.0 (4.0 or more)",
			8, 4, ">", 2. / 256, (8*15 + 120 + 120 + 1) / 11., (9*120 + 1 + 120) / 11., [2]int{9, 1},
		},
		{
			"60+ 60+ 60+ 60+ 60+ 60+ 60+ 60+", "15 15 15 15 15 15 15 15",
			"faster by at least a factor of 4.0 (4.0 or more)",
			8, 0.25, "<", 2. / 256, 120, 15, [2]int{0, 8},
		},
		// Of both, the ratio is that of the rest. Against B being slower the ranks are six of 3.5, 7, and 8 for the run
		// of A, with the other sign. As little as 8 have the empty choice, one or two of 3.5, 7 alone and 8 alone:
		// 1 + 6 + 15 + 1 + 1 of 256.
		{"1 1 1 1 1 1 1 60+", "2 2 2 2 2 2 60+ 1", "", 8, 2, "both", 2 * 24. / 256, 127.0 / 8, 133.0 / 8, [2]int{1, 1}},
	} {
		r := Compare(Sweeps("A", "B", cells(t, c.a), cells(t, c.b)), Options{Measures: []string{"cpu"}, Floor: 0.05})
		l := r.Lines[0]
		near := func(x *float64, want float64) bool { return x != nil && math.Abs(*x-want) < 1e-9*want }
		if l.Says() != c.says || l.Pairs != c.pairs || !near(l.Ratio, c.ratio) || l.Bound != c.bound ||
			!near(l.PAR2A, c.parA) || !near(l.PAR2B, c.parB) ||
			[2]int{l.OnlyA, l.OnlyB} != c.only || (l.P == nil) != (c.p < 0) || l.P != nil && !near(l.P, c.p) {
			t.Errorf("%s\n%s\n%q, %s", c.a, c.b, l.Says(), jsonOf(t, l))
		}
		if len(r.Lines) != 1 {
			t.Errorf("%d lines", len(r.Lines))
		}
	}
}

func jsonOf(t *testing.T, x any) string {
	t.Helper()
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Of several runs the median counts, and a cell ended if more than half of its runs did.
func TestSeveralRuns(t *testing.T) {
	runs := func(outcome bench.Outcome, seconds ...float64) (list []bench.Record) {
		for i, x := range seconds {
			list = append(list, *record("suite", "n=1", i+1, outcome, x))
		}
		return list
	}
	r := Compare(Sweeps("A", "B", runs(bench.Done, 1, 2, 9), runs(bench.Done, 4, 4, 6, 60)),
		Options{Measures: []string{"wall"}})
	if l := r.Lines[0]; *l.A != 2 || *l.B != 5 || math.Abs(*l.Ratio-2.5) > 1e-9 || l.Low != nil || l.P != nil {
		t.Error(jsonOf(t, l))
	}
	some := append(runs(bench.Done, 1), *record("suite", "n=1", 2, bench.Time, 60))
	if r := Compare(Sweeps("A", "B", some, runs(bench.Done, 1)),
		Options{Measures: []string{"wall"}}); r.Lines[0].SolvedA != 0 || r.Lines[0].Bound != "<" {
		t.Error(jsonOf(t, r.Lines))
	}
}

// Pairs have the same suite, name, arguments and limits; the last record of a run counts.
func TestSweeps(t *testing.T) {
	a := []bench.Record{
		*record("x", "n=1", 1, bench.Failed, 1), *record("x", "n=1", 1, bench.Done, 2),
		*record("x", "n=2", 1, bench.Done, 1), *record("y", "n=1", 1, bench.Done, 1),
		*record("x", "n=3", 1, bench.Done, 1), *record("x", "n=4", 1, bench.Done, 1),
	}
	b := slices.Clone(a[1:])
	b[2].Cell, b[3].Seconds, b[4].Args = "n=9", 30, []string{"check", "--other"}
	s := Sweeps("A", "B", a, b)
	if len(s.Pairs) != 2 || s.Pairs[0].A.CPU != 2 || s.Pairs[0].Cell != "n=1" || s.Pairs[1].Cell != "n=2" ||
		s.A.Alone != 3 || s.B.Alone != 3 {
		t.Errorf("%+v", s)
	}
}

// Two kinds of cells of one sweep are paired by what else names them.
func TestBy(t *testing.T) {
	var records []bench.Record
	for i, name := range []string{"model=a/way=x/n=1", "model=a/way=y/n=1", "model=a/way=z/n=1", "model=b/way=y/n=1",
		"model=b/way=x/n=1", "model=c/way=x/n=1", "model=d"} {
		records = append(records, *record("s", name, 1, bench.Done, float64(i+1)))
	}
	s, err := By(records, "way", "y", "x")
	if err != nil || len(s.Pairs) != 2 || s.Pairs[0].Cell != "model=a/n=1" || s.Pairs[0].A.CPU != 2 ||
		s.Pairs[0].B.CPU != 1 || s.A.Alone != 0 || s.B.Alone != 1 || s.A.Name != "way=y" {
		t.Errorf("%+v, %v", s, err)
	}
	for _, c := range [][4]string{{"wey", "x", "y", "no cell has a label wey; there are model, n, way"},
		{"way", "x", "q", "no cell has way=q; there are x, y, z"}} {
		if _, err := By(records, c[0], c[1], c[2]); err == nil || err.Error() != c[3] {
			t.Errorf("%v", err)
		}
	}
}

// Different answers to one question are reported, of any run.
func TestConflicts(t *testing.T) {
	a, b := cells(t, "1 1 1"), cells(t, "1 1 ?")
	a = append(a, *record("suite", "n=0", 2, bench.Done, 1))
	a[3].Verdict = new("fails")
	for i, x := range []string{"7", "8"} {
		side := [][]bench.Record{a, b}[i]
		side[1].States, side[1].Complete, side[1].Verdict = &x, new(true), nil
	}
	r := Compare(Sweeps("A", "B", a, b), Options{})
	want := []Conflict{{"suite", "n=0", "fails", "holds"}, {"suite", "n=1", "7 states", "8 states"}}
	if !slices.Equal(r.Conflicts, want) || !slices.Contains(r.Sheet().Notes,
		"WARNING: suite n=0: fails in A, holds in B") {
		t.Errorf("%+v", r.Conflicts)
	}
}

// Whatever the runs that were ended would have taken, it is shown as clearly as with their bounds.
func TestBoundsAreBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 14).Draw(t, "pairs")
		floor := rapid.SampledFrom([]float64{0, 0.0517, 0.70091}).Draw(t, "floor")
		var known, bounds []ratio
		for i := range n {
			d := float64(rapid.IntRange(-20, 20).Draw(t, "log of the ratio"))/7 + float64(i)*0.00123 // all different
			cut := float64(rapid.IntRange(0, 20).Draw(t, "cut")) / 9
			known = append(known, ratio{d, d})
			switch rapid.IntRange(0, 2).Draw(t, "ended") {
			case 0:
				bounds = append(bounds, ratio{d, d})
			case 1:
				bounds = append(bounds, ratio{d - cut, math.Inf(1)})
			case 2:
				bounds = append(bounds, ratio{math.Inf(-1), d + cut})
			}
		}
		if p, q := test(known, floor), test(bounds, floor); p > q+1e-12 {
			t.Fatalf("p = %v, with bounds %v", p, q)
		}
		if p, q := test(known, floor), test(known, floor+0.1); p > q+1e-12 {
			t.Fatalf("p = %v, with a higher floor %v", p, q)
		}
	})
}

// A and B changed, everything is the other way round.
func TestMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := func() (list []bench.Record) {
			for i := range 9 {
				outcome := rapid.SampledFrom([]bench.Outcome{bench.Done, bench.Done, bench.Done, bench.Time,
					bench.Unknown}).Draw(t, "outcome")
				list = append(list, *record("s", fmt.Sprintf("n=%d", i), 1, outcome,
					float64(rapid.IntRange(1, 50).Draw(t, "seconds"))))
			}
			return list
		}
		a, b := side(), side()
		o := Options{Measures: []string{"cpu"}, Floor: 0.05}
		x, y := Compare(Sweeps("A", "B", a, b), o).Lines[0], Compare(Sweeps("A", "B", b, a), o).Lines[0]
		bounds := map[string]string{"=": "=", "both": "both", "<": ">", ">": "<"}
		verdicts := map[Verdict]Verdict{None: None, More: Less, Less: More}
		inverse := func(x, y *float64) bool {
			return (x == nil) == (y == nil) &&
				(x == nil || math.Abs(*x**y-1) < 1e-9)
		}
		if x.Bound != bounds[y.Bound] || x.Verdict != verdicts[y.Verdict] || x.OnlyA != y.OnlyB ||
			x.SolvedB != y.SolvedA ||
			!inverse(x.Ratio, y.Ratio) || !inverse(x.Low, y.High) || (x.P == nil) != (y.P == nil) || x.P != nil &&
			*x.P != *y.P {
			t.Fatalf("%+v\n%+v", x, y)
		}
		if x.P != nil && x.Pairs < stats.Enough {
			t.Fatalf("%+v", x)
		}
	})
}

// On a busy machine nothing is said of times, but of CPU time where the runs followed each other.
func TestBusy(t *testing.T) {
	sweep := func(factor, load float64, after time.Duration) (list []bench.Record) {
		for i := range 12 {
			r := record("s", fmt.Sprintf("n=%d", i), 1, bench.Done, factor*float64(i+1))
			r.Load, r.Cores, r.RSS = &load, 2, int64(1e7*factor)
			r.Began = time.Date(2026, 11, 22, 10, 5*i, 0, 0, time.UTC).Add(after)
			list = append(list, *r)
		}
		return list
	}
	for _, c := range []struct {
		load  float64
		after time.Duration
		want  string // the measures of which something is said
	}{
		{1, time.Hour, "cpu wall memory"}, {9, time.Hour, "memory"}, {9, time.Second, "cpu memory"},
		{9, -time.Second, "cpu memory"},
	} {
		var said []string
		r := Compare(Sweeps("A", "B", sweep(1, c.load, 0), sweep(2, c.load, c.after)), Options{Floor: 0.05})
		for _, l := range r.Lines {
			if l.Verdict != None {
				said = append(said, l.Measure)
			}
		}
		if got := strings.Join(said, " "); got != c.want {
			t.Errorf("load %v, %v later: %q, want %q", c.load, c.after, got, c.want)
		}
	}
}
