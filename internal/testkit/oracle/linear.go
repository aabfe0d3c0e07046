package oracle

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
)

// Path formulas of LTL on graphs, by the full tableau.

// A Graph has states that are numbered, and the edges between them. Its runs go on for ever.
type Graph struct {
	Succ  [][]int                                 // by state
	Holds func(state int, f *syntax.Formula) bool // of atoms, and of formulas whose operator is one of CTL, A or E
}

// mostSteps is how many temporal operators a path formula can have: there are two to the power of that many subsets.
const mostSteps = 20

// Runs tells for each state of the graph whether some run from it satisfies the path formula f, and whether some run
// does not. From a state without runs neither is so.
//
// It is the full tableau, times the graph [LP85]: a node is a state with a subset of the closure of f, that is of the
// formulas in f. The subset is maximal and consistent: it has an atom if that holds in the state, has or has not each
// formula with a temporal operator, and then has a connective if it is true by that. An edge leads from a node to one
// of a successor where the laws of expansion
//
//	X a now: a next    F a now: a now or F a next         G a now: a and G a next
//	                   a U b now: b, or a and a U b next  a R b now: b, and a or a R b next
//	                                                      a W b now: b, or a and a W b next
//
// hold. So the node is the only one of its state with an edge to the other one. A run of nodes has just the formulas
// that hold from each state on if none is put off for ever: again and again a is had or F a is not, b is had or a U b
// is not; and the other way round for G, R and W. Such runs are those that stay in a strongly connected component with
// a node of each kind in the end. Components are found by Tarjan's algorithm [Tar72].
//
// Cost: the edges of the graph × the formulas in f × two to the power of the temporal operators in f.
func (g Graph) Runs(f *syntax.Formula) (with, without []bool) {
	p := newProduct(g, f)
	p.components()
	return p.reached()
}

// A product has a node for each state of the graph and each set of formulas with temporal operators in the closure:
// its number is state << len(steps) | set, where bit k of the set is the k-th such formula. The set settles the subset.
type product struct {
	Graph
	closure []member
	steps   []int    // which members have a temporal operator
	atoms   [][]bool // by state: which formulas of the closure hold, of those that it settles
	before  [][]int  // by node: those with an edge to it
	fair    []bool   // by node: in a component in which a run can stay
}

// A member of the closure is a formula; its operands come before it.
type member struct {
	*syntax.Formula
	args []int // the operands in the closure; none of what states settle: atoms, and formulas of CTL, A and E
}

// newProduct builds the product of a graph with the tableau of the path formula f: the closure of f, operands first,
// the atoms that hold in each state, and the edges between nodes. It panics if f has more than mostSteps temporal
// operators.
func newProduct(g Graph, f *syntax.Formula) *product {
	p := &product{Graph: g}
	index := map[*syntax.Formula]int{}
	var add func(f *syntax.Formula) int
	add = func(f *syntax.Formula) int {
		if i, ok := index[f]; ok {
			return i
		}
		m := member{Formula: f}
		if step(f.Op) || f.Op >= syntax.Not && f.Op <= syntax.Iff {
			for _, a := range f.Args {
				m.args = append(m.args, add(a))
			}
		}
		i := len(p.closure)
		if step(f.Op) {
			p.steps = append(p.steps, i)
		}
		index[f], p.closure = i, append(p.closure, m)
		return i
	}
	add(f)
	if len(p.steps) > mostSteps {
		panic(fmt.Sprintf("oracle: Runs: %d temporal operators; expected %d at most", len(p.steps), mostSteps))
	}
	for state := range g.Succ {
		atoms := make([]bool, len(p.closure))
		for i, m := range p.closure {
			switch {
			case m.args != nil:
			case m.Op == syntax.True || m.Op == syntax.False:
				atoms[i] = m.Op == syntax.True
			default:
				atoms[i] = g.Holds(state, m.Formula)
			}
		}
		p.atoms = append(p.atoms, atoms)
	}
	p.edges()
	return p
}

// step reports whether op is a temporal operator of path formulas.
func step(op syntax.Op) bool { return op >= syntax.X && op <= syntax.W }

// edges finds the edges of the product.
func (p *product) edges() {
	sets := 1 << len(p.steps)
	p.before = make([][]int, len(p.Succ)*sets)
	now := make([]bool, len(p.closure))
	for i, list := range p.Succ {
		copy(now, p.atoms[i])
		for _, j := range slices.Compact(slices.Sorted(slices.Values(list))) {
			for set := range sets {
				next, from := p.subset(j*sets+set), 0
				p.fill(now, func(k int, m member) bool {
					holds := m.expand(now, next, next[p.steps[k]])
					if holds {
						from |= 1 << k
					}
					return holds
				})
				node := j*sets + set
				p.before[node] = append(p.before[node], i*sets+from)
			}
		}
	}
}

// subset returns the subset of a node: which formulas of the closure are in it.
func (p *product) subset(node int) []bool {
	subset := slices.Clone(p.atoms[node>>len(p.steps)])
	p.fill(subset, func(k int, _ member) bool { return node>>k&1 == 1 })
	return subset
}

// fill completes a subset that has its atoms: has tells whether the k-th formula with a temporal operator is in it.
func (p *product) fill(subset []bool, has func(k int, m member) bool) {
	k := 0
	for i, m := range p.closure {
		in := func(j int) bool { return subset[j] }
		out := func(j int) bool { return !subset[j] }
		switch {
		case step(m.Op):
			subset[i] = has(k, m)
			k++
		case m.args == nil: // the state has settled it
		case m.Op == syntax.Not:
			subset[i] = out(m.args[0])
		case m.Op == syntax.And:
			subset[i] = !slices.ContainsFunc(m.args, out)
		case m.Op == syntax.Or:
			subset[i] = slices.ContainsFunc(m.args, in)
		case m.Op == syntax.Implies:
			subset[i] = out(m.args[0]) || in(m.args[1])
		case m.Op == syntax.Iff:
			subset[i] = in(m.args[0]) == in(m.args[1])
		default:
			panic(fmt.Sprintf("oracle: Runs: %v in a path formula", m.Op))
		}
	}
}

// expand returns whether m, with a temporal operator, is in the subset of a node, by the law of expansion: now is that
// subset as far as the formulas before m, next is the one of a node after it, and again tells whether m is in next.
func (m member) expand(now, next []bool, again bool) bool {
	a := m.args[0]
	b := m.args[len(m.args)-1] // the second of two
	switch m.Op {
	case syntax.X:
		return next[a]
	case syntax.F:
		return now[a] || again
	case syntax.G:
		return now[a] && again
	case syntax.U, syntax.W:
		return now[b] || now[a] && again
	case syntax.R:
		return now[b] && (now[a] || again)
	}
	panic(fmt.Sprintf("oracle: Runs: no law for %v", m.Op))
}

// kept returns a bit for each formula with a temporal operator that a node with this subset does not put off.
func (p *product) kept(subset []bool) (bits int) {
	for k, i := range p.steps {
		m, has := p.closure[i], subset[i]
		a, b := subset[m.args[0]], subset[m.args[len(m.args)-1]]
		kept := true // X puts nothing off
		switch m.Op {
		case syntax.F:
			kept = !has || a
		case syntax.G:
			kept = has || !a
		case syntax.U:
			kept = !has || b
		case syntax.R:
			kept = has || !b
		case syntax.W:
			kept = has || !a && !b
		}
		if kept {
			bits |= 1 << k
		}
	}
	return bits
}

// components finds the strongly connected components of the product by Tarjan's algorithm, and marks in p.fair the
// nodes of those in which a run can stay. It follows the edges backwards, in which direction they are stored; the
// components are the same.
func (p *product) components() {
	nodes := len(p.before)
	p.fair = make([]bool, nodes)
	number, low := make([]int, nodes), make([]int, nodes) // in the order of the search, from 1; 0 is not seen
	on := make([]bool, nodes)
	var stack []int
	seen := 0
	var visit func(node int)
	visit = func(node int) {
		seen++
		number[node], low[node] = seen, seen
		stack, on[node] = append(stack, node), true
		for _, other := range p.before[node] {
			switch {
			case number[other] == 0:
				visit(other)
				low[node] = min(low[node], low[other])
			case on[other]:
				low[node] = min(low[node], number[other])
			}
		}
		if low[node] < number[node] {
			return
		}
		first := len(stack) - 1
		for stack[first] != node {
			first--
		}
		component := stack[first:]
		stack = stack[:first]
		for _, other := range component {
			on[other] = false
		}
		if p.staysIn(component) {
			for _, other := range component {
				p.fair[other] = true
			}
		}
	}
	for node := range nodes {
		if number[node] == 0 {
			visit(node)
		}
	}
}

// staysIn reports whether a run can stay in a strongly connected component and put nothing off for ever.
func (p *product) staysIn(component []int) bool {
	if node := component[0]; len(component) == 1 && !slices.Contains(p.before[node], node) {
		return false
	}
	bits := 0
	for _, node := range component {
		bits |= p.kept(p.subset(node))
	}
	return bits == 1<<len(p.steps)-1
}

// reached reports for each state whether some run from it satisfies f, and whether some run from it does not. It
// searches backwards from all fair nodes and looks, at each node that it reaches, whether f is in the subset of the
// node.
func (p *product) reached() (with, without []bool) {
	with, without = make([]bool, len(p.Succ)), make([]bool, len(p.Succ))
	var todo []int
	seen := slices.Clone(p.fair)
	for node, fair := range p.fair {
		if fair {
			todo = append(todo, node)
		}
	}
	for len(todo) > 0 {
		node := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		state, subset := node>>len(p.steps), p.subset(node)
		if subset[len(subset)-1] {
			with[state] = true
		} else {
			without[state] = true
		}
		for _, other := range p.before[node] {
			if !seen[other] {
				todo, seen[other] = append(todo, other), true
			}
		}
	}
	return with, without
}

// Accepted reports whether the path formula f holds on the word, by the tableau.
func (w Word) Accepted(f *syntax.Formula) bool {
	g := Graph{Succ: make([][]int, w.Positions), Holds: w.Holds}
	for i := range g.Succ {
		g.Succ[i] = []int{i + 1}
	}
	g.Succ[w.Positions-1] = []int{w.Loop}
	with, without := g.Runs(f)
	if with[0] == without[0] {
		panic("oracle: Accepted: a word satisfies a formula or it does not")
	}
	return with[0]
}
