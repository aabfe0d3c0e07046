package ic3

import (
	"context"
	"fmt"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/engine"
	"brim/engine/ic3"
)

// Technique finds clauses that hold after more and more steps, until they are an inductive invariant or a path is
// found, in circuits and in nets whose places have bounds; see package engine/ic3.
type Technique struct {
	// Slices lets other techniques work, too: the questions about a net share slices of time, which get longer and
	// longer.
	Slices bool
}

// Name returns "ic3".
func (Technique) Name() string { return "ic3" }

// Traits tells how it works.
func (e Technique) Traits() board.Traits { return board.Traits{Sliced: e.Slices, Linear: true} }

// circuitAfter is how long ic3 waits if other techniques work on a circuit, since bounded model checking decides most
// circuits within a moment, with a shortest path.
const circuitAfter = 300 * time.Millisecond

// Takes takes EF p and AG p, where p has no path operators, formulas of LTL, and for nets the global properties that
// are such formulas.
func (e Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case e.Slices && m.Net != nil && max(len(m.Net.Places), len(m.Net.Transitions)) > mostItems:
		return fmt.Errorf("%s: ic3 beside other techniques is for at most %d places and transitions", m.Name, mostItems)
	case m.LTS != nil || m.System != nil:
		return model.NoNet(m.Name, "ic3")
	case q.LTL != nil, m.Net != nil && (q.Kind == model.Deadlock || q.Kind == model.OneSafe):
		return nil
	case drive.WantsCTL("ic3", q) != nil:
		return drive.WantsCTL("ic3", q)
	}
	return ic3.Decides(engine.GoalOf(model.Apart(q.Formula)))
}

// Run decides one question after the other by property-directed reachability. With Slices, questions about a net share
// slices of time; see runSliced.
func (e Technique) Run(ctx context.Context, t *board.Turn) error {
	switch {
	case e.Slices && t.Net() != nil:
		return runSliced(ctx, t)
	case t.Others():
		t.Rest(ctx, circuitAfter)
	}
	m := t.Model()
	return drive.Each(ctx, t, func(ctx context.Context, q *model.Question) (a model.Answer, err error) {
		if q.LTL != nil {
			s, err := newRuns(ctx, t, q)
			if err != nil {
				return a, err
			}
			r, err := s.Run(ctx)
			if err == nil {
				a = runAnswer(q, r)
			}
			return a, err
		}
		f := drive.Formula(t, q)
		var r *ic3.Result
		if m.Circuit != nil {
			r, err = ic3.DecideCircuit(ctx, m.Circuit, f)
		} else {
			r, err = ic3.Decide(ctx, m.Facts(), f, q.Paths)
		}
		if err != nil {
			return a, err
		}
		a = model.Answer{Verdict: r.Verdict, Trace: r.Trace, Shows: engine.Shown(f, r.Result)}
		if q.Kind != model.Truth {
			a.Shows, a.Witness = nil, nil // they are about a formula that was not asked for
		}
		addFrames(&a, r)
		return a, nil
	})
}

// newRuns begins the search for a run that decides a question of LTL.
func newRuns(ctx context.Context, t *board.Turn, q *model.Question) (*ic3.Runs, error) {
	if c := t.Model().Circuit; c != nil {
		return ic3.NewCircuitLTL(ctx, c, t.Goal(q))
	}
	return ic3.NewNetLTL(ctx, t.Model().Facts(), t.Goal(q), q.Paths)
}

// runAnswer returns the answer to a question of LTL that follows from the result for its goal.
func runAnswer(q *model.Question, r *ic3.Result) model.Answer {
	a := model.Searched(q, r.Verdict, r.Witness, r.Trace)
	addFrames(&a, r)
	a.Invariant = nil // it is an invariant of the product with the automaton
	return a
}

// A Statistics is what property-directed reachability did.
type Statistics struct {
	Frames      int   `json:"frames"`
	Lemmas      int   `json:"lemmas"` // in the frames at the end
	Obligations int   `json:"obligations"`
	Questions   int64 `json:"questions"`
	Conflicts   int64 `json:"conflicts"`
	Invariant   *int  `json:"invariant,omitempty"` // clauses of the invariant that was checked; nil if there is none
}

// addFrames adds the invariant and the numbers of property-directed reachability to an answer.
func addFrames(a *model.Answer, r *ic3.Result) {
	f := &Statistics{Frames: r.Frames, Lemmas: r.Lemmas, Obligations: r.Obligations, Questions: r.Questions,
		Conflicts: r.Conflicts}
	if a.Invariant = r.Invariant; r.Invariant != nil {
		f.Invariant = new(len(r.Invariant.Clauses))
	}
	a.Statistics = f
}
