package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"brim/edd"
	"brim/engine/symbolic"
	"brim/internal/quantity"
	"brim/petri/order"
)

// Names of the parts of Diagrams, which Options.Without takes and answers are By.
const (
	allMarkings = "all"    // the whole set of reachable markings
	inRounds    = "rounds" // those within ever more steps
	// those within few steps, or with few tokens in each place, of nets whose markings cannot be found
	inParts = "parts"
	byCover = "cover" // what can be covered, and what an abstraction allows
)

// Diagrams decides all questions about nets by decision diagrams: on all markings, and beside that in rounds, each of
// which is as many steps deeper than the last one; and where there are too many markings, or infinitely many, by what
// is certain of parts and covers.
type Diagrams struct {
	Order     *order.Decomposition // nil chooses one
	Tune      bool                 // the choice climbs to a better order in any case
	Method    string               // a name of Methods; "" is the best one
	Strategy  string               // a name of Strategies; "" is auto: all markings and rounds by turns
	Bound     int                  // steps of the first round; 0 is the usual number
	Step      int                  // by how many steps each round is deeper; 0 is the usual number
	Distances string               // a name of Versions; "" is the first one
	BySets    bool                 // formulas are decided by sets alone, as in the papers
	ByLoops   bool                 // sets of EU are found by plain loops, not by constrained saturation
}

// Strategies returns the names of the ways to search, the default first.
func Strategies() (names []string) {
	for _, s := range symbolic.Strategies() {
		names = append(names, string(s))
	}
	return names
}

// Methods returns the names of the ways to the reachable set, the default first.
func Methods() (names []string) {
	for _, m := range symbolic.Methods() {
		names = append(names, string(m))
	}
	return names
}

// Versions returns the names of the ways to find distances, the default first.
func Versions() (names []string) {
	for _, v := range edd.Versions() {
		names = append(names, v.String())
	}
	return names
}

// Name returns "symbolic".
func (Diagrams) Name() string { return "symbolic" }

// Takes refuses what is not asked about a net or a system, and the μ-calculus.
func (d Diagrams) Takes(m *Model, q *Question) error {
	switch {
	case m.Net == nil && m.System == nil:
		return NoNet(m.Name, "symbolic")
	case q.Mu != nil:
		return errors.New("the engine symbolic takes formulas of CTL; found one of the μ-calculus")
	}
	return nil
}

// exploring returns the options of an exploration.
func (d Diagrams) exploring(t *Turn) symbolic.Options {
	return symbolic.Options{
		Order: d.Order, Tune: d.Tune, Method: symbolic.Method(d.Method), Memory: t.Room(1), Nodes: t.options.Nodes, Facts: t.model.facts(), Progress: t.explored,
	}
}

// explored passes on the progress of an exploration.
func (t *Turn) explored(p symbolic.Progress) { t.Progress(progressOf(p)) }

// auto reports whether the technique chooses how it searches, and may enclose what it cannot find.
func (d Diagrams) auto() bool { return d.Strategy == "" || d.Strategy == string(symbolic.Auto) }

// Run searches, and encloses what is not found in four fifths of the time.
func (d Diagrams) Run(ctx context.Context, t *Turn) error {
	if t.model.System != nil {
		return d.system(ctx, t)
	}
	x := &diagramsRun{Diagrams: d, Turn: t, o: d.exploring(t), exhausted: map[*Question]bool{}}
	t.Finish(x.finish)
	early := ctx
	counting := x.counting()
	if end, ok := ctx.Deadline(); ok && d.auto() && !counting {
		var cancel context.CancelFunc
		// the rest is for what is certain without the complete space
		early, cancel = context.WithTimeout(ctx, time.Until(end)/5*4)
		defer cancel()
	}
	err := x.search(early)
	infinite, isInfinite := unbounded(err)
	switch {
	case err == nil || ctx.Err() != nil && !isInfinite:
		return err
	case isInfinite && !d.auto():
		x.leaveAll(infinite.Error()+"; another strategy explores a part", nil)
		return nil
	case isInfinite:
		x.unbounded = infinite
		if x.answerInfinite(); len(x.open()) == 0 {
			return nil
		}
	case !limited(err):
		return err
	}
	if !d.auto() || counting {
		return err
	}
	return x.enclose(ctx, err)
}

// A search finds ever more markings of a net.
type search interface {
	More() bool
	Next(context.Context) (*symbolic.Space, error)
	Work() int64 // that a question about the last space may take; 0 is no limit
	Done() []symbolic.Round
	Close()
}

// A diagramsRun is one run of Diagrams.
type diagramsRun struct {
	Diagrams
	*Turn
	o         symbolic.Options
	searching search // nil before and after
	space     *symbolic.Space
	partial   string // why the space is not complete, "" if it is
	work      int64  // that a question may take; 0 is no limit
	unbounded *symbolic.UnboundedError
	exhausted map[*Question]bool // nothing more can be found: all markings were asked, and nothing ended that
	parts     *symbolic.Parts
	cover     *symbolic.Cover
	found     []Round
}

// open lists the questions for which the diagrams may still have an answer.
func (x *diagramsRun) open() (list []*Question) {
	for _, q := range x.Open() {
		if !x.exhausted[q] {
			list = append(list, q)
		}
	}
	return list
}

// counting reports whether all open questions ask for numbers that nothing but the set of all markings has.
func (x *diagramsRun) counting() bool {
	return !slices.ContainsFunc(x.Open(), func(q *Question) bool { return q.Kind < States })
}

// answerInfinite answers what asks for a number of an unbounded net.
func (x *diagramsRun) answerInfinite() {
	for _, q := range x.Open() {
		if q.Kind >= States {
			x.Answer(q, Answer{Verdict: Verdict{Result: Holds, Bound: Complete}, Infinite: true, By: allMarkings})
		}
	}
}

// leaveAll says why the open questions are left.
func (x *diagramsRun) leaveAll(text string, why error) {
	for _, q := range x.open() {
		x.Undecided(q, text, why)
	}
}

// begin prepares the search that the strategy is.
func (x *diagramsRun) begin(ctx context.Context) (search, error) {
	rounds := symbolic.RoundOptions{Strategy: symbolic.Strategy(x.Strategy), Bound: x.Bound, Step: x.Step}
	if x.Distances != "" {
		var err error
		if rounds.Version, err = edd.ParseVersion(x.Distances); err != nil {
			return nil, err
		}
	}
	switch {
	case rounds.Strategy == symbolic.Unlim, x.auto() && (!x.Uses(inRounds) || x.counting()):
		return &whole{net: x.Net(), o: x.o}, nil
	case x.auto() && !x.Uses(allMarkings):
		rounds.Strategy = symbolic.Cont
	case x.auto():
		return symbolic.NewAuto(ctx, x.Net(), x.o, rounds, len(x.open()))
	}
	return symbolic.NewRounds(x.Net(), x.o, rounds)
}

// search answers questions on ever more markings, until all are known, nothing is left to explore, or a limit comes,
// which is the error.
func (x *diagramsRun) search(ctx context.Context) error {
	if x.auto() && !x.Uses(allMarkings) && !x.Uses(inRounds) {
		return nil
	}
	x.Progress(Progress{Phase: "preparing"})
	s, err := x.begin(ctx)
	if err != nil {
		return err
	}
	x.searching = s
	for len(x.open()) > 0 && s.More() {
		x.Progress(Progress{Phase: "exploring"})
		space, err := s.Next(ctx)
		if space != nil {
			x.space, x.partial = space, ""
			if !space.Complete {
				x.partial = fmt.Sprintf("what lies within %s does not decide", quantity.Count(space.Steps, "step"))
			}
		}
		if err != nil {
			if _, ok := s.(*whole); ok {
				x.partial = x.said(err).Error()
			}
			x.leaveAll("", err)
			return err
		}
		x.work = s.Work()
		by := inRounds
		if space.Complete {
			by = allMarkings
		}
		if err := x.ask(ctx, by, 1); err != nil {
			return err
		}
	}
	return ctx.Err()
}
