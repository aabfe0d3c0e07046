package symbolic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
	"brim/petri/structure"
)

// Explore builds the reachable set of net.
//
// A net that is found to be unbounded ends in an *UnboundedError, one with more than 2^63−1 tokens in a place in an
// *encode.OverflowError. If a limit or ctx ends the exploration, Explore returns what was found, a Space that is not Complete,
// and a *Stopped error. The caller closes the Space.
func Explore(ctx context.Context, net *petri.Net, o Options) (*Space, error) {
	x, err := prepare(ctx, net, o)
	if err != nil {
		return nil, err
	}
	return x.explore()
}

// prepare returns an explorer of net, which is not known to be unbounded.
func prepare(ctx context.Context, net *petri.Net, o Options) (*explorer, error) {
	x, err := newExplorer(ctx, net, o)
	if err != nil {
		return nil, err
	}
	x.flows = o.invariants(ctx, net)
	return x, x.checkBounded()
}

// invariants returns the place invariants of net, those found by the end of ctx.
func (o *Options) invariants(ctx context.Context, net *petri.Net) []structure.Semiflow {
	if o.Flows != nil {
		return o.Flows
	}
	flows, _ := structure.Semiflows(net, structure.Limit{Done: ctx.Done()})
	return flows
}

// explore explores with the order of the options, or chooses one.
func (x *explorer) explore() (*Space, error) {
	if x.o.Order != nil {
		return x.final(*x.o.Order)
	}
	return x.choose()
}

// An explorer is one run of Explore, or of an exploration with another way to encode the net.
type explorer struct {
	ctx    context.Context
	net    *petri.Net
	o      Options
	encode func(*petri.Net, order.Decomposition, mdd.Options) (*encode.Model, error)
	start  time.Time
	end    time.Time       // the time limit, zero if there is none; ctx can be that of a turn
	choice context.Context // of measuring decompositions; see limitChoice
	flows  []structure.Semiflow
	tried  int   // decompositions measured
	spent  int64 // work done so far, but for what runs
	runs   *mdd.Forest
	tick   func() // called often, if it is not nil
}

// work returns the work done so far.
func (x *explorer) work() int64 {
	if x.runs == nil {
		return x.spent
	}
	return x.spent + x.runs.Stats().Work
}

func newExplorer(ctx context.Context, net *petri.Net, o Options) (*explorer, error) {
	if o.Method == "" {
		o.Method = Saturation
	}
	if !slices.Contains(Methods(), o.Method) {
		return nil, fmt.Errorf("method %q is unknown, expected one of %q", o.Method, Methods())
	}
	end, _ := ctx.Deadline()
	return &explorer{ctx: ctx, end: end, choice: ctx, net: net, o: o, encode: encode.New, start: time.Now()}, nil
}

// checkBounded returns an *UnboundedError if the net has infinitely many markings and that can be seen in little time.
func (x *explorer) checkBounded() error {
	v := structure.Boundedness(x.ctx, x.net, x.flows, structure.Budget{})
	if v.Kind != structure.Unbounded {
		return nil
	}
	name := func(ts []int) (names []string) {
		for _, t := range ts {
			names = append(names, x.net.Transitions[t].Name)
		}
		return names
	}
	return &UnboundedError{Net: x.net.Name, Place: x.net.Places[v.Grown[0]].Name, Prefix: name(v.Prefix), Loop: name(v.Loop)}
}

// An attempt is one exploration with one decomposition.
type attempt struct {
	model   *encode.Model
	reached mdd.Set
	closed  float64 // part of the levels that were closed, 1 if it finished
	before  int64   // work of all attempts before it
	err     error   // nil or *mdd.LimitError
}

// attempt explores net, which may be a sibling of x.net, with d. The caller closes the model.
func (x *explorer) attempt(net *petri.Net, d order.Decomposition, work int64, phase string) (*attempt, error) {
	m, err := x.encode(net, d, mdd.Options{Rule: x.o.Rule})
	if err != nil {
		return nil, err
	}
	a := &attempt{model: m, reached: m.Init, before: x.spent}
	report := x.progress(phase, m, d)
	if report != nil {
		report(m.Forest.Stats())
	}
	limits := mdd.Limits{Nodes: x.o.Nodes, Memory: x.o.Memory, Work: work, Progress: report, Tick: x.tick}
	x.runs = m.Forest
	ctx := x.ctx
	if phase == "order" {
		ctx = x.choice
	}
	a.err = m.Forest.Guard(ctx, limits, func() {
		switch x.o.Method {
		case BFS:
			m.Moves.Layers(m.Init, func(_ int, layer mdd.Set) bool {
				a.reached = a.reached.Union(layer)
				return true
			})
		case Chaining:
			a.reached = m.Moves.Chain(m.Init)
		default:
			a.reached = m.Moves.Saturate(m.Init)
		}
	})
	x.runs = nil
	x.spent += m.Forest.Stats().Work + workPerArc*int64(net.ArcCount())
	a.closed = 1
	if a.err != nil {
		a.closed = float64(m.Moves.SaturatedLevels()) / float64(m.Forest.Levels())
		if x.o.Method == Saturation {
			a.reached = m.Moves.Partial(m.Init)
		}
	}
	if err := m.Overflow(a.reached); err != nil {
		m.Close()
		return nil, err
	}
	return a, nil
}

// progress returns the function that reports on an exploration, or nil if nobody listens.
func (x *explorer) progress(phase string, m *encode.Model, d order.Decomposition) func(mdd.Stats) {
	if x.o.Progress == nil {
		return nil
	}
	return func(st mdd.Stats) {
		x.o.Progress(Progress{
			Phase: phase, Detail: d.Method, Nodes: st.Nodes, Bytes: st.Bytes,
			Done: m.Moves.SaturatedLevels(), Levels: m.Forest.Levels(), Elapsed: time.Since(x.start),
		})
	}
}

// final explores with d, without a limit on the work but that of the options.
func (x *explorer) final(d order.Decomposition) (*Space, error) {
	took := time.Since(x.start)
	a, err := x.attempt(x.net, d, x.o.Work, "states")
	if err != nil {
		return nil, err
	}
	return x.space(a, took)
}

// space makes the result of an attempt that began when choosing had taken the given time.
func (x *explorer) space(a *attempt, choosing time.Duration) (*Space, error) {
	s := &Space{
		Net: x.net, Model: a.model, Reached: a.reached, Complete: a.err == nil, Open: a.model.Forest.Empty(), Order: a.model.Order, Method: x.o.Method,
		Choice: Choice{Tried: x.tried, Took: choosing, Work: a.before}, Stats: a.model.Forest.Stats(), Took: time.Since(x.start),
	}
	if a.err != nil {
		s.Open = s.Reached // as long as nobody asks for more: see FindOpen
	}
	return s, stopped(a.err)
}

// stopped makes a limit an error of this package.
func stopped(err error) error {
	var limit *mdd.LimitError
	if errors.As(err, &limit) {
		return &Stopped{limit}
	}
	return err
}
