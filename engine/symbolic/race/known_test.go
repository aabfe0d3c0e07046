package race

import (
	"errors"
	"testing"

	"brim/petri/order"
)

// A search begins with the order that another one has found: after one that ended it tries no other order, and finds as
// many markings with as much work.
func TestChoiceIsRemembered(t *testing.T) {
	for _, name := range []string{"sr:25", "kanban:100", "fms:60"} {
		net := mustNet(t, name)
		o := Options{Orders: order.NewMemory(net, nil)}
		var all [2]choiceMade
		for i := range all {
			s, err := Explore(t.Context(), net, o)
			if err != nil {
				t.Fatal(err)
			}
			all[i] = choiceMade{s.Order.Method, s.Choice.Tried, s.Choice.Work, s.Stats.Work, s.States().String()}
			s.Close()
		}
		first, second := all[0], all[1]
		if first.tried < 3 {
			t.Errorf("%s: %d orders tried, the test needs a race", name, first.tried)
		}
		if first.tried, first.choice = 1, 0; second != first {
			t.Errorf("%s: %+v the second time; expected %+v", name, second, first)
		}
		if k := o.Orders.Best(); k == nil || !k.Done || k.Method != first.order || k.Work != first.run {
			t.Errorf("%s: %+v is known of %+v", name, k, first)
		}
	}
}

// A search that a limit ended leaves its leader, with which the next one goes on, and what others have done is not
// done again.
func TestLeaderIsRemembered(t *testing.T) {
	net := mustNet(t, "sr:50")
	o := Options{Orders: order.NewMemory(net, nil)}
	stopped, err := TryChoice(t.Context(), net, o, 400_000)
	var limit *Stopped
	if err != nil || !errors.As(stopped.Err, &limit) {
		t.Fatalf("%v, %v; expected the end of the work", stopped.Err, err)
	}
	k := o.Orders.Best()
	if k == nil || k.Done || k.Work < QuickWork {
		t.Fatalf("%+v is known", k)
	}
	var work [2]int64
	for i, o := range []Options{{}, {Orders: o.Orders}} {
		s, err := Explore(t.Context(), net, o)
		if err != nil {
			t.Fatal(err)
		}
		work[i] = s.Choice.Work + s.Stats.Work
		s.Close()
	}
	if work[1] > work[0] {
		t.Errorf("with the order of a search before it took %d, without %d", work[1], work[0])
	}
}

// A search within bounds knows less than one for all markings, whose order it begins with and does not replace.
func TestBoundedSearchLearnsLess(t *testing.T) {
	net := mustNet(t, "sr:25")
	o := Options{Orders: order.NewMemory(net, nil)}
	x, err := NewExplorer(t.Context(), net, o)
	if err != nil {
		t.Fatal(err)
	}
	x.within = true
	d := FileOrder(net, nil)
	x.learn(d, 10, true)
	if k := o.Orders.Best(); k == nil || k.Done {
		t.Errorf("%+v is known after a search within bounds", k)
	}
	x.within = false
	x.learn(d.Reversed(), 20, true)
	x.within = true
	x.learn(d, 5, true)
	if k := o.Orders.Best(); !k.Done || !k.Equal(d.Reversed()) {
		t.Errorf("%+v is known", k)
	}
}
