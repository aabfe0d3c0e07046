package board_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"brim/check"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/bmc"
	"brim/check/technique/ic3"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/internal/testkit/randcircuit"
	"brim/ltl"
)

// A fairCircuit has justice properties, and which of them some fair run violates, by hand.
type fairCircuit struct {
	*circuit.Circuit
	violated []bool
}

// An assembler builds a circuit whose first latches are idle and watching, and whose first input is start: see watch.
type assembler struct {
	*circuit.Builder
	inputs, latches []string
	violated        []bool
}

func assemble(name string, inputs, latches []string) *assembler {
	x := &assembler{inputs: append([]string{"start"}, inputs...),
		latches: append([]string{"idle", "watching"}, latches...)}
	x.Builder = circuit.NewBuilder(name, x.inputs, x.latches)
	x.SetReset(0, circuit.True)
	return x
}

// in and at return inputs and latches by their position behind the first ones; next and reset set latches.
func (x *assembler) in(i int) circuit.Lit         { return x.Input(1 + i) }
func (x *assembler) at(i int) circuit.Lit         { return x.Latch(2 + i) }
func (x *assembler) next(i int, next circuit.Lit) { x.SetNext(2+i, next) }

// watch makes a justice property that is violated if from some moment on, which start chooses, waits holds for ever.
func (x *assembler) watch(name string, waits circuit.Lit, violated bool) {
	idle, watching := x.Latch(0), x.Latch(1)
	x.SetNext(0, x.And(idle, x.Input(0).Not()))
	x.SetNext(1, x.Or(x.And(watching, waits), x.And(idle, x.Input(0), waits)))
	x.justice(name, violated, watching)
}

func (x *assembler) justice(name string, violated bool, lits ...circuit.Lit) {
	x.Justice(name, lits...)
	x.violated = append(x.violated, violated)
}

// flips makes latch i change its value where when holds.
func (x *assembler) flips(i int, when circuit.Lit) {
	x.next(i, x.Or(x.And(x.at(i), when.Not()), x.And(x.at(i).Not(), when)))
}

func (x *assembler) done(t *testing.T) fairCircuit {
	t.Helper()
	c, err := x.Circuit()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := c.WriteASCII(&b); err != nil {
		t.Fatal(err)
	}
	back, err := circuit.Read(&b, c.Name)
	if err != nil || !reflect.DeepEqual(back, c) {
		t.Fatalf("%s: read %+v (%v), want %+v", c.Name, back, err, c)
	}
	return fairCircuit{back, x.violated}
}

// fairCircuits are ten circuits of our own.
func fairCircuits(t *testing.T) (list []fairCircuit) {
	add := func(x *assembler) { list = append(list, x.done(t)) }

	x := assemble("toggle", nil, []string{"on"}) // changes in each step
	x.flips(0, circuit.True)
	x.justice("both", true, x.at(0), x.at(0).Not())
	x.watch("stays", x.at(0), false)
	add(x)

	for _, fair := range []bool{false, true} { // client 0 is served first; where it is fair, it does not always ask
		x = assemble(fmt.Sprintf("priority %v", fair), []string{"ask0", "ask1"}, []string{"waits1"})
		granted := x.And(x.Or(x.in(1), x.at(0)), x.in(0).Not())
		x.next(0, x.And(x.Or(x.in(1), x.at(0)), granted.Not()))
		x.watch("client 1 starves", x.And(x.at(0), granted.Not()), !fair)
		if fair {
			x.Fair("client 0 rests", x.in(0).Not())
		}
		add(x)
	}

	x = assemble("round robin", []string{"ask0", "ask1"}, []string{"turn", "waits1"}) // by turns
	x.flips(0, circuit.True)
	wants := x.Or(x.in(1), x.at(1))
	x.next(1, x.And(wants, x.at(0).Not()))
	x.watch("client 1 starves", x.And(wants, x.at(0).Not()), false)
	x.justice("served", true, x.And(wants, x.at(0)))
	add(x)

	for _, fair := range []bool{false, true} { // three stations, 00, 01, 10 in binary; the token moves with pass
		x = assemble(fmt.Sprintf("token ring %v", fair), []string{"pass"}, []string{"low", "high"})
		low, high, pass := x.at(0), x.at(1), x.in(0)
		x.next(0, x.Or(x.And(low, pass.Not()), x.And(low.Not(), high.Not(), pass)))
		x.next(1, x.Or(x.And(high, pass.Not()), x.And(low, pass)))
		x.watch("station 2 waits", high.Not(), !fair)
		x.justice("all have it", true, x.And(low.Not(), high.Not()), low, high)
		x.justice("both bits", false, x.And(low, high))
		if fair {
			x.Fair("passes", pass)
		}
		add(x)
	}

	x = assemble("traffic light", []string{"car"}, []string{"green", "yellow", "red"}) // stays green without a car
	green, yellow, red := x.at(0), x.at(1), x.at(2)
	x.next(0, x.Or(red, x.And(green, x.in(0).Not())))
	x.next(1, x.And(green, x.in(0)))
	x.next(2, yellow)
	x.SetReset(2, x.at(0))
	x.SetReset(4, x.at(2)) // green and red begin with any value; a constraint leaves one of them
	x.Constrain("one light", x.Or(x.And(green, yellow.Not(), red.Not()), x.And(green.Not(), yellow, red.Not()),
		x.And(green.Not(), yellow.Not(), red)))
	x.watch("never green", green.Not(), false)
	x.justice("changes", true, green, red)
	x.Fair("a car comes", x.in(0))
	add(x)

	x = assemble("queue", []string{"push", "pop"}, []string{"one", "two"}) // two slots, filled from the first
	one, two, push, pop := x.at(0), x.at(1), x.And(x.in(0), x.at(1).Not()), x.And(x.in(1), x.at(0))
	x.next(0, x.Or(push, two, x.And(one, pop.Not())))
	x.next(1, x.Or(x.And(two, pop.Not()), x.And(one, push, pop.Not())))
	x.watch("stuck", x.And(one, pop.Not()), false)
	x.justice("full again and again", true, two)
	x.justice("second without first", false, x.And(two, one.Not()))
	x.Fair("pops", x.in(1))
	add(x)

	x = assemble("lossy channel", []string{"loss"}, []string{"sent", "arrived"}) // sends until it arrives, then anew
	arrives := x.And(x.at(0), x.in(0).Not())
	x.next(0, arrives.Not())
	x.next(1, arrives)
	x.watch("never arrives", arrives.Not(), true)
	x.justice("arrives", true, x.at(1))
	add(x)

	// Peterson's algorithm: want, then leave the turn to the other, then wait; 0 enters if the other does not want or
	// it is its turn. pc is 00 idle, 01 wants, 11 waits, 10 inside; each step one process moves.
	x = assemble("peterson", []string{"who"}, []string{"a0", "b0", "a1", "b1", "turn"})
	turn := x.at(4)
	moves := []circuit.Lit{x.in(0).Not(), x.in(0)}
	var waits, inside, yields []circuit.Lit
	for p := range 2 {
		a, b, other, mine := x.at(2*p), x.at(2*p+1), x.Or(x.at(2*(1-p)), x.at(2*(1-p)+1)), turn
		if p == 0 {
			mine = turn.Not()
		}
		idle, wanting, waiting, in := x.And(a.Not(), b.Not()), x.And(a.Not(), b), x.And(a, b), x.And(a, b.Not())
		enters := x.And(moves[p], waiting, x.Or(other.Not(), mine))
		yields = append(yields, x.And(moves[p], wanting))
		x.next(2*p, x.Or(x.And(a, x.And(moves[p], in).Not()), yields[p]))
		x.next(2*p+1, x.Or(x.And(idle, moves[p]), x.And(b, enters.Not())))
		waits, inside = append(waits, x.And(waiting, enters.Not())), append(inside, in)
		x.Fair(fmt.Sprintf("process %d moves", p), moves[p])
	}
	x.next(4, x.Or(yields[0], x.And(turn, yields[1].Not())))
	x.watch("process 0 starves", waits[0], false)
	x.justice("both enter", true, inside[0], inside[1])
	x.justice("at the same time", false, x.And(inside[0], inside[1]))
	add(x)
	return list
}

// Justice properties of ten circuits are violated as said by hand, as an explicit search through all states and inputs
// says, and as each technique finds.
func TestJustice(t *testing.T) {
	list := fairCircuits(t)
	if len(list) != 10 {
		t.Fatalf("%d circuits", len(list))
	}
	techniques := linearTechniques(&model.Model{Circuit: new(model.Circuit)})
	decided := map[string]int{}
	for _, c := range list {
		m := model.OfCircuit(c.Circuit)
		questions, err := m.CircuitQuestions()
		if err != nil || len(questions) != len(c.Justice) {
			t.Fatalf("%s: %d questions, %v", c.Name, len(questions), err)
		}
		all := randcircuit.NewRuns(c.Circuit, syntax.NewPool().Bool(true))
		for i, q := range questions {
			if got := all.Satisfies(ltl.GoalOf(model.Apart(q.LTL)).Path); got != c.violated[i] {
				t.Errorf("%s, %s: the explicit search says %v, by hand it is %v", c.Name, q.ID, got, c.violated[i])
			}
			for _, one := range techniques {
				q := &model.Question{ID: q.ID, LTL: q.LTL, Paths: q.Paths, Trace: true}
				o := board.Options{Techniques: []board.Technique{one}, Limits: limit.Limits{Time: 20 * time.Second}}
				if one.Name() == "bmc" {
					o.Depth = 12 // it seldom proves anything, and then not soon
				}
				a, err := check.Decide(t.Context(), m, q, o)
				if err != nil {
					t.Fatalf("%s, %s, %s: %v", c.Name, q.ID, one.Name(), err)
				}
				if want := engine.Decided(!c.violated[i]); a.Result != want && a.Result != model.Unknown ||
					a.Result == model.Fails && a.Trace == nil {
					t.Errorf("%s, %s, %s: %v (trace %v), want %v", c.Name, q.ID, one.Name(), a.Result, a.Trace != nil,
						want)
				}
				if a.Result != model.Unknown {
					decided[one.Name()]++
				} else {
					t.Logf("%s, %s, %s: %s", c.Name, q.ID, one.Name(), a.Reason)
				}
			}
		}
	}
	t.Log(decided)
	for name, least := range map[string]int{"bmc": 11, "ic3": 22, "product": 22} {
		if decided[name] < least {
			t.Errorf("%s decides %d, at least %d", name, decided[name], least)
		}
	}
}

// Justice and fairness of random signals of random circuits: what CircuitQuestions asks has the answer of the explicit
// search.
func TestRandomJustice(t *testing.T) {
	seen := map[model.Result]int{}
	for seed := range uint64(*linearCircuits) {
		rng := rand.New(rand.NewPCG(seed, 93))
		c := randcircuit.Generate(rng, 5)
		draw := func() circuit.Lit { return circuit.Lit(2 + rng.IntN(2*c.Variables()-2)) }
		for i := range 1 + rng.IntN(2) {
			j := circuit.Justice{Name: fmt.Sprintf("j%d", i)}
			for range 1 + rng.IntN(2) {
				j.Lits = append(j.Lits, draw())
			}
			c.Justice = append(c.Justice, j)
		}
		for i := range rng.IntN(3) {
			c.Fairness = append(c.Fairness, circuit.Signal{Name: fmt.Sprintf("f%d", i), Lit: draw()})
		}
		all := randcircuit.NewRuns(c, syntax.NewPool().Bool(true))
		if !all.Start() {
			continue
		}
		m := model.OfCircuit(c)
		questions, err := m.CircuitQuestions()
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range []board.Technique{bmc.Technique{}, ic3.Technique{}} {
			got, err := check.DecideAll(t.Context(), m, questions,
				board.Options{Techniques: []board.Technique{one},
					Limits: limit.Limits{Time: 500 * time.Millisecond, Depth: 40}})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for i, q := range questions {
				if q.LTL == nil {
					continue
				}
				violated := all.Satisfies(ltl.GoalOf(model.Apart(q.LTL)).Path)
				if a := got.Answers[i]; a.Result != model.Unknown && a.Result != engine.Decided(!violated) {
					t.Errorf("seed %d, %s, %v: %v, violated %v", seed, one.Name(), q.LTL, a.Result, violated)
				} else {
					seen[a.Result]++
				}
			}
		}
	}
	t.Log(seen)
	if seen[model.Holds] == 0 || seen[model.Fails] == 0 {
		t.Error("the circuits say too little")
	}
}
