package ticks

import (
	"context"
	"fmt"

	"brim/engine/system"
	"brim/mdd"
)

// Clocks that questions add.

// A Watch is a clock of a question. It tells the units of time since it was started, which is at the beginning or by an
// event of its own, once in a run and after the watches before it. Its variable is 0 while it is not started, 1 more
// than the time afterwards, and Most+2 when it is more than Most.
type Watch struct {
	Most    int
	Started bool // at the beginning
}

// watched returns the model of a net whose model without watches is m.
func (g *merger) watched(ctx context.Context, m *Model, watches []Watch) (*Model, error) {
	m.System.Start().Forest().Close()
	p := g.plan()
	if err := p.watch(watches); err != nil {
		return nil, err
	}
	return p.model(ctx)
}

// watch adds variables for watches, lets the tick move them, and adds the events that start them.
func (p *plan) watch(watches []Watch) error {
	for i, w := range watches {
		if w.Most < 0 || w.Most > mdd.MaxValue-4 {
			return fmt.Errorf("a time of %d; expected one up to %d", w.Most, mdd.MaxValue-4)
		}
		start := 0
		if w.Started {
			start = 1
		}
		v := p.variable(fmt.Sprintf("watch %d", i+1), start, w.Most+2)
		pairs := [][2]int{{0, 0}, {w.Most + 2, w.Most + 2}}
		for time := range w.Most + 1 {
			pairs = append(pairs, [2]int{time + 1, time + 2})
		}
		p.timed(mdd.Step{Level: v + 1, Effect: mdd.NewPairs(pairs...)})
		if !w.Started {
			steps := []mdd.Step{{Level: v + 1, Effect: mdd.NewPairs([2]int{0, 1})}}
			if i > 0 {
				steps = append([]mdd.Step{{Level: p.watches[i-1] + 1, Effect: mdd.Shift{Min: 1}}}, steps...)
			}
			p.events = append(p.events, event{fmt.Sprintf("start %d", i+1), Start, []system.Stage{{steps}}})
		}
		p.watches = append(p.watches, v)
	}
	return nil
}

// timed lets the tick make a step, too.
func (p *plan) timed(step mdd.Step) {
	for i := range p.events {
		if e := &p.events[i]; e.transition == Tick {
			for k := range e.stages[0] {
				e.stages[0][k] = append(e.stages[0][k], step)
			}
		}
	}
}
