package mu

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"brim/ctl/syntax"
)

// names are those of the state formulas of the tests.
var names = syntax.NewLists([]string{"p0", "p1", "p2"}, []string{"t"}, nil)

// stateFormulas returns the state formulas of random formulas.
func stateFormulas(t testing.TB) (list []*Formula) {
	for _, text := range []string{"{p0 = 1}", "{p1 + p2 >= 1}", "{!(p0 = 1) & deadlock}"} {
		f, err := Parse(text, "", names)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// B2: the three evaluations agree on random formulas and graphs, witnesses hold in the part that they are made of, and
// printed formulas are read as the same.
func TestAgreement(t *testing.T) {
	atoms := stateFormulas(t)
	wins, kinds := 0, map[string]int{}
	for seed := range uint64(6000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		states := 1 + rng.IntN(7)
		edges := randomGraph(rng, states)
		d := &drawing{rng: rng, atoms: atoms}
		f := d.formula(1 + rng.IntN(5))
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("seed %d: %v on %d states, %v: %s", seed, f, states, edges, fmt.Sprintf(format, args...))
		}
		again, err := Parse(f.String(), "", names)
		if err != nil {
			fail("it is printed so that it cannot be read: %v", err)
		}
		if again.String() != f.String() || !reflect.DeepEqual(plain(f), plain(again)) {
			fail("it is read as %v", again)
		}
		bits := make([]uint8, states)
		for s := range bits {
			bits[s] = uint8(rng.IntN(8))
		}
		truth := func(text string, s int) bool {
			return bits[s]>>slices.IndexFunc(atoms, func(a *Formula) bool { return a.Atom.String() == text })&1 == 1
		}
		w := &twin{labels: testLabels, edges: edges, states: states, atoms: truth, sets: map[string][]bool{},
			values: map[string]string{}}
		want := w.sat(f)
		b, err := again.Bind(testLabels)
		if err != nil {
			fail("%v", err)
		}
		holds := func(atom, s int) bool { return truth(b.Atoms()[atom].String(), s) }
		g := NewGraph(states, edges)
		if got := b.Iterate(g, holds); !slices.Equal(got, want) {
			fail("it holds in %v by iteration, in %v by its definition", got, want)
		}
		if got := b.Sat(g, holds); !slices.Equal(got, want) {
			fail("it holds in %v by the game, in %v by its definition", got, want)
		}
		for s := range states {
			witness, ok, _ := b.Holds(t.Context(), g, s, holds)
			if ok != want[s] {
				fail("in state %d it is %v by the game, %v by its definition", s, ok, want[s])
			}
			if !ok {
				continue
			}
			part, err := witness.edges(s)
			if err != nil {
				fail("witness %v: %v", witness, err)
			}
			for _, e := range part {
				if !slices.Contains(edges, e) {
					fail("witness %v: there is no edge %v", witness, e)
				}
			}
			w := &twin{labels: testLabels, edges: part, states: states, atoms: truth, sets: map[string][]bool{},
				values: map[string]string{}}
			if !w.sat(f)[s] {
				fail("in state %d the witness %v does not show it", s, witness)
			}
			wins++
			kinds[fmt.Sprint(len(witness) > 1, witness[0].To != nil)]++
		}
	}
	if wins < 5000 || len(kinds) < 4 {
		t.Errorf("%d witnesses of the kinds %v; the test is too easy", wins, kinds)
	}
}

// edges returns the edges of a witness that begins in a state, after checking that its paths fit together.
func (w Witness) edges(start int) (list []Edge, err error) {
	at := map[Point]int32{{}: int32(start)}
	for i, p := range w {
		s, ok := at[p.From]
		if !ok {
			return nil, fmt.Errorf("path %d begins nowhere", i)
		}
		at[Point{i, 0}] = s
		for k, e := range p.Steps {
			if e.From != s {
				return nil, fmt.Errorf("path %d, step %d: begins in %d, expected %d", i, k, e.From, s)
			}
			s = e.To
			at[Point{i, k + 1}] = s
		}
		list = append(list, p.Steps...)
	}
	for i, p := range w {
		if p.To != nil && at[*p.To] != at[Point{i, len(p.Steps)}] {
			return nil, fmt.Errorf("path %d goes on in another state", i)
		}
	}
	return list, nil
}

// plain returns f without its positions in a text.
func plain(f *Formula) *Formula {
	g := *f
	g.source, g.closed, g.Domain.Label.at, g.Args = nil, false, 0, nil
	if f.Atom != nil {
		g.Atom, g.Name = nil, f.Atom.String()
	}
	if f.Regular != nil {
		g.Regular = plainRegular(f.Regular)
	}
	for _, a := range f.Args {
		g.Args = append(g.Args, plain(a))
	}
	return &g
}

// plainRegular is plain for regular expressions.
func plainRegular(r *Regular) *Regular {
	q := &Regular{Op: r.Op, Label: Label{Text: r.Label.Text}}
	for _, a := range r.Args {
		q.Args = append(q.Args, plainRegular(a))
	}
	return q
}
