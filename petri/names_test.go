package petri

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestNameTable compares the table with Go's map on random names.
func TestNameTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var list []string
	at := func(i int) string { return list[i] }
	table, twin := newNameTable(), map[string]int{}
	for range 20000 {
		name := fmt.Sprint("p", r.IntN(15000))
		i, _, found := table.find(name, at)
		want, known := twin[name]
		if found != known || found && i != want {
			t.Fatalf("%s: %d %v, want %d %v", name, i, found, want, known)
		}
		if table.add(name, at) == known {
			t.Fatalf("%s: added %v, known %v", name, !known, known)
		}
		if !known {
			twin[name] = len(list)
			list = append(list, name)
		}
	}
	if len(table.slots) < 2*len(list) || len(table.slots) > 4*len(list) {
		t.Errorf("%d slots for %d names", len(table.slots), len(list))
	}
	if _, _, found := new(nameTable).find("p", at); found {
		t.Error("found in nothing")
	}
}

// TestBuilderDistributesArcs adds arcs in any order of transitions, some of them twice.
func TestBuilderDistributesArcs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		b := NewBuilder("n")
		const places, transitions = 4, 5
		for p := range places {
			b.Place(fmt.Sprint("p", p), 0)
		}
		for i := range transitions {
			b.Transition(fmt.Sprint("t", i))
		}
		var pre, post, inhibit [transitions][places]int64
		for range r.IntN(30) {
			i, p, w := r.IntN(transitions), r.IntN(places), int64(1+r.IntN(3))
			switch r.IntN(3) {
			case 0:
				b.In(i, p, w)
				pre[i][p] += w
			case 1:
				b.Out(i, p, w)
				post[i][p] += w
			case 2:
				b.Inhibit(i, p, w)
				if old := inhibit[i][p]; old == 0 || w < old {
					inhibit[i][p] = w
				}
			}
		}
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		for i, tr := range net.Transitions {
			for what, c := range map[string]struct {
				got  []Arc
				want [places]int64
			}{"Pre": {tr.Pre, pre[i]}, "Post": {tr.Post, post[i]}, "Inhibit": {tr.Inhibit, inhibit[i]}} {
				var want []Arc
				for p, w := range c.want {
					if w > 0 {
						want = append(want, Arc{p, w})
					}
				}
				if fmt.Sprint(c.got) != fmt.Sprint(want) {
					t.Fatalf("transition %d: %s = %v, want %v", i, what, c.got, want)
				}
			}
		}
	}
}
