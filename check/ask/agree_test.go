package ask_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"brim/check"
	"brim/check/ask"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/extended"
	"brim/petri/structure"
)

// Invariant: an answer to a named question that is certain is that of the judge, on random nets and random workflow
// nets; each run of a diagnosis can be fired and ends where its finding says; and of small nets answers are certain.
//
//	go test ./check/ask -run Agree -nets 10000 -timeout 10h
var nets = flag.Uint64("nets", 40, "how many random nets of each kind")

// shards is how many goroutines work on the nets, since questions without a trace wait for one for some seconds.
const shards = 8

// each calls fn for all seeds, in goroutines, and ends early when a test has failed.
func each(t *testing.T, fn func(t *testing.T, seed uint64, count func(string))) {
	var mu sync.Mutex
	counts := map[string]int{}
	t.Run("seeds", func(t *testing.T) {
		for shard := range uint64(shards) {
			t.Run(fmt.Sprint(shard), func(t *testing.T) {
				t.Parallel()
				for seed := shard; seed < *nets && !t.Failed(); seed += shards {
					fn(t, seed, func(what string) {
						mu.Lock()
						defer mu.Unlock()
						counts[what]++
					})
				}
			})
		}
	})
	t.Logf("%v", counts)
}

// mostMarkings is how many markings a net of the judge has at most.
const mostMarkings = 600

// every lists all questions, with k-soundness of two cases.
func every() (list []ask.Question) {
	for _, n := range ask.Names() {
		list = append(list, ask.Question{Name: n.Name, K: 2, Most: 4})
	}
	return list
}

// decide answers all questions about a net, each by itself if alone, else in one run.
func decide(t *testing.T, net *petri.Net, alone bool, without ...string) map[string]*ask.Answer {
	t.Helper()
	o := board.Options{Limits: limit.Limits{Time: 3 * time.Second, Memory: 2 << 30}, Without: without}
	out := map[string]*ask.Answer{}
	list := [][]ask.Question{every()}
	if alone {
		list = slices.Collect(slices.Chunk(every(), 1))
	}
	for _, questions := range list {
		o.Start = time.Now()
		answers, err := ask.Decide(t.Context(), model.OfNet(net), questions, o, check.DecideAll)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range answers {
			out[a.Name] = a
		}
	}
	return out
}

// verdicts returns what the judge answers, by name, of a net whose markings are few: Unknown is no opinion.
func verdicts(net *petri.Net) (map[string]engine.Result, *judge) {
	j, err := newJudge(net, mostMarkings)
	if err != nil {
		return nil, nil
	}
	return j.verdicts(), j
}

// verdicts returns what the judge answers, by name, to questions that are not about workflows.
func (j *judge) verdicts() map[string]engine.Result {
	net := j.Net
	out := map[string]engine.Result{"bounded": engine.Holds, "deadlocks": engine.Decided(len(j.Dead) > 0)}
	live, quasi, conflict := true, true, false
	for t := range net.Transitions {
		d := j.degree(t)
		live, quasi = live && d == 4, quasi && d > 0
		for u := range net.Transitions {
			conflict = conflict || j.conflict(t, u)
		}
	}
	out["live"], out["quasi-live"] = engine.Decided(live), engine.Decided(quasi)
	out["conflicts"], out["persistent"] = engine.Decided(conflict), engine.Decided(!conflict)
	out["reversible"] = engine.Decided(j.home(0))
	home := false
	for m := range j.States {
		home = home || j.home(m)
	}
	out["home"] = engine.Decided(home)
	return out
}

// judged adds what the judge answers about a workflow. The net of one case, or of several, may have too many markings.
func judged(net *petri.Net, out map[string]engine.Result) {
	source, sink, ok := workflow(net)
	out["workflow"] = engine.Decided(ok)
	names := []string{"sound", "weak-sound", "easy-sound", "relaxed-sound", "k-sound", "generalised-sound"}
	if !ok {
		for _, n := range names {
			out[n] = engine.Fails
		}
		return
	}
	for k := range int64(3) {
		start, end := make(petri.Marking, len(net.Places)), make(petri.Marking, len(net.Places))
		start[source], end[sink] = k+1, k+1
		cases := net.WithInitial(start)
		j, err := newJudge(cases, mostMarkings)
		if err != nil {
			grows := structure.Boundedness(context.Background(), cases, nil,
				structure.Budget{}).Kind == structure.Unbounded && plain(net)
			if grows {
				out["generalised-sound"] = engine.Fails
			}
			switch {
			case grows && k == 0:
				out["sound"], out["weak-sound"] = engine.Fails, engine.Fails
			case grows && k == 1:
				out["k-sound"] = engine.Fails
			}
			continue
		}
		s := j.soundness(end)
		switch k {
		case 0:
			out["sound"] = engine.Decided(s.option && s.proper && !s.dead)
			out["weak-sound"] = engine.Decided(s.option && s.proper)
			out["easy-sound"], out["relaxed-sound"] = engine.Decided(s.easy), engine.Decided(s.relaxed)
		case 1:
			out["k-sound"] = engine.Decided(s.option)
		}
		if !s.option {
			out["generalised-sound"] = engine.Fails
		}
	}
}

func plain(net *petri.Net) bool {
	return !slices.ContainsFunc(net.Transitions, func(t petri.Transition) bool { return t.Inhibit != nil })
}

// compare tells the differences between answers and those of the judge, and counts what is unknown.
func compare(t *testing.T, what string, net *petri.Net, got map[string]*ask.Answer, want map[string]engine.Result,
	count func(string)) {
	t.Helper()
	for name, a := range got {
		w := want[name]
		if a.Result == engine.Unknown && w != engine.Unknown {
			count("unknown " + name)
		}
		if a.Result != engine.Unknown && w != engine.Unknown && a.Result != w {
			t.Errorf("%s: %s: %v, want %v: %s\n%s", what, name, a.Result, w, a.Summary, randnet.Text(net))
		}
		if a.Result == engine.Unknown && a.Reason == "" {
			t.Errorf("%s: %s is unknown for no reason", what, name)
		}
		for _, f := range a.Findings {
			if f.Run != nil {
				checkRun(t, what+": "+name, net, f)
			}
		}
	}
}

// checkRun fires the run of a finding. With a loop the steps from there on are fired a second time.
func checkRun(t *testing.T, what string, net *petri.Net, f ask.Finding) {
	t.Helper()
	from := net.WithInitial(f.Run.Start)
	end, err := from.Replay(f.Run.Steps)
	if err != nil {
		t.Errorf("%s: %s: %v", what, f.Text, err)
		return
	}
	if f.Run.Loop != engine.NoLoop {
		again, err := from.Replay(slices.Concat(f.Run.Steps, f.Run.Steps[f.Run.Loop:]))
		if err != nil {
			t.Errorf("%s: %s: repeated: %v", what, f.Text, err)
		}
		for _, p := range f.Places {
			if again[p] <= end[p] {
				t.Errorf("%s: %s: no growth", what, f.Text)
			}
		}
	}
	if strings.Contains(f.Text, "nothing can fire") {
		for u := range net.Transitions {
			if net.Enabled(end, u) {
				t.Errorf("%s: %s: transition %d can", what, f.Text, u)
			}
		}
	}
}

// details compares degrees, bounds, dead transitions and listed markings.
func details(t *testing.T, what string, j *judge, got map[string]*ask.Answer) {
	t.Helper()
	net := j.Net
	degrees := map[ask.Degree][]int{ask.Dead: {0}, ask.L1: {1}, ask.L3: {3}, ask.L4: {4}, ask.AtLeastL1: {1, 3},
		ask.NotDead: {1, 3, 4}, ask.DegreeUnknown: {0, 1, 3, 4}}
	for _, name := range []string{"live", "quasi-live"} {
		for u, d := range got[name].Degrees {
			if !slices.Contains(degrees[d], j.degree(u)) {
				t.Errorf("%s: %s: transition %d is %v, want %d\n%s", what, name, u, d, j.degree(u), randnet.Text(net))
			}
		}
		if n := len(got[name].Degrees); n != 0 && n != len(net.Transitions) {
			t.Errorf("%s: %s: %d degrees", what, name, n)
		}
	}
	for p, b := range got["bounded"].Bounds {
		if w := j.MaxTokens[p]; b.Infinite || b.Least > w || b.Most < w {
			t.Errorf("%s: bound of place %d: %v, want %d\n%s", what, p, b, w, randnet.Text(net))
		}
	}
	listed := map[string]bool{}
	for _, f := range got["deadlocks"].Findings {
		m, _ := net.Replay(f.Run.Steps)
		listed[net.Format(m)] = true
	}
	all := strings.HasSuffix(got["deadlocks"].Summary, "in all")
	if n := len(got["deadlocks"].Findings); len(listed) != n || n > len(j.Dead) || all && n != len(j.Dead) {
		t.Errorf("%s: %d deadlocks are listed, want %d\n%s", what, len(listed), len(j.Dead), randnet.Text(net))
	}
	for _, f := range got["conflicts"].Findings {
		if x := f.Transitions; x != nil && !j.conflict(x[0], x[1]) {
			t.Errorf("%s: %s\n%s", what, f.Text, randnet.Text(net))
		}
	}
}

// Random nets of all kinds.
func TestNamedQuestionsAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		rng := rand.New(rand.NewPCG(seed, 35))
		net := randnet.Generate(rng, randnet.Config{
			States: 200, Open: seed%3 == 0, Safe: seed%4 == 0, Arbitrary: seed%5 == 0, Transitions: 8,
		})
		if seed%7 == 0 {
			net = randnet.Loose(rng)
		}
		want, j := verdicts(net)
		if want == nil {
			return
		}
		count("nets")
		judged(net, want)
		got := decide(t, net, seed%4 == 1)
		what := fmt.Sprint("seed ", seed)
		compare(t, what, net, got, want, count)
		details(t, what, j, got)
	})
}

// Random workflow nets, of which many are not sound, and some unbounded.
func TestWorkflowsAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		rng := rand.New(rand.NewPCG(seed, 36))
		defects := int(seed/shards) % 4
		net := randnet.GenerateWorkflow(rng, randnet.Workflow{Tasks: 3 + rng.IntN(8), Defects: defects})
		want, j := verdicts(net)
		if want == nil {
			want = map[string]engine.Result{}
		}
		judged(net, want)
		if defects == 0 && (want["sound"] == engine.Fails || want["workflow"] == engine.Fails) {
			t.Fatalf("seed %d: the net without defects is not sound\n%s", seed, randnet.Text(net))
		}
		got := decide(t, net, seed%4 == 1)
		what := fmt.Sprint("seed ", seed)
		compare(t, what, net, got, want, count)
		if j != nil {
			details(t, what, j, got)
		}
		if got["workflow"].Result == engine.Holds {
			count("workflow, sound " + got["sound"].Result.String())
			count("workflow, generalised sound " + got["generalised-sound"].Result.String())
		}
	})
}

// Random nets with final markings, which are reachable ones or not.
func TestFinalMarkingsAgree(t *testing.T) {
	names := []string{"sound", "weak-sound", "easy-sound", "relaxed-sound"}
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		rng := rand.New(rand.NewPCG(seed, 37))
		net := randnet.Generate(rng, randnet.Config{States: 60, Open: seed%3 == 0, Safe: seed%2 == 0,
			Arbitrary: seed%11 == 0, Transitions: 6})
		if seed%3 == 1 {
			net = randnet.GenerateWorkflow(rng, randnet.Workflow{Tasks: 4, Defects: int(seed % 2)})
		}
		j, err := newJudge(net, mostMarkings)
		if err != nil {
			return
		}
		x := extended.Of(net)
		var ends []petri.Marking
		for range 1 + rng.IntN(2) {
			end := j.States[rng.IntN(len(j.States))].Clone()
			switch {
			case len(j.Dead) > 0 && rng.IntN(3) > 0:
				end = j.States[j.Dead[rng.IntN(len(j.Dead))]].Clone()
			case rng.IntN(8) == 0:
				end[rng.IntN(len(end))]++
			}
			ends = append(ends, end)
			x.Finals = append(x.Finals, extended.Final(end))
		}
		m, err := model.OfExtended(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		s := j.soundness(ends...)
		want := map[string]engine.Result{
			"sound":      engine.Decided(s.option && s.proper && !s.dead),
			"weak-sound": engine.Decided(s.option && s.proper),
			"easy-sound": engine.Decided(s.easy), "relaxed-sound": engine.Decided(s.relaxed),
		}
		var questions []ask.Question
		for _, n := range names {
			questions = append(questions, ask.Question{Name: n})
		}
		o := board.Options{Limits: limit.Limits{Time: 3 * time.Second, Memory: 2 << 30}}
		answers, err := ask.Decide(t.Context(), m, questions, o, check.DecideAll)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]*ask.Answer{}
		for _, a := range answers {
			got[a.Name] = a
			count(a.Name + " " + a.Result.String())
		}
		compare(t, fmt.Sprint("seed ", seed), net, got, want, count)
	})
}
