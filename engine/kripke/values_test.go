package kripke

import "testing"

// A listed system with variables says what is wrong with them.
func TestWithValues(t *testing.T) {
	l, err := NewLTS("two", 2, 0, []string{"go"}, []Edge{{From: 0, To: 1, Label: 0}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		variables []string
		values    [][]int64
		want      string
	}{
		{[]string{"x"}, [][]int64{{1}}, "values of 1 states; expected those of 2"},
		{[]string{"x"}, [][]int64{{1}, {1, 2}}, "2 values in state 1; expected 1, one for each variable"},
		{[]string{"x", "x"}, [][]int64{{1, 1}, {1, 2}},
			`variable 2 has the name "x"; expected one that no other variable has`},
		{[]string{""}, [][]int64{{1}, {1}}, `variable 1 has the name ""; expected one that no other variable has`},
	} {
		if _, err := l.WithValues(c.variables, c.values); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	x, err := l.WithValues([]string{"x", "a b"}, [][]int64{{1, 0}, {-4, 7}})
	if err != nil {
		t.Fatal(err)
	}
	if got := x.Format(State{1}); got != `1 x=-4 "a b"=7` {
		t.Errorf("state 1 is %s", got)
	}
	if got := l.Format(State{1}); got != "1" {
		t.Errorf("state 1 is %s", got)
	}
}
