package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/cmd/brim-verify/internal/formula"
)

func TestDescent(t *testing.T) {
	const net = "idle=2 wait work n; ask: idle -> wait; start: wait -> work; end: work -> idle; more: idle -> idle n"
	never := ".never \"idle <= 1 & wait <= 0 & work <= 0\"\nsum 0:1 1:1 2:1\n"
	lines := ".descent \"idle >= 2\" 2 \"wait\" 1 \"work\"\n\"start\"\n\"end\"\n"
	check(t, []row{
		{net, "AG EF idle = 2", "holds", never + lines, "…not seen to hold"}, // n may grow, but idle >= 2 is another f
		{net, "AG EF idle >= 2", "holds", never + lines, "verified"},
		{net, "EF AG idle < 2", "fails", never + lines, "verified"},
		{net, "AG EF idle >= 2", "fails", never + lines, "…not seen to hold"},
		{net, "AF AG EF idle >= 2", "holds", never + lines, "verified"},
		{net, "AG EF idle >= 3", "holds", never + ".descent \"idle >= 3\" 2 \"wait\" 1 \"work\"\n\"start\"\n\"end\"\n",
			"…no section never says"},
		{net, "AG EF idle >= 2", "holds", lines, "…no section never says"},
		{net, "AG EF idle >= 2", "holds", never + ".descent \"idle >= 2\" 1 \"wait\" 1 \"work\"\n\"start\"\n\"end\"\n",
			"rejected: c:8: descent: the sequence does not descend"},
		{net, "AG EF idle >= 2", "holds", never + ".descent \"idle >= 2\" 2 \"wait\" -1 \"work\"\n\"start\"\n\"end\"\n",
			"…a negative weight"},
		{net, "AG EF idle >= 2", "holds", never + ".descent \"idle >= 2\" 2 \"wait\"\n\"start\"\n\"end\"\n",
			"rejected: c:9: descent: the sequence does not descend"},
		{net, "AG EF idle >= 2", "holds", never + ".descent \"idle >= 2\" 2 \"wait\" 1 \"work\"\n\"start\"\n",
			"…no section never says"},
		{net, "AG EF idle >= 2", "holds", never + ".descent \"EF idle >= 2\"\n", "…path operators"},
		// sequences
		{net, "AG EF idle >= 2", "holds", never + ".descent \"idle >= 2\" 1 \"wait\" 1 \"work\"\n\"start\" \"end\"\n" +
			"\"end\"\n", "verified"},
		{net, "AG EF idle >= 2", "holds", never + ".descent \"idle >= 2\" 1 \"wait\" 1 \"work\"\n\"end\" \"start\"\n" +
			"\"end\"\n", "…no section never says"},
		// an inhibitor arc
		{"p=1 q; t: p -> q; u: q !p -> p", "AG EF p >= 1", "holds",
			".never \"p <= 0 & (q <= 0 | p >= 1)\"\ncase 0\nsum 0:1 1:1\nsum 0:1 1:1\n.descent \"p >= 1\" 1 \"q\"\n\"u\"",
			"verified"},
	})
}

// TestRandomDescents gives random weights with sequences of one or two transitions that descend, or any, and proofs
// that always one of them is enabled or the formula holds. What is accepted is true.
func TestRandomDescents(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	accepted, rejected, untrue := 0, 0, 0
	for range rounds(400) {
		n := randomNet(t, r)
		f := formula.Parse(randomState(r, n), n)
		some, all := []*formula.Formula{f}, r.IntN(10) == 0
		var weights []int64
		text := fmt.Sprintf(".descent %q", f.String(n))
		for _, p := range n.Places {
			weights = append(weights, r.Int64N(4))
			text += fmt.Sprintf(" %d %q", weights[len(weights)-1], p)
		}
		for range 8 {
			word := []int{r.IntN(len(n.Transitions)), r.IntN(len(n.Transitions))}[:1+r.IntN(2)]
			enabled, gain, line := formula.Constant(true), int64(0), "\n"
			for _, t := range slices.Backward(word) {
				tr := n.Transitions[t]
				enabled = formula.NewAnd(formula.Enabled(n, []int{t}), formula.After(enabled, tr))
				for _, a := range tr.Arcs {
					gain += weights[a.Place] * (a.Post - a.Pre)
				}
			}
			for _, t := range word {
				line += fmt.Sprintf("%q ", n.Transitions[t].Name)
			}
			if gain < 0 || all {
				some, text = append(some, enabled), text+line
			}
		}
		bad := formula.Not(formula.NewOr(some...))
		question := "AG EF " + f.String(n)
		truth := newSpace(n, false, n.Initial).values(formula.Parse(question, n))[0]
		total := fmt.Sprintf("p + q + r <= %d", n.Initial[0]+n.Initial[1]+n.Initial[2])
		got := verify(t, n, question, header("holds")+section(n, 6, bad.String(n), total)+text+"\n.end\n")
		switch {
		case got == "verified: holds" && !truth:
			t.Fatalf("%v\n%s\n%s", n, question, text)
		case got == "verified: holds":
			accepted++
		case truth:
			rejected++
		default:
			untrue++
		}
	}
	t.Logf("%d accepted, %d rejected that are true, %d that are not", accepted, rejected, untrue)
	if accepted == 0 || untrue == 0 {
		t.Error("none of one kind")
	}
}
