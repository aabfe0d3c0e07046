package gmc_test

import (
	"context"
	"testing"

	"brim/engine/gmc"
)

func newMotor(t *testing.T) *gmc.Motor {
	t.Helper()
	m, err := gmc.NewMotor()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The six goals of Table 1 [WR00], with the least lengths of the last row, which another program found, too.
var table1 = map[int]int{0: 0, 50: 5, 100: 3, 150: 5, 200: 0, 250: 4}

func TestMotorFixpoint(t *testing.T) {
	m := newMotor(t)
	if m.Bits() != 22 || m.Goals() != 287 {
		t.Errorf("%d bits, %d goals; want 22, 287", m.Bits(), m.Goals())
	}
	for i, want := range table1 {
		g, err := m.Goal(i)
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Fixpoint(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Found || r.Steps != want {
			t.Errorf("goal %d: found %v after %d steps, want %d", i, r.Found, r.Steps, want)
		}
	}
}

// A goal that is not reachable: after transition 23 of the table.
func TestMotorStates(t *testing.T) {
	m := newMotor(t)
	g, err := m.Goal(187)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Fixpoint(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	if r.Found || !r.Complete || r.States.Int64() != 100_642 || r.Steps != 40 {
		t.Errorf("found %v, complete %v, %v states, %d steps; want 100642 states, 40 steps", r.Found, r.Complete, r.States, r.Steps)
	}
	x, err := m.Search(context.Background(), g, gmc.Options{Length: 10, Tries: 3})
	if err != nil || x.States != nil {
		t.Errorf("a path to a goal that is not reachable, error %v", err)
	}
}

func TestMotorTable1(t *testing.T) {
	m := newMotor(t)
	for i, least := range table1 {
		g, err := m.Goal(i)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, length := range []int{1, 5, 20, 100} {
			r, err := m.Search(context.Background(), g, gmc.Options{Length: length})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("goal %d, length %d: %d states, %d tries, %d flips", i, length, len(r.States), r.Tries, r.Flips)
			if r.States == nil {
				continue
			}
			found = true
			if n := len(r.States) - 1; n < least || n > length {
				t.Errorf("goal %d: a path of %d steps, asked for %d, the least is %d", i, n, length, least)
			}
		}
		if !found {
			t.Errorf("goal %d: no path of any length found", i)
		}
	}
}
