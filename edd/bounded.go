package edd

import (
	"fmt"
	"runtime"

	"brim/dd"
	"brim/mdd"
)

// The interface of bounded saturation: a Saturator, made for a relation and a version.

// A Saturator gives tuples their distances under one relation, up to a bound, by saturation unless its version is
// Layered.
//
// Budgeted saturation: what is left of the bound travels down with every call and is part of the key of its result. A
// child on an edge of value v gets b − v, and what an event of cost c leads to b − v − c, so nothing beyond the bound
// is ever built. A function over levels 1…k is saturated for the budget b if it says ∞ beyond b, and no event with top
// ≤ k leads from a tuple to one whose distance is larger by more than the event's cost, unless that is beyond b.
// Invariant, as without bound: every child of a saturated node is saturated for its part of the budget. The minimum of
// two saturated functions is saturated.
//
// The two reference versions, Exact and Approx, pass the bound on unchanged, so the same node is closed once for all
// paths to it, and build what lies beyond the bound: FMS-100 within 20 steps takes Exact 470 times the nodes, Approx
// twice as many. Where that passes 32 bits they end with a dd.LimitError of kind "distances".
//
// Events fire first where the distance is least, so most distances are final when they are found.
type Saturator struct {
	f       *Forest
	r       *mdd.Relation
	version Version
	cost    func(event int) int // nil: each costs 1

	// for the events that r had when they were made
	events        int
	costs         costs
	byCost        []class // see classes
	ops           *dd.Ops
	free, outside *closure // without and with an excluded set
	inside        *closure // with a set that no event may leave
}

// NewSaturator returns a saturator for the events of r, also for those that r gets later, of which each costs 1. It
// panics if r does not belong to the forest of sets that f was made for. A saturator takes six of the forest's 4095
// operations, or more if the relation has 2^20 chains and more, and gives them back as relations do, see
// mdd.Forest.NewRelation.
func (f *Forest) NewSaturator(r *mdd.Relation, version Version) *Saturator {
	return f.saturator("NewSaturator", r, version, nil)
}

// NewWeighted returns a saturator for events with costs from 0 to Infinity−1: the length of a path is the sum of the
// costs of its events. It asks once for each event, by its number, and for all of them anew when the relation has got
// more.
//
// Events may cost nothing, as those that only record something; then there may be infinitely many tuples within a
// bound, and a search for them ends by the limits of a Guard alone. So may one by Exact or Approx where infinitely many
// lie beyond the bound, since these build some of them.
//
// Layered takes an image for each distance that occurs and each cost, and for each event where there are more than 64
// different costs. The other versions take as much as without costs for as many different distances: they ask which
// sub-diagram is left how much of the bound, so costs with a large common divisor are worth dividing by it.
func (f *Forest) NewWeighted(r *mdd.Relation, version Version, cost func(event int) int) *Saturator {
	given(cost != nil, "NewWeighted", "function")
	return f.saturator("NewWeighted", r, version, cost)
}

// saturator is NewSaturator and NewWeighted for the operation who.
func (f *Forest) saturator(who string, r *mdd.Relation, version Version, cost func(event int) int) *Saturator {
	f.use(who)
	given(r != nil, who, "relation")
	switch {
	case int(version) >= len(versionNames):
		panic(fmt.Sprintf("edd: %s: version %d, expected one of %v", who, version, Versions()))
	case r.Forest() != f.sets:
		panic("edd: " + who + ": a relation of another forest")
	}
	z := &Saturator{f: f, r: r, version: version, cost: cost}
	z.prepare()
	return z
}

// prepare makes what a search needs for the events that r has now.
func (z *Saturator) prepare() {
	f, r := z.f, z.r
	costs, events := newCosts(r, z.cost), r.Len()
	f.use("NewWeighted") // the function may do anything
	z.costs, z.events, z.byCost = costs, events, nil
	if z.version == Layered {
		return
	}
	c := closure{f: f, s: f.s, r: r, costs: costs, version: z.version, wake: make([]int, f.levels+1)}
	if z.version == Auto {
		c.version = Budgeted
	}
	for k := 1; k <= f.levels; k++ {
		c.wake[k] = c.wake[k-1]
		if r.Hops(k, 0).Len() > 0 {
			c.wake[k] = k
		}
	}
	free, outside, inside, ops := c, c, c, f.s.NewOps()
	const one, all = dd.NodeA | dd.NodeResult, dd.NodeA | dd.NodeB | dd.NodeResult
	free.opSat, free.opRel = ops.New("bounded", one), ops.NewWide("bounded: fire", one)
	outside.opSat, outside.opRel = ops.New("excluding", all), ops.NewWide("excluding: fire", all)
	inside.opSat, inside.opRel = ops.New("bounded within", all), ops.NewWide("bounded within: fire", all)
	outside.free, inside.free, inside.constrained = &free, &free, true
	z.free, z.outside, z.inside, z.ops = &free, &outside, &inside, ops
}

// Bounded returns the least distances up to bound: for each tuple the minimum over all s of start(s) plus the costs of
// the events on a path from s to it, where that is at most bound, and ∞ elsewhere.
//
// Start may be the result for a smaller bound, which continues it. Time is not bounded by the operands' sizes: run it
// under Guard. It panics if bound < 0. [YCL09]
func (z *Saturator) Bounded(start Func, bound int) Func {
	z.check("Bounded", start)
	return z.search(start, outOf(z.f.sets.Empty()), int(distance("Bounded", "bound", bound)))
}

// Excluding returns the least distances up to bound of what is reached without ever entering the set out: for each
// tuple outside of it the minimum over all paths that meet out in their first tuple at most. Start may overlap out and
// keeps its values there.
//
// It is the step of compacting saturation: what earlier rounds have explored is excluded, and the tuples at their
// border are the start. [DVB14]
func (z *Saturator) Excluding(start Func, out mdd.Set, bound int) Func {
	z.check("Excluding", start)
	z.f.own("Excluding", out)
	return z.search(start, outOf(out), int(distance("Excluding", "bound", bound)))
}

// Within returns the least distances up to bound of what is reached without ever leaving the set within: for each tuple
// the minimum over all paths on which all tuples but the first belong to within. Start may have tuples outside of it
// and keeps its values there.
//
// On the inverse of a relation it tells for E[p U q] how far q is: start is 0 where q holds, and within is where p
// holds. It is the step of constrained saturation with distances [ZC09, YCL09].
func (z *Saturator) Within(start Func, within mdd.Set, bound int) Func {
	z.check("Within", start)
	z.f.own("Within", within)
	return z.search(start, region{within, true}, int(distance("Within", "bound", bound)))
}

// A region is where events may lead: into the set if inside is true, else to all tuples that are not in it.
type region struct {
	set    mdd.Set
	inside bool
}

// outOf returns the region of all tuples outside of a set.
func outOf(set mdd.Set) region { return region{set: set} }

// of returns the tuples of s in the region.
func (r region) of(s mdd.Set) mdd.Set {
	if r.inside {
		return s.Intersect(r.set)
	}
	return s.Minus(r.set)
}

// search finds the distances in a region in the version of z.
func (z *Saturator) search(start Func, where region, bound int) Func {
	defer z.f.s.Release(z.f.s.Mark())
	if z.version == Layered {
		l := z.newLayering(start, where, bound)
		for l.next >= 0 {
			l.step(func(fn func()) bool { fn(); return true })
		}
		return l.result
	}
	x := z.f.Zero(where.set)
	if z.version == Auto {
		return z.measured(start, where, x, bound)
	}
	return z.saturated(start, where, x, bound)
}

// saturated is search by saturation, where x is 0 on the set of the region.
func (z *Saturator) saturated(start Func, where region, x Func, bound int) Func {
	b, c := uint32(bound), z.outside
	if where.inside {
		c = z.inside
	}
	g := z.f.function(z.f.cut(c.within(start.edge("Bounded"), x.edge("Bounded").n, z.f.levels, b), b))
	runtime.KeepAlive(start)
	runtime.KeepAlive(x)
	runtime.KeepAlive(z) // it holds the operations
	return g
}

// check panics unless g can be continued, and follows the events that the relation has got.
func (z *Saturator) check(who string, g Func) {
	given(z != nil && z.f != nil, who, "saturator")
	if g.use(who) != z.f {
		panic("edd: " + who + ": a function of another forest")
	}
	if z.events != z.r.Len() {
		z.prepare()
	}
}
