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
// these can fire infinitely often where there are finitely many markings. They are the solutions x ≥ 0 of Δ·x = 0, and
// that there is none with some transition is the state equation of another net: with enough tokens everywhere, each
// transition of which counts its firings on a place of its own, and the goal that all other places have what they had.
// So each "never" has a proof that was checked, and "maybe" needs none.
type circles struct {
	net    *petri.Net
	begun  bool
	system *equation.System    // of the other net, once begun; nil if numbers do not fit
	still  []*certificate.Goal // all places have what they had
}

func newCircles(net *petri.Net) *circles { return &circles{net: net} }

// limits of one question, beyond which all transitions may recur
var circleLimits = equation.Limits{Entries: 1 << 20, Pivots: 2000, Nodes: 1}

// mostCircles is how many circles are looked for in one question.
const mostCircles = 100

// begin makes the other net.
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

// recurring returns which of the marked transitions may belong to a circle of such.
func (c *circles) recurring(marked []bool) []bool {
	if !c.begun {
		c.begin()
	}
	if c.system == nil {
		return marked
	}
	places := len(c.net.Places) // then come those that count
	found := make([]bool, len(marked))
	fixed := slices.Clip(c.still)
	for t, yes := range marked {
		if !yes {
			fixed = append(fixed, certificate.AtMost(places+t, 0))
		}
	}
	for range mostCircles {
		var open []certificate.Term
		for t, yes := range marked {
			if yes && !found[t] {
				open = append(open, certificate.Term{Index: places + t, Weight: 1})
			}
		}
		if open == nil {
			return found
		}
		some := &certificate.Goal{Atom: certificate.Atom{Terms: open, Least: 1}}
		r, _ := c.system.Refute(context.Background(), certificate.And(append(slices.Clip(fixed), some)...), circleLimits)
		if r != nil && r.Proof != nil {
			return found
		}
		more := false
		if r != nil && r.Solution != nil {
			for t, times := range r.Solution.Times {
				if times > 1e-6 && marked[t] && !found[t] {
					found[t], more = true, true
				}
			}
		}
		if !more {
			break
		}
	}
	return marked // a limit, or numbers that do not fit
}
