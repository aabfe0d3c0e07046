package race

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"brim/petri/order"
)

// A race is between explorations of one net under different orders. It goes on in laps. In each lap the leader gets
// a quarter more work than it has had, and the others get shares of that, less for each rank. Then they are ranked
// anew: of two racers the one comes first that had found more markings when both had done the same work. So an order
// that was ranked badly rises as soon as its small share shows that it is better, and what all others do is a small
// multiple of what the leader does.
//
// Those that started badly and gain on the leader get more: going on as in their last marks, they would soon have
// found as much (see racer.crossing). While the leader is slow (see racer.slow), they get much more and are believed
// sooner, and new orders enter earlier.
//
// The first to finish wins. All count work, not time, and a lap ends for all before anything is decided, so the
// winner does not depend on the number of cores.
type race struct {
	x      *Explorer
	racers []*racer // the one in the lead first
	lap    int64    // the work of the one in the lead when the lap is over
	pace   float64  // the part of the last lap that was run
	soon   []*racer // those that gain on the leader and get more for it, the soonest first
}

const (
	raceWork   = 30_000  // of each racer in any case, 1 ms, or as much as its encoding; when the lap is long enough
	longEnough = 40      // times that work
	slowFrom   = 200_000 // work of the leader from which on it matters that it is slow
	slowEnough = 4       // in place of longEnough, while the leader is slow
	raceGrowth = 1.25    // of the work from lap to lap
	nearShare  = 0.3     // of a racer's work is what the next one by rank gets
	farShare   = 0.1     // instead, where that one has been behind for long
	stuckShare = 0.3     // of the leader's work is what the chasers get while it finds nothing new
	chasers    = 2       // by rank, after the leader
	soonShare  = 0.15    // of the leader's work is what each of those gets that gain on it
	mostSoon   = 3       // of them
	soonWithin = 0.5     // of the leader's work is where they would have found as much
	slowNear   = 0.35    // in place of nearShare, while the leader is slow
	slowShare  = 0.5     // in place of soonShare, while the leader is slow
	slowWithin = 1.0     // in place of soonWithin, while the leader is slow
	leastShare = 0.005   // of the leader's work is what each racer gets at least
)

// add lets the racers of more orders in, behind the others, but for those that are there already.
func (r *race) add(list []order.Decomposition) {
	for _, d := range list {
		if !slices.ContainsFunc(r.racers, func(o *racer) bool { return o.d.Equal(d) }) {
			r.racers = append(r.racers, &racer{d: d, next: firstMark})
		}
	}
}

// orders returns the orders in the race, the one in the lead first.
func (r *race) orders() (list []order.Decomposition) {
	for _, o := range r.racers {
		list = append(list, o.d)
	}
	return list
}

// only leaves the racers of the list in the race, in its order.
func (r *race) only(list []order.Decomposition) {
	var chosen []*racer
	for _, d := range list {
		if i := slices.IndexFunc(r.racers, func(o *racer) bool { return o.d.Equal(d) }); i >= 0 &&
			!slices.Contains(chosen, r.racers[i]) {
			chosen = append(chosen, r.racers[i])
		}
	}
	for i := len(r.racers) - 1; i >= 0; i-- {
		if !slices.Contains(chosen, r.racers[i]) {
			r.drop(i)
		}
	}
	r.racers = chosen
}

// lead leaves d alone in the race.
func (r *race) lead(d order.Decomposition) {
	list := []order.Decomposition{d}
	r.add(list)
	r.only(list)
}

// challenge lets d in, next to the one in the lead.
func (r *race) challenge(d order.Decomposition) {
	r.racers = slices.DeleteFunc(r.racers, func(o *racer) bool { return o.run == nil && o.d.Equal(d) })
	if !slices.ContainsFunc(r.racers, func(o *racer) bool { return o.d.Equal(d) }) {
		r.racers = slices.Insert(r.racers, 1, &racer{d: d, next: firstMark})
	}
}

// target returns the work of the racer with the given rank when the lap is over. One that has risen catches up by
// doubling, so that a moment of luck costs little.
func (r *race) target(rank int) int64 {
	setup, enough := setupWork(r.x.net), int64(longEnough)
	if r.slow() {
		enough = slowEnough
	}
	first := min(max(raceWork, setup), r.lap/enough)
	work := first + int64(r.share(rank)*float64(r.lap))
	if o := r.racers[rank]; o.run != nil {
		work = min(work, max(first, raceWork, 2*o.run.work()))
	} else if o.spent > 0 {
		work = min(work, parkedFor*o.spent)
	}
	if rank == 0 && len(r.racers) == 1 {
		work = r.lap
	}
	return min(r.lap, work)
}

// share returns the part of the leader's work that is for the racer with the given rank. While the leader finds
// nothing new, the chasers get more, but a parked racer does not begin again for that: near the end every leader finds
// nothing new. Each racer gets a little, so that no order is given up for what it did in the first moments.
func (r *race) share(rank int) float64 {
	least := leastShare
	switch {
	case rank == 0:
		return 1
	case rank <= chasers && r.racers[rank].run != nil && r.racers[0].stuck():
		return stuckShare
	case slices.Contains(r.soon, r.racers[rank]) && r.slow():
		least = slowShare
	case slices.Contains(r.soon, r.racers[rank]):
		least = soonShare
	}
	near := nearShare
	if r.slow() {
		near = slowNear
	}
	share := 1.0
	for i := 1; i <= rank; i++ {
		if r.racers[i].behind(r.racers[i-1]) {
			share *= farShare
		} else {
			share *= near
		}
	}
	return max(share, least)
}

// slow reports whether the leader is slow, and the race is long enough for that to matter.
func (r *race) slow() bool { return r.lap >= slowFrom && r.racers[0].slow() }

// findSoon finds those that gain on the leader. Who did so before and was not ahead when it should have been has to
// promise more each time. A slow leader gives way to the first that is ahead of it: by rank that one may have to pass
// others first that have done too little for a comparison.
func (r *race) findSoon() {
	leader, within := r.racers[0], soonWithin
	if r.slow() {
		within = slowWithin
	}
	at := map[*racer]float64{}
	r.soon = nil
	for _, o := range r.racers[1:] {
		o.settle(leader)
		at[o] = o.crossing(leader)
		if o.distrust()*at[o] <= within*float64(r.lap) {
			r.soon = append(r.soon, o)
		}
	}
	slices.SortStableFunc(r.soon, func(a, b *racer) int { return cmp.Compare(a.distrust()*at[a], b.distrust()*at[b]) })
	r.soon = r.soon[:min(mostSoon, len(r.soon))]
	if i := slices.IndexFunc(r.soon, func(o *racer) bool { return o.ahead(leader) }); i >= 0 && r.slow() {
		o := r.soon[i]
		r.soon = slices.Delete(r.soon, i, i+1)
		r.racers = slices.Insert(slices.DeleteFunc(r.racers, func(p *racer) bool { return p == o }), 0, o)
	}
	for _, o := range r.soon {
		if o.promise == 0 {
			o.promise = at[o]
		}
	}
}

// A turn is a racer's part of a lap.
type turn struct {
	*racer
	from, to int64
	room     int64 // see exploration
	err      error
}

// done returns how much of the turn is done, from 0 to 1.
func (t *turn) done() float64 { return float64(t.run.work()-t.from) / float64(max(1, t.to-t.from)) }

// runLap runs one lap and returns the racer that finished or that a limit ended, nil if all of them rest. An error is
// one of the encoding.
func (r *race) runLap() (winner *racer, err error) {
	turns := r.turns()
	var first atomic.Uint64 // the least part of a turn that was needed to finish, as bits
	first.Store(math.Float64bits(1))
	r.x.each(len(turns), func(i int) {
		t := &turns[i]
		if t.run == nil {
			if t.run, t.err = r.x.begin(r.x.ctx, r.x.net, t.d, r.x.limits()); t.err != nil {
				return
			}
			r.x.enter(t.run)
		}
		t.run.leads, t.run.until, t.run.room = i == 0, t.to, t.room
		t.run.rests = func() bool {
			t.mark()
			return t.done() > math.Float64frombits(first.Load()) || r.x.choice.Err() != nil || t.run.crowded()
		}
		if t.run.rests() {
			return
		}
		t.run.run()
		if !t.run.ended || t.run.err != nil {
			return
		}
		for now := math.Float64bits(t.done()); ; {
			if old := first.Load(); now >= old || first.CompareAndSwap(old, now) {
				return
			}
		}
	})
	for i := range turns {
		if turns[i].err != nil {
			return nil, turns[i].err
		}
	}
	return r.judge(turns)
}

// turns returns the turns of the next lap, of those racers that take part.
func (r *race) turns() (list []turn) {
	for i, o := range r.racers {
		t := turn{racer: o, to: r.target(i)}
		switch {
		case o.run != nil:
			t.from = o.run.work()
		case t.to < max(setupWork(r.x.net), parkedFor*o.spent) && len(list) > 0:
			continue
		case o.spent == 0:
			r.x.tried++
		default: // it begins again
			o.found, o.next = nil, firstMark
		}
		if t.from < t.to {
			list = append(list, t)
		}
	}
	return r.divide(list)
}

// judge evaluates a lap that is over. It returns the racer that finished with the least work, or one that failed; it
// removes those that ran out of memory. If none finished, it ranks the racers anew and returns nil.
func (r *race) judge(turns []turn) (*racer, error) {
	var best *turn
	for i := range turns {
		t := &turns[i]
		switch {
		case !t.run.ended:
		case t.run.err == nil:
			if best == nil || t.done() < best.done() {
				best = t
			}
		case outOfRoom(t.run.err) && len(r.racers) > 1: // another order may fit
			r.drop(slices.Index(r.racers, t.racer))
		default:
			return t.racer, nil
		}
	}
	if best == nil {
		r.pace = 1
		r.part()
		r.rank()
		r.findSoon()
		r.park()
		return nil, nil
	}
	r.pace = best.done()
	// how far the others came in this lap depends on the number of cores; they count as if all had gone at the same
	// pace
	for i := range turns {
		t := &turns[i]
		t.run.charge = t.from + int64(r.pace*float64(t.to-t.from))
	}
	return best.racer, nil
}

// rank lets each racer pass those before it that it is ahead of.
func (r *race) rank() {
	for i := len(r.racers) - 1; i > 0; i-- {
		if r.racers[i].ahead(r.racers[i-1]) {
			r.racers[i], r.racers[i-1] = r.racers[i-1], r.racers[i]
		}
	}
}

// part takes those out of the race whose components are crowded and who rest for it, as long as another racer is left.
func (r *race) part() {
	for i := len(r.racers) - 1; i >= 0 && len(r.racers) > 1; i-- {
		if o := r.racers[i]; o.run != nil && o.run.crowded() {
			r.drop(i)
		}
	}
}

// drop takes the racer at a rank out of the race.
func (r *race) drop(rank int) {
	if o := r.racers[rank]; o.run != nil {
		o.run.close()
	}
	r.racers = slices.Delete(r.racers, rank, rank+1)
}
