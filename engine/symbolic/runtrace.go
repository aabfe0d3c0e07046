package symbolic

import (
	"errors"
	"iter"
	"slices"

	"brim/engine"
	"brim/mdd"
	"brim/petri"
)

// A runTracer finds a run that a product accepts. Diagrams find the ways from place to place, in layers; what follows
// single markings asks the ground.
type runTracer struct {
	*tracing
	ground
	p      *product
	ball   func(f finding) (*Lasso, error) // the run through the ball of f
	origin petri.Marking                   // where the run that was found begins
}

// A ground is what moves: a net, or a system, whose tuples are markings here.
type ground interface {
	tuple(m petri.Marking) (values []int, ok bool)
	marking(values []int) petri.Marking
	// before returns a step to a marking from one that is in all of the sets, or errNoWay.
	before(to petri.Marking, sets ...mdd.Set) (t int, from petri.Marking, err error)
	// after yields the steps from a marking. What it yields may be changed afterwards.
	after(from petri.Marking) iter.Seq2[int, petri.Marking]
	// endless returns some run from a marking that the product allows.
	endless(from petri.Marking) (*Lasso, error)
	// kept returns m as it is kept with a step that leads to it: nil if the step alone says where it leads.
	kept(m petri.Marking) []petri.Marking
}

// A reader is a marking that a state of the automaton is about to read.
type reader struct {
	m petri.Marking
	q int
}

// A path is steps one after the other, with where each leads if the ground keeps that.
type path struct {
	steps []int
	to    []petri.Marking
}

// and returns p with another one behind it.
func (p path) and(q path) path {
	return path{append(p.steps, q.steps...), append(p.to, q.to...)}
}

// in reports whether m is in set.
func (x *runTracer) in(set mdd.Set, m petri.Marking) bool {
	values, ok := x.tuple(m)
	return ok && set.Contains(values...)
}

// lasso returns the run that f found. Its first part, to where all that follows can be accepted, is one of the
// shortest.
func (x *runTracer) lasso(f finding) (*Lasso, error) {
	goal := f.goal
	switch {
	case f.around != nil:
		return x.ball(f)
	case f.component >= 0: // what such paths lead to, but from where none goes on, is no goal
		if _, err := x.guard(x.left, func() (mdd.Set, error) {
			goal, _ = x.p.narrow(goal, x.p.against(f.component), -1)
			return x.p.all, nil
		}); err != nil {
			return nil, err
		}
		f.goal = goal
	}
	if goal == nil {
		goal = x.p.none()
		for q, set := range f.reached {
			if x.p.ready[q] && x.p.accepts(q) {
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
	case f.component < 0:
		return joined(stem, &Lasso{Loop: engine.NoLoop}), nil
	}
	return x.circleThrough(stem, here, f)
}

// stem returns one of the shortest ways from where the run may begin to a goal, and where it ends.
func (x *runTracer) stem(goal vector) (steps path, to reader, err error) {
	begin := x.p.none()
	begin[x.p.auto.Initial] = x.p.init
	steps, x.origin, to, err = x.way(begin, x.p.everywhere(), goal)
	return steps, to, err
}

// around returns the run through the ball of f.
func (x *runTracer) around(f finding) (*Lasso, error) {
	b := f.around
	stem, _, err := x.stem(x.single(b.readers[0]))
	switch {
	case err != nil:
		return nil, err
	case b.settled >= 0:
		return x.anyhow(stem.and(path{steps: b.stem(b.settled)}), b.readers[b.settled])
	}
	return joined(stem, b.lasso()), nil
}

// anyhow returns a run that begins with the stem, which leads to here, where all that follows is accepted.
func (x *runTracer) anyhow(stem path, here reader) (*Lasso, error) {
	rest, err := x.endless(here.m)
	switch {
	case err != nil:
		return nil, err
	case rest == nil:
		return nil, errEndless
	}
	return joined(stem, rest), nil
}

// joined returns the stem followed by a run.
func joined(stem path, rest *Lasso) *Lasso {
	all := stem.and(path{rest.Steps, rest.to})
	l := &Lasso{all.steps, rest.Loop, all.to}
	if l.Loop != engine.NoLoop {
		l.Loop += len(stem.steps)
	}
	return l
}

// circleThrough adds a loop to the stem, which leads to here, where a cycle begins or a way to one inside f.goal: it
// goes on to each mark, and then back. Where no way leads back, what can be reached is less than before, and the search
// starts again from there.
func (x *runTracer) circleThrough(stem path, here reader, f finding) (*Lasso, error) {
	v := f.goal
	for {
		start := here
		var loop path
		for mark := range max(1, x.p.auto.Marks) {
			var toMark vector
			if _, err := x.guard(x.left, func() (mdd.Set, error) {
				toMark = x.p.against(f.component).marked(v, mark)
				return x.p.all, nil
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
			loop, here = loop.and(steps).and(step), after
		}
		back, err := x.from(f.component, here, v)
		if err != nil {
			return nil, err
		}
		if x.in(back[start.q], start.m) {
			steps, _, _, err := x.way(x.single(here), v, x.single(start))
			if err != nil {
				return nil, err
			}
			circle := loop.and(steps)
			return joined(stem, &Lasso{circle.steps, 0, circle.to}), nil
		}
		stem, v = stem.and(loop), back
		if len(stem.steps) > x.steps {
			return nil, errTooLong
		}
	}
}

// single returns the vector that has one marking.
func (x *runTracer) single(r reader) vector {
	v := x.p.none()
	if values, ok := x.tuple(r.m); ok {
		v[r.q] = x.forest.Tuple(values...)
	}
	return v
}

// way returns one of the shortest ways from one of a vector to one of a goal, after the first step inside the sets
// given, and where it begins and ends.
func (x *runTracer) way(layer, inside, goal vector) (steps path, from petri.Marking, to reader, err error) {
	seen := layer
	for layers := []vector(nil); ; {
		for q := range layer {
			met, err := x.guard(x.left, func() (mdd.Set, error) { return layer[q].Intersect(goal[q]), nil })
			if err != nil {
				return path{}, nil, to, err
			}
			if values, ok := met.Pick(); ok {
				to = reader{x.marking(values), q}
				steps, from, err := x.climb(layers, to)
				return steps, from, to, err
			}
		}
		if len(layers) == x.steps {
			return path{}, nil, to, errTooLong
		}
		next, larger := x.p.none(), false
		_, err := x.guard(x.left, func() (mdd.Set, error) {
			for q, set := range layer {
				for _, a := range x.p.arcs[q] {
					next[a.to] = next[a.to].Union(x.p.step(set, a, inside[a.to]))
				}
			}
			all := slices.Clone(seen)
			for q := range all {
				all[q] = all[q].Union(next[q])
				larger = larger || !all[q].Equal(seen[q])
			}
			seen = all
			return x.p.all, nil
		})
		if err != nil {
			return path{}, nil, to, err
		}
		if !larger {
			return path{}, nil, to, errNoWay
		}
		layers, layer = append(layers, layer), next
	}
}

// errEndless says that the runs found were not seen to repeat themselves.
var errEndless = errors.New("no run was found that shows it and repeats itself")

// errNoWay is a fault of this program: what was found to be reachable is not.
var errNoWay = errors.New("internal error: a run that was found has no way there")

// climb returns a way to a reader through one of each layer, and where it begins.
func (x *runTracer) climb(layers []vector, to reader) (back path, from petri.Marking, err error) {
	for _, layer := range slices.Backward(layers) {
		if err := x.ctx.Err(); err != nil {
			return path{}, nil, err
		}
		t, from, err := x.descend(layer, to)
		if err != nil {
			return path{}, nil, err
		}
		back = back.and(path{[]int{t}, x.kept(to.m)})
		to = from
	}
	slices.Reverse(back.steps)
	slices.Reverse(back.to)
	return back, to.m, nil
}

// descend returns a step that leads to a reader from one of the layer.
func (x *runTracer) descend(layer vector, to reader) (t int, from reader, err error) {
	err = errNoWay
	for q, set := range layer {
		for _, a := range x.p.arcs[q] {
			if a.to != to.q || set.IsEmpty() {
				continue
			}
			if t, from.m, err = x.before(to.m, set, a.where); err != errNoWay {
				from.q = q
				return t, from, err
			}
		}
	}
	return 0, from, err
}

// cross makes a step along an arc with the mark, or along any if there are no marks, into v.
func (x *runTracer) cross(from reader, v vector, mark int) (step path, to reader, err error) {
	for _, a := range x.p.arcs[from.q] {
		if x.p.auto.Marks > 0 && a.marks>>mark&1 == 0 || v[a.to].IsEmpty() || !x.in(a.where, from.m) {
			continue
		}
		for t, m := range x.after(from.m) {
			if x.in(v[a.to], m) {
				return path{[]int{t}, x.kept(m)}, reader{m, a.to}, nil
			}
		}
	}
	return path{}, to, errNoWay
}

// from returns what comes from a reader inside v and the component.
func (x *runTracer) from(component int, r reader, v vector) (w vector, err error) {
	w = x.single(r)
	_, err = x.guard(x.left, func() (mdd.Set, error) {
		_, err := x.p.spread(component, w, v)
		return x.p.all, err
	})
	return w, err
}
