package ticks

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randtimed"
	"brim/mdd"
	"brim/petri/timed"
)

// randomNets is how many random nets of each kind are compared: 50000 take some minutes.
var randomNets = flag.Int("nets", 500, "random nets of each kind")

// Systems have exactly the states and steps that the oracle finds in the net, its deadlocks and its least times.
func TestTimePetriNets(t *testing.T) {
	compared, sequences, ways, merged, found, refused := 0, 0, 0, 0, 0, 0
	for seed := range uint64(*randomNets) {
		rng := rand.New(rand.NewPCG(seed, 21))
		config := randtimed.Small()
		config.Net.Net.Arbitrary = seed%5 == 0 // mostly without bounds
		net := randtimed.Generate(rng, config)
		space, err := oracle.ExploreTimed(net, 2000)
		if errors.Is(err, oracle.ErrTooMany) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		p, g, m, err := clocked(context.Background(), net)
		if errors.Is(err, errUnbounded) {
			refused++
			continue
		} else if err != nil {
			t.Fatalf("net %d: %v", seed, err)
		}
		if slices.ContainsFunc(p.promise, func(k int64) bool { return k != unlimited }) {
			found++
		}
		compared++
		for i, e := range p.events {
			if len(e.stages) > 1 {
				sequences++
			} else if i > 0 && e.transition == p.events[i-1].transition {
				ways++
			}
		}
		merged += compareBoth(t, fmt.Sprintf("net %d", seed), g, m, space, func(s oracle.TimedState) []int {
			return p.clocked(net, s)
		})
	}
	t.Logf("%d nets; %d firings are sequences, %d events are further ways; %d variables stand for several; "+
		"bounds were found for %d nets, and not for %d", compared, sequences, ways, merged, found, refused)
	if compared < *randomNets/2 || sequences < compared/10 || ways < compared/10 || merged < compared/5 {
		t.Errorf("%d nets, %d sequences, %d further ways; expected more", compared, sequences, ways)
	}
}

// clocked returns the values that stand for a state of the oracle.
func (p *plan) clocked(net *timed.Net, s oracle.TimedState) (values []int) {
	for _, tokens := range s.Marking {
		values = append(values, int(tokens))
	}
	for t, clock := range s.Ages {
		if !slices.Contains(p.names, "clock of "+net.Transitions[t].ID) {
			continue
		}
		value := 0
		if len(clock) > 0 {
			value = int(clock[0]) + 1
		}
		values = append(values, value)
	}
	return values
}

// Systems of timed-arc nets have exactly the states and steps that the oracle finds.
func TestTimedArcNets(t *testing.T) {
	compared, merged, counted, found, refused := 0, 0, 0, 0, 0
	for seed := range uint64(*randomNets) {
		rng := rand.New(rand.NewPCG(seed, 22))
		config := randtimed.Small()
		config.Net.Net.Arbitrary = seed%5 == 0 // mostly without bounds
		net := randtimed.GenerateArcs(rng, config)
		space, err := oracle.ExploreTimedArcs(net, 2000)
		if errors.Is(err, oracle.ErrTooMany) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		for _, few := range []int{fewCodes, 0} {
			a, g, m, err := aged(context.Background(), net, few)
			if errors.Is(err, errUnbounded) || errors.Is(err, errChoices) {
				refused++
				continue
			} else if err != nil {
				t.Fatalf("net %d: %v", seed, err)
			}
			if slices.ContainsFunc(a.promise, func(k int64) bool { return k != unlimited }) {
				found++
			}
			compared++
			for _, s := range a.stores {
				if s.variables() > 1 {
					counted++
				}
			}
			merged += compareBoth(t, fmt.Sprintf("net %d, up to %d multisets", seed, few), g, m, space, a.aged)
		}
	}
	t.Logf("%d systems; %d variables stand for several, %d places have counters; bounds were found for %d; %d were "+
		"refused",
		compared, merged, counted, found, refused)
	if compared < *randomNets/2 || merged < compared/5 || counted < compared/5 || found < compared/50 ||
		refused > found/5 {
		t.Errorf("%d systems, %d variables that stand for several, %d places with counters; expected more",
			compared, merged, counted)
	}
}

// aged returns the values that stand for a state of the oracle.
func (a *ages) aged(s oracle.TimedState) []int {
	values := make([]int, len(a.names))
	for p, of := range s.Ages {
		at := &a.stores[p]
		var list []int
		for _, age := range of {
			list = append(list, min(int(age), a.oldest[p]))
		}
		if at.book != nil {
			v, ok := at.book.of(list)
			if !ok {
				panic("more tokens than the bound")
			}
			values[at.first] = v
			continue
		}
		for _, age := range list {
			values[at.first+age]++
		}
		if at.total > at.first {
			values[at.total] = len(list)
		}
	}
	for t, v := range a.urgent {
		if v < 0 {
			continue
		}
		values[v] = 1
		for _, c := range a.when[t] {
			if !c.allows(values[c.place]) {
				values[v] = 0
			}
		}
	}
	return values
}

// compareBoth compares the system of the plan, and that with merged variables, with the space. It returns the number of
// variables that stand for several.
func compareBoth(
	t *testing.T, name string, g *merger, m *Model, space *oracle.TimedSpace, values func(oracle.TimedState) []int,
) (merged int) {
	t.Helper()
	compare(t, name+" with merged variables", m, space, func(s oracle.TimedState) []int { return g.encode(values(s)) })
	m, err := g.from.model(t.Context())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	compare(t, name, m, space, values)
	return len(g.from.names) - len(g.groups)
}

// compare checks that the system has the states and steps of the space, in which values stand for a state.
func compare(t *testing.T, name string, m *Model, space *oracle.TimedSpace, values func(oracle.TimedState) []int) {
	t.Helper()
	reached := m.System.Moves().Saturate(m.System.Start())
	keys, distinct := make([]string, len(space.States)), map[string]bool{} // the oracle may cap higher
	for i, s := range space.States {
		keys[i] = fmt.Sprint(values(s))
		distinct[keys[i]] = true
	}
	if n := reached.Count().Int64(); n != int64(len(distinct)) {
		t.Fatalf("%s: %d states, by the oracle %d", name, n, len(distinct))
	}
	for i, s := range space.States {
		v := values(s)
		if !reached.Contains(m.System.Tuple(v)...) {
			t.Fatalf("%s: the system does not reach %v", name, s)
		}
		if got := m.Marking(v); !slices.Equal(got, s.Marking) {
			t.Fatalf("%s: the marking of %v is %v", name, s, got)
		}
		compareClocks(t, name, m, s, v)
		if m.piles != nil && (!m.Agrees(s.Ages, v) || i > 0 && keys[i] != keys[i-1] &&
			m.Agrees(space.States[i-1].Ages, v)) {
			t.Fatalf("%s: %v agrees with other values than %v", name, s, v)
		}
		want, got := map[string]bool{}, map[string]bool{}
		for _, e := range space.Succ[i] {
			want[fmt.Sprintf("%d %s", e.Transition, keys[e.To])] = true
		}
		if err := m.System.Successors(v, func(event int, to []int) {
			got[fmt.Sprintf("%d %v", m.Transitions[event], to)] = true
		}); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(want, got) {
			t.Fatalf("%s: %v leads to %v, by the oracle to %v", name, s, got, want)
		}
	}
	times := map[string]int64{} // the least ones
	for i, k := range keys {
		if known, ok := times[k]; !ok || space.Times[i] < known {
			times[k] = space.Times[i]
		}
	}
	m.ByTime(func(time int64, states mdd.Set) bool {
		for tuple := range states.Each {
			if k := fmt.Sprint(m.System.Values(tuple)); times[k] != time {
				t.Fatalf("%s: %s is reached in %d units, by the oracle in %d", name, k, time, times[k])
			}
			delete(times, fmt.Sprint(m.System.Values(tuple)))
		}
		return true
	})
	if len(times) > 0 {
		t.Fatalf("%s: %d states have no time", name, len(times))
	}
	dead, stopped := m.Deadlocks(reached)
	for i, s := range space.States {
		if dead.Contains(m.System.Tuple(values(s))...) != slices.Contains(space.Dead, i) ||
			stopped.Contains(m.System.Tuple(values(s))...) != slices.Contains(space.Stopped, i) {
			t.Fatalf("%s: a deadlock or timelock differs in %v", name, s)
		}
	}
	compareMarkings(t, name, m, reached, dead, space)
	m.System.Start().Forest().Close()
}

// compareMarkings checks the markings of all states and those of deadlocks.
func compareMarkings(t *testing.T, name string, m *Model, reached, dead mdd.Set, space *oracle.TimedSpace) {
	t.Helper()
	x := m.Projection()
	defer x.Forest.Close()
	all, quiet := map[string]bool{}, map[string]bool{}
	for i, s := range space.States {
		all[fmt.Sprint(s.Marking)] = true
		if slices.Contains(space.Dead, i) {
			quiet[fmt.Sprint(s.Marking)] = true
		}
	}
	for _, c := range []struct {
		states mdd.Set
		want   map[string]bool
	}{{reached, all}, {dead, quiet}} {
		got := map[string]bool{}
		for tuple := range x.Markings(c.states).Each {
			marking := make([]int, len(space.States[0].Marking))
			for p := range marking {
				marking[p] = tuple[x.Level(p)-1]
			}
			got[fmt.Sprint(marking)] = true
		}
		if !maps.Equal(got, c.want) {
			t.Fatalf("%s: markings %v, by the oracle %v", name, got, c.want)
		}
	}
}

// compareClocks checks the clocks and ages that a state tells, up to where they are capped.
func compareClocks(t *testing.T, name string, m *Model, s oracle.TimedState, values []int) {
	t.Helper()
	for i, of := range s.Ages {
		if m.piles != nil {
			ages, oldest := m.Ages(i, values)
			for k, age := range ages {
				if len(of) != len(ages) || of[k] != int64(age) && (age < oldest || of[k] < int64(age)) {
					t.Fatalf("%s: ages %v in place %d, by the oracle %v", name, ages, i, of)
				}
			}
		} else if time, more, ok := m.Clock(i, values); ok &&
			(len(of) == 0 || of[0] < int64(time) || of[0] > int64(time) && !more) {
			t.Fatalf("%s: clock %d of transition %d, by the oracle %v", name, time, i, of)
		} else if !ok && len(of) > 0 && m.clocks[i].variable >= 0 {
			t.Fatalf("%s: no clock of transition %d, by the oracle %v", name, i, of)
		}
	}
}
