package check

import (
	"context"
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/structure"
)

// A Technique answers questions, or finds facts that help others. It may answer some only, and may do so on another net
// than the model, as long as it brings back what can be replayed on the model.
type Technique interface {
	// Name is what an answer says that it is By, and what Options.Without takes.
	Name() string
	// Takes returns nil if the technique may have an answer to the question, else an error that says what it decides.
	Takes(m *Model, q *Question) error
	// Run works on the open questions of the turn until ctx is done or it has no more to say. Answers are given by
	// Turn.Answer at once. It looks at ctx often, and afterwards touches nothing of the turn. An error that is no limit
	// is a fault of the technique.
	Run(ctx context.Context, t *Turn) error
}

// A technique of linear time takes questions about runs, those of LTL. All others are not asked about them.
type linearTime interface{ linearTime() }

// An early technique is so cheap that all others wait for it.
type early interface{ early() }

// Techniques returns what works on questions about the model if nothing else is asked for, in the order in which it is
// believed to be cheap.
//
//	initial      what the initial marking decides: formulas without path operators          nets
//	invariants   what place invariants and their bounds decide                              nets
//	walk         what one marking or one run shows, found by firing transitions at random   nets
//	equation     what the state equation refutes, and walks along its solutions            nets
//	counting     numbers of the state space by equations, from a smaller net                nets
//	symbolic     all markings, rounds, parts and covers, see Diagrams                       nets, systems
//	explicit     all markings one by one, and fixed points on their graph                   nets, listed systems
//	stubborn     deadlocks, bounds, EF p and AG p, one by one without firings that do not matter   nets
//	local        CTL, by searches for the paths that the formula asks for                   nets
//	product      LTL, by the product with an automaton, state by state                      all
//	bmc          EF p, AG p, EG p, AF p, p without path operators, LTL, by satisfiability  nets with bounds, circuits
//	ic3          EF p, AG p and LTL, by clauses that hold after more and more steps         nets with bounds, circuits
//	bdd          EF p and AG p, by sets of states                                           circuits
//	reduced      what others decide on a net made smaller for the question                  nets
//	bfs          EF p and AG p, by single states                                            systems, listed or not
func Techniques(m *Model) []Technique {
	switch {
	case m.LTS != nil:
		return []Technique{BFS{}, statewise{}, productSearch{}}
	case m.System != nil:
		return []Technique{Diagrams{}, BFS{}, productSearch{}}
	case m.Circuit != nil:
		return []Technique{BMC{}, later{IC3{}, framesAfter}, later{BDD{most: mostBeside}, setsAfter}, productSearch{}}
	}
	return []Technique{
		initial{}, invariants{}, walking{}, stateEquation{}, counted{}, Diagrams{}, statewise{}, localSearch{},
		productSearch{}, stubbornSearch{}, unrolling{}, framing{}, reduced{},
	}
}

// TechniqueNames lists what Options.Without may name: the techniques of all kinds of models, and the parts of the one
// that has some.
func TechniqueNames() []string {
	names := append(diagramParts(), byCTL)
	for _, m := range []*Model{{Net: new(petri.Net)}, {Circuit: new(Circuit)}, {LTS: new(LTS)}} {
		for _, t := range Techniques(m) {
			if !slices.Contains(names, t.Name()) {
				names = append(names, t.Name())
			}
		}
	}
	return names
}

// diagramParts are the parts of Diagrams that have names of their own.
func diagramParts() []string { return []string{allMarkings, inRounds, inParts, byCover} }

// Reduced is added to the name of a technique in Answer.By if it answered on a reduced net.
const Reduced = " on the reduced net"

// AllBut lists the names of TechniqueNames that Options.Without takes so that only the given ones are left.
func AllBut(names []string) []string {
	parts := diagramParts()
	diagrams := slices.Contains(names, Diagrams{}.Name())
	return slices.DeleteFunc(TechniqueNames(), func(name string) bool {
		isPart := slices.Contains(parts, name)
		within := name == Diagrams{}.Name() && slices.ContainsFunc(names, func(n string) bool { return slices.Contains(parts, n) })
		return slices.Contains(names, name) || isPart && diagrams || within
	})
}

// A Turn is what a technique sees of a run: the questions that it takes, and a way to answer them. It belongs to the
// goroutine of the technique, but for Context and IsOpen.
type Turn struct {
	*board
	technique Technique
	takes     []*asked
	pool      *syntax.Pool    // of its own, since pools cannot be shared
	beside    bool            // what it cannot work on others may: its errors are no answers
	over      bool            // it has ended; guarded by the lock of the board, as is answered
	answered  map[*asked]bool // questions that it has answered
}

// Model returns what the questions are about.
func (t *Turn) Model() *Model { return t.model }

// Net returns the net of the model, nil if it is none.
func (t *Turn) Net() *petri.Net { return t.model.Net }

// Limits returns the limits of the run.
func (t *Turn) Limits() Limits { return t.options.Limits }

// Room returns how many bytes one of so many parts of the memory that is free is. 0 is no limit.
func (t *Turn) Room(parts int64) int64 { return t.options.Limits.process().Room() / parts }

// Open lists the questions of the turn that have no answer yet.
func (t *Turn) Open() (list []*Question) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, a := range t.takes {
		if t.wants(a) {
			list = append(list, a.Question)
		}
	}
	return list
}

// wants reports whether an answer of the technique to a question is of use. The caller holds the lock.
func (t *Turn) wants(a *asked) bool {
	if t.options.All {
		return a.answer.Wrong == nil && !t.answered[a]
	}
	return !a.done
}

// IsOpen reports whether the question has no answer yet.
func (t *Turn) IsOpen(q *Question) bool {
	a := t.find(q)
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.wants(a)
}

// Certain reports whether the verdict is known and only a trace is missing.
func (t *Turn) Certain(q *Question) bool {
	a := t.find(q)
	t.mu.Lock()
	defer t.mu.Unlock()
	return a.answer.known()
}

// Context returns a context of the run that also ends when the question is answered.
func (t *Turn) Context(q *Question) context.Context { return t.find(q).ctx }

// Formula returns the formula of the question in a pool that no other technique uses: if no trace is wanted, as simple
// as it became by Simplify.
func (t *Turn) Formula(q *Question) *syntax.Formula {
	if q.Formula == nil {
		return nil
	}
	a := t.find(q)
	t.mu.Lock()
	f := a.simpler
	t.mu.Unlock()
	if f == nil || q.Trace {
		f = q.Formula
	}
	return t.pool.Copy(f)
}

// Simplify gives a formula that holds in the same reachable states as that of the question.
func (t *Turn) Simplify(q *Question, f *syntax.Formula) {
	a := t.find(q)
	t.mu.Lock()
	defer t.mu.Unlock()
	a.simpler = f
}

// Uses reports whether a part of the technique that has a name of its own is to be used.
func (t *Turn) Uses(part string) bool { return !slices.Contains(t.options.Without, part) }

// Sum returns the sum whose largest value a question asks for, nil if it asks for something else: that of a bound, or
// of all places for the most tokens in a marking.
func (t *Turn) Sum(q *Question) *syntax.Sum {
	switch q.Kind {
	case Bound:
		return q.Sum
	case MostInMarking:
		places := make([]syntax.Ref, len(t.Net().Places))
		for p := range places {
			places[p] = syntax.Ref{Index: p, Name: t.Net().Places[p].Name}
		}
		sum := syntax.Tokens(places...)
		return &sum
	}
	return nil
}

// Facts returns what is known of the structure of the net: place invariants and bounds, computed once for a model.
func (t *Turn) Facts() *structure.Profile { return t.model.facts() }

// Answer gives an answer, or more of one, as a witness, and replays what it shows. The first certain answer to a
// question counts and ends the work on it; another certain answer ends the run as a fault.
func (t *Turn) Answer(q *Question, a Answer) {
	if a.By == "" {
		a.By = t.technique.Name()
	}
	if a.known() {
		t.says(q)
	}
	t.note(t.find(q), &a)
}

// says notes that the technique has answered a question.
func (t *Turn) says(q *Question) {
	a := t.find(q)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.answered == nil {
		t.answered = map[*asked]bool{}
	}
	t.answered[a] = true
}

// Narrow says that the number asked for lies between least and most, where math.MinInt64 and petri.Omega say that
// nothing is known. What techniques find from both sides is put together.
func (t *Turn) Narrow(q *Question, least, most int64, by string) {
	if least == most {
		t.says(q)
	}
	t.narrow(t.find(q), least, most, by)
}

// Undecided says why the technique has no answer to a question: a limit, or that what it saw does not decide. The words
// of a limit are added to the text, if there is one.
func (t *Turn) Undecided(q *Question, text string, why error) {
	t.leave(t.find(q), t.technique, text, why)
}

// Finish has fn run after all techniques have ended, if none had to be abandoned: while something that was made may
// still be counted. Its context ends with the limits of the run, or if these have come, a moment later.
func (t *Turn) Finish(fn func(ctx context.Context)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.finish = append(t.finish, finisher{t, fn})
}

// Alone returns a channel that is closed when no other technique works any more.
func (t *Turn) Alone() <-chan struct{} { return t.alone }

// Progress tells the user what is being done.
func (t *Turn) Progress(p Progress) {
	if t.options.Progress != nil {
		p.By = t.technique.Name()
		t.options.Progress(p)
	}
}
