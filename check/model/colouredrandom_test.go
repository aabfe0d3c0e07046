package model_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
	"brim/internal/testkit/randformula"
	"brim/petri"
	"brim/petri/coloured"
)

// Formulas that name places and transitions, single colours and bindings of random coloured nets, in the texts that
// people read and whatever their names, mean what they say, and are as true as the interpreter says.
func TestColouredNamesAgree(t *testing.T) {
	n := 5 * *colouredNets
	asked := 0
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 18))
		net := randcoloured.Generate(rng, randcoloured.Config{Awkward: seed%3 > 0})
		s, err := oracle.ExploreColoured(net, 100)
		if errors.Is(err, oracle.ErrTooMany) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		m, sight := check.OfColoured(net), newSight(rng, s)
		for range 3 {
			f := randformula.Generate(rng, sight.net, 2, syntax.NewPool())
			text := sight.text(f)
			q, err := m.Ask(text, syntax.Maximal)
			if err != nil {
				t.Errorf("seed %d: %s: %v\n%s", seed, text, err, randcoloured.Text(net))
				continue
			}
			asked++
			explicit := check.Options{Without: check.AllBut([]string{"explicit"}),
				Limits: check.Limits{Time: time.Minute}}
			a, err := check.Decide(t.Context(), m, q, explicit)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, text, err)
			}
			want := check.Fails
			if sight.space.Sat(f, syntax.Maximal)[0] {
				want = check.Holds
			}
			if a.Result == check.Unknown && strings.Contains(text, "9223372036854775") {
				continue // beyond the numbers of an engine
			}
			if a.Result != want {
				t.Errorf("seed %d: %s: %v, want %v\n%s", seed, text, a.Result, want, randcoloured.Text(net))
			}
		}
	}
	t.Logf("%d formulas", asked)
	if asked < n {
		t.Errorf("only %d formulas about %d nets", asked, n)
	}
}

// Names that are parts of others, or the identifiers of others, mean what the texts of the net mean by them: the place
// a(1) is not the colour 1 of the place a, and x is the variable with that identifier, not one that is called so.
func TestColouredNamesAlike(t *testing.T) {
	b := coloured.NewBuilder("alike")
	sort := b.Range("N", "N", 1, 3)
	other := b.Finite("C", "C", constants("1", "c"))
	first, second := b.Variable("y", "x", sort), b.Variable("x", "z", sort)
	a, c := b.Place("a", sort), b.Place("b", other)
	b.AliasPlace(c, "a(1)")
	b.Initial(a, colour(sort, 0))
	b.Initial(c, colour(other, 1))
	move := b.Transition("move")
	b.Input(a, move, variable(first))
	b.Output(move, a, variable(second))
	m := mustNet(t, b)
	for text, want := range map[string]check.Result{
		`a(1) = 1`:           check.Holds,
		`"a(1)"(c) = 1`:      check.Holds,
		`"a(1)"("1") = 1`:    check.Fails,
		`"a(1)" = 1`:         check.Holds,
		`a(2) = 1`:           check.Fails,
		`enabled(move(x=2))`: check.Holds, // what is given
		`enabled(move(y=2))`: check.Fails,
		`enabled(move(y=1))`: check.Holds,
		`enabled(move(z=3))`: check.Holds,
	} {
		if a := decideText(t, m, text); a != want {
			t.Errorf("%s: %v, want %v", text, a, want)
		}
	}
}

func decideText(t *testing.T, m *check.Model, text string) check.Result {
	t.Helper()
	q, err := m.Ask(text, syntax.Maximal)
	if err != nil {
		t.Fatal(err)
	}
	a, err := check.Decide(t.Context(), m, q, check.Options{Limits: check.Limits{Time: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	return a.Result
}

// A sight is a coloured net as its formulas see it: the coloured places and transitions, and behind them some single
// colours and bindings.
type sight struct {
	net   *petri.Net
	space *oracle.Space // of the sums of tokens
	names [2][]string   // as formulas have them
}

func newSight(rng *rand.Rand, s *oracle.ColouredSpace) *sight {
	v := &sight{space: &oracle.Space{Complete: true}}
	b := petri.NewBuilder("sight")
	for i, m := range s.Sums {
		v.space.States = append(v.space.States, slices.Clone(m))
		v.space.Succ = append(v.space.Succ, nil)
		for _, e := range s.Succ[i] {
			v.space.Succ[i] = append(v.space.Succ[i], oracle.Edge{Transition: e.Transition, To: e.To})
		}
	}
	add := func(kind syntax.Kind, name string) {
		v.names[kind] = append(v.names[kind], name)
		if kind == syntax.Places {
			b.Place(fmt.Sprint("p", len(v.names[kind])-1), 0)
		} else {
			b.Transition(fmt.Sprint("t", len(v.names[kind])-1))
		}
	}
	for _, p := range s.Net.Places {
		add(syntax.Places, syntax.NameText(p.Name))
	}
	for _, t := range s.Net.Transitions {
		add(syntax.Transitions, syntax.NameText(t.Name))
	}
	for range 4 {
		p := rng.IntN(len(s.Net.Places))
		colour := rng.Int64N(s.Net.Sorts[s.Net.Places[p].Sort].Size)
		if text := s.Net.PlaceText(p, colour); !slices.Contains(v.names[syntax.Places], text) {
			add(syntax.Places, text)
			for i, m := range s.States {
				v.space.States[i] = append(v.space.States[i], m[p][colour])
			}
		}
		t := rng.IntN(len(s.Net.Transitions))
		binding := bindingOf(rng, s.Net, t)
		single := len(v.names[syntax.Transitions])
		text := s.Net.BindingText(t, binding)
		if slices.Contains(v.names[syntax.Transitions], text) {
			continue
		}
		add(syntax.Transitions, text)
		for i, edges := range s.Succ {
			for _, e := range edges {
				if e.Transition == t && slices.Equal(e.Binding, binding) {
					v.space.Succ[i] = append(v.space.Succ[i], oracle.Edge{Transition: single, To: e.To})
				}
			}
		}
	}
	v.net, _ = b.Net()
	return v
}

func bindingOf(rng *rand.Rand, net *coloured.Net, t int) []int64 {
	binding := make([]int64, len(net.Transitions[t].Variables))
	for i, v := range net.Transitions[t].Variables {
		binding[i] = rng.Int64N(net.Sorts[net.Variables[v].Sort].Size)
	}
	return binding
}

var placeholders = regexp.MustCompile(`\b[pt][0-9]+\b`)

// text writes a formula over the net of the sight with the names as formulas have them.
func (v *sight) text(f *syntax.Formula) string {
	return placeholders.ReplaceAllStringFunc(f.String(), func(word string) string {
		i, _ := strconv.Atoi(word[1:])
		if word[0] == 'p' {
			return v.names[syntax.Places][i]
		}
		return v.names[syntax.Transitions][i]
	})
}
