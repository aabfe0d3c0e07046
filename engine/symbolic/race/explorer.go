package race

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
	"brim/petri/structure"
)

// One exploration of a net with a given or a chosen order, from its start to its outcome.

// Explore builds the reachable set of net under the order of the options, or under one that it chooses. The errors are
// those of symbolic.Explore. The caller closes the outcome.
func Explore(ctx context.Context, net *petri.Net, o Options) (*Outcome, error) {
	x, err := Prepare(ctx, net, o)
	if err != nil {
		return nil, err
	}
	return x.Explore()
}

// Prepare returns an explorer of net, which is not known to be unbounded.
func Prepare(ctx context.Context, net *petri.Net, o Options) (*Explorer, error) {
	x, err := NewExplorer(ctx, net, o)
	if err != nil {
		return nil, err
	}
	o.Invariants(ctx, net)
	x.Flows = o.Facts.Invariants(ctx)
	return x, x.checkBounded()
}

// Invariants returns the place invariants of net, those found by the end of ctx, and keeps them in o. They hold for all
// firings, so also for those that only an over-approximation of the reachable markings has.
func (o *Options) Invariants(ctx context.Context, net *petri.Net) []structure.Semiflow {
	if o.Facts == nil {
		o.Facts = structure.NewProfile(net)
	}
	flows, _ := o.Facts.Semiflows(ctx)
	return flows
}

// Turn has the explorer go on under ctx, as a task which takes turns with others: tick is called often and may wait.
func (x *Explorer) Turn(ctx context.Context, tick func()) { x.ctx, x.tick = ctx, tick }

// Explore explores with the order of the options, or chooses one.
func (x *Explorer) Explore() (*Outcome, error) {
	if x.o.Order != nil {
		return x.final(*x.o.Order)
	}
	return x.choose()
}

// An Explorer is one run of Explore, or of an exploration with another way to encode the net.
type Explorer struct {
	ctx    context.Context
	net    *petri.Net
	o      Options
	encode func(*petri.Net, order.Decomposition, mdd.Options) (*encode.Model, error)
	within bool // encode makes something else than all markings
	start  time.Time
	end    time.Time       // the time limit, zero without one; ctx may be the context of a single turn
	choice context.Context // of the choice; see limitChoice
	Flows  []structure.Semiflow
	tick   func() // called often, if it is not nil, and from one goroutine

	tried int            // decompositions measured
	spent int64          // work of the explorations that are closed
	mu    sync.Mutex     // of what follows
	runs  []*exploration // under way
}

// enter counts e among those that run.
func (x *Explorer) enter(e *exploration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.runs = append(x.runs, e)
}

// leave counts e as closed.
func (x *Explorer) leave(e *exploration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if i := slices.Index(x.runs, e); i >= 0 {
		x.runs = slices.Delete(x.runs, i, i+1)
		x.spent += e.cost()
	}
}

// Work returns the work done so far. All explorations rest.
func (x *Explorer) Work() int64 {
	sum := x.spent
	for _, e := range x.runs {
		sum += e.cost()
	}
	return sum
}

func NewExplorer(ctx context.Context, net *petri.Net, o Options) (*Explorer, error) {
	if o.Method == "" {
		o.Method = Saturation
	}
	if !slices.Contains(Methods(), o.Method) {
		return nil, fmt.Errorf("method %q is unknown, expected one of %q", o.Method, Methods())
	}
	o.Orders = o.Orders.For(net)
	end, _ := ctx.Deadline()
	return &Explorer{ctx: ctx, end: end, choice: ctx, net: net, o: o, encode: encode.New, start: time.Now(),
		tick: o.Tick}, nil
}

// markingsPart is the part of the memory, as a divisor, for markings that are looked at one by one.
const markingsPart = 16

// checkBounded returns an *UnboundedError if the net has infinitely many markings and that can be seen in little time.
func (x *Explorer) checkBounded() error {
	v := structure.Boundedness(x.ctx, x.net, x.Flows, structure.Budget{Memory: x.o.Memory / markingsPart})
	if v.Kind != structure.Unbounded {
		return nil
	}
	name := func(ts []int) (names []string) {
		for _, t := range ts {
			names = append(names, x.net.Transitions[t].Name)
		}
		return names
	}
	return &UnboundedError{Net: x.net.Name, Place: x.net.Places[v.Grown[0]].Name, Prefix: name(v.Prefix),
		Loop: name(v.Loop)}
}

// limits returns those of one exploration of the net.
func (x *Explorer) limits() mdd.Limits { return mdd.Limits{Nodes: x.o.Nodes, Memory: x.o.Memory} }

// progress returns the function that reports on an exploration if it leads, or nil without Options.Progress.
func (x *Explorer) progress(e *exploration) func(mdd.Stats) {
	if x.o.Progress == nil {
		return nil
	}
	return func(st mdd.Stats) {
		if !e.leads {
			return
		}
		phase := "order"
		if e.alone {
			phase = "states"
		}
		x.o.Progress(Progress{
			Phase: phase, Detail: e.d.Method, Nodes: st.Nodes, Bytes: st.Bytes,
			Done: e.model.Moves.SaturatedLevels(), Levels: e.model.Forest.Levels(), Elapsed: time.Since(x.start),
			Order: &e.model.Order, Widths: e.model.Forest.Widths,
		})
	}
}

// final explores with d alone.
func (x *Explorer) final(d order.Decomposition) (*Outcome, error) {
	limits := x.limits()
	limits.Work = x.o.Work
	e, err := x.begin(x.ctx, x.net, d, limits)
	if err != nil {
		return nil, err
	}
	x.enter(e)
	return x.alone(e)
}

// alone goes on with e, the only exploration that is left, and makes the result of it.
func (x *Explorer) alone(e *exploration) (*Outcome, error) {
	chose, before := time.Since(x.start)-e.took, x.spent
	e.leads, e.alone, e.rests, e.until, e.room = true, true, nil, math.MaxInt64, 0
	if report := x.progress(e); report != nil && !e.ended {
		report(e.model.Forest.Stats())
	}
	e.run()
	x.leave(e)
	if err := e.finish(); err != nil {
		e.model.Close()
		return nil, err
	}
	x.learn(e.d, e.work(), e.err == nil)
	s := &Outcome{
		Net: x.net, Model: e.model, Reached: e.reached, Complete: e.err == nil, Order: e.model.Order,
		Method: x.o.Method,
		Choice: Choice{Tried: x.tried, Took: chose, Work: before}, Stats: e.model.Forest.Stats(),
		Took: time.Since(x.start),
	}
	return s, StoppedBy(e.err)
}

// StoppedBy makes a limit an error of this package.
func StoppedBy(err error) error {
	var limit *mdd.LimitError
	if errors.As(err, &limit) {
		return &Stopped{limit}
	}
	return err
}
