package syntax

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// rules are those in the comment of Simplify, as texts over smallNames.
var rules = []struct {
	left, right string
	maximal     bool // only for maximal paths
}{
	{left: "p & true", right: "p >= 1"},
	{left: "p & false", right: "false"},
	{left: "p | true", right: "true"},
	{left: "p | false", right: "p >= 1"},
	{left: "true -> EX p", right: "EX p"},
	{left: "false -> p", right: "true"},
	{left: "p -> true", right: "true"},
	{left: "EX p -> false", right: "!EX p"},
	{left: "EX p <-> true", right: "EX p"},
	{left: "true <-> EX p", right: "EX p"},
	{left: "EX p <-> false", right: "!EX p"},
	{left: "false <-> EX p", right: "!EX p"},
	{left: "!!deadlock", right: "deadlock"},
	{left: "!true | !false & p", right: "p"},
	{left: "p & q & p", right: "p & q"},
	{left: "p | q | p", right: "p | q"},
	{left: "p & q & (q & p)", right: "p & q"},
	{left: "EX p -> EX p", right: "true"},
	{left: "EX p <-> EX p", right: "true"},
	{left: "EX p & q & !EX p", right: "false"},
	{left: "p = 1 | q | p != 1", right: "true"},
	{left: "EX p -> !EX p", right: "!EX p"},
	{left: "!EX p -> EX p", right: "EX p"},
	{left: "EX p <-> !EX p", right: "false"},
	{left: "p & (q | p)", right: "p"},
	{left: "p | q & p", right: "p"},
	{left: "p & !(q & !!q)", right: "p & !q"},
	{left: "enabled(t) | p | enabled(u)", right: "enabled(t, u) | p"},

	{left: "p = q & q = r & r = 3", right: "p = 3 & q = 3 & r = 3"},
	{left: "p = 2 & p + q <= 5", right: "p = 2 & q <= 3"},
	{left: "p = 2 & p + q < 2", right: "false"},
	{left: "p = 2 & p - q = 1 & q + r = 4", right: "p = 2 & q = 1 & r = 3"},
	{left: "p != 2 | p + q <= 5", right: "p != 2 | q <= 3"},
	{left: "p | p + q >= 2", right: "p | q >= 2"},
	{left: "p = 1 & p = 2", right: "false"},

	{left: "!(p < 3)", right: "p >= 3"},
	{left: "2*p <= 5", right: "p <= 2"},
	{left: "2*p >= 5", right: "p >= 3"},
	{left: "2*p < 4", right: "p <= 1"},
	{left: "2*p > 4", right: "p >= 3"},
	{left: "2*p = 5", right: "false"},
	{left: "2*p != 5", right: "true"},
	{left: "2*p = 4*q", right: "p = 2*q"},
	{left: "2*p - 2*q >= -3", right: "p - q >= -1"},
	{left: "2*q - 2*p <= 3", right: "p + 1 >= q"},
	{left: "2*p - 2*q <= -3", right: "p - q <= -2"},
	{left: "3 <= p", right: "p >= 3"},
	{left: "q > p", right: "p - q <= -1"},
	{left: "p + 2*q >= 0", right: "true"},
	{left: "p < 0", right: "false"},
	{left: "p + 3 = 2", right: "false"},
	{left: "p + 3 != 2", right: "true"},
	{left: "p < 1", right: "p = 0"},
	{left: "p <= 0", right: "p = 0"},
	{left: "p != 0", right: "p >= 1"},
	{left: "p > 0", right: "p"},

	{left: "EX false", right: "false"},
	{left: "AX true", right: "true"},
	{left: "EX true", right: "!deadlock"},
	{left: "AX false", right: "deadlock"},
	{left: "EF true", right: "true"},
	{left: "EF false", right: "false"},
	{left: "AG true", right: "true"},
	{left: "AG false", right: "false"},
	{left: "AF true", right: "true"},
	{left: "EG false", right: "false"},
	{left: "E(p U true)", right: "true"},
	{left: "E(p U false)", right: "false"},
	{left: "E(false U q)", right: "q"},
	{left: "E(p U p)", right: "p"},
	{left: "A(p U true)", right: "true"},
	{left: "A(false U q)", right: "q"},
	{left: "A(p U p)", right: "p"},
	{left: "EF EF p", right: "EF p"},
	{left: "AG AG p", right: "AG p"},
	{left: "AF AF p", right: "AF p"},
	{left: "EG EG p", right: "EG p"},
	{left: "EF E(p U q)", right: "EF q"},
	{left: "AF A(p U q)", right: "AF q"},
	{left: "E(p U EF q)", right: "EF q"},
	{left: "A(p U AF q)", right: "AF q"},
	{left: "E(p U E(p U q))", right: "E(p U q)"},
	{left: "A(p U A(p U q))", right: "A(p U q)"},
	{left: "E(true U q)", right: "EF q"},
	{left: "A(true U q)", right: "AF q"},
	{left: "E(!q U q)", right: "EF q"},
	{left: "A(!q U q)", right: "AF q"},
	{left: "E(q U !q)", right: "EF !q"},
	{left: "E(!deadlock U q)", right: "EF q"},
	{left: "EF !deadlock", right: "!deadlock"},
	{left: "AG deadlock", right: "deadlock"},
	{left: "E(p U !deadlock)", right: "!deadlock"},
	{left: "E(deadlock U q)", right: "q"},
	{left: "!EX !deadlock", right: "AX deadlock"},
	{left: "!EF !deadlock", right: "deadlock"},
	{left: "!EG !deadlock", right: "AF deadlock"},
	{left: "!AX !deadlock", right: "EX deadlock"},
	{left: "!AF !deadlock", right: "EG deadlock"},
	{left: "!AG !deadlock", right: "EF deadlock"},

	{maximal: true, left: "EG deadlock", right: "deadlock"},
	{maximal: true, left: "AF !deadlock", right: "!deadlock"},
	{maximal: true, left: "A(deadlock U q)", right: "q"},
	{maximal: true, left: "A(p U !deadlock)", right: "!deadlock"},
	{maximal: true, left: "EG true", right: "true"},
	{maximal: true, left: "AF false", right: "false"},
	{maximal: true, left: "A(p U false)", right: "false"},
	{maximal: true, left: "EG AG p", right: "AG p"},
	{maximal: true, left: "AF EF p", right: "EF p"},
	{maximal: true, left: "AG EG p", right: "AG p"},
	{maximal: true, left: "EF AF p", right: "EF p"},
	{maximal: true, left: "EF A(p U q)", right: "EF q"},
	{maximal: true, left: "A(p U EF q)", right: "EF q"},
	{maximal: true, left: "A(!deadlock U q)", right: "AF q"},

	// what must stay
	{left: "EF(p | q)", right: "EF(p | q)"},
	{left: "EF p | EF q", right: "EF p | EF q"},
	{left: "AG EF p", right: "AG EF p"},
	{left: "A(p U q)", right: "A(p U q)"},
	{left: "EX EX p", right: "EX EX p"},
}

// Below operators of LTL, connectives and comparisons are simplified.
func TestSimplifyBelowLinear(t *testing.T) {
	p := NewPool()
	read := func(text string) *Formula {
		f, err := p.Parse(text, "", smallNames())
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for text, want := range map[string]string{
		"A G F !!p":                     "A G F p",
		"A (X (p & true) U !(q < 3))":   "A (X p U q >= 3)",
		"E (F p | (q R false) & F p)":   "E (F p)",
		"A (G true)":                    "A (G true)",
		"A (p W (X q -> X q))":          "A (p W true)",
		"E X (enabled(t) | enabled(u))": "E X enabled(t, u)",
	} {
		for _, paths := range []Paths{Maximal, Infinite} {
			if got := Simplify(read(text), paths); got != read(want) {
				t.Errorf("%s is simplified to %v, want %s", text, got, want)
			}
		}
	}
}

// Each rule is right in every model of two states, and Simplify follows it. Those
// for maximal paths only are wrong for infinite ones, and not followed there.
func TestRules(t *testing.T) {
	for _, rule := range rules {
		p := NewPool()
		read := func(text string) *Formula {
			f, err := p.Parse(text, "", smallNames())
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		left, right := read(rule.left), read(rule.right)
		for _, paths := range []Paths{Maximal, Infinite} {
			applies := !rule.maximal || paths == Maximal
			if equalInAll(paths, left, right) != applies {
				t.Errorf("%s = %s, %v paths: expected %t", rule.left, rule.right, paths, applies)
			}
			if got := Simplify(left, paths); (got == Simplify(right, paths)) != applies {
				t.Errorf("%s, %v paths: simplified to %v", rule.left, paths, got)
			}
			if got := Simplify(right, paths); applies && length(got) > length(right) {
				t.Errorf("%s, %v paths: grows to %v", rule.right, paths, got)
			}
		}
	}
}

// equalInAll compares two formulas in all models of two states in which p and q have
// at most one token.
func equalInAll(paths Paths, f, g *Formula) bool {
	m := &model{states: 2, paths: paths, next: make([]uint16, 2), able: []uint16{1, 2}}
	for i := range 1 << 8 {
		bit := func(n int) int64 { return int64(i >> n & 1) }
		m.next[0], m.next[1] = uint16(i&3), uint16(i>>2&3)
		m.tokens = [][]int64{{bit(4), bit(5), 2}, {bit(6), bit(7), 0}}
		if m.sat(f) != m.sat(g) {
			return false
		}
	}
	return true
}

// Random formulas hold in the same states of random models before and after each rewriting.
func TestRewritingsKeepTheMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 25 { // the usual number of checks finds little
			checkRewritings(t)
		}
	})
}

// checkRewritings draws a formula and a model, and compares the rewritings with the formula.
func checkRewritings(t *rapid.T) {
	names := smallNames()
	f := drawFormula(t, NewPool(), names.places, names.transitions, smallNumbers(), 4)
	nnf, ex := NNF(f), Existential(f)
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "models"), 0))
	for _, paths := range []Paths{Maximal, Infinite} {
		simple := Simplify(f, paths)
		if again := Simplify(simple, paths); again != simple {
			t.Fatalf("%v\nis simplified to  %v\nand again to      %v", f, simple, again)
		}
		if length(simple) > length(f) {
			t.Fatalf("%v\ngrows to %v", f, simple)
		}
		now, dead := Now(f), WhereDead(f)
		if now.Temporal() || dead.Temporal() {
			t.Fatalf("%v has path operators now, %v, or where dead, %v", f, now, dead)
		}
		for range 40 {
			m := randomModel(r, paths)
			want := m.sat(f)
			if got := m.sat(now); want&^got != 0 {
				t.Fatalf("%v paths\n%v is %b\n%v is %b\nin %+v", paths, f, want, now, got, m)
			}
			silent := m.where(func(i int) bool { return m.able[i] == 0 }) // a dead state enables nothing in a net
			if got := m.sat(dead); paths == Maximal && (want^got)&m.dead()&silent != 0 {
				t.Fatalf("where dead\n%v is %b\n%v is %b\nin %+v", f, want, dead, got, m)
			}
			folded := Constants(f, func(g *Formula) bool { return m.sat(g) == 0 })
			if got := m.sat(folded); got != want {
				t.Fatalf("%v paths\n%v is %b\n%v is %b\nin %+v", paths, f, want, folded, got, m)
			}
			for what, g := range map[string]*Formula{
				"NNF": nnf, "Existential": ex, "Simplify": simple, "Existential(Simplify)": Existential(simple),
			} {
				if got := m.sat(g); got != want {
					t.Fatalf("%s, %v paths\n%v is %b\n%v is %b\nin %+v", what, paths, f, want, g, got, m)
				}
			}
		}
	}
	for g := range ex.All() {
		switch g.Op {
		case Implies, Iff, EF, AX, AF, AG, AU:
			t.Fatalf("%v\nhas the existential form %v", f, ex)
		case Not:
			if a := g.Args[0].Op; a != Deadlock && a != Enabled && !a.Temporal() {
				t.Fatalf("%v\nhas the existential form %v", f, ex)
			}
		}
	}
	for g := range nnf.All() {
		if g.Op == Implies || g.Op == Iff {
			t.Fatalf("%v\nhas the normal form %v", f, nnf)
		}
		if g.Op == Not {
			if a := g.Args[0].Op; a != Deadlock && a != Enabled && a != EU {
				t.Fatalf("%v\nhas the normal form %v", f, nnf)
			}
		}
	}
}

// length returns the number of operators and atoms in f as it is printed. One atom
// for several transitions counts like a disjunction of atoms.
func length(f *Formula) int {
	memo := map[*Formula]int{}
	for g := range f.All() {
		n := 1
		switch {
		case g.Op == Enabled:
			n = 2*len(g.Transitions) - 1
		case len(g.Args) > 0:
			n = max(1, len(g.Args)-1)
		}
		for _, a := range g.Args {
			n += memo[a]
		}
		memo[g] = n
	}
	return memo[f]
}

// Comparisons of any size are simplified without overflow; judged with big weights
// but few tokens, so that the sums fit.
func TestSimplifyComparisons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := smallNames()
		f := drawComparison(t, NewPool(), names.places, anyNumbers())
		g := Simplify(f, Maximal)
		if Simplify(g, Maximal) != g {
			t.Fatalf("%v is simplified to %v and further", f, g)
		}
		for _, term := range f.Terms {
			if magnitude(term.Weight) > 1<<58 {
				return
			}
		}
		for i := range 27 {
			m := &model{states: 1, next: []uint16{0}, tokens: [][]int64{{int64(i % 3), int64(i / 3 % 3), int64(i / 9)}}}
			if m.sat(f) != m.sat(g) {
				t.Fatalf("%v is simplified to %v, another value in %v", f, g, m.tokens)
			}
		}
	})
}

// Operators in each other's operands n levels deep: the rewritings are linear even
// where the text of the result is not.
func TestRewritingsAreLinear(t *testing.T) {
	p := NewPool()
	f, err := p.Parse("p", "", smallNames())
	if err != nil {
		t.Fatal(err)
	}
	q := p.Make(EX, f)
	const n = 2000
	for range n {
		f = p.Make(Iff, p.Make(AU, f, q), p.Make(EF, f))
	}
	for what, g := range map[string]*Formula{"NNF": NNF(f), "Existential": Existential(f),
		"Simplify": Simplify(f, Maximal)} {
		if g.Size() > 20*n {
			t.Errorf("%s: size %d of %d", what, g.Size(), f.Size())
		}
	}
}
