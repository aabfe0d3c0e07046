package check

import (
	"context"
	"fmt"
	"time"

	"brim/engine"
	"brim/engine/ic3"
)

// IC3 finds clauses that hold after more and more steps, until they are an invariant or a path is found, in circuits;
// see package ic3.
type IC3 struct{}

// Name returns "ic3".
func (IC3) Name() string { return "ic3" }

// Takes takes EF p and AG p, where p has no path operators, about circuits.
func (IC3) Takes(m *Model, q *Question) error {
	switch {
	case m.Circuit == nil:
		return fmt.Errorf("%s: the engine ic3 decides circuits; expected another --engine", m.Name)
	case isFormula("ic3", q) != nil:
		return isFormula("ic3", q)
	}
	return ic3.Decides(engine.GoalOf(apart(q.Formula)))
}

// Run decides one question after the other.
func (IC3) Run(ctx context.Context, t *Turn) error {
	return t.each(ctx, func(ctx context.Context, q *Question) (a Answer, err error) {
		f := t.Formula(q)
		r, err := ic3.DecideCircuit(ctx, t.model.Circuit, f)
		if err != nil {
			return a, err
		}
		a = Answer{Verdict: r.Verdict, Trace: r.Trace, Invariant: r.Invariant, Shows: engine.Shown(f, r.Result)}
		a.framed(r)
		return a, nil
	})
}

// A Framing is what property-directed reachability did.
type Framing struct {
	Frames      int   `json:"frames"`
	Lemmas      int   `json:"lemmas"` // that the frames have at the end
	Obligations int   `json:"obligations"`
	Questions   int64 `json:"questions"`
	Conflicts   int64 `json:"conflicts"`
	Invariant   *int  `json:"invariant,omitempty"` // clauses of the invariant that was checked; nil if there is none
}

// framed takes over the numbers of property-directed reachability.
func (a *Answer) framed(r *ic3.Result) {
	f := &Framing{Frames: r.Frames, Lemmas: r.Lemmas, Obligations: r.Obligations, Questions: r.Questions, Conflicts: r.Conflicts}
	if r.Invariant != nil {
		f.Invariant = new(len(r.Invariant.Clauses))
	}
	a.Statistics = f
}

// Of circuits, most are decided by bounded model checking within a moment, with a shortest path. After that, on two
// processors, there is room for one more, and after a second for a third: sets of states decide at once or not for
// long, and then take much memory.
const (
	framesAfter = 300 * time.Millisecond
	setsAfter   = time.Second
	mostBeside  = 500_000 // nodes
)

// later is a technique that lets the others work alone for some time.
type later struct {
	Technique
	after time.Duration
}

func (l later) Run(ctx context.Context, t *Turn) error {
	t.beside = true
	t.rest(ctx, l.after)
	return l.Technique.Run(ctx, t)
}
