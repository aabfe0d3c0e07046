package single

import (
	"cmp"
	"context"
	"runtime/debug"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/petri"
)

const (
	// MostBytes is the memory of a search through single states if there is no limit.
	MostBytes = 1 << 30
	// FirstBits is how many bits a first search gives a place without a known bound.
	FirstBits = 4
	// SmallBytes is so little memory that it need not be given back to the operating system at once.
	SmallBytes = 64 << 20
)

// StateLimits returns the limits of a search through single states that may use one of parts equal parts of the memory.
func StateLimits(t *board.Turn, parts int64) kripke.Limits {
	o := t.Options()
	return kripke.Limits{States: o.States, Depth: o.Depth, Memory: cmp.Or(o.Part(parts), MostBytes)}
}

// SearchLimits returns the limits of a search through single states that may use all of the memory and reports its
// progress.
func SearchLimits(t *board.Turn) kripke.Limits {
	return t.Options().Single(func(states,
		depth int) {
		t.Progress(board.Progress{Phase: "exploring", States: states, Depth: depth})
	})
}

// GiveBack returns freed memory to the operating system if it is large and other techniques still work.
func GiveBack(ctx context.Context, t *board.Turn, bytes int64) {
	if bytes > SmallBytes && ctx.Err() == nil && !t.IsAlone() {
		debug.FreeOSMemory()
	}
}

// EachGoal is Each for techniques that look for a path: decide gets the goal of the path, and formulas without path
// operators are decided in the initial state.
func EachGoal(ctx context.Context, t *board.Turn,
	decide func(context.Context, *model.Question, engine.Goal) (model.Answer, error)) error {
	return drive.Each(ctx, t, func(ctx context.Context, q *model.Question) (a model.Answer, err error) {
		f := t.Formula(q)
		if f.Temporal() {
			return decide(ctx, q, engine.GoalOf(f))
		}
		s, err := t.Model().States()
		if err != nil {
			return a, err
		}
		holds, err := s.Predicate(f)
		if err != nil {
			return a, err
		}
		start := s.Initial()[0]
		a.Verdict = model.Verdict{Result: engine.Decided(holds(start)), Bound: model.Complete}
		Follow(&a, t.Model(), f, &kripke.Path{States: []kripke.State{start}, Loop: engine.NoLoop})
		return a, nil
	})
}

// Follow adds a path through single states that shows the verdict on f to an answer: as a witness of a net, a trace of
// a circuit, or a path of a system. p may be nil.
func Follow(a *model.Answer, m *model.Model, f *syntax.Formula, p *kripke.Path) {
	if f != nil {
		a.Shows = engine.Shown(f, a.Result)
	}
	if p == nil {
		return
	}
	s, err := m.States()
	if err != nil {
		return
	}
	switch s := s.(type) {
	case *kripke.Circuit:
		a.Trace = s.Trace(p)
		return
	case *kripke.Net:
		if a.Shows != nil {
			a.Witness = WitnessOf(s, a.Shows, p)
			return
		}
	}
	a.Path = p
}

// WitnessOf returns a path as a witness of f, which has no path operators or is EF g, EG g, EF EG g or E φ.
func WitnessOf(n *kripke.Net, f *syntax.Formula, p *kripke.Path) *engine.Witness {
	from := func(i int) petri.Marking {
		m := make(petri.Marking, len(n.Net().Places))
		n.Marking(m, p.States[i])
		return m
	}
	w := &engine.Witness{Formula: f, Start: from(0), Steps: p.Labels, Loop: p.Loop}
	if f.Op == syntax.E || !f.Temporal() || !f.Args[0].Temporal() {
		return w
	}
	at := len(p.Labels)
	inner := &engine.Witness{Formula: f.Args[0], Loop: engine.NoLoop}
	if p.Loop != engine.NoLoop {
		at, inner.Loop = p.Loop, 0
	}
	inner.Start, inner.Steps = from(at), p.Labels[at:]
	w.Steps, w.Loop, w.Branches = p.Labels[:at], engine.NoLoop, []engine.Branch{{At: at, Witness: inner}}
	return w
}

// TakesGoals is Takes for techniques over single states that decide formulas without path operators and goals of the
// given kinds.
func TakesGoals(name string, q *model.Question, kinds ...engine.Kind) error {
	if err := drive.WantsCTL(name, q); err != nil {
		return err
	}
	if !q.Formula.Temporal() {
		return nil
	}
	return engine.GoalOf(model.Apart(q.Formula)).Among(name, kinds...)
}
