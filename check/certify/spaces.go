package certify

import (
	"bufio"
	"context"
	"errors"
	"slices"
	"time"

	"brim/check/certify/sets"
	"brim/check/model"
	"brim/ctl/syntax"
)

// This file finds evidence in all reachable markings: they are explored by the checker, or sets as diagrams.

const (
	quickMarkings = 5_000   // explored by the checker before diagrams are tried
	mostNumbers   = 1 << 26 // of all markings together that the checker may be told to explore
	mostTests     = 1 << 30 // markings times transitions
	exploreTime   = 5 * time.Second
	showShare     = 3 // the part of the time for runs and equations
	wideShare     = 6 // the part of the time for sets of markings that need not be reachable
	countShares   = 2 // the time for the number of markings, in times for one kind of evidence
	spaceShares   = 4 // the time for all markings, which serve all answers, likewise

	forever = time.Duration(1<<63-1) / 2 // more time would not help
)

// A count is what is known of the number of reachable markings.
type count struct {
	markings int
	complete bool // that is all of them
	part     *part
	next     int // the position that is explored next
}

// few reports whether there are at most so many reachable markings, and few enough for the checker to keep.
func (c *Certifier) few(ctx context.Context, most int) bool {
	if size := len(c.net.Places) + 1; most > mostNumbers/size {
		most = mostNumbers / size
	}
	if size := len(c.net.Transitions) + 1; most > mostTests/size {
		most = mostTests / size
	}
	if c.counted == nil {
		c.counted = &count{part: newPart(c.net)}
	}
	x := c.counted
	own, cancel := context.WithTimeout(ctx, exploreTime)
	defer cancel()
	for x.part != nil && x.part.size() <= most && own.Err() == nil {
		if x.next == x.part.size() {
			x.markings, x.complete, x.part = x.part.size(), true, nil
			break
		}
		m := x.part.marking(x.next)
		for t := range c.net.EnabledTransitions(m) {
			if _, ok := x.part.fireIn(x.next, m, t); !ok {
				x.markings, x.part = x.part.size(), nil // a place would exceed 63 bits
				return false
			}
		}
		x.next++
	}
	return x.complete && x.markings <= most
}

// exploreIn has the checker explore all markings, which few has counted.
func (c *Certifier) exploreIn(out *Certificate) {
	p := newPart(c.net)
	p.explore = c.counted.markings
	out.add("explore", p.write)
}

// sets returns the set of reachable markings, which is built once, within four times the time for each kind of
// evidence. An attempt that the time ended is repeated if there is twice as much.
func (c *Certifier) sets(ctx context.Context) (*sets.Space, error) {
	if c.space != nil {
		return c.space, nil
	}
	most := spaceShares * c.options.Each
	if end, ok := ctx.Deadline(); ok {
		most = min(most, time.Until(end))
	}
	if c.noSpace != nil && most <= 2*c.tried {
		return nil, c.noSpace
	}
	own, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	start := time.Now()
	c.space, c.noSpace = sets.Explore(own, c.net,
		sets.Options{Memory: c.options.Memory, Nodes: c.options.Nodes, Orders: c.model.Orders()})
	c.tried = time.Since(start)
	if own.Err() == nil {
		c.tried = forever
	}
	if c.noSpace != nil {
		c.noSpace = uncertified("no runs, no equations, and no sets of markings show it: %v", c.noSpace)
		c.space = nil
	}
	return c.space, c.noSpace
}

// complete shows that f holds in the initial marking: operands of f that local searches, runs and equations do not
// show, by sets.
func (s *shower) complete(f *syntax.Formula) error {
	if s.locally(f, 0, s.most/localShare) || s.within(s.most/showShare, func() bool { return s.show(f, 0) }) {
		return nil
	}
	switch f.Op {
	case syntax.And:
		if len(f.Args) > 1 && all(f.Args, recurs) {
			if err := s.live(f.Args); err == nil {
				return nil
			}
		}
		for _, g := range f.Args {
			if err := s.complete(g); err != nil {
				return err
			}
		}
		return nil
	case syntax.Or:
		err := uncertified("none of the operands of a disjunction holds")
		for _, g := range f.Args {
			if !g.Temporal() {
				continue
			}
			if err = s.last(g); err == nil {
				return nil
			}
		}
		return err
	}
	return s.last(f)
}

// last adds clauses that say that traps have tokens, sets of markings, or other clauses that show f.
func (s *shower) last(f *syntax.Formula) error {
	if s.byTraps(f) == nil {
		return nil
	}
	err := s.bySets(f)
	if err != nil && s.byClauses(f) == nil {
		return nil
	}
	return err
}

// bySets adds sets of markings that show f: of those that sums of tokens allow, or of the reachable ones.
func (s *shower) bySets(f *syntax.Formula) error {
	if s.evidence == nil && s.space == nil {
		s.evidence = s.wideEvidence()
		s.wide = s.evidence != nil
	}
	if s.wide {
		if holds, err := s.proveIn(s.evidence, f, s.most/wideShare); err == nil && holds {
			s.bySet = append(s.bySet, f)
			return nil
		}
	}
	e := s.evidence
	if e == nil || s.wide {
		space, err := s.sets(s.ctx)
		if err != nil {
			if len(s.bySet) == 0 {
				s.evidence, s.wide = nil, false
			}
			return err
		}
		e = space.Evidence(s.paths)
	}
	list := []*syntax.Formula{f}
	if s.wide {
		list = append(slices.Clone(s.bySet), f)
	}
	for _, g := range list {
		holds, err := s.proveIn(e, g, s.options.Each)
		switch {
		case err != nil:
			return uncertified("no sets of markings show it: %v", err)
		case !holds:
			return uncertified("the sets of markings contradict the answer")
		}
	}
	s.evidence, s.wide = e, false
	return nil
}

// wideEvidence returns evidence of nothing in the markings that sums of tokens allow; nil if sums do not bound them, or
// they are no small diagram.
func (s *shower) wideEvidence() *sets.Evidence {
	if wide := s.conserved(s.ctx, s.whole, s.most/wideShare); wide != nil {
		return wide.Evidence(s.paths)
	}
	return nil
}

// proveIn adds to evidence, within so much time, that f holds in the initial marking.
func (s *shower) proveIn(e *sets.Evidence, f *syntax.Formula, most time.Duration) (holds bool, err error) {
	own, cancel := context.WithTimeout(s.ctx, most)
	defer cancel()
	return e.Prove(own, f)
}

// conserved returns the space of the markings that sums of tokens allow, for a proof of f; nil if there is none. An
// attempt that the time ended is repeated if there is twice as much.
func (c *Certifier) conserved(ctx context.Context, f *syntax.Formula, most time.Duration) *sets.Space {
	x := &c.allowed
	if x.formula != f {
		x.close()
		*x = allowed{formula: f}
	}
	if x.space != nil || x.tried > 0 && most <= 2*x.tried {
		return x.space
	}
	own, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	var err error
	if x.space, err = sets.Conserved(own, c.model.Facts(), f, sets.Options{Memory: c.options.Memory}); err != nil {
		x.space, x.tried = nil, most
		if own.Err() == nil {
			x.tried = forever
		}
	}
	return x.space
}

// An allowed is the last space of markings that sums of tokens allow.
type allowed struct {
	formula *syntax.Formula // that it is for
	space   *sets.Space     // nil without one
	tried   time.Duration   // how long it took in vain
}

func (x *allowed) close() {
	if x.space != nil {
		x.space.Close()
		x.space = nil
	}
}

// number finds evidence for the number of markings or firings.
func (c *Certifier) number(ctx context.Context, q *model.Question, a *model.Answer, out *Certificate,
	quick bool) error {
	if quick && !c.few(ctx, min(quickMarkings, c.options.Explore)) {
		return uncertified("no proof is cheap")
	}
	space, err := c.sets(ctx)
	if err != nil {
		return err
	}
	e := c.numbers
	if e == nil {
		e = space.Evidence(q.Paths)
		own, cancel := context.WithTimeout(ctx, countShares*c.options.Each)
		defer cancel()
		if err := e.Count(own); err != nil {
			return uncertified("no sets of markings show it: %v", err)
		}
		c.numbers = e
	}
	n := e.Markings
	if q.Kind == model.Firings {
		n = e.Firings
	}
	if a.Number == nil || n.Cmp(a.Number) != 0 {
		return errors.New("certify: the sets of markings contradict the answer") // a defect
	}
	out.add("sets", func(w *bufio.Writer) error { _, err := e.WriteTo(w); return err })
	return nil
}
