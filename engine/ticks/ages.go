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

// OfArcs returns the system of a timed-arc net. Its variables are places or state machines, and urgent transitions; it
// has no tick if a unit of time would change nothing. The error is that of net.Check, that of ctx, or says what a
// system cannot have: a place for which no invariant shows a bound, one with more than 16,384 multisets of ages, or a
// transition whose transport arcs have more than 4,096 choices of ages.
func OfArcs(ctx context.Context, net *timed.ArcNet) (*Model, error) {
	a, err := planOfArcs(ctx, net)
	if err != nil {
		return nil, err
	}
	return a.merged().plan().model(ctx)
}

// An ages makes the plan of a timed-arc net.
type ages struct {
	plan
	net        *timed.ArcNet
	books      []*book       // by place
	spots      [][]spot      // by transition
	transports [][]transport // by transition
	urgent     []int         // by transition: its variable, or -1
	when       [][]condition // by transition with such a variable: when it is enabled
}

// A transport is a transport arc.
type transport struct {
	draw
	from, to int
}

func planOfArcs(ctx context.Context, net *timed.ArcNet) (*ages, error) {
	if err := net.Check(); err != nil {
		return nil, err
	}
	untimed := *net.Net
	untimed.Arcs = slices.Clone(untimed.Arcs)
	for _, t := range net.Transports {
		for kind, place := range map[extended.Kind]int{extended.Input: t.From, extended.Output: t.To} {
			untimed.Arcs = append(untimed.Arcs, extended.Arc{Place: place, Transition: t.Transition, Kind: kind, Weight: t.Weight})
		}
	}
	shape, err := shapeOf(ctx, &untimed, true)
	if err != nil {
		return nil, err
	}
	a := &ages{plan: plan{name: net.Name}, net: net}
	oldest := a.caps()
	for p, place := range net.Places {
		if shape.bounds[p] == unlimited {
			return nil, fmt.Errorf("place %s: the structure of the net shows no bound for its tokens, each of which has an age", place.ID)
		}
		b, err := newBook(shape.bounds[p], oldest[p])
		if err != nil {
			return nil, fmt.Errorf("place %s: %w", place.ID, err)
		}
		start, _ := b.of(make([]int, place.Initial))
		a.books = append(a.books, b)
		v := a.variable(place.ID, start, len(b.list)-1)
		tokens := make([]int, len(b.list))
		for value, ages := range b.list {
			tokens[value] = len(ages)
		}
		a.places = append(a.places, []Term{{v, tokens}})
		a.piles, a.oldest = append(a.piles, []pile{{v, b.list}}), append(a.oldest, b.oldest)
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
	within := newWithin(shape.groups, len(net.Places))
	for t, v := range a.urgent {
		if v >= 0 {
			for _, c := range a.when[t] {
				within.needs(v, c.place)
			}
		}
	}
	a.clusters = within.clusters()
	return a, nil
}

// caps returns for each place an age from which on more makes no difference: it is above all constants of the place,
// and not below that of a place to which a token may be moved when it is older than that.
func (a *ages) caps() []int64 {
	caps := make([]int64, len(a.net.Places))
	for i, arc := range a.net.Arcs {
		if at := a.net.Ages[i]; arc.Kind == extended.Input {
			caps[arc.Place] = max(caps[arc.Place], at.First(), at.Last()+1)
		}
	}
	for _, t := range a.net.Transports {
		caps[t.From] = max(caps[t.From], t.Ages.First(), t.Ages.Last()+1)
	}
	for p, b := range a.net.Invariants {
		caps[p] = max(caps[p], b.Last()+1)
	}
	for changed := true; changed; {
		changed = false
		for _, t := range a.net.Transports {
			if t.Ages.High == timed.Infinite && caps[t.To] > caps[t.From] {
				caps[t.From], changed = caps[t.To], true
			}
		}
	}
	for p, b := range a.net.Invariants {
		if b.Most != timed.Infinite {
			caps[p] = b.Last() // no token is older
		}
	}
	return caps
}

// A spot is what a transition does at a place.
type spot struct {
	place     int
	inputs    []draw
	all       []draw // those of transport arcs, too
	inhibitor int64  // with so many tokens it cannot fire; 0 if that does not matter
	gives     int64  // new tokens
}

// at returns the spot of a transition at a place, which it adds if there is none.
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
		last := int64(a.books[from].oldest)
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
			s.inputs, s.all = append(s.inputs, d), append(s.all, d)
		case extended.Output:
			s.gives += min(arc.Weight, mostCodes)
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

// tick adds the event of a unit of time, unless that changes nothing, and variables for urgent transitions.
func (a *ages) tick() {
	var steps []mdd.Step
	for p, b := range a.books {
		ends := a.net.Invariants[p].Most != timed.Infinite
		var pairs [][2]int
		for v, ages := range b.list {
			older := slices.Clone(ages)
			for i := range older {
				older[i]++
			}
			if !ends || len(older) == 0 || older[len(older)-1] <= b.oldest {
				to, _ := b.of(older)
				pairs = append(pairs, [2]int{v, to})
			}
		}
		if !isIdentity(pairs, len(b.list)) {
			steps = append(steps, mdd.Step{Level: p + 1, Effect: mdd.NewPairs(pairs...)})
		}
	}
	for t, urgent := range a.net.Urgent {
		a.urgent = append(a.urgent, -1)
		if !urgent || len(steps) == 0 {
			continue
		}
		start := 1
		a.when[t] = a.enabled(t)
		for _, c := range a.when[t] {
			if !c.codes[a.starts[c.place]] {
				start = 0
			}
		}
		a.urgent[t] = a.variable("urgent "+a.net.Transitions[t].ID, start, 1)
	}
	if len(steps) == 0 {
		return
	}
	for _, v := range a.urgent {
		if v >= 0 {
			steps = append(steps, mdd.Step{Level: v + 1, Effect: mdd.NewPairs([2]int{0, 0})})
		}
	}
	a.events = append(a.events, event{"tick", Tick, []system.Stage{{steps}}})
}

// enabled returns the conditions under which t can fire.
func (a *ages) enabled(t int) (list []condition) {
	for _, s := range a.spots[t] {
		if s.all == nil && s.inhibitor == 0 {
			continue
		}
		list = append(list, condition{place: s.place, codes: a.books[s.place].where(func(ages []int) bool {
			fires := false
			drawn(ages, s.all, func([]int) { fires = true })
			return fires && (s.inhibitor == 0 || int64(len(ages)) < s.inhibitor)
		})})
	}
	return list
}
