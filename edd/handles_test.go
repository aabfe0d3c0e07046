package edd_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"brim/edd"
)

// Equal functions are ==, and keys of maps, even after collections.
func TestEqualFuncsAreTheSame(t *testing.T) {
	for _, o := range []edd.Options{{}, {CollectEvery: 1}} {
		f := newForest(2, o)
		rng := rand.New(rand.NewPCG(1, 1))
		names := map[edd.Func]string{}
		byName := map[string]edd.Func{}
		for range 300 {
			d, v := rng.IntN(3), rng.IntN(3)
			name := fmt.Sprint(d, v)
			g := f.Zero(f.Sets().Tuple(v, 1)).Plus(d)
			g = g.Min(g.Plus(1))
			if before, ok := byName[name]; ok && before != g || ok != (names[g] == name) {
				t.Fatalf("%s: made before: %v, as a key of a map: %q", name, ok, names[g])
			}
			names[g], byName[name] = name, g
		}
		if len(names) != 9 {
			t.Errorf("%d functions, want 9", len(names))
		}
		closeBoth(f)
	}
}

// A function that is released as often as it was returned is gone at once, and its use panics with a message that says
// so.
func TestRelease(t *testing.T) {
	f := newForest(2, edd.Options{})
	defer closeBoth(f)
	set := f.Sets().Tuple(1, 2)
	g := f.Zero(set).Plus(3)
	again := g.Min(g)
	f.Infinity().Plus(2).Release()
	if far := f.Infinity(); !far.IsInfinity() {
		t.Error("∞ was lost")
	}
	g.Release()
	if d := again.At(1, 2); d != 3 {
		t.Errorf("distance %d, want 3", d)
	}
	again.Release()
	for name, call := range funcCalls(g, set) {
		if got, want := panicOf(call), "edd: "+name+": the function was released"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
	}
	if again := f.Zero(set).Plus(3); again.At(1, 2) != 3 || again == g {
		t.Error("a function that was released has come back")
	}
}
