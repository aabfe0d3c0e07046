package symbolic_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/mdd"
)

// traced are nets and formulas with witnesses of all kinds.
var traced = []struct {
	spec, formula string
	result        engine.Result
}{
	{"kanban:8", "EF(pout4 = 8 & pout2 = 3)", engine.Holds},
	{"hanoi:6", "EG(EF(B_5 = 1))", engine.Holds},
	{"hanoi:6", "AF(EG(A_5 = 1) & AX(AG(C_6 = 0)))", engine.Fails},
	{"fms:3", "E(P1 > 0 U (P1s = 2 & EX(P1s = 1))) & EG(P3 = 3) & AG(EF(P3s = 3))", engine.Holds},
	{"rr:6", "EG(E(true U P4_5 = 1) | EX deadlock)", engine.Holds},
	{"dphil:7", "AG(!deadlock)", engine.Fails},
}

// Whatever limit ends the search, the verdict is right or unknown, and what there is of a witness stands the test.
func TestVerdictWithinLimits(t *testing.T) {
	verdicts, cut, whole := 0, 0, 0
	for _, c := range traced {
		net := mustParse(t, c.spec)
		space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := syntax.Parse(c.formula, c.spec, netNames(net))
		if err != nil {
			t.Fatal(err)
		}
		ask := func(ctx context.Context, o symbolic.WitnessOptions) engine.Verdict {
			t.Helper()
			v, err := space.Verdict(ctx, space.Checker(syntax.Maximal), f, o)
			switch {
			case err != nil:
				t.Fatalf("%s: %s: %v", c.spec, c.formula, err)
			case v.Result != c.result && (v.Result != engine.Unknown || v.Reason == ""):
				t.Fatalf("%s: %s: %v (%s), want %v", c.spec, c.formula, v.Result, v.Reason, c.result)
			case v.Result != engine.Unknown && v.Witness == nil && v.Reason == "" && !o.None:
				t.Fatalf("%s: %s: no witness and no reason", c.spec, c.formula)
			case v.Witness == nil:
				return v
			}
			verdicts++
			if err := v.Witness.Check(net, syntax.Maximal); err != nil {
				t.Fatalf("%s: %s: %v", c.spec, c.formula, err)
			}
			if isCut(v.Witness) {
				cut++
			} else {
				whole++
			}
			return v
		}
		for work := int64(1); work < 1<<22; work *= 7 {
			ask(context.Background(), symbolic.WitnessOptions{Limits: mdd.Limits{Work: work}})
		}
		for _, bytes := range []int64{1, 1 << 12, 1 << 20} {
			ask(context.Background(), symbolic.WitnessOptions{Limits: mdd.Limits{Memory: bytes}})
		}
		for wait := time.Microsecond; wait < 10*time.Millisecond; wait *= 5 {
			ctx, cancel := context.WithTimeout(context.Background(), wait)
			ask(ctx, symbolic.WitnessOptions{})
			cancel()
		}
		full := ask(context.Background(), symbolic.WitnessOptions{})
		if full.Witness == nil || isCut(full.Witness) || full.Reason != "" {
			t.Errorf("%s: %s: without limits %+v", c.spec, c.formula, full)
			continue
		}
		size := full.Witness.Size()
		for steps := 1; steps <= size; steps += 1 + steps/2 {
			v := ask(context.Background(), symbolic.WitnessOptions{Steps: steps})
			if w := v.Witness; w == nil && !strings.Contains(v.Reason, "too long") || w != nil &&
				(w.Size() > steps || v.Reason != "") {
				t.Errorf("%s: %s, at most %d steps: %+v", c.spec, c.formula, steps, v)
			}
		}
		if v := ask(context.Background(), symbolic.WitnessOptions{Steps: size}); v.Witness == nil || isCut(v.Witness) {
			t.Errorf("%s: %s: cut at its own size of %d steps", c.spec, c.formula, size)
		}
		if v := ask(context.Background(), symbolic.WitnessOptions{None: true}); v.Witness != nil ||
			v.Result != c.result || v.Reason != "" {
			t.Errorf("%s: %s: %+v where no witness is wanted", c.spec, c.formula, v)
		}
		if err := space.Model.Forest.Check(); err != nil {
			t.Error(err)
		}
		space.Close()
	}
	t.Logf("%d witnesses, %d of them cut", verdicts, cut)
	if cut == 0 || whole == 0 {
		t.Error("the limits do not matter")
	}
}

// A lasso longer than it may be, and one among more markings than are looked at.
func TestLongLassos(t *testing.T) {
	net := mustParse(t, "rr:60")
	space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer space.Close()
	f, err := syntax.Parse("EG true", "formula", netNames(net))
	if err != nil {
		t.Fatal(err)
	}
	for _, steps := range []int{239, 240} { // 4 steps for each of the 60
		v, err := space.Verdict(context.Background(), space.Checker(syntax.Infinite), f,
			symbolic.WitnessOptions{Steps: steps})
		if err != nil || v.Result != engine.Holds {
			t.Fatalf("%+v, %v", v, err)
		}
		if found := v.Witness != nil; found != (steps == 240) || found == (v.Reason != "") {
			t.Errorf("at most %d steps: %+v", steps, v)
		}
	}
}
