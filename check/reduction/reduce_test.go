package reduction_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/check"
	"brim/check/reduction"
	"brim/ctl/syntax"
	"brim/internal/testkit/checktest"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/pnml"
	"brim/petri/reduce"
)

var reducedNets = flag.Int("reduced", 1500, "random nets of TestReduceKeepsAnswers")

// reducible draws a net with few markings.
func reducible(rng *rand.Rand) (*petri.Net, *oracle.Space) {
	for {
		net := randnet.Redundant(rng)
		if space, err := oracle.Explore(net, 500); err == nil {
			return net, space
		}
	}
}

// again returns the net and the questions of a reduction as another program reads them from its files.
func again(t *testing.T, r *reduction.Reduction) (*check.Model, []*check.Question) {
	t.Helper()
	var net, properties bytes.Buffer
	if err := pnml.Write(&net, r.Net); err != nil {
		t.Fatal(err)
	}
	var list []syntax.Property
	for i, q := range r.Questions {
		list = append(list, syntax.Property{ID: string(rune('a' + i)), Formula: q.Formula, Bound: q.Sum})
	}
	if err := syntax.WriteProperties(&properties, list); err != nil {
		t.Fatal(err)
	}
	m, err := check.Read(&net, "net")
	if err != nil {
		t.Fatal(err)
	}
	questions, err := m.ReadProperties(strings.NewReader(properties.String()), "properties", check.Maximal,
		syntax.AsWritten)
	if err != nil {
		t.Fatalf("%v\n%s", err, properties.String())
	}
	for _, q := range questions {
		if q.Wrong != nil {
			t.Fatalf("%v\n%s", q.Wrong, properties.String())
		}
	}
	return m, questions
}

// The smaller net for a random formula, or two, has their answers, when both are written and read again.
func TestReduceKeepsAnswers(t *testing.T) {
	classes, goals := map[reduce.Class]int{}, 0
	n := *reducedNets
	if testing.Short() {
		n = min(n, 300)
	}
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 151))
		net, space := reducible(rng)
		m := check.OfNet(net)
		pool := syntax.NewPool()
		var questions []*check.Question
		for range 1 + rng.IntN(2) {
			f := randformula.Generate(rng, net, rng.IntN(4), pool)
			if rng.IntN(2) == 0 {
				f = pool.Make([]syntax.Op{syntax.EF, syntax.AG}[rng.IntN(2)], randformula.Generate(rng, net, 0, pool))
			}
			questions = append(questions, &check.Question{Formula: f, Paths: syntax.Paths(rng.IntN(2))})
		}
		if rng.IntN(4) == 0 {
			questions = []*check.Question{checktest.Ask(t, m, goal(rng, net))}
		}
		r, err := reduction.Reduce(t.Context(), m, questions,
			reduction.Options{Growing: rng.IntN(2) == 0, Programs: rng.IntN(2) == 0})
		if err != nil {
			t.Fatal(err)
		}
		classes[r.Class]++
		goals += r.Hits[reduce.PastGoal].Times
		small, read := again(t, r)
		is, err := oracle.Explore(small.Net, 5000)
		if err != nil {
			continue // it may have more markings
		}
		for i, q := range questions {
			was, now := space.Sat(q.Formula, q.Paths)[0], is.Sat(read[i].Formula, q.Paths)[0]
			if was != now {
				t.Fatalf("seed %d: %v is %t, of the smaller net %v is %t (%v)\n%s\nsmaller:\n%s",
					seed, q, was, read[i], now, r.Class, randnet.Text(net), randnet.Text(r.Net))
			}
		}
	}
	t.Log(classes, goals)
	if goals < n/200 {
		t.Errorf("%d transitions are past a goal", goals)
	}
	for _, c := range []reduce.Class{reduce.Reach, reduce.ReachDead, reduce.Stutter, reduce.Branching,
		reduce.Bisimilar} {
		if classes[c] < n/50 {
			t.Errorf("%d formulas of the class %v", classes[c], c)
		}
	}
}

// goal returns a formula that asks whether a place can hold so many tokens, in one of the forms that say so.
func goal(rng *rand.Rand, net *petri.Net) string {
	forms := []string{"EF %d <= %s", "AG !(%d <= %s)", "EF %d < %s", "AG %d > %s", "AG %d >= %s"}
	return fmt.Sprintf(forms[rng.IntN(len(forms))], rng.IntN(4), net.Places[rng.IntN(len(net.Places))].Name)
}

// Largest sums stay what they are, when the question is written and read again.
func TestReduceKeepsBounds(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 152))
		net, space := reducible(rng)
		sum := &syntax.Sum{}
		for p := range net.Places {
			if p == 0 || rng.IntN(3) == 0 {
				sum.Terms = append(sum.Terms,
					syntax.Term{Place: syntax.Ref{Index: p, Name: net.Places[p].Name}, Weight: 1 + rng.Int64N(2)})
			}
		}
		q := &check.Question{Kind: check.Bound, Sum: sum}
		r, err := reduction.Reduce(t.Context(), check.OfNet(net), []*check.Question{q}, reduction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		small, read := again(t, r)
		is, err := oracle.Explore(small.Net, 5000)
		if err != nil {
			continue
		}
		if was, now := largest(space, sum), largest(is, read[0].Sum); was != now {
			t.Fatalf("seed %d: %v is %d at most, of the smaller net %d\n%s", seed, q, was, now, randnet.Text(net))
		}
	}
}

func largest(s *oracle.Space, sum *syntax.Sum) (most int64) {
	for _, m := range s.States {
		n := int64(0)
		for _, t := range sum.Terms {
			n += t.Weight * m[t.Place.Index]
		}
		most = max(most, n)
	}
	return most
}

// The technique by itself has the answers of all markings, to all kinds of questions, with traces that are replayed.
func TestReducedAlone(t *testing.T) {
	n := uint64(120)
	if testing.Short() {
		n = 25
	}
	known, traced := 0, 0
	for seed := range n {
		rng := rand.New(rand.NewPCG(seed, 153))
		net, space := reducible(rng)
		m := check.OfNet(net)
		f := randformula.Generate(rng, net, rng.IntN(3), syntax.NewPool())
		if rng.IntN(2) == 0 {
			f = f.Pool().Make([]syntax.Op{syntax.EF, syntax.AG}[rng.IntN(2)],
				randformula.Generate(rng, net, 0, f.Pool()))
		}
		questions := []*check.Question{{Formula: f, Trace: rng.IntN(2) == 0}}
		for _, k := range []check.Kind{check.Deadlock, check.QuasiLiveness, check.StableMarking, check.Liveness,
			check.OneSafe} {
			questions = append(questions, &check.Question{Kind: k})
		}
		sum := syntax.Tokens(syntax.Ref{Index: 0, Name: net.Places[0].Name})
		questions = append(questions, &check.Question{Kind: check.Bound, Sum: &sum})
		r, err := check.DecideAll(t.Context(), m, questions, check.Options{Without: check.AllBut([]string{"reduced"})})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
		for i, q := range questions {
			a := r.Answers[i]
			if a.Result == check.Unknown {
				t.Logf("seed %d: %v: %s", seed, q, a.Reason)
				continue
			}
			known++
			if a.Witness != nil {
				traced++
			}
			if got, want := textOf(a, q), answerOf(space, q); got != want {
				t.Fatalf("seed %d: %v: %s, want %s\n%s", seed, q, got, want, randnet.Text(net))
			}
			if !strings.Contains(a.By, "reduced") {
				t.Errorf("%v is answered by %q", q, a.By)
			}
		}
	}
	t.Logf("%d answers, %d with traces", known, traced)
	if known < int(n)*6 || traced < int(n)/30 {
		t.Errorf("only %d answers, %d with traces", known, traced)
	}
}

func textOf(a *check.Answer, q *check.Question) string {
	if q.Kind == check.Bound {
		return a.Number.String()
	}
	return a.Result.String()
}

// answerOf is what all markings say.
func answerOf(s *oracle.Space, q *check.Question) string {
	holds := func(yes bool) string {
		if yes {
			return check.Holds.String()
		}
		return check.Fails.String()
	}
	switch q.Kind {
	case check.Truth:
		return holds(s.Sat(q.Formula, q.Paths)[0])
	case check.Deadlock:
		return holds(len(s.Dead) > 0)
	case check.OneSafe:
		return holds(s.MaxInPlace <= 1)
	case check.QuasiLiveness:
		fired := map[int]bool{}
		for _, edges := range s.Succ {
			for _, e := range edges {
				fired[e.Transition] = true
			}
		}
		return holds(len(fired) == len(s.Net.Transitions))
	case check.StableMarking:
		for p := range s.Net.Places {
			if !slices.ContainsFunc(s.States, func(m petri.Marking) bool { return m[p] != s.States[0][p] }) {
				return holds(true)
			}
		}
		return holds(false)
	case check.Liveness:
		pool := syntax.NewPool()
		for i, t := range s.Net.Transitions {
			f := pool.Make(syntax.AG, pool.Make(syntax.EF, pool.Enabled(syntax.Ref{Index: i, Name: t.Name})))
			if !s.Sat(f, syntax.Maximal)[0] {
				return holds(false)
			}
		}
		return holds(true)
	}
	return strconv.FormatInt(largest(s, q.Sum), 10)
}
