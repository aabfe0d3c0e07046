package symbolic

import (
	"context"
	"slices"
	"strconv"

	"brim/petri"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
)

// circles tell which transitions of a net belong to circles, words of transitions whose effects add up to nothing: only
// these can fire infinitely often where there are finitely many markings. They are the solutions x ≥ 0 of Δ·x = 0.
//
// That no solution contains a transition is a question for the state equation of another net, which has enough tokens
// everywhere and counts the firings of each transition on an extra place; the goal is that all other places keep their
// tokens. So each "never" has a checked proof, and "maybe" does not need one.
type circles struct {
	net    *petri.Net
	begun  bool
	system *equation.System    // of the other net, once begun; nil if numbers do not fit
	still  []*certificate.Goal // all places have what they had

	// What questions before have brought, mostKept of each at most. Those of one net are much alike, and a linear
	// program each time takes longer than most of the fixed points that it saves.
	known  [][]bool // circles: the transitions of each
	proved []proved
	vain   [][]bool // among these a limit came first
}

// mostKept is how many answers are kept: looking through them takes less than a linear program.
const mostKept = 1000

// keep appends x to what is kept, in place of all that is there if that is too much.
func keep[T any](list *[]T, x T) {
	if len(*list) >= mostKept {
		*list = nil
	}
	*list = append(*list, x)
}

// proved says that among the marked transitions only those that may recur do: that others do not has a proof.
type proved struct{ marked, may []bool }

// within reports whether all that are in a are in b.
func within(a, b []bool) bool {
	for i, yes := range a {
		if yes && !b[i] {
			return false
		}
	}
	return true
}

// recall takes those out of marked that are known not to recur among these, and returns those that may.
func (c *circles) recall(marked []bool) (may []bool) {
	for again := true; again; {
		again = false
		for _, k := range c.proved {
			if within(marked, k.marked) && !within(marked, k.may) {
				for t := range marked {
					marked[t] = marked[t] && k.may[t]
				}
				again = true
			}
		}
	}
	may = make([]bool, len(marked))
	for _, circle := range c.known {
		if within(circle, marked) {
			for t, yes := range circle {
				may[t] = may[t] || yes
			}
		}
	}
	return may
}

// limits of one question, beyond which all transitions may recur
var circleLimits = equation.Limits{Entries: 1 << 20, Pivots: 2000, Nodes: 1}

// mostCircles is how many circles are looked for in one question.
const mostCircles = 100

// begin makes the auxiliary net whose state equation recurring asks: it counts the firings of each transition on a
// place of its own, and its other places start with enough tokens for any transition. A solution in which all other
// places end as they began is then a circle: firings with no effect.
func (c *circles) begin() {
	c.begun = true
	b := petri.NewBuilder("circles of " + c.net.Name)
	enough := make([]int64, len(c.net.Places))
	for t := range c.net.Transitions {
		for e := range c.net.Transitions[t].Effects() {
			enough[e.Place] = max(enough[e.Place], -e.Delta)
		}
	}
	for p, tokens := range enough {
		b.Place("p"+strconv.Itoa(p), tokens+1)
		c.still = append(c.still, certificate.AtLeast(p, tokens+1), certificate.AtMost(p, tokens+1))
	}
	for t := range c.net.Transitions {
		name := "t" + strconv.Itoa(t)
		b.Out(b.Transition(name), b.Place(name, 0), 1)
		for e := range c.net.Transitions[t].Effects() {
			if e.Delta < 0 {
				b.In(t, e.Place, -e.Delta)
			} else if e.Delta > 0 {
				b.Out(t, e.Place, e.Delta)
			}
		}
	}
	if net, err := b.Net(); err == nil {
		c.system = equation.New(net)
	}
}

// recurring returns which of the marked transitions may belong to a circle of marked transitions. It asks the state
// equation for one with a transition that is not known to belong to any, again and again; a proof that there is none
// ends this. If ctx ends, or a limit is reached, all may. Circles and proofs are kept for later questions.
func (c *circles) recurring(ctx context.Context, marked []bool) []bool {
	if !c.begun {
		c.begin()
	}
	if c.system == nil {
		return marked
	}
	marked = slices.Clone(marked)
	may := c.recall(marked)
	if slices.ContainsFunc(c.vain, func(v []bool) bool { return slices.Equal(v, marked) }) {
		return marked
	}
	places := len(c.net.Places) // then come those that count
	fixed := slices.Clip(c.still)
	for t, yes := range marked {
		if !yes {
			fixed = append(fixed, certificate.AtMost(places+t, 0))
		}
	}
	for range mostCircles {
		var open []certificate.Term
		for t, yes := range marked {
			if yes && !may[t] {
				open = append(open, certificate.Term{Index: places + t, Weight: 1})
			}
		}
		if open == nil {
			return may
		}
		some := &certificate.Goal{Atom: certificate.Atom{Terms: open, Least: 1}}
		r, _ := c.system.Refute(ctx, certificate.And(append(slices.Clip(fixed), some)...), circleLimits)
		if r != nil && r.Proof != nil {
			keep(&c.proved, proved{marked, may})
			return slices.Clone(may)
		}
		circle, more := make([]bool, len(marked)), false
		if r != nil && r.Solution != nil {
			for t, times := range r.Solution.Times {
				if times > 1e-6 && marked[t] {
					circle[t], more = true, more || !may[t]
					may[t] = true
				}
			}
		}
		if !more && ctx.Err() != nil {
			return marked // nothing is known of it
		}
		if !more {
			break
		}
		keep(&c.known, circle)
	}
	keep(&c.vain, marked)
	return marked // a limit, or numbers that do not fit
}
