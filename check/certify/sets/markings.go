package sets

import (
	"brim/ctl/syntax"
	"brim/mdd"
)

// The sets of reachable markings in which formulas hold, by fixed points.

// markings returns the reachable markings in which f holds, a formula or nil for one that is always true.
func (e *Evidence) markings(f *formula) (set mdd.Set, err error) {
	if f == nil {
		return e.space.space.Reached, nil
	}
	if set, ok := e.known[f]; ok {
		return set, nil
	}
	switch f.op {
	case state:
		set, err = e.checked().Must(f.same)
	case and, or:
		set, err = e.junction(f)
	default:
		var args [2]mdd.Set
		for i, g := range f.args {
			if args[i], err = e.markings(g); err != nil {
				return set, err
			}
		}
		set = e.path(f, args[0], args[1])
	}
	if err == nil {
		e.known[f] = set
	}
	return set, err
}

// junction is markings for a conjunction or a disjunction.
func (e *Evidence) junction(f *formula) (set mdd.Set, err error) {
	for i, g := range f.args {
		s, err := e.markings(g)
		switch {
		case err != nil:
			return set, err
		case i == 0:
			set = s
		case f.op == and:
			set = set.Intersect(s)
		default:
			set = set.Union(s)
		}
	}
	return set, nil
}

// path returns where a formula with a path operator holds, of whose operands p and q are the sets. Where the left one
// is nil, p is the set of all markings.
func (e *Evidence) path(f *formula, p, q mdd.Set) mdd.Set {
	s := e.space.space
	all, next := s.Reached, s.Model.All
	switch f.op {
	case ex:
		return next.PreImageWithin(p, all)
	case ax:
		return all.Minus(next.PreImageWithin(all.Minus(p), all))
	case eu:
		return next.Inverse().SaturateWithin(q, p)
	case au:
		set := all.Forest().Empty()
		for _, layer := range e.layersOf(f, p, q) {
			set = set.Union(layer)
		}
		return set
	case er:
		ends := e.checked().Forever(q)
		if f.args[0] != nil {
			ends = ends.Union(p.Intersect(q))
		}
		return next.Inverse().SaturateWithin(ends, q)
	}
	away := all // where p does not hold
	if f.args[0] != nil {
		away = all.Minus(p)
	}
	return all.Minus(next.Inverse().SaturateWithin(all.Minus(q), away))
}

// layersOf returns the layers of A(f U g), of whose operands p and q are the sets: by the number of steps that it takes
// at most to come to q.
func (e *Evidence) layersOf(f *formula, p, q mdd.Set) []mdd.Set {
	if list, ok := e.layers[f]; ok {
		return list
	}
	next, dead := e.space.space.Model.All, e.checked().Dead()
	if e.paths == syntax.Maximal {
		p = p.Minus(dead)
	}
	list := []mdd.Set{q}
	for outside := e.space.space.Reached.Minus(q); ; {
		inside := p.Intersect(outside)
		some := next.PreImageWithin(list[len(list)-1], inside) // only these have become better off
		if len(list) == 1 {
			some = some.Union(dead.Intersect(inside))
		}
		layer := some.Minus(next.PreImageWithin(outside, some))
		if layer.IsEmpty() {
			break
		}
		list = append(list, layer)
		outside = outside.Minus(layer)
	}
	e.layers[f] = list
	return list
}

// everywhere reports whether f holds in all reachable markings. It looks at no more operands than that takes.
func (e *Evidence) everywhere(f *formula) (bool, error) {
	switch {
	case f.op == and:
		for _, g := range f.args {
			if ok, err := e.everywhere(g); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	case f.op == or:
		enough, err := e.enough(f)
		return enough > 0, err
	case f.op == ar, f.op == er && e.paths == syntax.Maximal: // false R g, if g holds everywhere
		return e.everywhere(f.args[1])
	}
	set, err := e.markings(f)
	return err == nil && set == e.space.space.Reached, err
}

// enough returns how many of the first operands of a disjunction it takes so that one of them holds in each reachable
// marking, 0 if all of them do not suffice.
func (e *Evidence) enough(f *formula) (int, error) {
	some := e.space.space.Reached.Forest().Empty()
	for i, g := range f.args {
		s, err := e.markings(g)
		if err != nil {
			return 0, err
		}
		if some = some.Union(s); some == e.space.space.Reached {
			return i + 1, nil
		}
	}
	return 0, nil
}
