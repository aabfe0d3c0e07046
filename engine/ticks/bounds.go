package ticks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/mdd"
	"brim/petri/extended"
)

// Bounds of places that the structure does not show, found by exploration.
//
// A place gets a promise: it never holds more than k tokens. A system is made in which what adds tokens to the place
// happens only while it holds k at most. If no state is reached in which it holds more, then nothing was ever refused,
// and the system is that of the net. Otherwise the promise was wrong, and a larger one is tried. TAPAAL's engines leave
// the number to the user [ALS+13].

const (
	smallPromise = 8       // up to which a smaller bound than that of the structure is sought
	mostPromise  = 64      // that is tried
	mostCells    = 1 << 7  // the sum, over the places with promises, of tokens times ages that is tried
	promiseWork  = 1 << 24 // of the exploration for one promise, in units of mdd.Limits.Work
)

// errUnbounded says that an encoding needs the bound of a place that is not known.
var errUnbounded = errors.New("the structure of the net shows no bound for its tokens")

// An Unbounded is the error that no bound was found for the tokens of a place.
type Unbounded struct {
	Place  string
	Tokens int64 // which the place exceeds, if there is a part
	// Part is a system with some of the states and runs of the net, the initial one among them: what adds tokens to
	// places is left out where they have many. Whatever it reaches, the net reaches in the same way; it may have
	// deadlocks that the net has not. It is nil without one.
	Part *Model
	from *merger // the plan of Part
	late bool    // a bound was tried whose markings take too long to explore
}

func (u *Unbounded) Error() string {
	text := fmt.Sprintf("place %s: %v", u.Place, errUnbounded)
	if u.Part != nil {
		text += fmt.Sprintf(", and it holds more than %d", u.Tokens)
	}
	if u.late {
		text += ", and the markings are too many to find one"
	}
	return text
}

// Unwrap returns errUnbounded.
func (u *Unbounded) Unwrap() error { return errUnbounded }

// watching returns the system of a plan with watches, or the error with its part with watches.
func watching(ctx context.Context, g *merger, m *Model, err error, watches []Watch) (*Model, error) {
	var wrong error
	switch u := (*Unbounded)(nil); {
	case len(watches) == 0:
	case errors.As(err, &u) && u.Part != nil:
		u.Part, wrong = u.from.watched(ctx, u.Part, watches)
	case err == nil:
		m, wrong = g.watched(ctx, m, watches)
	}
	return m, cmp.Or(wrong, err)
}

// gains returns for each place how many tokens a firing adds to it at most.
func gains(net *extended.Net) []int64 {
	type key struct{ place, transition int }
	added := map[key]int64{}
	list := make([]int64, len(net.Places))
	for _, a := range net.Arcs {
		if a.Kind == extended.Output {
			k := key{a.Place, a.Transition}
			added[k] = sum(added[k], a.Weight)
			list[a.Place] = max(list[a.Place], added[k])
		}
	}
	return list
}

// promising returns the shape with a promise for a place; ok is false if that is too much.
func (s *shape) promising(place int, tokens, gain int64) (ok bool) {
	if tokens > mostPromise || gain > mostPromise {
		return false
	}
	s.promise[place], s.bounds[place] = tokens, tokens+gain
	return true
}

// A promiser makes plans with promises until they are kept.
type promiser struct {
	net   *extended.Net // with all arcs
	caps  []int64       // by place: the largest age of a token; nil if tokens have no ages
	shape shape         // as the structure tells it
	plan  func(s shape) (*plan, error)
}

// find returns the system of a plan with promises for the places that are kept. The error is an Unbounded if no such
// promises were found. Its Part is the system with the largest promises whose states were all found.
func (x *promiser) find(ctx context.Context, places []int) (*merger, *Model, error) {
	s, gain := x.shape.clone(), gains(x.net)
	for _, p := range places {
		if !s.promising(p, max(1, x.net.Places[p].Initial), gain[p]) {
			s.bounds[p] = x.shape.bounds[p]
		}
	}
	var last Unbounded
	for {
		plan, err := x.plan(s)
		if err != nil {
			last.close()
			return nil, nil, err
		}
		g := plan.merged()
		m, err := g.plan().model(ctx)
		if err != nil {
			last.close()
			return nil, nil, err
		}
		broken, err := m.broken(ctx, s.promise)
		if err == nil && len(broken) == 0 {
			last.close()
			return g, m, nil
		}
		if err != nil {
			m.System.Start().Forest().Close()
			if !errors.Is(err, errUnbounded) {
				last.close()
				return nil, nil, err
			}
			if last.late = true; last.Part == nil {
				p := slices.IndexFunc(s.promise, func(k int64) bool { return k != unlimited })
				last.Place = x.net.Places[p].ID
			}
			return nil, nil, &last
		}
		last.close()
		last.Part, last.from = m, g
		for _, p := range broken {
			last.Place, last.Tokens = x.net.Places[p].ID, s.promise[p]
			more := 2 * s.promise[p]
			if known := x.shape.bounds[p]; known != unlimited && more > smallPromise {
				s.promise[p], s.bounds[p] = unlimited, known
			} else if !s.promising(p, more, gain[p]) {
				return nil, nil, &last
			}
		}
		if x.cells(s) > mostCells {
			return nil, nil, &last
		}
	}
}

// cells returns how many tokens of each age the places with promises may hold, all together.
func (x *promiser) cells(s shape) (sum int64) {
	for p, k := range s.promise {
		switch {
		case k == unlimited:
		case x.caps == nil:
			sum += k
		default:
			sum += k * (min(x.caps[p], mostCells) + 1)
		}
	}
	return sum
}

// close closes the part, if there is one.
func (u *Unbounded) close() {
	if u.Part != nil {
		u.Part.System.Start().Forest().Close()
	}
}

// broken returns the places that hold more tokens in a reached state than promised.
func (m *Model) broken(ctx context.Context, promise []int64) (places []int, err error) {
	any := false
	for _, k := range promise {
		any = any || k != unlimited
	}
	if !any {
		return nil, nil
	}
	start := m.System.Start()
	err = start.Forest().Guard(ctx, mdd.Limits{Work: promiseWork}, func() {
		reached := m.System.Moves().Saturate(start)
		for p, k := range promise {
			if k == unlimited {
				continue
			}
			t := m.places[p][0] // the only one: see addCounters
			over := reached.Where(m.System.Level(t.Variable), func(v int) bool {
				if t.Tokens != nil {
					v = t.Tokens[v]
				}
				return int64(v) > k
			})
			if !over.IsEmpty() {
				places = append(places, p)
			}
		}
	})
	if limit := (*mdd.LimitError)(nil); errors.As(err, &limit) && ctx.Err() == nil {
		return nil, fmt.Errorf("%w at some places, and the markings are too many to find one", errUnbounded)
	}
	return places, err
}
