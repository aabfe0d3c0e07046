package product

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/single"
	"brim/ctl/syntax"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/engine/product"
	"brim/internal/watch"
	"brim/ltl"
	"brim/ltl/automaton"
)

const (
	productAfter = 50 * time.Millisecond // cheap questions are decided by then
	productSlice = 20 * time.Millisecond // of a question, the first time
	productParts = 8                     // the divisor of the memory for states and searches
	productDepth = 32                    // of the first search of bounded depth
	longRun      = 1 << 22               // numbers in the markings of a run that is only replayed, not asked for
)

// Technique searches the product of a model with an automaton, state by state, for a run that decides a question of
// LTL; see package engine/product.
type Technique struct{}

// Name returns "product".
func (Technique) Name() string { return "product" }

// Traits tells how it works.
func (Technique) Traits() board.Traits {
	return board.Traits{Sliced: true, Linear: true, ByState: true}
}

// Takes takes questions of LTL.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case q.LTL == nil:
		return fmt.Errorf("the technique product decides questions of LTL; found one for %v", q)
	case m.Circuit != nil && len(m.Circuit.Inputs) > kripke.MostInputs:
		return fmt.Errorf("circuit %s has %d inputs; the technique product looks at each vector of inputs, of %d "+
			"at most",
			m.Name, len(m.Circuit.Inputs), kripke.MostInputs)
	}
	return nil
}

// Run searches in slices of time. While the memory suffices, all questions share the states that were found, and each
// search goes on where it stopped. After that each search begins anew, with its own states, in another order.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	x := &run{Turn: t, bits: single.FirstBits, tasks: map[*model.Question]*task{}, held: watch.Charge(ctx)}
	defer func() {
		x.forget()
		x.tasks = nil
		single.GiveBack(ctx, t, x.most)
	}()
	return drive.Attempts(ctx, t, productAfter, productSlice, x.decide)
}

// A run is one run of the technique.
type run struct {
	*board.Turn
	structure kripke.Structure
	bits      int // of a place without a known bound
	space     *product.Space
	tasks     map[*model.Question]*task
	apart     bool // the searches no longer share a space, for lack of memory
	most      int64
	held      watch.Holding // what no search is at work on
}

// A task is a question with its searches.
type task struct {
	automaton *automaton.Automaton
	mute      []bool            // by state of the automaton: whether stuttering does not matter there
	whole     bool              // stubborn sets leave out no transition
	searches  []*product.Search // by kind of search; nil is not begun
	tries     uint64            // how many searches began anew
	took      time.Duration
}

// decide continues the searches for one question, if ctx and the memory allow it, and reports whether it is done with
// the question. If a place holds too many tokens for its bits, or if the memory is used up, it drops all states, and
// the searches begin anew with more bits, or each with its own states.
func (x *run) decide(ctx context.Context, q *model.Question) (done bool, err error) {
	start := time.Now()
	p := x.tasks[q]
	if p == nil {
		if p, err = x.prepare(ctx, q); p == nil {
			return err == nil, err
		}
		x.tasks[q] = p
	}
	defer func() { p.took += time.Since(start) }()
	done, err = x.search(ctx, q, p)
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
		return done, err
	}
	return false, nil
}

// prepare returns the task of a question, nil if its automaton is too large.
func (x *run) prepare(ctx context.Context, q *model.Question) (*task, error) {
	a, err := x.Automaton(ctx, q)
	var large *automaton.LimitError
	if errors.As(err, &large) {
		x.Undecided(q, err.Error(), nil)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := &task{automaton: a, mute: product.Insensitive(a)}
	if automaton.StutterInvariant(ctx, ltl.Simplify(x.Goal(q).Path), automaton.Limits{}) {
		for state := range p.mute {
			p.mute[state] = true
		}
	}
	return p, nil
}

// forget drops all states and searches.
func (x *run) forget() {
	x.most = max(x.most, x.bytes())
	x.held.Set(0)
	x.space = nil
	for _, p := range x.tasks {
		clear(p.searches)
	}
}

// bytes is the memory of all states and searches.
func (x *run) bytes() (n int64) {
	if x.space == nil {
		return 0
	}
	n = x.space.Bytes()
	for _, p := range x.tasks {
		for _, s := range p.searches {
			if s != nil {
				n += s.Bytes()
			}
		}
	}
	return n
}

// ready makes the structure and the space unless they exist.
func (x *run) ready() (err error) {
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

// states returns the model as a structure in whose states all propositions have values.
func (x *run) states() (kripke.Structure, error) {
	switch {
	case x.Model().Circuit != nil:
		c, err := kripke.NewMoments(x.Model().Circuit)
		if err != nil {
			return nil, err
		}
		return c, nil
	case x.Net() == nil:
		return x.Model().States()
	}
	n, err := kripke.NewNetOf(x.Model().Facts(), x.bits)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// Kinds of searches: in the order of the transitions; with stubborn sets, where stuttering does not matter; and in a
// random order, begun anew each time, to a growing depth.
const (
	plainSearch = iota
	stubbornRuns
	shallow
	productKinds
)

// search continues the searches for one question, for equal shares of the time; the first time only the plain search
// works. It reports whether it is done with the question.
func (x *run) search(ctx context.Context, q *model.Question, p *task) (done bool, err error) {
	if err := x.ready(); err != nil {
		x.Undecided(q, err.Error(), nil)
		return true, nil
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
			x.Undecided(q, err.Error(), nil)
			return true, nil
		}
		own, cancel := limit.Share(ctx, len(kinds)-i)
		x.held.Set(x.bytes() - x.space.Bytes() - s.Bytes())
		err = s.Run(own, kripke.Limits{States: x.Options().States, Memory: x.room(s)})
		x.held.Set(x.bytes())
		cancel()
		var reached *kripke.LimitError
		switch {
		case err == nil || s.Found():
			err = x.found(q, p, s)
			return err == nil, err
		case errors.As(err, &reached) && reached.Kind == "depth":
			p.searches[kind] = nil
		case !limit.Limited(err) || reached != nil && reached.Kind == "memory":
			return false, err
		default:
			stopped = err
		}
		if x.apart {
			p.searches[kind] = nil
			x.space = product.NewSpace(x.structure)
		}
	}
	return false, stopped
}

// room is how much memory a search with its space may have.
func (x *run) room(s *product.Search) int64 {
	others := x.bytes() - x.space.Bytes() - s.Bytes()
	return max(cmp.Or(x.Options().Part(productParts), single.MostBytes)-others, 1)
}

// begun returns the search of a kind for a question, and begins it if necessary. A shallow search begins anew with each
// call, with another seed and another depth.
func (x *run) begun(q *model.Question, p *task, kind int) (*product.Search, error) {
	if s := p.searches[kind]; s != nil && kind != shallow {
		return s, nil
	}
	o := product.Options{Paths: q.Paths}
	if x.Model().Circuit != nil {
		o.Paths = model.Infinite // a run that the constraints stop does not count
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

// found answers a question by the result of a search that has ended: that no run is accepted, or the accepted run as a
// witness, a trace or a path.
func (x *run) found(q *model.Question, p *task, s *product.Search) error {
	defer func() { p.searches = nil }()
	if !s.Found() {
		a := model.NoRun(q)
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
	a := model.Ran(q)
	a.Took = p.took
	c, _ := x.structure.(*kripke.Circuit)
	switch net := x.Net(); {
	case path == nil:
		a.Untraced = true
		a.Reason = "a state was found from which every run shows it, but none that repeats itself"
	case net != nil && !q.Trace && len(path.Labels)*len(net.Places) > longRun:
		a.Untraced = true
	case net != nil:
		a.Witness = &model.Witness{Formula: a.Shows, Start: net.Initial(), Steps: path.Labels, Loop: path.Loop}
	case c != nil:
		a.Trace = c.Trace(path)
	default:
		a.Path = path
	}
	x.Answer(q, a)
	return nil
}
