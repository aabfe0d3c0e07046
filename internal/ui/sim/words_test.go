package sim

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/check"
	"brim/internal/testkit/randcoloured"
	"brim/petri"
	"brim/petri/nets"
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
		s := session(t, check.OfNet(net))
		var run []int
		var list []string
		for range 10 {
			tr := rng.IntN(6)
			run, list = append(run, tr), append(list, s.names.Transition(tr))
		}
		line := strings.Join(list, " ")
		if err := s.Fire(line); err != nil || !slices.Equal(s.game.(plainPlay).Steps(), run) {
			t.Fatalf("seed %d: %s fires %v, expected %v: %v", seed, line, s.game.(plainPlay).Steps(), run, err)
		}
	}
}

// TestColouredNames finds each transition of random unfoldings by what people call it, and by its name.
func TestColouredNames(t *testing.T) {
	found := 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 112))
		m, _, err := check.OfColoured(randcoloured.Generate(rng,
			randcoloured.Config{Awkward: true})).Unfold(t.Context(), nil,
			check.UnfoldOptions{Whole: true, AllColours: true})
		if err != nil {
			t.Fatal(err)
		}
		s := session(t, m)
		for want := range m.Net.Transitions {
			list, err := words("x " + s.names.Transition(want) + " y")
			if err != nil || len(list) != 3 {
				t.Fatalf("seed %d: %s is split into %q: %v", seed, s.names.Transition(want), list, err)
			}
			if got, ok := s.index.find(list[1]); !ok || got != want {
				t.Fatalf("seed %d: %s is found as %d, expected %d", seed, list[1], got, want)
			}
			found++
		}
	}
	if found < 100 {
		t.Errorf("%d transitions; expected more", found)
	}
}

func TestComplete(t *testing.T) {
	net, err := nets.Parse("dphil:2")
	if err != nil {
		t.Fatal(err)
	}
	s := session(t, check.OfNet(net))
	for _, c := range []struct{ before, want string }{
		{"un", "undo "},
		{"goe", "GoEat_1 GoEat_2 "},
		{"fire GoEat_1 goeat_2", "GoEat_2 "},
		{"fire und", ""},
		{"goto EF(Fork_1 = 1 & idle_", "Idle_1Idle_2"},
		{"undo ", ""},
		{"goto Fork_1 = ", "Idle_1WaitL_1WaitR_1HasL_1HasR_1Fork_1Idle_2WaitL_2WaitR_2HasL_2HasR_2Fork_2"},
		{"goto (nothing", ""},
	} {
		from, got := s.Complete(c.before)
		if text := strings.Join(got, ""); text != c.want || from > len(c.before) {
			t.Errorf("%q from %d may become %q, expected %q", c.before, from, text, c.want)
		}
	}
}

// session returns a session that prints nothing.
func session(t *testing.T, m *check.Model) *Session {
	t.Helper()
	s, err := New(m, Options{Out: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
