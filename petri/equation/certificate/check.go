package certificate

import (
	"fmt"
	"math/big"

	"brim/petri"
)

// A Checker checks proofs about one net. It may be used by one goroutine at a time.
type Checker struct {
	net     *petri.Net
	effects [][]Term // by place: the transitions that change it, with how much they add
	facts   []fact
	choices []*Goal
	never   []int // by transition: how many steps on the way say that it does not fire
}

// A fact says that  Σ places·m + Σ firings·x ≥ least.
type fact struct {
	places, firings []wide
	least           *big.Int
}

// A wide is a Term whose weight has any size.
type wide struct {
	index  int
	weight *big.Int
}

// NewChecker returns a checker for a net. Cost: the arcs.
func NewChecker(net *petri.Net) *Checker {
	c := &Checker{net: net, effects: make([][]Term, len(net.Places)), never: make([]int, len(net.Transitions))}
	for t := range net.Transitions {
		for e := range net.Transitions[t].Effects() {
			if e.Delta != 0 {
				c.effects[e.Place] = append(c.effects[e.Place], Term{t, e.Delta})
			}
		}
	}
	return c
}

// Check returns nil if the proof shows that no reachable marking satisfies the goal, else what is wrong with it. Cost:
// for each sum in it, the arcs of the places that it names.
func (c *Checker) Check(goal *Goal, proof Step) error {
	c.facts, c.choices = c.facts[:0], c.choices[:0]
	clear(c.never)
	if err := c.assume(goal); err != nil {
		return err
	}
	return c.follow(proof)
}

// assume adds the facts and choices of a goal.
func (c *Checker) assume(g *Goal) error {
	switch {
	case g == nil:
		return fmt.Errorf("certificate: a goal is missing")
	case g.Kind == Any:
		c.choices = append(c.choices, g)
	case g.Kind == All:
		for _, part := range g.Parts {
			if err := c.assume(part); err != nil {
				return err
			}
		}
	default:
		f, err := c.fact(g.Atom.Terms, nil, big.NewInt(g.Atom.Least))
		if err != nil {
			return err
		}
		c.facts = append(c.facts, f.tight())
	}
	return nil
}

// fact returns an inequality after a look at its indices.
func (c *Checker) fact(places, firings []Term, least *big.Int) (f fact, err error) {
	if f.least = least; least == nil {
		return f, fmt.Errorf("certificate: a number is missing")
	}
	if f.places, err = widen("place", places, len(c.net.Places)); err != nil {
		return f, err
	}
	f.firings, err = widen("transition", firings, len(c.net.Transitions))
	return f, err
}

func widen(what string, terms []Term, most int) (list []wide, err error) {
	for _, t := range terms {
		if t.Index < 0 || t.Index >= most {
			return nil, fmt.Errorf("certificate: %s %d of %d", what, t.Index, most)
		}
		list = append(list, wide{t.Index, big.NewInt(t.Weight)})
	}
	return list, nil
}

// tight divides by the greatest common divisor of the weights. The sum is an integer then, so least is rounded up.
func (f fact) tight() fact {
	g := new(big.Int)
	for _, t := range f.places {
		g.GCD(nil, nil, g, new(big.Int).Abs(t.weight))
	}
	if g.Sign() == 0 {
		return f
	}
	for _, t := range f.places {
		t.weight.Quo(t.weight, g)
	}
	f.least.Neg(f.least).Div(f.least, g) // Div rounds down
	f.least.Neg(f.least)
	return f
}

// follow checks a step of the proof and, by recursion, the steps of its cases, each with the facts and choices that
// hold in it.
func (c *Checker) follow(s Step) error {
	facts, choices := len(c.facts), len(c.choices)
	defer func() { c.facts, c.choices = c.facts[:facts], c.choices[:choices] }()
	switch s := s.(type) {
	case *Sum:
		return c.sum(s)
	case *Either:
		if s.Choice < 0 || s.Choice >= choices || len(s.Cases) != len(c.choices[s.Choice].Parts) {
			return fmt.Errorf("certificate: %d cases of choice %d of %d", len(s.Cases), s.Choice, choices)
		}
		for i, part := range c.choices[s.Choice].Parts {
			c.facts, c.choices = c.facts[:facts], c.choices[:choices]
			if err := c.assume(part); err != nil {
				return err
			}
			if err := c.follow(s.Cases[i]); err != nil {
				return err
			}
		}
		return nil
	case *Trap:
		return c.trap(s)
	case *Order:
		return c.order(s)
	case *Cut:
		below, above := new(big.Int), new(big.Int)
		if s.At != nil {
			below, above = below.Neg(s.At), above.Add(s.At, big.NewInt(1))
		} else {
			return fmt.Errorf("certificate: a cut without a number")
		}
		up, err := c.fact(s.Places, s.Transitions, above)
		if err != nil {
			return err
		}
		down, _ := c.fact(s.Places, s.Transitions, below)
		for _, list := range [][]wide{down.places, down.firings} {
			for _, t := range list {
				t.weight.Neg(t.weight)
			}
		}
		if err := c.with(down, s.Below); err != nil {
			return err
		}
		return c.with(up, s.Above)
	}
	return fmt.Errorf("certificate: a step is missing")
}

// with checks a step where a fact is known, too.
func (c *Checker) with(f fact, s Step) error {
	c.facts = append(c.facts, f)
	err := c.follow(s)
	c.facts = c.facts[:len(c.facts)-1]
	return err
}

// sum checks a Sum.
func (c *Checker) sum(s *Sum) error {
	left, least := new(big.Int), new(big.Int) // Σ y·m0, and the sum of the right sides
	y, b := map[int]*big.Int{}, map[int]*big.Int{}
	for _, f := range s.Facts {
		if f.Index < 0 || f.Index >= len(c.facts) || f.By == nil || f.By.Sign() < 0 {
			return fmt.Errorf("certificate: fact %d of %d times %v", f.Index, len(c.facts), f.By)
		}
		known := c.facts[f.Index]
		for _, t := range known.places {
			plus(y, t.index, f.By, t.weight)
		}
		for _, t := range known.firings {
			plus(b, t.index, f.By, t.weight)
		}
		least.Add(least, new(big.Int).Mul(f.By, known.least))
	}
	for _, f := range s.Places {
		if f.Index < 0 || f.Index >= len(c.net.Places) || f.By == nil || f.By.Sign() < 0 {
			return fmt.Errorf("certificate: place %d times %v", f.Index, f.By)
		}
		plus(y, f.Index, f.By, big.NewInt(1))
	}
	for p, weight := range y {
		if weight.Sign() == 0 {
			continue
		}
		left.Add(left, new(big.Int).Mul(weight, big.NewInt(c.net.Places[p].Initial)))
		for _, e := range c.effects[p] {
			plus(b, e.Index, weight, big.NewInt(e.Weight))
		}
	}
	for t, weight := range b {
		if weight.Sign() > 0 && c.never[t] == 0 {
			return fmt.Errorf("certificate: transition %s raises the sum by %v", c.net.Transitions[t].Name, weight)
		}
	}
	if left.Cmp(least) >= 0 {
		return fmt.Errorf("certificate: %v ≥ %v is no contradiction", left, least)
	}
	return nil
}

// plus adds x·y to a number of a map.
func plus(m map[int]*big.Int, key int, x, y *big.Int) {
	if m[key] == nil {
		m[key] = new(big.Int)
	}
	m[key].Add(m[key], new(big.Int).Mul(x, y))
}

// trap checks a Trap.
func (c *Checker) trap(s *Trap) error {
	in, err := c.set(s.Places)
	if err != nil {
		return err
	}
	marked := false
	var terms []Term
	for p, member := range in {
		if member {
			marked = marked || c.net.Places[p].Initial > 0
			terms = append(terms, Term{p, 1})
		}
	}
	if !marked {
		return fmt.Errorf("certificate: a trap without a token")
	}
	touches := func(arcs []petri.Arc) bool {
		for _, a := range arcs {
			if in[a.Place] {
				return true
			}
		}
		return false
	}
	for i := range c.net.Transitions {
		if t := &c.net.Transitions[i]; touches(t.Pre) && !touches(t.Post) {
			return fmt.Errorf("certificate: transition %s empties a trap", t.Name)
		}
	}
	f, _ := c.fact(terms, nil, big.NewInt(1))
	return c.with(f, s.Then)
}

// set returns a list of places as a set.
func (c *Checker) set(places []int) ([]bool, error) {
	in := make([]bool, len(c.net.Places))
	for _, p := range places {
		if p < 0 || p >= len(in) {
			return nil, fmt.Errorf("certificate: place %d of %d", p, len(in))
		}
		in[p] = true
	}
	return in, nil
}

// order checks an Order.
func (c *Checker) order(s *Order) error {
	raised, err := c.set(s.Raised)
	if err != nil {
		return err
	}
	lowered, err := c.set(s.Lowered)
	if err != nil {
		return err
	}
	var causes []Term
	var blocked []int
	for t := range c.net.Transitions {
		stuck, cause := false, false
		for e := range c.net.Transitions[t].Effects() {
			initial := c.net.Places[e.Place].Initial
			stuck = stuck || raised[e.Place] && e.Min > initial || lowered[e.Place] && e.Below > 0 && e.Below <= initial
			cause = cause || raised[e.Place] && e.Delta > 0 || lowered[e.Place] && e.Delta < 0
		}
		switch {
		case stuck:
			blocked = append(blocked, t)
		case cause:
			causes = append(causes, Term{t, 1})
		}
	}
	for _, t := range blocked {
		c.never[t]++
	}
	err = c.follow(s.Never)
	for _, t := range blocked {
		c.never[t]--
	}
	if err != nil {
		return err
	}
	f, _ := c.fact(nil, causes, big.NewInt(1))
	return c.with(f, s.First)
}
