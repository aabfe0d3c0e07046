package nets_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/petri"
	"brim/petri/nets"
)

// A cycle is what one cycle of the function has read, and the values in it.
type cycle struct{ lvl, prp, cnt, trip, rst, g2, g3, f1, p2 bool }

// next computes the values of the cycle now after those before, from the definition of
// the function and all that went before: a delay looks back over its time, a pulse
// over all pulses so far.
func next(before []cycle, now cycle, td, tp, tr, ta int) cycle {
	var last cycle
	if len(before) > 0 {
		last = before[len(before)-1]
	}
	now.g2 = now.lvl && now.prp && !now.cnt
	now.g3 = now.trip && !last.f1
	all := append(slices.Clone(before), now)
	g4 := lasting(all, td, func(c cycle) bool { return c.g2 }) && pulsing(all, tp, func(c cycle) bool { return c.g3 })
	g5 := now.rst || lasting(all, tr, func(c cycle) bool { return !c.lvl })
	now.f1 = (last.f1 || g4) && !g5
	all[len(before)] = now
	now.p2 = pulsing(all, ta, func(c cycle) bool { return c.f1 })
	return now
}

// lasting reports whether x was true in all of the last t cycles.
func lasting(all []cycle, t int, x func(cycle) bool) bool {
	return len(all) >= t && !slices.ContainsFunc(all[len(all)-t:], func(c cycle) bool { return !x(c) })
}

// pulsing reports whether a pulse of t cycles is on in the last cycle: one begins where x
// becomes true while none is on.
func pulsing(all []cycle, t int, x func(cycle) bool) bool {
	end := 0
	for i, c := range all {
		if i >= end && x(c) && (i == 0 || !x(all[i-1])) {
			end = i + t
		}
	}
	return len(all) <= end
}

// Fired in any order, the net computes what the function does.
func TestPriseCycles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	set, alarms := 0, 0
	for range 40 {
		size := []int{1 + rng.IntN(4), 1 + rng.IntN(4), 1 + rng.IntN(4), 1 + rng.IntN(4)}
		f, _, err := nets.Split("prise:S")
		if err != nil {
			t.Fatal(err)
		}
		net := f.Build(size...)
		m := net.Initial()
		var all []cycle
		for range 100 {
			fired := map[string]bool{}
			tick := ""
			for tick == "" {
				enabled := slices.Collect(net.EnabledTransitions(m))
				if len(enabled) == 0 {
					t.Fatalf("%s: a deadlock: %s", net.Name, net.Format(m))
				}
				// Most cycles see the symptoms, so that something happens.
				x := enabled[rng.IntN(len(enabled))]
				switch name := net.Transitions[x].Name; {
				case rng.IntN(3) == 0:
				case name == "LVL_0" || name == "PRP_0":
					x++
				case name == "CNT_1" || name == "RST_1":
					x--
				}
				if err := net.Fire(m, x); err != nil {
					t.Fatal(err)
				}
				name := net.Transitions[x].Name
				if !strings.HasPrefix(name, "N2_") { // it may be ahead of the tick
					fired[name] = true
				}
				tick, _ = strings.CutPrefix(name, "tick_")
				if tick == name {
					tick = ""
				}
			}
			if len(fired) != 17 {
				t.Fatalf("%s: a cycle of %d firings without that of N2, want 17", net.Name, len(fired))
			}
			want := next(all, cycle{
				lvl: fired["LVL_1"], prp: fired["PRP_1"], cnt: fired["CNT_1"], trip: fired["TRIP_1"],
				rst: fired["RST_1"],
			}, size[0], size[1], size[2], size[3])
			all = append(all, want)
			s := state{net, m}
			if g2 := s.tokens("G2.q1", 0) == 1; g2 != want.g2 {
				t.Fatalf("%s: G2 has the value %t in cycle %d, want %t", net.Name, g2, len(all), want.g2)
			}
			if f1, p2 := tick[0] == '1', tick[1] == '1'; f1 != want.f1 || p2 != want.p2 {
				t.Fatalf("%s: outputs %t, %t in cycle %d, want %t, %t", net.Name, f1, p2, len(all), want.f1, want.p2)
			}
			if want.f1 {
				set++
			}
			if want.p2 {
				alarms++
			}
		}
	}
	if set < 200 || alarms < 200 || alarms > 3000 || set > 3000 {
		t.Errorf("of 4000 cycles %d have output 1 and %d output 2: that says little", set, alarms)
	}
}

// The two expressions that were measured on the real function, and where they hold.
func TestPriseExpressions(t *testing.T) {
	s := explore(t, "prise:S")
	for _, u := range s.States {
		if !s.Net.Units.UnitSafe(u) {
			t.Fatalf("not unit-safe: %s", s.Net.Format(u))
		}
	}
	for _, c := range []struct {
		formula string
		holds   bool
		states  int
	}{
		{"EF F1.q1 = 1", true, 77307},
		{"EF output_1", true, 77307},
		{"E(G2.q0 = 1 U F1.q1 = 1)", false, 23069},
		{"!E(!symptoms U output_1)", true, 77307 - 23069},
	} {
		formula, err := syntax.Parse(c.formula, "", resolve(t, s.Net))
		if err != nil {
			t.Fatal(err)
		}
		sat := s.Sat(formula, syntax.Maximal)
		count := 0
		for _, holds := range sat {
			if holds {
				count++
			}
		}
		if sat[0] != c.holds || count != c.states {
			t.Errorf("%s: %t at first, in %d markings; want %t, %d", c.formula, sat[0], count, c.holds, c.states)
		}
	}
}

// Output 1 is first 1 after 18·TD − 2 firings.
func TestPriseFirstOutput(t *testing.T) {
	for _, c := range []struct {
		spec string
		most int
	}{{"prise:1,1,1,1", 16}, {"prise:1,3,2,2", 16}, {"prise:S", 34}, {"prise:2,4,1,3", 34}} {
		net := mustParse(t, c.spec)
		s, err := oracle.ExploreTo(net, c.most, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		first := slices.IndexFunc(s.States, func(m petri.Marking) bool { return state{net, m}.tokens("F1.q1", 0) == 1 })
		if first < 0 || s.Dist[first] != c.most {
			t.Errorf("%s: output 1 is not first 1 after %d firings", c.spec, c.most)
		}
	}
}

// The names of places are written in formulas without quotes.
func TestPriseNames(t *testing.T) {
	net := mustParse(t, "prise:S")
	for _, p := range net.Places {
		formula, err := syntax.Parse(p.Name+" = 0", "", resolve(t, net))
		if err != nil {
			t.Error(err)
		} else if got := formula.String(); strings.Contains(got, `"`) {
			t.Errorf("%s is printed as %s", p.Name, got)
		}
	}
	for _, x := range net.Transitions {
		if _, err := syntax.Parse("enabled("+x.Name+")", "", resolve(t, net)); err != nil {
			t.Error(err)
		}
	}
}
