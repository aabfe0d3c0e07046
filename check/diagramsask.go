package check

import (
	"brim/ctl"
	"brim/engine/symbolic"
	"brim/internal/watch"
	"brim/mdd"
	"brim/petri"
	"context"
	"errors"
	"math/big"
	"time"
)

// quickPass is the part of its share that each of several questions about all markings gets at first. What is left by
// those that need no more is for those that do: if half of them do, each then has nearly twice the time.
const quickPass = 8

// ask puts the open questions to the space. Each may take an equal share of one of so many parts of the time that is
// left; of all markings those for which that was too short are asked again. The error is a fault.
func (x *diagramsRun) ask(ctx context.Context, by string, parts int) error {
	var checkers [2]*ctl.Checker
	todo := x.cheapFirst(ctx, x.open())
	quick := x.space.Complete && len(todo) > 1
	for again := true; again && len(todo) > 0; {
		factor := 1
		if quick {
			factor = quickPass
		}
		var short []*Question
		for i, q := range todo {
			late, err := x.decide(ctx, q, by, &checkers[q.Paths], parts*factor*(len(todo)-i))
			if err != nil {
				return err
			}
			if late {
				short = append(short, q)
			}
		}
		again = x.space.Complete && (quick || len(short) < len(todo))
		todo, quick = short, false
	}
	return nil
}

// bounds returns the limits of a question about the space: its diagrams may have what the rest of the process leaves.
func (x *diagramsRun) bounds() mdd.Limits {
	l := mdd.Limits{Nodes: x.options.Nodes}
	if x.options.Memory > 0 {
		l.Memory = watch.RoomBeside(x.options.Memory, x.space.Model.Forest.Stats().Bytes)
	}
	return l
}

// decide puts one question to the space. It reports whether its time was too short. The error is a fault.
func (x *diagramsRun) decide(ctx context.Context, q *Question, by string, checker **ctl.Checker, parts int) (short bool, err error) {
	start := time.Now()
	own, cancel := share(ctx, parts)
	defer cancel()
	if x.ctx.Err() == nil { // else what was found is asked at the end
		stop := context.AfterFunc(x.Context(q), cancel)
		defer stop()
	}
	x.Progress(Progress{Phase: "deciding", Detail: q.ID})
	if q.Kind == Truth && *checker == nil {
		if err := x.guard(own, func() { *checker = x.space.Checker(q.Paths) }); err != nil {
			x.Undecided(q, x.partial, err)
			return false, nil
		}
		if x.ByLoops {
			(*checker).ByLoops()
		}
	}
	before := x.space.Model.Forest.Stats().Work
	a, err := x.answer(own, q, by, *checker)
	if err != nil {
		return false, err
	}
	worked := x.space.Model.Forest.Stats().Work - before
	x.exhausted[q] = x.space.Complete && own.Err() == nil && (x.work == 0 || worked < x.work)
	a.By, a.Took = by, time.Since(start)
	if a.Stop = x.options.Stop(a.Verdict.Stopped); a.Stop != nil {
		a.Reason = a.Stop.Error()
	}
	if a.known() || !q.Kind.numeric() {
		x.Answer(q, a)
	}
	if a.known() {
		return false, nil
	}
	switch {
	case ctx.Err() == nil && own.Err() != nil && x.Context(q).Err() == nil:
		x.Undecided(q, "its share of the time limit was too short", nil)
		return true, nil
	case x.partial != "":
		x.Undecided(q, x.partial, nil)
	default:
		x.Undecided(q, a.Reason, nil)
	}
	return false, nil
}

// guard runs fn on the diagrams of the space. The error is the limit that ended it.
func (x *diagramsRun) guard(ctx context.Context, fn func()) error {
	l := x.bounds()
	l.Work = x.work
	return x.space.Model.Forest.Guard(ctx, l, fn)
}

// answer finds the answer to a question on the space until ctx is done.
func (x *diagramsRun) answer(ctx context.Context, q *Question, by string, c *ctl.Checker) (a Answer, err error) {
	s := x.space
	if q.LTL != nil {
		return x.answerRun(ctx, q, c)
	}
	if q.Kind == Truth {
		f := x.Formula(q)
		o := symbolic.WitnessOptions{Limits: x.bounds(), Work: x.work, None: !q.Trace, BySets: x.BySets}
		a.Verdict, err = s.Verdict(ctx, c, f, o)
		return a, err
	}
	var n *big.Int
	var wrong error
	a.Bound = Complete
	limit := x.guard(ctx, func() {
		switch q.Kind {
		case Bound:
			var most int64
			if most, wrong = s.Bound(q.Sum); wrong == nil {
				least := most
				if !s.Complete {
					most = petri.Omega
				}
				x.Narrow(q, least, most, by)
			}
		case States, Firings, MostInPlace, MostInMarking:
			if s.Complete {
				n = count(s, q.Kind)
			}
		default:
			a.Result = judge(s, q.Kind)
		}
	})
	if why := errors.Join(limit, wrong); why != nil {
		a = Answer{Verdict: Verdict{Reason: why.Error(), Stopped: why}}
	}
	if n != nil {
		a.Result, a.Number = Holds, n
	}
	return a, nil
}

// count returns a number of a complete space.
func count(s *symbolic.Space, k Kind) *big.Int {
	switch k {
	case States:
		return s.States()
	case Firings:
		return s.Firings()
	case MostInPlace:
		return big.NewInt(s.MaxInPlace())
	}
	return s.MaxTokens()
}

// A knowing is what answers questions for global properties: a space, or a cover.
type knowing interface {
	HasDeadlock() Result
	QuasiLive() Result
	Live() Result
	OneSafe() Result
	HasStablePlace() Result
}

// judge answers a question for a global property.
func judge(s knowing, k Kind) Result {
	switch k {
	case Deadlock:
		return s.HasDeadlock()
	case QuasiLiveness:
		return s.QuasiLive()
	case StableMarking:
		return s.HasStablePlace()
	case Liveness:
		return s.Live()
	case OneSafe:
		return s.OneSafe()
	}
	return Unknown
}
