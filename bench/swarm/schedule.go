package swarm

import "time"

// The schedule: which job comes next, and how long it may take.

// A Schedule gives out jobs in rounds. In each round every plan has its turn at every question that is open, with
// slices of time twice as long as in the round before: what the rounds before have spent in vain is no more than what
// this one spends. It knows no clock.
type Schedule struct {
	first   time.Duration // the slice of the first round
	entries []*entry
}

// An entry is a plan and the questions that one run of it answers.
type entry struct {
	plan      *Plan
	questions []int // indices
	together  bool  // by brim mcc, all questions at once
	round     int   // of the next job
	running   int   // jobs that were given out and have not come back
}

// newSchedule makes the schedule for n questions. If all may be answered at once, each plan that can do so begins with
// that.
func newSchedule(plans []Plan, n int, together, alone bool, first time.Duration) *Schedule {
	s := &Schedule{first: first}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for i := range plans {
		p := &plans[i]
		if together && p.together() {
			s.entries = append(s.entries, &entry{plan: p, questions: all, together: true})
		}
		if alone {
			for _, q := range all {
				s.entries = append(s.entries, &entry{plan: p, questions: []int{q}})
			}
		}
	}
	return s
}

// next returns the job that is due and its slice, and counts it as running. It is one of the earliest round; one that
// is running already, and would do the same once more, comes behind all others. Entries without an open question, and
// those that wait for an order, are left out; nil says that there is none.
func (s *Schedule) next(open func(question int) bool, learned bool) (e *entry, slice time.Duration) {
	twice := func(x *entry) bool { return x.running > 0 && !x.plan.Seeded }
	for _, x := range s.entries {
		if !x.open(open) || x.plan.Learned && !learned {
			continue
		}
		if e == nil || twice(e) && !twice(x) || twice(e) == twice(x) && x.round < e.round {
			e = x
		}
	}
	if e == nil {
		return nil, 0
	}
	slice = s.first * time.Duration(e.plan.Share) << min(e.round, mostRounds)
	e.round++
	e.running++
	return e, slice
}

// mostRounds bounds the length of slices.
const mostRounds = 20

// open reports whether a question of the entry is open.
func (e *entry) open(open func(question int) bool) bool {
	for _, q := range e.questions {
		if open(q) {
			return true
		}
	}
	return false
}

// back says that a job has come back. One that was not done is to be done again.
func (e *entry) back(done bool) {
	e.running--
	if !done && e.round > 0 {
		e.round--
	}
}

// begun reports whether all jobs of the first round were given out.
func (s *Schedule) begun(open func(question int) bool) bool {
	for _, x := range s.entries {
		if x.round == 0 && !x.plan.Learned && x.open(open) {
			return false
		}
	}
	return true
}
