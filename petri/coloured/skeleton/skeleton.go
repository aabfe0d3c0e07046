package skeleton

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"brim/petri"
	"brim/petri/coloured"
)

// A Skeleton is the net of a coloured net without the colours: it has the same places and transitions, with the same
// indices, and behind them those that Of says. A place holds as many tokens as that of the coloured net holds of all
// colours, and an arc moves as many as its term has, which is the same number under all bindings. So each firing of the
// coloured net is one of the skeleton, which leads to the marking of the same numbers; the skeleton may have others, as
// it does not see guards, which colours meet, and most inhibitor arcs. It is as large as the coloured net, however
// large the sorts are.
type Skeleton struct {
	Net *petri.Net

	// Exact tells of each transition whether it is enabled in the coloured net wherever it is in the skeleton: it has
	// no guard, and any tokens bind its variables.
	Exact []bool
}

// Of returns the skeleton of n. With ends it may end anywhere, in a marking without a successor, as a run of the
// coloured net that comes to a dead marking does: there is one more transition, which takes a token that all others
// need. The error names a place or transition with more than 2^63−1 tokens. Cost: linear in the size of the text of n.
func Of(n *coloured.Net, ends bool) (*Skeleton, error) {
	b := petri.NewBuilder(n.Name)
	for p := range n.Places {
		tokens := int64(0)
		if t := n.Places[p].Initial; t != nil {
			var err error
			if tokens, err = n.Tokens(t); err != nil {
				return nil, fmt.Errorf("place %s: %w", n.Places[p].Name, err)
			}
		}
		b.Place(n.Places[p].Name, tokens)
	}
	s := &Skeleton{Exact: make([]bool, len(n.Transitions))}
	runs := -1
	needRuns := func() int {
		if runs < 0 {
			runs = b.Place(fresh("runs", n.PlaceIndex), 1)
		}
		return runs
	}
	for t := range n.Transitions {
		tr := &n.Transitions[t]
		x := b.Transition(tr.Name)
		err := cmp.Or(arcs(n, tr.Pre, x, b.In), arcs(n, tr.Post, x, b.Out))
		switch {
		case errors.Is(err, coloured.ErrNegative): // it is never enabled: two tokens never run
			b.In(x, needRuns(), 2)
			s.Exact[t] = true
			continue
		case err != nil:
			return nil, fmt.Errorf("transition %s: %w", tr.Name, err)
		case ends:
			b.In(x, needRuns(), 1)
			b.Out(x, needRuns(), 1)
		}
		for _, a := range tr.Inhibit {
			if tokens := limit(n, a); tokens > 0 {
				b.Inhibit(x, a.Place, tokens)
			}
		}
		s.Exact[t] = exact(n, tr)
	}
	if ends {
		b.In(b.Transition(fresh("ends", n.TransitionIndex)), needRuns(), 1)
	}
	var err error
	s.Net, err = b.Net()
	return s, err
}

// fresh returns a name that find does not know.
func fresh(name string, find func(string) (int, bool)) string {
	for {
		if _, ok := find(name); !ok {
			return name
		}
		name += "_"
	}
}

// arcs adds the arcs of a transition that move tokens, by add. The error is that of a term.
func arcs(n *coloured.Net, list []coloured.Arc, transition int, add func(transition, place int, weight int64)) error {
	for _, a := range list {
		tokens, err := n.Tokens(a.Term)
		if err != nil {
			return err
		}
		if tokens > 0 {
			add(transition, a.Place, tokens)
		}
	}
	return nil
}

// limit returns below which number of tokens of all colours an inhibitor arc allows a firing, where it says just that:
// the arc of a place with one colour, or one that asks for no token of any colour. Of other arcs it returns 0.
func limit(n *coloured.Net, a coloured.Arc) int64 {
	if a.Term.Op == coloured.All {
		return 1
	}
	if n.Sorts[n.Places[a.Place].Sort].Size > 1 || hasDifference(a.Term) {
		return 0
	}
	tokens, _ := n.Tokens(a.Term)
	return tokens
}

// exact reports whether numbers of tokens alone decide that a transition is enabled: it has no guard, and each input
// place of more than one colour gives one token to a term that any token fits, variables that no other input has.
func exact(n *coloured.Net, tr *coloured.Transition) bool {
	if tr.Guard != nil && tr.Guard.Test != coloured.True {
		return false
	}
	if slices.ContainsFunc(tr.Inhibit, func(a coloured.Arc) bool { return limit(n, a) == 0 }) {
		return false
	}
	var bound []int64
	for _, a := range tr.Pre {
		if n.Sorts[n.Places[a.Place].Sort].Size == 1 {
			if !singular(n, a.Term) {
				return false
			}
			continue
		}
		if !open(n, a.Term, &bound) {
			return false
		}
	}
	return !slices.ContainsFunc(tr.Post, func(a coloured.Arc) bool { return hasDifference(a.Term) })
}

// open reports whether a term is one token of any colour, whatever the variables in bound are. It adds its own to them.
func open(n *coloured.Net, t *coloured.Term, bound *[]int64) bool {
	switch t.Op {
	case coloured.Bound:
		if slices.Contains(*bound, t.Value) {
			return false
		}
		*bound = append(*bound, t.Value)
		return true
	case coloured.Tuple:
		return !slices.ContainsFunc(t.Args, func(a *coloured.Term) bool { return !open(n, a, bound) })
	case coloured.Times:
		return t.Value == 1 && open(n, t.Args[0], bound)
	case coloured.Sum:
		return len(t.Args) == 1 && open(n, t.Args[0], bound)
	}
	return false
}

// singular reports whether all colours in a term are of sorts with one colour, so that variables do not matter.
func singular(n *coloured.Net, t *coloured.Term) bool {
	return n.Sorts[t.Sort].Size == 1 && !slices.ContainsFunc(t.Args,
		func(a *coloured.Term) bool { return !singular(n, a) })
}

// hasDifference reports whether there is a difference in a term, which may have no value.
func hasDifference(t *coloured.Term) bool {
	return t.Op == coloured.Difference || slices.ContainsFunc(t.Args, hasDifference)
}
