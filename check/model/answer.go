package model

import (
	"fmt"
	"math/big"
	"time"

	"brim/check/limit"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/engine/ic3/certificate"
	"brim/engine/kripke"
	"brim/petri"
)

// Answers, and how what they show is replayed.

// Result, Verdict and Witness are those of package engine.
type (
	Result  = engine.Result
	Verdict = engine.Verdict
	Witness = engine.Witness
	Branch  = engine.Branch
)

// The results.
const (
	Unknown  = engine.Unknown
	Holds    = engine.Holds
	Fails    = engine.Fails
	Complete = engine.Complete // the Bound of a verdict that rests on all reachable states
	NoLoop   = engine.NoLoop
)

// An Answer is what is known of a question at the end of a run. If the question asks for a number, Result is Holds if
// the number is known.
type Answer struct {
	Verdict
	Number   *big.Int // the number that was asked for; nil if it is unknown or Infinite
	Infinite bool     // there is no largest number
	By       string   // the technique that gave the answer

	// Least and Most are the bounds of a number that is asked for and not known: math.MinInt64 and petri.Omega if
	// nothing is known of it.
	Least, Most int64

	Stop  *limit.Stop // the limit that left the answer unknown, or without a trace; nil if no limit did
	Wrong error       // why the question cannot be answered at all; nothing else is set then

	// Untraced says that the verdict is certain but comes without a trace. If one is wanted, other techniques go on for
	// a while.
	Untraced bool

	Paths int // how many paths show the formula together, of which Path is one; 0 stands for 1

	// the formula that a witness, path or trace shows: the formula asked, or its negation if it fails; nil in the
	// μ-calculus
	Shows *syntax.Formula
	Path  *kripke.Path   // of a system, listed or not, or in the μ-calculus, in place of a Witness; see Model.Run
	Trace *circuit.Trace // of a circuit, in place of a Witness
	Timed *TimedRun      // of a net with time: Path by the firing rule of the net; see Model.Run

	// Invariant is an inductive invariant that excludes all states which would show the opposite of a certain answer.
	// Package certificate has checked it. It is nil if the technique gives none.
	Invariant *certificate.Invariant

	// Automaton is the size of the last automaton that was built for a question of LTL; nil if none was built.
	Automaton *AutomatonSize

	Warning    string // why states may have been missed, "" if none can have been
	Statistics any    // what the technique did, for --json: a pointer to the Statistics of its package, or nil
	// Took is how long the technique worked on the answer, what all questions share left out; where there is no answer,
	// it is how long the run has looked for one.
	Took time.Duration
}

// Known reports whether the answer is certain.
func (a *Answer) Known() bool { return a.Result != Unknown }

// Traced reports whether the answer has something that can be replayed.
func (a *Answer) Traced() bool { return a.Witness != nil || a.Path != nil || a.Trace != nil }

// Differs reports whether two certain answers contradict each other.
func (a *Answer) Differs(b *Answer) bool {
	if a.Result != b.Result || a.Infinite != b.Infinite {
		return true
	}
	return a.Number != nil && b.Number != nil && a.Number.Cmp(b.Number) != 0
}

// Text writes the answer as a word or a number.
func (a *Answer) Text() string {
	switch {
	case a.Infinite:
		return "infinite"
	case a.Number != nil:
		return a.Number.String()
	}
	return a.Result.String()
}

// Number returns n as an answer, petri.Omega as an infinite one.
func Number(n int64) Answer {
	a := Answer{Verdict: Verdict{Result: Holds, Bound: Complete}}
	if n == petri.Omega {
		a.Infinite = true
	} else {
		a.Number = big.NewInt(n)
	}
	return a
}

// WantsTrace reports whether a witness of the result r for f would have a path.
func WantsTrace(f *syntax.Formula, r Result) bool {
	if f == nil || r == Unknown {
		return false
	}
	g := engine.Shown(Apart(f), r)
	return g.Temporal() && !engine.Claimed(g)
}

// CheckAnswer replays what an answer shows, by the rules of the model alone, and checks that this answers the question.
func (m *Model) CheckAnswer(q *Question, a *Answer) error {
	if w := a.Witness; w != nil && m.Net != nil && q.Asks() != nil {
		if want := engine.Shown(Apart(q.Asks()), a.Result); w.Formula == nil || want.Pool().Copy(w.Formula) != want {
			return fmt.Errorf("a witness of %v, expected one of %s", w.Formula, want)
		}
		if !w.Start.Equal(m.Net.Initial()) {
			return fmt.Errorf("a witness that does not begin in the initial marking")
		}
	}
	return m.replay(q, a)
}

// replay checks what the answer shows by the rules of the model alone. If a trace is wanted of a coloured net, it is
// checked by the rule of that net, too.
func (m *Model) replay(q *Question, a *Answer) error {
	if q.LTL != nil {
		if err := m.showsRun(q, a); err != nil {
			return err
		}
		if a.Witness == nil {
			return m.replayTime(a)
		}
	}
	switch {
	case a.Witness != nil && m.Net != nil && !q.Trace:
		return a.Witness.Check(m.Net, q.Paths)
	case a.Witness != nil && m.Net != nil:
		return m.CheckWitness(a.Witness, q.Paths)
	case a.Path != nil:
		s, err := m.startsAt(a.Path)
		if err != nil {
			return err
		}
		if err := m.replayPath(s, q, a); err != nil {
			return err
		}
		if err := m.replayTime(a); err != nil {
			return err
		}
		if a.Timed != nil && a.Number != nil && a.Number.Cmp(big.NewInt(a.Timed.Time())) != 0 {
			return fmt.Errorf("a run that takes %d, beside the time %v", a.Timed.Time(), a.Number)
		}
	case a.Trace != nil && a.Shows != nil && (a.Shows.Op == syntax.EF || a.Shows.Op == syntax.EG) &&
		!a.Shows.Args[0].Temporal():
		return a.Trace.Check(m.Circuit, a.Shows.Args[0])
	}
	return nil
}

// replayTime replays the path of an answer about the system of a net with time by the firing rule of that net.
func (m *Model) replayTime(a *Answer) (err error) {
	if a.Path != nil && m.timing != nil {
		a.Timed, err = m.timing.replay(a.Path, m.values)
	}
	return err
}

// CheckWitness replays a witness by the firing rule of the model's net, and for a coloured net also by the rule of
// that, and evaluates every marking on the way. It returns nil if the witness proves that its formula holds in its
// first marking; see engine.Witness.Check. A witness without a formula proves nothing: its steps are fired, and the
// witnesses inside of it checked.
func (m *Model) CheckWitness(w *Witness, paths Paths) error {
	if err := m.checkInside(w, paths); err != nil || m.Unfolding == nil {
		return err
	}
	return m.replayColoured(w)
}

// checkInside checks w or, if it has no formula, the witnesses inside of it.
func (m *Model) checkInside(w *Witness, paths Paths) error {
	if w.Formula != nil {
		return w.Check(m.Net, paths)
	}
	branches := map[int][]*Witness{}
	for _, b := range w.Branches {
		branches[b.At] = append(branches[b.At], b.Witness)
	}
	at := 0
	for marking, err := range w.Markings(m.Net) {
		if err != nil {
			return err
		}
		for _, b := range branches[at] {
			if !b.Start.Equal(marking) {
				return fmt.Errorf("a witness at position %d starts in another marking", at)
			}
			if err := m.checkInside(b, paths); err != nil {
				return err
			}
		}
		at++
	}
	return nil
}

// Decides reports whether r is the answer to the question once a formula has been shown; of a question OfTime, whether
// that is what a run shows that takes the time, or for ever.
func (q *Question) Decides(r Result, shown *syntax.Formula) bool {
	asked := q.Formula
	switch {
	case q.LTL != nil:
		asked = q.LTL
	case q.OfTime():
		asked = q.TimeShown(shown.Op == syntax.EG)
	}
	if asked == nil || r == Unknown {
		return false
	}
	pool := syntax.NewPool()
	return pool.Copy(engine.Shown(pool.Copy(asked), r)) == pool.Copy(shown)
}
