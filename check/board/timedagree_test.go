package board_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/board"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randtimed"
	"brim/petri"
)

var (
	timedCount = flag.Int("timed", 60, "compare the answers about so many random nets with time with the oracle")
	timedSeed  = flag.Uint64("timed-seed", 0, "the first seed of these nets")
)

// Answers about nets with time are those of the oracle, which knows their firing rules by their definitions, and
// evaluates formulas with times on the product of its states with a clock.
func TestTimedAgree(t *testing.T) {
	count := map[string]int{}
	for seed := *timedSeed; seed < *timedSeed+uint64(*timedCount); seed++ {
		rng := rand.New(rand.NewPCG(seed, 171))
		var m *model.Model
		var space *oracle.TimedSpace
		var err error
		if kind := seed % 2; kind == 0 {
			net := randtimed.Generate(rng, randtimed.Small())
			if space, err = oracle.ExploreTimed(net, 120); err == nil {
				m, err = model.OfTimed(net)
			}
		} else {
			net := randtimed.GenerateArcs(rng, randtimed.Small())
			if space, err = oracle.ExploreTimedArcs(net, 120); err == nil {
				m, err = model.OfTimedArcs(net)
			}
		}
		if errors.Is(err, oracle.ErrTooMany) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if _, _, err := m.Compile(t.Context(), nil); err != nil {
			count["refused"]++
			continue
		}
		count["nets"]++
		x := newTimedJudge(m, space)
		if err := x.askGlobals(count); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for k := range 5 {
			if err := x.ask(rng, k, count); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	t.Log(count)
	for _, what := range []string{"CTL holds", "CTL fails", "LTL holds", "LTL fails", "times holds", "times fails",
		"LTL runs", "runs", "least", "longest", "runs of times"} {
		if count[what] < *timedCount/20 {
			t.Errorf("%d %s; expected more", count[what], what)
		}
	}
}

// A timedJudge evaluates formulas about a net with time on the oracle's states.
type timedJudge struct {
	model *model.Model
	timed *oracle.TimedSpace
	names petri.Net
	space *oracle.Space // its markings have more places, for formulas that were evaluated
}

func newTimedJudge(m *model.Model, timed *oracle.TimedSpace) *timedJudge {
	x := &timedJudge{model: m, timed: timed}
	for _, p := range m.Document.Places {
		x.names.Places = append(x.names.Places, petri.Place{Name: p.ID})
	}
	for _, t := range m.Document.Transitions {
		x.names.Transitions = append(x.names.Transitions, petri.Transition{Name: t.ID})
	}
	x.space = &oracle.Space{Net: &x.names, Complete: true, Succ: timed.Succ}
	for i, s := range timed.States {
		x.space.States = append(x.space.States, s.Marking.Clone())
		if len(timed.Succ[i]) == 0 {
			x.space.Dead = append(x.space.Dead, i)
		}
	}
	return x
}

// marked adds a place that holds a token in some states, and returns the formula that it does.
func (x *timedJudge) marked(pool *syntax.Pool, in []bool) *syntax.Formula {
	p := len(x.space.States[0])
	for i := range x.space.States {
		tokens := int64(0)
		if in[i] {
			tokens = 1
		}
		x.space.States[i] = append(x.space.States[i], tokens)
	}
	f, _ := pool.Compare(syntax.Tokens(syntax.Ref{Index: p, Name: fmt.Sprint("p", p)}), syntax.Equal,
		syntax.Constant(1))
	return f
}

// only returns which states are in a list.
func (x *timedJudge) only(list []int) []bool {
	in := make([]bool, len(x.timed.States))
	for _, i := range list {
		in[i] = true
	}
	return in
}

// plain returns a formula without times, deadlock and timelock that holds in the same states as f.
func (x *timedJudge) plain(pool *syntax.Pool, f *syntax.Formula, paths syntax.Paths) *syntax.Formula {
	switch {
	case f.Op == syntax.Deadlock:
		return x.marked(pool, x.only(x.timed.Dead))
	case f.Op == syntax.Timelock:
		return x.marked(pool, x.only(x.timed.Stopped))
	case f.Op == syntax.Within:
		return x.marked(pool, x.within(f, paths))
	case len(f.Args) == 0:
		return pool.Copy(f)
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = x.plain(pool, g, paths)
	}
	return pool.Make(f.Op, args...)
}

// within returns where a formula with times holds, by the product of the states with a clock.
func (x *timedJudge) within(f *syntax.Formula, paths syntax.Paths) []bool {
	args := f.Args[0].Args
	inner, before := x.sat(args[len(args)-1], paths), x.sat(args[0], paths)
	most := f.High
	if most == syntax.NoEnd {
		most = f.Low
	}
	size := int(most) + 2
	product := &oracle.Space{Net: &x.names, Complete: true}
	for i, edges := range x.timed.Succ {
		for clock := range size {
			now := petri.Marking{0, int64(clock), 0}
			if inner[i] {
				now[0] = 1
			}
			if before[i] {
				now[2] = 1
			}
			var succ []oracle.Edge
			for _, e := range edges {
				next := clock
				if e.Transition == oracle.Tick {
					next = min(clock+1, size-1)
				}
				succ = append(succ, oracle.Edge{Transition: 0, To: e.To*size + next})
			}
			if len(succ) == 0 {
				product.Dead = append(product.Dead, len(product.States))
			}
			product.States, product.Succ = append(product.States, now), append(product.Succ, succ)
		}
	}
	pool := syntax.NewPool()
	compare := func(place int, r syntax.Relation, n int64) *syntax.Formula {
		g, _ := pool.Compare(syntax.Tokens(syntax.Ref{Index: place}), r, syntax.Constant(n))
		return g
	}
	during := pool.And(compare(1, syntax.GreaterEqual, f.Low), compare(1, syntax.LessEqual, f.High))
	if f.High == syntax.NoEnd {
		during = compare(1, syntax.GreaterEqual, f.Low)
	}
	list := []*syntax.Formula{pool.And(during, compare(0, syntax.Equal, 1))}
	switch f.Args[0].Op {
	case syntax.AG, syntax.EG:
		list[0] = pool.Make(syntax.Implies, during, compare(0, syntax.Equal, 1))
	case syntax.EU, syntax.AU:
		list = []*syntax.Formula{compare(2, syntax.Equal, 1), list[0]}
	}
	all := product.Sat(pool.Make(f.Args[0].Op, list...), paths)
	in := make([]bool, len(x.timed.States))
	for i := range in {
		in[i] = all[i*size]
	}
	return in
}

// sat returns in which states a formula holds.
func (x *timedJudge) sat(f *syntax.Formula, paths syntax.Paths) []bool {
	g := x.plain(syntax.NewPool(), f, paths)
	return x.space.Sat(g, paths)
}

// draw returns a random formula: of CTL, of LTL, or of CTL with times.
func (x *timedJudge) draw(rng *rand.Rand, k int) (f *syntax.Formula, logic string) {
	pool := syntax.NewPool()
	switch k {
	case 0:
		path := randformula.Path(rng, &x.names, 1+rng.IntN(2), true, pool)
		return pool.Make([]syntax.Op{syntax.A, syntax.E}[rng.IntN(2)], path), "LTL"
	case 1, 2:
		return x.spice(rng, pool, randformula.Generate(rng, &x.names, 1+rng.IntN(3), pool), 0), "CTL"
	}
	return x.spice(rng, pool, randformula.Generate(rng, &x.names, 1+rng.IntN(3), pool), 2), "times"
}

// spice returns a formula with timelock in it, and with times behind some path operators, at most so deep.
func (x *timedJudge) spice(rng *rand.Rand, pool *syntax.Pool, f *syntax.Formula, depth int) *syntax.Formula {
	timed := depth > 0 && rng.IntN(3) > 0 && slices.Contains([]syntax.Op{syntax.EF, syntax.AF, syntax.EG, syntax.AG,
		syntax.EU, syntax.AU}, f.Op)
	if timed {
		depth--
	}
	switch {
	case len(f.Args) == 0 && rng.IntN(8) == 0:
		return pool.Timelock()
	case len(f.Args) == 0:
		return f
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = x.spice(rng, pool, g, depth)
	}
	g := pool.Make(f.Op, args...)
	if timed && g.Op == f.Op {
		low := rng.Int64N(4)
		high := low + rng.Int64N(4)
		if rng.IntN(5) == 0 {
			high = syntax.NoEnd
		}
		return pool.Within(g, low, high)
	}
	return g
}

// ask puts a random question to all techniques, and to one of them.
func (x *timedJudge) ask(rng *rand.Rand, k int, count map[string]int) error {
	paths := syntax.Paths(rng.IntN(2))
	f, logic := x.draw(rng, k)
	want := engine.Decided(x.sat(f, paths)[0])
	all := check.Techniques(x.model)
	for i, list := range [][]board.Technique{all, {all[rng.IntN(len(all))]}} {
		q := &model.Question{Paths: paths, Trace: rng.IntN(3) > 0}
		q.SetFormula(f)
		o := board.Options{Techniques: list}
		if i == 0 && rng.IntN(4) == 0 {
			o.All, o.Without = true, []string{"walk"} // which does not end by itself
		}
		if i > 0 {
			o.Time = 20 * time.Millisecond
		}
		a, err := check.Decide(context.Background(), x.model, q, o)
		switch {
		case err != nil:
			return fmt.Errorf("%v, %v: %w", f, paths, err)
		case i == 0 && strings.Contains(a.Reason, "64 bits"):
			continue
		case i == 0 && a.Result != want || a.Wrong == nil && a.Known() && a.Result != want:
			return fmt.Errorf("%s: %v, %v: %v (%s, %v), want %v", list[0].Name(), f, paths, a.Result, a.Reason, a.Wrong,
				want)
		}
		if i == 0 {
			count[logic+" "+a.Result.String()]++
		}
		if a.Path != nil && a.Timed == nil {
			return fmt.Errorf("%v: a path without delays", f)
		}
		if a.Timed != nil {
			count[logic+" runs"]++
			count["runs"]++
			if x.model.Run(a) == nil {
				return fmt.Errorf("%v: no text of a run", f)
			}
			if err := x.shown(f, a, paths, count); err != nil {
				return err
			}
		}
		if q.Trace && a.Path == nil && a.Known() && i == 0 && strings.HasPrefix(a.By, "all") && logic == "CTL" &&
			a.Shows.Op == syntax.EF {
			return fmt.Errorf("%v: %v without a run: %s", f, a.Result, a.Reason)
		}
	}
	if k == 1 {
		return x.askTimes(f, paths, count)
	}
	return nil
}

// shown checks the run of an answer by the firing rule of the net. With times inside of other formulas it may end too
// early to show all; and a conjunction may need several runs, of which it is one.
func (x *timedJudge) shown(f *syntax.Formula, a *model.Answer, paths syntax.Paths, count map[string]int) error {
	err := x.model.CheckRun(a.Timed, a.Shows, paths)
	switch {
	case err == nil:
		count["runs that show"]++
		return nil
	case a.Paths > 1:
		err = x.model.CheckRun(a.Timed, nil, paths)
	}
	if err != nil {
		err = fmt.Errorf("%v, %v, %s: %+v: %w", f, paths, a.By, a.Timed, err)
	}
	return err
}

// askTimes asks for the least and the longest time to a formula.
func (x *timedJudge) askTimes(f *syntax.Formula, paths syntax.Paths, count map[string]int) error {
	goal := x.sat(f, paths)
	least := int64(math.MaxInt64)
	for i, in := range goal {
		if in {
			least = min(least, x.timed.Times[i])
		}
	}
	longest, never, gone := int64(math.MaxInt64), int64(-1), false
	pool := syntax.NewPool()
	if x.space.Sat(pool.Make(syntax.AF, x.plain(pool, f, paths)), paths)[0] {
		memo := map[int]int64{}
		var to func(i int) int64
		to = func(i int) int64 {
			if goal[i] {
				return 0
			}
			if n, ok := memo[i]; ok {
				return n
			}
			n := never
			for _, e := range x.timed.Succ[i] {
				if m := to(e.To); m >= 0 && e.Transition == oracle.Tick {
					n = max(n, m+1)
				} else {
					n = max(n, m)
				}
			}
			memo[i] = n
			return n
		}
		longest = to(0)
		gone = longest == never // no run counts
		longest = max(longest, 0)
	}
	for kind, want := range map[model.Kind]int64{model.LeastTime: least, model.LongestTime: longest} {
		q := &model.Question{Kind: kind, Paths: paths, Formula: f, Trace: true}
		a, err := check.Decide(context.Background(), x.model, q, board.Options{})
		text := fmt.Sprint(want)
		if want == math.MaxInt64 {
			text = "infinite"
		} else {
			count[[]string{"least", "longest"}[kind-model.LeastTime]]++
		}
		switch {
		case err != nil:
			return err
		case strings.Contains(a.Reason, "64 bits"):
		case a.Wrong != nil || a.Text() != text:
			return fmt.Errorf("%v, %v: %s (%v, %s), want %s", q, paths, a.Text(), a.Wrong, a.Reason, text)
		case a.Timed == nil && q.TimeShown(a.Infinite) != nil && (kind == model.LeastTime || !gone) && !stops(f):
			return fmt.Errorf("%v, %v: %s without a run: %s", q, paths, text, a.Reason)
		case a.Timed == nil && a.Reason == "" && (kind == model.LongestTime || !a.Infinite):
			return fmt.Errorf("%v, %v: %s without a run and without a reason", q, paths, text)
		case a.Timed != nil && !a.Infinite && a.Timed.Time() != want:
			return fmt.Errorf("%v, %v: a run of %d, want %s", q, paths, a.Timed.Time(), text)
		case a.Timed != nil:
			count["runs of times"]++
			if err := x.shown(a.Shows, a, paths, count); err != nil {
				return err
			}
		}
	}
	return nil
}

// askGlobals asks for global properties.
func (x *timedJudge) askGlobals(count map[string]int) error {
	var markings []petri.Marking
	for _, s := range x.timed.States {
		markings = append(markings, s.Marking)
	}
	var questions []*model.Question
	want := globals(markings, x.timed.Succ, len(x.names.Transitions))
	for kind := range want {
		questions = append(questions, &model.Question{Kind: kind})
	}
	r, err := check.DecideAll(context.Background(), x.model, questions, board.Options{})
	if err != nil {
		return err
	}
	for i, a := range r.Answers {
		switch kind := questions[i].Kind; {
		case strings.Contains(a.Reason, "64 bits"):
		case a.Wrong != nil || a.Text() != want[kind]:
			return fmt.Errorf("%v: %s (%v, %s), want %s", kind, a.Text(), a.Wrong, a.Reason, want[kind])
		default:
			count["global "+a.Result.String()]++
		}
	}
	return nil
}

// stops reports whether a formula speaks of deadlocks or timelocks, which are temporal for the system of a net.
func stops(f *syntax.Formula) bool {
	for g := range f.All() {
		if g.Op == syntax.Deadlock || g.Op == syntax.Timelock {
			return true
		}
	}
	return false
}

// What is asked of no net with time is refused with a reason.
func TestTimedRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 172))
	m, err := model.OfTimed(randtimed.Generate(rng, randtimed.Small()))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []model.Kind{model.Firings, model.LeastTime} {
		a, err := check.Decide(t.Context(), m, &model.Question{Kind: kind}, board.Options{})
		if err != nil || a.Wrong == nil {
			t.Errorf("%v: %v, %v", kind, a, err)
		}
	}
	if !slices.ContainsFunc(check.Techniques(m), func(b board.Technique) bool { return b.Name() == "untimed" }) {
		t.Error("nothing looks at the net without time")
	}
}
