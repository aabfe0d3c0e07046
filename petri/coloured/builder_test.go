package coloured

import (
	"errors"
	"math"
	"reflect"
	"testing"
)

// What terms and guards are written with in tests.
func colour(sort int, value int64) *Term { return &Term{Op: Colour, Sort: sort, Value: value} }
func variable(v int) *Term               { return &Term{Op: Bound, Sort: Open, Value: int64(v)} }
func all(sort int) *Term                 { return &Term{Op: All, Sort: sort} }
func op(o Op, args ...*Term) *Term       { return &Term{Op: o, Sort: Open, Args: args} }
func multiple(n int64, x *Term) *Term {
	return &Term{Op: Times, Sort: Open, Value: n, Args: []*Term{x}}
}
func compare(t Test, x, y *Term) *Guard     { return &Guard{Test: t, Left: x, Right: y} }
func connect(t Test, args ...*Guard) *Guard { return &Guard{Test: t, Args: args} }

// A sample has one sort of each kind, variables of most, and a place of each sort that may have one.
type sample struct {
	*Builder
	dot, colours, ring, small, pair, nested, huge, blocks int // sorts
	c, r, n, pr                                           int // variables: of colours, ring, small and pair
	t                                                     int
}

func newSample() *sample {
	s := &sample{Builder: NewBuilder("sample")}
	s.dot = s.Dot("dot", "Dot")
	s.colours = s.Finite("Colour", "", []Constant{{ID: "red"}, {ID: "green"}, {ID: "blue"}})
	s.ring = s.Cyclic("Ring", "", []Constant{{ID: "r0", Name: "0"}, {ID: "r1", Name: "1"}})
	s.small = s.Range("Small", "", -1, 3)
	s.pair = s.Product("Pair", "", s.colours, s.small)
	s.nested = s.Product("Nested", "", s.pair, s.ring)
	s.huge = s.Range("Huge", "", 0, 1<<62-1)
	s.blocks = s.Partition("Blocks", "", s.colours,
		[]Constant{{ID: "warm", Members: []int64{0}}, {ID: "cold", Members: []int64{2, 1}}})
	s.c, s.r = s.Variable("c", "", s.colours), s.Variable("r", "", s.ring)
	s.n, s.pr = s.Variable("n", "", s.small), s.Variable("pr", "", s.pair)
	for sort := s.dot; sort <= s.huge; sort++ { // the place of a sort has its index
		s.Place(s.net.Sorts[sort].ID, sort)
	}
	s.t = s.Transition("t")
	return s
}

func (s *sample) out(sort int, x *Term) { s.Output(s.t, sort, x) }
func (s *sample) guard(g *Guard)        { s.Guard(s.t, g) }

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		want  string
		build func(s *sample)
	}{
		// names and indices
		{`place "dot": the identifier "dot" is taken; expected another one`, func(s *sample) { s.Place("dot", 0) }},
		{`transition "t": the identifier "t" is taken; expected another one`, func(s *sample) { s.Transition("t") }},
		{`variable "c": the identifier "c" is taken; expected another one`, func(s *sample) { s.Variable("c", "", 0) }},
		{`sort "Ring": the identifier "Ring" is taken; expected another one`, func(s *sample) { s.Dot("Ring", "") }},
		{`enumeration "X": a constant: the identifier "r1" is taken; expected another one`,
			func(s *sample) { s.Finite("X", "", []Constant{{ID: "r1"}}) }},
		{`place "" has no identifier; expected one`, func(s *sample) { s.Place("", 0) }},
		{`place "p": there is no sort 99`, func(s *sample) { s.Place("p", 99) }},
		{`variable "v": there is no sort -1`, func(s *sample) { s.Variable("v", "", -1) }},
		{`an input arc: there is no place 99`, func(s *sample) { s.Input(99, 0, all(0)) }},
		{`an inhibitor arc: there is no place 99`, func(s *sample) { s.Inhibitor(99, 0, all(0)) }},
		{`an output arc: there is no transition 1`, func(s *sample) { s.Output(1, 0, all(0)) }},
		{`place "Ring" has a second initial marking; expected one`,
			func(s *sample) { s.Initial(s.ring, all(Open)); s.Initial(s.ring, all(Open)) }},
		{`transition "t" has a second guard; expected one`, func(s *sample) { s.guard(&Guard{}); s.guard(&Guard{}) }},

		// sorts
		{`enumeration "X" has no constants; expected one at least`, func(s *sample) { s.Cyclic("X", "", nil) }},
		{`range "X" goes from 3 to 2; expected a start that is not above the end`,
			func(s *sample) { s.Range("X", "", 3, 2) }},
		{`range "X" from -9223372036854775808 to 9223372036854775807 has more than 2^62 integers; expected fewer`,
			func(s *sample) { s.Range("X", "", math.MinInt64, math.MaxInt64) }},
		{`range "X" from 0 to 4611686018427387904 has more than 2^62 integers; expected fewer`,
			func(s *sample) { s.Range("X", "", 0, 1<<62) }},
		{`product "X" has one part; expected two at least`, func(s *sample) { s.Product("X", "", s.ring) }},
		{`product "X" has more than 2^62 colours; expected fewer`,
			func(s *sample) { s.Product("X", "", s.huge, s.ring) }},
		{`product "X": there is no sort 99`, func(s *sample) { s.Product("X", "", s.ring, 99) }},
		{`the product has more than 1000 components, those of components counted; expected fewer`, func(s *sample) {
			for p := s.dot; ; {
				if p = s.Product("", "", p, p); s.Err() != nil {
					return
				}
			}
		}},
		{`partition "X" has no elements; expected one at least`, func(s *sample) { s.Partition("X", "", s.ring, nil) }},
		{`partition "X": the element "e" has no constants; expected one at least`,
			func(s *sample) { s.Partition("X", "", s.ring, []Constant{{ID: "e"}}) }},
		{`partition "X": 1 is in the element "e" and in "f"; expected it in one`, func(s *sample) {
			s.Partition("X", "", s.ring, []Constant{{ID: "e", Members: []int64{1}}, {ID: "f", Members: []int64{0, 1}}})
		}},
		{`partition "X": no element has 1; expected each constant of sort "Ring" in one`, func(s *sample) {
			s.Partition("X", "", s.ring, []Constant{{ID: "e", Members: []int64{0}}})
		}},
		{`partition "X": the element "e" has the colour 2; sort "Ring" has the colours 0 to 1`, func(s *sample) {
			s.Partition("X", "", s.ring, []Constant{{ID: "e", Members: []int64{2}}})
		}},
		{`place "p": sort "Blocks" is a partition, whose elements have no tokens of their own; expected another sort`,
			func(s *sample) { s.Place("p", s.blocks) }},
		{`variable "v": sort "Blocks" is a partition, whose elements have no tokens of their own; expected another sort`, func(s *sample) { s.Variable("v", "", s.blocks) }},

		{`the enumeration has no identifier; expected one`,
			func(s *sample) { s.Cyclic("", "", []Constant{{ID: "a"}}) }},
		{`transition "t", place "Ring": a term (sum) is of sort "Colour"; expected sort "Ring"`,
			func(s *sample) { s.out(s.ring, &Term{Op: Sum, Sort: s.colours}) }},

		// terms
		{`transition "t", place "Ring": the variable "c" is of sort "Colour"; expected sort "Ring"`,
			func(s *sample) { s.out(s.ring, variable(s.c)) }},
		{`transition "t", place "Ring": the colour red is of sort "Colour"; expected sort "Ring"`,
			func(s *sample) { s.out(s.ring, colour(s.colours, 0)) }},
		{`transition "t", place "Ring": found the colour 2; sort "Ring" has the colours 0 to 1`,
			func(s *sample) { s.out(s.ring, colour(Open, 2)) }},
		{`transition "t", place "Ring": there is no variable 99`, func(s *sample) { s.out(s.ring, variable(99)) }},
		{`transition "t", place "Ring": there is no sort 99`, func(s *sample) { s.out(s.ring, all(99)) }},
		{`transition "t", place "Ring": a term is missing`, func(s *sample) { s.out(s.ring, nil) }},
		{`transition "t", place "Ring": a term is missing`, func(s *sample) { s.out(s.ring, op(Successor, nil)) }},
		{`transition "t", place "Colour": sort "Colour" has no successor; expected a cyclic enumeration or a range of integers`, func(s *sample) { s.out(s.colours, op(Successor, variable(s.c))) }},
		{`transition "t", place "Pair": sort "Pair" has no predecessor; expected a cyclic enumeration or a range of integers`, func(s *sample) { s.out(s.pair, op(Predecessor, variable(s.pr))) }},
		{`transition "t", place "Ring": found a term (all); expected one colour`,
			func(s *sample) { s.out(s.ring, op(Successor, all(Open))) }},
		{`transition "t", place "Ring": found successor of 2 terms; expected 1`,
			func(s *sample) { s.out(s.ring, op(Successor, variable(s.r), variable(s.r))) }},
		{`transition "t", place "Ring": found difference of 0 terms; expected 1`,
			func(s *sample) { s.out(s.ring, op(Difference)) }},
		{`transition "t", place "Ring": found the factor -1; expected 0 or more`,
			func(s *sample) { s.out(s.ring, multiple(-1, all(Open))) }},
		{`transition "t", place "Pair": found a tuple of 3 terms; expected 2 for sort "Pair"`,
			func(s *sample) { s.out(s.pair, op(Tuple, variable(s.c), variable(s.n), variable(s.n))) }},
		{`transition "t", place "Pair": the variable "n" is of sort "Small"; expected sort "Colour"`,
			func(s *sample) { s.out(s.pair, op(Tuple, variable(s.n), variable(s.c))) }},
		{`transition "t", place "Ring": found a tuple of 2 terms; expected one term of sort "Ring"`,
			func(s *sample) { s.out(s.ring, op(Tuple, variable(s.r), variable(s.r))) }},
		{`transition "t", place "Ring": sort "Ring" is no partition; expected one`,
			func(s *sample) { s.out(s.ring, op(BlockOf, variable(s.r))) }},
		{`transition "t", place "Ring": there is no operation 99`, func(s *sample) { s.out(s.ring, op(99)) }},

		// numbers
		{`transition "t", place "Huge": the term has more than 2^63−1 tokens; expected fewer`,
			func(s *sample) { s.out(s.huge, multiple(2, all(Open))) }},
		{`transition "t", place "Huge": the term has more than 2^63−1 tokens; expected fewer`,
			func(s *sample) { s.out(s.huge, all(Open)); s.out(s.huge, all(Open)) }},
		{`place "dot": the term has more than 2^63−1 tokens; expected fewer`,
			func(s *sample) { s.Initial(s.dot, multiple(math.MaxInt64, multiple(2, colour(Open, 0)))) }},
		{`place "Ring": found the variable "r"; expected an initial marking without variables`,
			func(s *sample) { s.Initial(s.ring, variable(s.r)) }},
		{`place "Ring": 1 is subtracted 1 times more than it is there; expected a marking that is not negative`,
			func(s *sample) { s.Initial(s.ring, op(Difference, all(Open), multiple(2, colour(Open, 1)))) }},
		{`place "Pair": (green,0) is subtracted 1 times more than it is there; expected a marking that is not negative`,
			func(s *sample) {
				s.Initial(s.pair, op(Difference, op(Sum, all(Open), op(Tuple, all(Open), colour(Open, 0))),
					op(Tuple, colour(Open, 1), all(Open)), op(Tuple, all(Open), colour(Open, 1))))
			}},
		{`place "Huge": what initial markings subtract has too many colours; expected less than 20000000 steps to compare them`, func(s *sample) { s.Initial(s.huge, op(Difference, all(Open), all(Open))) }},

		// guards
		{`transition "t": a part of the guard is missing`, func(s *sample) { s.guard(nil) }},
		{`transition "t": found not of 0 conditions; expected 1`, func(s *sample) { s.guard(connect(Not)) }},
		{`transition "t": found imply of 1 conditions; expected 2`,
			func(s *sample) { s.guard(connect(And, connect(Imply, connect(True)))) }},
		{`transition "t": there is no test 99`, func(s *sample) { s.guard(connect(99)) }},
		{`transition "t": the variable "c" is of sort "Colour"; expected sort "Ring"`,
			func(s *sample) { s.guard(compare(Equal, variable(s.r), variable(s.c))) }},
		{`transition "t": sort "Pair" has no order; expected sides of an enumeration or a range`,
			func(s *sample) { s.guard(compare(Less, variable(s.pr), variable(s.pr))) }},
		{`transition "t": found a term (sum); expected one colour`,
			func(s *sample) { s.guard(compare(Equal, variable(s.r), op(Sum, variable(s.r)))) }},
		{`transition "t": the sort of both sides is open; expected a side whose sort is known`,
			func(s *sample) { s.guard(compare(Equal, colour(Open, 0), colour(Open, 0))) }},
		{`transition "t": a term is missing`, func(s *sample) { s.guard(compare(Equal, variable(s.r), nil)) }},
		{`transition "t": the colour red is of sort "Colour"; expected sort "Blocks"`, func(s *sample) {
			s.guard(compare(Equal, &Term{Op: BlockOf, Sort: s.blocks, Args: []*Term{variable(s.c)}},
				colour(s.colours, 0)))
		}},
	} {
		s := newSample()
		if s.Err() != nil {
			t.Fatal(s.Err())
		}
		c.build(s)
		var wrong *Error
		net, err := s.Net()
		if net != nil || !errors.As(err, &wrong) || err.Error() != c.want || s.Err() != err {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
		s.Place("later", s.Product("", "", s.Variable("later", "", 99), -3)) // nothing of this may panic
		s.Initial(len(s.net.Places)-1, all(Open))
		if s.Err() != err {
			t.Errorf("another mistake took the place of the first: %v", s.Err())
		}
	}
}

// The sorts of all parts are filled in on copies, arcs come by place, and those between the same two are one.
func TestNet(t *testing.T) {
	s := newSample()
	both := op(Tuple, variable(s.c), op(Successor, variable(s.n)))
	s.Initial(s.pair, op(Difference, all(Open), op(Tuple, all(Open), colour(Open, 4))))
	s.Input(s.pair, s.t, both)
	s.Input(s.ring, s.t, op(Tuple, variable(s.r)))
	s.Input(s.pair, s.t, multiple(2, variable(s.pr)))
	s.Input(s.pair, s.t, variable(s.pr))
	s.out(s.nested, op(Tuple, both, all(Open)))
	s.out(s.nested, colour(s.nested, 2*(5*1+3)+1))
	s.guard(connect(Or, connect(And), compare(Equal, both, variable(s.pr)),
		compare(Greater, colour(s.blocks, 1), &Term{Op: BlockOf, Sort: s.blocks, Args: []*Term{variable(s.c)}})))
	net, err := s.Net()
	if err != nil {
		t.Fatal(err)
	}
	filled := func(o Op, sort int, value int64, args ...*Term) *Term { return &Term{o, sort, value, args} }
	c, r, n := filled(Bound, s.colours, 0), filled(Bound, s.ring, 1), filled(Bound, s.small, 2)
	pair := filled(Tuple, s.pair, 0, c, filled(Successor, s.small, 0, n))
	pr := filled(Bound, s.pair, 3)
	want := Transition{
		Name: "t", Variables: []int{s.c, s.r, s.n, s.pr},
		Pre: []Arc{{s.ring, r}, {s.pair, filled(Sum, s.pair, 0, pair, filled(Times, s.pair, 2, pr), pr)}},
		Post: []Arc{{s.nested, filled(Sum, s.nested, 0, filled(Tuple, s.nested, 0, pair, filled(All, s.ring, 0)),
			filled(Tuple, s.nested, 0, filled(Tuple, s.pair, 0, filled(Colour, s.colours, 1),
				filled(Colour, s.small, 3)), filled(Colour, s.ring, 1)))}},
		Guard: connect(Or, connect(True), compare(Equal, pair, pr),
			compare(Greater, filled(Colour, s.blocks, 1), filled(BlockOf, s.blocks, 0, c))),
	}
	if got := net.Transitions[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if both.Sort != Open || both.Args[0].Sort != Open {
		t.Error("the caller's term was changed")
	}
	if got := net.Sorts[s.blocks].Constants[1].Members; !reflect.DeepEqual(got, []int64{1, 2}) {
		t.Errorf("members %v, want 1 and 2", got)
	}
	if size := net.Sorts[s.nested].Size; size != 3*5*2 {
		t.Errorf("%d tuples, want 30", size)
	}
}

// Sorts are the same if their colours are.
func TestSameSorts(t *testing.T) {
	s := newSample()
	again := s.Range("Again", "", -1, 3)
	if same := s.Range("", "", -1, 3); same != s.small || !s.Same(again, s.small) || s.Same(again, s.ring) ||
		s.Sort(again).ID != "Again" {
		t.Errorf("the range of sort %d is sort %d", s.small, same)
	}
	other := s.Product("Other", "", s.colours, again)
	v := s.Variable("v", "", again)
	s.out(s.pair, op(Tuple, variable(s.c), variable(v)))
	s.guard(compare(Equal, variable(s.Variable("w", "", other)), variable(s.pr)))
	tuple := op(Tuple, variable(s.r), variable(s.r)) // of a sort that the net does not have
	t2 := s.Transition("t2")
	sorts := len(s.net.Sorts)
	s.Guard(t2, connect(And, compare(Unequal, tuple, tuple), compare(Equal, tuple, tuple)))
	net, err := s.Net()
	if err != nil {
		t.Fatal(err)
	}
	if len(net.Sorts) != sorts+1 || net.Sorts[sorts].Size != 4 {
		t.Errorf("%d sorts, want one more than %d", len(net.Sorts), sorts)
	}
}
