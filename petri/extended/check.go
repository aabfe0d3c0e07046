package extended

import (
	"cmp"
	"fmt"
	"slices"

	"brim/petri"
)

// Check returns an error that says what is wrong with the net: an ID that is missing or occurs twice, an arc between
// nodes that do not exist or with a weight below 1, a negative number of tokens, a final marking that is too short,
// priorities that lead from a transition back to itself, units that are no tree. Capacities may be less than what is
// there at first.
func (n *Net) Check() error {
	if err := n.checkNodes(); err != nil {
		return err
	}
	for i, a := range n.Arcs {
		switch {
		case a.Place < 0 || a.Place >= len(n.Places):
			return fmt.Errorf("arc %d: no place %d", i, a.Place)
		case a.Transition < 0 || a.Transition >= len(n.Transitions):
			return fmt.Errorf("arc %d: no transition %d", i, a.Transition)
		case a.Kind > Reset:
			return fmt.Errorf("arc %d: no kind %d", i, a.Kind)
		case a.Weight < 1:
			return fmt.Errorf("arc between place %s and transition %s: weight %d, expected at least 1",
				n.Places[a.Place].ID, n.Transitions[a.Transition].ID, a.Weight)
		}
	}
	for i, f := range n.Finals {
		if len(f) != len(n.Places) {
			return fmt.Errorf("final marking %d has %d numbers, expected %d", i+1, len(f), len(n.Places))
		}
	}
	if n.Units != nil {
		b := petri.NewBuilder(n.Name) // which checks units, too
		for i := range n.Places {
			b.Place(n.Places[i].ID, 0)
		}
		b.Units(n.Units)
		if _, err := b.Net(); err != nil {
			return err
		}
	}
	return n.checkPriorities()
}

func (n *Net) checkNodes() error {
	places := make(map[string]bool, len(n.Places))
	for i := range n.Places {
		p := &n.Places[i]
		switch {
		case p.ID == "":
			return fmt.Errorf("place %d has no name", i+1)
		case places[p.ID]:
			return fmt.Errorf("two places are called %q", p.ID)
		case p.Initial < 0:
			return fmt.Errorf("place %q: negative initial marking %d", p.ID, p.Initial)
		case p.Capacity < 0 && p.Capacity != Unlimited:
			return fmt.Errorf("place %q: negative capacity %d", p.ID, p.Capacity)
		}
		places[p.ID] = true
	}
	transitions := make(map[string]bool, len(n.Transitions))
	for i := range n.Transitions {
		switch id := n.Transitions[i].ID; {
		case id == "":
			return fmt.Errorf("transition %d has no name", i+1)
		case transitions[id]:
			return fmt.Errorf("two transitions are called %q", id)
		default:
			transitions[id] = true
		}
	}
	return nil
}

func (n *Net) checkPriorities() error {
	for _, o := range n.Over {
		for _, t := range []int{o.First, o.Then} {
			if t < 0 || t >= len(n.Transitions) {
				return fmt.Errorf("a priority of transition %d, which does not exist", t)
			}
		}
	}
	for t, above := range n.above() {
		for _, u := range above {
			if u == t {
				return fmt.Errorf("transition %q has priority over itself", n.Transitions[t].ID)
			}
		}
	}
	return nil
}

// HasPriorities reports whether some transition has priority over another.
func (n *Net) HasPriorities() bool {
	for i := range n.Transitions {
		if n.Transitions[i].Priority != n.Transitions[0].Priority {
			return true
		}
	}
	return len(n.Over) > 0
}

// above returns, by transition, those that have priority over it: the closure of numbers and pairs. The lists may share
// memory. Cost: with pairs quadratic in the number of transitions.
func (n *Net) above() [][]int {
	all := make([][]int, len(n.Transitions))
	if !n.HasPriorities() {
		return all
	}
	order := make([]int, len(n.Transitions)) // the greatest numbers first
	for t := range order {
		order[t] = t
	}
	slices.SortStableFunc(order, func(t, u int) int {
		return cmp.Compare(n.Transitions[u].Priority, n.Transitions[t].Priority)
	})
	for i, t := range order {
		if i > 0 && n.Transitions[order[i-1]].Priority == n.Transitions[t].Priority {
			all[t] = all[order[i-1]]
		} else {
			all[t] = order[:i:i]
		}
	}
	if len(n.Over) > 0 {
		return n.closed(all)
	}
	return all
}

// closed returns the closure of what is above by numbers together with the pairs.
func (n *Net) closed(numbers [][]int) [][]int {
	pairs := make([][]int, len(n.Transitions))
	for _, o := range n.Over {
		pairs[o.Then] = append(pairs[o.Then], o.First)
	}
	all := make([][]int, len(n.Transitions))
	for t := range all {
		seen, todo := make([]bool, len(all)), []int{t}
		for len(todo) > 0 {
			u := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, list := range [...][]int{numbers[u], pairs[u]} {
				for _, v := range list {
					if !seen[v] {
						seen[v] = true
						all[t], todo = append(all[t], v), append(todo, v)
					}
				}
			}
		}
	}
	return all
}
