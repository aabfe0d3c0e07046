package symbolic

import (
	"context"
	"time"

	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
	"brim/petri/structure"
)

// fewSteps makes parts that hold the markings within a number of steps, layer by layer, all in one forest.
type fewSteps struct {
	net   *petri.Net
	o     Options
	flows []structure.Semiflow

	choice Choice
	model  *encode.Model // nil before the first part
	layers *layers
}

// layers are a breadth-first search as far as it has come.
type layers struct {
	moves  *mdd.Relation
	steps  int
	within mdd.Set // the markings within so many steps
	last   mdd.Set // those of them that are not within fewer
	beyond mdd.Set // those that one more step finds
}

func newLayers(m *encode.Model) *layers {
	return &layers{m.Moves, 0, m.Init, m.Init, m.Moves.Image(m.Init).Minus(m.Init)}
}

// advance makes one more step. If a limit ends it, nothing has changed.
func (l *layers) advance() {
	within := l.within.Union(l.beyond)
	*l = layers{l.moves, l.steps + 1, within, l.beyond, l.moves.Image(l.beyond).Minus(within)}
}

// moreSteps returns the steps of the part after one: 4, 5, 6, 7, 8, 10, 12, 15, … What a question costs grows faster than the steps,
// so the first part that decides it shall have few more than it needs.
func moreSteps(steps int) int { return max(4, steps+1, steps+steps/4) }

func (p *fewSteps) next(ctx context.Context) (*Space, error) {
	start := time.Now()
	if p.model == nil {
		if err := p.choose(ctx); err != nil {
			return nil, err
		}
		p.choice.Took = time.Since(start)
	}
	m := p.model
	var open mdd.Set
	err := m.Forest.Guard(ctx, mdd.Limits{Nodes: p.o.Nodes, Memory: p.o.Memory}, func() {
		if p.layers == nil {
			p.layers = newLayers(m)
		}
		for target := moreSteps(p.layers.steps); p.layers.steps < target && !p.layers.beyond.IsEmpty(); {
			p.layers.advance()
		}
		open = m.Moves.PreImage(p.layers.beyond).Intersect(p.layers.last)
	})
	if err != nil {
		return nil, stopped(err)
	}
	if err := m.Overflow(p.layers.within); err != nil {
		return nil, err
	}
	s := &Space{
		Net: p.net, Model: m, Reached: p.layers.within, Complete: open.IsEmpty(), Open: open,
		Order: m.Order, Method: BFS, Choice: p.choice, Stats: m.Forest.Stats(), Took: time.Since(start),
	}
	if !s.Complete {
		s.Steps = p.layers.steps
	}
	return s, nil
}

// choose takes the order with which a search comes furthest with the same work, or of those that come far enough the one with the least.
func (p *fewSteps) choose(ctx context.Context) error {
	if p.o.Order != nil {
		return p.take(*p.o.Order)
	}
	file := order.Decomposition{Levels: order.Groups(p.net, p.flows, order.Limits{}), Method: "file"}
	var best order.Decomposition
	furthest, least := -1, int64(0)
	for _, d := range append([]order.Decomposition{file}, order.Candidates(p.net, p.flows, order.Options{})...) {
		steps, work, err := p.measure(ctx, d)
		if err != nil {
			return err
		}
		p.choice.Tried++
		if steps > furthest || steps == furthest && work < least {
			best, furthest, least = d, steps, work
		}
	}
	return p.take(best)
}

// farEnough is the number of steps after which no order is measured any further.
const farEnough = 50

func (p *fewSteps) take(d order.Decomposition) (err error) {
	p.model, err = encode.New(p.net, d, mdd.Options{Rule: p.o.Rule})
	return err
}

// measure returns how many steps a search makes with d and some work, and the work it took.
func (p *fewSteps) measure(ctx context.Context, d order.Decomposition) (steps int, work int64, err error) {
	m, err := encode.New(p.net, d, mdd.Options{Rule: p.o.Rule})
	if err != nil {
		return 0, 0, err
	}
	defer m.Close()
	limits := mdd.Limits{Nodes: p.o.Nodes, Memory: p.o.Memory, Work: int64(quickWork + workPerArc*p.net.ArcCount())}
	limit := m.Forest.Guard(ctx, limits, func() {
		for l := newLayers(m); !l.beyond.IsEmpty() && steps < farEnough; steps = l.steps {
			l.advance()
		}
	})
	if limit != nil && !ranOut(limit) {
		return 0, 0, stopped(limit)
	}
	return steps, m.Forest.Stats().Work, nil
}

func (p *fewSteps) work() int64 {
	if p.model == nil {
		return 0
	}
	return p.model.Forest.Stats().Work
}

func (p *fewSteps) close() {
	if p.model != nil {
		p.model.Close()
		p.model = nil
	}
}
