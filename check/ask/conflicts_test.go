package ask_test

import (
	"fmt"
	"math/rand/v2"
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
	"brim/petri/extended"
	"brim/petri/timed"
)

// drawn returns a random net with conflicts as a model: a net, one with reset arcs and priorities, or one with time.
// The judge knows all of its markings or states. Both are nil if there are too many.
func drawn(t *testing.T, seed uint64) (*model.Model, *judge, string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 180))
	if seed%4 == 0 {
		net := randnet.Generate(rng, randnet.Config{States: 150, Arbitrary: seed%8 == 0, Transitions: 8})
		j, err := newJudge(net, mostMarkings)
		if err != nil {
			return nil, nil, ""
		}
		return model.OfNet(net), j, randnet.Text(net)
	}
	if seed%4 == 1 {
		c := randextended.Config{Bounded: true}
		c.Net = randnet.Config{Blocks: 2, Transitions: 6, States: 100}
		net := randextended.Generate(rng, c)
		space, err := oracle.ExploreExtended(net, mostMarkings)
		if err != nil {
			return nil, nil, ""
		}
		m, err := model.OfExtended(t.Context(), net)
		if err != nil {
			return nil, nil, ""
		}
		return m, judgeOf(space), fmt.Sprintf("%+v", net)
	}
	d := timedChoices(rng, seed%4 == 2)
	x := &clocked{document: d, space: spaceOf(d, mostMarkings)}
	if x.space == nil {
		return nil, nil, ""
	}
	m, err := (*model.Model)(nil), error(nil)
	if d.Timed != nil {
		m, err = model.OfTimed(d.Timed)
	} else {
		m, err = model.OfTimedArcs(d.Arcs)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Compile(t.Context(), nil); err != nil {
		return nil, nil, ""
	}
	return m, judgeOfTime(d, x.space), x.text()
}

// timedChoices returns a net with time that has choices: a workflow with one or two cases or another net, with tokens
// that are taken and given back, read arcs and reset arcs.
func timedChoices(rng *rand.Rand, arcs bool) *timed.Document {
	plain := randnet.GenerateWorkflow(rng, randnet.Workflow{Tasks: 2 + rng.IntN(4), Defects: rng.IntN(3)})
	net := extended.Of(plain)
	net.Places[0].Initial = 1 + rng.Int64N(2)
	if !arcs && rng.IntN(2) == 0 {
		net = extended.Of(randnet.Generate(rng, randnet.Config{States: 60, NoInhibitors: true, Transitions: 7}))
	}
	n := &timed.Net{Net: net, Weak: rng.IntN(3) == 0, Memory: timed.Memory(rng.IntN(2))}
	interval := func() timed.Interval {
		low := max(0, rng.Int64N(4)-1)
		i := timed.Interval{Low: low, High: low + rng.Int64N(3)}
		if rng.IntN(3) == 0 {
			i.High = timed.Infinite
		}
		return i
	}
	for t := range net.Transitions {
		n.Intervals = append(n.Intervals, interval())
		if !arcs && rng.IntN(3) == 0 {
			net.Transitions[t].Priority = 1
		}
	}
	before := len(net.Arcs)
	loops := 6
	if arcs {
		loops = 3
	}
	for range rng.IntN(loops) {
		p, t := net.Arcs[rng.IntN(before)].Place, rng.IntN(len(net.Transitions))
		list := []extended.Kind{extended.Input, extended.Output}
		if !arcs && rng.IntN(4) == 0 {
			list = []extended.Kind{[]extended.Kind{extended.Read, extended.Reset}[rng.IntN(2)]}
		}
		for _, k := range list {
			net.Arcs = append(net.Arcs, extended.Arc{Place: p, Transition: t, Kind: k, Weight: 1})
		}
	}
	if arcs {
		return arcsOf(rng, n, interval)
	}
	return &timed.Document{Timed: n}
}

// Conflicts are those of the judge, all of them if the answer says so, where no graph of all markings is made.
func TestConflictsAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		m, j, text := drawn(t, seed)
		if m == nil {
			return
		}
		kind := []string{"net", "system", "time", "ages"}[seed%4]
		count(kind)
		questions := []ask.Question{{Name: "conflicts", Most: 1000}, {Name: "persistent"}}
		o := board.Options{Limits: limit.Limits{Time: 2 * time.Second, Memory: 2 << 30, States: 1}}
		answers, err := ask.Decide(t.Context(), m, questions, o, check.DecideAll)
		if err != nil {
			t.Fatal(err)
		}
		want, some := map[[2]int]bool{}, false
		for a := range j.Net.Transitions {
			for b := range a {
				want[[2]int{b, a}] = j.conflict(a, b) || j.conflict(b, a)
				some = some || want[[2]int{b, a}]
			}
		}
		for i, holds := range []bool{some, !some} {
			a := answers[i]
			count(fmt.Sprint(kind, " ", a.Name, " ", a.Result))
			if a.Result != engine.Unknown && a.Result != engine.Decided(holds) {
				t.Errorf("seed %d: %s: %v, want %t\n%s", seed, a.Name, a.Result, holds, text)
			}
		}
		for _, f := range answers[0].Findings {
			if x := f.Transitions; x != nil && !j.conflict(x[0], x[1]) {
				t.Errorf("seed %d: %s\n%s", seed, f.Text, text)
			} else if x != nil {
				delete(want, [2]int{min(x[0], x[1]), max(x[0], x[1])})
			}
		}
		for x, missing := range want {
			if missing && strings.HasSuffix(answers[0].Summary, "in all") {
				t.Errorf("seed %d: %v is missing: %s\n%s", seed, x, answers[0].Summary, text)
			}
		}
	})
}
