package order

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// A Probe measures a decomposition, as a rule by one saturation of a small
// sibling of the net. It returns the cost, any number that is better when
// smaller, and true; or false as soon as it knows that the cost exceeds limit.
// It should count work (operations, nodes, arcs), not time, so that results can
// be repeated; and count the peak as well as the final size.
type Probe func(d Decomposition, limit float64) (cost float64, ok bool)

// TuneOptions of Tune. The zero value works.
type TuneOptions struct {
	// Probes is the number of probes at most. Default 600.
	Probes int
	Seed   uint64
	// Stale is the number of probes in a row without a better cost after which
	// the search is shaken, that is moved some random steps away from the best
	// found. Default 8 for each component, between 60 and 200.
	Stale int
	// Shakes is the number of times this may happen before the search ends.
	// Default 20.
	Shakes int
	// Regroup lets moves split a component in two or merge two neighbours.
	Regroup bool
}

func (o TuneOptions) orDefault(components int) TuneOptions {
	if o.Probes <= 0 {
		o.Probes = 600
	}
	if o.Stale <= 0 {
		o.Stale = max(60, min(200, 8*components))
	}
	if o.Shakes <= 0 {
		o.Shakes = 20
	}
	return o
}

// TuneStats says how a search went.
type TuneStats struct {
	Probes   int     // probes made
	GivenUp  int     // of these: ended at the limit
	Repeated int     // proposals that had been probed before
	Better   int     // times the best cost fell
	Shakes   int     // times the search was shaken
	Start    float64 // best cost among the starts
	Best     float64 // cost of the result; +Inf if no probe succeeded
}

// Tune climbs from the best of the starts to a decomposition of low cost: it
// changes the order a little, probes, and keeps what is not worse. It ends with
// ctx, with the number of probes, or when nothing helps any more; the best
// decomposition found is returned in every case, the first start if no probe
// succeeds. Nothing is probed twice.
//
// Same starts, probe and options give the same result, unless ctx ends it.
// It panics if there is no start.
func Tune(ctx context.Context, starts []Decomposition, probe Probe, options TuneOptions) (Decomposition, TuneStats) {
	if len(starts) == 0 {
		panic("order: Tune: no decomposition to start from")
	}
	t := &tuner{
		ctx: ctx, probe: probe, options: options.orDefault(len(starts[0].Levels)),
		rng: rand.New(rand.NewPCG(options.Seed, 1)), seen: map[uint64]bool{},
		best: starts[0], bestCost: math.Inf(1),
	}
	for _, d := range starts {
		if t.over() {
			break
		}
		t.measure(d, t.bestCost)
	}
	t.stats.Start, t.stats.Better = t.bestCost, 0
	if !math.IsInf(t.bestCost, 1) {
		from := t.best.Method
		t.climb()
		if t.stats.Better > 0 {
			t.best.Method = "tuned from " + from
		}
	}
	t.stats.Best = t.bestCost
	return t.best.Clone(), t.stats
}

// A tuner is one search.
type tuner struct {
	ctx     context.Context
	probe   Probe
	options TuneOptions
	rng     *rand.Rand
	seen    map[uint64]bool
	stats   TuneStats

	best     Decomposition
	bestCost float64
}

// over reports whether the search has to end now.
func (t *tuner) over() bool {
	return t.stats.Probes >= t.options.Probes || t.ctx.Err() != nil
}

// measure probes d unless that was done before.
func (t *tuner) measure(d Decomposition, limit float64) (cost float64, ok bool) {
	f := d.fingerprint()
	if t.seen[f] {
		t.stats.Repeated++
		return 0, false
	}
	t.seen[f] = true
	t.stats.Probes++
	cost, ok = t.probe(d, limit)
	if !ok || cost > limit {
		t.stats.GivenUp++
		return 0, false
	}
	if cost < t.bestCost {
		if !math.IsInf(t.bestCost, 1) {
			t.stats.Better++
		}
		t.best, t.bestCost = d, cost
	}
	return cost, true
}

// climb improves the best decomposition until the search is over.
func (t *tuner) climb() {
	current, cost := t.best, t.bestCost
	moves := newMoves(t.rng, t.options.Regroup)
	for stale := 0; !t.over(); {
		if stale >= t.options.Stale {
			if t.stats.Shakes >= t.options.Shakes {
				return
			}
			t.stats.Shakes++
			stale = 0
			if current, cost = t.shake(moves); math.IsInf(cost, 1) {
				current, cost = t.best, t.bestCost
			}
			continue
		}
		levels, kind := moves.propose(current.Levels)
		next := Decomposition{levels, current.Method}
		repeated, better := t.stats.Repeated, t.stats.Better
		c, ok := t.measure(next, cost)
		if t.stats.Repeated > repeated {
			stale++ // else a tiny net would never end
			continue
		}
		moves.learn(kind, ok && c < cost)
		stale++
		if !ok {
			continue
		}
		current, cost = next, c
		if t.stats.Better > better {
			stale = 0
		}
	}
}

// shake returns a decomposition a few steps from the best one and its cost, +Inf
// if that is out of reach.
func (t *tuner) shake(moves *moves) (Decomposition, float64) {
	for range 5 {
		d := t.best
		for range 2 + t.rng.IntN(3) {
			levels, _ := moves.propose(d.Levels)
			d = Decomposition{levels, d.Method}
		}
		if t.over() {
			break
		}
		if cost, ok := t.measure(d, 3*t.bestCost); ok {
			return d, cost
		}
	}
	return t.best, math.Inf(1)
}

// Kinds of moves.
const (
	insertMove = iota // take a component out and put it elsewhere
	swapMove          // exchange two
	blockMove         // take several neighbours out and put them elsewhere
	reverseMove       // turn several neighbours round
	splitMove         // cut a component in two neighbours
	mergeMove         // make one component of two neighbours
	moveKinds
)

// moves proposes changes, more often those of kinds that have helped.
type moves struct {
	rng    *rand.Rand
	weight [moveKinds]float64
}

func newMoves(rng *rand.Rand, regroup bool) *moves {
	m := &moves{rng: rng, weight: [moveKinds]float64{4, 2, 3, 1, 0, 0}}
	if regroup {
		m.weight[splitMove], m.weight[mergeMove] = 0.5, 0.5
	}
	return m
}

// learn shifts the weights towards kinds that succeed.
func (m *moves) learn(kind int, better bool) {
	if better {
		m.weight[kind] += 0.5
	} else {
		m.weight[kind] = max(0.5, 0.99*m.weight[kind])
	}
}

// propose returns a changed copy of levels and the kind of the change; levels
// itself if no change is possible. Components themselves are shared.
func (m *moves) propose(levels [][]int) ([][]int, int) {
	for range 50 {
		kind := m.draw()
		if next := m.try(kind, levels); next != nil {
			return next, kind
		}
	}
	return levels, insertMove
}

func (m *moves) draw() int {
	sum := 0.0
	for _, w := range m.weight {
		sum += w
	}
	x := m.rng.Float64() * sum
	for kind, w := range m.weight {
		if x < w {
			return kind
		}
		x -= w
	}
	return insertMove
}

// try returns levels after a random change of the given kind, nil if there is none.
func (m *moves) try(kind int, levels [][]int) [][]int {
	n := len(levels)
	switch kind {
	case insertMove:
		if n < 2 {
			return nil
		}
		from := m.rng.IntN(n)
		return moved(levels, from, 1, m.target(n-1, from))
	case swapMove:
		if n < 2 {
			return nil
		}
		i := m.rng.IntN(n)
		j := (i + 1 + m.rng.IntN(n-1)) % n
		next := slices.Clone(levels)
		next[i], next[j] = next[j], next[i]
		return next
	case blockMove:
		if n < 4 {
			return nil
		}
		size := 2 + m.rng.IntN(max(1, n/2-1))
		from := m.rng.IntN(n - size + 1)
		return moved(levels, from, size, m.target(n-size, from))
	case reverseMove:
		if n < 3 {
			return nil
		}
		size := 2 + m.rng.IntN(n-1)
		from := m.rng.IntN(n - size + 1)
		next := slices.Clone(levels)
		slices.Reverse(next[from : from+size])
		return next
	case splitMove:
		var large []int
		for i, l := range levels {
			if len(l) > 1 {
				large = append(large, i)
			}
		}
		if len(large) == 0 {
			return nil
		}
		i := large[m.rng.IntN(len(large))]
		parts := slices.Clone(levels[i])
		m.rng.Shuffle(len(parts), func(a, b int) { parts[a], parts[b] = parts[b], parts[a] })
		cut := 1 + m.rng.IntN(len(parts)-1)
		a, b := slices.Clone(parts[:cut]), slices.Clone(parts[cut:])
		slices.Sort(a)
		slices.Sort(b)
		return slices.Replace(slices.Clone(levels), i, i+1, a, b)
	default: // mergeMove
		if n < 2 {
			return nil
		}
		i := m.rng.IntN(n - 1)
		both := slices.Concat(levels[i], levels[i+1])
		slices.Sort(both)
		return slices.Replace(slices.Clone(levels), i, i+2, both)
	}
}

// target returns a position in 0 … last other than from, near ones more often.
func (m *moves) target(last, from int) int {
	for {
		to := m.rng.IntN(last + 1)
		if m.rng.IntN(2) == 0 { // step of 1, 2, 4, … on average
			step := 1 + m.rng.IntN(1<<m.rng.IntN(4))
			if m.rng.IntN(2) == 0 {
				step = -step
			}
			to = max(0, min(last, from+step))
		}
		if to != from {
			return to
		}
	}
}

// moved returns levels with size of them from position from taken out and put
// back so that they start at position to of what comes out.
func moved(levels [][]int, from, size, to int) [][]int {
	block := levels[from : from+size]
	rest := slices.Concat(levels[:from], levels[from+size:])
	return slices.Insert(rest, to, block...)
}
