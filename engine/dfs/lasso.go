package dfs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/engine"
	"brim/engine/kripke"
)

// A Question is whether there is a path for ever on which all states satisfy Stay, and infinitely many Accept.
type Question struct {
	Stay, Accept kripke.Predicate // nil holds everywhere
	Eventually   bool             // Stay need hold from some state on only
	Ends         bool             // a state without transitions counts as if it had one to itself
}

// errCollision tells that fingerprints made a loop where there is none.
var errCollision = errors.New("two states have the same fingerprint")

// Colours of a nested search. They only fall.
const (
	cyan = 3 - iota // on the stack of the outer search
	blue            // left by the outer search
	red             // entered by an inner search
)

// Lasso looks for a path that answers q among the states that x has visited: a lasso, or with q.Ends a path to a state
// without transitions. It returns nil if there is none. The path has been replayed; it can have more steps than the
// bound of x, but no state on it is further away.
//
// It is the nested search of [CVWY92], with the colours of [SE05]: the outer search ends as soon as it meets its own
// stack where it or the state met accepts; when it leaves an accepting state, an inner search looks from there for the
// stack of the outer one. Cost: each state and transition at most twice.
func (x *Search) Lasso(ctx context.Context, q Question) (*kripke.Path, error) {
	g := &product{Structure: x.plain, q: q, words: x.own, dead: len(x.plain.Labels())}
	if len(x.frontier) > 0 || x.options.Visited.Lossy() {
		g.within = x.visited
	}
	n := nested{product: g, search: x, ctx: ctx, colours: newVisited(&x.options, g.Words())}
	n.outer.state, n.inner.state = make(kripke.State, g.Words()), make(kripke.State, g.Words())
	for _, s := range g.Initial() {
		if p, err := n.from(s); err != nil || p != nil {
			if errors.Is(err, errCollision) && x.options.Visited.Lossy() {
				return nil, nil
			}
			return p, err
		}
	}
	return nil, nil
}

// A nested search is one for an accepting lasso in a product.
type nested struct {
	*product
	search       *Search
	ctx          context.Context
	colours      visited
	outer, inner stack
	expansions   int
}

// from is the outer search, depth-first from an initial state of the product. When it leaves an accepting state it runs
// the inner search from there; an edge back to a state on its own stack gives a lasso at once if one of the two states
// accepts. It returns the lasso as a path, or nil.
func (n *nested) from(initial kripke.State) (*kripke.Path, error) {
	h, before := n.colours.claim(initial, cyan)
	if before != unexplored {
		return nil, nil
	}
	copy(n.outer.state, initial)
	if err := n.push(&n.outer, h); err != nil {
		return nil, err
	}
	for f := n.outer.top(); f != nil; {
		if f.next == f.last {
			h := f.handle
			if n.accepts(n.outer.state) {
				if found, err := n.inside(); err != nil || found {
					return n.lasso(initial, len(n.outer.frames)-1, err)
				}
			}
			n.colours.lower(h, blue)
			f = n.outer.pop()
			continue
		}
		accepts := n.accepts(n.outer.state)
		n.outer.forward(f)
		h, before := n.colours.claim(n.outer.state, cyan)
		switch {
		case before == unexplored:
			if err := n.push(&n.outer, h); err != nil {
				return nil, err
			}
			f = n.outer.top()
			continue
		case before == cyan && (accepts || n.accepts(n.outer.state)):
			n.inner.frames = n.inner.frames[:0]
			return n.lasso(initial, len(n.outer.frames), nil)
		}
		n.outer.back(f)
	}
	return nil, nil
}

// inside is the inner search, depth-first from the state on top of the outer stack through states that the outer search
// has left. It reports whether it met a state on the outer stack, which closes a lasso.
func (n *nested) inside() (bool, error) {
	copy(n.inner.state, n.outer.state)
	n.inner.frames = n.inner.frames[:0]
	n.inner.steps.cut(0)
	if err := n.push(&n.inner, n.outer.top().handle); err != nil {
		return false, err
	}
	for f := n.inner.top(); f != nil; {
		if f.next == f.last {
			f = n.inner.pop()
			continue
		}
		n.inner.forward(f)
		h, before := n.colours.claim(n.inner.state, cyan) // that of a state which the outer search has entered stays
		switch before {
		case cyan:
			return true, nil
		case blue:
			n.colours.lower(h, red)
			if err := n.push(&n.inner, h); err != nil {
				return false, err
			}
			f = n.inner.top()
			continue
		}
		n.inner.back(f)
	}
	return false, nil
}

// push puts the state on top of k onto k's stack and looks at the limits now and then.
func (n *nested) push(k *stack, h handle) error {
	if n.expansions++; n.expansions%lookEvery == 0 {
		x := n.search
		if err := n.ctx.Err(); err != nil {
			return err
		}
		bytes := x.visited.ahead() + x.held + n.colours.ahead() + n.outer.bytes() + n.inner.bytes()
		if most := x.options.Memory; most > 0 && bytes > most || n.colours.full() {
			return &kripke.LimitError{Kind: "memory", Max: most}
		}
	}
	return k.push(n.product, h)
}

// lasso returns the path of so many steps of the outer stack and all of the inner one, whose last step leads to a state
// of the outer one.
func (n *nested) lasso(initial kripke.State, outer int, err error) (*kripke.Path, error) {
	if err != nil {
		return nil, err
	}
	p, err := walk(n.product, initial, trace(trace(nil, n.outer.frames[:outer]), n.inner.frames))
	if err != nil {
		return nil, err
	}
	last := len(p.Labels)
	p.Loop = slices.IndexFunc(p.States[:last], func(s kripke.State) bool { return slices.Equal(s, p.States[last]) })
	if p.Loop < 0 {
		return nil, errCollision
	}
	if i := slices.Index(p.Labels, n.dead); i >= 0 {
		p.States, p.Labels, p.Loop = p.States[:i+1], p.Labels[:i], engine.NoLoop
	}
	for i := range p.States {
		p.States[i] = p.States[i][:n.words]
	}
	if err := p.Check(n.Structure); err != nil {
		return nil, fmt.Errorf("dfs: a lasso that cannot be replayed: %w", err)
	}
	return p, nil
}

// A product is a structure restricted to what is asked: a state has one word more, which says whether Stay holds
// from here on.
type product struct {
	kripke.Structure
	q      Question
	words  int
	dead   int     // the label of the step of a state without transitions to itself
	within visited // where states have to be; nil for everywhere
	out    kripke.Successors
}

func (g *product) Words() int { return g.words + 1 }

func (g *product) Initial() (list []kripke.State) {
	for _, s := range g.Structure.Initial() {
		if g.stays(s) {
			list = append(list, append(slices.Clone(s), 1))
		}
		if g.q.Eventually {
			list = append(list, append(slices.Clone(s), 0))
		}
	}
	return list
}

func (g *product) Successors(s kripke.State, out *kripke.Successors) error {
	plain, phase := s[:g.words], s[g.words]
	if err := g.Structure.Successors(plain, &g.out); err != nil {
		return err
	}
	out.Reset(g.Words())
	for i := range g.out.Len() {
		g.add(g.out.Label(i), s, g.out.State(i), phase, out)
	}
	if g.out.Len() == 0 && g.q.Ends {
		g.add(g.dead, s, plain, phase, out)
	}
	return nil
}

// add adds the transitions to t, with Stay from there on or not yet.
func (g *product) add(label int, s, t kripke.State, phase uint64, out *kripke.Successors) {
	if g.within != nil && !g.within.known(t) {
		return
	}
	if g.stays(t) {
		target := out.Add(label, s)
		copy(target, t)
		target[g.words] = 1
	}
	if phase == 0 {
		copy(out.Add(label, s), t)
	}
}

func (g *product) stays(s kripke.State) bool { return g.q.Stay == nil || g.q.Stay(s) }

func (g *product) accepts(s kripke.State) bool {
	return s[g.words] == 1 && (g.q.Accept == nil || g.q.Accept(s[:g.words]))
}
