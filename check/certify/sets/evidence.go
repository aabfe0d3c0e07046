package sets

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"brim/ctl"
	"brim/ctl/syntax"
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
	known   map[*formula]mdd.Set
	layers  map[*formula][]mdd.Set // of A(f U g), and of E(f U g) those on a path
	claimed map[made]int           // the numbers of claims
	sets    map[mdd.Set]uint32
	product productClaim // if NoRun found one
	counted bool
	ranks   uint32 // if counted: the distances of all markings
}

// A claim says that a formula holds in all markings of a set.
type claim struct {
	op   op
	set  uint32 // of eu and au the node of a rank
	refs []int  // the claims of the operands; 0 for one that is left out
	text string // of state: the formula
}

// Evidence returns evidence of nothing.
func (s *Space) Evidence(paths syntax.Paths) *Evidence {
	return &Evidence{
		space: s, paths: paths, normal: newNormalizer(syntax.NewPool()), out: newUnfolding(s.space.Model),
		known: map[*formula]mdd.Set{}, layers: map[*formula][]mdd.Set{},
		claimed: map[made]int{}, sets: map[mdd.Set]uint32{},
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
	g := e.normal.normal(e.normal.pool.Copy(f), false)
	ok := false
	err := e.guard(ctx, func() (err error) {
		ok, err = e.initially(ctx, g)
		return err
	})
	return ok && err == nil, err
}

// initially adds claims that show that f holds in the initial marking, and reports whether it does. State formulas and
// connectives outside of path operators need no claims, and of a disjunction one operand suffices.
func (e *Evidence) initially(ctx context.Context, f *formula) (bool, error) {
	switch f.op {
	case state: // any reader sees it
		set, err := e.markings(f)
		return err == nil && !set.Disjoint(e.space.space.Model.Init), err
	case and:
		for _, g := range f.args {
			if ok, err := e.initially(ctx, g); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	case or:
		for _, g := range f.args {
			if ok, err := e.initially(ctx, g); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	case eu:
		return e.reaches(ctx, f)
	case ar:
		if all, err := e.everywhere(f); err != nil {
			return false, err
		} else if all {
			_, err := e.claim(ctx, f, everywhere)
			return true, err
		}
	}
	return e.wholly(ctx, f)
}

// wholly is initially by all markings in which f holds.
func (e *Evidence) wholly(ctx context.Context, f *formula) (bool, error) {
	set, err := e.markings(f)
	if err != nil || set.Disjoint(e.space.space.Model.Init) {
		return false, err
	}
	_, err = e.claim(ctx, f, exact)
	return true, err
}

// Count adds the section space, with the numbers of markings and firings. If there is an error, which is a limit,
// nothing is added.
func (e *Evidence) Count(ctx context.Context) error {
	s := e.space.space
	return e.guard(ctx, func() error {
		e.Markings, e.Firings = s.States(), s.Firings()
		distances := e.space.distances(s.Model.Moves, s.Model.Init, s.Reached)
		ranks, err := e.out.rank(ctx, distances)
		if err == nil {
			e.counted, e.ranks = true, ranks
		}
		return err
	})
}

// guard runs fn within the limits. The error is one of them, or that of fn.
func (e *Evidence) guard(ctx context.Context, fn func() error) (err error) {
	limits := mdd.Limits{Nodes: e.space.o.Nodes, Memory: e.space.o.Memory}
	limit := e.space.ranks.Guard(ctx, limits, func() { err = fn() })
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

// An extent says of which markings a claim is to be.
type extent uint8

const (
	exact      extent = iota // all reachable ones in which the formula holds
	everywhere               // all reachable ones, as the formula is known to hold there
	nowhere                  // none: the formula only has to be there
	along                    // of E(f U g), those on a path from the initial marking
)

// A made claim is about a formula and some markings.
type made struct {
	f  *formula
	of extent
}

// claim returns the number of a claim about f, 0 if f is nil. It adds the claims that are missing.
func (e *Evidence) claim(ctx context.Context, f *formula, of extent) (number int, err error) {
	if f == nil {
		return 0, nil
	}
	if n, ok := e.claimed[made{f, of}]; ok {
		return n, nil
	}
	c := claim{op: f.op}
	if f.op == state {
		c.text = textOf(f.same)
	}
	operands := make([]extent, len(f.args))
	switch {
	case of == nowhere:
		for i := range operands {
			operands[i] = nowhere
		}
	case of == everywhere:
		if operands, err = e.operands(f); err != nil {
			return 0, err
		}
	}
	for i, g := range f.args {
		n, err := e.claim(ctx, g, operands[i])
		if err != nil {
			return 0, err
		}
		c.refs = append(c.refs, n)
	}
	if err := e.fill(ctx, &c, f, of); err != nil {
		return 0, err
	}
	e.claims = append(e.claims, c)
	e.claimed[made{f, of}] = len(e.claims)
	return len(e.claims), nil
}

// operands returns of which markings the operands of f, which holds everywhere, have to have claims.
func (e *Evidence) operands(f *formula) ([]extent, error) {
	list := make([]extent, len(f.args))
	switch f.op {
	case and:
		for i := range list {
			list[i] = everywhere
		}
	case or:
		enough, err := e.enough(f)
		if err != nil {
			return nil, err
		}
		for i := enough; i < len(list); i++ {
			list[i] = nowhere
		}
	case ar, er: // g holds everywhere, and false R g is not more
		list[0], list[1] = nowhere, everywhere
		if f.op == er && e.paths == syntax.Infinite && f.args[0] != nil {
			list[0] = exact
		}
	}
	return list, nil
}

// fill finds the set or rank of a claim.
func (e *Evidence) fill(ctx context.Context, c *claim, f *formula, of extent) error {
	switch {
	case of == nowhere:
		return nil
	case of == along:
		r, err := e.out.rank(ctx, e.space.byLayer(e.layers[f]))
		c.set = r
		return err
	case f.op == eu || f.op == au:
		ranks, err := e.progress(f)
		if err != nil {
			return err
		}
		r, err := e.out.rank(ctx, ranks)
		c.set = r
		return err
	}
	s := e.space.space.Reached
	if of == exact {
		var err error
		if s, err = e.markings(f); err != nil {
			return err
		}
	}
	var err error
	c.set, err = e.set(ctx, s)
	return err
}

// textOf writes a formula with all names in quotes.
func textOf(f *syntax.Formula) string {
	return f.Format(func(_ syntax.Kind, r syntax.Ref) string { return strconv.Quote(r.Name) })
}
