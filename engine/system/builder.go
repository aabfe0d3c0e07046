package system

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"brim/mdd"
	"brim/petri/order"
)

// A Builder takes the description of a system. Its variables have numbers, from 1 on, that stand where package mdd has
// levels: which variable lies on which level is found out by System.
type Builder struct {
	name      string
	variables []string
	starts    [][]int
	events    []string
	steps     [][]mdd.Step
}

// NewBuilder returns a builder of a system of that name without variables and events.
func NewBuilder(name string) *Builder { return &Builder{name: name} }

// Variable adds a variable, and returns its number, the Level in steps. It starts with one of the values; without any,
// with 0.
func (b *Builder) Variable(name string, starts ...int) int {
	if len(starts) == 0 {
		starts = []int{0}
	}
	b.variables, b.starts = append(b.variables, name), append(b.starts, slices.Clone(starts))
	return len(b.variables)
}

// Event adds an event that makes all steps at once, and changes no other variable. What a step may be is said at
// mdd.Relation.Add; a Map needs the function back.
func (b *Builder) Event(name string, steps ...mdd.Step) {
	b.events, b.steps = append(b.events, name), append(b.steps, slices.Clone(steps))
}

// System returns the system, its variables in the order that turns out best of a few that keep those close together
// that events look at together [AMS03, CM69]. The error says what is wrong with the description, or is that of ctx.
// What it panics at is what mdd.Relation.Add panics at.
func (b *Builder) System(ctx context.Context) (*System, error) {
	if len(b.variables) == 0 {
		return nil, fmt.Errorf("system %s has no variables", strconv.Quote(b.name))
	}
	for i, values := range b.starts {
		for _, v := range values {
			if v < 0 || v > mdd.MaxValue {
				return nil, fmt.Errorf("variable %s starts with %d; expected 0 to %d", strconv.Quote(b.variables[i]), v, mdd.MaxValue)
			}
		}
	}
	graph := order.NewHypergraph(len(b.variables))
	for e, steps := range b.steps {
		var joined []int
		for _, step := range steps {
			if step.Level < 1 || step.Level > len(b.variables) {
				return nil, fmt.Errorf("event %s has a step of variable %d; expected 1 to %d", strconv.Quote(b.events[e]), step.Level, len(b.variables))
			}
			joined = append(joined, step.Level-1)
		}
		graph.Add(1, joined...)
	}
	return b.ordered(ctx, graph.Candidates(order.Options{Most: mostOrders}))
}

const (
	mostOrders = 4       // that are tried
	firstWork  = 1 << 14 // of the first try of each, in units of dd.Limits.Work
	mostWork   = 1 << 20 // of the last one
)

// ordered returns the system in the order with the fewest nodes of those whose state space takes little work. If none
// does, that is the first one.
func (b *Builder) ordered(ctx context.Context, list []order.Decomposition) (best *System, err error) {
	if len(list) == 1 {
		return b.in(list[0])
	}
	for work := int64(firstWork); best == nil && work <= mostWork; work *= 8 {
		nodes := 0 // of best
		for _, d := range list {
			s, err := b.in(d)
			if err != nil {
				return nil, err
			}
			var reached mdd.Set
			stopped := s.start.Forest().Guard(ctx, mdd.Limits{Work: work}, func() { reached = s.moves.Saturate(s.start) })
			worse := s
			if stopped == nil && (best == nil || reached.Nodes() < nodes) {
				worse, best, nodes = best, s, reached.Nodes()
			}
			if worse != nil {
				worse.start.Forest().Close()
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
	}
	if best == nil {
		return b.in(list[0])
	}
	return best, nil
}

// in returns the system with its variables in the given order.
func (b *Builder) in(d order.Decomposition) (*System, error) {
	levels := d.LevelOf(len(b.variables))
	forest := mdd.New(len(b.variables), mdd.Options{})
	box := make([][]int, len(b.variables))
	for i, values := range b.starts {
		box[levels[i]-1] = values
	}
	moves := forest.NewRelation()
	for _, steps := range b.steps {
		moved := make([]mdd.Step, len(steps))
		for i, step := range steps {
			moved[i] = mdd.Step{Level: levels[step.Level-1], Effect: step.Effect}
		}
		moves.Add(moved...)
	}
	return newSystem(b.name, forest.Box(box), moves, b.variables, b.events, levels)
}
