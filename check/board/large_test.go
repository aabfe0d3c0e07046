package board_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/petri"
)

// Places that hold very many tokens, or more than 64 bits count, leave questions unknown at most: no technique takes
// them for an error in brim.

// A move takes tokens from places and gives tokens to places; the weight of an arc is 1, or that of heavy.
type move struct{ from, to []int }

// heavyNet returns a net whose moves have arcs of a weight to and from one place.
func heavyNet(t *testing.T, initial petri.Marking, moves []move, heavy int, weight int64) *model.Model {
	t.Helper()
	b := petri.NewBuilder("heavy")
	names := []string{"p", "q", "r"}
	for p, n := range initial {
		b.Place(names[p], n)
	}
	weigh := func(p int) int64 {
		if p == heavy {
			return weight
		}
		return 1
	}
	for i, x := range moves {
		tr := b.Transition(fmt.Sprint("t", i))
		for _, p := range x.from {
			b.In(tr, p, weigh(p))
		}
		for _, p := range x.to {
			b.Out(tr, p, weigh(p))
		}
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return check.OfNet(net)
}

func TestLargeNumbers(t *testing.T) {
	fills := []move{{[]int{1}, []int{0}}}
	swap := []move{{[]int{1}, []int{2}}, {[]int{2}, []int{1}}}
	grows := append([]move{{[]int{0}, []int{0, 0}}}, swap...)
	for _, c := range []struct {
		name, question string
		net            *model.Model
		only           string // a technique; "" is all of them
		want           model.Result
		reason         string
	}{
		{"a place without a bound begins with many tokens", "E G F r >= 1",
			heavyNet(t, petri.Marking{100, 1, 0}, grows, -1, 1), "bmc", model.Holds, ""},
		{"with more than memory could count one by one", "E G F r >= 1",
			heavyNet(t, petri.Marking{1 << 60, 1, 0}, grows, -1, 1), "bmc", model.Holds, ""},
		{"a place that no firing changes holds many", "A G (q + r = 1)",
			heavyNet(t, petri.Marking{1 << 59, 1, 0}, swap, -1, 1), "", model.Holds, ""},
		{"the same", "AG q + r = 1",
			heavyNet(t, petri.Marking{1 << 59, 1, 0}, swap, -1, 1), "ic3", model.Unknown, "no firing changes"},
		{"a place gets more than 64 bits count", "AG q <= 3",
			heavyNet(t, petri.Marking{0, 3, 0}, fills, 0, 1<<62), "", model.Holds, ""},
		{"the same", "AG q <= 3",
			heavyNet(t, petri.Marking{0, 3, 0}, fills, 0, 1<<62), "symbolic", model.Unknown, "64 bits"},
	} {
		q, err := c.net.Ask(c.question, model.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		list := slices.DeleteFunc(check.Techniques(c.net),
			func(x board.Technique) bool { return c.only != "" && x.Name() != c.only })
		o := board.Options{Techniques: list, Limits: limit.Limits{Time: 20 * time.Second}}
		a, err := check.Decide(t.Context(), c.net, q, o)
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case a.Result != c.want || !strings.Contains(a.Reason, c.reason):
			t.Errorf("%s: %s: %v (%s, %v), want %v because of %q", c.name, c.question, a.Result, a.Reason, a.Wrong, c.want,
				c.reason)
		}
	}
}
