package certificate

import (
	"context"
	"math"
	"math/big"
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
)

// This file checks the invariant of a net.

// Net returns nil if the clauses and bounds hold in all markings that net reaches, and where they do bad does not. A
// *Refusal says which implication fails; another error is the cause of the end of ctx, or says that the formula is too
// large. Cost: a question about the clauses alone for each clause of x and transition that changes a place in it.
func Net(ctx context.Context, net *petri.Net, bad *syntax.Formula, x *Invariant) error {
	if err := x.wellFormed(len(net.Places)); err != nil {
		return err
	}
	if len(x.Most) != len(net.Places) {
		return refuse("there are %d bounds for %d places", len(x.Most), len(net.Places))
	}
	c := &markings{net: net, x: x, judge: newJudge()}
	if err := c.bounds(ctx); err != nil {
		return err
	}
	for i, clause := range x.Clauses {
		if !slices.ContainsFunc(clause, c.initially) {
			return refuse("clause %d does not hold in the initial marking", i+1)
		}
	}
	if err := c.load(); err != nil {
		return err
	}
	goal, err := c.holds(bad)
	if err != nil {
		return err
	}
	// From here on the clauses hold. They can, since they do at first.
	for _, clause := range x.Clauses {
		var list []lit
		for _, l := range clause {
			list = append(list, c.literal(l, 0))
		}
		c.clause(list...)
	}
	if reached, err := c.possible(ctx, goal); err != nil {
		return err
	} else if reached {
		return refuse("the clauses allow a bad marking")
	}
	for t := range net.Transitions {
		if err := c.keeps(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// markings is the places of a net, each in unary, up to their bounds.
type markings struct {
	*judge
	net     *petri.Net
	x       *Invariant
	shown   []bool // by place: a sum shows its bound
	totals  []sum
	with    [][]int    // by place: the sums that have it
	changes [][]change // by place
	from    []lit      // by place: the variable for at least one token; those for more follow
	about   [][]int    // by place: the clauses about it, but for those that a sum shows
	seen    []int      // by clause: the transition that it was looked at for, plus 1
}

// A change is what a transition adds to a place.
type change struct {
	transition int
	delta      int64 // not 0
}

// A sum is one of the invariant's with what it is at first, which it is never above.
type sum struct {
	weights  map[int]int64
	value    *big.Int
	constant bool // no firing changes it
}

// mostBits is how many bits all places may have.
const mostBits = 1 << 22

// bounds checks that the initial marking fits the bounds, and that no firing makes one of the sums larger. A place is
// marked as shown if a sum alone implies its bound, so that keeps need not check it.
func (c *markings) bounds(ctx context.Context) error {
	c.changes = make([][]change, len(c.net.Places))
	for t := range c.net.Transitions {
		for e := range c.net.Transitions[t].Effects() {
			if e.Delta != 0 {
				c.changes[e.Place] = append(c.changes[e.Place], change{t, e.Delta})
			}
		}
	}
	c.shown, c.with = make([]bool, len(c.net.Places)), make([][]int, len(c.net.Places))
	total := int64(0)
	for p, most := range c.x.Most {
		if initial := c.net.Places[p].Initial; initial > most {
			return refuse("place %s holds %d tokens at first, more than its bound %d", c.net.Places[p].Name, initial,
				most)
		}
		if most > mostBits || total > mostBits {
			return refuse("the bounds of places are too large to be looked at")
		}
		total += most
	}
	weights := make([]int64, len(c.net.Places))
	for i, s := range c.x.Sums {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if len(s.Weights) != len(s.Places) {
			return refuse("sum %d has %d weights for %d places", i+1, len(s.Weights), len(s.Places))
		}
		value, constant := new(big.Int), true
		for j, p := range s.Places {
			if p < 0 || p >= len(weights) || s.Weights[j] < 1 || weights[p] != 0 {
				return refuse("sum %d has a place that is not there, is there twice or has no weight", i+1)
			}
			weights[p] = s.Weights[j]
			value.Add(value, product(s.Weights[j], c.net.Places[p].Initial))
		}
		changes := map[int]*big.Int{} // by transition
		for j, p := range s.Places {
			for _, e := range c.changes[p] {
				if changes[e.transition] == nil {
					changes[e.transition] = new(big.Int)
				}
				changes[e.transition].Add(changes[e.transition], product(s.Weights[j], e.delta))
			}
		}
		for t, change := range changes {
			if change.Sign() > 0 {
				return refuse("transition %s makes sum %d larger", c.net.Transitions[t].Name, i+1)
			}
			constant = constant && change.Sign() == 0
		}
		known := sum{map[int]int64{}, value, constant}
		for j, p := range s.Places {
			weights[p] = 0
			known.weights[p] = s.Weights[j]
			c.with[p] = append(c.with[p], len(c.totals))
			// the bound is no less than value/weight
			if product(s.Weights[j], c.x.Most[p]+1).Cmp(value) > 0 {
				c.shown[p] = true
			}
		}
		c.totals = append(c.totals, known)
	}
	return nil
}

// follows reports whether a sum alone shows a clause: where the clause does not hold, places have so many tokens that
// the sum is larger than it ever is, or a sum that never changes has none at all where it has some.
func (c *markings) follows(clause []int32) bool {
	if len(clause) == 0 {
		return false
	}
	for _, i := range c.with[c.x.Bits[max(clause[0], -clause[0])-1].Place] {
		s := &c.totals[i]
		least, without := new(big.Int), map[int]bool{} // what the sum is at least, and places that have no token
		for _, l := range clause {
			b := c.x.Bits[max(l, -l)-1]
			w := s.weights[b.Place]
			switch {
			case w == 0:
			case l < 0:
				least.Add(least, product(w, b.AtLeast))
			case b.AtLeast == 1:
				without[b.Place] = true
			}
		}
		if !twice(clause, c.x.Bits) && least.Cmp(s.value) > 0 || s.constant && s.value.Sign() > 0 &&
			len(without) == len(s.weights) {
			return true
		}
	}
	return false
}

// twice reports whether a clause has two negated literals of one place, whose tokens must not be added up.
func twice(clause []int32, bits []Bit) bool {
	for i, l := range clause {
		for _, k := range clause[:i] {
			if l < 0 && k < 0 && bits[-l-1].Place == bits[-k-1].Place {
				return true
			}
		}
	}
	return false
}

func product(a, b int64) *big.Int { return new(big.Int).Mul(big.NewInt(a), big.NewInt(b)) }

// load makes the variables: for each place one for each number of tokens up to its bound, which means at least so many,
// with clauses that order them. It adds the clauses of the invariant that are still to be shown to the lists of the
// places that they are about.
func (c *markings) load() error {
	c.from = make([]lit, len(c.net.Places))
	for p, most := range c.x.Most {
		c.from[p] = c.most + 1
		for n := range most {
			l := c.fresh()
			if n > 0 {
				c.clause(-l, l-1)
			}
		}
	}
	// A place that no firing changes has its tokens.
	for p, changes := range c.changes {
		if n := c.net.Places[p].Initial; len(changes) == 0 {
			c.clause(c.atLeast(p, n))
			c.clause(-c.atLeast(p, n+1))
		}
	}
	c.tokens = c.atLeast
	c.bound = func(p int) int64 { return c.x.Most[p] }
	c.all, c.ends = len(c.net.Transitions), true
	c.enabled = func(t int) lit { return c.and(c.enabling(t)...) }
	c.about, c.seen = make([][]int, len(c.net.Places)), make([]int, len(c.x.Clauses))
	for i, clause := range c.x.Clauses {
		if c.follows(clause) {
			continue
		}
		for _, l := range clause {
			p := c.x.Bits[max(l, -l)-1].Place
			if n := len(c.about[p]); n == 0 || c.about[p][n-1] != i {
				c.about[p] = append(c.about[p], i)
			}
		}
	}
	return nil
}

// atLeast returns a literal for at least n tokens in place p.
func (c *markings) atLeast(p int, n int64) lit {
	switch {
	case n <= 0:
		return yes
	case n > c.x.Most[p]:
		return no
	}
	return c.from[p] + lit(n-1)
}

// initially reports whether a literal of the invariant holds in the initial marking.
func (c *markings) initially(l int32) bool {
	b := c.x.Bits[max(l, -l)-1]
	return (c.net.Places[b.Place].Initial >= b.AtLeast) == (l > 0)
}

// literal returns a literal of the invariant as it will be after its place has got more tokens, as many as more says.
func (c *markings) literal(l int32, more int64) lit {
	b := c.x.Bits[max(l, -l)-1]
	at := c.atLeast(b.Place, b.AtLeast-more)
	if l < 0 {
		return -at
	}
	return at
}

// enabling returns what has to hold for t to be enabled.
func (c *markings) enabling(t int) (list []lit) {
	for _, a := range c.net.Transitions[t].Pre {
		list = append(list, c.atLeast(a.Place, a.Weight))
	}
	for _, a := range c.net.Transitions[t].Inhibit {
		list = append(list, -c.atLeast(a.Place, a.Weight))
	}
	return list
}

// keeps checks that a firing of t, from any marking that fits the bounds and clauses, leads to such a marking again.
// First it checks the bounds of the places that get tokens; those may then be assumed when it checks each clause about
// a place that t changes.
func (c *markings) keeps(ctx context.Context, t int) error {
	firing := c.enabling(t)
	if slices.Contains(firing, no) {
		return nil
	}
	delta := map[int]int64{}
	for e := range c.net.Transitions[t].Effects() {
		delta[e.Place] = e.Delta
	}
	enabling := slices.Clone(firing)
	for e := range c.net.Transitions[t].Effects() {
		if e.Delta <= 0 {
			continue
		}
		breaks := yes
		if most := c.x.Most[e.Place]; e.Delta < math.MaxInt64-most {
			breaks = c.atLeast(e.Place, most-e.Delta+1)
		}
		if !c.shown[e.Place] {
			if possible, err := c.possible(ctx, append(slices.Clone(enabling), breaks)...); err != nil {
				return err
			} else if possible {
				return refuse("place %s can hold more than %d tokens after %s", c.net.Places[e.Place].Name,
					c.x.Most[e.Place], c.net.Transitions[t].Name)
			}
		}
		firing = append(firing, -breaks)
	}
	for e := range c.net.Transitions[t].Effects() {
		if e.Delta == 0 {
			continue
		}
		for _, i := range c.about[e.Place] {
			if c.seen[i] == t+1 {
				continue
			}
			c.seen[i] = t + 1
			list := slices.Clone(firing)
			for _, l := range c.x.Clauses[i] {
				list = append(list, -c.literal(l, delta[c.x.Bits[max(l, -l)-1].Place]))
			}
			if contradicts(list) {
				continue
			}
			if breaks, err := c.possible(ctx, list...); err != nil {
				return err
			} else if breaks {
				return refuse("clause %d does not hold after %s", i+1, c.net.Transitions[t].Name)
			}
		}
	}
	return nil
}

// contradicts reports whether list has a literal and its negation, or one that is false: then there is no question.
func contradicts(list []lit) bool {
	slices.Sort(list)
	i, j := 0, len(list)-1
	for i < j && list[i] < 0 && list[j] > 0 {
		switch {
		case -list[i] == list[j]:
			return true
		case -list[i] > list[j]:
			i++
		default:
			j--
		}
	}
	return slices.Contains(list, no)
}
