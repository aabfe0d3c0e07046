package engine_test

import (
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// machine is a net with a loop p → q → r → p, a way out from q to the dead marking d, and a transition idle that
// changes nothing and is enabled in q.
const machine = `
p p 1
p q 0
p r 0
p d 0
t pq pre: p 1 post: q 1
t qr pre: q 1 post: r 1
t rp pre: r 1 post: p 1
t qd pre: q 1 post: d 1
t idle pre: q 1 post: q 1
`

// Numbers of its transitions.
const (
	pq = iota
	qr
	rp
	qd
	idle
)

func mustNet(t *testing.T, text string) *petri.Net {
	t.Helper()
	net, err := randnet.ParseText("net", text)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// parser returns a function that reads formulas over net, all into one pool.
func parser(t *testing.T, net *petri.Net) func(string) *syntax.Formula {
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, x := range net.Transitions {
		transitions = append(transitions, x.Name)
	}
	pool, names := syntax.NewPool(), syntax.NewLists(places, transitions, nil)
	return func(text string) *syntax.Formula {
		t.Helper()
		f, err := pool.Parse(text, "test", names)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}

var (
	inP = petri.Marking{1, 0, 0, 0}
	inQ = petri.Marking{0, 1, 0, 0}
	inD = petri.Marking{0, 0, 0, 1}
)

// Witnesses that are right, in one reading of paths or both.
func TestCheckAccepts(t *testing.T) {
	net := mustNet(t, machine)
	read := parser(t, net)
	path := func(f string, start petri.Marking, loop int, steps ...int) *engine.Witness {
		return &engine.Witness{Formula: read(f), Start: start, Loop: loop, Steps: steps}
	}
	with := func(w *engine.Witness, branches ...engine.Branch) *engine.Witness {
		w.Branches = branches
		return w
	}
	cut := func(w *engine.Witness) *engine.Witness { w.Cut = true; return w }
	shared := path("EF(r = 1)", inQ, engine.NoLoop, qr)
	twice := read("EF(r = 1)").Pool().And(read("EF(r = 1)"), read("EF(r = 1)"))
	for _, c := range []struct {
		name    string
		w       *engine.Witness
		maximal bool // only where paths may end
	}{
		{"marking", path("p = 1 & !deadlock | d = 2", inP, engine.NoLoop), false},
		{"implication without path operators", path("q = 1 -> p = 1", inP, engine.NoLoop), false},
		{"claim", path("AF(p = 1)", inP, engine.NoLoop), false},
		{"claim of !EU", path("!E(p = 1 U r = 1)", inP, engine.NoLoop), false},
		{"EX", path("EX(q = 1)", inP, engine.NoLoop, pq), false},
		{"EX by a step that changes nothing", path("EX(q = 1)", inQ, engine.NoLoop, idle), false},
		{"EF", path("EF(r = 1)", inP, engine.NoLoop, pq, qr), false},
		{"EF, longer than need be", path("EF(r = 1)", inP, engine.NoLoop, pq, idle, qr), false},
		{"EF without steps", path("EF(p = 1)", inP, engine.NoLoop), false},
		{"EU", path("E(r = 0 U d = 1)", inP, engine.NoLoop, pq, qd), false},
		{"lasso", path("EG(d = 0)", inP, 0, pq, qr, rp), false},
		{"lasso with a stem", path("EG(d = 0)", inP, 1, pq, idle), false},
		{"EG to a dead marking", path("EG(r = 0)", inP, engine.NoLoop, pq, qd), true},
		{"EG in a dead marking", path("EG(d = 1)", inD, engine.NoLoop), true},
		{"EX EF", with(path("EX EF(r = 1)", inP, engine.NoLoop, pq), engine.Branch{At: 1, Witness: shared}), false},
		{"EF of a claim", with(path("EF AG(d = 1)", inQ, engine.NoLoop, qd),
			engine.Branch{At: 1, Witness: path("AG(d = 1)", inD, engine.NoLoop)}), false},
		{"EU of EX", with(path("E(EX(q = 1 | r = 1) U r = 1)", inP, engine.NoLoop, pq, qr),
			engine.Branch{At: 1, Witness: path("EX(q = 1 | r = 1)", inQ, engine.NoLoop, qr)},
			engine.Branch{At: 0, Witness: path("EX(q = 1 | r = 1)", inP, engine.NoLoop, pq)}), false},
		{"EG of EF, two witnesses shared", with(path("EG EF(r = 1)", inP, 1, pq, idle),
			engine.Branch{At: 0, Witness: path("EF(r = 1)", inP, engine.NoLoop, pq, qr)},
			engine.Branch{At: 1, Witness: shared}), false},
		{"conjunction", with(path("EF(r = 1) & p = 1 & EF(d = 1)", inP, engine.NoLoop),
			engine.Branch{At: 0, Witness: path("EF(r = 1)", inP, engine.NoLoop, pq, qr)},
			engine.Branch{At: 0, Witness: path("EF(d = 1)", inP, engine.NoLoop, pq, qd)}), false},
		{"conjunction of equal operands", with(&engine.Witness{Formula: twice, Start: inP, Loop: engine.NoLoop},
			engine.Branch{At: 0, Witness: path("EF(r = 1)", inP, engine.NoLoop, pq, qr)}), false},
		{"disjunction", with(path("EF(p = 2) | EF(d = 1)", inP, engine.NoLoop),
			engine.Branch{At: 0, Witness: path("EF(d = 1)", inP, engine.NoLoop, pq, qd)}), false},
		{"disjunction with a true operand", path("EF(p = 2) | p = 1", inP, engine.NoLoop), false},
		{"cut", cut(path("EX EF(r = 1)", inP, engine.NoLoop, pq)), false},
		{"cut disjunction", cut(path("EF(p = 2) | EF(d = 1)", inP, engine.NoLoop)), false},
	} {
		for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
			if err := c.w.Check(net, paths); (err == nil) != (paths == syntax.Maximal || !c.maximal) {
				t.Errorf("%s, %v: %v", c.name, paths, err)
			}
		}
	}
}

// Every way to tamper with a witness is found, and the error says what is wrong where.
func TestCheckRejects(t *testing.T) {
	net := mustNet(t, machine)
	read := parser(t, net)
	path := func(f string, start petri.Marking, loop int, steps ...int) *engine.Witness {
		return &engine.Witness{Formula: read(f), Start: start, Loop: loop, Steps: steps}
	}
	with := func(w *engine.Witness, branches ...engine.Branch) *engine.Witness {
		w.Branches = branches
		return w
	}
	cut := func(w *engine.Witness) *engine.Witness { w.Cut = true; return w }
	fromQ := path("EF(r = 1)", inQ, engine.NoLoop, qr)
	for _, c := range []struct {
		name string
		w    *engine.Witness
		err  string
	}{
		{"no formula", &engine.Witness{}, "without a formula"},
		{"short start", path("p = 1", inP[:3], engine.NoLoop), "3 numbers for the 4 places"},
		{"negative start", path("p = 1", petri.Marking{1, 0, -1, 0}, engine.NoLoop), "-1 tokens on place r"},
		{"false marking", path("p = 1 & q = 1", inP, engine.NoLoop), "does not hold in the start"},
		{"steps of a marking", path("p = 1", inP, engine.NoLoop, pq), "1 steps, expected none"},
		{"steps of a claim", path("AG(p = 1)", inP, engine.NoLoop, pq), "1 steps, expected none"},
		{"steps of a conjunction", path("EF(p = 1) & p = 1", inP, engine.NoLoop, pq), "1 steps, expected none"},
		{"no normal form", path("!EX(q = 1)", inP, engine.NoLoop), "negation normal form"},
		{"no normal form", path("EX(q = 1) -> p = 1", inP, engine.NoLoop), "negation normal form"},
		{"EX without a step", path("EX(q = 1)", inP, engine.NoLoop), "0 steps, expected 1"},
		{"EX with two", path("EX(r = 1)", inP, engine.NoLoop, pq, qr), "2 steps, expected 1"},
		{"no such transition", path("EF(r = 1)", inP, engine.NoLoop, pq, 5),
			"after 1 step: no transition 5: net net has 5"},
		{"negative transition", path("EF(r = 1)", inP, engine.NoLoop, -1), "no transition -1"},
		{"not enabled", path("EF(r = 1)", inP, engine.NoLoop, pq, qr, qd),
			"after 2 steps: transition qd is not enabled: place q holds 0"},
		{"goal missed", path("EF(r = 1)", inP, engine.NoLoop, pq), "after step 1: r = 1 does not hold"},
		{"goal missed at the start", path("EF(r = 1)", inP, engine.NoLoop), "at the start: r = 1 does not hold"},
		{"EU leaves its first operand", path("E(p = 1 U d = 1)", inP, engine.NoLoop, pq, qd),
			"after step 1: p = 1 does not hold"},
		{"EX to the wrong place", path("EX(r = 1)", inP, engine.NoLoop, pq), "after step 1: r = 1 does not hold"},
		{"loop of EF", path("EF(r = 1)", inP, 0, pq, qr), "a loop to position 0, expected none"},
		{"loop of a marking", path("p = 1", inP, 0), "a loop to position 0, expected none"},
		{"loop to the end", path("EG(d = 0)", inP, 3, pq, qr, rp), "position 3 of 3 steps"},
		{"loop to nowhere", path("EG(d = 0)", inP, -2, pq, qr, rp), "position -2"},
		{"loop without steps", path("EG(d = 0)", inP, 0), "position 0 of 0 steps"},
		{"loop not closed", path("EG(d = 0)", inP, 1, pq, qr, rp), "place p holds 0 at position 1 and 1 after step 3"},
		{"EG leaves its operand", path("EG(r = 0)", inP, 0, pq, qr, rp), "after step 2: r = 0 does not hold"},
		{"EG leaves its operand at the end", path("EG(d = 0)", inP, engine.NoLoop, pq, qd),
			"after step 2: d = 0 does not hold"},
		{"EG ends alive", path("EG(d = 0)", inP, engine.NoLoop, pq),
			"ends after step 1 where transition qr is enabled"},
		{"no branch", path("EX EF(r = 1)", inP, engine.NoLoop, pq), "after step 1: no witness of EF(r = 1)"},
		{"no branch for a claim", path("EF AG(d = 1)", inQ, engine.NoLoop, qd),
			"after step 1: no witness of AG(d = 1)"},
		{"nil branch", with(path("EX EF(r = 1)", inP, engine.NoLoop, pq), engine.Branch{At: 1}),
			"a branch without a witness"},
		{"branch beyond", with(path("EX EF(r = 1)", inP, engine.NoLoop, pq), engine.Branch{At: 2, Witness: fromQ}),
			"position 2 of 1 steps"},
		{"branch before", with(path("EX EF(r = 1)", inP, engine.NoLoop, pq), engine.Branch{At: -1, Witness: fromQ}),
			"position -1"},
		{"branch elsewhere", with(path("EX EF(r = 1)", inP, engine.NoLoop, pq), engine.Branch{At: 0, Witness: fromQ}),
			"starts in another marking"},
		{"branch of another formula", with(path("EX EF(d = 1)", inP, engine.NoLoop, pq),
			engine.Branch{At: 1, Witness: fromQ}), "no operand"},
		{"branch without a formula", with(path("EX EF(d = 1)", inP, engine.NoLoop, pq),
			engine.Branch{At: 1, Witness: &engine.Witness{}}), "no operand"},
		{"branch of a marking", with(path("EX(q = 1)", inP, engine.NoLoop, pq),
			engine.Branch{At: 1, Witness: path("q = 1", inQ, engine.NoLoop)}), "no operand"},
		{"branch twice", with(path("EX EF(r = 1)", inP, engine.NoLoop, pq), engine.Branch{At: 1, Witness: fromQ},
			engine.Branch{At: 1, Witness: fromQ}), "two witnesses"},
		{"branch of EU's goal too early", with(path("E(p = 1 U EF(r = 1))", inP, engine.NoLoop, pq),
			engine.Branch{At: 0, Witness: path("EF(r = 1)", inP, engine.NoLoop, pq, qr)},
			engine.Branch{At: 1, Witness: fromQ}),
			"at the start: a witness of EF(r = 1), which is not needed there"},
		{"branch of EG after the loop", with(path("EG EF(r = 1)", inQ, 0, idle),
			engine.Branch{At: 0, Witness: fromQ}, engine.Branch{At: 1, Witness: fromQ}),
			"after step 1: a witness of EF(r = 1), which is not needed"},
		{"branch of a claim", with(path("AG EF(r = 1)", inQ, engine.NoLoop), engine.Branch{At: 0, Witness: fromQ}),
			"not needed"},
		{"wrong branch", with(path("EX EF(r = 1)", inP, engine.NoLoop, pq),
			engine.Branch{At: 1, Witness: path("EF(r = 1)", inQ, engine.NoLoop, qd)}),
			"witness of EX EF(r = 1): after step 1: witness of EF(r = 1): after step 1: r = 1 does not hold"},
		{"conjunction with a false operand",
			with(path("EF(r = 1) & p = 1", inQ, engine.NoLoop), engine.Branch{At: 0, Witness: fromQ}),
			"at the start: p = 1 does not hold"},
		{"half a conjunction", with(path("EF(r = 1) & EF(d = 1)", inQ, engine.NoLoop),
			engine.Branch{At: 0, Witness: fromQ}), "no witness of EF(d = 1)"},
		{"empty disjunction", path("EF(r = 1) | p = 1", inQ, engine.NoLoop), "none of the operands"},
		{"cut for nothing", cut(path("EX(q = 1)", inP, engine.NoLoop, pq)), "nothing is left out"},
		{"cut marking", cut(path("p = 1", inP, engine.NoLoop)), "nothing is left out"},
		{"cut claim", cut(path("AG(p = 1)", inP, engine.NoLoop)), "nothing is left out"},
		{"cut for nothing", cut(with(path("EX EF(r = 1)", inP, engine.NoLoop, pq),
			engine.Branch{At: 1, Witness: fromQ})), "nothing is left out"},
		{"cut does not excuse an operand", cut(path("E(q = 1 U EF(r = 1))", inP, engine.NoLoop, pq)),
			"at the start: q = 1 does not hold"},
	} {
		err := c.w.Check(net, syntax.Maximal)
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.err)
		}
	}
	w := path("EG(r = 0)", inP, engine.NoLoop, pq, qd)
	if err := w.Check(net, syntax.Infinite); err == nil || !strings.Contains(err.Error(),
		"ends after step 2, expected a loop") {
		t.Errorf("the end of an infinite path: %v", err)
	}
}

// An inhibitor arc and an overflow end a path, too.
func TestCheckFiring(t *testing.T) {
	net := mustNet(t, "p p 9223372036854775807\np q 1\nt grow pre: post: p 1 inh:\nt stop pre: post: inh: q 1\n")
	f := parser(t, net)("EG true")
	for step, want := range []string{"the sum exceeds 64 bits", "is inhibited"} {
		w := &engine.Witness{Formula: f, Start: net.Initial(), Steps: []int{step}, Loop: 0}
		if err := w.Check(net, syntax.Maximal); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
}

func TestSize(t *testing.T) {
	inner := &engine.Witness{Steps: []int{1, 2, 3}}
	w := &engine.Witness{Steps: []int{0}, Branches: []engine.Branch{{At: 0, Witness: inner}, {At: 1, Witness: inner}}}
	if n := w.Size(); n != 7 {
		t.Errorf("%d steps, want 7", n)
	}
}
