package mu

import (
	"fmt"

	"brim/ctl/syntax"
)

// FromCTL translates a formula of CTL whose path operators are existential once its negations are pushed inwards:
//
//	EX f = <true>f            EF f = mu X. f | <true>X
//	E(f U g) = mu X. g | f & <true>X
//	EG f = nu X. f & (<true>X | {deadlock}),  or without deadlock where paths are infinite
//
// An error names an operand that is about all paths. The size of the result is linear in that of syntax.NNF(f).
func FromCTL(f *syntax.Formula, paths syntax.Paths) (*Formula, error) {
	t := &translator{paths: paths, done: map[*syntax.Formula]*Formula{}}
	return t.translate(syntax.NNF(f))
}

type translator struct {
	paths syntax.Paths
	done  map[*syntax.Formula]*Formula
}

func build(op Op, args ...*Formula) *Formula { return &Formula{Op: op, Args: args} }

func (t *translator) translate(f *syntax.Formula) (*Formula, error) {
	if g, ok := t.done[f]; ok {
		return g, nil
	}
	g, err := t.formula(f)
	if err != nil {
		return nil, err
	}
	g.closed = true
	t.done[f] = g
	return g, nil
}

// formula translates f, in negation normal form, without looking it up.
func (t *translator) formula(f *syntax.Formula) (*Formula, error) {
	if !f.Temporal() {
		switch f.Op {
		case syntax.True:
			return build(True), nil
		case syntax.False:
			return build(False), nil
		}
		return &Formula{Op: State, Atom: f}, nil
	}
	var args []*Formula
	switch f.Op {
	case syntax.And, syntax.Or, syntax.EX, syntax.EF, syntax.EG, syntax.EU:
		for _, a := range f.Args {
			g, err := t.translate(a)
			if err != nil {
				return nil, err
			}
			args = append(args, g)
		}
	default:
		return nil, fmt.Errorf("%v speaks of all paths; expected a formula of which every operator speaks of some "+
			"path, or the negation of one", f)
	}
	x := &Formula{Op: Var, Name: "X"}
	fixed := func(op Op, body *Formula) *Formula { return &Formula{Op: op, Name: x.Name, Args: []*Formula{body}} }
	switch f.Op {
	case syntax.And:
		return build(And, flat(And, args)...), nil
	case syntax.Or:
		return build(Or, flat(Or, args)...), nil
	case syntax.EX:
		return step(args[0]), nil
	case syntax.EF:
		return fixed(Mu, build(Or, args[0], step(x))), nil
	case syntax.EU:
		return fixed(Mu, build(Or, args[1], build(And, args[0], step(x)))), nil
	}
	on := step(x)
	if t.paths == syntax.Maximal {
		on = build(Or, on, &Formula{Op: State, Atom: f.Pool().Deadlock()})
	}
	return fixed(Nu, build(And, args[0], on)), nil
}

// step returns <true>f.
func step(f *Formula) *Formula {
	return &Formula{Op: Diamond, Regular: &Regular{Op: All}, Args: []*Formula{f}}
}
