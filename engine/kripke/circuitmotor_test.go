package kripke_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"brim/engine/circuit"
	"brim/engine/kripke"
	"brim/internal/motor"
)

// The motor control has the states of its table, at the same distances, and the distances of its goals are those that
// are known.
func TestCircuitMotor(t *testing.T) {
	x := mustCircuit(t, circuit.Motor())
	found, err := kripke.Explore(context.Background(), x, nil, kripke.Limits{})
	if err != nil || !found.Complete {
		t.Fatal(found.Stopped, err)
	}
	if n := found.States(); n != 100_642 || found.Covered != 40 || found.Transitions != 27*100_642 ||
		found.Deadlocks != 0 {
		t.Errorf("%d states, depth %d, %d transitions, %d states without; want 100642, 40, %d, 0", n, found.Covered,
			found.Transitions, found.Deadlocks, 27*100_642)
	}
	if want := motorLevels(); !slices.Equal(found.Levels, want) {
		t.Errorf("levels %v, want %v", found.Levels, want)
	}
	changes := 0
	var out kripke.Successors
	for i := range found.States() {
		if err := x.Successors(found.Table.State(i), &out); err != nil {
			t.Fatal(err)
		}
		for k := range out.Len() {
			if !slices.Equal(out.State(k), found.Table.State(i)) {
				changes++
			}
		}
	}
	if changes != 1_025_184 {
		t.Errorf("%d transitions change the state, want 1025184", changes)
	}

	var levels []int // by state
	for d, n := range found.Levels {
		levels = append(levels, slices.Repeat([]int{d}, n)...)
	}
	names, lengths := x.Circuit().Names(), map[int]int{}
	for goal := range 287 {
		f := mustFormula(t, fmt.Sprint("g", goal), names)
		holds, length := mustPredicate(t, x, f), -1
		for i := 0; i < found.States() && length < 0; i++ {
			if holds(found.Table.State(i)) {
				length = levels[i]
			}
		}
		lengths[length]++
		want, listed := map[int]int{0: 0, 50: 5, 100: 3, 150: 5, 200: 0, 250: 4}[goal]
		if !listed {
			continue
		}
		part, err := kripke.Explore(context.Background(), x, holds, kripke.Limits{})
		if err != nil || part.Found == nil {
			t.Fatalf("goal %d: %v", goal, err)
		}
		if trace := x.Trace(part.Found); length != want || trace.Steps() != want || trace.Check(x.Circuit(), f) != nil {
			t.Errorf("goal %d: %d steps, a trace of %d, want %d; %v", goal, length, trace.Steps(), want,
				trace.Check(x.Circuit(), f))
		}
	}
	want := map[int]int{-1: 1, 0: 53, 1: 31, 2: 29, 3: 36, 4: 48, 5: 35, 6: 8, 7: 5, 8: 15, 9: 15, 10: 6, 11: 1, 12: 2,
		15: 1, 16: 1}
	if !maps.Equal(lengths, want) {
		t.Errorf("goals by their distances: %v, want %v", lengths, want)
	}
}

// motorLevels returns the number of states of the motor control at each distance, by its table.
func motorLevels() (levels []int) {
	s := motor.New()
	key := func(state []int) (k uint64) {
		for _, v := range state {
			k = k<<4 | uint64(v)
		}
		return k
	}
	front := [][]int{make([]int, len(s.Machines))}
	seen := map[uint64]bool{key(front[0]): true}
	next := make([]int, len(s.Machines))
	for len(front) > 0 {
		levels = append(levels, len(front))
		var after [][]int
		for _, state := range front {
			for e := range s.Events {
				if s.Step(next, state, e); !seen[key(next)] {
					seen[key(next)] = true
					after = append(after, slices.Clone(next))
				}
			}
		}
		front = after
	}
	return levels
}

// The bad states of public circuits are as far away as another program found, abc.
func TestCircuitPublic(t *testing.T) {
	for name, want := range map[string]int{
		"petri/C01_motor": 5, "petri/C10_sr10": 8, "petri/C12_dphil5": 10, "petri/X17_hanoi6": 32,
		"petri/X20_hanoi8":       16,
		"hwmcc/pdtvisretherrtf4": 32, "hwmcc/pdtviscoherence1": 10, "hwmcc/visbakery": 59, "hwmcc/viscoherencep1": 5,
		"hwmcc/viseisenberg": 20,
	} {
		c, err := circuit.ReadFile(t.Context(), filepath.Join(sharedFolder(t), "models", "aiger", name+".aag"))
		if err != nil {
			t.Fatal(err)
		}
		x := mustCircuit(t, c)
		f := mustFormula(t, c.Goals()[0].Name, c.Names())
		found, err := kripke.Explore(context.Background(), x, mustPredicate(t, x, f), kripke.Limits{States: 100_000})
		if err != nil || found.Found == nil {
			t.Errorf("%s: no path; %v, %v", name, found.Stopped, err)
			continue
		}
		if trace := x.Trace(found.Found); trace.Steps() != want || trace.Check(c, f) != nil {
			t.Errorf("%s: a trace of %d steps, want %d; %v", name, trace.Steps(), want, trace.Check(c, f))
		}
	}
}
