package compare

import (
	"brim/bench"
	"time"
)

// How busy the machine was on both sides of a comparison.

// crowded returns how many runs of a side began while more programs were at work than the machine has cores.
func (s *Side) crowded() int { return bench.Count(s.Records, (*bench.Record).Crowded) }

// busy reports whether that was so in more than a tenth of the runs of a side. Then what else the machine did moves the
// times of all cells together, which no test over cells can tell from a difference: sweeps of one build, one after the
// other, differ by up to a fifth in CPU time then, and by more than a factor of two by the clock.
func (r *Result) busy() bool {
	return 10*r.A.crowded() > len(r.A.Records) || 10*r.B.crowded() > len(r.B.Records)
}

// byTurns reports whether the runs of nine of ten pairs followed each other at once: the first of B that is the nearest
// to one of A begins within ten times what both took, and ten seconds. Then what else the machine did met both.
func (r *Result) byTurns() bool {
	late := 0
	for i := range r.Pairs {
		a, b := r.Pairs[i].A.Runs(), r.Pairs[i].B.Runs()
		for _, x := range a {
			gap, allowed := time.Duration(1<<62), 0.0
			for _, y := range b {
				if d := y.Began.Sub(x.Began).Abs(); d < gap {
					gap, allowed = d, 10*(x.Wall+y.Wall)+10
				}
			}
			if gap.Seconds() > allowed {
				late++
				break
			}
		}
	}
	return 10*late <= len(r.Pairs)
}
