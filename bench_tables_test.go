package brim_test

import (
	"flag"
	"io"
	"slices"
	"testing"
	"time"

	"brim/bench"
	"brim/bench/tables"
	"brim/check"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"
)

// These benchmarks decide the properties of the suites of brim bench, a benchmark for each cell with the cell's name,
// inside one process: what the suites measure as whole processes. Runs that take longer than a minute are skipped; with
// -short the short versions are run.

func BenchmarkTable1(b *testing.B)   { suite(b, "table1") }
func BenchmarkTable2(b *testing.B)   { suite(b, "table2") }
func BenchmarkFigure3(b *testing.B)  { suite(b, "figure3") }
func BenchmarkVersions(b *testing.B) { suite(b, "versions") }

func suite(b *testing.B, name string) {
	all := tables.All(testing.Short())
	i := slices.IndexFunc(all, func(s bench.Suite) bool { return s.Name == name })
	for _, c := range all[i].Cells {
		b.Run(c.Name(), func(b *testing.B) {
			m, q, d := ask(b, &c)
			o := check.Options{Techniques: []check.Technique{d}, Limits: check.Limits{Time: time.Minute}}
			for b.Loop() {
				o.Start = time.Now()
				r, err := check.DecideAll(b.Context(), m, []*check.Question{q}, o)
				if err != nil {
					b.Fatal(err)
				}
				a := r.Answers[0]
				switch {
				case a.Stop != nil:
					b.Skip("a minute is too short")
				case a.Result.String() != c.Want:
					b.Fatalf("the formula %v, want %s: %s", a.Result, c.Want, a.Reason)
				}
				made := int64(0)
				for _, round := range r.Diagrams.Rounds {
					made += round.Made
				}
				if made > 0 {
					b.ReportMetric(float64(made), "made-nodes")
				}
				b.ReportMetric(float64(r.Diagrams.Stats.PeakNodes), "peak-nodes")
				b.ReportMetric(float64(r.Diagrams.Stats.PeakBytes), "store-bytes")
			}
		})
	}
}

// ask returns what the arguments of a cell ask for, and how the diagrams are to search.
func ask(b testing.TB, c *bench.Cell) (*check.Model, *check.Question, check.Diagrams) {
	m, err := check.Load(b.Context(), c.Model)
	if err != nil {
		b.Fatal(err)
	}
	f := flag.NewFlagSet(c.Name(), flag.ContinueOnError)
	f.SetOutput(io.Discard)
	var d check.Diagrams
	f.StringVar(&d.Strategy, "strategy", check.Strategies()[0], "")
	f.StringVar(&d.Distances, "distances", check.Versions()[0], "")
	f.IntVar(&d.Bound, "bound", 0, "")
	f.IntVar(&d.Step, "step", 0, "")
	deadlock, method, ctl := f.String("deadlock", "", ""), f.String("order", "", ""), f.String("ctl", "near", "")
	if err := f.Parse(c.Flags); err != nil {
		b.Fatal(err)
	}
	d.BySets, d.ByLoops = *ctl != "near", *ctl == "loops"
	if *method != "" {
		d.Order = orderOf(b, m.Net, *method)
	}
	paths := syntax.Maximal
	if *deadlock == syntax.Infinite.String() {
		paths = syntax.Infinite
	}
	q, err := m.Ask(c.Property, paths)
	if err != nil {
		b.Fatal(err)
	}
	q.Trace = false
	return m, q, d
}

// orderOf returns the order of that name.
func orderOf(b testing.TB, net *petri.Net, method string) *order.Decomposition {
	flows, _ := structure.Semiflows(net, structure.Limit{})
	list := order.Candidates(net, flows, order.Options{Most: 1000})
	i := slices.IndexFunc(list, func(d order.Decomposition) bool { return d.Method == method })
	if i < 0 {
		b.Fatalf("the net %s has no order %q", net.Name, method)
	}
	return &list[i]
}

// The benchmarks know what the suites ask for.
func TestQuestions(t *testing.T) {
	for _, s := range tables.All(true) {
		for _, c := range s.Cells {
			if slices.Contains(c.Flags, "--engine") || c.Command != "" || c.Program != "" {
				// no benchmark here: what other engines are compared by are counts, and times of whole processes
				continue
			}
			t.Run(s.Name+"/"+c.Name(), func(t *testing.T) {
				if _, _, d := ask(t, &c); !slices.Contains(check.Strategies(), d.Strategy) {
					t.Errorf("%q name no strategy that there is", c.Flags)
				}
			})
		}
	}
}
