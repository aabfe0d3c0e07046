package bisim

import (
	"encoding/binary"
	"slices"

	"brim/engine/kripke"
)

// A Graph is a labelled transition system, its states numbered from 0. State 0 is the initial one.
type Graph struct {
	Out [][]Edge // by state
}

// An Edge is a transition, without the state where it starts.
type Edge struct {
	Label string
	To    int
}

// Explore returns the reachable part of a structure with one initial state. The labels are those of s, changed by
// label.
func Explore(s kripke.Structure, label func(string) string) (*Graph, error) {
	labels := slices.Clone(s.Labels())
	for i := range labels {
		labels[i] = label(labels[i])
	}
	first := slices.Clone(s.Initial()[0])
	states, number := []kripke.State{first}, map[string]int{key(first): 0}
	g := &Graph{}
	var out kripke.Successors
	for i := 0; i < len(states); i++ {
		if err := s.Successors(states[i], &out); err != nil {
			return nil, err
		}
		edges := make([]Edge, out.Len())
		for j := range edges {
			k := key(out.State(j))
			to, ok := number[k]
			if !ok {
				to = len(states)
				number[k] = to
				states = append(states, slices.Clone(out.State(j)))
			}
			edges[j] = Edge{labels[out.Label(j)], to}
		}
		g.Out = append(g.Out, edges)
	}
	return g, nil
}

func key(s kripke.State) string {
	var b []byte
	for _, w := range s {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return string(b)
}

// Classes returns the class of each state, so that two states have the same class exactly if they are bisimilar.
// Classes are numbered from 0. Each round splits the classes by where the transitions of their states lead and takes
// O(m log m) for m transitions; there are as many rounds as it takes steps to tell any two states apart.
func (g *Graph) Classes() []int {
	labels := map[string]int{}
	for _, edges := range g.Out {
		for _, e := range edges {
			if _, ok := labels[e.Label]; !ok {
				labels[e.Label] = len(labels)
			}
		}
	}
	class, count := make([]int, len(g.Out)), min(1, len(g.Out))
	for {
		next, seen := make([]int, len(class)), map[string]int{}
		var moves [][2]int
		var b []byte
		for i, edges := range g.Out {
			moves = moves[:0]
			for _, e := range edges {
				moves = append(moves, [2]int{labels[e.Label], class[e.To]})
			}
			slices.SortFunc(moves, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
			b = binary.AppendVarint(b[:0], int64(class[i]))
			for _, m := range slices.Compact(moves) {
				b = binary.AppendVarint(binary.AppendVarint(b, int64(m[0])), int64(m[1]))
			}
			if _, ok := seen[string(b)]; !ok {
				seen[string(b)] = len(seen)
			}
			next[i] = seen[string(b)]
		}
		if len(seen) == count {
			return class
		}
		class, count = next, len(seen)
	}
}

// Equivalent reports whether the initial states of g and h are bisimilar.
func Equivalent(g, h *Graph) bool {
	both := &Graph{Out: slices.Clone(g.Out)}
	for _, edges := range h.Out {
		moved := slices.Clone(edges)
		for i := range moved {
			moved[i].To += len(g.Out)
		}
		both.Out = append(both.Out, moved)
	}
	class := both.Classes()
	return class[0] == class[len(g.Out)]
}

// Quotient returns the number of classes, and that of different transitions between them.
func (g *Graph) Quotient() (classes, edges int) {
	type edge struct {
		from, to int
		label    string
	}
	class, different := g.Classes(), map[edge]bool{}
	for i, list := range g.Out {
		for _, e := range list {
			different[edge{class[i], class[e.To], e.Label}] = true
		}
	}
	for _, c := range class {
		classes = max(classes, c+1)
	}
	return classes, len(different)
}
