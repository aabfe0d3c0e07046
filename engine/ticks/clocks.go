package ticks

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"brim/engine/system"
	"brim/mdd"
	"brim/petri/extended"
	"brim/petri/order"
	"brim/petri/structure"
	"brim/petri/timed"
)

// Time Petri nets.

// unlimited is the largest number of tokens that is no limit.
const unlimited = math.MaxInt64

// mostValues is how many values a place may have in firings that are sequences, which are read value by value.
const mostValues = 1 << 16

// Of returns the system of a time Petri net. Its variables are places or state machines, clocks, and the watches. The
// error is that of net.Check, that of ctx, or says what a system cannot have: numbers beyond mdd.MaxValue; an Unbounded
// says that it cannot have, at a place for which no bound is found, a reset arc or a firing with many cases.
func Of(ctx context.Context, net *timed.Net, watches ...Watch) (*Model, error) {
	_, g, m, err := clocked(ctx, net)
	return watching(ctx, g, m, err, watches)
}

// A clocks makes the plan of a time Petri net.
type clocks struct {
	plan
	shape
	net   *timed.Net
	rule  *extended.Rule // with the priorities
	needs [][]extended.Need
	clock []int   // by transition: the variable, or -1
	users [][]int // by place: the transitions with clocks that need it
}

// clocked returns the system of a net, and the plan that it was made of. Bounds are sought where the firings need them.
func clocked(ctx context.Context, net *timed.Net) (last *clocks, g *merger, m *Model, err error) {
	if err := net.Check(); err != nil {
		return nil, nil, nil, err
	}
	s, err := shapeOf(ctx, net.Net, true)
	if err != nil {
		return nil, nil, nil, err
	}
	x := promiser{net: net.Net, shape: s, plan: func(s shape) (*plan, error) {
		if last, err = planOf(ctx, net, s); err != nil {
			return nil, err
		}
		return &last.plan, nil
	}}
	g, m, err = x.find(ctx, nil)
	if errors.Is(err, errUnbounded) {
		var places []int
		for p, b := range s.bounds {
			if b == unlimited {
				places = append(places, p)
			}
		}
		g, m, err = x.find(ctx, places)
	}
	return last, g, m, err
}

func planOf(ctx context.Context, net *timed.Net, s shape) (*clocks, error) {
	c := &clocks{plan: plan{name: net.Name, open: slices.Contains(s.bounds, unlimited)}, net: net,
		users: make([][]int, len(net.Places))}
	var err error
	if c.rule, err = extended.NewRule(net.Net); err != nil {
		return nil, err
	}
	if c.needs, err = net.Needs(); err != nil {
		return nil, err
	}
	c.shape = s
	if err := c.variables(); err != nil {
		return nil, err
	}
	for t := range net.Transitions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := c.fire(t); err != nil {
			return nil, fmt.Errorf("transition %s: %w", net.Transitions[t].ID, err)
		}
	}
	c.tick()
	c.cluster(s.groups)
	return c, nil
}

// A shape is what the structure of a net without time tells.
type shape struct {
	bounds  []int64 // by place: a number of tokens that it never exceeds; unlimited if none is known
	promise []int64 // by place: only with so many tokens, or fewer, is it given more; see promiser
	groups  [][]int // places that depend on each other
}

// clone returns a copy.
func (s shape) clone() shape {
	s.bounds, s.promise = slices.Clone(s.bounds), slices.Clone(s.promise)
	return s
}

// shapeOf returns the shape of a net, by its capacities and by flows of the net without reset arcs and priorities: such
// arcs only take from the sum of a flow. Groups are found if asked for.
func shapeOf(ctx context.Context, net *extended.Net, groups bool) (s shape, err error) {
	free := *net
	free.Over, free.Transitions = nil, slices.Clone(net.Transitions)
	for t := range free.Transitions {
		free.Transitions[t].Priority = 0
	}
	free.Arcs = slices.DeleteFunc(slices.Clone(net.Arcs), func(a extended.Arc) bool { return a.Kind == extended.Reset })
	plain, err := free.Plain()
	if err != nil {
		return s, err
	}
	flows, _ := structure.Semiflows(plain, structure.Limit{Done: ctx.Done()})
	s.bounds = structure.Bounds(plain, flows)
	s.promise = slices.Repeat([]int64{unlimited}, len(s.bounds))
	for p, b := range s.bounds {
		if b == structure.NoBound {
			s.bounds[p] = unlimited
		}
		if c := net.Places[p].Capacity; c != extended.Unlimited {
			s.bounds[p] = min(s.bounds[p], max(c, net.Places[p].Initial))
		}
	}
	if groups {
		s.groups = order.Groups(plain, flows, order.Limits{States: 2})
	}
	return s, ctx.Err()
}

// variables adds a variable for each place, and one for each transition that needs a clock.
func (c *clocks) variables() error {
	for i, p := range c.net.Places {
		if p.Initial > mdd.MaxValue-2 {
			return fmt.Errorf("place %s holds %d tokens; expected at most %d", p.ID, p.Initial, mdd.MaxValue-2)
		}
		most := -1
		if b := c.bounds[i]; b < mostValues {
			most = int(b)
		}
		c.places = append(c.places, []Term{{Variable: c.variable(p.ID, int(p.Initial), most)}})
	}
	above := make([]bool, len(c.net.Transitions))
	for t := range above {
		for _, u := range c.rule.Above(t) {
			above[u] = true
		}
	}
	for t, i := range c.net.Intervals {
		if i.First() > mdd.MaxValue-4 || i.Last() > mdd.MaxValue-4 {
			return fmt.Errorf("transition %s: interval %v; expected times up to %d", c.net.Transitions[t].ID, i,
				mdd.MaxValue-4)
		}
		if i.First() == 0 && i.High == timed.Infinite && !above[t] {
			c.clock = append(c.clock, -1)
			c.clocks = append(c.clocks, clock{variable: -1})
			continue
		}
		start := 1
		for _, d := range c.needs[t] {
			if tokens := c.net.Places[d.Place].Initial; tokens < d.Least || tokens > d.Most {
				start = 0
			}
		}
		v := c.variable("clock of "+c.net.Transitions[t].ID, start, c.cap(t)+1)
		c.clock = append(c.clock, v)
		c.clocks = append(c.clocks, clock{variable: v, most: c.cap(t), grows: c.net.Weak || i.High == timed.Infinite})
		for _, d := range c.needs[t] {
			c.users[d.Place] = append(c.users[d.Place], t)
		}
	}
	return nil
}

// cap returns the largest time that the clock of t tells.
func (c *clocks) cap(t int) int {
	switch i := c.net.Intervals[t]; {
	case i.High == timed.Infinite:
		return int(i.First())
	case c.net.Weak:
		return int(i.Last()) + 1
	default:
		return int(i.Last())
	}
}

// values returns the values of the clock of t with which it may fire, or those with which it may not.
func (c *clocks) values(t int, due bool) (list []int) {
	if !due {
		list = append(list, 0)
	}
	for time := range c.cap(t) + 1 {
		if c.net.Intervals[t].Contains(int64(time)) == due {
			list = append(list, time+1)
		}
	}
	return list
}

// tick adds the event of a unit of time, which may change nothing.
func (c *clocks) tick() {
	var steps []mdd.Step
	for t, v := range c.clock {
		if v < 0 {
			continue
		}
		cap := c.cap(t)
		if cap == 0 && (c.net.Weak || c.net.Intervals[t].High == timed.Infinite) {
			continue // it only tells whether t is enabled
		}
		pairs := [][2]int{{0, 0}}
		for time := range cap + 1 {
			if time < cap {
				pairs = append(pairs, [2]int{time + 1, time + 2})
			} else if c.net.Weak || c.net.Intervals[t].High == timed.Infinite {
				pairs = append(pairs, [2]int{time + 1, time + 1})
			}
		}
		steps = append(steps, mdd.Step{Level: v + 1, Effect: mdd.NewPairs(pairs...)})
	}
	c.events = append(c.events, event{"tick", Tick, []system.Stage{{steps}}})
}

// fire adds the events of a firing of t: one product if no case has to be told from another; otherwise a sequence if
// all places in it have bounds, and else a product for each case.
func (c *clocks) fire(t int) error {
	w := way{map[int]*tokens{}, map[int]mdd.Effect{}}
	var told []int // the transitions whose clocks may change
	if c.clock[t] >= 0 {
		due := c.values(t, true)
		if len(due) == 0 {
			return nil // no integer is in its interval
		}
		w.others[c.clock[t]] = mdd.NewPairs(to(due, 0)...)
		told = append(told, t)
	}
	for _, u := range c.rule.Above(t) {
		w.others[c.clock[u]] = mdd.NewPairs(same(c.values(u, false))...)
	}
	for _, d := range c.needs[t] {
		if d.Take > mdd.MaxValue-2 || d.Give > mdd.MaxValue-2 {
			return errors.New("an arc has too large a weight")
		}
		k := c.unchanged(d.Place)
		k.need = d
		most := d.Most
		if d.Give > 0 {
			most = min(most, c.promise[d.Place])
		}
		if w.places[d.Place] = k.within(d.Least, most); w.places[d.Place] == nil {
			return nil // it never fires
		}
		if d.Delta() != 0 || d.Take != 0 || d.Reset {
			told = append(told, c.users[d.Place]...)
		}
	}
	slices.Sort(told)
	var watchers []watcher
	bounded := true
	for _, u := range slices.Compact(told) {
		watchers = append(watchers, c.watcher(u, t))
		for _, d := range c.needs[u] {
			bounded = bounded && c.most[d.Place] >= 0
		}
	}
	s := splitter{same: c.unchanged, most: 1}
	for _, d := range c.needs[t] {
		bounded = bounded && c.most[d.Place] >= 0
	}
	if !bounded {
		s.most = mostWays
	}
	switch err := s.split(w, watchers); {
	case err == nil:
		return c.products(t, s.list)
	case bounded:
		return c.sequence(t, w, watchers)
	default:
		return err
	}
}

// unchanged is what a firing does to a place that it leaves alone.
func (c *clocks) unchanged(place int) *tokens {
	return &tokens{most: c.bounds[place], bound: c.bounds[place]}
}

// products adds an event for each way of a firing.
func (c *clocks) products(t int, ways []way) error {
	for i, w := range ways {
		steps, err := w.steps()
		if err != nil {
			return err
		}
		name := c.net.Transitions[t].ID
		if len(ways) > 1 {
			name = fmt.Sprintf("%s.%d", name, i+1)
		}
		c.events = append(c.events, event{name, t, []system.Stage{{steps}}})
	}
	return nil
}

// sequence adds a firing as an event with stages: what w does, and what the watchers are told. Where something depends
// on the time between taking and giving tokens, w is divided.
func (c *clocks) sequence(t int, w way, watchers []watcher) error {
	var stages, between, after []system.Stage
	for _, u := range watchers {
		if !u.forgets && len(u.between) > 0 {
			between = append(between, u.stage(u.between, testTokens, true))
		}
		after = append(after, u.stage(u.after, testTokens, false))
	}
	var gives []mdd.Step
	if len(between) > 0 {
		w.places = maps.Clone(w.places)
		for p, k := range w.places {
			take := *k
			if k.need.Give > 0 {
				gives = append(gives, mdd.Step{Level: p + 1, Effect: mdd.Shift{Delta: int(k.need.Give)}})
			}
			take.need.Give = 0
			w.places[p] = &take
		}
		slices.SortFunc(gives, func(a, b mdd.Step) int { return a.Level - b.Level })
		between = append(between, system.Stage{gives})
	}
	first, err := w.steps()
	if err != nil {
		return err
	}
	stages = append(stages, system.Stage{first})
	c.events = append(c.events, event{c.net.Transitions[t].ID, t, slices.Concat(stages, between, after)})
	return nil
}

// to returns the pairs of each value with another one.
func to(values []int, other int) (pairs [][2]int) {
	for _, v := range values {
		pairs = append(pairs, [2]int{v, other})
	}
	return pairs
}

// same returns the pairs of each value with itself.
func same(values []int) (pairs [][2]int) {
	for _, v := range values {
		pairs = append(pairs, [2]int{v, v})
	}
	return pairs
}

// watcher returns how the clock of u is told that t fires.
func (c *clocks) watcher(u, t int) watcher {
	w := watcher{variable: c.clock[u], top: c.cap(u) + 1, forgets: u == t}
	for _, d := range c.needs[u] {
		w.after = append(w.after, condition{place: d.Place, least: d.Least, most: d.Most})
		if c.net.Memory == timed.Intermediate && c.returns(t, d.Place) {
			w.between = append(w.between, condition{place: d.Place, between: true, least: d.Least, most: d.Most})
		}
	}
	switch {
	case u == t:
		w.from = c.values(u, true)
	case slices.Contains(c.rule.Above(t), u):
		w.from = c.values(u, false)
	default:
		w.from = append(c.values(u, false), c.values(u, true)...)
	}
	return w
}

// returns reports whether t both takes tokens from a place and gives it some, so that it holds less in between than
// before and after.
func (c *clocks) returns(t, place int) bool {
	return slices.ContainsFunc(c.needs[t], func(d extended.Need) bool {
		return d.Place == place && d.Give > 0 && (d.Take > 0 || d.Reset)
	})
}

// cluster proposes that groups of places become one variable, with the clocks of the transitions that need these places
// only.
func (c *clocks) cluster(groups [][]int) {
	depends := newDependence(groups, len(c.net.Places))
	for t, v := range c.clock {
		if v >= 0 {
			for _, d := range c.needs[t] {
				depends.needs(v, d.Place)
			}
		}
	}
	c.clusters = depends.clusters()
}
