package board_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check/board"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcircuit"
	"brim/internal/testkit/randformula"
)

var linearCircuits = flag.Int("ltl-circuits", 20,
	"compare all techniques with all moments of so many random circuits on questions of LTL")

// A circuitRun is a circuit with questions of LTL, and what the oracle says of them.
type circuitRun struct {
	m         *model.Model
	all       *randcircuit.Runs
	stuck     bool // some moment is the last one
	questions []*model.Question
	holds     []bool
}

// newCircuitRun draws questions about a circuit, nil if no run begins: then it is refused.
func newCircuitRun(t *testing.T, rng *rand.Rand, c *model.Circuit) *circuitRun {
	pool, signals := syntax.NewPool(), c.Signals()
	atom := func() *syntax.Formula {
		f, err := pool.Parse(fmt.Sprintf("%s = %d", signals[rng.IntN(len(signals))].Name, rng.IntN(2)), "atom",
			c.Names())
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	x := &circuitRun{m: model.OfCircuit(c), all: randcircuit.NewRuns(c, atom())}
	if !x.all.Start() {
		return nil
	}
	first, next := x.all.Moments()
	x.stuck = slices.ContainsFunc(next, func(list []int) bool { return len(list) == 0 })
	graph := oracle.Graph{Succ: next, Holds: x.all.Holds}
	for k := range 4 {
		f := randformula.PathOver(rng, rng.IntN(6), rng.IntN(2) == 0, pool, atom)
		op := syntax.A + syntax.Op(rng.IntN(2))
		with, without := graph.Runs(f)
		paths := []model.Paths{model.Maximal, model.Infinite}[rng.IntN(2)]
		x.questions = append(x.questions,
			&model.Question{ID: fmt.Sprint(k), LTL: pool.Make(op, f), Paths: paths, Trace: k%2 == 0})
		if op == syntax.E {
			x.holds = append(x.holds, slices.ContainsFunc(first, func(m int) bool { return with[m] }))
		} else {
			x.holds = append(x.holds, !slices.ContainsFunc(first, func(m int) bool { return without[m] }))
		}
	}
	return x
}

// Techniques of linear time agree with the oracle's tableau on all states and inputs of random circuits: all together,
// and each alone. Only runs that go on count, in both readings of dead markings.
func TestLTLOfCircuitsAgrees(t *testing.T) {
	techniques := linearTechniques(&model.Model{Circuit: new(model.Circuit)})
	asked, known, stuck, together, alone := 0, 0, 0, map[string]int{}, map[string]int{}
	for i := range uint64(*linearCircuits) {
		seed := *linearSeed + i
		rng := rand.New(rand.NewPCG(seed, 181))
		x := newCircuitRun(t, rng, randcircuit.Generate(rng, 4))
		if x == nil {
			continue
		}
		if x.stuck {
			stuck++
		}
		m, questions, holds := x.m, x.questions, x.holds
		look := func(who string, answers []*model.Answer, err error) {
			for k, a := range answers {
				switch {
				case a.Wrong != nil:
					t.Errorf("seed %d, %s: %v: %v", seed, who, questions[k], a.Wrong)
				case a.Known() && (a.Result == model.Holds) != holds[k]:
					t.Errorf("seed %d, %s: %v: %v, by %s; the oracle: %t", seed, who, questions[k], a.Result, a.By,
						holds[k])
				}
			}
			if err != nil {
				t.Errorf("seed %d, %s: %v\n%v", seed, who, stacked(err), questions)
			}
		}
		r, err := decideAll(t.Context(), m, questions, techniques, true, together)
		look("all together", r.Answers, err)
		for _, a := range r.Answers {
			if asked++; a.Known() {
				known++
			}
		}
		one := techniques[int(i)%len(techniques)]
		r, err = decideAll(t.Context(), m, questions, []board.Technique{one}, false, alone)
		look(one.Name()+" alone", r.Answers, err)
	}
	t.Logf("%d questions about %d circuits, %d of them with runs that end; %d decided", asked, *linearCircuits, stuck,
		known)
	for _, name := range slices.Sorted(maps.Keys(together)) {
		t.Logf("%-12s %6d with the others, %6d alone", name, together[name], alone[name])
	}
	if known < asked/4 {
		t.Errorf("%d of %d questions were decided; expected a quarter of them", known, asked)
	}
}

// A run that the constraints of a circuit stop is none: l0 can become true, but nothing goes on two steps later.
func TestRunsThatAreStopped(t *testing.T) {
	b := circuit.NewBuilder("stopped", []string{"x"}, []string{"l0", "l1"})
	b.SetNext(0, b.Input(0))
	b.SetNext(1, b.Latch(0))
	b.Constrain("c", b.Latch(1).Not())
	c, err := b.Circuit()
	if err != nil {
		t.Fatal(err)
	}
	m, pool := model.OfCircuit(c), syntax.NewPool()
	l0, err := pool.Parse("l0 = 1", "signal", c.Names())
	if err != nil {
		t.Fatal(err)
	}
	never := pool.Make(syntax.A, pool.Make(syntax.G, pool.Not(l0)))
	some := pool.Make(syntax.E, pool.Make(syntax.F, l0))
	for _, paths := range []model.Paths{model.Maximal, model.Infinite} {
		questions := []*model.Question{{LTL: never, Paths: paths}, {LTL: some, Paths: paths}}
		r, err := decideAll(t.Context(), m, questions, linearTechniques(m), true, map[string]int{})
		if err != nil || r.Answers[0].Result != model.Holds || r.Answers[1].Result != model.Fails {
			t.Errorf("%v paths: %v %v, %v %v: %v; expected the first to hold, the second to fail",
				paths, never, r.Answers[0].Result, some, r.Answers[1].Result, err)
		}
	}
}
