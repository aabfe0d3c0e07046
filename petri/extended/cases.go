package extended

import (
	"fmt"
	"slices"
)

// Transitions that wait for others, as cases of intervals of tokens.

// Cases returns, for each transition, disjoint cases that together are all markings in which it can fire: in each case
// every place in its list holds between Least and Most tokens. A transition that never fires has none, and one that no
// other has priority over has one. Firing it does in each case what its arcs say. The error is that of Check, or says
// that the priorities of a transition make more cases than most. Cost: the cases, and for each transition the arcs of
// those that have priority over it.
func (n *Net) Cases(most int) ([][][]Need, error) {
	if err := n.Check(); err != nil {
		return nil, err
	}
	all, err := n.Needs()
	if err != nil {
		return nil, err
	}
	above, cases := n.above(), make([][][]Need, len(all))
	for t := range all {
		if dead(all[t]) {
			continue
		}
		list, _, ok := n.cases(all, t, above[t], most)
		if !ok {
			return nil, fmt.Errorf("transition %s waits for others in more than %d cases", n.Transitions[t].ID, most)
		}
		cases[t] = list
	}
	return cases, nil
}

// cases returns the cases of t, where all has the needs without priorities. ok is false if these are more than most;
// then on is the first of the transitions above that depends on several places.
func (n *Net) cases(all [][]Need, t int, above []int, most int) (list [][]Need, on int, ok bool) {
	open := slices.DeleteFunc(slices.Clone(above), func(u int) bool { return dead(all[u]) })
	s := splitter{all: all, most: most, on: -1}
	ok = s.split(all[t], open)
	return s.list, s.on, ok
}

// A splitter splits what lets a transition fire into disjoint cases.
type splitter struct {
	all  [][]Need // by transition, without priorities
	most int
	list [][]Need
	on   int // the first transition above with several ways not to fire, -1 without one
}

// split adds the cases in which a transition with its own needs could fire while none of those in open could. It
// reports false if there are too many. It does not change its arguments.
//
// If one in open could fire wherever own is met, there is no case. If there is one way only in which it cannot, own is
// narrowed to that, after which others may depend on fewer places. Of several ways, each makes cases in which those
// before it are not open.
func (s *splitter) split(own []Need, open []int) bool {
	own, open = slices.Clone(own), slices.Clone(open)
	for again := true; again; {
		again = false
		for i := 0; i < len(open); i++ {
			list := ways(s.all[open[i]], own)
			if len(list) == 0 {
				return true
			}
			if len(list) == 1 {
				own, again = narrowed(own, list[0]), true
				open = slices.Delete(open, i, i+1)
				i--
			}
		}
	}
	if dead(own) {
		return true
	}
	if len(open) == 0 {
		s.list = append(s.list, own)
		return len(s.list) <= s.most
	}
	if s.on < 0 {
		s.on = open[0]
	}
	for _, w := range ways(s.all[open[0]], own) {
		if !s.split(narrowed(slices.Clone(own), w), open[1:]) {
			return false
		}
		own = narrowed(own, w.other())
	}
	return true
}
