package proof

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// mutex has two processes that wait for one lock, and a place that counts for ever.
const mutex = "lock=1 a=1 b=1 x y n; in: a lock -> x; out: x -> a lock n; enter: b lock -> y; leave: y -> b lock"

// gate lets something pass at first only, and no sum says so.
const gate = "open=1 shut i=1 o; pass: open i -> open o; close: open -> shut; back: o shut -> i shut; jam: i o -> o o"

// An enumerator writes proofs for section never: it splits by the tokens of each place up to a number, until some fact
// or choice is false. Where none is, the proof is wrong.
type enumerator struct {
	*equation
	strings.Builder
	most int64
}

// refute writes a proof that formulas contradict what is known.
func (x *enumerator) refute(fs ...*formula.Formula) {
	facts, choices := len(x.facts), len(x.choices)
	for _, f := range fs {
		x.assume(f)
	}
	x.split(0, make(net.Marking, len(x.net.Places)), map[int]int{}, map[int]int{})
	x.facts, x.choices = x.facts[:facts], x.choices[:choices]
}

// split writes a proof where the first places have the tokens in m, or more if they have no number of a fact in high.
func (x *enumerator) split(p int, m net.Marking, low, high map[int]int) {
	if x.close(m, low, high) {
		return
	}
	if p == len(m) {
		x.choose(0, m, low, high)
		return
	}
	facts := len(x.facts)
	for k := int64(0); k < x.most; k++ { // p is k here, or more
		fmt.Fprintf(x, "cut 1 %q / at %d\n", x.net.Places[p], k)
		m[p], high[p] = k, len(x.facts)
		x.facts = append(x.facts, fact{p: big.NewInt(-1), -1: big.NewInt(k)})
		x.split(p+1, m, low, high)
		delete(high, p)
		x.facts = x.facts[:len(x.facts)-1]
		m[p], low[p] = k+1, len(x.facts)
		x.facts = append(x.facts, fact{p: big.NewInt(1), -1: big.NewInt(-k - 1)})
	}
	x.split(p+1, m, low, high)
	m[p], x.facts = 0, x.facts[:facts]
	delete(low, p)
}

// close writes the sum for a fact that is false, if there is one.
func (x *enumerator) close(m net.Marking, low, high map[int]int) bool {
	for i, f := range x.facts {
		text, value := fmt.Sprintf("sum %d:1", i), new(big.Int).Set(f[-1])
		for p, w := range f {
			number, bounded := low[p]
			switch {
			case p < 0 || w.Sign() == 0:
				continue
			case w.Sign() > 0:
				if number, bounded = high[p]; !bounded {
					text = ""
				}
			}
			value.Add(value, new(big.Int).Mul(w, big.NewInt(m[p])))
			if by := new(big.Int).Abs(w); text != "" && bounded {
				text += fmt.Sprintf(" %d:%v", number, by)
			} else if text != "" {
				text += fmt.Sprintf(" %q:%v", x.net.Places[p], by)
			}
		}
		if text != "" && value.Sign() < 0 {
			fmt.Fprintln(x, text)
			return true
		}
	}
	return false
}

// choose writes the cases of a choice from a number on that is false.
func (x *enumerator) choose(from int, m net.Marking, low, high map[int]int) {
	for i, c := range x.choices {
		if i < from || c.Holds(m) {
			continue
		}
		fmt.Fprintf(x, "case %d\n", i)
		for _, part := range c.Args {
			facts, choices := len(x.facts), len(x.choices)
			if x.assume(part); !x.close(m, low, high) {
				x.choose(i+1, m, low, high)
			}
			x.facts, x.choices = x.facts[:facts], x.choices[:choices]
		}
		return
	}
	fmt.Fprintln(x, "sum")
}

// section returns section never with an invariant, for a condition.
func section(n *net.Net, most int64, bad string, invariant ...string) string {
	v := newVerifier(context.Background(), Model{n, "00ff"}, nil, "c", strings.NewReader(""))
	x := &enumerator{equation: &equation{verifier: v}, most: most}
	fmt.Fprintf(x, ".never %q\n", bad)
	var fs []*formula.Formula
	for _, line := range invariant {
		fmt.Fprintf(x, "%q\n", line)
		f := formula.Parse(line, n)
		x.assume(f)
		if fs = append(fs, f); f.Op == formula.And {
			fs = append(fs[:len(fs)-1], f.Args...)
		}
	}
	for _, f := range fs {
		raising := map[int]bool{}
		x.raise(f, raising)
		for _, t := range slices.Sorted(maps.Keys(raising)) {
			x.refute(formula.Enabled(n, []int{t}), formula.After(formula.Not(f), n.Transitions[t]))
		}
	}
	x.refute(formula.Parse(bad, n))
	return x.String()
}

func TestInvariant(t *testing.T) {
	sums := []string{"lock + x + y = 1", "a + x = 1"}
	const none = "…no contradiction"
	for i, r := range []struct {
		net, question, answer, bad string
		invariant                  []string
		want                       string
	}{
		{mutex, "AG x + y <= 1", "holds", "x + y > 1", sums, "verified: holds"},
		{mutex, "EF (x = 1 & y = 1)", "fails", "x >= 1 & y >= 1", sums, "…not seen to hold"},
		{mutex, "EF (x = 1 & y >= 1)", "fails", "x = 1 & y >= 1", sums, "verified: fails"},
		{mutex, "EF (x = 1 & y >= 1)", "fails", "x = 1 & y >= 1", nil, none},
		{mutex, "EF n = 1", "fails", "n + x = 1", []string{"n + x <= 0"}, none},
		{mutex, "AG n <= 1", "holds", "n > 1", []string{"n <= 1"}, none},
		{mutex, "AG !(enabled(in) & y > 0)", "holds", "enabled(in) & y > 0", []string{"y <= 0 | lock <= 0"}, none},
		{mutex, "AG !(enabled(in) & y > 0)", "holds", "enabled(in) & y > 0", sums, "verified"},
		{mutex, "AG !(enabled(in) & y > 0)", "holds", "enabled(in) & y > 0",
			[]string{"y <= 0 | lock <= 0", "y <= 0 | x <= 0", "lock <= 0 | x <= 0", "lock <= 1", "x <= 1", "y <= 1"},
			"verified"},
		{mutex, "AG !(enabled(in) & y > 0)", "holds", "enabled(in) & y > 0",
			[]string{"(y <= 0 | lock <= 0) & (x <= 0 | y + lock <= 0)", "lock <= 1 & x <= 1 & y <= 1"}, "verified"},
		{mutex, "ReachabilityDeadlock", "fails", "deadlock", sums[:1], none},
		{mutex, "ReachabilityDeadlock", "fails", "deadlock", sums, "verified"},
		{gate, "AG (o <= 1 | i >= 1)", "holds", "o > 1 & i = 0", []string{"i + o <= 1"}, "verified"},
		{gate, "AG !enabled(jam)", "holds", "enabled(jam)", []string{"i + o <= 1"}, "verified"},
		{mutex, "EF x = 2", "fails", "x = 2", []string{"false"}, "…the initial marking does not satisfy false"},
		{mutex, "EF x = 2", "fails", "x = 2", []string{"x >= 1"}, "…the initial marking does not satisfy"},
		{mutex, "EF x = 2", "fails", "x = 2", []string{"x >= 0", "x <= 1 | y >= 0"}, none},
		{mutex, "EF x = 2", "fails", "x = 2", []string{"x <= 1 | x + y <= 1", "lock + x + y <= 1"}, "verified"},
		{mutex, "EF x >= 9223372036854775807", "fails", "x >= 9223372036854775807", sums, "verified"},
		{mutex, "AG x <= 9223372036854775806", "holds", "x > 9223372036854775806", nil, none},
		{mutex, "AG x - n <= 1", "holds", "x - n > 1", sums, "verified"},
		{mutex, "AG n - x <= 1", "holds", "n - x > 1", sums, none},
		{"p=1 q r=1; t: p r !2*q -> p q r; u: q -> r", "AG q <= 2", "holds", "q > 2", []string{"q <= 2"}, "verified"},
		{"p=1 q r=1; t: p r !3*q -> p q r; u: q -> r", "AG q <= 2", "holds", "q > 2", []string{"q <= 2"}, none},
		// an arc that moves more than any number of tokens
		{"p=1 q=9223372036854775807; t: 9223372036854775807*q -> p", "AG p <= 1", "holds", "p > 1",
			[]string{"p <= 1"}, none},
		// a trap
		{"p=1 q; t: p -> q; u: q -> q", "AG p + q >= 1", "holds", "p + q = 0", []string{"p + q >= 1"}, "verified"},
		{"p=1 q; t: p -> q; u: q ->", "AG p + q >= 1", "holds", "p + q = 0", []string{"p + q >= 1"}, none},
		{"p q; t: p -> q; u: q -> q", "AG p + q >= 1", "holds", "p + q = 0", []string{"p + q >= 1"},
			"…the initial marking"},
	} {
		n, most := small(t, r.net), int64(3)
		if len(n.Places) > 3 {
			most = 2
		}
		got := verify(t, n, r.question, header(r.answer)+section(n, most, r.bad, r.invariant...)+".end\n")
		want, inside := strings.CutPrefix(r.want, "…")
		if inside && !strings.Contains(got, want) || !inside && !strings.HasPrefix(got, want) {
			t.Errorf("row %d: %s, %s, %s:\ngot  %s\nwant %s", i, r.net, r.question, r.answer, got, r.want)
		}
	}
}

// The same by hand, and mistakes in the file.
func TestInvariantText(t *testing.T) {
	const twice = "p=1 q; t: -> 2*q" // no sum of fewer than all numbers says that q is even
	check(t, []row{
		{gate, "AG i + o <= 1", "holds", ".never \"i + o >= 2\"\n\"i + o <= 1\"\nsum 0:1 1:1", "verified"},
		{gate, "AG o <= 1", "holds", ".never \"o >= 2\"\n\"o <= 1\"\nsum 0:1 1:1", "…raises it"},
		// the state equation in proofs that firings keep the invariant: i + o is 1
		{gate, "AG o <= 1", "holds", ".never \"o >= 2\"\n\"o <= 1\"\nsum 2:1 3:1\nsum 0:1 1:1", "verified"},
		{mutex, "AG EF x = 1", "holds", ".never \"EF x = 1\"", "…path operators"},
		{mutex, "EF x = 2", "fails", ".never \"x = 2\"\n\"EF x = 1\"", "…path operators"},
		{mutex, "EF x = 2", "fails", ".never \"x = 2\"\nclause \"x <= 1\"", "malformed: c:6: expected sum"},
		{mutex, "EF x = 2", "fails", ".never \"x = 2\" 3", "malformed: c:5: expected the end"},
		{mutex, "EF x = 2", "fails", ".never x = 2", "malformed: c:5: expected a formula in quotes"},
		{mutex, "EF x = 2", "fails", ".never \"x = 2\"\n\"x <= 1\" 3", "malformed: c:6: expected the end"},
		{mutex, "EF x = 2", "fails", ".never \"x = 2\"\n\"x <= 1\"", "malformed: c:7: expected sum"},
		{mutex, "EF x = 2", "fails", ".never \"x = 2\"\n\"9223372036854775807*lock + 9223372036854775807*a <= 1\"",
			"…the initial marking"},
		{twice, "AG q <= 9223372036854775807", "holds", ".never \"q > 1\"\n\"9223372036854775807*q + p <= 1\"",
			"malformed: c:7: formula: a number exceeds"},
	})
}

// A literal of a clause.
type literal struct {
	place int
	least bool
	k     int64
}

func (l literal) holds(m net.Marking) bool { return m[l.place] == l.k || m[l.place] > l.k == l.least }

func clauseText(n *net.Net, c []literal) string {
	var list []string
	for _, l := range c {
		list = append(list, fmt.Sprintf("%q %s %d", n.Places[l.place],
			map[bool]string{true: ">=", false: "<="}[l.least], l.k))
	}
	return strings.Join(list, " | ")
}

// sum returns that a sum of the first places is at most what it is at first.
func sum(n *net.Net, weights ...int) string {
	var terms []string
	value := int64(0)
	for p, w := range weights {
		terms = append(terms, fmt.Sprintf("%d*%s", w, n.Places[p]))
		value += int64(w) * n.Initial[p]
	}
	return fmt.Sprintf("%s <= %d", strings.Join(terms, " + "), value)
}

// TestRandomInvariants gives short clauses that are true as an invariant, some of them changed. What is accepted is
// true, and much of what is true is accepted.
func TestRandomInvariants(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	accepted, rejected, changed := 0, 0, 0
	for range rounds(150) {
		n := randomNet(t, r)
		s := newSpace(n, false, n.Initial)
		question := fmt.Sprintf("%s %s %s", randomState(r, n), []string{"&", "|"}[r.IntN(2)], randomState(r, n))
		bad := formula.Parse(question, n)
		always := func(c []literal) bool {
			return !slices.ContainsFunc(s.markings, func(m net.Marking) bool {
				return !slices.ContainsFunc(c, func(l literal) bool { return l.holds(m) })
			})
		}
		random := func() literal { return literal{r.IntN(3), r.IntN(2) == 0, int64(r.IntN(4))} }
		lines := []string{sum(n, 1, 1, 1)}
		for range 60 {
			c := []literal{random(), random(), random()}[:1+r.IntN(3)]
			if always(c) {
				lines = append(lines, clauseText(n, c))
			}
		}
		change := r.IntN(3) == 0
		if change {
			i := r.IntN(len(lines))
			switch r.IntN(4) {
			case 0:
				lines = slices.Delete(lines, i, i+1)
			case 1:
				lines[i] = sum(n, 1+r.IntN(2), 1+r.IntN(2))
			default:
				lines[i] = clauseText(n, []literal{random(), random()}[:1+r.IntN(2)])
			}
		}
		text := section(n, 6, question, lines...)
		if r.IntN(3) == 0 { // a step less, or other numbers
			change = true
			list := strings.SplitAfter(text, "\n")
			i := r.IntN(len(list))
			if list[i] = strings.Replace(list[i], " 1", " 0", 1); r.IntN(2) == 0 {
				list = slices.Delete(list, i, i+1)
			}
			text = strings.Join(list, "")
		}
		truth := !slices.Contains(s.values(bad), true)
		switch got := verify(t, n, "EF ("+question+")", header("fails")+text+".end\n"); {
		case got == "verified: fails" && !truth:
			t.Fatalf("%v\n%s", n, text)
		case got == "verified: fails" && bad.Op != formula.False:
			accepted++
			if change {
				changed++
			}
		case truth && bad.Op != formula.False:
			rejected++
		}
	}
	t.Logf("%d accepted, %d of them changed; %d rejected that are true", accepted, changed, rejected)
	if accepted < rejected/2 || changed == 0 {
		t.Errorf("%d accepted, %d rejected", accepted, rejected)
	}
}
