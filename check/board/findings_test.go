package board_test

import (
	"context"
	"errors"
	"testing"

	"brim/check"
	"brim/internal/testkit/checktest"
)

// learning returns a technique that says of the items that they have the property, or have it not.
func learning(name string, p check.Property, holds bool, items ...int) custom {
	return custom{name, func(_ context.Context, turn *check.Turn) error {
		turn.Learn(p, holds, items...)
		return nil
	}}
}

// Two techniques that each know a part answer a global property together; one item that has the property not is enough.
func TestLearn(t *testing.T) {
	m := checktest.Load(t, "dphil:2")
	var transitions, places []int
	for i := range m.Net.Transitions {
		transitions = append(transitions, i)
	}
	for i := range m.Net.Places {
		places = append(places, i)
	}
	for _, c := range []struct {
		kind       check.Kind
		techniques []check.Technique
		want       check.Result
	}{
		{check.QuasiLiveness, []check.Technique{
			learning("a", check.Fireable, true, transitions[1:]...),
			learning("b", check.Fireable, true, transitions[0])}, check.Holds},
		{check.QuasiLiveness, []check.Technique{learning("a", check.Fireable, true, transitions[1:]...)},
			check.Unknown},
		{check.QuasiLiveness, []check.Technique{learning("a", check.Fireable, false, transitions[0])}, check.Fails},
		{check.Liveness, []check.Technique{learning("a", check.Fireable, false, transitions[0])}, check.Fails},
		{check.Liveness, []check.Technique{learning("a", check.Fireable, true, transitions...)}, check.Unknown},
		{check.StableMarking, []check.Technique{learning("a", check.Changing, true, places...)}, check.Fails},
		{check.StableMarking, []check.Technique{learning("a", check.Changing, false, places[1])}, check.Holds},
		{check.OneSafe, []check.Technique{learning("a", check.Safe, true, places...)}, check.Holds},
		{check.OneSafe, []check.Technique{learning("a", check.Safe, false, places[1])}, check.Fails},
	} {
		a, err := check.Decide(t.Context(), m, &check.Question{Kind: c.kind}, check.Options{Techniques: c.techniques})
		if err != nil || a.Result != c.want {
			t.Errorf("%v after %d techniques: %v, %v; want %v", c.kind, len(c.techniques), a.Result, err, c.want)
		}
	}
}

// That a transition fires and that it never does is a fault.
func TestLearnTheContrary(t *testing.T) {
	m := checktest.Load(t, "dphil:2")
	liar := custom{"liar", func(_ context.Context, turn *check.Turn) error {
		turn.Learn(check.Fireable, true, 0)
		turn.Learn(check.Fireable, false, 0)
		return nil
	}}
	_, err := check.Decide(t.Context(), m, &check.Question{Kind: check.Liveness},
		check.Options{Techniques: []check.Technique{liar}})
	if fault := (*check.Fault)(nil); !errors.As(err, &fault) || fault.Technique != "liar" {
		t.Errorf("error %v, want a fault of liar", err)
	}
}
