package system

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"brim/mdd"
)

// What is wrong with a system is said in words.
func TestWrongSystems(t *testing.T) {
	f := mdd.New(2, mdd.Options{})
	defer f.Close()
	one := func(effect mdd.Effect) *mdd.Relation {
		r := f.NewRelation()
		r.Add(mdd.Step{Level: 1, Effect: effect})
		return r
	}
	up := mdd.Shift{Delta: 1}
	oneWay := mdd.NewMap(func(v int) (int, bool) { return v / 2, true }, nil)
	for _, c := range []struct {
		start             mdd.Set
		moves             *mdd.Relation
		variables, events []string
		want              string
	}{
		{f.Tuple(0, 0), one(up), []string{"x"}, []string{"up"}, "1 names of variables; expected 2, one for each level"},
		{f.Tuple(0, 0), one(up), []string{"x", "y"}, nil,
			"0 names of events; expected 1, one for each event of the relation"},
		{f.Tuple(0, 0), one(up), []string{"x", "x"}, []string{"up"}, `two variables have the name "x"`},
		{f.Tuple(0, 0), one(up), []string{"x", "y"}, []string{""}, "number 1 of the events has no name"},
		{f.Empty(), one(up), []string{"x", "y"}, []string{"up"},
			"the system starts nowhere; expected one tuple at least"},
		{f.Tuple(0, 0), nil, []string{"x", "y"}, []string{"up"}, "the start and the relation are not of one forest"},
		{f.Tuple(0, 0), one(oneWay), []string{"x", "y"}, []string{"half"},
			`event "half" has a Map without the function back; expected one with it`},
	} {
		if _, err := New("wrong", c.start, c.moves, c.variables, c.events); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	build := func(want string, fill func(b *Builder)) {
		b := NewBuilder("wrong")
		fill(b)
		if _, err := b.System(context.Background()); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	build(`system "wrong" has no variables`, func(*Builder) {})
	build(fmt.Sprintf(`variable "x" starts with -1; expected 0 to %d`, mdd.MaxValue),
		func(b *Builder) { b.Variable("x", -1) })
	build(`event "e" has a step of variable 2; expected 1 to 1`, func(b *Builder) {
		b.Event("e", mdd.Step{Level: b.Variable("x") + 1, Effect: up})
	})
}

// A builder keeps names and the order in which variables were named, whatever the order of the levels is, and finds one
// with fewer nodes than that of the names: pairs of variables that are always equal, the second ones last.
func TestBuilderOrders(t *testing.T) {
	const pairs = 8
	b := NewBuilder("twins")
	var first, second []int
	for i := range pairs {
		first = append(first, b.Variable(strings.Repeat("a", i+1), i%2))
	}
	for i := range pairs {
		second = append(second, b.Variable(strings.Repeat("b", i+1), i%2))
	}
	equal := func(v int) mdd.Effect { return mdd.NewPairs([2]int{v, 1 - v}) }
	for i := range pairs {
		for v := range 2 {
			b.Event(strings.Repeat("e", 2*i+v+1), mdd.Step{Level: first[i], Effect: equal(v)},
				mdd.Step{Level: second[i], Effect: equal(v)})
		}
	}
	s, err := b.System(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	_, start := s.Starts()
	for i, v := range start {
		if v != i%pairs%2 {
			t.Errorf("variable %d starts with %d", i, v)
		}
	}
	reached := s.Moves().Saturate(s.Start())
	if n := reached.Count().Int64(); n != 1<<pairs {
		t.Errorf("%d tuples, want %d", n, 1<<pairs)
	}
	if n := reached.Nodes(); n > 4*pairs { // in the order of the names there are more than 2^pairs
		t.Errorf("%d nodes", n)
	}
	want := append([]int(nil), start...)
	want[2], want[2+pairs] = 1-want[2], 1-want[2+pairs]
	found := false
	if err := s.Successors(start, func(event int, to []int) {
		if len(s.Events()[event]) == 5 {
			found = s.Format(to) == s.Format(want)
		}
	}); err != nil || !found {
		t.Errorf("the fifth event does not lead to %v: %v", want, err)
	}
}

// A sequence is one step, in which later stages see what the earlier ones changed, under any order of the variables: a
// counter goes up by one or two, and a flag says whether it is large.
func TestSequences(t *testing.T) {
	for first := range 2 { // which variable is named first
		b := NewBuilder("counter")
		var x, y int
		for i := range 2 {
			if i == first {
				x = b.Variable("count")
				b.Most(x, 6)
			} else {
				y = b.Variable("large")
				b.Most(y, 1)
			}
		}
		up := func(by int) []mdd.Step { return []mdd.Step{{Level: x, Effect: mdd.Shift{Below: 5, Delta: by}}} }
		to := func(v int) mdd.Effect { return mdd.NewPairs([2]int{0, v}, [2]int{1, v}) }
		b.Sequence("up", Stage{up(1), up(2)}, Stage{
			{{Level: x, Effect: mdd.Shift{Below: 3}}, {Level: y, Effect: to(0)}},
			{{Level: x, Effect: mdd.Shift{Min: 3}}, {Level: y, Effect: to(1)}},
		})
		s, err := b.System(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		values := func(count, large int) []int {
			v := make([]int, 2)
			v[x-1], v[y-1] = count, large
			return v
		}
		if n := s.Moves().Saturate(s.Start()).Count().Int64(); n != 7 {
			t.Errorf("%d states, want 7", n)
		}
		for count := range 7 {
			var got []string
			if err := s.Successors(values(count, 0),
				func(_ int, to []int) { got = append(got, s.Format(to)) }); err != nil {
				t.Fatal(err)
			}
			var want []string
			for by := 1; by <= 2 && count < 5; by++ {
				large := 0
				if count+by >= 3 {
					large = 1
				}
				want = append(want, s.Format(values(count+by, large)))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d leads to %v, want %v", count, got, want)
			}
		}
	}
	b := NewBuilder("wrong")
	b.Sequence("e", Stage{{{Level: b.Variable("x"), Effect: mdd.Shift{Delta: 1}}}}, Stage{{}})
	const want = "diagrams need a bound of x to know what e does"
	if s, err := b.System(context.Background()); err != nil || s.NoSets() == nil || s.NoSets().Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
