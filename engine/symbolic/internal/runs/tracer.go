package runs

import (
	"errors"
	"iter"
	"slices"

	"brim/engine"
	"brim/mdd"
	"brim/petri"
)

// Lassos for what the fixed points found: the way from set to set, one firing after the other.

// A Tracer finds a run that a product accepts. Diagrams find the ways from place to place, in layers; what follows
// single markings asks the ground.
type Tracer struct {
	*Budget
	Ground
	Product *Product
	Origin  petri.Marking // where the run that was found begins
}

// A Ground is what moves: a net, or a system, whose tuples are markings here.
type Ground interface {
	Tuple(m petri.Marking) (values []int, ok bool)
	Marking(values []int) petri.Marking
	// Before returns a step to a marking from one that is in all of the sets, or ErrNoWay.
	Before(to petri.Marking, sets ...mdd.Set) (t int, from petri.Marking, err error)
	// After yields the steps from a marking. What it yields may be changed afterwards.
	After(from petri.Marking) iter.Seq2[int, petri.Marking]
	// Endless returns some run from a marking that the product allows.
	Endless(from petri.Marking) (*Lasso, error)
	// Kept returns m as it is kept with a step that leads to it: nil if the step alone says where it leads.
	Kept(m petri.Marking) []petri.Marking
}

// A Reader is a marking that a state of the automaton is about to read.
type Reader struct {
	Marking petri.Marking
	State   int
}

// A Path is steps one after the other, with where each leads if the ground keeps that.
type Path struct {
	Steps []int
	To    []petri.Marking
}

// And returns p with another one behind it.
func (p Path) And(q Path) Path {
	return Path{append(p.Steps, q.Steps...), append(p.To, q.To...)}
}

// In reports whether m is in set.
func (x *Tracer) In(set mdd.Set, m petri.Marking) bool {
	values, ok := x.Tuple(m)
	return ok && set.Contains(values...)
}

// Lasso returns the run that f found. Its first part, to where all that follows can be accepted, is one of the
// shortest.
func (x *Tracer) Lasso(f Finding) (*Lasso, error) {
	goal := f.goal
	switch {
	case f.Around != nil:
		return x.around(f)
	case f.Component >= 0: // what such paths lead to, but from where none goes on, is no goal
		if _, err := x.Guard(x.Left, func() (mdd.Set, error) {
			goal, _ = x.Product.narrow(goal, x.Product.against(f.Component), -1)
			return x.Product.All, nil
		}); err != nil {
			return nil, err
		}
		f.goal = goal
	}
	if goal == nil {
		goal = x.Product.none()
		for q, set := range f.reached {
			if x.Product.ready[q] && x.Product.accepts(q) {
				goal[q] = set
			}
		}
	}
	stem, here, err := x.stem(goal)
	switch {
	case err != nil:
		return nil, err
	case f.goal == nil:
		return x.anyhow(stem, here)
	case f.Component < 0:
		return joined(stem, &Lasso{Loop: engine.NoLoop}), nil
	}
	return x.circleThrough(stem, here, f)
}

// stem returns one of the shortest ways from where the run may begin to a goal, and where it ends.
func (x *Tracer) stem(goal Vector) (steps Path, to Reader, err error) {
	begin := x.Product.none()
	begin[x.Product.Auto.Initial] = x.Product.Init
	steps, x.Origin, to, err = x.way(begin, x.Product.everywhere(), goal)
	return steps, to, err
}

// around returns the run through the ball of f.
func (x *Tracer) around(f Finding) (*Lasso, error) {
	b := f.Around
	stem, _, err := x.stem(x.single(b.readers[0]))
	switch {
	case err != nil:
		return nil, err
	case b.settled >= 0:
		return x.anyhow(stem.And(Path{Steps: b.stem(b.settled)}), b.readers[b.settled])
	}
	return joined(stem, b.lasso()), nil
}

// anyhow returns a run that begins with the stem, which leads to here, where all that follows is accepted.
func (x *Tracer) anyhow(stem Path, here Reader) (*Lasso, error) {
	rest, err := x.Endless(here.Marking)
	switch {
	case err != nil:
		return nil, err
	case rest == nil:
		return nil, errEndless
	}
	return joined(stem, rest), nil
}

// joined returns the stem followed by a run.
func joined(stem Path, rest *Lasso) *Lasso {
	all := stem.And(Path{rest.Steps, rest.To})
	l := &Lasso{all.Steps, rest.Loop, all.To}
	if l.Loop != engine.NoLoop {
		l.Loop += len(stem.Steps)
	}
	return l
}

// circleThrough adds a loop to the stem, which leads to here, where a cycle begins or a way to one inside f.goal: it
// goes on to each mark, and then back. Where no way leads back, what can be reached is less than before, and the search
// starts again from there.
func (x *Tracer) circleThrough(stem Path, here Reader, f Finding) (*Lasso, error) {
	v := f.goal
	for {
		start := here
		var loop Path
		for mark := range max(1, x.Product.Auto.Marks) {
			var toMark Vector
			if _, err := x.Guard(x.Left, func() (mdd.Set, error) {
				toMark = x.Product.against(f.Component).marked(v, mark)
				return x.Product.All, nil
			}); err != nil {
				return nil, err
			}
			steps, _, there, err := x.way(x.single(here), v, toMark)
			if err != nil {
				return nil, err
			}
			step, after, err := x.cross(there, v, mark)
			if err != nil {
				return nil, err
			}
			loop, here = loop.And(steps).And(step), after
		}
		back, err := x.from(f.Component, here, v)
		if err != nil {
			return nil, err
		}
		if x.In(back[start.State], start.Marking) {
			steps, _, _, err := x.way(x.single(here), v, x.single(start))
			if err != nil {
				return nil, err
			}
			circle := loop.And(steps)
			return joined(stem, &Lasso{circle.Steps, 0, circle.To}), nil
		}
		stem, v = stem.And(loop), back
		if len(stem.Steps) > x.Steps {
			return nil, ErrTooLong
		}
	}
}

// single returns the vector that has one marking.
func (x *Tracer) single(r Reader) Vector {
	v := x.Product.none()
	if values, ok := x.Tuple(r.Marking); ok {
		v[r.State] = x.Forest.Tuple(values...)
	}
	return v
}

// way returns one of the shortest ways from one of a vector to one of a goal, after the first step inside the sets
// given, and where it begins and ends.
func (x *Tracer) way(layer, inside, goal Vector) (steps Path, from petri.Marking, to Reader, err error) {
	seen := layer
	for layers := []Vector(nil); ; {
		for q := range layer {
			met, err := x.Guard(x.Left, func() (mdd.Set, error) { return layer[q].Intersect(goal[q]), nil })
			if err != nil {
				return Path{}, nil, to, err
			}
			if values, ok := met.Pick(); ok {
				to = Reader{x.Marking(values), q}
				steps, from, err := x.climb(layers, to)
				return steps, from, to, err
			}
		}
		if len(layers) == x.Steps {
			return Path{}, nil, to, ErrTooLong
		}
		next, larger := x.Product.none(), false
		_, err := x.Guard(x.Left, func() (mdd.Set, error) {
			for q, set := range layer {
				for _, a := range x.Product.arcs[q] {
					next[a.to] = next[a.to].Union(x.Product.step(set, a, inside[a.to]))
				}
			}
			all := slices.Clone(seen)
			for q := range all {
				all[q] = all[q].Union(next[q])
				larger = larger || !all[q].Equal(seen[q])
			}
			seen = all
			return x.Product.All, nil
		})
		if err != nil {
			return Path{}, nil, to, err
		}
		if !larger {
			return Path{}, nil, to, ErrNoWay
		}
		layers, layer = append(layers, layer), next
	}
}

// errEndless says that the runs found were not seen to repeat themselves.
var errEndless = errors.New("no run was found that shows it and repeats itself")

// ErrNoWay is a fault of this program: what was found to be reachable is not.
var ErrNoWay = errors.New("internal error: a run that was found has no way there")

// climb returns a way to a reader through one of each layer, and where it begins.
func (x *Tracer) climb(layers []Vector, to Reader) (back Path, from petri.Marking, err error) {
	for _, layer := range slices.Backward(layers) {
		if err := x.Ctx.Err(); err != nil {
			return Path{}, nil, err
		}
		t, from, err := x.descend(layer, to)
		if err != nil {
			return Path{}, nil, err
		}
		back = back.And(Path{[]int{t}, x.Kept(to.Marking)})
		to = from
	}
	slices.Reverse(back.Steps)
	slices.Reverse(back.To)
	return back, to.Marking, nil
}

// descend returns a step that leads to a reader from one of the layer.
func (x *Tracer) descend(layer Vector, to Reader) (t int, from Reader, err error) {
	err = ErrNoWay
	for q, set := range layer {
		for _, a := range x.Product.arcs[q] {
			if a.to != to.State || set.IsEmpty() {
				continue
			}
			if t, from.Marking, err = x.Before(to.Marking, set, a.where); err != ErrNoWay {
				from.State = q
				return t, from, err
			}
		}
	}
	return 0, from, err
}

// cross makes a step along an arc with the mark, or along any if there are no marks, into v.
func (x *Tracer) cross(from Reader, v Vector, mark int) (step Path, to Reader, err error) {
	for _, a := range x.Product.arcs[from.State] {
		if x.Product.Auto.Marks > 0 && a.marks>>mark&1 == 0 || v[a.to].IsEmpty() || !x.In(a.where, from.Marking) {
			continue
		}
		for t, m := range x.After(from.Marking) {
			if x.In(v[a.to], m) {
				return Path{[]int{t}, x.Kept(m)}, Reader{m, a.to}, nil
			}
		}
	}
	return Path{}, to, ErrNoWay
}

// from returns what comes from a reader inside v and the component.
func (x *Tracer) from(component int, r Reader, v Vector) (w Vector, err error) {
	w = x.single(r)
	_, err = x.Guard(x.Left, func() (mdd.Set, error) {
		_, err := x.Product.spread(component, w, v)
		return x.Product.All, err
	})
	return w, err
}
