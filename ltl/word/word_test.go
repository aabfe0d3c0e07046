package word_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/ltl/word"
)

var wordCount = flag.Int("words", 2000, "compare the evaluator with the definitions on this number of random runs")

// An atom is a letter: enabled(a), with index 0, and so on.
func letter(pool *syntax.Pool, i int) *syntax.Formula {
	return pool.Enabled(syntax.Ref{Index: i, Name: string(rune('a' + i))})
}

// at is the run that is written as one word a position: the letters that hold there.
func at(run string) (positions int, state func(int, *syntax.Formula) bool) {
	words := strings.Split(run, " ")
	return len(words), func(i int, f *syntax.Formula) bool { return strings.Contains(words[i], f.Transitions[0].Name) }
}

// Formulas and words whose values are known.
func TestHolds(t *testing.T) {
	pool := syntax.NewPool()
	a, b := letter(pool, 0), letter(pool, 1)
	op := func(op syntax.Op, args ...*syntax.Formula) *syntax.Formula { return pool.Make(op, args...) }
	X, F, G, U, R, W := syntax.X, syntax.F, syntax.G, syntax.U, syntax.R, syntax.W
	for _, c := range []struct {
		run  string // - is a position at which nothing holds
		loop int
		f    *syntax.Formula
		want bool
	}{
		{"a", 0, op(X, op(X, op(X, a))), true},
		{"a -", 1, op(X, a), false},
		{"a -", 0, op(X, op(X, a)), true},
		{"- - a", 2, op(F, op(G, a)), true},
		{"- - a", 1, op(F, op(G, a)), false},
		{"- - a", 1, op(G, op(F, a)), true},
		{"a - -", 1, op(G, op(F, a)), false},
		{"a - -", 0, op(G, op(F, a)), true},
		{"a a b", 2, op(U, a, b), true},
		{"a - b", 2, op(U, a, b), false},
		{"b - -", 1, op(U, a, b), true}, // at once
		{"a a a", 0, op(U, a, b), false},
		{"a a a", 0, op(W, a, b), true},
		{"a a -", 0, op(W, a, b), false},
		{"a a ab -", 3, op(W, a, b), true},
		{"b b b", 1, op(R, a, b), true}, // never released
		{"b b -", 2, op(R, a, b), false},
		{"b ab -", 2, op(R, a, b), true},
		{"b a -", 2, op(R, a, b), false}, // b at the position of a, too
		{"- b a", 0, op(G, op(syntax.Implies, b, op(F, a))), true},
		{"- b a b", 3, op(G, op(syntax.Implies, b, op(F, a))), false},
		{"- a b", 1, op(U, pool.Not(b), op(syntax.Iff, a, pool.Not(b))), true},
		{"-", 0, op(G, pool.Bool(true)), true},
		{"ab", 0, op(F, pool.Bool(false)), false},
		{"a", 0, pool.Bool(true), true},
		{"- a", 1, a, false},
	} {
		positions, state := at(c.run)
		if got := word.Holds(c.f, positions, c.loop, state); got != c.want {
			t.Errorf("%v on %q from %d on: %t", c.f, c.run, c.loop, got)
		}
		naive := oracle.Word{Positions: positions, Loop: c.loop, Holds: state}
		if got := naive.Satisfies(c.f); got != c.want {
			t.Errorf("the oracle: %v on %q from %d on: %t", c.f, c.run, c.loop, got)
		}
	}
}

// random calls check with random runs over four letters.
func random(t *testing.T, check func(rng *rand.Rand, w oracle.Word) error) {
	for seed := range uint64(*wordCount) {
		rng := rand.New(rand.NewPCG(seed, 18))
		w := oracle.Word{Positions: 1 + rng.IntN(8)}
		w.Loop = rng.IntN(w.Positions)
		letters := make([]int, w.Positions)
		for i := range letters {
			letters[i] = rng.IntN(16) & rng.IntN(16)
			if seed%2 == 0 {
				letters[i] = 15 &^ letters[i]
			}
		}
		w.Holds = func(i int, f *syntax.Formula) bool { return letters[i]>>f.Transitions[0].Index&1 == 1 }
		if err := check(rng, w); err != nil {
			t.Errorf("seed %d: letters %v from %d on: %v", seed, letters, w.Loop, err)
		}
	}
}

// path returns a random path formula over four letters.
func path(rng *rand.Rand, pool *syntax.Pool, operators int) *syntax.Formula {
	return randformula.PathOver(rng, operators, true, pool, func() *syntax.Formula { return letter(pool, rng.IntN(4)) })
}

// The fixed points agree with the definitions of the operators.
func TestAgreesWithDefinitions(t *testing.T) {
	holds := 0
	random(t, func(rng *rand.Rand, w oracle.Word) error {
		f := path(rng, syntax.NewPool(), rng.IntN(7))
		got := word.Holds(f, w.Positions, w.Loop, w.Holds)
		if got {
			holds++
		}
		if got != w.Satisfies(f) {
			return fmt.Errorf("%v: %t", f, got)
		}
		return nil
	})
	if holds < *wordCount/4 || holds > *wordCount*3/4 {
		t.Errorf("%d of %d formulas hold; expected a quarter at least, three at most", holds, *wordCount)
	}
}

// Laws by which no operator is computed: dualities, expansions, and operators expressed by others.
func TestLaws(t *testing.T) {
	random(t, func(rng *rand.Rand, w oracle.Word) error {
		p := syntax.NewPool()
		f, g := path(rng, p, rng.IntN(3)), path(rng, p, rng.IntN(3))
		op := func(op syntax.Op, args ...*syntax.Formula) *syntax.Formula { return p.Make(op, args...) }
		X, F, G, U, R, W, not, yes, no := syntax.X, syntax.F, syntax.G, syntax.U, syntax.R, syntax.W, p.Not,
			p.Bool(true), p.Bool(false)
		for _, law := range [][2]*syntax.Formula{
			{op(G, f), not(op(F, not(f)))},
			{op(X, f), not(op(X, not(f)))},
			{op(R, f, g), not(op(U, not(f), not(g)))},
			{op(W, f, g), not(op(U, not(g), p.And(not(f), not(g))))},
			{op(W, f, g), p.Or(op(U, f, g), op(G, f))},
			{op(W, f, g), op(R, g, p.Or(f, g))},
			{op(U, f, g), p.And(op(W, f, g), op(F, g))},
			{op(F, f), op(U, yes, f)},
			{op(G, f), op(R, no, f)},
			{op(G, f), op(W, f, no)},
			{op(F, f), p.Or(f, op(X, op(F, f)))},
			{op(G, f), p.And(f, op(X, op(G, f)))},
			{op(U, f, g), p.Or(g, p.And(f, op(X, op(U, f, g))))},
			{op(R, f, g), p.And(g, p.Or(f, op(X, op(R, f, g))))},
			{op(W, f, g), p.Or(g, p.And(f, op(X, op(W, f, g))))},
			{op(F, p.Or(f, g)), p.Or(op(F, f), op(F, g))},
			{op(G, op(F, p.Or(f, g))), p.Or(op(G, op(F, f)), op(G, op(F, g)))},
			{op(F, op(G, p.And(f, g))), p.And(op(F, op(G, f)), op(F, op(G, g)))},
			{op(X, op(U, f, g)), op(U, op(X, f), op(X, g))},
		} {
			a, b := word.Holds(law[0], w.Positions, w.Loop, w.Holds), word.Holds(law[1], w.Positions, w.Loop, w.Holds)
			if a != b {
				return fmt.Errorf("%v: %t; %v: %t", law[0], a, law[1], b)
			}
		}
		return nil
	})
}

// A loop outside of the run, and formulas that are not path formulas of LTL, are mistakes of the caller, which panic.
func TestMisuse(t *testing.T) {
	pool := syntax.NewPool()
	a := letter(pool, 0)
	yes := func(int, *syntax.Formula) bool { return true }
	for name, call := range map[string]func(){
		"no position":       func() { word.Holds(a, 0, 0, yes) },
		"a loop behind":     func() { word.Holds(a, 2, 2, yes) },
		"a loop before":     func() { word.Holds(a, 2, -1, yes) },
		"CTL":               func() { word.Holds(pool.Make(syntax.F, pool.Make(syntax.EG, a)), 2, 1, yes) },
		"a question of LTL": func() { word.Holds(pool.Make(syntax.A, a), 2, 1, yes) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}
