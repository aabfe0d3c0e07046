package certify

import (
	"context"
	"math"
	"slices"

	"brim/petri/equation/certificate"
)

// This file contradicts conditions by intervals: each place has one, and comparisons make them smaller until one is
// empty. Where a disjunction has one operand left that may hold, that one does; where nothing is left to conclude,
// cases are tried. What is concluded is kept with its reason, of which reasons.go makes a proof for the checker.

const (
	large       = 1 << 30 // no greater number of tokens is noted
	huge        = 1 << 60 // sums beyond are of no use
	mostNodes   = 200_000 // of all proofs of an invariant
	mostNesting = 9_000   // the checker takes some more
)

// A conclusion is an end of the interval of a place, or that all operands of a choice but one are false.
type conclusion struct {
	index  int // on the trail; it follows from earlier ones only
	reason     // for an end
	place  int
	upper  bool
	at     int64
	cut    *certificate.Goal // what it says, if the reason has to be rounded for it
	choice *certificate.Goal // else nil
	open   int               // its operand that may hold, −1 if none may
	closed []*falsity        // by operand; nil for that one
	known  *conclusion       // by which the comparison of the reason or the choice is known; nil from the start
}

// A reason is a comparison with ends that are put into it. Their sum is a contradiction, or the end of a place.
type reason struct {
	atom *certificate.Goal
	uses []use
}

// A use is an end with a factor.
type use struct {
	place int
	end   *conclusion // nil: it has 0 tokens or more
	by    int64
}

// A falsity is why a goal is false in the intervals.
type falsity struct {
	goal  *certificate.Goal
	uses  []use      // of a comparison
	parts []*falsity // of all operands of a disjunction, or of one of a conjunction
}

// An item is a comparison or a choice that is known.
type item struct {
	goal    *certificate.Goal
	by      *conclusion // nil from the start
	queued  bool
	settled bool // one of its operands is assumed
}

// intervals have all markings that satisfy what is assumed.
type intervals struct {
	ctx       context.Context
	low, high []*conclusion // by place; nil stands for 0 and for no bound
	about     [][]*item     // by place
	items     []*item
	queue     []*item
	trail     []*conclusion
	undo      []func()
	conflict  *conclusion // a choice without open operands, or a contradiction as a reason; nil without one
	nodes     int         // that may still be made
}

func newIntervals(ctx context.Context, places int) *intervals {
	return &intervals{
		ctx: ctx, low: make([]*conclusion, places), high: make([]*conclusion, places), about: make([][]*item, places),
		nodes: mostNodes,
	}
}

// back undoes all since undo had a length. What was known then has been looked at.
func (x *intervals) back(length int) {
	for _, i := range x.queue {
		i.queued = false
	}
	x.queue = x.queue[:0]
	for ; len(x.undo) > length; x.undo = x.undo[:len(x.undo)-1] {
		x.undo[len(x.undo)-1]()
	}
}

// assume adds a goal, as comparisons and choices, which is known by a conclusion, or from the start.
func (x *intervals) assume(g *certificate.Goal, by *conclusion) {
	if g.Kind == certificate.All {
		for _, part := range g.Parts {
			x.assume(part, by)
		}
		return
	}
	i := &item{goal: g, by: by, queued: true}
	x.items, x.queue = append(x.items, i), append(x.queue, i)
	var places []int
	eachPlace(g, func(p int) { places = append(places, p) })
	for _, p := range places {
		x.about[p] = append(x.about[p], i)
	}
	x.undo = append(x.undo, func() {
		x.items = x.items[:len(x.items)-1]
		for _, p := range places {
			x.about[p] = x.about[p][:len(x.about[p])-1]
		}
	})
}

// eachPlace calls do for the places of a goal, as often as they occur.
func eachPlace(g *certificate.Goal, do func(place int)) {
	for _, t := range g.Atom.Terms {
		do(t.Index)
	}
	for _, part := range g.Parts {
		eachPlace(part, do)
	}
}

// propagate concludes until nothing changes, and reports whether there is a conflict.
func (x *intervals) propagate() bool {
	for i := 0; i < len(x.queue) && x.conflict == nil; i++ {
		known := x.queue[i]
		known.queued = false
		switch {
		case known.settled:
		case known.goal.Kind == certificate.IsAtom:
			x.enforce(known)
		default:
			x.choose(known)
		}
	}
	if x.conflict == nil {
		x.queue = x.queue[:0]
	}
	return x.conflict != nil
}

// conclude adds to the trail.
func (x *intervals) conclude(c *conclusion) {
	c.index = len(x.trail)
	x.trail = append(x.trail, c)
	x.undo = append(x.undo, func() { x.trail = x.trail[:c.index] })
}

func (x *intervals) contradict(c *conclusion) {
	x.conflict = c
	x.undo = append(x.undo, func() { x.conflict = nil })
}

// extreme returns the largest value of a term in the intervals, with sign −1 the least one times −1.
func (x *intervals) extreme(t certificate.Term, sign int64) (value int64, u use, ok bool) {
	w := sign * t.Weight
	u = use{t.Index, x.high[t.Index], w}
	if w < 0 {
		if u.end, u.by = x.low[t.Index], -w; u.end == nil {
			return 0, u, true
		}
	}
	if u.end == nil || max(w, -w) > large {
		return 0, u, false
	}
	return w * u.end.at, u, true
}

// sum adds up what extreme says of the terms, and returns how many of them have no such value. It is of no use if
// numbers are too large.
func (x *intervals) sum(terms []certificate.Term, sign int64) (sum int64, missing int, useful bool) {
	for _, t := range terms {
		value, _, ok := x.extreme(t, sign)
		if sum += value; !ok {
			missing++
		}
		if max(sum, -sum) > huge {
			return 0, 0, false
		}
	}
	return sum, missing, true
}

// uses returns the ends that extreme puts into the terms, but for that of one place.
func (x *intervals) uses(terms []certificate.Term, without int) (list []use) {
	for _, t := range terms {
		if _, u, _ := x.extreme(t, 1); t.Index != without {
			list = append(list, u)
		}
	}
	return list
}

// enforce makes intervals smaller, as a comparison holds.
func (x *intervals) enforce(i *item) {
	g := i.goal
	terms, least := g.Atom.Terms, max(-huge, min(g.Atom.Least, huge))
	sum, missing, useful := x.sum(terms, 1)
	switch {
	case !useful || least != g.Atom.Least && len(terms) > 1:
		return
	case missing == 0 && sum < least:
		x.contradict(&conclusion{reason: reason{g, x.uses(terms, -1)}, known: i.by})
		return
	}
	for _, t := range terms {
		own, _, ok := x.extreme(t, 1)
		if missing > 1 || missing == 1 && ok || max(t.Weight, -t.Weight) > large {
			continue
		}
		room := least - (sum - own)
		c := &conclusion{place: t.Index, upper: t.Weight < 0, known: i.by}
		if c.upper {
			c.at = floor(-room, -t.Weight)
		} else {
			c.at = min(-floor(-room, t.Weight), large)
		}
		if x.narrows(c) {
			c.reason = reason{g, x.uses(terms, t.Index)}
			if c.cut = nil; max(t.Weight, -t.Weight) > 1 {
				c.cut = c.says()
			}
			x.narrow(c)
		}
	}
}

// floor returns a/b rounded down, where b > 0.
func floor(a, b int64) int64 { return (a - (a%b+b)%b) / b }

// says returns an end as a comparison.
func (c *conclusion) says() *certificate.Goal {
	if c.upper {
		return certificate.AtMost(c.place, c.at)
	}
	return certificate.AtLeast(c.place, c.at)
}

// narrows reports whether an end is a new one.
func (x *intervals) narrows(c *conclusion) bool {
	if c.upper {
		return c.at < large && (x.high[c.place] == nil || c.at < x.high[c.place].at)
	}
	return c.at > 0 && (x.low[c.place] == nil || c.at > x.low[c.place].at)
}

// narrow adds a new end.
func (x *intervals) narrow(c *conclusion) {
	ends := x.low
	if c.upper {
		ends = x.high
	}
	before := ends[c.place]
	x.conclude(c)
	ends[c.place] = c
	x.undo = append(x.undo, func() { ends[c.place] = before })
	low, high := x.low[c.place], x.high[c.place]
	if high != nil && (low == nil && high.at < 0 || low != nil && high.at < low.at) {
		x.contradict(&conclusion{reason: reason{nil, []use{{c.place, low, 1}, {c.place, high, 1}}}})
		return
	}
	for _, i := range x.about[c.place] {
		if !i.queued {
			i.queued = true
			x.queue = append(x.queue, i)
		}
	}
}

// choose assumes the only operand of a choice that may hold.
func (x *intervals) choose(known *item) {
	open, count := -1, 0
	for i, part := range known.goal.Parts {
		if !x.false(part) {
			open = i
			if count++; count > 1 {
				return
			}
		}
	}
	c := &conclusion{choice: known.goal, open: open, known: known.by}
	c.closed = make([]*falsity, len(known.goal.Parts))
	for i, part := range known.goal.Parts {
		if i != open {
			c.closed[i] = x.why(part)
		}
	}
	if count == 0 {
		x.contradict(c)
		return
	}
	x.settle(known)
	x.conclude(c)
	x.assume(known.goal.Parts[open], c)
}

func (x *intervals) settle(known *item) {
	known.settled = true
	x.undo = append(x.undo, func() { known.settled = false })
}

// false reports whether a goal holds nowhere in the intervals.
func (x *intervals) false(g *certificate.Goal) bool {
	if g.Kind == certificate.IsAtom {
		sum, missing, useful := x.sum(g.Atom.Terms, 1)
		return useful && missing == 0 && sum < g.Atom.Least
	}
	decides := func(part *certificate.Goal) bool { return x.false(part) == (g.Kind == certificate.All) }
	return slices.ContainsFunc(g.Parts, decides) == (g.Kind == certificate.All)
}

// true reports whether a goal holds in all of the intervals.
func (x *intervals) true(g *certificate.Goal) bool {
	if g.Kind == certificate.IsAtom {
		sum, missing, useful := x.sum(g.Atom.Terms, -1)
		return useful && missing == 0 && -sum >= g.Atom.Least
	}
	decides := func(part *certificate.Goal) bool { return x.true(part) == (g.Kind == certificate.Any) }
	return slices.ContainsFunc(g.Parts, decides) == (g.Kind == certificate.Any)
}

// why returns the reason why a goal is false.
func (x *intervals) why(g *certificate.Goal) *falsity {
	f := &falsity{goal: g}
	switch {
	case g.Kind == certificate.IsAtom:
		f.uses = x.uses(g.Atom.Terms, -1)
	case g.Kind == certificate.All:
		i := slices.IndexFunc(g.Parts, x.false)
		f.parts = []*falsity{x.why(g.Parts[i])}
	default:
		for _, part := range g.Parts {
			f.parts = append(f.parts, x.why(part))
		}
	}
	return f
}

// cases returns goals of which one holds: the operands of the choice with the fewest that may hold, or that a place
// of a comparison has few tokens, or more. The item is nil for the latter. Without any there is nothing to distinguish.
func (x *intervals) cases() (of *item, list []*certificate.Goal) {
	fewest := math.MaxInt
	for _, i := range slices.Backward(x.items) {
		if i.goal.Kind != certificate.Any || i.settled || x.true(i.goal) {
			continue
		}
		open := 0
		for _, part := range i.goal.Parts {
			if !x.false(part) {
				open++
			}
		}
		if open < fewest {
			of, fewest = i, open
		}
	}
	if of != nil {
		return of, of.goal.Parts
	}
	for _, i := range slices.Backward(x.items) {
		for _, t := range i.goal.Atom.Terms {
			low, high := int64(0), x.high[t.Index]
			if end := x.low[t.Index]; end != nil {
				low = end.at
			}
			if high != nil && low < high.at && !x.true(i.goal) {
				half := (low + high.at) / 2
				return nil, []*certificate.Goal{certificate.AtMost(t.Index, half), certificate.AtLeast(t.Index, half+1)}
			}
		}
	}
	return nil, nil
}
