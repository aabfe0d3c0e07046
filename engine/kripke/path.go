package kripke

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
)

// A Path is a run of a structure: a state, a transition, a state, and so on.
type Path struct {
	States []State // one more than Labels
	Labels []int   // the number of the label of the transition from States[i] to States[i+1]
	Loop   int     // the position of the state that the last one is equal to, or engine.NoLoop
}

// Check replays p in s and returns nil if it begins in an initial state, all its transitions exist, and its loop, if it
// has one, closes. Cost: the successors of each state.
func (p *Path) Check(s Structure) error {
	if len(p.States) != len(p.Labels)+1 {
		return fmt.Errorf("a path of %d states and %d transitions", len(p.States), len(p.Labels))
	}
	for i, state := range p.States {
		if len(state) != s.Words() {
			return fmt.Errorf("state %d has %d words, expected %d", i, len(state), s.Words())
		}
	}
	if !slices.ContainsFunc(s.Initial(), func(x State) bool { return slices.Equal(x, p.States[0]) }) {
		return fmt.Errorf("%s is no initial state", s.Format(p.States[0]))
	}
	var out Successors
	for i, label := range p.Labels {
		if err := s.Successors(p.States[i], &out); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		if !out.has(label, p.States[i+1]) {
			return fmt.Errorf("step %d: %s has no transition %s to %s", i+1, s.Format(p.States[i]), labelName(s, label),
				s.Format(p.States[i+1]))
		}
	}
	last := p.States[len(p.States)-1]
	switch {
	case p.Loop == engine.NoLoop:
	case p.Loop < 0 || p.Loop >= len(p.Labels):
		return fmt.Errorf("a loop to position %d of %d steps", p.Loop, len(p.Labels))
	case !slices.Equal(p.States[p.Loop], last):
		return fmt.Errorf("the loop does not close: %s at position %d and %s after step %d", s.Format(p.States[p.Loop]),
			p.Loop, s.Format(last), len(p.Labels))
	}
	return nil
}

// has reports whether a transition with the label leads to s.
func (x *Successors) has(label int, s State) bool {
	for i := range x.Len() {
		if x.Label(i) == label && slices.Equal(x.State(i), s) {
			return true
		}
	}
	return false
}

func labelName(s Structure, label int) string {
	if names := s.Labels(); label >= 0 && label < len(names) {
		return names[label]
	}
	return fmt.Sprint(label)
}

// PathTo returns a shortest path to state i of an exploration of s, the first in the order of the transitions: before
// the state the first one of the level before that leads to it, and so on. Cost: the states of these levels are
// expanded once more. The error is that of ctx, or of a state that cannot be packed.
func (x *Exploration) PathTo(ctx context.Context, s Structure, i int) (*Path, error) {
	p := &Path{States: []State{x.Table.State(i)}, Loop: engine.NoLoop}
	level := len(x.ends)
	for level > 0 && x.ends[level-1] > i {
		level--
	}
	b := backward{s: s, table: x.Table}
	for ; level > 0; level-- {
		from := 0
		if level > 1 {
			from = x.ends[level-2]
		}
		before, label, err := b.step(ctx, p.States[len(p.States)-1], from, x.ends[level-1])
		if err != nil {
			return nil, err
		}
		p.States, p.Labels = append(p.States, before), append(p.Labels, label)
	}
	slices.Reverse(p.States)
	slices.Reverse(p.Labels)
	return p, nil
}

// A backward finds predecessors.
type backward struct {
	s     Structure
	table *Table
	out   Successors
}

// errNoPath cannot come: each state beyond the first level was found from the level before.
var errNoPath = errors.New("kripke: PathTo: a state without a predecessor")

// step returns the first state among those with the numbers from, …, to−1 that leads to s, and the label.
func (b *backward) step(ctx context.Context, s State, from, to int) (State, int, error) {
	for i := from; i < to; i++ {
		if i%pollEvery == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		if err := b.s.Successors(b.table.State(i), &b.out); err != nil {
			return nil, 0, err
		}
		for j := range b.out.Len() {
			if slices.Equal(b.out.State(j), s) {
				return b.table.State(i), b.out.Label(j), nil
			}
		}
	}
	return nil, 0, errNoPath
}

// CheckRun is Check for a path that should be a whole run: it goes round its loop for ever or, where paths are maximal,
// stays in its last state, which has no successor. It returns nil if the run satisfies a path formula of LTL.
func (p *Path) CheckRun(s Structure, path *syntax.Formula, paths syntax.Paths) error {
	if err := p.Check(s); err != nil {
		return err
	}
	if p.Loop == engine.NoLoop {
		if paths != syntax.Maximal {
			return fmt.Errorf("the path ends after step %d, expected a loop: paths are %v", len(p.Labels), paths)
		}
		var out Successors
		if err := s.Successors(p.States[len(p.Labels)], &out); err != nil {
			return err
		}
		if out.Len() > 0 {
			return fmt.Errorf("the path ends after step %d in a state with successors", len(p.Labels))
		}
	}
	holds := map[*syntax.Formula]Predicate{}
	for f := range path.All() {
		if f.Op >= syntax.Not || f.Op == syntax.True || f.Op == syntax.False {
			continue
		}
		var err error
		if holds[f], err = s.Predicate(f); err != nil {
			return err
		}
	}
	if !engine.Satisfies(path, len(p.Labels), p.Loop,
		func(i int, f *syntax.Formula) bool { return holds[f](p.States[i]) }) {
		return fmt.Errorf("the run does not satisfy %v", path)
	}
	return nil
}
