package ic3

import (
	"context"
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/bmc"
	"brim/engine/ic3/certificate"
	"brim/internal/sat"
	"brim/petri"
	"brim/petri/structure"
)

// places is a net with a formula that says which markings are bad.
//
// The clauses of a solver are lemmas, chains (what has two tokens has one), what place invariants say of pairs of
// places, and the gates of the formula. A step has no clauses: see into.
type places struct {
	net      *petri.Net
	goal     *syntax.Formula
	states   *bmc.States
	most     []int64 // tokens, by place
	sums     []certificate.Sum
	promised []bool            // places whose bound no sum shows
	size     int               // variables
	bits     []certificate.Bit // by variable; AtLeast is 0 for others
	from     []int             // by place: the variable of its first token
	start    petri.Marking
	effects  [][]petri.Effect
	raise    [][]int     // by place: the transitions that add to it
	lower    [][]int     // by place: those that take from it
	always   [][]sat.Lit // clauses by place invariants
	bits32   []int32     // the variables of all bits
	all      []int32     // and of all gates
	over     sat.Lit
	wrong    sat.Lit

	mark  []uint32 // by transition
	stamp uint32
	pre   region
	some  []bool // by literal: whether it is in the core so far
}

// Limits of what is worth trying.
const (
	mostTokens = 255     // in one place that changes
	mostBits   = 20_000  // of all places that change
	mostFixed  = 1 << 20 // tokens in all other places, for which the check of an invariant has bits, too
	mostPairs  = 100_000 // of places, in clauses by place invariants
)

// newPlaces finds bounds, and what shows them. The error is an *structure.UnboundedPlaceError, says that a bound is too
// large, or is the cause of the end of ctx.
func newPlaces(ctx context.Context, facts *structure.Profile, goal *syntax.Formula) (*places, error) {
	net := facts.Net()
	capacities, err := facts.CapacitiesWithin(ctx, 0)
	if err != nil {
		return nil, err
	}
	x := &places{net: net, goal: goal, start: net.Initial(), from: make([]int, len(net.Places)),
		promised: make([]bool, len(net.Places))}
	fixed := net.Fixed()
	total, idle := int64(0), int64(0)
	for p, c := range capacities {
		if fixed[p] {
			if idle += min(c.Most, mostFixed); idle > mostFixed || c.Most > mostFixed {
				return nil, fmt.Errorf("ic3: places that no firing changes hold too many tokens: %s holds %d; "+
					"expected at most %d in all", net.Places[p].Name, c.Most, mostFixed)
			}
			continue
		}
		if total += c.Most; c.Most > mostTokens || total > mostBits {
			return nil, fmt.Errorf("ic3: places may hold too many tokens: %s up to %d, those up to it %d; expected "+
				"at most %d and %d",
				net.Places[p].Name, c.Most, total, mostTokens, mostBits)
		}
	}
	x.most = make([]int64, len(capacities))
	for p, c := range capacities {
		x.most[p] = c.Most
	}
	x.show(ctx, facts, fixed)
	if x.states, err = bmc.NewStates(ctx, net, x.most, x.promised, goal); err != nil {
		return nil, err
	}
	x.size = x.states.Variables() + 1
	x.over, x.wrong = sat.Of(int32(x.states.Overflows)), sat.Of(int32(x.states.Goal))
	x.bits, x.some = make([]certificate.Bit, x.size), make([]bool, 2*x.size)
	for p, list := range x.states.Tokens {
		for i, l := range list {
			if i == 0 {
				x.from[p] = int(l)
			}
			x.bits[l] = certificate.Bit{Place: p, AtLeast: int64(i + 1)}
			x.bits32 = append(x.bits32, int32(l))
		}
	}
	for v := 1; v < x.size; v++ {
		x.all = append(x.all, int32(v))
	}
	x.raise, x.lower = make([][]int, len(net.Places)), make([][]int, len(net.Places))
	for t := range net.Transitions {
		x.effects = append(x.effects, slices.Collect(net.Transitions[t].Effects()))
		for _, e := range x.effects[t] {
			switch {
			case e.Delta > 0:
				x.raise[e.Place] = append(x.raise[e.Place], t)
			case e.Delta < 0:
				x.lower[e.Place] = append(x.lower[e.Place], t)
			}
		}
	}
	x.mark = make([]uint32, len(net.Transitions))
	x.pre = newRegion(len(net.Places))
	x.pairs(ctx, facts)
	return x, nil
}

// show finds sums that show the bounds of places, and which bounds none shows.
func (x *places) show(ctx context.Context, facts *structure.Profile, fixed []bool) {
	for p := range x.promised {
		x.promised[p] = !fixed[p]
	}
	take := func(flows []structure.Semiflow) {
		for _, f := range flows {
			shows := false
			for j, p := range f.Places {
				if x.promised[p] && f.Constant/f.Weights[j] <= x.most[p] {
					x.promised[p], shows = false, true
				}
			}
			if shows {
				x.sums = append(x.sums, certificate.Sum{Places: f.Places, Weights: f.Weights})
			}
		}
	}
	semi, _ := facts.Semiflows(ctx)
	if take(semi); slices.Contains(x.promised, true) {
		sub, _ := facts.Subflows(ctx)
		take(sub)
	}
}

// pairs finds clauses that follow from place invariants: of each two places how many tokens one has at most while the
// other has so many, and that some place has a token.
func (x *places) pairs(ctx context.Context, facts *structure.Profile) {
	flows, _ := facts.Semiflows(ctx)
	known := map[[2]sat.Lit]bool{}
	taken := map[*int]bool{} // flows that are sums, by where their places are
	for _, s := range x.sums {
		taken[&s.Places[0]] = true
	}
	for _, f := range flows {
		if slices.ContainsFunc(f.Places, func(p int) bool { return x.from[p] == 0 }) {
			continue // a place that is never changed is an invariant by itself
		}
		all := int64(0)
		var one []sat.Lit
		for _, p := range f.Places {
			all += x.most[p] * int64(len(f.Places))
			one = append(one, x.atLeast(p, 1))
		}
		before := len(x.always)
		if f.Constant > 0 {
			x.always = append(x.always, one)
		}
		for i := 0; i < len(f.Places) && all <= mostPairs && len(known) <= mostPairs; i++ {
			for j := range i {
				x.pair(&f, i, j, known)
			}
		}
		if len(x.always) > before && !taken[&f.Places[0]] {
			x.sums = append(x.sums, certificate.Sum{Places: f.Places, Weights: f.Weights})
		}
	}
}

// pair adds what f says of two of its places and is not known.
func (x *places) pair(f *structure.Semiflow, i, j int, known map[[2]sat.Lit]bool) {
	p, q := f.Places[i], f.Places[j]
	for n := int64(1); n <= x.most[p] && n*f.Weights[i] <= f.Constant; n++ {
		m := (f.Constant-n*f.Weights[i])/f.Weights[j] + 1 // tokens that are too many
		if m > x.most[q] {
			continue
		}
		if k := [2]sat.Lit{x.atLeast(p, n).Not(), x.atLeast(q, m).Not()}; !known[k] {
			known[k] = true
			x.always = append(x.always, k[:])
		}
	}
}

func (x *places) variables() int { return x.size }

func (x *places) load(s *sat.Solver) {
	var list []sat.Lit
	x.states.Each(func(clause []bmc.Lit) {
		list = list[:0]
		for _, l := range clause {
			list = append(list, sat.Of(int32(l)))
		}
		s.Add(list...)
	})
	for p, most := range x.most {
		for n := int64(2); n <= most && x.from[p] > 0; n++ {
			s.Add(x.atLeast(p, n).Not(), x.atLeast(p, n-1))
		}
	}
	for _, clause := range x.always {
		s.Add(clause...)
	}
}

// atLeast returns the literal for at least n tokens in a place that changes, where n is from 1 to its bound.
func (x *places) atLeast(p int, n int64) sat.Lit { return literal(x.from[p]+int(n)-1, true) }

func (x *places) first(v int) (value, ok bool) {
	b := x.bits[v]
	return b.AtLeast > 0 && x.start[b.Place] >= b.AtLeast, b.AtLeast > 0
}

// marking returns that of the last model.
func (x *places) marking(p *prover) petri.Marking {
	m := x.start.Clone()
	for place, list := range x.states.Tokens {
		if list == nil {
			continue
		}
		m[place] = 0
		for _, l := range list {
			if p.solver.Value(sat.Lit(2 * l)) {
				m[place]++
			}
		}
	}
	return m
}

// cube returns the markings of a region, as far as places change.
func (x *places) cube(r *region) cube {
	var c cube
	for _, p := range r.places {
		if x.from[p] == 0 {
			continue
		}
		if r.least[p] > 0 {
			c = append(c, x.atLeast(p, r.least[p]))
		}
		if r.most[p] < x.most[p] {
			c = append(c, x.atLeast(p, r.most[p]+1).Not())
		}
	}
	slices.Sort(c)
	return c
}

func (x *places) bad(ctx context.Context, p *prover, level int) (*obligation, error) {
	either := []sat.Lit{x.wrong, x.over}
	found, err := p.solver.Solve(ctx, sat.Question{Assume: []sat.Lit{p.switches[level]}, Clause: either, Domain: x.all})
	if !found || err != nil {
		return nil, err
	}
	m := x.marking(p)
	if r := x.lift(m); r != nil {
		return &obligation{cube: x.cube(r)}, nil
	}
	t, r := x.beyond(m)
	return &obligation{cube: x.cube(r), choice: choice{transition: t, beyond: true}}, nil
}

// into asks for each transition that makes some literal of c true. What is before c, seen from a transition, is a
// cube: c with the tokens moved back, where the transition is enabled and keeps the bounds.
func (x *places) into(ctx context.Context, p *prover, c cube, level int) (*obligation, cube, error) {
	x.stamp++
	var core cube
	defer func() {
		for _, l := range core {
			x.some[l] = false
		}
	}()
	against := c.clause(nil)
	for _, l := range c {
		b := x.bits[l.Var()]
		list := x.raise[b.Place]
		if l.Negated() {
			list = x.lower[b.Place]
		}
		for _, t := range list {
			if x.mark[t] == x.stamp {
				continue
			}
			x.mark[t] = x.stamp
			before, also, err := x.back(ctx, p, c, t, level, against)
			if err != nil {
				return nil, nil, err
			}
			if before != nil {
				return before, nil, nil
			}
			for _, l := range also {
				if !x.some[l] {
					x.some[l] = true
					core = append(core, l)
				}
			}
		}
	}
	slices.Sort(core)
	return nil, slices.Clone(core), nil
}

// before returns the literals of c as they are before t, 0 for those that hold then in any case. Where one of them
// cannot hold, refuses is such a literal of c. possible is false if t is never enabled within the bounds.
func (x *places) before(c cube, t int) (shifted []sat.Lit, refuses sat.Lit, possible bool) {
	shifted = make([]sat.Lit, len(c))
	for i, l := range c {
		b := x.bits[l.Var()]
		e, touched := x.effect(t, b.Place)
		if !touched {
			shifted[i] = l
			continue
		}
		least, most := e.Range()
		most = min(most, x.most[b.Place], x.most[b.Place]-e.Delta)
		n := b.AtLeast - e.Delta // tokens before t that are enough
		switch {
		case least > most:
			return nil, 0, false
		case !l.Negated() && n > most, l.Negated() && n <= least:
			if refuses == 0 || x.some[l] {
				refuses = l
			}
		case !l.Negated() && n > least:
			shifted[i] = x.atLeast(b.Place, n)
		case l.Negated() && n <= most:
			shifted[i] = x.atLeast(b.Place, n).Not()
		}
	}
	return shifted, refuses, true
}

// back asks whether transition t leads from the frame to c. If not, it returns literals of c that are enough for that.
func (x *places) back(ctx context.Context, p *prover, c cube, t, level int, against []sat.Lit) (*obligation, []sat.Lit,
	error) {
	shifted, refuses, possible := x.before(c, t)
	switch {
	case !possible:
		return nil, nil, nil
	case refuses != 0:
		return nil, []sat.Lit{refuses}, nil
	}
	q := sat.Question{Assume: []sat.Lit{p.switches[level]}, Clause: against, Domain: x.bits32}
	for _, e := range x.effects[t] {
		least, most := e.Range()
		most = min(most, x.most[e.Place]-e.Delta)
		switch {
		case x.from[e.Place] == 0:
			if n := x.start[e.Place]; n < least || n > most {
				return nil, nil, nil
			}
			continue
		case least > min(most, x.most[e.Place]):
			return nil, nil, nil
		}
		if least > 0 {
			q.Assume = append(q.Assume, x.atLeast(e.Place, least))
		}
		if most < x.most[e.Place] {
			q.Assume = append(q.Assume, x.atLeast(e.Place, most+1).Not())
		}
	}
	for _, known := range []bool{true, false} { // those first that are needed anyway
		for i, l := range shifted {
			if l != 0 && x.some[c[i]] == known {
				q.Assume = append(q.Assume, l)
			}
		}
	}
	found, err := p.solver.Solve(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	if !found {
		var also []sat.Lit
		for _, failed := range p.solver.Failed() {
			if i := slices.Index(shifted, failed); i >= 0 {
				also = append(also, c[i])
			}
		}
		return nil, also, nil
	}
	r := &x.pre
	r.clear()
	for _, e := range x.effects[t] {
		least, most := e.Range()
		r.within(e.Place, least, most)
	}
	for _, l := range shifted {
		if l != 0 {
			r.literal(x.bits[l.Var()], l.Negated())
		}
	}
	return &obligation{cube: x.cube(r), choice: choice{transition: t}}, nil, nil
}

// effect returns what t does to a place; ok is false if there is no arc between them.
func (x *places) effect(t, p int) (e petri.Effect, ok bool) {
	i, ok := slices.BinarySearchFunc(x.effects[t], p, func(e petri.Effect, p int) int { return e.Place - p })
	if ok {
		e = x.effects[t][i]
	}
	return e, ok
}

// steps returns the transitions of a path, and whether it ends with one that breaks a promised bound.
func steps(o *obligation) (list []int, beyond bool) {
	for ; o != nil; o = o.next {
		switch {
		case o.choice.beyond:
			return append(list, o.choice.transition), true
		case o.next != nil:
			list = append(list, o.choice.transition)
		}
	}
	return list, false
}

// certify returns the negations of cubes, and the clauses by place invariants, as an invariant.
func (x *places) certify(cubes []cube) *certificate.Invariant {
	bit := func(v int) certificate.Bit { return x.bits[v] }
	n := &numbering{&certificate.Invariant{Most: x.most, Sums: x.sums}, bit, map[int]int32{}}
	for _, clause := range x.always {
		n.add(clause)
	}
	return n.certify(cubes)
}
