package ltl_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/ltl"
)

// Translations of LTL to CTL, against the full tableau on random nets.

var pairs = flag.Int("pairs", 1000, "compare CTL with LTL on this number of random nets, with three questions each")

// The answers of CTL and Stronger to random questions agree with the tableau, in all markings of random nets and both
// readings of dead markings.
func TestCTLAgrees(t *testing.T) {
	const states = 20
	known, stronger, asked := 0, 0, 0
	for seed := range uint64(*pairs) {
		rng := rand.New(rand.NewPCG(seed, 88))
		net := randnet.Generate(rng, randnet.Config{States: states, Open: seed%2 == 0, Safe: seed%5 == 0})
		s, err := oracle.Explore(net, states)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		p := syntax.NewPool()
		for range 3 {
			quantifier := []syntax.Op{syntax.A, syntax.E}[rng.IntN(2)]
			q := p.Make(quantifier, randomPath(rng, s, p))
			f, ok := ltl.CTL(q)
			above := ltl.Stronger(q)
			if ok {
				known++
			}
			for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
				want, ctl, strong := s.Sat(q, paths), []bool(nil), s.Sat(syntax.Simplify(above, paths), paths)
				if ok {
					ctl = s.Sat(syntax.Simplify(f, paths), paths)
				}
				for i := range want {
					if ok && ctl[i] != want[i] || strong[i] && want[i] != (quantifier == syntax.A) {
						t.Errorf("seed %d, %v paths: %v is %t in marking %d\nCTL: %v\nStronger: %v\n%s",
							seed, paths, q, want[i], i, f, above, randnet.Text(net))
						break
					}
				}
				if asked++; strong[0] {
					stronger++
				}
			}
		}
	}
	t.Logf("of %d questions CTL has %d, Stronger decides %d", asked/2, known, stronger/2)
	if known < asked/8 || stronger < asked/10 {
		t.Errorf("of %d questions CTL has %d, Stronger decides %d; expected more", asked/2, known, stronger/2)
	}
}

// randomPath returns a path formula, every other time one of a shape that CTL may know.
func randomPath(rng *rand.Rand, s *oracle.Space, p *syntax.Pool) *syntax.Formula {
	if rng.IntN(2) == 0 {
		return randformula.Path(rng, s.Net, rng.IntN(5), true, p)
	}
	a, b := randformula.Path(rng, s.Net, 0, true, p), randformula.Path(rng, s.Net, 0, true, p)
	var det func(depth int) *syntax.Formula
	eventually := func(depth int) *syntax.Formula { return p.Make(syntax.F, det(depth)) }
	det = func(depth int) *syntax.Formula {
		if depth--; depth < 0 {
			return []*syntax.Formula{a, b, p.Not(a), p.Not(b)}[rng.IntN(4)]
		}
		f, g := det(depth), det(depth)
		switch rng.IntN(10) {
		case 0:
			return p.And(f, g)
		case 1:
			return p.Or(p.And(a, f), p.And(p.Not(a), g))
		case 2:
			return p.Make(syntax.X, f)
		case 3:
			return p.Make(syntax.U, p.And(b, f), p.And(p.Not(b), g))
		case 4:
			return p.Make(syntax.W, p.And(a, f), p.And(p.Not(a), g))
		case 5:
			return p.Make(syntax.R, b, f)
		case 6:
			return p.Make(syntax.U, f, p.And(b, eventually(depth)))
		case 7:
			return p.Make(syntax.G, p.Make(syntax.Implies, a, eventually(depth)))
		case 8:
			return p.Or(eventually(depth), p.Make(syntax.X, f), p.Make(syntax.X, g), eventually(depth-1))
		}
		return p.Make(syntax.F, p.And(a, eventually(depth)))
	}
	for {
		f, operators := det(2), 0
		for g := range f.All() {
			if g.Op.Linear() {
				operators++
			}
		}
		if operators <= 6 { // the tableau is exponential in these
			return f
		}
	}
}

// Formulas that have a translation to CTL, and formulas that have none.
func TestCTL(t *testing.T) {
	for text, want := range map[string]string{
		"A (p & !q)":               "p & !q",
		"A (G p)":                  "AG p",
		"A (F p)":                  "AF p",
		"A ((p U q))":              "A(p U q)",
		"A (p W q)":                "!E(!q U !p & !q)",
		"A (p R q)":                "!E(!p U !q)",
		"A G F p":                  "AG AF p",
		"A G (p -> F q)":           "AG (p -> AF q)",
		"A G (p & F q)":            "AG (p & AF q)",
		"A (F p | F q)":            "AF (p | q)",
		"A F (p & F q)":            "AF (p & AF q)",
		"A F X p":                  "AX AF p & (deadlock -> AF p)",
		"A X p":                    "AX p & (deadlock -> p)",
		"A (p U (q & F p))":        "A(p U q & AF p)",
		"A ((p & X q) U (!p & q))": "A(p & (AX q & (deadlock -> q)) U !p & q)",
		"A (p & F q | !p & G q)":   "p & AF q | !p & AG q",
		"A (G p & F q | deadlock)": "deadlock | AG p & AF q",
		"E (F p)":                  "EF p",
		"E (G p)":                  "EG p",
		"E F G p":                  "EF EG p",
		"E ((p U q))":              "E(p U q)",
		"E X p":                    "!(AX !p & (deadlock -> !p))",
		"A (G p | F q)":            "!E(!q U !(p | AF q) & !q)",
		"A (G p | G q)":            "AG (p | AG q) & AG (q | AG p)",
		"A (X p | F q)":            "q | AX (p | AF q) & (deadlock -> p | AF q)",
		"A (G p | X F q)": "(p | AX AF q & (deadlock -> AF q)) & (AX !E(!q U !(p | AF q) & !q) & (deadlock -> !E(!q " +
			"U !(p | AF q) & !q)))",
		"A ((p U q) | F (p & q))": "A(p | AF (p & q) U q | p & q)",
		"A F (p | X q)":           "p | AX AF (q | p) & (deadlock -> AF(q | p))",
		"A (G F p | G q)":         "AG (q | AG AF p)",
		"A F G p":                 "",
		"E G F p":                 "",
		"A (F p -> F q)":          "!E(!q U !(!p | AF q) & !q)",
		"A (G F p -> G F q)":      "",
		"A F (p & X p)":           "",
		"A (p U G q)":             "",
		"A (p W G q)":             "",
		"A ((X p) R q)":           "",
		"E (G p & F q)":           "E(p U q & EG p & p)",
	} {
		p := syntax.NewPool()
		read := func(text string) *syntax.Formula {
			f, err := p.Parse(text, "", syntax.NewLists([]string{"p", "q"}, nil, nil))
			if err != nil {
				t.Fatal(err)
			}
			return syntax.Simplify(f, syntax.Maximal)
		}
		tidy := func(f *syntax.Formula) *syntax.Formula {
			return syntax.Simplify(syntax.NNF(syntax.Simplify(f, syntax.Maximal)), syntax.Maximal)
		}
		f, ok := ltl.CTL(read(text))
		switch {
		case ok != (want != ""):
			t.Errorf("%s: found %t", text, ok)
		case ok && tidy(f) != tidy(read(want)):
			t.Errorf("%s: got %v, want %v", text, tidy(f), tidy(read(want)))
		}
	}
}
