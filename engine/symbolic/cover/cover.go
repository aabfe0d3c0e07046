package cover

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/engine/symbolic/race"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
	"brim/petri/structure"
)

// A Cover is a set of over-approximations of a net's reachable markings, also where there are infinitely many:
//
//   - limits that reachable markings approach; they cover all of them if the coverability tree [KM69] is complete: see
//     structure.Cover;
//   - an enlarged state space, a coverability abstraction in which Omega tokens stand for any number: see
//     encode.NewEnlarged [GRV06];
//   - a view, a modal transition system [GHJ01] that sees the places without a bound coarsely: see view.
//
// What holds close to a limit is reached. What holds in no marking that the limits cover, or that the enlarged state
// space stands for, or that invariants allow, is not. All answers of a Cover are certain; where neither is shown they
// are Unknown.
type Cover struct {
	race.BoundedExplorer
	ranges   *structure.Ranges
	limits   *structure.Cover
	enlarged *race.Outcome // nil before the first one is explored
	view     *view         // nil before the first one is explored
	closer   []closer
	sight    sight         // of the places without a bound, in the next view
	noticed  map[int]sight // what the formulas that are not decided ask for, by place
	pool     *syntax.Pool
	missing  map[*syntax.Formula]bool // of never
}

// New looks for invariants and builds a coverability tree of up to the given number of markings, 0 for the number
// that structure.Coverability chooses. The options are those of Explore. The caller closes the Cover.
func New(ctx context.Context, net *petri.Net, markings int, o race.Options) *Cover {
	return newCover(ctx, race.NewBounded(net, o), markings)
}

// NewInvariants returns a Cover that knows the place invariants, and the initial marking. It costs little in addition
// to them (see Options.Facts), and answers the same questions as any Cover.
func NewInvariants(ctx context.Context, net *petri.Net, o race.Options) *Cover {
	return newCover(ctx, race.BoundedBy(net, o, nil), 1)
}

func newCover(ctx context.Context, b race.BoundedExplorer, markings int) *Cover {
	c := &Cover{BoundedExplorer: b, pool: syntax.NewPool(), missing: map[*syntax.Formula]bool{}, sight: hidden,
		noticed: map[int]sight{}}
	c.ranges = structure.NewRanges(len(b.Net.Places), b.Flows)
	c.limits = structure.Coverability(ctx, b.Net, b.Flows, markings)
	if slices.Contains(c.Bounds, petri.Omega) {
		c.closer = append(c.closer, closer{next: c.look})
	}
	if !c.limits.Complete { // otherwise it would say little more
		c.closer = append(c.closer, closer{next: c.enlarge})
	}
	return c
}

// invariant estimates all reachable markings by the invariants.
func (c *Cover) invariant() estimate {
	e := below(c.Net, c.Bounds, nil)
	e.ranges = c.ranges
	return e
}

// Close gives the memory of the diagrams back.
func (c *Cover) Close() {
	c.closeEnlarged()
	c.closeView()
}

func (c *Cover) closeEnlarged() {
	if c.enlarged != nil {
		c.enlarged.Close()
		c.enlarged = nil
	}
}

func (c *Cover) closeView() {
	if c.view != nil {
		c.view.close()
		c.view = nil
	}
}

// A closer is a way to look closer at the markings.
type closer struct {
	next func(context.Context) error
	done int // times
}

// More reports whether Enlarge may find more.
func (c *Cover) More() bool { return len(c.closer) > 0 }

// Enlarge explores the next view or the next enlarged state space, by turns after two views, and forgets the one before
// of its kind. The error is the limit that ended it; then the previous one stays, and Enlarge does not try its kind
// again.
func (c *Cover) Enlarge(ctx context.Context) error {
	if !c.More() {
		return errors.New("there is no closer look at the net")
	}
	i := 0
	if len(c.closer) > 1 && c.closer[0].done > c.closer[1].done+1 {
		i = 1
	}
	if err := c.closer[i].next(ctx); err != nil {
		c.closer = slices.Delete(c.closer, i, i+1)
		return err
	}
	c.closer[i].done++
	c.noticed = map[int]sight{}
	for f, known := range c.missing {
		if !known {
			delete(c.missing, f)
		}
	}
	return nil
}

// look explores the next view. On the places without a bound it tells numbers up to 0, 1, 2, 3, 4, 6, 9, 13, … apart,
// and as many as the formulas ask for that were not decided since the last call of Enlarge; the first view tells none.
func (c *Cover) look(ctx context.Context) error {
	sights := make([]sight, len(c.Bounds))
	for p, x := range c.Bounds {
		switch {
		case x != petri.Omega:
			sights[p] = exactly
		case c.sight == hidden:
			sights[p] = hidden
		default:
			sights[p] = max(c.sight, c.noticed[p])
		}
	}
	v, err := newView(ctx, c.Net, sights, c.Options)
	if err != nil {
		return err
	}
	c.closeView()
	c.view = v
	if c.sight == hidden {
		c.sight = 0
	} else {
		c.sight = sight(race.Grown(int64(c.sight)))
	}
	return nil
}

// enlarge explores the next enlarged state space, in which Omega stands for all numbers above 1, 2, 3, 4, 6, 9, 13, ….
func (c *Cover) enlarge(ctx context.Context) error {
	s, err := c.Explore(ctx, func(net *petri.Net, most []int64, d order.Decomposition, o mdd.Options) (*encode.Model,
		error) {
		most = slices.Clone(most)
		for p := range most { // with Omega elsewhere, invariants bound no place
			most[p] = min(most[p], c.Bounds[p])
		}
		return encode.NewEnlarged(net, most, d, o)
	})
	if err != nil {
		if s != nil {
			s.Close()
		}
		return err
	}
	c.closeEnlarged()
	c.enlarged = s
	return nil
}

// Guard runs fn, which may ask the cover, within limits of the diagrams. See mdd.Forest.Guard.
func (c *Cover) Guard(ctx context.Context, limits mdd.Limits, fn func()) error {
	inner, err := fn, error(nil)
	if c.enlarged != nil {
		inner = func() { err = c.enlarged.Model.Forest.Guard(ctx, limits, fn) }
	}
	if c.view == nil {
		inner()
		return err
	}
	return cmp.Or(c.view.space.Model.Forest.Guard(ctx, limits, inner), err)
}

// Complete reports whether the limits cover all reachable markings.
func (c *Cover) Complete() bool { return c.limits.Complete }

// enabled returns the formula that transition t is enabled.
func (c *Cover) enabled(t int) *syntax.Formula { return c.pool.Enabled(syntax.Ref{Index: t}) }

// HasDeadlock is Space.HasDeadlock.
func (c *Cover) HasDeadlock() engine.Result { return c.somewhere(c.pool.Deadlock()) }

// QuasiLive is Space.QuasiLive.
func (c *Cover) QuasiLive() engine.Result {
	all := engine.Holds
	for t := range c.Net.Transitions {
		all = all.And(c.somewhere(c.enabled(t)))
	}
	return all
}

// Live is Space.Live, but never Holds if there is a transition.
func (c *Cover) Live() engine.Result {
	if len(c.Net.Transitions) == 0 {
		return engine.Holds
	}
	return engine.Between(false, c.HasDeadlock() != engine.Holds && c.QuasiLive() != engine.Fails)
}

// OneSafe is Space.OneSafe.
func (c *Cover) OneSafe() engine.Result {
	safe := true
	for p := range c.Net.Places {
		least, most := c.Bound(&syntax.Sum{Terms: []syntax.Term{{Place: syntax.Ref{Index: p}, Weight: 1}}})
		if least > 1 {
			return engine.Fails
		}
		safe = safe && most <= 1
	}
	return engine.Between(safe, true)
}

// HasStablePlace is Space.HasStablePlace: a place is stable exactly if no transition that changes it is ever enabled.
func (c *Cover) HasStablePlace() engine.Result {
	moves := make([]engine.Result, len(c.Net.Places))
	for p := range moves {
		moves[p] = engine.Fails
	}
	for t := range c.Net.Transitions {
		ever := c.somewhere(c.enabled(t))
		for _, p := range changed(&c.Net.Transitions[t]) {
			moves[p] = moves[p].Or(ever)
		}
	}
	return engine.Between(slices.Contains(moves, engine.Fails), slices.Contains(moves, engine.Unknown))
}

// changed returns the places on which t changes the number of tokens.
func changed(t *petri.Transition) (places []int) {
	for e := range t.Effects() {
		if e.Delta != 0 {
			places = append(places, e.Place)
		}
	}
	return places
}

// Bound returns two numbers between which the least upper bound of a sum in the reachable markings lies: where they are
// equal it is known. petri.Omega is no bound; math.MinInt64 says that nothing is known from below.
func (c *Cover) Bound(sum *syntax.Sum) (least, most int64) {
	e := c.invariant()
	least, most = math.MinInt64, min(e.sum(sum.Terms).most, e.most(sum.Terms))
	covered := int64(math.MinInt64)
	for m := range c.limits.Limits() {
		least = max(least, near(c.Net, m).sum(sum.Terms).least)
		covered = max(covered, below(c.Net, m, c.limits.Pinned).sum(sum.Terms).most)
	}
	if c.limits.Complete {
		most = min(most, covered)
	}
	if s := c.enlarged; s != nil {
		if x, err := s.Model.MostPossible(s.Reached, symbolic.Weights(sum.Terms)); err == nil {
			most = min(most, x)
		}
	}
	least, ok1 := plus(least, sum.Const, -endless)
	most, ok2 := plus(most, sum.Const, endless)
	if !ok1 || !ok2 || least == -endless {
		return math.MinInt64, petri.Omega
	}
	return least, most
}
