package automaton

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/ltl"
)

// The patterns of property specifications [DAC99], with the sizes of their automata.

//go:embed testdata/patterns.txt
var patternText string

// A pattern of property specifications, with its scope.
type pattern struct {
	name string
	path *syntax.Formula
}

// patterns reads the patterns of [DAC99].
func patterns(t testing.TB) (list []pattern) {
	t.Helper()
	pool, letters := syntax.NewPool(), []string{"p", "q", "r", "s", "t", "z"}
	propositions := map[string]string{}
	for _, p := range letters {
		propositions[p] = "enabled(" + p + ")"
	}
	names := syntax.NewLists(nil, letters, propositions)
	for line := range strings.Lines(patternText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		f, err := pool.Parse("A(("+text+"))", name, names)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, pattern{name, f.Args[0]})
	}
	if len(list) != 55 {
		t.Fatalf("%d patterns", len(list))
	}
	return list
}

// The automata of the patterns and of their negations have few states, and accept the words that satisfy them.
func TestPatterns(t *testing.T) {
	const props = 6
	d := newDrawer(55, props)
	var states []int
	for _, x := range patterns(t) {
		a, b := of(t, ltl.NNF(x.path)), of(t, ltl.NNF(x.path.Pool().Not(x.path)))
		states = append(states, len(a.States))
		for range *patternWords {
			prefix, loop := d.word()
			is := d.satisfies(x.path, prefix, loop)
			if p, q := d.accepts(a, prefix, loop), d.accepts(b, prefix, loop); p != is || q == is {
				t.Fatalf("%s: the word %b (%b) satisfies it: %v; its automaton says %v, that of its negation %v",
					x.name, prefix, loop, is, p, q)
			}
		}
		t.Log(x.name, len(a.States), len(b.States))
	}
	slices.Sort(states)
	if median := states[len(states)/2]; median > 4 {
		t.Errorf("the median is %d states; expected 4 at most: %v", median, states)
	}
}
