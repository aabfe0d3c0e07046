package format_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/randtimed"
	"brim/petri/format"
	"brim/petri/timed"
)

// The time of a net that a format cannot hold is left out, which is told as a change of behaviour.
func TestTimeIsLost(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 4))
	for range 100 {
		n, a := randtimed.Generate(rng, randtimed.Small()), randtimed.GenerateArcs(rng, randtimed.Small())
		for _, d := range []*timed.Document{{Timed: n}, {Arcs: a}} {
			for _, f := range format.All() {
				holds := f.Holds & format.Intervals
				if d.Arcs != nil {
					holds = f.Holds & format.Ages
				}
				if !f.Writable() || holds != 0 || d.Simple() != d {
					continue
				}
				fitted, losses, err := f.Fit(d)
				if err != nil {
					t.Fatal(err)
				}
				if fitted.Untimed == nil || !slices.ContainsFunc(losses,
					func(l format.Loss) bool { return l.Behaviour }) {
					t.Fatalf("%s: %+v and %v", f.Name, fitted, losses)
				}
				if len(fitted.Untimed.Transitions) != len(d.Net().Transitions) {
					t.Fatalf("%s: another net: %+v", f.Name, fitted.Untimed)
				}
				again(t, f, fitted)
			}
		}
	}
}
