package explore

import (
	"context"
	"encoding/binary"
	"math/big"

	"brim/engine/kripke"
	"brim/engine/ticks"
)

// State spaces of nets with time, explored state by state.

// A TimedCount is what the states of a net with time, when all were found, tell of its markings.
type TimedCount struct {
	Markings             int
	Deadlocks, Timelocks Quiet
}

// chains are where the units of time lead that pass in states in which nothing fires. They follow an exploration.
type chains struct {
	ticks *ticks.Model
	next  []int32 // by state: where a unit of time leads, fires, or stops
}

// Values of chains.next.
const (
	stops = -1 // neither can a transition fire nor does time pass
	fires = -2 // a transition can fire
)

// Expanded notes what a state leads to. A unit of time leads to one state at most.
func (c *chains) Expanded(state int, out *kripke.Successors, to []uint32) {
	at := int32(stops)
	for i := range out.Len() {
		if c.ticks.Transitions[out.Label(i)] != ticks.Tick {
			at = fires
			break
		}
		at = int32(to[i])
	}
	c.next = append(c.next, at)
}

func (*chains) Look(*kripke.Exploration) error { return nil }

// Bytes is what the chains take.
func (c *chains) Bytes() int64 { return 4 * int64(cap(c.next)) }

// pollEvery is after how many states it is looked whether the context has ended.
const pollEvery = 1 << 12

// count counts the markings of all states, and those after which nothing fires. It returns nil if ctx ends before.
func (c *chains) count(ctx context.Context, x kripke.Numbers, states *kripke.Table) *TimedCount {
	all, dead, stopped := map[string]bool{}, map[string]bool{}, map[string]bool{}
	deadlocks, timelocks := 0, 0
	ends := c.ends()
	values, key := make([]int64, x.Size()), []byte{}
	for i := range states.Len() {
		if i%pollEvery == 0 && ctx.Err() != nil {
			return nil
		}
		x.Marking(values, states.State(i))
		key = key[:0]
		for _, tokens := range c.ticks.Marking(narrow(values)) {
			key = binary.AppendUvarint(key, uint64(tokens))
		}
		all[string(key)] = true
		if ends[i] == fires {
			continue
		}
		deadlocks++
		dead[string(key)] = true
		if ends[i] == stops {
			timelocks++
			stopped[string(key)] = true
		}
	}
	quiet := func(states int, markings map[string]bool) Quiet {
		return Quiet{big.NewInt(int64(states)), big.NewInt(int64(len(markings)))}
	}
	return &TimedCount{len(all), quiet(deadlocks, dead), quiet(timelocks, stopped)}
}

// ends returns for each state what waiting leads to: fires, stops, or goes on for ever, which is any other number.
func (c *chains) ends() []int32 {
	const (
		unknown = 0
		forever = 1
		passing = 2
	)
	list := make([]int32, len(c.next))
	for i := range list {
		at := int32(i)
		for list[at] == unknown && c.next[at] >= 0 {
			list[at], at = passing, c.next[at]
		}
		end := list[at]
		switch {
		case end == passing:
			end = forever
		case end == unknown:
			end = c.next[at]
		}
		list[at] = end
		for at = int32(i); list[at] == passing; at = c.next[at] {
			list[at] = end
		}
	}
	return list
}

func narrow(values []int64) []int {
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = int(v)
	}
	return list
}
