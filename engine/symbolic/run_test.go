package symbolic_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/engine/symbolic/cover"
	"brim/engine/symbolic/internal/runs"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/ltl"
	"brim/ltl/automaton"
	"brim/mdd"
	"brim/petri"
)

// A vector of sets has an accepted run exactly if the product of the graph of markings and the automaton has a cycle
// with all marks; lassos are replayed and read by the automaton. Random nets and automata, in both readings of paths.
func TestRunAgrees(t *testing.T) {
	configs := []randnet.Config{{}, {Safe: true}, {States: 200, Tokens: 6, Weight: 4}, {NoInhibitors: true},
		{Open: true}}
	var all lassoCount
	for seed := range uint64(*formulas / 3) {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 7)), configs[seed%uint64(len(configs))])
		if err := all.look(net, seed); err != nil {
			fails := func(net *petri.Net) bool { return new(lassoCount).look(net, seed) != nil }
			small := randnet.Shrink(net, fails)
			t.Fatalf("seed %d: %v\nshrunk: %v\n%s", seed, err, new(lassoCount).look(small, seed), randnet.Text(small))
		}
	}
	t.Logf("%+v", all)
	if all.Some < all.Compared/4 || all.None < all.Compared/4 || all.Certain < all.Parts/8 || all.Sure < all.Covers/8 ||
		all.Limited < 10 || all.Lassos < all.Some {
		t.Error("too few of the questions say anything")
	}
}

// lassoCount counts what was found to agree.
type lassoCount struct {
	Compared, Some, None int // questions of all markings: those with a run, and those without one
	Limited              int // questions for whose answer the work did not suffice
	Parts, Certain       int // questions of parts, and those that they decide
	Covers, Sure         int // the same of covers
	Lassos, Steps        int
	Refused              int // sums beyond 64 bits
}

// look compares random questions about net, which follow the seed, and tells the first difference.
func (r *lassoCount) look(net *petri.Net, seed uint64) error {
	if len(net.Places) == 0 {
		return nil
	}
	want, err := oracle.Explore(net, 3000)
	if err != nil {
		return nil
	}
	ctx := context.Background()
	space, err := symbolic.Explore(ctx, net, symbolic.Options{})
	if err != nil {
		return err
	}
	defer space.Close()
	parts := symbolic.NewParts(net, symbolic.Options{})
	defer parts.Close()
	cover := cover.New(ctx, net, 10, symbolic.Options{Nodes: 10_000})
	defer cover.Close()
	rng := rand.New(rand.NewPCG(seed, 9))
	strategy := []symbolic.Strategy{symbolic.Rest, symbolic.Cont, symbolic.Comp}[seed%3]
	rounds, err := symbolic.NewRounds(net, symbolic.Options{},
		symbolic.RoundOptions{Strategy: strategy, Bound: 2, Step: 1 + rng.IntN(3)})
	if err != nil {
		return err
	}
	defer rounds.Close()
	stopped, _ := symbolic.Explore(ctx, net, symbolic.Options{Nodes: 5 + rng.IntN(40)})
	if stopped != nil {
		defer stopped.Close()
		if rng.IntN(2) == 0 {
			stopped.FindOpen()
		}
	}
	for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
		pieces := map[string]*symbolic.Space{"stopped": stopped}
		if parts.More() {
			if pieces["part"], err = parts.Next(ctx); err != nil {
				return err
			}
		}
		if rounds.More() {
			if pieces["round"], err = rounds.Next(ctx); err != nil {
				return err
			}
		}
		for range 1 + rng.IntN(3) { // views, and enlarged state spaces after two of them
			if cover.More() {
				_ = cover.Enlarge(ctx)
			}
		}
		for range 6 {
			a := randomAutomaton(rng, net)
			exists := accepted(want, a, paths)
			fault := func(who string, got engine.Result) error {
				return fmt.Errorf("%s, %v: %v, want %t\n%s", who, paths, got, exists, automatonText(a))
			}
			r.Compared++
			switch v, err := r.ask(space, a, paths, symbolic.WitnessOptions{BySets: true}); {
			case err != nil:
				return fmt.Errorf("%v: %w", paths, err)
			case v.Result == engine.Unknown:
				r.Refused++
				continue
			case v.Result != engine.Decided(exists):
				return fault("all", v.Result)
			case exists:
				r.Some++
			default:
				r.None++
			}
			switch v, err := r.ask(space, a, paths, symbolic.WitnessOptions{Work: 1 + rng.Int64N(500), BySets: true}); {
			case err != nil:
				return fmt.Errorf("%v: %w", paths, err)
			case v.Result == engine.Unknown:
				r.Limited++
			case v.Result != engine.Decided(exists):
				return fault("limited", v.Result)
			}
			switch v, err := r.ask(space, a, paths, symbolic.WitnessOptions{}); {
			case err != nil:
				return fmt.Errorf("%v: %w", paths, err)
			case v.Result != engine.Decided(exists):
				return fault("all, and near the initial marking", v.Result)
			}
			for who, piece := range pieces {
				if piece == nil || piece.Complete {
					continue
				}
				r.Parts++
				switch v, err := r.ask(piece, a, paths, symbolic.WitnessOptions{}); {
				case err != nil:
					return fmt.Errorf("%s, %v: %w", who, paths, err)
				case v.Result == engine.Decided(exists):
					r.Certain++
				case v.Result != engine.Unknown:
					return fault(who, v.Result)
				}
			}
			r.Covers++
			switch got := cover.Run(ltl.Goal{Holds: true}, a, paths); got {
			case engine.Decided(exists):
				r.Sure++
			case engine.Unknown:
			default:
				return fault("cover", got)
			}
		}
	}
	return nil
}

// ask asks a space whether a has a run.
func (r *lassoCount) ask(s *symbolic.Space, a *automaton.Automaton, paths syntax.Paths,
	o symbolic.WitnessOptions) (engine.Verdict, error) {
	v, l, err := s.Run(context.Background(), s.Checker(paths), ltl.Goal{Holds: true}, a, o)
	if err != nil || l == nil {
		if err == nil && v.Result == engine.Holds && v.Reason == "" {
			err = fmt.Errorf("neither a run nor why there is none")
		}
		return v, err
	}
	r.Lassos++
	r.Steps += len(l.Steps)
	return v, lassoFault(s.Net, a, l, paths)
}

// randomAutomaton returns an automaton over random propositions about net.
func randomAutomaton(rng *rand.Rand, net *petri.Net) *automaton.Automaton {
	pool := syntax.NewPool()
	a := &automaton.Automaton{Marks: rng.IntN(3)}
	for len(a.Props) < 1+rng.IntN(3) {
		f := randformula.Generate(rng, net, rng.IntN(3), pool)
		if !f.Temporal() {
			a.Props = append(a.Props, f)
		}
	}
	a.States = make([]automaton.State, 1+rng.IntN(4))
	for q := range a.States {
		for range 1 + rng.IntN(3) {
			arc := automaton.Arc{To: rng.IntN(len(a.States)), Marks: rng.Uint64() & a.All()}
			if rng.IntN(3) == 0 {
				arc.To = q
			}
			for range 1 + rng.IntN(2) {
				var c automaton.Cube
				for p := range a.Props {
					switch rng.IntN(4) {
					case 0:
						c.True |= 1 << p
					case 1:
						c.False |= 1 << p
					}
				}
				arc.Guard = append(arc.Guard, c)
			}
			a.States[q].Arcs = append(a.States[q].Arcs, arc)
		}
	}
	return a
}

// automatonText shows an automaton.
func automatonText(a *automaton.Automaton) string {
	text := fmt.Sprintf("%d marks\n", a.Marks)
	for i, p := range a.Props {
		text += fmt.Sprintf("proposition %d: %v\n", i, p)
	}
	for q, s := range a.States {
		for _, arc := range s.Arcs {
			text += fmt.Sprintf("%d → %d: %+v marks %b\n", q, arc.To, arc.Guard, arc.Marks)
		}
	}
	return text
}

// accepted reports whether a accepts a run of the graph: whether the product has a strongly connected component with
// all marks, by two depth-first searches.
func accepted(want *oracle.Space, a *automaton.Automaton, paths syntax.Paths) bool {
	arcs := productGraph(want, a, paths)
	seen, order := make([]bool, len(arcs)), []int(nil)
	into := make([][]int, len(arcs))
	var visit func(v int)
	visit = func(v int) {
		seen[v] = true
		for _, e := range arcs[v] {
			into[e.to] = append(into[e.to], v)
			if !seen[e.to] {
				visit(e.to)
			}
		}
		order = append(order, v)
	}
	visit(a.Initial)
	component := make([]int, len(arcs)) // 0 until it is known
	var gather func(v, number int)
	gather = func(v, number int) {
		component[v] = number
		for _, u := range into[v] {
			if component[u] == 0 {
				gather(u, number)
			}
		}
	}
	for i, v := range slices.Backward(order) {
		if component[v] == 0 {
			gather(v, i+1)
		}
	}
	marks := map[int]uint64{}
	for _, v := range order {
		for _, e := range arcs[v] {
			if component[e.to] == component[v] {
				marks[component[v]] |= e.marks
			}
		}
	}
	for _, seen := range marks {
		if seen == a.All() {
			return true
		}
	}
	return false
}

// A plainArc is one of a product whose nodes are numbered marking · states + state.
type plainArc struct {
	to    int
	marks uint64
}

// productGraph returns the arcs of each node.
func productGraph(want *oracle.Space, a *automaton.Automaton, paths syntax.Paths) [][]plainArc {
	n := len(a.States)
	arcs := make([][]plainArc, len(want.States)*n)
	for i, m := range want.States {
		values := uint64(0)
		for k, f := range a.Props {
			if engine.Eval(want.Net, f, m) {
				values |= 1 << k
			}
		}
		for q := range a.States {
			for arc := range a.From(q, values) {
				for _, e := range want.Succ[i] {
					arcs[i*n+q] = append(arcs[i*n+q], plainArc{e.To*n + arc.To, arc.Marks})
				}
				if paths == syntax.Maximal && slices.Contains(want.Dead, i) {
					arcs[i*n+q] = append(arcs[i*n+q], plainArc{i*n + arc.To, arc.Marks})
				}
			}
		}
	}
	return arcs
}

// lassoFault tells what is wrong with a lasso, by the firing rule and the automaton.
func lassoFault(net *petri.Net, a *automaton.Automaton, l *runs.Lasso, paths syntax.Paths) error {
	var word []uint64
	var markings []petri.Marking
	for m, err := range net.Markings(l.Steps) {
		if err != nil {
			return err
		}
		values := uint64(0)
		for k, f := range a.Props {
			if engine.Eval(net, f, m) {
				values |= 1 << k
			}
		}
		markings, word = append(markings, m.Clone()), append(word, values)
	}
	last := len(l.Steps)
	switch {
	case l.Loop == engine.NoLoop && paths != syntax.Maximal:
		return fmt.Errorf("the run ends")
	case l.Loop == engine.NoLoop:
		for t := range net.EnabledTransitions(markings[last]) {
			return fmt.Errorf("the run ends where %s is enabled", net.Transitions[t].Name)
		}
		if !a.Accepts(word[:last], word[last:]) {
			return fmt.Errorf("the automaton does not accept the run, which ends")
		}
	case l.Loop >= last || !markings[l.Loop].Equal(markings[last]):
		return fmt.Errorf("the loop does not close")
	case !a.Accepts(word[:l.Loop], word[l.Loop:last]):
		return fmt.Errorf("the automaton does not accept the run")
	}
	return nil
}

// Where a net has infinitely many markings, rounds of each strategy find a run that repeats itself as soon as it lies
// within their bound, and before that say that what they have does not decide. A run that does not lie there is certain
// not to be there only if the automaton stops to read all that leads out.
func TestRunsOfUnboundedNet(t *testing.T) {
	net, err := randnet.ParseText("net", `
p ready 1
p store 0
t make pre: ready 1 post: ready 1 store 1
t rest pre: ready 1 post: ready 1
`)
	if err != nil {
		t.Fatal(err)
	}
	pool := syntax.NewPool()
	for _, test := range []struct {
		text  string
		steps int // the least bound that decides
		holds engine.Result
	}{
		{"E F G store = 7", 7, engine.Holds},
		{"A F G store = 7", 1, engine.Fails},
		{"A G F store > 5", 1, engine.Fails},
		{"A (F store = 4 -> G F store > 4)", 4, engine.Fails},
		{"E (X X store = 3 & F G store = 3)", 2, engine.Fails},
		{"A (X store <= 1 & X X store <= 2)", 2, engine.Holds},
		{"E G F (enabled(make) & store = 12)", 12, engine.Holds},
		{"E (G F store = 1 & G F store = 2)", -1, engine.Unknown},
	} {
		f, err := pool.Parse(test.text, "test", netNames(net))
		if err != nil {
			t.Fatal(err)
		}
		a, err := automaton.Of(t.Context(), ltl.GoalOf(f).Path, automaton.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, strategy := range []symbolic.Strategy{symbolic.Rest, symbolic.Cont, symbolic.Comp} {
			rounds, err := symbolic.NewRounds(net, symbolic.Options{},
				symbolic.RoundOptions{Strategy: strategy, Bound: 1, Step: 1})
			if err != nil {
				t.Fatal(err)
			}
			for range 15 {
				s, err := rounds.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				v, l, err := s.Run(t.Context(), s.Checker(syntax.Maximal), ltl.GoalOf(f), a, symbolic.WitnessOptions{})
				want := engine.Unknown
				if test.steps > 0 && s.Steps >= test.steps {
					want = test.holds
				}
				if v.Result != want || v.Bound != s.Steps || err != nil || want == engine.Unknown && v.Reason == "" {
					t.Errorf("%s, %s, %d steps: %+v, want %v; %v", test.text, strategy, s.Steps, v, want, err)
				}
				if l != nil {
					err = lassoFault(net, a, l, syntax.Maximal)
				}
				if found := v.Result == engine.Decided(ltl.GoalOf(f).Holds); found != (l != nil) || err != nil {
					t.Errorf("%s, %s, %d steps: the run %v, %v", test.text, strategy, s.Steps, l, err)
				}
			}
			rounds.Close()
		}
	}
}

// Parts and covers of nets that are mostly unbounded never contradict each other on a question of LTL, and lassos are
// runs.
func TestRunsOfUnboundedNets(t *testing.T) {
	both, byPart, byCover := 0, 0, 0
	for seed := range uint64(max(30, *formulas/20)) {
		rng := rand.New(rand.NewPCG(seed, 44))
		cfg := randnet.Config{Arbitrary: true, Open: true, Blocks: 3, Transitions: 8, Tokens: 3, Weight: 2}
		cfg.NoInhibitors = seed%3 > 0
		net := randnet.Generate(rng, cfg)
		if len(net.Places) == 0 {
			continue
		}
		paths := syntax.Paths(rng.IntN(2))
		var list []*automaton.Automaton
		for range 6 {
			list = append(list, randomAutomaton(rng, net))
		}
		sure := make([]engine.Result, len(list))
		cover := cover.New(t.Context(), net, 10, symbolic.Options{Nodes: 3000})
		for range 4 {
			if cover.More() {
				_ = cover.Enlarge(t.Context())
			}
			for i, a := range list {
				switch r := cover.Run(ltl.Goal{Holds: true}, a, paths); {
				case sure[i] == engine.Unknown:
					sure[i] = r
				case r == sure[i].Negate():
					t.Fatalf("seed %d, %v: covers say both\n%s%s", seed, paths, automatonText(a), randnet.Text(net))
				}
			}
		}
		cover.Close()
		parts := symbolic.NewParts(net, symbolic.Options{Nodes: 20_000})
		found := make([]engine.Result, len(list))
		for range 5 {
			if !parts.More() {
				break
			}
			s, err := parts.Next(t.Context())
			if err != nil {
				continue
			}
			for i, a := range list {
				v, err := new(lassoCount).ask(s, a, paths, symbolic.WitnessOptions{Limits: mdd.Limits{Work: 1 << 16}})
				if err != nil {
					t.Fatalf("seed %d, %v: %v\n%s%s", seed, paths, err, automatonText(a), randnet.Text(net))
				}
				if v.Result != engine.Unknown {
					found[i] = v.Result
				}
				if v.Result != engine.Unknown && sure[i] == v.Result.Negate() {
					t.Fatalf("seed %d, %v: a part says %v, a cover %v\n%s%s", seed, paths, v.Result, sure[i],
						automatonText(a), randnet.Text(net))
				}
			}
		}
		parts.Close()
		for i := range list {
			switch {
			case found[i] != engine.Unknown && sure[i] != engine.Unknown:
				both++
			case found[i] != engine.Unknown:
				byPart++
			case sure[i] != engine.Unknown:
				byCover++
			}
		}
	}
	t.Logf("decided by both %d, by parts alone %d, by covers alone %d", both, byPart, byCover)
	if both < 20 || byPart < 20 || byCover < 5 {
		t.Error("too few of the answers say anything")
	}
}
