package sets

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
)

// Evidence is what a certificate says about sets of markings, for one reading of paths. It grows by Prove and Count,
// and keeps what it has when the space is closed.
type Evidence struct {
	Markings, Firings *big.Int // set by Count

	space   *Space
	paths   syntax.Paths
	checker *ctl.Checker // once it was used
	normal  *normalizer
	out     *unfolding
	claims  []claim
	claimed map[*formula]int // the numbers of claims
	sets    map[mdd.Set]uint32
	counted bool
	all     uint32 // if counted: the set of all markings
	ranks   edge   // if counted: their distances
}

// A claim says that a formula holds in all markings of a set.
type claim struct {
	op   op
	set  uint32 // of eu and au, with a cost, the node of a rank
	cost int64
	refs []int  // the claims of the operands; 0 for one that is left out
	text string // of state: the formula
}

// Evidence returns evidence of nothing.
func (s *Space) Evidence(paths syntax.Paths) *Evidence {
	return &Evidence{
		space: s, paths: paths, normal: newNormalizer(syntax.NewPool()), out: newUnfolding(s.space.Model),
		claimed: map[*formula]int{}, sets: map[mdd.Set]uint32{},
	}
}

// Prove adds claims that show that f, a formula of CTL, holds in the initial marking. False says that it does not hold;
// then nothing is added. Claims about formulas that were proven before are used again. The error is a limit, or says
// that a sum of f can pass 64 bits; then some claims may be there, and the claim about f is not.
//
// Time is not bounded by the sizes of the formula and of the diagrams of the space: ctx bounds it.
func (e *Evidence) Prove(ctx context.Context, f *syntax.Formula) (bool, error) {
	if f.Linear() {
		return false, fmt.Errorf("%v is a formula of LTL", f)
	}
	f = e.normal.pool.Copy(f)
	var r engine.Result
	err := e.guard(ctx, func() (err error) {
		r, err = e.space.space.Holds(e.checked(), f)
		return err
	})
	if err != nil || r != engine.Holds {
		return false, err
	}
	return true, e.guard(ctx, func() error {
		_, err := e.claim(ctx, e.normal.normal(f, false))
		return err
	})
}

// Count adds the section space, with the numbers of markings and firings. If there is an error, which is a limit,
// nothing is added.
func (e *Evidence) Count(ctx context.Context) error {
	s := e.space.space
	return e.guard(ctx, func() error {
		e.Markings, e.Firings = s.States(), s.Firings()
		set, err := e.set(ctx, s.Reached)
		if err != nil {
			return err
		}
		distances := e.space.distances(s.Model.Moves, s.Model.Init, s.Reached)
		ranks, err := e.out.rank(ctx, distances)
		if err == nil {
			e.counted, e.all, e.ranks = true, set, ranks
		}
		return err
	})
}

// guard runs fn within the limits. The error is one of them, or that of fn.
func (e *Evidence) guard(ctx context.Context, fn func() error) (err error) {
	limit := e.space.ranks.Guard(ctx, mdd.Limits{Nodes: e.space.o.Nodes, Memory: e.space.o.Memory}, func() { err = fn() })
	if limit != nil {
		return limit
	}
	return err
}

// checked returns the checker of formulas, which needs the limits.
func (e *Evidence) checked() *ctl.Checker {
	if e.checker == nil {
		e.checker = e.space.space.Checker(e.paths)
	}
	return e.checker
}

// set returns the number of the node of a set.
func (e *Evidence) set(ctx context.Context, s mdd.Set) (uint32, error) {
	if n, ok := e.sets[s]; ok {
		return n, nil
	}
	n, err := e.out.set(ctx, s)
	if err == nil {
		e.sets[s] = n
	}
	return n, err
}

// claim returns the number of a claim that f holds in all markings where it does, 0 if f is nil. It adds the claims
// that are missing.
func (e *Evidence) claim(ctx context.Context, f *formula) (number int, err error) {
	if f == nil {
		return 0, nil
	}
	if n, ok := e.claimed[f]; ok {
		return n, nil
	}
	c := claim{op: f.op}
	for _, g := range f.args {
		n, err := e.claim(ctx, g)
		if err != nil {
			return 0, err
		}
		c.refs = append(c.refs, n)
	}
	switch f.op {
	case eu, au:
		ranks, err := e.progress(f)
		if err != nil {
			return 0, err
		}
		r, err := e.out.rank(ctx, ranks)
		if err != nil {
			return 0, err
		}
		c.set, c.cost = r.node, r.cost
	case state:
		c.text = textOf(f.same)
		fallthrough
	default:
		s, err := e.checked().Must(f.same)
		if err != nil {
			return 0, err
		}
		if c.set, err = e.set(ctx, s); err != nil {
			return 0, err
		}
	}
	e.claims = append(e.claims, c)
	e.claimed[f] = len(e.claims)
	return len(e.claims), nil
}

// textOf writes a formula with all names in quotes.
func textOf(f *syntax.Formula) string {
	return f.Format(func(_ syntax.Kind, r syntax.Ref) string { return strconv.Quote(r.Name) })
}
