package check

import (
	"context"
	"errors"
	"slices"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
)

// byReduced is the name of the technique.
const byReduced = "reduced"

const (
	reducedAfter = 700 * time.Millisecond // by then most questions that are easy have their answers
	reducedSlice = 500 * time.Millisecond // the first one
	reducedLeast = 50 * time.Millisecond  // of a slice for one question
	reducedKept  = 40                     // nets that are kept from one slice to the next
	reducedLong  = 500 * time.Millisecond // for one question, from which on linear programs are worth their time
	reducedSmall = 90                     // percent of the places and transitions, from which on a net is not small
)

// reduced makes the net smaller for each open question, and has all other techniques work on the smaller net. See
// package reduce for what is kept. A trace is lifted and replayed.
type reduced struct{}

func (reduced) Name() string { return byReduced }
func (reduced) sliced()      {}
func (reduced) linearTime()  {}

// Takes refuses what no class of reductions keeps.
func (reduced) Takes(m *Model, q *Question) error {
	if m.Net == nil {
		return NoNet(m.Name, byReduced)
	}
	if q.Kind == QuasiLiveness {
		return nil // one question for each transition
	}
	_, err := classFor(q)
	return err
}

// A smaller is a question with the net that was made smaller for it.
type smaller struct {
	*Question            // of the run
	inner     *Question  // what is asked: the question itself, or for one transition or place
	property  Property   // then this is learned
	item      int        // of this one; −1 if inner is the question itself
	net       *Reduction // nil if it was not kept
	programs  bool       // net was made with linear programs
	given     bool       // an answer, or up: there is nothing to gain
}

// A reducedRun is one run of the technique.
type reducedRun struct {
	*Turn
	kept int // nets
	list []*smaller
}

// Run asks in slices of time. What ended it is said if no other technique works: else these say more.
func (reduced) Run(ctx context.Context, t *Turn) error {
	x := &reducedRun{Turn: t}
	err := t.Slices(ctx, reducedAfter, reducedSlice, x.round)
	if limited(err) && !x.isAlone() {
		return nil
	}
	return err
}

// round asks each open question for a share of the slice.
func (x *reducedRun) round(ctx context.Context) (done bool, err error) {
	if x.list == nil {
		for _, q := range x.Open() {
			x.list = append(x.list, x.tasks(q)...)
		}
	}
	x.list = slices.DeleteFunc(x.list, func(s *smaller) bool { return s.given || !x.IsOpen(s.Question) || !x.unclear(s) })
	for i, s := range x.list {
		if ctx.Err() != nil {
			break
		}
		if !x.IsOpen(s.Question) || !x.unclear(s) {
			continue
		}
		parts := len(x.list) - i
		if end, ok := ctx.Deadline(); ok {
			parts = min(parts, max(1, int(time.Until(end)/reducedLeast)))
		}
		if err := x.attempt(ctx, s, parts); err != nil {
			return true, err
		}
	}
	// the next slice begins with those that had no turn
	if n := len(x.list); n > 1 && x.list[0].item >= 0 {
		x.list = append(x.list[n/2:], x.list[:n/2]...)
	}
	return len(x.list) == 0, nil
}

// tasks lists what to ask for a question: itself, or if it is for all places or transitions, what is not clear of each.
func (x *reducedRun) tasks(q *Question) (list []*smaller) {
	property, ok := map[Kind]Property{QuasiLiveness: Fireable, StableMarking: Changing, OneSafe: Safe}[q.Kind]
	if !ok {
		inner := *q
		switch {
		case q.LTL != nil:
			inner.LTL = x.linear(q)
		case q.Formula != nil:
			inner.Formula = syntax.Simplify(x.Formula(q), q.Paths)
		}
		return []*smaller{{Question: q, inner: &inner, item: -1}}
	}
	for _, i := range x.Unclear(property) {
		list = append(list, &smaller{Question: q, inner: x.about(property, i), property: property, item: i})
	}
	return list
}

// about asks whether a transition or place has a property.
func (x *reducedRun) about(p Property, i int) *Question {
	pool := syntax.NewPool()
	var f *syntax.Formula
	switch m := x.Model(); p {
	case Fireable:
		f = pool.Make(syntax.EF, pool.Enabled(syntax.Ref{Index: i, Name: m.Net.Transitions[i].Name}))
	case Changing:
		f = pool.Make(syntax.EF, m.compare(pool, i, syntax.NotEqual, m.Net.Places[i].Initial))
	default:
		f = pool.Make(syntax.AG, m.compare(pool, i, syntax.LessEqual, 1))
	}
	return &Question{ID: p.String(), Formula: f}
}

// unclear reports whether the answer is still of use.
func (x *reducedRun) unclear(s *smaller) bool {
	return s.item < 0 || x.Known(s.property, s.item) == Unknown
}

// attempt makes the net smaller for a question and has it decided there, in one of so many parts of the time. The error
// is a fault.
func (x *reducedRun) attempt(ctx context.Context, s *smaller, parts int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(x.Context(s.Question), cancel)()
	start := time.Now()
	r, long := s.net, true
	if end, ok := ctx.Deadline(); ok {
		long = time.Until(end)/time.Duration(parts) >= reducedLong
	}
	if r == nil || long && !s.programs {
		x.Progress(Progress{Phase: "reducing", Detail: s.ID})
		var err error
		r, err = Reduce(ctx, x.Model(), []*Question{s.inner}, Keeping{Growing: true, Programs: long})
		if err != nil || r.Stopped != nil {
			s.given = err != nil
			return nil // the next slice is longer
		}
		if s.net != nil || x.kept < reducedKept {
			if s.net == nil {
				x.kept++
			}
			s.net, s.programs = r, long
		}
	}
	switch {
	case s.Kind == Deadlock && r.NeverDead, s.Kind == Liveness && r.NeverLive:
		x.give(s, Answer{Verdict: Verdict{Result: Fails, Bound: Complete}, Took: time.Since(start)})
		return nil
	case x.same(r) && !x.isAlone():
		s.given = long
		return nil
	}
	own, end := share(ctx, parts)
	defer end()
	told := &between{}
	told.least, told.most = x.Between(s.Question)
	o := Options{Limits: x.Limits(), Without: x.without(), Techniques: append([]Technique{told}, Techniques(r.Model)...)}
	o.Start, o.Time = time.Now(), 0
	inner, err := DecideAll(own, r.Model, r.Questions, o)
	if err != nil {
		return err
	}
	a := inner.Answers[0]
	switch {
	case a.Wrong != nil:
	case a.known():
		x.give(s, x.lifted(s, r, a, time.Since(start)))
	case told.turn != nil:
		least, most := told.turn.Between(r.Questions[0])
		x.Narrow(s.Question, least, most, byReduced)
	}
	return nil
}

// between tells those that work on the smaller net what is known of a number, and keeps what they find of it.
type between struct {
	least, most int64
	turn        *Turn
}

func (*between) Name() string { return "told" }
func (*between) early()       {}

// Takes takes bounds.
func (*between) Takes(_ *Model, q *Question) error {
	if q.Kind != Bound {
		return errors.New("it decides nothing but bounds")
	}
	return nil
}

func (b *between) Run(_ context.Context, t *Turn) error {
	b.turn = t
	for _, q := range t.Open() {
		t.Narrow(q, b.least, b.most, b.Name())
	}
	return nil
}

// without lists the techniques that are not used on the smaller net: those that are not used at all, unless this one is
// the only one.
func (x *reducedRun) without() []string {
	if slices.ContainsFunc(Techniques(x.Model()), func(t Technique) bool { return t.Name() != byReduced && x.Uses(t.Name()) }) {
		return append(slices.Clone(x.options.Without), byReduced)
	}
	return []string{byReduced}
}

// isAlone reports whether no other technique works any more.
func (x *reducedRun) isAlone() bool {
	select {
	case <-x.Alone():
		return true
	default:
		return false
	}
}

// same reports whether so little went that the others may as well look at the net itself.
func (x *reducedRun) same(r *Reduction) bool {
	size := func(places, transitions int) int { return places + transitions }
	was := size(len(x.Net().Places), len(x.Net().Transitions))
	return size(len(r.Net.Places), len(r.Net.Transitions)) > was/100*reducedSmall+was%100*reducedSmall/100
}

// lifted returns an answer about the smaller net as one about the net itself.
func (x *reducedRun) lifted(s *smaller, r *Reduction, a *Answer, took time.Duration) Answer {
	out := Answer{
		Verdict: Verdict{Result: a.Result, Bound: Complete}, Number: a.Number, Infinite: a.Infinite,
		By: a.By + Reduced, Untraced: true, Took: took,
	}
	if s.item >= 0 || s.Kind != Truth || a.Witness == nil {
		return out
	}
	if s.LTL != nil {
		x.liftRun(s, r, a, &out)
		return out
	}
	goal := engine.GoalOf(apart(s.Formula))
	if goal.Kind != engine.Reach || a.Result != goal.Found {
		return out
	}
	steps, err := r.Lift(a.Witness.Steps)
	if err != nil {
		out.Reason = err.Error()
		return out
	}
	out.Witness = &Witness{Formula: goal.Path, Start: x.Net().Initial(), Steps: steps, Loop: NoLoop}
	out.Untraced = false
	return out
}

// give answers a question, or says what was learned for it.
func (x *reducedRun) give(s *smaller, a Answer) {
	s.given = true
	if s.item < 0 {
		x.Answer(s.Question, a)
		return
	}
	x.Learn(s.property, a.Result == Holds, s.item)
}
