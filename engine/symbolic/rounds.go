package symbolic

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"brim/dd"
	"brim/edd"
	"brim/engine/symbolic/race"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

// Search in rounds, by bounded saturation: the strategies of Table 1 of [DVB14], and the exploration of the markings
// within a bound on the steps that grows from round to round.

// A Strategy is a way from a net to a verdict: the columns of Table 1. [DVB14]
type Strategy string

const (
	Auto  Strategy = "auto"  // all markings and growing bounds side by side: an AutoSearch
	Unlim Strategy = "unlim" // all reachable markings at once, by saturation
	Fix   Strategy = "fix"   // the markings within one bound, given beforehand
	Rest  Strategy = "rest"  // growing bounds, each from the initial marking
	Cont  Strategy = "cont"  // growing bounds, each from the distances of the last one
	// compacting: each from the border of the last one, with everything before excluded and kept as a set; see Rounds
	Comp Strategy = "comp"
)

// Strategies returns all strategies, the one that suits most first, the others in the order of the table.
func Strategies() []Strategy { return []Strategy{Auto, Unlim, Rest, Cont, Comp, Fix} }

// RoundOptions say how a search in rounds grows. The zero value is right for most uses.
type RoundOptions struct {
	Strategy Strategy // Fix, Rest, Cont or Comp; the default is Comp
	Bound    int      // steps of the first round; 0 stands for 20
	Step     int      // by how many the bound grows; 0 stands for 10
	Version  edd.Version
	// Late has rounds of an AutoSearch begin only after some tenths of a second of the search for all markings, and end
	// with it, also where a single question is asked.
	Late bool
}

// A Round tells what one round of a search took and found.
type Round struct {
	Bound     int      // all markings within this number of steps are known
	States    *big.Int // their number
	Distances int      // nodes of the edge-valued diagram; 0 for Comp with the version Layered, which has none
	Nodes     int      // nodes of the set
	Made      int64    // nodes created on the search for the distances, of functions and of sets, garbage included
	Took      time.Duration
}

// Rounds explore the markings within B, B+δ, B+2δ, … steps of the initial one, of nets of any kind.
//
// A round's Space has all markings within its bound as Reached, and as Open those at the bound itself that have a
// successor beyond. It is complete when no marking is open. Spaces share a model, until another order turns out to be
// better; Close gives all models back.
//
// Comp with the version Budgeted or Auto goes on layer by layer after the first round. A border mixes all distances
// below, where what is found from one marking has one function of distances, so saturation from a border meets each
// part with each budget and each part of what is excluded.
type Rounds struct {
	net   *petri.Net
	o     race.Options
	r     RoundOptions
	start time.Time
	tick  func() // called often, if it is not nil

	choice   race.Choice
	patience int64       // see roundsPatience
	chosen   bool        // the order was chosen by measuring
	probe    *mdd.Forest // of an order that is being measured
	spent    int64       // work of models that are no longer explored

	space  Space // of the last round
	sat    *edd.Saturator
	wide   *edd.Saturator // of Comp after the first round
	edd    *edd.Forest
	dist   edd.Func // the last round's distances: from the initial marking, or for Comp from its start
	layers *layers  // instead of the distances, where they are not needed
	from   int      // the bound of the last round of this model; −1 before its first
	bound  int      // of the last round; −1 before the first
	made   int64    // see Round; of the last search
	done   []Round
	older  []func() // close models of earlier rounds
}

// NewRounds prepares to explore net. An error is one of the options or of the net.
func NewRounds(net *petri.Net, o race.Options, r RoundOptions) (*Rounds, error) {
	if r.Strategy == "" {
		r.Strategy = Comp
	}
	if !slices.Contains([]Strategy{Fix, Rest, Cont, Comp}, r.Strategy) {
		return nil, fmt.Errorf("strategy %q has no rounds", r.Strategy)
	}
	if r.Bound < 0 || r.Step < 0 || r.Bound > maxBound || r.Step > maxBound {
		return nil, fmt.Errorf("bound %d and step %d: expected numbers from 0 to %d", r.Bound, r.Step, maxBound)
	}
	if r.Bound == 0 {
		r.Bound = 20
	}
	if r.Step == 0 {
		r.Step = 10
	}
	o.Orders = o.Orders.For(net)
	return &Rounds{net: net, o: o, r: r, start: time.Now(), patience: roundsPatience, from: -1, bound: -1}, nil
}

// maxBound keeps distances far from edd.Infinity.
const maxBound = 1 << 30

// work returns the work done so far, questions about the spaces included.
func (x *Rounds) work() int64 {
	work := x.spent
	if x.probe != nil {
		work += x.probe.Stats().Work
	}
	if x.sat != nil {
		work += x.edd.Stats().Work + x.space.Model.Forest.Stats().Work
	}
	return work
}

// Close gives the memory of the diagrams back, those of all spaces included. A second call does nothing.
func (x *Rounds) Close() {
	for _, end := range x.older {
		end()
	}
	x.older = nil
	if x.sat != nil {
		x.spent = x.work()
		x.space.Model.Close()
		x.edd.Close()
		x.sat, x.wide = nil, nil
	}
}

// Done returns what the rounds so far took and found.
func (x *Rounds) Done() []Round { return x.done }

// More reports whether there is anything left to explore.
func (x *Rounds) More() bool {
	return x.bound < 0 || !x.space.Complete && x.r.Strategy != Fix
}

// Work returns 0: questions about a round may take as much work as they need.
func (x *Rounds) Work() int64 { return 0 }

// Next explores the next round. If a limit or ctx ends it, Next returns a *Stopped error and the space of the previous
// round, or nil. The space is valid until Close.
func (x *Rounds) Next(ctx context.Context) (*Space, error) {
	took := time.Now()
	bound := x.bound + x.r.Step
	if x.bound < 0 {
		bound = x.r.Bound
	}
	if bound > maxBound {
		return nil, fmt.Errorf("the bound passes %d", maxBound)
	}
	err := x.reach(ctx, bound)
	if err == nil {
		err = x.extract(ctx, bound)
	}
	if err != nil {
		if x.bound < 0 {
			return nil, race.StoppedBy(err)
		}
		s := x.space
		return &s, race.StoppedBy(err)
	}
	round := Round{Bound: bound, States: x.space.Reached.Count(), Nodes: x.space.Reached.Nodes(), Made: x.made,
		Took: time.Since(took)}
	if x.layers == nil {
		round.Distances = x.dist.Nodes()
	}
	x.done = append(x.done, round)
	s := x.space
	return &s, nil
}

// reach explores a round.
func (x *Rounds) reach(ctx context.Context, bound int) error {
	switch {
	case x.sat != nil:
	case x.o.Order != nil:
		if err := x.begin(*x.o.Order); err != nil {
			return err
		}
	default:
		if err := x.begin(race.FileOrder(x.net, x.o.Invariants(ctx, x.net))); err != nil {
			return err
		}
	}
	if x.o.Order == nil && !x.chosen {
		if left := x.patience*x.quick() - x.work(); left > 0 {
			if err := x.explore(ctx, bound, left); !race.RanOut(err) {
				return err
			}
		}
		if err := x.choose(ctx, bound); err != nil {
			return err
		}
	}
	return x.explore(ctx, bound, 0)
}

// begin starts anew with d from the initial marking. The model before it is closed or, if a round has given it away,
// kept until Close; its work counts as spent.
func (x *Rounds) begin(d order.Decomposition) error {
	m, err := encode.New(x.net, d, mdd.Options{Rule: x.o.Rule})
	if err != nil {
		return err
	}
	if x.sat != nil {
		x.spent = x.work()
		model, distances := x.space.Model, x.edd
		end := func() {
			model.Close()
			distances.Close()
		}
		if x.bound < 0 {
			end()
		} else {
			x.older = append(x.older, end)
		}
	}
	x.space = Space{Net: x.net, Model: m, Reached: m.Init, Open: m.Init, Order: m.Order, Method: race.Saturation,
		Choice: x.choice}
	x.edd = edd.New(m.Forest, edd.Options{})
	x.sat = x.edd.NewSaturator(m.Moves, x.r.Version)
	if x.wide = x.sat; x.r.Version == edd.Budgeted || x.r.Version == edd.Auto {
		x.wide = x.edd.NewSaturator(m.Moves, edd.Layered)
	}
	x.dist, x.layers, x.from = x.edd.Zero(m.Init), nil, -1
	return nil
}

// explore finds the distances of a round.
func (x *Rounds) explore(ctx context.Context, bound int, work int64) error {
	limits := dd.Limits{Nodes: x.o.Nodes, Memory: x.o.Memory, Work: work, Progress: x.progress(bound), Tick: x.tick}
	created := func() int64 { return x.edd.Stats().Created + x.space.Model.Forest.Stats().Created }
	before := created()
	defer func() { x.made = created() - before }()
	if x.r.Strategy == Comp && x.r.Version == edd.Layered {
		return x.space.Model.Forest.Guard(ctx, limits, func() { x.advance(bound) })
	}
	return x.edd.Guard(ctx, limits, func() {
		switch {
		case x.from < 0 || x.r.Strategy == Rest || x.r.Strategy == Fix:
			x.dist = x.sat.Bounded(x.edd.Zero(x.space.Model.Init), bound)
		case x.r.Strategy == Cont:
			x.dist = x.sat.Bounded(x.dist, bound)
		default:
			x.dist = x.wide.Excluding(x.edd.Zero(x.space.Open), x.space.Reached, bound-x.from)
		}
	})
}

// advance makes steps up to the bound. If a limit ends it, the steps that were made stay.
func (x *Rounds) advance(bound int) {
	if x.layers == nil {
		x.layers = newLayers(x.space.Model)
	}
	for x.layers.steps < bound && !x.layers.beyond.IsEmpty() {
		x.layers.advance()
	}
}

// extract makes the space of a round from its distances.
func (x *Rounds) extract(ctx context.Context, bound int) error {
	s := x.space
	limits := mdd.Limits{Nodes: x.o.Nodes, Memory: x.o.Memory, Tick: x.tick}
	err := s.Model.Forest.Guard(ctx, limits, func() {
		if x.layers != nil {
			s.Reached, s.Open = x.layers.within, s.Model.Moves.PreImage(x.layers.beyond).Intersect(x.layers.last)
			return
		}
		last := bound
		if x.from >= 0 && x.r.Strategy == Comp {
			last -= x.from
		}
		s.Reached = s.Reached.Union(x.dist.Support())
		border := x.dist.Border(last)
		beyond := s.Model.All.Image(border).Minus(s.Reached)
		s.Open = s.Model.All.PreImageWithin(beyond, border)
	})
	if err != nil {
		return err
	}
	if err := s.Model.Overflow(s.Reached); err != nil {
		return err
	}
	s.Complete, s.Steps = s.Open.IsEmpty(), bound
	s.Stats, s.Took = s.Model.Forest.Stats(), time.Since(x.start)
	s.Stats.PeakNodes += x.edd.Stats().PeakNodes
	s.Stats.PeakBytes += x.edd.Stats().PeakBytes
	x.space, x.from, x.bound = s, bound, bound
	return nil
}

// progress returns the function that reports on a round, or nil without Options.Progress.
func (x *Rounds) progress(bound int) func(dd.Stats) {
	if x.o.Progress == nil {
		return nil
	}
	return func(st dd.Stats) {
		x.o.Progress(race.Progress{
			Phase: "states", Detail: fmt.Sprintf("within %d steps", bound), Nodes: st.Nodes, Bytes: st.Bytes,
			Elapsed: time.Since(x.start),
		})
	}
}
