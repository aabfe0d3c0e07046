package brim_test

import (
	"context"
	"flag"
	"io"
	"slices"
	"testing"
	"time"

	"brim/bench"
	"brim/bench/tables"
	"brim/ctl/syntax"
	"brim/edd"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/order"
	"brim/petri/structure"
)

// These benchmarks decide the properties of the suites of brim bench, a benchmark for each cell with the cell's name, inside one process: what the suites measure as
// whole processes. Runs that take longer than a minute are skipped; with -short the short versions are run.

func BenchmarkTable1(b *testing.B)   { suite(b, "table1") }
func BenchmarkTable2(b *testing.B)   { suite(b, "table2") }
func BenchmarkFigure3(b *testing.B)  { suite(b, "figure3") }
func BenchmarkVersions(b *testing.B) { suite(b, "versions") }

func suite(b *testing.B, name string) {
	all := tables.All(testing.Short())
	i := slices.IndexFunc(all, func(s bench.Suite) bool { return s.Name == name })
	for _, c := range all[i].Cells {
		b.Run(c.Name(), func(b *testing.B) {
			q := newQuestion(b, &c)
			ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
			defer cancel()
			for b.Loop() {
				v, space, rounds, end, err := q.decide(ctx)
				switch {
				case err != nil && ctx.Err() == nil:
					b.Fatal(err)
				case ctx.Err() != nil:
					end()
					b.Skip("a minute is too short")
				case v.Result.String() != c.Want:
					b.Fatalf("the formula %v, want %s: %s", v.Result, c.Want, v.Reason)
				}
				b.StopTimer() // counting is not measured
				report(b, space.Reached, space.Stats)
				made := int64(0)
				for _, r := range rounds {
					made += r.Made
				}
				if made > 0 {
					b.ReportMetric(float64(made), "made-nodes")
				}
				b.StartTimer()
				end()
			}
		})
	}
}

// A question is what the arguments of a cell ask for.
type question struct {
	net     *petri.Net
	formula *syntax.Formula
	paths   syntax.Paths
	options symbolic.Options
	rounds  symbolic.RoundOptions // with the strategy, even if that has none
	bySets  bool                  // the verdict is found by sets alone
}

func newQuestion(b testing.TB, c *bench.Cell) *question {
	net, err := nets.Parse(c.Model)
	if err != nil {
		b.Fatal(err)
	}
	q := &question{net: net}
	if q.formula, err = syntax.Parse(c.Property, c.Name(), namesOf(net)); err != nil {
		b.Fatal(err)
	}
	f := flag.NewFlagSet(c.Name(), flag.ContinueOnError)
	f.SetOutput(io.Discard)
	deadlock, strategy := f.String("deadlock", "", ""), f.String("strategy", string(symbolic.Auto), "")
	method, distances := f.String("order", "", ""), f.String("distances", edd.Budgeted.String(), "")
	ctl := f.String("ctl", "near", "")
	f.IntVar(&q.rounds.Bound, "bound", 0, "")
	f.IntVar(&q.rounds.Step, "step", 0, "")
	if err := f.Parse(c.Flags); err != nil {
		b.Fatal(err)
	}
	if *deadlock == syntax.Infinite.String() {
		q.paths = syntax.Infinite
	}
	if q.rounds.Version, err = edd.ParseVersion(*distances); err != nil {
		b.Fatal(err)
	}
	q.rounds.Strategy = symbolic.Strategy(*strategy)
	q.bySets = *ctl == "constrained"
	if *method != "" {
		q.options.Order = orderOf(b, net, *method)
	}
	return q
}

// decide returns the verdict by the strategy, the space that it rests on, and the rounds if there were any. What they hold ends with end.
func (q *question) decide(ctx context.Context) (v engine.Verdict, space *symbolic.Space, rounds []symbolic.Round, end func(), err error) {
	witness := symbolic.WitnessOptions{None: true, BySets: q.bySets}
	switch q.rounds.Strategy {
	case symbolic.Unlim:
		if space, err = symbolic.Explore(ctx, q.net, q.options); space == nil {
			return v, nil, nil, func() {}, err
		}
		if err == nil {
			v, err = space.Verdict(ctx, space.Checker(q.paths), q.formula, witness)
		}
		return v, space, nil, space.Close, err
	case symbolic.Auto:
		x, err := symbolic.NewAuto(ctx, q.net, q.options, q.rounds)
		if err != nil {
			return v, nil, nil, func() {}, err
		}
		for err == nil && v.Result == engine.Unknown && x.More() {
			if space, err = x.Next(ctx); err == nil {
				witness.Work = x.Work()
				v, err = space.Verdict(ctx, space.Checker(q.paths), q.formula, witness)
			}
		}
		return v, space, x.Done(), x.Close, err
	}
	x, err := symbolic.NewRounds(q.net, q.options, q.rounds)
	if err != nil {
		return v, nil, nil, func() {}, err
	}
	v, space, err = x.Verdict(ctx, q.formula, q.paths, witness)
	return v, space, x.Done(), x.Close, err
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
				continue // no benchmark here: what other engines are compared by are counts, and times of whole processes
			}
			t.Run(s.Name+"/"+c.Name(), func(t *testing.T) {
				if q := newQuestion(t, &c); !slices.Contains(symbolic.Strategies(), q.rounds.Strategy) {
					t.Errorf("%q name no strategy that there is", c.Flags)
				}
			})
		}
	}
}

// namesOf resolves names in formulas over the net of a family.
func namesOf(net *petri.Net) syntax.Names {
	var places, transitions []string
	for i := range net.Places {
		places = append(places, net.Places[i].Name)
	}
	for i := range net.Transitions {
		transitions = append(transitions, net.Transitions[i].Name)
	}
	propositions := map[string]string{}
	if family, size, err := nets.Split(net.Name); err == nil {
		for name := range family.PropositionNames(size) {
			propositions[name], _ = family.Proposition(size, name)
		}
	}
	return syntax.NewLists(places, transitions, propositions)
}
