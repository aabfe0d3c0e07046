package check

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"
	"time"

	"brim/engine/symbolic"
	"brim/petri"
	"brim/petri/counting"
	"brim/petri/reduce"
)

// byCounting is the name of the technique.
const byCounting = "counting"

const (
	reduceShare = 10                     // the part of the time that making the net smaller may take
	countAfter  = 300 * time.Millisecond // the diagrams of most nets are done by then
	countSlice  = 200 * time.Millisecond // the first one
	countRoom   = 4                      // the part of the memory that diagrams, and then numbers, may have
)

// counted finds the numbers of a state space from a smaller net, by equations: at once where nothing is left of the
// net, else from the diagrams of what is left, beside those of the whole. See package counting.
type counted struct{}

func (counted) Name() string { return byCounting }
func (counted) sliced()      {}

// Takes takes what asks for a number of the state space of a net.
func (counted) Takes(m *Model, q *Question) error {
	if m.Net == nil || q.Kind < States {
		return errors.New("equations count the markings of nets")
	}
	return nil
}

func (counted) Run(ctx context.Context, t *Turn) error {
	x := &countedRun{Turn: t, whole: ctx, start: time.Now()}
	own, cancel := share(ctx, reduceShare)
	small := reduce.Net(own, t.Net(), reduce.Options{Class: reduce.Count})
	cancel()
	var err error
	if x.forest, err = counting.New(ctx, t.Net(), &small.Equations); err != nil {
		return err
	}
	x.net = small.Net.WithUnits(x.forest.Units())
	switch before := t.Net(); {
	case len(x.net.Places) == 0:
		return x.told(x.answer(nothingLeft{}))
	default:
		x.smaller = 20*len(x.net.Places) <= 19*len(before.Places) || 4*len(x.net.Transitions) <= 3*len(before.Transitions)
	}
	next, stop := iter.Pull(x.steps)
	defer stop()
	return x.told(t.Slices(ctx, countAfter, countSlice, func(ctx context.Context) (bool, error) {
		x.slice = ctx
		err, more := next()
		return !more || err != nil, err
	}))
}

// A countedRun is one run of the technique.
type countedRun struct {
	*Turn
	whole   context.Context
	slice   context.Context // the time that it has now
	start   time.Time
	forest  *counting.Forest
	net     *petri.Net // the smaller one
	smaller bool       // so much that it is other work than that with the original
}

// told says why the open questions are left if that is a limit; else it is a fault.
func (x *countedRun) told(err error) error {
	if err == nil || x.whole.Err() != nil {
		return nil
	}
	var tables *counting.LimitError
	if _, infinite := unbounded(err); infinite || limited(err) || errors.As(err, &tables) {
		for _, q := range x.Open() {
			x.Undecided(q, "", err)
		}
		return nil
	}
	return err
}

// steps encloses the most tokens in a place, explores the smaller net and answers. It yields nil when a slice is over,
// and then an error, if there is one.
func (x *countedRun) steps(yield func(error) bool) {
	ctx, cancel := context.WithCancel(x.whole)
	defer cancel()
	x.enclose(ctx)
	if !x.smaller || len(x.Open()) == 0 {
		return
	}
	space, err := symbolic.Explore(ctx, x.net, symbolic.Options{
		Memory: x.Room(countRoom), Nodes: x.options.Nodes,
		Tick: func() {
			if x.slice.Err() != nil && ctx.Err() == nil && !yield(nil) {
				cancel()
			}
		},
	})
	if space != nil {
		defer space.Close()
	}
	if err == nil {
		err = x.answer(&spaceLeft{space, x.Room(countRoom)})
	}
	if ctx.Err() == nil && err != nil {
		yield(err)
	}
}

// What is left of a net has markings, over which it adds up.
type left interface {
	sum(context.Context, *counting.Sum) (*big.Int, error)
	ranges() (least, most []int64)
	most(*counting.Linear) *big.Int
}

// answer answers the open questions from what is left of the net.
func (x *countedRun) answer(l left) error {
	for _, q := range x.Open() {
		ctx := x.Context(q)
		n, err := numberOf(ctx, x.forest, q.Kind, l)
		switch {
		case ctx.Err() != nil: // somebody else was first
		case err != nil:
			return err
		default:
			x.Answer(q, Answer{Verdict: Verdict{Result: Holds, Bound: Complete}, Number: n, Took: time.Since(x.start)})
		}
	}
	return nil
}

// numberOf returns a number of the state space of the original.
func numberOf(ctx context.Context, f *counting.Forest, k Kind, l left) (*big.Int, error) {
	var s *counting.Sum
	var err error
	switch k {
	case States:
		s, err = f.States()
	case Firings:
		s, err = f.Firings()
	case MostInPlace:
		return f.MostInPlace(l.ranges()), nil
	default:
		return l.most(f.InMarking()), nil
	}
	if err != nil {
		return nil, err
	}
	return l.sum(ctx, s)
}

// nothingLeft is a net without places: it has one marking.
type nothingLeft struct{}

func (nothingLeft) sum(_ context.Context, s *counting.Sum) (*big.Int, error) {
	return s.Of(slices.Values([]petri.Marking{{}}))
}

func (nothingLeft) ranges() (least, most []int64) { return nil, nil }

func (nothingLeft) most(f *counting.Linear) *big.Int { return new(big.Int).Quo(f.Const, f.Den) }

// spaceLeft has the markings as diagrams, and so many bytes for numbers.
type spaceLeft struct {
	*symbolic.Space
	room int64
}

func (l *spaceLeft) sum(ctx context.Context, s *counting.Sum) (*big.Int, error) {
	return l.Weigh(ctx, s, l.room)
}

func (l *spaceLeft) ranges() (least, most []int64) {
	return l.PlaceMinima(), l.PlaceBounds()
}

func (l *spaceLeft) most(f *counting.Linear) *big.Int { return l.Largest(f) }

// enclose tells what the initial marking and place invariants say of the most tokens in a place: that is known of some
// nets whose markings are not.
func (x *countedRun) enclose(ctx context.Context) {
	own, cancel := share(ctx, reduceShare)
	defer cancel()
	for _, q := range x.Open() {
		if q.Kind != MostInPlace {
			continue
		}
		least, most := int64(0), int64(0)
		for p, c := range x.Facts().Capacities(own) {
			least = max(least, x.Net().Places[p].Initial)
			if !c.Proved {
				most = petri.Omega
			}
			most = max(most, c.Most)
		}
		x.Narrow(q, least, most, byInvariants)
	}
}
