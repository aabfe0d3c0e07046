package unfold_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/sketch"
	. "brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

// A draft is a Builder for tests, with short words for sorts and variables.
type draft struct {
	*Builder
	sorts map[string]int
	vars  map[string]int64
	t     testing.TB
}

func newDraft(t testing.TB) *draft {
	return &draft{NewBuilder("sketch"), map[string]int{}, map[string]int64{}, t}
}

// cyclic adds a cyclic sort with constants called 1 to n.
func (s *draft) cyclic(name string, n int) int {
	list := make([]Constant, n)
	for i := range list {
		list[i] = Constant{ID: fmt.Sprintf("%s-%d", name, i+1), Name: fmt.Sprint(i + 1)}
	}
	return s.Cyclic(name, name, list)
}

func (s *draft) variables(sort int, names string) (terms []*Term) {
	for _, n := range strings.Fields(names) {
		terms = append(terms, &Term{Op: Bound, Value: int64(s.Variable(n, n, sort))})
	}
	return terms
}

func (s *draft) net() *Net {
	s.t.Helper()
	net, err := s.Net()
	if err != nil {
		s.t.Fatal(err)
	}
	return net
}

// Short names for terms and guards.
var (
	constant, sum, minus, all, many = sketch.Constant, sketch.Sum, sketch.Minus, sketch.All, sketch.Times
	tuple, succ, pred, test, both   = sketch.Tuple, sketch.Successor, sketch.Predecessor, sketch.Compare, sketch.Connect
)

func dots(n int64) *Term { return many(n, constant(0)) }

func unfolded(t testing.TB, net *Net, o unfold.Options) *unfold.Unfolding {
	t.Helper()
	u, err := unfold.Net(context.Background(), net, o)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// listing returns the transitions of an unfolding, each as NAME: places taken > places given.
func listing(u *unfold.Unfolding) (list []string) {
	for i := range u.Net.Transitions {
		t := &u.Net.Transitions[i]
		words := []string{t.Name + ":"}
		for _, a := range t.Pre {
			words = append(words, fmt.Sprintf("%d'%s", a.Weight, u.Net.Places[a.Place].Name))
		}
		words = append(words, ">")
		for _, a := range t.Post {
			words = append(words, fmt.Sprintf("%d'%s", a.Weight, u.Net.Places[a.Place].Name))
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}

func places(u *unfold.Unfolding) (list []string) {
	for _, p := range u.Net.Places {
		if p.Initial > 0 {
			p.Name = fmt.Sprintf("%s=%d", p.Name, p.Initial)
		}
		list = append(list, p.Name)
	}
	return list
}

// TestUnfoldConstructs unfolds small nets that were counted by hand.
func TestUnfoldConstructs(t *testing.T) {
	for _, c := range []struct {
		name                string
		make                func(s *draft)
		places, transitions string // one a line
	}{
		{
			"successors wrap around", func(s *draft) {
				x := s.variables(s.cyclic("C", 3), "x")[0]
				s.Initial(s.Place("P", 0), constant(1))
				s.Input(0, s.Transition("Up"), x)
				s.Output(0, 0, succ(x))
			},
			"P_1 P_2=1 P_3", "Up_1: 1'P_1 > 1'P_2|Up_2: 1'P_2 > 1'P_3|Up_3: 1'P_3 > 1'P_1",
		},
		{
			"what is taken may be a predecessor", func(s *draft) {
				x := s.variables(s.cyclic("C", 3), "x")[0]
				s.Initial(s.Place("P", 0), constant(0))
				s.Place("Q", 0)
				s.Input(0, s.Transition("T"), pred(x))
				s.Output(0, 1, x)
			},
			"P_1=1 Q_2", "T_2: 1'P_1 > 1'Q_2",
		},
		{
			"equal terms add up", func(s *draft) {
				v := s.variables(s.cyclic("C", 2), "x y")
				s.Initial(s.Place("P", 0), many(2, all()))
				s.Input(0, s.Transition("T"), sum(v[0], v[1]))
			},
			"P_1=2 P_2=2",
			"T_1_1: 2'P_1 >|T_1_2: 1'P_1 1'P_2 >|T_2_1: 1'P_1 1'P_2 >|T_2_2: 2'P_2 >",
		},
		{
			"what is never there is not kept", func(s *draft) {
				c := s.cyclic("C", 4)
				v := s.variables(c, "x y")
				s.Initial(s.Place("P", s.Product("PP", "PP", c, c)),
					sum(tuple(constant(0), constant(1)), tuple(constant(1), constant(2))))
				s.Place("Q", c)
				s.Input(0, s.Transition("T"), tuple(v[0], v[1]))
				s.Output(0, 1, v[1])
				s.Input(1, s.Transition("U"), v[0])
				s.Guard(1, test(Less, v[0], constant(2)))
				s.Output(1, 0, tuple(v[0], v[0]))
				s.Input(1, s.Transition("Never"), constant(3))
			},
			"P_1_2=1 P_2_2 P_2_3=1 Q_2 Q_3",
			"T_1_2: 1'P_1_2 > 1'Q_2|T_2_2: 1'P_2_2 > 1'Q_2|T_2_3: 1'P_2_3 > 1'Q_3|U_2: 1'Q_2 > 1'P_2_2",
		},
		{
			"all is taken, and the rest given back", func(s *draft) {
				v := s.variables(s.cyclic("C", 3), "x y")
				s.Initial(s.Place("P", 0), all())
				s.Place("Q", 0)
				s.Input(0, s.Transition("T"), all())
				s.Guard(0, test(Less, v[0], v[1]))
				s.Output(0, 0, minus(all(), v[0], v[1]))
				s.Output(0, 1, sum(v[0], v[1]))
			},
			"P_1=1 P_2=1 P_3=1 Q_1 Q_2 Q_3",
			"T_1_2: 1'P_1 1'P_2 1'P_3 > 1'P_3 1'Q_1 1'Q_2|T_1_3: 1'P_1 1'P_2 1'P_3 > 1'P_2 1'Q_1 1'Q_3|" +
				"T_2_3: 1'P_1 1'P_2 1'P_3 > 1'P_1 1'Q_2 1'Q_3",
		},
		{
			"a difference below zero is no binding", func(s *draft) {
				v := s.variables(s.cyclic("C", 2), "x y")
				s.Initial(s.Place("P", 0), all())
				s.Place("Q", 0)
				s.Input(0, s.Transition("T"), sum(v[0], v[1]))
				s.Output(0, 1, minus(all(), v[0], v[1]))
			},
			"P_1=1 P_2=1", "T_1_2: 1'P_1 1'P_2 >|T_2_1: 1'P_1 1'P_2 >",
		},
		{
			"all is not there at first, but later", func(s *draft) {
				c := s.cyclic("C", 3)
				x := s.variables(c, "x")[0]
				s.Initial(s.Place("P", c), constant(0))
				s.Place("Q", s.Dot("dot", "dot"))
				s.Place("R", c)
				s.Input(0, s.Transition("Up"), x)
				s.Output(0, 0, sum(x, succ(x)))
				s.Input(0, s.Transition("All"), all())
				s.Output(1, 1, dots(2))
				s.Input(0, s.Transition("Others"), minus(all(), x))
				s.Output(2, 2, x)
				s.Input(2, s.Transition("Not"), minus(many(2, x), sum(x, x)))
				s.Output(3, 2, x)
			},
			"P_1=1 P_2 P_3 Q R_1 R_2 R_3",
			"Up_1: 1'P_1 > 1'P_1 1'P_2|Up_2: 1'P_2 > 1'P_2 1'P_3|Up_3: 1'P_3 > 1'P_1 1'P_3|" +
				"All: 1'P_1 1'P_2 1'P_3 > 2'Q|" +
				"Others_1: 1'P_2 1'P_3 > 1'R_1|Others_2: 1'P_1 1'P_3 > 1'R_2|Others_3: 1'P_1 1'P_2 > 1'R_3|" +
				"Not_1: > 1'R_1|Not_2: > 1'R_2|Not_3: > 1'R_3",
		},
		{
			"tuples of multisets are products", func(s *draft) {
				c := s.cyclic("C", 2)
				d := s.Range("D", "D", -1, 1)
				x := s.variables(c, "x")[0]
				s.Initial(s.Place("P", s.Product("CD", "CD", c, d)),
					tuple(all(), sum(many(2, constant(0)), constant(2))))
				s.Input(0, s.Transition("T"), tuple(x, all()))
				s.Input(0, s.Transition("U"), tuple(x, sum(constant(0), constant(2))))
			},
			"P_1_-1=2 P_1_1=1 P_2_-1=2 P_2_1=1",
			"U_1: 1'P_1_-1 1'P_1_1 >|U_2: 1'P_2_-1 1'P_2_1 >",
		},
		{
			"variables of outputs and guards have every colour", func(s *draft) {
				v := s.variables(s.cyclic("C", 3), "x y z")
				s.Place("P", 0)
				s.Transition("T")
				s.Output(0, 0, v[0])
				s.Guard(0, both(And, test(GreaterEqual, v[0], constant(1)), test(Greater, v[1], v[0])))
			},
			"P_2", "T_2_3: > 1'P_2",
		},
		{
			"guards are conditions of any shape", func(s *draft) {
				c := s.cyclic("C", 4)
				v := s.variables(c, "x y")
				half := s.Partition("Half", "Half", c,
					[]Constant{{ID: "low", Name: "low", Members: []int64{0, 2}},
						{ID: "up", Name: "up", Members: []int64{1, 3}}})
				up := func(t *Term) *Term { return &Term{Op: BlockOf, Sort: half, Args: []*Term{t}} }
				s.Place("P", c)
				s.Transition("Imply")
				s.Guard(0, both(Not, both(Imply, test(LessEqual, v[0], constant(1)), test(Unequal, v[0], constant(1)))))
				s.Output(0, 0, v[0])
				s.Transition("Or")
				s.Guard(1, both(And, both(Or,
					both(And, test(Equal, v[0], constant(0)), test(Equal, v[1], constant(3))),
					both(And, test(Equal, constant(2), v[0]), test(Equal, v[1], pred(v[0])))),
					both(Not, both(And, test(Equal, v[1], v[0])))))
				s.Output(1, 0, v[0])
				s.Transition("Block")
				s.Guard(2, both(And, test(Greater, up(v[0]), up(v[1])), test(Less, succ(v[0]), v[0])))
				s.Output(2, 0, v[0])
				s.Transition("Tuple")
				s.Guard(3, test(Equal, tuple(v[0], succ(v[0])), tuple(constant(3), v[1])))
				s.Output(3, 0, v[0])
				s.Transition("False")
				s.Guard(4, both(Or))
			},
			"P_1 P_2 P_3 P_4",
			"Imply_2: > 1'P_2|Or_1_4: > 1'P_1|Or_3_2: > 1'P_3|Block_4_1: > 1'P_4|Block_4_3: > 1'P_4|Tuple_4_1: > 1'P_4",
		},
		{
			"a place that nobody changes stays, and one without tokens goes", func(s *draft) {
				c := s.cyclic("C", 2)
				s.Initial(s.Place("P", c), many(3, constant(1)))
				s.Place("Q", c)
				s.Initial(s.Place("R", c), many(0, constant(1)))
			},
			"P_2=3", "",
		},
		{
			"names are unique and identifiers", func(s *draft) {
				c := s.Finite("C", "C", []Constant{{ID: "c1", Name: "b_c"}, {ID: "c2", Name: "(a b)"}})
				d := s.Finite("D", "D", []Constant{{ID: "d1", Name: "c"}, {ID: "d2", Name: "x y"},
					{ID: "d3", Name: "x(y"}})
				s.Initial(s.Place("a", c), all())
				s.Initial(s.Place("a_b", d), all())
				s.Initial(s.Place("1", s.Dot("dot", "dot")), dots(1))
				s.Transition("a_b_c")
				s.Transition("a_b_c__2")
			},
			"a_b_c=1 a__a_b_=1 a_b_d1=1 a_b_d2=1 a_b_d3=1 _1=1",
			"a_b_c__2: >|a_b_c__2__2: >",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newDraft(t)
			c.make(s)
			for _, merge := range []bool{false, true} {
				u := unfolded(t, s.net(), unfold.Options{Merge: merge})
				if got := strings.Join(places(u), " "); got != c.places {
					t.Errorf("merge %v: places\n%s, expected\n%s", merge, got, c.places)
				}
				if got := strings.Join(listing(u), "|"); !merge && got != c.transitions {
					t.Errorf("transitions\n%s, expected\n%s", strings.ReplaceAll(got, "|", "\n"),
						strings.ReplaceAll(c.transitions, "|", "\n"))
				}
				checkBack(t, u)
			}
		})
	}
}

// checkBack compares what an unfolding says of its places and transitions in both directions.
func checkBack(t *testing.T, u *unfold.Unfolding) {
	t.Helper()
	for p := range u.Net.Places {
		place, colour := u.PlaceOf(p)
		if back, ok := u.Place(place, colour); !ok || back != p {
			t.Errorf("place %d stands for colour %d of %d, which is place %d, %v", p, colour, place, back, ok)
		}
	}
	for i := range u.Net.Transitions {
		transition, binding := u.TransitionOf(i)
		if back, ok := u.Transition(transition, binding); !ok || back != i {
			t.Errorf("transition %d stands for binding %v of %d, which is transition %d, %v", i, binding, transition,
				back, ok)
		}
	}
}

// TestUnfoldMerged counts bindings with the same effect once.
func TestUnfoldMerged(t *testing.T) {
	s := newDraft(t)
	v := s.variables(s.cyclic("C", 3), "x y z")
	s.Initial(s.Place("P", 0), all())
	s.Place("Q", 0)
	s.Input(0, s.Transition("T"), sum(v[0], v[1]))
	s.Output(0, 1, sum(v[1], v[0]))
	s.Guard(0, test(Unequal, v[2], constant(2)))
	net := s.net()
	if u := unfolded(t, net, unfold.Options{}); len(u.Net.Transitions) != 3*3*2 {
		t.Errorf("%d transitions, expected 18", len(u.Net.Transitions))
	}
	u := unfolded(t, net, unfold.Options{Merge: true}) // the multisets of two colours of three
	if list := listing(u); len(list) != 6 {
		t.Errorf("%d transitions, expected 6: %v", len(list), list)
	}
}

// TestUnfoldManyAtoms has a transition that takes more colours than a search joins: 40 in a row of 50.
func TestUnfoldManyAtoms(t *testing.T) {
	s := newDraft(t)
	x := s.variables(s.cyclic("C", 50), "x")[0]
	s.Place("P", 0)
	s.Place("Q", 0)
	row, first := []*Term{x}, []*Term{constant(0)}
	for i := range int64(39) {
		row, first = append(row, succ(row[i])), append(first, constant(i+1))
	}
	s.Initial(0, sum(first...))
	s.Input(0, s.Transition("Row"), sum(row...))
	s.Output(0, 1, x)
	s.Input(0, s.Transition("Up"), x)
	s.Guard(1, test(Less, x, constant(45)))
	s.Output(1, 0, sum(x, succ(x)))
	u := unfolded(t, s.net(), unfold.Options{}) // P may hold 1 to 46, so a row starts at 1 to 7
	if list := strings.Join(places(u)[46:], " "); list != "Q_1 Q_2 Q_3 Q_4 Q_5 Q_6 Q_7" {
		t.Errorf("places %s", list)
	}
	if first, end := u.Transitions(0); end-first != 7 {
		t.Errorf("%d rows, expected 7", end-first)
	}
	checkBack(t, u)
}

// TestUnfoldPhilosophers compares the unfolding of philosophers with what is known of them.
func TestUnfoldPhilosophers(t *testing.T) {
	u := unfolded(t, philosophers(t, 7), unfold.Options{})
	if p, tr := len(u.Net.Places), len(u.Net.Transitions); p != 35 || tr != 35 {
		t.Errorf("%d places, %d transitions, expected 35 and 35", p, tr)
	}
	space, err := oracle.Explore(u.Net, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	if len(space.States) != 2187 { // 3^7, README of the contest's nets, section 6
		t.Errorf("%d markings, expected 3^7", len(space.States))
	}
}

// philosophers returns n of the contest's philosophers.
func philosophers(t testing.TB, n int) *Net {
	s := newDraft(t)
	c := s.cyclic("Philo", n)
	x := s.variables(c, "x")[0]
	for _, name := range strings.Fields("Think Fork Catch1 Catch2 Eat") {
		s.Place(name, c)
	}
	const think, fork, catch1, catch2, eat = 0, 1, 2, 3, 4
	s.Initial(think, all())
	s.Initial(fork, all())
	for i, arcs := range []struct {
		name     string
		from, to int
		fork     *Term
	}{
		{"FF1a", think, catch1, pred(x)},
		{"FF1b", think, catch2, x},
		{"FF2a", catch1, eat, x},
		{"FF2b", catch2, eat, pred(x)},
	} {
		s.Transition(arcs.name)
		s.Input(arcs.from, i, x)
		s.Input(fork, i, arcs.fork)
		s.Output(i, arcs.to, x)
	}
	s.Transition("End")
	s.Input(eat, 4, x)
	s.Output(4, think, x)
	s.Output(4, fork, sum(x, pred(x)))
	return s.net()
}

// huge returns a net with 10¹² bindings that satisfy the guard, if there is one.
func huge(t testing.TB, guard func(v []*Term) *Guard) *Net {
	s := newDraft(t)
	c := s.cyclic("C", 1000)
	v := s.variables(c, "w x y z")
	s.Transition("Small")
	s.Transition("Huge")
	for i, name := range []string{"A", "B", "C", "D"} {
		s.Initial(s.Place(name, c), all())
		s.Input(i, 1, v[i])
	}
	s.Input(0, 0, v[0])
	s.Guard(1, guard(v))
	return s.net()
}

// TestUnfoldLimits breaks each limit: the error names it and who broke it.
func TestUnfoldLimits(t *testing.T) {
	free := func([]*Term) *Guard { return both(And) }
	never := func(v []*Term) *Guard { // which nobody knows before all variables are bound
		p, q := test(Less, v[0], v[1]), test(Less, v[2], v[3])
		return both(And, both(Or, p, q), both(Or, p, both(Not, q)), both(Imply, p, q), both(Imply, p, both(Not, q)))
	}
	for _, c := range []struct {
		what              string
		guard             func([]*Term) *Guard
		limits            unfold.Limits
		place, transition string
	}{
		{"places", free, unfold.Limits{Places: 3500}, "D", ""},
		{"transitions", free, unfold.Limits{Transitions: 100_000}, "", "Huge"},
		{"arcs", free, unfold.Limits{Arcs: 100_000}, "", "Huge"},
		{"bytes", free, unfold.Limits{Bytes: 1 << 24}, "", "Huge"},
		{"steps", never, unfold.Limits{Steps: 1_000_000}, "", "Huge"},
	} {
		_, err := unfold.Net(context.Background(), huge(t, c.guard), unfold.Options{Limits: c.limits})
		var limit *unfold.LimitError
		if !errors.As(err, &limit) || limit.What != c.what || limit.Place != c.place ||
			limit.Transition != c.transition {
			t.Errorf("%s: error %v", c.what, err)
		}
	}
	s := newDraft(t) // lists that are longer than memory
	s.Initial(s.Place("P", s.Range("R", "R", 1, 1<<40)), all())
	net := s.net()
	for what, l := range map[string]unfold.Limits{"places": {Places: 1 << 20}, "bytes": {Bytes: 1 << 30}} {
		var limit *unfold.LimitError
		_, err := unfold.Net(context.Background(), net, unfold.Options{Limits: l})
		if !errors.As(err, &limit) || limit.Place != "P" {
			t.Errorf("%s: error %v", what, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := unfold.Net(ctx, huge(t, free), unfold.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected that of the context", err)
	}
}
