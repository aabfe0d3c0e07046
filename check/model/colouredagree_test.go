package model_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/checktest"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
)

var colouredNets = flag.Int("coloured", 12,
	"random coloured nets on which techniques are compared with the interpreter")

// A question about a coloured net has the answer that the coloured rule gives, whatever unfolding it is asked on: each
// technique alone is compared with the interpreter, which never unfolds, on random coloured nets, for formulas over
// coloured places and transitions, bounds of sums, global properties and numbers. A large run is -coloured 1500.
func TestColouredAgrees(t *testing.T) {
	known := map[string]int{}
	for seed, compared := uint64(0), 0; compared < *colouredNets; seed++ {
		rng := rand.New(rand.NewPCG(seed, 17))
		net := randcoloured.Generate(rng, randcoloured.Config{})
		space, err := oracle.ExploreColoured(net, 300)
		if err != nil {
			continue
		}
		compared++
		m := check.OfColoured(net)
		numbers, numbersWant := numbersOf(space)
		singles, singlesWant := singlesOf(t, rng, m, space)
		questions, want := checktest.ColouredQuestions(t, rng, m, space)
		questions, want = append(questions, singles...), append(want, singlesWant...)
		if seed%4 == 0 { // else colours that nothing tells apart are one
			questions, want = append(questions, numbers...), append(want, numbersWant...)
		}
		for _, only := range []string{"initial", "concurrency", "invariants", "rewrite", "walk", "equation", "counting",
			"symbolic", "explicit", "stubborn", "local", "bmc", "ic3", "product", "reduced", "home", "partial",
			"skeleton"} {
			o := check.Options{Without: check.AllBut([]string{only}),
				Limits: check.Limits{Time: 60 * time.Millisecond, Memory: 4 << 30}}
			o.AllColours = seed%3 == 0
			r, err := check.DecideAll(t.Context(), m, questions, o)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, only, err)
			}
			for i, a := range r.Answers {
				got := answerText(a)
				if got == "" {
					continue
				}
				known[only]++
				if got != want[i] {
					t.Errorf("seed %d, %s: %s: %s, want %s", seed, only, questions[i], got, want[i])
				}
			}
		}
	}
	t.Logf("%v", known)
	for _, only := range []string{"walk", "symbolic", "explicit", "reduced", "skeleton"} {
		if known[only] == 0 {
			t.Errorf("%s decided nothing", only)
		}
	}
}

// answerText writes an answer, "" if there is none.
func answerText(a *check.Answer) string {
	switch {
	case a.Wrong != nil || a.Result == check.Unknown:
		return ""
	case a.Number != nil:
		return a.Number.String()
	}
	return a.Result.String()
}

// singlesOf returns a question about a single colour of a place and one about a single binding, if the net has some,
// with their answers.
func singlesOf(t *testing.T, rng *rand.Rand, m *check.Model, s *oracle.ColouredSpace) (list []*check.Question,
	want []string) {
	say := func(text string, holds bool) {
		q, err := m.Ask(text, syntax.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		q.Trace = false
		list, want = append(list, q), append(want, checktest.Verdict(holds))
	}
	net := m.Coloured
	p := rng.IntN(len(net.Places))
	colour := rng.Int64N(net.Sorts[net.Places[p].Sort].Size)
	say(fmt.Sprintf("EF(%s >= 1)", net.PlaceText(p, colour)), s.MaxTokens[p][colour] >= 1)
	tr := rng.IntN(len(net.Transitions))
	var binding []int64
	for _, v := range net.Transitions[tr].Variables {
		binding = append(binding, rng.Int64N(net.Sorts[net.Variables[v].Sort].Size))
	}
	fires := func(agrees func([]int64) bool) bool {
		return slices.ContainsFunc(s.Succ, func(edges []oracle.ColouredEdge) bool {
			return slices.ContainsFunc(edges,
				func(e oracle.ColouredEdge) bool { return e.Transition == tr && agrees(e.Binding) })
		})
	}
	say(fmt.Sprintf("EF enabled(%s)", net.BindingText(tr, binding)),
		fires(func(b []int64) bool { return slices.Equal(b, binding) }))
	if i := len(binding) - 1; i >= 0 {
		v := net.Transitions[tr].Variables[i]
		text := net.VariableText(v) + "=" + net.ColourText(net.Variables[v].Sort, binding[i])
		say(fmt.Sprintf("EF enabled(%s(%s))", net.TransitionAlias(tr), text),
			fires(func(b []int64) bool { return b[i] == binding[i] }))
	}
	return list, want
}

// numbersOf returns questions for numbers, with their answers.
func numbersOf(s *oracle.ColouredSpace) (list []*check.Question, want []string) {
	say := func(q *check.Question, answer any) {
		list, want = append(list, q), append(want, fmt.Sprint(answer))
	}
	say(&check.Question{Kind: check.States}, len(s.States))
	say(&check.Question{Kind: check.Firings}, s.Firings)
	say(&check.Question{Kind: check.MostInPlace}, strconv.FormatInt(s.MaxInPlace, 10))
	say(&check.Question{Kind: check.MostInMarking}, strconv.FormatInt(s.MaxInMarking, 10))
	return list, want
}
