package tracefile

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/check"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
	"brim/internal/ui/trace"
	"brim/petri/coloured"
)

var bindings = flag.Int("bindings", 100, "TestMutatedBindings changes so many traces of coloured nets")

// firingOf writes a step of a coloured net as the forms have it.
func firingOf(net *coloured.Net, s oracle.ColouredStep) trace.Firing {
	tr := &net.Transitions[s.Transition]
	f := trace.Firing{Coloured: tr.Name, Binding: map[string]string{}}
	for i, v := range tr.Variables {
		x := &net.Variables[v]
		f.Binding[x.ID] = net.ColourText(x.Sort, s.Binding[i])
	}
	return f
}

// TestMutatedBindings changes transitions and colours of random runs of random coloured nets. The explorer of coloured
// markings, which unfolds nothing, says which step is impossible.
func TestMutatedBindings(t *testing.T) {
	refused, done := 0, 0
	for seed := uint64(0); done < *bindings; seed++ {
		rng := rand.New(rand.NewPCG(seed, 2007))
		net := randcoloured.Generate(rng, randcoloured.Config{Awkward: seed%3 == 0})
		space, err := oracle.ExploreColoured(net, 300)
		if err != nil || len(space.Succ[0]) == 0 {
			continue
		}
		m, _, err := check.OfColoured(net).Unfold(t.Context(), nil, check.UnfoldOptions{Whole: true, AllColours: true})
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			done++
			var steps []oracle.ColouredStep
			at := 0
			for range 1 + rng.IntN(8) {
				if len(space.Succ[at]) == 0 {
					break
				}
				e := space.Succ[at][rng.IntN(len(space.Succ[at]))]
				steps, at = append(steps, e.ColouredStep), e.To
			}
			i := rng.IntN(len(steps))
			s := &steps[i]
			s.Binding = slices.Clone(s.Binding)
			if len(s.Binding) > 0 && rng.IntN(3) > 0 {
				k := rng.IntN(len(s.Binding))
				variable := net.Variables[net.Transitions[s.Transition].Variables[k]]
				s.Binding[k] = rng.Int64N(net.Sorts[variable.Sort].Size)
			} else {
				s.Transition = rng.IntN(len(net.Transitions))
				s.Binding = nil
				for _, v := range net.Transitions[s.Transition].Variables {
					s.Binding = append(s.Binding, rng.Int64N(net.Sorts[net.Variables[v].Sort].Size))
				}
			}
			want := -1
			run, err := oracle.ReplayColoured(net, steps)
			if err != nil {
				want = len(run)
				refused++
			}
			x := ofSteps()
			for _, s := range steps {
				x.Witness.Steps = append(x.Witness.Steps, firingOf(net, s))
			}
			form := Form(rng.IntN(3))
			y := written(t, x, form, m)
			r, err := y.Replay(t.Context(), m, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, why := -1, ""
			if r.Failed != nil {
				got, why = r.Failed.Step, r.Failed.Reason
			}
			if got != want {
				t.Errorf("seed %d, form %d: refused at %d (%s), expected %d\n%s\nsteps %+v", seed, form, got, why, want,
					strings.TrimSpace(randcoloured.Text(net)), y.Witness.Steps)
				return
			}
		}
	}
	t.Logf("%d traces, %d of them impossible", done, refused)
	if refused < done/4 || refused > 3*done/4 {
		t.Errorf("%d of %d traces are impossible, expected a quarter to three quarters", refused, done)
	}
}
