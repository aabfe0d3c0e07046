package order

import (
	"slices"
	"sync"
	"testing"

	"brim/petri"
)

// named returns a net with places of these names and a transition that moves a token round.
func named(t *testing.T, names ...string) *petri.Net {
	t.Helper()
	b := petri.NewBuilder("ring")
	for i, name := range names {
		b.Place(name, int64(min(i, 1)))
	}
	for i, name := range names {
		move := b.Transition("t" + name)
		b.In(move, i, 1)
		b.Out(move, (i+1)%len(names), 1)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// What ended counts more than what did not, then the work tells.
func TestMemoryPrefers(t *testing.T) {
	net := named(t, "a", "b", "c")
	m := NewMemory(net, nil)
	if m.Best() != nil {
		t.Error("an empty memory knows an order")
	}
	method := func() string { return m.Best().Method }
	for _, c := range []struct {
		method string
		work   int64
		done   bool
		best   string
	}{
		{"first", 100, false, "first"},
		{"less", 50, false, "first"},
		{"more", 200, false, "more"},
		{"done", 900, true, "done"},
		{"far", 5000, false, "done"},
		{"longer", 1000, true, "done"},
		{"shorter", 800, true, "shorter"},
	} {
		m.Learn(Known{Decomposition{Singles(net), c.method}, c.work, c.done})
		if got := method(); got != c.best {
			t.Errorf("after %s the best is %s; expected %s", c.method, got, c.best)
		}
	}
	var none *Memory
	none.Learn(Known{})
	if none.Best() != nil {
		t.Error("no memory knows an order")
	}
}

// A smaller net has the order of the larger one, by the names of its places, until it has one of its own.
func TestMemoryOfALargerNet(t *testing.T) {
	large, small := named(t, "a", "b", "c", "d", "e"), named(t, "e", "new", "a", "b")
	whole := NewMemory(large, nil)
	m := NewMemory(small, whole)
	if m.Best() != nil {
		t.Error("nothing is known")
	}
	whole.Learn(Known{Decomposition{[][]int{{4, 2}, {3}, {1}, {0}}, "tuned"}, 7, true})
	got := m.Best()
	if want := [][]int{{0}, {3}, {2}, {1}}; got == nil || !slices.EqualFunc(got.Levels, want, slices.Equal) {
		t.Fatalf("the order is %v; expected %v", got, want)
	}
	if err := got.Check(small); err != nil || got.Done || got.Work != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	m.Learn(Known{Decomposition{Singles(small), "own"}, 1, false})
	if got := m.Best(); got.Method != "own" {
		t.Errorf("the best is %s; expected its own", got.Method)
	}
	if whole.For(large) != whole || (*Memory)(nil).For(small) != nil {
		t.Error("a net has two memories, or none has one")
	}
	if other := whole.For(small); other.Best().Check(small) != nil || other.Best().Done {
		t.Errorf("%+v is known of the smaller net", other.Best())
	}
	if m := NewMemory(named(t, "x", "y", "a", "z"), whole); m.Best() != nil {
		t.Error("an order of another net is known")
	}
}

// Several goroutines may use a memory.
func TestMemoryAtOnce(t *testing.T) {
	net := named(t, "a", "b")
	m := NewMemory(net, nil)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 100 {
				m.Learn(Known{Decomposition{Singles(net), "x"}, int64(100*i + j + 1), true})
				if m.Best() == nil {
					t.Error("nothing is known")
				}
			}
		})
	}
	all.Wait()
	if got := m.Best().Work; got != 1 {
		t.Errorf("the least work is %d; expected 1", got)
	}
}
