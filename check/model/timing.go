package model

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/engine/ticks"
	"brim/petri"
)

// Nets with time as systems.

// A timing is what connects a system to the net with time that it was made of.
type timing struct {
	of     *Model
	ticks  *ticks.Model
	places [][]syntax.Ref // by place: variables and numbers whose sum is the number of its tokens
	events [][]syntax.Ref // by transition
	fires  []syntax.Ref   // all events but the tick and the starts of watches
	moves  []syntax.Ref   // fires and the tick
}

// Compile returns the system of a net with time for some questions, as a model, and these as questions about it, in the
// same order. Questions with times in their formulas need watches, which are in the system only then, and which make it
// larger for all of them. The error is that of ctx, or says why there is no such system. With a ticks.Unbounded there
// may be a model all the same, with some of the states and runs of the net; see Question.ShownByPart.
func (m *Model) Compile(ctx context.Context, questions []*Question) (*Model, []*Question, error) {
	nested, depth, most := false, 0, int64(0)
	for _, q := range questions {
		if f := q.Formula; f != nil {
			depth, nested = max(depth, windows(f)), nested || below(f, false)
			most = max(most, largest(f))
		}
	}
	watches := make([]ticks.Watch, depth)
	for i := range watches {
		watches[i] = ticks.Watch{Most: int(most), Started: !nested}
	}
	x := &timing{of: m}
	var err error
	if m.Timed != nil {
		x.ticks, err = ticks.Of(ctx, m.Timed, watches...)
	} else {
		x.ticks, err = ticks.OfArcs(ctx, m.TimedArcs, watches...)
	}
	if part := (*ticks.Unbounded)(nil); errors.As(err, &part) && part.Part != nil {
		x.ticks = part.Part
	} else if err != nil {
		return nil, nil, err
	}
	x.look()
	inner := OfSystem(x.ticks.System)
	inner.Name, inner.Document, inner.timing = m.Name, m.Document, x
	list := make([]*Question, len(questions))
	for i, q := range questions {
		list[i] = x.question(q, !nested)
	}
	return inner, list, err
}

// look finds what formulas name in the system for the places and transitions of the net.
func (x *timing) look() {
	s := x.ticks.System
	for p := range x.of.Document.Places {
		var refs []syntax.Ref
		for _, t := range x.ticks.Place(p) {
			i, name := t.Variable, s.Variables()[t.Variable]
			if t.Tokens != nil {
				of := make([]int64, len(t.Tokens))
				for v, n := range t.Tokens {
					of[v] = int64(n)
				}
				name = fmt.Sprintf("tokens of %s in %s", x.of.Document.Places[p].ID, name)
				i = s.Number(name, t.Variable, of)
			}
			refs = append(refs, syntax.Ref{Index: i, Name: name})
		}
		x.places = append(x.places, refs)
	}
	x.events = make([][]syntax.Ref, len(x.of.Document.Transitions))
	for e, t := range x.ticks.Transitions {
		ref := syntax.Ref{Index: e, Name: s.Events()[e]}
		if t >= 0 {
			x.events[t] = append(x.events[t], ref)
			x.fires = append(x.fires, ref)
		}
		if t != ticks.Start {
			x.moves = append(x.moves, ref)
		}
	}
}

// question returns a question as one about the system. flat says that the only watch runs from the beginning.
func (x *timing) question(q *Question, flat bool) *Question {
	inner := *q
	f := &timer{timing: x, pool: syntax.NewPool(), paths: q.Paths, flat: flat}
	started := 0
	if flat {
		started = len(x.ticks.Watches)
	}
	switch {
	case q.Kind == Deadlock:
		inner.Kind = Truth
		inner.Formula = f.pool.Make(syntax.EF, f.dead())
	case q.LTL != nil:
		inner.SetFormula(f.pool.Make(q.LTL.Op, f.path(q.LTL.Args[0])))
	case q.Formula != nil:
		inner.Formula = f.state(q.Formula, started)
	case q.Sum != nil:
		inner.Sum = &syntax.Sum{Terms: f.terms(q.Sum.Terms), Const: q.Sum.Const}
	}
	if f.wrong != nil {
		inner.Wrong = errors.New("a number in a sum exceeds 2^63−1")
	}
	return &inner
}

// Counts returns for a system of a net with time whether an event is a unit of time; nil for other models.
func (m *Model) Counts() func(event int) bool {
	if m.timing == nil {
		return nil
	}
	return func(event int) bool { return m.timing.ticks.Transitions[event] == ticks.Tick }
}

// Ticks returns how the states of a system stand for those of the net with time that Compile made it of; nil for other
// models.
func (m *Model) Ticks() *ticks.Model {
	if m.timing == nil {
		return nil
	}
	return m.timing.ticks
}

// HasWindows reports whether a question has times behind its path operators.
func (q *Question) HasWindows() bool { return q.Formula != nil && windows(q.Formula) > 0 }

// windows returns how many formulas with times stand inside each other in f.
func windows(f *syntax.Formula) int {
	depth := map[*syntax.Formula]int{}
	for g := range f.All() {
		for _, a := range g.Args {
			depth[g] = max(depth[g], depth[a])
		}
		if g.Op == syntax.Within {
			depth[g]++
		}
	}
	return depth[f]
}

// below reports whether a formula with times stands inside of one with a path operator in f.
func below(f *syntax.Formula, inside bool) bool {
	switch {
	case f.Op == syntax.Within:
		return inside || slices.ContainsFunc(f.Args[0].Args, func(g *syntax.Formula) bool { return windows(g) > 0 })
	case !f.Temporal():
		return false
	}
	inside = inside || f.Op.Temporal()
	return slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool { return below(g, inside) })
}

// largest returns the largest time in f.
func largest(f *syntax.Formula) (most int64) {
	for g := range f.All() {
		switch {
		case g.Op != syntax.Within:
		case g.High == syntax.NoEnd:
			most = max(most, g.Low)
		default:
			most = max(most, g.High)
		}
	}
	return most
}

// TransitionOf returns which transition of the net with time an event of its system fires; ticks.Tick for a unit of
// time and ticks.Start for the start of a watch.
func (m *Model) TransitionOf(event int) int { return m.timing.ticks.Transitions[event] }

// MarkingIn returns the marking of the net with time in a state of its system, as States of the system has it.
func (m *Model) MarkingIn(s kripke.State) petri.Marking {
	return m.timing.ticks.Marking(narrow(m.values(s)))
}

// TimedRun returns a path through states of the system of a net with time as a run of that net, replayed by its firing
// rule. The error says which step is impossible.
func (m *Model) TimedRun(p *kripke.Path) (*TimedRun, error) { return m.timing.replay(p, m.values) }
