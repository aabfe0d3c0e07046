package sets

import (
	"context"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/mdd"
	"brim/petri/encode"
)

// The product of the net and a formula of LTL that no run satisfies: for each set of formulas the markings in which a
// run may come with them still to satisfy.

// mostSets is how many sets of formulas there may be.
const mostSets = 2_000

// A productClaim is the section product.
type productClaim []productLine

// A productLine says that the markings of a set have a class together with a set of formulas.
type productLine struct {
	goals     goals
	class     int
	set       uint32
	postponed string // by all steps within the class, or empty
}

// A product is what is reached of it, and what of that has no class yet.
type product struct {
	e        *Evidence
	maker    *goalMaker
	vertices []*vertex
	index    map[string]*vertex // by key of the set
	labels   []string           // of classes: what steps within it postpone, or empty
}

// A vertex is a set of formulas with markings.
type vertex struct {
	goals      goals
	number     int
	all, fresh mdd.Set           // what is reached, and what of it has not been expanded
	steps      []*step           // once there are markings
	loop       mdd.Set           // once there are steps: the reachable markings in which one leads here again
	again      []*syntax.Formula // or when, where these are not known
	left       mdd.Set           // what has no class yet
	layers     []layer
}

// A layer is markings of one class.
type layer struct {
	set   mdd.Set
	class int
}

// A step leads from markings with a set of formulas to their successors with another one.
type step struct {
	from, to  *vertex
	now       *syntax.Formula // holds where the step can be taken
	where     mdd.Set         // the markings of from.all with now
	postponed goals
}

// NoRun adds the section product, which shows A φ for a path formula φ: no run from the initial marking satisfies !φ.
// False says that some run does; then nothing is added, nor is there anything to add if φ is true by its form alone.
// The error is a limit. An Evidence has one such section. In a space of Conserved a step is taken to lead to any
// marking, so false says nothing there.
//
// Time is not bounded by the sizes of the formula and of the diagrams of the space: ctx bounds it.
func (e *Evidence) NoRun(ctx context.Context, path *syntax.Formula) (bool, error) {
	x := &product{e: e, maker: newGoalMaker(e.normal.pool), index: map[string]*vertex{}}
	goal, err := x.maker.goal(e.normal.pool.Copy(path), true)
	if err != nil || goal.key == "false" {
		return err == nil, err
	}
	ok := false
	err = e.guard(ctx, func() (err error) {
		if err := x.reach(goal); err != nil {
			return err
		}
		if ok = x.classify(); !ok {
			return nil
		}
		e.product, err = x.claim(ctx)
		return err
	})
	return ok && err == nil, err
}

// Always reports whether a path formula is true by its form alone, so that the checker needs no proof.
func Always(path *syntax.Formula) bool {
	pool := syntax.NewPool()
	goal, err := newGoalMaker(pool).goal(pool.Copy(path), true)
	return err == nil && goal.key == "false"
}

// claim returns the section of a product with classes.
func (x *product) claim(ctx context.Context) (claim productClaim, err error) {
	for _, v := range x.vertices {
		for _, l := range v.layers {
			n, err := x.e.set(ctx, l.set)
			if err != nil {
				return nil, err
			}
			claim = append(claim, productLine{v.goals, l.class, n, x.labels[l.class]})
		}
	}
	return claim, nil
}

// vertex returns the vertex of a set of formulas.
func (x *product) vertex(g goals) (*vertex, error) {
	key := g.key()
	v := x.index[key]
	if v == nil {
		if len(x.vertices) == mostSets {
			return nil, errTooManyGoals
		}
		none := x.empty()
		v = &vertex{goals: g, number: len(x.vertices), all: none, fresh: none, loop: none}
		x.index[key], x.vertices = v, append(x.vertices, v)
	}
	return v, nil
}

// reach finds all states from the initial marking and a formula.
func (x *product) reach(g *goal) error {
	first, err := x.vertex(goals{g}.sorted())
	if err != nil {
		return err
	}
	first.fresh = x.e.space.space.Model.Init
	if x.e.space.wide {
		first.fresh = x.e.space.space.Reached
	}
	for {
		var v *vertex
		for _, w := range x.vertices {
			if !w.fresh.IsEmpty() {
				v = w
				break
			}
		}
		if v == nil {
			return x.settle()
		}
		if err := x.expand(v); err != nil {
			return err
		}
	}
}

// expand takes all steps from the fresh markings of a vertex: first those that stay there, as long as there are new
// ones.
func (x *product) expand(v *vertex) error {
	if v.steps == nil {
		ways, err := x.maker.ways(v.goals)
		if err != nil {
			return err
		}
		for _, w := range ways {
			to, err := x.vertex(w.next)
			if err != nil {
				return err
			}
			v.steps = append(v.steps, &step{from: v, to: to, now: w.now, postponed: w.postponed})
			if to == v {
				if err := x.repeats(v, w.now); err != nil {
					return err
				}
			}
		}
	}
	fresh, err := x.closed(v)
	if err != nil {
		return err
	}
	v.fresh = x.empty()
	v.all = v.all.Union(fresh)
	for _, s := range v.steps {
		if s.to == v {
			continue
		}
		where, err := x.within(fresh, s.now)
		if err != nil {
			return err
		}
		if where.IsEmpty() {
			continue
		}
		if x.e.space.wide {
			s.to.fresh = x.e.space.space.Reached.Minus(s.to.all)
			continue
		}
		come := x.model().All.Image(where).Union(x.kept(where)).Minus(s.to.all)
		s.to.fresh = s.to.fresh.Union(come)
	}
	return nil
}

// repeats notes that a step leads from a vertex to itself where a formula holds.
func (x *product) repeats(v *vertex, now *syntax.Formula) error {
	if x.e.space.start {
		v.again = append(v.again, now)
		return nil
	}
	where, err := x.within(x.e.space.space.Reached, now)
	if err == nil {
		v.loop = v.loop.Union(where)
	}
	return err
}

// closed returns the fresh markings of a vertex and all others that steps lead to which stay at the vertex.
func (x *product) closed(v *vertex) (fresh mdd.Set, err error) {
	fresh = v.fresh
	switch {
	case x.e.space.wide:
		return fresh, nil // all
	case !x.e.space.start:
		stays := fresh.Intersect(v.loop)
		if stays.IsEmpty() {
			return fresh, nil
		}
		stays = x.model().Moves.SaturateWithin(stays, v.loop)
		return fresh.Union(stays).Union(x.model().All.Image(stays)).Minus(v.all), nil
	}
	for layer := fresh; !layer.IsEmpty() && len(v.again) > 0; {
		stays := x.empty()
		for _, now := range v.again {
			where, err := x.within(layer, now)
			if err != nil {
				return fresh, err
			}
			stays = stays.Union(where)
		}
		layer = x.model().Moves.Image(stays).Minus(v.all).Minus(fresh)
		fresh = fresh.Union(layer)
	}
	return fresh, nil
}

func (x *product) model() *encode.Model { return x.e.space.space.Model }

func (x *product) empty() mdd.Set { return x.model().Forest.Empty() }

// kept returns the markings of a set that a step keeps: the dead ones, none with syntax.Infinite.
func (x *product) kept(set mdd.Set) mdd.Set {
	if x.e.paths != syntax.Maximal {
		return x.empty()
	}
	return x.model().All.Dead(set)
}

// within returns the markings of a set that satisfy a state formula in existential form.
func (x *product) within(set mdd.Set, f *syntax.Formula) (mdd.Set, error) {
	if !x.e.space.start {
		return x.e.checked().Within(set, f)
	}
	switch f.Op {
	case syntax.Deadlock:
		return x.model().All.Dead(set), nil
	case syntax.Not:
		out, err := x.within(set, f.Args[0])
		return set.Minus(out), err
	case syntax.And:
		for _, g := range ctl.Sorted(f.Args) {
			var err error
			if set, err = x.within(set, g); err != nil {
				return set, err
			}
		}
		return set, nil
	case syntax.Or:
		some := x.empty()
		for _, g := range f.Args {
			more, err := x.within(set, g)
			if err != nil {
				return set, err
			}
			some = some.Union(more)
		}
		return some, nil
	}
	return x.e.checked().Within(set, f) // which knows constants and atoms in all markings
}

// settle finds where each step can be taken.
func (x *product) settle() (err error) {
	for _, v := range x.vertices {
		v.left = v.all
		for _, s := range v.steps {
			if s.where, err = x.within(v.all, s.now); err != nil {
				return err
			}
		}
	}
	return nil
}
