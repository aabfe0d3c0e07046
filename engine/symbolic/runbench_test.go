package symbolic_test

import (
	"context"
	"errors"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/ltl"
	"brim/ltl/automaton"
	"brim/mdd"
	"brim/petri/pnml"
)

var (
	runWork    = flag.Int64("run-work", 1<<22, "in BenchmarkLTL, the work that each question may take")
	runBySets  = flag.Bool("run-by-sets", false, "in BenchmarkLTL, look at sets alone")
	runVerbose = flag.Bool("run-verbose", false, "in BenchmarkLTL, say what takes long, and what is left")
)

// BenchmarkLTL asks all markings of the contest's nets its questions of LTL, after an exploration within 10 s, which is
// not measured. It tells how many are decided, and how many wrongly, and the work for all of them, each within a limit
// that is the same on every machine.
func BenchmarkLTL(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(contestModels(b), "*", "model.pnml"))
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		dir := filepath.Dir(file)
		for _, exam := range []string{"LTLCardinality", "LTLFireability"} {
			b.Run("model="+filepath.Base(dir)+"/exam="+exam, func(b *testing.B) { benchmarkRuns(b, dir, exam) })
		}
	}
}

func benchmarkRuns(b *testing.B, dir, exam string) {
	net, err := pnml.ReadFile(b.Context(), filepath.Join(dir, "model.pnml"))
	if err != nil {
		b.Fatal(err)
	}
	early, cancel := context.WithTimeout(b.Context(), 10*time.Second)
	defer cancel()
	s, err := symbolic.Explore(early, net, symbolic.Options{Memory: 2 << 30})
	if err != nil {
		b.Skip(err)
	}
	defer s.Close()
	want := contestAnswers(b, filepath.Join(dir, "oracle.csv"))[exam]
	for b.Loop() {
		pool := syntax.NewPool()
		list, err := pool.ReadPropertyFile(b.Context(), filepath.Join(dir, exam+".xml"), netNames(net), syntax.LTL)
		if err != nil {
			b.Fatal(err)
		}
		checker := s.Checker(syntax.Maximal)
		before := s.Model.Forest.Stats().Work
		right, wrong := 0, 0
		for _, p := range list {
			switch got := askRun(b, s, checker, p); {
			case got != "" && want[p.ID] != "" && got != want[p.ID]:
				wrong++
				b.Errorf("%s: %s, want %s", p.ID, got, want[p.ID])
			case got != "":
				right++
			}
		}
		b.ReportMetric(float64(right), "decided")
		b.ReportMetric(float64(wrong), "wrong")
		b.ReportMetric(float64(s.Model.Forest.Stats().Work-before), "work")
	}
}

// askRun returns the answer to a question, or "" if the limit ends the search.
func askRun(b *testing.B, s *symbolic.Space, checker *ctl.Checker, p syntax.Property) string {
	start, work := time.Now(), s.Model.Forest.Stats().Work
	g := ltl.GoalOf(p.Formula)
	a, err := automaton.Of(b.Context(), g.Path, automaton.Limits{})
	var large *automaton.LimitError
	if errors.As(err, &large) {
		b.Logf("%s: %v", p.ID, err)
		return ""
	}
	if err != nil {
		b.Fatal(err)
	}
	built := time.Since(start)
	o := symbolic.WitnessOptions{None: true, Limits: mdd.Limits{Memory: 2 << 30}, Work: *runWork, BySets: *runBySets}
	v, _, err := s.Run(b.Context(), checker, g, a, o)
	if err != nil {
		b.Fatal(err)
	}
	if work = s.Model.Forest.Stats().Work - work; *runVerbose && (work > *runWork/10 || v.Result == engine.Unknown) {
		b.Logf("%s: %q, work %d, %v, %v for the automaton: %d states, %d marks, %v; %s", p.ID, truth(v.Result), work,
			time.Since(start).Round(time.Millisecond), built.Round(time.Millisecond), len(a.States), a.Marks, a.Class(),
			v.Reason)
	}
	return truth(v.Result)
}
