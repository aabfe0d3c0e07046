package automaton

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/ltl"
	"brim/ltl/word"
)

// Automata of random formulas, against the definitions on random words.

var (
	formulas     = flag.Int("formulas", 1000, "how many random formulas the tests look at")
	patternWords = flag.Int("pattern-words", 100, "how many random words each automaton of a pattern reads")
)

// A drawer draws path formulas over a few propositions.
type drawer struct {
	pool  *syntax.Pool
	r     *rand.Rand
	props int
}

func newDrawer(seed uint64, props int) *drawer {
	return &drawer{syntax.NewPool(), rand.New(rand.NewPCG(18, seed)), props}
}

// prop returns the proposition with a number: whether a transition is enabled.
func (d *drawer) prop(i int) *syntax.Formula {
	return d.pool.Enabled(syntax.Ref{Index: i, Name: string(rune('a' + i))})
}

// path draws a path formula with at most size operators and atoms, more or less.
func (d *drawer) path(size int) *syntax.Formula {
	if size <= 1 {
		if d.r.IntN(20) == 0 {
			return d.pool.Bool(d.r.IntN(2) == 0)
		}
		return d.prop(d.r.IntN(d.props))
	}
	ops := []syntax.Op{syntax.Not, syntax.X, syntax.F, syntax.G, syntax.And, syntax.Or, syntax.U, syntax.R, syntax.W,
		syntax.And, syntax.Or, syntax.U, syntax.F, syntax.G, syntax.Implies, syntax.Iff}
	switch op := ops[d.r.IntN(len(ops))]; op {
	case syntax.Not, syntax.X, syntax.F, syntax.G:
		return d.pool.Make(op, d.path(size-1))
	default:
		left := 1 + d.r.IntN(max(1, size-2))
		return d.pool.Make(op, d.path(left), d.path(size-1-left))
	}
}

// word draws a word of valuations.
func (d *drawer) word() (prefix, loop []uint64) {
	prefix, loop = make([]uint64, d.r.IntN(4)), make([]uint64, 1+d.r.IntN(4))
	for _, w := range [][]uint64{prefix, loop} {
		for i := range w {
			w[i] = uint64(d.r.IntN(1 << d.props))
		}
	}
	return prefix, loop
}

// reads returns the word over the propositions of an automaton.
func (d *drawer) reads(a *Automaton, word []uint64) []uint64 {
	read := make([]uint64, len(word))
	for i, values := range word {
		for bit, p := range a.Props {
			if d.holds(p, values) {
				read[i] |= 1 << bit
			}
		}
	}
	return read
}

// holds evaluates a state formula.
func (d *drawer) holds(f *syntax.Formula, values uint64) bool {
	switch f.Op {
	case syntax.True, syntax.False:
		return f.Op == syntax.True
	case syntax.Not:
		return !d.holds(f.Args[0], values)
	case syntax.And, syntax.Or:
		for _, g := range f.Args {
			if d.holds(g, values) == (f.Op == syntax.Or) {
				return f.Op == syntax.Or
			}
		}
		return f.Op == syntax.And
	}
	for _, t := range f.Transitions {
		if values>>t.Index&1 != 0 {
			return true
		}
	}
	return false
}

// accepts reports whether an automaton accepts a word.
func (d *drawer) accepts(a *Automaton, prefix, loop []uint64) bool {
	return a.Accepts(d.reads(a, prefix), d.reads(a, loop))
}

// satisfies reports whether a word does, by the definitions.
func (d *drawer) satisfies(f *syntax.Formula, prefix, loop []uint64) bool {
	all := slices.Concat(prefix, loop)
	return word.Holds(f, len(all), len(prefix), func(position int, atom *syntax.Formula) bool {
		return d.holds(atom, all[position])
	})
}

// L1: each word is accepted either by the automaton of a formula or by that of its negation, whichever it satisfies by
// the definitions (package ltl/word), and not by both. The simplified formula has the same words. With -formulas 100000
// it takes that many formulas.
func TestSplit(t *testing.T) {
	yes := 0
	for seed := range uint64(*formulas) {
		d := newDrawer(seed, 1+int(seed%4))
		f := d.path(2 + int(seed%13))
		a, b := of(t, ltl.NNF(f)), of(t, ltl.NNF(d.pool.Not(f)))
		simple := ltl.Simplify(ltl.NNF(f))
		for range 20 {
			prefix, loop := d.word()
			p, q := d.accepts(a, prefix, loop), d.accepts(b, prefix, loop)
			if is := d.satisfies(f, prefix, loop); p != is || q == is || d.satisfies(simple, prefix, loop) != is {
				t.Fatalf("seed %d: %v: the word %b (%b) satisfies it: %v; its automaton says %v, that of its "+
					"negation %v; simplified: %v",
					seed, f, prefix, loop, is, p, q, simple)
			}
			if p {
				yes++
			}
		}
	}
	if all := 20 * *formulas; yes < all/5 || yes > all*4/5 {
		t.Errorf("%d of %d words satisfy their formula; the drawing is of little use", yes, all)
	}
}

// of returns the automaton of a path formula, checked.
func of(t testing.TB, path *syntax.Formula) *Automaton {
	t.Helper()
	a, err := Of(t.Context(), path, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Check(); err != nil {
		t.Fatalf("the automaton of %v: %v", path, err)
	}
	return a
}
