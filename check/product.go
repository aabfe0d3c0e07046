package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"brim/ctl/syntax"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/engine/product"
	"brim/ltl"
	"brim/ltl/automaton"
)

// byProduct is the name of the technique.
const byProduct = "product"

const (
	productAfter = 50 * time.Millisecond // what is cheap is decided by then
	productSlice = 20 * time.Millisecond // of a question, the first time
	productRoom  = 8                     // the part of the memory that states and searches may have
	productDepth = 32                    // of the first search that does not go on for ever
	longRun      = 1 << 22               // numbers of tokens on a run that is not asked for, but replayed all the same
)

// productSearch looks for a run that decides a question, state by state, in the product with an automaton. See package
// product.
type productSearch struct{}

func (productSearch) Name() string { return byProduct }
func (productSearch) sliced()      {}
func (productSearch) linearTime()  {}

// Takes takes questions of LTL.
func (productSearch) Takes(m *Model, q *Question) error {
	switch {
	case q.LTL == nil:
		return fmt.Errorf("the technique %s decides questions of LTL; found one for %v", byProduct, q)
	case m.Circuit != nil && len(m.Circuit.Inputs) > kripke.MostInputs:
		return fmt.Errorf("circuit %s has %d inputs; the technique %s looks at each vector of inputs, of %d at most",
			m.Name, len(m.Circuit.Inputs), byProduct, kripke.MostInputs)
	}
	return nil
}

// Run searches in slices of time. As long as there is room all questions share what was seen of the model, and each
// search goes on where it was. Then each begins anew, in its own space, in another order.
func (productSearch) Run(ctx context.Context, t *Turn) error {
	x := &productRun{Turn: t, bits: explicitBits, asked: map[*Question]*productQuestion{}}
	defer x.giveBack()
	return t.attempts(ctx, productAfter, productSlice, x.decide)
}

// A productRun is one run of the technique.
type productRun struct {
	*Turn
	structure kripke.Structure
	bits      int // of a place without a known bound
	space     *product.Space
	asked     map[*Question]*productQuestion
	apart     bool // there was no room for all
	most      int64
}

// A productQuestion is a question with its searches.
type productQuestion struct {
	automaton *automaton.Automaton
	mute      []bool            // by state of the automaton: stuttering does not matter
	whole     bool              // no transition can be left out
	searches  []*product.Search // by kind of search; nil is not begun
	tries     uint64            // of searches that begin anew
	took      time.Duration
}

// decide goes on with one question, if ctx and the memory allow it.
func (x *productRun) decide(ctx context.Context, q *Question) error {
	start := time.Now()
	p := x.asked[q]
	if p == nil {
		var err error
		if p, err = x.prepare(ctx, q); err != nil {
			return err
		}
		x.asked[q] = p
	}
	defer func() { p.took += time.Since(start) }()
	err := x.search(ctx, q, p)
	var overflow *kripke.OverflowError
	var limit *kripke.LimitError
	switch {
	case errors.As(err, &overflow) && !overflow.Safe && x.bits < kripke.UnknownBits:
		x.bits *= 2
		x.structure = nil
		x.forget()
	case errors.As(err, &limit) && limit.Kind == "memory":
		x.apart = true
		x.forget()
	default:
		return err
	}
	return nil
}

// prepare finds out what the searches of a question need.
func (x *productRun) prepare(ctx context.Context, q *Question) (*productQuestion, error) {
	a, err := x.Automaton(ctx, q)
	var large *automaton.LimitError
	if errors.As(err, &large) {
		return nil, x.giveUp(q, err)
	}
	if err != nil {
		return nil, err
	}
	p := &productQuestion{automaton: a, mute: product.Insensitive(a)}
	if automaton.StutterInvariant(ctx, ltl.Simplify(x.Goal(q).Path), automaton.Limits{}) {
		for state := range p.mute {
			p.mute[state] = true
		}
	}
	return p, nil
}

// giveUp says why a question is left.
func (x *productRun) giveUp(q *Question, why error) error {
	x.Undecided(q, why.Error(), nil)
	return errGivenUp
}

// forget drops all that was seen.
func (x *productRun) forget() {
	x.most = max(x.most, x.bytes())
	x.space = nil
	for _, p := range x.asked {
		clear(p.searches)
	}
}

// bytes is the memory of what was seen.
func (x *productRun) bytes() (n int64) {
	if x.space == nil {
		return 0
	}
	n = x.space.Bytes()
	for _, p := range x.asked {
		for _, s := range p.searches {
			if s != nil {
				n += s.Bytes()
			}
		}
	}
	return n
}

// ready has the structure and the space made, if they are not there.
func (x *productRun) ready() (err error) {
	if x.structure == nil {
		if x.structure, err = x.states(); err != nil {
			return err
		}
	}
	if x.space == nil || x.apart {
		x.space = product.NewSpace(x.structure)
	}
	return nil
}

// states returns the model with states in which all propositions have values.
func (x *productRun) states() (kripke.Structure, error) {
	switch {
	case x.model.Circuit != nil:
		c, err := kripke.NewMoments(x.model.Circuit)
		if err != nil {
			return nil, err
		}
		return c, nil
	case x.Net() == nil:
		return x.model.states()
	}
	n, err := kripke.NewNetOf(x.Facts(), x.bits)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// Kinds of searches: in the order of the transitions; with stubborn sets, if stuttering does not matter; and in another
// order, anew each time, to a depth that grows.
const (
	plainSearch = iota
	stubbornRuns
	shallow
	productKinds
)

// search goes on with the searches for one question: the first time with the plain one alone.
func (x *productRun) search(ctx context.Context, q *Question, p *productQuestion) error {
	if err := x.ready(); err != nil {
		return x.giveUp(q, err)
	}
	kinds := []int{plainSearch}
	if p.searches == nil {
		p.searches = make([]*product.Search, productKinds)
	} else {
		kinds = append(kinds, shallow)
		if x.Net() != nil && !p.whole {
			kinds = append(kinds, stubbornRuns)
		}
	}
	var stopped error
	for i, kind := range kinds {
		s, err := x.begun(q, p, kind)
		if err != nil {
			return x.giveUp(q, err)
		}
		own, cancel := share(ctx, len(kinds)-i)
		err = s.Run(own, kripke.Limits{States: x.options.States, Memory: x.room(s)})
		cancel()
		var limit *kripke.LimitError
		switch {
		case err == nil || s.Found():
			return x.found(q, p, s)
		case errors.As(err, &limit) && limit.Kind == "depth":
			p.searches[kind] = nil
		case !limited(err) || limit != nil && limit.Kind == "memory":
			return err
		default:
			stopped = err
		}
		if x.apart {
			p.searches[kind] = nil
			x.space = product.NewSpace(x.structure)
		}
	}
	return stopped
}

// room is how much memory a search with its space may have.
func (x *productRun) room(s *product.Search) int64 {
	others := x.bytes() - x.space.Bytes() - s.Bytes()
	return max(cmp.Or(x.Room(productRoom), explicitMost)-others, 1)
}

// begun returns a search of a kind for a question.
func (x *productRun) begun(q *Question, p *productQuestion, kind int) (*product.Search, error) {
	if s := p.searches[kind]; s != nil && kind != shallow {
		return s, nil
	}
	o := product.Options{Paths: q.Paths}
	if x.model.Circuit != nil {
		o.Paths = Infinite // where no inputs are allowed, no run ends
	}
	if kind == shallow || x.apart {
		p.tries++
		o.Seed = p.tries
	}
	switch kind {
	case shallow:
		o.Depth = productDepth << (p.tries % 12)
	case stubbornRuns:
		n := x.structure.(*kripke.Net)
		o.Mute = p.mute
		o.Reduce = func(props []*syntax.Formula) product.Reducer { return explicit.NewRuns(n, props) }
		o.Toward = func(goal *syntax.Formula) kripke.Structure { return explicit.Towards(n, goal) }
	}
	s, err := x.space.Search(p.automaton, o)
	if err == nil {
		p.searches[kind] = s
		p.whole = p.whole || kind == stubbornRuns && !s.Leaves()
	}
	return s, err
}

// found answers a question by what its search has found.
func (x *productRun) found(q *Question, p *productQuestion, s *product.Search) error {
	defer func() { p.searches = nil }()
	if !s.Found() {
		a := x.none(q)
		a.Took = p.took
		x.Answer(q, a)
		return nil
	}
	path, err := s.Path(x.Context(q))
	switch {
	case x.Context(q).Err() != nil:
		return nil
	case err != nil:
		return err
	}
	a := x.ran(q)
	a.Took = p.took
	c, _ := x.structure.(*kripke.Circuit)
	switch net := x.Net(); {
	case path == nil:
		a.Untraced = true
		a.Reason = "a state was found from which every run shows it, but none that repeats itself"
	case net != nil && !q.Trace && len(path.Labels)*len(net.Places) > longRun:
		a.Untraced = true
	case net != nil:
		a.Witness = &Witness{Formula: a.Shows, Start: net.Initial(), Steps: path.Labels, Loop: path.Loop}
	case c != nil:
		a.Trace = c.Trace(path)
	default:
		a.Path = path
	}
	x.Answer(q, a)
	return nil
}

// giveBack leaves the memory to the others.
func (x *productRun) giveBack() {
	x.forget()
	x.asked = nil
	if x.most > smallGraph && x.ctx.Err() == nil && !x.isAlone() {
		debug.FreeOSMemory()
	}
}
