package randcoloured

import (
	"fmt"
	"math/rand/v2"

	"brim/petri/coloured"
)

// Random coloured nets that use all constructs.

// A Config says what nets Generate makes. The zero value is usable.
type Config struct {
	Places      int // at most so many; 0 means 4
	Transitions int // at most so many; 0 means 5

	Open    bool // transitions may give more tokens than they take, so most nets are unbounded
	Awkward bool // names have brackets, commas, blanks and quotes, and some would make equal names when joined
}

// Limits of what is drawn.
const (
	mostColours     = 16 // of a sort
	mostAssignments = 60 // of the variables of a transition
	mostTokens      = 8  // in the initial marking, if nothing but whole sorts is more
)

type generator struct {
	rng *rand.Rand
	cfg Config
	*coloured.Builder
	naming

	sorts     []sort
	variables []int   // sorts
	places    []int   // sorts
	scope     []int   // the variables that terms may have
	scopes    [][]int // by transition
	ground    bool    // terms are of initial markings: no difference may be negative
	marked    []int   // the places that may hold tokens, and more often than once
	tokens    int64   // in the initial marking so far
}

// A sort is what the generator knows of one of the builder.
type sort struct {
	kind      coloured.Kind
	size      int64
	low, high int64
	parts     []int
	base      int
	blocks    []coloured.Constant
}

// Generate returns a random net within the limits of cfg: it declares sorts, and then adds places, variables and
// transitions at random. The state of rng determines the net. It panics on negative limits.
func Generate(rng *rand.Rand, cfg Config) *coloured.Net {
	if cfg.Places < 0 || cfg.Transitions < 0 {
		panic("randcoloured: Generate: negative limit in Config")
	}
	if cfg.Places == 0 {
		cfg.Places = 4
	}
	if cfg.Transitions == 0 {
		cfg.Transitions = 5
	}
	g := &generator{rng: rng, cfg: cfg, Builder: coloured.NewBuilder("random"),
		naming: naming{rng, cfg.Awkward, map[string]bool{}}}
	g.declare()
	for range g.many(cfg.Places) {
		g.place()
	}
	for range g.many(5) {
		g.variable()
	}
	for range g.many(cfg.Transitions) {
		g.transition()
	}
	if g.chance(25) {
		g.inhibit()
	}
	net, err := g.Net()
	if err != nil {
		panic(fmt.Sprintf("randcoloured: %v", err))
	}
	return net
}

// chance is true in percent of all cases.
func (g *generator) chance(percent int) bool { return g.rng.IntN(100) < percent }

// many draws a number from 1 to n, rather a large one.
func (g *generator) many(n int) int { return 1 + max(g.rng.IntN(n), g.rng.IntN(n)) }

// variable declares a variable of any sort but a partition, mostly of the sort of a place.
func (g *generator) variable() {
	s := g.anySort()
	if g.chance(60) {
		s = g.places[g.rng.IntN(len(g.places))]
	}
	g.variables = append(g.variables, s)
	g.Variable(g.id("x"), g.label("x"), s)
}

// place adds a place of any sort but a partition, mostly with tokens.
func (g *generator) place() {
	s := g.anySort()
	p := g.Place(g.id("p"), s)
	g.places = append(g.places, s)
	if g.chance(30) {
		g.AliasPlace(p, g.label("place"))
	}
	if !g.chance(85) {
		return
	}
	g.scope, g.ground = nil, true
	term, n := g.multiset(s, 2)
	if g.chance(30) {
		term, n = &coloured.Term{Op: coloured.All, Sort: s}, g.sorts[s].size
	}
	g.ground = false
	if n+g.tokens <= mostTokens || term.Op == coloured.All {
		g.tokens += n
		g.Initial(p, term)
		g.marked = append(g.marked, p)
	}
}

// An arc is one in the making.
type arc struct {
	place int
	term  *coloured.Term
	n     int64 // tokens
}

// transition adds a random transition: mostly one that moves a colour between places of the same sort, with further
// arcs and a guard now and then. Unless the configuration is open, output arcs are dropped until the transition gives
// no more tokens than it takes.
func (g *generator) transition() {
	t := g.Transition(g.id("t"))
	if g.chance(30) {
		g.AliasTransition(t, g.label("transition"))
	}
	g.chooseScope()
	g.scopes = append(g.scopes, g.scope)
	var take, give []arc
	if len(g.marked) > 0 && g.chance(70) {
		take, give = g.move()
	}
	if take == nil || g.chance(20) {
		take = append(take, g.arcs()...)
	}
	if give == nil || g.chance(20) {
		give = append(give, g.arcs()...)
	}
	for !g.cfg.Open && len(give) > 0 && total(give) > total(take) {
		give = give[1:]
	}
	for _, a := range take {
		g.Input(a.place, t, a.term)
	}
	for _, a := range give {
		g.Output(t, a.place, a.term)
		g.marked = append(g.marked, a.place)
	}
	if g.chance(45) {
		g.Guard(t, g.guard(2))
	}
}

// inhibit adds inhibitor arcs to some transitions.
func (g *generator) inhibit() {
	for t, scope := range g.scopes {
		g.scope = scope
		for g.chance(40) {
			p := g.rng.IntN(len(g.places))
			term, _ := g.multiset(g.places[p], 2)
			if g.chance(20) {
				term = &coloured.Term{Op: coloured.All, Sort: g.places[p]}
			}
			g.Inhibitor(p, t, term)
		}
	}
}

func total(arcs []arc) int64 {
	sum := int64(0)
	for _, a := range arcs {
		sum += a.n
	}
	return sum
}

// move draws arcs that take one colour where tokens may be and give one to a place of the same sort.
func (g *generator) move() (take, give []arc) {
	from := g.marked[g.rng.IntN(len(g.marked))]
	s := g.places[from]
	for _, to := range g.rng.Perm(len(g.places)) {
		if g.same(g.places[to], s) {
			return []arc{{from, g.pattern(s), 1}}, []arc{{to, g.one(s, 2), 1}}
		}
	}
	panic("randcoloured: a place is not of its own sort")
}

// arcs draws arcs of one direction; several may go to the same place.
func (g *generator) arcs() (list []arc) {
	n := 1
	switch d := g.rng.IntN(20); {
	case d == 0:
		n = 0
	case d > 11:
		n = 2
	case d > 18:
		n = 3
	}
	for range n {
		p := g.rng.IntN(len(g.places))
		term, tokens := g.multiset(g.places[p], 2)
		list = append(list, arc{p, term, tokens})
	}
	return list
}

// chooseScope draws variables for a transition that do not have too many assignments together.
func (g *generator) chooseScope() {
	g.scope = nil
	assignments := int64(1)
	for _, v := range g.rng.Perm(len(g.variables)) {
		if size := g.sorts[g.variables[v]].size; assignments*size <= mostAssignments {
			assignments *= size
			g.scope = append(g.scope, v)
		}
	}
}
