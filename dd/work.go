package dd

import "math"

// Work is the clock of a store: a measure of the time that operations took which does not depend on the machine and its
// load.
//
// The number of lookups alone would be a bad measure: a lookup takes 12 ns where large nodes are built of a few
// results, and 1.2 µs where small ones are filled arc by arc. So work counts hits, misses with all the work that a miss
// causes, and words of nodes under construction. By this count 94 runs of saturation, those of all candidate orders of
// 17 nets, took between 20 and 70 ns a unit; by lookups between 11 and 670 ns.
const (
	workUnit = 8  // parts in a unit of Stats.Work and Limits.Work
	hitWork  = 2  // of a lookup that finds a result
	missWork = 32 // of one that does not: the result has to be computed and remembered
	wordWork = 1  // of a word that the work stack grows by
)

// workAfter returns the value of s.work when the given units more are done.
func (s *Store) workAfter(units int64) int64 {
	if units > (math.MaxInt64-s.work)/workUnit {
		return math.MaxInt64
	}
	return s.work + units*workUnit
}

// Spend counts n results that an operation computes and remembers by itself as misses of the computed table. Limits end
// an operation here, too.
func (s *Store) Spend(n int) {
	s.work += int64(n) * missWork
	if s.untilPoll -= n; s.untilPoll <= 0 || s.work > s.stopAt {
		s.poll()
	}
}
