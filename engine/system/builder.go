package system

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
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
	most      []int // by variable: its largest value, or -1
	events    []string
	stages    [][]Stage // by event
}

// A Stage is a choice: one of its alternatives, each of which makes all of its steps at once.
type Stage [][]mdd.Step

// NewBuilder returns a builder of a system of that name without variables and events.
func NewBuilder(name string) *Builder { return &Builder{name: name} }

// Variable adds a variable, and returns its number, the Level in steps. It starts with one of the values; without any,
// with 0.
func (b *Builder) Variable(name string, starts ...int) int {
	if len(starts) == 0 {
		starts = []int{0}
	}
	b.variables, b.starts = append(b.variables, name), append(b.starts, slices.Clone(starts))
	b.most = append(b.most, -1)
	return len(b.variables)
}

// Most promises that the values of a variable never exceed most in what is reached from the start, nor between stages.
func (b *Builder) Most(variable, most int) { b.most[variable-1] = most }

// Event adds an event that makes all steps at once, and changes no other variable. What a step may be is said at
// mdd.Relation.Add; a Map needs the function back.
func (b *Builder) Event(name string, steps ...mdd.Step) {
	b.Sequence(name, Stage{slices.Clone(steps)})
}

// Sequence adds an event that goes through all stages as one step: later stages see what earlier ones changed, so that
// an effect may depend on other variables. Unless there is one stage with one alternative, the event is a matrix
// diagram, for which each variable in it needs a promise of Most. Without one, System.NoSets says so. Cost: that of the
// compositions of the stages, in each order tried.
func (b *Builder) Sequence(name string, stages ...Stage) {
	b.events, b.stages = append(b.events, name), append(b.stages, stages)
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
				return nil, fmt.Errorf("variable %s starts with %d; expected 0 to %d", strconv.Quote(b.variables[i]), v,
					mdd.MaxValue)
			}
		}
	}
	graph := order.NewHypergraph(len(b.variables))
	degrees, edges := make([]int, len(b.variables)), 0
	var noSets error
	for e, stages := range b.stages {
		for _, stage := range stages {
			var joined []int
			for _, steps := range stage {
				for _, step := range steps {
					switch v := step.Level; {
					case v < 1 || v > len(b.variables):
						return nil, fmt.Errorf("event %s has a step of variable %d; expected 1 to %d",
							strconv.Quote(b.events[e]), v, len(b.variables))
					case !product(stages) && b.most[v-1] < 0, oneWay(step.Effect):
						noSets = cmp.Or(noSets,
							fmt.Errorf("diagrams need a bound of %s to know what %s does", b.variables[v-1],
								b.events[e]))
					}
					joined = append(joined, step.Level-1)
				}
			}
			slices.Sort(joined)
			joined = slices.Compact(joined)
			graph.Add(1, joined...)
			edges++
			for _, v := range joined {
				degrees[v]++
			}
		}
	}
	if noSets != nil {
		return b.without(noSets)
	}
	s, err := b.ordered(ctx, withHubs(graph.Candidates(order.Options{Most: mostOrders}), degrees, edges))
	if err == nil {
		s.stages, s.most = b.stages, b.most
	}
	return s, err
}

// oneWay reports whether an effect is a Map without the function back.
func oneWay(e mdd.Effect) bool {
	m, ok := e.(*mdd.Map)
	return ok && !m.Invertible()
}

// without returns the system without a forest.
func (b *Builder) without(noSets error) (*System, error) {
	if err := cmp.Or(distinct("variables", b.variables), distinct("events", b.events)); err != nil {
		return nil, err
	}
	s := &System{
		name: b.name, variables: b.variables, events: b.events, stages: b.stages, begin: b.starts, most: b.most,
		starts: big.NewInt(1), defined: map[string]string{}, turn: make(chan struct{}, 1), noSets: noSets,
	}
	for _, values := range b.starts {
		different := slices.Compact(slices.Sorted(slices.Values(values)))
		s.first = append(s.first, values[0])
		s.starts.Mul(s.starts, big.NewInt(int64(len(different))))
	}
	return s, nil
}

const (
	mostOrders = 4       // that are tried, besides that with hubs on top
	firstWork  = 1 << 14 // of the first try of each, in units of dd.Limits.Work
	mostWork   = 1 << 23 // of the last one
)

// withHubs puts another order before the list: the first one with hubs moved to the highest levels. These are variables
// in at least half of the edges; a lock that all processes need is one. All that is below them is then stored for each
// of their values, and processes that do not need them at the moment share nodes.
func withHubs(list []order.Decomposition, degrees []int, edges int) []order.Decomposition {
	var hubs, others [][]int
	for _, level := range list[0].Levels {
		if 2*degrees[level[0]] >= edges {
			hubs = append(hubs, level)
		} else {
			others = append(others, level)
		}
	}
	if len(hubs) == 0 || len(others) < 3*len(hubs) {
		return list
	}
	top := order.Decomposition{Levels: append(others, hubs...), Method: list[0].Method + ", hubs on top"}
	return append([]order.Decomposition{top}, list...)
}

// ordered returns the system in the order with the fewest nodes of those whose state space takes little work. If none
// does, that is the first one.
func (b *Builder) ordered(ctx context.Context, list []order.Decomposition) (best *System, err error) {
	if len(list) == 1 {
		return b.in(ctx, list[0], 0)
	}
	for work := int64(firstWork); best == nil && work <= mostWork; work *= 8 {
		nodes := 0 // of best
		for _, d := range list {
			s, err := b.in(ctx, d, work)
			if limit := (*mdd.LimitError)(nil); errors.As(err, &limit) {
				continue
			} else if err != nil {
				return nil, err
			}
			var reached mdd.Set
			stopped := s.start.Forest().Guard(ctx, mdd.Limits{Work: work},
				func() { reached = s.moves.Saturate(s.start) })
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
		return b.in(ctx, list[0], 0)
	}
	return best, nil
}

// in returns the system with its variables in the given order. The error is a *mdd.LimitError if its events take more
// work than that; 0 is no limit.
func (b *Builder) in(ctx context.Context, d order.Decomposition, work int64) (*System, error) {
	levels := d.LevelOf(len(b.variables))
	forest := mdd.New(len(b.variables), mdd.Options{})
	box := make([][]int, len(b.variables))
	for i, starts := range b.starts {
		box[levels[i]-1] = starts
	}
	values := b.values(levels)
	moves := forest.NewRelation()
	err := forest.Guard(ctx, mdd.Limits{Work: work}, func() {
		for _, stages := range b.stages {
			if product(stages) {
				moves.Add(placed(stages[0][0], levels)...)
			} else {
				moves.AddMatrix(matrix(forest, values, stages, levels))
			}
		}
	})
	if err != nil {
		forest.Close()
		return nil, err
	}
	s, err := newSystem(b.name, forest.Box(box), moves, b.variables, b.events, levels)
	if err == nil {
		s.method = d.Method
	}
	return s, err
}

// values returns by level the values of the variables in matrices.
func (b *Builder) values(levels []int) [][]int {
	list := make([][]int, len(b.variables))
	for _, stages := range b.stages {
		if product(stages) {
			continue
		}
		for _, stage := range stages {
			for _, steps := range stage {
				for _, step := range steps {
					of := &list[levels[step.Level-1]-1]
					for v := len(*of); v <= b.most[step.Level-1]; v++ {
						*of = append(*of, v)
					}
				}
			}
		}
	}
	return list
}

// product reports whether the stages are one product of effects.
func product(stages []Stage) bool { return len(stages) == 1 && len(stages[0]) == 1 }

// placed returns the steps on the levels of their variables.
func placed(steps []mdd.Step, levels []int) []mdd.Step {
	moved := make([]mdd.Step, len(steps))
	for i, step := range steps {
		moved[i] = mdd.Step{Level: levels[step.Level-1], Effect: step.Effect}
	}
	return moved
}

// matrix returns the composition of the stages, each the union of its alternatives.
func matrix(f *mdd.Forest, values [][]int, stages []Stage, levels []int) mdd.Matrix {
	all := f.Identity()
	for _, stage := range stages {
		one := f.NoPairs()
		for _, steps := range stage {
			one = one.Union(f.Steps(values, placed(steps, levels)...))
		}
		all = all.Compose(one)
	}
	return all
}
