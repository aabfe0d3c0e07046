package gmc

import (
	"context"
	"math/big"
	"slices"

	"brim/engine"

	"github.com/dalzilio/rudd"
)

// A Reach is what a search by sets found.
type Reach struct {
	Found bool
	Path  *Path // if the goal was found, a shortest path, replayed; nil if the time for it ended
	// to the goal, if it was found, the least number; otherwise from the initial states to the farthest that were
	// reached
	Steps int
	// Complete tells that all reachable states were looked at, so that if the goal was not found, no path leads there.
	// A model that cannot write down all reachable states is never complete.
	Complete bool
	States   *big.Int // reached; nil if the model was not even made
	Nodes    int      // of the diagrams of all reached states
	Stopped  error    // the error of the context, or a *SizeError, if it ended the search
}

// Fixpoint computes the reachable states step by step, as sets, until they meet the goal. Time and memory depend on the
// diagrams of these sets; most is the largest number of nodes of all diagrams, garbage included, that rudd may have, 0
// means no limit. Limits are looked at between operations on sets. The error says that the diagrams failed or that the
// path could not be replayed.
func (m *Model) Fixpoint(ctx context.Context, g *Goal, most int) (*Reach, error) {
	d := m.d
	d.begin(ctx, most)
	defer d.end()
	r := &Reach{}
	all := m.initial
	layers := []rudd.Node{m.initial}
	for d.stopped == nil {
		level := layers[r.Steps]
		hit := d.and(level, g.now)
		if d.stopped != nil {
			break
		}
		if r.Found = !d.isFalse(hit); r.Found {
			if err := m.back(r, layers, hit, g); err != nil {
				return nil, err
			}
			break
		}
		next := d.and(m.images.image(level), d.not(all))
		union := d.or(all, next)
		if d.stopped != nil {
			break
		}
		if d.isFalse(next) {
			r.Complete = !slices.ContainsFunc(m.outside, func(n rudd.Node) bool { return !d.isFalse(d.and(all, n)) }) &&
				d.stopped == nil
			break
		}
		all, layers = union, append(layers, next)
		r.Steps++
		d.forget(append(layers, all)...)
	}
	r.Stopped = d.stopped
	// Satcount counts values of all variables.
	r.States, r.Nodes = new(big.Int).Rsh(d.Satcount(all), uint(m.variables()-m.bits)), d.count(all)
	return r, d.err()
}

// back makes the path to a state of hit, from its end.
func (m *Model) back(r *Reach, layers []rudd.Node, hit rudd.Node, g *Goal) error {
	p := &Path{Loop: engine.NoLoop}
	s := m.pick(hit)
	for k := len(layers) - 2; k >= 0; k-- {
		p.States = append(p.States, s)
		if s = m.images.before(layers[k], s); m.d.stopped != nil {
			return nil
		}
	}
	p.States = append(p.States, s)
	slices.Reverse(p.States)
	if err := m.replay(p, g, false); m.d.stopped != nil || err != nil {
		return err
	}
	r.Path = p
	return nil
}
