package walk

import (
	"errors"
	"math"
	"math/bits"

	"brim/ctl/syntax"
)

// This file keeps the values of all formulas and sums that a walker looks for, and updates them with each firing.

// ErrNumbers says that numbers in a formula or sum are so large that walks, which count in 64 bits, do not take it.
var ErrNumbers = errors.New("walks cannot take numbers that large")

// The formulas are all that is looked for, as one graph in which each formula stands once. Comparisons keep their sums,
// conjunctions count operands that fail, disjunctions those that hold, so a firing costs only what it changes.
//
// Invariant, between two firings: holds of each node is its value in the present marking, count what it says; and
// pending has at least the nodes with a target that came to hold since settle.
type formulas struct {
	targets []*target // what is looked for
	changed bool      // the graph has to be built anew before the next run

	nodes, nodes0 []node
	sums, sums0   []sum
	links         []link  // of the places, see place
	up            []int32 // parents, those of node n are up[n.up:n.upped]
	atoms         []int32 // nodes that ask whether a transition is enabled: of t atoms[atomAt[t]:atomAt[t+1]]
	atomAt        []int32
	dead          int32 // the node of deadlock, −1 if there is none
	pending       []int32
}

// A node is a formula.
type node struct {
	op        syntax.Op
	holds     bool
	count     int32 // of And: operands that fail; of Or and Enabled: those that hold
	up, upped int32
	target    int32 // index into targets, −1 if it is only part of formulas
}

// A sum is what a comparison knows: it holds where the value lies from lo to hi, or if out, where it does not.
type sum struct {
	value, lo, hi int64
	out           bool
	node          int32
}

// A link leads from a place to a sum that counts it.
type link struct {
	weight int64
	sum    int32
}

// A target is what a Goal or a Maximum looks for.
type target struct {
	formula *syntax.Formula // nil of a sum
	terms   []syntax.Term   // of a sum
	best    int64           // of a sum, without its constant
	seen    int64           // of a sum: the best that no replay has confirmed yet
	sum     int32           // of a sum, its index in the graph
	done    bool            // the walker looks for it no longer
	goal    *Goal
	most    *Maximum

	approach *approach // nil until it is asked for

	watched bool  // it is a proposition of a Run: nothing is claimed where it holds
	node    int32 // of one that is watched, in the graph
}

// fits reports whether all values of the sum below the ceiling lie strictly between −2^62 and 2^62.
func (b *table) fits(terms []syntax.Term) bool {
	total := uint64(0)
	for _, t := range terms {
		size := uint64(max(t.Weight, -t.Weight))
		hi, lo := bits.Mul64(size, uint64(b.ceiling))
		if hi != 0 || lo >= 1<<62 {
			return false
		}
		if total += lo; total >= 1<<62 {
			return false
		}
	}
	return true
}

// valueAt returns the value of a sum that fits.
func valueAt(terms []syntax.Term, tokens func(p int) int64) (value int64) {
	for _, t := range terms {
		value += t.Weight * tokens(t.Place.Index)
	}
	return value
}

// none is a limit that no sum reaches.
const none = 1 << 62

// rangeOf returns the comparison as a range, with limits that no sum reaches in place of larger ones.
func rangeOf(f *syntax.Formula) (lo, hi int64, out bool) {
	lo, hi = -none, none
	c := max(-none, min(f.Const, none))
	switch f.Rel {
	case syntax.Equal, syntax.NotEqual:
		return c, c, f.Rel == syntax.NotEqual
	case syntax.Less:
		return lo, max(c-1, -none), false
	case syntax.LessEqual:
		return lo, c, false
	case syntax.Greater:
		return min(c+1, none), hi, false
	}
	return c, hi, false
}

// build makes the graph of the targets that are looked for, with the values of the initial marking. Cost: the places,
// the transitions and the different formulas.
func (g *formulas) build(w *Walker) {
	g.changed = false
	g.nodes, g.sums, g.up, g.dead = g.nodes[:0], g.sums[:0], g.up[:0], -1
	b := builder{formulas: g, w: w, made: map[*syntax.Formula]int32{}, links: map[int][]link{},
		atoms: map[int][]int32{}}
	for i, t := range g.targets {
		switch {
		case t.done:
		case t.watched:
			t.node = b.node(t.formula)
		case t.formula != nil:
			g.nodes[b.node(t.formula)].target = int32(i)
		default:
			b.sum(t, int32(i))
		}
	}
	b.finish()
	g.nodes0, g.sums0 = append(g.nodes0[:0], g.nodes...), append(g.sums0[:0], g.sums...)
	g.restart()
}

// restart sets the values of the initial marking.
func (g *formulas) restart() {
	copy(g.nodes, g.nodes0)
	copy(g.sums, g.sums0)
	g.pending = g.pending[:0]
	for i := range g.nodes {
		if g.nodes[i].holds && g.nodes[i].target >= 0 {
			g.pending = append(g.pending, int32(i))
		}
	}
}

// A builder makes the graph.
type builder struct {
	*formulas
	w     *Walker
	made  map[*syntax.Formula]int32
	kids  [][]int32 // by node
	links map[int][]link
	atoms map[int][]int32
}

// add adds a node.
func (b *builder) add(n node, kids []int32) int32 {
	n.target = -1
	b.nodes = append(b.nodes, n)
	b.kids = append(b.kids, kids)
	return int32(len(b.nodes) - 1)
}

// node returns the node of a formula in the form of syntax.NNF.
func (b *builder) node(f *syntax.Formula) int32 {
	for g := range f.All() {
		if _, ok := b.made[g]; !ok {
			b.made[g] = b.make(g)
		}
	}
	return b.made[f]
}

// make adds the node of f, whose operands have nodes, and returns its index. It computes the value of f in the initial
// marking, and links the node with what can change that value: a comparison with its places, enabled(…) with its
// transitions.
func (b *builder) make(f *syntax.Formula) int32 {
	n := node{op: f.Op}
	var kids []int32
	for _, a := range f.Args {
		kids = append(kids, b.made[a])
	}
	switch f.Op {
	case syntax.True:
		n.holds = true
	case syntax.Deadlock:
		n.holds = len(b.w.begin.live)+b.w.begin.idle == 0
		b.dead = b.add(n, nil)
		return b.dead
	case syntax.Compare:
		s := sum{node: int32(len(b.nodes))}
		s.lo, s.hi, s.out = rangeOf(f)
		n.holds = b.value(f.Terms, &s)
	case syntax.Enabled:
		for _, t := range f.Transitions {
			b.atoms[t.Index] = append(b.atoms[t.Index], int32(len(b.nodes)))
			if b.w.begin.missing[t.Index] == 0 {
				n.count++
			}
		}
		n.holds = n.count > 0
	case syntax.Not:
		n.holds = !b.nodes[kids[0]].holds
	case syntax.And, syntax.Or:
		for _, k := range kids {
			if b.nodes[k].holds == (f.Op == syntax.Or) {
				n.count++
			}
		}
		n.holds = n.count == 0
		if f.Op == syntax.Or {
			n.holds = n.count > 0
		}
	}
	return b.add(n, kids)
}

// value adds a sum with its links and reports whether its comparison holds.
func (b *builder) value(terms []syntax.Term, s *sum) bool {
	s.value = valueAt(terms, func(p int) int64 { return b.w.initial[p].tokens })
	for _, t := range terms {
		b.links[t.Place.Index] = append(b.links[t.Place.Index], link{t.Weight, int32(len(b.sums))})
	}
	b.sums = append(b.sums, *s)
	return s.holds()
}

func (s *sum) holds() bool { return (s.value >= s.lo && s.value <= s.hi) != s.out }

// sum adds the sum of a target as the comparison that it is above the best.
func (b *builder) sum(t *target, index int32) {
	t.sum = int32(len(b.sums))
	s := sum{node: int32(len(b.nodes)), lo: math.MinInt64, hi: t.best, out: true}
	n := b.add(node{op: syntax.Compare, holds: b.value(t.terms, &s)}, nil)
	b.nodes[n].target = index
}

// finish copies the lists of parents by node, of sums by place and of enabled(…) nodes by transition into arrays, one
// list behind the other.
func (b *builder) finish() {
	count := make([]int32, len(b.nodes)+1)
	for _, kids := range b.kids {
		for _, k := range kids {
			count[k+1]++
		}
	}
	for i := range b.nodes {
		count[i+1] += count[i]
		b.nodes[i].up, b.nodes[i].upped = count[i], count[i]
	}
	b.up = make([]int32, count[len(b.nodes)])
	for n, kids := range b.kids {
		for _, k := range kids {
			b.up[b.nodes[k].upped] = int32(n)
			b.nodes[k].upped++
		}
	}
	b.formulas.links = b.formulas.links[:0]
	for p := range b.w.initial {
		x := &b.w.initial[p]
		x.link = int32(len(b.formulas.links))
		b.formulas.links = append(b.formulas.links, b.links[p]...)
		x.linked = int32(len(b.formulas.links))
	}
	b.formulas.atoms, b.atomAt = b.formulas.atoms[:0], append(b.atomAt[:0], 0)
	for t := range b.w.hooks {
		b.w.hooks[t] &^= asked
		if list := b.atoms[t]; len(list) > 0 {
			b.w.hooks[t] |= asked
			b.formulas.atoms = append(b.formulas.atoms, list...)
		}
		b.atomAt = append(b.atomAt, int32(len(b.formulas.atoms)))
	}
}

// shift brings the sums up to date that count a place.
func (w *Walker) shift(p *place, delta int64) {
	g := &w.formulas
	for _, l := range g.links[p.link:p.linked] {
		s := &g.sums[l.sum]
		s.value += l.weight * delta
		if s.holds() != g.nodes[s.node].holds {
			g.flip(s.node)
		}
	}
}

// enabled notes that a transition got enabled, or with −1 disabled.
func (g *formulas) enabled(t, by int32) {
	for _, n := range g.atoms[g.atomAt[t]:g.atomAt[t+1]] {
		x := &g.nodes[n]
		x.count += by
		if x.holds != (x.count > 0) {
			g.flip(n)
		}
	}
}

// flip inverts the value of node n, and updates the counts of its parents, which flip in turn where their value
// changes. Targets that come to hold are noted as pending.
func (g *formulas) flip(n int32) {
	x := &g.nodes[n]
	x.holds = !x.holds
	if x.holds && x.target >= 0 {
		g.pending = append(g.pending, n)
	}
	for _, u := range g.up[x.up:x.upped] {
		y := &g.nodes[u]
		switch y.op {
		case syntax.Not:
			g.flip(u)
			continue
		case syntax.And:
			if x.holds {
				y.count--
			} else {
				y.count++
			}
			if y.holds != (y.count == 0) {
				g.flip(u)
			}
		case syntax.Or:
			if x.holds {
				y.count++
			} else {
				y.count--
			}
			if y.holds != (y.count > 0) {
				g.flip(u)
			}
		}
	}
}
