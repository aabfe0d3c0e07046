package dd

import "math"

// Work is the clock of a store: it tells the time that operations took, whatever the machine and its load.
//
// A question to the computed table takes 12 ns where large nodes are built of a few results and 1.2 µs where small
// ones are filled arc by arc, so what is counted are hits, misses with all that follows from one, and the words of
// nodes under construction. In these parts of a unit 94 runs of saturation, those of all candidate orders of 17
// nets, took between 20 and 70 ns a unit, where a question took between 11 and 670.
const (
	workUnit = 8  // parts in a unit of Stats.Work and Limits.Work
	hitWork  = 2  // of a question that the computed table answers
	missWork = 32 // of one that it does not answer: the result has to be made, and remembered
	wordWork = 1  // of a word that the work stack grows by
)

// workAfter returns the value of s.work when the given units more are done.
func (s *Store) workAfter(units int64) int64 {
	if units > (math.MaxInt64-s.work)/workUnit {
		return math.MaxInt64
	}
	return s.work + units*workUnit
}

// Spend counts n results that an operation makes and remembers by itself as misses of the computed table. Limits end an
// operation here, too.
func (s *Store) Spend(n int) {
	s.work += int64(n) * missWork
	if s.untilPoll -= n; s.untilPoll <= 0 || s.work > s.stopAt {
		s.poll()
	}
}
