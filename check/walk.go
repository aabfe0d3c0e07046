package check

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/walk"
	"brim/petri"
)

// Walks find most of what they ever find in the first tenths of a second. So they begin at once, where no trace is
// wanted: those of the diagrams are shorter.
const (
	walkFirst = 250 * time.Millisecond // the first slice
	walkShort = 100 * time.Millisecond // for global properties alone
	walkPiece = 10 * time.Millisecond  // the least time for one kind of walks
	walkAlone = 4 * time.Second        // of walking, after which nobody waits for walks without a time limit
)

// longestWitness is how many numbers the markings of a witness may have: whoever checks it keeps them all.
const longestWitness = 1 << 24

// walking is walks through single markings of a net, at random and towards what is sought. It finds what one marking
// shows, and runs.
type walking struct{}

func (walking) Name() string { return byWalk }
func (walking) sliced()      {}
func (walking) linearTime()  {}

// byWalk is the name of the technique.
const byWalk = "walk"

// Takes takes bounds, global properties, formulas of LTL, and those with EF p or AG p outside of other path operators,
// p without path operators.
func (walking) Takes(m *Model, q *Question) error {
	switch {
	case m.Net == nil:
		return NoNet(m.Name, byWalk)
	case q.LTL != nil:
		return nil
	case q.Kind == Truth:
		if err := isFormula(byWalk, q); err != nil {
			return err
		}
		if goals := engine.Parts(apart(q.Formula)); len(goals) == 0 {
			return errors.New("walks decide formulas made of EF p and AG p, p without path operators")
		}
		return nil
	case q.Kind >= States && q.Kind != MostInMarking:
		return fmt.Errorf("walks count no %v", q.Kind)
	}
	return nil
}

// A walked is a question that walks are to answer.
type walked struct {
	*Question
	start   time.Time
	formula *syntax.Formula // of Truth and Deadlock
	goals   []goal
	most    *walk.Maximum   // of Bound
	least   int64           // of Bound: what was told
	path    *syntax.Formula // of LTL, what run is about; nil if nothing was looked for yet
	run     *walk.Run       // of LTL; nil if the automaton is too large
	told    bool            // of LTL: that it is certain that there is a run
}

// A goal is looked for to learn of EF p and AG !p.
type goal struct {
	p *syntax.Formula
	*walk.Goal
	never bool // p never holds
}

// A walkRun is one run of the technique.
type walkRun struct {
	*Turn
	w       *walk.Walker
	asked   []*walked
	changed []bool        // by place: others know that it changes
	walked  time.Duration // but for the first slice
	hunted  int           // how many transitions and places were hunted for
	by      string        // what answers are by
}

// newWalkRun returns walks for the questions of a turn. The error says that the net has numbers that are too large.
func newWalkRun(t *Turn, by string) (*walkRun, error) {
	w, err := walk.New(t.Net(), 1)
	if err != nil {
		return nil, err
	}
	return &walkRun{Turn: t, w: w, changed: make([]bool, len(t.Net().Places)), by: by}, nil
}

func (walking) Run(ctx context.Context, t *Turn) error {
	r, err := newWalkRun(t, byWalk)
	if err != nil {
		for _, q := range t.Open() {
			t.Undecided(q, err.Error(), nil)
		}
		return nil
	}
	dead, constant := r.w.Never()
	t.Learn(Fireable, false, dead...)
	t.Learn(Changing, false, constant...)
	after := time.Duration(0)
	for _, q := range t.Open() {
		if q.Trace || q.Kind == MostInMarking {
			after = unrollAfter
		}
		r.add(q)
	}
	r.addRuns(ctx)
	r.tell()
	err = r.run(ctx, after)
	for _, q := range t.Open() {
		t.Undecided(q, fmt.Sprintf("walks of %d firings do not decide", r.w.Firings()), nil)
	}
	return err
}

// add adds a question. One with numbers that are too large is left out.
func (r *walkRun) add(q *Question) {
	a := &walked{Question: q, start: time.Now()}
	var err error
	switch q.Kind {
	case Bound, MostInMarking:
		a.least = math.MinInt64
		a.most, err = r.w.Maximize(r.Sum(q))
	case Liveness:
		r.w.WatchLiveness(true)
	case Deadlock:
		a.formula = r.pool.Make(syntax.EF, r.pool.Deadlock())
	case Truth:
		if q.LTL != nil {
			break // see addRuns
		}
		f := r.Formula(q)
		if !q.Trace {
			f = syntax.Simplify(f, q.Paths)
		}
		a.formula = syntax.NNF(f)
	}
	if a.formula != nil {
		for _, p := range engine.Parts(a.formula) {
			if g, wrong := r.w.Reach(p); wrong == nil {
				a.goals = append(a.goals, goal{p, g, r.w.Unreachable(g)})
			}
		}
	}
	if err != nil {
		r.Undecided(q, err.Error(), nil)
		return
	}
	r.asked = append(r.asked, a)
}

// run walks in slices until walks are at their end: at random in the first one, since that finds most.
func (r *walkRun) run(ctx context.Context, after time.Duration) error {
	first := walkShort
	if slices.ContainsFunc(r.asked, func(a *walked) bool { return a.Kind == Truth || a.Kind == Bound }) {
		first = walkFirst
	}
	err := r.Slices(ctx, after, first, func(ctx context.Context) (bool, error) {
		list := r.runs()
		if len(list) < len(r.asked) {
			list = append(list, r.w.Random)
		}
		return true, r.pieces(ctx, first, list)
	})
	if err != nil {
		return err
	}
	return r.Slices(ctx, 0, max(walkShort, time.Duration(len(r.asked))*firstSlice), func(ctx context.Context) (bool, error) {
		begin := time.Now()
		err := r.slice(ctx)
		r.walked += time.Since(begin)
		return len(r.asked) == 0 || r.enough(), err
	})
}

// slice walks until ctx is done: for three quarters of the time towards what is open, in equal parts, then at random.
func (r *walkRun) slice(ctx context.Context) (err error) {
	r.tell()
	r.addRuns(ctx)
	end, _ := ctx.Deadline()
	for err == nil && ctx.Err() == nil && len(r.asked) > 0 {
		prey := r.hunt()
		targets := append(r.targets(), prey...)
		most := time.Until(end) * 3 / 4
		runs := r.runs()
		if len(runs) == len(r.asked) {
			most = time.Until(end) // nothing is found at random
		}
		if err = r.pieces(ctx, most, append(targets, runs...)); err == nil && ctx.Err() == nil {
			err = r.piece(ctx, max(walkPiece, time.Until(end)), r.w.Random)
		}
	}
	return err
}

// pieces walks for some time, an equal part of it for each kind of walks.
func (r *walkRun) pieces(ctx context.Context, d time.Duration, list []goer) (err error) {
	each := max(walkPiece, d/time.Duration(max(1, len(list))))
	for _, kind := range list {
		if err == nil && ctx.Err() == nil {
			err = r.piece(ctx, each, kind)
		}
	}
	return err
}

// enough reports whether nobody waits for more: others are at their end, or are compared, and there is no time limit.
func (r *walkRun) enough() bool {
	if r.walked < walkAlone {
		return false
	}
	if r.options.All {
		return true
	}
	if _, limited := r.ctx.Deadline(); limited {
		return false
	}
	select {
	case <-r.Alone():
		return true
	default:
		return false
	}
}

// A goer is one kind of walks.
type goer func(context.Context, walk.Limits) error

// targets lists best-first walks to all that is open.
func (r *walkRun) targets() (list []goer) {
	for _, a := range r.asked {
		for _, g := range a.goals {
			if _, found := g.Found(); !found && !g.never {
				list = append(list, func(ctx context.Context, l walk.Limits) error { return r.w.Toward(ctx, g.Goal, l) })
			}
		}
		if a.most != nil {
			list = append(list, func(ctx context.Context, l walk.Limits) error { return r.w.TowardMore(ctx, a.most, l) })
		}
	}
	return list
}

// huntAtOnce is how many transitions or places are hunted for in one slice.
const huntAtOnce = 8

// hunt lists walks to some transitions that nobody saw enabled, if it is asked whether all can be, and to some places
// that nobody saw change.
func (r *walkRun) hunt() (list []goer) {
	asks := func(k Kind) bool { return slices.ContainsFunc(r.asked, func(a *walked) bool { return a.Kind == k }) }
	some := func(items []int, formula func(i int) (*syntax.Formula, error)) {
		for n := range min(huntAtOnce, len(items)) {
			f, err := formula(items[(r.hunted+n)%len(items)])
			if err != nil {
				continue
			}
			if g, err := r.w.Reach(f); err == nil {
				list = append(list, func(ctx context.Context, l walk.Limits) error {
					defer r.release(g)
					return r.w.Toward(ctx, g, l)
				})
			}
		}
	}
	net := r.Net()
	if asks(QuasiLiveness) {
		some(r.Unclear(Fireable), func(t int) (*syntax.Formula, error) {
			return r.pool.Enabled(syntax.Ref{Index: t, Name: net.Transitions[t].Name}), nil
		})
	}
	if asks(StableMarking) {
		some(r.Unclear(Changing), func(p int) (*syntax.Formula, error) {
			place := syntax.Ref{Index: p, Name: net.Places[p].Name}
			return r.pool.Compare(syntax.Tokens(place), syntax.NotEqual, syntax.Constant(net.Places[p].Initial))
		})
	}
	r.hunted += len(list)
	return list
}

// piece walks for some time and drops what others have answered.
func (r *walkRun) piece(ctx context.Context, d time.Duration, kind goer) error {
	own, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	if err := kind(own, walk.Limits{Found: func() bool { r.tell(); return len(r.asked) > 0 }}); err != nil {
		return err
	}
	r.tell()
	return nil
}

// tell tells what was found, and drops the questions that are answered.
func (r *walkRun) tell() {
	if news := r.w.News(); len(news) > 0 {
		r.Learn(Fireable, true, news...)
		var places []int
		for _, t := range news {
			for e := range r.Net().Transitions[t].Effects() {
				if e.Delta != 0 && !r.changed[e.Place] {
					r.changed[e.Place] = true
					places = append(places, e.Place)
				}
			}
		}
		r.Learn(Changing, true, places...)
	}
	if p, ok := r.w.Unsafe(); ok {
		r.Learn(Safe, false, p)
	}
	open := r.asked[:0]
	for _, a := range r.asked {
		if r.IsOpen(a.Question) {
			r.answer(a)
		}
		if r.IsOpen(a.Question) {
			open = append(open, a)
		} else {
			r.drop(a)
		}
	}
	clear(r.asked[len(open):])
	r.asked = open
}

// answer answers a question if what was found decides it.
func (r *walkRun) answer(a *walked) {
	answer := Answer{By: r.by, Took: time.Since(a.start)}
	switch a.Kind {
	case Bound, MostInMarking:
		value, infinite := a.most.Best()
		if infinite {
			value = petri.Omega
		}
		if value > a.least {
			a.least = value
			r.Narrow(a.Question, value, petri.Omega, r.by)
		}
		return
	case Liveness:
		if _, lost := r.w.Lost(); lost {
			answer.Result = Fails
		}
	case Deadlock, Truth:
		if a.Question.LTL != nil {
			r.answerRun(a)
			return
		}
		answer.Result = r.evaluate(a, a.formula)
	}
	if answer.Result == Unknown {
		return
	}
	if a.Kind == Truth && a.Trace {
		answer.Shows = engine.Shown(r.Formula(a.Question), answer.Result)
		answer.Witness = r.witness(a, answer.Shows)
		answer.Untraced = answer.Witness == nil
	}
	r.Answer(a.Question, answer)
}

// evaluate returns what is known of a formula in the form of syntax.NNF in the initial marking.
func (r *walkRun) evaluate(a *walked, f *syntax.Formula) Result {
	if !f.Temporal() {
		return engine.Decided(engine.Eval(r.Net(), f, r.Net().Initial()))
	}
	switch f.Op {
	case syntax.And, syntax.Or:
		result := engine.Decided(f.Op == syntax.And)
		for _, g := range f.Args {
			if f.Op == syntax.And {
				result = result.And(r.evaluate(a, g))
			} else {
				result = result.Or(r.evaluate(a, g))
			}
		}
		return result
	case syntax.EF, syntax.AG:
		p, found := engine.Part(f)
		for _, g := range a.goals {
			if _, ok := g.Found(); g.p == p && (ok || g.never) {
				return engine.Between(ok == (found == Holds), false)
			}
		}
	}
	return Unknown
}

// witness returns a witness of a formula in the form of syntax.NNF, nil if walks have none.
func (r *walkRun) witness(a *walked, f *syntax.Formula) *Witness {
	w := &Witness{Formula: f, Start: r.Net().Initial(), Loop: NoLoop}
	switch {
	case !f.Temporal():
		if !engine.Eval(r.Net(), f, w.Start) {
			return nil
		}
		return w
	case f.Op == syntax.AG && r.evaluate(a, f) == Holds: // which is claimed
		return w
	case f.Op == syntax.EF && f.Args[0].Temporal(): // no goal
		return nil
	case f.Op == syntax.EF:
		for _, g := range a.goals { // whose p may be written in another way
			path, ok := g.Found()
			if !ok || len(path)*len(r.changed) > longestWitness {
				continue
			}
			if m, err := r.Net().Replay(path); err == nil && engine.Eval(r.Net(), f.Args[0], m) {
				w.Steps = walk.Shorten(r.Net(), path)
				return w
			}
		}
		return nil
	case f.Op == syntax.And || f.Op == syntax.Or:
		for i, g := range f.Args {
			branch := r.witness(a, g)
			switch {
			case branch == nil && f.Op == syntax.And:
				return nil
			case branch == nil:
				continue
			case g.Temporal() && !slices.Contains(f.Args[:i], g): // the others hold in the start, or are shown already
				w.Branches = append(w.Branches, engine.Branch{Witness: branch})
			}
			if f.Op == syntax.Or {
				return w
			}
		}
		if f.Op == syntax.And {
			return w
		}
	}
	return nil
}

// drop ends the search for what only an answered question asks.
func (r *walkRun) drop(a *walked) {
	if a.Kind == Liveness {
		r.w.WatchLiveness(false)
	}
	if a.most != nil {
		r.w.DropMaximum(a.most)
	}
	if a.run != nil {
		r.w.DropRun(a.run)
	}
	for _, g := range a.goals {
		r.release(g.Goal)
	}
}

// release ends the search for a goal that no open question needs.
func (r *walkRun) release(g *walk.Goal) {
	if !slices.ContainsFunc(r.asked, func(a *walked) bool {
		return a != nil && r.IsOpen(a.Question) && slices.ContainsFunc(a.goals, func(h goal) bool { return h.Goal == g })
	}) {
		r.w.Drop(g)
	}
}
