package automaton

import (
	"testing"

	"brim/ctl/syntax"
	"brim/ltl"
)

// Formulas with X that are known to be invariant, and some that are not.
func TestStutterKnown(t *testing.T) {
	names := syntax.NewLists(nil, []string{"p", "q"}, map[string]string{"p": "enabled(p)", "q": "enabled(q)"})
	for text, is := range map[string]bool{
		"G(p -> F q)": true, "F(p & X !p)": true, "G(p -> X p)": true, "X G F p": true, "F(p & X(p & q))": false,
		"X p": false, "p & X p": false, "F(p & X p)": false, "G(p -> X !p)": false, "F(p & !q & X(p & q))": true,
		"G(p <-> X !p)": false, "p & X(!p & X p)": false, "F(p & X F(!p & X F p))": true,
	} {
		f, err := syntax.Parse("A(("+text+"))", "", names)
		if err != nil {
			t.Fatal(err)
		}
		if got := StutterInvariant(t.Context(), ltl.NNF(f.Args[0]), Limits{}); got != is {
			t.Errorf("%s is stutter-invariant: %v, it says %v", text, is, got)
		}
	}
}

// Formulas that are reported as invariant have the same value on words with letters repeated; for most of the others
// words are found that they tell apart.
func TestStutterRandom(t *testing.T) {
	invariant, apart, unclear := 0, 0, 0
	for seed := range uint64(*formulas) {
		d := newDrawer(seed, 2)
		f := d.path(2 + int(seed%8))
		path := ltl.NNF(f)
		if !hasNext(path) {
			continue
		}
		is, differ := StutterInvariant(t.Context(), path, Limits{}), false
		for range 100 {
			prefix, loop := d.word()
			was := d.satisfies(f, prefix, loop)
			for _, w := range []*[]uint64{&prefix, &loop} {
				for i := len(*w) - 1; i >= 0; i-- {
					for range d.r.IntN(3) {
						*w = append((*w)[:i+1], (*w)[i:]...)
					}
				}
			}
			differ = differ || d.satisfies(f, prefix, loop) != was
		}
		switch {
		case is && differ:
			t.Fatalf("seed %d: %v is said to be invariant", seed, f)
		case is:
			invariant++
		case differ:
			apart++
		default:
			unclear++
		}
	}
	if invariant < 10 || unclear > apart/4 {
		t.Errorf("%d invariant, %d not, of %d that are not no words were found", invariant, apart+unclear, unclear)
	}
}
