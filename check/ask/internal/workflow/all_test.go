package workflow

import (
	"testing"

	"brim/engine"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// Invariant: a net that is said to be k-sound for all k is so for the first of them, and one that is not k-sound for
// some k is said not to be.
func TestAllSoundAgrees(t *testing.T) {
	const cases = 5
	var yes, no, open, later int
	for seed := range *nets {
		net := randomNet(seed)
		if net == nil {
			continue
		}
		c := Reduce(net, 0, 1)
		r, left, err := c.AllSound(t.Context())
		sound, all := true, true
		for k := int64(1); k <= cases && sound && all; k++ {
			j := judged(c.Net, c.Source, c.Sink, k)
			all = j != nil
			sound = !all || j.sound
		}
		switch {
		case r == engine.Unknown:
			open++
			t.Logf("seed %d: %v", seed, err)
		case r == engine.Holds && !sound, r == engine.Fails && left == nil:
			t.Fatalf("seed %d: %v, but sound for some cases: %v\n%s\n%s", seed, r, sound, randnet.Text(net),
				randnet.Text(c.Net))
		case r == engine.Holds:
			yes++
		case sound && all:
			later++
			t.Logf("seed %d: %d cases, %v\n%s", seed, left.Cases, left.Marking, randnet.Text(c.Net))
		default:
			no++
		}
	}
	t.Logf("%d hold, %d fail, %d fail for large numbers of cases, %d are unknown", yes, no, later, open)
}

// The net is k-sound for k up to 3, but four cases may become one.
func TestFourCases(t *testing.T) {
	b := petri.NewBuilder("four")
	i, o, p, q := b.Place("i", 1), b.Place("o", 0), b.Place("p", 0), b.Place("q", 0)
	for _, x := range []struct {
		name       string
		from, to   int
		take, give int64
	}{{"begin", i, p, 1, 1}, {"end", p, o, 1, 1}, {"merge", p, q, 4, 1}, {"merged", q, o, 1, 1}} {
		t := b.Transition(x.name)
		b.In(t, x.from, x.take)
		b.Out(t, x.to, x.give)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for k := int64(1); k <= 5; k++ {
		if got := judged(net, i, o, k).sound; got != (k < 4) {
			t.Errorf("%d cases: sound %v", k, got)
		}
	}
	r, left, err := Reduce(net, i, o).AllSound(t.Context())
	if r != engine.Fails || err != nil {
		t.Errorf("%v, %v, %v", r, left, err)
	}
}
