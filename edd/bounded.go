package edd

import (
	"fmt"
	"runtime"

	"brim/dd"
	"brim/mdd"
)

// A Saturator gives tuples their distances under one relation, up to a bound, by saturation unless its version is
// Layered.
//
// Budgeted saturation: what is left of the bound travels down with every call and is part of the key of its result. A
// child on an edge of value v gets b − v, and what an event leads to b − v − 1, so nothing beyond the bound is ever
// built. A function over levels 1…k is saturated for the budget b if it says ∞ beyond b, and no event with top ≤ k
// leads from a tuple to one whose distance is larger by more than one, unless that is beyond b. Invariant, as without
// bound: every child of a saturated node is saturated for its part of the budget. The minimum of two saturated
// functions is saturated.
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
	events  int // of r, when what follows was made

	ops           *dd.Ops
	free, outside *closure // without and with an excluded set
}

// NewSaturator returns a saturator for the events of r, also for those that r gets later. It panics if r does not
// belong to the forest of sets that f was made for. A saturator takes four of the forest's 4095 operations, or more if
// the relation has 2^20 chains and more, and gives them back as relations do, see mdd.Forest.NewRelation.
func (f *Forest) NewSaturator(r *mdd.Relation, version Version) *Saturator {
	f.use("NewSaturator")
	given(r != nil, "NewSaturator", "relation")
	switch {
	case int(version) >= len(versionNames):
		panic(fmt.Sprintf("edd: NewSaturator: version %d, expected one of %v", version, Versions()))
	case r.Forest() != f.sets:
		panic("edd: NewSaturator: a relation of another forest")
	}
	z := &Saturator{f: f, r: r, version: version}
	z.prepare()
	return z
}

// prepare makes the closures for the events that r has now.
func (z *Saturator) prepare() {
	f, r := z.f, z.r
	if z.version == Layered {
		z.events = r.Len()
		return
	}
	c := closure{f: f, s: f.s, r: r, version: z.version, wake: make([]int, f.levels+1)}
	for k := 1; k <= f.levels; k++ {
		c.wake[k] = c.wake[k-1]
		if r.Hops(k, 0).Len() > 0 {
			c.wake[k] = k
		}
	}
	free, outside, ops := c, c, f.s.NewOps()
	const one, all = dd.NodeA | dd.NodeResult, dd.NodeA | dd.NodeB | dd.NodeResult
	free.opSat, free.opRel = ops.New(one), ops.Widen(nil, one, r.Chains())
	outside.opSat, outside.opRel = ops.New(all), ops.Widen(nil, all, r.Chains())
	outside.free = &free
	z.free, z.outside, z.ops, z.events = &free, &outside, ops, r.Len()
}

// Bounded returns the least distances up to bound: for each tuple the minimum over all s of start(s) plus the number of
// steps from s to it, where that is at most bound, and ∞ elsewhere.
//
// Start may be the result for a smaller bound, which continues it. Time is not bounded by the operands' sizes: run it
// under Guard. It panics if bound < 0. [YCL09]
func (z *Saturator) Bounded(start Func, bound int) Func {
	z.check("Bounded", start)
	defer z.f.s.Release(z.f.s.Mark())
	b := distance("Bounded", "bound", bound)
	if z.version == Layered {
		return z.layered(start, z.f.sets.Empty(), bound)
	}
	g := z.f.function(z.f.cut(z.free.within(start.edge("Bounded"), empty, z.f.levels, b), b))
	runtime.KeepAlive(z) // it holds the operations
	return g
}

// Excluding returns the least distances up to bound of what is reached without ever entering the set out: for each
// tuple outside of it the minimum over all paths that meet out in their first tuple at most. Start may overlap out and
// keeps its values there.
//
// It is the step of compacting saturation: what earlier rounds have explored is excluded, and the tuples at their
// border are the start. [DVB14]
func (z *Saturator) Excluding(start Func, out mdd.Set, bound int) Func {
	z.check("Excluding", start)
	defer z.f.s.Release(z.f.s.Mark())
	z.f.own("Excluding", out)
	b := distance("Excluding", "bound", bound)
	if z.version == Layered {
		return z.layered(start, out, bound)
	}
	x := z.f.Zero(out)
	g := z.f.function(z.f.cut(z.outside.within(start.edge("Excluding"), x.edge("Excluding").n, z.f.levels, b), b))
	runtime.KeepAlive(x)
	runtime.KeepAlive(z)
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
