package race

import (
	"context"
	"testing"
	"time"

	"brim/petri/nets"
)

// When the time of the choice is over, the net is explored with the best order so far, whatever has been measured.
func TestChoiceEndsBeforeTheExploration(t *testing.T) {
	net, err := nets.Parse("kanban:20")
	if err != nil {
		t.Fatal(err)
	}
	family, size, err := nets.Split("kanban:20")
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, explore := range map[string]func(*Explorer) (*Outcome, error){
		"race": func(x *Explorer) (*Outcome, error) {
			x.end = time.Now()
			return x.choose()
		},
		"tune": func(x *Explorer) (*Outcome, error) {
			r := &race{x: x}
			r.add(Orders(x.net, x.Flows))
			if winner, err, done := x.tune(r); winner != nil || err != nil || !done {
				t.Errorf("tune without time: %v, %v, %t", winner, err, done)
			}
			return x.final(r.racers[0].d)
		},
		"tuned": func(x *Explorer) (*Outcome, error) { return x.tuned() },
	} {
		x, err := Prepare(t.Context(), net, Options{})
		if err != nil {
			t.Fatal(err)
		}
		x.choice = over
		s, err := explore(x)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := family.States(size...); !s.Complete || s.States().Cmp(want) != 0 {
			t.Errorf("%s: %v markings, want %v", name, s.States(), want)
		}
		s.Close()
	}
}

// The choice has half of the time that is left.
func TestChoiceHasItsShare(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Hour)
	defer cancel()
	x, err := NewExplorer(ctx, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	x.ctx = t.Context() // that of a turn, which has no end of its own
	defer x.limitChoice()()
	end, ok := x.choice.Deadline()
	if left := time.Until(end); !ok || left < 4*time.Hour || left > 5*time.Hour {
		t.Errorf("the choice has %v of 10h", left)
	}
	x = &Explorer{ctx: t.Context()}
	defer x.limitChoice()()
	if _, ok := x.choice.Deadline(); ok || x.choice.Err() != nil {
		t.Error("the choice ends where nothing else does")
	}
}

// The work of the choice is that of the explorations before the last one, which does the same as under the order given.
func TestChoiceCountsItsWork(t *testing.T) {
	net, err := nets.Parse("fms:50")
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := Explore(t.Context(), net, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer chosen.Close()
	if c := chosen.Choice; c.Tried < 2 || c.Work < QuickWork {
		t.Errorf("%d orders were measured with a work of %d, want the first attempt and more", c.Tried, c.Work)
	}
	given, err := Explore(t.Context(), net, Options{Order: &chosen.Order})
	if err != nil {
		t.Fatal(err)
	}
	defer given.Close()
	if c := given.Choice; c.Tried != 0 || c.Work != 0 {
		t.Errorf("under an order that is given the choice did %d with %d tried", c.Work, c.Tried)
	}
	if given.Stats.Lookups != chosen.Stats.Lookups {
		t.Errorf("%d lookups under the order given, %d under the same chosen", given.Stats.Lookups,
			chosen.Stats.Lookups)
	}
}

// Where the net has siblings, the choice costs little more than the exploration: from some size on the order of the
// file is not enough, and no step in the cost shows where that is. The numbers of markings are those of the closed
// forms.
func TestChoiceCostsAsMuchAsTheExploration(t *testing.T) {
	for _, name := range []string{"fms:28", "fms:36", "fms:44", "fms:52", "fms:60", "kanban:36", "kanban:48",
		"kanban:60", "kanban:80"} {
		family, size, err := nets.Split(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Explore(t.Context(), mustNet(t, name), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := family.States(size...); !s.Complete || s.States().Cmp(want) != 0 {
			t.Errorf("%s: %v markings, want %v", name, s.States(), want)
		}
		if most := QuickWork + 3*max(s.Stats.Work, QuickWork); s.Choice.Work > most {
			t.Errorf("%s: the choice took %d next to %d, want at most %d", name, s.Choice.Work, s.Stats.Work, most)
		}
		s.Close()
	}
}

// Siblings grow towards the cost that tells something, never beyond what a sibling may have, and always.
func TestSiblingsGrow(t *testing.T) {
	x := &Explorer{net: mustNet(t, "fms:50")}
	for _, c := range []struct {
		tokens int64
		cost   float64
		want   int64
	}{{6, 0, 15}, {6, siblingWork / 8, 12}, {6, siblingWork - 1, 8}, {20, 1, 25}, {25, 1, 62}, {30, siblingWork, 40}} {
		if got := x.larger(c.tokens, c.cost); got != c.want {
			t.Errorf("after %d tokens at the cost %.0f: %d, want %d", c.tokens, c.cost, got, c.want)
		}
	}
}
