package tables

import (
	"fmt"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/order"
	"brim/petri/structure"
)

// The sizes of the diagrams of Figure 3 of [DVB14], counted without diagrams.

// An explicit is a net with its markings and their distances by breadth-first search, as tuples in a named order. It
// knows no diagrams.
type explicit struct {
	*oracle.Space
	tuples [][]int // by marking: local values, the top level first
}

func newExplicit(t *testing.T, spec, method string, depth int) explicit {
	t.Helper()
	net, err := nets.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	list := order.Candidates(net, flows, order.Options{Most: 1000})
	i := slices.IndexFunc(list, func(d order.Decomposition) bool { return d.Method == method })
	if i < 0 {
		t.Fatalf("%s has no order %s", spec, method)
	}
	space, err := oracle.ExploreTo(net, depth, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	x := explicit{Space: space, tuples: make([][]int, len(space.States))}
	for _, places := range slices.Backward(list[i].Levels) {
		numbers := map[string]int{} // of the local states of a component, the initial one first
		for s, m := range space.States {
			value := int(m[places[0]])
			if len(places) > 1 {
				local := fmt.Sprint(localState(m, places))
				if _, ok := numbers[local]; !ok {
					numbers[local] = len(numbers)
				}
				value = numbers[local]
			}
			x.tuples[s] = append(x.tuples[s], value)
		}
	}
	return x
}

func localState(m petri.Marking, places []int) (local []int64) {
	for _, p := range places {
		local = append(local, m[p])
	}
	return local
}

// size returns the number of nodes of the diagram of the distances from..to, those whose only edge is at local value 0
// included or not.
func (x explicit) size(from, to int, all bool) int {
	var chosen []int
	for s, d := range x.Dist {
		if d >= from && d <= to {
			chosen = append(chosen, s)
		}
	}
	slices.SortFunc(chosen, func(a, b int) int { return slices.Compare(x.tuples[a], x.tuples[b]) })
	type edge struct{ value, distance, node int }
	ids := map[string]int{}
	var build func(part []int, depth int) (least, node int) // of markings that are equal on the levels above
	build = func(part []int, depth int) (least, node int) {
		if depth == len(x.tuples[0]) {
			return x.Dist[part[0]], 0
		}
		var edges []edge
		for len(part) > 0 {
			v := x.tuples[part[0]][depth]
			n := slices.IndexFunc(part, func(s int) bool { return x.tuples[s][depth] != v })
			if n < 0 {
				n = len(part)
			}
			d, child := build(part[:n], depth+1)
			edges, part = append(edges, edge{v, d, child}), part[n:]
		}
		least = slices.MinFunc(edges, func(a, b edge) int { return a.distance - b.distance }).distance
		if len(edges) == 1 && edges[0].value == 0 && !all {
			return least, edges[0].node
		}
		for i := range edges {
			edges[i].distance -= least
		}
		key := fmt.Sprint(depth, edges)
		if _, ok := ids[key]; !ok {
			ids[key] = len(ids) + 1
		}
		return least, ids[key]
	}
	build(chosen, 0)
	return len(ids)
}

// What the notes of Figure 3 say, counted without diagrams, and sizes that brim measures.
func TestFigure3(t *testing.T) {
	fms := newExplicit(t, "fms:3", "bandwidth", 42)
	hanoi := newExplicit(t, "hanoi:12", "file+groups", 128)
	for _, c := range []struct {
		x        explicit
		from, to int
		all      bool
		want     int
	}{
		{fms, 0, 22, true, 552}, {fms, 0, 20, true, 548}, {fms, 0, 24, true, 543}, {fms, 0, 42, true, 146},
		{fms, 0, 24, false, 387}, {fms, 0, 42, false, 98},
		{hanoi, 0, 8, false, 15}, {hanoi, 0, 64, false, 366}, {hanoi, 0, 128, false, 1095},
		{hanoi, 48, 56, false, 49}, {hanoi, 56, 64, false, 91}, {hanoi, 64, 72, false, 36},
		{hanoi, 120, 128, false, 137},
	} {
		if got := c.x.size(c.from, c.to, c.all); got != c.want {
			t.Errorf("distances %d to %d: %d nodes, want %d", c.from, c.to, got, c.want)
		}
	}
	if got := hanoi.Within(64) - hanoi.Within(56); got != 210 {
		t.Errorf("after 57 to 64 steps there are %d new markings, want 210", got)
	}
	if got := hanoi.Within(72) - hanoi.Within(64); got != 56 {
		t.Errorf("after 65 to 72 steps there are %d new markings, want 56", got)
	}
}
