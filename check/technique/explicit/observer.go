package explicit

import (
	"context"
	"slices"
	"time"

	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/single"
	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/petri"
)

// What the states of a search show while they are found.

// An observer looks at the states that a search finds, and tells the board what they show.
type observer struct {
	*run
	ctx      context.Context
	states   kripke.Numbers
	edges    *explicit.Builder // nil if no question needs them
	seen     int               // states that have been looked at
	last     time.Time         // when memory and clock were last checked
	fired    []bool            // by transition
	firings  int64             // pairs of a state and an event that can happen in it, whatever number of ways that has
	newly    []int             // transitions that fired first since the last look
	dead     bool              // some state is
	deadlock []*model.Question // the open questions for a dead state
	goals    []*goalWatch
	sums     []*sumWatch
	peaks    *kripke.Peaks // nil if no question needs them
	changes  []bool        // by place: known to change
	unsafe   []bool        // by place: known to have two tokens
	total    *kripke.Total // nil if no question needs it
	most     int64         // of total
}

// A goalWatch is a question for a state with a property.
type goalWatch struct {
	*model.Question
	goal  engine.Goal
	holds kripke.Predicate
	found bool
}

// A sumWatch is a question for a bound.
type sumWatch struct {
	*model.Question
	of   func(kripke.State) int64
	most int64
	any  bool
}

// look returns an observer for the open questions: it watches for goals and deadlocks, and for the largest sums and
// numbers of tokens, as far as questions ask for these, and records edges if some question needs the graph.
func (x *run) look(states kripke.Numbers) (*observer, error) {
	places := states.Size()
	s := &observer{run: x, states: states, fired: make([]bool, len(states.Labels())), changes: make([]bool, places),
		unsafe: make([]bool, places)}
	for _, q := range x.Open() {
		switch q.Kind {
		case model.Truth:
			goal := engine.GoalOf(x.Formula(q))
			if goal.Kind != engine.Reach && goal.Kind != engine.State {
				s.edges = &explicit.Builder{}
				continue
			}
			holds, err := states.Predicate(goal.State())
			if err != nil {
				return nil, err
			}
			s.goals = append(s.goals, &goalWatch{Question: q, goal: goal, holds: holds})
		case model.Bound:
			if of, ok := states.Sum(q.Sum); ok {
				s.sums = append(s.sums, &sumWatch{Question: q, of: of})
			}
		case model.Deadlock:
			s.deadlock = append(s.deadlock, q)
		case model.Liveness:
			s.edges = &explicit.Builder{}
		case model.OneSafe, model.MostInPlace:
			s.peaks = states.NewPeaks()
		case model.MostInMarking:
			s.total = states.NewTotal()
		}
	}
	return s, nil
}

// Expanded records the transitions from a state.
func (s *observer) Expanded(state int, out *kripke.Successors, to []uint32) {
	s.dead = s.dead || len(to) == 0
	for i := range to {
		label := out.Label(i)
		if i == 0 || label != out.Label(i-1) {
			s.firings++
		}
		if !s.fired[label] {
			s.fired[label] = true
			s.newly = append(s.newly, label)
		}
	}
	if s.edges != nil {
		s.edges.Expanded(state, out, to)
	}
}

// Bytes is the memory of the edges, including that of building their graph.
func (s *observer) Bytes() int64 {
	if s.edges == nil {
		return 0
	}
	return s.edges.Bytes()
}

// Look examines the states found since the last call and tells the board what they show. When the slice of time is
// over, it waits for the next one. An error ends the search: it is a limit, or says that nothing is left to find.
func (s *observer) Look(x *kripke.Exploration) error {
	for ; s.seen < x.States(); s.seen++ {
		state := x.Table.State(s.seen)
		for _, g := range s.goals {
			if !g.found && (s.seen == 0 || g.goal.Kind == engine.Reach) && g.holds(state) {
				g.found = true
				s.reached(x, g, s.seen)
			}
		}
		for _, q := range s.sums {
			if n := q.of(state); !q.any || n > q.most {
				q.most, q.any = n, true
			}
		}
		if s.peaks != nil {
			s.peaks.Add(state)
		}
		if s.total != nil {
			s.most = max(s.most, s.total.Of(state))
		}
	}
	if s.dead {
		for _, q := range s.deadlock {
			s.say(q, model.Holds, x.Covered)
		}
		s.deadlock = nil
	}
	s.tellFired()
	if now := time.Now(); now.Sub(s.last) > explicitEvery {
		s.last = now
		return s.now()
	}
	return nil
}

// now tells what changes rarely, and decides whether the search goes on.
func (s *observer) now() error {
	for _, q := range s.sums {
		if q.any {
			s.Narrow(q.Question, q.most, petri.Omega, "explicit")
		}
	}
	s.tellUnsafe()
	s.forget()
	if !s.Options().All && len(s.Open()) == 0 || !s.steps.Pause() {
		return drive.ErrGivenUp
	}
	s.last = time.Now()
	return nil
}

// forget drops the questions that have been answered.
func (s *observer) forget() {
	s.goals = slices.DeleteFunc(s.goals, func(g *goalWatch) bool { return !s.IsOpen(g.Question) })
	s.sums = slices.DeleteFunc(s.sums, func(q *sumWatch) bool { return !s.IsOpen(q.Question) })
	if s.edges != nil && !slices.ContainsFunc(s.Open(), s.needsEdges) {
		s.edges = nil
	}
}

// needsEdges reports whether a question is decided on the graph of all states.
func (s *observer) needsEdges(q *model.Question) bool {
	return q.Kind == model.Liveness || q.Kind == model.Truth && !slices.ContainsFunc(s.goals,
		func(g *goalWatch) bool { return g.Question == q })
}

// tellFired tells which transitions have fired, and which places these change.
func (s *observer) tellFired() {
	if len(s.newly) == 0 || s.Net() == nil {
		return
	}
	drive.LearnFired(s.Turn, s.newly, s.changes)
	s.newly = s.newly[:0]
}

// tellUnsafe tells which places have had two tokens.
func (s *observer) tellUnsafe() {
	if s.peaks == nil || s.Net() == nil {
		return
	}
	var places []int
	for p := range s.unsafe {
		if !s.unsafe[p] && s.peaks.Most(p) > 1 {
			s.unsafe[p] = true
			places = append(places, p)
		}
	}
	s.Learn(model.Safe, false, places...)
}

// say gives an answer without a path.
func (x *run) say(q *model.Question, r model.Result, bound int) {
	x.Answer(q, model.Answer{Verdict: model.Verdict{Result: r, Bound: bound}, Took: time.Since(x.start)})
}

// reached answers a question by a state that it asks for.
func (s *observer) reached(x *kripke.Exploration, g *goalWatch, state int) {
	a := model.Answer{Verdict: model.Verdict{Result: g.goal.Found, Bound: x.Covered}, Untraced: true,
		Took: time.Since(s.start)}
	if g.Trace {
		a.Shows = engine.Shown(g.goal.Formula, a.Result)
		if p, err := x.PathTo(s.ctx, s.states, state); err == nil {
			if n, ok := s.states.(*kripke.Net); ok {
				a.Witness = single.WitnessOf(n, a.Shows, p)
			} else {
				a.Path = s.Model().SystemPath(s.states, p)
			}
			a.Untraced = a.Witness == nil && a.Path == nil
		}
	}
	s.Answer(g.Question, a)
}

// complete answers the questions that are decided once all states are known, and returns the open questions that need
// the graph of all states.
func (s *observer) complete(ctx context.Context) (left []*model.Question, err error) {
	if err := s.now(); err != nil {
		return nil, err
	}
	for _, g := range s.goals {
		if !g.found {
			s.say(g.Question, g.goal.Found.Negate(), model.Complete)
		}
	}
	for _, q := range s.deadlock {
		s.say(q, model.Fails, model.Complete)
	}
	for _, q := range s.sums {
		s.Narrow(q.Question, q.most, q.most, "explicit")
	}
	s.tellRest()
	for _, q := range s.Open() {
		var n int64
		switch q.Kind {
		case model.States:
			n = int64(s.found.States())
		case model.Firings:
			n = s.firings
		case model.MostInPlace:
			for p := range s.unsafe {
				n = max(n, s.peaks.Most(p))
			}
		case model.MostInMarking:
			n = s.most
		default:
			if s.needsEdges(q) {
				left = append(left, q)
			}
			continue
		}
		a := model.Number(n)
		a.Took = time.Since(s.start)
		s.Answer(q, a)
	}
	return left, ctx.Err()
}

// tellRest tells which transitions and places lack the properties that they were not seen to have.
func (s *observer) tellRest() {
	if s.Net() == nil {
		return
	}
	s.Learn(model.Fireable, false, without(s.fired)...)
	s.Learn(model.Changing, false, without(s.changes)...)
	if s.peaks != nil {
		s.Learn(model.Safe, true, without(s.unsafe)...)
	}
}

// without lists the indices of the elements that are false.
func without(list []bool) (numbers []int) {
	for i, is := range list {
		if !is {
			numbers = append(numbers, i)
		}
	}
	return numbers
}
