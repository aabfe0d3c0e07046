package ticks

import (
	"context"
	"fmt"
	"slices"

	"brim/engine/system"
	"brim/mdd"
	"brim/petri/extended"
	"brim/petri/timed"
)

// Timed-arc nets.

// OfArcs returns the system of a timed-arc net. Its variables are places or state machines, or numbers of tokens of one
// age, urgent transitions, and the watches. The error is that of net.Check, that of ctx, or says what a system cannot
// have: a place for which no bound is found, one with too many tokens and ages, or a transition with more than 4,096
// choices of the ages that it takes.
func OfArcs(ctx context.Context, net *timed.ArcNet, watches ...Watch) (*Model, error) {
	_, g, m, err := aged(ctx, net, fewCodes)
	return watching(ctx, g, m, err, watches)
}

// aged returns the system of a net, and the plan that it was made of. Bounds are sought where none is known, and where
// smaller ones would do without counters.
func aged(ctx context.Context, net *timed.ArcNet, few int) (last *ages, g *merger, m *Model, err error) {
	if err := net.Check(); err != nil {
		return nil, nil, nil, err
	}
	untimed := *net.Net
	untimed.Arcs = slices.Clone(untimed.Arcs)
	for _, t := range net.Transports {
		untimed.Arcs = append(untimed.Arcs,
			extended.Arc{Place: t.From, Transition: t.Transition, Kind: extended.Input, Weight: t.Weight},
			extended.Arc{Place: t.To, Transition: t.Transition, Kind: extended.Output, Weight: t.Weight})
	}
	s, err := shapeOf(ctx, &untimed, true)
	if err != nil {
		return nil, nil, nil, err
	}
	var places []int
	caps := capsOf(net)
	for p, oldest := range caps {
		if s.bounds[p] == unlimited || oldest > 0 && s.bounds[p] > smallPromise && !fits(s.bounds[p], oldest, few) {
			places = append(places, p)
		}
	}
	x := promiser{net: &untimed, caps: caps, shape: s, plan: func(s shape) (*plan, error) {
		if last, err = planOfArcs(ctx, net, s, few); err != nil {
			return nil, err
		}
		return &last.plan, nil
	}}
	g, m, err = x.find(ctx, places)
	return last, g, m, err
}

// An ages makes the plan of a timed-arc net.
type ages struct {
	plan
	shape
	net        *timed.ArcNet
	stores     []store       // by place
	few        int           // a place with more multisets of ages has counters
	spots      [][]spot      // by transition
	transports [][]transport // by transition: the draws of which each alternative chooses one
	urgent     []int         // by transition: its variable, or -1
	when       [][]condition // by transition with such a variable: when it is enabled
}

// A transport is a transport arc, or an input arc from a place with counters; then to is -1.
type transport struct {
	draw
	from, to int
}

func planOfArcs(ctx context.Context, net *timed.ArcNet, s shape, few int) (*ages, error) {
	a := &ages{plan: plan{name: net.Name}, shape: s, net: net, few: few}
	if err := a.storePlaces(); err != nil {
		return nil, err
	}
	a.arcs()
	a.tick()
	for t := range net.Transitions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := a.fire(t); err != nil {
			return nil, fmt.Errorf("transition %s: %w", net.Transitions[t].ID, err)
		}
	}
	a.cluster(s.groups)
	return a, nil
}

// cluster proposes that groups of places become one variable, with the urgent transitions that depend on them alone.
func (a *ages) cluster(groups [][]int) {
	var cores [][]int
	for _, g := range groups {
		var core []int
		for _, p := range g {
			if s := &a.stores[p]; s.variables() == 1 {
				core = append(core, s.first)
			}
		}
		cores = append(cores, core)
	}
	depends := newDependence(cores, len(a.names))
	for t, v := range a.urgent {
		if v >= 0 {
			for _, c := range a.when[t] {
				depends.needs(v, c.place)
			}
		}
	}
	a.clusters = depends.clusters()
}

// capsOf returns for each place an age from which on more makes no difference: it is above all constants of the place,
// and not below that of a place to which a token may be moved when it is older than that.
func capsOf(net *timed.ArcNet) []int64 {
	caps := make([]int64, len(net.Places))
	for i, arc := range net.Arcs {
		if at := net.Ages[i]; arc.Kind == extended.Input {
			caps[arc.Place] = max(caps[arc.Place], at.First(), at.Last()+1)
		}
	}
	for _, t := range net.Transports {
		caps[t.From] = max(caps[t.From], t.Ages.First(), t.Ages.Last()+1)
	}
	for p, b := range net.Invariants {
		caps[p] = max(caps[p], b.Last()+1)
	}
	for changed := true; changed; {
		changed = false
		for _, t := range net.Transports {
			if t.Ages.High == timed.Infinite && caps[t.To] > caps[t.From] {
				caps[t.From], changed = caps[t.To], true
			}
		}
	}
	for p, b := range net.Invariants {
		if b.Most != timed.Infinite {
			caps[p] = b.Last() // no token is older
		}
	}
	return caps
}

// A spot is what a transition does at a place.
type spot struct {
	place     int
	inputs    []draw // of a place with a book
	all       []draw // those of transport arcs, too
	inhibitor int64  // with so many tokens it cannot fire; 0 if that does not matter
	gives     int64  // new tokens
}

// at returns the spot of a transition at a place, which it adds if it is missing.
func (a *ages) at(t, place int) *spot {
	of := &a.spots[t]
	i := slices.IndexFunc(*of, func(s spot) bool { return s.place == place })
	if i < 0 {
		i = len(*of)
		*of = append(*of, spot{place: place})
	}
	return &(*of)[i]
}

// arcs finds what transitions do at their places.
func (a *ages) arcs() {
	n := len(a.net.Transitions)
	a.spots, a.transports, a.when = make([][]spot, n), make([][]transport, n), make([][]condition, n)
	takes := func(from, to int, weight int64, at timed.Interval) draw {
		last := int64(a.oldest[from])
		if at.High != timed.Infinite {
			last = min(last, at.Last())
		}
		if to >= 0 && a.net.Invariants[to].Most != timed.Infinite {
			last = min(last, a.net.Invariants[to].Last())
		}
		return draw{weight, int(min(at.First(), last+1)), int(last)} // first > last where no age will do
	}
	for i, arc := range a.net.Arcs {
		s := a.at(arc.Transition, arc.Place)
		switch arc.Kind {
		case extended.Input:
			d := takes(arc.Place, -1, arc.Weight, a.net.Ages[i])
			s.all = append(s.all, d)
			if a.stores[arc.Place].book != nil {
				s.inputs = append(s.inputs, d)
			} else {
				a.transports[arc.Transition] = append(a.transports[arc.Transition], transport{d, arc.Place, -1})
			}
		case extended.Output:
			s.gives += arc.Weight
		default:
			if s.inhibitor == 0 || arc.Weight < s.inhibitor {
				s.inhibitor = arc.Weight
			}
		}
	}
	for _, t := range a.net.Transports {
		d := takes(t.From, t.To, t.Weight, t.Ages)
		s := a.at(t.Transition, t.From)
		s.all = append(s.all, d)
		a.at(t.Transition, t.To)
		a.transports[t.Transition] = append(a.transports[t.Transition], transport{d, t.From, t.To})
	}
}

// tick adds the event of a unit of time, which may change nothing, and variables for urgent transitions.
func (a *ages) tick() {
	var steps []mdd.Step
	var later []system.Stage
	for p := range a.stores {
		local, stages := a.older(p)
		steps, later = append(steps, local...), append(later, stages...)
	}
	for t, urgent := range a.net.Urgent {
		a.urgent = append(a.urgent, -1)
		if !urgent {
			continue
		}
		start := 1
		a.when[t] = a.enabled(t)
		for _, c := range a.when[t] {
			if !c.allows(a.starts[c.place]) {
				start = 0
			}
		}
		a.urgent[t] = a.variable("urgent "+a.net.Transitions[t].ID, start, 1)
	}
	for _, v := range a.urgent {
		if v >= 0 {
			steps = append(steps, mdd.Step{Level: v + 1, Effect: mdd.NewPairs([2]int{0, 0})})
		}
	}
	a.events = append(a.events, event{"tick", Tick, append([]system.Stage{{steps}}, later...)})
}

// enabled returns the conditions under which t can fire.
func (a *ages) enabled(t int) (list []condition) {
	for _, s := range a.spots[t] {
		if s.all == nil && s.inhibitor == 0 {
			continue
		}
		at := &a.stores[s.place]
		if at.book == nil {
			c := condition{place: at.total, most: unlimited}
			for _, d := range s.all {
				c.least += d.weight
			}
			if s.inhibitor > 0 {
				c.most = s.inhibitor - 1
			}
			list = append(list, c)
			continue
		}
		list = append(list, condition{place: at.first, codes: at.book.where(func(ages []int) bool {
			fires := false
			drawn(ages, s.all, func([]int) { fires = true })
			return fires && (s.inhibitor == 0 || int64(len(ages)) < s.inhibitor)
		})})
	}
	return list
}
