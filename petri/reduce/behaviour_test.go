package reduce_test

import (
	"encoding/binary"
	"fmt"
	"slices"

	"brim/internal/testkit/oracle"
	"brim/petri/reduce"
)

// A graph is a state space as the observed places show it.
type graph struct {
	label []string
	next  [][]int
}

func (v *view) graph(s *oracle.Space, places []int) *graph {
	g := &graph{}
	for i, m := range s.States {
		g.label = append(g.label, v.show(m, places))
		var next []int
		for _, e := range s.Succ[i] {
			next = append(next, e.To)
		}
		slices.Sort(next)
		g.next = append(g.next, slices.Compact(next))
	}
	return g
}

// behaves compares runs.
func (v *view) behaves(small *oracle.Space, class reduce.Class) error {
	a, b := v.graph(v.space, v.observed), v.graph(small, v.places)
	switch class {
	case reduce.Stutter:
		return sameTraces(a, b)
	case reduce.Branching:
		return sameClass(a, b, (*graph).silentSignature)
	default:
		return sameClass(a, b, (*graph).signature)
	}
}

// union has both graphs, and the number of the initial state of b.
func union(a, b *graph) (*graph, int) {
	n := len(a.label)
	u := &graph{label: append(slices.Clone(a.label), b.label...), next: slices.Clone(a.next)}
	for _, next := range b.next {
		moved := slices.Clone(next)
		for i := range moved {
			moved[i] += n
		}
		u.next = append(u.next, moved)
	}
	return u, n
}

// sameClass refines a partition by signatures until it is stable, and looks at the initial states.
func sameClass(a, b *graph, signature func(g *graph, class []int) []string) error {
	u, n := union(a, b)
	class, count := make([]int, len(u.label)), 0
	texts := slices.Clone(u.label)
	for {
		number := map[string]int{}
		next := make([]int, len(class))
		for i := range class {
			k := fmt.Sprint(class[i], " ", texts[i])
			if _, ok := number[k]; !ok {
				number[k] = len(number)
			}
			next[i] = number[k]
		}
		if class = next; len(number) == count {
			break
		}
		count = len(number)
		texts = signature(u, class)
	}
	if class[0] != class[n] {
		return fmt.Errorf("the initial markings are not equivalent")
	}
	return nil
}

// signature is what bisimulation sees: the classes of the successors.
func (g *graph) signature(class []int) []string {
	out := make([]string, len(class))
	for i, next := range g.next {
		var list []int
		for _, j := range next {
			list = append(list, class[j])
		}
		slices.Sort(list)
		out[i] = fmt.Sprint(slices.Compact(list))
	}
	return out
}

// silentSignature is what stuttering bisimulation sees: the classes that are reached through the own one, whether that
// can go on for ever inside it, and whether it can end there.
func (g *graph) silentSignature(class []int) []string {
	const endless, ends = -1, -2
	sets := make([]map[int]bool, len(class))
	inner := make([]int, len(class)) // successors in the own class that can still end
	into := make([][]int, len(class))
	for i, next := range g.next {
		sets[i] = map[int]bool{}
		if len(next) == 0 {
			sets[i][ends] = true
		}
		for _, j := range next {
			if class[i] == class[j] {
				inner[i]++
				into[j] = append(into[j], i)
			} else {
				sets[i][class[j]] = true
			}
		}
	}
	// those that can go on for ever are what is left when states without inner successors are taken away again and
	// again
	left := slices.Clone(inner)
	var todo []int
	for i, n := range left {
		if n == 0 {
			todo = append(todo, i)
		}
	}
	finite := make([]bool, len(class))
	for len(todo) > 0 {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		finite[j] = true
		for _, i := range into[j] {
			if left[i]--; left[i] == 0 {
				todo = append(todo, i)
			}
		}
	}
	for i := range class {
		if !finite[i] {
			sets[i][endless] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for j := range class {
			for _, i := range into[j] {
				for c := range sets[j] {
					if !sets[i][c] {
						sets[i][c], changed = true, true
					}
				}
			}
		}
	}
	out := make([]string, len(class))
	for i, set := range sets {
		var list []int
		for c := range set {
			list = append(list, c)
		}
		slices.Sort(list)
		out[i] = fmt.Sprint(list)
	}
	return out
}

// sameTraces compares the maximal traces up to stuttering: the words of labels, no two neighbours of which are equal,
// and whether a run with that word can end, or go on in silence for ever. Infinite words are the limits of their
// beginnings, since the graphs are finite. Sets of states that a word leads to are compared pair by pair.
func sameTraces(a, b *graph) error {
	type pair struct{ x, y string }
	type item struct{ x, y []int }
	seen := map[pair]bool{}
	start := item{a.silent([]int{0}), b.silent([]int{0})}
	if a.label[0] != b.label[0] {
		return fmt.Errorf("the initial markings differ")
	}
	for todo := []item{start}; len(todo) > 0; {
		it := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		k := pair{key(it.x), key(it.y)}
		if seen[k] {
			continue
		}
		if seen[k] = true; len(seen) > 3000 {
			return nil
		}
		if a.ends(it.x) != b.ends(it.y) || a.endless(it.x) != b.endless(it.y) {
			return fmt.Errorf("after the same word, at %s, ends: %t and %t, endless: %t and %t",
				a.label[it.x[0]], a.ends(it.x), b.ends(it.y), a.endless(it.x), b.endless(it.y))
		}
		x, y := a.visible(it.x), b.visible(it.y)
		if len(x) != len(y) {
			return fmt.Errorf("after the same word %d and %d labels can follow", len(x), len(y))
		}
		for l := range x {
			if y[l] == nil {
				return fmt.Errorf("after the same word one can go on with %s, the other cannot", l)
			}
			todo = append(todo, item{a.silent(x[l]), b.silent(y[l])})
		}
	}
	return nil
}

func key(set []int) string {
	var b []byte
	for _, i := range set {
		b = binary.AppendUvarint(b, uint64(i))
	}
	return string(b)
}

// silent returns what is reached without a change of the label.
func (g *graph) silent(from []int) []int {
	in := map[int]bool{}
	todo := slices.Clone(from)
	for _, i := range todo {
		in[i] = true
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, j := range g.next[i] {
			if !in[j] && g.label[j] == g.label[i] {
				in[j], todo = true, append(todo, j)
			}
		}
	}
	var out []int
	for i := range in {
		out = append(out, i)
	}
	slices.Sort(out)
	return out
}

// visible returns the states after a change, by the new label.
func (g *graph) visible(from []int) map[string][]int {
	out := map[string][]int{}
	for _, i := range from {
		for _, j := range g.next[i] {
			if l := g.label[j]; l != g.label[i] && !slices.Contains(out[l], j) {
				out[l] = append(out[l], j)
			}
		}
	}
	return out
}

// ends reports whether one of the states is dead.
func (g *graph) ends(set []int) bool {
	return slices.ContainsFunc(set, func(i int) bool { return len(g.next[i]) == 0 })
}

// endless reports whether there is a cycle among the states.
func (g *graph) endless(set []int) bool {
	left := map[int]int{} // silent successors that were not taken away
	into := map[int][]int{}
	var todo []int
	for _, i := range set {
		for _, j := range g.next[i] {
			if g.label[i] == g.label[j] {
				left[i]++
				into[j] = append(into[j], i)
			}
		}
		if left[i] == 0 {
			todo = append(todo, i)
		}
	}
	gone := 0
	for len(todo) > 0 {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		gone++
		for _, i := range into[j] {
			if left[i]--; left[i] == 0 {
				todo = append(todo, i)
			}
		}
	}
	return gone < len(set)
}
