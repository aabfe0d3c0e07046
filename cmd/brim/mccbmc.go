package main

import (
	"errors"
	"runtime"
	"slices"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/bmc"
	"brim/internal/watch"
	"brim/petri"
	"brim/petri/structure"
)

// Bounded model checking asks each question for a slice of time, then again for a longer one, and so on. Most that is ever decided is decided by Induction,
// with steps of independent transitions, in the first two slices. Refined has proofs that need long paths, few of them in less than 0.1 s.
//
// Where there are fewer processors than work, what bounded model checking takes is missing to the diagrams. So it rests after long slices without an answer.
const (
	unrollAfter  = 100 * time.Millisecond // the diagrams of most nets are done by then
	firstSlice   = 20 * time.Millisecond
	sliceGrowth  = 3
	longSlice    = 100 * time.Millisecond // from here on Refined is asked, too
	restFactor   = 3                      // of a long slice without an answer, as long as diagrams work
	refinedStart = 8                      // steps
	unrollGrace  = time.Minute            // for what does not look at the clock: invariants of a large net
)

// unrolls tells whether bounded model checking may have answers to an examination.
func unrolls(examination string) bool {
	return slices.Contains([]string{"ReachabilityDeadlock", "OneSafe", "ReachabilityCardinality", "ReachabilityFireability",
		"CTLCardinality", "CTLFireability"}, examination)
}

// globalFormula returns a global property by its name, as long as bounded model checking may decide it.
func globalFormula(net *petri.Net, examination string) (map[string]*syntax.Formula, error) {
	pool := syntax.NewPool()
	var f *syntax.Formula
	switch examination {
	case "ReachabilityDeadlock":
		f = pool.Make(syntax.EF, pool.Deadlock())
	case "OneSafe":
		var all []*syntax.Formula
		for p := range net.Places {
			one, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: p, Name: net.Places[p].Name}), syntax.LessEqual, syntax.Constant(1))
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
		f = pool.Make(syntax.AG, pool.And(all...))
	}
	return map[string]*syntax.Formula{examination: f}, nil
}

// byName returns the formulas of properties.
func byName(properties []syntax.Property, err error) (map[string]*syntax.Formula, error) {
	list := map[string]*syntax.Formula{}
	for _, p := range properties {
		list[p.ID] = p.Formula // nil for a bound or what is wrong
	}
	return list, err
}

// An unrolling is a question for bounded model checking.
type unrolling struct {
	*question
	goal  engine.Goal
	given bool // up: it cannot be decided, or took too much memory
}

// unrollings returns the questions that bounded model checking may decide. formulas has them by name, in a pool that no other goroutine uses.
func (s *settling) unrollings(formulas map[string]*syntax.Formula) (list []*unrolling) {
	for _, q := range s.all {
		f := formulas[q.id]
		if f == nil {
			continue
		}
		if goal := engine.GoalOf(syntax.Simplify(f, syntax.Maximal)); bmc.Decides(goal) == nil {
			list = append(list, &unrolling{question: q, goal: goal})
		}
	}
	return list
}

// algorithms returns what to try in a round with slices of time d.
func (u *unrolling) algorithms(d time.Duration) []bmc.Options {
	switch {
	case u.goal.Kind != engine.Reach:
		return []bmc.Options{{}}
	case d < longSlice:
		return []bmc.Options{{Algorithm: bmc.Induction, Together: true}}
	}
	return []bmc.Options{{Algorithm: bmc.Induction, Together: true}, {Algorithm: bmc.Refined, Start: refinedStart}}
}

// unroll answers questions by bounded model checking, until none is left that it may decide, or the time is over. alone is closed when no diagrams work
// beside it any more.
func (s *settling) unroll(formulas func() (map[string]*syntax.Formula, error), alone <-chan struct{}) {
	after := unrollAfter
	if runtime.GOMAXPROCS(0) == 1 {
		after = max(after, time.Duration(s.limits.time)/5*2) // the diagrams alone have half of their time
	}
	s.rest(after, alone)
	list, err := formulas()
	if err != nil {
		s.rollUp(err)
		return
	}
	todo := s.unrollings(list)
	for slice := firstSlice; len(todo) > 0 && s.watch.Ctx.Err() == nil; slice *= sliceGrowth {
		if err := s.round(todo, slice, alone); err != nil {
			s.rollUp(err)
			return
		}
		todo = slices.DeleteFunc(todo, func(u *unrolling) bool { return u.given || !s.isOpen(u.question) })
	}
}

// round puts each question to each algorithm for a slice of time. The error says why no other round makes sense.
func (s *settling) round(todo []*unrolling, slice time.Duration, alone <-chan struct{}) error {
	for i := range 2 {
		for n, u := range todo {
			o := u.algorithms(slice)
			if i >= len(o) || u.given || !s.isOpen(u.question) || s.watch.Ctx.Err() != nil {
				continue
			}
			begin := time.Now()
			if err := s.attempt(u, o[i], s.slice(slice, len(todo)-n)); err != nil {
				return err
			}
			if slice >= longSlice && s.isOpen(u.question) {
				s.rest(restFactor*time.Since(begin), alone)
			}
		}
	}
	return nil
}

// rest leaves the processor to the diagrams for some time, as long as they work.
func (s *settling) rest(d time.Duration, alone <-chan struct{}) {
	select {
	case <-time.After(d):
	case <-alone:
	case <-s.watch.Ctx.Done():
	}
}

// slice returns d, or one of so many parts of the time that is left, if that is less.
func (s *settling) slice(d time.Duration, parts int) time.Duration {
	if s.limits.time == 0 {
		return d
	}
	left := time.Duration(s.limits.time) - time.Since(s.limits.start)
	return min(d, max(left/time.Duration(parts), time.Millisecond))
}

// attempt puts a question to bounded model checking for some time. The error is that of bmc.Decide, or says that it does not end.
func (s *settling) attempt(u *unrolling, o bmc.Options, d time.Duration) error {
	// It gives up before the process is so large that the diagrams have to.
	w := watch.New(u.open, watch.Limits{Start: time.Now(), Time: d, Memory: int64(s.limits.memory / 15 * 14)})
	defer w.Cancel(nil)
	o.Facts = s.facts
	var r *bmc.Result
	var err error
	if late := w.Do(unrollGrace, func() { r, err = bmc.Decide(w.Ctx, s.net, u.goal.Formula, syntax.Maximal, o) }); late != nil {
		return late // r and err may still be written
	}
	switch {
	case err != nil:
		return err
	case r.Result != engine.Unknown:
		s.answer(u.question, verdict(r.Result), "SAT_SMT TOPOLOGICAL")
	default:
		u.given = r.Stopped == nil || errors.Is(r.Stopped, watch.ErrMemory)
	}
	return nil
}

// rollUp notes why bounded model checking ended.
func (s *settling) rollUp(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unrollable = err
	var unbounded *structure.UnboundedPlaceError
	if s.engine.value == engineBoth && !errors.As(err, &unbounded) && !limited(err) {
		s.note("brim: %v", err)
	}
}
