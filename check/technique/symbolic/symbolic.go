package symbolic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/explore"
	"brim/check/limit"
	"brim/check/model"
	"brim/edd"
	"brim/engine/symbolic"
	"brim/engine/symbolic/cover"
	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/petri/encode"
	"brim/petri/order"
)

// The technique: its options, and the search for all markings.

// The parts of the technique have names that Options.Without takes and that answers are By.
const (
	AllMarkings = "all"    // the whole set of reachable markings
	InRounds    = "rounds" // the markings within ever more steps
	// the markings within few steps, or with few tokens in each place, if the whole set cannot be found
	InParts = "parts"
	ByCover = "cover" // markings that cover the reachable ones, and abstractions
)

// Parts lists the names of the parts.
func Parts() []string { return []string{AllMarkings, InRounds, InParts, ByCover} }

// Technique decides all questions about nets by decision diagrams: on the set of all markings and, in turns with that,
// in rounds, each of which is a number of steps deeper than the one before. If there are too many markings, or
// infinitely many, it answers what parts and covers of the set make certain.
type Technique struct {
	Order     *order.Decomposition // nil chooses one
	Tune      bool                 // the choice of an order improves it by local search in any case
	Method    string               // one of Methods; "" is the first one
	Strategy  string               // one of Strategies; "" is auto: all markings, and rounds, in turns
	Bound     int                  // steps of the first round; 0 is the usual number
	Step      int                  // steps by which each round is deeper; 0 is the usual number
	Distances string               // one of Versions; "" is the first one
	BySets    bool                 // formulas are decided by the sets of all their subformulas, as in the papers
	ByLoops   bool                 // sets of EU are found by plain loops, not by constrained saturation
}

// Strategies lists the names of the search strategies, the default first.
func Strategies() []string {
	return namesOf(symbolic.Strategies(), func(s symbolic.Strategy) string { return string(s) })
}

// Methods lists the names of the algorithms for the reachable set, the default first.
func Methods() []string {
	return namesOf(symbolic.Methods(), func(m symbolic.Method) string { return string(m) })
}

// Versions lists the names of the algorithms for distances, the default first.
func Versions() []string { return namesOf(edd.Versions(), edd.Version.String) }

func namesOf[T any](list []T, name func(T) string) (names []string) {
	for _, x := range list {
		names = append(names, name(x))
	}
	return names
}

// Name returns "symbolic".
func (Technique) Name() string { return "symbolic" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Linear: true, Sets: true} }

// Takes takes all questions about nets and systems except formulas of the μ-calculus.
func (d Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.Net == nil && m.System == nil:
		return model.NoNet(m.Name, "symbolic")
	case m.System != nil && m.System.NoSets() != nil:
		return fmt.Errorf("%s: %w; expected --engine explicit or walk, which look at single states", m.Name,
			m.System.NoSets())
	case q.Mu != nil:
		return errors.New("the engine symbolic takes formulas of CTL; found one of the μ-calculus")
	}
	return nil
}

// exploring returns the options of an exploration.
func (d Technique) exploring(t *board.Turn) symbolic.Options {
	return symbolic.Options{
		Order: d.Order, Tune: d.Tune, Method: symbolic.Method(d.Method), Memory: t.Options().Room(1),
		Nodes: t.Options().Nodes,
		Facts: t.Model().Facts(), Orders: t.Model().Orders(), Progress: toProgress(t),
	}
}

// toProgress returns a function that reports the progress of an exploration to the user.
func toProgress(t *board.Turn) func(symbolic.Progress) {
	return func(p symbolic.Progress) { t.Progress(explore.ProgressOf(p)) }
}

// auto reports whether the technique chooses its strategy itself, and may use parts and covers.
func (d Technique) auto() bool { return d.Strategy == "" || d.Strategy == string(symbolic.Auto) }

// Run searches for all markings, under the strategy auto for four fifths of the time, and then asks parts and covers
// about the questions that are still open. The search has an account of its own: if it has to end for lack of memory,
// parts and covers begin anew with a share of what the other techniques leave. Questions about systems are left to
// runSystem.
func (d Technique) Run(ctx context.Context, t *board.Turn) error {
	if t.Model().System != nil {
		return runSystem(ctx, t)
	}
	x := &run{Technique: d, Turn: t, ctx: ctx, o: d.exploring(t), exhausted: map[*model.Question]bool{}}
	t.Finish(x.finish)
	early, account := watch.Open(ctx)
	x.account = account
	counting := x.counting()
	if end, ok := ctx.Deadline(); ok && d.auto() && !counting {
		var cancel context.CancelFunc
		// the rest is for parts and covers
		early, cancel = context.WithTimeout(early, time.Until(end)/5*4)
		defer cancel()
	}
	err := x.search(early)
	if account.Told() && limit.Limited(err) {
		err = watch.ErrMemory
		x.closeSearch()
	}
	var infinite *symbolic.UnboundedError
	isInfinite := errors.As(err, &infinite)
	switch {
	case err == nil || ctx.Err() != nil && !isInfinite:
		return err
	case x.overflows(err):
		return nil
	case isInfinite && !d.auto():
		x.explainAll(infinite.Error()+"; another strategy explores a part", nil)
		return nil
	case isInfinite:
		x.unbounded = infinite
		if x.answerInfinite(); len(x.open()) == 0 {
			return nil
		}
	case !limit.Limited(err):
		return err
	}
	if !d.auto() || counting {
		return err
	}
	if err = x.enclose(ctx, err); x.overflows(err) {
		return nil
	}
	return err
}

// overflows reports whether an error says that places can get more tokens than 64 bits count. Then it is why the open
// questions are undecided.
func (x *run) overflows(err error) bool {
	var overflow *encode.OverflowError
	if !errors.As(err, &overflow) {
		return false
	}
	x.explainAll(overflow.Error(), nil)
	return true
}

// A search finds ever more markings of a net.
type search interface {
	More() bool
	Next(context.Context) (*symbolic.Space, error)
	Work() int64 // work that a question about the last space may take; 0 is no limit
	Done() []symbolic.Round
	Close()
}

// A run is one run of Symbolic.
type run struct {
	Technique
	*board.Turn
	ctx       context.Context // of the run
	o         symbolic.Options
	searching search // nil before and after
	space     *symbolic.Space
	partial   string // why the space is not complete; "" if it is
	work      int64  // work that a question may take; 0 is no limit
	hold      bool   // see holdTime
	unbounded *symbolic.UnboundedError
	exhausted map[*model.Question]bool // put to all markings without reaching a limit: there is no more to find
	account   *watch.Account           // of the search
	parts     *symbolic.Parts
	cover     *cover.Cover
	found     []explore.Round
}

// open lists the questions to which the diagrams may still find an answer.
func (x *run) open() (list []*model.Question) {
	for _, q := range x.Open() {
		if !x.exhausted[q] {
			list = append(list, q)
		}
	}
	return list
}

// counting reports whether all open questions ask for numbers that only the set of all markings has.
func (x *run) counting() bool {
	return !slices.ContainsFunc(x.Open(), func(q *model.Question) bool { return q.Kind < model.States })
}

// answerInfinite answers the questions for numbers of an unbounded net.
func (x *run) answerInfinite() {
	for _, q := range x.Open() {
		if q.Kind >= model.States {
			x.Answer(q, model.Answer{Verdict: model.Verdict{Result: model.Holds, Bound: model.Complete}, Infinite: true,
				By: AllMarkings})
		}
	}
}

// explainAll says why the open questions are undecided.
func (x *run) explainAll(text string, why error) {
	for _, q := range x.open() {
		x.Undecided(q, text, why)
	}
}

// late reports whether rounds can wait: no open question is a formula or wants a trace. What few steps show of bounds
// and global properties walks find sooner, and a round costs as much as all markings.
func (x *run) late() bool {
	return x.Others() && !slices.ContainsFunc(x.Open(),
		func(q *model.Question) bool { return q.Kind == model.Truth || q.Trace })
}

// begin prepares the search of the strategy.
func (x *run) begin(ctx context.Context) (search, error) {
	rounds := symbolic.RoundOptions{Strategy: symbolic.Strategy(x.Strategy), Bound: x.Bound, Step: x.Step,
		Late: x.late()}
	if x.Distances != "" {
		var err error
		if rounds.Version, err = edd.ParseVersion(x.Distances); err != nil {
			return nil, err
		}
	}
	switch {
	case rounds.Strategy == symbolic.Unlim, x.auto() && (!x.Options().Uses(InRounds) || x.counting()):
		return &wholeSearch{net: x.Net(), o: x.o}, nil
	case x.auto() && !x.Options().Uses(AllMarkings):
		rounds.Strategy = symbolic.Cont
	case x.auto():
		return symbolic.NewAuto(ctx, x.Net(), x.o, rounds, len(x.open()))
	}
	return symbolic.NewRounds(x.Net(), x.o, rounds)
}

// search answers questions on more and more markings, until all have answers or all markings are found. The error is a
// limit.
func (x *run) search(ctx context.Context) error {
	if x.auto() && !x.Options().Uses(AllMarkings) && !x.Options().Uses(InRounds) {
		return nil
	}
	x.Progress(board.Progress{Phase: "preparing"})
	s, err := x.begin(ctx)
	if err != nil {
		return err
	}
	x.searching = s
	for len(x.open()) > 0 && s.More() {
		x.Progress(board.Progress{Phase: "exploring"})
		space, err := s.Next(ctx)
		if x.space = space; space != nil {
			if x.partial = ""; !space.Complete {
				x.partial = fmt.Sprintf("what lies within %s does not decide", quantity.Count(space.Steps, "step"))
			}
		}
		if err != nil {
			if _, ok := s.(*wholeSearch); ok {
				x.partial = x.Options().Because(ctx, err).Error()
			}
			x.explainAll("", x.Options().Because(ctx, err))
			return err
		}
		x.work = s.Work()
		by := InRounds
		if space.Complete {
			by = AllMarkings
		}
		if err := x.ask(ctx, by, 1); err != nil {
			return err
		}
	}
	return ctx.Err()
}
