package bmc

import "brim/ctl/syntax"

// A tableau says what holds at one position of a run, given what is claimed of the next one.
type tableau struct {
	formula *syntax.Formula         // as ltl.NNF returns it
	carried []*syntax.Formula       // what claims are about: operands of X, and formulas with F, G, U, R and W
	index   map[*syntax.Formula]int // of carried
	owed    []int                   // those of carried that promise something: F and U
}

func newTableau(path *syntax.Formula) *tableau {
	x := &tableau{formula: path, index: map[*syntax.Formula]int{}}
	carry := func(f *syntax.Formula) {
		if _, ok := x.index[f]; ok {
			return
		}
		x.index[f] = len(x.carried)
		x.carried = append(x.carried, f)
		if f.Op == syntax.F || f.Op == syntax.U {
			x.owed = append(x.owed, x.index[f])
		}
	}
	for f := range path.All() {
		switch f.Op {
		case syntax.X:
			carry(f.Args[0])
		case syntax.F, syntax.G, syntax.U, syntax.R, syntax.W:
			carry(f)
		}
	}
	return x
}

// inputs returns a free variable for each claim.
func (x *tableau) inputs(g *gates) []Lit {
	list := make([]Lit, len(x.carried))
	for n := range list {
		list[n] = g.input()
	}
	return list
}

// promised returns what the claim n, which is owed, says will hold.
func (x *tableau) promised(n int) *syntax.Formula {
	args := x.carried[n].Args
	return args[len(args)-1]
}

// truth says of each formula in the path formula whether it holds at a position.
func (x *tableau) truth(m *moment, next []Lit) map[*syntax.Formula]Lit {
	truth, g := map[*syntax.Formula]Lit{}, m.g
	claim := func(f *syntax.Formula) Lit { return next[x.index[f]] }
	for f := range x.formula.All() { // operands first
		if !f.Temporal() {
			truth[f] = m.holds(f)
			continue
		}
		args := make([]Lit, len(f.Args))
		for n, a := range f.Args {
			args[n] = truth[a]
		}
		switch f.Op {
		case syntax.And:
			truth[f] = g.and(args...)
		case syntax.Or:
			truth[f] = g.or(args...)
		case syntax.X:
			truth[f] = claim(f.Args[0])
		case syntax.F:
			truth[f] = g.or(args[0], claim(f))
		case syntax.G:
			truth[f] = g.and(args[0], claim(f))
		case syntax.U, syntax.W:
			truth[f] = g.or(args[1], g.and(args[0], claim(f)))
		case syntax.R:
			truth[f] = g.and(args[1], g.or(args[0], claim(f)))
		default:
			panic("bmc: not in the form of ltl.NNF: " + f.String())
		}
	}
	return truth
}
