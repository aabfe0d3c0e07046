package formula

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brim/cmd/brim-verify/internal/net"
	"brim/ctl/syntax"
)

// The readers compared with those of brim, which share nothing with them. Ours may refuse what brim reads, and must not
// read it as something else.

// unary and binary have the operators of brim with ours.
var unary = map[syntax.Op]func(*Formula) *Formula{
	syntax.Not: Not, syntax.EF: EF, syntax.AG: AG,
	syntax.EX: func(f *Formula) *Formula { return New(EX, f) },
	syntax.AX: func(f *Formula) *Formula { return New(AX, f) },
	syntax.AF: func(f *Formula) *Formula { return New(AU, Constant(true), f) },
	syntax.EG: func(f *Formula) *Formula { return New(ER, Constant(false), f) },
	syntax.A:  func(f *Formula) *Formula { return New(A, f) },
	syntax.E:  func(f *Formula) *Formula { return New(E, f) },
	syntax.X:  func(f *Formula) *Formula { return New(X, f) },
	syntax.F:  func(f *Formula) *Formula { return New(U, Constant(true), f) },
	syntax.G:  func(f *Formula) *Formula { return New(R, Constant(false), f) },
}

var binary = map[syntax.Op]func(f, g *Formula) *Formula{
	syntax.Implies: func(f, g *Formula) *Formula { return NewOr(Not(f), g) },
	syntax.Iff:     func(f, g *Formula) *Formula { return NewOr(NewAnd(f, g), NewAnd(Not(f), Not(g))) },
	syntax.EU:      func(f, g *Formula) *Formula { return New(EU, f, g) },
	syntax.AU:      func(f, g *Formula) *Formula { return New(AU, f, g) },
	syntax.U:       func(f, g *Formula) *Formula { return New(U, f, g) },
	syntax.R:       func(f, g *Formula) *Formula { return New(R, f, g) },
	syntax.W:       func(f, g *Formula) *Formula { return New(R, g, NewOr(f, g)) },
}

// ours returns a formula of brim as one of ours.
func ours(f *syntax.Formula, n *net.Net) *Formula {
	var args []*Formula
	for _, a := range f.Args {
		args = append(args, ours(a, n))
	}
	switch f.Op {
	case syntax.True, syntax.False:
		return Constant(f.Op == syntax.True)
	case syntax.Deadlock:
		return Deadlock(n)
	case syntax.Enabled:
		var list []int
		for _, t := range f.Transitions {
			list = append(list, t.Index)
		}
		return Enabled(n, list)
	case syntax.Compare:
		var s []Term
		for _, t := range f.Terms {
			s = append(s, Term{t.Place.Index, t.Weight})
		}
		return compare(s, f.Rel.String(), number(f.Const))
	case syntax.And:
		return NewAnd(args...)
	case syntax.Or:
		return NewOr(args...)
	}
	if make, ok := unary[f.Op]; ok {
		return make(args[0])
	}
	return binary[f.Op](args[0], args[1])
}

// lists returns the names of n as brim has them.
func lists(n *net.Net) *syntax.Lists {
	var transitions []string
	for _, t := range n.Transitions {
		transitions = append(transitions, t.Name)
	}
	return syntax.NewLists(n.Places, transitions, nil)
}

// randomText returns a random formula, which may make no sense.
func randomText(r *rand.Rand, depth int) string {
	atoms := []string{"p", "q > 1", "p + q <= 2", "A", "F", "X", "E = 1", "x-y", "p-q = 0", "enabled(t)", "true", "U",
		"deadlock",
		"R = 2", "p = q < r"}
	// # stands for a smaller one
	shapes := []string{"(#)", "# & #", "# | #", "!#", "# -> #", "# <-> #", "EF #", "AG #", "A G #", "E F #", "A X #",
		"AX #",
		"E(# U #)", "A (G #)", "E (F # & #)", "A(# R #)", "X #", "F #", "G #", "[] #", "<> #", "(# U #)", "A #", "E #",
		"A (# W #)", "A[] #", "EG #"}
	if depth == 0 {
		return atoms[r.IntN(len(atoms))]
	}
	parts := strings.Split(shapes[r.IntN(len(shapes))], "#")
	text := parts[0]
	for _, p := range parts[1:] {
		text += randomText(r, depth-1) + p
	}
	return text
}

// TestAsBrim reads random texts, of which some are sequences of tokens only.
func TestAsBrim(t *testing.T) {
	n := small()
	delete(n.PlaceNamed, "sum")
	for _, name := range []string{"A", "U", "F", "E", "R"} { // also words of the language
		n.PlaceNamed[name] = []int{len(n.Places)}
		n.Places = append(n.Places, name)
	}
	names := lists(n)
	tokens := strings.Fields(`p q r x-y x y X A U F E R A E AG EF AX EX AF EG G F X U W R ( ) ( ) ( ) [ ] & | -> <-> ! !
		= != < <= > >= + - * 0 1 2 true false deadlock enabled(t) enabled(u,v) [] <> and or not`)
	read := 0
	for seed := range uint64(40_000) {
		r := rand.New(rand.NewPCG(seed, 3))
		text := randomText(r, 1+r.IntN(4))
		words := strings.Fields(text)
		if seed%2 == 0 {
			words = make([]string, 1+r.IntN(8))
		}
		for i := range words {
			if words[i] == "" || r.IntN(10) == 0 {
				words[i] = tokens[r.IntN(len(tokens))]
			}
		}
		if seed%3 > 0 {
			text = strings.Join(words, " ")
		}
		want, err := syntax.Parse(text, "", names)
		if err != nil {
			continue
		}
		f, err := parseText(text, n)
		if err != nil {
			continue
		}
		read++
		if f.Key != ours(want, n).Key {
			t.Errorf("seed %d: %s is read as %s; want %s", seed, text, f.String(n), want)
		}
		if g, err := parseText(want.String(), n); err != nil || g.Key != f.Key { // what brim prints is read
			t.Errorf("seed %d: %s, printed by brim as %s: %v", seed, text, want, err)
		}
	}
	t.Logf("%d texts compared", read)
}

// contest returns the folders of nets of the contest that match a pattern, if a folder shared/mcc is beside one that
// this folder is in; it skips the test if there are none.
func contest(t *testing.T, pattern string) []string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if list, _ := filepath.Glob(filepath.Join(dir, "shared", "mcc", pattern)); len(list) > 0 {
			return list
		}
	}
	t.Skip("no nets of the contest are at hand")
	return nil
}

// TestContest reads the properties of the contest's nets, and compares those of place/transition nets.
func TestContest(t *testing.T) {
	read := 0
	for _, folder := range contest(t, "*/*") {
		data, err := os.ReadFile(filepath.Join(folder, "model.pnml"))
		if err != nil || len(data) > 1<<20 && testing.Short() {
			continue
		}
		n := net.ReadPNML(data)
		files, _ := filepath.Glob(filepath.Join(folder, "*ity.xml"))
		for _, file := range append(files, filepath.Join(folder, "UpperBounds.xml")) {
			read += compareFile(t, file, n, strings.Contains(folder, "-COL-"))
		}
	}
	t.Logf("%d properties read", read)
}

// compareFile reads the properties of a file and returns how many there are.
func compareFile(t *testing.T, file string, n *net.Net, coloured bool) int {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return 0
	}
	var theirs []syntax.Property
	if !coloured {
		if theirs, err = syntax.NewPool().ReadProperties(bytes.NewReader(data), file, lists(n),
			syntax.ByFile); err != nil {
			t.Error(err)
		}
	}
	root := net.ParseXML(data)
	for i, e := range root.Children {
		id := e.Child("id").Text
		q, err := question(file+":"+id, n)
		switch {
		case err != nil:
			t.Errorf("%s: %v", id, err)
		case coloured:
		case theirs[i].Bound != nil && q.Kind == Bound:
			for _, term := range q.Sums[0] {
				if term.Weight != 1 || len(q.Sums[0]) != len(theirs[i].Bound.Terms) {
					t.Errorf("%s: %v; want %v", id, q.Sums, theirs[i].Bound)
				}
			}
		case theirs[i].Formula == nil || q.Formula.Key != ours(theirs[i].Formula, n).Key:
			t.Errorf("%s is read as %s; want %v", id, q.Formula.String(n), theirs[i].Formula)
		}
	}
	return len(root.Children)
}
