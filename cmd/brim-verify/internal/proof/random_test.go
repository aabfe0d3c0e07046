package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// A space is all markings that are reached from some markings, with their steps, and the slow twin of the evaluation.
type space struct {
	net      *net.Net
	infinite bool
	markings []net.Marking
	index    map[string]int
	steps    [][]int
}

func newSpace(n *net.Net, infinite bool, from ...net.Marking) *space {
	s := &space{net: n, infinite: infinite, index: map[string]int{}}
	add := func(m net.Marking) int {
		k := fmt.Sprint(m)
		if i, ok := s.index[k]; ok {
			return i
		}
		s.index[k] = len(s.markings)
		s.markings = append(s.markings, m)
		return len(s.markings) - 1
	}
	for _, m := range from {
		add(m)
	}
	for i := 0; i < len(s.markings); i++ {
		var to []int
		for t := range n.Transitions {
			m := slices.Clone(s.markings[i])
			if n.Fire(m, t) {
				to = append(to, add(m))
			}
		}
		s.steps = append(s.steps, to)
	}
	return s
}

// values evaluates a formula of CTL by the equations of the fixed points, round by round.
func (s *space) values(f *formula.Formula) []bool {
	v := make([]bool, len(s.markings))
	if !f.Temporal() {
		for i, m := range s.markings {
			v[i] = f.Holds(m)
		}
		return v
	}
	args := make([][]bool, len(f.Args))
	for i, a := range f.Args {
		args[i] = s.values(a)
	}
	some := func(i int, of []bool) bool { return slices.ContainsFunc(s.steps[i], func(j int) bool { return of[j] }) }
	all := func(i int, of []bool) bool {
		return !slices.ContainsFunc(s.steps[i], func(j int) bool { return !of[j] })
	}
	for i := range v {
		v[i] = f.Op == formula.ER || f.Op == formula.AR
	}
	for changed := true; changed; {
		changed = false
		for i := range v {
			old, dead, left, right := v[i], len(s.steps[i]) == 0, args[0][i], args[len(args)-1][i]
			switch f.Op {
			case formula.And:
				v[i] = !slices.ContainsFunc(args, func(a []bool) bool { return !a[i] })
			case formula.Or:
				v[i] = slices.ContainsFunc(args, func(a []bool) bool { return a[i] })
			case formula.EX:
				v[i] = some(i, args[0])
			case formula.AX:
				v[i] = all(i, args[0])
			case formula.EU:
				v[i] = right || left && some(i, v)
			case formula.AU:
				v[i] = right || left && all(i, v) && (!dead || s.infinite)
			case formula.ER:
				v[i] = right && (left || some(i, v) || dead && !s.infinite)
			case formula.AR:
				v[i] = right && (left || all(i, v))
			}
			changed = changed || old != v[i]
		}
	}
	return v
}

// randomNet returns a net in which firings never add tokens to the sum, so that it has few markings.
func randomNet(t testing.TB, r *rand.Rand) *net.Net {
	names := []string{"p", "q", "r"}
	var b strings.Builder
	for _, p := range names {
		fmt.Fprintf(&b, " %s=%d", p, r.IntN(3))
	}
	for i := range 1 + r.IntN(5) {
		fmt.Fprintf(&b, "; t%d:", i)
		pre := r.Perm(3)[:1+r.IntN(2)]
		for _, p := range pre {
			b.WriteString(" " + names[p])
		}
		if r.IntN(4) == 0 {
			fmt.Fprintf(&b, " !%d*%s", 1+r.IntN(2), names[r.IntN(3)])
		}
		b.WriteString(" ->")
		post := r.Perm(3)[:r.IntN(len(pre)+1)]
		for _, p := range post {
			b.WriteString(" " + names[p])
		}
	}
	return small(t, strings.TrimSpace(b.String()))
}

// rounds returns a tenth of n with -short.
func rounds(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

func randomState(r *rand.Rand, n *net.Net) string {
	switch r.IntN(6) {
	case 0:
		return "deadlock"
	case 1:
		return "enabled(" + n.Transitions[r.IntN(len(n.Transitions))].Name + ")"
	}
	return n.Places[r.IntN(3)] + []string{" <= ", " >= ", " = ", " + q > "}[r.IntN(4)] + fmt.Sprint(r.IntN(3))
}

// randomFormula returns a formula of CTL, or a path formula of LTL.
func randomFormula(r *rand.Rand, n *net.Net, ltl bool, depth int) string {
	sub := func() string { return "(" + randomFormula(r, n, ltl, depth-1) + ")" }
	if depth == 0 || r.IntN(8) == 0 {
		return randomState(r, n)
	}
	a := []string{"A", "E"}[r.IntN(2)]
	if ltl {
		a = ""
	}
	switch r.IntN(9) {
	case 0:
		return "!" + sub()
	case 1:
		return sub() + " & " + sub()
	case 2:
		return sub() + " | " + sub()
	case 3, 4:
		return a + "X " + sub()
	case 5:
		return a + "F " + sub()
	case 6:
		return a + "G " + sub()
	}
	return a + "(" + sub() + " U " + sub() + ")"
}

// TestRandomCTL compares answers with the slow twin: a complete part proves just the true ones, another nothing else.
func TestRandomCTL(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	proven := 0
	for range rounds(2000) {
		n, infinite := randomNet(t, r), r.IntN(3) == 0
		question, paths := randomFormula(r, n, false, 3), map[bool]string{true: "/infinite"}[infinite]
		f := formula.Parse(question, n)
		truth := newSpace(n, infinite, n.Initial).values(f)[0]
		m, run := slices.Clone(n.Initial), ".part\nfire 0"
		for range r.IntN(6) {
			if i := r.IntN(len(n.Transitions)); n.Fire(m, i) {
				run += fmt.Sprintf(" %q", n.Transitions[i].Name)
			}
		}
		right, wrong := "holds", "fails"
		if !truth {
			right, wrong = wrong, right
		}
		for _, part := range []string{run, ".part\nexplore 1000"} {
			if got := verify(t, n, question, header(wrong+paths)+part+"\n.end\n"); !strings.HasPrefix(got, "rejected") {
				t.Fatalf("%v\n%s is %v\n%s\n%s", n, question, truth, part, got)
			}
			got := verify(t, n, question, header(right+paths)+part+"\n.end\n")
			if part != run && !strings.HasPrefix(got, "verified") {
				t.Fatalf("%v\n%s is %v\n%s\n%s", n, question, truth, part, got)
			} else if strings.HasPrefix(got, "verified") && part == run {
				proven++
			}
		}
	}
	if proven < 100 {
		t.Errorf("runs prove only %d answers", proven)
	}
}

// TestRandomLTL compares the product with random lassos: a formula that has none holds, one that has one does not.
func TestRandomLTL(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	unknown, holds, fails := 0, 0, 0
	for range rounds(500) {
		n, infinite := randomNet(t, r), r.IntN(3) == 0
		question, paths := "A ((("+randomFormula(r, n, true, 3)+")))", map[bool]string{true: "/infinite"}[infinite]
		f := formula.Parse(question, n)
		if f.Op != formula.A {
			continue
		}
		shown := false
		for range 100 {
			got := verify(t, n, question, header("fails"+paths)+randomLasso(r, n)+".end\n")
			shown = shown || strings.HasPrefix(got, "verified")
		}
		switch proven := decide(n, f, infinite); {
		case proven && shown:
			t.Fatalf("%v\n%s %s holds and fails", n, question, paths)
		case proven:
			holds++
		case shown:
			fails++
		default:
			unknown++
			t.Logf("%v\n%s %s", n, question, paths)
		}
	}
	if t.Logf("%d hold, %d fail, %d unknown", holds, fails, unknown); unknown > (holds+fails)/100 {
		t.Errorf("of %d formulas it is not known whether they hold", unknown)
	}
}

// randomLasso returns the section for a random run to a marking that was there before, or a dead one.
func randomLasso(r *rand.Rand, n *net.Net) string {
	m, run := slices.Clone(n.Initial), ""
	seen := []net.Marking{slices.Clone(m)}
	for range 12 {
		var enabled []int
		for t := range n.Transitions {
			if n.Enabled(m, t) {
				enabled = append(enabled, t)
			}
		}
		if len(enabled) == 0 {
			return fmt.Sprintf(".lasso %d\n%s\n", len(seen)-1, run)
		}
		i := enabled[r.IntN(len(enabled))]
		n.Fire(m, i)
		run += fmt.Sprintf("%q ", n.Transitions[i].Name)
		k := slices.IndexFunc(seen, func(x net.Marking) bool { return slices.Equal(x, m) })
		if k >= 0 && r.IntN(3) > 0 {
			return fmt.Sprintf(".lasso %d\n%s\n", k, run)
		}
		seen = append(seen, slices.Clone(m))
	}
	return ".lasso 0\n\n"
}
