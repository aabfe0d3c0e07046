package race

import (
	"errors"
	"slices"

	"brim/mdd"
)

// The memory of a race: which racers give theirs back, and how a limit is shared.

const (
	parkFrom  = 1_000_000 // work of the leader from which on those rest without memory that have overdrawn
	overdrawn = 2         // times the work that is due to them now
	parkAll   = 4_000_000 // work of the leader from which on all do that have little to do
	parkedFor = 3         // times the work of its last run is what a parked racer needs to begin again
)

// park frees the memory of racers that have little to do, which are the last ones and those far behind. They begin
// again when their share allows much more work than they have done. At first only racers that have done far more than
// their share are parked: the others go on soon, and their memory costs less than repeating their work.
func (r *race) park() {
	for rank, o := range r.racers {
		idle := rank > chasers || o.behind(r.racers[0])
		if o.run == nil || !idle || slices.Contains(r.soon, o) {
			continue
		}
		if r.lap > parkAll || r.lap > parkFrom && o.run.work() > overdrawn*r.target(rank) {
			o.spent = o.run.work()
			o.run.close()
			o.run = nil
		}
	}
}

// divide shares what is free of the memory limit out to those that take part in a lap. Where the racers fill half of
// it, the last leave the race.
func (r *race) divide(list []turn) []turn {
	limit := r.x.o.Memory
	if limit == 0 {
		return list
	}
	for used := int64(0); ; used = 0 {
		for _, o := range r.racers {
			if o.run != nil {
				used += o.run.bytes()
			}
		}
		last := len(r.racers) - 1
		if last == 0 || used <= limit/2 {
			for i := range list {
				if list[i].room = (limit - used) / int64(len(list)); list[i].run != nil {
					list[i].room += list[i].run.bytes()
				}
			}
			return list
		}
		gone := r.racers[last]
		list = slices.DeleteFunc(list, func(t turn) bool { return t.racer == gone })
		r.drop(last)
	}
}

// outOfRoom reports whether an exploration ended because its diagrams grew too large.
func outOfRoom(err error) bool {
	var limit *mdd.LimitError
	return errors.As(err, &limit) && (limit.Kind == "memory" || limit.Kind == "nodes")
}
