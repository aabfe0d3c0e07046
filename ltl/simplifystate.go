package ltl

import (
	"encoding/binary"

	"brim/ctl/syntax"
)

// State formulas inside of path formulas: simplified alone, compared, and found contradictory.

// Bounds of the work: the cases of impossible, and the operands of a connective that are compared in pairs.
const (
	mostCases    = 1 << 10
	mostOperands = 64
)

// plain returns a path formula with its state formulas simplified alone.
func plain(f *syntax.Formula) *syntax.Formula {
	done := map[*syntax.Formula]*syntax.Formula{}
	var visit func(f *syntax.Formula) *syntax.Formula
	visit = func(f *syntax.Formula) *syntax.Formula {
		g, ok := done[f]
		switch {
		case ok:
			return g
		case f.Temporal():
			args := make([]*syntax.Formula, len(f.Args))
			for i, a := range f.Args {
				args[i] = visit(a)
			}
			g = f.Pool().Make(f.Op, args...)
		default:
			g = syntax.NNF(syntax.Simplify(f, syntax.Maximal))
		}
		done[f] = g
		return g
	}
	return visit(f)
}

// literal returns the simplified formula of an atom or a negated one, with enabled(t, u) in parts.
func (s *simplifier) literal(f *syntax.Formula) *syntax.Formula {
	switch {
	case f.Op == syntax.Enabled && s.parts[f] != nil:
		return s.parts[f]
	case f.Op == syntax.Not:
		return s.not(s.literal(f.Args[0]))
	}
	return f
}

// enabledParts returns for each formula enabled(…) in f a disjunction of the parts that are needed to tell it from the
// others.
func enabledParts(f *syntax.Formula) map[*syntax.Formula]*syntax.Formula {
	var lists []*syntax.Formula
	users := map[int][]byte{} // by transition: numbers of the lists
	for g := range f.All() {
		if g.Op == syntax.Enabled {
			for _, t := range g.Transitions {
				users[t.Index] = binary.AppendUvarint(users[t.Index], uint64(len(lists)))
			}
			lists = append(lists, g)
		}
	}
	parts := map[*syntax.Formula]*syntax.Formula{}
	for _, g := range lists {
		var order []string
		refs := map[string][]syntax.Ref{}
		for _, t := range g.Transitions {
			key := string(users[t.Index])
			if refs[key] == nil {
				order = append(order, key)
			}
			refs[key] = append(refs[key], t)
		}
		list := make([]*syntax.Formula, len(order))
		for i, key := range order {
			list[i] = f.Pool().Enabled(refs[key]...)
		}
		parts[g] = f.Pool().Or(list...)
	}
	return parts
}

// impossible reports whether some state formulas contradict each other, whatever the values of their atoms. It tries
// cases as long as they are few; false means that no contradiction was found.
func (s *simplifier) impossible(fs ...*syntax.Formula) bool {
	cases := 0
	known := map[*syntax.Formula]bool{} // atoms and their negations
	var never func() bool
	never = func() bool {
		value, open := s.partly(syntax.And, fs, known)
		if open == nil {
			return !value
		}
		if cases++; cases > mostCases {
			return false
		}
		not := s.not(open)
		defer func() { delete(known, open); delete(known, not) }()
		for _, value := range []bool{true, false} {
			known[open], known[not] = value, !value
			if !never() {
				return false
			}
		}
		return true
	}
	return never()
}

// partly evaluates a conjunction or disjunction where some literals are known; if that does not suffice, open is an
// unknown literal.
func (s *simplifier) partly(op syntax.Op, fs []*syntax.Formula, known map[*syntax.Formula]bool) (value bool,
	open *syntax.Formula) {
	for _, f := range fs {
		var o *syntax.Formula
		switch f.Op {
		case syntax.True, syntax.False:
			value = f.Op == syntax.True
		case syntax.And, syntax.Or:
			value, o = s.partly(f.Op, f.Args, known)
		default:
			var ok bool
			if value, ok = known[f]; !ok {
				o = f
			}
		}
		switch {
		case o != nil:
			open = o
		case value == (op == syntax.Or):
			return value, nil
		}
	}
	return op == syntax.And, open
}
