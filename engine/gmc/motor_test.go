package gmc_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/engine/gmc"
)

// signal is the goal that a signal of a circuit is true.
func signal(t *testing.T, c *circuit.Circuit, name string) (*gmc.Circuit, *gmc.Goal) {
	t.Helper()
	m, err := gmc.NewCircuit(c)
	if err != nil {
		t.Fatal(err)
	}
	f, err := syntax.NewPool().Parse(name+" = 1", "goal", c.Names())
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.Goal(f)
	if err != nil {
		t.Fatal(err)
	}
	return m, g
}

// motorGoal is a goal of the motor control.
func motorGoal(t *testing.T, i int) (*gmc.Circuit, *gmc.Goal) {
	t.Helper()
	return signal(t, circuit.Motor(), fmt.Sprintf("g%d", i))
}

// The six goals of Table 1 [WR00], with the least lengths of the last row, which another program found, too.
var table1 = map[int]int{0: 0, 50: 5, 100: 3, 150: 5, 200: 0, 250: 4}

func TestMotorFixpoint(t *testing.T) {
	for i, want := range table1 {
		m, g := motorGoal(t, i)
		r, err := m.Fixpoint(context.Background(), g, 0)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Found || r.Steps != want || r.Path == nil || r.Path.Trace.Steps() != want {
			t.Errorf("goal %d: found %v after %d steps, path %v; want %d", i, r.Found, r.Steps, r.Path, want)
		}
	}
}

// A goal that is not reachable: after transition 23 of the table.
func TestMotorStates(t *testing.T) {
	m, g := motorGoal(t, 187)
	x, err := m.Search(context.Background(), g, gmc.Options{Length: 10, Tries: 3})
	if err != nil || x.Path != nil {
		t.Errorf("a path to a goal that is not reachable, error %v", err)
	}
	if *randomNets <= 100 {
		t.Skip("all states only with more than 100 -nets")
	}
	r, err := m.Fixpoint(context.Background(), g, 0)
	if err != nil {
		t.Fatal(err)
	}
	if r.Found || !r.Complete || r.States.Int64() != 100_642 || r.Steps != 40 {
		t.Errorf("found %v, complete %v, %v states, %d steps; want 100642 states, 40 steps", r.Found, r.Complete,
			r.States, r.Steps)
	}
}

// From these lengths on, of those of Table 1, paths are found with the default seed.
var foundFrom = map[int]int{0: 1, 50: 10, 100: 5, 150: 5, 200: 1, 250: 10}

func TestMotorTable1(t *testing.T) {
	lengths := []int{50}
	if *randomNets > 100 {
		lengths = []int{1, 5, 10, 15, 20, 25, 50, 100}
	}
	for i, least := range table1 {
		m, g := motorGoal(t, i)
		for _, length := range lengths {
			r, err := m.Search(context.Background(), g, gmc.Options{Length: length})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("goal %d, length %d: found %v, %d tries, %d flips", i, length, r.Path != nil, r.Tries, r.Flips)
			if r.Path == nil {
				if length >= foundFrom[i] {
					t.Errorf("goal %d: no path of length %d found", i, length)
				}
				continue
			}
			if n := r.Path.Steps(); n < least || n > length {
				t.Errorf("goal %d: a path of %d steps, asked for %d, the least is %d", i, n, length, least)
			}
		}
	}
}

// The seed determines the result. A context that has ended ends a search and leaves the model as it was.
func TestSeedAndContext(t *testing.T) {
	m, g := motorGoal(t, 100)
	o := gmc.Options{Length: 10, Seed: 5}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for range 2 {
		if r, err := m.Search(ended, g, o); err != nil || r.Stopped == nil || r.Path != nil {
			t.Errorf("ended: %+v, %v", r, err)
		}
		if r, err := m.Fixpoint(ended, g, 0); err != nil || r.Stopped == nil || r.Found || r.Complete {
			t.Errorf("ended: %+v, %v", r, err)
		}
		one, err := m.Search(context.Background(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		two, err := m.Search(context.Background(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		if one.Path == nil || !reflect.DeepEqual(one, two) {
			t.Errorf("two results of one seed: %+v and %+v", one, two)
		}
	}
}
