package sim

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/check"
	"brim/petri"
)

// TestNames fires runs of nets with names of all kinds by what people call the transitions.
func TestNames(t *testing.T) {
	letters := []rune(`ab1_ ()",=\.-é` + "\t\n\x1b世")
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 111))
		b := petri.NewBuilder("names")
		p := b.Place("p", 1)
		taken := map[string]bool{}
		for len(taken) < 6 {
			name := make([]rune, 1+rng.IntN(8))
			for i := range name {
				name[i] = letters[rng.IntN(len(letters))]
			}
			if text := string(name); !taken[text] {
				taken[text] = true
				tr := b.Transition(text)
				b.In(tr, p, 1)
				b.Out(tr, p, 1)
			}
		}
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		s := New(check.OfNet(net), Options{Out: io.Discard})
		var run []int
		var list []string
		for range 10 {
			tr := rng.IntN(6)
			run, list = append(run, tr), append(list, s.names.Transition(tr))
		}
		line := strings.Join(list, " ")
		if err := s.Fire(line); err != nil || !slices.Equal(s.game.Steps(), run) {
			t.Fatalf("seed %d: %s fires %v, expected %v: %v", seed, line, s.game.Steps(), run, err)
		}
	}
}
