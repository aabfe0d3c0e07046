package oracle_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/petri/coloured"
)

// Shorthands for terms and guards.
func colour(sort int, c int64) *coloured.Term {
	return &coloured.Term{Op: coloured.Colour, Sort: sort, Value: c}
}
func bound(v int) *coloured.Term {
	return &coloured.Term{Op: coloured.Bound, Sort: coloured.Open, Value: int64(v)}
}
func whole(sort int) *coloured.Term { return &coloured.Term{Op: coloured.All, Sort: sort} }
func term(op coloured.Op, args ...*coloured.Term) *coloured.Term {
	return &coloured.Term{Op: op, Sort: coloured.Open, Args: args}
}
func times(n int64, arg *coloured.Term) *coloured.Term {
	return &coloured.Term{Op: coloured.Times, Sort: coloured.Open, Value: n, Args: []*coloured.Term{arg}}
}
func compares(test coloured.Test, left, right *coloured.Term) *coloured.Guard {
	return &coloured.Guard{Test: test, Left: left, Right: right}
}
func connects(test coloured.Test, args ...*coloured.Guard) *coloured.Guard {
	return &coloured.Guard{Test: test, Args: args}
}

func constants(names ...string) (list []coloured.Constant) {
	for _, name := range names {
		list = append(list, coloured.Constant{ID: name, Name: name})
	}
	return list
}

// A scene is a net in the making, with sorts and two variables of each.
type scene struct {
	*coloured.Builder
	dot, cyclic, small, pair int // cyclic: a, b, c; small: 1, 2; pair: cyclic × small
	x, y, n, m, p, q         int // variables: of cyclic, small and pair
}

func newScene() *scene {
	s := &scene{Builder: coloured.NewBuilder("scene")}
	s.dot = s.Dot("dot", "dot")
	s.cyclic = s.Cyclic("C", "C", constants("a", "b", "c"))
	s.small = s.Range("N", "N", 1, 2)
	s.pair = s.Product("P", "P", s.cyclic, s.small)
	s.x, s.y = s.Variable("x", "x", s.cyclic), s.Variable("y", "y", s.cyclic)
	s.n, s.m = s.Variable("n", "n", s.small), s.Variable("m", "m", s.small)
	s.p, s.q = s.Variable("p", "p", s.pair), s.Variable("q", "q", s.pair)
	return s
}

// place adds a place with an initial marking, nil for none.
func (s *scene) place(name string, sort int, initial *coloured.Term) int {
	p := s.Place(name, sort)
	if initial != nil {
		s.Initial(p, initial)
	}
	return p
}

func finish(t testing.TB, b *coloured.Builder) *coloured.Net {
	t.Helper()
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func exploreColoured(t testing.TB, net *coloured.Net) *oracle.ColouredSpace {
	t.Helper()
	s, err := oracle.ExploreColoured(net, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Each construct alone, in a net that is small enough to check by hand: a place "from" and a place "to" of a sort, and
// one transition between. Colours of a place are written a, b, c for 0, 1, 2, … as often as they are there.
func TestColouredRule(t *testing.T) {
	for _, c := range []struct {
		what    string
		build   func(s *scene) // of the net with the places from and to
		states  string         // from/to of each marking, in the order of discovery
		firings int
		dead    []int
	}{
		{"a variable moves one colour", func(s *scene) {
			s.net(s.cyclic, whole(s.cyclic), bound(s.x), bound(s.x), nil)
		}, "abc/ bc/a ac/b ab/c c/ab b/ac a/bc /abc", 12, []int{7}},
		{"the successor of the last is the first", func(s *scene) {
			s.net(s.cyclic, colour(s.cyclic, 2), bound(s.x), term(coloured.Successor, bound(s.x)), nil)
		}, "c/ /a", 1, []int{1}},
		{"the predecessor of the first is the last", func(s *scene) {
			s.net(s.small, colour(s.small, 0), bound(s.n), term(coloured.Predecessor, bound(s.n)), nil)
		}, "a/ /b", 1, []int{1}},
		{"a successor is taken", func(s *scene) { // x = a takes b, x = b takes c, x = c takes a
			s.net(s.cyclic, term(coloured.Sum, colour(s.cyclic, 0), colour(s.cyclic, 1)),
				term(coloured.Successor, bound(s.x)), bound(s.x), nil)
		}, "ab/ a/a b/c /ac", 4, []int{3}},
		{"equal terms add up", func(s *scene) { // a and b as x, y or as y, x; never one of them twice
			s.net(s.cyclic, term(coloured.Sum, colour(s.cyclic, 0), colour(s.cyclic, 1)),
				term(coloured.Sum, bound(s.x), bound(s.y)), bound(s.x), nil)
		}, "ab/ /a /b", 2, []int{1, 2}},
		{"equal terms add up to two", func(s *scene) {
			s.net(s.cyclic, times(2, colour(s.cyclic, 1)), term(coloured.Sum, bound(s.x), bound(s.y)), bound(s.x), nil)
		}, "bb/ /b", 1, []int{1}},
		{"all is taken", func(s *scene) {
			s.net(s.small, times(2, whole(s.small)), whole(s.small), colour(s.small, 1), nil)
		}, "aabb/ ab/b /bb", 2, []int{2}},
		{"all but one is taken", func(s *scene) {
			s.net(s.cyclic, term(coloured.Sum, colour(s.cyclic, 0), colour(s.cyclic, 2)),
				term(coloured.Difference, whole(s.cyclic), bound(s.x)), bound(s.x), nil)
		}, "ac/ /b", 1, []int{1}},
		{"a difference below zero forbids", func(s *scene) { // x = y only; the rest is what is taken: nothing
			s.net(s.small, colour(s.small, 0), term(coloured.Difference, bound(s.n), bound(s.m)), bound(s.n), nil)
		}, "a/ a/a a/b a/aa a/ab a/bb", 6, nil}, // cut at depth 2
		{"a variable on an output arc takes every value", func(s *scene) {
			s.net(s.small, colour(s.small, 0), bound(s.n), bound(s.m), nil)
		}, "a/ /a /b", 2, []int{1, 2}},
		{"a variable in the guard only multiplies firings", func(s *scene) { // x = b or c
			s.net(s.small, colour(s.small, 0), bound(s.n), bound(s.n),
				compares(coloured.Unequal, bound(s.x), colour(s.cyclic, 0)))
		}, "a/ /a", 2, []int{1}},
		{"a factor", func(s *scene) {
			s.net(s.small, times(3, colour(s.small, 1)), times(2, bound(s.n)), times(3, bound(s.n)), nil)
		}, "bbb/ b/bbb", 1, []int{1}},
		{"nothing is taken by a factor of 0", func(s *scene) {
			s.net(s.small, nil, times(0, bound(s.n)), term(coloured.Sum), nil)
		}, "/", 2, nil},
		{"a tuple of multisets is their product", func(s *scene) { // (a + b) × all: (a,1) (a,2) (b,1) (b,2)
			ab := term(coloured.Sum, colour(s.cyclic, 0), colour(s.cyclic, 1))
			s.net(s.pair, term(coloured.Tuple, ab, whole(s.small)), term(coloured.Tuple, bound(s.x), whole(s.small)),
				term(coloured.Tuple, bound(s.x), colour(s.small, 0)), nil)
		}, "abcd/ cd/a ab/c /ac", 4, []int{3}},
		{"a tuple multiplies counts", func(s *scene) {
			s.net(s.pair, term(coloured.Tuple, times(2, colour(s.cyclic, 1)), times(2, colour(s.small, 1))),
				times(4, bound(s.p)), bound(s.p), nil)
		}, "dddd/ /d", 1, []int{1}},
		{"a tuple of variables", func(s *scene) { // (c,1) only
			s.net(s.pair, colour(s.pair, 4), term(coloured.Tuple, bound(s.x), bound(s.n)),
				term(coloured.Tuple, term(coloured.Successor, bound(s.x)), term(coloured.Successor, bound(s.n))), nil)
		}, "e/ /b", 1, []int{1}},
		{"an inhibitor arc looks at its colours only", func(s *scene) { // a once, then b once; c as often as it likes
			aab := term(coloured.Sum, times(2, colour(s.cyclic, 0)), colour(s.cyclic, 1))
			s.net(s.cyclic, aab, bound(s.x), bound(s.x), nil)
			s.Inhibitor(1, 0, term(coloured.Sum, bound(s.x), times(2, colour(s.cyclic, 2))))
		}, "aab/ ab/a aa/b a/ab", 4, []int{3}},
		{"several inhibitor arcs count", func(s *scene) { // with x = y only the first fits, with x != y both
			s.net(s.cyclic, whole(s.cyclic), bound(s.x), colour(s.cyclic, 0), nil)
			s.Inhibitor(1, 0, times(2, colour(s.cyclic, 0)))
			s.Inhibitor(1, 0, term(coloured.Difference, whole(s.cyclic), colour(s.cyclic, 0)))
			s.Inhibitor(0, 0, times(2, bound(s.x)))
		}, "abc/ bc/a ac/a ab/a c/aa b/aa a/aa", 9, []int{4, 5, 6}},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := newScene()
			c.build(s)
			space, err := oracle.ExploreColouredTo(finish(t, s.Builder), 2, 1000)
			if c.dead != nil && err == nil {
				space, err = oracle.ExploreColoured(space.Net, 1000)
			}
			if err != nil {
				t.Fatal(err)
			}
			var states []string
			for _, m := range space.States {
				states = append(states, letters(m))
			}
			if got := strings.Join(states, " "); got != c.states {
				t.Errorf("markings %s, want %s", got, c.states)
			}
			if space.Firings != c.firings || !slices.Equal(space.Dead, c.dead) {
				t.Errorf("%d firings, dead %v; want %d, %v", space.Firings, space.Dead, c.firings, c.dead)
			}
		})
	}
}

// net adds the places from and to, and a transition between them.
func (s *scene) net(sort int, initial, take, give *coloured.Term, guard *coloured.Guard) {
	from, to := s.place("from", sort, initial), s.place("to", sort, nil)
	t := s.Transition("t")
	s.Input(from, t, take)
	s.Output(t, to, give)
	if guard != nil {
		s.Guard(t, guard)
	}
}

// letters writes the colours 0, 1, 2, … of each place as a, b, c, …
func letters(m oracle.ColouredMarking) string {
	var places []string
	for _, bag := range m {
		text := ""
		for c := range int64(26) {
			text += strings.Repeat(string(rune('a'+c)), int(bag[c]))
		}
		places = append(places, text)
	}
	return strings.Join(places, "/")
}

// The bindings of x, y in {a, b, c} that satisfy a guard, of those where it speaks of them, or of n in {1, 2}.
func TestColouredGuards(t *testing.T) {
	s := newScene()
	// vowels before the others: a is in block 0, b and c in block 1
	blocks := s.Partition("B", "B", s.cyclic,
		[]coloured.Constant{{ID: "vowel", Members: []int64{0}}, {ID: "other", Members: []int64{1, 2}}})
	block := func(t *coloured.Term) *coloured.Term {
		return &coloured.Term{Op: coloured.BlockOf, Sort: blocks, Args: []*coloured.Term{t}}
	}
	x, y, n := bound(s.x), bound(s.y), bound(s.n)
	a, b := colour(s.cyclic, 0), colour(s.cyclic, 1)
	less := compares(coloured.Less, x, y)
	guards := []struct {
		guard *coloured.Guard
		want  string
	}{
		{compares(coloured.Equal, x, y), "aa bb cc"},
		{compares(coloured.Unequal, x, y), "ab ac ba bc ca cb"},
		{less, "ab ac bc"},
		{compares(coloured.LessEqual, x, y), "aa ab ac bb bc cc"},
		{compares(coloured.Greater, x, y), "ba ca cb"},
		{compares(coloured.GreaterEqual, x, y), "aa ba bb ca cb cc"},
		{compares(coloured.Equal, term(coloured.Successor, x), y), "ab bc ca"},
		{compares(coloured.Less, term(coloured.Predecessor, x), y), "bb bc cc"},
		{compares(coloured.Less, block(x), block(y)), "ab ac"},
		{compares(coloured.Greater, block(x), block(y)), "ba ca"},
		{compares(coloured.Equal, block(x), block(y)), "aa bb bc cb cc"},
		{compares(coloured.Equal, block(x), colour(blocks, 1)), "b c"},
		{connects(coloured.And, less, compares(coloured.Equal, x, a)), "ab ac"},
		{connects(coloured.Or, less, compares(coloured.Equal, x, b)), "ab ac ba bb bc"},
		{connects(coloured.Not, less), "aa ba bb ca cb cc"},
		{connects(coloured.Imply, less, compares(coloured.Equal, x, a)), "aa ab ac ba bb ca cb cc"},
		{connects(coloured.And), ""},
		{connects(coloured.Not, connects(coloured.Or)), ""},
		{connects(coloured.And, connects(coloured.True), compares(coloured.Equal, n, colour(s.small, 1))), "b"},
		// of x, y and n
		{compares(coloured.Equal, term(coloured.Tuple, x, n), term(coloured.Tuple, y, colour(s.small, 0))),
			"aaa bba cca"},
		{compares(coloured.Unequal, bound(s.p), bound(s.p)), "none"},
		{connects(coloured.Or), "none"},
	}
	for i, c := range guards {
		s.Guard(s.Transition(fmt.Sprint("t", i)), c.guard)
	}
	space := exploreColoured(t, finish(t, s.Builder))
	got := make([][]string, len(guards))
	for _, e := range space.Succ[0] {
		text := ""
		for _, c := range e.Binding {
			text += string(rune('a' + c))
		}
		got[e.Transition] = append(got[e.Transition], text)
	}
	for i, c := range guards {
		if text := strings.Join(got[i], " "); text != c.want && !(c.want == "none" && got[i] == nil) {
			t.Errorf("guard %d: bindings %s, want %s", i, text, c.want)
		}
		if c.want == "" && len(got[i]) != 1 {
			t.Errorf("guard %d: %d bindings of no variables, want 1", i, len(got[i]))
		}
	}
	if len(space.States) != 1 || len(space.Dead) != 0 {
		t.Errorf("%d markings, dead %v", len(space.States), space.Dead)
	}
}

// One token of three colours goes round a place, and two others never move: the maxima, sums and properties.
func TestColouredQueries(t *testing.T) {
	s := newScene()
	ring := s.place("ring", s.cyclic, colour(s.cyclic, 0))
	idle := s.place("idle", s.cyclic, term(coloured.Sum, colour(s.cyclic, 0), times(2, colour(s.cyclic, 2))))
	empty := s.place("empty", s.dot, nil)
	step := s.Transition("step")
	s.Input(ring, step, bound(s.x))
	s.Output(step, ring, term(coloured.Successor, bound(s.x)))
	net := finish(t, s.Builder)
	space := exploreColoured(t, net)
	if len(space.States) != 3 || space.Firings != 3 || space.Depth != 2 || !space.Complete {
		t.Errorf("%d markings, %d firings, depth %d", len(space.States), space.Firings, space.Depth)
	}
	if !slices.Equal(space.MaxSums, []int64{1, 3, 0}) || space.MaxInPlace != 2 || space.MaxInMarking != 4 {
		t.Errorf("sums %v, %d of one colour, %d in a marking", space.MaxSums, space.MaxInPlace, space.MaxInMarking)
	}
	if got := space.MaxTokens[ring]; len(got) != 3 || got[0] != 1 || got[1] != 1 || got[2] != 1 ||
		space.MaxTokens[idle][2] != 2 || len(space.MaxTokens[empty]) != 0 {
		t.Errorf("colours %v", space.MaxTokens)
	}
	if space.OneSafe() || !space.StableMarking() || !space.QuasiLiveness() || !space.Liveness() {
		t.Errorf("one-safe %t, stable %t, quasi-live %t, live %t", space.OneSafe(), space.StableMarking(),
			space.QuasiLiveness(), space.Liveness())
	}
	names := syntax.NewLists([]string{"ring", "idle", "empty"}, []string{"step"}, nil)
	for text, want := range map[string]bool{
		"idle = 3": true, "AG (ring = 1)": true, "enabled(step)": true, "EF deadlock": false, "AG enabled(step)": true,
		"ring + idle > 4": false, "EX ring = 1": true, "empty = 0": true,
	} {
		f, err := syntax.Parse(text, "test", names)
		if err != nil {
			t.Fatal(err)
		}
		if got := space.Sat(f, syntax.Maximal); got[0] != want || len(got) != 3 {
			t.Errorf("%s: %v, want %t", text, got, want)
		}
	}
}

// Nets that differ from the last in one property each.
func TestColouredProperties(t *testing.T) {
	for _, c := range []struct {
		what                      string
		build                     func(s *scene, from, to, t int)
		safe, stable, quasi, live bool
	}{
		{"to and fro", func(s *scene, from, to, tr int) {
			s.Initial(from, colour(s.cyclic, 1))
			back := s.Transition("back")
			s.Input(to, back, bound(s.x))
			s.Output(back, from, bound(s.y))
		}, true, false, true, true},
		{"once", func(s *scene, from, to, tr int) { s.Initial(from, colour(s.cyclic, 1)) }, true, false, true, false},
		{"never", func(s *scene, from, to, tr int) {}, true, true, false, false},
		{"another that has no binding", func(s *scene, from, to, tr int) {
			s.Initial(from, colour(s.cyclic, 1))
			s.Guard(s.Transition("no"), connects(coloured.Or))
		}, true, false, false, false},
		{"two colours are two tokens", func(s *scene, from, to, tr int) {
			s.Initial(from, term(coloured.Sum, colour(s.cyclic, 1), colour(s.cyclic, 2)))
		}, false, false, true, false},
		{"a sum that stays", func(s *scene, from, to, tr int) {
			s.Initial(from, colour(s.cyclic, 1))
			s.Output(tr, from, term(coloured.Successor, bound(s.x)))
			s.Input(to, tr, term(coloured.Sum)) // takes nothing
			s.Input(to, s.Transition("away"), bound(s.x))
			s.Guard(tr, compares(coloured.Equal, bound(s.x), colour(s.cyclic, 1)))
		}, true, true, true, false},
	} {
		s := newScene()
		from, to := s.Place("from", s.cyclic), s.Place("to", s.cyclic)
		tr := s.Transition("t")
		s.Input(from, tr, bound(s.x))
		s.Output(tr, to, bound(s.x))
		c.build(s, from, to, tr)
		space := exploreColoured(t, finish(t, s.Builder))
		if space.OneSafe() != c.safe || space.StableMarking() != c.stable || space.QuasiLiveness() != c.quasi ||
			space.Liveness() != c.live {
			t.Errorf("%s: one-safe %t, stable %t, quasi-live %t, live %t; want %t, %t, %t, %t", c.what,
				space.OneSafe(), space.StableMarking(), space.QuasiLiveness(), space.Liveness(), c.safe, c.stable,
				c.quasi, c.live)
		}
	}
}

// A run to each marking ends there, and what is changed in it is refused with the step.
func TestReplayColoured(t *testing.T) {
	s := newScene()
	s.net(s.cyclic, whole(s.cyclic), bound(s.x), term(coloured.Successor, bound(s.x)),
		compares(coloured.Unequal, bound(s.x), colour(s.cyclic, 1)))
	space := exploreColoured(t, finish(t, s.Builder))
	if len(space.States) != 4 {
		t.Fatalf("%d markings, want 4", len(space.States))
	}
	for i := range space.States {
		run := space.RunTo(i)
		way, err := oracle.ReplayColoured(space.Net, run)
		if err != nil || len(run) != space.Dist[i] || len(way) != len(run)+1 {
			t.Fatalf("marking %d: run %v, %d markings, %v", i, run, len(way), err)
		}
		if j, ok := space.Number(way[len(way)-1]); !ok || j != i {
			t.Errorf("the run to marking %d ends in %d", i, j)
		}
	}
	step := func(binding ...int64) oracle.ColouredStep {
		return oracle.ColouredStep{Transition: 0, Binding: binding}
	}
	for _, c := range []struct {
		run  []oracle.ColouredStep
		want string
	}{
		{[]oracle.ColouredStep{step(0), step(0)},
			"step 2: transition t with [0]: place from does not hold what is taken"},
		{[]oracle.ColouredStep{step(1)}, "step 1: transition t with [1]: the guard does not hold"},
		{[]oracle.ColouredStep{step(3)}, "step 1: transition t: variable x cannot have colour 3"},
		{[]oracle.ColouredStep{step(-1)}, "step 1: transition t: variable x cannot have colour -1"},
		{[]oracle.ColouredStep{step()}, "step 1: transition t has 1 variables, not 0"},
		{[]oracle.ColouredStep{step(0), {Transition: 1}}, "step 2: there is no transition 1"},
	} {
		if _, err := oracle.ReplayColoured(space.Net, c.run); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %s", c.run, err, c.want)
		}
	}
}

func TestColouredLimits(t *testing.T) {
	build := func(initial, take, give *coloured.Term) (*coloured.Net, error) {
		s := newScene()
		s.net(s.dot, initial, take, give, nil)
		return s.Net()
	}
	one := colour(0, 0)
	many, err := build(times(9, one), one, one)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := oracle.ExploreColoured(many, 10); err != nil {
		t.Errorf("10 markings, limit 10: %v", err)
	}
	if _, err := oracle.ExploreColoured(many, 9); !errors.Is(err, oracle.ErrTooMany) {
		t.Errorf("10 markings, limit 9: error %v, want ErrTooMany", err)
	}
	full, err := build(times(math.MaxInt64, one), one, times(math.MaxInt64, one))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := oracle.ExploreColoured(full, 10); err == nil || errors.Is(err, oracle.ErrTooMany) {
		t.Errorf("error %v, want one about too many tokens", err)
	}
	s := newScene()
	wide := s.Range("W", "W", 1, 1<<40)
	s.place("w", wide, nil)
	s.Guard(s.Transition("t"), compares(coloured.Equal, bound(s.Variable("w", "w", wide)), colour(wide, 0)))
	if _, err := oracle.ExploreColoured(finish(t, s.Builder), 10); !errors.Is(err, oracle.ErrTooMany) ||
		!strings.Contains(err.Error(), "transition t") {
		t.Errorf("2^40 assignments: error %v, want ErrTooMany with the transition", err)
	}
}
