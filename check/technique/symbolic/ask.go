package symbolic

import (
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/covers"
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

// Questions to a space.

// quickPass is the divisor of the share of time that each of several questions about all markings gets at first.
// Questions that need no more leave their time to the others: if half of them do, each of the others then has nearly
// twice the time.
const quickPass = 8

// holdTime is how long other techniques begin no slice after all markings are found, and after each answer from them,
// up to the first question that takes longer: it may be hard for the diagrams, and easy for others.
const holdTime = 100 * time.Millisecond

// ask puts the open questions to the space. They share 1/parts of the time that is left equally; if the space is
// complete, questions whose share was too short are asked again. The error is a fault.
func (x *run) ask(ctx context.Context, by string, parts int) error {
	var checkers [2]*ctl.Checker
	todo := x.cheapFirst(ctx, x.open())
	quick := x.space.Complete && len(todo) > 1
	if x.hold = x.space.Complete; x.hold {
		x.Hold(holdTime)
	}
	for again := true; again && len(todo) > 0; {
		factor := 1
		if quick {
			factor = quickPass
		}
		var short []*model.Question
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

// bounds returns the limits of a question about the space: its diagrams may use the memory that the rest of the process
// leaves.
func (x *run) bounds() mdd.Limits {
	l := mdd.Limits{Nodes: x.Options().Nodes}
	if x.Options().Memory > 0 {
		l.Memory = watch.RoomBeside(x.Options().Memory, x.space.Model.Forest.Stats().Bytes)
	}
	return l
}

// decide puts one question to the space, for an equal share of the time, and gives the answer. It reports whether that
// share was too short, so that it is worth asking again. The error is a fault.
func (x *run) decide(ctx context.Context, q *model.Question, by string, checker **ctl.Checker, parts int) (short bool,
	err error) {
	start := time.Now()
	own, cancel := limit.Share(ctx, parts)
	defer cancel()
	if x.ctx.Err() == nil { // otherwise this is the last look at what was found
		stop := context.AfterFunc(x.Context(q), cancel)
		defer stop()
	}
	x.Progress(board.Progress{Phase: "deciding", Detail: q.ID})
	if q.Kind == model.Truth && *checker == nil {
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
	if a.Stop = x.Options().Stop(a.Verdict.Stopped); a.Stop != nil {
		a.Reason = a.Stop.Error()
	}
	if a.Known() || !q.Kind.Numeric() {
		x.Answer(q, a)
	}
	if x.hold = x.hold && a.Took < holdTime; x.hold {
		x.Hold(holdTime)
	}
	if a.Known() {
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

// guard runs fn, which uses the diagrams of the space. The error is the limit that ended it.
func (x *run) guard(ctx context.Context, fn func()) error {
	l := x.bounds()
	l.Work = x.work
	return x.space.Model.Forest.Guard(ctx, l, fn)
}

// answer decides a question on the space until ctx is done: formulas by model checking; a bound by telling the board
// between which numbers it lies; numbers of the state space only if the space is complete; global properties by
// covers.GlobalProperty.
func (x *run) answer(ctx context.Context, q *model.Question, by string, c *ctl.Checker) (a model.Answer, err error) {
	s := x.space
	if q.LTL != nil {
		return x.answerRun(ctx, q, c)
	}
	if q.Kind == model.Truth {
		f := x.Formula(q)
		o := symbolic.WitnessOptions{Limits: x.bounds(), Work: x.work, None: !q.Trace, BySets: x.BySets}
		a.Verdict, err = s.Verdict(ctx, c, f, o)
		return a, err
	}
	var n *big.Int
	var wrong error
	a.Bound = model.Complete
	limit := x.guard(ctx, func() {
		switch q.Kind {
		case model.Bound:
			var most int64
			if most, wrong = s.Bound(q.Sum); wrong == nil {
				least := most
				if !s.Complete {
					most = petri.Omega
				}
				x.Narrow(q, least, most, by)
			}
		case model.States, model.Firings, model.MostInPlace, model.MostInMarking:
			if s.Complete {
				n = count(s, q.Kind)
			}
		default:
			a.Result = covers.GlobalProperty(s, q.Kind)
		}
	})
	if why := errors.Join(limit, wrong); why != nil {
		a = model.Answer{Verdict: model.Verdict{Reason: why.Error(), Stopped: why}}
	}
	if n != nil {
		a.Result, a.Number = model.Holds, n
	}
	return a, nil
}

// count returns the number of a complete space that is asked for.
func count(s *symbolic.Space, k model.Kind) *big.Int {
	switch k {
	case model.States:
		return s.States()
	case model.Firings:
		return s.Firings()
	case model.MostInPlace:
		return big.NewInt(s.MaxInPlace())
	}
	return s.MaxTokens()
}
