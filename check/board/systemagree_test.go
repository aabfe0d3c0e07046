package board_test

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/bfs"
	"brim/check/technique/dfs"
	"brim/check/technique/explicit"
	"brim/check/technique/product"
	"brim/check/technique/symbolic"
	"brim/check/technique/walk"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/engine/system"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/mdd"
	"brim/petri"
)

var (
	systemCount = flag.Int("systems", 60,
		"compare the answers about so many random systems that are no nets with the oracle")
	systemSeed = flag.Uint64("systems-seed", 0, "the first seed of these systems")
)

// A systemTwin is a system as tables of a Go program: its own step function, which knows no diagrams.
type systemTwin struct {
	variables, events []string
	starts            [][]int
	effects           []map[int]func(v int) []int // by event and variable
	steps             [][]mdd.Step                // by event, of variables from 1 on
	net               petri.Net                   // has the names
}

const twinValues = 4 // of a variable, from 0 on

// newTwin draws a system.
func newTwin(rng *rand.Rand) *systemTwin {
	w := &systemTwin{}
	for i := range 1 + rng.IntN(4) {
		w.variables = append(w.variables, fmt.Sprintf("x%d", i))
		w.net.Places = append(w.net.Places, petri.Place{Name: w.variables[i]})
	}
	for e := range 1 + rng.IntN(6) {
		w.events = append(w.events, fmt.Sprintf("e%d", e))
		w.net.Transitions = append(w.net.Transitions, petri.Transition{Name: w.events[e]})
		effects, steps := map[int]func(int) []int{}, []mdd.Step(nil)
		for i := range w.variables {
			if rng.IntN(2) == 0 {
				effect, table := randomStep(rng)
				effects[i] = table
				steps = append(steps, mdd.Step{Level: i + 1, Effect: effect})
			}
		}
		w.effects, w.steps = append(w.effects, effects), append(w.steps, steps)
	}
	return w
}

// randomStep draws an effect, and the same as a function.
func randomStep(rng *rand.Rand) (mdd.Effect, func(v int) []int) {
	switch rng.IntN(3) {
	case 0:
		least := rng.IntN(twinValues)
		below := least + 1 + rng.IntN(twinValues-least)
		by := rng.IntN(twinValues-below+least+1) - least
		return mdd.Shift{Min: least, Below: below, Delta: by}, func(v int) []int {
			if v < least || v >= below {
				return nil
			}
			return []int{v + by}
		}
	case 1:
		to := rng.Perm(twinValues)
		from := slices.Clone(to)
		for v, x := range to {
			from[x] = v
		}
		only := rng.IntN(twinValues + 1)
		next := func(v int) (int, bool) { return to[v], v < only }
		prev := func(v int) (int, bool) { return from[v], from[v] < only }
		return mdd.NewMap(next, prev), func(v int) []int {
			if x, ok := next(v); ok {
				return []int{x}
			}
			return nil
		}
	}
	table := map[int][]int{}
	var pairs [][2]int
	for range 1 + rng.IntN(4) {
		pair := [2]int{rng.IntN(twinValues), rng.IntN(twinValues)}
		if !slices.Contains(pairs, pair) {
			pairs = append(pairs, pair)
			table[pair[0]] = append(table[pair[0]], pair[1])
		}
	}
	return mdd.NewPairs(pairs...), func(v int) []int { return table[v] }
}

// successors returns where an event leads to.
func (w *systemTwin) successors(event int, values []int) [][]int {
	list := [][]int{slices.Clone(values)}
	for i, effect := range w.effects[event] {
		var more [][]int
		for _, to := range effect(values[i]) {
			for _, x := range list {
				x = slices.Clone(x)
				x[i] = to
				more = append(more, x)
			}
		}
		list = more
	}
	return list
}

// space returns the reachable tuples as a space of the oracle, those of starts first.
func (w *systemTwin) space() *oracle.Space {
	s := &oracle.Space{Net: &w.net, Complete: true}
	number := map[string]int{}
	add := func(values []int) int {
		i, ok := number[fmt.Sprint(values)]
		if !ok {
			i = len(s.States)
			number[fmt.Sprint(values)] = i
			m := make(petri.Marking, len(values))
			for k, v := range values {
				m[k] = int64(v)
			}
			s.States, s.Succ = append(s.States, m), append(s.Succ, nil)
		}
		return i
	}
	for _, values := range w.starts {
		add(values)
	}
	for i := 0; i < len(s.States); i++ {
		values := make([]int, len(w.variables))
		for k, v := range s.States[i] {
			values[k] = int(v)
		}
		for e := range w.events {
			for _, to := range w.successors(e, values) {
				j := add(to)
				s.Succ[i] = append(s.Succ[i], oracle.Edge{Transition: e, To: j})
			}
		}
		if len(s.Succ[i]) == 0 {
			s.Dead = append(s.Dead, i)
		}
	}
	return s
}

// system returns the twin as a system: by a builder, or with a forest in which the variables have their order.
func (w *systemTwin) system(rng *rand.Rand, several bool) (*system.System, error) {
	starts := make([][]int, len(w.variables))
	for i := range starts {
		starts[i] = []int{rng.IntN(twinValues)}
		if several && rng.IntN(2) == 0 {
			starts[i] = append(starts[i], (starts[i][0]+1)%twinValues)
		}
	}
	w.starts = [][]int{nil}
	for _, values := range starts {
		var more [][]int
		for _, x := range w.starts {
			for _, v := range values {
				more = append(more, append(slices.Clone(x), v))
			}
		}
		w.starts = more
	}
	if rng.IntN(2) == 0 {
		b := system.NewBuilder("random")
		for i, name := range w.variables {
			b.Variable(name, starts[i]...)
		}
		for e, name := range w.events {
			b.Event(name, w.steps[e]...)
		}
		return b.System(context.Background())
	}
	f := mdd.New(len(w.variables), mdd.Options{Rule: mdd.Rule(rng.IntN(2)),
		CollectEvery: []int{0, 0, 1, 3}[rng.IntN(4)]})
	r := f.NewRelation()
	for _, steps := range w.steps {
		r.Add(steps...)
	}
	return system.New("random", f.Box(starts), r, w.variables, w.events)
}

// listed returns the space as a listed system with variables.
func (w *systemTwin) listed(s *oracle.Space) (*model.Model, error) {
	var edges []kripke.Edge
	var values [][]int64
	for i, list := range s.Succ {
		values = append(values, s.States[i])
		for _, e := range list {
			edges = append(edges, kripke.Edge{From: i, To: e.To, Label: e.Transition})
		}
	}
	l, err := kripke.NewLTS("random", len(s.States), 0, w.events, edges)
	if err == nil {
		l, err = l.WithValues(w.variables, values)
	}
	if err != nil {
		return nil, err
	}
	return model.OfLTS(l), nil
}

// Answers to questions of CTL and LTL about random systems, by their sets, by searches through single tuples, and about
// the same as listed systems, are those of the operators' definitions on all tuples, in both readings of paths. What
// shows them is replayed by a step function that knows no diagrams.
func TestSystemsAgree(t *testing.T) {
	count := map[string]int{}
	for seed := *systemSeed; seed < *systemSeed+uint64(*systemCount); seed++ {
		rng := rand.New(rand.NewPCG(seed, 102))
		w := newTwin(rng)
		s, err := w.system(rng, seed%4 == 0)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		space := w.space()
		models := []*model.Model{model.OfSystem(s)}
		if len(w.starts) == 1 {
			l, err := w.listed(space)
			if err != nil {
				t.Fatal(err)
			}
			models = append(models, l)
		}
		for range 6 {
			if err := w.ask(rng, models, space, count); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	t.Log(count)
	for _, what := range []string{"CTL holds", "CTL fails", "LTL holds", "LTL fails", "CTL runs", "LTL runs", "loops",
		"ends"} {
		if count[what] < *systemCount/20 {
			t.Errorf("%d %s; expected more", count[what], what)
		}
	}
}

// ask puts one random question to all techniques.
func (w *systemTwin) ask(rng *rand.Rand, models []*model.Model, space *oracle.Space, count map[string]int) error {
	paths := syntax.Paths(rng.IntN(2))
	pool := syntax.NewPool()
	logic := "CTL"
	f := randformula.Generate(rng, &w.net, 1+rng.IntN(4), pool)
	if rng.IntN(2) == 0 {
		logic = "LTL"
		f = pool.Make([]syntax.Op{syntax.A, syntax.E}[rng.IntN(2)],
			randformula.Path(rng, &w.net, 1+rng.IntN(3), true, pool))
	}
	if !f.Temporal() {
		f = pool.Make([]syntax.Op{syntax.EF, syntax.AG}[rng.IntN(2)], f)
	}
	want := true
	for _, holds := range space.Sat(f, paths)[:len(w.starts)] {
		want = want && holds
	}
	for _, m := range models {
		list := []board.Technique{symbolic.Technique{}, explicit.Technique{}, bfs.Technique{}, dfs.Technique{},
			product.Technique{}, walk.Technique{}}
		if m.LTS != nil {
			list = []board.Technique{explicit.Technique{}, bfs.Technique{}, product.Technique{}}
		}
		for _, technique := range list {
			q := &model.Question{Paths: paths, Trace: rng.IntN(4) > 0}
			q.SetFormula(f)
			o := board.Options{Techniques: []board.Technique{technique}}
			if technique.Name() == "walk" {
				o.Time = 5 * time.Millisecond
			}
			a, err := check.Decide(context.Background(), m, q, o)
			ofRuns := board.TraitsOf(technique).Linear && technique.Name() != "walk"
			who := fmt.Sprintf("%s on %v, %v, from %v", technique.Name(), f, paths, w.starts)
			switch {
			case err != nil:
				return fmt.Errorf("%s: %w", who, err)
			case a.Wrong != nil && (!slices.Contains([]string{"symbolic", "explicit"}, technique.Name()) ||
				len(w.starts) > 1 && (f.Op == syntax.E || technique.Name() == "explicit")):
				continue // that is not for it
			case technique.Name() == "walk" && a.Result == model.Unknown && a.Wrong == nil:
				continue
			case a.Result == model.Unknown && logic == "LTL" && !ofRuns:
				continue // the formula of CTL in its place tells one answer of the two
			case a.Wrong == nil && a.Result == model.Unknown && strings.Contains(a.Reason, "64 bits"):
				continue
			case a.Result != engine.Decided(want):
				return fmt.Errorf("%s: %v (%s, %v), want %t", who, a.Result, a.Reason, a.Wrong, want)
			}
			if technique.Name() != "symbolic" && technique.Name() != "explicit" {
				count[technique.Name()]++
			} else {
				count[logic+" "+a.Result.String()]++
			}
			if q.Trace && byRun(engine.Shown(f, a.Result)) && a.Path == nil && (ofRuns || logic == "CTL") &&
				!strings.Contains(a.Reason, "64 bits") {
				return fmt.Errorf("%s: %v without a run: %s", who, a.Result, a.Reason)
			}
			if run := m.Run(a); run != nil {
				count[logic+" runs"]++
				if err := w.replay(run, paths, count); err != nil {
					return fmt.Errorf("%s: %w", who, err)
				}
			}
		}
	}
	return nil
}

// byRun reports whether a run may show f, in the form of syntax.NNF.
func byRun(f *syntax.Formula) bool {
	if f.Op == syntax.And || f.Op == syntax.Or {
		return slices.ContainsFunc(f.Args, byRun)
	}
	return f.Temporal() && !engine.Claimed(f)
}

// replay walks along a run by the twin's own step function.
func (w *systemTwin) replay(run *model.Run, paths syntax.Paths, count map[string]int) error {
	at := ints(run.Values)
	if !slices.ContainsFunc(w.starts, func(x []int) bool { return slices.Equal(x, at) }) {
		return fmt.Errorf("the run begins in %v", at)
	}
	all := [][]int{at}
	for i, step := range run.Steps {
		to := ints(step.Values)
		e := slices.Index(w.events, step.Label)
		if e < 0 || !slices.ContainsFunc(w.successors(e, at), func(x []int) bool { return slices.Equal(x, to) }) {
			return fmt.Errorf("step %d, %s, does not lead from %v to %v", i+1, step.Label, at, to)
		}
		at = to
		all = append(all, at)
	}
	if run.Loop != nil {
		count["loops"]++
		if *run.Loop >= len(run.Steps) || !slices.Equal(all[*run.Loop], at) {
			return fmt.Errorf("the loop to %d does not close", *run.Loop)
		}
	} else if run.Dead {
		count["ends"]++
	}
	return nil
}

func ints(values []int64) []int {
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = int(v)
	}
	return list
}

// Numbers of systems are those of their twins.
func TestSystemNumbers(t *testing.T) {
	for seed := range uint64(*systemCount) {
		rng := rand.New(rand.NewPCG(seed, 103))
		w := newTwin(rng)
		s, err := w.system(rng, true)
		if err != nil {
			t.Fatal(err)
		}
		space, m := w.space(), model.OfSystem(s)
		most, firings := int64(0), 0
		for i, x := range space.States {
			most = max(most, 2*x[0])
			enabled := map[int]bool{}
			for _, e := range space.Succ[i] {
				enabled[e.Transition] = true
			}
			firings += len(slices.Collect(maps.Keys(enabled)))
		}
		sum := syntax.Sum{Terms: []syntax.Term{{Place: syntax.Ref{Index: 0, Name: w.variables[0]}, Weight: 2}},
			Const: 1}
		questions := []*model.Question{{Kind: model.States}, {Kind: model.Firings}, {Kind: model.Deadlock},
			{Kind: model.Bound, Sum: &sum}, {Kind: model.OneSafe}}
		r, err := check.DecideAll(context.Background(), m, questions, board.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{fmt.Sprint(len(space.States)), fmt.Sprint(firings),
			engine.Decided(len(space.Dead) > 0).String(), fmt.Sprint(most + 1)}
		for i, x := range want {
			if a := r.Answers[i]; a.Wrong != nil || a.Text() != x {
				t.Errorf("seed %d: %v: %s (%v), want %s", seed, questions[i].Kind, a.Text(),
					cmp.Or(a.Wrong, errors.New(a.Reason)), x)
			}
		}
		if r.Answers[4].Wrong == nil {
			t.Error("a question about places was answered")
		}
	}
}

// All techniques together say the same about a system, in several runs at the same time.
func TestSystemTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 104))
	for range 4 {
		w := newTwin(rng)
		s, err := w.system(rng, false)
		if err != nil {
			t.Fatal(err)
		}
		space, m := w.space(), model.OfSystem(s)
		for range 3 {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for _, text := range []string{"EF x0 >= 2", "AG EF enabled(e0)", "A G F x0 >= 1", "E F G (x0 = 0)"} {
					q, err := m.Ask(text, model.Maximal)
					if err != nil {
						t.Fatal(err)
					}
					a, err := check.Decide(context.Background(), m, q, board.Options{All: true})
					if err != nil || a.Result != engine.Decided(space.Sat(model.Apart(q.Asks()), model.Maximal)[0]) {
						t.Errorf("%s: %v, %v", text, a, err)
					}
				}
			})
		}
	}
}

// A limit leaves a question about a system unknown, and says so.
func TestSystemLimits(t *testing.T) {
	b := system.NewBuilder("counters")
	last := b.Variable("x0")
	for i := 1; i < 40; i++ { // each goes up while the one before it is small
		x := b.Variable(fmt.Sprint("x", i))
		b.Event(fmt.Sprint("up", i), mdd.Step{Level: x, Effect: mdd.Shift{Below: 9, Delta: 1}},
			mdd.Step{Level: last, Effect: mdd.Shift{Below: 5}})
		last = x
	}
	s, err := b.System(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	m := model.OfSystem(s)
	for _, text := range []string{"AG x3 <= 9", "A G (x3 <= 9)"} {
		q, err := m.Ask(text, model.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		a, err := check.Decide(context.Background(), m, q, board.Options{Limits: limit.Limits{Nodes: 1, States: 100}})
		if err != nil || a.Result != model.Unknown || a.Stop == nil || a.Reason == "" {
			t.Errorf("%s: %v (%s, %v), %v", text, a.Result, a.Reason, a.Stop, err)
		}
	}
}
