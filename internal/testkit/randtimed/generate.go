// Package randtimed makes random time Petri nets and timed-arc nets, for tests.
package randtimed

import (
	"math/rand/v2"

	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randnet"
	"brim/petri/extended"
	"brim/petri/timed"
)

// A Config says what nets Generate and GenerateArcs make.
type Config struct {
	Net     randextended.Config // what they are made from
	Longest int64               // the largest constant of an interval; 0 means 4
	Closed  bool                // no open ends
}

// Small returns nets with few states: explicit exploration takes a millisecond or less for most of them.
func Small() Config {
	return Config{Net: randextended.Config{Net: randnet.Config{States: 12, Blocks: 2, Transitions: 4, Tokens: 2,
		Weight: 2}}}
}

func (c Config) longest() int64 {
	if c.Longest == 0 {
		return 4
	}
	return c.Longest
}

// Generate returns a random time Petri net: one of randextended with intervals, of which some are that of all times.
// The state of rng determines it.
func Generate(rng *rand.Rand, c Config) *timed.Net {
	n := &timed.Net{Net: randextended.Generate(rng, c.Net), Weak: rng.IntN(4) == 0,
		Memory: timed.Memory(rng.IntN(3) / 2)}
	for range n.Transitions {
		n.Intervals = append(n.Intervals, c.interval(rng))
	}
	return n
}

// interval draws an interval in which there is a real number, not always an integer.
func (c Config) interval(rng *rand.Rand) timed.Interval {
	if rng.IntN(5) == 0 {
		return timed.Always()
	}
	i := timed.Interval{Low: rng.Int64N(c.longest() + 1)}
	i.High = i.Low + rng.Int64N(c.longest()-i.Low+1)
	if rng.IntN(4) == 0 {
		i.High = timed.Infinite
	}
	if !c.Closed && rng.IntN(3) == 0 && i.High != i.Low {
		i.LowOpen, i.HighOpen = rng.IntN(2) == 0, rng.IntN(2) == 0
	}
	return i
}

// GenerateArcs returns a random timed-arc net: one of randnet in which some input arcs with an output arc of the same
// weight are a transport arc, with ages, invariants and urgent transitions. The state of rng determines it.
func GenerateArcs(rng *rand.Rand, c Config) *timed.ArcNet {
	untimed := extended.Of(randnet.Generate(rng, c.Net.Net))
	n := &timed.ArcNet{Net: untimed}
	for range n.Transitions {
		n.Urgent = append(n.Urgent, rng.IntN(8) == 0)
	}
	ages := func(transition int) timed.Interval {
		if n.Urgent[transition] {
			return timed.Always()
		}
		return c.interval(rng)
	}
	arcs := untimed.Arcs
	untimed.Arcs = nil
	moved := make([]bool, len(arcs))
	for i, a := range arcs {
		if moved[i] {
			continue
		}
		at := timed.Always()
		if a.Kind == extended.Input {
			if j := partner(arcs, moved, i); j >= 0 && rng.IntN(2) == 0 {
				moved[j] = true
				n.Transports = append(n.Transports, timed.Transport{
					From: a.Place, Transition: a.Transition, To: arcs[j].Place, Weight: a.Weight,
					Ages: ages(a.Transition),
				})
				continue
			}
			at = ages(a.Transition)
		}
		untimed.Arcs, n.Ages = append(untimed.Arcs, a), append(n.Ages, at)
	}
	for range n.Places {
		b := timed.Bound{Most: timed.Infinite}
		if rng.IntN(3) == 0 {
			b = timed.Bound{Most: rng.Int64N(c.longest() + 1)}
			b.Open = !c.Closed && b.Most > 0 && rng.IntN(4) == 0
		}
		n.Invariants = append(n.Invariants, b)
	}
	return n
}

// partner returns an output arc after input arc i of the same transition and weight that is no part of a transport arc,
// or -1.
func partner(arcs []extended.Arc, moved []bool, i int) int {
	for j := i + 1; j < len(arcs); j++ {
		a := arcs[j]
		if !moved[j] && a.Kind == extended.Output && a.Transition == arcs[i].Transition && a.Weight == arcs[i].Weight {
			return j
		}
	}
	return -1
}
