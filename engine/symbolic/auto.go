package symbolic

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"brim/engine/symbolic/race"
	"brim/internal/watch"
	"brim/mdd"
	"brim/petri"
)

// An AutoSearch is two searches side by side: for all markings, as Explore has them, and in rounds, as Rounds has them.
// They take turns by the work that they have done: when one of them decides, the other has done at most twice as much,
// and its share. Each has an account of its memory: if one has to end for lack of memory, the other goes on.
//
//	auto, err := symbolic.NewAuto(ctx, net, symbolic.Options{}, symbolic.RoundOptions{})
//	…
//	defer auto.Close()
//	for auto.More() {
//		space, err := auto.Next(ctx)
//		…
//		verdict, err := space.Verdict(ctx, space.Checker(paths), formula, symbolic.WitnessOptions{Work: auto.Work()})
//		…
//	}
//
// Questions count as work, too. A space whose questions were not answered within their share comes again with a larger
// share, or gives way to the next round.
type AutoSearch struct {
	all       *race.Explorer
	whole     *Space // all markings, when they are found
	rounds    *Rounds
	tasks     []*task // those that no limit has ended: for all markings, in rounds
	headStart []int64 // by task, in units of work
	weight    []int64 // by task: the more, the more it may do
	now       int     // the task whose turn it is
	until     int64   // the work at which its turn ends
	last      *Space  // the last space of a round, or the whole
	work      int64
	done      bool
	start     time.Time

	questions int64 // that are asked of each space
	accounts  []*watch.Account
	late      bool // rounds wait for the search for all markings, and end with it
}

// Shares of work, in units of dd.Limits.Work. The search for all markings goes first, with a few milliseconds, and
// more for large nets: where it is the better way, it is often by orders of magnitude, and done then. Rounds have a
// head start of a few tenths of a second; of several questions all markings have that.
const (
	allShare       = 10_000
	allSharePerArc = 8
	roundsShare    = 2_000_000
)

// autoBound is the steps of the first round if the options name none: fewer than elsewhere, since the other search may
// be done soon.
const autoBound = 10

// wholeWeight is the weight of the search for all markings where several questions are asked, or rounds are late: each
// question costs work in each round, and all markings answer all of them. Once they are found, there are no more rounds
// then.
const wholeWeight = 8

// NewAuto prepares to explore net for a number of questions. Each round is as many steps deeper than the last one as
// the options say, or by a quarter. A net that is found to be unbounded ends in an *UnboundedError: see Parts.
func NewAuto(ctx context.Context, net *petri.Net, o race.Options, r RoundOptions, questions int) (*AutoSearch, error) {
	all, err := race.Prepare(ctx, net, o)
	if err != nil {
		return nil, err
	}
	r.Strategy = Cont
	r.Bound = cmp.Or(r.Bound, autoBound)
	rounds, err := NewRounds(net, o, r)
	if err != nil {
		return nil, err
	}
	a := &AutoSearch{start: time.Now(), all: all, rounds: rounds, weight: []int64{1, 1},
		headStart: []int64{allShare + allSharePerArc*int64(net.ArcCount()), roundsShare}}
	a.late = questions > 1 || r.Late
	if a.questions = int64(max(questions, 1)); a.late {
		a.weight[0] = wholeWeight
		a.headStart = []int64{2 * roundsShare, roundsShare / wholeWeight}
	}
	a.tasks = []*task{newTask(ctx, a.workOfAll, a.exploreAll), newTask(ctx, rounds.work, a.deepen)}
	for _, t := range a.tasks {
		t.hurried = a.isTold
	}
	a.tasks[0].free, a.tasks[1].free = a.freeWhole, a.freeRounds
	a.accounts = []*watch.Account{a.tasks[0].account, a.tasks[1].account}
	return a, nil
}

// freeWhole gives the memory of all markings back.
func (a *AutoSearch) freeWhole() {
	if a.whole != nil {
		if a.last == a.whole {
			a.last = nil
		}
		a.whole.Close()
		a.whole = nil
	}
}

// freeRounds gives the memory of the rounds back, that of their spaces included.
func (a *AutoSearch) freeRounds() {
	if a.last != a.whole {
		a.last = nil
	}
	a.rounds.Close()
}

// exploreAll is the task for all markings.
func (a *AutoSearch) exploreAll(ctx context.Context, tick func(), yield func(*Space, error) bool) {
	a.all.Turn(ctx, tick)
	var s *Space
	found, err := a.all.Explore()
	if err == nil {
		s = newSpace(found)
		a.whole = s
	} else if found != nil {
		found.Close()
	}
	for ctx.Err() == nil && yield(s, err) && err == nil {
	}
}

func (a *AutoSearch) workOfAll() int64 {
	work := a.all.Work()
	if a.whole != nil {
		work += a.whole.Model.Forest.Stats().Work - a.whole.Stats.Work
	}
	return work
}

// deepen is the task in rounds.
func (a *AutoSearch) deepen(ctx context.Context, tick func(), yield func(*Space, error) bool) {
	a.rounds.tick = tick
	for {
		s, err := a.rounds.Next(ctx)
		if err != nil {
			s = nil
		}
		a.rounds.r.Step = max(a.rounds.r.Step, a.rounds.bound/4)
		for again := true; again; again = s.Complete {
			if ctx.Err() != nil || !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// More reports whether Next may find more: the last space was not complete, or its questions had only a share of work.
func (a *AutoSearch) More() bool { return !a.done && len(a.tasks) > 0 }

// Work returns how much work each question about the last space may take, in units of dd.Limits.Work. 0 is no limit.
func (a *AutoSearch) Work() int64 { return a.work }

// Done returns what the rounds so far took and found.
func (a *AutoSearch) Done() []Round { return a.rounds.Done() }

// Next explores until there is a space to ask: all markings, or those of a round. It is valid until Close. If limits
// end both searches, or ctx is done, Next returns a *Stopped error and the last space, which may be nil, and nothing
// more can be found.
func (a *AutoSearch) Next(ctx context.Context) (*Space, error) {
	if !a.More() {
		return nil, errors.New("the search has ended")
	}
	for {
		if ctx.Err() != nil { // the last space would come again and again: questions do no work then
			a.end()
			return a.last, a.ended(ctx)
		}
		if err := a.endTold(); err != nil {
			return a.last, err
		}
		t := a.turn()
		s, err := t.turn(ctx, a.until)
		switch {
		case s != nil:
			a.last, a.work = s, 0
			if s.Complete && a.late && a.now == 0 && len(a.tasks) > 1 {
				a.tasks[1].end()
				a.remove(1)
			}
			if len(a.tasks) > 1 {
				a.work = max(a.until-t.work(), a.headStart[a.now]) / a.questions
			}
			a.done = s.Complete && a.work == 0
			return s, nil
		case ctx.Err() != nil:
			a.end()
			return a.last, a.ended(ctx)
		case err != nil:
			a.remove(a.now)
			var limit *race.Stopped
			if len(a.tasks) == 0 || !errors.As(err, &limit) {
				a.end()
				return a.last, err
			}
			if limit.Err.Kind == "memory" {
				t.end() // the other one needs it
			}
		}
	}
}

// endTold ends the tasks whose accounts were told to end, and gives their memory back. The error says that none is
// left.
func (a *AutoSearch) endTold() error {
	for i := len(a.tasks) - 1; i >= 0; i-- {
		if t := a.tasks[i]; t.account.Told() {
			t.end()
			a.remove(i)
		}
	}
	if len(a.tasks) == 0 {
		return &race.Stopped{Err: &mdd.LimitError{Kind: "memory"}}
	}
	return nil
}

// isTold reports whether some task was told to end.
func (a *AutoSearch) isTold() bool {
	return slices.ContainsFunc(a.tasks, func(t *task) bool { return t.account.Told() })
}

// remove takes task i out of the search.
func (a *AutoSearch) remove(i int) {
	a.tasks, a.headStart = slices.Delete(a.tasks, i, i+1), slices.Delete(a.headStart, i, i+1)
	a.weight = slices.Delete(a.weight, i, i+1)
}

// ended returns the error of a ctx that is done.
func (a *AutoSearch) ended(ctx context.Context) error {
	kind := "canceled"
	if ctx.Err() == context.DeadlineExceeded {
		kind = "time"
	}
	return &race.Stopped{Err: &mdd.LimitError{Kind: kind, At: int64(time.Since(a.start)), Err: ctx.Err()}}
}

// turn returns the task whose turn it is: the last one until its turn ends, then the one that has done the least.
func (a *AutoSearch) turn() *task {
	switch {
	case len(a.tasks) == 1:
		a.now, a.until = 0, math.MaxInt64
	case a.tasks[a.now].work() >= a.until:
		first, second := a.tasks[0].work()/a.weight[0], a.tasks[1].work()/a.weight[1]
		if a.now = 0; first > second {
			a.now, second = 1, first
		}
		a.until = 2*second*a.weight[a.now] + a.headStart[a.now]
	}
	return a.tasks[a.now]
}

// end stops the tasks.
func (a *AutoSearch) end() {
	for _, t := range a.tasks {
		t.stop()
	}
	a.tasks = nil
}

// Close gives the memory of the diagrams back.
func (a *AutoSearch) Close() {
	a.end()
	a.freeWhole()
	a.freeRounds()
	for _, account := range a.accounts {
		account.Close()
	}
}
