package race

import (
	"math"

	"brim/petri/order"
)

// A racer is one order in a race.
type racer struct {
	d     order.Decomposition
	run   *exploration // nil before its share pays for the encoding, and while it is parked
	spent int64        // the work of its last run when it was parked
	// after work of firstMark, firstMark·markGrowth, …: the binary logarithm of the number of markings
	found []float64
	next  float64 // the work of the next mark

	// the work at which it should have found as much as the leader, for which it got more work; 0 means no promise
	promise float64
	broken  int // promises that it did not keep
}

const (
	firstMark  = 5_000 // work of the first mark
	markGrowth = 1.75  // of the work from mark to mark
	longBehind = 6     // marks
	longStuck  = 1     // marks
	slowly     = 3     // marks that tell that a leader is slow
	trend      = 5     // marks that tell how fast a racer goes
	lately     = 2     // marks that tell that it slows down
	loss       = 16    // of trust: a racer that breaks a promise has to gain that many times as fast
)

// mark notes how far the racer has come, if that is due.
func (o *racer) mark() {
	if work := float64(o.run.work()); work >= o.next {
		found := o.run.model.Moves.Found()
		for ; work >= o.next; o.next *= markGrowth {
			o.found = append(o.found, found)
		}
	}
}

// work returns the work of the racer, 0 while it has no run.
func (o *racer) work() int64 {
	if o.run == nil {
		return 0
	}
	return o.run.work()
}

// ahead reports whether o had found more than p at the last mark that both have passed.
func (o *racer) ahead(p *racer) bool {
	last := min(len(o.found), len(p.found)) - 1
	return last >= 0 && o.found[last] > p.found[last]
}

// behind reports whether o had found less than p at each of the last marks that both have passed.
func (o *racer) behind(p *racer) bool {
	last := min(len(o.found), len(p.found))
	for i := last - longBehind; i < last; i++ {
		if i < 0 || o.found[i] >= p.found[i] {
			return false
		}
	}
	return true
}

// stuck reports whether o has found nothing new since the last marks.
func (o *racer) stuck() bool {
	last := len(o.found) - 1
	return last >= longStuck && o.found[last] == o.found[last-longStuck]
}

// slow reports whether what o has found grew by less than its work lately: each unit of work brings less than one
// before.
func (o *racer) slow() bool {
	last := len(o.found) - 1
	return last >= slowly && o.found[last]-o.found[last-slowly] < slowly*math.Log2(markGrowth)
}

// crossing returns the work at which o would have found as much as p, if both find as much from mark to mark as they
// did in their last marks; as far as p has come it is known. +Inf means never, or that it cannot be told: there are few
// marks, or o slows down and found less than half as much lately.
func (o *racer) crossing(p *racer) float64 {
	last := len(o.found) - 1
	if last < trend || len(p.found) <= trend {
		return math.Inf(1)
	}
	found, pace := o.found[last], o.pace()
	if found < p.found[min(last, len(p.found)-1)] && found-o.found[last-lately] < pace*lately/2 {
		return math.Inf(1)
	}
	for m := last; m < len(p.found); m++ {
		if found >= p.found[m] {
			return workAt(float64(m))
		}
		found += pace
	}
	end := len(p.found) - 1
	gap := p.found[end] - (found - pace) // at the last mark of p
	if pace <= p.pace() {
		return math.Inf(1)
	}
	return workAt(float64(end) + gap/(pace-p.pace()))
}

// workAt returns the work of a mark, or between two marks.
func workAt(mark float64) float64 { return firstMark * math.Pow(markGrowth, mark) }

// pace returns how much o found from mark to mark, in the last ones.
func (o *racer) pace() float64 {
	last := len(o.found) - 1
	return (o.found[last] - o.found[last-trend]) / trend
}

// settle looks whether o kept its promise to find as much as p.
func (o *racer) settle(p *racer) {
	last := min(len(o.found), len(p.found)) - 1
	if o.promise == 0 || last < 0 || workAt(float64(last+1)) <= o.promise {
		return
	}
	if o.promise = 0; o.found[last] < p.found[last] {
		o.broken++
	}
}

// distrust returns the factor by which the promises of o are taken to be late.
func (o *racer) distrust() float64 { return math.Pow(loss, float64(o.broken)) }
