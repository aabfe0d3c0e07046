package nets_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/petri"
	"brim/petri/nets"
)

// A state is a marking whose places are asked for by name.
type state struct {
	net *petri.Net
	m   petri.Marking
}

func (s state) tokens(base string, i int) int64 {
	if i > 0 {
		base += "_" + strconv.Itoa(i)
	}
	p, ok := s.net.PlaceIndex(base)
	if !ok {
		panic("no place " + base)
	}
	return s.m[p]
}

func (s state) enabled(base string, i int) bool {
	if i > 0 {
		base += "_" + strconv.Itoa(i)
	}
	t, ok := s.net.TransitionIndex(base)
	if !ok {
		panic("no transition " + base)
	}
	return s.net.Enabled(s.m, t)
}

// meanings says in Go what the propositions of each family mean, by other means than
// their formulas where there are any. Without _i the index is 0.
var meanings = map[string]map[string]func(s state, n, i int) bool{
	"abp": {
		"undelivered": func(s state, n, _ int) bool {
			return undelivered(s, n, []string{"S.T", "S.W"},
				[]string{"R.R", "R.Z"})
		},
	},
	"cabp": {
		"undelivered": func(s state, n, _ int) bool { return undelivered(s, n, []string{"S.SF"}, []string{"R.RF"}) },
	},
	"ccp": {
		"waiting_i": func(s state, _, i int) bool {
			no := func(variable, value string) bool { return s.tokens(variable+"_"+strconv.Itoa(i)+"."+value, 0) == 0 }
			asks := no("ch1", "none") && no("ch1", "reqS")
			served := s.tokens("cur", i) == 1 && s.tokens("cmd.none", 0)+s.tokens("cmd.S", 0) == 0
			return (asks || served) && !s.enabled("gotE_"+strconv.Itoa(i)+".I", 0) &&
				!s.enabled("gotE_"+strconv.Itoa(i)+".S", 0)
		},
	},
	"dphil": {
		"eating_i":   func(s state, _, i int) bool { return s.enabled("Rel", i) },
		"thinking_i": func(s state, _, i int) bool { return s.enabled("GoEat", i) },
		"hungry_i":   func(s state, _, i int) bool { return !s.enabled("Rel", i) && !s.enabled("GoEat", i) },
	},
	"hanoi": {
		"tower_A": func(s state, n, _ int) bool { return onRod(s, "A", n) == n },
		"tower_B": func(s state, n, _ int) bool { return onRod(s, "B", n) == n },
		"tower_C": func(s state, n, _ int) bool { return onRod(s, "A", n)+onRod(s, "B", n) == 0 },
	},
	"prodcons": {
		"empty": func(s state, n, _ int) bool { return s.tokens("Buf.free", 0) == int64(n) },
		"full":  func(s state, n, _ int) bool { return s.tokens("Buf.full", 0) == int64(n) },
	},
	"prise": {
		// F1 gives its value to the controller, and to P2, which takes it before the controller does.
		"output_1": func(s state, _, _ int) bool { return s.tokens("F1.q0", 0) == 0 },
		"output_2": func(s state, _, _ int) bool { return s.enabled("tick_01", 0) || s.enabled("tick_11", 0) },
		"symptoms": func(s state, _, _ int) bool { return s.tokens("G2.q0", 0) == 0 },
	},
	"rr": {
		"owner_i": func(s state, _, i int) bool { return s.tokens("Own", i) == 1 && s.tokens("Res", 0) == 0 },
		// Without the token a process waits for it, or has passed it on and is still sending.
		"token_i": func(s state, _, i int) bool { return s.tokens("P0", i) == 0 && s.tokens("P3", i) == 0 },
	},
}

// undelivered reports whether S has a message d with a bit b that R has not delivered: S is in
// a state of one of the given kinds with d_b, and R in one of the given kinds with b, or
// just before the delivery of d_b.
func undelivered(s state, n int, sender, receiver []string) bool {
	for d := 1; d <= n; d++ {
		for b := range 2 {
			has, waits := int64(0), s.tokens(fmt.Sprintf("R.X%d_%d", d, b), 0)
			for _, x := range sender {
				has += s.tokens(fmt.Sprintf("%s%d_%d", x, d, b), 0)
			}
			for _, x := range receiver {
				waits += s.tokens(x+strconv.Itoa(b), 0)
			}
			if has > 0 && waits > 0 {
				return true
			}
		}
	}
	return false
}

func onRod(s state, rod string, n int) int {
	sum := 0
	for i := 1; i <= n; i++ {
		sum += int(s.tokens(rod, i))
	}
	return sum
}

// resolve returns the names of a net of a family for formulas.
func resolve(t *testing.T, net *petri.Net) *syntax.Lists {
	t.Helper()
	f, size, err := nets.Split(net.Name)
	if err != nil {
		t.Fatal(err)
	}
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, x := range net.Transitions {
		transitions = append(transitions, x.Name)
	}
	propositions := map[string]string{}
	for name := range f.PropositionNames(size) {
		propositions[name], _ = f.Proposition(size, name)
	}
	return syntax.NewLists(places, transitions, propositions)
}

// Each proposition holds in just the reachable markings that it is meant for, in
// some of them and not in all.
func TestPropositions(t *testing.T) {
	for _, f := range nets.All() {
		last := 4
		if len(f.Numbers) > 1 {
			last = f.Numbers[0].Min
		}
		if f.Name == "ccp" {
			last = 2
		}
		for n := f.Numbers[0].Min; n <= last; n++ {
			if len(f.Propositions) == 0 {
				continue
			}
			size := f.Least()
			size[0] = n
			s := explore(t, f.Build(size...).Name)
			names := resolve(t, s.Net)
			for _, p := range f.Propositions {
				meaning := meanings[f.Name][p.Name]
				if meaning == nil {
					t.Fatalf("%s: the test has no meaning for %s", f.Name, p.Name)
				}
				first, last := 0, 0
				base, indexed := strings.CutSuffix(p.Name, "_i")
				if indexed {
					first, last = 1, n
				}
				for i := first; i <= last; i++ {
					name := base
					if indexed {
						name += "_" + strconv.Itoa(i)
					}
					checkProposition(t, s, names, name,
						func(m petri.Marking) bool { return meaning(state{s.Net, m}, n, i) })
				}
			}
		}
	}
}

func checkProposition(t *testing.T, s *oracle.Space, names *syntax.Lists, name string,
	meaning func(petri.Marking) bool) {
	t.Helper()
	if _, ok := names.Proposition(name); !ok {
		t.Errorf("%s: there is no proposition %s", s.Net.Name, name)
		return
	}
	formula, err := syntax.Parse(name, name, names)
	if err != nil {
		t.Error(err)
		return
	}
	sat := s.Sat(formula, syntax.Maximal)
	for j, holds := range sat {
		if want := meaning(s.States[j]); holds != want {
			t.Errorf("%s: %s is %t in %s, want %t", s.Net.Name, name, holds, s.Net.Format(s.States[j]), want)
			return
		}
	}
	if !slices.Contains(sat, true) || !slices.Contains(sat, false) {
		t.Errorf("%s: %s has the same value in all markings", s.Net.Name, name)
	}
}

// What the propositions of a family say together.
func TestPropositionLaws(t *testing.T) {
	for _, c := range []struct{ spec, law string }{
		{"dphil:3", "AG(thinking_1 & !hungry_1 & !eating_1 | !thinking_1 & hungry_1 & !eating_1 | !thinking_1 & " +
			"!hungry_1 & eating_1)"},
		{"dphil:3", "AG !(eating_1 & eating_2)"},
		{"dphil:3", "E(!eating_2 U eating_1)"},
		{"dphil:3", "AG(deadlock -> hungry_1 & hungry_2 & hungry_3)"},
		{"hanoi:3", "tower_A & EF tower_B & AG EF tower_C & AG !(tower_B & tower_C)"},
		// The paper's properties of abp and cabp, whose second one, that of two messages d and e both are delivered,
		// begins with the delivery of d. Messages look all alike, so d = 1 and e = 2 suffice.
		{"abp:2", "EF EG undelivered & EF " + twoDeliveries("R.Yb = 1 | R.Rc = 1 | R.Zc = 1")},
		{"cabp:2", "EF EG undelivered & EF " + twoDeliveries("R.Yb = 1 | R.RFc = 1")},
		{"abp:2", "AG(deadlock -> false) & AG EF undelivered & AG EF !undelivered"},
		{"cabp:2", "AG(deadlock -> false) & AG EF undelivered & AG EF !undelivered"},
		{"ccp:2", "EF EG waiting_1 & EF EG waiting_2 & AG EF !waiting_1 & AG(waiting_1 -> EF cache_1.E = 1)"},
		{"ccp:2", "AG !(cache_1.E = 1 & cache_2.I = 0)"},
		{"prodcons:2", "empty & EF full & AG EF empty & AG !(empty & full)"},
		{"rr:3", "AG(token_1 & !token_2 & !token_3 | !token_1 & token_2 & !token_3 | !token_1 & !token_2 & token_3)"},
		{"rr:3", "AG !(owner_1 & (owner_2 | owner_3)) & AG AF token_3 & EF(owner_1 & token_2)"},
	} {
		s := explore(t, c.spec)
		formula, err := syntax.Parse(c.law, "law", resolve(t, s.Net))
		if err != nil {
			t.Fatal(err)
		}
		if !s.Sat(formula, syntax.Maximal)[0] {
			t.Errorf("%s: not true: %s", c.spec, c.law)
		}
	}
}

// twoDeliveries says that after the delivery of message 1 with a bit b comes that of message 2 with
// the other one, c, and only between in between.
func twoDeliveries(between string) string {
	law := "(R.X1_b = 1 & E(R.X1_b = 1 | " + between + " U R.X2_c = 1))"
	of := func(b, c string) string { return strings.NewReplacer("b ", b+" ", "c ", c+" ").Replace(law) }
	return "(" + of("0", "1") + " | " + of("1", "0") + ")"
}

func TestPropositionNames(t *testing.T) {
	f, size, err := nets.Split("dphil:2")
	if err != nil || !slices.Equal(size, []int{2}) {
		t.Fatal(size, err)
	}
	want := []string{"eating_1", "eating_2", "hungry_1", "hungry_2", "thinking_1", "thinking_2"}
	if got := slices.Collect(f.PropositionNames(size)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for range f.PropositionNames(size) {
		break // stops
	}
	for _, name := range []string{"eating_0", "eating_3", "eating_01", "eating_+1", "eating_", "eating", "eating_i",
		"eating_1 ", "Eating_1", ""} {
		if text, ok := f.Proposition(size, name); ok {
			t.Errorf("%q means %q, want nothing", name, text)
		}
	}
	for _, f := range nets.All() {
		size := f.Least()
		net := f.Build(size...)
		for name := range f.PropositionNames(size) {
			_, isPlace := net.PlaceIndex(name)
			_, isTransition := net.TransitionIndex(name)
			if isPlace || isTransition {
				t.Errorf("%s: %s is a place or a transition, too", f.Name, name)
			}
		}
	}
}
