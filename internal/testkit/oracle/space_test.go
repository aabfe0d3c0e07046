package oracle_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

func parse(t testing.TB, text string) *petri.Net {
	t.Helper()
	net, err := randnet.ParseText("test", text)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// Each case is small enough to check by hand.
func TestExplore(t *testing.T) {
	for _, c := range []struct {
		what, net string
		states    string // in the order of discovery
		firings   int
		edges     int
		dead      []int
	}{
		{"no places, no transitions", "", "[]", 0, 0, []int{0}},
		{"no transitions", "p a 3", "[3]", 0, 0, []int{0}},
		{"a transition without arcs", "p a 3\nt t", "[3]", 1, 1, nil},
		{"not enough tokens", "p a 3\nt t pre: a 4", "[3]", 0, 0, []int{0}},
		{"weights", "p a 5\np b 0\nt t pre: a 2 post: b 3", "[5 0] [3 3] [1 6]", 2, 2, []int{2}},
		{"read arc", "p a 1\np b 1\nt t pre: a 1 b 1 post: b 1", "[1 1] [0 1]", 1, 1, []int{1}},
		{"self-loop", "p a 1\nt t pre: a 1 post: a 1", "[1]", 1, 1, nil},
		{"self-loop that needs more", "p a 1\nt t pre: a 2 post: a 2", "[1]", 0, 0, []int{0}},
		{"parallel transitions", "p a 1\nt s pre: a 1\nt t pre: a 1", "[1] [0]", 2, 1, []int{1}},
		{"inhibitor", "p a 0\nt t post: a 2 inh: a 3", "[0] [2] [4]", 2, 2, []int{2}},
		{"inhibitor at once", "p a 1\nt t post: a 1 inh: a 1", "[1]", 0, 0, []int{0}},
		{"inhibitor tests before the tokens are taken", "p a 2\nt t pre: a 1 inh: a 2", "[2]", 0, 0, []int{0}},
		{"there and back", "p a 1\np b 0\nt t pre: a 1 post: b 1\nt u pre: b 1 post: a 1", "[1 0] [0 1]", 2, 2, nil},
		{"counts above a byte", "p a 300\nt t pre: a 299 post: a 1\nt u pre: a 2 inh: a 3", "[300] [2] [0]", 2, 2,
			[]int{2}},
	} {
		t.Run(c.what, func(t *testing.T) {
			s, err := oracle.Explore(parse(t, c.net), 100)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Trim(fmt.Sprint(s.States), "[]"); got != strings.Trim(c.states, "[]") {
				t.Errorf("states %v, want %s", s.States, c.states)
			}
			if s.Firings != c.firings || s.Edges != c.edges {
				t.Errorf("%d firings, %d edges, want %d, %d", s.Firings, s.Edges, c.firings, c.edges)
			}
			if !slices.Equal(s.Dead, c.dead) {
				t.Errorf("deadlocks %v, want %v", s.Dead, c.dead)
			}
		})
	}
}

func TestTokenMaxima(t *testing.T) {
	s, err := oracle.Explore(parse(t, "p a 5\np b 0\np c 2\nt t pre: a 2 post: b 3"), 100)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int64{5, 6, 2}; !slices.Equal(s.MaxTokens, want) {
		t.Errorf("by place %v, want %v", s.MaxTokens, want)
	}
	if s.MaxInPlace != 6 || s.MaxInMarking != 9 {
		t.Errorf("%d in a place, %d in a marking, want 6, 9", s.MaxInPlace, s.MaxInMarking)
	}
}

func TestLimits(t *testing.T) {
	net := parse(t, "p a 9\nt t pre: a 1")
	if _, err := oracle.Explore(net, 10); err != nil {
		t.Errorf("10 markings, limit 10: %v", err)
	}
	if _, err := oracle.Explore(net, 9); !errors.Is(err, oracle.ErrTooMany) {
		t.Errorf("10 markings, limit 9: error %v, want ErrTooMany", err)
	}
	if _, err := oracle.Explore(net, 0); !errors.Is(err, oracle.ErrTooMany) {
		t.Errorf("limit 0: error %v, want ErrTooMany", err)
	}
	for _, text := range []string{
		fmt.Sprintf("p a %d\nt t post: a 1", math.MaxInt64),
		fmt.Sprintf("p a %d\np b 1", math.MaxInt64),
		fmt.Sprintf("p a 0\nt t post: a %d", math.MaxInt64/2+1),
	} {
		if _, err := oracle.Explore(parse(t, text), 10); err == nil || errors.Is(err, oracle.ErrTooMany) {
			t.Errorf("%s: error %v, want one about too many tokens", text, err)
		}
	}
	s, err := oracle.Explore(parse(t, fmt.Sprintf("p a %d\nt t pre: a %d", math.MaxInt64, math.MaxInt64)), 10)
	if err != nil || len(s.States) != 2 {
		t.Errorf("the largest numbers: %v", err)
	}
}

func TestExploreTo(t *testing.T) {
	net := parse(t, "p a 0\np b 1\nt more post: a 1\nt stop pre: b 1 a 1\nt less pre: a 1")
	for depth, want := range []struct{ states, firings int }{{1, 0}, {2, 2}, {4, 5}} {
		s, err := oracle.ExploreTo(net, depth, 100)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.States) != want.states || s.Firings != want.firings || s.Complete || s.Depth != depth {
			t.Errorf("depth %d: %d markings, %d firings, complete %v, want %+v, incomplete",
				depth, len(s.States), s.Firings, s.Complete, want)
		}
		if len(s.Dead) != 0 {
			t.Errorf("depth %d: deadlocks %v in a net without any", depth, s.Dead)
		}
	}
	net = parse(t, "p a 2\nt t pre: a 1")
	for depth, complete := range []bool{false, false, true, true} {
		s, err := oracle.ExploreTo(net, depth, 100)
		if err != nil {
			t.Fatal(err)
		}
		if s.Complete != complete || (len(s.Dead) == 1) != complete {
			t.Errorf("depth %d: complete %v, deadlocks %v", depth, s.Complete, s.Dead)
		}
	}
}
