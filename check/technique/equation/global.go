package equation

import (
	"math"

	"brim/check/model"
	"brim/petri"
	"brim/petri/equation/certificate"
)

// Conjectures about global properties and bounds.

// each conjectures, for each transition or place about which nothing is known, that no reachable marking satisfies its
// goal. A proof shows that the item has the property or, if holds is false, that it does not have it.
func (r *run) each(p model.Property, holds bool, goal func(item int) *certificate.Goal) (list []*conjecture) {
	for _, i := range r.Unclear(p) {
		list = append(list, &conjecture{
			goal: func() *certificate.Goal {
				if r.Known(p, i) != model.Unknown {
					return nil
				}
				return goal(i)
			},
			refuted: func() { r.Learn(p, holds, i) },
			shows:   true,
		})
	}
	return list
}

// dead conjectures for each transition that it never fires.
func (r *run) dead() []*conjecture {
	return r.each(model.Fireable, false,
		func(t int) *certificate.Goal { return model.EnabledCondition(&r.Net().Transitions[t]) })
}

// stable conjectures for each place that it never changes.
func (r *run) stable() []*conjecture {
	return r.each(model.Changing, false, func(p int) *certificate.Goal {
		initial := r.Net().Places[p].Initial
		if initial == petri.Omega {
			return nil
		}
		return certificate.Or(certificate.AtMost(p, initial-1), certificate.AtLeast(p, initial+1))
	})
}

// safe conjectures for each place that it never holds two tokens.
func (r *run) safe() []*conjecture {
	return r.each(model.Safe, true, func(p int) *certificate.Goal { return certificate.AtLeast(p, 2) })
}

// bound conjectures that a sum does not exceed a number. If some number is known that no marking exceeds, it asks for
// that number first, since it is often reached, and a solution leads there. Else it begins with the largest value that
// is known to be reached; while there are solutions above the number it grows by steps that double. After the first
// refutation the search is by bisection. It ends when the largest number with a solution is known.
func (r *run) bound(a *task) *conjecture {
	c := &conjecture{shows: true}
	solved, most := int64(math.MinInt64), int64(petri.Omega) // some solution reaches solved; no marking exceeds most
	step, asked := int64(1), int64(0)
	sum := a.Largest(r.Net())
	told := false
	c.goal = func() *certificate.Goal {
		if !told {
			told = true
			if m0, ok := valueAt(sum, r.Net().Initial()); ok {
				r.Narrow(a.Question, m0, petri.Omega, "equation")
			}
		}
		least, above := r.Between(a.Question)
		if least == petri.Omega || least == math.MinInt64 {
			return nil
		}
		solved = max(solved, least)
		top := most == petri.Omega && above != petri.Omega
		most = min(most, above)
		if solved >= most || step > math.MaxInt64/4 || solved > math.MaxInt64/4 {
			return nil
		}
		switch asked = solved + step; {
		case top:
			asked = most
		case most != petri.Omega:
			asked = solved + (most-solved+1)/2
		}
		return atLeast(sum, asked)
	}
	c.refuted = func() {
		most = asked - 1
		r.Narrow(a.Question, math.MinInt64, most, "equation")
		c.again(solved < most, &r.short)
	}
	c.solved = func() {
		if most == petri.Omega {
			step *= 2
		}
		solved = asked
		c.again(solved < most, &r.short)
	}
	return c
}

// again lets a conjecture be tried again in the next round, if yes.
func (c *conjecture) again(yes bool, short *bool) {
	if yes {
		c.state = untried
		*short = true
	}
}
