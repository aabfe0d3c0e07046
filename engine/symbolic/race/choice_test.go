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
		t.Errorf("%d lookups under the order given, %d under the same chosen", given.Stats.Lookups, chosen.Stats.Lookups)
	}
}
