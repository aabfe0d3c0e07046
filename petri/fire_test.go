package petri

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawNet makes a small net with all kinds of arcs.
func drawNet(t *rapid.T) *Net {
	b := NewBuilder("random")
	places := rapid.IntRange(1, 5).Draw(t, "places")
	for p := range places {
		b.Place(fmt.Sprint("p", p), drawTokens(t))
	}
	for i := range rapid.IntRange(0, 5).Draw(t, "transitions") {
		tr := b.Transition(fmt.Sprint("t", i))
		for range rapid.IntRange(0, 6).Draw(t, "arcs") {
			p := rapid.IntRange(0, places-1).Draw(t, "place")
			w := rapid.Int64Range(1, 3).Draw(t, "weight")
			rapid.SampledFrom([]func(t, p int, w int64){b.In, b.Out, b.Read, b.Inhibit}).Draw(t, "kind")(tr, p, w)
		}
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// drawTokens prefers few tokens but also tries the edge of 64 bits.
func drawTokens(t *rapid.T) int64 {
	n := rapid.Int64Range(0, 6).Draw(t, "tokens")
	if rapid.IntRange(0, 9).Draw(t, "huge") == 0 {
		return math.MaxInt64 - n
	}
	return n
}

// naiveFire is the firing rule read off its definition, over maps. The second
// result is "disabled" or "overflow" if there is no successor.
func naiveFire(net *Net, m Marking, t int) (map[string]int64, string) {
	sum := func(arcs []Arc, p int) (w int64) {
		for _, a := range arcs {
			if a.Place == p {
				w += a.Weight
			}
		}
		return w
	}
	next := map[string]int64{}
	why := ""
	for p, place := range net.Places {
		tr := net.Transitions[t]
		if m[p] < sum(tr.Pre, p) {
			return nil, "disabled"
		}
		for _, a := range tr.Inhibit {
			if a.Place == p && m[p] >= a.Weight {
				return nil, "disabled"
			}
		}
		left := uint64(m[p]) - uint64(sum(tr.Pre, p)) + uint64(sum(tr.Post, p))
		if left > math.MaxInt64 {
			why = "overflow"
		}
		next[place.Name] = int64(left)
	}
	return next, why
}

func TestFireAgreesWithDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := drawNet(t)
		m := net.Initial()
		var enabled []int
		for tr := range net.Transitions {
			want, why := naiveFire(net, m, tr)
			if got := net.Enabled(m, tr); got != (why != "disabled") {
				t.Fatalf("Enabled(%s, %s) = %v, definition: %q", net.Format(m), net.Transitions[tr].Name, got, why)
			}
			fired := m.Clone()
			err := net.Fire(fired, tr)
			if (err != nil) != (why != "") {
				t.Fatalf("Fire: %v, definition: %q", err, why)
			}
			var fe *FireError
			if err != nil && (!errors.As(err, &fe) || (fe.Kind == Overflow) != (why == "overflow") || !fired.Equal(m)) {
				t.Fatalf("Fire: error %#v and marking %v, started from %v", err, fired, m)
			}
			if why == "disabled" {
				continue
			}
			enabled = append(enabled, tr)
			dst := make(Marking, len(m))
			if ok := net.FireInto(dst, m, tr); ok != (why == "") {
				t.Fatalf("FireInto = %v, definition: %q", ok, why)
			}
			if why == "overflow" {
				if !dst.Equal(m) {
					t.Fatalf("FireInto after overflow: %v, want %v", dst, m)
				}
				continue
			}
			for p := range dst {
				if name := net.Places[p].Name; dst[p] != want[name] || fired[p] != want[name] {
					t.Fatalf("place %s: FireInto %d, Fire %d, definition %d", name, dst[p], fired[p], want[name])
				}
			}
		}
		if got := slices.Collect(net.EnabledTransitions(m)); !slices.Equal(got, enabled) {
			t.Fatalf("EnabledTransitions = %v, want %v", got, enabled)
		}
	})
}

func TestFireErrorMessages(t *testing.T) {
	b := NewBuilder("n")
	p, q := b.Place("p", 1), b.Place("q", math.MaxInt64)
	few, many, over := b.Transition("few"), b.Transition("many"), b.Transition("over")
	b.In(few, p, 3)
	b.Inhibit(many, q, 2)
	b.In(over, q, 1)
	b.Out(over, q, 5)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for tr, want := range map[int]string{
		few:  "transition few is not enabled: place p holds 1, needs 3 or more",
		many: "transition many is inhibited: place q holds 9223372036854775807, needs fewer than 2",
		over: "transition over would give 5 tokens to place q with 9223372036854775806: the sum exceeds 64 bits",
	} {
		if err := net.Fire(net.Initial(), tr); err == nil || err.Error() != want {
			t.Errorf("Fire: %v\nwant  %s", err, want)
		}
	}
}

func TestFireIntoDoesNotAllocate(t *testing.T) {
	b := NewBuilder("n")
	p, q := b.Place("p", 1), b.Place("q", 0)
	tr := b.Transition("t")
	b.In(tr, p, 1)
	b.Out(tr, q, 1)
	net, _ := b.Net()
	m, dst := net.Initial(), net.Initial()
	if n := testing.AllocsPerRun(100, func() {
		for t := range net.EnabledTransitions(m) {
			net.FireInto(dst, m, t)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestMisfitPanics(t *testing.T) {
	net, _ := NewBuilder("n").Net()
	for name, f := range map[string]func(){
		"Fire":        func() { net.Fire(Marking{1}, 0) },
		"Format":      func() { net.Format(Marking{1}) },
		"WithInitial": func() { net.WithInitial(Marking{1}) },
	} {
		func() {
			defer func() {
				if want := "petri: " + name + ": a marking of 1 numbers for 0 places"; recover() != want {
					t.Errorf("%s: expected the panic %q", name, want)
				}
			}()
			f()
		}()
	}
}
