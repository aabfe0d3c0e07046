package symbolic_test

import (
	"context"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/symbolic"
	"brim/engine/symbolic/cover"
	"brim/mdd"
	"brim/petri"
	"brim/petri/pnml"
)

// The contest's answers about a net that is unbounded, from a cover and from parts within few steps. What takes more
// work is left to brim mcc.
func TestContestUnbounded(t *testing.T) {
	dir := filepath.Join(contestModels(t), "DoubleLock-PT-p3s1")
	want := contestAnswers(t, filepath.Join(dir, "oracle.csv"))
	net, err := pnml.ReadFile(t.Context(), filepath.Join(dir, "model.pnml"))
	if err != nil {
		t.Fatal(err)
	}
	cover := cover.New(context.Background(), net, 0, symbolic.Options{})
	defer cover.Close()
	if !cover.Complete() {
		t.Error("the coverability tree is not complete")
	}
	got := map[string]string{}
	for name, value := range map[string]string{
		"ReachabilityDeadlock": truth(cover.HasDeadlock()), "QuasiLiveness": truth(cover.QuasiLive()),
		"StableMarking": truth(cover.HasStablePlace()),
		"Liveness":      truth(cover.Live()), "OneSafe": truth(cover.OneSafe()),
	} {
		got[name] = value
	}
	formulas := map[string]*syntax.Formula{}
	for _, name := range withFormulas {
		list, err := syntax.NewPool().ReadPropertyFile(t.Context(), filepath.Join(dir, name+".xml"), netNames(net),
			syntax.AsWritten)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if p.Bound != nil {
				got[p.ID] = bounded(cover.Bound(p.Bound))
			} else if got[p.ID] = truth(cover.Holds(p.Formula, syntax.Maximal)); got[p.ID] == "" {
				formulas[p.ID] = cover.Simplify(p.Formula, syntax.Maximal)
			}
		}
	}
	byCover := len(got) - len(formulas)
	parts := symbolic.NewParts(net, symbolic.Options{})
	defer parts.Close()
	for steps := 0; steps < 12; {
		s, err := parts.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		steps = s.Steps
		checker := s.Checker(syntax.Maximal)
		for _, id := range slices.Sorted(maps.Keys(formulas)) {
			limit := s.Model.Forest.Guard(context.Background(), mdd.Limits{Work: 100_000}, func() {
				r, err := s.Holds(checker, formulas[id])
				if err != nil {
					t.Error(err)
				}
				got[id] = truth(r)
			})
			if limit == nil && got[id] != "" {
				delete(formulas, id)
			}
		}
	}
	right := 0
	for _, answers := range want {
		for id, value := range answers {
			switch g := got[id]; g {
			case "":
			case value:
				right++
			default:
				t.Errorf("%s: got %s, want %s", id, g, value)
			}
		}
	}
	t.Logf("%d answers by the cover, %d not known; %d are the contest's", byCover, len(formulas), right)
	if right < 65 {
		t.Error("too few of the questions were answered")
	}
}

// bounded returns a bound as the contest writes it, "" if it is not known.
func bounded(least, most int64) string {
	switch {
	case least == math.MinInt64 || least < most:
		return ""
	case most == petri.Omega:
		return "+inf"
	}
	return strconv.FormatInt(most, 10)
}
