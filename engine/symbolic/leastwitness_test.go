package symbolic_test

import (
	"context"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
)

// The properties of the families on which bounded saturation was measured, with their least numbers of steps, which an
// explicit search has found or a formula gives.
func TestLeastWitnesses(t *testing.T) {
	const eating = "E(!(HasL_2 = 1 & HasR_2 = 1) U HasL_1 = 1 & HasR_1 = 1)"
	const flexible = "EG(E(M1 > 0 U (P1s = P2s & P2s = P3s & P3s = 3)))"
	for _, c := range []struct {
		spec, formula string
		result        engine.Result
		steps, first  int // of the witness, and of its first branch, 0 if it has none
		loop          int
	}{
		{"dphil:3", eating, engine.Holds, 3, 0, engine.NoLoop},
		{"dphil:100", eating, engine.Holds, 3, 0, engine.NoLoop},
		{"dphil:6", "EF deadlock", engine.Holds, 12, 0, engine.NoLoop},
		{"dphil:6", "AG !deadlock", engine.Fails, 12, 0, engine.NoLoop},
		{"dphil:4", "EF(HasL_1 = 1 & AX(Idle_1 = 0))", engine.Holds, 2, 0, engine.NoLoop},
		{"fms:3", flexible, engine.Holds, 3, 30, 0},
		{"fms:10", flexible, engine.Holds, 3, 30, 0},
		{"hanoi:8", "EG(EF(B_8 = 1))", engine.Holds, 2, 128, 0},
		{"hanoi:12", "EG(EF(B_8 = 1))", engine.Holds, 2, 128, 0},
		{"hanoi:9", "EF(B_9 = 1)", engine.Holds, 256, 0, engine.NoLoop},
		{"hanoi:6", "AF(B_6 = 1)", engine.Fails, 2, 0, 0},
		{"kanban:5", "EF(pout4 = 5)", engine.Holds, 35, 0, engine.NoLoop},
		{"kanban:40", "EF(pout4 = 3)", engine.Holds, 21, 0, engine.NoLoop},
		{"kanban:3", "EG(EF(pout4 = 3))", engine.Holds, 3, 21, 1}, // tin1, then tr1 and tb1 for ever
		{"rr:3", "EG true", engine.Holds, 12, 0, 0},
		{"rr:10", "EG true", engine.Holds, 40, 0, 0},
		{"rr:50", "EG true", engine.Holds, 200, 0, 0},
		{"rr:200", "EG true", engine.Holds, 800, 0, 0},
		{"rr:10", "EF(Own_7 = 1)", engine.Holds, 19, 0, engine.NoLoop},
		{"rr:10", "AG(P4_10 = 0)", engine.Fails, 30, 0, engine.NoLoop},
		{"sr:3", "EF(E_2 = 1 & A_2 = 1)", engine.Holds, 8, 0, engine.NoLoop},
		{"sr:7", "EF(E_2 = 1 & A_2 = 1)", engine.Holds, 8, 0, engine.NoLoop},
		{"sr:30", "EF(E_2 = 1 & A_2 = 1)", engine.Holds, 8, 0, engine.NoLoop},
	} {
		net := mustParse(t, c.spec)
		space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := syntax.Parse(c.formula, c.spec, netNames(net))
		if err != nil {
			t.Fatal(err)
		}
		v, err := space.Verdict(context.Background(), space.Checker(syntax.Infinite), f, symbolic.WitnessOptions{})
		space.Close()
		if err != nil || v.Result != c.result || v.Witness == nil || v.Reason != "" {
			t.Errorf("%s: %s: %+v, %v; want %v and a witness", c.spec, c.formula, v, err, c.result)
			continue
		}
		w := v.Witness
		if steps := len(w.Steps); steps != c.steps || w.Loop != c.loop || isCut(w) {
			t.Errorf("%s: %s: %d steps, loop to %d, cut: %v; want %d, %d, false", c.spec, c.formula, steps, w.Loop,
				isCut(w), c.steps, c.loop)
		}
		if first := firstBranch(w); first != c.first {
			t.Errorf("%s: %s: the first branch has %d steps, want %d", c.spec, c.formula, first, c.first)
		}
		if err := w.Check(net, syntax.Infinite); err != nil {
			t.Errorf("%s: %v", c.spec, err)
		}
	}
}

// firstBranch returns the number of steps of w's first branch that is not claimed, 0 if it has none.
func firstBranch(w *engine.Witness) int {
	for _, b := range w.Branches {
		if !engine.Claimed(b.Formula) {
			return len(b.Steps)
		}
	}
	return 0
}
