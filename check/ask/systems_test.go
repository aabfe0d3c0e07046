package ask_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/ask"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/extended"
)

// A ruled is a net with capacities, reset arcs and priorities, its firing rule, and what is asked about it.
type ruled struct {
	net    *extended.Net
	system bool // it is no place/transition net
	graph  bool // its graph may be explored
	rule   *extended.Rule
	got    map[string]*ask.Answer
}

// answersOf answers all questions about a net; nil if that is refused. states is the limit of single states.
func answersOf(t *testing.T, net *extended.Net, states int) *ruled {
	t.Helper()
	m, err := model.OfExtended(t.Context(), net)
	if err != nil {
		return nil
	}
	x := &ruled{net: net, system: m.System != nil, graph: states == 0, got: map[string]*ask.Answer{}}
	if x.rule, err = extended.NewRule(net); err != nil {
		t.Fatal(err)
	}
	o := board.Options{Limits: limit.Limits{Time: time.Second, Memory: 2 << 30, States: states}}
	answers, err := ask.Decide(t.Context(), m, every(), o, check.DecideAll)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range answers {
		x.got[a.Name] = a
	}
	return x
}

// compare tells the differences between answers and those of the judge, and checks the runs.
func (x *ruled) compare(t *testing.T, what string, want map[string]engine.Result, count func(string)) {
	t.Helper()
	for name, a := range x.got {
		w := want[name]
		switch {
		case a.Result == engine.Unknown && a.Reason == "":
			t.Errorf("%s: %s is unknown for no reason", what, name)
		case a.Result == engine.Unknown && w != engine.Unknown:
			count("unknown " + name)
		case a.Result != engine.Unknown && w != engine.Unknown && a.Result != w:
			t.Errorf("%s: %s: %v, want %v: %s\n%+v", what, name, a.Result, w, a.Summary, x.net)
		default:
			count(name + " " + a.Result.String())
		}
		for _, f := range a.Findings {
			if f.Run != nil {
				x.checkRun(t, what+": "+name, f)
			}
		}
	}
}

// checkRun fires the run of a finding.
func (x *ruled) checkRun(t *testing.T, what string, f ask.Finding) {
	t.Helper()
	m := f.Run.Start
	for _, u := range f.Run.Steps {
		next, err := x.rule.Fire(m, u)
		if err != nil {
			t.Errorf("%s: %s: %v", what, f.Text, err)
			return
		}
		m = next
	}
	for u := range x.net.Transitions {
		if strings.Contains(f.Text, "nothing can fire") && x.rule.Enabled(m, u) {
			t.Errorf("%s: %s: transition %d can", what, f.Text, u)
		}
	}
	if c := f.Transitions; strings.Contains(f.Text, "both") {
		next, err := x.rule.Fire(m, c[0])
		if err != nil || !x.rule.Enabled(m, c[1]) || x.rule.Enabled(next, c[1]) {
			t.Errorf("%s: %s: it does not", what, f.Text)
		}
	}
}

// Named questions about nets with capacities, reset arcs and priorities have the answers of the judge, by the graph of
// all markings or, with the techniques of sets alone, by formulas.
func TestSystemsAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		rng := rand.New(rand.NewPCG(seed, 38))
		c := randextended.Config{Bounded: seed%4 > 0}
		c.Net = randnet.Config{Arbitrary: seed%2 == 0, Blocks: 2, Transitions: 6, States: 100}
		net := randextended.Generate(rng, c)
		space, err := oracle.ExploreExtended(net, mostMarkings)
		if err != nil {
			return
		}
		x := answersOf(t, net, int(seed/2)%2) // one state is too few for a graph
		if x == nil {
			return
		}
		count(fmt.Sprint("system: ", x.system))
		j := judgeOf(space)
		what := fmt.Sprint("seed ", seed)
		x.compare(t, what, j.verdicts(), count)
		x.details(t, what, j)
	})
}

// details compares degrees, bounds and listed markings, and tells whether runs to home markings are shortest ones.
func (x *ruled) details(t *testing.T, what string, j *judge) {
	t.Helper()
	x.degrees(t, what, j)
	for _, f := range x.got["home"].Findings {
		end := f.Run.Start
		for _, u := range f.Run.Steps {
			end, _ = x.rule.Fire(end, u)
		}
		if i, ok := j.Number(end); x.graph && (!ok || j.Dist[i] != len(f.Run.Steps)) {
			t.Errorf("%s: %s: %d steps are not the fewest\n%+v", what, f.Text, len(f.Run.Steps), x.net)
		}
	}
	listed := x.got["deadlocks"].Findings
	all := strings.HasSuffix(x.got["deadlocks"].Summary, "in all")
	if n := len(listed); n > len(j.Dead) || all && n != len(j.Dead) {
		t.Errorf("%s: %d deadlocks are listed, want %d\n%+v", what, n, len(j.Dead), x.net)
	}
}

// degrees compares degrees and bounds.
func (x *ruled) degrees(t *testing.T, what string, j *judge) {
	t.Helper()
	degrees := map[ask.Degree][]int{
		ask.Dead: {0}, ask.L1: {1}, ask.L3: {3}, ask.L4: {4}, ask.AtLeastL1: {1, 3}, ask.NotDead: {1, 3, 4},
		ask.DegreeUnknown: {0, 1, 3, 4},
	}
	for _, name := range []string{"live", "quasi-live"} {
		for u, d := range x.got[name].Degrees {
			if !slices.Contains(degrees[d], j.degree(u)) {
				t.Errorf("%s: %s: transition %d is %v, want %d\n%+v", what, name, u, d, j.degree(u), x.net)
			}
		}
	}
	for p, b := range x.got["bounded"].Bounds {
		if w := j.MaxTokens[p]; b.Infinite || b.Least > w || b.Most < w {
			t.Errorf("%s: bound of place %d: %v, want %d\n%+v", what, p, b, w, x.net)
		}
	}
}

// Workflow nets with capacities, reset arcs and priorities, by the definitions of soundness for such nets [AHH11].
func TestResetWorkflowsAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		rng := rand.New(rand.NewPCG(seed, 39))
		plain := randnet.GenerateWorkflow(rng, randnet.Workflow{Tasks: 2 + rng.IntN(5), Defects: int(seed) % 3})
		net := extended.Of(plain)
		for range rng.IntN(3) {
			net.Arcs = append(net.Arcs, extended.Arc{
				Place: rng.IntN(len(net.Places)), Transition: rng.IntN(len(net.Transitions)), Kind: extended.Reset,
				Weight: 1,
			})
		}
		for t := range net.Transitions {
			net.Transitions[t].Priority = int64(rng.IntN(2)) * rng.Int64N(2)
		}
		if seed%5 == 0 {
			net.Places[rng.IntN(len(net.Places))].Capacity = rng.Int64N(3)
		}
		want := map[string]engine.Result{}
		if space, err := oracle.ExploreExtended(net, mostMarkings); err == nil {
			want = judgeOf(space).verdicts()
		}
		judgedSystem(plain, net, want)
		if x := answersOf(t, net, int(seed/8)%4/3); x != nil {
			count(fmt.Sprint("system: ", x.system))
			x.compare(t, fmt.Sprint("seed ", seed), want, count)
		}
	})
}

// judgedSystem adds what the judge answers about a workflow whose net without reset arcs and priorities is plain.
func judgedSystem(plain *petri.Net, net *extended.Net, out map[string]engine.Result) {
	judgedBy(plain, out, func(source int, k int64) *judge {
		cases := net.Clone()
		for p := range cases.Places {
			cases.Places[p].Initial = 0
		}
		cases.Places[source].Initial = k
		space, err := oracle.ExploreExtended(cases, mostMarkings)
		if err != nil {
			return nil
		}
		return judgeOf(space)
	})
}

// judgedBy adds what the judge answers about a workflow whose net without reset arcs, priorities and time is plain.
// begin returns the judge of so many cases, nil if there are too many markings.
func judgedBy(plain *petri.Net, out map[string]engine.Result, begin func(source int, cases int64) *judge) {
	source, sink, ok := workflow(plain)
	out["workflow"] = engine.Decided(ok)
	if !ok {
		for _, n := range []string{"sound", "weak-sound", "easy-sound", "relaxed-sound", "k-sound",
			"generalised-sound"} {
			out[n] = engine.Fails
		}
		return
	}
	for k := range int64(3) {
		j := begin(source, k+1)
		if j == nil {
			continue
		}
		end := make(petri.Marking, len(plain.Places))
		end[sink] = k + 1
		s := j.soundness(end)
		weak := s.option && s.proper
		switch k {
		case 0:
			out["sound"], out["weak-sound"] = engine.Decided(weak && !s.dead), engine.Decided(weak)
			out["easy-sound"], out["relaxed-sound"] = engine.Decided(s.easy), engine.Decided(s.relaxed)
		case 1:
			out["k-sound"] = engine.Decided(s.option)
		}
		if !s.option {
			out["generalised-sound"] = engine.Fails
		}
	}
}
