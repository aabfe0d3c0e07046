package product_test

import (
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/product"
	"brim/ltl"
	"brim/ltl/automaton"
)

// Of automata of some formulas stuttering matters to no state, to all, or to those that have not yet made the steps
// that X asks for.
func TestInsensitive(t *testing.T) {
	names := syntax.NewLists([]string{"p", "q"}, nil, nil)
	for _, c := range []struct {
		path      string
		all, some bool // are insensitive
	}{
		{"G F p = 1", true, true},
		{"F G p = 1", true, true},
		{"p = 1 U q = 1", true, true},
		{"F(p = 1 & F q = 1)", true, true},
		{"G(p = 1 | F q = 1) & G F p = 1", true, true},
		{"X X G p = 1", false, true},
		{"G X X F p = 1", true, true}, // G F p = 1
		{"F(p = 1 & X !(p = 1))", true, true},
		{"F(p = 1 & X p = 1 & X X !(p = 1))", false, true},
		{"G(p = 1 -> X !(p = 1))", false, false},
		{"G(p = 1 & X !(p = 1) | X p = 1)", false, false},
	} {
		f, err := syntax.Parse("E ("+c.path+")", "path", names)
		if err != nil {
			t.Fatal(err)
		}
		a, err := automaton.Of(t.Context(), ltl.GoalOf(f).Path, automaton.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		mute := product.Insensitive(a)
		if all, some := !slices.Contains(mute, false), slices.Contains(mute, true); all != c.all || some != c.some {
			t.Errorf("%s: %v", c.path, mute)
		}
	}
}
