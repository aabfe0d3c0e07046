package lists

import (
	"context"
	"errors"
	"slices"

	"brim/engine/symbolic/race"
	"brim/petri"
	"brim/petri/order"
)

// The choice between lists and the arrays of engine/symbolic: both are measured on siblings of the net, and what they
// take is extended to the net, each by its own power of the tokens.

const (
	manyTokens  = 80        // in some place at the start: nets with fewer take some 50 ms either way
	advantage   = 1.5       // how many times the work of lists arrays must be expected to take
	arraysWork  = 2_000_000 // units for arrays on a sibling, some 50 ms; a net that takes more there is not compared
	worseBy     = 8         // times what arrays take on a sibling is where no candidate for lists is tried further
	arraysKnown = 20_000    // units of arrays on a sibling from which on their power is known well enough
)

// errWorse says that arrays are expected to take less work than lists, or that no comparison is possible.
var errWorse = errors.New("lists are not expected to take less work")

// ExploreIfBetter is Explore if lists are expected to take much less work than the diagrams of engine/symbolic, by what
// both take on siblings of the net. Otherwise it returns nil without an error, after some milliseconds, and at once for
// nets with few tokens or that Takes refuses. The order of o must be nil.
func ExploreIfBetter(ctx context.Context, net *petri.Net, o race.Options) (*Space, error) {
	if Takes(net) != nil || slices.Max(net.Initial()) < manyTokens {
		return nil, nil
	}
	o.Orders = nil
	x, err := chooseAndExplore(ctx, net, o, &arrays{})
	if errors.Is(err, errWorse) {
		return nil, nil
	}
	return x, err
}

// arrays are the diagrams of engine/symbolic on siblings with more and more tokens; nil if they are not compared.
type arrays struct {
	order     *order.Decomposition // chosen on the first sibling
	last, now measured
}

// on bounds the work that lists may do on a sibling with the given tokens by that of arrays, and measures arrays there
// until their power can be told. The errors are those of measure.
func (a *arrays) on(t *trials, sibling *petri.Net, tokens int64) error {
	if a == nil {
		return nil
	}
	if a.last.work == 0 || a.now.work < arraysKnown {
		if err := a.measure(t, sibling, tokens); err != nil {
			return err
		}
	}
	t.most = int64(worseBy * max(arraysKnown, min(arraysWork, believed(a.last, a.now, tokens))))
	return nil
}

// measure explores a sibling with the given tokens. The error is errWorse if that takes too long for a comparison.
func (a *arrays) measure(t *trials, sibling *petri.Net, tokens int64) error {
	o := race.Options{Order: a.order, Memory: t.o.Memory, Nodes: t.o.Nodes, Tick: t.o.Tick}
	x, err := race.TryChoice(t.ctx, sibling, o, arraysWork)
	t.choice.Work += x.Choice.Work + x.Stats.Work
	t.choice.Tried += max(1, x.Choice.Tried)
	switch {
	case err != nil:
		return err
	case x.Err != nil && race.RanOut(x.Err):
		return errWorse
	case x.Err != nil:
		return x.Err
	}
	a.order, a.last, a.now = &x.Order, a.now, measured{tokens, max(1, x.Stats.Work)}
	return nil
}

// compare returns errWorse if lists, which are believed to take the given work on a net with all tokens, have no
// advantage. Arrays are measured on the sibling before, if they were not.
func (a *arrays) compare(t *trials, sibling *petri.Net, tokens int64, lists float64, all int64) error {
	worse := func() bool { return a.last.work > 0 && believed(a.last, a.now, all) < advantage*lists }
	if a == nil || !worse() {
		return nil
	}
	if a.now.tokens < tokens {
		if err := a.measure(t, sibling, tokens); err != nil {
			return err
		}
	}
	if worse() {
		return errWorse
	}
	return nil
}
