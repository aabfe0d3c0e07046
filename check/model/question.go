package model

import (
	"context"
	"errors"
	"fmt"
	"io"

	"brim/ctl/mu"
	"brim/ctl/syntax"
	"brim/engine"
)

// Questions, and how they are read.

// A Kind says what a question asks for.
type Kind uint8

const (
	Truth         Kind = iota // whether Formula, LTL or Mu holds in the initial state
	Bound                     // the largest value of Sum in any reachable marking
	Deadlock                  // whether some reachable marking enables no transition
	QuasiLiveness             // whether each transition is enabled in some reachable marking
	StableMarking             // whether some place holds the same number of tokens in all reachable markings
	Liveness                  // whether from each reachable marking each transition can become enabled
	OneSafe                   // whether no reachable marking has more than one token in a place
	States                    // the number of reachable markings
	Firings                   // the number of pairs of a reachable marking and a transition enabled in it
	MostInPlace               // the most tokens that a place holds
	MostInMarking             // the most tokens that all places hold together
	LeastTime                 // of a net with time: the least time in which Formula holds; Infinite if it never does
	LongestTime               // the longest time for which Formula may not hold; Infinite if it may for ever
)

func (k Kind) String() string {
	return [...]string{"truth", "bound", "deadlock", "quasi-liveness", "stable marking", "liveness", "one-safe",
		"states", "firings",
		"most tokens in a place", "most tokens in a marking", "least time", "longest time"}[k]
}

// Paths says what EG asks of a path in a dead marking: with Maximal it may end there, with Infinite it must go on for
// ever.
type Paths = syntax.Paths

const (
	Maximal  = syntax.Maximal
	Infinite = syntax.Infinite
)

// Apart copies f into a new pool. Code that makes formulas out of the formula of a question needs this: questions share
// a pool, and several goroutines, of one run or of several, work on them at the same time.
func Apart(f *syntax.Formula) *syntax.Formula { return syntax.NewPool().Copy(f) }

// Numeric reports whether the answer is a number, not a verdict.
func (k Kind) Numeric() bool { return k == Bound || k >= States }

// A Question is what is asked about a Model. Formulas name places and transitions by their index in the model's net.
// For a coloured net they are formulas over its unfolding, and nil before it is unfolded; Asked and AskedSum are what
// was asked, with indices of coloured places or transitions and, above these, of single colours or bindings.
type Question struct {
	ID      string // for tables; may be empty
	Kind    Kind
	Formula *syntax.Formula // of Truth, in CTL
	LTL     *syntax.Formula // of Truth, A φ or E φ with a path formula φ of LTL; then Formula is nil
	Mu      *mu.Formula     // of Truth, in the μ-calculus over states and labels; then Formula is nil
	Sum     *syntax.Sum     // of Bound
	Paths   syntax.Paths    // what EG asks of a path in a dead marking
	Trace   bool            // whether a witness is wanted where there can be one
	Wrong   error           // why the question cannot be asked; this is then the answer

	Asked    *syntax.Formula // of a coloured net, in place of Formula or LTL
	AskedSum *syntax.Sum     // of a coloured net, in place of Sum
	symbols  *symbols        // resolves the names in Asked and AskedSum; nil if both are nil
}

// String returns what is asked, with the names that the formula was read with.
func (q *Question) String() string { return q.Format(nil) }

// Format returns what is asked, with the names that name gives unless it is nil.
func (q *Question) Format(name syntax.Namer) string {
	switch {
	case q.Asked != nil:
		return q.Asked.Format(q.symbols.text)
	case q.AskedSum != nil:
		return q.AskedSum.Format(q.symbols.text)
	case q.Formula != nil && q.Kind == LeastTime:
		return least + q.Formula.Format(name)
	case q.Formula != nil && q.Kind == LongestTime:
		return longest + q.Formula.Format(name)
	case q.Formula != nil:
		return q.Formula.Format(name)
	case q.LTL != nil:
		return q.LTL.Format(name)
	case q.Mu != nil:
		return q.Mu.String()
	case q.Sum != nil:
		return q.Sum.Format(name)
	}
	return q.Kind.String()
}

// OfTime reports whether a time is asked for, the least or the longest.
func (q *Question) OfTime() bool { return q.Kind == LeastTime || q.Kind == LongestTime }

// TimeShown returns what a run shows that takes the least or the longest time to the formula of a question OfTime, or
// that there is no longest one. It is nil where no run shows the answer, or where the formula needs a run of its own.
func (q *Question) TimeShown(infinite bool) *syntax.Formula {
	f := Apart(q.Formula)
	pool := f.Pool()
	switch {
	case f.Temporal() && !engine.Claimed(syntax.NNF(f)):
	case q.Kind == LeastTime && !infinite:
		return pool.Make(syntax.EF, f)
	case q.Kind == LongestTime && !infinite:
		return pool.Make(syntax.EU, pool.Not(f), f)
	case q.Kind == LongestTime:
		return pool.Make(syntax.EG, pool.Not(f))
	}
	return nil
}

// Ask reads a formula of CTL or LTL over the model or, about a net with time, "min time to" or "max time to" and a
// formula of CTL, a question for LeastTime or LongestTime. The error is a *syntax.SyntaxError.
func (m *Model) Ask(formula string, paths syntax.Paths) (*Question, error) {
	return m.AskIn("formula", formula, paths)
}

// AskIn is Ask for a formula from a file; the name of the file is for messages.
func (m *Model) AskIn(file, formula string, paths syntax.Paths) (*Question, error) {
	kind, text, err := m.asksTime(file, formula)
	if err != nil {
		return nil, err
	}
	f, err := syntax.NewPool().Parse(text, file, m.names)
	if err != nil {
		return nil, err
	}
	q := &Question{Kind: kind, Paths: paths, Trace: true}
	q.SetFormula(f)
	return m.asked(q), nil
}

// AskMu reads a formula of the μ-calculus; see package mu for its syntax, and AskIn for file.
func (m *Model) AskMu(file, formula string, paths syntax.Paths) (*Question, error) {
	if m.Coloured != nil {
		return nil, errors.New("formulas of the μ-calculus are about nets without colours; expected one in CTL, or " +
			"the net that brim unfold writes")
	}
	f, err := mu.Parse(formula, file, m.names)
	if err != nil {
		return nil, err
	}
	return &Question{Mu: f, Paths: paths, Trace: true}, nil
}

// Properties reads the questions in an XML file of the Model Checking Contest. A question that cannot be read is Wrong.
// Their Trace is false. logic says how to read formulas that belong to both CTL and LTL.
func (m *Model) Properties(ctx context.Context, path string, paths syntax.Paths, logic syntax.Logic) ([]*Question,
	error) {
	list, err := syntax.NewPool().ReadPropertyFile(ctx, path, m.names, logic)
	return m.questionsOf(list, paths), err
}

// ReadProperties is Properties for a reader; file is its name in errors.
func (m *Model) ReadProperties(r io.Reader, file string, paths syntax.Paths, logic syntax.Logic) ([]*Question, error) {
	list, err := syntax.NewPool().ReadProperties(r, file, m.names, logic)
	return m.questionsOf(list, paths), err
}

func (m *Model) questionsOf(list []syntax.Property, paths syntax.Paths) (questions []*Question) {
	for _, p := range list {
		q := &Question{ID: p.ID, Sum: p.Bound, Paths: paths, Wrong: p.Wrong}
		q.SetFormula(p.Formula)
		if p.Bound != nil {
			q.Kind = Bound
		}
		questions = append(questions, m.asked(q))
	}
	return questions
}

// Fits returns an error if the question cannot be asked about the model: because it is incomplete or malformed, or of a
// kind that has no meaning for the model.
func (q *Question) Fits(m *Model) error {
	switch {
	case q.Wrong != nil:
		return q.Wrong
	case q.Kind == Truth && q.Asks() == nil && q.Mu == nil && (q.Asked == nil || !m.Folded()):
		return fmt.Errorf("the question has no formula")
	case q.Kind == Bound && q.Sum == nil && (q.AskedSum == nil || !m.Folded()):
		return fmt.Errorf("the question has no sum")
	case m.System != nil && q.fitsSystem(m) != nil:
		return q.fitsSystem(m)
	case m.HasTime() && q.fitsTime(m) != nil:
		return q.fitsTime(m)
	case q.Kind != Truth && m.Net == nil && m.System == nil && m.Coloured == nil && !m.HasTime():
		return fmt.Errorf("%s is no net; expected a formula, not a question for %v", m.Name, q.Kind)
	}
	f := q.Asks()
	if m.Folded() {
		f = q.Asked
	}
	if f == nil {
		return nil
	}
	if err := wellFormed(f); err != nil {
		return err
	}
	if m.Circuit == nil {
		return nil
	}
	for g := range f.All() {
		if g.Op == syntax.Deadlock {
			return fmt.Errorf("a circuit has no deadlocks: only runs that go on count")
		}
	}
	if !f.Temporal() {
		return fmt.Errorf("a circuit can begin with different signals; expected a formula with path operators, "+
			"as EF(%s)", f)
	}
	return nil
}

// wellFormed returns an error if f is neither a formula of CTL nor one of LTL below A or E.
func wellFormed(f *syntax.Formula) error {
	path := f.Op == syntax.A || f.Op == syntax.E
	for g := range f.All() {
		if g != f && g.Op.Temporal() && (g.Op.Linear() != path || g.Op == syntax.A || g.Op == syntax.E) {
			return fmt.Errorf("%v inside of %v; expected a formula of CTL, or A or E before one of LTL", g.Op, f.Op)
		}
	}
	if f.Op.Linear() && !path {
		return fmt.Errorf("%v says nothing of a state; expected A or E before it", f.Op)
	}
	return nil
}

// Name is what messages call the question: its ID or, without one, what it asks.
func (q *Question) Name() string {
	if q.ID != "" {
		return q.ID
	}
	return q.String()
}
